"""Adding and subtracting around zero: a sum with minus signs becomes one without. Has no other trick of its own."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

from domain import Operation, Problem, Quotient, plain
from effort import effort
from technique import Technique, Working

from techniques.adding import ADDING
from techniques.adding_parts import ADDING_PARTS
from techniques.rounding import Num
from techniques.sheet import Sheet, best_first, best_way
from techniques.subtracting import SUBTRACTING
from techniques.subtracting_parts import SUBTRACTING_PARTS
from techniques.with_decimals import DECIMALS

_WAYS = best_first((*ADDING, *ADDING_PARTS, *SUBTRACTING, *SUBTRACTING_PARTS, *DECIMALS))
_NEXT_TO_NOTHING = 3
_TOO_LONG = 10**9
_Plainer: TypeAlias = tuple[Num, Operation, Num]


class AroundZero(Technique):
    """The problem is told again without minus signs, solved the best way there is, and given its sign back.

    Where there is no way but to do it, it must be as good as nothing to do; otherwise there are no steps at all.
    """

    below_zero: bool

    def is_below_zero(self, a: Num, b: Num) -> bool:
        """Whether the answer is that of the plainer problem with a minus sign."""
        return self.below_zero

    @abstractmethod
    def fits(self, a: Num, b: Num) -> bool:
        """Whether the method is about two numbers with such signs."""

    @abstractmethod
    def plainer(self, a: Num, b: Num) -> _Plainer:
        """The problem without negative numbers, and with the larger number first."""

    @abstractmethod
    def why(self, a: Num, b: Num, plainer: str) -> str:
        """What to say before the first step."""

    def _applies(self, problem: Problem) -> bool:
        a, b = problem.a, problem.b
        return -_TOO_LONG < a < _TOO_LONG and -_TOO_LONG < b < _TOO_LONG and self.fits(a, b)

    def steps(self, problem: Problem) -> Working:
        a, operation, b = self.plainer(problem.a, problem.b)
        why = self.why(problem.a, problem.b, str(Problem(a, operation, b)))
        sheet = Sheet()
        if found := best_way(a, operation, b, _WAYS):
            sheet.take_over(why, *found)
        elif effort(operation, a, b) > _NEXT_TO_NOTHING:
            return [], 0
        elif operation is Operation.ADD:
            sheet.add(why, a, b)
        else:
            sheet.subtract(why, a, b)
        if self.is_below_zero(problem.a, problem.b):
            assert not isinstance(sheet.answer, Quotient)
            sheet.subtract("The answer lies below zero, so put a minus sign before it", 0, sheet.answer)
        return sheet.steps, sheet.answer


class AddNegative(AroundZero):
    name = "add_a_negative"
    title = "Adding a negative number"
    rule = "Adding a debt is the same as taking money away: plus a negative number is minus the number."
    operation = Operation.ADD
    priority = 10
    below_zero = False

    def fits(self, a: Num, b: Num) -> bool:
        low, high = sorted((a, b))
        return low < 0 < high and high > -low

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return max(a, b), Operation.SUBTRACT, -min(a, b)

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"Adding {plain(min(a, b))} is taking {plain(-min(a, b))} away: {plainer}"


class AddAcrossZero(AroundZero):
    name = "add_across_zero"
    title = "More below zero than above"
    rule = "When the negative number is the bigger one, see how much of it is left over; that much lies below zero."
    operation = Operation.ADD
    priority = 9
    below_zero = True

    def fits(self, a: Num, b: Num) -> bool:
        low, high = sorted((a, b))
        return low < 0 < high and -low > high

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return -min(a, b), Operation.SUBTRACT, max(a, b)

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"{plain(-min(a, b))} below zero outweighs {plain(max(a, b))} above it, by {plainer}"


class AddTwoNegatives(AroundZero):
    name = "add_two_negatives"
    title = "Two negative numbers"
    rule = "Two debts make one larger debt: add the numbers without their signs, and put the minus sign back."
    operation = Operation.ADD
    priority = 9
    below_zero = True

    def fits(self, a: Num, b: Num) -> bool:
        return a < 0 and b < 0

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return -a, Operation.ADD, -b

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"Leave the signs out for a moment: {plainer}"


class SubtractNegative(AroundZero):
    name = "subtract_a_negative"
    title = "Taking away a negative number"
    rule = "Taking a debt away is a gift: minus a negative number is plus the number."
    operation = Operation.SUBTRACT
    priority = 10
    below_zero = False

    def fits(self, a: Num, b: Num) -> bool:
        return b < 0 < a

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return a, Operation.ADD, -b

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"Taking {plain(b)} away is adding {plain(-b)}: {plainer}"


class SubtractTheLarger(AroundZero):
    name = "subtract_the_larger"
    title = "Taking away more than there is"
    rule = "Turn the numbers round, take the smaller from the larger, and put a minus sign before the difference."
    operation = Operation.SUBTRACT
    priority = 9
    below_zero = True

    def fits(self, a: Num, b: Num) -> bool:
        return 0 < a < b

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return b, Operation.SUBTRACT, a

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"{plain(b)} is more than {plain(a)}, so turn them round: {plainer}"


class FurtherBelowZero(AroundZero):
    name = "further_below_zero"
    title = "Further below zero"
    rule = "Taking something from a negative number makes the debt larger: add the two, and put the minus sign back."
    operation = Operation.SUBTRACT
    priority = 9
    below_zero = True

    def fits(self, a: Num, b: Num) -> bool:
        return a < 0 < b

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return -a, Operation.ADD, b

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"The debt of {plain(-a)} grows by {plain(b)}: {plainer}"


class DebtForgiven(AroundZero):
    name = "negative_minus_negative"
    title = "A debt, and some of it forgiven"
    rule = (
        "Minus a negative number is plus the number: of a debt so much is forgiven. What is left of the debt lies "
        "below zero; what was forgiven beyond it lies above."
    )
    operation = Operation.SUBTRACT
    priority = 9

    def fits(self, a: Num, b: Num) -> bool:
        return a < 0 and b < 0 and a != b

    def is_below_zero(self, a: Num, b: Num) -> bool:
        return a < b

    def plainer(self, a: Num, b: Num) -> _Plainer:
        return max(-a, -b), Operation.SUBTRACT, min(-a, -b)

    def why(self, a: Num, b: Num, plainer: str) -> str:
        return f"A debt of {plain(-a)}, and {plain(-b)} is forgiven: {plainer}"


SIGNS: tuple[Technique, ...] = (
    AddNegative(),
    AddAcrossZero(),
    AddTwoNegatives(),
    SubtractNegative(),
    SubtractTheLarger(),
    FurtherBelowZero(),
    DebtForgiven(),
)
