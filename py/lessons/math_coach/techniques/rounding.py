"""Which round number is near, and which numbers are easy to hold. Knows no shortcut and no operation."""

from __future__ import annotations

from decimal import Decimal

from numerals import is_whole, places, reduced

Num = int | Decimal


def handy_whole(n: Num) -> bool:
    """A whole number from 1 to 999,999,999: people say it in one breath."""
    return isinstance(n, int) and 0 < n < 10**9


def handy_decimal(n: Num) -> bool:
    """Above 0, below 10,000, with one to three digits after the point."""
    return not isinstance(n, int) and 0 < n < 10_000 and places(n) <= 3


def is_nines(n: Num) -> bool:
    """9, 99, 999, …"""
    return handy_whole(n) and set(str(n)) == {"9"}


def gap_above(n: int, most: int = 2) -> int:
    """How little is missing to the roundest number near: 398 → 2, 58 → 2, 1,970 → 30; 0 where none is near.

    Near means: at most `most` units of the place below the round one, so that the gap is one digit and zeros.
    """
    if n < 11:
        return 0
    for zeros in range(len(str(n)), 0, -1):
        gap: int = -n % 10**zeros
        unit = int("1".ljust(len(str(gap)), "0"))
        if 0 < gap <= most * 10 ** (zeros - 1) and gap % unit == 0 and gap // unit <= most:
            return gap
    return 0


def just_over(n: Num) -> int:
    """What a number has above round hundreds: 203 → 3, 1,008 → 8; 0 where it is not just over."""
    if not handy_whole(n) or n < 100:
        return 0
    rest = int(n) % 100
    return rest if rest < 10 else 0


def whole_and_fraction(n: Num) -> tuple[int, Num]:
    """4.7 → (4, 0.7), for numbers of 0 and more."""
    return int(n), reduced(n - int(n))


def gap_to_whole(n: Num) -> Num:
    """2.9 → 0.1, 4.98 → 0.02, 7.95 → 0.05: what is missing to the next whole number, 0 where that is not just a bit."""
    if is_whole(n):
        return 0
    gap = reduced(int(n) + 1 - n)
    digits = str(gap).replace(".", "").lstrip("0")
    return gap if gap <= Decimal("0.2") and digits in ("1", "2", "3", "5") else 0


def ending(n: Num) -> int:
    """The last digit of a whole number."""
    return int(n) % 10
