"""The nine operations and what each allows; a broken rule is a sentence that says how to mend it. Computes nothing."""

from __future__ import annotations

import math
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from numerals import digit_count, exact_arithmetic, hours_and_minutes, operand, places, plain

MAX_OPERAND_DIGITS = 30
MAX_RESULT_DIGITS = 200
MAX_PLACES = 12  # a division that needs more digits after the point is said with a remainder

_Number = int | Decimal


class Operation(StrEnum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    SERIES = "series"
    SUM_OF_SQUARES = "sum_of_squares"
    SUM_OF_CUBES = "sum_of_cubes"
    ADD_TIME = "add_time"
    POWER = "power"


def check(a: _Number, operation: Operation, b: _Number, step: int) -> None:
    """Raises `ValueError` where a rule is broken; sizes are looked at before anything is computed."""
    for name, value in (("a", a), ("b", b)):
        if digit_count(value) > MAX_OPERAND_DIGITS:
            raise ValueError(f"{name} is too long: numbers may have up to {MAX_OPERAND_DIGITS} digits.")
    match operation:
        case Operation.ADD | Operation.SUBTRACT | Operation.MULTIPLY:
            pass
        case Operation.DIVIDE:
            _check_division(a, b)
        case Operation.SERIES:
            _check_series(a, b, step)
        case Operation.SUM_OF_SQUARES:
            _check_run(a, b, "squares")
        case Operation.SUM_OF_CUBES:
            _check_run(a, b, "cubes")
        case Operation.ADD_TIME:
            _check_time(a)
            _check_time(b)
        case Operation.POWER:
            _check_power(a, b)


def _check_division(a: _Number, b: _Number) -> None:
    if b == 0:
        raise ValueError("Cannot divide by zero.")
    if isinstance(a, int) and isinstance(b, int):
        return
    if (Fraction(a) / Fraction(b) * 10**MAX_PLACES).denominator != 1:
        factor = 10 ** max(places(a), places(b))
        with exact_arithmetic():
            better = f"{plain(a * factor)} ÷ {operand(b * factor)}"
        raise ValueError(
            f"{plain(a)} ÷ {operand(b)} does not come out within {MAX_PLACES} decimal places; "
            f"ask for the whole numbers {better}, which give a remainder."
        )


def _check_series(a: _Number, b: _Number, step: int) -> None:
    if not (isinstance(a, int) and isinstance(b, int)):
        raise ValueError("A series needs whole numbers: its first term as a, its last term as b, the gap as step.")
    if step < 1:
        raise ValueError("The step of a series must be 1 or more; write the series from its smallest term up.")
    if b < a:
        raise ValueError(
            f"The last term {plain(b)} is below the first, {plain(a)}; "
            f"write the series from its smallest term up: a = {plain(b)}, b = {plain(a)}."
        )
    if over := (b - a) % step:
        raise ValueError(
            f"Steps of {step} from {plain(a)} never land on {plain(b)}; the last term before it is {plain(b - over)}."
        )


def _check_run(a: _Number, b: _Number, what: str) -> None:
    if not (isinstance(a, int) and isinstance(b, int)) or a < 0:
        raise ValueError(f"A sum of {what} needs whole numbers from 0 up: the first one as a, the last one as b.")
    if b < a:
        raise ValueError(f"The last number {plain(b)} is below the first, {plain(a)}; write the smaller one as a.")


def _check_time(time: _Number) -> None:
    how = "write times as hours and minutes run together"
    if not isinstance(time, int) or time < 0:
        raise ValueError(f"{plain(time)} is not a length of time; {how}, e.g. 245 for 2:45.")
    _, minutes = hours_and_minutes(time)
    if minutes >= 60:
        raise ValueError(f"{time} has {minutes} minutes; {how}, e.g. 315 for 3:15.")


def _check_power(a: _Number, b: _Number) -> None:
    if not (isinstance(a, int) and isinstance(b, int)):
        raise ValueError("A power needs whole numbers; for a square you may use '*' with the number twice.")
    if b < 0:
        raise ValueError("The power must be 0 or more.")
    if a == 0 and b == 0:
        raise ValueError("0 to the power of 0 has no agreed value.")
    if abs(a) > 1 and b * math.log10(abs(a)) >= MAX_RESULT_DIGITS:
        raise ValueError(f"{operand(a)}^{b} is too large: results may have up to {MAX_RESULT_DIGITS} digits.")
