"""The official OpenAI SDK as judge: its types for what we send, its accumulator for what we read. Not for Pyodide."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from openai.lib.streaming.chat import ChatCompletionStreamState
from openai.types.chat import (
    ChatCompletionAssistantMessageParam,
    ChatCompletionChunk,
    ChatCompletionFunctionToolParam,
    ChatCompletionSystemMessageParam,
    ChatCompletionToolMessageParam,
    ChatCompletionUserMessageParam,
)

from glassloop.endpoint import Endpoint
from glassloop.events import Reply
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import tool
from glassloop.wire.reply import ReplyReader
from glassloop.wire.request import chat_request
from support.judging import Wrong, judge
from support.sse_text import calls, chunk, entry, sse

PARAMS: dict[str, Any] = {
    "system": ChatCompletionSystemMessageParam,
    "user": ChatCompletionUserMessageParam,
    "assistant": ChatCompletionAssistantMessageParam,
    "tool": ChatCompletionToolMessageParam,
}
TALK: Transcript = (
    UserMessage("add 1 and 2"),
    AssistantMessage("Let me see.", (ToolCall("c1", "add", '{"a": 1'), ToolCall("c2", "add", "[1]"))),
    ToolMessage("c1", "add", '{"ok":false}'),
    ToolMessage("c2", "add", "3"),
    AssistantMessage("", (ToolCall("c3", "add", ""),)),
    ToolMessage("c3", "add", ""),
    AssistantMessage("3"),
)


def add(a: int, b: float = 1.5) -> float:
    """Add."""
    return a + b


def body() -> dict[str, Any]:
    endpoint = Endpoint("https://api.example/v1", "", "m", stream=True)
    value: dict[str, Any] = json.loads(
        chat_request(endpoint, 1, "Be brief.", TALK, [tool(add)], forbid_tools=True).body
    )
    return value


def test_every_message_is_of_its_type_and_nothing_more() -> None:
    messages = body()["messages"]
    assert len(messages) == len(TALK) + 1
    for message in messages:
        judge(PARAMS[message["role"]], message)


def test_the_menu_is_of_its_type() -> None:
    """`parameters` is free in the SDK's types; its own dialect is checked where tools are made."""
    for each in body()["tools"]:
        parameters = each["function"].pop("parameters")
        assert parameters["type"] == "object"
        judge(ChatCompletionFunctionToolParam, each)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"role": "assistant", "content": "hi", "reasoning_content": "hm"},
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "a", "arguments": {}}}],
        },
        {"role": "tool", "content": "x"},
    ],
)
def test_the_judge_is_awake(spoiled: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        judge(PARAMS[spoiled["role"]], spoiled)


STREAMS: dict[str, Iterable[dict[str, Any]]] = {
    "text": [
        chunk({"role": "assistant", "content": ""}),
        chunk({"content": "Hé"}),
        chunk({"content": "llo"}),
        chunk({}, "stop"),
    ],
    "one note": [
        calls(entry(0, "c1", "add", "")),
        calls(entry(0, arguments='{"a":')),
        calls(entry(0, arguments="1}")),
        chunk({}, "tool_calls"),
    ],
    "two notes": [
        calls(entry(0, "c1", "add", "")),
        calls(entry(0, arguments='{"a":1}')),
        calls(entry(1, "c2", "upper", "")),
        calls(entry(1, arguments='{"t":"')),
        calls(entry(1, arguments='x"}')),
        chunk({}, "tool_calls"),
    ],
    "text and a note": [chunk({"content": "Wait."}), calls(entry(0, "c1", "add", "{}")), chunk({}, "tool_calls")],
}


@pytest.mark.parametrize("name", STREAMS)
def test_the_sdks_accumulator_agrees(name: str) -> None:
    payloads = [{"created": 1, **payload} for payload in STREAMS[name]]
    state: ChatCompletionStreamState[Any] = ChatCompletionStreamState()
    for payload in payloads:
        state.handle_chunk(ChatCompletionChunk.model_validate(payload))
    theirs = state.current_completion_snapshot.choices[0]

    reader = ReplyReader(
        status=200, requested_stream=True, known_tools=frozenset({"add", "upper"}), taken_ids=frozenset()
    )
    reader.feed(sse(*payloads))
    ours = reader.close()
    assert isinstance(ours, Reply)
    assert ours.notes == ()
    assert ours.finish_reason == theirs.finish_reason
    assert ours.message.text == (theirs.message.content or "")
    assert [(call.id, call.name, call.arguments) for call in ours.message.calls] == [
        (call.id, call.function.name, call.function.arguments) for call in theirs.message.tool_calls or []
    ]
