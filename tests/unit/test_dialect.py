"""Schemas in the dialect of one server: what goes, what stays, and where the rest is said."""

from typing import Any

import pytest

from glassloop.wire.dialect import keywords_in, reduced, without

Schema = dict[str, Any]


def only(field: Schema) -> Schema:
    return {"type": "object", "properties": {"x": field}}


WORDS: list[tuple[Schema, str]] = [
    ({"type": "integer", "minimum": 1, "maximum": 5}, "Between 1 and 5."),
    ({"type": "integer", "minimum": 1}, "At least 1."),
    ({"type": "number", "maximum": 0.5}, "At most 0.5."),
    ({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9}, "More than 0, less than 9."),
    ({"type": "integer", "multipleOf": 5}, "A multiple of 5."),
    ({"type": "string", "minLength": 2, "maxLength": 9}, "Between 2 and 9 characters."),
    ({"type": "array", "minItems": 1}, "At least 1 entries."),
    ({"type": "array", "uniqueItems": True}, "No entry twice."),
    ({"type": "array", "uniqueItems": False}, ""),
    ({"type": "string", "pattern": "^a$"}, "Matching the pattern ^a$."),
    ({"type": "string", "format": "uri"}, "In the format uri."),
    ({"type": "integer", "enum": [1, 3, 5]}, "One of 1, 3, 5."),
    ({"type": "string", "const": "a"}, "Always a."),
    ({"type": "string", "default": "a"}, "A if left out."),
    ({"type": "object", "additionalProperties": False}, ""),
    ({"type": "object", "additionalProperties": {"type": "string"}}, 'Any fields, each {"type":"string"}.'),
    ({"type": "string", "title": "X", "$schema": "x"}, ""),
    ({"type": "array", "items": {"type": "string"}}, 'Each entry: {"type":"string"}.'),
    ({"type": "object", "propertyNames": {"maxLength": 2}}, 'PropertyNames: {"maxLength":2}.'),
]


@pytest.mark.parametrize(("field", "words"), WORDS)
def test_what_a_keyword_demanded_is_said(field: Schema, words: str) -> None:
    gone = frozenset(field.keys() - {"type"})
    got = without(only(field), gone)["properties"]["x"]
    assert got == ({"type": field["type"], "description": words} if words else {"type": field["type"]})
    # … behind what had been said, and once only.
    described = without(only({**field, "description": "How many"}), gone)
    assert described["properties"]["x"]["description"] == (f"How many. {words}" if words else "How many")
    assert without(described, gone) == described


def test_fields_that_are_called_like_keywords_stay() -> None:
    fields = {"format": {"type": "string"}, "enum": {"type": "string"}, "items": {"type": "string"}}
    schema = {"type": "object", "properties": fields}
    assert without(schema, frozenset(fields)) == schema
    assert keywords_in(schema) == {"type", "properties"}


def test_every_depth() -> None:
    deep = {"anyOf": [{"type": "array", "items": {"type": "object", "properties": {"y": {"minimum": 1}}}}]}
    assert "minimum" in keywords_in(only(deep))
    assert "minimum" not in keywords_in(without(only(deep), frozenset({"minimum"})))


def test_the_type_is_kept_when_alternatives_go() -> None:
    got = without(only({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]}), frozenset({"anyOf"}))
    assert got["properties"]["x"]["type"] == "integer"
    assert got["properties"]["x"]["description"].startswith("Any of [")
    assert without(only({"enum": [1, 2.5]}), frozenset({"enum"}))["properties"]["x"]["type"] == "number"
    assert without(only({"enum": [1, "a"]}), frozenset({"enum"}))["properties"]["x"] == {"description": "One of 1, a."}


def test_what_the_schema_needs_is_never_left_out() -> None:
    schema = {**only({"type": "string", "description": "A word."}), "required": ["x"]}
    assert without(schema, frozenset({"type", "properties", "required", "description"})) == schema


def test_references_are_put_in_their_place() -> None:
    schema = {**only({"$ref": "#/$defs/Op", "description": "Which."}), "$defs": {"Op": {"type": "string"}}}
    assert without(schema, frozenset({"$ref"})) == only({"type": "string", "description": "Which."})
    loop = {**only({"$ref": "#/$defs/Op"}), "$defs": {"Op": {"properties": {"y": {"$ref": "#/$defs/Op"}}}}}
    assert keywords_in(without(loop, frozenset({"$ref", "$defs"}))) == {"type", "properties"}


REDUCED: list[tuple[Schema, Schema]] = [
    ({"type": "string"}, {"type": "string"}),
    ({"type": "string", "enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
    ({"enum": ["a", None]}, {"type": "string", "enum": ["a"], "nullable": True}),
    ({"enum": [1, 3, 5]}, {"type": "integer", "description": "One of 1, 3, 5."}),
    ({"type": "string", "enum": []}, {"type": "string"}),
    ({"type": "string", "enum": ["a", 1]}, {"type": "string", "description": "One of a, 1."}),
    ({"const": "a"}, {"type": "string", "enum": ["a"]}),
    ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
    ({"type": "string", "format": "uri"}, {"type": "string", "description": "In the format uri."}),
    ({"type": "integer", "format": "int32"}, {"type": "integer", "format": "int32"}),
    ({"type": "string", "format": []}, {"type": "string", "description": "In the format []."}),
    ({"type": "array"}, {"type": "array", "items": {"type": "string"}}),
    ({"type": "array", "items": {}}, {"type": "array", "items": {"type": "string"}}),
    ({"type": ["integer", "null"]}, {"type": "integer", "nullable": True}),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"type": "integer", "nullable": True}),
    ({"type": ["integer", "string"]}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    ({"allOf": [{"type": "integer"}], "title": "X"}, {"type": "integer"}),
    ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "description": "More than 0."}),
    ({"type": "object", "properties": {}, "required": ["y"]}, {"type": "object", "properties": {}}),
    ({"$ref": "#/$defs/No"}, {}),
]


@pytest.mark.parametrize(("field", "expected"), REDUCED)
def test_the_reduced_form(field: Schema, expected: Schema) -> None:
    schema = {**only(field), "additionalProperties": False}
    got = reduced(schema)
    assert got == only(expected)
    assert reduced(got) == got
