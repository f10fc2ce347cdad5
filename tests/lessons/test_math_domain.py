"""Lesson 3, numbers and problems: how they are read, which are allowed, the plain answer, and how all is written."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from support.lessons import loaded
from support.math_coverage import Numbers
from support.math_working import IN_PYODIDE, exact


@pytest.fixture(scope="module")
def domain() -> Iterator[Any]:
    with loaded("math_coach") as load:
        yield load("domain")


@pytest.fixture(scope="module")
def numerals(domain: Any) -> Any:
    with loaded("math_coach") as load:
        return load("numerals")


def read(domain: Any, value: object) -> Any:
    return TypeAdapter(domain.Number).validate_python(value)


# Numbers


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ("4.7", Decimal("4.7")),
        (4.7, Decimal("4.7")),
        ("4.70", Decimal("4.7")),
        (47.0, 47),
        ("47", 47),
        ("47.000", 47),
        (Decimal("4.7E+3"), 4700),
        ("-0.0", 0),
        ("-0.50", Decimal("-0.5")),
        (10**30, 10**30),
        ("0.1234567890123456789012345678901234567890", Decimal("0.123456789012345678901234567890123456789")),
    ],
)
def test_numbers_are_read_exactly_and_made_plain(domain: Any, given: object, number: Any) -> None:
    got = read(domain, given)
    assert got == number and type(got) is type(number) and str(got) == str(number)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("forty-seven", ["Input should be a valid integer", "Input should be a valid decimal"]),
        (True, ["Input should be a valid number"]),
        (float("nan"), ["Input should be a finite number"]),
        (float("inf"), ["Input should be a finite number"]),
        ("Infinity", ["Input should be a valid integer", "Input should be a finite number"]),
        (None, ["Input should be a valid integer"]),
        ("1e999999", ["at most 400 digits"]),
        ("1e-999999", ["at most 400 digits"]),
        (10**400, ["at most 400 digits"]),
    ],
)
def test_what_is_no_number_is_refused_in_pydantics_words(domain: Any, given: object, words: list[str]) -> None:
    with pytest.raises(ValidationError) as caught:
        read(domain, given)
    for said in words:
        assert said in str(caught.value)


def test_the_schema_asks_for_a_number(domain: Any) -> None:
    class Args(BaseModel):
        a: domain.Number

    assert Args.model_json_schema()["properties"]["a"]["type"] == "number"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (4700, "4700"),
        (Decimal("4.7E+3"), "4700"),
        (Decimal("4.70"), "4.7"),
        (Decimal("4.7E-9"), "0.0000000047"),
        (-3, "−3"),
        (Decimal("-0.5"), "−0.5"),
        (Decimal("-0.0"), "0"),
        (Decimal("0.1234567890123456789012345678901234567891"), "0.1234567890123456789012345678901234567891"),
    ],
)
def test_plain_notation(domain: Any, number: Any, text: str) -> None:
    assert domain.plain(number) == text


def test_the_small_questions_about_numbers(numerals: Any) -> None:
    assert [numerals.places(n) for n in (47, Decimal("4.75"), Decimal("4.70"))] == [0, 2, 1]
    assert [numerals.digit_count(n) for n in (470, Decimal("0.05"), -3)] == [3, 3, 1]
    assert numerals.operand(-3) == "(−3)" and numerals.operand(3) == "3"
    assert numerals.hours_and_minutes(245) == (2, 45) and numerals.run_together(2, 5) == 205
    assert numerals.clock(205) == "2:05" and numerals.clock(45) == "0:45"
    assert numerals.is_whole(Decimal("3.0")) and not numerals.is_whole(Decimal("3.1"))


# Problems


@pytest.mark.parametrize(
    ("problem", "text", "answer"),
    [
        ((47, "+", 9), "47 + 9", "56"),
        ((47, "-", -9), "47 − (−9)", "56"),
        ((13, "*", 14), "13 × 14", "182"),
        ((Decimal("4.7"), "*", 1000), "4.7 × 1000", "4700"),
        ((864, "/", 24), "864 ÷ 24", "36"),
        ((5, "/", 2), "5 ÷ 2", "2.5"),
        ((7, "/", 3), "7 ÷ 3", "2 remainder 1"),
        ((-7, "/", 3), "−7 ÷ 3", "−2 remainder −1"),
        ((7, "/", -3), "7 ÷ (−3)", "−2 remainder 1"),
        ((1, "/", 10**13), "1 ÷ 10000000000000", "0 remainder 1"),
        ((Decimal("1.5"), "/", Decimal("0.05")), "1.5 ÷ 0.05", "30"),
        ((1, "series", 19, 2), "1 + 3 + … + 19", "100"),
        ((1, "series", 4), "1 + 2 + 3 + 4", "10"),
        ((-3, "series", 3), "−3 + (−2) + … + 3", "0"),
        ((5, "series", 5), "5", "5"),
        ((1, "sum_of_squares", 10), "1² + 2² + … + 10²", "385"),
        ((3, "sum_of_cubes", 4), "3³ + 4³", "91"),
        ((245, "add_time", 130), "2:45 + 1:30", "4:15"),
        ((245, "add_time", 215), "2:45 + 2:15", "5:00"),
        ((14, "power", 3), "14³", "2744"),
        ((-3, "power", 3), "(−3)³", "−27"),
        ((2, "power", 10), "2^10", "1024"),
        ((7, "power", 0), "7^0", "1"),
    ],
)
def test_how_problems_and_answers_are_written(domain: Any, problem: tuple[Any, ...], text: str, answer: str) -> None:
    made = domain.Problem(*problem)
    assert str(made) == text
    assert domain.shown(made, made.exact()) == answer


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        ((5, "/", 0), "Cannot divide by zero."),
        (
            (245, "add_time", 175),
            "175 has 75 minutes; write times as hours and minutes run together, e.g. 315 for 3:15.",
        ),
        ((-5, "add_time", 10), "−5 is not a length of time"),
        ((Decimal("2.5"), "add_time", 10), "2.5 is not a length of time"),
        ((1, "series", 20, 2), "Steps of 2 from 1 never land on 20; the last term before it is 19."),
        ((10, "series", 1), "a = 1, b = 10"),
        ((1, "series", 10, 0), "The step of a series must be 1 or more"),
        ((1, "series", 10, -1), "The step of a series must be 1 or more"),
        ((Decimal("0.5"), "series", 3), "whole numbers"),
        ((-1, "sum_of_squares", 3), "whole numbers from 0 up"),
        ((4, "sum_of_cubes", 3), "write the smaller one as a"),
        ((Decimal("1.5"), "power", 2), "use '*' with the number twice"),
        ((2, "power", -1), "must be 0 or more"),
        ((0, "power", 0), "no agreed value"),
        ((Decimal("1.7"), "/", Decimal("0.3")), "ask for the whole numbers 17 ÷ 3"),
        ((10**30, "+", 1), "a is too long"),
        ((1, "+", Decimal("1e-40")), "b is too long"),
    ],
)
def test_a_broken_rule_says_how_to_mend_it(domain: Any, problem: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        domain.Problem(*problem)
    assert sentence in str(caught.value)


def test_sizes_are_looked_at_before_anything_is_computed(domain: Any) -> None:
    for a, b in ((2, 10**29), (10, 200), (10**29, 10**29), (-99, 10**9)):
        with pytest.raises(ValueError, match="too large"):
            domain.Problem(a, "power", b)
    assert domain.Problem(10, "power", 199).exact() == 10**199
    assert domain.Problem(-1, "power", 10**29 + 1).exact() == -1
    n = 10**29
    assert domain.Problem(1, "series", n).exact() == n * (n + 1) // 2
    assert domain.Problem(1, "sum_of_squares", n).exact() == n * (n + 1) * (2 * n + 1) // 6
    assert domain.Problem(1, "sum_of_cubes", n).exact() == (n * (n + 1) // 2) ** 2


def test_decimals_are_never_rounded(domain: Any) -> None:
    a, b = Decimal("0.12345678901234567890123456789"), Decimal("1234567890123456789.0123456789")
    for sign, right in (
        ("+", Fraction(a) + Fraction(b)),
        ("-", Fraction(a) - Fraction(b)),
        ("*", Fraction(a) * Fraction(b)),
    ):
        assert Fraction(domain.Problem(a, sign, b).exact()) == right


def test_a_problem_is_a_value(domain: Any) -> None:
    problem = domain.Problem(Decimal("47.0"), "+", 9, 5)
    assert problem == domain.Problem(47, domain.Operation.ADD, 9) and hash(problem) == hash(domain.Problem(47, "+", 9))
    assert type(problem.a) is int and problem.step == 1
    with pytest.raises(AttributeError):
        problem.a = 3


def test_plain_arithmetic_against_sums_done_the_long_way(domain: Any) -> None:
    numbers = Numbers(3)
    for _ in range(100 if IN_PYODIDE else 2_000):
        first, step = numbers.between(-50, 50), numbers.between(1, 9)
        last = first + step * numbers.between(0, 40)
        low, high = abs(first), abs(first) + numbers.between(0, 30)
        for problem in (
            domain.Problem(first, "series", last, step),
            domain.Problem(low, "sum_of_squares", high),
            domain.Problem(low, "sum_of_cubes", high),
            domain.Problem(first, "power", numbers.between(1, 12)),
        ):
            assert Fraction(problem.exact()) == exact(problem)


def test_a_quotient_and_its_rest_make_the_number_again(domain: Any) -> None:
    numbers = Numbers(4)
    rests = 0
    for _ in range(200 if IN_PYODIDE else 3_000):
        a, b = numbers.between(-999, 999), numbers.one_of(numbers.between(1, 60), -numbers.between(1, 60))
        answer = domain.Problem(a, "/", b).exact()
        if isinstance(answer, domain.Quotient):
            rests += 1
            assert answer.whole * b + answer.rest == a and 0 < abs(answer.rest) < abs(b)
        else:
            assert Fraction(answer) * b == a
    assert rests > 50


def test_a_step_holds_the_plainest_number(domain: Any) -> None:
    step = domain.Step("Add", "2.5 + 2.5", Decimal("5.0"))
    assert step.result == 5 and type(step.result) is int
