"""JSON Schema for the wire: no `$ref`, no titles, decimals as plain numbers. Refuses to know tools and providers."""

from __future__ import annotations

import warnings
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, PydanticJsonSchemaWarning
from pydantic_core import core_schema

MAX_DEPTH = 30

# Keywords whose value is a schema, a list of schemas, or a mapping of names to schemas.
_ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "patternProperties", "dependentSchemas")


class UnusableSchema(ValueError):
    """`str(error)` says what in the schema can't be sent, or can't be checked."""


class _Generator(GenerateJsonSchema):
    """Pydantic's own, less what servers choke on: titles, and the decimal pattern with its look-ahead."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> dict[str, Any]:
        def limit(value: Decimal | None) -> float | None:
            return None if value is None else float(value)

        return self.float_schema(
            core_schema.float_schema(
                ge=limit(schema.get("ge")),
                gt=limit(schema.get("gt")),
                le=limit(schema.get("le")),
                lt=limit(schema.get("lt")),
                multiple_of=limit(schema.get("multiple_of")),
            )
        )


def model_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The `parameters` of a tool whose arguments are this model's fields. Raises `UnusableSchema`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PydanticJsonSchemaWarning)  # a default that is no JSON is left out
        schema = model.model_json_schema(by_alias=True, schema_generator=_Generator)
    # An unknown keyword kills the whole request at some servers; unknown arguments are refused on our side.
    tidy = {**inline(schema), "type": "object"}
    tidy.pop("additionalProperties", None)
    tidy.pop("title", None)
    return {"type": "object", "properties": {}, **tidy}


def inline(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema with every local `$ref` replaced by what it points at. Raises `UnusableSchema`."""
    whole: dict[str, Any] = _inlined(schema, schema, (), 0)
    return whole


def _inlined(node: Any, root: dict[str, Any], inside: tuple[str, ...], depth: int) -> Any:
    if not isinstance(node, dict):
        return node
    if depth > MAX_DEPTH:
        raise UnusableSchema(f"it is nested more than {MAX_DEPTH} levels deep")
    reference = node.get("$ref")
    if isinstance(reference, str):
        if reference in inside:
            name = reference.rpartition("/")[2]
            raise UnusableSchema(f"{name} contains itself, and a schema for a model can't have a loop")
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return _inlined({**resolve(reference, root), **beside}, root, (*inside, reference), depth + 1)
    result: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("$defs", "definitions", "$schema", "$id", "discriminator"):
            continue
        if key in _ONE:
            result[key] = _inlined(value, root, inside, depth + 1)
        elif key in _MANY and isinstance(value, list):
            result[key] = [_inlined(item, root, inside, depth + 1) for item in value]
        elif key in _NAMED and isinstance(value, dict):
            result[key] = {name: _inlined(item, root, inside, depth + 1) for name, item in value.items()}
        elif key == "title" and ("properties" in node or "enum" in node or depth == 0):
            continue
        else:
            result[key] = value
    return _one_number(result)


def resolve(reference: str, root: dict[str, Any]) -> dict[str, Any]:
    """What `#/a/b` points at in `root`. Raises `UnusableSchema`: nothing is ever fetched."""
    if not reference.startswith("#"):
        raise UnusableSchema(f"{reference} points outside the schema")
    node: Any = root
    for step in filter(None, reference[1:].split("/")):
        key = step.replace("~1", "/").replace("~0", "~")
        node = node.get(key) if isinstance(node, dict) else None
    if not isinstance(node, dict):
        raise UnusableSchema(f"{reference} points at nothing")
    return node


def _one_number(schema: dict[str, Any]) -> dict[str, Any]:
    """`anyOf: [integer, number]`, as `int | Decimal` gives, says no more than `number`."""
    members = schema.get("anyOf")
    if not isinstance(members, list) or {"type": "number"} not in members:
        return schema
    rest = [member for member in members if member != {"type": "integer"}]
    if len(rest) > 1:
        return {**schema, "anyOf": rest}
    return {**{key: value for key, value in schema.items() if key != "anyOf"}, "type": "number"}
