"""A list of messages → a copy that strict servers take, and in words what was done. Pure and total; judges nothing.

Does what findings with a `repair` promise, and nothing to a list without such findings. What would be a guess (an
unknown role, a system message in the middle) is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from glassloop.arguments import history_arguments
from glassloop.encode import NotJson, to_json_text
from glassloop.jsontext import mend_surrogates, read_json, write_json
from glassloop.transcript import INTERRUPTED
from glassloop.wire.findings import kind_of
from glassloop.wire.lint_calls import MAX_NAME, is_custom, is_object_text, names_a_function
from glassloop.wire.lint_messages import (
    RESPONSE_FIELDS,
    has_known_role,
    is_empty_assistant,
    null_fields,
    speaks_by_refusal,
)
from glassloop.wire.pairing import Block, Message, Pairs, pair
from glassloop.wire.slots import counting_mint

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_Say = Callable[[str], None]


def repair(messages: list[Any]) -> tuple[list[Any], tuple[str, ...]]:
    """The copy, and one sentence for each kind of thing that was done; none when nothing was."""
    said: dict[str, int] = {}

    def say(words: str) -> None:
        said[words] = said.get(words, 0) + 1

    clean = [_clean(_whole(each, say), say) for each in messages if _is_message(each, say)]
    kept = [each for each in clean if not _is_empty(each, say)]
    ordered = _in_order(kept, say)
    return ordered, tuple(f"{words} ({times} times)" if times > 1 else words for words, times in said.items())


def _is_message(value: object, say: _Say) -> bool:
    if isinstance(value, dict):
        return True
    say(f"What is no message ({kind_of(value)}) was left out.")
    return False


def _is_empty(message: Message, say: _Say) -> bool:
    if message.get("role") != "assistant" or not is_empty_assistant(message):
        return False
    say("An assistant message with nothing in it was left out.")
    return True


# --- One message ------------------------------------------------------------------------------------------------------


def _whole(message: Message, say: _Say) -> Message:
    try:
        if _SURROGATE.search(json.dumps(message, ensure_ascii=False)) is None:
            return message
        mended = _mended(message)
    except (TypeError, ValueError, RecursionError):
        return message
    say("Half a character was replaced.")
    assert isinstance(mended, dict)
    return mended


def _mended(value: Any) -> Any:
    match value:
        case str():
            return mend_surrogates(value)
        case dict():
            return {_mended(key): _mended(inner) for key, inner in value.items()}
        case list():
            return [_mended(inner) for inner in value]
        case _:
            return value


def _clean(message: Message, say: _Say) -> Message:
    if not has_known_role(message):
        return message
    message = _without_nulls(message, null_fields(message), say)
    match message["role"]:
        case "assistant":
            return _clean_calls(_clean_response_fields(message, say), say)
        case "tool" if not isinstance(message.get("content"), str | list):
            say(f"A result that was {kind_of(message.get('content'))} was written out as text.")
            return {**message, "content": _result_text(message.get("content"))}
        case _:
            return message


def _without_nulls(message: Message, nulls: list[str], say: _Say) -> Message:
    for key in nulls:
        say(f"`{key}`, which was null, was left out.")
    return {key: value for key, value in message.items() if key not in nulls} if nulls else message


def _clean_response_fields(message: Message, say: _Say) -> Message:
    if not any(key in message for key in RESPONSE_FIELDS):
        return message
    clean = {key: value for key, value in message.items() if key not in RESPONSE_FIELDS}
    if speaks_by_refusal(message):
        say("A refusal became the content of its message.")
        clean["content"] = message["refusal"]
    for key in RESPONSE_FIELDS:
        if key in message and not (key == "refusal" and "content" in clean and clean["content"] == message[key]):
            say(f"`{key}`, which only servers write, was left out.")
    return clean


def _result_text(value: object) -> str:
    try:
        return write_json(value)
    except (TypeError, ValueError, RecursionError):
        pass
    try:
        return to_json_text(value)
    except NotJson:
        return "null"


def _clean_calls(message: Message, say: _Say) -> Message:
    if "tool_calls" not in message:
        return message
    given = message["tool_calls"]
    calls = [given] if isinstance(given, dict) else given
    clean = [_clean_call(call, say) for call in calls if _is_call(call, say)] if isinstance(calls, list) else []
    if clean:
        if isinstance(given, dict):
            say("A single note was put into a list.")
        return message if clean == given else {**message, "tool_calls": clean}
    say("`tool_calls` without a note in it was left out.")
    return {key: value for key, value in message.items() if key != "tool_calls"}


def _is_call(call: object, say: _Say) -> bool:
    if isinstance(call, dict) and (is_custom(call) or names_a_function(call)):
        return True
    say("A note that names no tool was left out.")
    return False


def _clean_call(call: Message, say: _Say) -> Message:
    nulls = [key for key, value in call.items() if value is None and key not in ("id", "type", "function")]
    call = _without_nulls(call, nulls, say)
    if is_custom(call):
        return call
    function = dict(call["function"])
    name, arguments = function["name"], function.get("arguments")
    function["name"] = re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:MAX_NAME]
    if function["name"] != name:
        say("A tool's name was put into letters that every server takes.")
    if not (isinstance(arguments, str) and is_object_text(arguments)):
        say("Arguments were written anew as the JSON text of an object.")
        function["arguments"] = _arguments_text(arguments)
    if call.get("type") != "function":
        say("A note was marked as a function's.")
    if function == call["function"] and call.get("type") == "function":
        return call
    return {**call, "type": "function", "function": function}


def _arguments_text(value: object) -> str:
    """The arguments as they were meant, where that can be read; `{}` where not."""
    try:
        text = value if isinstance(value, str) else write_json(value)
        if is_object_text(text):
            return text
        text = history_arguments(text)
        if not is_object_text(text):
            text = write_json(read_json(text))
    except (TypeError, ValueError, RecursionError):
        return "{}"
    return text if is_object_text(text) else "{}"


# --- Calls and results ------------------------------------------------------------------------------------------------


def _in_order(messages: list[Any], say: _Say) -> list[Any]:
    """Every call answered, right after, once, in order, under an id of its own."""
    pairs = pair(messages)
    blocks = {block.index: block for block in pairs.blocks}
    ids = _Ids({slot.id for block in pairs.blocks for slot in block.slots}, say)
    result: list[Any] = []
    for index, message in enumerate(messages):
        if index in blocks:
            result += _answered(message, blocks[index], messages, ids, say)
        elif message.get("role") != "tool":
            result.append(message)
    _say_what_went(messages, pairs, say)
    return result


class _Ids:
    """Which ids are in use, and new ones."""

    def __init__(self, known: set[str], say: _Say) -> None:
        self._mint, self._known, self._say = counting_mint(), known, say
        self._used: set[str] = set()

    def settle(self, wanted: str) -> str:
        """`wanted`, where it is an id that no earlier call bears; else a new one."""
        if wanted and wanted not in self._used:
            self._used.add(wanted)
            return wanted
        self._say("A note got an id of its own, and its result too.")
        fresh = self._mint()
        while fresh in self._known or fresh in self._used:
            fresh = self._mint()
        self._used.add(fresh)
        return fresh


def _answered(message: Message, block: Block, messages: list[Any], ids: _Ids, say: _Say) -> list[Message]:
    """The assistant message, and a result for each of its calls."""
    calls, results = [], []
    for slot in block.slots:
        call_id = ids.settle(slot.id)
        calls.append(slot.call if slot.call.get("id") == call_id else {**slot.call, "id": call_id})
        if slot.result is None:
            say("A note without a result got one that says the run was stopped.")
            results.append({"role": "tool", "tool_call_id": call_id, "content": INTERRUPTED})
            continue
        found = messages[slot.result]
        if not found.get("tool_call_id"):
            say("A result without an id got that of its note.")
        results.append(found if found.get("tool_call_id") == call_id else {**found, "tool_call_id": call_id})
    return [message if calls == message["tool_calls"] else {**message, "tool_calls": calls}, *results]


def _say_what_went(messages: list[Any], pairs: Pairs, say: _Say) -> None:
    used = {slot.result for block in pairs.blocks for slot in block.slots}
    for index, message in enumerate(messages):
        if message.get("role") != "tool":
            continue
        if index in pairs.duplicates:
            say("A second result for the same note was left out.")
        elif index not in used:
            say("A result that answers no note was left out.")
        elif index in pairs.late:
            say("A result was moved up to its note.")
    for block in pairs.blocks:
        order = [slot.result for slot in block.slots if slot.result is not None and slot.result not in pairs.late]
        if order != sorted(order):
            say("Results were put into the order of their notes.")
