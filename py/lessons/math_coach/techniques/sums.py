"""Long sums with a pattern: runs with an equal step, of squares and of cubes. Knows no sum of two numbers."""

from __future__ import annotations

from domain import Operation, Problem
from technique import Technique, Working

from techniques.sheet import Num, Sheet


def _triangle(sheet: Sheet, n: int) -> Num:
    """Writes the steps of 1 + 2 + … + n."""
    pair = sheet.add(f"The first and the last of 1 to {n} make a pair", 1, n)
    if n % 2 == 0:
        pairs = sheet.divide(f"{n} numbers make half as many pairs", n, 2)
        return sheet.multiply(f"So there are {pairs} pairs, and each makes {pair}", pairs, pair)
    middle = sheet.divide("Half of that is the number in the middle", pair, 2)
    return sheet.multiply(f"On average each of the {n} numbers is {middle}", n, middle)


class FirstNumbers(Technique):
    name = "first_numbers"
    title = "1 + 2 + 3 + … + n"
    rule = (
        "Put the first and the last together, the second and the last but one, and so on: every pair makes n + 1, and "
        "there are half as many pairs as numbers. So the sum is half of n × (n + 1)."
    )
    operation = Operation.SERIES
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return problem.step == 1 and problem.a in (0, 1) and problem.b > 3

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        _triangle(sheet, int(problem.b))
        return sheet.steps, sheet.answer


class OddNumbers(Technique):
    name = "odd_numbers"
    title = "1 + 3 + 5 + …: odd numbers"
    rule = "The first n odd numbers always make the square of n: each fits round a square like an edge, one row bigger."
    operation = Operation.SERIES
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return problem.step == 2 and problem.a == 1 and problem.b > 4

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        up = sheet.add("How many odd numbers are there? Add 1 to the last", problem.b, 1)
        count = sheet.divide("Halve it: that is how many", up, 2)
        sheet.square(f"The first {count} odd numbers make the square of {count}", count)
        return sheet.steps, sheet.answer


class EvenNumbers(Technique):
    name = "even_numbers"
    title = "2 + 4 + 6 + …: even numbers"
    rule = "The first n even numbers make n × (n + 1): they are twice 1 + 2 + … + n, and that is half of n × (n + 1)."
    operation = Operation.SERIES
    priority = 10

    def _applies(self, problem: Problem) -> bool:
        return problem.step == 2 and problem.a in (0, 2) and problem.b > 6

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        count = sheet.divide("How many even numbers are there? Halve the last", problem.b, 2)
        after = sheet.add("The number after that is", count, 1)
        sheet.multiply("Multiply the two", count, after)
        return sheet.steps, sheet.answer


class CancelAroundZero(Technique):
    name = "cancel_around_zero"
    title = "Negative terms cancel"
    rule = "Each negative number cancels against its positive twin. Only what has no twin is left to add."
    operation = Operation.SERIES
    priority = 9

    def _applies(self, problem: Problem) -> bool:
        a, b, step = int(problem.a), int(problem.b), problem.step
        return a < 0 and b + a >= 0 and 2 * a % step == 0 and (b + a) // step <= 4 and problem.count > 3

    def steps(self, problem: Problem) -> Working:
        a, b, step = int(problem.a), int(problem.b), problem.step
        sheet = Sheet()
        sheet.add(f"{-a} and its twin below zero cancel, and so does every pair between them", a, -a)
        left = list(range(-a + step, b + 1, step))
        total: Num = 0
        for at, term in enumerate(left):
            total = sheet.add("What has no twin is left" if at == 0 else "And the next", total, term)
        return sheet.steps, sheet.answer


class MultiplesOfAStep(Technique):
    name = "multiples"
    title = "3 + 6 + 9 + …: multiples"
    rule = (
        "Multiples of one number are that number times 1 + 2 + 3 + …: add the small numbers first, then multiply once."
    )
    operation = Operation.SERIES
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        return problem.step > 2 and problem.a == problem.step and problem.count > 3

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        count = sheet.divide(f"All are multiples of {problem.step}. How many?", problem.b, problem.step)
        small = _triangle(sheet, int(count))
        sheet.multiply(f"Each was {problem.step} times as large", small, problem.step)
        return sheet.steps, sheet.answer


class OddRun(Technique):
    name = "odd_run"
    title = "Odd numbers from the middle on"
    rule = (
        "Odd numbers from 1 up make squares, so a run that starts later is one square less another: the square of "
        "half the number after the last, less the square of half the number before the first."
    )
    operation = Operation.SERIES
    priority = 7

    def _applies(self, problem: Problem) -> bool:
        return problem.step == 2 and problem.a > 1 and problem.a % 2 == 1 and problem.count > 3

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        count = sheet.divide(f"From 1 to {problem.b} there are half of {problem.b + 1} odd numbers", problem.b + 1, 2)
        missing = sheet.divide(f"Those before {problem.a} are not in the run", problem.a - 1, 2)
        large = sheet.square(f"All {count} together make the square of {count}", count)
        small = sheet.square(f"The {missing} that are missing make the square of {missing}", missing)
        sheet.subtract("Take those away", large, small)
        return sheet.steps, sheet.answer


class MiddleTimesCount(Technique):
    name = "middle_times_count"
    title = "The number in the middle, so many times"
    rule = (
        "With an odd number of terms one stands in the middle, and the others balance round it: the sum is the middle "
        "one times how many there are."
    )
    operation = Operation.SERIES
    priority = 6

    def _applies(self, problem: Problem) -> bool:
        return problem.count % 2 == 1 and problem.count > 3 and problem.a > 0

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        ends = sheet.add("Add the first and the last", problem.a, problem.b)
        middle = sheet.divide("Halve it: that is the number in the middle", ends, 2)
        sheet.multiply(
            f"There are {problem.count} terms, and on average each is {middle}", middle, _count(sheet, problem)
        )
        return sheet.steps, sheet.answer


class PairTheEnds(Technique):
    name = "pair_the_ends"
    title = "Pairs from both ends"
    rule = (
        "The first and the last make as much as the second and the last but one, and so on: one pair's sum times the "
        "number of pairs."
    )
    operation = Operation.SERIES
    priority = 5

    def _applies(self, problem: Problem) -> bool:
        return problem.count % 2 == 0 and problem.count > 3 and problem.a >= 0

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        pair = sheet.add("The first and the last make a pair", problem.a, problem.b)
        pairs = sheet.divide(f"There are {problem.count} terms, so half as many pairs", _count(sheet, problem), 2)
        sheet.multiply("Every pair makes the same", pair, pairs)
        return sheet.steps, sheet.answer


def _count(sheet: Sheet, problem: Problem) -> int:
    """Writes how many terms a run has."""
    reach = sheet.subtract("How far is it from the first to the last?", problem.b, problem.a)
    if problem.step > 1:
        reach = sheet.divide(f"In steps of {problem.step} that is", reach, problem.step)
    return int(sheet.add("Counting the first as well, there are so many terms", reach, 1))


SERIES: tuple[Technique, ...] = (
    FirstNumbers(),
    OddNumbers(),
    EvenNumbers(),
    CancelAroundZero(),
    MultiplesOfAStep(),
    OddRun(),
    MiddleTimesCount(),
    PairTheEnds(),
)
