"""What a tool's result says: a value or an error, and how to mend a note by it. Knows no tool."""

from __future__ import annotations

import json
import re
from typing import Any

from glassloop.jsontext import check_depth

_LONGEST_SHOWN = 1000  # characters
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# Bare text only: a JSON string is a value, even where it reads "ERROR: …".
_ERROR = re.compile(
    r"\s*(?:(?:\w*(?:error|exception)|unknown tool)\b[^:\n]{0,40}:|Traceback \(most recent)", re.IGNORECASE
)
_MOST = re.compile(r"(?:maximum of|maximum is|at most|no more than|less than or equal to|<=)\s*(-?\d+(?:\.\d+)?)", re.I)
_LEAST = re.compile(
    r"(?:minimum of|minimum is|at least|no less than|greater than or equal to|>=)\s*(-?\d+(?:\.\d+)?)", re.I
)
_UNWANTED = re.compile(
    r"(?:unexpected (?:keyword )?argument|additional propert\w+|extra \w+|unknown (?:argument|parameter))\W+(\w+)", re.I
)


class Digits(str):
    """A number from JSON, as it was written."""


def parsed(text: str) -> Any:
    """The value of a JSON text, its numbers as `Digits`; None where it is no JSON."""
    try:
        check_depth(text)
        return json.loads(text, parse_int=Digits, parse_float=Digits)
    except (ValueError, RecursionError):
        return None


def json_text(value: Any) -> str:
    """What `parsed` gave, as JSON text again; digits stay as they were written."""
    match value:
        case Digits():
            return str(value)
        case dict():
            return "{" + ", ".join(f"{json.dumps(name)}: {json_text(item)}" for name, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(json_text(item) for item in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def same_json(one: str, other: str) -> bool:
    """The same values, though perhaps not the same text: 10 is not "10", and 10 is not 10.0."""
    try:
        check_depth(one)
        check_depth(other)
        first, second = (json.loads(text, parse_int=_number, parse_float=_number) for text in (one, other))
    except (ValueError, RecursionError):
        return one == other
    return bool(first == second)


def _number(text: str) -> tuple[str]:
    return (text,)


def is_error(content: str) -> bool:
    value = parsed(content)
    if isinstance(value, dict):
        return value.get("ok") is False or bool(value.get("error"))
    return value is None and bool(_ERROR.match(content))


def reason(content: str) -> str:
    """The words in an error result, as they came."""
    value = parsed(content)
    if isinstance(value, dict):
        for key in ("message", "error", "detail"):
            if isinstance(value.get(key), str):
                return _short(value[key])
    return shown(content)


def number_in(content: str) -> str | None:
    """JSON text of the one number that a result holds: alone, as text, or in a field."""
    value = parsed(content)
    if isinstance(value, dict):
        named = next((value[key] for key in ("result", "answer", "value", "sum") if key in value), None)
        numbers = [item for item in value.values() if isinstance(item, Digits)]
        value = named if isinstance(named, Digits) else numbers[0] if len(numbers) == 1 else None
    text = str(value).strip() if isinstance(value, str) else content.strip()
    return text if _NUMBER.fullmatch(text) else None


def shown(content: str) -> str:
    """A result in words: text without its quotes, an object as "name: value" pairs."""
    value = parsed(content)
    return _short(content.strip() if value is None else _words(value))


def mended(arguments: dict[str, str], content: str) -> dict[str, str] | None:
    """Arguments (JSON text by name) changed as the error asks; None where it doesn't say how."""
    said = reason(content)
    out = dict(arguments)
    if most := _MOST.search(said):
        out = {
            name: most[1] if _is_number(text) and float(text) > float(most[1]) else text for name, text in out.items()
        }
    if least := _LEAST.search(said):
        out = {
            name: least[1] if _is_number(text) and float(text) < float(least[1]) else text for name, text in out.items()
        }
    if unwanted := _UNWANTED.search(said):
        out.pop(unwanted[1], None)
    return out if out != arguments else None


def most_in(said: str) -> str | None:
    """The largest number that an error allows, where it says one."""
    most = _MOST.search(said)
    return most[1] if most else None


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text))


def _words(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "nothing"
        case str():
            return value
        case dict():
            return ", ".join(f"{name}: {_words(item)}" for name, item in value.items())
        case list():
            return ", ".join(_words(item) for item in value)
        case _:
            return str(value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + " …"
