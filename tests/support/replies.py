"""What the test server can say: kinds of replies and the Chat Completions shapes. Knows no socket and no clock."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
JSON = "application/json"
EVENT_STREAM = "text/event-stream; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that reach the client in one piece; with `after`, not before that event is set."""

    data: bytes
    after: threading.Event | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A response given byte by byte. `before_head` holds back even the status line; `drop` ends with a reset."""

    chunks: tuple[Chunk, ...] = ()
    status: int = 200
    content_type: str = JSON
    headers: tuple[tuple[str, str], ...] = ()
    before_head: threading.Event | None = None
    drop: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A note as the model writes it; `arguments` is text, and may be anything."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Say:
    """What the model says; it goes out as JSON or as SSE, as the request asked."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    usage: tuple[int, int] = field(default=(11, 7))


def call(name: str, call_id: str = "call_1", /, **arguments: object) -> Call:
    return Call(call_id, name, json.dumps(arguments))


def _tool_calls(calls: Iterable[Call]) -> list[Json]:
    return [{"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in calls]


def _usage(say: Say) -> Json:
    sent, got = say.usage
    return {"prompt_tokens": sent, "completion_tokens": got, "total_tokens": sent + got}


def completion(say: Say, model: str) -> Json:
    """The body of a `chat.completion`."""
    message: Json = {"role": "assistant", "content": say.text or None}
    if say.calls:
        message["tool_calls"] = _tool_calls(say.calls)
    finish = "tool_calls" if say.calls else "stop"
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": _usage(say),
    }


def _frame(model: str, delta: Json, finish: str | None = None) -> Json:
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": model,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def frames(say: Say, model: str) -> list[Json]:
    """The chunks of a stream: text word by word, each note's arguments in two pieces, then the usage."""
    out = [_frame(model, {"role": "assistant", "content": ""})]
    out += [_frame(model, {"content": word}) for word in re.findall(r"\S+\s*|\s+", say.text)]
    for index, one in enumerate(say.calls):
        # Ten characters: `{"text": "` ends there, so that a value comes in one frame.
        begun = min(10, len(one.arguments) // 2)
        head = {"name": one.name, "arguments": one.arguments[:begun]}
        opening = {"index": index, "id": one.id, "type": "function", "function": head}
        tail = {"index": index, "function": {"arguments": one.arguments[begun:]}}
        out += [_frame(model, {"tool_calls": [opening]}), _frame(model, {"tool_calls": [tail]})]
    out.append(_frame(model, {}, "tool_calls" if say.calls else "stop"))
    out.append({**_frame(model, {}), "choices": [], "usage": _usage(say)})
    return out


def sse_text(payloads: Iterable[Json]) -> bytes:
    """A whole event stream, `[DONE]` at its end."""
    lines = [f"data: {json.dumps(payload)}\n\n" for payload in payloads]
    return "".join([*lines, "data: [DONE]\n\n"]).encode()


def cut(data: bytes, at: Sequence[int], gates: Sequence[threading.Event | None] = ()) -> tuple[Chunk, ...]:
    """`data` in pieces that end at the byte offsets `at`; piece i waits for `gates[i]` where there is one."""
    edges = [0, *sorted(at), len(data)]
    pieces = [data[a:b] for a, b in zip(edges, edges[1:], strict=False)]
    padded = [*gates, *[None] * (len(pieces) - len(gates))]
    return tuple(Chunk(piece, gate) for piece, gate in zip(pieces, padded, strict=False) if piece)


def rendered(say: Say, model: str, *, stream: bool) -> Reply:
    if not stream:
        return Reply((Chunk(json.dumps(completion(say, model)).encode()),))
    pieces = tuple(Chunk(f"data: {json.dumps(frame)}\n\n".encode()) for frame in frames(say, model))
    return Reply((*pieces, Chunk(b"data: [DONE]\n\n")), content_type=EVENT_STREAM)


def streamed(say: Say, model: str, at: Sequence[int], gates: Sequence[threading.Event | None] = ()) -> Reply:
    """The stream of `say`, cut at byte offsets."""
    return Reply(cut(sse_text(frames(say, model)), at, gates), content_type=EVENT_STREAM)


def error(status: int, message: str, kind: str = "invalid_request_error") -> Reply:
    """An error with the body that OpenAI-compatible servers send."""
    body = {"error": {"message": message, "type": kind, "param": None, "code": None}}
    return Reply((Chunk(json.dumps(body).encode()),), status)


def html(status: int = 200) -> Reply:
    page = b"<!doctype html><title>Welcome</title><h1>It works, but this is a web page</h1>"
    return Reply((Chunk(page),), status, "text/html")


def empty(status: int = 200) -> Reply:
    return Reply((), status)


def by_rule(body: Json) -> Say:
    """The default model: `add` with the question's first two numbers; after results, an answer that repeats them."""
    messages: list[Json] = body.get("messages", [])
    last = messages[-1] if messages else {}
    offered = {tool["function"]["name"] for tool in body.get("tools") or []}
    text = str(last.get("content") or "")
    if last.get("role") == "tool":
        return Say(f"The result is {text}.")
    numbers = re.findall(r"-?\d+(?:\.\d+)?", text)
    if last.get("role") == "user" and "add" in offered and len(numbers) >= 2:
        return Say(calls=(Call("call_1", "add", f'{{"a": {numbers[0]}, "b": {numbers[1]}}}'),))
    return Say(f"You said: {text}")
