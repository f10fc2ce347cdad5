"""A tool's schema in the dialect of one server: keywords that it refuses become words of the description. Pure, total.

Refuses to know servers and requests. What is left out here is still enforced on our side, with the whole schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from glassloop.jsontext import shorten, write_json
from glassloop.schema import UnusableSchema, inline

Schema = dict[str, Any]

REFERENCES = frozenset({"$ref", "$defs", "definitions"})
# Without these a schema says nothing: they are never left out.
KEPT = frozenset({"type", "properties", "required", "description"})
MAX_WORDS = 200

# Where schemas stand inside a schema.
_ONE = frozenset({"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"})
_MANY = frozenset({"anyOf", "oneOf", "allOf", "prefixItems", "items"})
_NAMED = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"})

# The subset of Google's API.
_REDUCED = KEPT | {"items", "enum", "nullable", "anyOf", "minimum", "maximum", "minItems", "maxItems", "format"}
_FORMATS = {
    "string": ("enum", "date-time"),
    "integer": ("int32", "int64"),
    "number": ("float", "double"),
}
# Nothing for a model to know.
_SILENT = REFERENCES | {
    "$schema", "$id", "$comment", "title", "additionalProperties", "discriminator", "readOnly", "writeOnly",
    "nullable", "deprecated", "contentEncoding", "contentMediaType", "unevaluatedProperties",
}  # fmt: skip


def keywords_in(schema: Any) -> frozenset[str]:
    """Every keyword that is used anywhere in a schema; names of fields are none."""
    return frozenset(key for node in _nodes(schema) for key in node)


def without(schema: Schema, keywords: frozenset[str]) -> Schema:
    """The schema less those keywords. What they had demanded is said in the descriptions."""
    if keywords & REFERENCES:
        schema = _inlined(schema)
    dropped = keywords - KEPT
    whole: Schema = _rebuilt(schema, lambda node: _lose(node, dropped & node.keys()))
    return whole


def reduced(schema: Schema, keywords: frozenset[str] = frozenset()) -> Schema:
    """The schema in the few keywords that Google's API takes, less those given."""
    less = without(schema, keywords) if keywords else _inlined(schema)
    whole: Schema = _rebuilt(less, lambda node: _reduce(node, keywords))
    return whole


def _inlined(schema: Schema) -> Schema:
    try:
        return inline(schema)
    except UnusableSchema:
        return schema


def _nodes(node: Any) -> Iterator[Schema]:
    if not isinstance(node, dict):
        return
    yield node
    for key, value in node.items():
        if key in _MANY and isinstance(value, list):
            for item in value:
                yield from _nodes(item)
        elif key in _NAMED and isinstance(value, dict):
            for item in value.values():
                yield from _nodes(item)
        elif key in _ONE:
            yield from _nodes(value)


def _rebuilt(node: Any, change: Callable[[Schema], Schema]) -> Any:
    """A copy in which every schema went through `change`, the innermost first."""
    if not isinstance(node, dict):
        return node
    copy: Schema = {}
    for key, value in node.items():
        if key in _MANY and isinstance(value, list):
            copy[key] = [_rebuilt(item, change) for item in value]
        elif key in _NAMED and isinstance(value, dict):
            copy[key] = {name: _rebuilt(item, change) for name, item in value.items()}
        else:
            copy[key] = _rebuilt(value, change) if key in _ONE else value
    return change(copy)


def _lose(node: Schema, lost: frozenset[str]) -> Schema:
    if not lost:
        return node
    kept = {key: value for key, value in node.items() if key not in lost}
    gone = {key: value for key, value in node.items() if key in lost}
    for key in ("anyOf", "oneOf", "allOf"):
        # A schema that says nothing at all would be worse than one of its alternatives.
        if key in gone and "type" not in kept and (first := _first_typed(gone[key])) is not None:
            kept = {**first, **kept}
    if "type" not in kept and (values := gone.get("enum", [gone["const"]] if "const" in gone else None)) is not None:
        kept |= _type_of_all(values)
    return _described(kept, _words(gone))


def _described(node: Schema, words: str) -> Schema:
    if not words:
        return node
    before = node.get("description")
    before = before.strip() if isinstance(before, str) else ""
    if words in before:
        return node
    if before and before[-1] not in ".!?…":
        before += "."
    return {**node, "description": f"{before} {words}".strip()}


def _words(gone: Schema) -> str:
    """What keywords demand, as one sentence; empty when they demand nothing that a model could follow."""
    parts = [
        _range(gone, "minimum", "maximum", "{}"),
        *(words.format(_short(gone[key])) for key, words in _EXACT.items() if key in gone),
        _range(gone, "minLength", "maxLength", "{} characters"),
        _range(gone, "minItems", "maxItems", "{} entries"),
        _range(gone, "minProperties", "maxProperties", "{} fields"),
    ]
    if isinstance(values := gone.get("enum"), list) and values:
        parts.append("one of " + shorten(", ".join(_short(value) for value in values), MAX_WORDS))
    if gone.get("uniqueItems") is True:
        parts.append("no entry twice")
    if isinstance(each := gone.get("additionalProperties"), dict) and each:
        parts.append(f"any fields, each {_short(each)}")
    told = _EXACT.keys() | _RANGES | _SILENT | {"enum", "uniqueItems"}
    parts += [f"{key}: {_short(value)}" for key, value in gone.items() if key not in told]
    sentence = ", ".join(part for part in parts if part)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else ""


_EXACT = {
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "const": "always {}",
    "pattern": "matching the pattern {}",
    "format": "in the format {}",
    "default": "{} if left out",
    "examples": "for example {}",
    "items": "each entry: {}",
    "prefixItems": "entries in order: {}",
    "anyOf": "any of {}",
    "oneOf": "exactly one of {}",
    "allOf": "all of {}",
    "not": "not {}",
}
_RANGES = frozenset({"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"}) | {
    "minProperties",
    "maxProperties",
}


def _range(gone: Schema, low: str, high: str, unit: str) -> str:
    match low in gone, high in gone:
        case True, True:
            return unit.format(f"between {_short(gone[low])} and {_short(gone[high])}")
        case True, False:
            return unit.format(f"at least {_short(gone[low])}")
        case False, True:
            return unit.format(f"at most {_short(gone[high])}")
        case _:
            return ""


def _short(value: Any) -> str:
    try:
        return shorten(value if isinstance(value, str) else write_json(value), MAX_WORDS)
    except (ValueError, TypeError):
        return "…"


def _reduce(node: Schema, unwanted: frozenset[str]) -> Schema:
    node = _one_type(_one_word(dict(node)))
    kind = node.get("type")
    lost = frozenset(node.keys() - _REDUCED)
    if "enum" in node and not (kind == "string" and node["enum"] and isinstance(node["enum"], list)):
        lost |= {"enum"}
    if "format" in node and node["format"] not in _FORMATS.get(kind if isinstance(kind, str) else "", ()):
        lost |= {"format"}
    if kind == "array" and "items" not in unwanted:
        items = node.get("items", node.get("prefixItems"))
        items = items[0] if isinstance(items, list) and items else items
        node["items"] = items if isinstance(items, dict) and items else {"type": "string"}
    fields = node.get("properties")
    if isinstance(node.get("required"), list) and isinstance(fields, dict):
        node["required"] = [name for name in node["required"] if isinstance(name, str) and name in fields]
        if not node["required"]:
            del node["required"]
    return _lose(node, lost | ((unwanted - KEPT) & node.keys()))


def _one_word(node: Schema) -> Schema:
    """Other ways to say what the subset has a word for."""
    if "const" in node and "enum" not in node:
        node["enum"] = [node.pop("const")]
    if isinstance(node.get("oneOf"), list) and "anyOf" not in node:
        node["anyOf"] = node.pop("oneOf")
    if isinstance(whole := node.get("allOf"), list) and len(whole) == 1 and isinstance(whole[0], dict):
        del node["allOf"]
        node = {**whole[0], **node}
    return node


def _one_type(node: Schema) -> Schema:
    """One type a schema; null is a remark beside it."""
    if isinstance(kinds := node.get("type"), list):
        del node["type"]
        if len(real := [kind for kind in kinds if isinstance(kind, str) and kind != "null"]) == 1:
            node["type"] = real[0]
        elif real and "anyOf" not in node:
            node["anyOf"] = [{"type": kind} for kind in real]
        if "null" in kinds:
            node["nullable"] = True
    if isinstance(options := node.get("anyOf"), list):
        others = [each for each in options if not (isinstance(each, dict) and each.get("type") == "null")]
        if len(others) < len(options):
            node["nullable"] = True
        node["anyOf"] = others
        if not others or (len(others) == 1 and isinstance(others[0], dict)):
            del node["anyOf"]
            node = {**(others[0] if others else {}), **node}
    if isinstance(values := node.get("enum"), list):
        node["enum"] = [value for value in values if value is not None]
        if len(node["enum"]) < len(values):
            node["nullable"] = True
        if "type" not in node:
            node |= _type_of_all(node["enum"])
        if any(not isinstance(value, str) or not value for value in node["enum"]) and node.get("type") == "string":
            node["enum"] = []
            return _described(node, _words({"enum": values}))
    return node


def _first_typed(options: Any) -> Schema | None:
    found = options if isinstance(options, list) else ()
    return next((each for each in found if isinstance(each, dict) and each.get("type") not in (None, "null")), None)


def _type_of_all(values: Any) -> Schema:
    kinds = {_KINDS.get(type(value), "") for value in values} if isinstance(values, list) else set()
    if kinds == {"integer", "number"}:
        kinds = {"number"}
    return {"type": kinds.pop()} if len(kinds) == 1 and "" not in kinds else {}


_KINDS: dict[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}
