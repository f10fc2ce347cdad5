"""Dividing by taking numbers apart, by changing both alike, or by way of a round number. Knows no other operation."""

from __future__ import annotations

import math
from typing import ClassVar

from domain import plain

from techniques.sheet import (
    Division,
    Num,
    Sheet,
    comes_out,
    count_of,
    figures,
    from_the_tables,
    handy,
    is_between,
    leaves_a_rest,
    parts_of,
    power_of_ten,
    zeros,
)


class DivideDoublingBoth(Division):
    name = "divide_doubling_both"
    title = "Doubling both numbers"
    rule = "Double both numbers: the answer stays the same, and a divisor that ended in 5 becomes a round one."
    priority = 8

    def fits(self, a: Num, b: Num) -> bool:
        return (
            figures(b) > 1
            and plain(b)[-1] == "5"
            and b < 1000
            and handy(a)
            and self._times(b) > 0
            and comes_out(a, b, 1)
        )

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        for at in range(self._times(b)):
            again = " again" if at else ""
            a = sheet.multiply(f"Double {plain(a)}{again}", a, 2)
            b = sheet.multiply(f"Double {plain(b)} as well", b, 2)
        count = zeros(int(b))
        if count:
            a = sheet.divide(f"Divide by {b} in two goes: first by {10**count}", a, 10**count)
        sheet.divide(f"Then by {int(b) // 10**count}" if count else "Now divide", a, int(b) // 10**count)

    @staticmethod
    def _times(b: Num) -> int:
        """How often to double until `b` is whole with one figure; 0 where once or twice is not enough."""
        return next((times for times in (1, 2) if figures(b * 2**times) == 1 and b * 2**times >= 1), 0)


class DivideByRoundNumber(Division):
    name = "divide_by_round_number"
    title = "Dividing by 20, 30, 400, …"
    rule = "20 is 10 × 2: divide by 10, which only moves the point, and then by 2. In the same way 400 is 100 × 4."
    priority = 7

    def fits(self, a: Num, b: Num) -> bool:
        round_one = is_between(b, 20, 9000) and b % 10 == 0 and figures(b) == 1 and not power_of_ten(b)
        return round_one and handy(a) and comes_out(a, b, 3) and figures(a) > 1

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        power = 10 ** zeros(int(b))
        digit = int(b) // power
        tenth = sheet.divide(f"{b} is {power} × {digit}. First divide by {power}: move the point", a, power)
        if digit not in (4, 8):
            sheet.divide(f"Then divide by {digit}", tenth, digit)
            return
        for at in range(3 if digit == 8 else 2):
            tenth = sheet.divide("Halve again" if at else f"To divide by {digit}, halve", tenth, 2)


class DivideByFactors(Division):
    name = "divide_by_factors"
    title = "Dividing in two goes"
    rule = "Split the divisor into two factors, 14 into 2 × 7 for instance. Divide by the first, then by the second."
    priority = 6
    _factors: ClassVar[dict[int, tuple[int, int]]] = {
        low * high: (low, high) for high in range(3, 10) for low in range(2, high + 1) if low * high not in (8, 10, 16)
    }

    def fits(self, a: Num, b: Num) -> bool:
        return b in self._factors and is_between(a, 24, 9999) and a % b == 0 and not from_the_tables(a, b)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        first, second = self._factors[int(b)]
        part = sheet.divide(f"{b} is {first} × {second}. First divide by {first}", a, first)
        sheet.divide(f"Then divide by {second}", part, second)


class DivideCancelling(Division):
    name = "divide_cancelling"
    title = "Cancelling a common factor"
    rule = "Divide both numbers by the same factor: the answer stays the same and the numbers get smaller."
    priority = 5

    def fits(self, a: Num, b: Num) -> bool:
        if not (is_between(a, 2, 9999) and is_between(b, 6, 999)) or not comes_out(a, b, 3) or from_the_tables(a, b):
            return False
        common = self._factor(int(a), int(b))
        return common > 1 and b // common <= 9 and (a % b == 0 or b // common in (2, 4, 5, 8))

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        common = self._factor(int(a), int(b))
        left = sheet.divide(f"{common} goes into both. Divide {a} by it", a, common)
        right = sheet.divide(f"Divide {b} by it", b, common)
        sheet.divide("Now divide the smaller numbers", left, right)

    @staticmethod
    def _factor(a: int, b: int) -> int:
        """The largest factor up to 10 of both, but not `b` itself; 1 where there is none."""
        common = math.gcd(a, b)
        return next((factor for factor in range(10, 1, -1) if common % factor == 0 and factor < b), 1)


class DivideByAlmostRound(Division):
    name = "divide_by_almost_round"
    title = "Dividing by a number just below a round one"
    rule = (
        "Divide by the round number instead. Each time that took a little too much, so give that back to what is "
        "left over, and see whether the divisor fits into it once more."
    )
    priority = 5

    def fits(self, a: Num, b: Num) -> bool:
        if not (is_between(b, 18, 998) and is_between(a, 18, 9999)) or a < b or not (a % b == 0 or leaves_a_rest(a, b)):
            return False
        near = self._near(int(b))
        return near > 0 and near <= a and 0 <= a // b - a // near <= 1 and a // near <= 50 and figures(a // near) <= 2

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        near = self._near(int(b))
        off, whole = near - int(b), int(a) // near
        times = count_of(whole, "time")
        taken = sheet.multiply(f"{b} is {near} − {off}. {near} fits into {a} {times}; take that out", whole, near)
        left = sheet.subtract("What is left over", a, taken)
        back = sheet.multiply(f"Each time {off} was too much: how much is that?", whole, off) if off > 1 else whole
        left = sheet.add(f"Each time 1 was too much: give {whole} back" if off == 1 else "Give it back", left, back)
        if left >= b:
            left = sheet.subtract(f"{b} fits into that once more: take it out", left, b)
            whole = int(sheet.add("Count that one too", whole, 1))
        say = f"So {b} fits {count_of(whole, 'time')}" + (f", and {plain(left)} is left over" if left else " exactly")
        sheet.finish(say, a, b, whole, int(left))

    @staticmethod
    def _near(b: int) -> int:
        """The number with one figure just above `b`, or 0."""
        unit, reach = (10, 2) if b < 90 else (100, 4)
        near = -(-b // unit) * unit
        return near if 0 < near - b <= reach and figures(near) == 1 else 0


class DivideRoundingUp(Division):
    name = "divide_rounding_up"
    title = "Dividing from just below a round number"
    rule = "Divide the round number a little above, which is easier, and take away what that was too much."
    priority = 7

    def fits(self, a: Num, b: Num) -> bool:
        return is_between(b, 3, 12) and is_between(a, 18 * b, 9999) and a % b == 0 and (a // b) % 10 in (8, 9)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        above = -(-(a // b) // 10) * 10 * b
        over = above - a
        sheet.add(f"{a} is just below a number that is easy to divide by {b}", a, over)
        lots = sheet.divide("Divide that one", above, b)
        sheet.subtract("Take that away", lots, sheet.divide(f"The {over} came on top: divide it too", over, b))


class DivideInParts(Division):
    name = "divide_in_parts"
    title = "Dividing in parts"
    rule = "Split the number into parts that the divisor goes into easily. Divide each part and add the results."
    priority = 3

    def fits(self, a: Num, b: Num) -> bool:
        if not (is_between(b, 2, 12) and is_between(a, 11 * b, 9999)):
            return False
        pieces, rest = self._pieces(a, b)
        return len(pieces) + (rest > 0) > 1 and (a % b == 0 or leaves_a_rest(a, b) or b in (2, 4, 5, 8))

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        pieces, rest = self._pieces(int(a), int(b))
        listed = [*pieces, rest] if rest else pieces
        names = f"{', '.join(map(str, listed[:-1]))} and {listed[-1]}"
        results: list[Num] = []
        for at, piece in enumerate(pieces):
            say = f"Then divide {piece}" if at else f"Split {a} into {names}. Divide {piece}"
            results.append(sheet.divide(say, piece, b))
        if rest and not leaves_a_rest(int(a), int(b)):
            results.append(sheet.divide(f"Then divide the {rest}", rest, b))
            rest = 0
        whole = sheet.add("Add the results", *results) if len(results) > 1 else results[0]
        if rest:
            sheet.finish(f"The {rest} is left over", a, b, int(whole), rest)

    @staticmethod
    def _pieces(a: int, b: int) -> tuple[list[int], int]:
        """Parts of `a` that `b` goes into, and the rest. For 2 these are its places: each is halved at sight."""
        return (parts_of(a), 0) if b == 2 else ([part * b for part in parts_of(a // b)], a % b)


class DivideMultiplyingUp(Division):
    name = "divide_multiplying_up"
    title = "Multiplying up"
    rule = (
        "Ask what times the divisor comes close without going over. Take that out and ask again for what is left. "
        "Add up how many times it was; what can't be shared any more is left over."
    )
    priority = 2

    def fits(self, a: Num, b: Num) -> bool:
        if not (is_between(b, 2, 999) and is_between(a, 2, 9999)) or a <= b or from_the_tables(a, b):
            return False
        return (a % b == 0 or leaves_a_rest(a, b)) and len(parts_of(a // b)) <= 2

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        left: Num = a
        counts = parts_of(int(a) // int(b))
        for count in counts:
            fitting = f"{count_of(count, 'lot')} of {b} {'fits' if count == 1 else 'fit'} into {left}"
            taken = sheet.multiply(fitting, count, b)
            left = sheet.subtract("Take that out", left, taken) if taken != left else 0
        whole = sheet.add("How many lots is that together?", *counts) if len(counts) > 1 else counts[0]
        if left or len(counts) == 1:
            ending = f", and {plain(left)} is left over" if left else " exactly"
            sheet.finish(f"So {b} fits {count_of(int(whole), 'time')}{ending}", a, b, int(whole), int(left))


IN_PARTS: tuple[Division, ...] = (
    DivideDoublingBoth(),
    DivideByRoundNumber(),
    DivideRoundingUp(),
    DivideByFactors(),
    DivideCancelling(),
    DivideByAlmostRound(),
    DivideInParts(),
    DivideMultiplyingUp(),
)
