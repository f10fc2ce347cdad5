"""Runs the unit tests inside Pyodide, in Chromium, on the archives that the page ships. Knows no test by name."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Sequence

import python_archives
import serving
from machine import Node
from places import CACHE, PY, ROOT, TESTS, files_under

_FOLDER = CACHE / "pyodide-tests"
_FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_LIMIT_MS = 240_000


def _lay_out(node: Node, wanted: Sequence[str]) -> None:
    """Everything that tests/pyodide/harness.mjs fetches, in one folder."""
    shutil.rmtree(_FOLDER, ignore_errors=True)
    shutil.copytree(TESTS / "pyodide", _FOLDER)
    (_FOLDER / "pyodide").mkdir()
    for name in _FROM_PYODIDE:
        shutil.copy(python_archives.PYODIDE / name, _FOLDER / "pyodide" / name)
    python = python_archives.make(node)
    (_FOLDER / "stdlib.zip").write_bytes(python.stdlib)
    (_FOLDER / "site.zip").write_bytes(python.site)
    (_FOLDER / "pydantic_core.so").write_bytes(python.pydantic_core)
    (_FOLDER / "project.zip").write_bytes(python_archives.zip_of(_project()))
    wheels = python_archives.wheels("wasm-test")
    for wheel in wheels:
        shutil.copy(wheel, _FOLDER)
    options = [*wanted, "-p", "no:cacheprovider", "--color=no"]
    job = {"wheels": [wheel.name for wheel in wheels], "arguments": options}
    (_FOLDER / "job.json").write_text(json.dumps(job), encoding="utf-8")


def _project() -> dict[str, bytes]:
    """The tests and what they read. Not py/glassloop: that comes from the archive that ships."""
    shared = [TESTS / name for name in ("unit", "lessons", "support", "traces", "wire")]
    paths = [*files_under(*shared, PY / "lessons"), ROOT / "pyproject.toml"]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def run(node: Node, wanted: Sequence[str], heard: Callable[[str], None]) -> str:
    """Run the tests in `wanted` (paths), tell `heard` each line, return pytest's exit code or "crashed"."""
    from support.browser import chromium

    _lay_out(node, wanted)
    with serving.claim(_FOLDER, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with chromium() as browser:
                page = browser.new_page()
                page.on("console", lambda message: heard(message.text))
                page.on("pageerror", lambda error: heard(str(error)))
                page.goto(f"http://{serving.HOST}:{server.server_port}/")
                done = page.locator("html[data-exit]")
                done.wait_for(state="attached", timeout=_LIMIT_MS)
                code = done.get_attribute("data-exit") or ""
        finally:
            server.shutdown()
    return code
