"""Squares added up, and cubes: by their formulas, and round the number in the middle. Knows no other sums."""

from __future__ import annotations

from math import gcd

from domain import Operation, Problem
from technique import Technique, Working

from techniques.sheet import Num, Sheet, best_first, best_way
from techniques.squaring import SQUARING

_SQUARES = best_first(SQUARING)


def _squares_up_to(sheet: Sheet, n: int) -> Num:
    """Writes n × (n + 1) × (2n + 1) ÷ 6, with the 6 divided out before anything grows."""
    factors, six = [n, n + 1, 2 * n + 1], 6
    names = f"For the squares up to {n} multiply {n}, {n + 1} and {2 * n + 1}, and divide by 6"
    for at, factor in enumerate(factors):
        common = gcd(factor, six)
        if common > 1:
            factors[at] = int(sheet.divide(f"{names}. {factor} can be divided by {common}", factor, common))
            six //= common
            names = "Now go on" if six > 1 else names
    first, second, third = sorted(factors)
    product = sheet.multiply("Multiply what is left", first, second) if first > 1 else second
    return sheet.multiply("And by the last", product, third)


def _sum_up_to(sheet: Sheet, n: int) -> Num:
    """Writes 1 + 2 + … + n."""
    even, odd = (n, n + 1) if n % 2 == 0 else (n + 1, n)
    half = sheet.divide(f"1 to {n} make half of {n} × {n + 1}: halve {even}", even, 2)
    return sheet.multiply(f"Multiply by {odd}", half, odd)


class FirstSquares(Technique):
    name = "first_squares"
    title = "1² + 2² + … + n²"
    rule = "The squares from 1 to n make n × (n + 1) × (2n + 1) ÷ 6. Divide by 2 and by 3 first: that keeps it small."
    operation = Operation.SUM_OF_SQUARES
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return problem.a in (0, 1) and problem.b > 3

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        _squares_up_to(sheet, int(problem.b))
        return sheet.steps, sheet.answer


class SquaresRoundTheMiddle(Technique):
    name = "squares_round_the_middle"
    title = "A few squares round the middle one"
    rule = (
        "One below and one above the middle have squares that make twice the middle square and 2; two below and two "
        "above make twice the middle square and 8. So take the middle square so many times, and add 2, or 10 for five."
    )
    operation = Operation.SUM_OF_SQUARES
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        return problem.a > 1 and problem.count in (3, 5)

    def steps(self, problem: Problem) -> Working:
        count, extra = problem.count, 2 if problem.count == 3 else 10
        sheet = Sheet()
        square = sheet.square("Square the number in the middle", int(problem.a) + count // 2)
        times = sheet.multiply(f"There are {count} numbers, so take it {count} times", square, count)
        sheet.add(f"The outer ones bring {extra} more", times, extra)
        return sheet.steps, sheet.answer


class SquaresLeftOver(Technique):
    name = "squares_left_over"
    title = "Squares from further on"
    rule = "Take all the squares from 1 to the last, and take away those from 1 to the one before the first."
    operation = Operation.SUM_OF_SQUARES
    priority = 6

    def _applies(self, problem: Problem) -> bool:
        return problem.a > 2 and problem.count > 3

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        total = _squares_up_to(sheet, int(problem.b))
        missing = _squares_up_to(sheet, int(problem.a) - 1)
        sheet.subtract("Take away those that are not in the run", total, missing)
        return sheet.steps, sheet.answer


class SquaresOneByOne(Technique):
    name = "squares_one_by_one"
    title = "Squares you know by heart"
    rule = "A few small squares are known by heart: say each, and add it to what is there."
    operation = Operation.SUM_OF_SQUARES
    priority = 4

    def _applies(self, problem: Problem) -> bool:
        return problem.a > 0 and problem.b <= 15 and 2 <= problem.count <= 4

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        total: Num = 0
        for n in range(int(problem.a), int(problem.b) + 1):
            square = sheet.square(f"{n} squared", n)
            total = sheet.add("Add it to what is there", total, square) if total else square
        return sheet.steps, sheet.answer


class FirstCubes(Technique):
    name = "first_cubes"
    title = "1³ + 2³ + … + n³"
    rule = "The cubes from 1 to n make the square of 1 + 2 + … + n. So add the plain numbers, and square that."
    operation = Operation.SUM_OF_CUBES
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return problem.a in (0, 1) and problem.b > 2

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        total = _sum_up_to(sheet, int(problem.b))
        if found := best_way(total, Operation.POWER, 2, _SQUARES):
            sheet.take_over(f"Now square {total}", *found)
        else:
            sheet.square("Square it", total)
        return sheet.steps, sheet.answer


class CubesRoundTheMiddle(Technique):
    name = "cubes_round_the_middle"
    title = "Three cubes round the middle one"
    rule = "Three cubes in a row make three times the middle cube and six times the middle number."
    operation = Operation.SUM_OF_CUBES
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        return problem.a > 1 and problem.count == 3

    def steps(self, problem: Problem) -> Working:
        middle = int(problem.a) + 1
        sheet = Sheet()
        square = sheet.square(f"Square the middle number, {middle}", middle)
        cube = sheet.multiply("Once more, for its cube", square, middle)
        three = sheet.multiply("Take it three times", cube, 3)
        six = sheet.multiply("The outer ones bring six times the middle number", middle, 6)
        sheet.add("Together", three, six)
        return sheet.steps, sheet.answer


class CubesLeftOver(Technique):
    name = "cubes_left_over"
    title = "Cubes from further on"
    rule = (
        "All cubes from 1 to the last are the square of 1 + 2 + … up to it; those before the first are a square too. "
        "Take the one from the other."
    )
    operation = Operation.SUM_OF_CUBES
    priority = 6

    def _applies(self, problem: Problem) -> bool:
        return problem.a > 1 and problem.count > 1

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        upper = _sum_up_to(sheet, int(problem.b))
        lower = _sum_up_to(sheet, int(problem.a) - 1) if problem.a > 2 else 1
        # The difference of two squares is their sum times their difference, and far easier than the squares.
        wide = sheet.add("One square less another: add the two numbers", upper, lower)
        narrow = sheet.subtract("Subtract them as well", upper, lower)
        sheet.multiply("The product of both is the difference of the squares", wide, narrow)
        return sheet.steps, sheet.answer


SUMS_OF_POWERS: tuple[Technique, ...] = (
    FirstSquares(),
    SquaresRoundTheMiddle(),
    SquaresLeftOver(),
    SquaresOneByOne(),
    FirstCubes(),
    CubesRoundTheMiddle(),
    CubesLeftOver(),
)
