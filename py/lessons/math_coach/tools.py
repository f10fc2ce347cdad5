"""The three tools of the coach. Every number that a model may say is made here; how it is said is the model's part."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

from digit_sums import BLIND_SPOTS, DigitSums, digit_sums
from domain import Operation, Problem, clock, exact_arithmetic, plain, shown
from registry import candidates, find_applicable
from technique import Technique
from techniques import TECHNIQUES


def solve_with_shortcut(
    a: int | Decimal, operation: Operation, b: int | Decimal, step: int = 1, technique: str | None = None
) -> dict[str, Any]:
    """Work out one calculation by the best mental shortcut, with steps that have been checked against plain arithmetic.

    Raises `ValueError` where the problem is not allowed, or `technique` does not help with it.
    """
    problem = Problem(a, operation, b, step)
    applicable = find_applicable(problem)
    if technique and technique.strip():
        chosen = _asked_for(technique, problem, applicable)
    elif applicable:
        chosen = applicable[0]
    else:
        answer = problem.exact()
        return {
            "found": False,
            "problem": str(problem),
            "answer": answer,
            "shown": shown(problem, answer),
            "message": "No shortcut here fits this one; the answer is from plain arithmetic.",
        }
    others = [
        {"name": other.name, "title": other.title, "priority": other.priority}
        for other in applicable
        if other is not chosen
    ]
    return {"found": True, "solution": chosen.solve(problem), "other_applicable_shortcuts": others}


def check_answer(
    a: int | Decimal, operation: Operation, b: int | Decimal, claimed: int | Decimal, step: int = 1, remainder: int = 0
) -> dict[str, Any]:
    """Is an answer right? Compared with plain arithmetic, and checked by digit sums as people can in their head."""
    problem = Problem(a, operation, b, step)
    answer = problem.exact()
    right = _is_right(problem, claimed, remainder)
    sums = digit_sums(problem, claimed, remainder)
    usable = isinstance(sums, DigitSums)
    truth = f"{problem} is {shown(problem, answer)}"
    if right and remainder:
        truth = f"{problem} is {_claimed_text(problem, claimed, remainder)}"
    return {
        "correct": right,
        "problem": str(problem),
        "claimed": _claimed_text(problem, claimed, remainder),
        "answer": answer,
        "shown": shown(problem, answer),
        "digit_sums": sums if usable else {"usable": False, "why": sums},
        "verdict": _verdict(right, sums, truth, plain(claimed), shown(problem, answer)),
        **({"blind_spots": BLIND_SPOTS} if usable else {}),
    }


def list_shortcuts(operation: Operation | None = None) -> dict[str, Any]:
    """Which shortcuts there are; those for one operation come with their rules."""
    listed: tuple[Technique, ...] = TECHNIQUES if operation is None else candidates(operation)
    return {
        "count": len(listed),
        "shortcuts": [
            {"name": each.name, "title": each.title, "operation": each.operation.value}
            | ({"rule": each.rule} if operation is not None else {})
            for each in listed
        ],
    }


def _asked_for(technique: str, problem: Problem, applicable: list[Technique]) -> Technique:
    """The shortcut of that name. Raises `ValueError` with those that would do."""
    name = "_".join(technique.lower().replace("-", " ").replace("_", " ").split())
    for each in applicable:
        if name in (each.name, each.title.lower().replace(" ", "_")):
            return each
    known = any(each.name == name for each in TECHNIQUES)
    said = f"{name} does not apply to {problem}." if known else f"No shortcut is called {technique!r:.60}."
    names = ", ".join(each.name for each in applicable)
    raise ValueError(
        f"{said} These do: {names}."
        if names
        else f"{said} No other shortcut fits {problem} either; leave technique out to get the plain answer."
    )


def _is_right(problem: Problem, claimed: int | Decimal, remainder: int) -> bool:
    if problem.operation is not Operation.DIVIDE:
        return claimed == problem.exact()
    with exact_arithmetic():
        return claimed * problem.b + remainder == problem.a and abs(remainder) < abs(problem.b)


def _claimed_text(problem: Problem, claimed: int | Decimal, remainder: int) -> str:
    if problem.operation is Operation.ADD_TIME and claimed == int(claimed) and claimed >= 0:
        return clock(int(claimed))
    return f"{plain(claimed)} remainder {plain(remainder)}" if remainder else plain(claimed)


def _verdict(right: bool, sums: DigitSums | str, truth: str, claimed: str, answer: str) -> str:
    if isinstance(sums, str):
        return f"Right: {truth}." if right else f"Not right: {truth}."
    if right:
        return f"Right: {truth}, and the digit sums agree."
    if not sums.agree:
        return f"Not right: the digit sums disagree already, and {truth}."
    swapped = Counter(claimed) == Counter(answer)
    why = "its digits are the right ones in another order" if swapped else "the mistake is one of those they can't see"
    return f"Not right, although the digit sums agree: {truth}, and {why}."
