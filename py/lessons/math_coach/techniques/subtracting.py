"""Taking one whole number from a larger: nines, round numbers, endings, small steps. Knows no general way."""

from __future__ import annotations

from domain import Operation, Problem
from technique import Technique, Working

from techniques.rounding import Num, ending, gap_above, handy_decimal, handy_whole, is_nines
from techniques.sheet import Sheet, parts_of
from techniques.two_numbers import Difference


class SubtractNines(Technique):
    name = "subtract_nines"
    title = "Taking away 9, 99, 999, …"
    rule = (
        "A number made only of nines is one short of a power of ten. Take the power of ten away, which changes a "
        "single digit, and give the 1 back."
    )
    operation = Operation.SUBTRACT
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        a, b = problem.a, problem.b
        return is_nines(b) and (handy_whole(a) or handy_decimal(a)) and a > b + 1

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        ten = problem.b + 1
        left = sheet.subtract(f"{problem.b} is {ten} − 1, so first take away {ten}", problem.a, ten)
        sheet.add("That was 1 too much, so give it back", left, 1)
        return sheet.steps, sheet.answer


class AllFromNine(Difference):
    name = "all_from_nine_last_from_ten"
    title = "All from nine and the last from ten"
    rule = (
        "Taking a number from 100, 1000, … needs no borrowing: take each of its digits from 9, and the last one that "
        "is not 0 from 10."
    )
    priority = 9

    def fits(self, a: int, b: int) -> bool:
        return a > 10 and str(a).strip("0") == "1" and b > 10 and a - b > 4 and len(parts_of(b)) > 1

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        digits = str(b).zfill(len(str(a)) - 1)
        last = len(digits.rstrip("0")) - 1
        places: list[Num] = []
        for at, digit in enumerate(digits[: last + 1]):
            top = 10 if at == last else 9
            say = f"Take the last digit, {digit}, from 10" if at == last else f"Take the digit {digit} from 9"
            if at == 0 and len(digits) > len(str(b)):
                say = f"{a} has {len(digits)} zeros, so write {b} as {digits}. {say}"
            left = sheet.subtract(say, top, int(digit))
            places.append(left * 10 ** (len(digits) - 1 - at))
        sheet.add("Read the digits one after the other", *(part for part in places if part))


class SameEnding(Difference):
    name = "same_ending"
    title = "The same ending"
    rule = "When both numbers end alike, the endings cancel. Only what stands in front of them is left to subtract."
    priority = 9

    def fits(self, a: int, b: int) -> bool:
        return ending(a) == ending(b) > 0 and b > 10

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        tail = a % 100 if a % 100 == b % 100 and b > 100 else ending(a)
        sheet.subtract(f"Both end in {tail}, so leave the {tail} out", a - tail, b - tail)


class SameBeginning(Difference):
    name = "same_beginning"
    title = "The same beginning"
    rule = "When both numbers begin alike, the beginnings cancel. Only the endings are left to subtract."
    priority = 9

    def fits(self, a: int, b: int) -> bool:
        return b > 100 and any(a // unit == b // unit for unit in (10, 100))

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        unit = 10 if a // 10 == b // 10 else 100
        head = a - a % unit
        sheet.subtract(f"Both begin with {head}, so leave the {head} out", a - head, b - head)


class FewApart(Difference):
    name = "few_apart"
    title = "Only a few apart"
    rule = "Close neighbours need no subtracting: count from the smaller to the larger, and see how many steps it took."
    priority = 9

    def fits(self, a: int, b: int) -> bool:
        return b > 8 and 2 <= a - b <= 4 and a // 10 > b // 10

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        now: Num = b
        for at in range(a - b):
            now = sheet.add(f"Count on from {b} until you reach {a}" if at == 0 else "And on", now, 1)
        sheet.add(f"That took {a - b} steps of 1", *[1] * (a - b))


class BridgeTheRoundNumber(Difference):
    name = "bridge_the_round_number"
    title = "On both sides of a round number"
    rule = "When a round number lies between the two and both are near it, add the way up to it and the way on from it."
    priority = 8

    def fits(self, a: int, b: int) -> bool:
        middle = a - a % 100
        return 0 < a - middle <= 15 and 0 < middle - b <= 15

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        middle = a - a % 100
        below = sheet.subtract(f"From {b} up to {middle} it is", middle, b)
        above = sheet.subtract(f"From {middle} on to {a} it is", a, middle)
        sheet.add("Add the two", below, above)


class NearlyHalf(Difference):
    name = "nearly_half"
    title = "Taking away about half"
    rule = (
        "When the number taken away is about half, its double is close to the first number: what the double has too "
        "little or too much settles the answer."
    )
    priority = 8

    def fits(self, a: int, b: int) -> bool:
        return b > 11 and abs(a - 2 * b) <= 2

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        double = int(sheet.multiply(f"Double {b}", b, 2))
        if double == a:
            sheet.subtract(f"{a} is exactly twice {b}, so the other half is left", a, b)
        elif a > double:
            more = sheet.subtract(f"{a} has a little more", a, double)
            sheet.add(f"So {b} is left, and the little more", b, more)
        else:
            less = sheet.subtract(f"{a} has a little less", double, a)
            sheet.subtract(f"So {b} is left, but for that little", b, less)


class CountBack(Difference):
    name = "count_back"
    title = "Counting back"
    rule = "For 2 or 3 there is nothing to work out: count back from the number, one at a time, across the ten."
    priority = 8

    def fits(self, a: int, b: int) -> bool:
        return b in (2, 3) and ending(a) < b and a > 10

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        now: Num = a
        for at in range(b):
            now = sheet.subtract(f"Count one back from {now}" if at == 0 else "And one more", now, 1)


class BackThroughTen(Difference):
    name = "back_through_ten"
    title = "Back through the ten"
    rule = (
        "A single digit that goes below the ten is taken away in two bites: first just enough to land on the ten, "
        "then the rest."
    )
    priority = 7

    def fits(self, a: int, b: int) -> bool:
        return 3 <= b <= 8 and 0 < ending(a) < b and a > 10

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        over = ending(a)
        ten = sheet.subtract(f"{a} is {over} above the ten, so take {over} first", a, over)
        left = sheet.subtract(f"{over} of the {b} is done", b, over)
        sheet.subtract(f"Take away the {left} that is left", ten, left)


class TakeOneFirst(Difference):
    name = "take_one_first"
    title = "From round hundreds: take 1 first"
    rule = (
        "Zeros make for a lot of borrowing. Take 1 from the round number first: nines never need to borrow. Give the "
        "1 back at the end."
    )
    priority = 7

    def fits(self, a: int, b: int) -> bool:
        return a % 100 == 0 and b > 10 and a - b > 4 and ending(b) > 0

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        nines = sheet.subtract(f"Take 1 from {a}, so that it ends in nines", a, 1)
        left = sheet.subtract(f"Now take away {b}, without any borrowing", nines, b)
        sheet.add("Give the 1 back", left, 1)


class SubtractRoundAndCompensate(Difference):
    name = "subtract_round_and_compensate"
    title = "Round up, then give back"
    rule = "When the number taken away is just short of a round one, take that, and give back what was too much."
    priority = 6

    def fits(self, a: int, b: int) -> bool:
        gap = gap_above(b)
        return gap > 0 and a >= b + gap

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        gap = gap_above(b)
        left = sheet.subtract(f"{b} is nearly {b + gap}, so take away {b + gap}", a, b + gap)
        sheet.add(f"That was {gap} too much, so give {gap} back", left, gap)


SUBTRACTING: tuple[Technique, ...] = (
    SubtractNines(),
    AllFromNine(),
    SameEnding(),
    SameBeginning(),
    FewApart(),
    BridgeTheRoundNumber(),
    NearlyHalf(),
    CountBack(),
    BackThroughTen(),
    TakeOneFirst(),
    SubtractRoundAndCompensate(),
)
