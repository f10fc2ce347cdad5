"""Measures reading streams, here and in Pyodide, beside bare `json.loads` of the same bytes; and our side of a round.

The work is tests/support/wire_load.py. Ratios hold on a busy machine: what is compared takes turns within one run.

    python tests/bench/wire.py --events 3000
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in (".build", "tests", "py")]

import machine  # noqa: E402
import python_archives  # noqa: E402
from support import wire_load  # noqa: E402
from support.browser import chromium  # noqa: E402
from support.site import Site  # noqa: E402

AIM = 3.0
LIMIT_MS = 300_000
FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")

PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>wire</title>
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
    python.FS.writeFile(`${SITE}/wire_load.py`, await bytes("wire_load.py"));
    const measure = python.pyimport("wire_load").rows_text;
    document.documentElement.dataset.rows = measure(EVENTS, RUNS);
  } catch (error) {
    document.documentElement.dataset.rows = String(error?.stack ?? error);
  }
</script>
"""


def lay_out(folder: Path, events: int, runs: int) -> None:
    """The Python that the page ships, and what it is to measure."""
    python = python_archives.make(machine.ensure_node())
    for name in FROM_PYODIDE:
        shutil.copy(python_archives.PYODIDE / name, folder / name)
    for name, content in (
        ("stdlib.zip", python.stdlib),
        ("site.zip", python.site),
        ("pydantic_core.so", python.pydantic_core),
        ("wire_load.py", Path(wire_load.__file__).read_bytes()),
        ("index.html", PAGE.replace("EVENTS", str(events)).replace("RUNS", str(runs)).encode()),
    ):
        (folder / name).write_bytes(content)


def in_pyodide(events: int, runs: int) -> Any:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        lay_out(Path(folder), events, runs)
        with Site(Path(folder), "/") as site:
            page = browser.new_page()
            page.goto(site.url)
            done = page.locator("html[data-rows]")
            done.wait_for(state="attached", timeout=LIMIT_MS)
            text = done.get_attribute("data-rows") or ""
    if not text.startswith("["):
        raise SystemExit(f"Pyodide did not measure: {text}")
    return json.loads(text)


def report(where: str, rows: list[wire_load.Row]) -> None:
    print(f"\n{where:48}{'time':>10}{'MB/s':>8}{'ratio':>8}")
    for name, megabytes, took, base in rows:
        # A row without a baseline is not about throughput.
        ratio = f"{megabytes / took:>8.1f}{took / base:>7.2f}×  aim < {AIM:.0f}" if base else ""
        print(f"{name:48}{took * 1e3:>7.2f} ms{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=3_000, help="events in each stream (default 3000)")
    parser.add_argument("--runs", type=int, default=9, help="turns of each, of which the best counts (default 9)")
    options = parser.parse_args()
    report(f"CPython {sys.version.split()[0]}", wire_load.rows(options.events, options.runs))
    report("Pyodide, in Chromium", in_pyodide(options.events, options.runs))
    print("\nRatios are to bare json.loads of the same events; processor time, the best of all turns.")


if __name__ == "__main__":
    main()
