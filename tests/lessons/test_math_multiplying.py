"""The math coach's ways to multiply: right, honest, chosen well, and the same for 5 × 48 as for 48 × 5."""

from decimal import Decimal
from typing import Any

import pytest

from support.math_coverage import Numbers
from support.math_products import PROBLEMS, Draw, Num, any_number, applied, check, modules, number, problem, registry

TECHNIQUES = (
    *modules["multiplying"].MULTIPLYING,
    *modules["multiplying_near"].MULTIPLYING_NEAR,
    *modules["multiplying_parts"].MULTIPLYING_PARTS,
)
NAMES = [technique.name for technique in TECHNIQUES]

# A problem that each shortcut wins, with the lines of working that the learner gets to see.
WINS = {
    "multiply_by_0_or_1": ("457 × 0", ["457 × 0 = 0"]),
    "multiply_by_power_of_10": ("4.7 × 1000", ["4.7 × 1000 = 4700"]),
    "multiply_by_5": ("48 × 5", ["48 ÷ 2 = 24", "24 × 10 = 240"]),
    "multiply_by_50": ("50 × 37", ["37 × 100 = 3700", "3700 ÷ 2 = 1850"]),
    "multiply_by_25": ("36 × 25", ["36 ÷ 2 = 18", "18 ÷ 2 = 9", "9 × 100 = 900"]),
    "multiply_by_125": ("125 × 24", ["24 ÷ 2 = 12", "12 ÷ 2 = 6", "6 ÷ 2 = 3", "3 × 1000 = 3000"]),
    "multiply_by_75": ("36 × 75", ["36 ÷ 2 = 18", "18 ÷ 2 = 9", "9 × 3 = 27", "27 × 100 = 2700"]),
    "multiply_by_15": ("15 × 28", ["28 × 10 = 280", "280 ÷ 2 = 140", "280 + 140 = 420"]),
    "multiply_by_half_or_quarter": ("0.25 × 48", ["48 ÷ 2 = 24", "24 ÷ 2 = 12"]),
    "multiply_by_and_a_half": ("2.5 × 4", ["2 × 4 = 8", "4 ÷ 2 = 2", "8 + 2 = 10"]),
    "multiply_by_9": ("9 × 47", ["47 × 10 = 470", "470 − 47 = 423"]),
    "multiply_by_nines": ("64 × 99", ["64 × 100 = 6400", "6400 − 64 = 6336"]),
    "multiply_by_11": ("52 × 11", ["5 + 2 = 7", "500 + 70 + 2 = 572"]),
    "multiply_by_101": ("101 × 47", ["47 × 100 = 4700", "4700 + 47 = 4747"]),
    "multiply_by_12": ("43 × 12", ["43 × 10 = 430", "43 × 2 = 86", "430 + 86 = 516"]),
    "multiply_teens": ("13 × 14", ["13 + 4 = 17", "17 × 10 = 170", "3 × 4 = 12", "170 + 12 = 182"]),
    "multiply_by_doubling": ("4 × 33", ["33 × 2 = 66", "66 × 2 = 132"]),
    "multiply_by_3": ("34 × 3", ["34 × 2 = 68", "68 + 34 = 102"]),
    "multiply_through_5": ("7 × 8", ["80 ÷ 2 = 40", "8 × 2 = 16", "40 + 16 = 56"]),
    "multiply_by_37": ("37 × 24", ["24 ÷ 3 = 8", "111 × 8 = 888"]),
    "multiply_by_double_digit": ("34 × 22", ["34 × 2 = 68", "68 × 10 = 680", "680 + 68 = 748"]),
    "near_100": (
        "97 × 96",
        ["100 − 97 = 3", "100 − 96 = 4", "97 − 4 = 93", "93 × 100 = 9300", "3 × 4 = 12", "9300 + 12 = 9312"],
    ),
    "near_1000": (
        "994 × 1007",
        [
            "1000 − 994 = 6",
            "1007 − 1000 = 7",
            "994 + 7 = 1001",
            "1001 × 1000 = 1001000",
            "6 × 7 = 42",
            "1001000 − 42 = 1000958",
        ],
    ),
    "near_same_round_number": (
        "23 × 24",
        ["23 − 20 = 3", "24 − 20 = 4", "23 + 4 = 27", "27 × 20 = 540", "3 × 4 = 12", "540 + 12 = 552"],
    ),
    "times_itself_ending_in_5": ("65 × 65", ["6 × 7 = 42", "42 × 100 = 4200", "4200 + 25 = 4225"]),
    "times_itself_and_a_half": ("3.5 × 3.5", ["3 × 4 = 12", "12 + 0.25 = 12.25"]),
    "times_itself_near_50": ("53 × 53", ["53 − 50 = 3", "25 + 3 = 28", "28 × 100 = 2800", "3² = 9", "2800 + 9 = 2809"]),
    "times_itself_by_rounding": (
        "38 × 38",
        ["38 + 2 = 40", "38 − 2 = 36", "36 × 40 = 1440", "2² = 4", "1440 + 4 = 1444"],
    ),
    "same_tens_units_make_10": ("43 × 47", ["4 × 5 = 20", "20 × 100 = 2000", "3 × 7 = 21", "2000 + 21 = 2021"]),
    "same_units_tens_make_10": (
        "43 × 63",
        ["4 × 6 = 24", "24 + 3 = 27", "27 × 100 = 2700", "3² = 9", "2700 + 9 = 2709"],
    ),
    "difference_of_squares": ("52 × 48", ["50 − 48 = 2", "50² = 2500", "2² = 4", "2500 − 4 = 2496"]),
    "multiply_by_almost_round": ("19 × 47", ["47 × 20 = 940", "940 − 47 = 893"]),
    "multiply_round_numbers": ("40 × 700", ["7 × 4 = 28", "28 × 1000 = 28000"]),
    "multiply_factors_to_100": ("36 × 175", ["36 ÷ 4 = 9", "175 ÷ 25 = 7", "9 × 7 = 63", "63 × 100 = 6300"]),
    "halve_and_double": ("35 × 14", ["14 ÷ 2 = 7", "35 × 2 = 70", "7 × 70 = 490"]),
    "multiply_by_factors": ("43 × 14", ["7 × 40 = 280", "7 × 3 = 21", "280 + 21 = 301", "301 × 2 = 602"]),
    "multiply_in_parts": ("347 × 6", ["6 × 300 = 1800", "6 × 40 = 240", "6 × 7 = 42", "1800 + 240 + 42 = 2082"]),
    "multiply_crosswise": (
        "347 × 286",
        [
            "3 × 2 = 6",
            "3 × 8 + 4 × 2 = 32",
            "6 × 10 + 32 = 92",
            "3 × 6 + 4 × 8 + 7 × 2 = 64",
            "92 × 10 + 64 = 984",
            "4 × 6 + 7 × 8 = 80",
            "984 × 10 + 80 = 9920",
            "7 × 6 = 42",
            "9920 × 10 + 42 = 99242",
        ],
    ),
    "multiply_decimals": ("0.6 × 0.7", ["7 × 6 = 42", "42 ÷ 100 = 0.42"]),
    "multiply_with_signs": ("12 × −5", ["12 × 5 = 60", "−60 = −60"]),
}


def of(text: str) -> Any:
    a, b = (number(each.replace("−", "-")) for each in text.split(" × "))
    return problem(a, "*", b)


# The numbers that a shortcut is for; the other one can be any.
SPECIAL: dict[str, tuple[Num, ...]] = {
    "multiply_by_0_or_1": (0, 1),
    "multiply_by_power_of_10": (10, 100, 1000, 1_000_000, Decimal("0.1"), Decimal("0.001")),
    "multiply_by_5": (5,),
    "multiply_by_50": (50, 500),
    "multiply_by_25": (25, 250),
    "multiply_by_125": (125,),
    "multiply_by_75": (75,),
    "multiply_by_15": (15, 150),
    "multiply_by_half_or_quarter": (Decimal("0.5"), Decimal("0.25"), Decimal("0.125")),
    "multiply_by_9": (9,),
    "multiply_by_nines": (99, 999, 9999),
    "multiply_by_11": (11,),
    "multiply_by_101": (101, 1001),
    "multiply_by_12": (12,),
    "multiply_by_doubling": (4, 8, 16),
    "multiply_by_37": (37,),
    "multiply_with_signs": (-7, -12, -35, Decimal("-2.5")),
}


def around(numbers: Numbers, middle: int, reach: int) -> tuple[int, int]:
    return middle + numbers.between(-reach, reach), middle + numbers.between(-reach, reach)


def to_ten(numbers: Numbers) -> tuple[int, int]:
    front, units = numbers.between(1, 21) * 10, numbers.between(1, 9)
    return front + units, front + 10 - units


def tens_to_ten(numbers: Numbers) -> tuple[int, int]:
    tens, units = numbers.between(1, 9), numbers.between(0, 9)
    return tens * 10 + units, (10 - tens) * 10 + units


def two_sides(numbers: Numbers) -> tuple[int, int]:
    middle, far = numbers.between(2, 12) * numbers.one_of(10, 100), numbers.between(1, 13)
    return middle - far, middle + far


# Where both numbers have to be of a kind.
PAIRS: dict[str, Draw] = {
    "multiply_by_and_a_half": lambda of: (of.between(2, 99), of.between(1, 12) + Decimal("0.5")),
    "multiply_teens": lambda of: (of.between(11, 19), of.between(11, 19)),
    "multiply_by_3": lambda of: (of.between(10, 99), 3),
    "multiply_through_5": lambda of: (of.between(6, 99), of.one_of(6, 7)),
    "multiply_by_37": lambda of: (of.between(1, 10) * 3, 37),
    "multiply_by_double_digit": lambda of: (of.between(2, 99), of.between(2, 8) * 11),
    "near_100": lambda of: around(of, 100, 13),
    "near_1000": lambda of: around(of, 1000, 21),
    "near_same_round_number": lambda of: around(of, of.between(2, 9) * of.one_of(10, 100), 9),
    "times_itself_ending_in_5": lambda of: (of.between(1, 21) * 10 + 5,) * 2,
    "times_itself_and_a_half": lambda of: (of.between(1, 22) + Decimal("0.5"),) * 2,
    "times_itself_near_50": lambda of: (of.between(40, 60),) * 2,
    "times_itself_by_rounding": lambda of: (of.between(11, 999),) * 2,
    "same_tens_units_make_10": to_ten,
    "same_units_tens_make_10": tens_to_ten,
    "difference_of_squares": two_sides,
    "multiply_round_numbers": lambda of: (of.of_digits(3), of.between(2, 99) * 10),
    "multiply_factors_to_100": lambda of: (of.between(1, 24) * 4, of.between(7, 39) * 25),
    "halve_and_double": lambda of: (of.between(1, 99) * 2, of.between(1, 99) * 5),
    "multiply_by_factors": lambda of: (of.between(11, 99), of.one_of(14, 18, 21, 24, 27, 28, 36)),
}


def draw_for(name: str) -> Draw:
    def draw(numbers: Numbers) -> tuple[Num, Num]:
        if name in PAIRS:
            a, b = PAIRS[name](numbers)
        elif name in SPECIAL:
            a, b = any_number(numbers), numbers.one_of(*SPECIAL[name])
        else:
            a, b = any_number(numbers), any_number(numbers)
        return (a, b) if numbers.between(0, 1) else (b, a)

    return draw


@pytest.mark.parametrize("technique", TECHNIQUES, ids=NAMES)
def test_each_keeps_its_promises(technique: Any) -> None:
    asked = 0
    for each in applied(technique, "*", draw_for(technique.name), seed=len(technique.name)):
        check(technique, each)
        asked += 1
    assert asked >= 10  # some shortcuts are for a handful of numbers only


@pytest.mark.parametrize("name", NAMES)
def test_each_wins_somewhere_and_shows_its_working(name: str) -> None:
    text, lines = WINS[name]
    best = registry.choose(of(text))
    assert best.name == name
    steps = best.solve(of(text)).steps
    assert [f"{step.expr} = {step.result}".replace("= -", "= −") for step in steps] == lines


def test_the_order_of_the_numbers_makes_no_difference() -> None:
    numbers = Numbers(48)
    for _ in range(PROBLEMS // 4):
        a, b = any_number(numbers), any_number(numbers)
        one, other = problem(a, "*", b), problem(b, "*", a)
        assert [each.name for each in registry.find_applicable(one)] == [
            each.name for each in registry.find_applicable(other)
        ], one


@pytest.mark.parametrize("text", ["3 × 4", "7 × 7.123456", "4711 × 8453", "123456 × 654321", "1.2345 × 67.89"])
def test_nothing_is_pretended(text: str) -> None:
    """Facts to know by heart, and what nobody does in the head."""
    assert [each.name for each in registry.find_applicable(of(text))] == []


def test_every_product_of_two_digits_has_a_way() -> None:
    numbers = Numbers(99)
    for _ in range(200):
        asked = problem(numbers.between(10, 99), "*", numbers.between(2, 99))
        assert registry.choose(asked) is not None, asked


def test_the_losers_are_other_ways() -> None:
    names = [each.name for each in registry.find_applicable(of("48 × 52"))]
    assert names[:3] == ["difference_of_squares", "near_same_round_number", "multiply_by_almost_round"]
    assert names[-1] == "multiply_crosswise"


def test_a_plainer_problem_borrows_the_best_way() -> None:
    solution = registry.choose(of("2.5 × 1.2")).solve(of("2.5 × 1.2"))
    assert solution.technique == "multiply_decimals"
    assert solution.steps[0].say.startswith("Leave the points aside and work out 25 × 12. 25 is 100 ÷ 4")
    assert [step.result for step in solution.steps] == [6, 3, 300, 3]
