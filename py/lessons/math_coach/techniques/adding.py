"""Adding whole numbers with something special about them: nines, doubles, pairs, small steps. Knows no general way."""

from __future__ import annotations

from technique import Technique

from techniques.rounding import Num, ending, gap_above, handy_decimal, handy_whole, is_nines
from techniques.sheet import Sheet, parts_of
from techniques.two_numbers import Sum


class AddNines(Sum):
    name = "add_nines"
    title = "Adding 9, 99, 999, …"
    rule = (
        "A number made only of nines is one short of a power of ten. Add the power of ten, which changes a single "
        "digit, and take the 1 away again."
    )
    priority = 10

    def fits(self, n: Num, more: Num) -> bool:
        return is_nines(more) and n > 1 and (handy_whole(n) or handy_decimal(n))

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        ten = more + 1
        so_far = sheet.add(f"{more} is {ten} − 1, so first add {ten}", n, ten)
        sheet.subtract("Then take away the 1 that was too much", so_far, 1)


class PairsToHundred(Sum):
    name = "pairs_to_hundred"
    title = "Endings that make 100"
    rule = (
        "When the last digits make 10 and the tens make 90, the two endings are exactly 100 together. Spot the pair, "
        "then only the hundreds are left to add."
    )
    priority = 9

    def fits(self, n: Num, more: Num) -> bool:
        return (
            handy_whole(n) and handy_whole(more) and min(n, more) > 10 and ending(n) > 0 and n % 100 + more % 100 == 100
        )

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        x, y = int(n), int(more)
        sheet.add("The last digits make ten", x % 10, y % 10)
        if x % 100 > 10 and y % 100 > 10:
            sheet.add("The tens make ninety", x % 100 - x % 10, y % 100 - y % 10)
        hundred = sheet.add("Together that is exactly one hundred", 90, 10)
        hundreds_x, hundreds_y = x - x % 100, y - y % 100
        if hundreds_x and hundreds_y:
            hundreds = sheet.add("Add the hundreds", hundreds_x, hundreds_y)
            sheet.add("And the hundred that was made", hundreds, hundred)
        elif hundreds_x or hundreds_y:
            sheet.add("Add it to the hundreds that are there", hundreds_x or hundreds_y, hundred)


class RoundBoth(Sum):
    name = "round_both_up"
    title = "Both just below a hundred"
    rule = "When both numbers are a little short of round hundreds, add the hundreds and take away both shortages."
    priority = 8

    def fits(self, n: Num, more: Num) -> bool:
        return all(handy_whole(x) and x > 89 and 0 < -int(x) % 100 <= 5 for x in (n, more))

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        short, short_too = -int(n) % 100, -int(more) % 100
        total = sheet.add(
            f"{n} is nearly {n + short} and {more} is nearly {more + short_too}", n + short, more + short_too
        )
        away = sheet.add(f"That is {short} too much and {short_too} too much", short, short_too)
        sheet.subtract("Take away what was too much", total, away)


class Doubles(Sum):
    name = "doubles"
    title = "A number and itself"
    rule = "A number and itself is its double: double each place, the largest first, and put them together."
    priority = 8

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and n == more and len(parts_of(int(n))) > 1

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        doubled = [sheet.multiply(f"Double {part}", part, 2) for part in parts_of(int(n))]
        total = doubled[0]
        for each in doubled[1:]:
            total = sheet.add("Put them together", total, each)


class DoubleTheMiddle(Sum):
    name = "double_the_middle"
    title = "Double the number in the middle"
    rule = (
        "When there is an easy number exactly halfway between the two, move the difference across: both become "
        "the middle, and the sum is its double."
    )
    priority = 8

    def fits(self, n: Num, more: Num) -> bool:
        if not (handy_whole(n) and handy_whole(more)) or min(n, more) < 11:
            return False
        apart = int(more - n)
        return apart in (2, 4, 6, 8, 10, 20) and (int(n) + apart // 2) % 5 == 0

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        half = (more - n) // 2
        middle = sheet.add(f"Move {half} from {more} to {n}: both are now", n, half)
        sheet.multiply(f"So {n} + {more} is twice {middle}", middle, 2)


class NearDoubles(Sum):
    name = "near_doubles"
    title = "Nearly a double"
    rule = "When the numbers are neighbours, double the smaller one and add the little that the other has more."
    priority = 7

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and handy_whole(more) and n > 5 and ending(n) != 0 and 1 <= more - n <= 3

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        extra = more - n
        double = sheet.multiply(f"{more} is {n} and {extra} more, so double {n}", n, 2)
        sheet.add(f"Add the {extra} more", double, extra)


class CountOn(Sum):
    name = "count_on"
    title = "Counting on"
    rule = "For 2 or 3 there is nothing to work out: count on from the other number, one at a time, across the ten."
    priority = 8

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and more in (2, 3) and ending(n) + more > 9 and n > 7

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        now = n
        for at in range(int(more)):
            now = sheet.add(f"Count one on from {now}" if at == 0 else "And one more", now, 1)


class MakeTen(Sum):
    name = "make_ten"
    title = "Filling up to the next ten"
    rule = (
        "A single digit that goes past the next ten is added in two bites: first just enough to land on the ten, "
        "then the rest."
    )
    priority = 7

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and handy_whole(more) and 3 <= more <= 8 and more <= n and 1 <= 10 - ending(n) < more

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        fill = 10 - ending(int(n))
        round_ten = sheet.add(f"{n} needs {fill} to reach the next ten", n, fill)
        left = sheet.subtract(f"{fill} of the {more} is used up", more, fill)
        sheet.add(f"Add the {left} that is left", round_ten, left)


class RoundAndCompensate(Sum):
    name = "round_and_compensate"
    title = "Round up, then take back"
    rule = "When one number is just short of a round one, add the round number instead and take back what was too much."
    priority = 6

    def fits(self, n: Num, more: Num) -> bool:
        if not (handy_whole(n) and handy_whole(more)):
            return False
        gap, other = gap_above(int(more)), gap_above(int(n))
        # Of two such numbers the rounder one is rounded: for 129 + 99 that is 99.
        return 0 < gap < n and (other == 0 or len(parts_of(int(more) + gap)) <= len(parts_of(int(n) + other)))

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        gap = gap_above(int(more))
        total = sheet.add(f"{more} is nearly {more + gap}, so add {more + gap}", n, more + gap)
        sheet.subtract(f"That was {gap} too much, so take {gap} away", total, gap)


ADDING: tuple[Technique, ...] = (
    AddNines(),
    PairsToHundred(),
    RoundBoth(),
    Doubles(),
    DoubleTheMiddle(),
    CountOn(),
    NearDoubles(),
    MakeTen(),
    RoundAndCompensate(),
)
