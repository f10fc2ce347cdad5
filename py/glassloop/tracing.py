"""`trace`: how a program that owns its loop reports what it is about to do, and is held there. Knows no page.

    arguments = await trace("dispatch", id=call["id"], name=name, arguments=arguments, found=name in tools)
    content = await trace("tool-result", id=call["id"], name=name, content=content)
    await trace("log", text="anything worth seeing")
    await trace("log", text="hit: Leeds", source="cache")

`found` says whether the program has such a tool. The first two are stop points: they return the text that is to be
used, which is another one if the reader edited it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

from glassloop.door import Door
from glassloop.events import Dispatch, Log, LogSource, Ready, Refused, ToolOutcome, ToolResult
from glassloop.jsontext import read_json
from glassloop.messages import ToolCall


@dataclass(frozen=True, slots=True)
class Tracer:
    """The run that `trace` speaks to. `released` holds, by note id, when a dispatch was let go, in ms."""

    door: Door
    now: Callable[[], float]
    released: dict[str, float] = field(default_factory=dict)


current: ContextVar[Tracer] = ContextVar("glassloop.tracing.current")


async def trace(
    kind: Literal["dispatch", "tool-result", "log"],
    *,
    id: str = "",
    name: str = "",
    arguments: str = "{}",
    found: bool = True,
    content: str = "",
    text: str = "",
    source: LogSource = "program",
    duration_ms: float = 0.0,
) -> str:
    """Report one step. Returns the text to go on with: arguments, content or text. Outside a run it only returns."""
    tracer = current.get(None)
    match kind:
        case "dispatch":
            if tracer is None:
                return arguments
            lookup = Ready(name, arguments) if found else Refused("unknown_tool", f"No tool is called {name}.")
            dispatch = await tracer.door.offer(Dispatch(ToolCall(id, name, arguments), lookup))
            tracer.released[id] = tracer.now()
            return dispatch.call.arguments
        case "tool-result":
            if tracer is None:
                return content
            ended = tracer.now()
            began = tracer.released.pop(id, ended)
            result = ToolResult(id, name, _outcome(content), content, ended - began)
            return (await tracer.door.offer(result)).content
        case "log":
            if tracer is not None:
                tracer.door.tell(Log(source, text, duration_ms))
            return text
        case _:
            raise ValueError(f"trace has no kind {kind!r}; it knows 'dispatch', 'tool-result' and 'log'.")


_ERRORS: dict[object, ToolOutcome] = {
    "unknown_tool": "unknown_tool",
    "unparsable_arguments": "unparsable_arguments",
    "invalid_arguments": "invalid_arguments",
    "raised": "raised",
}


def _outcome(content: str) -> ToolOutcome:
    """A program says in the result itself that something went wrong: {"ok": false, "error": …}."""
    try:
        value = read_json(content)
    except ValueError:
        return "ok"
    if isinstance(value, dict) and (value.get("ok") is False or "error" in value):
        return _ERRORS.get(value.get("error"), "raised")
    return "ok"
