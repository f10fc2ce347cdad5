"""The official OpenAI SDK as judge of our side of the Responses API: its types and its accumulator. Not for Pyodide."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai import omit
from openai.lib.streaming.responses._events import ResponseCompletedEvent
from openai.lib.streaming.responses._responses import ResponseStreamState
from openai.types.responses import Response, ResponseStreamEvent
from openai.types.responses.response_create_params import (
    ResponseCreateParamsNonStreaming,
    ResponseCreateParamsStreaming,
)
from pydantic import TypeAdapter

from glassloop.endpoint import Endpoint
from glassloop.events import Reply
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import tool
from glassloop.wire.responses_reply import ResponsesReader
from glassloop.wire.responses_request import responses_request
from support.judging import Wrong, judge
from support.responses_text import ended, event, message, note, noted, response, said, thought, thoughts
from support.sse_text import sse

Json = dict[str, Any]
EVENT: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
ITEMS = [
    thoughts(summary="Hm."),
    message("Wait."),
    note("fc_1", "c1", "add", '{"a": 1}'),
    note("fc_2", "c2", "add", ""),
]
TALK: Transcript = (
    UserMessage("add 1 and 2"),
    AssistantMessage(
        "Wait.",
        (ToolCall("c1", "add", '{"a": 1}'), ToolCall("c2", "add", "")),
        json.dumps({"output": ITEMS}),
        "https://api.example/v1 m",
    ),
    ToolMessage("c1", "add", '{"ok":false}'),
    ToolMessage("c2", "add", "3"),
    AssistantMessage("Let me see.", (ToolCall("c3", "add", '{"a": 1'),)),
    ToolMessage("c3", "add", ""),
    AssistantMessage("3"),
)


def add(a: int, b: float = 1.5) -> float:
    """Add."""
    return a + b


def body(stream: bool) -> Json:
    endpoint = Endpoint("https://api.example/v1", "", "m", stream, "responses")
    request = responses_request(endpoint, 1, "Be brief.", TALK, [tool(add)], forbid_tools=True)
    value: Json = json.loads(request.body)
    return value


def test_the_whole_body_is_of_its_type_and_nothing_more() -> None:
    judge(ResponseCreateParamsNonStreaming, body(stream=False))
    judge(ResponseCreateParamsStreaming, body(stream=True))
    assert len(body(stream=True)["input"]) == 1 + len(ITEMS) + 2 + 2 + 1 + 1


@pytest.mark.parametrize(
    "spoiled",
    [
        {"extra": 1},
        {"input": [{"type": "message", "role": "tool", "content": "x"}]},
        {"input": [{"type": "function_call", "call_id": "c", "name": "add", "arguments": {}}]},
        {"tools": [{"type": "function", "function": {"name": "add", "parameters": {}}}]},
        {"tool_choice": "never"},
    ],
)
def test_the_judge_is_awake(spoiled: Json) -> None:
    with pytest.raises(Wrong):
        judge(ResponseCreateParamsStreaming, {**body(stream=True), **spoiled})


def whole(*output: Json, **more: Any) -> Json:
    """A response with all the fields that the SDK's model asks for."""
    details = {"input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
               "output_tokens_details": {"reasoning_tokens": 0}}  # fmt: skip
    plain = response(*output, **more)
    rest = {"created_at": 1, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return {**plain, **rest, "usage": {**plain["usage"], **details}}


NOTE, TWO = note(), note("fc_2", "call_2", "upper", '{"t":"x"}')
STREAMS: dict[str, list[list[Json]]] = {
    "text": [said("Héllo 🌍", 0, pieces=5), [message("Héllo 🌍")]],
    "one note": [noted(NOTE), [NOTE]],
    "two notes": [[*noted(NOTE), *noted(TWO, 1)], [NOTE, TWO]],
    "two notes, interleaved": [
        [e for pair in zip(noted(NOTE), noted(TWO, 1), strict=True) for e in pair], [NOTE, TWO]
    ],
    "thoughts, text and a note": [
        [*thought(thoughts(summary="Hm.")), *said("Wait.", 1), *noted(NOTE, 2)],
        [thoughts(summary="Hm."), message("Wait."), NOTE],
    ],
}  # fmt: skip


def events(name: str) -> list[Any]:
    told, output = STREAMS[name]
    begun = event("created", response=whole(status="in_progress"))
    done = {**ended(), "response": whole(*output)}
    common = {"logprobs": [], "name": "add"}
    return [
        EVENT.validate_python({**common, **payload, "sequence_number": number}, strict=True)
        for number, payload in enumerate([begun, *told, done])
    ]


@pytest.mark.parametrize("name", STREAMS)
def test_the_sdks_accumulator_agrees(name: str) -> None:
    state: ResponseStreamState[Any] = ResponseStreamState(input_tools=[], text_format=omit)
    last: Any = None
    for one in events(name):
        last = [*state.handle_event(one)][-1]
    assert isinstance(last, ResponseCompletedEvent)
    theirs = last.response

    reader = ResponsesReader(
        status=200, requested_stream=True, known_tools=frozenset({"add", "upper"}), taken_ids=frozenset()
    )
    shown = [
        text
        for one in events(name)
        for text in reader.feed(f"event: {one.type}\ndata: {one.model_dump_json(exclude_unset=True)}\n\n".encode())
    ]
    assert reader.done
    ours = reader.close()
    assert isinstance(ours, Reply)
    assert ours.notes == ()
    assert ours.finish_reason == theirs.status
    assert ours.message.text == "".join(shown) == theirs.output_text
    assert ours.usage is not None and theirs.usage is not None
    assert ours.usage.input_tokens == theirs.usage.input_tokens
    assert [(call.id, call.name, call.arguments) for call in ours.message.calls] == [
        (item.call_id, item.name, item.arguments) for item in theirs.output if item.type == "function_call"
    ]
    assert json.loads(ours.message.extra)["output"] == STREAMS[name][1]


@pytest.mark.parametrize("name", STREAMS)
def test_a_response_in_one_piece_reads_the_same(name: str) -> None:
    told = Response.model_validate(whole(*STREAMS[name][1]))
    reader = ResponsesReader(status=200, requested_stream=False, known_tools=frozenset({"add"}), taken_ids=frozenset())
    reader.feed(told.model_dump_json().encode())
    ours = reader.close()
    assert isinstance(ours, Reply)
    assert ours.message.text == told.output_text
    assert len(ours.message.calls) == sum(item.type == "function_call" for item in told.output)


def test_what_is_echoed_is_an_input_again() -> None:
    """What was read from the SDK's models goes back as its own input types."""
    payloads = [json.loads(one.model_dump_json(exclude_unset=True)) for one in events("thoughts, text and a note")]
    reader = ResponsesReader(status=200, requested_stream=True, known_tools=frozenset({"add"}), taken_ids=frozenset())
    reader.feed(sse(*payloads))
    reply = reader.close()
    assert isinstance(reply, Reply)
    heard = AssistantMessage(reply.message.text, reply.message.calls, reply.message.extra, "https://api.example/v1 m")
    endpoint = Endpoint("https://api.example/v1", "", "m", True, "responses")
    talk = (UserMessage("hi"), heard, ToolMessage("call_1", "add", "3"))
    sent = json.loads(responses_request(endpoint, 2, "", talk, [tool(add)]).body)
    judge(ResponseCreateParamsStreaming, sent)
    assert [item["type"] for item in sent["input"]] == [
        "message", "reasoning", "message", "function_call", "function_call_output",
    ]  # fmt: skip
