"""Multiplying by one particular number, such as 9, 11 or 12, by doubling, and the teens. Knows no other operation."""

from __future__ import annotations

from typing import ClassVar

from domain import plain

from techniques.sheet import Num, Product, Sheet, handy, is_between, multiply_out


class MultiplyBy9(Product):
    name = "multiply_by_9"
    title = "Multiplying by 9"
    rule = "Nine lots are ten lots without one: multiply by 10 and take the number away once."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return by == 9 and handy(n, 4)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        ten = sheet.multiply(f"9 is 10 − 1, so first take {plain(n)} ten times", n, 10)
        sheet.subtract(f"That is one {plain(n)} too many: take it away", ten, n)


class MultiplyByNines(Product):
    name = "multiply_by_nines"
    title = "Multiplying by 99, 999, …"
    rule = "99 is one less than 100: multiply by 100 and take the number away once. In the same way 999 is 1000 − 1."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return by in (99, 999, 9999) and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        lots = sheet.multiply(f"{by} is {by + 1} − 1, so first multiply by {by + 1}", n, by + 1)
        sheet.subtract(f"That is one {plain(n)} too many: take it away", lots, n)


class MultiplyBy11(Product):
    name = "multiply_by_11"
    title = "Multiplying by 11"
    rule = (
        "For a number of two digits, add the digits and write the sum between them; if it has two digits itself, "
        "its 1 goes over to the left. For any other number multiply by 10 and add the number once more."
    )
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return by == 11 and handy(n, 4)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        if not is_between(n, 11, 99) or n % 10 == 0:
            ten = sheet.multiply(f"11 is 10 + 1, so first take {plain(n)} ten times", n, 10)
            sheet.add(f"And one {plain(n)} more", ten, n)
            return
        tens, units = divmod(int(n), 10)
        middle = sheet.add(f"Add the two digits of {n}", tens, units)
        say = f"Write the {middle} between the {tens} and the {units}"
        if middle > 9:
            say += f"; it has two digits, so its 1 goes over to the {tens}"
        sheet.add(say, tens * 100, middle * 10, units)


class MultiplyBy101(Product):
    name = "multiply_by_101"
    title = "Multiplying by 101 or 1001"
    rule = "101 is 100 and one more: write the two zeros behind the number and add the number once. 1001 has three."
    priority = 10

    def fits(self, n: Num, by: Num) -> bool:
        return by in (101, 1001) and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        lots = sheet.multiply(f"{by} is {by - 1} + 1, so first multiply by {by - 1}", n, by - 1)
        sheet.add(f"And one {plain(n)} more", lots, n)


class MultiplyBy12(Product):
    name = "multiply_by_12"
    title = "Multiplying by 12"
    rule = "12 is 10 and 2: take the number ten times, take it twice, and add the two."
    priority = 8

    def fits(self, n: Num, by: Num) -> bool:
        return by == 12 and handy(n)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        ten = sheet.multiply(f"12 is 10 + 2. First ten times {plain(n)}", n, 10)
        sheet.add("Add the two", ten, sheet.multiply(f"Then twice {plain(n)}", n, 2))


class MultiplyTeens(Product):
    name = "multiply_teens"
    title = "Multiplying two numbers from 11 to 19"
    rule = "Add the units of one number to the other and multiply by 10. Then multiply the two units and add that."
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(n, 11, 19) and is_between(by, 11, 19)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        both = sheet.add(f"Add the units of {by} to {n}", n, by % 10)
        tens = sheet.multiply("These are tens, so multiply by 10", both, 10)
        sheet.add("Add the two", tens, sheet.multiply("Multiply the units", n % 10, by % 10))


class MultiplyByDoubling(Product):
    name = "multiply_by_doubling"
    title = "Doubling for × 4, × 8 and × 16"
    rule = "4 is 2 × 2, so double twice. For 8 double three times, for 16 four times."
    priority = 6
    _times: ClassVar[dict[int, int]] = {4: 2, 8: 3, 16: 4}

    def fits(self, n: Num, by: Num) -> bool:
        return by in self._times and handy(n) and n >= min(by, 10)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        times = self._times[int(by)]
        first = f"{by} is {' × '.join('2' * times)}, so double {plain(n)}"
        for at in range(times):
            n = sheet.multiply("Double again" if at else first, n, 2)


class MultiplyBy3(Product):
    name = "multiply_by_3"
    title = "Multiplying by 3"
    rule = "Three lots are two lots and one more: double the number and add it once."
    priority = 4

    def fits(self, n: Num, by: Num) -> bool:
        return by == 3 and n > 12 and handy(n, 2)

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        sheet.add(f"And one {plain(n)} more", sheet.multiply(f"Double {plain(n)}", n, 2), n)


class MultiplyThrough5(Product):
    name = "multiply_through_5"
    title = "Multiplying by 6 or 7 by way of 5"
    rule = "Five lots are half of ten lots. Take them first, then add the one lot that is missing for 6, or two for 7."
    priority = 4

    def fits(self, n: Num, by: Num) -> bool:
        return (by == 6 and is_between(n, 6, 99) and n % 10 != 0) or (by == 7 and is_between(n, 7, 8))

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        half = sheet.divide(f"{by} is 5 + {by - 5}. Five times {n} is half of ten times {n}", n * 10, 2)
        missing = n if by == 6 else sheet.multiply(f"Two more lots of {n} are missing", n, 2)
        sheet.add("Add the two" if by == 7 else f"One more {n} is missing: add it", half, missing)


class MultiplyBy37(Product):
    name = "multiply_by_37"
    title = "Multiplying by 37"
    rule = (
        "Three times 37 is 111. If the other number is in the table of 3, a third of it tells how many 111s there are."
    )
    priority = 9

    def fits(self, n: Num, by: Num) -> bool:
        return by == 37 and is_between(n, 3, 27) and n % 3 == 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        threes = sheet.divide(f"3 × 37 is 111, so see how many threes are in {n}", n, 3)
        sheet.multiply("That many times 111", 111, threes)


class MultiplyByDoubleDigit(Product):
    name = "multiply_by_double_digit"
    title = "Multiplying by 22, 33, 44, …"
    rule = "22 is 2 × 11, 33 is 3 × 11: multiply by the digit, then by 11 (ten times and once more)."
    priority = 6

    def fits(self, n: Num, by: Num) -> bool:
        return is_between(by, 22, 88) and by % 11 == 0 and is_between(n, 2, 99) and n % 10 != 0

    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        digit = int(by) // 11
        lots = multiply_out(sheet, int(n), digit, f"{by} is {digit} × 11. First {digit} times {n}")
        ten = sheet.multiply("Now 11 times that: first ten times", lots, 10)
        sheet.add("And once more", ten, lots)


MULTIPLYING_BY: tuple[Product, ...] = (
    MultiplyBy9(),
    MultiplyByNines(),
    MultiplyBy11(),
    MultiplyBy101(),
    MultiplyBy12(),
    MultiplyTeens(),
    MultiplyByDoubling(),
    MultiplyBy3(),
    MultiplyThrough5(),
    MultiplyBy37(),
    MultiplyByDoubleDigit(),
)
