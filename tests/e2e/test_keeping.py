"""What is kept and what is not: a key in this tab only when asked, edits in flight in the trace beside the original."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.llm_server import LlmServer
from support.page import Glassloop
from support.replies import Say


def stored(page: Page) -> str:
    return str(page.evaluate("() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })"))


def again(app: Glassloop) -> None:
    """Load the page anew; with a live connection no run begins by itself."""
    app.page.reload()
    app.expect_state("ready", timeout=30_000)


def remember(app: Glassloop, on: bool) -> None:
    app.open_connection()
    app.field("checkbox", "Remember in this tab").set_checked(on)
    app.dialog.get_by_role("button", name="Save", exact=True).click()
    expect(app.dialog).to_be_hidden()


def test_a_key_is_gone_after_a_reload(live: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    assert llm.key not in stored(live.page)
    again(live)
    live.open_connection()
    expect(live.key).to_have_value("")
    assert llm.posts == []


def test_a_remembered_key_works_after_a_reload_and_can_be_forgotten(live: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    remember(live, True)
    again(live)
    llm.script(Say("Still here."))
    live.ask("Hello?")
    live.expect_last_entry("Still here.")
    assert llm.posts[-1].headers["authorization"] == f"Bearer {llm.key}"
    live.open_connection()
    live.dialog.get_by_role("button", name="Forget key", exact=True).click()
    assert llm.key not in stored(live.page)


def test_an_edit_in_flight_is_what_runs_and_the_original_stays(app: Glassloop) -> None:
    app.begin("add 2 and 3", by="Step")
    app.expect_last("llm-request")
    app.button("Step").click()
    app.expect_last("dispatch")
    app.steps.last.click()
    app.details.get_by_role("button", name="Edit", exact=True).click()
    app.details.get_by_role("textbox").fill('{"a": 20, "b": 3}')
    app.details.get_by_role("button", name="Apply", exact=True).click()
    app.settle()
    app.expect_entry("23")
    edited = app.steps_of("dispatch").last
    expect(edited).to_contain_text("edited")
    edited.click()
    expect(app.details).to_contain_text('"a": 20')
    expect(app.details).to_contain_text('"a": 2,')
