"""Every failure says in one word, too, what kind of trouble it is."""

import json
from typing import Any

import pytest

from glassloop.events import Failure
from glassloop.transport import Aborted, CapReached, Refused, TransportError, Unreachable
from glassloop.wire.errors import explain, explain_transport
from glassloop.wire.reply import ReplyReader
from glassloop.wire.responses_reply import ResponsesReader

REFUSALS: list[tuple[int, Any, str]] = [
    (400, {"error": {"message": "gemma3 does not support tools"}}, "no-tools"),
    (400, {"error": {"message": "This server does not support tool choice"}}, "bad-request"),
    (400, {"error": {"code": "context_length_exceeded", "message": "too long"}}, "context"),
    (429, {"error": {"message": "Too many tokens, please wait before trying again."}}, "rate"),
    (429, {"error": {"type": "insufficient_quota", "message": "You exceeded your current quota"}}, "quota"),
    (402, "", "quota"),
    (400, {"error": {"message": "User location is not supported for the API use."}}, "region"),
    (400, {"error": {"message": "In context=('properties', 'location'), 'format' is not supported"}}, "bad-request"),
    (404, {"error": {"message": "model 'x' not found"}}, "model"),
    (401, {"error": {"message": "CORS requests are not allowed for this Organization"}}, "cors"),
    (401, "", "key"),
    (429, "<html><title>Slow down</title></html>", "rate"),
    (400, {"error": {"message": "Missing `reasoning_content` field in the assistant message"}}, "bad-request"),
    (403, "Forbidden", "forbidden"),
    (403, {"error": {"message": "You may not do that"}}, "forbidden"),
    (404, "", "path"),
    (408, "", "timeout"),
    (413, "", "too-large"),
    (302, "", "redirect"),
    (422, {"detail": "no"}, "bad-request"),
    (502, "<html>", "server"),
    (404, "<html>", "page"),
    (200, "", "empty"),
    (200, {"error": {"message": "something else"}}, "unknown"),
]


@pytest.mark.parametrize(("status", "body", "cause"), REFUSALS)
def test_of_a_refusal(status: int, body: Any, cause: str) -> None:
    assert explain(status, body if isinstance(body, str) else json.dumps(body)).cause == cause


TRANSPORT: dict[type[TransportError], str] = {
    Refused: "refused",
    CapReached: "cap",
    Unreachable: "unreachable",
    Aborted: "aborted",
    TransportError: "unknown",
}


@pytest.mark.parametrize("kind", TRANSPORT)
def test_of_a_transport(kind: type[TransportError]) -> None:
    assert explain_transport(kind("It broke.", "Try again.")).cause == TRANSPORT[kind]


CHAT = 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'
BODIES = {
    "not-an-answer": "hello",
    "page": "<html>",
    "other-format": '{"output":[]}',
    "broken": '{"choices":[',
    "dropped": CHAT,
    "rate": CHAT + 'data: {"error":{"message":"slow down","code":429}}\n\n',
    "empty": "data: [DONE]\n\n",
    "filtered": '{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}',
}


def read(reader: type[ReplyReader], body: str) -> str:
    reading = reader(status=200, requested_stream=True, known_tools=frozenset(), taken_ids=frozenset())
    reading.feed(body.encode())
    result = reading.close()
    assert isinstance(result, Failure)
    return result.cause


@pytest.mark.parametrize("cause", BODIES)
def test_of_a_body_that_is_no_answer(cause: str) -> None:
    assert read(ReplyReader, BODIES[cause]) == cause


def test_of_the_other_format() -> None:
    assert read(ResponsesReader, '{"choices":[]}') == "other-format"
    assert read(ResponsesReader, CHAT + "data: [DONE]\n\n") == "other-format"
    assert read(ResponsesReader, '{"x":1}') == "not-an-answer"
    assert read(ResponsesReader, '{"object":"response","status":"queued","output":[]}') == "not-an-answer"
