"""Lesson 3: for how many problems there is a shortcut; `python tests/support/math_coverage.py` prints the report."""

import re
from collections.abc import Iterator

import pytest

from support.lessons import LESSONS, loaded
from support.math_coverage import KINDS, Share, coverage
from support.math_working import IN_PYODIDE

# Per cent of all problems, and of those that take more than a moment; in the order of KINDS. Where little is asked, as
# in 5 + 3 or 40 + 7, no shortcut is made up, so the first number has to be small for short numbers.
AT_LEAST: tuple[tuple[str, float, float], ...] = (
    ("+", 93, 99),
    ("+", 60, 99),
    ("-", 92, 99),
    ("-", 52, 99),
    ("*", 97, 97),
    ("*", 92, 97),
    ("*", 97, 97),
    ("/", 93, 93),
    ("/", 95, 96),
    ("series", 93, 93),
    ("sum_of_squares", 78, 78),
    ("sum_of_cubes", 62, 62),
    ("add_time", 96, 98),
    ("power", 60, 60),
)


@pytest.fixture(scope="module")
def shares() -> Iterator[tuple[Share, ...]]:
    with loaded("math_coach") as load:
        load("registry")
        yield tuple(coverage(load, 60 if IN_PYODIDE else 600))


def test_the_report_has_every_operation(shares: tuple[Share, ...]) -> None:
    assert [share.operation for share in shares] == [operation for _, operation, _ in KINDS]
    assert {share.operation for share in shares} == {
        "+", "-", "*", "/", "series", "sum_of_squares", "sum_of_cubes", "add_time", "power"
    }  # fmt: skip
    for share in shares:
        assert 0 <= share.found <= share.asked and 0 <= share.hard_found <= share.hard <= share.asked


@pytest.mark.parametrize("at", range(len(KINDS)))
def test_there_is_a_shortcut_for_so_many(shares: tuple[Share, ...], at: int) -> None:
    operation, percent, hard = AT_LEAST[at]
    slack = 15 if IN_PYODIDE else 0  # a few problems say little
    assert shares[at].operation == operation
    assert shares[at].percent >= percent - slack
    assert shares[at].hard_percent >= hard - slack


def test_more_than_nine_in_ten_of_what_is_asked_most(shares: tuple[Share, ...]) -> None:
    """Whole numbers of up to three digits, all pairs equally likely, for + − ×."""
    shown = {
        share.operation: share
        for share in reversed(shares)
        if share.kind.startswith("1 to 999") and "length" not in share.kind
    }
    for operation in "+-*":
        assert shown[operation].percent > (75 if IN_PYODIDE else 90)


def test_the_readme_tells_what_is_measured(shares: tuple[Share, ...]) -> None:
    text = (LESSONS / "math_coach" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\S+)` \| (.+?) \| ([\d.]+) % \| ([\d.]+) % \|$", text, re.MULTILINE)
    assert [(operation, kind) for operation, kind, _, _ in rows] == [(share.operation, share.kind) for share in shares]
    slack = 15 if IN_PYODIDE else 4  # fewer problems than there
    for (_, _, percent, hard), share in zip(rows, shares, strict=True):
        assert abs(float(percent) - share.percent) < slack and abs(float(hard) - share.hard_percent) < slack


def test_the_readme_counts_the_shortcuts() -> None:
    with loaded("math_coach") as load:
        count = len(load("techniques").TECHNIQUES)
    assert count >= 48
    assert f"knows {count} shortcuts" in (LESSONS / "math_coach" / "README.md").read_text("utf-8")
