"""What validation says, in words for the model, and which coercions may pass. Refuses to know tools and schemas.

The decisions: a boolean is never a number; 3.0 is a whole number; "3" is read as 3, with a note; "1,000", "1_000",
a Unicode minus, NaN and numbers too large for a float are refused, with the way to write them.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from glassloop.jsontext import ExactFloat, mend_surrogates, shorten

MAX_LINES = 5
_PLAIN_NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_Path = tuple[str | int, ...]


class InvalidArguments(ValueError):
    """`str(error)`: one line a field, at most `MAX_LINES`, such as `days: 7 is greater than the maximum of 5`."""


def lines_of(problems: Mapping[str, str]) -> str:
    """Path → trouble, as the text of an `InvalidArguments`."""
    lines = [f"{path}: {trouble}" if path else trouble for path, trouble in problems.items()]
    if len(lines) > MAX_LINES:
        lines[MAX_LINES - 1 :] = [f"… and {len(lines) - MAX_LINES + 1} more"]
    return mend_surrogates("\n".join(lines))


def explain_validation(error: ValidationError, values: object, names: Sequence[str] = ()) -> str:
    """Pydantic's errors for the input `values` (None: unknown), reworded. `names`: the arguments there are."""
    by_path: dict[str, list[str]] = {}
    for detail in error.errors(include_url=False):
        path = detail["loc"] if values is None else _real_path(detail, values)
        troubles = by_path.setdefault(_written(path), [])
        troubles.append(_trouble(detail, names))
    return lines_of({path: _one(troubles) for path, troubles in by_path.items()})


def settle_coercions(before: object, after: object) -> tuple[Any, tuple[str, ...]]:
    """Compares input and validated value side by side → the value to call with, and notes.

    Raises `InvalidArguments` where pydantic was more generous than the decisions at the top of this module.
    """
    problems: dict[str, str] = {}
    notes: list[str] = []
    for path, given, got in _pairs(before, after, ()):
        where = _written(path)
        if trouble := _refused(given, got):
            problems[where] = trouble
        elif _is_number(got) and isinstance(given, str):
            notes.append(f"{where}: the text {_shown(given)} was read as the number {given.strip()}.")
        elif isinstance(got, bool) and not isinstance(given, bool):
            notes.append(f"{where}: {_shown(given)} was read as {_shown(got)}.")
    if problems:
        raise InvalidArguments(lines_of(problems))
    return _plain_floats(after), tuple(notes)


def _refused(given: object, got: object) -> str:
    if isinstance(given, bool) and _is_number(got.value if isinstance(got, Enum) else got):
        return f"{_shown(given)} is not a number"
    if isinstance(given, str) and _is_number(got) and not _PLAIN_NUMBER.fullmatch(given):
        return f"{_shown(given)} is not a number{_how_to_write(given)}"
    if isinstance(got, float) and not math.isfinite(got):
        return f"{_shown(given)} is too large for a number"
    return ""


def _pairs(before: object, after: object, path: _Path) -> Iterator[tuple[_Path, object, object]]:
    match before, after:
        case dict(), dict():
            for key in before.keys() & after.keys():
                yield from _pairs(before[key], after[key], (*path, key))
        case dict(), BaseModel():
            for name, info in type(after).model_fields.items():
                key = info.alias if info.alias is not None and info.alias in before else name
                if key in before:
                    yield from _pairs(before[key], getattr(after, name), (*path, key))
        case dict(), _ if dataclasses.is_dataclass(after):
            for field in dataclasses.fields(after):
                if field.name in before:
                    yield from _pairs(before[field.name], getattr(after, field.name), (*path, field.name))
        case list(), list() | tuple():
            for place, (given, got) in enumerate(zip(before, after, strict=False)):
                yield from _pairs(given, got, (*path, place))
        case list(), set() | frozenset():
            for place, given in enumerate(before):
                got = 1 if isinstance(given, bool) and not any(isinstance(item, bool) for item in after) else given
                yield (*path, place), given, got
        case _:
            yield path, before, after


def _plain_floats(value: Any) -> Any:
    match value:
        case ExactFloat():
            return float(value)
        case dict():
            return {key: _plain_floats(item) for key, item in value.items()}
        case list():
            return [_plain_floats(item) for item in value]
        case _:
            return value


def _real_path(detail: ErrorDetails, values: object) -> _Path:
    """`loc` without the names of union members, which mean nothing to the model."""
    path: list[str | int] = []
    at: Any = values
    for step in detail["loc"]:
        match at, step:
            case dict(), _ if step in at:
                at = at[step]
            case list(), int() if step < len(at):
                at = at[step]
            case _ if detail["type"] == "missing" and step == detail["loc"][-1]:
                pass
            case _:
                continue
        path.append(step)
    return tuple(path)


def _written(path: _Path) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
    return shorten(text, 80)


def _one(troubles: list[str]) -> str:
    """A union gives one trouble for each of its members: say them once, null last of all."""
    kinds = list(dict.fromkeys(troubles))
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if not kind.endswith("is not null")] or kinds
    numbers = [kind for kind in kinds if " is not a number" in kind]
    if numbers:
        kinds = [kind for kind in kinds if " is not a whole number" not in kind]
    first, *others = kinds
    given = first.partition(" is not ")[0]
    return ", and ".join([first, *(other.removeprefix(f"{given} ") for other in others)])


def _trouble(detail: ErrorDetails, names: Sequence[str]) -> str:
    kind, given, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "missing":
        return "this argument is missing" if len(detail["loc"]) == 1 else "this is missing"
    if kind == "extra_forbidden":
        there = f"; the arguments are {', '.join(names)}" if names and len(detail["loc"]) == 1 else ""
        return f"there is no such argument{there}"
    if kind in ("value_error", "assertion_error"):
        return shorten(str(context.get("error", detail["msg"])), 200)
    if template := _LIMITS.get(kind):
        return template.format(_shown(given), **{key: _shown_limit(limit) for key, limit in context.items()})
    for ending, wanted in _WANTED.items():
        if kind.startswith(ending):
            how = _how_to_write(given) if wanted.endswith("number") else ""
            return f"{_shown(given)} is not {wanted}{how}"
    message = detail["msg"]
    return f"{_shown(given)}: {message[:1].lower()}{shorten(message[1:], 160)}"


_LIMITS: Mapping[str, str] = {
    "greater_than_equal": "{0} is less than the minimum of {ge}",
    "less_than_equal": "{0} is greater than the maximum of {le}",
    "greater_than": "{0} is not greater than {gt}",
    "less_than": "{0} is not less than {lt}",
    "multiple_of": "{0} is not a multiple of {multiple_of}",
    "literal_error": "{0} is not one of {expected}",
    "enum": "{0} is not one of {expected}",
    "string_too_short": "{0} is shorter than the minimum of {min_length} characters",
    "string_too_long": "{0} is longer than the maximum of {max_length} characters",
    "string_pattern_mismatch": "{0} does not match the pattern {pattern}",
    "too_short": "{actual_length} items are fewer than the minimum of {min_length}",
    "too_long": "{actual_length} items are more than the maximum of {max_length}",
    "union_tag_invalid": "{tag} is not one of {expected_tags} (for {discriminator})",
    "union_tag_not_found": "{discriminator} is missing",
}

# Beginning of pydantic's error type → what was wanted.
_WANTED: Mapping[str, str] = {
    "int_": "a whole number", "float_": "a number", "decimal_type": "a number", "decimal_parsing": "a number",
    "finite_number": "a number", "string_": "a text", "bool_": "true or false", "list_type": "a list",
    "tuple_type": "a list", "set_type": "a list", "dict_": "an object", "model_": "an object",
    "dataclass_type": "an object", "none_required": "null", "datetime_": "a date and time such as 2026-05-01T09:30:00",
    "date_": "a date such as 2026-05-01", "time_": "a time such as 09:30",
}  # fmt: skip


def _how_to_write(given: object) -> str:
    if not isinstance(given, str):
        return ""
    bare = re.sub(r"[\s,_'’]", "", unicodedata.normalize("NFKC", given)).replace("\u2212", "-")
    if bare != given and _PLAIN_NUMBER.fullmatch(bare):
        return f"; write it as {shorten(bare, 40)}"
    return "; write it with digits only, like 1000 or -2.5"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool | Enum)


def _shown(value: object) -> str:
    """The input as the model wrote it, shortened."""
    if isinstance(value, ExactFloat):
        return shorten(value.literal, 60)
    try:
        return shorten(json.dumps(value, ensure_ascii=False), 60)
    except (TypeError, ValueError):
        return shorten(str(type(value).__name__), 60)


def _shown_limit(limit: object) -> str:
    return shorten(str(limit), 300)
