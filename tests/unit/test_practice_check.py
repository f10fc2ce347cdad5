"""Which requests the practice model takes, and the words in which it refuses the others, as a strict server would."""

import json

import pytest

from support.practice import MENU, Json, request, send

QUESTION: Json = {"role": "user", "content": "add 1 and 2"}


def calls(*ids: str, arguments: object = "{}") -> Json:
    notes = [{"id": i, "type": "function", "function": {"name": "add", "arguments": arguments}} for i in ids]
    return {"role": "assistant", "content": None, "tool_calls": notes}


def result(call_id: str, content: object = "3") -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


@pytest.mark.parametrize(
    "messages",
    [
        [QUESTION],
        [{"role": "system", "content": "Be brief."}, QUESTION],
        [{"role": "developer", "content": "Be brief."}, QUESTION],
        [{"role": "user", "content": [{"type": "text", "text": "add 1 and 2"}]}],
        [QUESTION, calls("c1"), result("c1")],
        [QUESTION, calls("c1", "c2"), result("c2"), result("c1")],
        [QUESTION, calls("c1"), result("c1"), calls("c1"), result("c1")],
        [QUESTION, calls("c1"), result("c1"), {"role": "assistant", "content": "3"}, QUESTION],
        [QUESTION, calls("c1", arguments='{"a":'), result("c1", "")],
        [{"role": "assistant", "content": "Hello"}],
    ],
)
def test_accepted(messages: list[Json]) -> None:
    status, _ = send(request(messages, MENU))
    assert status == 200


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([QUESTION, calls("c1")], "did not have response messages: c1"),
        ([QUESTION, calls("c1", "c2"), result("c1")], "did not have response messages: c2"),
        ([QUESTION, calls("c1"), QUESTION], "must be followed by tool messages"),
        ([QUESTION, result("c1")], "must be a response to a preceeding message with 'tool_calls'"),
        ([result("c1")], "must be a response to a preceeding message with 'tool_calls'"),
        ([QUESTION, calls("c1"), result("other")], "'tool_call_id' of 'other' not found"),
        ([QUESTION, calls("c1"), result("c1"), result("c1")], "'tool_call_id' of 'c1' not found"),
        ([QUESTION, calls("c1"), result("c1"), QUESTION, result("c1")], "preceeding message"),
        ([QUESTION, calls("c1"), result("c1", None)], "expected a string, got null"),
        ([QUESTION, calls("c1"), result("c1", {"sum": 3})], "got an object instead"),
        ([QUESTION, calls("c1", arguments={"a": 1})], "messages[1].tool_calls[0].function.arguments"),
        ([QUESTION, {"role": "assistant", "content": "", "tool_calls": []}], "empty array"),
        ([{"role": "robot", "content": "hi"}], "Invalid value: 'robot'. Supported values are: 'system'"),
        ([{"content": "hi"}], "Missing required parameter: 'messages[0].role'"),
        ([{"role": "user", "content": None}], "expected a string, got null"),
        ([{"role": "user"}], "expected a string, got null"),
        (["hi"], "expected an object, but got a string instead"),
        ([], "empty array"),
    ],
)
def test_refused_messages(messages: list[Json], words: str) -> None:
    status, raw = send({**request([], MENU), "messages": messages})
    error = json.loads(raw)["error"]
    assert status == 400 and error["type"] == "invalid_request_error"
    assert words in error["message"]


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"model": "gpt-9"}, 404, "The model `gpt-9` does not exist"),
        ({"model": ""}, 400, "you must provide a model parameter"),
        ({"messages": "hi"}, 400, "expected an array of objects, but got a string"),
        ({"stream": "yes"}, 400, "Invalid type for 'stream'"),
        ({"tools": []}, 400, "Invalid 'tools': empty array"),
        ({"tools": {}}, 400, "Invalid type for 'tools'"),
        ({"tools": [{"type": "function"}]}, 400, "tools[0].function"),
        ({"tools": [{"function": {"name": "add"}}]}, 400, "tools[0].type"),
        ({"tools": [{"type": "function", "function": {"name": "add numbers"}}]}, 400, "does not match pattern"),
        ({"tools": [{"type": "function", "function": {"name": "add", "parameters": {}}}]}, 400, 'type: "object"'),
        ({"tools": None, "tool_choice": "auto"}, 400, "only allowed when 'tools' are specified"),
        ({"tool_choice": "maybe"}, 400, "Supported values are: 'none', 'auto', and 'required'"),
        ({"tool_choice": {"type": "function", "function": {"name": "x"}}}, 400, "no function named 'x'"),
    ],
)
def test_refused_bodies(change: Json, status: int, words: str) -> None:
    got, raw = send({**request([QUESTION], MENU), **change})
    assert got == status
    assert words in json.loads(raw)["error"]["message"]


@pytest.mark.parametrize("raw", [b"", b"{", b"not json", b"\xff\xfe", b'{"model": NaN', b"[" * 100_000])
def test_what_is_no_json(raw: bytes) -> None:
    status, body = send(raw)
    assert status == 400 and "could not parse the JSON body" in json.loads(body)["error"]["message"]


def test_a_body_that_is_no_object() -> None:
    assert send(b"[1]")[0] == 400


@pytest.mark.parametrize("missing", ["model", "messages"])
def test_missing_parameters(missing: str) -> None:
    body = request([QUESTION], MENU)
    del body[missing]
    status, raw = send(body)
    assert status == 400 and missing in json.loads(raw)["error"]["message"]
