"""The page as a door: posts every event and waits for its word. Refuses to decide what is held, and for how long."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from glassloop.door import Fact, StopPoint
from glassloop.events import dump_event, load_event
from glassloop.shelf import Scope


def post(host: Any, message: dict[str, Any]) -> None:
    host.post(json.dumps(message, ensure_ascii=False))


@dataclass(slots=True)
class PageDoor:
    """The page as a door: posts every event, and waits for its word at the stop points."""

    host: Any
    run: int
    gates: dict[int, asyncio.Future[str | None]] = field(default_factory=dict)
    _next_gate: int = 1
    _waiting: asyncio.Future[bool] | None = None

    def tell(self, event: Fact) -> None:
        self._post(dump_event(event), None)

    async def offer(self, event: StopPoint) -> StopPoint:
        gate, self._next_gate = self._next_gate, self._next_gate + 1
        self.gates[gate] = asyncio.get_running_loop().create_future()
        try:
            self._post(dump_event(event), gate)
            answer = await self.gates[gate]
        finally:
            del self.gates[gate]
        if answer is None:
            return event
        edited = load_event(answer)
        if type(edited) is not type(event):
            raise ValueError(f"The edit of a {event.kind} came back as a {edited.kind}.")
        return edited

    def go(self, gate: int, event: str | None) -> None:
        waiting = self.gates.get(gate)
        if waiting is not None and not waiting.done():
            waiting.set_result(event)

    async def wait(self, seconds: float, reason: str) -> bool:
        """Let `seconds` pass while the page counts them down. False when the reader gives up; True to go on.

        `reason` stands before the countdown: "Too many requests. The same request is sent again (try 2 of 3)".
        """
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting = answer
        post(self.host, {"type": "waiting", "run": self.run, "seconds": seconds, "reason": reason})
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            return True
        finally:
            self._waiting = None

    def wait_over(self, again: bool) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(again)

    def show(self, text: str) -> None:
        post(self.host, {"type": "delta", "run": self.run, "text": text})

    def learned(self, habits: str) -> None:
        post(self.host, {"type": "habits", "run": self.run, "habits": habits})

    def put(self, scope: Scope, name: str, text: str) -> None:
        post(self.host, {"type": "shelf", "run": self.run, "scope": scope, "name": name, "text": text})

    def _post(self, event: str, gate: int | None) -> None:
        post(self.host, {"type": "event", "run": self.run, "event": event, "gate": gate})
