"""Which coercions may pass, compared value by value, in containers of every kind."""

from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from glassloop.jsontext import ExactFloat
from glassloop.validation import InvalidArguments, explain_validation, lines_of, settle_coercions


class Model(BaseModel):
    size: int = Field(0, alias="the_size")
    inner: dict[str, Decimal] = {}


@dataclass
class Point:
    x: float


class Level(IntEnum):
    LOW = 1


def settle(kind: Any, value: Any) -> tuple[Any, tuple[str, ...]]:
    return settle_coercions({"a": value}, {"a": TypeAdapter(kind).validate_python(value)})


@pytest.mark.parametrize(
    ("kind", "value", "path"),
    [
        (Model, {"the_size": True}, "a.the_size"),
        (Model, {"inner": {"k": "1_0"}}, "a.inner.k"),
        (Point, {"x": True}, "a.x"),
        (list[Point], [{"x": 1}, {"x": False}], "a[1].x"),
        (tuple[int, ...], [True], "a[0]"),
        (Level, True, "a"),
    ],
)
def test_what_is_too_generous_is_refused_where_it_stands(kind: Any, value: Any, path: str) -> None:
    with pytest.raises(InvalidArguments) as caught:
        settle(kind, value)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("kind", "value"), [(Model, {"the_size": 1}), (Point, {"x": 1}), (set[bool], [True]), (Level, 1)]
)
def test_what_is_right_passes_without_a_note(kind: Any, value: Any) -> None:
    assert settle(kind, value)[1] == ()


def test_floats_with_a_memory_become_plain_ones() -> None:
    settled, _ = settle(Any, {"x": [ExactFloat("1.50")]})
    assert type(settled["a"]["x"][0]) is float


def test_explaining_without_the_input() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(int).validate_python("x")
    assert explain_validation(caught.value, None).startswith('"x" is not a whole number')


def test_lines() -> None:
    assert lines_of({"a": "one", "": "two"}) == "a: one\ntwo"
    assert lines_of({str(place): "x" for place in range(6)}).split("\n")[-1] == "… and 2 more"
    assert len(lines_of({str(place): "x" for place in range(5)}).split("\n")) == 5
