"""Which shortcuts help with a problem, best first. Knows no shortcut by name and does no arithmetic."""

from __future__ import annotations

from domain import Operation, Problem
from technique import Technique
from techniques import TECHNIQUES

# sorted() keeps the order of equals, so that of two with the same priority the one listed first stays first.
_BY_OPERATION: dict[Operation, tuple[Technique, ...]] = {
    operation: tuple(
        sorted((each for each in TECHNIQUES if each.operation is operation), key=lambda each: -each.priority)
    )
    for operation in Operation
}


def candidates(operation: Operation) -> tuple[Technique, ...]:
    """Every shortcut for an operation, best first."""
    return _BY_OPERATION[operation]


def find_applicable(problem: Problem) -> list[Technique]:
    """The shortcuts that apply to `problem`, best first."""
    return [technique for technique in candidates(problem.operation) if technique.applies(problem)]


def choose(problem: Problem) -> Technique | None:
    """The best shortcut, or None when there is none and the plain answer has to do."""
    return next((technique for technique in candidates(problem.operation) if technique.applies(problem)), None)
