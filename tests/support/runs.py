"""Runs of real programs over shipped transports, with a clock that counts calls: what tests of the loop stand on."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping

from glassloop.agent import Agent
from glassloop.connection import KEY_PLACEHOLDER
from glassloop.endpoint import Endpoint
from glassloop.events import Event
from glassloop.exchange import World
from glassloop.limits import USUAL, Limits
from glassloop.loop import turn
from glassloop.messages import Transcript, UserMessage
from glassloop.packages import PackageError, Requirements
from glassloop.session import Job, Run
from glassloop.transport import Transport
from support.doors import ListDoor


def endpoint(stream: bool = False) -> Endpoint:
    return Endpoint("https://api.example.com/v1", KEY_PLACEHOLDER, "some-model", stream)


async def at_once(seconds: float, why: str) -> bool:
    return True


def world(
    transport: Transport,
    shown: list[str] | None = None,
    *,
    wait: Callable[[float, str], Awaitable[bool]] = at_once,
    learned: Callable[[str], None] = lambda habits: None,
) -> World:
    """Each look at the clock is one millisecond later than the last."""
    ticks = itertools.count()
    return World(transport, lambda: float(next(ticks)), (shown if shown is not None else []).append, wait, learned)


def run_turn(
    agent: Agent,
    transport: Transport,
    question: str = "add 1 and 2",
    *,
    door: ListDoor | None = None,
    past: Transcript = (),
    stream: bool = False,
    at: Endpoint | None = None,
    limits: Limits = USUAL,
    within: World | None = None,
) -> list[Event]:
    """One turn of the library's loop; its events without the question."""
    door = door or ListDoor()
    within = within or world(transport)
    asyncio.run(turn(agent, at or endpoint(stream), within, door, (*past, UserMessage(question)), limits))
    return door.events


async def refuse_packages(wanted: Requirements) -> None:
    if wanted.names:
        raise PackageError(f"not here: {wanted.names}")


def make_run(
    files: Mapping[str, str],
    transport: Transport,
    question: str,
    *,
    door: ListDoor,
    at: Endpoint | None = None,
    history: tuple[Event, ...] = (),
) -> Run:
    return Run(Job(files, question, at or endpoint(), history), world(transport), door, refuse_packages)


def run_program(
    files: Mapping[str, str], transport: Transport, question: str, *, door: ListDoor | None = None, **more: object
) -> list[Event]:
    """One whole run of a program that makes no request of its own through `fetch`."""
    door = door or ListDoor()
    asyncio.run(make_run(files, transport, question, door=door, **more).to_end())  # type: ignore[arg-type]
    return door.events
