"""Multiplying by powers of ten and by parts of them: fives, halves, quarters. Knows no other operation."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar

from domain import places, plain

from techniques.multiplying_by import MULTIPLYING_BY
from techniques.sheet import Num, Product, Sheet, count_of, handy, power_of_ten

_HALVINGS = ("halve", "halve again", "halve once more")


class MultiplyBy0Or1(Product):
    name = "multiply_by_0_or_1"
    title = "Multiplying by 0 or 1"
    rule = "No lots of a number are nothing, so times 0 is always 0. One lot of a number is the number itself."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return by in (0, 1)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        nothing, itself = f"No lots of {plain(n)}: nothing", f"One lot of {plain(n)} is {plain(n)} itself"
        sheet.multiply(nothing if by == 0 else itself, n, by)


class MultiplyByPowerOf10(Product):
    name = "multiply_by_power_of_10"
    title = "Multiplying by 10, 100, 1000, … or 0.1, 0.01, …"
    rule = (
        "Every digit moves one place up for each zero: a whole number gets the zeros written behind it, "
        "in a decimal the point moves that many places to the right. With 0.1, 0.01, … it moves to the left."
    )
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return n > 0 and n != 1 and power_of_ten(by) != 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        power = power_of_ten(by)
        if power < 0:
            say = f"{plain(by)} is 1 moved {count_of(-power, 'place')} down: move the point as far to the left"
        elif isinstance(n, int):
            say = f"{by} has {count_of(power, 'zero')}, so write {count_of(power, 'zero')} behind {n}"
        else:
            spare = power - places(n)
            say = f"{by} has {count_of(power, 'zero')}, so move the point {count_of(power, 'place')} to the right"
            say += f" and fill up with {count_of(spare, 'zero')}" if spare > 0 else ""
        sheet.multiply(say, n, by)


class _PartOfAPower(Product):
    """Multiplying by a power of ten that was halved once or more: the halving and the zeros go in either order."""

    halvings: ClassVar[int]
    multipliers: ClassVar[dict[int, int]]  # the number → the power of ten that it is a part of

    def fits(self, n: Num, by: Num) -> bool:
        return by in self.multipliers and handy(n, 4)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        power = self.multipliers[int(by)]
        part = 2**self.halvings
        meaning = f"{by} is {power} ÷ {part}"
        if n % part == 0:
            for at in range(self.halvings):
                say = _HALVINGS[at] if at else f"{meaning}, so first halve {plain(n)}"
                n = sheet.divide(say.capitalize() if at else say, n, 2)
            sheet.multiply(f"Then multiply by {power}", n, power)
            return
        n = sheet.multiply(f"{meaning}, so first multiply by {power}", n, power)
        for at in range(self.halvings):
            n = sheet.divide("Then halve" if at == 0 else _HALVINGS[at].capitalize(), n, 2)


class MultiplyBy5(_PartOfAPower):
    name = "multiply_by_5"
    title = "Multiplying by 5"
    rule = "5 is half of 10: halve the number and multiply by 10. For an odd number multiply by 10 first, then halve."
    priority = 10
    halvings = 1
    multipliers: ClassVar[dict[int, int]] = {5: 10}


class MultiplyBy50(_PartOfAPower):
    name = "multiply_by_50"
    title = "Multiplying by 50 or 500"
    rule = "50 is half of 100: halve the number and multiply by 100, or the other way round. 500 is half of 1000."
    priority = 10
    halvings = 1
    multipliers: ClassVar[dict[int, int]] = {50: 100, 500: 1000}


class MultiplyBy25(_PartOfAPower):
    name = "multiply_by_25"
    title = "Multiplying by 25 or 250"
    rule = "25 is a quarter of 100: halve twice and multiply by 100, or the other way round. 250 is a quarter of 1000."
    priority = 10
    halvings = 2
    multipliers: ClassVar[dict[int, int]] = {25: 100, 250: 1000}


class MultiplyBy125(_PartOfAPower):
    name = "multiply_by_125"
    title = "Multiplying by 125"
    rule = "125 is an eighth of 1000: halve three times and multiply by 1000, or the other way round."
    priority = 10
    halvings = 3
    multipliers: ClassVar[dict[int, int]] = {125: 1000}


class MultiplyBy75(Product):
    name = "multiply_by_75"
    title = "Multiplying by 75"
    rule = (
        "75 is three quarters of 100. Take a quarter of the number, three times that, and multiply by 100. "
        "Where the quarter is no whole number, take 50 times and 25 times and add them."
    )
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return by == 75 and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        if n % 4 == 0:
            half = sheet.divide(f"75 is three quarters of 100. For a quarter of {plain(n)} halve it", n, 2)
            quarter = sheet.divide("And halve again", half, 2)
            sheet.multiply("Multiply by 100", sheet.multiply("Three quarters are three times as much", quarter, 3), 100)
            return
        hundred = sheet.multiply("75 is 50 and 25 together, both parts of 100, so first multiply by 100", n, 100)
        fifty = sheet.divide("Halve it: that is 50 times", hundred, 2)
        sheet.add("Add the two", fifty, sheet.divide("Halve again: that is 25 times", fifty, 2))


class MultiplyBy15(Product):
    name = "multiply_by_15"
    title = "Multiplying by 15 or 150"
    rule = "15 is 10 and half of 10: multiply by 10, then add half of what you have. 150 is 100 and half of 100."
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return by in (15, 150) and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        power = 10 if by == 15 else 100
        tens = sheet.multiply(f"{by} is {power} and half of {power}, so first multiply by {power}", n, power)
        sheet.add("Add the two", tens, sheet.divide("Take half of that", tens, 2))


class MultiplyByHalfOrQuarter(Product):
    name = "multiply_by_half_or_quarter"
    title = "Multiplying by 0.5, 0.25 or 0.125"
    rule = "0.5 is a half: halve the number. 0.25 is a quarter: halve twice. 0.125 is an eighth: halve three times."
    priority = 10
    _times: ClassVar[dict[Decimal, tuple[str, int]]] = {
        Decimal("0.5"): ("a half", 1),
        Decimal("0.25"): ("a quarter", 2),
        Decimal("0.125"): ("an eighth", 3),
    }

    def fits(self, n: Num, by: Num) -> bool:
        return by in self._times and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        word, times = self._times[Decimal(by)]
        for at in range(times):
            say = _HALVINGS[at].capitalize() if at else f"{plain(by)} is {word}, so halve {plain(n)}"
            n = sheet.divide(say, n, 2)


class MultiplyByAndAHalf(Product):
    name = "multiply_by_and_a_half"
    title = "Multiplying by one, two, three … and a half"
    rule = "Split the multiplier: 2.5 is 2 and a half. Take the whole lots, take half of the number, and add the two."
    priority = 7

    def fits(self, n: Num, by: Num) -> bool:
        return (
            isinstance(by, Decimal) and 1 < by < 13 and by % 1 == Decimal("0.5") and isinstance(n, int) and handy(n, 2)
        )

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        lots = int(by)
        whole = n if lots == 1 else sheet.multiply(f"{plain(by)} is {lots} and a half. First {lots} times {n}", lots, n)
        say = f"Then half of {n}" if lots > 1 else f"1.5 is one and a half. One lot is {n}; now take half of it"
        sheet.add("Add the two", whole, sheet.divide(say, n, 2))


MULTIPLYING: tuple[Product, ...] = (
    MultiplyBy0Or1(),
    MultiplyByPowerOf10(),
    MultiplyBy5(),
    MultiplyBy50(),
    MultiplyBy25(),
    MultiplyBy125(),
    MultiplyBy75(),
    MultiplyBy15(),
    MultiplyByHalfOrQuarter(),
    MultiplyByAndAHalf(),
    *MULTIPLYING_BY,
)
