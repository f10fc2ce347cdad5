"""Casting out nines: an answer checked by digit sums, step by step. Refuses to say whether it is right: it can't know.

A number and its digit sum leave the same rest when divided by 9, wherever its point is, so the digit sums of a
calculation must come out as the calculation does.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from domain import Operation, Problem, Step, plain

BLIND_SPOTS = (
    "Digit sums can't see swapped digits, a 0 too many or too few, a point in the wrong place, or any mistake that is "
    "a multiple of 9. When they disagree, the answer is wrong; when they agree, that is a good sign and no proof."
)
_MOST_FACTORS = 6  # of a power


@dataclass(frozen=True, slots=True)
class DigitSums:
    """`expected` from the problem and `found` from the answer, each 0 to 8; they agree when both are the same."""

    agree: bool
    expected: int
    found: int
    steps: tuple[Step, ...]


def digit_sums(problem: Problem, claimed: int | Decimal, remainder: int) -> DigitSums | str:
    """The check, or why it can't be made."""
    sheet = _Sheet()
    a, b = problem.a, problem.b
    match problem.operation:
        case Operation.ADD:
            expected = sheet.added(sheet.sum_of(a), sheet.sum_of(b))
        case Operation.SUBTRACT:
            expected = sheet.taken(sheet.sum_of(a), sheet.sum_of(b))
        case Operation.MULTIPLY:
            expected = sheet.times(sheet.sum_of(a), sheet.sum_of(b))
        case Operation.DIVIDE:
            if _root(b) == 0:
                return "The digits of the divisor come down to 9, which counts as nothing, so any answer would pass."
            return _backwards(problem, claimed, remainder)
        case Operation.POWER if 1 <= b <= _MOST_FACTORS:
            factor = expected = sheet.sum_of(a)
            for _ in range(int(b) - 1):
                expected = sheet.times(expected, factor)
        case Operation.POWER:
            return "Digit sums would have to be multiplied too often for such a power."
        case Operation.ADD_TIME:
            return (
                "Digit sums count in tens and hundreds, and 60 minutes make an hour, so they say nothing about times."
            )
        case _:
            return "Digit sums follow one calculation; in a run of numbers there are too many of them."
    found = sheet.sum_of(claimed, "the answer ")
    return DigitSums(expected == found, expected, found, tuple(sheet.steps))


def _backwards(problem: Problem, claimed: int | Decimal, remainder: int) -> DigitSums:
    """A division is checked the other way round: answer × divisor + remainder must be the number divided."""
    sheet = _Sheet()
    product = sheet.times(sheet.sum_of(claimed, "the answer "), sheet.sum_of(problem.b))
    back = sheet.added(product, sheet.sum_of(remainder, "the remainder ")) if remainder else product
    whole = sheet.sum_of(problem.a)
    return DigitSums(back == whole, whole, back, tuple(sheet.steps))


def _root(number: int | Decimal) -> int:
    return sum(int(digit) for digit in plain(number) if digit.isdecimal()) % 9


class _Sheet:
    """Writes each addition of digits down as it makes it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def sum_of(self, number: int | Decimal, what: str = "") -> int:
        digits = [int(digit) for digit in plain(abs(number)) if digit.isdecimal()]
        value = sum(digits)
        say = f"Add the digits of {what}{plain(number)}"
        if len(digits) > 1:
            self._write(say, " + ".join(map(str, digits)), value)
        value = self._one_digit(value)
        if number < 0 and value:
            self._write("The number is below zero, so take that from 9", f"9 − {value}", 9 - value)
            value = 9 - value
        return value

    def added(self, one: int, other: int) -> int:
        self._write("Add the two digit sums", f"{one} + {other}", one + other)
        return self._one_digit(one + other)

    def taken(self, one: int, other: int) -> int:
        if one < other:
            self._write(
                "Take one digit sum from the other, with a 9 more to take from", f"{one} + 9 − {other}", one + 9 - other
            )
            return self._one_digit(one + 9 - other)
        self._write("Take one digit sum from the other", f"{one} − {other}", one - other)
        return one - other

    def times(self, one: int, other: int) -> int:
        self._write("Multiply the two digit sums", f"{one} × {other}", one * other)
        return self._one_digit(one * other)

    def _one_digit(self, value: int) -> int:
        while value > 9:
            digits = str(value)
            value = sum(map(int, digits))
            self._write("Add the digits again", " + ".join(digits), value)
        if value == 9:
            self._write("A 9 counts as nothing: cast it out", "9 − 9", 0)
        return value % 9

    def _write(self, say: str, expr: str, result: int) -> None:
        self.steps.append(Step(say, expr, result))
