"""Cubes and higher powers, and what a minus sign does to any. Has no way of its own to square."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from domain import Operation, Problem, Quotient, Step, operand, plain
from technique import Technique, Working

from techniques.sheet import Num, Sheet, best_first, best_way, zeros
from techniques.squaring import SQUARING


class Power(Technique):
    """A way to raise a whole number above 1 to a power of 2 or more."""

    operation = Operation.POWER

    @abstractmethod
    def fits(self, n: int, power: int) -> bool:
        """Whether the method is about n^power."""

    @abstractmethod
    def work(self, sheet: Sheet, n: int, power: int) -> None:
        """Write the steps; the result of the last is the answer."""

    def _applies(self, problem: Problem) -> bool:
        return 1 < problem.a < 10**6 and 1 < problem.b < 100 and self.fits(int(problem.a), int(problem.b))

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        self.work(sheet, int(problem.a), int(problem.b))
        return sheet.steps, sheet.answer


class PowerOfTen(Power):
    name = "power_of_ten"
    title = "Powers of 10, 100, …"
    rule = "Multiply the number of zeros by the power: that many zeros stand behind the 1 of the result."
    priority = 10

    def fits(self, n: int, power: int) -> bool:
        return str(n).strip("0") == "1" and n > 1

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        many = int(sheet.multiply(f"{n} has {zeros(n)} zeros, and it is there {power} times", zeros(n), power))
        sheet.multiply(f"Write {many} zeros behind a 1", 1, 10**many)


class PowerOfRound(Power):
    name = "power_of_round"
    title = "Powers of round numbers"
    rule = (
        "Leave the zeros out and raise what is left to the power. Then write all the zeros behind it: as many as there "
        "were, times the power."
    )
    priority = 9

    def fits(self, n: int, power: int) -> bool:
        return n % 10 == 0 and 1 < int(str(n).rstrip("0")) < 13 and power <= 6

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        front = int(str(n).rstrip("0"))
        small: Num = front
        for at in range(1, power):
            small = sheet.multiply(
                f"Leave the zeros out: {front} times itself" if at == 1 else "Once more", small, front
            )
        many = int(sheet.multiply(f"{zeros(n)} of the zeros, {power} times over", zeros(n), power))
        sheet.multiply(f"Write {many} zeros behind it", small, 10**many)


class PowerOfTwo(Power):
    name = "power_of_two"
    title = "Powers of 2 by doubling"
    rule = "Start from 2 × 2 × 2 = 8 and double once for each further power. After ten doublings you are at 1024."
    priority = 9

    def fits(self, n: int, power: int) -> bool:
        return n == 2 and 4 <= power <= 10

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        total = sheet.multiply("2 to the power of 3 is 8. Double it", 8, 2)
        for at in range(5, power + 1):
            total = sheet.multiply(f"Double again: 2 to the power of {at}", total, 2)


class HighPowerOfTwo(Power):
    name = "high_power_of_two"
    title = "High powers of 2 from 1024"
    rule = "2 to the power of 10 is 1024, worth knowing by heart. Multiply it by the power of 2 that is still missing."
    priority = 9

    def fits(self, n: int, power: int) -> bool:
        return n == 2 and 11 <= power <= 16

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        missing = sheet.subtract("Ten of the twos make 1024. That leaves", power, 10)
        factor = 2 ** int(missing)
        if missing > 3:
            sheet.multiply(f"{missing} twos make", 8, factor // 8)
        thousands = sheet.multiply(f"Multiply the 1000 in 1024 by {factor}", 1000, factor)
        few = sheet.multiply(f"And the 24 by {factor}", 24, factor)
        sheet.add("Put them together", thousands, few)


class PowerOfFive(Power):
    name = "power_of_five"
    title = "Powers of 5: times 10 and halve"
    rule = "5 is half of 10. So for each further power write a zero behind the number, and halve it."
    priority = 8

    def fits(self, n: int, power: int) -> bool:
        return n == 5 and 3 <= power <= 6

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        total: Num = 25
        for at in range(3, power + 1):
            tenfold = sheet.multiply("5 × 5 is 25. Take it ten times" if at == 3 else "Ten times again", total, 10)
            total = sheet.divide(f"Halve it: 5 to the power of {at}", tenfold, 2)


class PowerOfEleven(Power):
    name = "power_of_eleven"
    title = "Powers of 11: write it twice, one place apart"
    rule = (
        "11 times a number is the number ten times, and the number once more. The digits that come out are a row of "
        "Pascal's triangle."
    )
    priority = 9

    def fits(self, n: int, power: int) -> bool:
        return n == 11 and 2 <= power <= 4

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        total: Num = 11
        for at in range(2, power + 1):
            tenfold = sheet.multiply(f"{total} ten times", total, 10)
            total = sheet.add(f"And once more: 11 to the power of {at}", tenfold, total)


class CubeNearRound(Power):
    name = "cube_near_round"
    title = "Cubes next to a round number"
    rule = (
        "One above a round number: its cube, three times its square, three times itself, and 1. One below: the same "
        "with the square and the 1 taken away."
    )
    priority = 8

    def fits(self, n: int, power: int) -> bool:
        return power == 3 and n > 18 and n % 10 in (1, 9)

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        near = n - 1 if n % 10 == 1 else n + 1
        square = sheet.square(f"{n} is next to {near}. The square of {near}", near)
        cube = sheet.multiply(f"Its cube is {near} times as much", square, near)
        threefold = sheet.multiply("Three times the square", square, 3)
        few = sheet.multiply(f"Three times {near}", near, 3)
        if near < n:
            most = sheet.add("Cube and squares together", cube, threefold)
            last = sheet.add("Then the three times", most, few)
            sheet.add("And the 1", last, 1)
        else:
            most = sheet.subtract("Cube less squares", cube, threefold)
            last = sheet.add("Then the three times", most, few)
            sheet.subtract("Less the 1", last, 1)


class FourthPower(Power):
    name = "fourth_power"
    title = "The square of the square"
    rule = "Four times the same number is two times two of them: square it, then square the result."
    priority = 8

    def fits(self, n: int, power: int) -> bool:
        return power == 4 and n > 2

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        square = sheet.square(f"Square {n}", n)
        sheet.square("Square that once more", square)


class SquareOfTheCube(Power):
    name = "square_of_the_cube"
    title = "Sixth powers: the square of the cube"
    rule = "Six times the same number is two times three of them: find the cube, then square it."
    priority = 8

    def fits(self, n: int, power: int) -> bool:
        return power == 6 and n > 2 and n % 10 > 0

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        square = sheet.square(f"Square {n}", n)
        cube = sheet.multiply("Once more, for the cube", square, n)
        sheet.square("Square the cube", cube)


class CubeInParts(Power):
    name = "cube_in_parts"
    title = "The square, then tens and ones of it"
    rule = "Square the number first. Multiply the square by the tens, then by the ones, and add the two."
    priority = 5

    def fits(self, n: int, power: int) -> bool:
        return power == 3 and n > 10 and n % 10 > 0

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        ones = n % 10
        square = sheet.square(f"Square {n}", n)
        large = sheet.multiply(f"Multiply the square by {n - ones}", square, n - ones)
        small = sheet.multiply(f"And by {ones}", square, ones)
        sheet.add("Add the two", large, small)


class OneFactorAtATime(Power):
    name = "one_factor_at_a_time"
    title = "One factor at a time"
    rule = "A power is a product: begin with the square, and multiply by the number once for each further power."
    priority = 2

    def fits(self, n: int, power: int) -> bool:
        return 3 <= power <= 6

    def work(self, sheet: Sheet, n: int, power: int) -> None:
        total = sheet.square(f"Square {n}", n)
        for at in range(3, power + 1):
            total = sheet.multiply(f"Multiply by {n}: that makes it to the power of {at}", total, n)


class PowerOfNegative(Technique):
    """The sign is settled first; the power of the positive number is found the best way there is."""

    name = "power_of_a_negative"
    title = "Powers of negative numbers"
    rule = "Two minus signs cancel. So with an even power the result is positive, with an odd one the minus sign stays."
    operation = Operation.POWER
    priority = 10

    def __init__(self, ways: Sequence[Technique]) -> None:
        self._ways = best_first(ways)

    def _applies(self, problem: Problem) -> bool:
        return problem.a < -1 and 2 <= problem.b <= 6

    def steps(self, problem: Problem) -> Working:
        n, power = -int(problem.a), int(problem.b)
        stays = power % 2 == 1
        why = f"{power} minus signs: " + (
            "one stays, so keep it for the end" if stays else "they cancel, so leave them out"
        )
        sheet = Sheet()
        if found := best_way(n, Operation.POWER, power, self._ways):
            sheet.take_over(why, *found)
        elif n <= 12 and power == 2:
            sheet.square(why, n)
        else:
            return [], 0
        if stays:
            assert not isinstance(sheet.answer, Quotient)
            sheet.subtract("Put the minus sign back", 0, sheet.answer)
        return sheet.steps, sheet.answer


class PowerOf0Or1(Technique):
    name = "power_of_0_or_1"
    title = "To the power of 0 or 1, and powers of 0 and 1"
    rule = (
        "A number to the power of 1 is the number itself. To the power of 0 it is 1: each lower power is divided by "
        "the number once more, and that ends at 1. And 1 or 0 stay what they are, however often they are multiplied."
    )
    operation = Operation.POWER
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return -(10**9) < problem.a < 10**9 and problem.b < 10**9 and (problem.b in (0, 1) or problem.a in (0, 1))

    def steps(self, problem: Problem) -> Working:
        n, power = int(problem.a), int(problem.b)
        answer = 1 if power == 0 else n
        if power == 0:
            say = "To the power of 0 every number but 0 is 1"
        elif power == 1:
            say = f"{plain(n)} is there just once"
        else:
            say = f"{plain(n)} times {plain(n)} is {plain(n)}, however often"
        return [Step(say, f"{operand(n)}^{power}", answer)], answer


_POSITIVE: tuple[Technique, ...] = (
    PowerOfTen(),
    PowerOfRound(),
    PowerOfTwo(),
    HighPowerOfTwo(),
    PowerOfEleven(),
    PowerOfFive(),
    CubeNearRound(),
    FourthPower(),
    SquareOfTheCube(),
    CubeInParts(),
    OneFactorAtATime(),
)

POWERS: tuple[Technique, ...] = (*_POSITIVE, PowerOfNegative((*_POSITIVE, *SQUARING)), PowerOf0Or1())
