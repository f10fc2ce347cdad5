"""Products of two numbers near a round number or near each other, and of a number by itself. Knows no other."""

from __future__ import annotations

from decimal import Decimal

from domain import plain

from techniques.sheet import Num, Product, Sheet, figures, handy, is_between, multiply_by_round


def _around(sheet: Sheet, n: int, by: int, base: int, what: str) -> None:
    """n × by from how far each is from `base`: (n + distance of by) × base + distance × distance."""
    off, by_off = n - base, by - base
    for number, distance in ((n, off), (by, by_off)):
        first, last = (number, base) if distance > 0 else (base, number)
        sheet.subtract(f"How far is {number} {'above' if distance > 0 else 'below'} {base}?", first, last)
        if n == by:
            break
    if by_off > 0:
        cross = sheet.add(f"Move {n} up by the distance of {by}: that is how many {what} there are", n, by_off)
    else:
        cross = sheet.subtract(f"Move {n} down by the distance of {by}: that is how many {what} there are", n, -by_off)
    rounds = sheet.multiply(f"Write down that many {what}", cross, base)
    corner = sheet.multiply("Multiply the two distances", abs(off), abs(by_off))
    if (off > 0) == (by_off > 0):
        sheet.add("Both are on the same side, so add it", rounds, corner)
    else:
        sheet.subtract("One is above and one below, so take it away", rounds, corner)


class Near100(Product):
    name = "near_100"
    title = "Multiplying two numbers near 100"
    rule = (
        "See how far each number is from 100. Move one number by the distance of the other: that many hundreds. "
        "Then multiply the distances: add that when both numbers are on the same side of 100, else take it away."
    )
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(n, 88, 112) and is_between(by, 88, 112) and n != 100 != by

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        _around(sheet, int(n), int(by), 100, "hundreds")


class Near1000(Product):
    name = "near_1000"
    title = "Multiplying two numbers near 1000"
    rule = (
        "See how far each number is from 1000. Move one number by the distance of the other: that many thousands. "
        "Then multiply the distances: add that when both numbers are on the same side of 1000, else take it away."
    )
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(n, 980, 1020) and is_between(by, 980, 1020) and n != 1000 != by

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        _around(sheet, int(n), int(by), 1000, "thousands")


class NearSameRound(Product):
    name = "near_same_round_number"
    title = "Multiplying two numbers near the same round number"
    rule = (
        "Both numbers lie close to the same round number. Move one number by the distance of the other and multiply "
        "by the round number. Then multiply the distances: add that on the same side, else take it away."
    )
    priority = 6

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(n, 21, 920) and is_between(by, 21, 920) and self._base(int(n), int(by)) != 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        base = self._base(int(n), int(by))
        _around(sheet, int(n), int(by), base, f"{base}s")

    @staticmethod
    def _base(n: int, by: int) -> int:
        """A round number that is near both, or 0."""
        unit, reach = (10, 4) if n < 96 else (100, 12)
        base = (n + by + unit) // (2 * unit) * unit
        return base if 0 < abs(n - base) <= reach and 0 < abs(by - base) <= reach and base not in (100, 1000) else 0


class SquareEndingIn5(Product):
    name = "times_itself_ending_in_5"
    title = "Squaring a number that ends in 5"
    rule = "Take what stands before the 5 and multiply it by the number after it. Write 25 behind the result."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return n == by and is_between(n, 15, 205) and n % 10 == 5

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        front = int(n) // 10
        say = f"{front} stands before the 5; multiply it by the next number, {front + 1}"
        hundreds = sheet.multiply(say, front, front + 1)
        sheet.add("Write 25 behind it", sheet.multiply("These are hundreds", hundreds, 100), 25)


class SquareOfAndAHalf(Product):
    name = "times_itself_and_a_half"
    title = "Squaring 1.5, 2.5, 3.5, …"
    rule = "Multiply the whole part by the number after it, then add 0.25 (a half times a half)."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return n == by and isinstance(n, Decimal) and 1 < n < 21 and n % 1 == Decimal("0.5")

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        whole = int(n)
        product = sheet.multiply(f"Multiply {whole} by the next number, {whole + 1}", whole, whole + 1)
        sheet.add("Add a half times a half, a quarter", product, Decimal("0.25"))


class SquareNear50(Product):
    name = "times_itself_near_50"
    title = "Squaring a number near 50"
    rule = "50 × 50 is 25 hundreds. Move the 25 by how far the number is from 50, then add the square of that distance."
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return n == by and is_between(n, 41, 59) and n != 50

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        off = int(n) - 50
        if off > 0:
            distance = sheet.subtract(f"How far is {n} above 50?", n, 50)
            count = sheet.add("50 × 50 is 25 hundreds: add the distance to the 25", 25, distance)
        else:
            distance = sheet.subtract(f"How far is {n} below 50?", 50, n)
            count = sheet.subtract("50 × 50 is 25 hundreds: take the distance from the 25", 25, distance)
        hundreds = sheet.multiply("These are hundreds", count, 100)
        sheet.add("Add the two", hundreds, sheet.square("Square the distance", distance))


class SquareByRounding(Product):
    name = "times_itself_by_rounding"
    title = "Squaring by way of a round number"
    rule = (
        "Make one of the two numbers round and move the other by as much the other way. Multiply these, "
        "and add the square of how far you moved."
    )
    priority = 8

    def fits(self, n: Num, by: Num) -> bool:
        return n == by and (is_between(n, 13, 95) or is_between(n, 103, 912)) and self._off(int(n)) != 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        off = self._off(int(n))
        if off < 0:
            high = sheet.add(f"{n} needs {-off} more to be round", n, -off)
            low = sheet.subtract(f"Move the other {n} down by as much", n, -off)
        else:
            low = sheet.subtract(f"{n} is {off} above a round number: take that off", n, off)
            high = sheet.add(f"Move the other {n} up by as much", n, off)
        product = sheet.multiply("Multiply the two", low, high)
        sheet.add("Add the two", product, sheet.square(f"Square the {abs(off)} that you moved", abs(off)))

    @staticmethod
    def _off(n: int) -> int:
        """How far n is above (or, below 0, under) the nearest round number; 0 where that is too far for this."""
        unit, reach = (10, 4) if n < 100 else (100, 12)
        off = (n + unit // 2) % unit - unit // 2
        return off if abs(off) <= reach else 0


class SameTensUnitsMake10(Product):
    name = "same_tens_units_make_10"
    title = "Same tens, and units that make 10"
    rule = (
        "The numbers start alike and their last digits add up to 10. Multiply what stands before the last digit by the "
        "number after it; behind it write the product of the last digits, with two places."
    )
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return (
            is_between(n, 11, 209)
            and is_between(by, 11, 209)
            and n // 10 == by // 10
            and n % 10 + by % 10 == 10
            and n != by
        )

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        front = int(n) // 10
        say = f"Both start with {front}, and {n % 10} + {by % 10} is 10. Multiply {front} by the number after it"
        hundreds = sheet.multiply("These are hundreds", sheet.multiply(say, front, front + 1), 100)
        sheet.add("Add the two", hundreds, sheet.multiply("Multiply the last digits", n % 10, by % 10))


class SameUnitsTensMake10(Product):
    name = "same_units_tens_make_10"
    title = "Same units, and tens that make 10"
    rule = "Multiply the tens digits and add the units digit: that many hundreds. Then add the units digit squared."
    priority = 8

    def fits(self, n: Num, by: Num) -> bool:
        return (
            is_between(n, 11, 99)
            and is_between(by, 11, 99)
            and n % 10 == by % 10 != 0
            and n // 10 + by // 10 == 10
            and n != by
        )

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        units = n % 10
        say = f"Both end in {units}, and {n // 10} tens and {by // 10} tens make 10. Multiply the tens digits"
        count = sheet.add(f"Add the {units}", sheet.multiply(say, n // 10, by // 10), units)
        hundreds = sheet.multiply("These are hundreds", count, 100)
        sheet.add("Add the two", hundreds, sheet.square("Square the units digit", units))


class DifferenceOfSquares(Product):
    name = "difference_of_squares"
    title = "Two numbers around a round middle"
    rule = "The numbers lie equally far below and above a middle. Square the middle and take away the distance squared."
    priority = 7

    def fits(self, n: Num, by: Num) -> bool:
        if not (is_between(n, 11, 1212) and is_between(by, 11, 1212)) or n >= by or (n + by) % 2:
            return False
        middle, distance = (n + by) // 2, (by - n) // 2
        tens = middle % 10 == 0 and middle <= 120
        return distance <= 12 and (tens or middle == 25 or (middle % 100 == 0 and middle <= 1200))

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        middle = (int(n) + int(by)) // 2
        distance = sheet.subtract(f"{middle} is the middle of {n} and {by}. How far is each from it?", middle, n)
        square = sheet.square("Square the middle", middle)
        sheet.subtract("Take it away", square, sheet.square("Square the distance", distance))


class MultiplyByAlmostRound(Product):
    name = "multiply_by_almost_round"
    title = "Multiplying by a number next to a round one"
    rule = (
        "Multiply by the round number instead, which is easier. Then put right what that was too much (19 is 20 − 1) "
        "or too little (31 is 30 + 1)."
    )
    priority = 6

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(by, 18, 1003) and self._off(int(by)) != 0 and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        off = self._off(int(by))
        near = int(by) - off
        sign = "+" if off > 0 else "−"
        rounds = multiply_by_round(sheet, n, near, f"{by} is {near} {sign} {abs(off)}, so first multiply by {near}")
        what = f"{off} lots of {plain(n)} are missing" if off > 0 else f"That is {-off} lots of {plain(n)} too many"
        rest = n if abs(off) == 1 else sheet.multiply(what, n, abs(off))
        if off > 0:
            sheet.add("Add it" if off > 1 else f"One more {plain(n)} is missing: add it", rounds, rest)
        else:
            sheet.subtract(
                "Take it away" if off < -1 else f"That is one {plain(n)} too many: take it away", rounds, rest
            )

    @staticmethod
    def _off(by: int) -> int:
        """How far `by` is above (or, below 0, under) a number with one figure, where that is near enough; else 0."""
        unit, reach = (10, 2) if by < 95 else (100, 3)
        off = (by + unit // 2) % unit - unit // 2
        return off if abs(off) <= reach and figures(by - off) == 1 else 0


MULTIPLYING_NEAR: tuple[Product, ...] = (
    Near100(),
    Near1000(),
    NearSameRound(),
    SquareEndingIn5(),
    SquareOfAndAHalf(),
    SquareNear50(),
    SquareByRounding(),
    SameTensUnitsMake10(),
    SameUnitsTensMake10(),
    DifferenceOfSquares(),
    MultiplyByAlmostRound(),
)
