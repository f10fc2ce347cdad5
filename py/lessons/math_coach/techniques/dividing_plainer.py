"""Divisions turned into plainer ones: without zeros, without points, without signs. Others do the dividing then."""

from __future__ import annotations

from collections.abc import Sequence

from domain import Answer, Operation, Quotient, places, plain, reduced
from technique import Technique

from techniques.sheet import (
    Division,
    Num,
    Sheet,
    best_first,
    best_way,
    count_of,
    from_the_tables,
    handy,
    is_between,
    leaves_a_rest,
    power_of_ten,
    size_of,
    the_zeros,
    zeros,
)


class _MadePlainer(Division):
    """Turns a division into a plainer one, lets the best way for that do the work, and turns the answer back."""

    def __init__(self, ways: Sequence[Technique]) -> None:
        self._ways = best_first(ways)

    def through(self, sheet: Sheet, a: Num, b: Num, say: str) -> Answer | None:
        """`a ÷ b` on the sheet, and its result; None, and nothing written, where nobody knows a way."""
        if from_the_tables(a, b):
            return sheet.divide(say, a, b)
        if (found := best_way(a, Operation.DIVIDE, b, self._ways)) is None:
            return None
        return sheet.take_over(say, *found)


class DivideRoundNumbers(_MadePlainer):
    name = "divide_round_numbers"
    title = "Crossing off zeros"
    rule = "Cross off as many zeros from one number as from the other. What is left over gets its zeros back."
    priority = 9

    def fits(self, a: Num, b: Num) -> bool:
        both = is_between(a, 10, 10**7) and is_between(b, 20, 10**7) and a % 10 == 0 == b % 10
        return both and power_of_ten(b) == 0 and a != b

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        count = min(zeros(int(a)), zeros(int(b)))
        power = 10**count
        less, by = int(a) // power, int(b) // power
        say = f"Cross off {count_of(count, 'zero')} from both numbers and work out {less} ÷ {by}"
        found = self.through(sheet, less, by, say)
        if isinstance(found, Quotient):
            rest = found.rest * power
            say = f"The {found.rest} that is left over gets {the_zeros(count)} back"
            sheet.finish(say, a, b, found.whole, rest)


class DivideLeavingZeros(_MadePlainer):
    name = "divide_leaving_zeros"
    title = "Leaving zeros for the end"
    rule = "Leave the zeros aside and divide what stands before them. Write the zeros behind the result."
    priority = 8

    def fits(self, a: Num, b: Num) -> bool:
        return is_between(a, 20, 10**7) and is_between(b, 2, 999) and b % 10 != 0 and self._spare(int(a), int(b)) > 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        spare = self._spare(int(a), int(b))
        bare = int(a) // 10**spare
        say = f"Leave {count_of(spare, 'zero')} of {a} aside and work out {bare} ÷ {b}"
        found = self.through(sheet, bare, b, say)
        if found is not None and not isinstance(found, Quotient):
            sheet.multiply(f"Write {the_zeros(spare)} behind it", found, 10**spare)

    @staticmethod
    def _spare(a: int, b: int) -> int:
        """How many zeros can stay aside so that the division still comes out whole."""
        return next((spare for spare in range(zeros(a), 0, -1) if a // 10**spare % b == 0), 0)


class DivideByDecimal(_MadePlainer):
    name = "divide_by_decimal"
    title = "Dividing by a decimal"
    rule = "Multiply both numbers by 10 (or 100, …) until the divisor is a whole number. The answer stays the same."
    priority = 7

    def fits(self, a: Num, b: Num) -> bool:
        return not isinstance(b, int) and places(b) <= 3 and handy(a, 4) and handy(b)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        power = 10 ** places(b)
        more, by = a * power, b * power
        say = f"Multiply both numbers by {power}: the same as {plain(more)} ÷ {plain(by)}"
        self.through(sheet, reduced(more), int(by), say)


class DivideDecimal(_MadePlainer):
    name = "divide_decimal"
    title = "Dividing a decimal by a whole number"
    rule = "Leave the point aside and divide as with whole numbers; then put the point back where it was."
    priority = 7

    def fits(self, a: Num, b: Num) -> bool:
        return not isinstance(a, int) and handy(a, 4) and is_between(b, 2, 999) and self._shift(a, int(b)) > 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        shift = self._shift(a, int(b))
        units = int(a * 10**shift)
        parts = {1: "tenths", 2: "hundredths", 3: "thousandths"}[shift]
        found = self.through(sheet, units, b, f"{plain(a)} is {units} {parts}. Work out {units} ÷ {b}")
        if found is not None and not isinstance(found, Quotient):
            sheet.divide(f"These are {parts}: put the point back", found, 10**shift)

    @staticmethod
    def _shift(a: Num, b: int) -> int:
        """How many places to move the point so that the division comes out whole; 0 where 3 are too few."""
        return next((shift for shift in range(max(places(a), 1), 4) if int(a * 10**shift) % b == 0), 0)


class DivideWithSigns(_MadePlainer):
    name = "divide_with_signs"
    title = "Dividing with minus signs"
    rule = "Divide without the signs. One minus sign makes the answer negative; two of them cancel out."
    priority = 9

    def fits(self, a: Num, b: Num) -> bool:
        whole = isinstance(a, int) and isinstance(b, int)
        return (a < 0 or b < 0) and a != 0 and not (whole and leaves_a_rest(abs(int(a)), abs(int(b))))

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        x, y = size_of(a), size_of(b)
        found = self.through(sheet, x, y, f"Leave the signs aside and work out {plain(x)} ÷ {plain(y)}")
        if found is None or isinstance(found, Quotient):
            return
        if a < 0 and b < 0:
            sheet.write("Two minus signs cancel out: the answer is positive", found)
        else:
            sheet.write("One minus sign: the answer is negative", -found)


def made_plainer(ways: Sequence[Division]) -> tuple[Division, ...]:
    """The techniques of this module; what they have made plainer they hand on to `ways` and to each other."""
    crossed = DivideRoundNumbers((*ways, DivideLeavingZeros(ways)))
    whole = (*ways, DivideLeavingZeros(ways), crossed)
    decimal = DivideDecimal(whole)
    by_decimal = DivideByDecimal((*whole, decimal))
    return (crossed, DivideLeavingZeros(ways), by_decimal, decimal, DivideWithSigns((*whole, decimal, by_decimal)))
