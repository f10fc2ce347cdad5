"""Adding and subtracting numbers with a point, such as prices. Knows nothing of whole numbers and of signs."""

from __future__ import annotations

from domain import Operation, Problem, is_whole, places, plain, reduced
from technique import Technique, Working

from techniques.rounding import Num, gap_to_whole, handy_decimal, handy_whole, whole_and_fraction
from techniques.sheet import Sheet, count_of

_UNITS = {1: "tenth", 2: "hundredth", 3: "thousandth"}


def _easy(n: Num) -> bool:
    return handy_decimal(n) or (handy_whole(n) and n < 10_000)


def _with_a_point(problem: Problem) -> bool:
    """Both numbers above 0, at least one of them with a point; a difference must be above 0 too."""
    a, b = problem.a, problem.b
    return _easy(a) and _easy(b) and not problem.whole and (problem.operation is Operation.ADD or a > b)


class FractionsMakeOne(Technique):
    name = "fractions_make_one"
    title = "Tenths that make a whole"
    rule = "When the parts behind the points make exactly 1, add the whole numbers and the 1."
    operation = Operation.ADD
    priority = 9

    def _applies(self, problem: Problem) -> bool:
        return _with_a_point(problem) and not is_whole(problem.a) and is_whole(problem.a + problem.b)

    def steps(self, problem: Problem) -> Working:
        (whole, part), (more, more_part) = whole_and_fraction(problem.a), whole_and_fraction(problem.b)
        sheet = Sheet()
        one = sheet.add("The parts behind the points make a whole", part, more_part)
        if whole and more:
            together = sheet.add("Add the whole numbers", whole, more)
            sheet.add("And the whole that was made", together, one)
        elif whole or more:
            sheet.add("Add it to the whole number", whole or more, one)
        return sheet.steps, sheet.answer


class AddJustUnderWhole(Technique):
    name = "add_just_under_a_whole"
    title = "Adding prices such as 2.99"
    rule = "A number just short of a whole one is rounded up to it; what was too much is taken away at the end."
    operation = Operation.ADD
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        return _with_a_point(problem) and (gap_to_whole(problem.a) > 0 or gap_to_whole(problem.b) > 0)

    def steps(self, problem: Problem) -> Working:
        n, more = problem.a, problem.b
        gap, other = gap_to_whole(more), gap_to_whole(n)
        if not gap or 0 < other < gap:
            n, more, gap = more, n, other
        sheet = Sheet()
        total = sheet.add(f"{plain(more)} is nearly {plain(more + gap)}, so add {plain(more + gap)}", n, more + gap)
        sheet.subtract(f"That was {plain(gap)} too much, so take it away", total, gap)
        return sheet.steps, sheet.answer


class AddWholeThenFraction(Technique):
    name = "add_whole_numbers_then_fractions"
    title = "Whole numbers first, then the rest"
    rule = "Add what stands before the points, then what stands behind them, and put the two together."
    operation = Operation.ADD
    priority = 3

    def _applies(self, problem: Problem) -> bool:
        (whole, part), (more, more_part) = whole_and_fraction(problem.a), whole_and_fraction(problem.b)
        return _with_a_point(problem) and bool(whole and more) and part + more_part not in (0, 1)

    def steps(self, problem: Problem) -> Working:
        (whole, part), (more, more_part) = whole_and_fraction(problem.a), whole_and_fraction(problem.b)
        sheet = Sheet()
        wholes = sheet.add("Add what stands before the points", whole, more)
        parts = sheet.add("Add what stands behind them", part, more_part) if part and more_part else part or more_part
        sheet.add("Put the two together", wholes, parts)
        return sheet.steps, sheet.answer


class _InSmallUnits(Technique):
    """Tenths, hundredths or thousandths are counted like any other thing, and the point put back at the end."""

    verb: str

    def _applies(self, problem: Problem) -> bool:
        return _with_a_point(problem) and places(problem.a) == places(problem.b) and max(problem.a, problem.b) < 10

    def steps(self, problem: Problem) -> Working:
        after = places(problem.a)
        scale = 10**after
        a, b = reduced(problem.a * scale), reduced(problem.b * scale)
        sheet = Sheet()
        say = f"Think in {_UNITS[after]}s: {plain(a)} of them {self.verb} {plain(b)}"
        count = sheet.add(say, a, b) if self.operation is Operation.ADD else sheet.subtract(say, a, b)
        sheet.divide(f"Put the point back: {count_of(int(count), _UNITS[after])}", count, scale)
        return sheet.steps, sheet.answer


class AddInSmallUnits(_InSmallUnits):
    name = "add_as_tenths_or_hundredths"
    title = "As if there were no point"
    rule = "With equally many digits behind the point, add as if it were not there, and put it back at the end."
    operation = Operation.ADD
    priority = 2
    verb = "and"


class SubtractInSmallUnits(_InSmallUnits):
    name = "subtract_as_tenths_or_hundredths"
    title = "As if there were no point"
    rule = "With equally many digits behind the point, subtract as if it were not there, and put it back at the end."
    operation = Operation.SUBTRACT
    priority = 2
    verb = "without"


class SubtractJustUnderWhole(Technique):
    name = "subtract_just_under_a_whole"
    title = "Taking away prices such as 2.99"
    rule = "A number just short of a whole one is rounded up before it is taken away; what was too much is given back."
    operation = Operation.SUBTRACT
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        gap = gap_to_whole(problem.b)
        return _with_a_point(problem) and gap > 0 and problem.a >= problem.b + gap

    def steps(self, problem: Problem) -> Working:
        gap = gap_to_whole(problem.b)
        whole = problem.b + gap
        sheet = Sheet()
        left = sheet.subtract(
            f"{plain(problem.b)} is nearly {plain(whole)}, so take {plain(whole)} away", problem.a, whole
        )
        sheet.add(f"That was {plain(gap)} too much, so give it back", left, gap)
        return sheet.steps, sheet.answer


class CountUpToWhole(Technique):
    name = "count_up_to_the_whole"
    title = "Change from a note"
    rule = "Go up from the price to the next whole number, then on to the money given. Both together are the change."
    operation = Operation.SUBTRACT
    priority = 7

    def _applies(self, problem: Problem) -> bool:
        return _with_a_point(problem) and is_whole(problem.a) and problem.a - problem.b > 1

    def steps(self, problem: Problem) -> Working:
        next_whole = int(problem.b) + 1
        sheet = Sheet()
        small = sheet.subtract(f"From {plain(problem.b)} up to {next_whole} it is", next_whole, problem.b)
        large = sheet.subtract(f"From {next_whole} on to {plain(problem.a)} it is", problem.a, next_whole)
        sheet.add("Add the two", large, small)
        return sheet.steps, sheet.answer


class SubtractWholeThenFraction(Technique):
    name = "subtract_whole_number_then_fraction"
    title = "The whole number first, then the rest"
    rule = "Take away what stands before the point, then what stands behind it."
    operation = Operation.SUBTRACT
    priority = 3

    def _applies(self, problem: Problem) -> bool:
        whole, part = whole_and_fraction(problem.b)
        return _with_a_point(problem) and whole > 0 and part > 0

    def steps(self, problem: Problem) -> Working:
        whole, part = whole_and_fraction(problem.b)
        sheet = Sheet()
        left = sheet.subtract(
            f"{plain(problem.b)} is {whole} and {plain(part)}: first take {whole} away", problem.a, whole
        )
        sheet.subtract(f"Then take away the {plain(part)}", left, part)
        return sheet.steps, sheet.answer


DECIMALS: tuple[Technique, ...] = (
    FractionsMakeOne(),
    AddJustUnderWhole(),
    AddWholeThenFraction(),
    AddInSmallUnits(),
    SubtractJustUnderWhole(),
    CountUpToWhole(),
    SubtractWholeThenFraction(),
    SubtractInSmallUnits(),
)
