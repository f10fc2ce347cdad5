"""`trace` in a program: a stop point that gives back what is to be used, and nothing but an echo outside a run."""

import asyncio
from dataclasses import replace

import pytest

from glassloop.events import Dispatch, Event, Log, ToolResult
from glassloop.messages import ToolCall
from glassloop.tracing import Tracer, current, trace
from support.doors import ListDoor


def ticking() -> float:
    ticking.count += 10.0  # type: ignore[attr-defined]
    return float(ticking.count)  # type: ignore[attr-defined]


ticking.count = 0.0  # type: ignore[attr-defined]


async def within(door: ListDoor, *steps: dict[str, str]) -> list[str]:
    current.set(Tracer(door, ticking))
    return [await trace(**step) for step in steps]  # type: ignore[arg-type]


DISPATCH = {"kind": "dispatch", "id": "c1", "name": "add", "arguments": '{"a": 1}'}
RESULT = {"kind": "tool-result", "id": "c1", "name": "add", "content": "3"}


def test_steps_become_events_and_the_time_between_is_the_tools() -> None:
    door = ListDoor()
    assert asyncio.run(within(door, DISPATCH, RESULT)) == ['{"a": 1}', "3"]
    dispatch, result = door.events
    assert isinstance(dispatch, Dispatch) and dispatch.call == ToolCall("c1", "add", '{"a": 1}')
    assert isinstance(result, ToolResult) and (result.outcome, result.duration_ms) == ("ok", 10.0)


def test_a_name_that_is_not_in_the_dict_is_shown_as_not_found() -> None:
    door = ListDoor()
    asyncio.run(within(door, {**DISPATCH, "found": False}))  # type: ignore[dict-item]
    (dispatch,) = door.events
    assert isinstance(dispatch, Dispatch) and dispatch.lookup.outcome == "refused"


def test_an_edit_comes_back_to_the_program() -> None:
    def edit(event: Event) -> Event | None:
        match event:
            case Dispatch(call=call):
                return replace(event, call=replace(call, arguments='{"a": 2}'))
            case ToolResult():
                return replace(event, content="4")
        return None

    assert asyncio.run(within(ListDoor(edit), DISPATCH, RESULT)) == ['{"a": 2}', "4"]


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        ("3", "ok"),
        ("plain words", "ok"),
        ('{"ok": true}', "ok"),
        ('{"ok": false, "error": "unknown_tool"}', "unknown_tool"),
        ('{"ok": false, "error": "what ever"}', "raised"),
        ('{"error": "no such thing"}', "raised"),
        ("[" * 100_000, "ok"),  # a parser written in C would end the interpreter over it
    ],
)
def test_a_result_that_says_it_failed_is_marked(content: str, outcome: str) -> None:
    door = ListDoor()
    asyncio.run(within(door, {**RESULT, "content": content}))
    (result,) = door.events
    assert isinstance(result, ToolResult) and result.outcome == outcome


def test_a_log_line() -> None:
    door = ListDoor()
    assert asyncio.run(within(door, {"kind": "log", "text": "hello"})) == ["hello"]
    assert door.events == [Log("program", "hello")]


def test_outside_a_run_it_only_returns() -> None:
    assert asyncio.run(trace("dispatch", arguments="{}")) == "{}"


def test_an_unknown_kind_says_which_there_are() -> None:
    with pytest.raises(ValueError, match="tool-result"):
        asyncio.run(trace("thought"))  # type: ignore[arg-type]
