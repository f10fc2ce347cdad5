"""What a problem is, which problems are allowed, what the boring right answer is, and how a solution is written down.

Knows no shortcuts: `Problem.exact()` is the plain arithmetic that every one of them is checked against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from numerals import (
    Number,
    clock,
    exact_arithmetic,
    hours_and_minutes,
    is_whole,
    operand,
    places,
    plain,
    reduced,
    run_together,
)
from rules import MAX_PLACES, Operation, check

__all__ = [
    "Answer",
    "Number",
    "Operation",
    "Problem",
    "Quotient",
    "Solution",
    "Step",
    "clock",
    "exact_arithmetic",
    "hours_and_minutes",
    "is_whole",
    "operand",
    "places",
    "plain",
    "reduced",
    "run_together",
    "shown",
]


_EXPONENTS = {2: "²", 3: "³"}


@dataclass(frozen=True, slots=True)
class Quotient:
    """A division of whole numbers that does not come out: whole × divisor + rest is the number that was divided.

    The rest has the sign of the number divided, so −7 ÷ 3 is −2 remainder −1.
    """

    whole: int
    rest: int
    divisor: int

    def __str__(self) -> str:
        return f"{plain(self.whole)} remainder {plain(self.rest)}"


Answer: TypeAlias = int | Decimal | Quotient


@dataclass(frozen=True, slots=True)
class Problem:
    """One calculation. Making one that breaks a rule raises `ValueError` with a sentence that says how to mend it.

    ADD_TIME takes hours and minutes run together (245 is 2:45) and answers the same way.
    SERIES adds a, a + step, … up to b; SUM_OF_SQUARES and SUM_OF_CUBES take every whole number from a to b.
    `step` counts only for a series; elsewhere it is put back to 1.
    """

    a: int | Decimal
    operation: Operation
    b: int | Decimal
    step: int = 1

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the one moment in which a frozen value is still being made
        set_field(self, "operation", Operation(self.operation))
        for name in ("a", "b"):
            set_field(self, name, reduced(getattr(self, name)))
        if self.operation is not Operation.SERIES:
            set_field(self, "step", 1)
        check(self.a, self.operation, self.b, self.step)

    def exact(self) -> Answer:
        """The answer by plain arithmetic."""
        a, b = self.a, self.b
        with exact_arithmetic():
            match self.operation:
                case Operation.ADD:
                    return reduced(a + b)
                case Operation.SUBTRACT:
                    return reduced(a - b)
                case Operation.MULTIPLY:
                    return reduced(a * b)
                case Operation.DIVIDE:
                    return _divided(a, b)
                case Operation.SERIES:
                    return reduced((a + b) * self.count) // 2
                case Operation.SUM_OF_SQUARES:
                    return _squares_up_to(int(b)) - _squares_up_to(int(a) - 1)
                case Operation.SUM_OF_CUBES:
                    return _triangle(int(b)) ** 2 - _triangle(int(a) - 1) ** 2
                case Operation.ADD_TIME:
                    hours, minutes = divmod(_in_minutes(int(a)) + _in_minutes(int(b)), 60)
                    return run_together(hours, minutes)
                case _:  # a power
                    power: int = int(a) ** int(b)
                    return power

    @property
    def count(self) -> int:
        """How many terms are added in a series or a sum of squares or cubes."""
        return (int(self.b) - int(self.a)) // self.step + 1

    @property
    def whole(self) -> bool:
        """Whether both numbers are whole."""
        return isinstance(self.a, int) and isinstance(self.b, int)

    def __str__(self) -> str:
        a, b = self.a, self.b
        match self.operation:
            case Operation.ADD:
                return f"{plain(a)} + {operand(b)}"
            case Operation.SUBTRACT:
                return f"{plain(a)} − {operand(b)}"
            case Operation.MULTIPLY:
                return f"{plain(a)} × {operand(b)}"
            case Operation.DIVIDE:
                return f"{plain(a)} ÷ {operand(b)}"
            case Operation.SERIES:
                return _run(int(a), int(b), self.step, "")
            case Operation.SUM_OF_SQUARES:
                return _run(int(a), int(b), 1, "²")
            case Operation.SUM_OF_CUBES:
                return _run(int(a), int(b), 1, "³")
            case Operation.ADD_TIME:
                return f"{clock(int(a))} + {clock(int(b))}"
            case _:  # a power
                return operand(a) + _EXPONENTS.get(int(b), f"^{plain(b)}")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do in the head. `result` is exactly what `expr` comes to.

    `expr` holds plain numbers, + − × ÷ ( ) ² ³ ^ and times such as 2:45. A sum of times comes to a text, "5:00"; a
    division of whole numbers that leaves a rest comes to a text too, "2 remainder 1".
    """

    say: str
    expr: str
    result: int | Decimal | str

    def __post_init__(self) -> None:
        if not isinstance(self.result, str):
            object.__setattr__(self, "result", reduced(self.result))


@dataclass(frozen=True, slots=True)
class Solution:
    """A problem solved by one technique, checked. `shown` is the answer as people write it, such as 5:00."""

    technique: str
    title: str
    problem: str
    rule: str
    steps: Sequence[Step]
    answer: Answer
    shown: str
    priority: int
    verified: bool


def shown(problem: Problem, answer: Answer) -> str:
    """The answer as people write it: 500 is 5:00 when times were added."""
    if isinstance(answer, Quotient):
        return str(answer)
    return clock(int(answer)) if problem.operation is Operation.ADD_TIME else plain(answer)


def _in_minutes(time: int) -> int:
    hours, minutes = hours_and_minutes(time)
    return hours * 60 + minutes


def _triangle(n: int) -> int:
    return n * (n + 1) // 2


def _squares_up_to(n: int) -> int:
    return n * (n + 1) * (2 * n + 1) // 6


def _divided(a: int | Decimal, b: int | Decimal) -> Answer:
    ratio = Fraction(a) / Fraction(b)
    scaled = ratio * 10**MAX_PLACES
    if scaled.denominator == 1:
        return reduced(Decimal(scaled.numerator).scaleb(-MAX_PLACES))
    assert isinstance(a, int) and isinstance(b, int), "a Problem refuses endless divisions of decimals"
    size, rest = divmod(abs(a), abs(b))
    return Quotient(size if (a < 0) == (b < 0) else -size, -rest if a < 0 else rest, b)


def _run(first: int, last: int, step: int, mark: str) -> str:
    """The terms of a run as people write it: all of up to four, otherwise two, dots and the last."""
    count = (last - first) // step + 1
    terms = [first + step * at for at in range(min(count, 4))]
    if count > 4:
        terms = [first, first + step, last]
    written = [f"{operand(term)}{mark}" if mark or at else plain(term) for at, term in enumerate(terms)]
    return " + ".join([*written[:-1], "…", written[-1]] if count > 4 else written)
