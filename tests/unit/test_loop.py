"""The loop: whatever the model or a tool does, every note gets a result, and nothing happens before it is announced."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from glassloop.agent import Agent, Kept
from glassloop.events import Answer, Dispatch, Event, LlmRequest, LlmResponse, Stopped, ToolResult
from glassloop.messages import AssistantMessage, ToolCall, Transcript, UserMessage
from glassloop.script import Script, completion, notes, says, stream
from glassloop.transport import Unreachable
from support.doors import ListDoor
from support.runs import run_program, run_turn, world


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def upper(text: str) -> str:
    """Make a text upper case."""
    return text.upper()


def broken(text: str) -> str:
    """Always fails."""
    raise RuntimeError("no ink left")


def odd() -> object:
    """Gives back something that is no JSON."""
    return object()


AGENT = Agent(system="Use the tools.", tools=[add, upper, broken, odd])


def sent(script: Script, number: int) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(script.requests[number].body)
    return body


def results(events: list[Event]) -> list[ToolResult]:
    return [event for event in events if isinstance(event, ToolResult)]


def test_a_note_is_run_and_its_result_goes_back_under_its_id() -> None:
    script = Script([notes(("c1", "add", '{"a": 1, "b": 2}')), says("It is 3.")])
    events = run_turn(AGENT, script)
    assert [e.kind for e in events] == [
        "llm-request", "llm-response", "dispatch", "tool-result", "llm-request", "llm-response", "answer",
    ]  # fmt: skip
    assert events[-1] == Answer("It is 3.", "some-model")
    assert sent(script, 1)["messages"][-1] == {"role": "tool", "tool_call_id": "c1", "content": "3"}


def test_several_notes_in_one_reply_are_answered_each_under_its_id() -> None:
    script = Script([notes(("c1", "add", '{"a": 1, "b": 2}'), ("c2", "upper", '{"text": "hi"}')), says("3, HI")])
    events = run_turn(AGENT, script)
    assert [(r.call_id, r.content) for r in results(events)] == [("c1", "3"), ("c2", "HI")]
    tools = [m for m in sent(script, 1)["messages"] if m["role"] == "tool"]
    assert [m["tool_call_id"] for m in tools] == ["c1", "c2"]


@pytest.mark.parametrize(
    ("name", "arguments", "outcome", "said"),
    [
        ("ad", '{"a": 1, "b": 2}', "unknown_tool", "add"),
        ("add", '{"a": 1 "b": 2}', "unparsable_arguments", "JSON"),
        ("add", '{"a": 1, "b"', "unparsable_arguments", "cut off"),
        ("add", '{"a": 1}', "invalid_arguments", "b"),
        ("add", '{"a": 1, "b": "many"}', "invalid_arguments", "b"),
        ("broken", '{"text": "x"}', "raised", "no ink left"),
        ("odd", "{}", "not_json", "object"),
    ],
)
def test_what_goes_wrong_is_a_result_that_the_model_reads(name: str, arguments: str, outcome: str, said: str) -> None:
    script = Script([notes(("c1", name, arguments)), says("Sorry.")])
    events = run_turn(AGENT, script)
    (result,) = results(events)
    assert result.outcome == outcome
    told = json.loads(sent(script, 1)["messages"][-1]["content"])
    assert told["ok"] is False and said in told["message"]
    assert isinstance(events[-1], Answer)


def test_the_last_round_forbids_tools() -> None:
    agent = Agent(tools=[add], max_rounds=3)
    call = notes(("c1", "add", '{"a": 1, "b": 2}'))
    script = Script([call, call, says("Enough.")])
    events = run_turn(agent, script)
    assert [sent(script, n).get("tool_choice") for n in range(3)] == [None, None, "none"]
    assert all("tools" in sent(script, n) for n in range(3))
    assert events[-1] == Answer("Enough.", "some-model")


def test_a_model_that_will_not_stop_is_stopped() -> None:
    call = notes(("c1", "add", '{"a": 1, "b": 2}'))
    events = run_turn(Agent(tools=[add], max_rounds=2), Script([call, call]))
    assert isinstance(events[-1], Stopped) and events[-1].reason == "round-cap"
    assert len(results(events)) == 1


def test_an_agent_may_end_in_its_own_words_with_every_note_answered() -> None:
    script = Script([notes((f"c{n}", "add", f'{{"a": {n}, "b": 2}}')) for n in range(3)])
    events = run_turn(Agent(tools=[add], max_rounds=3, stuck="I got stuck. Ask in other words?"), script)
    assert events[-1] == Stopped("round-cap", "I got stuck. Ask in other words?")
    assert [sent(script, n).get("tool_choice") for n in range(3)] == [None, None, None]
    assert [result.content for result in results(events)] == ["2", "3", "4"]


def test_what_the_agent_keeps_of_the_history_is_what_is_sent_and_the_trace_says_so() -> None:
    def last_three(transcript: Transcript) -> Kept:
        return Kept(transcript[-3:], ("only the last three are sent",))

    script = Script([notes(("c1", "add", '{"a": 1, "b": 2}')), says("3")])
    past = (UserMessage("long ago"), AssistantMessage("yes"))
    events = run_turn(Agent(tools=[add], history=last_three), script, past=past)
    assert [m["role"] for m in sent(script, 0)["messages"]] == ["user", "assistant", "user"]
    assert [m["role"] for m in sent(script, 1)["messages"]] == ["user", "assistant", "tool"]
    assert [event.notes for event in events if isinstance(event, LlmRequest)] == [("only the last three are sent",)] * 2


def test_the_words_that_ask_once_more_are_not_subject_to_the_history() -> None:
    script = Script([completion({"content": ""}), says("Here.")])
    run_turn(Agent(history=lambda transcript: Kept(transcript[-1:])), script)
    assert [m["role"] for m in sent(script, 1)["messages"]] == ["user", "user"]


def test_an_agent_without_repairs_sends_what_it_has() -> None:
    def forgetful(transcript: Transcript) -> Kept:
        return Kept(tuple(m for m in transcript if not isinstance(m, AssistantMessage)))

    call = notes(("c1", "add", '{"a": 1, "b": 2}'))
    mended, bare = Script([call, says("3")]), Script([call, says("3")])
    run_turn(Agent(tools=[add], history=forgetful), mended)
    run_turn(Agent(tools=[add], history=forgetful, repairs=False), bare)
    assert "tool" not in [m["role"] for m in sent(mended, 1)["messages"]]
    assert [m["role"] for m in sent(bare, 1)["messages"]] == ["user", "tool"]


def test_an_empty_answer_is_said_to_be_empty() -> None:
    events = run_turn(AGENT, Script([completion({"content": None})]))
    assert isinstance(events[-1], Stopped)


def test_streamed_and_whole_replies_come_to_the_same() -> None:
    pieces = [
        {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": "add", "arguments": ""}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '{"a": 1,'}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": ' "b": 2}'}}]},
    ]
    shown: list[str] = []
    script = Script([stream(pieces, "tool_calls"), stream([{"content": "It "}, {"content": "is 3."}])])
    events = run_turn(AGENT, script, stream=True, within=world(script, shown))
    assert events[-1] == Answer("It is 3.", "some-model")
    assert results(events)[0].content == "3"
    assert "".join(shown) == "It is 3."
    assert all(sent(script, n)["stream"] is True for n in range(2))


def test_nothing_is_sent_or_called_while_it_is_held() -> None:
    """Held means: the door has not answered. What the run has done until then is looked at from inside the door."""
    called: list[str] = []

    def spy(text: str) -> str:
        """Notes that it ran."""
        called.append(text)
        return text

    script = Script([notes(("c1", "spy", '{"text": "x"}')), says("done")])
    seen: list[tuple[str, int, int]] = []

    def look(event: Event) -> None:
        seen.append((event.kind, len(script.requests), len(called)))

    run_turn(Agent(tools=[spy]), script, door=ListDoor(look))
    assert seen == [("llm-request", 0, 0), ("dispatch", 1, 0), ("tool-result", 1, 1), ("llm-request", 1, 1)]


def test_an_edit_at_a_stop_point_is_what_happens() -> None:
    def edit(event: Event) -> Event | None:
        match event:
            case LlmRequest(round=1):
                return replace(event, body=event.body.replace("add 1 and 2", "add 5 and 6"))
            case Dispatch(call=call):
                return replace(event, call=ToolCall(call.id, call.name, '{"a": 20, "b": 2}'))
            case ToolResult(content="22"):
                return replace(event, content="23")
        return None

    script = Script([notes(("c1", "add", '{"a": 1, "b": 2}')), says("ok")])
    run_turn(AGENT, script, door=ListDoor(edit))
    assert "add 5 and 6" in script.requests[0].body.decode()
    assert sent(script, 1)["messages"][-1]["content"] == "23"


def test_a_connection_that_fails_ends_the_turn_in_words() -> None:
    events = run_turn(AGENT, Script([Unreachable("Nothing answered at that address.", "Check it.")]))
    assert [e.kind for e in events] == ["llm-request", "llm-response", "stopped"]
    assert isinstance(events[1], LlmResponse) and events[1].status == 0
    assert events[2] == Stopped("connection", "Nothing answered at that address. Check it.")


def test_a_follow_up_is_asked_with_what_was_said_before() -> None:
    source = """
from glassloop.agent import Agent, Kept

def add(a: float, b: float) -> float:
    "Add two numbers."
    return a + b

agent = Agent(tools=[add])
"""
    first = run_program({"main.py": source}, Script([notes(("c1", "add", '{"a":1,"b":2}')), says("3")]), "add 1 and 2")
    script = Script([says("4")])
    second = run_program({"main.py": source}, script, "and one more?", history=tuple(first))
    assert [m["role"] for m in sent(script, 0)["messages"]] == ["user", "assistant", "tool", "assistant", "user"]
    assert second[-1] == Answer("4", "some-model")


def test_cancelled_in_a_tool_the_history_is_still_a_valid_transcript() -> None:
    source = """
import asyncio
from glassloop.agent import Agent

async def wait() -> str:
    "Never answers."
    await asyncio.Event().wait()
    return ""

agent = Agent(tools=[wait])
"""

    async def go() -> list[Event]:
        from support.runs import make_run

        released = asyncio.Event()
        door = ListDoor(lambda event: released.set() if isinstance(event, Dispatch) else None)
        run = make_run({"main.py": source}, Script([notes(("c1", "wait", "{}"))]), "wait", door=door)
        task = asyncio.ensure_future(run.to_end())
        await released.wait()
        await asyncio.sleep(0)
        task.cancel()
        await task
        return door.events

    events = asyncio.run(go())
    assert events[-1] == Stopped("reader", "You stopped this run.")
    script = Script([says("fine")])
    run_program({"main.py": source}, script, "still there?", history=tuple(events))
    messages = sent(script, 0)["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant", "tool", "assistant", "user"]
    assert json.loads(messages[2]["content"])["error"] == "interrupted"
