"""The rules for the tool calls of one assistant message, each on its own. Refuses to know results and the menu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from glassloop.jsontext import read_json, write_json
from glassloop.wire.findings import Finding, empty_array, kind_of, missing, too_long, wrong_name, wrong_type

CALL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MAX_NAME = 64
LEFT_OUT = "The field is left out."
_FIELDS = {"id", "type", "function", "custom"}
_MISTRAL_ID = re.compile(r"[a-zA-Z0-9]{9}")
_MAX_ID = 40


def lint_calls(message: dict[str, Any], index: int, where: str, mistral_ids: bool) -> Iterator[Finding]:
    calls, at = message.get("tool_calls"), f"{where}.tool_calls"
    if calls is None:
        return
    if calls == []:
        yield Finding(
            "empty-tool-calls", "error", index, at, "`tool_calls` is an empty list; without notes it is left out.",
            LEFT_OUT, empty_array(at),
        )  # fmt: skip
        return
    if not isinstance(calls, list):
        yield Finding(
            "malformed-call", "error", index, at, f"`tool_calls` is {kind_of(calls)}, not a list of notes.",
            "It is put into a list." if isinstance(calls, dict) else LEFT_OUT,
            wrong_type(at, "an array of objects", calls),
        )  # fmt: skip
        return
    for place, call in enumerate(calls):
        yield from _lint_call(call, index, f"{at}[{place}]", mistral_ids)


def _lint_call(call: object, index: int, at: str, mistral_ids: bool) -> Iterator[Finding]:
    if not isinstance(call, dict):
        yield Finding(
            "malformed-call", "error", index, at, f"A note is {kind_of(call)}, not an object.", "It is left out.",
            wrong_type(at, "an object", call),
        )  # fmt: skip
        return
    yield from _lint_id(call.get("id"), index, f"{at}.id", mistral_ids)
    for key, value in call.items():
        if value is None and key not in ("id", "type", "function"):
            yield Finding(
                "null-field", "error", index, f"{at}.{key}", f"`{key}` is null; strict servers take no empty fields.",
                LEFT_OUT, f"Unknown parameter: '{at}.{key}'.",
            )  # fmt: skip
        elif key not in _FIELDS and value is not None:
            yield Finding(
                "extra-field", "warning", index, f"{at}.{key}",
                f"`{key}` is no field of a note; only the server it came from may want it back.", "",
                f"Unknown parameter: '{at}.{key}'.",
            )  # fmt: skip
    if is_custom(call):
        yield Finding(
            "not-a-function", "warning", index, f"{at}.type",
            "The note is for a custom tool; most servers know functions only.", "",
            "Invalid value: 'custom'. Supported values are: 'function'.",
        )  # fmt: skip
        return
    if call.get("type") != "function":
        yield Finding(
            "malformed-call", "error", index, f"{at}.type", "The note does not say that it is a function's.",
            "Its type becomes `function`.",
            missing(f"{at}.type") if call.get("type") is None
            else f"Invalid value: '{call.get('type')}'. Supported values are: 'function'.",
        )  # fmt: skip
    yield from _lint_function(call, index, f"{at}.function")


def _lint_id(value: object, index: int, at: str, mistral_ids: bool) -> Iterator[Finding]:
    if not isinstance(value, str) or not value:
        if value is None:
            strict = missing(at)
        elif value == "":
            strict = (
                f"Invalid '{at}': empty string. "
                "Expected a string with minimum length 1, but got an empty string instead."
            )
        else:
            strict = wrong_type(at, "a string", value)
        yield Finding(
            "call-without-id", "error", index, at, "A note has no id, so no result can name it.",
            "It gets one, and its result too.", strict,
        )  # fmt: skip
        return
    if len(value) > _MAX_ID:
        yield Finding(
            "long-call-id", "warning", index, at,
            f"The id has {len(value)} characters; OpenAI takes {_MAX_ID} at most.", "", too_long(at, _MAX_ID, value),
        )  # fmt: skip
    if mistral_ids and not _MISTRAL_ID.fullmatch(value):
        yield Finding(
            "mistral-call-id", "warning", index, at, "Mistral takes only ids of nine letters and digits.", "",
            f"Tool call id was {value} but must be a-z, A-Z, 0-9, with a length of 9.", "Mistral",
        )  # fmt: skip


def _lint_function(call: dict[str, Any], index: int, at: str) -> Iterator[Finding]:
    function = call.get("function")
    if not names_a_function(call):
        absent = not isinstance(function, dict)
        yield Finding(
            "malformed-call", "error", index, at if absent else f"{at}.name", "The note names no tool.",
            "It is left out.", missing(at if absent else f"{at}.name"),
        )  # fmt: skip
        return
    assert isinstance(function, dict)
    name = function["name"]
    if not CALL_NAME.fullmatch(name):
        bad = re.search(r"[^a-zA-Z0-9_-]", name)
        yield Finding(
            "call-name", "error", index, f"{at}.name",
            "A tool's name may hold letters, digits, _ and - only, at most 64.",
            "Other characters become _, and what is too long is cut.",
            wrong_name(f"{at}.name") if bad else too_long(f"{at}.name", MAX_NAME, name),
        )  # fmt: skip
    yield from _lint_arguments(function.get("arguments"), index, f"{at}.arguments")


def _lint_arguments(arguments: object, index: int, at: str) -> Iterator[Finding]:
    if isinstance(arguments, str):
        if not is_object_text(arguments):
            yield Finding(
                "arguments-json", "error", index, at, "The arguments are not the JSON text of an object.",
                "What can be read is written anew; else they become {}.",
                'The "function.arguments" parameter of the code model must be in JSON format.', "Alibaba",
            )  # fmt: skip
        return
    yield Finding(
        "arguments-type", "error", index, at,
        f"The arguments are {kind_of(arguments)}; they go back as text, as the model wrote them.",
        "They are written out as JSON text.",
        missing(at) if arguments is None else wrong_type(at, "a string", arguments),
    )  # fmt: skip


def is_object_text(text: str) -> bool:
    """Whether every server reads it as a JSON object: strictly, and without half characters."""
    try:
        value = read_json(text)
    except ValueError:
        return False
    if not isinstance(value, dict):
        return False
    # Half a pair may stand in it as an escape: the text is well formed, and its meaning is not.
    return r"\ud" not in text.lower() or _is_whole(value)


def _is_whole(value: dict[str, Any]) -> bool:
    try:
        text = write_json(value)
    except ValueError:
        return True
    return "\ufffd" not in text or read_json(text) == value


def is_custom(call: dict[str, Any]) -> bool:
    return call.get("type") == "custom" and isinstance(call.get("custom"), dict)


def names_a_function(call: dict[str, Any]) -> bool:
    function = call.get("function")
    return isinstance(function, dict) and isinstance(function.get("name"), str) and bool(function["name"])
