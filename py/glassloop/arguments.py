"""The text of a note's arguments → a dict, or a sentence for the model. Pure; refuses to know tools and events.

Accepts what can be meant in one way only (empty, double-encoded, raw line breaks, a Python literal) and says so in
notes. Never completes what was not written: half an object is refused, not closed.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any

from glassloop.jsontext import TooDeep, mend_surrogates, read_json, shorten, split_objects, write_json

MAX_CHARACTERS = 100_000
CUT_OFF = "Your arguments were cut off before they were complete. Write the call again, with shorter arguments."
_EXAMPLE = 'Write one JSON object, like {"a": 120, "b": 9}.'
_CONTROL = re.compile(r"[\x00-\x1f]")
_FENCE = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)
_BRACKETS_IN_STRINGS = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Arguments:
    """`values` as parsed (floats are `ExactFloat`); `notes` say what had to be read generously."""

    values: dict[str, Any]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """`message` is one or two sentences that the model will read."""

    message: str


def read_arguments(text: str) -> Arguments | Unreadable:
    """Total: any text gives one or the other."""
    if len(text) > MAX_CHARACTERS:
        return Unreadable(
            f"Your arguments are {len(text):,} characters long; at most {MAX_CHARACTERS:,} can be read. Write less."
        )
    stripped = text.strip()
    if not stripped or stripped == "null":
        return Arguments({}, ("The arguments were empty; they were read as {}.",))
    try:
        value = read_json(stripped, exact=True, strict=False)
    except JSONDecodeError as error:
        return _second_reading(stripped, error)
    except TooDeep:
        return Unreadable(f"Your arguments are nested too deeply to be read. {_EXAMPLE}")
    except ValueError as error:
        return Unreadable(f"Your arguments are not valid JSON: {_number_trouble(error)}. {_EXAMPLE}")
    return _object_or_refusal(value, _control_note(stripped))


def history_arguments(text: str) -> str:
    """The form that every provider takes back: the text of a JSON object; `{}` when there is no reading it."""
    read = read_arguments(text)
    if isinstance(read, Unreadable):
        return "{}"
    if not read.notes:
        return mend_surrogates(text)
    try:
        return write_json(read.values)
    except ValueError:  # a number that is too large for a float
        return "{}"


def _object_or_refusal(value: Any, notes: tuple[str, ...]) -> Arguments | Unreadable:
    for _ in range(2):
        if not isinstance(value, str):
            break
        try:
            value = read_json(value, exact=True, strict=False)
        except ValueError:
            break
        notes = (*notes, "The arguments were JSON inside a JSON string; the inner JSON was used.")
    if isinstance(value, dict):
        return Arguments(_mended(value), tuple(dict.fromkeys(notes)))
    return Unreadable(f"The arguments must be a JSON object; got {_kind(value)}. {_EXAMPLE}")


def _second_reading(text: str, error: JSONDecodeError) -> Arguments | Unreadable:
    """For complete text that is no JSON as it stands: a code fence, something after the object, a Python dict."""
    if fenced := _FENCE.fullmatch(text):
        inner = read_arguments(fenced[1])
        if isinstance(inner, Arguments):
            return Arguments(inner.values, (*inner.notes, "The arguments stood in a code fence; it was taken off."))
    objects, rest = split_objects(text)
    if len(objects) == 1 and rest and not re.search(r"[{\[]", rest):
        inner = read_arguments(objects[0])
        if isinstance(inner, Arguments):
            return Arguments(
                inner.values, (*inner.notes, f"Text after the arguments was left out: {shorten(rest, 40)}")
            )
    literal = _python_literal(text)
    if literal is not None:
        return Arguments(literal, ("The arguments were a Python dict, not JSON; they were read as one.",))
    if _ends_too_early(text, error):
        return Unreadable(CUT_OFF)
    at = shorten(text[max(0, error.pos - 10) : error.pos + 10], 24)
    return Unreadable(f"Your arguments are not valid JSON: {_lower(error.msg)}, near {at!r}. {_EXAMPLE}")


def _python_literal(text: str) -> dict[str, Any] | None:
    # Python's own compiler is bounded only by brackets: so few of them are allowed that it can't run out of stack.
    bare = _BRACKETS_IN_STRINGS.sub("", text)
    if not (text.startswith("{") and text.endswith("}")) or sum(bare.count(mark) for mark in "([{-+~") > 200:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(text)
        again = read_json(write_json(value), exact=True) if isinstance(value, dict) else None
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return again if isinstance(again, dict) and all(isinstance(key, str) for key in value) else None


def _ends_too_early(text: str, error: JSONDecodeError) -> bool:
    if error.msg.startswith("Unterminated string"):
        return True
    return text.startswith(("{", "[")) and error.pos >= len(text)


def _control_note(text: str) -> tuple[str, ...]:
    if _CONTROL.search(text) is None:
        return ()
    try:
        read_json(text)
    except ValueError:
        return ("The arguments held raw control characters inside a string; they were kept as they are.",)
    return ()


def _mended(value: Any) -> Any:
    match value:
        case str():
            return mend_surrogates(value)
        case dict():
            return {mend_surrogates(key): _mended(item) for key, item in value.items()}
        case list():
            return [_mended(item) for item in value]
        case _:
            return value


def _number_trouble(error: ValueError) -> str:
    text = str(error)
    return "a number has too many digits" if "digits" in text else text


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case _:
            return "a list"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
