"""A note → a dispatch → a result, with everything that can go wrong on the way being a result."""

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel

from glassloop.dispatch import error_text, perform, prepare, settle
from glassloop.events import Dispatch, Ready, Refused, ToolResult
from glassloop.messages import ToolCall
from glassloop.tools import Tool, tool

SEEN: list[Any] = []


def add(a: int | Decimal, b: int | Decimal = 1) -> Any:
    """Add."""
    SEEN.append((a, b))
    return a + b


async def slow(n: int) -> int:
    """Wait, then answer."""
    await asyncio.sleep(0)
    return n


async def hang() -> None:
    """Never answer."""
    await asyncio.Event().wait()


def no_arguments() -> str:
    """Say hello."""
    return "hello"


TOOLS: dict[str, Tool] = {each.__name__: tool(each) for each in (add, slow, hang, no_arguments)}


def note(name: str, arguments: str, *, cut_off: bool = False) -> ToolCall:
    return ToolCall("c1", name, arguments, cut_off)


def run(call: ToolCall, tools: dict[str, Tool] = TOOLS, timeout_s: float = 5.0) -> ToolResult:
    ticks = iter(range(0, 1_000, 5))
    return asyncio.run(perform(tools, prepare(tools, call), lambda: float(next(ticks)), timeout_s))


def raising(body: Callable[[], Any]) -> dict[str, Tool]:
    def go() -> Any:
        return body()

    return {"go": tool(go, description="x")}


@pytest.mark.parametrize(
    ("call", "values", "notes"),
    [
        (note("add", '{"a": 1, "b": 2}'), '{"a":1,"b":2}', ()),
        (note("add", '{"a": 1.50}'), '{"a":"1.5","b":1}', ()),
        (note("add", '{"a": "1"}'), '{"a":1,"b":1}', ('a: the text "1" was read as the number 1.',)),
        (note("no_arguments", ""), "{}", ("The arguments were empty; they were read as {}.",)),
        (note("add", '{"a": 12345678901234567890}'), '{"a":12345678901234567890,"b":1}', ()),
    ],
)
def test_ready(call: ToolCall, values: str, notes: tuple[str, ...]) -> None:
    SEEN.clear()
    dispatch = prepare(TOOLS, call)
    assert dispatch == Dispatch(call, Ready(TOOLS[call.name].target, values, notes))
    assert SEEN == []


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (note("ad", "{}"), "unknown_tool", "No tool 'ad'. Tools: add, slow, hang, no_arguments. Did you mean add?"),
        (note("zzz", "{}"), "unknown_tool", "No tool 'zzz'. Tools: add, slow, hang, no_arguments."),
        (note("", "{}"), "unknown_tool", "No tool ''."),
        (note("x" * 9_000, "{}"), "unknown_tool", "No tool 'xxx"),
        (note("add", "[1]"), "unparsable_arguments", "must be a JSON object; got a list"),
        (note("add", '{"a": 1, "b":'), "unparsable_arguments", "Your arguments were cut off"),
        (note("add", '{"a": 1}', cut_off=True), "unparsable_arguments", "Your arguments were cut off"),
        (note("no_arguments", "{}", cut_off=True), "unparsable_arguments", "Your arguments were cut off"),
        (note("add", '{"b": 1}'), "invalid_arguments", "a: this argument is missing"),
        (note("add", '{"a": true}'), "invalid_arguments", "a: true is not a number"),
    ],
)
def test_refused(call: ToolCall, error: str, message: str) -> None:
    SEEN.clear()
    lookup = prepare(TOOLS, call).lookup
    assert isinstance(lookup, Refused)
    assert lookup.error == error
    assert message in lookup.message
    result = run(call)
    assert (result.call_id, result.name, result.outcome) == ("c1", call.name, error)
    assert json.loads(result.content) == {"ok": False, "error": error, "message": lookup.message}
    assert SEEN == []


def test_no_tools_at_all() -> None:
    lookup = prepare({}, note("add", "{}")).lookup
    assert lookup == Refused("unknown_tool", "No tool 'add'. There are no tools; answer without one.")


@pytest.mark.parametrize(
    ("call", "content"),
    [
        (note("add", '{"a": 1, "b": 2}'), "3"),
        (note("add", '{"a": 0.1, "b": 0.2}'), '"0.3"'),
        (note("slow", '{"n": 7}'), "7"),
        (note("no_arguments", "null"), "hello"),
    ],
)
def test_a_good_result(call: ToolCall, content: str) -> None:
    assert run(call) == ToolResult("c1", call.name, "ok", content, 5.0)


def fail(error: BaseException) -> Callable[[], Any]:
    def body() -> Any:
        raise error

    return body


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


async def fail_later() -> Any:
    await asyncio.sleep(0)
    raise ValueError("later")


async def cancel_itself() -> Any:
    raise asyncio.CancelledError


def deep(n: int = 0) -> int:
    return deep(n + 1)


def invalid() -> Any:
    class Model(BaseModel):
        n: int

    return Model.model_validate({"n": "x"})


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (fail(ValueError("Cannot divide by zero.")), "ValueError: Cannot divide by zero."),
        (fail(KeyError("x")), "KeyError: 'x'"),
        (fail(RuntimeError()), "RuntimeError"),
        (fail(Unprintable()), "Unprintable"),
        (fail(TimeoutError("upstream")), "TimeoutError: upstream"),
        (fail(SystemExit(1)), "SystemExit: 1"),
        (fail(StopIteration()), "StopIteration"),
        (fail(ValueError("half \ud83d")), "ValueError: half \ufffd"),
        (sys.exit, "SystemExit"),
        (fail_later, "ValueError: later"),
        (cancel_itself, "CancelledError: something that the tool waited for was cancelled."),
        (deep, "RecursionError: "),
        (invalid, 'ValidationError: n: "x" is not a whole number'),
    ],
)
def test_a_tool_that_raises(body: Callable[[], Any], message: str) -> None:
    result = run(note("go", "{}"), raising(body))
    assert result.outcome == "raised"
    content = json.loads(result.content)
    assert (content["ok"], content["error"]) == (False, "raised")
    assert content["message"].startswith(message)
    assert "Traceback" not in content["message"] and "http" not in content["message"]


def test_a_long_message_is_bounded() -> None:
    result = run(note("go", "{}"), raising(fail(ValueError("x" * 50_000))))
    assert len(result.content) < 1_200


def test_a_result_that_is_no_json() -> None:
    result = run(note("go", "{}"), raising(object))
    assert result.outcome == "not_json"
    assert json.loads(result.content)["message"].startswith(
        "go ran, but its result can't be sent: it is of type object"
    )


def test_a_tool_that_hangs_is_given_up() -> None:
    result = run(note("hang", "{}"), timeout_s=0.01)
    assert result.outcome == "timeout"
    assert json.loads(result.content)["message"] == "hang took longer than 0.01 s and was stopped."


def test_cancelling_the_run_gets_out() -> None:
    async def go() -> bool:
        task = asyncio.create_task(perform(TOOLS, prepare(TOOLS, note("hang", "{}")), lambda: 0.0, 60.0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return True
        return False

    assert asyncio.run(go())


def perform_taken(offered: Dispatch, taken: Dispatch) -> ToolResult:
    return asyncio.run(perform(TOOLS, settle(TOOLS, offered, taken), lambda: 0.0, 5.0))


def test_the_readers_arguments_are_validated_anew() -> None:
    offered = prepare(TOOLS, note("add", '{"a": 1, "b": 2}'))
    edited = replace(offered, call=note("add", '{"a": 10, "b": 2}'))
    assert perform_taken(offered, edited).content == "12"
    wrong = replace(offered, call=note("add", '{"a": "ten"}'))
    assert perform_taken(offered, wrong).outcome == "invalid_arguments"


def test_the_reader_can_mend_a_refused_note() -> None:
    offered = prepare(TOOLS, note("add", '{"a": 1, "b":', cut_off=True))
    mended = replace(offered, call=note("add", '{"a": 1, "b": 2}', cut_off=True))
    assert perform_taken(offered, mended).content == "3"
    renamed = replace(offered, call=replace(offered.call, name="slow"))
    assert perform_taken(offered, renamed).outcome == "unparsable_arguments"


def test_the_readers_values_are_validated_and_used() -> None:
    offered = prepare(TOOLS, note("add", '{"a": 1, "b": 2}'))
    assert isinstance(offered.lookup, Ready)
    edited = replace(offered, lookup=replace(offered.lookup, values='{"a":"0.5","b":2}'))
    assert perform_taken(offered, edited).content == '"2.5"'
    wrong = replace(offered, lookup=replace(offered.lookup, values='{"a":true}'))
    assert perform_taken(offered, wrong).outcome == "invalid_arguments"
    half = replace(offered, lookup=replace(offered.lookup, values='{"a":'))
    assert perform_taken(offered, half).outcome == "unparsable_arguments"


def test_the_readers_refusal_is_what_the_model_reads() -> None:
    offered = prepare(TOOLS, note("add", '{"a": 1}'))
    result = perform_taken(offered, replace(offered, lookup=Refused("invalid_arguments", "Ask me first.")))
    assert result.content == error_text("invalid_arguments", "Ask me first.")


def test_a_name_that_the_reader_changed_into_an_unknown_one() -> None:
    offered = prepare(TOOLS, note("add", '{"a": 1}'))
    assert perform_taken(offered, replace(offered, call=note("nothing", "{}"))).outcome == "unknown_tool"
    assert isinstance(offered.lookup, Ready)
    forced = asyncio.run(perform({}, offered, lambda: 0.0, 5.0))
    assert forced.outcome == "unknown_tool"
