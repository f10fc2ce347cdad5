"""Messages ↔ the wire: the smallest body, valid history, and reading what others wrote."""

import json
from typing import Any

import pytest

from glassloop.endpoint import Endpoint
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import tool
from glassloop.wire.request import (
    chat_request,
    model_name,
    normalise_base_url,
    read_transcript,
    tool_names,
    wants_stream,
    wire_message,
    wire_messages,
)

PLACE = Endpoint("https://api.example/v1", "placeholder", "m", stream=True)
TALK: Transcript = (
    UserMessage("add 1 and 2, é"),
    AssistantMessage("", (ToolCall("c1", "add", '{"a": 1.50, "b": 2}'), ToolCall("c2", "add", ""))),
    ToolMessage("c1", "add", "3"),
    ToolMessage("c2", "add", '{"ok":false}'),
    AssistantMessage("3"),
)


def add(a: float, b: float) -> float:
    """Add."""
    return a + b


def test_the_smallest_request() -> None:
    request = chat_request(Endpoint("https://api.example/v1/", "", "m", stream=False), 1, "", (UserMessage("hi"),), ())
    assert (request.round, request.model, request.url) == (1, "m", "https://api.example/v1/chat/completions")
    assert request.headers == (("Content-Type", "application/json"),)
    assert request.body == '{"model":"m","messages":[{"role":"user","content":"hi"}]}'


def test_a_full_request() -> None:
    request = chat_request(PLACE, 2, "Be brief.", TALK, [tool(add)], forbid_tools=True)
    body = json.loads(request.body)
    assert request.headers[0] == ("Authorization", "Bearer placeholder")
    assert list(body) == ["model", "messages", "tools", "tool_choice", "stream"]
    assert (body["tool_choice"], body["stream"]) == ("none", True)
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert body["tools"][0]["function"]["name"] == "add"
    assert "é" in request.body


def test_tool_choice_is_only_sent_to_forbid() -> None:
    assert "tool_choice" not in chat_request(PLACE, 1, "", TALK, [tool(add)]).body
    assert "tool_choice" not in chat_request(PLACE, 1, "", TALK, [], forbid_tools=True).body


def test_messages_on_the_wire() -> None:
    assert wire_messages(TALK) == [
        {"role": "user", "content": "add 1 and 2, é"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1.50, "b": 2}'}},
                {"id": "c2", "type": "function", "function": {"name": "add", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "3"},
        {"role": "tool", "tool_call_id": "c2", "content": '{"ok":false}'},
        {"role": "assistant", "content": "3"},
    ]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ("", "{}"),
        ("null", "{}"),
        ('{"a":', "{}"),
        ("[1]", "{}"),
        ('{"a": NaN}', "{}"),
        ('"{\\"a\\": 1}"', '{"a":1}'),
        ("{'a': True}", '{"a":true}'),
        ('{"t": "1\n2"}', '{"t":"1\\n2"}'),
        ('{"a": 12345678901234567890.10}', '{"a": 12345678901234567890.10}'),
        ("x" * 200_000, "{}"),
    ],
)
def test_arguments_in_history_are_always_an_object(written: str, sent: str) -> None:
    message = wire_message(AssistantMessage("", (ToolCall("c1", "add", written),)))
    assert message["tool_calls"][0]["function"]["arguments"] == sent


@pytest.mark.parametrize(("name", "sent"), [("météo now", "m_t_o_now"), ("", "unnamed"), ("x" * 80, "x" * 64)])
def test_names_in_history_are_in_the_common_alphabet(name: str, sent: str) -> None:
    message = wire_message(AssistantMessage("", (ToolCall("c1", name, "{}"),)))
    assert message["tool_calls"][0]["function"]["name"] == sent


def test_half_a_character_does_not_reach_the_wire() -> None:
    chat_request(PLACE, 1, "\ud83d", (UserMessage("a\ud83d"), ToolMessage("c", "t", "\ude00")), ()).body.encode("utf-8")


@pytest.mark.parametrize(
    ("pasted", "base"),
    [
        ("https://api.example/v1", "https://api.example/v1"),
        ("  https://api.example/v1/ \n", "https://api.example/v1"),
        ("https://api.example/v1/chat/completions", "https://api.example/v1"),
        ("https://api.example/v1/chat/completions/", "https://api.example/v1"),
        ("https://api.example/v1/models", "https://api.example/v1"),
        ("https://api.example/v1/Chat/Completions?x=1#y", "https://api.example/v1"),
        ('"https://api.example/v1"', "https://api.example/v1"),
        ("api.example/v1", "https://api.example/v1"),
        ("localhost:11434/v1", "http://localhost:11434/v1"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("192.168.1.5:1234/v1", "http://192.168.1.5:1234/v1"),
        ("[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("box.local:8000/v1", "http://box.local:8000/v1"),
        ("https://generativelanguage.example/v1beta/openai/", "https://generativelanguage.example/v1beta/openai"),
        ("", ""),
    ],
)
def test_pasted_base_urls(pasted: str, base: str) -> None:
    assert normalise_base_url(pasted) == base


def test_reading_back_what_we_wrote() -> None:
    body = chat_request(PLACE, 1, "Be brief.", TALK, [tool(add)]).body
    again = read_transcript(body)
    assert wire_messages(again) == wire_messages(TALK)
    assert again[2] == ToolMessage("c1", "add", "3")
    assert (model_name(body), wants_stream(body), tool_names(body)) == ("m", True, frozenset({"add"}))


def test_reading_what_others_wrote() -> None:
    messages: list[Any] = [
        {"role": "system", "content": "s"},
        {"role": "developer", "content": "s"},
        {"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "image_url"}]},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c1", "function": {"name": "add", "arguments": {"a": 1}}}, 5, {"id": None}]},
        {"role": "tool", "tool_call_id": "c1", "name": "add", "content": [{"type": "text", "text": "3"}]},
        {"role": "assistant", "content": "3", "tool_calls": None},
        "nonsense", None, {},
    ]  # fmt: skip
    assert read_transcript(json.dumps({"messages": messages})) == (
        UserMessage("hi"),
        AssistantMessage("", (ToolCall("c1", "add", '{"a":1}'), ToolCall("", "", ""))),
        ToolMessage("c1", "add", "3"),
        AssistantMessage("3"),
    )


@pytest.mark.parametrize(
    "body", ["", "x", "[]", "null", '{"messages": 5, "tools": 5, "model": 5}', '{"tools":[1,{"function":2}]}']
)
def test_reading_what_is_no_request(body: str) -> None:
    assert read_transcript(body) == ()
    assert (model_name(body), wants_stream(body), tool_names(body)) == ("", False, frozenset())
