"""Checks the coach's working from outside: its own reading of a line of working, its own sums. Knows no shortcut.

Nothing of the lesson's parser or arithmetic is used: a line becomes Python over Fractions, a time becomes minutes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

IN_PYODIDE = sys.platform == "emscripten"
_ALLOWED = re.compile(r"[0-9+−×÷()²³^:. ]+")
_NUMBER = re.compile(r"(\d+):(\d\d)|\d+(?:\.\d+)?")
_AS_PYTHON = {"×": "*", "÷": "/", "−": "-", "²": "**2", "³": "**3", "^": "**"}


def _as_fraction(number: re.Match[str]) -> str:
    return f"F('{number[0]}')" if number[1] is None else f"F({int(number[1]) * 60 + int(number[2])})"


@lru_cache(maxsize=100_000)
def evaluated(expr: str) -> Fraction:
    """What a line of working comes to; times as minutes."""
    assert _ALLOWED.fullmatch(expr), f"{expr!r} is not in plain notation"
    code = _NUMBER.sub(_as_fraction, expr)
    for sign, written in _AS_PYTHON.items():
        code = code.replace(sign, written)
    value = eval(code, {"F": Fraction, "__builtins__": {}})
    return Fraction(value)


def of_result(result: Any) -> Fraction:
    """A step's result as a number: 4.7, "5:00" as minutes."""
    if isinstance(result, str):
        hours, minutes = result.split(":")
        assert len(minutes) == 2 and int(minutes) < 60
        return Fraction(int(hours) * 60 + int(minutes))
    assert isinstance(result, int | Decimal) and not isinstance(result, bool)
    return Fraction(result)


def exact(problem: Any) -> Fraction:
    """The answer, worked out here; a sum of times in minutes. Sums are added up term by term."""
    a, b = problem.a, problem.b
    x, y = Fraction(a), Fraction(b)
    match problem.operation.value:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
        case "/":
            return x / y
        case "series":
            return Fraction(sum(range(a, b + 1, problem.step)))
        case "sum_of_squares":
            return Fraction(sum(n * n for n in range(a, b + 1)))
        case "sum_of_cubes":
            return Fraction(sum(n * n * n for n in range(a, b + 1)))
        case "add_time":
            return Fraction(a // 100 * 60 + a % 100 + b // 100 * 60 + b % 100)
        case _:
            return Fraction(Fraction(a) ** b)


def check(technique: Any, problem: Any, effort: Any) -> Any:
    """Everything that a solution promises, for answers without a rest → the solution. `effort`: the lesson's module."""
    solution = technique.solve(problem)
    about = f"{technique.name} on {problem}"
    timed = problem.operation.value == "add_time"
    answer = solution.answer // 100 * 60 + solution.answer % 100 if timed else Fraction(solution.answer)
    assert answer == exact(problem), about
    assert solution.verified and solution.technique == technique.name and solution.problem == str(problem), about
    assert solution.steps, about
    limit = effort.effort_of(problem)
    for step in solution.steps:
        assert evaluated(step.expr) == of_result(step.result), f"{about}: {step}"
        assert effort.effort_of_expr(step.expr) <= limit, f"{about}: {step} is harder than the problem"
        assert re.match("[A-Z0-9(−]", step.say) and step.say[-1] not in ".:,;", f"{about}: {step}"
        assert "E+" not in step.say + step.expr, f"{about}: {step}"
    assert of_result(solution.steps[-1].result) == answer, f"{about}: the last step is not the answer"
    return solution


def all_small(numbers: Any, count: int) -> Iterator[tuple[Any, Any]]:
    """Pairs of numbers of all the sorts that adding and subtracting treat specially."""
    for _ in range(count):
        a, b = _one(numbers), _one(numbers)
        match numbers.between(0, 9):
            case 0:
                b = a + numbers.between(-6, 6)
            case 1:
                b = numbers.one_of(2, 3, numbers.between(1, 9))
            case 2:
                b = numbers.one_of(9, 99, 999, 9999)
            case 3:
                b = numbers.one_of(100, 1000, 10) - a
            case 4:
                b = numbers.one_of(1, 2, 3) * 100 + numbers.between(-4, 9)
            case 5:
                b = a * 2 + numbers.between(-2, 2)
            case 6:
                a = numbers.one_of(100, 1000, 500, 700, 10000)
            case 7:
                a, b = numbers.one_of(a, -a), numbers.one_of(b, -b)
            case 8:
                hundred, near = numbers.between(1, 30) * 100, numbers.one_of(2, 15)
                a, b = hundred + numbers.between(1, near), hundred - numbers.between(1, near)
            case _:
                pass
        yield numbers.one_of((a, b), (b, a))


def _one(numbers: Any) -> Any:
    match numbers.between(0, 9):
        case 0 | 1 | 2:
            return numbers.between(1, 99)
        case 3 | 4 | 5:
            return numbers.between(100, 999)
        case 6:
            return numbers.between(1000, 999_999)
        case 7:
            return numbers.of_digits(4) * 100 + numbers.between(90, 105)
        case 8:
            return Decimal(numbers.of_digits(3)) / 10
        case _:
            return Decimal(numbers.of_digits(4)) / 100
