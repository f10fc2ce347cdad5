"""A transport that answers from a list, in order: for tests, and for showing what a server may answer. No network."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from glassloop.transport import HttpRequest, HttpResponse, TransportError, Unreachable


@dataclass(frozen=True, slots=True)
class Scripted:
    """One response. `chunks` arrive one by one; an `ending` error breaks the body off after them."""

    status: int
    chunks: Sequence[bytes]
    content_type: str = "application/json"
    ending: TransportError | None = None


@dataclass(slots=True)
class Script:
    """Answers each request with the next line of the script, and keeps the requests it saw."""

    lines: list[Scripted | TransportError]
    requests: list[HttpRequest] = field(default_factory=list)

    async def send(self, request: HttpRequest) -> HttpResponse:
        self.requests.append(request)
        if not self.lines:
            raise Unreachable("The script has no further line.", "Give it one response for each request.")
        line = self.lines.pop(0)
        if isinstance(line, TransportError):
            raise line
        return HttpResponse(line.status, (("content-type", line.content_type),), _body(line))


async def _body(line: Scripted) -> AsyncGenerator[bytes, None]:
    for chunk in line.chunks:
        yield chunk
    if line.ending is not None:
        raise line.ending


def completion(message: dict[str, Any], finish_reason: str = "stop", status: int = 200) -> Scripted:
    """A chat completion in one piece, with `message` as the assistant's."""
    body = {
        "id": "chatcmpl-script",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Scripted(status, [json.dumps(body, ensure_ascii=False).encode()])


def notes(*calls: tuple[str, str, str]) -> Scripted:
    """A completion that asks for tools: (id, name, text of the arguments) each."""
    listed = [{"id": i, "type": "function", "function": {"name": n, "arguments": a}} for i, n, a in calls]
    return completion({"content": None, "tool_calls": listed}, "tool_calls")


def says(text: str) -> Scripted:
    """A completion that answers in words."""
    return completion({"content": text})


def stream(deltas: Iterable[dict[str, Any]], finish_reason: str = "stop") -> Scripted:
    """A streamed completion, one chunk a delta."""
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
    ]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]})
    lines = [f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode() for chunk in chunks]
    return Scripted(200, [*lines, b"data: [DONE]\n\n"], "text/event-stream")
