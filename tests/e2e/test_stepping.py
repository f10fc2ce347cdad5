"""Runs with the practice model: Run, Step, Continue, Pause, stop points, the trace, the cursor."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support.page import IDLE, Glassloop, in_order

WHOLE = [
    "question",
    "llm-request",
    "llm-response",
    "dispatch",
    "tool-result",
    "llm-request",
    "llm-response",
    "answer",
]


def new_kinds(app: Glassloop, before: int) -> list[str]:
    """What was added to the trace, without what programs print."""
    return [kind for kind in app.kinds()[before:] if kind != "log"]


def test_a_question_runs_to_its_answer(app: Glassloop) -> None:
    before = app.steps.count()
    app.ask("what's 3 plus 4")
    assert new_kinds(app, before) == WHOLE
    app.expect_last_entry("7")
    app.expect_last_entry(re.compile("practice model", re.IGNORECASE))


def test_step_is_held_at_every_stop_point(app: Glassloop) -> None:
    before = app.steps.count()
    app.begin("what's 3 plus 4", by="Step")
    for items, kind in ((2, "llm-request"), (4, "dispatch"), (5, "tool-result"), (6, "llm-request")):
        expect(app.steps).to_have_count(before + items)
        app.expect_last(kind)
        app.expect_state("held")
        app.button("Step").click()
    app.expect_last("answer")
    app.expect_state(*IDLE)
    assert new_kinds(app, before) == WHOLE


def test_held_says_that_nothing_has_happened_yet(app: Glassloop) -> None:
    app.begin("what's 3 plus 4", by="Step")
    app.expect_last("llm-request")
    app.expect_state("held")
    app.expect_entry("Nothing has been sent yet")
    app.button("Step").click()
    app.expect_last("dispatch")
    app.expect_entry("Nothing has run yet")


def test_continue_runs_on_to_the_end(app: Glassloop) -> None:
    before = app.steps.count()
    app.begin("what's 3 plus 4", by="Step")
    app.expect_last("llm-request")
    app.settle()
    assert new_kinds(app, before) == WHOLE


def test_pause_holds_a_run_at_its_next_stop_point(app: Glassloop) -> None:
    app.set_stop("before a request")
    app.begin("what's 3 plus 4")
    app.expect_last("llm-request")
    app.expect_state("held")
    # Continue and Pause in one go: the run can't have got anywhere between the two.
    app.page.evaluate(
        """() => {
            const all = [...document.querySelectorAll("button")];
            const button = (name) => all.find((one) => one.textContent.trim() === name);
            button("Continue").click();
            return new Promise((done) => requestAnimationFrame(() => { button("Pause").click(); done(); }));
        }"""
    )
    app.expect_state("held")
    assert app.kinds()[-1] in ("dispatch", "tool-result", "llm-request")
    app.set_stop("before a request", on=False)
    app.settle()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("before a request", "llm-request"),
        ("before a dispatch", "dispatch"),
        ("before a result goes back", "tool-result"),
    ],
)
def test_a_stop_holds_every_run_at_its_kind(app: Glassloop, name: str, kind: str) -> None:
    app.set_stop(name)
    app.begin("what's 3 plus 4")
    app.expect_last(kind)
    app.expect_state("held")
    app.set_stop(name, on=False)
    app.settle()
    app.expect_last_entry("7")


def test_a_stop_by_tool_holds_only_that_tool(app: Glassloop) -> None:
    app.set_stop("before add")
    app.ask("write quiet in capitals")
    app.expect_last_entry("QUIET")
    app.begin("what's 3 plus 4")
    app.expect_last("dispatch")
    app.expect_state("held")
    app.settle()


def test_the_trace_is_walked_with_the_keyboard(app: Glassloop) -> None:
    app.trace.focus()
    app.page.keyboard.press("Home")
    expect(app.steps.first).to_have_attribute("aria-selected", "true")
    app.page.keyboard.press("ArrowDown")
    second = app.steps.nth(1)
    expect(second).to_have_attribute("aria-selected", "true")
    expect(second).to_have_attribute("data-kind", "llm-request")
    app.page.keyboard.press("Enter")
    expect(app.details).to_be_focused()
    app.trace.focus()
    app.page.keyboard.press("ArrowUp")
    expect(app.steps.first).to_have_attribute("aria-selected", "true")
    app.page.keyboard.press("End")
    expect(app.steps.last).to_have_attribute("aria-selected", "true")


def test_the_cursor_goes_back_and_forward(app: Glassloop) -> None:
    app.ask("what's 3 plus 4")
    app.expect_entry("7")
    requests = app.steps.count()
    app.cursor.focus()
    app.page.keyboard.press("Home")
    expect(app.entries()).to_have_count(0)
    app.page.keyboard.press("ArrowRight")
    expect(app.entries()).to_have_count(1)
    app.page.keyboard.press("End")
    expect(app.cursor).to_have_value(str(requests))
    app.expect_last_entry("7")
    assert app.steps.count() == requests, "going back must run nothing"


def test_details_show_the_exact_request_and_what_is_new_in_it(app: Glassloop) -> None:
    before = app.steps.count()
    app.ask("what's 3 plus 4")
    second_request = app.steps_of("llm-request").last
    second_request.click()
    expect(app.details).to_contain_text("tool_call_id")
    expect(app.details).to_contain_text("glassloop-secret-llm")
    expect(app.details).to_contain_text(re.compile(r"\bnew\b", re.IGNORECASE))
    app.steps.nth(before + 2).click()
    expect(app.details).to_contain_text("add")
    app.steps_of("dispatch").last.click()
    expect(app.details).to_contain_text(re.compile(r"\b3\b.*\b4\b", re.DOTALL))
    app.steps_of("tool-result").last.click()
    expect(app.details).to_contain_text("7")


def test_the_conversation_goes_on_over_several_questions(app: Glassloop) -> None:
    app.ask("what's 3 plus 4")
    app.ask("write hello in capitals")
    app.expect_last_entry("HELLO")
    app.expect_entry("7")
    assert in_order([*WHOLE, *WHOLE], app.kinds())
