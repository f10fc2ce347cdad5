"""Writes the notices of everything that dist ships. Refuses to build without a licence text for each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from places import KIT, ROOT
from python_archives import PYODIDE, contents
from trouble import Trouble

_TEXT_NAME = re.compile(r"(licen[cs]e|notice|copying)", re.IGNORECASE)
_KEPT_HERE = KIT / "licences"
_RULE = "=" * 80


@dataclass(frozen=True, slots=True)
class Notice:
    """`texts` are licence texts in full, at least one."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def packages_of(inputs: Iterable[str]) -> list[Path]:
    """The folders of the npm packages that bundled sources (paths relative to the repository) come from."""
    folders = set()
    for source in inputs:
        parts = PurePosixPath(source).parts
        if "node_modules" not in parts:
            continue
        at = len(parts) - 1 - parts[::-1].index("node_modules")
        folders.add(ROOT.joinpath(*parts[: at + (3 if parts[at + 1].startswith("@") else 2)]))
    return sorted(folders)


def _of_npm_package(folder: Path) -> Notice:
    facts = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    found = sorted(path for path in folder.iterdir() if path.is_file() and _TEXT_NAME.match(path.name))
    # The one package without a text of its own.
    texts = [_KEPT_HERE / "mpl-2.0.txt"] if folder == PYODIDE else found
    return Notice(facts["name"], facts["version"], str(facts.get("license")), tuple(map(_text, texts)))


def _of_wheel(wheel: Path) -> Notice:
    files = contents(wheel)
    head = (
        next(text for name, text in files.items() if name.endswith(".dist-info/METADATA")).decode().partition("\n\n")[0]
    )
    field = dict(re.findall(r"^([A-Za-z-]+): (.*)$", head, re.MULTILINE))
    # Vendored packages bring theirs along, so the whole wheel is searched.
    texts = [body.decode() for name, body in sorted(files.items()) if _TEXT_NAME.match(PurePosixPath(name).name)]
    parts = [_inside(json.loads(body)) for name, body in sorted(files.items()) if name.endswith(".cyclonedx.json")]
    licence = field.get("License-Expression") or field.get("License") or "see below"
    return Notice(field["Name"], field["Version"], licence, tuple(text.strip() for text in [*texts, *parts]))


def _inside(bill: Mapping[str, Any]) -> str:
    """The Rust libraries that were compiled in, as the wheel itself lists them."""
    lines = [f"  {part['name']} {part['version']}: {_terms(part)}" for part in bill.get("components", [])]
    return "\n".join(["Compiled into it, with their licences:", "", *lines])


def _terms(part: Mapping[str, Any]) -> str:
    found = [str(one.get("expression") or one.get("license")) for one in part.get("licenses", [])]
    return ", ".join(found) or "see its package"


def _kept_here() -> Iterator[Notice]:
    """What is inside Pyodide's files and comes without texts."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    yield Notice("CPython", info["python"], "PSF-2.0", (_text(_KEPT_HERE / "cpython.txt"),))
    emscripten = info["platform"].removeprefix("emscripten_").replace("_", ".")
    yield Notice("Inside Pyodide", f"Emscripten {emscripten}", "see below", (_text(_KEPT_HERE / "inside-pyodide.txt"),))


def notices(inputs: Iterable[str], wheels: Iterable[Path]) -> str:
    """The text of NOTICES.txt. Raises `Trouble` naming whatever has no licence text."""
    packages = {PYODIDE, *packages_of(inputs)}
    found = [*map(_of_npm_package, sorted(packages)), *map(_of_wheel, wheels), *_kept_here()]
    bare = [f"{notice.name} {notice.version}" for notice in found if not notice.texts]
    if bare:
        raise Trouble(f"No licence text for {', '.join(bare)}: keep one in .build/licences and name it in licences.py.")
    ours = f"Glassloop\nMIT\n\n{_text(ROOT / 'LICENSE')}"
    others = [
        f"{n.name} {n.version}\n{n.licence}\n\n" + "\n\n".join(n.texts)
        for n in sorted(found, key=lambda n: n.name.lower())
    ]
    return f"\n\n{_RULE}\n".join(["What this page is made of, and the terms of each part.", ours, *others]) + "\n"
