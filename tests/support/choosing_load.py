"""How long choosing among all of the coach's shortcuts takes: the work of tests/bench/choosing.py, here and in Pyodide.

Runs with the lesson's files as top-level modules. Refuses to know any one shortcut.
"""

from __future__ import annotations

import json
import statistics
import time
from importlib import import_module
from typing import Any


def problems() -> list[Any]:
    """A few of every kind, easy and hard, of those that the lesson meets and of those that no shortcut fits."""
    make = import_module("domain").Problem
    wanted = [
        (a, sign, b)
        for sign in ("+", "-", "*", "/")
        for a, b in ((47, 9), (97, 96), (129, 99), (48, 5), (13, 14), (731, 268), (864, 24), (999, 37), (25, 64))
    ]
    wanted += [
        (1, "series", 100),
        (1, "sum_of_squares", 10),
        (1, "sum_of_cubes", 10),
        (245, "add_time", 130),
        (14, "power", 3),
    ]
    return [make(a, sign, b) for a, sign, b in wanted]


def medians(rounds: int) -> dict[str, float]:
    """Milliseconds, medians over all problems and rounds: to choose; to choose and solve; and plain arithmetic."""
    registry = import_module("registry")
    asked = problems()
    took: dict[str, list[float]] = {"choose": [], "choose and solve": [], "plain arithmetic": []}
    for _ in range(rounds):
        for problem in asked:
            took["choose"].append(_timed(registry.find_applicable, problem))
            took["choose and solve"].append(_timed(_solved, registry.find_applicable, problem))
            took["plain arithmetic"].append(_timed(problem.exact))
    return {name: statistics.median(all_of_them) for name, all_of_them in took.items()}


def medians_text(rounds: int) -> str:
    return json.dumps(medians(rounds))


def _solved(find: Any, problem: Any) -> Any:
    found = find(problem)
    return found[0].solve(problem) if found else None


# A browser's clock is too coarse for a single call.
_AT_ONCE = 20


def _timed(work: Any, *arguments: Any) -> float:
    """Milliseconds for one call."""
    begun = time.perf_counter()
    for _ in range(_AT_ONCE):
        work(*arguments)
    return (time.perf_counter() - begun) * 1000 / _AT_ONCE
