"""Conversations with servers that this project did not write, over real HTTP, seen from both ends.

Chat Completions with fakellm, the Responses API with aimock. (aimock's Chat Completions are in test_live.)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from support import aimock, fakellm_server, programs
from support.page import Glassloop

ROOT = Path(__file__).parents[2]
KEY = "sk-mock"
ROUND = ["llm-request", "llm-response"]
ONE_CALL = ["question", *ROUND, "dispatch", "tool-result", *ROUND, "answer"]

both_ways = pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])


class Wire:
    """The POST requests that the browser sent, as it sent them."""

    def __init__(self, app: Glassloop) -> None:
        self.posts: list[Request] = []
        app.page.on("request", lambda request: self.posts.append(request) if request.method == "POST" else None)

    def bodies(self) -> list[Any]:
        return [json.loads(request.post_data or "") for request in self.posts]

    def urls(self) -> list[str]:
        return [request.url for request in self.posts]

    def content_types(self) -> set[str]:
        replies = [request.response() for request in self.posts]
        return {reply.headers["content-type"].partition(";")[0] if reply else "none" for reply in replies}


def expected_type(stream: bool) -> str:
    return "text/event-stream" if stream else "application/json"


def trace_of_the_last_run(app: Glassloop) -> list[str]:
    kinds = app.kinds()
    return kinds[len(kinds) - 1 - kinds[::-1].index("question") :]


@both_ways
def test_fakellm_holds_a_conversation_of_two_rounds(app: Glassloop, tmp_path: Path, stream: bool) -> None:
    with fakellm_server.running(tmp_path, key=KEY) as server:
        app.set_program(programs.LIBRARY)
        app.connect(server.base_url, KEY, "some-model", stream=stream)
        wire = Wire(app)
        app.ask(fakellm_server.QUESTION)
        app.expect_last_entry(fakellm_server.ANSWER)
        assert trace_of_the_last_run(app) == ONE_CALL
        assert wire.urls() == [f"{server.base_url}/chat/completions"] * 2
        assert wire.content_types() == {expected_type(stream)}
        seen = server.stats()
    # Its rule for the answer asks for the result 7 in the second request: it did get it.
    assert seen["by_rule"] == {"one call": 1, "answer": 1}
    assert [request["stream"] for request in seen["recent"]] == [stream, stream]
    *_, assistant, result = wire.bodies()[1]["messages"]
    (note,) = assistant["tool_calls"]
    assert note["function"]["name"] == "add" and json.loads(note["function"]["arguments"]) == {"a": 3, "b": 4}
    assert result == {"role": "tool", "tool_call_id": note["id"], "content": "7"}


@both_ways
def test_fakellm_asks_for_two_tools_in_one_reply(app: Glassloop, tmp_path: Path, stream: bool) -> None:
    with fakellm_server.running(tmp_path, key=KEY) as server:
        app.set_program(programs.LIBRARY)
        app.connect(server.base_url, KEY, "some-model", stream=stream)
        wire = Wire(app)
        app.ask(fakellm_server.QUESTION_FOR_TWO)
        app.expect_last_entry(fakellm_server.ANSWER)
        assert server.stats()["by_rule"] == {"two calls": 1, "answer": 1}
    *_, assistant, added, raised = wire.bodies()[1]["messages"]
    assert [note["function"]["name"] for note in assistant["tool_calls"]] == ["add", "upper"]
    assert [added["tool_call_id"], raised["tool_call_id"]] == [note["id"] for note in assistant["tool_calls"]]
    assert (added["content"], raised["content"]) == ("7", "ŽLUŤ 🐍")


@both_ways
def test_aimock_holds_a_conversation_over_the_responses_api(app: Glassloop, tmp_path: Path, stream: bool) -> None:
    with aimock.running(ROOT, tmp_path, key=KEY) as server:
        app.set_program(programs.LIBRARY)
        app.connect(server.base_url, KEY, "some-model", stream=stream)
        choose_the_responses_api(app)
        wire = Wire(app)
        app.ask("What is 3 plus 4?")
        app.expect_last_entry("Three and four make 7.")
        assert trace_of_the_last_run(app) == ONE_CALL
        assert wire.urls() == [f"{server.base_url}/responses"] * 2
        assert wire.content_types() == {expected_type(stream)}
        assert [entry["response"]["status"] for entry in server.journal("/v1/responses")] == [200, 200]
        assert server.journal() == []
    first, second = wire.bodies()
    assert bool(first.get("stream")) == bool(second.get("stream")) == stream
    call, output = second["input"][-2:]
    assert call["type"] == "function_call" and call["name"] == "add"
    assert json.loads(call["arguments"]) == {"a": 3, "b": 4}
    assert output == {"type": "function_call_output", "call_id": call["call_id"], "output": "7"}


def choose_the_responses_api(app: Glassloop) -> None:
    app.open_connection()
    app.field("combobox", "Wire format").select_option(label="Responses API")
    app.dialog.get_by_role("button", name="Save", exact=True).click()
    expect(app.dialog).to_be_hidden()
