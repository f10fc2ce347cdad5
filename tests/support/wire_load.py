"""Streams as long as they get, and how long reading them takes beside bare `json.loads`. Runs in Pyodide as well.

Only ratios of one run mean anything: every number here is taken in turns with its baseline.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from glassloop.endpoint import Endpoint
from glassloop.events import Reply
from glassloop.messages import AssistantMessage, Message, ToolCall, ToolMessage, UserMessage
from glassloop.tools import tool
from glassloop.wire.lint import lint
from glassloop.wire.reply import ReplyReader
from glassloop.wire.request import chat_request

CHUNK_SIZES = (64, 1_000, 16_000)
# A row: its name, megabytes of SSE, seconds of ours and of the baseline.
Row = tuple[str, float, float, float]
_WORDS = ("The ", "sum ", "of ", "these ", "is ", "é", "🌍 ", "\n\n", "**", "bold", "12", " and ", "so ", "on.")


def _event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    payload = {
        "id": "chatcmpl-9QkR2mVb8xNfLp",
        "object": "chat.completion.chunk",
        "created": 1_760_000_000,
        "model": "model-2026-10-01",
        "system_fingerprint": "fp_44709d6fcb",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
    }
    return f"data: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()


def text_stream(events: int) -> bytes:
    body = [_event({"content": _WORDS[place % len(_WORDS)]}) for place in range(events)]
    return b"".join([*body, _event({}, "stop"), b"data: [DONE]\n\n"])


def notes_stream(events: int) -> bytes:
    """Four long notes, one after the other, five characters at a time."""
    body: list[bytes] = []
    for index in range(4):
        head = {"index": index, "id": f"call_{index}", "type": "function", "function": {"name": "add", "arguments": ""}}
        body.append(_event({"tool_calls": [head]}))
        text = json.dumps({"text": "word " * (events // 4)})
        pieces = [text[at : at + 5] for at in range(0, len(text), 5)]
        body += [_event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}) for piece in pieces]
    return b"".join([*body, _event({}, "tool_calls"), b"data: [DONE]\n\n"])


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def read(chunks: list[bytes]) -> None:
    reader = ReplyReader(status=200, requested_stream=True, known_tools=frozenset({"add"}), taken_ids=frozenset())
    for chunk in chunks:
        reader.feed(chunk)
    assert isinstance(reader.close(), Reply)


def load_all(parts: list[bytes]) -> None:
    for part in parts:
        json.loads(part)


def add(a: float, b: float) -> float:
    """Add two numbers."""
    return a + b


def a_round(messages: tuple[Message, ...], reply: list[bytes]) -> None:
    """What one round costs on our side, network and tools aside."""
    endpoint = Endpoint("https://api.example/v1", "placeholder", "m", stream=True)
    request = chat_request(endpoint, 1, "Be brief.", messages, [tool(add)])
    lint(json.loads(request.body))
    read(reply)


def conversation(turns: int) -> tuple[Message, ...]:
    messages: list[Message] = []
    for turn in range(turns):
        messages += [
            UserMessage(f"add {turn} and 1"),
            AssistantMessage("", (ToolCall(f"call{turn:05}", "add", f'{{"a": {turn}, "b": 1}}'),)),
            ToolMessage(f"call{turn:05}", "add", str(turn + 1)),
            AssistantMessage(f"That is {turn + 1}."),
        ]
    return (*messages, UserMessage("and 2?"))


def best(*works: Callable[[], None], runs: int) -> list[float]:
    """The shortest processor time of each (s); they take turns, so that a busy machine is busy for all."""
    times = [float("inf")] * len(works)
    for _ in range(runs):
        for place, work in enumerate(works):
            start = process_time()
            work()
            times[place] = min(times[place], process_time() - start)
    return times


def rows(events: int = 3_000, runs: int = 9) -> list[Row]:
    result: list[Row] = []
    for name, data in (("text", text_stream(events)), ("notes", notes_stream(events))):
        parts = [part.removeprefix(b"data: ") for part in data.split(b"\n\n") if part.endswith(b"}")]
        works = [partial(read, cut(data, size)) for size in CHUNK_SIZES]
        base, *ours = best(partial(load_all, parts), *works, runs=runs)
        for size, took in zip(CHUNK_SIZES, ours, strict=True):
            result.append((f"{name}, chunks of {size:,} bytes", len(data) / 1e6, took, base))
    reply = notes_stream(5)
    for turns in (1, 25):
        messages = conversation(turns)
        (took,) = best(partial(a_round, messages, cut(reply, 1_000)), runs=runs * 4)
        result.append((f"a round, transcript of {len(messages)}", len(reply) / 1e6, took, 0.0))
    return result


def rows_text(events: int, runs: int) -> str:
    """`rows` as JSON text, for a caller that is no Python."""
    return json.dumps(rows(events, runs))
