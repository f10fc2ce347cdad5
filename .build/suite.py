"""All checks and tests, one stage after the other, and their sum. A stage that fails does not stop the others.

Knows how each runner is called and what its closing line looks like; refuses to know any single test.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import assets
import bundling
import chromium
import generate
import pyodide_tests
import website
from machine import Node, with_node_first
from places import NODE_MODULES, ROOT, TESTS
from trouble import Trouble, say

# pytest runs everything else that is below tests/.
_IN_PYODIDE = ("tests/unit", "tests/lessons")
_IN_CHROMIUM = ("tests/e2e", "tests/attacks")
_NOT_PYTEST = ("tests/web", "tests/pyodide", "tests/bench")

_PYTEST_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
_NODE_COUNT = re.compile(r"^(?:\S )?(pass|fail|cancelled|skipped|todo) (\d+)$")


@dataclass(frozen=True, slots=True)
class Outcome:
    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    work: Callable[[], Outcome]


def _heading(text: str) -> None:
    say(f"\n── {text} {'─' * max(4, 96 - len(text))}")


def _stream(command: Sequence[str | Path], node: Node) -> tuple[int, list[str]]:
    """Run a command, show its lines as they come, return its exit code and the lines."""
    lines: list[str] = []
    with subprocess.Popen(
        [str(part) for part in command],
        cwd=ROOT,
        env={**with_node_first(node), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            say(lines[-1])
    return process.returncode, lines


def _counted(counts: dict[str, int], ok: bool, lines: Sequence[str]) -> Outcome:
    """A runner that failed without a failed test, or ran none, counts as one failure."""
    failed = sum(counts.get(word, 0) for word in ("failed", "error", "errors", "xpassed", "fail", "cancelled"))
    passed = counts.get("passed", 0) + counts.get("pass", 0)
    skipped = sum(counts.get(word, 0) for word in ("skipped", "xfailed", "todo"))
    if failed == 0 and (not ok or passed == 0):
        say(f"It ended badly, or ran no test; its last words: {lines[-1] if lines else 'none'}")
        failed = 1
    return Outcome(passed, failed, skipped)


def pytest_outcome(ok: bool, lines: Sequence[str]) -> Outcome:
    """What pytest came to, by its closing line."""
    closing = next((line for line in reversed(lines) if _PYTEST_COUNT.search(line) and " in " in line), "")
    return _counted({word: int(count) for count, word in _PYTEST_COUNT.findall(closing)}, ok, lines)


def node_outcome(ok: bool, lines: Sequence[str]) -> Outcome:
    """What Node's test runner came to, by the lines at its end (reporter `spec`)."""
    found = (_NODE_COUNT.match(line) for line in lines)
    return _counted({match[1]: int(match[2]) for match in found if match}, ok, lines)


# --- Stages -----------------------------------------------------------------------------------------------------------


def _static(node: Node) -> Outcome:
    """Every check counts as one test."""
    generate.generate()
    assets.ensure_manifest()
    tsc = [*node.node, str(NODE_MODULES / "typescript" / "bin" / "tsc"), "--project"]
    python = [sys.executable, "-m"]
    sources = ["build.py", *sorted(str(path) for path in (ROOT / ".build").glob("*.py")), "py", "tests"]
    checks: dict[str, list[str]] = {
        "ruff check": [*python, "ruff", "check", "--quiet", "--output-format=concise", "."],
        "ruff format": [*python, "ruff", "format", "--check", "--quiet", "."],
        "mypy": [*python, "mypy", "--no-error-summary", *sources],
        "tsc web": [*tsc, "."],
        "tsc tests/web": [*tsc, "tests/web"],
    }
    failed = 0
    for name, command in checks.items():
        code, _ = _stream(command, node)
        say(f"{name}: {'ok' if code == 0 else 'failed'}")
        failed += code != 0
    return Outcome(len(checks) - failed, failed)


def _pytest(node: Node, *arguments: str) -> Outcome:
    code, lines = _stream([sys.executable, "-m", "pytest", "--color=no", *arguments], node)
    return pytest_outcome(code == 0, lines)


def _native(node: Node) -> Outcome:
    # Every test stands alone, so each of the two cores may take any of them.
    return _pytest(node, "-n", "2", "tests", *(f"--ignore={path}" for path in (*_IN_CHROMIUM, *_NOT_PYTEST)))


def _web(node: Node) -> Outcome:
    modules = bundling.tests(node, sorted((TESTS / "web").rglob("*.test.ts")))
    code, lines = _stream([*node.node, "--enable-source-maps", "--test", "--test-reporter=spec", *modules], node)
    return node_outcome(code == 0, lines)


def _pyodide(node: Node) -> Outcome:
    lines: list[str] = []

    def heard(text: str) -> None:
        lines.append(text)
        say(text)

    chromium.ensure_chromium()
    code = pyodide_tests.run(node, _IN_PYODIDE, heard)
    return pytest_outcome(code == "0", lines)


def _end_to_end(node: Node) -> Outcome:
    chromium.ensure_chromium()
    # One for each core: a page that boots keeps one busy. Whoever is done first takes over from the other.
    return _pytest(node, "-n", "2", "--dist", "worksteal", *_IN_CHROMIUM)


_STAGES: dict[str, tuple[str, Callable[[Node], Outcome]]] = {
    "static": ("static checks", _static),
    "python": ("Python", _native),
    "web": ("TypeScript", _web),
    "pyodide": ("Python inside Pyodide", _pyodide),
    "e2e": ("end to end, in Chromium", _end_to_end),
}


# --- Commands ---------------------------------------------------------------------------------------------------------


def _build() -> Outcome:
    website.build()
    return Outcome()


def _run(stages: Sequence[Stage]) -> int:
    """Run them all, sum them up, and return 0 when nothing failed."""
    table: list[tuple[Stage, Outcome, float]] = []
    for stage in stages:
        _heading(stage.name)
        start = time.monotonic()
        try:
            outcome = stage.work()
        except Trouble as trouble:
            say(f"{stage.name}: {trouble}")
            outcome = Outcome(failed=1)
        table.append((stage, outcome, time.monotonic() - start))
    _heading("summary")
    for stage, outcome, seconds in table:
        skipped = f", {outcome.skipped} skipped" if outcome.skipped else ""
        say(f"{stage.name:<28}{outcome.passed:>5} passed {outcome.failed:>4} failed {seconds:>7.1f} s{skipped}")
    passed, failed = (sum(getattr(outcome, word) for _, outcome, _ in table) for word in ("passed", "failed"))
    say(f"\n{passed} passed, {failed} failed")
    return 1 if failed else 0


def check(node: Node) -> int:
    return _run([Stage("static checks", partial(_static, node))])


def test(node: Node, wanted: Sequence[str]) -> int:
    """All stages, or those in `wanted`, on a fresh build."""
    unknown = [name for name in wanted if name not in _STAGES]
    if unknown:
        raise Trouble(f"There is no stage {', '.join(unknown)}; there are {', '.join(_STAGES)}.")
    chosen = [_STAGES[name] for name in wanted or _STAGES]
    return _run([Stage("build", _build), *(Stage(name, partial(work, node)) for name, work in chosen)])


def bench(node: Node, name: str | None, options: Sequence[str]) -> int:
    """Run one benchmark on a fresh build, its output shown as it comes."""
    names = sorted(path.stem for path in (TESTS / "bench").glob("*.py"))
    if name not in names:
        raise Trouble(f"{'Name a benchmark' if name is None else f'There is no benchmark {name}'}: {', '.join(names)}")
    website.build()
    chromium.ensure_chromium()
    script = TESTS / "bench" / f"{name}.py"
    return subprocess.call([sys.executable, str(script), *options], cwd=ROOT, env=os.environ)
