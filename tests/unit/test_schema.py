"""JSON Schema made fit for the wire: references, titles, numbers."""

from typing import Any

import pytest

from glassloop.schema import UnusableSchema, inline


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"$defs": {"Op": {"enum": ["+"], "type": "string", "title": "Op"}},
             "properties": {"op": {"$ref": "#/$defs/Op", "description": "which"}}},
            {"properties": {"op": {"enum": ["+"], "type": "string", "description": "which"}}},
        ),
        (
            {"anyOf": [{"type": "integer"}, {"type": "number"}], "description": "n"},
            {"description": "n", "type": "number"},
        ),
        (
            {"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]},
            {"anyOf": [{"type": "number"}, {"type": "null"}]},
        ),
        ({"properties": {"title": {"type": "string"}, "$ref": {"type": "string"}}}, None),
        ({"properties": {"a": {"enum": [{"$ref": "x"}], "default": {"$ref": "y"}}}}, None),
        ({"$schema": "x", "$id": "y", "type": "object"}, {"type": "object"}),
        (
            {"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "null"}}},
            {"items": {"type": "null"}},
        ),
    ],
)  # fmt: skip
def test_inline(schema: Any, expected: Any) -> None:
    assert inline(schema) == (schema if expected is None else expected)


def test_one_definition_may_be_used_twice() -> None:
    twice = {"$defs": {"a": {"type": "null"}}, "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/a"}}}
    assert inline(twice) == {"properties": {"x": {"type": "null"}, "y": {"type": "null"}}}


def deep() -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "null"}
    for _ in range(40):
        schema = {"type": "array", "items": schema}
    return schema


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"$ref": "#"}, "contains itself"),
        ({"$defs": {"T": {"items": {"$ref": "#/$defs/T"}}}, "$ref": "#/$defs/T"}, "T contains itself"),
        ({"$ref": "#/nowhere"}, "points at nothing"),
        ({"$ref": "other.json"}, "points outside"),
        (deep(), "nested more than 30 levels deep"),
    ],
)
def test_what_can_not_be_inlined(schema: Any, message: str) -> None:
    with pytest.raises(UnusableSchema, match=message):
        inline(schema)
