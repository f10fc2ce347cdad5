"""Does once, before a memory snapshot is made, what every first question does: so that memory already holds it.

Patterns are compiled, modules imported and validators built by running them. Touches nothing of a reader's, leaves no
state behind that a program could see, and refuses to know the browser: it brings an event loop of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from glassloop.connection import KEY_PLACEHOLDER
from glassloop.door import Fact, StopPoint
from glassloop.endpoint import Endpoint
from glassloop.events import Event, dump_event, load_event, load_events
from glassloop.exchange import World
from glassloop.packages import Requirements
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.session import Job, Run
from glassloop.transport import HttpRequest
from glassloop.workspace import check

_QUESTION = "add 10 and 5"
_PROGRAM = '''
# /// script
# dependencies = []
# ///
from glassloop.agent import Agent
from glassloop.tracing import trace


def add(a: float, b: float) -> float:
    """Add two numbers."""
    return a + b


agent = Agent(tools=[add])
'''


class _Door:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def tell(self, event: Fact) -> None:
        self.events.append(event)

    async def offer(self, event: StopPoint) -> StopPoint:
        self.events.append(event)
        return event


class _NothingToWaitFor:
    def select(self, timeout: float | None) -> list[Any]:
        return []


class _Loop(asyncio.BaseEventLoop):
    """Runs what is ready: all there is to run coroutines with before the page's own loop turns."""

    _selector = _NothingToWaitFor()

    def _process_events(self, event_list: list[Any]) -> None:
        pass


def warm() -> tuple[Event, ...]:
    """A turn of the library's loop and a recorded request, both with the practice model. Returns what happened."""
    check({"main.py": _PROGRAM})
    door = _Door()
    _run(_turn(door))
    return load_events("[" + ",".join(dump_event(load_event(dump_event(event))) for event in door.events) + "]")


async def _turn(door: _Door) -> None:
    endpoint = Endpoint(PRACTICE_URL, KEY_PLACEHOLDER, PRACTICE_MODEL, stream=False)
    world = World(PracticeModel(), lambda: 0.0, lambda text: None, _no_wait, lambda habits: None)
    run = Run(Job({"main.py": _PROGRAM}, _QUESTION, endpoint, ()), world, door, _no_packages)
    await run.to_end()
    (first, *_) = [event for event in door.events if event.kind == "llm-request"]
    response = await run.recorder.send(HttpRequest("POST", first.url, first.headers, first.body.encode()))
    async for _ in response.body:
        pass


async def _no_wait(seconds: float, why: str) -> bool:
    return False


async def _no_packages(wanted: Requirements) -> None:
    return None


def _run(work: Coroutine[Any, Any, None]) -> None:
    # The page's loop counts as running all the time; it is put aside while ours runs.
    pages = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = _Loop()
    try:
        loop.run_until_complete(work)
    finally:
        loop.close()
        asyncio._set_running_loop(pages)
