"""Whole numbers, exact decimals and times: how they are read, checked, kept exact and written. Knows no sums."""

from __future__ import annotations

from contextlib import AbstractContextManager
from decimal import Context, Decimal, DivisionByZero, Inexact, InvalidOperation, Overflow, localcontext
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

MAX_NUMBER_DIGITS = 400
MINUS = "−"

# Ten times more digits than any result here has: nothing is ever rounded, and what would be raises instead.
_EXACT = Context(prec=4_000, traps=[Inexact, InvalidOperation, DivisionByZero, Overflow])


def exact_arithmetic() -> AbstractContextManager[Context]:
    """Inside, `+ − × ÷` of Decimals are exact; a division that does not come out raises `decimal.Inexact`."""
    return localcontext(_EXACT)


def reduced(number: int | Decimal) -> int | Decimal:
    """The plainest form of the same value: 47.0 → 47 (an int), 4.70 → Decimal("4.7"), −0.0 → 0."""
    if isinstance(number, int):
        return number if type(number) is int else int(number)
    if number == 0:
        return 0
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int), "NaN and Infinity are refused where numbers come in"
    last = len(digits)
    while exponent < 0 and digits[last - 1] == 0:
        last -= 1
        exponent += 1
    if exponent < 0:
        return Decimal((sign, digits[:last], exponent))
    whole: int = int("".join(map(str, digits[:last]))) * 10**exponent
    return -whole if sign else whole


def plain(number: int | Decimal) -> str:
    """As people write it: "4700", "0.0047", "−3" (a real minus sign). Never an exponent, never a trailing zero."""
    number = reduced(number)
    text = str(abs(number)) if isinstance(number, int) else format(number.copy_abs(), "f")
    return f"{MINUS}{text}" if number < 0 else text


def operand(number: int | Decimal) -> str:
    """As `plain`, in brackets when negative, to stand behind another sign: 5 + (−3)."""
    return f"({plain(number)})" if number < 0 else plain(number)


def is_whole(number: int | Decimal) -> bool:
    return isinstance(reduced(number), int)


def places(number: int | Decimal) -> int:
    """How many digits stand after the point: 4.75 → 2, 47 → 0."""
    number = reduced(number)
    if isinstance(number, int):
        return 0
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return -exponent


def digit_count(number: int | Decimal) -> int:
    """How many digits are written, on both sides of the point: 470 → 3, 0.05 → 3."""
    return len(plain(number).replace(".", "").lstrip(MINUS))


def hours_and_minutes(time: int) -> tuple[int, int]:
    """245 → (2, 45)."""
    return divmod(time, 100)


def run_together(hours: int, minutes: int) -> int:
    """(2, 45) → 245."""
    return hours * 100 + minutes


def clock(time: int) -> str:
    """245 → "2:45"."""
    hours, minutes = hours_and_minutes(time)
    return f"{hours}:{minutes:02}"


def _no_truth_values(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("number_type", "Input should be a valid number, not true or false")
    return value


def _of_some_size(number: int | Decimal) -> int | Decimal:
    """Looks at the exponent before anything is written out: 1e999999 must cost nothing."""
    if isinstance(number, Decimal):
        exponent = number.as_tuple().exponent
        assert isinstance(exponent, int)
        too_long = number.adjusted() >= MAX_NUMBER_DIGITS or exponent < -MAX_NUMBER_DIGITS
    else:
        too_long = abs(number) >= 10**MAX_NUMBER_DIGITS
    if too_long:
        raise PydanticCustomError(
            "number_size", "Input should be a valid number of at most {limit} digits", {"limit": MAX_NUMBER_DIGITS}
        )
    return reduced(number)


Number: TypeAlias = Annotated[
    int | Decimal,
    BeforeValidator(_no_truth_values),
    AfterValidator(_of_some_size),
    WithJsonSchema({"type": "number"}),
]
