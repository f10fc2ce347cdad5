"""Writes what servers stream, as bytes. Knows the wire's outer form only."""

from __future__ import annotations

import json
from typing import Any

DONE = b"data: [DONE]\n\n"


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **beside: Any) -> dict[str, Any]:
    """One `chat.completion.chunk`."""
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return {"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": [choice], **beside}


def calls(*entries: dict[str, Any]) -> dict[str, Any]:
    """A chunk whose delta holds these `tool_calls` entries."""
    return chunk({"tool_calls": list(entries)})


def entry(index: int | None = None, call_id: str | None = None, name: str | None = None, arguments: Any = None) -> Any:
    """One entry of `tool_calls`; what is None is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    outer = {"index": index, "id": call_id}
    return {**{key: value for key, value in outer.items() if value is not None}, "function": function}


def sse(*payloads: Any, done: bool = True) -> bytes:
    """Each payload as one event; `done` adds `[DONE]`."""
    lines = [f"data: {json.dumps(payload, ensure_ascii=False)}\n\n".encode() for payload in payloads]
    return b"".join(lines) + (DONE if done else b"")
