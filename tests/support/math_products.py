"""What the tests of multiplying and dividing share: problems for each shortcut, and a second opinion on its working.

Reads a line of working by itself (with fractions), so that a fault in the lesson's own reading can't hide one here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from support.lessons import loaded
from support.math_coverage import Numbers

# Inside Pyodide the same problems, but fewer of them.
PROBLEMS = 40 if sys.platform == "emscripten" else 1_000

Num = int | Decimal
Draw = Callable[[Numbers], tuple[Num, Num]]

with loaded("math_coach") as _load:
    _domain, _effort, _technique = _load("domain"), _load("effort"), _load("technique")
    registry = _load("registry")
    modules = {
        name: _load(f"techniques.{name}")
        for name in ("multiplying", "multiplying_near", "multiplying_parts", "dividing")
    }

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LINE = re.compile(r"[\d.+−×÷() ²]+")
_QUOTIENT = re.compile(r"(\d+) remainder (\d+)")
_PYTHON = str.maketrans({"−": "-", "×": "*", "÷": "/"})
_ONE_OF_MANY = re.compile(r"\b1 (?:zeros|digits|places|lots|halves)|fits? 1 times\b|\ba 8\b|  | $|\.$")


def problem(a: Num, operation: str, b: Num) -> Any:
    return _domain.Problem(a, operation, b)


def number(text: str) -> Num:
    return Decimal(text) if "." in text else int(text)


def value_of(expr: str) -> Fraction:
    """The line of working by plain Python arithmetic on fractions."""
    assert _LINE.fullmatch(expr), expr
    python = _NUMBER.sub(lambda found: f"F('{found.group()}')", expr.translate(_PYTHON)).replace("²", "**2")
    return Fraction(eval(python, {"F": Fraction}))


def check(technique: Any, asked: Any) -> None:
    """All that is promised of a solution: the answer, each line, how hard the lines are, how the working ends."""
    solution = technique.solve(asked)
    exact = Fraction(asked.a) * Fraction(asked.b) if asked.operation == "*" else Fraction(asked.a) / Fraction(asked.b)
    if isinstance(solution.answer, _domain.Quotient):
        whole, rest = divmod(asked.a, asked.b)
        assert (solution.answer.whole, solution.answer.rest) == (whole, rest), asked
    else:
        assert Fraction(solution.answer) == exact, (technique.name, asked, solution.answer)
    limit = _effort.effort_of(asked)
    for step in solution.steps:
        value = value_of(step.expr)
        if isinstance(step.result, str):
            found = _QUOTIENT.fullmatch(step.result)
            divisor = int(step.expr.split(" ÷ ")[1])
            assert found and value == int(found[1]) + Fraction(int(found[2]), divisor), (technique.name, asked, step)
            assert int(found[2]) < divisor, (technique.name, asked, step)
        else:
            assert value == Fraction(step.result), (technique.name, asked, step)
        assert _effort.effort_of_expr(step.expr) <= limit, (technique.name, asked, step, limit)
        assert step.say and not _ONE_OF_MANY.search(step.say), (technique.name, asked, step.say)
    last = solution.steps[-1].result
    assert (last if isinstance(last, str) else _domain.plain(last)) == solution.shown, (technique.name, asked)


def applied(technique: Any, operation: str, draw: Draw, seed: int) -> Iterator[Any]:
    """Up to PROBLEMS problems that the shortcut says it applies to, from ten times as many drawn at most."""
    numbers, found = Numbers(seed), 0
    for _ in range(10 * PROBLEMS):
        a, b = draw(numbers)
        try:
            asked = problem(a, operation, b)
        except ValueError:  # an endless division of decimals
            continue
        if technique.applies(asked):
            found += 1
            yield asked
        if found == PROBLEMS:
            return


def any_number(numbers: Numbers) -> Num:
    """Whole numbers up to 999 mostly, with round ones, decimals and negative ones among them."""
    match numbers.between(1, 10):
        case 1:
            return int(numbers.between(1, 99) * 10 ** numbers.between(1, 3))
        case 2 | 3:
            return Decimal(numbers.between(1, 999)).scaleb(-numbers.between(1, 3))
        case 4:
            return -numbers.between(1, 999)
        case _:
            return numbers.of_digits(3)
