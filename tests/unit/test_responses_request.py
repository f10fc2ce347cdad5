"""Messages → the Responses API's items: the server's own where it said them, plain ones for all others."""

import json
from dataclasses import replace
from typing import Any

import pytest

from glassloop.endpoint import Endpoint
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import tool
from glassloop.wire.request import model_name, source_of, tool_names, wants_stream
from glassloop.wire.responses_request import input_items, note_ids, responses_request
from support.responses_text import message, note, thoughts

PLACE = Endpoint("https://api.example/v1", "placeholder", "m", stream=True, format="responses")
HERE = "https://api.example/v1 m"
ITEMS = [thoughts(), note("fc_1", "c1", "add", '{"a": 1.50, "b": 2}'), note("fc_2", "c2", "add", "")]
NOTES = AssistantMessage(
    "", (ToolCall("c1", "add", '{"a": 1.50, "b": 2}'), ToolCall("c2", "add", "")), json.dumps({"output": ITEMS}), HERE
)
TALK: Transcript = (
    UserMessage("add 1 and 2, é"),
    NOTES,
    ToolMessage("c1", "add", "3"),
    ToolMessage("c2", "add", '{"ok":false}'),
    AssistantMessage("3"),
)


def add(a: float, b: float) -> float:
    """Add."""
    return a + b


def body(**how: Any) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(responses_request(PLACE, 2, "Be brief.", TALK, [tool(add)], **how).body)
    return value


def test_the_smallest_request() -> None:
    place = Endpoint("https://api.example/v1/", "", "m", stream=False, format="responses")
    request = responses_request(place, 1, "", (UserMessage("hi"),), ())
    assert (request.round, request.model, request.url) == (1, "m", "https://api.example/v1/responses")
    assert request.headers == (("Content-Type", "application/json"),)
    assert json.loads(request.body) == {
        "model": "m",
        "input": [{"type": "message", "role": "user", "content": "hi"}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }


def test_a_full_request() -> None:
    request = responses_request(PLACE, 2, "Be brief.", TALK, [tool(add)], forbid_tools=True)
    sent = json.loads(request.body)
    assert request.headers[0] == ("Authorization", "Bearer placeholder")
    assert list(sent) == ["model", "instructions", "input", "tools", "tool_choice", "store", "include", "stream"]
    assert (sent["instructions"], sent["tool_choice"], sent["stream"]) == ("Be brief.", "none", True)
    assert "é" in request.body


def test_the_menu_is_flat_and_not_strict() -> None:
    (offered,) = body()["tools"]
    assert {key: offered[key] for key in ("type", "name", "description", "strict")} == {
        "type": "function", "name": "add", "description": "Add.", "strict": False,
    }  # fmt: skip
    assert offered["parameters"]["required"] == ["a", "b"]


def test_tool_choice_is_only_sent_to_forbid() -> None:
    assert "tool_choice" not in body()
    assert "tool_choice" not in responses_request(PLACE, 1, "", TALK, [], forbid_tools=True).body


def test_what_the_server_said_goes_back_as_it_came() -> None:
    assert input_items(TALK, HERE) == [
        {"type": "message", "role": "user", "content": "add 1 and 2, é"},
        ITEMS[0],
        ITEMS[1],
        {**ITEMS[2], "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "3"},
        {"type": "function_call_output", "call_id": "c2", "output": '{"ok":false}'},
        {"type": "message", "role": "assistant", "content": "3"},
    ]
    assert body()["input"] == input_items(TALK, HERE)


PLAIN = [
    {"type": "function_call", "call_id": "c1", "name": "add", "arguments": '{"a": 1.50, "b": 2}'},
    {"type": "function_call", "call_id": "c2", "name": "add", "arguments": "{}"},
]


@pytest.mark.parametrize(
    "said",
    [
        replace(NOTES, source="https://api.example/v1 other"),
        replace(NOTES, source="https://other.example/v1 m"),
        replace(NOTES, source=""),
        replace(NOTES, extra=""),
        replace(NOTES, extra="no JSON"),
        replace(NOTES, extra="[]"),
        replace(NOTES, extra='{"reasoning_content":"Hm."}'),
        replace(NOTES, extra='{"output":5}'),
        replace(NOTES, extra=json.dumps({"output": ITEMS[:2]})),
        replace(NOTES, extra=json.dumps({"output": [ITEMS[0], ITEMS[2], ITEMS[1]]})),
    ],
)
def test_what_others_said_or_what_no_longer_fits_goes_as_plain_items(said: AssistantMessage) -> None:
    assert input_items((said,), HERE) == PLAIN


def test_without_a_source_nothing_is_echoed() -> None:
    assert input_items((replace(NOTES, source=""),), "") == PLAIN


def test_text_and_notes_of_others() -> None:
    said = AssistantMessage("Wait.", (ToolCall("c1", "météo now", "[1]"),))
    assert input_items((said,), HERE) == [
        {"type": "message", "role": "assistant", "content": "Wait."},
        {"type": "function_call", "call_id": "c1", "name": "m_t_o_now", "arguments": "{}"},
    ]


def test_a_kept_item_is_made_valid_before_it_goes_back() -> None:
    cut = note("fc_1", "c1", "add now", '{"a":', status="incomplete")
    said = AssistantMessage(
        "", (ToolCall("c1", "add now", '{"a":', cut_off=True),), json.dumps({"output": [cut]}), HERE
    )
    assert input_items((said,), HERE) == [{**cut, "name": "add_now", "arguments": "{}"}]


def test_an_answer_keeps_its_phase() -> None:
    item = message("Wait.", phase="commentary")
    said = AssistantMessage("Wait.", (), json.dumps({"output": [item]}), HERE)
    assert input_items((said,), HERE) == [item]


def test_half_a_character_does_not_reach_the_wire() -> None:
    talk = (
        UserMessage("a\ud83d"),
        AssistantMessage("\ud83d", (ToolCall("c", "t", "\ud83d"),)),
        ToolMessage("c", "t", "\ude00"),
    )
    responses_request(PLACE, 1, "\ud83d", talk, ()).body.encode("utf-8")


def test_reading_back_what_we_wrote() -> None:
    sent = responses_request(PLACE, 1, "", TALK, [tool(add)]).body
    assert (model_name(sent), wants_stream(sent), tool_names(sent)) == ("m", True, frozenset({"add"}))
    assert note_ids(sent) == {"c1", "c2"}


@pytest.mark.parametrize("text", ["", "[]", '{"input":"hi"}', '{"input":[5,{"type":"function_call","call_id":5},{}]}'])
def test_reading_what_holds_no_notes(text: str) -> None:
    assert note_ids(text) == frozenset()


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example/v1", "https://api.example/v1/", "https://api.example/v1/responses",
        "https://api.example/v1/chat/completions?x=1",
    ],
)  # fmt: skip
def test_a_source_is_the_same_from_every_address(url: str) -> None:
    assert source_of(url, "m") == HERE
