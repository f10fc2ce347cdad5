"""Measures navigation → first tool result, first and return visit, beside a bare Pyodide page; and Stop → next run.

The bare page is made here: the same Pyodide in a module worker, as its documentation has it, importing the same
pydantic. All cases take turns within one run, so that the ratios hold on a busy machine. Needs a built `dist/`.

    python tests/bench/startup.py --runs 5
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, Page, expect  # noqa: E402

from support import programs  # noqa: E402
from support.browser import DESKTOP, chromium  # noqa: E402
from support.page import BOOT_MS, Glassloop  # noqa: E402
from support.site import Site  # noqa: E402

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# What pydantic needs, and itself.
PYDANTIC = ("annotated_types-", "pydantic-", "pydantic_core-", "typing_extensions-", "typing_inspection-")

BARE_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>bare</title>
<script type="module">
  const worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => { document.documentElement.dataset.state = data; };
</script>
"""

BARE_WORKER = """import { loadPyodide } from "./pyodide.mjs";
const wheels = WHEELS;
const loading = Promise.all(wheels.map(async (name) => (await fetch(name)).arrayBuffer()));
const python = await loadPyodide();
const site = python.runPython("import site; site.getsitepackages()[0]");
for (const wheel of await loading) python.unpackArchive(wheel, "wheel", { extractDir: site });
python.runPython(`
import importlib
importlib.invalidate_caches()
from pydantic import BaseModel
class Add(BaseModel):
    a: int
    b: int
Add.model_json_schema()
Add.model_validate({"a": "3", "b": 4})
`);
self.postMessage("ready");
"""

# All of these give milliseconds since the navigation began, or since the click.
UNTIL_READY = """() => new Promise((done) => {
  const look = () => document.documentElement?.dataset.state === "ready" && done(performance.now());
  new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  look();
})"""

UNTIL_TOOL_RESULT = """() => new Promise((done) => {
  let pressed = false;
  const look = () => {
    if (document.querySelector('[role=option][data-kind="tool-result"]')) return done(performance.now());
    if (pressed || document.documentElement?.dataset.state !== "held") return;
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Continue");
    // A click from inside the page's own update would be one that no reader can make.
    if (button) { pressed = true; setTimeout(() => button.click()); }
  };
  new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  look();
})"""

STOP_AND_ASK = """() => new Promise((done) => {
  const asked = () => document.querySelectorAll('[role=option][data-kind="question"]').length;
  const button = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
  const before = asked();
  const begun = performance.now();
  let stopped = 0;
  const look = () => {
    if (!stopped && document.documentElement.dataset.state !== "running") stopped = performance.now() - begun;
    if (asked() > before) done([stopped, performance.now() - begun]);
  };
  new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  button("Stop").click();
  button("Run").click();
})"""

# The browser tells nobody that a cache has changed, so this one looks again and again.
SNAPSHOT_KEPT = """async () => {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    for (const name of await caches.keys())
      // The snapshot is written last, after the files that belong to it.
      if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith("part=snapshot"))) return true;
    await new Promise((again) => setTimeout(again, 200));
  }
  return false;
}"""


def bare_site(folder: Path) -> Path:
    """The bare page's files. Raises `SystemExit` with a sentence when the wheels are not there."""
    wheels = {wheel.name: wheel for wheel in (ROOT / ".cache" / "wheels").rglob("*.whl")}
    chosen = [wheels[name] for name in sorted(wheels) if name.startswith(PYDANTIC)]
    if len(chosen) != len(PYDANTIC):
        raise SystemExit("The wheels of the build are not in .cache/wheels. Run `python3 build.py build` first.")
    for name in PYODIDE_FILES:
        shutil.copy(ROOT / "node_modules" / "pyodide" / name, folder / name)
    for wheel in chosen:
        shutil.copy(wheel, folder / wheel.name)
    (folder / "index.html").write_text(BARE_PAGE)
    (folder / "worker.mjs").write_text(BARE_WORKER.replace("WHEELS", repr([wheel.name for wheel in chosen])))
    return folder


def timed(context: BrowserContext, url: str, until: str) -> tuple[Page, float]:
    """A new tab at `url`, and how long it took (ms)."""
    page = context.new_page()
    page.goto(url, wait_until="commit")
    took: float = page.evaluate(until)
    return page, took


def stop_and_ask(page: Page) -> tuple[float, float]:
    """ms from the click on Stop, in a hung tool, until the run is over and until Python runs the next question."""
    app = Glassloop(page)
    app.expect_end(1)
    app.set_program(programs.HUNG)
    app.begin("what's 3 plus 4")
    app.expect_last("dispatch")
    app.expect_state("running")
    app.question.fill("what's 5 plus 6")
    stopped, back = page.evaluate(STOP_AND_ASK)
    return stopped, back


def one_round(browser: Browser, ours: str, bare: str) -> dict[str, float]:
    """Every case once, in a browser that has seen neither page (ms)."""
    took: dict[str, float] = {}
    context = browser.new_context(viewport=DESKTOP)
    page, took["bare, first"] = timed(context, bare, UNTIL_READY)
    page.close()
    page, took["bare, return"] = timed(context, bare, UNTIL_READY)
    context.close()
    context = browser.new_context(viewport=DESKTOP)
    page, took["ours, first"] = timed(context, ours, UNTIL_TOOL_RESULT)
    assert page.evaluate(SNAPSHOT_KEPT), "no snapshot was kept within a minute"
    page.close()
    page, took["ours, return"] = timed(context, ours, UNTIL_TOOL_RESULT)
    took["stop, over"], took["stop, back"] = stop_and_ask(page)
    context.close()
    return took


CASES: tuple[tuple[str, str, str], ...] = (
    ("bare, first", "bare page: Pyodide + pydantic, first visit", ""),
    ("bare, return", "bare page, return visit", ""),
    ("ours, first", "first tool result, first visit", "aim ≤ 0.80"),
    ("ours, return", "first tool result, return visit", "aim ≤ 0.25"),
    ("stop, over", "Stop in a hung tool → the run is over", "aim < 1000 ms"),
    ("stop, back", "Stop in a hung tool → the next question runs", "aim < 2000 ms"),
)


def report(rounds: list[dict[str, float]], say: Callable[[str], None]) -> None:
    base = median(took["bare, first"] for took in rounds)
    say(f"{'':48}{'median':>9}{'range':>16}{'ratio':>8}")
    for case, name, aim in CASES:
        values = [took[case] for took in rounds]
        spread = f"{min(values):.0f}–{max(values):.0f}"
        say(f"{name:48}{median(values):>6.0f} ms{spread:>16}{median(values) / base:>7.2f}×  {aim}".rstrip())
    say(f"Ratios are to the bare page's first visit; {len(rounds)} rounds, all cases taking turns.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="rounds (default 5)")
    runs: int = parser.parse_args().runs
    if not (ROOT / "dist" / "index.html").is_file():
        raise SystemExit("There is no dist/ to measure. Run `python3 build.py build` first.")
    expect.set_options(timeout=BOOT_MS)
    rounds = []
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        Site(ROOT / "dist") as ours,
        Site(bare_site(Path(folder)), "/") as bare,
    ):
        one_round(browser, ours.url, bare.url)  # the first round warms the disk and the servers
        for number in range(1, runs + 1):
            print(f"round {number} of {runs} …", flush=True)
            rounds.append(one_round(browser, ours.url, bare.url))
    report(rounds, print)


if __name__ == "__main__":
    main()
