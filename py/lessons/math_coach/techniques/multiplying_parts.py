"""Multiplying by taking numbers apart: factors, places, digits; without zeros, points, signs. No other operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from domain import Operation, Quotient, places, plain
from technique import Technique

from techniques.multiplying import MULTIPLYING
from techniques.multiplying_near import MULTIPLYING_NEAR
from techniques.sheet import (
    Num,
    Product,
    Sheet,
    best_first,
    best_way,
    count_of,
    figures,
    handy,
    in_one_go,
    is_between,
    is_plain_sight,
    multiply_by_round,
    multiply_out,
    parts_of,
    power_of_ten,
    size_of,
    the_zeros,
    zeros,
)


class FactorsTo100(Product):
    name = "multiply_factors_to_100"
    title = "Finding a 4 × 25 or an 8 × 125"
    rule = (
        "4 × 25 is 100 and 8 × 125 is 1000. Take the 4 out of one number and the 25 out of the other, "
        "multiply what is left, and put the 100 back."
    )
    priority = 8

    def fits(self, n: Num, by: Num) -> bool:
        if not (is_between(by, 175, 999) and by % 25 == 0 and by % 50 and isinstance(n, int) and n > 0):
            return False
        small, large = self._pair(int(n), int(by))
        return n % small == 0 and is_plain_sight(int(n) // small, int(by) // large)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        small, large = self._pair(int(n), int(by))
        left = sheet.divide(f"{n} is a multiple of {small}: take the {small} out", n, small)
        right = sheet.divide(f"{by} is a multiple of {large}: take the {large} out", by, large)
        product = sheet.multiply("Multiply what is left", left, right)
        sheet.multiply(f"{small} × {large} is {small * large}: put it back", product, small * large)

    @staticmethod
    def _pair(n: int, by: int) -> tuple[int, int]:
        return (8, 125) if n % 8 == 0 and by % 125 == 0 else (4, 25)


class HalveAndDouble(Product):
    name = "halve_and_double"
    title = "Halving one number and doubling the other"
    rule = "Halve the even number and double the one that ends in 5: the product stays the same and gets rounder."
    priority = 7

    def fits(self, n: Num, by: Num) -> bool:
        if not (is_between(n, 2, 999) and n % 2 == 0 and handy(by) and plain(by)[-1] == "5") or figures(by) == 1:
            return False
        halved, doubled = self._rounder(int(n), by)
        return isinstance(doubled, int) and figures(doubled) == 1 and figures(halved) < 3

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        until, _ = self._rounder(int(n), by)
        first = True
        while n != until:
            n = sheet.divide(f"Halve {plain(n)}" if first else f"Halve {plain(n)} too", n, 2)
            by = sheet.multiply(f"Double {plain(by)} to keep the balance" if first else f"Double {plain(by)}", by, 2)
            first = False
        if n > 1:
            multiply_by_round(sheet, n, int(by), "Multiply the two")

    @staticmethod
    def _rounder(n: int, by: Num) -> tuple[int, Num]:
        """Halve and double until the doubled number has one figure or the other is odd."""
        while n % 2 == 0 and figures(by) > 1:
            n, by = n // 2, by * 2
        return n, int(by) if by == int(by) else by


class MultiplyByFactors(Product):
    name = "multiply_by_factors"
    title = "Multiplying in two goes"
    rule = "Split one number into two factors, 18 into 9 × 2 for instance. Multiply by the first, then by the second."
    priority = 5
    _factors: ClassVar[dict[int, tuple[int, int]]] = {
        14: (7, 2),
        18: (9, 2),
        21: (7, 3),
        24: (8, 3),
        27: (9, 3),
        28: (7, 4),
        36: (9, 4),
    }

    def fits(self, n: Num, by: Num) -> bool:
        return by in self._factors and is_between(n, 11, 99) and n % 10 != 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        first, second = self._factors[int(by)]
        lots: Num = multiply_out(sheet, int(n), first, f"{by} is {first} × {second}. First {first} times {n}")
        if second == 3:
            multiply_out(sheet, int(lots), 3, f"Now 3 times {lots}")
            return
        for at in range(second // 2):
            lots = sheet.multiply("Double again" if at else f"Now {second} times that: double", lots, 2)


class MultiplyInParts(Product):
    name = "multiply_in_parts"
    title = "Multiplying in parts"
    rule = "Split one number into its places, 28 into 20 and 8 for instance. Multiply each part and add the results."
    priority = 2

    def fits(self, n: Num, by: Num) -> bool:
        """`by` is the number to be split; the one that makes less work."""
        if not (is_between(n, 2, 9999) and is_between(by, 11, 9999)):
            return False
        return (
            self._work_for(int(n), int(by)) <= self._work_for(int(by), int(n)) and self._work_for(int(n), int(by)) < 10
        )

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        products: list[Num] = []
        parts = parts_of(int(by))
        names = f"{', '.join(map(str, parts[:-1]))} and {parts[-1]}"
        for at, part in enumerate(parts):
            say = f"Then {n} times {part}" if at else f"Split {by} into {names}. First {n} times {part}"
            products.append(multiply_by_round(sheet, n, part, say))
        sheet.add("Add these up" if len(parts) > 2 else "Add the two", *products)

    def _work_for(self, n: int, by: int) -> int:
        """How many steps it takes to split `by`; more than 9 where there is nothing to split or too much."""
        parts = parts_of(by)
        if len(parts) < 2 or figures(n) > 3 or (figures(n) > 1 and len(parts) > 2):
            return 99
        return 1 + sum(1 if in_one_go(n, part) else len(parts_of(n)) + 1 + (part > 9) for part in parts)


class MultiplyCrosswise(Product):
    name = "multiply_crosswise"
    title = "Multiplying digit by digit, crosswise"
    rule = (
        "Work from the left. Multiply the first digits; then crosswise the digits that make the next place, and so on "
        "to the last digits. After each, what you have moves one place up and the new number is added."
    )
    priority = 1

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(n, 12, 999) and is_between(by, 12, 999) and n % 10 != 0 != by % 10 and n >= by

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        width = len(str(n))
        upper, lower = ([int(digit) for digit in str(number).zfill(width)] for number in (n, by))
        total: Num = 0
        for place in range(2 * width - 1):
            pairs = [(upper[at], lower[place - at]) for at in range(width) if 0 <= place - at < width]
            pairs = [pair for pair in pairs if 0 not in pair]
            if not total and not pairs:
                continue
            new: Num = sheet.add_products(self._say(place, width, len(pairs)), *pairs) if pairs else 0
            total = sheet.shift_and_add("Move what you have one place up and add", total, new) if total else new

    @staticmethod
    def _say(place: int, width: int, count: int) -> str:
        where = ("ones", "tens", "hundreds", "thousands", "ten thousands")[2 * (width - 1) - place]
        if count == 1:
            return f"For the {where} there is one pair of digits: multiply it"
        return f"For the {where} multiply crosswise and add the {count} products"


class _MadePlainer(Product):
    """Turns a product into a plainer one, lets the best way for that do the work, and turns the answer back."""

    def __init__(self, ways: Sequence[Technique]) -> None:
        self._ways = best_first(ways)

    def through(self, sheet: Sheet, n: Num, by: Num, say: str) -> Num | None:
        """`n × by` on the sheet, and its result; None, and nothing written, where nobody knows a way."""
        if isinstance(n, int) and isinstance(by, int) and (is_plain_sight(n, by) or figures(n) == figures(by) == 1):
            return sheet.multiply(say, n, by)
        if (found := best_way(n, Operation.MULTIPLY, by, self._ways)) is None:
            return None
        answer = sheet.take_over(say, *found)
        assert not isinstance(answer, Quotient), "a product has no rest"
        return answer


class MultiplyRoundNumbers(_MadePlainer):
    name = "multiply_round_numbers"
    title = "Leaving the zeros aside"
    rule = "Leave the zeros at the ends aside, multiply what is left, and write all the zeros behind the result."
    priority = 8

    def fits(self, n: Num, by: Num) -> bool:
        return (
            is_between(n, 2, 10**7)
            and is_between(by, 20, 10**7)
            and by % 10 == 0
            and 0 == power_of_ten(by) == power_of_ten(n)
        )

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        count, by_count = zeros(int(n)), zeros(int(by))
        bare, by_bare = int(n) // 10**count, int(by) // 10**by_count
        bare, by_bare = max(bare, by_bare), min(bare, by_bare)
        say = f"Leave the zeros of {n} and {by} aside" if count else f"Leave {the_zeros(by_count)} of {by} aside"
        lots = self.through(sheet, bare, by_bare, f"{say} and work out {bare} × {by_bare}")
        if lots is not None:
            together = count + by_count
            sheet.multiply(f"Write {the_zeros(together)} behind it again", lots, 10**together)


class MultiplyDecimals(_MadePlainer):
    name = "multiply_decimals"
    title = "Leaving the points aside"
    rule = (
        "Leave the decimal points aside and multiply as with whole numbers. The answer gets as many digits after "
        "the point as both numbers have together."
    )
    priority = 5

    def fits(self, n: Num, by: Num) -> bool:
        return not isinstance(n, int) and places(n) <= 4 and handy(by, 4) and handy(n, 4)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        count = places(n) + places(by)
        low, high = sorted((int(n * 10 ** places(n)), int(by * 10 ** places(by))))
        say = f"Leave the {'points' if places(by) else 'point'} aside and work out {high} × {low}"
        lots = self.through(sheet, high, low, say)
        if lots is not None:
            sheet.divide(f"Put the point back, with {count_of(count, 'digit')} behind it", lots, 10**count)


class MultiplyWithSigns(_MadePlainer):
    name = "multiply_with_signs"
    title = "Multiplying with minus signs"
    rule = "Multiply without the signs. One minus sign makes the answer negative; two of them cancel out."
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return by < 0 != n

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        low, high = sorted((size_of(n), size_of(by)))
        lots = self.through(sheet, high, low, f"Leave the signs aside and work out {plain(high)} × {plain(low)}")
        if lots is None:
            return
        if n < 0:
            sheet.write("Two minus signs cancel out: the answer is positive", lots)
        else:
            sheet.write("One minus sign: the answer is negative", -lots)


_APART = (FactorsTo100(), HalveAndDouble(), MultiplyByFactors(), MultiplyInParts(), MultiplyCrosswise())
_ROUND = MultiplyRoundNumbers((*MULTIPLYING, *MULTIPLYING_NEAR, *_APART))
_DECIMAL = MultiplyDecimals((*MULTIPLYING, *MULTIPLYING_NEAR, *_APART, _ROUND))
_SIGNED = MultiplyWithSigns((*MULTIPLYING, *MULTIPLYING_NEAR, *_APART, _ROUND, _DECIMAL))

MULTIPLYING_PARTS: tuple[Product, ...] = (_ROUND, *_APART, _DECIMAL, _SIGNED)
