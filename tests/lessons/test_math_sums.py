"""Lesson 3, long sums, times and powers: an example for each shortcut, and all the problems of a certain size."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from support.lessons import loaded
from support.math_coverage import Numbers
from support.math_working import IN_PYODIDE, check

OPERATIONS = ("series", "sum_of_squares", "sum_of_cubes", "add_time", "power")


@pytest.fixture(scope="module")
def load() -> Iterator[Any]:
    with loaded("math_coach") as load:
        load("registry")
        yield load


# For each shortcut a problem that it wins, and the lines of working it gives.
EXAMPLES: dict[str, tuple[tuple[Any, ...], list[str]]] = {
    "first_numbers": ((1, "series", 100), ["1 + 100", "100 ÷ 2", "50 × 101"]),
    "odd_numbers": ((1, "series", 19, 2), ["19 + 1", "20 ÷ 2", "10²"]),
    "even_numbers": ((2, "series", 20, 2), ["20 ÷ 2", "10 + 1", "10 × 11"]),
    "cancel_around_zero": ((-9, "series", 11), ["−9 + 9", "0 + 10", "10 + 11"]),
    "multiples": ((3, "series", 57, 3), ["57 ÷ 3", "1 + 19", "20 ÷ 2", "19 × 10", "190 × 3"]),
    "odd_run": ((21, "series", 39, 2), ["40 ÷ 2", "20 ÷ 2", "20²", "10²", "400 − 100"]),
    "middle_times_count": ((15, "series", 25), ["15 + 25", "40 ÷ 2", "25 − 15", "10 + 1", "20 × 11"]),
    "pair_the_ends": ((11, "series", 20), ["11 + 20", "20 − 11", "9 + 1", "10 ÷ 2", "31 × 5"]),
    "first_squares": ((1, "sum_of_squares", 10), ["10 ÷ 2", "21 ÷ 3", "5 × 7", "35 × 11"]),
    "squares_round_the_middle": ((19, "sum_of_squares", 21), ["20²", "400 × 3", "1200 + 2"]),
    "squares_left_over": (
        (6, "sum_of_squares", 11),
        ["12 ÷ 6", "2 × 11", "22 × 23", "6 ÷ 6", "5 × 11", "506 − 55"],
    ),
    "squares_one_by_one": ((5, "sum_of_squares", 6), ["5²", "6²", "25 + 36"]),
    "first_cubes": ((1, "sum_of_cubes", 10), ["10 ÷ 2", "5 × 11", "5 × 6", "30 × 100", "3000 + 25"]),
    "cubes_round_the_middle": ((9, "sum_of_cubes", 11), ["10²", "100 × 10", "1000 × 3", "10 × 6", "3000 + 60"]),
    "cubes_left_over": (
        (6, "sum_of_cubes", 9),
        ["10 ÷ 2", "5 × 9", "6 ÷ 2", "3 × 5", "45 + 15", "45 − 15", "60 × 30"],
    ),
    "add_time": ((245, "add_time", 215), ["2 + 2", "45 + 15", "60 − 60", "4 + 1", "5:00 + 0:00"]),
    "add_whole_hours": ((245, "add_time", 300), ["2 + 3", "5:00 + 0:45"]),
    "round_to_the_hour": ((320, "add_time", 155), ["3:20 + 2:00", "5:20 − 0:05"]),
    "fill_the_hour": ((238, "add_time", 147), ["1:47 + 0:13", "2:38 − 0:13", "2:00 + 2:25"]),
    "count_quarters": ((245, "add_time", 130), ["2 + 1", "3 + 2", "5 − 4", "1 × 15", "4:00 + 0:15"]),
    "squared_ending_in_5": ((85, "power", 2), ["8 × 9", "72 × 100", "7200 + 25"]),
    "squared_near_50": ((47, "power", 2), ["25 − 3", "22 × 100", "3²", "2200 + 9"]),
    "squared_near_100": ((104, "power", 2), ["104 + 4", "108 × 100", "4²", "10800 + 16"]),
    "squared_next_to_a_round": ((31, "power", 2), ["30²", "30 + 31", "900 + 61"]),
    "squared_by_shifting": ((23, "power", 2), ["23 − 3", "23 + 3", "20 × 26", "3²", "520 + 9"]),
    "squared_in_parts": ((64, "power", 2), ["60²", "60 × 4", "240 × 2", "4²", "3600 + 480", "4080 + 16"]),
    "power_of_ten": ((100, "power", 4), ["2 × 4", "1 × 100000000"]),
    "power_of_round": ((30, "power", 3), ["3 × 3", "9 × 3", "1 × 3", "27 × 1000"]),
    "power_of_two": ((2, "power", 6), ["8 × 2", "16 × 2", "32 × 2"]),
    "high_power_of_two": ((2, "power", 13), ["13 − 10", "1000 × 8", "24 × 8", "8000 + 192"]),
    "power_of_eleven": ((11, "power", 3), ["11 × 10", "110 + 11", "121 × 10", "1210 + 121"]),
    "power_of_five": ((5, "power", 4), ["25 × 10", "250 ÷ 2", "125 × 10", "1250 ÷ 2"]),
    "cube_near_round": (
        (31, "power", 3),
        ["30²", "900 × 30", "900 × 3", "30 × 3", "27000 + 2700", "29700 + 90", "29790 + 1"],
    ),
    "fourth_power": ((9, "power", 4), ["9²", "81²"]),
    "square_of_the_cube": ((3, "power", 6), ["3²", "9 × 3", "27²"]),
    "cube_in_parts": ((14, "power", 3), ["14²", "196 × 10", "196 × 4", "1960 + 784"]),
    "one_factor_at_a_time": ((4, "power", 5), ["4²", "16 × 4", "64 × 4", "256 × 4"]),
    "power_of_a_negative": ((-3, "power", 3), ["3²", "9 × 3", "0 − 27"]),
    "power_of_0_or_1": ((7, "power", 0), ["7^0"]),
}


def test_every_shortcut_has_an_example(load: Any) -> None:
    registry, operation = load("registry"), load("domain").Operation
    names = [each.name for value in OPERATIONS for each in registry.candidates(operation(value))]
    assert sorted(names) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_example_is_won_by_it(load: Any, name: str) -> None:
    problem, lines = EXAMPLES[name]
    asked = load("domain").Problem(*problem)
    winner = load("registry").choose(asked)
    assert winner is not None and winner.name == name
    assert [step.expr for step in check(winner, asked, load("effort")).steps] == lines


def all_of(operation: str) -> Iterator[tuple[int, int, int]]:
    """Every problem of an operation up to a size at which people still ask for it in the head."""
    match operation:
        case "series":
            yield from (
                (a, a + step * more, step) for a in range(-12, 45) for step in (1, 2, 3, 5) for more in range(0, 42, 3)
            )
        case "sum_of_squares" | "sum_of_cubes":
            yield from ((a, a + more, 1) for a in range(45) for more in range(0, 45, 1))
        case "add_time":
            numbers = Numbers(8)
            for _ in range(2_500):
                minutes = numbers.one_of(numbers.between(0, 59), numbers.one_of(0, 15, 30, 45, 55, 58))
                yield numbers.between(0, 20) * 100 + minutes, numbers.between(0, 3) * 100 + numbers.between(0, 59), 1
            yield from ((a * 15 // 60 * 100 + a * 15 % 60, 145, 1) for a in range(200))
        case _:
            yield from ((a, b, 1) for a in range(-30, 130) for b in range(9) if a or b)
            yield from ((2, b, 1) for b in range(9, 40))
            yield from ((10**a, b, 1) for a in (1, 2, 3) for b in range(2, 60))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_problems_of_every_size(load: Any, operation: str) -> None:
    """Each shortcut says that it applies only where it does all that it promises."""
    registry, effort, make = load("registry"), load("effort"), load("domain").Problem
    used: Counter[str] = Counter()
    for at, (a, b, step) in enumerate(all_of(operation)):
        if IN_PYODIDE and at % 25:
            continue
        problem = make(a, operation, b, step)
        for technique in registry.find_applicable(problem):
            check(technique, problem, effort)
            used[technique.name] += 1
    assert IN_PYODIDE or all(used[each.name] for each in registry.candidates(problem.operation)), used


HUGE = 10**29
PROBLEMS_WITH_HUGE_NUMBERS = [
    (a, operation, b)
    for operation in OPERATIONS
    for a, b in (
        (1, HUGE),
        (1, 10**12),
        (1, 10**12 + 1),
        (2, HUGE),
        (HUGE, HUGE + 6),
        (10**12 - 60, 10**12),
        (HUGE, 2),
        (1, 2),
    )
    if (operation, a) not in (("power", 2), ("power", HUGE), ("power", 10**12 - 60))
    and (a <= b or operation in ("power", "add_time"))
]


@pytest.mark.parametrize("problem", PROBLEMS_WITH_HUGE_NUMBERS)
def test_huge_numbers_cost_nothing_and_never_break_a_shortcut(load: Any, problem: tuple[Any, ...]) -> None:
    asked = load("domain").Problem(*problem)
    for technique in load("registry").find_applicable(asked):
        assert technique.solve(asked).verified
    assert asked.a <= 10**12 >= asked.b or load("registry").choose(asked) is None
