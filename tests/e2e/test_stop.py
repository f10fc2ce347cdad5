"""Stop always works: at an await, in a stream, and in a tool that never comes back."""

from __future__ import annotations

import re
import threading

import pytest
from playwright.sync_api import expect

from support import programs
from support.llm_server import LlmServer
from support.page import BOOT_MS, IDLE, STOP_MS, Glassloop
from support.replies import Reply, Say, call, frames, sse_text, streamed


def test_a_hung_tool_is_stopped_and_the_conversation_goes_on(app: Glassloop) -> None:
    app.ask("what's 20 plus 22")
    app.expect_last_entry("42")
    app.set_program(programs.HUNG)
    app.begin("what's 3 plus 4")
    app.expect_last("dispatch")
    app.expect_state("running")
    app.button("Stop").click()
    app.expect_state(*IDLE, "booting", timeout=STOP_MS)
    app.expect_state(*IDLE, timeout=BOOT_MS)
    app.expect_last("stopped")
    app.expect_last_entry(re.compile("stopped", re.IGNORECASE))
    app.expect_entry("42")
    app.set_program(programs.LIBRARY)
    app.ask("what's 3 plus 5", timeout=BOOT_MS)
    app.expect_last_entry("8")
    app.expect_entry("42")


def test_after_a_stop_every_note_has_its_result(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.HUNG)
    llm.script(Say(calls=(call("add", "a1", a=1, b=2), call("upper", "u1", text="x"))))
    live.begin("Do both.")
    live.expect_last("dispatch")
    live.expect_state("running")
    live.button("Stop").click()
    live.expect_state(*IDLE, timeout=BOOT_MS)
    live.set_program(programs.LIBRARY)
    llm.script(Say("Fine."))
    live.ask("And now?", timeout=BOOT_MS)
    live.expect_last_entry("Fine.")
    messages = llm.posts[-1].body["messages"]
    asked = [note["id"] for message in messages for note in message.get("tool_calls") or []]
    answered = [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    assert asked == answered
    assert asked[-2:] == ["a1", "u1"]


def test_stop_while_a_stream_is_open_hangs_up(live: Glassloop, llm: LlmServer) -> None:
    live.set_program(programs.LIBRARY)
    said = Say("first second")
    gate = threading.Event()
    cut_at = sse_text(frames(said, "test-model")).index(b"second")
    llm.script(streamed(said, "test-model", [cut_at], [None, gate]))
    live.begin("Tell me.")
    live.expect_entry("first")
    live.button("Stop").click()
    live.expect_state(*IDLE, timeout=STOP_MS)
    assert llm.posts[0].hung_up.wait(5), "the server never saw the client leave"
    live.ask("You again?")
    live.expect_last_entry("You said: You again?")


@pytest.mark.parametrize("program", [None, programs.LIBRARY], ids=["raw", "library"])
def test_stop_before_any_answer_hangs_up(live: Glassloop, llm: LlmServer, program: str | None) -> None:
    if program is not None:
        live.set_program(program)
    llm.script(Reply(before_head=threading.Event()))
    live.begin("Are you there?")
    entry = llm.wait_for_post()
    live.button("Stop").click()
    live.expect_state(*IDLE, timeout=STOP_MS)
    assert entry.hung_up.wait(5), "the server never saw the client leave"
    live.expect_last_entry(re.compile("stopped", re.IGNORECASE))
    live.ask("What is 3 plus 4?")
    live.expect_last_entry("The result is 7")


def test_stop_while_held_sends_nothing(live: Glassloop, llm: LlmServer) -> None:
    llm.journal.clear()
    live.begin("What is 3 plus 4?", by="Step")
    live.expect_last("llm-request")
    live.expect_state("held")
    live.button("Stop").click()
    live.expect_last("stopped")
    live.expect_state(*IDLE)
    assert llm.journal == []
    expect(live.question).to_be_editable()
