"""Prints become log events, in order with everything else, and are bounded."""

import asyncio

from glassloop.events import Answer, Dispatch, Event, Log, Ready
from glassloop.messages import ToolCall
from glassloop.output import LIMIT, InOrder, Output
from support.doors import ListDoor


def logs(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Log)]


def test_prints_stand_before_the_event_that_followed_them() -> None:
    door = ListDoor()
    ordered = InOrder(door)
    print("one", file=ordered.stdout)
    print("two", file=ordered.stderr)
    ordered.tell(Answer("done", "m"))
    print("three", file=ordered.stdout)
    asyncio.run(ordered.offer(Dispatch(ToolCall("c", "add", "{}"), Ready("add", "{}"))))
    assert [event.kind for event in door.events] == ["log", "log", "answer", "log", "dispatch"]


def test_an_endless_print_is_cut() -> None:
    door = ListDoor()
    out = Output(door, "stdout")
    for _ in range(3 * LIMIT):
        print("x", file=out)
    out.flush()
    told = "\n".join(logs(door.events))
    assert told.count("x") <= LIMIT
    assert "output cut" in told
    assert len(door.events) < 60
