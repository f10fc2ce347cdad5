"""Hand-written JSON Schema as a check on values, keyword by keyword."""

from typing import Any

import pytest
from pydantic import ValidationError

from glassloop.json_schema import compile_schema
from glassloop.schema import UnusableSchema

GOOD: list[tuple[Any, Any, Any]] = [
    ({"type": "integer"}, 3.0, 3),
    ({"type": "integer"}, "3", 3),
    ({"type": "number"}, 3, 3),
    ({"type": "number"}, 3.5, 3.5),
    ({"type": "number", "minimum": 0, "maximum": 5}, 5, 5),
    ({"type": "number", "multipleOf": 0.1}, 0.3, 0.3),
    ({"type": "integer", "multipleOf": 5}, 10, 10),
    ({"type": "integer", "minimum": 3, "exclusiveMinimum": False}, 3, 3),
    ({"type": "string", "minLength": 1, "pattern": "^a(?!b)"}, "ac", "ac"),
    ({"type": "boolean"}, True, True),
    ({"type": "null"}, None, None),
    ({"type": ["string", "null"]}, None, None),
    ({"type": "string", "nullable": True}, None, None),
    ({"type": "array", "items": {"type": "integer"}, "minItems": 1}, ["1"], [1]),
    ({"type": "array", "uniqueItems": True}, [1, 2], [1, 2]),
    ({"items": {"type": "string"}}, ["a"], ["a"]),
    ({"enum": [1, "a", None]}, None, None),
    ({"type": "integer", "enum": [1, 3]}, "3", 3),
    ({"const": "x"}, "x", "x"),
    ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "a", "a"),
    ({"oneOf": [{"type": "integer"}, {"type": "null"}]}, None, None),
    ({"allOf": [{"type": "integer"}, {"minimum": 1, "type": "integer"}]}, 2, 2),
    ({"properties": {"a": {"type": "integer"}}}, {"a": "1", "more": [1]}, {"a": 1, "more": [1]}),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, {"x": "1"}, {"x": 1}),
    ({"type": "object", "minProperties": 1}, {"x": 1}, {"x": 1}),
    ({"$defs": {"n": {"type": "integer"}}, "type": "array", "items": {"$ref": "#/$defs/n"}}, [1], [1]),
    ({"definitions": {"a/b": {"type": "integer"}}, "$ref": "#/definitions/a~1b"}, 1, 1),
    ({"type": "string", "format": "date", "title": "t", "examples": [1], "default": 5}, "x", "x"),
    ({}, {"anything": [1]}, {"anything": [1]}),
]

BAD: list[tuple[Any, Any, str]] = [
    ({"type": "integer"}, 3.5, "int_from_float"),
    ({"type": "number", "minimum": 0}, -1, "greater_than_equal"),
    ({"type": "number", "maximum": 5}, 6, "less_than_equal"),
    ({"type": "number", "exclusiveMinimum": 0}, 0, "greater_than"),
    ({"type": "number", "exclusiveMaximum": 5}, 5, "less_than"),
    ({"type": "integer", "minimum": 3, "exclusiveMinimum": True}, 3, "greater_than"),
    ({"type": "integer", "maximum": 3, "exclusiveMaximum": True}, 3, "less_than"),
    ({"type": "integer", "multipleOf": 5}, 12, "multiple_of"),
    ({"type": "integer", "multipleOf": 0.5}, 10**400 + 1, "multiple_of"),
    ({"type": "string", "maxLength": 1}, "ab", "string_too_long"),
    ({"type": "string", "pattern": "^a"}, "b", "string_pattern_mismatch"),
    ({"type": "array", "maxItems": 1}, [1, 2], "too_long"),
    ({"type": "array", "uniqueItems": True}, [1, 1], "not_unique"),
    ({"enum": [1, "a"]}, True, "literal_error"),
    ({"const": "x"}, "y", "literal_error"),
    ({"type": "object", "required": ["a"]}, {}, "missing"),
    ({"properties": {}, "additionalProperties": False}, {"x": 1}, "extra_forbidden"),
    ({"type": "object", "maxProperties": 1}, {"x": 1, "y": 2}, "object_size"),
    ({"properties": {}}, [], "dict_type"),
]


@pytest.mark.parametrize(("schema", "value", "expected"), GOOD)
def test_good(schema: Any, value: Any, expected: Any) -> None:
    assert compile_schema(schema).validate_python(value) == expected


@pytest.mark.parametrize(("schema", "value", "kind"), BAD)
def test_bad(schema: Any, value: Any, kind: str) -> None:
    with pytest.raises(ValidationError) as caught:
        compile_schema(schema).validate_python(value)
    assert kind in [error["type"] for error in caught.value.errors()]


@pytest.mark.parametrize(
    "schema",
    [
        {"not": {}},
        {"if": {}, "then": {}},
        {"type": "object", "patternProperties": {"^x": {}}},
        {"type": "array", "prefixItems": [{}]},
        {"type": "thing"},
        {"enum": []},
        {"anyOf": []},
        {"anyOf": 5},
        {"items": 5, "type": "array"},
        {"type": "string", "pattern": "("},
    ],
)
def test_what_can_not_be_checked_is_refused_and_not_skipped(schema: Any) -> None:
    with pytest.raises(UnusableSchema):
        compile_schema(schema)
