"""Dividing by one particular number, such as 1000, 25, 0.5, 8, 9 or 99. Knows no other operation."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar

from domain import plain

from techniques.dividing_parts import IN_PARTS
from techniques.dividing_plainer import made_plainer
from techniques.sheet import Division, Num, Sheet, comes_out, count_of, handy, is_between, power_of_ten, zeros

_DOUBLINGS = ("double", "double again", "double once more")


class DivideBy1OrItself(Division):
    name = "divide_by_1_or_itself"
    title = "Dividing by 1, by itself, or dividing 0"
    rule = (
        "Divided by 1, a number stays as it is; divided by itself, it gives 1; and 0 shared out is 0, "
        "however many there are to share."
    )
    priority = 10

    def fits(self, a: Num, b: Num) -> bool:
        return b == 1 or a == b or a == 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        if a == 0:
            sheet.divide("There is nothing to share out", a, b)
        elif b == 1:
            sheet.divide(f"1 fits into {plain(a)} exactly {plain(a)} times", a, b)
        else:
            sheet.divide("Every number fits into itself once", a, b)


class DivideByPowerOf10(Division):
    name = "divide_by_power_of_10"
    title = "Dividing by 10, 100, 1000, … or 0.1, 0.01, …"
    rule = (
        "For each zero of the divisor the point moves one place to the left; zeros at the end of a whole number are "
        "simply crossed off. With 0.1, 0.01, … the point moves to the right instead."
    )
    priority = 10

    def fits(self, a: Num, b: Num) -> bool:
        return a > 0 and power_of_ten(b) != 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        power = power_of_ten(b)
        if power < 0:
            say = f"1 holds {10**-power} times {plain(b)}: move the point {count_of(-power, 'place')} to the right"
        elif isinstance(a, int) and zeros(a) >= power:
            say = f"{b} has {count_of(power, 'zero')}, so cross {count_of(power, 'zero')} off {a}"
        else:
            say = f"{b} has {count_of(power, 'zero')}, so move the point {count_of(power, 'place')} to the left"
        sheet.divide(say, a, b)


class _PartOfAPower(Division):
    """Dividing by a power of ten that was halved once or more: double as often, and divide by the power of ten."""

    doublings: ClassVar[int]
    divisors: ClassVar[dict[int, int]]  # the number → the power of ten that it is a part of

    def fits(self, a: Num, b: Num) -> bool:
        return b in self.divisors and handy(a, 4)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        power = self.divisors[int(b)]
        for at in range(self.doublings):
            first = f"{b} is {power} ÷ {2**self.doublings}, so double {plain(a)}"
            a = sheet.multiply(_DOUBLINGS[at].capitalize() if at else first, a, 2)
        sheet.divide(f"Then divide by {power}", a, power)


class DivideBy5(_PartOfAPower):
    name = "divide_by_5"
    title = "Dividing by 5"
    rule = "5 is half of 10: double the number, then divide by 10."
    priority = 10
    doublings = 1
    divisors: ClassVar[dict[int, int]] = {5: 10}


class DivideBy50(_PartOfAPower):
    name = "divide_by_50"
    title = "Dividing by 50 or 500"
    rule = "50 is half of 100: double the number, then divide by 100. 500 is half of 1000."
    priority = 10
    doublings = 1
    divisors: ClassVar[dict[int, int]] = {50: 100, 500: 1000}


class DivideBy25(_PartOfAPower):
    name = "divide_by_25"
    title = "Dividing by 25 or 250"
    rule = "25 is a quarter of 100: double the number twice, then divide by 100. 250 is a quarter of 1000."
    priority = 10
    doublings = 2
    divisors: ClassVar[dict[int, int]] = {25: 100, 250: 1000}


class DivideBy125(_PartOfAPower):
    name = "divide_by_125"
    title = "Dividing by 125"
    rule = "125 is an eighth of 1000: double the number three times, then divide by 1000."
    priority = 10
    doublings = 3
    divisors: ClassVar[dict[int, int]] = {125: 1000}


class DivideByHalfOrQuarter(Division):
    name = "divide_by_half_or_quarter"
    title = "Dividing by 0.5, 0.25, 0.125 or 0.2"
    rule = "Ask how many fit into 1: two halves, four quarters, eight eighths, five fifths. Multiply by that instead."
    priority = 10
    _words: ClassVar[dict[Decimal, tuple[str, int]]] = {
        Decimal("0.5"): ("halves", 1),
        Decimal("0.25"): ("quarters", 2),
        Decimal("0.125"): ("eighths", 3),
    }

    def fits(self, a: Num, b: Num) -> bool:
        return (b in self._words or b == Decimal("0.2")) and handy(a)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        if b == Decimal("0.2"):
            ten = sheet.multiply(f"Five fifths make 1, so multiply {plain(a)} by 5: first by 10", a, 10)
            sheet.divide("Then take half of that", ten, 2)
            return
        word, times = self._words[Decimal(b)]
        for at in range(times):
            say = f"{2**times} {word} make 1, so multiply {plain(a)} by {2**times}: double it"
            a = sheet.multiply(_DOUBLINGS[at].capitalize() if at else say, a, 2)


class DivideByHalving(Division):
    name = "divide_by_halving"
    title = "Halving for ÷ 4, ÷ 8 and ÷ 16"
    rule = "4 is 2 × 2, so halve twice. For 8 halve three times, for 16 four times."
    priority = 8
    _times: ClassVar[dict[int, int]] = {4: 2, 8: 3, 16: 4}

    def fits(self, a: Num, b: Num) -> bool:
        return b in self._times and handy(a, 4) and comes_out(a, b, 2 if a > 100 else 3)

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        times = self._times[int(b)]
        for at in range(times):
            first = f"{b} is {' × '.join('2' * times)}, so halve {plain(a)}"
            a = sheet.divide("Halve again" if at else first, a, 2)


class DivideBy9(Division):
    name = "divide_by_9"
    title = "Dividing by 9 by adding digits"
    rule = (
        "Every ten holds one 9 and 1 more. So the first digit starts the answer, the sum of the first two digits comes "
        "next, and the sum of all digits is left over. If 9 or more is left, take 9s out of it."
    )
    priority = 8

    def fits(self, a: Num, b: Num) -> bool:
        return b == 9 and is_between(a, 10, 999) and a % 90 != 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        first, *others = (int(digit) for digit in str(a))
        whole: Num = first
        if len(others) == 1:
            say = f"Take a 9 out of each of the {first} tens" if first > 1 else "Take a 9 out of the ten"
            left = sheet.add(f"{say}; 1 of each stays, and the {others[0]}", first, others[0])
        else:
            say = f"The answer starts with the first digit, {first}. Next comes the sum of the first two digits"
            ones = sheet.add(say, first, others[0])
            whole = sheet.add("Put tens and ones together", first * 10, ones)
            left = sheet.add("Left over is the sum of all the digits: add the last one", ones, others[1])
        more, rest = divmod(int(left), 9)
        how_many = ("", "Another 9 fits", "Two more 9s fit", "Three more 9s fit")[more]
        if more and rest:
            sheet.subtract(f"{how_many} into what is left over: take out", left, more * 9)
        if more:
            whole = sheet.add("Count that too" if rest else f"{how_many} exactly into what is left over", whole, more)
        if rest:
            sheet.finish(f"So 9 fits {count_of(int(whole), 'time')}, and {rest} is left over", a, 9, int(whole), rest)


class DivideBy11(Division):
    name = "divide_by_11"
    title = "Dividing a multiple of 11"
    rule = "The answer ends in the same digit as the number. Take out that many 11s; what is left is easy to divide."
    priority = 8

    def fits(self, a: Num, b: Num) -> bool:
        return b == 11 and is_between(a, 121, 1089) and a % 11 == 0 and a % 10 != 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        last = int(a) % 10
        out = sheet.multiply(f"{a} ends in {last}, so the answer does too. Take out {last} × 11", last, 11)
        tens = sheet.divide("Divide that by 11", sheet.subtract("What is left is a round number", a, out), 11)
        sheet.add(f"And the {last} from the start", tens, last)


class DivideBy99(Division):
    name = "divide_by_99"
    title = "Dividing by 99"
    rule = "Every hundred is one 99 and 1 more: the hundreds tell how often 99 fits, and as many are left over as well."
    priority = 8

    def fits(self, a: Num, b: Num) -> bool:
        return b == 99 and is_between(a, 100, 9801) and a % 100 != 0

    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        hundreds, behind = divmod(int(a), 100)
        say = f"Take a 99 out of each of the {hundreds} hundreds" if hundreds > 1 else "Take a 99 out of the hundred"
        left = sheet.add(f"{say}; 1 of each stays, and the {behind}", hundreds, behind)
        whole: Num = hundreds
        rest = int(left)
        if rest >= 99:
            rest = int(sheet.subtract("There is another 99 in it: take it out", left, 99))
            whole = sheet.add("Count that one too", hundreds, 1)
        fits = f"So 99 fits {count_of(int(whole), 'time')}"
        sheet.finish(f"{fits}, and {rest} is left over" if rest else f"{fits} exactly", a, 99, int(whole), rest)


_PARTICULAR: tuple[Division, ...] = (
    DivideBy1OrItself(),
    DivideByPowerOf10(),
    DivideBy5(),
    DivideBy50(),
    DivideBy25(),
    DivideBy125(),
    DivideByHalfOrQuarter(),
    DivideByHalving(),
    DivideBy9(),
    DivideBy11(),
    DivideBy99(),
)

DIVIDING: tuple[Division, ...] = (*_PARTICULAR, *IN_PARTS, *made_plainer((*_PARTICULAR, *IN_PARTS)))
