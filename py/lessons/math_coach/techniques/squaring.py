"""Squares asked for as a power, 85². Knows no other power and no product of two different numbers."""

from __future__ import annotations

from abc import abstractmethod

from domain import Operation, Problem
from technique import Technique, Working

from techniques.sheet import Num, Sheet


class Square(Technique):
    """A way to square a whole number of two digits or more; the sign of the number makes no difference."""

    operation = Operation.POWER

    @abstractmethod
    def fits(self, n: int) -> bool:
        """Whether the method is about n²; n > 10 without zeros at the end."""

    @abstractmethod
    def work(self, sheet: Sheet, n: int) -> None:
        """Write the steps of n²; the result of the last is the answer."""

    def _applies(self, problem: Problem) -> bool:
        n = int(problem.a)
        return problem.b == 2 and 10 < n < 10**9 and n % 10 > 0 and self.fits(n)

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        self.work(sheet, int(problem.a))
        return sheet.steps, sheet.answer


class SquareEndingIn5(Square):
    name = "squared_ending_in_5"
    title = "Squares of numbers that end in 5"
    rule = "Multiply what stands before the 5 by the number after it, and write 25 behind the result."
    priority = 10

    def fits(self, n: int) -> bool:
        return n % 10 == 5

    def work(self, sheet: Sheet, n: int) -> None:
        front = n // 10
        product = sheet.multiply(f"Before the 5 stands {front}; multiply it by the number after it", front, front + 1)
        hundreds = sheet.multiply("These are hundreds", product, 100)
        sheet.add("Write 25 in the place of the two zeros", hundreds, 25)


class SquareNear50(Square):
    name = "squared_near_50"
    title = "Squares near 50"
    rule = (
        "Take 25 and add how far the number is above 50, or take away how far it is below: so many hundreds. Then add "
        "the square of how far."
    )
    priority = 9

    def fits(self, n: int) -> bool:
        return n != 50 and abs(n - 50) < 10

    def work(self, sheet: Sheet, n: int) -> None:
        far = abs(n - 50)
        if n > 50:
            front = sheet.add(f"{n} is {far} above 50, so add {far} to 25", 25, far)
        else:
            front = sheet.subtract(f"{n} is {far} below 50, so take {far} from 25", 25, far)
        _hundreds_and_square(sheet, front, far)


class SquareNear100(Square):
    name = "squared_near_100"
    title = "Squares near 100"
    rule = "Go as far again from 100 as the number is already: so many hundreds. Then add the square of how far."
    priority = 9

    def fits(self, n: int) -> bool:
        return n != 100 and abs(n - 100) < 13

    def work(self, sheet: Sheet, n: int) -> None:
        far = abs(n - 100)
        if n > 100:
            front = sheet.add(f"{n} is {far} above 100; go {far} further", n, far)
        else:
            front = sheet.subtract(f"{n} is {far} below 100; go {far} further down", n, far)
        _hundreds_and_square(sheet, front, far)


def _hundreds_and_square(sheet: Sheet, front: Num, far: int) -> None:
    hundreds = sheet.multiply("That many hundreds", front, 100)
    square = sheet.square(f"Square the {far}", far)
    sheet.add("Add the two", hundreds, square)


class SquareNextToARound(Square):
    name = "squared_next_to_a_round"
    title = "One square further"
    rule = (
        "From the square of a round number to the next square it is the number and its neighbour more; one down, it is "
        "both of them less."
    )
    priority = 8

    def fits(self, n: int) -> bool:
        return n % 10 in (1, 9)

    def work(self, sheet: Sheet, n: int) -> None:
        near = n - 1 if n % 10 == 1 else n + 1
        square = sheet.square(f"{n} is next to {near}, and that is easy to square", near)
        both = sheet.add("Add the two neighbours", near, n)
        if near < n:
            sheet.add("One square up is so much more", square, both)
        else:
            sheet.subtract("One square down is so much less", square, both)


class SquareByShifting(Square):
    name = "squared_by_shifting"
    title = "Down to the ten, and up as far"
    rule = (
        "Go from the number to the nearest ten, and as far the other way. Multiply these two, and add the square of "
        "how far."
    )
    priority = 6

    def fits(self, n: int) -> bool:
        return n % 10 in (2, 3, 7, 8)

    def work(self, sheet: Sheet, n: int) -> None:
        far = min(n % 10, 10 - n % 10)
        if n % 10 < 5:
            low = sheet.subtract(f"Go down {far} to the ten", n, far)
            high = sheet.add(f"And up {far} the other way", n, far)
        else:
            high = sheet.add(f"Go up {far} to the ten", n, far)
            low = sheet.subtract(f"And down {far} the other way", n, far)
        product = sheet.multiply("Multiply these two", low, high)
        square = sheet.square(f"Square the {far}", far)
        sheet.add("Add it", product, square)


class SquareInParts(Square):
    name = "squared_in_parts"
    title = "The square of tens and ones"
    rule = "Square the tens, square the ones, and add twice the one times the other."
    priority = 4

    def fits(self, n: int) -> bool:
        return n < 1000

    def work(self, sheet: Sheet, n: int) -> None:
        ones, tens = n % 10, n - n % 10
        large = sheet.square(f"Split {n} into {tens} and {ones}. Square {tens}", tens)
        once = sheet.multiply(f"Multiply {tens} by {ones}", tens, ones)
        twice = sheet.multiply("Twice that", once, 2)
        small = sheet.square(f"Square {ones}", ones)
        most = sheet.add("Add the first two", large, twice)
        sheet.add("And the small square", most, small)


SQUARING: tuple[Technique, ...] = (
    SquareEndingIn5(),
    SquareNear50(),
    SquareNear100(),
    SquareNextToARound(),
    SquareByShifting(),
    SquareInParts(),
)
