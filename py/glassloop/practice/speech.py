"""A reply as an OpenAI-compatible server puts it: JSON or chunks, ids, token counts. Knows no rule and no HTTP.

`created` is 0: this module has no clock. A token is counted as four characters, which is about right for English.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from glassloop.messages import AssistantMessage, ToolCall
from glassloop.practice.rules import Ask, Say

Json = dict[str, Any]

CHARACTERS_PER_TOKEN = 4
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
# About what a tokenizer does: a word with the space before it, long words in pieces, marks alone.
_PIECES = re.compile(r"\s*\w{1,8}|\s*[^\w\s]|\s+")


@dataclass(frozen=True, slots=True)
class Speech:
    """One finished reply. `finish`: "stop", "tool_calls" or "length". Token counts as the server reports them."""

    id: str
    model: str
    message: AssistantMessage
    finish: str
    input_tokens: int
    output_tokens: int


def speak(reply: Say | Ask, body: Mapping[str, Any]) -> Speech:
    """`body` is the request that is answered. The same body and reply give the same speech, to the letter."""
    message = _message(reply, body["messages"])
    finish = "tool_calls" if message.calls else "stop"
    limit = body.get("max_completion_tokens") or body.get("max_tokens")
    if isinstance(limit, int) and 0 < limit < _output_tokens(message):
        message, finish = _cut(message, limit * CHARACTERS_PER_TOKEN), "length"
    return Speech(
        id="chatcmpl-" + _letters(json.dumps(body["messages"]), 24),
        model=str(body["model"]),
        message=message,
        finish=finish,
        input_tokens=_tokens(json.dumps(body["messages"]) + json.dumps(body.get("tools") or "")),
        output_tokens=_output_tokens(message),
    )


def as_completion(speech: Speech) -> Json:
    """The body of an unstreamed reply."""
    message: Json = {"role": "assistant", "content": speech.message.text or None, "refusal": None}
    if speech.message.calls:
        message["tool_calls"] = [_note(call) for call in speech.message.calls]
    return {
        "id": speech.id,
        "object": "chat.completion",
        "created": 0,
        "model": speech.model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": speech.finish}],
        "usage": _usage(speech),
    }


def as_chunks(speech: Speech, *, include_usage: bool) -> Iterator[Json]:
    """The payloads of a stream, without its `[DONE]`.

    Usage comes in a chunk of its own with no choices where the request asked for that, as OpenAI does it; else
    it rides on the last chunk, as others do.
    """
    yield _chunk(speech, {"role": "assistant", "content": None if speech.message.calls else ""})
    for piece in _PIECES.findall(speech.message.text):
        yield _chunk(speech, {"content": piece})
    for index, call in enumerate(speech.message.calls):
        yield _chunk(speech, {"tool_calls": [{"index": index, **_note(ToolCall(call.id, call.name, ""))}]})
        for piece in _PIECES.findall(call.arguments):
            yield _chunk(speech, {"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    last = _chunk(speech, {}, speech.finish)
    if include_usage:
        yield last
        yield {**_chunk(speech, {}), "choices": [], "usage": _usage(speech)}
    else:
        yield {**last, "usage": _usage(speech)}


def as_error(message: str, kind: str, param: str | None = None, code: str | None = None) -> Json:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def _message(reply: Say | Ask, messages: list[Json]) -> AssistantMessage:
    if isinstance(reply, Say):
        return AssistantMessage(reply.text)
    taken = {call["id"] for message in messages for call in message.get("tool_calls") or ()}
    calls: list[ToolCall] = []
    for note in reply.notes:
        call_id = _fresh_id(f"{note.tool} {note.arguments}", taken)
        taken.add(call_id)
        calls.append(ToolCall(call_id, note.tool, note.arguments))
    return AssistantMessage("", tuple(calls))


def _fresh_id(seed: str, taken: set[str]) -> str:
    """Looks random and is not: the number of ids taken is mixed in, so that the same note again gets another id."""
    number = len(taken)
    while (call_id := "call_" + _letters(f"{number} {seed}", 9)) in taken:
        number += 1
    return call_id


def _letters(seed: str, length: int) -> str:
    digest = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:length])


def _cut(message: AssistantMessage, characters: int) -> AssistantMessage:
    """What was written when the token limit was reached: an answer that breaks off, or a note that does."""
    text, left = message.text[:characters], characters - len(message.text)
    calls = []
    for call in message.calls:
        left -= len(call.name)
        if left <= 0:
            break
        calls.append(ToolCall(call.id, call.name, call.arguments[:left]))
        left -= len(call.arguments)
    return AssistantMessage(text, tuple(calls))


def _note(call: ToolCall) -> Json:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _chunk(speech: Speech, delta: Json, finish: str | None = None) -> Json:
    return {
        "id": speech.id,
        "object": "chat.completion.chunk",
        "created": 0,
        "model": speech.model,
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
    }


def _usage(speech: Speech) -> Json:
    return {
        "prompt_tokens": speech.input_tokens,
        "completion_tokens": speech.output_tokens,
        "total_tokens": speech.input_tokens + speech.output_tokens,
    }


def _output_tokens(message: AssistantMessage) -> int:
    return _tokens(message.text + "".join(call.name + call.arguments for call in message.calls))


def _tokens(text: str) -> int:
    return max(1, -(-len(text) // CHARACTERS_PER_TOKEN))
