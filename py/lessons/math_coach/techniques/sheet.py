"""How a product or a quotient is written down line by line, and what both kinds of technique share. Knows no shortcut.

A `Sheet` does each small sum as it writes it, so a step's result can't drift from its expression.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from decimal import Decimal
from typing import TypeAlias, TypeGuard

from domain import Answer, Operation, Problem, Quotient, Step, operand, places, plain, reduced
from technique import Technique

Num: TypeAlias = int | Decimal


class Sheet:
    """The steps written so far, and the answer they have come to. Each method writes one step and gives its result."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.answer: Answer = 0

    def add(self, say: str, *terms: Num) -> Num:
        return self._write(say, _chain(" + ", terms), sum(terms))

    def subtract(self, say: str, first: Num, *others: Num) -> Num:
        return self._write(say, _chain(" − ", (first, *others)), first - sum(others))

    def multiply(self, say: str, a: Num, b: Num) -> Num:
        return self._write(say, _chain(" × ", (a, b)), a * b)

    def divide(self, say: str, a: Num, b: Num) -> Num:
        """`a ÷ b` must come out as a decimal that ends."""
        return self._write(say, _chain(" ÷ ", (a, b)), Decimal(a) / Decimal(b))

    def square(self, say: str, a: Num) -> Num:
        return self._write(say, f"{plain(a)}²", a * a)

    def add_products(self, say: str, *pairs: tuple[Num, Num]) -> Num:
        """Several products in one step: 3 × 8 + 4 × 2."""
        return self._write(say, " + ".join(_chain(" × ", pair) for pair in pairs), sum(a * b for a, b in pairs))

    def shift_and_add(self, say: str, so_far: Num, more: Num) -> Num:
        """What is there moves one place up, and `more` comes in behind."""
        return self._write(say, f"{plain(so_far)} × 10 + {plain(more)}", so_far * 10 + more)

    def finish(self, say: str, a: Num, b: Num, whole: int, rest: int) -> None:
        """The last step of a division. With a rest its result is the text "15 remainder 2"."""
        self._write(say, _chain(" ÷ ", (a, b)), whole)
        if rest:
            self.answer = Quotient(whole, rest, int(b))
            self.steps[-1] = Step(say, self.steps[-1].expr, str(self.answer))

    def write(self, say: str, number: Num) -> Num:
        """A number that only has to be written down."""
        return self._write(say, plain(number), number)

    def take_over(self, say: str, steps: Sequence[Step], answer: Answer) -> Answer:
        """The steps of another technique, `say` leading to the first."""
        first = steps[0]
        self.steps += [Step(f"{say}. {first.say}", first.expr, first.result), *steps[1:]]
        self.answer = answer
        return answer

    def _write(self, say: str, expr: str, result: Num) -> Num:
        result = reduced(result)
        self.steps.append(Step(say, expr, result))
        self.answer = result
        return result


class Product(Technique):
    """A way to multiply. `fits(n, by)` is asked for both orders, so that 5 × 48 is 48 × 5 as well."""

    operation = Operation.MULTIPLY

    @abstractmethod
    def fits(self, n: Num, by: Num) -> bool:
        """Whether `n × by` is a product for this technique, `by` being the special one. Cheap; never raises."""

    @abstractmethod
    def work(self, sheet: Sheet, n: Num, by: Num) -> None:
        """Write the steps of `n × by`."""

    def _applies(self, problem: Problem) -> bool:
        return self.fits(problem.a, problem.b) or self.fits(problem.b, problem.a)

    def steps(self, problem: Problem) -> tuple[list[Step], Answer]:
        n, by = (problem.a, problem.b) if self.fits(problem.a, problem.b) else (problem.b, problem.a)
        sheet = Sheet()
        self.work(sheet, n, by)
        return sheet.steps, sheet.answer


class Division(Technique):
    """A way to divide `a` by `b`, exactly or with a rest."""

    operation = Operation.DIVIDE

    @abstractmethod
    def fits(self, a: Num, b: Num) -> bool:
        """Whether `a ÷ b` is a division for this technique. Cheap; never raises."""

    @abstractmethod
    def work(self, sheet: Sheet, a: Num, b: Num) -> None:
        """Write the steps of `a ÷ b`."""

    def _applies(self, problem: Problem) -> bool:
        return self.fits(problem.a, problem.b)

    def steps(self, problem: Problem) -> tuple[list[Step], Answer]:
        sheet = Sheet()
        self.work(sheet, problem.a, problem.b)
        return sheet.steps, sheet.answer


def best_way(a: Num, operation: Operation, b: Num, ways: Sequence[Technique]) -> tuple[list[Step], Answer] | None:
    """The steps of the best of `ways`, given best first: for techniques that first make a problem plainer."""
    problem = Problem(a, operation, b)
    best = next((way for way in ways if way.applies(problem)), None)
    return best.steps(problem) if best else None


def best_first(ways: Sequence[Technique]) -> tuple[Technique, ...]:
    return tuple(sorted(ways, key=lambda way: -way.priority))


def figures(n: Num) -> int:
    """How many digits matter; zeros at either end do not count. 4700 → 2, 0.05 → 1, 408 → 3."""
    return len((str(abs(n)) if isinstance(n, int) else plain(n)).replace(".", "").strip("0−"))


def handy(n: Num, most: int = 3) -> bool:
    """A number above 0, but not 1, with at most `most` figures, such as people hold in the head."""
    return 0 < n < 10**7 and n != 1 and (isinstance(n, int) or places(n) <= 4) and figures(n) <= most


def is_between(n: Num, low: int, high: int) -> TypeGuard[int]:
    """A whole number from `low` to `high`."""
    return isinstance(n, int) and low <= n <= high


def size_of(n: Num) -> Num:
    """Without its sign."""
    return n if n >= 0 else -n


def power_of_ten(n: Num) -> int:
    """The exponent: 1000 → 3, 0.01 → −2; and 0 for 1 and for every number that is no power of ten."""
    text = plain(n)
    if text.strip("0.") != "1":
        return 0
    return len(text) - 1 if isinstance(n, int) else -places(n)


def zeros(n: int) -> int:
    """How many zeros a whole number above 0 ends in."""
    text = str(n)
    return len(text) - len(text.rstrip("0"))


def parts_of(n: int) -> list[int]:
    """The places of a whole number: 347 → [300, 40, 7]; places with a 0 are left out."""
    text = str(n)
    return [int(digit) * 10 ** (len(text) - 1 - at) for at, digit in enumerate(text) if digit != "0"]


def is_plain_sight(a: int, b: int) -> bool:
    """A product that needs no method: from the tables to 12 × 12, or digit by digit without a carry (34 × 2)."""
    low, high = sorted((a, b))
    return high <= 12 or (low < 10 and high < 1000 and all(low * int(digit) < 10 for digit in str(high)))


def multiply_out(sheet: Sheet, n: int, digit: int, say: str) -> int:
    """`n × digit` in one step where it is in plain sight, else place by place and added up."""
    parts = parts_of(n)
    if is_plain_sight(n, digit) or len(parts) == 1:
        return int(sheet.multiply(say, n, digit))
    products = [
        sheet.multiply(f"{digit} times {part}" if at else f"{say}, place by place", digit, part)
        for at, part in enumerate(parts)
    ]
    return int(sheet.add("Add these up", *products))


def comes_out(a: Num, b: Num, most: int) -> bool:
    """Whether a ÷ b ends after at most so many places."""
    return bool(a * 10**most % b == 0)


def leaves_a_rest(a: int, b: int) -> bool:
    """Whether a ÷ b never ends as a decimal, so that whole numbers answer it with a rest."""
    b //= math.gcd(a, b)
    for factor in (2, 5):
        while b % factor == 0:
            b //= factor
    return b > 1


def in_one_go(n: Num, by: int) -> bool:
    """Whether `n × by` is one step in the head, `by` having one figure."""
    digit = int(str(by)[0])
    return not isinstance(n, int) or figures(n) <= 2 or digit <= 2 or is_plain_sight(n, digit)


def multiply_by_round(sheet: Sheet, n: Num, by: int, say: str) -> Num:
    """`n × by` for a `by` of one figure: in one step where that can be done, else digit first, zeros afterwards."""
    if in_one_go(n, by):
        return sheet.multiply(say, n, by)
    digit = int(str(by)[0])
    if by == digit:
        return multiply_out(sheet, int(n), digit, say)
    lots = multiply_out(sheet, int(n), digit, f"{say}: {digit} times {n}")
    return sheet.multiply(f"Write {the_zeros(zeros(by))} of {by} behind it", lots, by // digit)


def from_the_tables(a: Num, b: Num) -> bool:
    """A division that people know by heart: 56 ÷ 7."""
    return is_between(b, 1, 12) and isinstance(a, int) and a % b == 0 and a // b <= 12


def the_zeros(count: int) -> str:
    """ "the zero", "the 3 zeros"."""
    return "the zero" if count == 1 else f"the {count} zeros"


def count_of(count: int, one: str) -> str:
    """ "1 zero", "3 zeros"."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _chain(sign: str, terms: Sequence[Num]) -> str:
    """Behind a sign a negative number stands in brackets."""
    return sign.join(operand(term) if at else plain(term) for at, term in enumerate(terms))
