"""A dozen of the wire suite's cases through the whole page, then what a refusal teaches and how a retry is shown."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from support import programs
from support.llm_server import LlmServer
from support.page import Glassloop
from support.replies import EVENT_STREAM, JSON, Reply, Say, call, cut, error
from support.wire_cases import CASES, Case

BY_FILE = {case.file: case for case in CASES}
# Notes that can be run, with what the tool makes of them; and failures, with what is said.
RUN = {
    "A01-object-streamed": "3",
    "A02-streamed": "",
    "A04-double-streamed": "3",
    "A07-every-index-0": "",
    "A13-split": "",
    "A35-crlf": "",
    "A36-utf8": "é🌍",
}
FAIL = ("A31-middle", "A33-dropped", "A39-html", "B27-ollama", "B32-quota", "A15-tags")


def as_reply(case: Case) -> Reply:
    """The case's own bytes in its own pieces."""
    data = b"".join(case.chunks)
    kind = case.content_type or (EVENT_STREAM if case.requested_stream else JSON)
    return Reply(cut(data, [len(c) for c in case.chunks[:-1]] or [1]), status=case.status, content_type=kind)


def start(app: Glassloop, llm: LlmServer, *, stream: bool) -> None:
    assert llm.key is not None
    app.connect(llm.base_url, llm.key, stream=stream)
    app.set_program(programs.LIBRARY)


@pytest.mark.parametrize("file", RUN)
def test_a_reply_that_is_odd_is_read_and_answered(reused: Glassloop, llm: LlmServer, file: str) -> None:
    app, case = reused, BY_FILE[file]
    start(app, llm, stream=case.requested_stream)
    llm.script(as_reply(case), Say("And so it ends."))
    app.ask("What is 1 plus 2?")
    calls = case.expect.get("calls", [])
    expect(app.steps_of("dispatch")).to_have_count(len(calls))
    if calls:
        app.expect_last_entry("And so it ends.")
        sent = llm.posts[-1].body["messages"]
        assert [m["role"] for m in sent][-1 - len(calls) :] == ["assistant", *["tool"] * len(calls)]
        assert all(
            isinstance(json.loads(c["function"]["arguments"]), dict) for c in sent[-1 - len(calls)]["tool_calls"]
        )
    if RUN[file]:
        app.expect_entry(RUN[file])
    for note in case.expect.get("notes_contain", []):
        app.steps_of("llm-response").nth(-2 if calls else -1).click()
        expect(app.details).to_contain_text(note)


@pytest.mark.parametrize("file", FAIL)
def test_a_reply_that_is_no_answer_is_said_in_words(reused: Glassloop, llm: LlmServer, file: str) -> None:
    app, case = reused, BY_FILE[file]
    start(app, llm, stream=case.requested_stream)
    llm.script(*[as_reply(case)] * 2)
    app.ask("What is 1 plus 2?")
    said = case.expect.get("what_contains")
    if said:
        app.expect_last_entry(said)
        app.expect_last("stopped")
    for note in case.expect.get("notes_contain", []):
        app.steps_of("llm-response").last.click()
        expect(app.details).to_contain_text(note)
    assert len(llm.posts) == 1


def test_a_refused_field_is_left_out_once_and_for_all(app: Glassloop, llm: LlmServer) -> None:
    start(app, llm, stream=True)
    llm.script(error(400, "Extra inputs are not permitted, field: 'stream'"), Say("Whole."), Say("Whole again."))
    app.ask("Hello?")
    app.expect_last_entry("Whole.")
    assert ["stream" in post.body for post in llm.posts] == [True, False]
    expect(app.steps_of("log").last).to_contain_text("stream")
    app.ask("And now?")
    app.expect_last_entry("Whole again.")
    assert ["stream" in post.body for post in llm.posts] == [True, False, False]
    app.steps_of("llm-request").last.click()
    expect(app.details).to_contain_text("stream")


def test_a_retry_counts_down_and_can_be_sent_at_once(app: Glassloop, llm: LlmServer) -> None:
    start(app, llm, stream=True)
    llm.script(error(429, "Rate limit reached. Please try again in 50s."), Say("There you are."))
    before = app.ends.count()
    app.begin("Hello?")
    expect(app.page.get_by_text("try 2 of 3").last).to_be_visible()
    app.expect_state("running")
    assert len(llm.posts) == 1
    app.button("Send now").click()
    app.expect_end(before + 1)
    app.expect_last_entry("There you are.")
    assert llm.posts[0].body == llm.posts[1].body


def test_a_retry_can_be_called_off(app: Glassloop, llm: LlmServer) -> None:
    start(app, llm, stream=True)
    llm.script(error(503, "Overloaded. Retry after 50 seconds."))
    before = app.ends.count()
    app.begin("Hello?")
    app.button("Cancel").click()
    app.expect_end(before + 1)
    app.expect_last("stopped")
    assert len(llm.posts) == 1


def test_a_broken_rule_shows_on_the_request(app: Glassloop, llm: LlmServer) -> None:
    """A raw program that forgets a result: the page says which rule is broken before the server does."""
    assert llm.key is not None
    app.connect(llm.base_url, llm.key)
    app.set_program(programs.FORGETS_A_RESULT)
    llm.script(Say(calls=(call("add", "c1", a=1, b=2),)), Say("unanswered"))
    app.begin("What is 1 plus 2?")
    app.expect_last_entry("unanswered")
    expect(app.steps_of("llm-request").last).to_contain_text("rule")
    app.steps_of("llm-request").last.click()
    expect(app.details).to_contain_text("c1")
    expect(app.details).to_contain_text("must be followed by tool messages")
