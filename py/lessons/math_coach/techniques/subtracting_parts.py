"""Taking a whole number away by parts, by counting up, by sliding. Knows no special numbers."""

from __future__ import annotations

from itertools import pairwise

from domain import plain
from technique import Technique

from techniques.rounding import Num, ending, just_over
from techniques.sheet import Sheet, parts_of
from techniques.two_numbers import Difference


class SubtractJustOver(Difference):
    name = "subtract_just_over_hundreds"
    title = "Just over round hundreds"
    rule = "A number such as 203 is round hundreds and a little: take the hundreds away, then the little that is left."
    priority = 5

    def fits(self, a: int, b: int) -> bool:
        return just_over(b) > 0

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        little = just_over(b)
        left = sheet.subtract(f"{b} is {b - little} and {little}: take away {b - little}", a, b - little)
        sheet.subtract(f"Then take away the {little}", left, little)


class SlideBoth(Difference):
    name = "slide_both"
    title = "Slide both numbers"
    rule = (
        "Two numbers stay equally far apart when both go up by the same amount. Slide them until the one taken away "
        "is round."
    )
    priority = 5

    def fits(self, a: int, b: int) -> bool:
        return ending(b) in (6, 7, 8, 9) and ending(a) < ending(b) and b > 10

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        gap = 10 - ending(b)
        down = sheet.add(f"{b} needs {gap} to be round", b, gap)
        up = sheet.add(f"Let {a} go up by {gap} as well", a, gap)
        sheet.subtract("They are still as far apart, and now it is easy", up, down)


class MatchTheEnding(Difference):
    name = "match_the_ending"
    title = "First down to the same ending"
    rule = "Take away only so much at first that the ending disappears. Then take away the few that are still missing."
    priority = 4

    def fits(self, a: int, b: int) -> bool:
        return b > 10 and 0 < ending(a) < ending(b) <= ending(a) + 4

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        late = ending(b) - ending(a)
        left = sheet.subtract(
            f"{b} is {b - late} and {late}; {b - late} ends like {a}, so take that first", a, b - late
        )
        sheet.subtract(f"Then take away the {late}", left, late)


class CountUp(Difference):
    name = "count_up"
    title = "Counting up, as a shopkeeper gives change"
    rule = (
        "Start at the smaller number and go up to the larger one, from one round number to the next. The steps that "
        "were taken are the difference."
    )
    priority = 3

    def fits(self, a: int, b: int) -> bool:
        return 10 < b < a < 2 * b and len(_stops(a, b)) > 2 and ending(a) < ending(b)

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        stops = _stops(a, b)
        ways = [sheet.subtract(f"From {low} up to {high} it is", high, low) for low, high in pairwise(stops)]
        total = ways[0]
        for way in ways[1:]:
            total = sheet.add("Add the steps that were taken", total, way)


def _stops(a: int, b: int) -> list[int]:
    """From b up to a by round numbers: 368 to 425 is [368, 370, 400, 425]."""
    stops = [b]
    for zeros in (1, 2, 3):
        up = stops[-1] + -stops[-1] % 10**zeros
        if stops[-1] < up < a:
            stops.append(up)
    return [*stops, a]


class SubtractByPlace(Difference):
    name = "subtract_by_place"
    title = "Hundreds, tens and ones apart"
    rule = "When no digit of the number taken away is larger than the one above it, every place can be done on its own."
    priority = 2

    def fits(self, a: int, b: int) -> bool:
        if a > 9999:
            return False
        pairs = list(zip(str(a), str(b).zfill(len(str(a))), strict=True))
        return all(p >= q for p, q in pairs) and sum(q != "0" and p > q for p, q in pairs) > 1

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        text = str(a)
        left: list[Num] = []
        for at, (p, q) in enumerate(zip(text, str(b).zfill(len(text)), strict=True)):
            unit = 10 ** (len(text) - 1 - at)
            if q == "0" or p == q:
                left.append((int(p) - int(q)) * unit)
            else:
                left.append(
                    sheet.subtract(
                        f"{plain(int(p) * unit)} take away {plain(int(q) * unit)}", int(p) * unit, int(q) * unit
                    )
                )
        sheet.add("Put the places together", *(part for part in left if part))


class SubtractInParts(Difference):
    name = "subtract_in_parts"
    title = "One part at a time"
    rule = "Keep the first number whole and take the other away in parts: hundreds, then tens, then ones."
    priority = 1

    def fits(self, a: int, b: int) -> bool:
        return 1 < len(parts_of(b)) <= 4

    def work(self, sheet: Sheet, a: int, b: int) -> None:
        parts = parts_of(b)
        left: Num = a
        for at, part in enumerate(parts):
            how = (
                f"Split {b} into {' + '.join(map(str, parts))}. Take away {part}"
                if at == 0
                else f"Then take away {part}"
            )
            left = sheet.subtract(how, left, part)


SUBTRACTING_PARTS: tuple[Technique, ...] = (
    SubtractJustOver(),
    SlideBoth(),
    MatchTheEnding(),
    CountUp(),
    SubtractByPlace(),
    SubtractInParts(),
)
