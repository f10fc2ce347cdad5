"""What tools return → text the model reads: every kind of value, and never another exception than NotJson."""

import json
import uuid
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import PurePosixPath
from typing import Any

import pytest
from pydantic import BaseModel, Field

from glassloop.encode import MAX_CHARACTERS, NotJson, cut, to_json_text, values_text


class Op(Enum):
    ADD = "+"


class Level(IntEnum):
    LOW = 1


class Model(BaseModel):
    at: datetime
    size: Decimal = Field(alias="the_size")


@dataclass
class Point:
    x: int
    when: date


Pair = namedtuple("Pair", "left right")

CASES: list[tuple[Any, str]] = [
    ("plain text stays", "plain text stays"),
    ("", ""),
    ("é\ud83d", "é\ufffd"),
    (None, "null"),
    (True, "true"),
    (3, "3"),
    (0.1, "0.1"),
    (12345678901234567890, "12345678901234567890"),
    ({"a": 1, "b": "é"}, '{"a":1,"b":"é"}'),
    ([1, (2, 3)], "[1,[2,3]]"),
    (datetime(2026, 5, 1, 9, 30, tzinfo=UTC), '"2026-05-01T09:30:00+00:00"'),
    (date(2026, 5, 1), '"2026-05-01"'),
    (time(9, 30), '"09:30:00"'),
    (timedelta(hours=1), '"1:00:00"'),
    (Decimal("0.0000001"), '"0.0000001"'),
    (Decimal("4.7E+3"), '"4700"'),
    (Decimal("4700.00"), '"4700"'),
    (Decimal("-0.50"), '"-0.5"'),
    (Decimal("1E+99999"), '"1E+99999"'),
    ({3, 1, 2}, "[1,2,3]"),
    (frozenset({"b", 1}), '["b",1]'),
    (b"12345", '"[5 bytes of binary data, not shown]"'),
    (Op.ADD, '"+"'),
    (Level.LOW, "1"),
    (Point(1, date(2026, 5, 1)), '{"x":1,"when":"2026-05-01"}'),
    (Model(at=datetime(2026, 5, 1), the_size=Decimal("1.50")), '{"at":"2026-05-01T00:00:00","the_size":"1.5"}'),
    (Pair(1, 2), '{"left":1,"right":2}'),
    (uuid.UUID(int=0), '"00000000-0000-0000-0000-000000000000"'),
    (PurePosixPath("a/b"), '"a/b"'),
    ({1: "a", None: "b", False: "c", Op.ADD: "d"}, '{"1":"a","null":"b","false":"c","+":"d"}'),
    ({(1, 2): 3, date(2026, 5, 1): 4, 2.5: 5}, '{"(1, 2)":3,"2026-05-01":4,"2.5":5}'),
    (range(3), "[0,1,2]"),
    ({"a": 1}.values(), "[1]"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), CASES)
def test_values(value: Any, text: str) -> None:
    assert to_json_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"mean": float("nan")}, {"mean": None, "note": "mean was not a number"}),
        ({"a": {"b": [float("inf")]}}, {"a": {"b": [None]}, "note": "a.b was infinite"}),
        (float("nan"), {"result": None, "note": "the result was not a number"}),
        ([Decimal("NaN")], {"result": [None], "note": "the result was not a number"}),
        ({"note": float("nan")}, {"result": {"note": None}, "note": "note was not a number"}),
    ],
)
def test_not_a_number_becomes_null_and_is_noted(value: Any, text: Any) -> None:
    assert json.loads(to_json_text(value)) == text


def looped() -> Any:
    loop: list[Any] = []
    loop.append({"again": loop})
    return loop


def nested() -> Any:
    deep: Any = 1
    for _ in range(5_000):
        deep = [deep]
    return deep


async def forgotten() -> int:
    return 1


def generated() -> Iterator[int]:
    yield 1


class Hostile:
    """Its own code runs while it is written, and fails."""

    @property
    def _asdict(self) -> Any:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (looped, "it contains itself"),
        (nested, "nested more than 100 levels deep"),
        (forgotten, "it is a coroutine: was an await forgotten?"),
        (generated, "it is a generator"),
        (lambda: {"f": len}, "it is a function or a class"),
        (lambda: Op, "it is a function or a class"),
        (object, "it is of type object, which is not JSON"),
        (lambda: 10**5_000, "more than 4,300 digits"),
        (lambda: {1: "a", "1": "b"}, "two of its keys are both written '1'"),
        (Hostile, "it could not be written as JSON (RuntimeError)"),
    ],
)
def test_what_is_no_json_is_said(make: Any, message: str) -> None:
    with pytest.raises(NotJson) as caught:
        to_json_text(make())
    assert message in str(caught.value)


def test_the_same_value_twice_is_no_cycle() -> None:
    shared = [1]
    assert to_json_text([shared, shared]) == "[[1],[1]]"


@pytest.mark.parametrize("value", ["x" * 5_000_000, {"a": "x" * 5_000_000}, ["x" * 30] * 5_000])
def test_huge_results_are_cut(value: Any) -> None:
    text = to_json_text(value)
    assert 19_000 < len(text) <= MAX_CHARACTERS
    assert "characters left out" in text


def test_a_cut_keeps_head_and_tail_and_counts() -> None:
    text = cut("a" * 500 + "b" * 500, 200)
    head, note, tail = text.split("\n")
    assert len(text) <= 200
    assert set(head) == {"a"} and set(tail) == {"b"}
    assert note == f"[… {1000 - len(head) - len(tail)} characters left out …]"
    assert cut("short", 200) == "short"


def test_validated_values_are_shown_whole_and_always() -> None:
    text = values_text({"a": Decimal("4.70"), "op": Op.ADD, "f": len, "long": "x" * 30_000, "nan": float("nan")})
    values = json.loads(text)
    assert (values["a"], values["op"], values["nan"]) == ("4.7", "+", None)
    assert values["f"] == repr(len)
    assert len(values["long"]) == 30_000
