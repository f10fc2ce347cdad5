"""A world that goes wrong: each time one plain sentence, no traceback, and the page as usable as before."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support import programs
from support.lessons import lesson_files
from support.llm_server import Cors, LlmServer, Scripted
from support.loopback import closed_port
from support.page import Glassloop
from support.replies import EVENT_STREAM, Reply, Say, call, cut, empty, error, frames, html, sse_text

LESSON = lesson_files("tools_are_a_dict")["main.py"]
NO_JARGON = re.compile(r"Traceback|File \"|undefined|\[object|TypeError|pyodide|AbortError|Exception\b")
SENTENCE = re.compile(r"[A-Z].{12,}[.!?]", re.DOTALL)

_DATA = sse_text(frames(Say("one two three"), "test-model"))
_STOPPED = _DATA.index(b"three")

REPLIES: dict[str, tuple[Scripted, str]] = {
    "401": (error(401, "Incorrect API key provided."), r"\bkey\b"),
    "404": (error(404, "The model does not exist."), r"404|not found|model|address|URL"),
    "429": (error(429, "Rate limit reached."), r"429|too many|limit|wait"),
    "500": (error(500, "It broke."), r"500|server"),
    "html": (html(), r"web page|HTML|not JSON|address|URL"),
    "html 404": (html(404), r"404|not found|address|URL"),
    "empty": (empty(), r"empty|nothing|no answer|without"),
    "not json": (Reply(cut(b'{"choices": [', [3])), r"JSON|read|cut"),
    "cut off": (Reply(cut(_DATA[:_STOPPED], [40]), content_type=EVENT_STREAM, drop=True), r"broke|cut|lost|before"),
}


# What may pass by itself, so that the library's loop tries again.
PASSING = {"429", "500"}


def expect_one_sentence(app: Glassloop, clue: str) -> None:
    entry = app.entries().last
    expect(entry).to_contain_text(re.compile(clue, re.IGNORECASE))
    expect(entry).to_contain_text(SENTENCE)
    expect(app.conversation).not_to_contain_text(NO_JARGON)


# The library's loop meets each of them; a program of one's own one of each sort: refused, no text, broken off.
MEETINGS = [(name, programs.LIBRARY) for name in REPLIES] + [(name, None) for name in ("401", "empty", "cut off")]


@pytest.mark.parametrize(("name", "program"), MEETINGS, ids=[f"{n}-{'library' if p else 'raw'}" for n, p in MEETINGS])
def test_a_bad_answer_is_one_sentence_and_can_be_asked_again(
    reused: Glassloop, llm: LlmServer, name: str, program: str | None
) -> None:
    live = reused
    assert llm.key is not None
    live.connect(llm.base_url, llm.key)
    live.set_program(program or LESSON)
    reply, clue = REPLIES[name]
    llm.script(reply)
    before = live.ends.count()
    live.begin("What is 3 plus 4?")
    if program is not None and name in PASSING:
        live.button("Cancel").click()  # the library's loop would wait and send it again
    live.expect_end(before + 1)
    expect_one_sentence(live, clue)
    expect(live.steps_of("stopped")).to_have_count(1)
    live.ask("What is 3 plus 4?")
    live.expect_last_entry("The result is 7")
    roles = [message["role"] for message in llm.posts[-1].body["messages"]]
    assert roles[-3:] == ["user", "assistant", "tool"]


def test_a_refused_connection(app: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    app.connect(f"http://127.0.0.1:{closed_port()}/v1", "sk-any")
    app.ask("What is 3 plus 4?")
    expect_one_sentence(app, r"answer|reach|connect")
    app.connect(llm.base_url, llm.key)
    app.ask("What is 3 plus 4?")
    app.expect_last_entry("The result is 7")


def test_a_server_that_lets_no_page_in(app: Glassloop) -> None:
    with LlmServer("sk-any", cors=Cors(origins=None)) as closed:
        app.connect(closed.base_url, "sk-any")
        app.ask("What is 3 plus 4?")
        expect_one_sentence(app, r"answer|reach|page|browser|CORS")
        assert closed.posts == []


def test_a_wrong_path(app: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    app.connect(f"{llm.origin}/wrong", llm.key)
    app.ask("What is 3 plus 4?")
    expect_one_sentence(app, r"404|not found|address|URL")
    app.connect(llm.base_url, llm.key)
    app.ask("What is 3 plus 4?")
    app.expect_last_entry("The result is 7")


def test_a_model_that_never_stops_asking_is_stopped(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    again = Say(calls=programs.ADD_ONE)
    llm.script(*[again] * 8)
    live.ask("Never stop.")
    assert len(llm.posts) <= 6
    live.expect_last_entry(re.compile("the same result each time", re.IGNORECASE))


def test_a_model_that_always_wants_another_tool_is_stopped_at_the_round_cap(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    llm.script(*[Say(calls=(call("add", f"c{number}", a=number, b=1),)) for number in range(8)])
    live.ask("Never stop.")
    assert len(llm.posts) == 5
    assert llm.posts[-1].body["tool_choice"] == "none"
    live.expect_last_entry(re.compile("after 5 rounds", re.IGNORECASE))
