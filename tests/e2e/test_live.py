"""Runs against real HTTP servers: ours, which keeps a journal, and one that this project did not write."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support import aimock, programs
from support.lessons import lesson_files
from support.llm_server import MODELS, Entry, LlmServer
from support.page import Glassloop
from support.replies import Call, Say, call, frames, sse_text, streamed

ROOT = Path(__file__).parents[2]
PROGRAMS = {"raw": lesson_files("tools_are_a_dict")["main.py"], "library": programs.LIBRARY}


def use(app: Glassloop, which: str) -> None:
    """Lesson 1's own program as it stands, or one that uses the library's loop."""
    app.set_program(PROGRAMS[which])


def authorised(llm: LlmServer, entry: Entry) -> bool:
    return entry.headers.get("authorization") == f"Bearer {llm.key}"


@pytest.mark.parametrize("program", list(PROGRAMS))
@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
def test_two_rounds_with_the_real_key_on_the_wire(
    reused: Glassloop, llm: LlmServer, program: str, stream: bool
) -> None:
    app = reused
    assert llm.key is not None
    use(app, program)
    app.connect(llm.base_url, llm.key, stream=stream)
    app.ask("What is 3 plus 4?")
    app.expect_last_entry("The result is 7")
    expect(app.entries().last).not_to_contain_text(re.compile("practice model", re.IGNORECASE))
    first, second = llm.posts
    assert authorised(llm, first) and authorised(llm, second)
    assert first.body["model"] == second.body["model"] == "test-model"
    last = second.body["messages"][-1]
    assert last["role"] == "tool" and last["tool_call_id"] == "call_1" and "7" in last["content"]
    if program == "library":
        assert bool(first.body.get("stream")) == stream
    assert {"cookie", "referer"} & set(first.headers) == set()


@pytest.mark.parametrize("program", list(PROGRAMS))
def test_held_before_a_request_the_server_has_heard_nothing(live: Glassloop, llm: LlmServer, program: str) -> None:
    use(live, program)
    llm.journal.clear()
    live.begin("What is 3 plus 4?", by="Step")
    live.expect_last("llm-request")
    live.expect_state("held")
    assert llm.journal == []
    live.button("Step").click()
    live.expect_last("dispatch")
    assert len(llm.posts) == 1 and authorised(llm, llm.posts[0])
    live.button("Step").click()
    live.expect_last("tool-result")
    assert len(llm.posts) == 1
    live.settle()
    assert len(llm.posts) == 2
    live.expect_last_entry("The result is 7")


def test_several_notes_in_one_reply_are_each_answered(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    good = (call("add", "a1", a=1, b=2), call("upper", "u1", text="é"))
    notes = (*good, Call("x1", "nope", "{}"), Call("b1", "add", "{"))
    llm.script(Say("Let me see.", notes), Say("All done."))
    live.ask("Do it all.")
    live.expect_last_entry("All done.")
    live.expect_entry("Let me see.")
    *_, assistant, one, two, three, four = llm.posts[1].body["messages"]
    assert [note["id"] for note in assistant["tool_calls"]] == ["a1", "u1", "x1", "b1"]
    assert [message["tool_call_id"] for message in (one, two, three, four)] == ["a1", "u1", "x1", "b1"]
    assert "3" in one["content"] and "É" in two["content"] and "nope" in three["content"]
    assert live.steps_of("dispatch").count() >= 4


def test_a_stream_is_shown_while_it_arrives(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    said = Say("first second third")
    data = sse_text(frames(said, "test-model"))
    gate = threading.Event()
    llm.script(streamed(said, "test-model", [data.index(b"second")], [None, gate]))
    live.begin("Go on.")
    live.expect_entry("first")
    expect(live.conversation).not_to_contain_text("second")
    gate.set()
    live.expect_last_entry("first second third")


def test_a_stream_cut_at_every_few_bytes_gives_the_same(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    said = Say("", (Call("u1", "upper", '{"text": "žluť 🐍"}'),))
    llm.script(streamed(said, "test-model", range(3, 3000, 3)), Say("Naïve 🐍."))
    live.ask("Shout.")
    live.expect_last_entry("Naïve 🐍.")
    assert "ŽLUŤ 🐍" in llm.posts[1].body["messages"][-1]["content"]


def test_big_integers_and_decimals_keep_their_digits(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    llm.script(Say(calls=(Call("n1", "add", '{"a": 9007199254740993, "b": 9007199254740993}'),)), Say("Done."))
    live.ask("Add.")
    live.expect_entry("18014398509481986")
    assert "18014398509481986" in llm.posts[1].body["messages"][-1]["content"]


def test_the_trace_has_tokens_and_the_servers_words(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    llm.script(Say("Hello.", usage=(321, 45)))
    live.ask("Hi.")
    response = live.steps_of("llm-response").last
    expect(response).to_contain_text(re.compile("321|366|45"))
    response.click()
    expect(live.details).to_contain_text("Hello.")
    live.steps_of("llm-request").last.click()
    expect(live.details).to_contain_text("glassloop-secret-llm")


def test_the_dialog_fetches_the_models_of_the_server(app: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    app.open_connection()
    app.field("combobox", "Provider").select_option(label="Custom endpoint")
    app.field("textbox", "Base URL").fill(llm.base_url)
    app.key.fill(llm.key)
    expect(app.key).to_have_attribute("type", "password")
    app.dialog.get_by_role("button", name="Test connection", exact=True).click()
    expect(app.dialog).to_contain_text(re.compile("2 models|test-model"))
    # A list belongs to an input in different ways; what counts is that each name can be picked.
    offered = app.dialog.locator("option").evaluate_all("all => all.map(one => one.value)")
    assert set(MODELS) <= set(offered)
    assert [entry.path for entry in llm.journal if entry.method == "GET"] == ["/v1/models"]


def test_a_wrong_key_is_told_in_the_dialog(app: Glassloop, llm: LlmServer) -> None:
    app.open_connection()
    app.field("combobox", "Provider").select_option(label="Custom endpoint")
    app.field("textbox", "Base URL").fill(llm.base_url)
    app.key.fill("sk-wrong")
    app.dialog.get_by_role("button", name="Test connection", exact=True).click()
    expect(app.dialog).to_contain_text(re.compile("key", re.IGNORECASE))
    expect(app.dialog).to_contain_text(re.compile("401|not accept|refused|wrong", re.IGNORECASE))
    expect(app.dialog).not_to_contain_text("sk-wrong")


@pytest.mark.parametrize("program", list(PROGRAMS))
@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
def test_against_a_server_that_we_did_not_write(reused: Glassloop, tmp_path: Path, program: str, stream: bool) -> None:
    app = reused
    with aimock.running(ROOT, tmp_path, key="sk-mock") as mock:
        use(app, program)
        app.connect(mock.base_url, "sk-mock", "some-model", stream=stream)
        app.ask("What is 3 plus 4?")
        app.expect_last_entry("Three and four make 7.")
        seen = mock.journal()
    assert len(seen) == 2
    result = seen[1]["body"]["messages"][-1]
    assert result["role"] == "tool" and "7" in result["content"]
