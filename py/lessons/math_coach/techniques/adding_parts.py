"""Adding whole numbers by taking them apart, place by place or bit by bit. Knows no special numbers."""

from __future__ import annotations

from domain import plain
from technique import Technique

from techniques.rounding import Num, ending, gap_above, handy_whole, just_over
from techniques.sheet import Sheet, parts_of
from techniques.two_numbers import Sum


class UnitsMakeTen(Sum):
    name = "units_make_ten"
    title = "Last digits that make 10"
    rule = "When the two last digits make 10, set them aside as a ten: add what is left of the numbers, then the ten."
    priority = 6

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and handy_whole(more) and min(n, more) > 10 and ending(n) + ending(more) == 10

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        x, y = ending(int(n)), ending(int(more))
        ten = sheet.add("The last digits make ten", x, y)
        rest = sheet.add("Add what is left without them", n - x, more - y)
        sheet.add("And the ten", rest, ten)


class JustOver(Sum):
    name = "add_just_over_hundreds"
    title = "Just over round hundreds"
    rule = "A number such as 203 is round hundreds and a little: add the hundreds, then the little that is left."
    priority = 5

    def fits(self, n: Num, more: Num) -> bool:
        return handy_whole(n) and just_over(more) > 0 and n > 10

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        little = just_over(more)
        total = sheet.add(f"{more} is {more - little} and {little}: add {more - little}", n, more - little)
        sheet.add(f"Then add the {little}", total, little)


class GiveAndTake(Sum):
    name = "give_and_take"
    title = "Give to one, take from the other"
    rule = (
        "Moving a little from one number to the other leaves the sum as it is. Move just enough to make one of "
        "them round."
    )
    priority = 5

    def fits(self, n: Num, more: Num) -> bool:
        if not (handy_whole(n) and handy_whole(more)) or min(n, more) < 11:
            return False
        return ending(n) in (6, 7) and ending(more) >= 10 - ending(n) and gap_above(int(more)) == 0

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        gap = 10 - ending(int(n))
        up = sheet.add(f"{n} needs {gap} to be round", n, gap)
        down = sheet.subtract(f"Take that {gap} from {more}", more, gap)
        sheet.add("The sum is still the same, and now it is easy", up, down)


class AddByPlace(Sum):
    name = "add_by_place"
    title = "Hundreds, tens and ones apart"
    rule = "Add the largest places, then the next: each is a small sum with zeros. At the end put the parts together."
    priority = 2

    def fits(self, n: Num, more: Num) -> bool:
        if not (handy_whole(n) and handy_whole(more)) or len(str(n)) != len(str(more)) or n > 9999:
            return False
        return sum(p != "0" and q != "0" for p, q in zip(str(n), str(more), strict=True)) > 1

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        x, y = str(n), str(more)
        sums: list[Num] = []
        for at, (p, q) in enumerate(zip(x, y, strict=True)):
            unit = 10 ** (len(x) - 1 - at)
            if p != "0" and q != "0":
                sums.append(sheet.add(f"Add the {_place(unit)}", int(p) * unit, int(q) * unit))
            elif p != q:
                sums.append((int(p) + int(q)) * unit)
        total = sums[0]
        for each in sums[1:]:
            total = sheet.add(f"Put the {plain(each)} to it", total, each)


def _place(unit: int) -> str:
    return {1: "ones", 10: "tens", 100: "hundreds", 1000: "thousands"}.get(unit, f"{unit}s")


class AddInParts(Sum):
    name = "add_in_parts"
    title = "One part at a time"
    rule = "Keep one number whole and add the other in parts, the largest first: hundreds, then tens, then ones."
    priority = 1

    def fits(self, n: Num, more: Num) -> bool:
        if not (handy_whole(n) and handy_whole(more)):
            return False
        return 1 < len(parts_of(int(more))) <= min(4, len(parts_of(int(n))))

    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        parts = parts_of(int(more))
        total = n
        for at, part in enumerate(parts):
            how = f"Split {more} into {' + '.join(map(str, parts))}. Add {part}" if at == 0 else f"Then add {part}"
            total = sheet.add(how, total, part)


ADDING_PARTS: tuple[Technique, ...] = (UnitsMakeTen(), JustOver(), GiveAndTake(), AddByPlace(), AddInParts())
