"""Runs a measuring function inside Pyodide, in Chromium, on the archives that the page ships. Knows no work."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import machine
import python_archives
from support.browser import chromium
from support.site import Site

LIMIT_MS = 300_000
FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")

PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>measuring</title>
<script type="module">
  import { loadPyodide } from "./pyodide.mjs";
  const SITE = "/lib/python3.14/site-packages";
  const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
  try {
    const python = await loadPyodide({ stdLibURL: new URL("stdlib.zip", location.href).href });
    python.FS.mkdirTree(`${SITE}/pydantic_core`);
    python.FS.writeFile(
      `${SITE}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`, await bytes("pydantic_core.so"));
    python.unpackArchive(await bytes("site.zip"), "zip", { extractDir: SITE });
    python.unpackArchive(await bytes("measured.zip"), "zip", { extractDir: SITE });
    document.documentElement.dataset.result = python.runPython(CODE);
  } catch (error) {
    document.documentElement.dataset.result = String(error?.stack ?? error);
  }
</script>
"""


def in_pyodide(files: Mapping[str, bytes], code: str) -> Any:
    """The value of `code`'s last expression, which must be JSON text. `files` lie where modules are imported from."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        _lay_out(Path(folder), files, code)
        with Site(Path(folder), "/") as site:
            page = browser.new_page()
            page.goto(site.url)
            done = page.locator("html[data-result]")
            done.wait_for(state="attached", timeout=LIMIT_MS)
            text = done.get_attribute("data-result") or ""
    try:
        return json.loads(text)
    except ValueError:
        raise SystemExit(f"Pyodide did not measure: {text}") from None


def _lay_out(folder: Path, files: Mapping[str, bytes], code: str) -> None:
    python = python_archives.make(machine.ensure_node())
    for name in FROM_PYODIDE:
        shutil.copy(python_archives.PYODIDE / name, folder / name)
    for name, content in (
        ("stdlib.zip", python.stdlib),
        ("site.zip", python.site),
        ("pydantic_core.so", python.pydantic_core),
        ("measured.zip", python_archives.zip_of(dict(files))),
        ("index.html", PAGE.replace("CODE", json.dumps(code)).encode()),
    ):
        (folder / name).write_bytes(content)
