"""What every way to add or to subtract two positive whole numbers has in common. Knows no way."""

from __future__ import annotations

from abc import abstractmethod

from domain import Operation, Problem
from technique import Technique, Working

from techniques.rounding import Num, handy_whole
from techniques.sheet import Sheet


class Sum(Technique):
    """A way to add. `fits(n, more)` is asked in both orders, so that 9 + 47 is 47 + 9 as well."""

    operation = Operation.ADD

    @abstractmethod
    def fits(self, n: Num, more: Num) -> bool:
        """Whether the method is about adding `more`, the number that is looked at, to `n`."""

    @abstractmethod
    def work(self, sheet: Sheet, n: Num, more: Num) -> None:
        """Write the steps of n + more; the result of the last is the answer."""

    def _applies(self, problem: Problem) -> bool:
        return self.fits(problem.a, problem.b) or self.fits(problem.b, problem.a)

    def steps(self, problem: Problem) -> Working:
        n, more = (problem.a, problem.b) if self.fits(problem.a, problem.b) else (problem.b, problem.a)
        sheet = Sheet()
        self.work(sheet, n, more)
        return sheet.steps, sheet.answer


class Difference(Technique):
    """A way to take `b` from a larger `a`, both whole."""

    operation = Operation.SUBTRACT

    @abstractmethod
    def fits(self, a: int, b: int) -> bool:
        """Whether the method is about a − b; a > b > 0."""

    @abstractmethod
    def work(self, sheet: Sheet, a: int, b: int) -> None:
        """Write the steps of a − b; the result of the last is the answer."""

    def _applies(self, problem: Problem) -> bool:
        a, b = problem.a, problem.b
        return handy_whole(a) and handy_whole(b) and a > b and self.fits(int(a), int(b))

    def steps(self, problem: Problem) -> Working:
        sheet = Sheet()
        self.work(sheet, int(problem.a), int(problem.b))
        return sheet.steps, sheet.answer
