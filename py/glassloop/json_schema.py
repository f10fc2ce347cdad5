"""A hand-written JSON Schema → a check on values, through pydantic-core. Refuses to know tools and the wire.

Same coercions and same errors as a typed function gets. `oneOf` is read as `anyOf`; `format` and annotations are not
checked; a keyword that constrains and is not supported is refused by name, never skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from pydantic_core import CoreConfig, PydanticCustomError, PydanticKnownError, SchemaValidator, core_schema
from pydantic_core.core_schema import CoreSchema

from glassloop.schema import UnusableSchema, inline

_UNSUPPORTED = frozenset({
    "not", "if", "then", "else", "patternProperties", "propertyNames", "dependentRequired", "dependentSchemas",
    "dependencies", "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems",
    "prefixItems", "additionalItems", "$dynamicRef", "$recursiveRef",
})  # fmt: skip
_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})
_Rule = Callable[[Any], Any]


def compile_schema(schema: dict[str, Any]) -> SchemaValidator:
    """Raises `UnusableSchema`. The validator raises pydantic's `ValidationError`."""
    return SchemaValidator(_core(inline(schema)), CoreConfig(regex_engine="python-re"))


def _core(schema: Any) -> CoreSchema:
    if schema is True or schema == {}:
        return core_schema.any_schema()
    if not isinstance(schema, dict):
        raise UnusableSchema(f"{schema!r} stands where a schema should")
    if refused := sorted(_UNSUPPORTED & schema.keys()):
        raise UnusableSchema(f"the keyword {refused[0]} can't be checked here")
    parts = [_typed(schema)]
    if "enum" in schema or "const" in schema:
        parts.append(_member_of(schema["enum"] if "enum" in schema else [schema["const"]]))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            parts.append(_any_of([_core(member) for member in _listed(schema, keyword)]))
    parts += [_core(member) for member in (_listed(schema, "allOf") if "allOf" in schema else [])]
    return core_schema.chain_schema(parts) if len(parts) > 1 else parts[0]


def _typed(schema: dict[str, Any]) -> CoreSchema:
    kinds = schema.get("type", _implied(schema))
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if schema.get("nullable") is True and kinds:
        kinds.append("null")
    if unknown := [kind for kind in kinds if kind not in _TYPES]:
        raise UnusableSchema(f"{unknown[0]!r} is not a type of JSON Schema")
    if not kinds:
        return core_schema.any_schema()
    members = [_of_type(kind, schema) for kind in dict.fromkeys(kinds)]
    return _any_of(members)


def _any_of(members: Sequence[CoreSchema]) -> CoreSchema:
    return core_schema.union_schema(list(members)) if len(members) > 1 else members[0]


def _implied(schema: dict[str, Any]) -> list[str]:
    if "properties" in schema or "required" in schema:
        return ["object"]
    return ["array"] if "items" in schema else []


def _of_type(kind: str, schema: dict[str, Any]) -> CoreSchema:
    match kind:
        case "object":
            return _object(schema)
        case "array":
            items = core_schema.list_schema(
                _core(schema.get("items", True)), min_length=schema.get("minItems"), max_length=schema.get("maxItems")
            )
            return core_schema.no_info_after_validator_function(_unique, items) if schema.get("uniqueItems") else items
        case "string":
            return core_schema.str_schema(
                min_length=schema.get("minLength"), max_length=schema.get("maxLength"), pattern=_pattern(schema)
            )
        case "integer":
            return _bounded(schema, core_schema.int_schema())
        case "number":
            return _bounded(schema, core_schema.union_schema([core_schema.int_schema(), core_schema.float_schema()]))
        case "boolean":
            return core_schema.bool_schema()
        case _:
            return core_schema.none_schema()


def _object(schema: dict[str, Any]) -> CoreSchema:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    extra = schema.get("additionalProperties", True)
    fields = {
        name: core_schema.typed_dict_field(_core(properties.get(name, True)), required=name in required)
        for name in dict.fromkeys([*properties, *required])
    }
    core = core_schema.typed_dict_schema(
        fields,
        extra_behavior="forbid" if extra is False else "allow",
        extras_schema=_core(extra) if isinstance(extra, dict) and extra else None,
    )
    least, most = schema.get("minProperties", 0), schema.get("maxProperties")
    if least or most is not None:
        return core_schema.no_info_after_validator_function(_sized(least, most), core)
    return core


def _bounded(schema: dict[str, Any], core: CoreSchema) -> CoreSchema:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if isinstance(above, bool):  # draft 4 wrote the exclusive limits as flags
        low, above = (None, low) if above else (low, None)
    if isinstance(below, bool):
        high, below = (None, high) if below else (high, None)
    step = schema.get("multipleOf")
    if all(limit is None for limit in (low, high, above, below, step)):
        return core

    def rule(value: Any) -> Any:
        if low is not None and value < low:
            raise PydanticKnownError("greater_than_equal", {"ge": low})
        if above is not None and value <= above:
            raise PydanticKnownError("greater_than", {"gt": above})
        if high is not None and value > high:
            raise PydanticKnownError("less_than_equal", {"le": high})
        if below is not None and value >= below:
            raise PydanticKnownError("less_than", {"lt": below})
        if step and not _is_multiple(value, step):
            raise PydanticKnownError("multiple_of", {"multiple_of": step})
        return value

    return core_schema.no_info_after_validator_function(rule, core)


def _is_multiple(value: float, step: float) -> bool:
    if isinstance(value, int) and isinstance(step, int):
        return value % step == 0
    try:
        return abs(value / step - round(value / step)) < 1e-9
    except OverflowError:
        return False


def _member_of(members: Any) -> CoreSchema:
    if not isinstance(members, list) or not members:
        raise UnusableSchema("enum must be a list with at least one member")
    expected = ", ".join(repr(member) for member in members)

    def rule(value: Any) -> Any:
        for member in members:
            if member == value and isinstance(member, bool) == isinstance(value, bool):
                return member
        raise PydanticKnownError("literal_error", {"expected": expected})

    return core_schema.no_info_plain_validator_function(rule)


def _sized(least: int, most: int | None) -> _Rule:
    def rule(value: Any) -> Any:
        if len(value) < least or (most is not None and len(value) > most):
            raise PydanticCustomError("object_size", "It has the wrong number of properties")
        return value

    return rule


def _unique(items: Any) -> Any:
    if any(item in items[:place] for place, item in enumerate(items)):
        raise PydanticCustomError("not_unique", "Its items are not all different")
    return items


def _pattern(schema: dict[str, Any]) -> str | None:
    pattern = schema.get("pattern")
    if pattern is None:
        return None
    try:
        re.compile(pattern)
    except (re.error, TypeError) as error:
        raise UnusableSchema(f"the pattern {pattern!r} can't be read: {error}") from error
    return str(pattern)


def _listed(schema: dict[str, Any], keyword: str) -> list[Any]:
    members = schema[keyword]
    if not isinstance(members, list) or not members:
        raise UnusableSchema(f"{keyword} must be a list with at least one member")
    return members
