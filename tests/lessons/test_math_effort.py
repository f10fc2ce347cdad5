"""Lesson 3: reading a line of working, and how hard it is in the head."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from support.lessons import loaded
from support.math_coverage import Numbers
from support.math_working import IN_PYODIDE, evaluated


@pytest.fixture(scope="module")
def load() -> Iterator[Any]:
    with loaded("math_coach") as load:
        load("registry")
        yield load


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("47 + 9", 56),
        ("3 + 4 × 10", 43),
        ("(3 + 4) × 10", 70),
        ("10 − 3 − 2", 5),
        ("5 − (−3)", 8),
        ("−5 + 3", -2),
        ("(−3)³", -27),
        ("2 × 3²", 18),
        ("2^10", 1024),
        ("0.5 × 4", 2),
        ("7 ÷ 2", Decimal("3.5")),
        ("7 ÷ 3", "2 remainder 1"),
        ("2:45 + 1:30", "4:15"),
        ("2:45 − 0:50", "1:55"),
        ("0:05", "0:05"),
    ],
)
def test_a_line_is_worked_out(load: Any, line: str, value: Any) -> None:
    assert load("expression").value_of(line) == value


@pytest.mark.parametrize(
    "line", ["", "3 +", "3 4", "(3", "3 * 4", "3 + x", "2:45 × 2", "2:45 + 3", "0:05 − 0:06", "3 ÷ 0", "7 ÷ 3 + 1"]
)
def test_what_is_no_line_of_working(load: Any, line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        load("expression").value_of(line)


def test_the_lessons_reader_agrees_with_pythons(load: Any) -> None:
    numbers, value_of = Numbers(5), load("expression").value_of

    def line(depth: int) -> str:
        if depth == 0 or numbers.between(0, 3) == 0:
            return numbers.one_of(
                f"{numbers.between(0, 99)}", f"{numbers.between(0, 9)}.5", f"(−{numbers.between(1, 9)})"
            )
        left, right = line(depth - 1), line(depth - 1)
        sign = numbers.one_of("+", "−", "×")
        return numbers.one_of(f"{left} {sign} {right}", f"({left} {sign} {right}) × 2", f"({left})²")

    for _ in range(100 if IN_PYODIDE else 1_500):
        written = line(3)
        assert Fraction(value_of(written)) == evaluated(written), written


# Effort


def test_nothing_costs_less_than_one(load: Any) -> None:
    effort, operation = load("effort").effort, load("domain").Operation
    assert effort(operation.ADD, 300, 45) == 1
    assert effort(operation.ADD, 0, 0) == 1
    assert effort(operation.MULTIPLY, 1, 8347) == 1
    assert effort(operation.DIVIDE, 8347, 1000) == 1
    assert effort(operation.POWER, 10, 9) == 1


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ("47 + 10", "47 + 9"),
        ("130 − 1", "130 − 7"),
        ("300 + 45", "347 + 45"),
        ("47 + 31", "47 + 38"),
        ("58 − 23", "53 − 28"),
        ("699 − 258", "700 − 258"),
        ("48 ÷ 2", "48 × 5"),
        ("48 × 10", "48 × 5"),
        ("43 × 2", "43 × 7"),
        ("90 × 40", "97 × 46"),
        ("13 × 4", "13 × 14"),
        ("97 × 96", "397 × 96"),
        ("864 ÷ 2", "864 ÷ 6"),
        ("864 ÷ 6", "864 ÷ 24"),
        ("14²", "14³"),
        ("2:00 + 1:30", "2:45 + 1:30"),
        ("4.7 + 2", "4.7 + 2.6"),
        ("47 + 26", "4.7 + 2.6"),
        ("58 − 23", "23 − 58"),
        ("47 + 9", "47 − (−9)"),
    ],
)
def test_what_is_easier(load: Any, easier: str, harder: str) -> None:
    effort_of_expr = load("effort").effort_of_expr
    assert effort_of_expr(easier) < effort_of_expr(harder)


def test_the_order_of_a_sum_or_a_product_makes_no_difference(load: Any) -> None:
    effort, operation = load("effort").effort, load("domain").Operation
    numbers = Numbers(6)
    for _ in range(200 if IN_PYODIDE else 4_000):
        a, b = numbers.of_digits(4), numbers.of_digits(4)
        for sign in (operation.ADD, operation.MULTIPLY):
            assert effort(sign, a, b) == effort(sign, b, a)
            assert effort(sign, a, b) >= 1
        # Zeros at the end are free, and one more digit is never easier.
        assert effort(operation.MULTIPLY, a * 100, b) == effort(operation.MULTIPLY, a, b)
        assert effort(operation.ADD, a * 10, b * 10) == effort(operation.ADD, a, b) or min(a, b) <= 2
        assert effort(operation.ADD, 10_000 + a, 20_000 + b) >= effort(operation.ADD, a, b)


def test_a_problem_is_as_hard_as_its_line(load: Any) -> None:
    effort, problem = load("effort"), load("domain").Problem
    for a, sign, b in (
        (47, "+", 9),
        (731, "-", 268),
        (97, "*", 96),
        (864, "/", 24),
        (14, "power", 3),
        (245, "add_time", 130),
    ):
        made = problem(a, sign, b)
        assert effort.effort_of(made) == effort.effort_of_expr(str(made))


def test_several_signs_add_up(load: Any) -> None:
    effort_of_expr = load("effort").effort_of_expr
    assert effort_of_expr("300 + 40 + 3") == 2
    assert effort_of_expr("3 × 8 + 4 × 2") == effort_of_expr("3 × 8") + effort_of_expr("4 × 2") + effort_of_expr(
        "24 + 8"
    )
