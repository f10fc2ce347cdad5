"""The math coach's ways to divide: right with and without a rest, honest, and chosen well."""

from decimal import Decimal
from typing import Any

import pytest

from support.math_coverage import Numbers
from support.math_products import PROBLEMS, Draw, Num, any_number, applied, check, modules, number, problem, registry

TECHNIQUES = modules["dividing"].DIVIDING
NAMES = [technique.name for technique in TECHNIQUES]

# A problem that each shortcut wins, with the lines of working that the learner gets to see.
WINS = {
    "divide_by_1_or_itself": ("64 ÷ 64", ["64 ÷ 64 = 1"]),
    "divide_by_power_of_10": ("4700 ÷ 1000", ["4700 ÷ 1000 = 4.7"]),
    "divide_by_5": ("345 ÷ 5", ["345 × 2 = 690", "690 ÷ 10 = 69"]),
    "divide_by_50": ("650 ÷ 50", ["650 × 2 = 1300", "1300 ÷ 100 = 13"]),
    "divide_by_25": ("175 ÷ 25", ["175 × 2 = 350", "350 × 2 = 700", "700 ÷ 100 = 7"]),
    "divide_by_125": (
        "1875 ÷ 125",
        ["1875 × 2 = 3750", "3750 × 2 = 7500", "7500 × 2 = 15000", "15000 ÷ 1000 = 15"],
    ),
    "divide_by_half_or_quarter": ("7 ÷ 0.25", ["7 × 2 = 14", "14 × 2 = 28"]),
    "divide_by_halving": ("96 ÷ 8", ["96 ÷ 2 = 48", "48 ÷ 2 = 24", "24 ÷ 2 = 12"]),
    "divide_by_9": (
        "347 ÷ 9",
        [
            "3 + 4 = 7",
            "30 + 7 = 37",
            "7 + 7 = 14",
            "14 − 9 = 5",
            "37 + 1 = 38",
            "347 ÷ 9 = 38 remainder 5",
        ],
    ),
    "divide_by_11": ("572 ÷ 11", ["2 × 11 = 22", "572 − 22 = 550", "550 ÷ 11 = 50", "50 + 2 = 52"]),
    "divide_by_99": ("347 ÷ 99", ["3 + 47 = 50", "347 ÷ 99 = 3 remainder 50"]),
    "divide_doubling_both": ("345 ÷ 15", ["345 × 2 = 690", "15 × 2 = 30", "690 ÷ 10 = 69", "69 ÷ 3 = 23"]),
    "divide_by_round_number": ("347 ÷ 20", ["347 ÷ 10 = 34.7", "34.7 ÷ 2 = 17.35"]),
    "divide_rounding_up": ("294 ÷ 6", ["294 + 6 = 300", "300 ÷ 6 = 50", "6 ÷ 6 = 1", "50 − 1 = 49"]),
    "divide_by_factors": ("364 ÷ 14", ["364 ÷ 2 = 182", "182 ÷ 7 = 26"]),
    "divide_cancelling": ("18 ÷ 24", ["18 ÷ 6 = 3", "24 ÷ 6 = 4", "3 ÷ 4 = 0.75"]),
    "divide_by_almost_round": (
        "400 ÷ 19",
        [
            "20 × 20 = 400",
            "400 − 400 = 0",
            "0 + 20 = 20",
            "20 − 19 = 1",
            "20 + 1 = 21",
            "400 ÷ 19 = 21 remainder 1",
        ],
    ),
    "divide_in_parts": ("987 ÷ 7", ["700 ÷ 7 = 100", "280 ÷ 7 = 40", "7 ÷ 7 = 1", "100 + 40 + 1 = 141"]),
    "divide_multiplying_up": (
        "347 ÷ 23",
        [
            "10 × 23 = 230",
            "347 − 230 = 117",
            "5 × 23 = 115",
            "117 − 115 = 2",
            "10 + 5 = 15",
            "347 ÷ 23 = 15 remainder 2",
        ],
    ),
    "divide_round_numbers": ("3500 ÷ 70", ["35 ÷ 7 = 5", "5 × 10 = 50"]),
    "divide_leaving_zeros": ("2400 ÷ 6", ["24 ÷ 6 = 4", "4 × 100 = 400"]),
    "divide_by_decimal": ("4.8 ÷ 0.6", ["48 ÷ 6 = 8"]),
    "divide_decimal": ("0.6 ÷ 3", ["6 ÷ 3 = 2", "2 ÷ 10 = 0.2"]),
    "divide_with_signs": ("−48 ÷ 6", ["48 ÷ 6 = 8", "−8 = −8"]),
}


def of(text: str) -> Any:
    a, b = (number(each.replace("−", "-")) for each in text.split(" ÷ "))
    return problem(a, "/", b)


def draw_for(name: str) -> Draw:
    """Numbers of every kind, often a multiple of the divisor, and often a divisor that the shortcut is made for."""

    def draw(numbers: Numbers) -> tuple[Num, Num]:
        a, b = any_number(numbers), special(name, numbers)
        if b is None:
            b = any_number(numbers)
        match name:
            case "divide_by_1_or_itself":
                return numbers.one_of((a, 1), (a, a), (0, a))
            case "divide_by_power_of_10" | "divide_by_half_or_quarter":
                return a, b
            case "divide_decimal":
                return numbers.between(1, 99) * b * Decimal("0.1"), b
            case "divide_round_numbers" | "divide_leaving_zeros":
                return numbers.between(1, 999) * 10 ** numbers.between(1, 3), b
            case "divide_with_signs":
                return a * b, -b if b > 0 else b
            case _:
                exact = numbers.between(0, 1)
                return (numbers.between(1, 99) * b if exact else numbers.of_digits(4)), b

    return draw


def special(name: str, numbers: Numbers) -> Any:
    """A divisor that the shortcut is for; None where any will do."""
    values: dict[str, tuple[Num, ...]] = {
        "divide_by_power_of_10": (10, 100, 1000, Decimal("0.1"), Decimal("0.01")),
        "divide_by_5": (5,),
        "divide_by_50": (50, 500),
        "divide_by_25": (25, 250),
        "divide_by_125": (125,),
        "divide_by_half_or_quarter": (Decimal("0.5"), Decimal("0.25"), Decimal("0.125"), Decimal("0.2")),
        "divide_by_halving": (4, 8, 16),
        "divide_by_9": (9,),
        "divide_by_11": (11,),
        "divide_by_99": (99,),
        "divide_doubling_both": (15, 35, 45, 75, 175, Decimal("1.5"), Decimal("3.5")),
        "divide_by_round_number": (20, 30, 40, 200, 600),
        "divide_by_factors": (6, 12, 14, 18, 21, 28, 36, 42, 56, 63),
        "divide_by_almost_round": (19, 28, 39, 58, 69, 97, 98, 198, 299),
        "divide_by_decimal": (Decimal("0.6"), Decimal("0.3"), Decimal("1.2"), Decimal("0.04")),
    }
    if name in values:
        return numbers.one_of(*values[name])
    match name:
        case "divide_rounding_up" | "divide_in_parts":
            return numbers.between(2, 12)
        case "divide_leaving_zeros" | "divide_decimal":
            return numbers.between(2, 39)
        case "divide_round_numbers":
            return numbers.between(2, 99) * 10 ** numbers.between(1, 2)
        case "divide_cancelling" | "divide_multiplying_up":
            return numbers.between(2, 99)
        case _:
            return None


@pytest.mark.parametrize("technique", TECHNIQUES, ids=NAMES)
def test_each_keeps_its_promises(technique: Any) -> None:
    asked = 0
    for each in applied(technique, "/", draw_for(technique.name), seed=len(technique.name)):
        check(technique, each)
        asked += 1
    assert asked >= 10


@pytest.mark.parametrize("name", NAMES)
def test_each_wins_somewhere_and_shows_its_working(name: str) -> None:
    text, lines = WINS[name]
    best = registry.choose(of(text))
    assert best.name == name
    steps = best.solve(of(text)).steps
    assert [f"{step.expr} = {step.result}".replace("= -", "= −") for step in steps] == lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("47 ÷ 7", "6 remainder 5"),
        ("1000 ÷ 3", "333 remainder 1"),
        ("430 ÷ 70", "6 remainder 10"),
        ("847 ÷ 98", "8 remainder 63"),
        ("703 ÷ 7", "100 remainder 3"),
        ("347 ÷ 2", "173.5"),
        ("347 ÷ 8", "43.375"),
        ("4.5 ÷ 1.5", "3"),
        ("4.7 ÷ 0.01", "470"),
        ("−347 ÷ −5", "69.4"),
    ],
)
def test_rests_and_decimals(text: str, shown: str) -> None:
    solution = registry.choose(of(text)).solve(of(text))
    assert solution.shown == shown
    last = solution.steps[-1].result
    assert str(last) == shown


@pytest.mark.parametrize("text", ["42 ÷ 7", "84 ÷ 12", "123 ÷ 456", "1 ÷ 3", "100 ÷ 64", "987654 ÷ 321"])
def test_nothing_is_pretended(text: str) -> None:
    """Facts to know by heart, nothing to share out, and what nobody does in the head."""
    assert [each.name for each in registry.find_applicable(of(text))] == []


def test_cancelling_never_divides_by_the_divisor_itself() -> None:
    """987 ÷ 7 must not begin with 987 ÷ 7."""
    numbers = Numbers(7)
    for _ in range(PROBLEMS // 4):
        b = numbers.between(2, 99)
        asked = problem(b * numbers.between(2, 99), "/", b)
        for technique in registry.find_applicable(asked):
            first = technique.solve(asked).steps[0]
            whole = technique.name in ("divide_by_1_or_itself", "divide_by_power_of_10")
            assert whole or first.expr != str(asked), (technique.name, asked)
