"""A refused request is adapted once for each reason; one that fails for now is repeated, and nothing runs twice."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from glassloop.agent import Agent
from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Event, LlmRequest, LlmResponse, Log, Stopped, ToolResult
from glassloop.limits import Limits
from glassloop.script import Script, Scripted, completion, notes, says
from glassloop.transport import TransportError, Unreachable
from support.doors import ListDoor
from support.runs import endpoint, run_turn, world

calls: list[int] = []


def count(number: int) -> int:
    """Count up to a number."""
    calls.append(number)
    return number


AGENT = Agent(tools=[count], max_rounds=6)
CALL = notes(("c1", "count", '{"number": 3}'))


def refusal(message: str, status: int = 400) -> Scripted:
    return Scripted(status, [json.dumps({"error": {"message": message}}).encode()])


def bodies(script: Script) -> list[dict[str, Any]]:
    return [json.loads(request.body) for request in script.requests]


def logs(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Log)]


class Patience:
    """A wait that takes no time and keeps what it was asked for."""

    def __init__(self, answer: bool = True) -> None:
        self.asked: list[float] = []
        self._answer = answer

    async def __call__(self, seconds: float, why: str) -> bool:
        self.asked.append(seconds)
        return self._answer


def test_a_refused_field_is_left_out_and_that_is_kept_for_next_time() -> None:
    script = Script([refusal("Extra inputs are not permitted, field: 'stream'"), says("fine")])
    kept: list[str] = []
    events = run_turn(AGENT, script, stream=True, within=world(script, learned=kept.append))
    assert events[-1] == Answer("fine", "some-model")
    assert ["stream" in body for body in bodies(script)] == [True, False]
    assert any("stream" in text for text in logs(events))
    again = Script([says("fine")])
    at = Endpoint("https://api.example.com/v1", "k", "some-model", True, "chat", kept[-1])
    second = run_turn(AGENT, again, at=at)
    assert "stream" not in bodies(again)[0]
    (request,) = [event for event in second if isinstance(event, LlmRequest)]
    assert any("stream" in note for note in request.notes)


def test_the_same_refusal_twice_ends_the_turn() -> None:
    no = refusal("Extra inputs are not permitted, field: 'stream'")
    script = Script([no, no, says("never asked for")])
    events = run_turn(AGENT, script, stream=True)
    assert isinstance(events[-1], Stopped) and events[-1].reason == "connection"
    assert len(script.requests) == 2


@pytest.mark.parametrize(
    ("status", "body", "seconds"),
    [
        (429, {"error": {"message": "Rate limit reached. Please try again in 7.66s."}}, 7.66),
        (429, [{"error": {"message": "Quota", "details": [{"retryDelay": "44s"}]}}], 44.0),
        (500, {"error": {"message": "It broke."}}, 2.0),
        (503, {"error": {"message": "Overloaded."}}, 2.0),
        (408, {}, 2.0),
    ],
)
def test_what_can_pass_is_tried_again_after_a_wait(status: int, body: object, seconds: float) -> None:
    script = Script([Scripted(status, [json.dumps(body).encode()]), says("there")])
    patience = Patience()
    events = run_turn(AGENT, script, within=world(script, wait=patience))
    assert events[-1] == Answer("there", "some-model")
    assert patience.asked == [seconds]
    assert script.requests[0] == script.requests[1]
    assert [e.kind for e in events].count("llm-request") == 2


def test_it_is_given_up_after_the_retries_allowed() -> None:
    script = Script([refusal("It broke.", 500)] * 5)
    patience = Patience()
    events = run_turn(AGENT, script, within=world(script, wait=patience), limits=Limits(retries=1))
    assert isinstance(events[-1], Stopped)
    assert (len(script.requests), len(patience.asked)) == (2, 1)


def test_the_readers_number_of_retries_is_the_only_limit() -> None:
    script = Script([*[refusal("It broke.", 500)] * 4, says("there")])
    patience = Patience()
    events = run_turn(AGENT, script, within=world(script, wait=patience), limits=Limits(retries=4))
    assert events[-1] == Answer("there", "some-model")
    assert patience.asked == [2.0, 4.0, 8.0, 16.0]


def test_a_wait_called_off_ends_the_turn_with_what_happened() -> None:
    script = Script([refusal("Slow down.", 429), says("never asked for")])
    events = run_turn(AGENT, script, within=world(script, wait=Patience(answer=False)))
    assert isinstance(events[-1], Stopped) and "too many" in events[-1].message
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    "line",
    [
        refusal("You exceeded your current quota, please check your plan and billing details.", 429),
        refusal("Incorrect API key provided.", 401),
        refusal("The model does not exist.", 404),
        Unreachable("Nothing answered there.", "Check the address."),
    ],
    ids=["quota", "key", "model", "never reached"],
)
def test_what_will_not_pass_is_not_tried_again(line: Scripted | TransportError) -> None:
    script = Script([line, says("never asked for")])
    patience = Patience()
    events = run_turn(AGENT, script, within=world(script, wait=patience))
    assert isinstance(events[-1], Stopped)
    assert (len(script.requests), patience.asked) == (1, [])


def test_a_server_that_answered_before_may_be_out_of_reach_for_a_moment() -> None:
    calls.clear()
    script = Script([CALL, Unreachable("Nothing answered there.", "Check it."), says("3")])
    events = run_turn(AGENT, script, within=world(script, wait=Patience()))
    assert events[-1] == Answer("3", "some-model")
    assert calls == [3], "the tool ran once"


def test_a_reply_that_broke_off_is_never_asked_for_again() -> None:
    broken = Scripted(200, [b'data: {"choices":[{"delta":{"content":"It is "}}]}\n\n'], "text/event-stream",
                      Unreachable("The connection broke.", "Try again."))  # fmt: skip
    script = Script([CALL, broken, says("never asked for")])
    events = run_turn(AGENT, script, stream=True, within=world(script, wait=Patience()))
    assert isinstance(events[-1], Stopped)
    assert len(script.requests) == 2


def edit(change: Callable[[str], str]) -> ListDoor:
    from dataclasses import replace

    def on_offer(event: Event) -> Event | None:
        return replace(event, body=change(event.body)) if isinstance(event, LlmRequest) else None

    return ListDoor(on_offer)


def test_what_the_reader_edited_is_what_is_sent_again() -> None:
    script = Script([refusal("It broke.", 500), says("ok")])
    door = edit(lambda body: body.replace("add 1 and 2", "add 5 and 6"))
    run_turn(AGENT, script, door=door, within=world(script, wait=Patience()))
    assert all("add 5 and 6" in request.body.decode() for request in script.requests)
    assert len(script.requests) == 2


def test_the_same_call_again_and_again_is_told_and_then_stopped() -> None:
    calls.clear()
    script = Script([notes((f"c{n}", "count", '{"number": 3}')) for n in range(9)])
    events = run_turn(AGENT, script, limits=Limits(rounds=9))
    results = [event.content for event in events if isinstance(event, ToolResult)]
    assert results[:2] == ["3", "3"]
    assert "answer now" in results[2] and "3" in json.loads(results[2])["result"]
    assert isinstance(events[-1], Stopped) and events[-1].reason == "repeats"
    assert len(calls) == 4


def test_equal_calls_with_other_results_are_no_circle() -> None:
    ticks = iter(range(100))

    def now() -> int:
        """The time."""
        return next(ticks)

    script = Script([*[notes((f"c{n}", "now", "{}")) for n in range(5)], says("done")])
    events = run_turn(Agent(tools=[now], max_rounds=8), script)
    assert events[-1] == Answer("done", "some-model")


def test_unknown_tools_in_a_row_end_the_turn() -> None:
    script = Script([notes((f"c{n}", f"tool{n}", "{}")) for n in range(9)])
    events = run_turn(AGENT, script, limits=Limits(rounds=9))
    assert isinstance(events[-1], Stopped) and events[-1].reason == "unknown-tools"
    assert len(script.requests) == 3


def test_a_silent_model_is_asked_once_more() -> None:
    script = Script([CALL, completion({"content": None}), says("It is 3.")])
    events = run_turn(AGENT, script)
    assert events[-1] == Answer("It is 3.", "some-model")
    assert [m["role"] for m in bodies(script)[2]["messages"]] == ["user", "assistant", "tool", "user"]


def test_a_model_that_stays_silent_leaves_the_tools_result() -> None:
    silent = completion({"content": ""})
    events = run_turn(AGENT, Script([CALL, silent, silent]))
    assert isinstance(events[-1], Stopped) and events[-1].reason == "empty-answer"
    assert "The result of count was: 3" in events[-1].message


def test_the_readers_limit_of_rounds_goes_before_the_programs() -> None:
    script = Script([CALL, says("enough")])
    run_turn(AGENT, script, limits=Limits(rounds=2))
    assert [body.get("tool_choice") for body in bodies(script)] == [None, "none"]


def test_a_broken_rule_is_named_on_the_request() -> None:
    def cut(body: str) -> str:
        changed = json.loads(body)
        changed["messages"].pop()
        return json.dumps(changed)

    from glassloop.wire.formats import findings_in

    script = Script([CALL, says("ok")])
    run_turn(AGENT, script)
    second = script.requests[1].body.decode()
    url = "https://api.example.com/v1/chat/completions"
    assert findings_in(url, second) == ()
    assert [finding.rule for finding in findings_in(url, cut(second))] == ["unanswered-call"]


def test_cancelled_while_waiting_the_turn_is_over() -> None:
    async def go() -> list[Event]:
        forever = asyncio.Event()
        waiting = asyncio.Event()

        async def wait(seconds: float, why: str) -> bool:
            waiting.set()
            return await forever.wait()

        from glassloop.loop import turn
        from glassloop.messages import UserMessage

        script, door = Script([refusal("It broke.", 500)]), ListDoor()
        task = asyncio.ensure_future(
            turn(AGENT, endpoint(), world(script, wait=wait), door, (UserMessage("hi"),), Limits())
        )
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return door.events

    assert isinstance(asyncio.run(go())[-1], LlmResponse | Log)
