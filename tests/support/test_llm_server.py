"""The test server itself: with urllib for what goes over the wire, with the openai SDK for its shapes."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import openai
import pytest

from support.llm_server import MODELS, Cors, LlmServer
from support.loopback import closed_port
from support.replies import EVENT_STREAM, Call, Reply, Say, call, cut, empty, error, frames, html, sse_text, streamed

KEY = "sk-test"
ADD: Any = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(KEY) as running:
        yield running


def ask(server: LlmServer, text: str = "hi", key: str = KEY, **extra: object) -> tuple[int, str]:
    """POST one question with urllib: the status and the body's text."""
    body = json.dumps({"model": "test-model", "messages": [{"role": "user", "content": text}], **extra}).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{server.base_url}/chat/completions", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as failure:
        return failure.code, failure.read().decode()


def options(server: LlmServer, headers: str, origin: str = "http://page.example") -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(f"{server.base_url}/chat/completions", method="OPTIONS")
    request.add_header("Origin", origin)
    request.add_header("Access-Control-Request-Headers", headers)
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, dict(response.headers)
    except urllib.error.HTTPError as failure:
        return failure.code, dict(failure.headers)


def test_a_wrong_or_missing_key_is_refused_and_recorded(server: LlmServer) -> None:
    status, body = ask(server, key="wrong")
    assert status == 401 and "Incorrect API key" in body
    assert server.posts[0].headers["authorization"] == "Bearer wrong"


def test_preflight_allows_exactly_the_two_headers(server: LlmServer) -> None:
    status, headers = options(server, "authorization,content-type")
    assert status == 204 and headers["Access-Control-Allow-Headers"] == "authorization, content-type"
    status, headers = options(server, "authorization,content-type,x-stainless-os")
    assert status == 403 and "Access-Control-Allow-Origin" not in headers
    assert server.posts == []


def test_preflight_can_be_refused_by_origin_or_altogether() -> None:
    with LlmServer(cors=Cors(origins=("http://page.example",))) as server:
        assert options(server, "authorization")[1]["Access-Control-Allow-Origin"] == "http://page.example"
        assert options(server, "authorization", "http://other.example")[0] == 403
    with LlmServer(cors=Cors(origins=None)) as server:
        assert options(server, "authorization")[0] == 403


def test_scripted_replies_come_in_order_and_then_the_rule(server: LlmServer) -> None:
    server.script(error(429, "slow down"), html(), empty(), lambda entry: Say(entry.body["messages"][0]["content"]))
    assert ask(server)[0] == 429
    assert "web page" in ask(server)[1]
    assert ask(server) == (200, "")
    assert "hello!" in ask(server, "hello!")[1]
    assert "You said: hi" in ask(server)[1]
    assert [entry.body["model"] for entry in server.posts] == ["test-model"] * 5


def test_a_gate_holds_a_chunk_back(server: LlmServer) -> None:
    gate = threading.Event()
    server.script(streamed(Say("one two"), "m", [20], [None, gate]))
    with socket.create_connection(("127.0.0.1", int(server.origin.rsplit(":", 1)[1])), 5) as client:
        body = b'{"messages": [], "stream": true}'
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\n"
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        seen = b""
        while b"data: " not in seen:
            seen += client.recv(4096)
        assert b"[DONE]" not in seen and not server.posts[0].finished.is_set()
        gate.set()
        while b"[DONE]" not in seen:
            seen += client.recv(4096)
    assert server.posts[0].finished.wait(5)


def test_a_client_that_leaves_is_noticed(server: LlmServer) -> None:
    server.script(Reply(before_head=threading.Event()))
    with socket.create_connection(("127.0.0.1", int(server.origin.rsplit(":", 1)[1])), 5) as client:
        head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\n"
        client.sendall(f"{head}Content-Length: 16\r\n\r\n".encode() + b'{"messages": []}')
        entry = server.wait_for_post()
        assert not entry.hung_up.is_set()
    assert entry.hung_up.wait(5)


def test_a_dropped_connection_breaks_the_stream(server: LlmServer) -> None:
    data = sse_text(frames(Say("one two three"), "m"))
    server.script(Reply(cut(data, [40])[:1], content_type=EVENT_STREAM, drop=True))
    with pytest.raises((OSError, http.client.HTTPException)):
        ask(server)


def test_waiting_for_a_request_that_does_not_come(server: LlmServer) -> None:
    with pytest.raises(TimeoutError, match="0 POST"):
        server.wait_for_post(timeout=0.01)


def test_nothing_listens_on_a_closed_port() -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", closed_port()), 5)


def test_the_sdk_lists_the_models(server: LlmServer) -> None:
    client = openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0)
    assert [model.id for model in client.models.list()] == list(MODELS)


def test_the_sdk_reads_two_rounds_of_the_rule(server: LlmServer) -> None:
    client = openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0)
    messages: list[Any] = [{"role": "user", "content": "What is 3 plus 4?"}]
    first = client.chat.completions.create(model="m", messages=messages, tools=[ADD])
    notes = first.choices[0].message.tool_calls
    assert notes is not None and first.choices[0].finish_reason == "tool_calls"
    assert notes[0].type == "function" and json.loads(notes[0].function.arguments) == {"a": 3, "b": 4}
    messages += [first.choices[0].message, {"role": "tool", "tool_call_id": notes[0].id, "content": "7"}]
    second = client.chat.completions.create(model="m", messages=messages, tools=[ADD])
    assert second.choices[0].message.content == "The result is 7."
    assert second.usage is not None and second.usage.total_tokens == 18


def test_the_sdk_puts_a_stream_together(server: LlmServer) -> None:
    said = Say("Let me see.", (call("add", a=1, b=2), Call("call_2", "upper", '{"text": "é"}')))
    server.script(said, streamed(said, "m", range(7, 900, 7)))
    client = openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0)
    for _ in range(2):
        text, arguments, usage = "", {0: "", 1: ""}, 0
        chunks = client.chat.completions.create(model="m", messages=[], stream=True)
        for chunk in chunks:
            usage += chunk.usage.total_tokens if chunk.usage else 0
            for choice in chunk.choices:
                text += choice.delta.content or ""
                for note in choice.delta.tool_calls or []:
                    assert note.function is not None
                    arguments[note.index] += note.function.arguments or ""
        assert text == "Let me see." and usage == 18
        assert json.loads(arguments[0]) == {"a": 1, "b": 2} and json.loads(arguments[1]) == {"text": "é"}


def test_the_sdk_reads_an_error(server: LlmServer) -> None:
    server.script(error(500, "It broke.", "server_error"))
    client = openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0)
    with pytest.raises(openai.InternalServerError, match="It broke"):
        client.chat.completions.create(model="m", messages=[])
