"""Helpers on JSON text, and on text that must survive UTF-8. Refuses to know tools, messages and the wire."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any, NoReturn, Self

MAX_DEPTH = 100
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class ExactFloat(float):
    """A float that remembers its literal: pydantic reads `str(value)` into a Decimal, so no digit is lost there."""

    __slots__ = ("literal",)
    literal: str

    def __new__(cls, literal: str) -> Self:
        value = super().__new__(cls, literal)
        value.literal = literal
        return value

    def __str__(self) -> str:
        return self.literal


class TooDeep(ValueError):
    """Brackets nested deeper than `MAX_DEPTH`: parsers written in C would end the interpreter over it."""


def read_json(text: str, *, exact: bool = False, strict: bool = True, nan_is_null: bool = False) -> Any:
    """Parse; every failure is a `ValueError` (`JSONDecodeError` says where). NaN and Infinity are refused, or null.

    With `nan_is_null` a number too large for a float is null as well, so that what was read can always be written.

    `exact` keeps the literals of floats (`ExactFloat`); `strict=False` lets raw control characters stand in strings.
    """
    check_depth(text)
    parse_float = ExactFloat if exact else _finite if nan_is_null else None
    constant = _null if nan_is_null else _no_constant
    try:
        return json.loads(text, strict=strict, parse_constant=constant, parse_float=parse_float)
    except RecursionError:
        raise TooDeep("the JSON is nested too deeply") from None


def read_wire_json(text: str) -> Any:
    """What a server sent: it may hold raw control characters and NaN. Raises `ValueError`."""
    return read_json(text, strict=False, nan_is_null=True)


def is_json_object(text: str) -> bool:
    """Whether the whole text is one complete JSON object, and nothing else."""
    stripped = text.strip()
    if not (stripped.startswith("{") and stripped.endswith("}")):
        return False
    try:
        return isinstance(read_json(stripped, strict=False), dict)
    except ValueError:
        return False


def split_objects(text: str) -> tuple[tuple[str, ...], str]:
    """`{…}{…}rest` → the texts of the complete objects in front, and what follows them."""
    decoder = json.JSONDecoder(strict=False)
    objects: list[str] = []
    rest = text.strip()
    while rest.startswith("{"):
        try:
            check_depth(rest)
            _, end = decoder.raw_decode(rest)
        except (ValueError, RecursionError):
            break
        objects.append(rest[:end])
        rest = rest[end:].lstrip()
    return tuple(objects), rest


def write_json(value: Any) -> str:
    """Compact JSON that any server can read: real characters, no NaN, no half of a surrogate pair. May raise."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return mend_surrogates(text)


def mend_surrogates(text: str) -> str:
    """Joins surrogate pairs and replaces lone halves by U+FFFD: the result always encodes as UTF-8."""
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, the last of them an ellipsis when something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _null(name: str) -> None:
    return None


def _finite(literal: str) -> float | None:
    value = float(literal)
    return value if isfinite(value) else None


def check_depth(text: str) -> None:
    """Raises `TooDeep`. For whoever has to parse with a decoder of their own."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for mark in re.findall(r"[\[\]{}]", _STRINGS.sub("", text)):
        depth += 1 if mark in "[{" else -1
        if depth > MAX_DEPTH:
            raise TooDeep("the JSON is nested too deeply")
