"""The four bundles: page, worker, room, unit tests. Refuses to know what happens to the files."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets import FOLDER
from machine import Node
from places import CACHE, KIT, ROOT
from trouble import Trouble

_COMMON: Mapping[str, Any] = {
    "absWorkingDir": str(ROOT),
    "target": "es2022",
    "charset": "utf8",
    "legalComments": "none",  # the notices hold every licence in full
    "minify": True,
}


@dataclass(frozen=True, slots=True)
class Bundle:
    """`inputs` are the paths of all bundled sources, relative to the repository; `script` is the file to load first.

    `style` is the style sheet, when the bundle has one; `parts` are what the script loads at once.
    """

    script: Path
    style: Path | None
    parts: tuple[Path, ...]
    inputs: tuple[str, ...]


def _esbuild(node: Node, options: Mapping[str, Any]) -> dict[str, Any]:
    command = [*node.node, str(KIT / "bundle.mjs")]
    done = subprocess.run(
        command, input=json.dumps(options), cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    if done.returncode != 0:
        raise Trouble("The scripts could not be bundled: mend what esbuild says above and run again.")
    metafile: dict[str, Any] = json.loads(done.stdout)
    return metafile


def _bundle(metafile: Mapping[str, Any], script_source: str, style_source: str = "") -> Bundle:
    outputs: Mapping[str, Any] = metafile["outputs"]
    # By their sources: a part that is loaded on need is an entry point as well.
    made_from = {facts.get("entryPoint"): name for name, facts in outputs.items()}
    script, style = made_from[script_source], made_from.get(style_source)
    # Only what really ended up in an output: what was tree-shaken away is not shipped.
    inputs = {name for output in outputs.values() for name, part in output["inputs"].items() if part["bytesInOutput"]}
    at_once = [part["path"] for part in outputs[script]["imports"] if part["kind"] == "import-statement"]
    return Bundle(
        script=ROOT / script,
        style=ROOT / style if style else None,
        parts=tuple(ROOT / path for path in at_once),
        inputs=tuple(sorted(inputs)),
    )


def worker(node: Node) -> Bundle:
    """The sandbox's worker: one classic script with Pyodide's loader in it."""
    options = {
        **_COMMON,
        "entryPoints": ["web/sandbox/worker.ts"],
        "outfile": str(CACHE / "bundles/worker.js"),
        "format": "iife",
        "platform": "browser",
        # Pyodide asks for these in Node only.
        "external": ["node:*", "ws"],
        # It reads its own address, which a classic script has not, and which it is told anyway.
        "logOverride": {"empty-import-meta": "silent"},
    }
    return _bundle(_esbuild(node, options), "web/sandbox/worker.ts")


def room(node: Node) -> Bundle:
    """The script of room.html."""
    options = {
        **_COMMON,
        "entryPoints": ["web/sandbox/room.ts"],
        "outfile": str(CACHE / "bundles/room.js"),
        "format": "iife",
    }
    return _bundle(_esbuild(node, options), "web/sandbox/room.ts")


def page(node: Node, dist: Path) -> Bundle:
    """The page's modules, style sheet and fonts, straight into dist; what is imported with `import()` loads later."""
    options = {
        **_COMMON,
        "entryPoints": ["web/main.tsx", "web/style/main.css"],
        "outdir": str(dist / FOLDER),
        "entryNames": "page-[hash]",
        "chunkNames": "part-[hash]",
        "assetNames": "[name]-[hash]",
        "format": "esm",
        "splitting": True,
        "jsx": "automatic",
        "jsxImportSource": "preact",
        "loader": {".woff2": "file"},
    }
    return _bundle(_esbuild(node, options), "web/main.tsx", "web/style/main.css")


def tests(node: Node, entries: Sequence[Path]) -> list[Path]:
    """The tests of tests/web as modules that Node runs; one file each."""
    target = CACHE / "bundles" / "tests"
    shutil.rmtree(target, ignore_errors=True)
    options = {
        **_COMMON,
        "minify": False,
        "sourcemap": "inline",
        "entryPoints": [str(path) for path in entries],
        "outdir": str(target),
        "outExtension": {".js": ".mjs"},
        "format": "esm",
        "platform": "node",
        "packages": "external",
        "jsx": "automatic",
        "jsxImportSource": "preact",
        "loader": {".woff2": "empty", ".css": "empty"},
    }
    _esbuild(node, options)
    return sorted(target.rglob("*.mjs"))
