"""Where events leave a run, and where a run can be held. Knows no page, no clock and no loop.

`tell` says what has happened. `offer` says what is about to happen: it returns when the run may go on, with the event
that takes effect, which is another one when the reader edited it.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from glassloop.events import Answer, Dispatch, LlmRequest, LlmResponse, Log, Question, Stopped, ToolResult

StopPoint = TypeVar("StopPoint", LlmRequest, Dispatch, ToolResult)
Fact = Question | LlmResponse | Answer | Stopped | Log


class Door(Protocol):
    def tell(self, event: Fact) -> None: ...

    async def offer(self, event: StopPoint) -> StopPoint: ...
