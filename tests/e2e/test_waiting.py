"""What only Python can begin and the page shows: the wait before a request is sent again, and the rules it breaks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page import Glassloop

WAITS = """\
from glassloop import browser


async def agent(question):
    door = browser._sandbox.current.door
    again = await door.wait(float(question), "It is busy. The same request is sent again (try 2 of 3)")
    return f"again: {again}"
"""


@pytest.mark.parametrize(("button", "said"), [("Send now", "again: True"), ("Cancel", "again: False")])
def test_a_wait_can_be_cut_short(app: Glassloop, button: str, said: str) -> None:
    app.set_program(WAITS)
    app.begin("60")
    waiting = app.conversation.get_by_role("complementary", name="Waiting")
    expect(waiting).to_contain_text("It is busy. The same request is sent again (try 2 of 3) in 60 s.")
    expect(waiting.get_by_role("timer")).to_have_text("59 s")
    app.expect_state("running")
    waiting.get_by_role("button", name=button, exact=True).click()
    expect(waiting).to_have_count(0)
    app.expect_last_entry(said)


def test_a_wait_ends_by_itself(app: Glassloop) -> None:
    app.set_program(WAITS)
    app.ask("0.2")
    app.expect_last_entry("again: True")


def test_stop_ends_a_wait(app: Glassloop) -> None:
    app.set_program(WAITS)
    app.begin("60")
    expect(app.conversation.get_by_role("timer")).to_be_visible()
    app.button("Stop").click()
    app.expect_state("stopped")
    expect(app.conversation.get_by_role("timer")).to_have_count(0)


BREAKS = """\
import json

from glassloop import browser
from glassloop.events import LlmRequest
from glassloop.wire.lint import lint


async def agent(question):
    messages = [{"role": "user", "content": "hi"}] * 6
    messages += [{"role": "tool", "tool_call_id": "lost", "content": "15"}]
    messages += [{"role": "assistant", "content": None}]
    body = {"model": "m", "messages": messages}
    url = "https://api.example.com/v1/chat/completions"
    notes = ("The server takes no `stream`, so it was left out.",)
    found = tuple(lint(body))
    browser._sandbox.current.door.tell(LlmRequest(1, "m", url, (), json.dumps(body), found, notes))
    return "sent"
"""


def test_a_request_that_breaks_rules_says_which(app: Glassloop) -> None:
    app.set_program(BREAKS)
    app.ask("break them")
    step = app.steps_of("llm-request").last
    expect(step).to_contain_text("rules broken")
    step.click()
    rules = app.details.get_by_role("region", name="Rules of the format")
    orphan = rules.get_by_role("listitem").filter(has_text="messages[6]").first
    strict = orphan.locator("summary").filter(has_text="What a strict provider would answer")
    strict.click()
    expect(orphan).to_contain_text("400 (")
    orphan.get_by_role("link", name="messages[6]").first.click()
    expect(app.details.locator("#message-6")).to_be_focused()
    expect(app.details).to_contain_text("What was adapted")
    expect(app.details).to_contain_text("The server takes no `stream`, so it was left out.")
