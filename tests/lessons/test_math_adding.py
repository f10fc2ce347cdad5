"""Lesson 3, adding and subtracting: an example for each shortcut, and problems by the thousand."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from support.lessons import loaded
from support.math_coverage import Numbers
from support.math_working import IN_PYODIDE, all_small, check


@pytest.fixture(scope="module")
def load() -> Iterator[Any]:
    with loaded("math_coach") as load:
        load("registry")
        yield load


# For each shortcut a problem that it wins, and the lines of working it gives.
EXAMPLES: dict[str, tuple[Any, str, Any, list[str]]] = {
    "add_nines": ("4.7", "+", 99, ["4.7 + 100", "104.7 − 1"]),
    "pairs_to_hundred": (347, "+", 253, ["7 + 3", "40 + 50", "90 + 10", "300 + 200", "500 + 100"]),
    "round_both_up": (398, "+", 297, ["400 + 300", "2 + 3", "700 − 5"]),
    "doubles": (47, "+", 47, ["40 × 2", "7 × 2", "80 + 14"]),
    "double_the_middle": (24, "+", 26, ["24 + 1", "25 × 2"]),
    "count_on": (398, "+", 3, ["398 + 1", "399 + 1", "400 + 1"]),
    "near_doubles": (36, "+", 37, ["36 × 2", "72 + 1"]),
    "make_ten": (47, "+", 8, ["47 + 3", "8 − 3", "50 + 5"]),
    "round_and_compensate": (346, "+", 198, ["346 + 200", "546 − 2"]),
    "units_make_ten": (136, "+", 244, ["6 + 4", "130 + 240", "370 + 10"]),
    "add_just_over_hundreds": (357, "+", 204, ["357 + 200", "557 + 4"]),
    "give_and_take": (47, "+", 36, ["47 + 3", "36 − 3", "50 + 33"]),
    "add_by_place": (352, "+", 484, ["300 + 400", "50 + 80", "2 + 4", "700 + 130", "830 + 6"]),
    "add_in_parts": (352, "+", 84, ["352 + 80", "432 + 4"]),
    "subtract_nines": (347, "-", 99, ["347 − 100", "247 + 1"]),
    "all_from_nine_last_from_ten": (1000, "-", 357, ["9 − 3", "9 − 5", "10 − 7", "600 + 40 + 3"]),
    "same_ending": (347, "-", 147, ["300 − 100"]),
    "same_beginning": (5874, "-", 5826, ["74 − 26"]),
    "few_apart": (402, "-", 399, ["399 + 1", "400 + 1", "401 + 1", "1 + 1 + 1"]),
    "bridge_the_round_number": (309, "-", 297, ["300 − 297", "309 − 300", "3 + 9"]),
    "nearly_half": (83, "-", 41, ["41 × 2", "83 − 82", "41 + 1"]),
    "count_back": (401, "-", 3, ["401 − 1", "400 − 1", "399 − 1"]),
    "back_through_ten": (52, "-", 7, ["52 − 2", "7 − 2", "50 − 5"]),
    "take_one_first": (700, "-", 258, ["700 − 1", "699 − 258", "441 + 1"]),
    "subtract_round_and_compensate": (846, "-", 298, ["846 − 300", "546 + 2"]),
    "subtract_just_over_hundreds": (857, "-", 204, ["857 − 200", "657 − 4"]),
    "slide_both": (83, "-", 47, ["47 + 3", "83 + 3", "86 − 50"]),
    "match_the_ending": (352, "-", 145, ["352 − 142", "210 − 3"]),
    "count_up": (520, "-", 365, ["370 − 365", "400 − 370", "520 − 400", "5 + 30", "35 + 120"]),
    "subtract_by_place": (87, "-", 35, ["80 − 30", "7 − 5", "50 + 2"]),
    "subtract_in_parts": (834, "-", 352, ["834 − 300", "534 − 50", "484 − 2"]),
    "fractions_make_one": ("4.7", "+", "2.3", ["0.7 + 0.3", "4 + 2", "6 + 1"]),
    "add_just_under_a_whole": ("12.50", "+", "3.99", ["12.5 + 4", "16.5 − 0.01"]),
    "add_whole_numbers_then_fractions": ("4.7", "+", "2.6", ["4 + 2", "0.7 + 0.6", "6 + 1.3"]),
    "add_as_tenths_or_hundredths": ("0.47", "+", "0.38", ["47 + 38", "85 ÷ 100"]),
    "subtract_just_under_a_whole": ("12.50", "-", "3.99", ["12.5 − 4", "8.5 + 0.01"]),
    "count_up_to_the_whole": (10, "-", "1.37", ["2 − 1.37", "10 − 2", "8 + 0.63"]),
    "subtract_whole_number_then_fraction": ("7.5", "-", "2.3", ["7.5 − 2", "5.5 − 0.3"]),
    "subtract_as_tenths_or_hundredths": ("0.85", "-", "0.47", ["85 − 47", "38 ÷ 100"]),
    "add_a_negative": (47, "+", -9, ["47 − 10", "37 + 1"]),
    "add_across_zero": (25, "+", -83, ["83 − 23", "60 − 2", "0 − 58"]),
    "add_two_negatives": (-47, "+", -9, ["47 + 10", "57 − 1", "0 − 56"]),
    "subtract_a_negative": (47, "-", -9, ["47 + 10", "57 − 1"]),
    "subtract_the_larger": (23, "-", 58, ["50 − 20", "8 − 3", "30 + 5", "0 − 35"]),
    "further_below_zero": (-47, "-", 9, ["47 + 10", "57 − 1", "0 − 56"]),
    "negative_minus_negative": (-47, "-", -9, ["47 − 10", "37 + 1", "0 − 38"]),
}


def problem_of(load: Any, a: Any, sign: str, b: Any) -> Any:
    return load("domain").Problem(_exactly(a), sign, _exactly(b))


def _exactly(n: Any) -> Any:
    return n if isinstance(n, int) else Decimal(str(n))


def test_every_shortcut_has_an_example(load: Any) -> None:
    registry, operation = load("registry"), load("domain").Operation
    names = [each.name for sign in (operation.ADD, operation.SUBTRACT) for each in registry.candidates(sign)]
    assert sorted(names) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_example_is_won_by_it(load: Any, name: str) -> None:
    a, sign, b, lines = EXAMPLES[name]
    problem = problem_of(load, a, sign, b)
    winner = load("registry").choose(problem)
    assert winner is not None and winner.name == name
    assert [step.expr for step in check(winner, problem, load("effort")).steps] == lines


@pytest.mark.parametrize("sign", ["+", "-"])
def test_problems_by_the_thousand(load: Any, sign: str) -> None:
    """Each shortcut says that it applies only where it does all that it promises, on every sort of number."""
    registry, effort, make = load("registry"), load("effort"), load("domain").Problem
    used: Counter[str] = Counter()
    for a, b in all_small(Numbers(ord(sign)), 300 if IN_PYODIDE else 4_000):
        problem = make(a, sign, b)
        for technique in registry.find_applicable(problem):
            check(technique, problem, effort)
            used[technique.name] += 1
    rare = [each.name for each in registry.candidates(problem.operation) if used[each.name] < 15]
    assert IN_PYODIDE or not rare, rare


@pytest.mark.parametrize("sign", ["+", "-"])
def test_every_pair_of_small_numbers(load: Any, sign: str) -> None:
    registry, effort, make = load("registry"), load("effort"), load("domain").Problem
    asked = 0
    for a in range(-12, 112, 7 if IN_PYODIDE else 1):
        for b in range(-12, 112, 9 if IN_PYODIDE else 3):
            problem = make(a, sign, b)
            technique = registry.choose(problem)
            if technique:
                asked += 1
                check(technique, problem, effort)
    assert asked > (50 if IN_PYODIDE else 2_000)


def test_huge_numbers_are_nothing_for_the_head(load: Any) -> None:
    registry, make = load("registry"), load("domain").Problem
    for a, b in ((10**29, 9), (10**20 + 7, 10**20 + 8), (123_456_789_012, 987_654_321_098), (10**12, -(10**12) + 3)):
        for sign in "+-":
            assert registry.choose(make(a, sign, b)) is None
