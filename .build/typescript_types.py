"""TypeScript types from a JSON Schema as Pydantic writes it. Knows schemas; refuses to know what an event is.

Everything is readonly, a tuple is a tuple, and a field with a default is still required: what is *written* always
has it. A keyword that is not understood here raises, so that no type is quietly too wide.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

# Keywords that only describe or bound a value and so don't change its TypeScript type.
_REMARKS = {
    "title",
    "description",
    "default",
    "examples",
    "discriminator",
    "minimum",
    "maximum",
    "minLength",
    "pattern",
}
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class UnknownSchema(Exception):
    """A part of a schema that has no translation yet."""


def type_of(schema: Schema) -> str:
    """The TypeScript type of a value that the schema describes."""
    match {key: value for key, value in schema.items() if key not in _REMARKS}:
        case {"$ref": str(ref), **rest} if not rest:
            return ref.rpartition("/")[2]
        case {"const": value, **rest} if not rest.keys() - {"type"}:
            return json.dumps(value)
        case {"enum": list(values), **rest} if not rest.keys() - {"type"}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": list(options), **rest} | {"oneOf": list(options), **rest} if not rest:
            return " | ".join(dict.fromkeys(type_of(option) for option in options))
        case {"type": "array", "prefixItems": list(items), **rest} if not rest.keys() - {"minItems", "maxItems"}:
            return f"readonly [{', '.join(type_of(item) for item in items)}]"
        case {"type": "array", "items": item, **rest} if not rest.keys() - {"minItems", "maxItems"}:
            return f"readonly {_grouped(type_of(item))}[]"
        case {"type": "object", "additionalProperties": value, **rest} if isinstance(value, dict) and not rest:
            return f"Readonly<Record<string, {type_of(value)}>>"
        case {"type": str(name), **rest} if name in _SIMPLE and not rest:
            return _SIMPLE[name]
        case other:
            raise UnknownSchema(f"no TypeScript type for {json.dumps(other)[:200]}")


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = text.replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def interface_of(name: str, schema: Schema) -> str:
    """One exported interface. The schema is that of an object with named properties."""
    if schema.get("type") != "object" or "properties" not in schema:
        raise UnknownSchema(f"{name} is no object with properties")
    fields = "".join(
        f"{_comment(field.get('description'), '  ')}  readonly {key}: {type_of(field)};\n"
        for key, field in schema["properties"].items()
    )
    return f"{_comment(schema.get('description'))}export interface {name} {{\n{fields}}}\n"


def declarations(root: str, schema: Schema) -> str:
    """Every definition of the schema as an interface, and its root, an object or a union, under the given name."""
    definitions: Schema = schema["$defs"]
    parts = [interface_of(name, part) for name, part in definitions.items()]
    whole = {key: value for key, value in schema.items() if key != "$defs"}
    if whole.get("type") == "object":
        return "\n".join([*parts, interface_of(root, whole)])
    return "\n".join([*parts, f"export type {root} =\n  | " + type_of(whole).replace(" | ", "\n  | ") + ";\n"])
