"""What a tool returns → the text that the model reads. Pure; refuses to know tools, events and the wire.

str                       stays as it is            datetime, date, time   ISO 8601
Decimal                   "4700", never "4.7E+3"    set, frozenset         a sorted list
dataclass, pydantic       an object                 Enum                   its value
NaN, Infinity             null, and a note          bytes                  a sentence with their length
anything else, a cycle    `NotJson`                 more than 20,000 characters: head and tail
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from glassloop.jsontext import mend_surrogates, shorten, write_json

MAX_CHARACTERS = 20_000
MAX_DEPTH = 100
_TAIL = 4_000


class NotJson(ValueError):
    """`str(error)` is a sentence for the model, such as `it is a coroutine: was an await forgotten?`"""


def to_json_text(value: object) -> str:
    """At most `MAX_CHARACTERS` characters, ready to go back to the model. Raises `NotJson` and nothing else."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return cut(mend_surrogates(value))
    return cut(_encode(value))


def values_text(values: Mapping[str, Any]) -> str:
    """Validated arguments as the text of a JSON object, whole. Total: what is no JSON is shown as its `repr`."""
    parts = {}
    for name, value in values.items():
        try:
            plain = _Plain(limit=None).of(value)
        except NotJson:
            plain = shorten(_safe_repr(value), 200)
        parts[name] = plain
    return write_json(parts)


def cut(text: str, limit: int = MAX_CHARACTERS) -> str:
    """Head and tail, with a note of how much was left out between them; never longer than `limit`."""
    if len(text) <= limit:
        return text
    tail = min(_TAIL, limit // 5)
    head = limit - tail - 60
    return f"{text[:head]}\n[… {len(text) - head - tail:,} characters left out …]\n{text[-tail:]}"


def _encode(value: object) -> str:
    plain = _Plain(limit=MAX_CHARACTERS)
    try:
        tree = plain.of(value)
        if plain.notes:
            note = "; ".join(plain.notes)
            tree = (
                {**tree, "note": note}
                if isinstance(tree, dict) and "note" not in tree
                else {
                    "result": tree,
                    "note": note,
                }
            )
        return write_json(tree)
    except NotJson:
        raise
    except Exception as error:  # a value's own code ran: properties, __iter__, __str__
        raise NotJson(f"it could not be written as JSON ({type(error).__name__})") from error


class _Plain:
    """One walk from any value to dict, list, str, int, float, bool and None. `limit` caps strings, in characters."""

    def __init__(self, limit: int | None) -> None:
        self.notes: list[str] = []
        self._limit = limit
        self._open: set[int] = set()
        self._path: list[str] = []

    def of(self, value: object) -> Any:
        match value:
            case None | bool():
                return value
            case Enum():
                return self.of(value.value)
            case str():
                text = mend_surrogates(str(value))
                return text if self._limit is None else cut(text, self._limit)
            case int():
                return _integer(value)
            case float():
                return float(value) if math.isfinite(value) else self._not_a_number(value)
            case Decimal():
                return _decimal(value) if value.is_finite() else self._not_a_number(value)
            case datetime() | date() | time():
                return value.isoformat()
            case bytes() | bytearray() | memoryview():
                return f"[{len(value):,} bytes of binary data, not shown]"
            case timedelta() | UUID() | PurePath():
                return str(value)
            case _:
                return self._container(value)

    def _container(self, value: object) -> Any:
        if id(value) in self._open:
            raise NotJson("it contains itself, so it has no end")
        if len(self._open) >= MAX_DEPTH:
            raise NotJson(f"it is nested more than {MAX_DEPTH} levels deep")
        self._open.add(id(value))
        try:
            return self._items(value)
        finally:
            self._open.discard(id(value))

    def _items(self, value: object) -> Any:
        match value:
            case Mapping():
                return self._object(value.items())
            case _ if hasattr(value, "_asdict"):
                return self._object(value._asdict().items())
            case Sequence() | ValuesView():
                return [self.of(item) for item in value]
            case AbstractSet():
                return _sorted([self.of(item) for item in value])
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                return self._object((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
            case _ if hasattr(value, "model_dump") and not isinstance(value, type):
                return self._object(value.model_dump(by_alias=True).items())
            case _:
                raise NotJson(_what_it_is(value))

    def _object(self, items: Any) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, item in items:
            name = _key(key)
            if name in result:
                raise NotJson(f"two of its keys are both written {shorten(name, 40)!r}")
            self._path.append(name)
            result[name] = self.of(item)
            self._path.pop()
        return result

    def _not_a_number(self, value: float | Decimal) -> None:
        where = ".".join(self._path) or "the result"
        what = "not a number" if math.isnan(value) else "infinite"
        if len(self.notes) < 5:
            self.notes.append(f"{where} was {what}")


def _integer(value: int) -> int:
    try:
        str(int(value))
    except ValueError:
        raise NotJson("it holds a whole number with more than 4,300 digits") from None
    return int(value)


def _decimal(value: Decimal) -> str:
    if abs(value.adjusted()) > 400 or len(value.as_tuple().digits) > 4300:
        return str(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _key(key: object) -> str:
    match key:
        case Enum():
            return _key(key.value)
        case str():
            return mend_surrogates(str(key))
        case None | bool():
            return {None: "null", True: "true", False: "false"}[key]
        case Decimal():
            return _decimal(key) if key.is_finite() else str(key)
        case datetime() | date() | time():
            return key.isoformat()
        case _:
            return mend_surrogates(str(key))


def _sorted(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=write_json)


def _what_it_is(value: object) -> str:
    if inspect.iscoroutine(value):
        value.close()
        return "it is a coroutine: was an await forgotten?"
    if inspect.isgenerator(value) or inspect.isasyncgen(value) or hasattr(value, "__next__"):
        return "it is a generator: return a list of its items instead"
    if isinstance(value, type) or callable(value):
        return f"it is a function or a class ({shorten(_safe_repr(value), 80)})"
    return f"it is of type {type(value).__name__}, which is not JSON; return a dict, a list, a text or a number"


def _safe_repr(value: object) -> str:
    try:
        return mend_surrogates(repr(value))
    except Exception:
        return f"<{type(value).__name__}>"
