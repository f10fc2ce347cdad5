"""Lesson 3 in the page: its stages tied to the run at hand, its two figures, and the conversations it is about."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.axe import serious
from support.browser import PHONE
from support.lessons import lesson_files
from support.page import Glassloop
from support.site import Site

STAGES = ("The transcript", "The menu", "The note", "Dispatch", "Choosing", "Back to the model")
# The event that each stage speaks of.
KINDS = ("question", "llm-request", "llm-response", "dispatch", "tool-result", "llm-request")


@pytest.fixture
def held(page: Page, site: Site) -> Glassloop:
    """The lesson, with its opening run held as the page begins it."""
    app = Glassloop(page)
    app.open(f"{site.url}#lesson=math_coach")
    return app


@pytest.fixture
def coach(held: Glassloop) -> Glassloop:
    """The lesson, with its opening run over."""
    held.settle()
    return held


def stage(figure: Locator, name: str) -> Locator:
    return figure.get_by_role("button", name=re.compile(f"^{name}"))


def expect_reached(figure: Locator, count: int) -> None:
    """The first `count` stages can be gone to, the others not yet."""
    for index, name in enumerate(STAGES):
        expect(stage(figure, name)).to_be_enabled(enabled=index < count)
    for name in STAGES[count:]:
        expect(stage(figure, name)).to_contain_text("Not reached yet")


def expect_at(app: Glassloop, figure: Locator, index: int) -> None:
    """The cursor stands at an event of this stage's kind, and the stage alone says so."""
    expect(app.selected).to_have_attribute("data-kind", KINDS[index])
    expect(figure.locator("[aria-current]")).to_have_count(1)
    expect(stage(figure, STAGES[index])).to_have_attribute("aria-current", "step")


def card(figure: Locator, argument: str) -> Locator:
    heading = figure.page.get_by_role("heading", name=re.compile(rf"^{argument}\b"))
    return figure.get_by_role("listitem").filter(has=heading)


def terms(card: Locator) -> dict[str, str]:
    """What a card says: term → text."""
    found: dict[str, str] = card.locator("dl").evaluate(
        """(list) => Object.fromEntries([...list.querySelectorAll("dt")].map(
            (term) => [term.innerText.trim(), term.nextElementSibling.innerText.replace(/\\s+/g, " ").trim()]))"""
    )
    return found


def last_results(app: Glassloop, count: int) -> list[str]:
    """What the last tools gave, as the trace lists it."""
    return app.steps_of("tool-result").all_inner_texts()[-count:]


def test_the_stages_open_one_by_one_and_each_leads_to_its_event(held: Glassloop) -> None:
    app = held
    app.expect_last("dispatch")
    app.expect_entry("held before dispatch")
    figure = app.figure("One question, stage by stage")
    expect_reached(figure, 4)
    expect_at(app, figure, 3)
    expect(stage(figure, "The note")).to_contain_text('solve_with_shortcut(a=47, operation="+", b=9)')
    expect(stage(figure, "Dispatch")).to_contain_text("ready to be called")
    expect(app.steps_of("tool-result")).to_have_count(0)

    app.step("tool-result")
    expect_reached(figure, 5)
    expect_at(app, figure, 4)
    expect(stage(figure, "Choosing")).to_contain_text("add_nines won")
    app.step("llm-request")
    expect_reached(figure, 6)
    expect_at(app, figure, 5)
    expect(stage(figure, "Back to the model")).to_contain_text("request 2")

    # To and fro; another run's events are never meant.
    app.settle()
    expect_at_answer(app, figure)
    app.ask("What is 129 + 99?")
    last = app.steps.count()
    for index in (3, 0, 4, 1, 5, 2):
        stage(figure, STAGES[index]).click()
        expect_at(app, figure, index)
        expect(app.selected.get_by_text(re.compile(r"^(9|1\d)$"))).to_have_count(1)
        expect(app.details).to_contain_text(KINDS[index])
    assert app.steps.count() == last, "going back must run nothing"
    app.cursor.focus()
    app.page.keyboard.press("Home")
    app.page.keyboard.press("ArrowRight")
    expect(stage(figure, "The note")).to_contain_text("a=47")
    expect_at(app, figure, 0)


def expect_at_answer(app: Glassloop, figure: Locator) -> None:
    expect(app.selected).to_have_attribute("data-kind", "answer")
    expect(stage(figure, "Back to the model")).to_have_attribute("aria-current", "step")


def test_one_class_in_both_directions(coach: Glassloop) -> None:
    app = coach
    app.ask("4.7 times 1000")
    app.expect_last_entry("4.7 × 1000 = 4700")
    figure = app.figure("One class, both directions")
    first = card(figure, "a")
    expect(first).to_contain_text("required")
    said = terms(first)
    assert said["class SumArgs"].startswith('a: Number = Field(description="The first number…")')
    assert said["the model sees"].startswith('{"description": "The first number…", "type": "number"}')
    assert said["the model wrote"] == '"4.7"'
    assert said["after the check"].startswith('"4.7" an exact decimal') and "number 4.7" in said["after the check"]
    first.get_by_role("button", name="more").first.click()
    expect(first).to_contain_text("4.7 stays 4.7. In a division: the number that")
    left_out = terms(card(figure, "technique"))
    assert left_out["class SolveArgs"].startswith("technique: str | None = Field(default=None")
    assert (left_out["the model wrote"], left_out["after the check"]) == ("left out", "null")

    # A note that is changed on its way: refused, the tool never runs, and the model reads why.
    app.begin("What is 2 + 9?", by="Step")
    app.expect_last("llm-request")
    app.step("dispatch")
    app.edit_held("Arguments", '{"a": 2, "operation": "^", "b": 9}')
    expect(card(figure, "operation")).to_contain_text('"^"')
    assert terms(card(figure, "operation"))["after the check"] == "checked anew when the run goes on"
    app.settle()
    app.expect_last_entry('That can\'t be worked out: operation: "^" is not one of')
    expect(card(figure, "operation")).to_contain_text("refused: \"^\" is not one of '+', '-', '*', '/', 'series'")
    assert terms(card(figure, "operation"))["you wrote"] == '"^"'
    assert "refused" not in terms(card(figure, "a"))["after the check"]
    assert "the arguments do not fit the schema" in last_results(app, 1)[0]
    expect(app.steps_of("dispatch").last).to_contain_text("edited")


def test_who_won_and_the_losers_as_other_ways(coach: Glassloop) -> None:
    app = coach
    app.ask("What is 129 + 99?")
    figure = app.figure("Who won")
    expect(figure).to_contain_text("add_nines won: priority 10 beats 6 and 1.")
    expect(figure.get_by_role("button", name="129 + 99 = 228")).to_be_visible()
    rows = [text.split("\n") for text in figure.get_by_role("listitem").all_inner_texts()]
    shortcuts = [re.sub(r"\s+", " ", " ".join(row)) for row in rows if "priority" in " ".join(row)]
    assert [re.sub(r"(priority \d+).*", r"\1", each) for each in shortcuts] == [
        "add_nines won priority 10",
        "round_and_compensate priority 6",
        "add_in_parts priority 1",
    ]
    expect(figure).to_contain_text("129 + 100 = 229")
    expect(figure).to_contain_text("229 − 1 = 228")
    expect(figure).to_contain_text("checked against plain arithmetic")
    app.ask("another way?")
    expect(figure).to_contain_text("round_and_compensate won although add_nines has the higher priority")
    app.expect_last_entry("228")
    figure.get_by_role("button", name="129 + 99 = 228").click()
    expect(app.selected).to_have_attribute("data-kind", "tool-result")


def test_notes_together_one_after_the_other_and_again(coach: Glassloop) -> None:
    app = coach

    def asked(question: str) -> list[str]:
        """The kinds of what a question led to."""
        before = app.steps.count()
        app.ask(question)
        return app.kinds()[before:]

    kinds = asked("What's 13 × 14 and 48 × 5?")
    assert kinds.count("llm-request") == 2 and kinds.count("dispatch") == 2
    assert kinds[:4] == ["question", "llm-request", "llm-response", "dispatch"]
    app.expect_last_entry("13 × 14 = 182")
    app.expect_last_entry("48 × 5 = 240")
    figure = app.figure("Who won")
    choices = figure.get_by_role("combobox", name="Result").locator("option")
    expect(choices).to_have_text(["1: 13 × 14 = 182", "2: 48 × 5 = 240"])

    assert asked("Work out 120 + 9 + 9").count("llm-request") == 3
    app.expect_last_entry("120 + 9 + 9 = 138")
    assert asked("and if the last one was 99 instead of 9?").count("llm-request") == 2
    expect(app.steps_of("dispatch").last).to_contain_text("a=129")
    app.expect_last_entry("228")

    assert asked("What is 2 h 45 min + 1 h 75 min?").count("llm-request") == 3
    wrong, right = last_results(app, 2)
    assert "the tool raised an error" in wrong and "175 has 75 minutes" in wrong
    assert '"found": true' in right
    expect(app.steps_of("dispatch").last).to_contain_text("b=215")
    app.expect_last_entry("2:45 + 2:15 = 5:00")
    figure.get_by_role("combobox", name="Result").select_option(index=0)
    expect(figure).to_contain_text("Nothing was chosen: ValueError: 175 has 75 minutes")

    kinds = asked("What is the square root of 144?")
    assert kinds == ["question", "llm-request", "llm-response", "answer"]
    app.expect_last_entry("Roots")
    expect(app.entries().last).not_to_contain_text("12")
    stages = app.figure("One question, stage by stage")
    expect(stage(stages, "The note")).to_contain_text("wrote no note")
    expect(stage(stages, "Dispatch")).to_be_disabled()
    expect(stage(stages, "Back to the model")).to_be_enabled()


def test_a_broken_shortcut_never_gets_to_the_model(coach: Glassloop) -> None:
    app = coach
    files = lesson_files("math_coach")
    name, old = "techniques/adding.py", 'sheet.subtract("Then take away the 1 that was too much", so_far, 1)'
    app.show_program()
    offered = app.page.get_by_role("combobox", name="File").get_by_role("option").all_inner_texts()
    assert offered[0] == "main.py" and set(offered) == set(files)
    assert old in files[name]
    app.set_file(name, files[name].replace(old, old.replace(", 1)", ", 2)")))
    app.ask("What is 38 + 9?")
    assert "the tool raised an error" in last_results(app, 1)[0]
    app.steps_of("llm-request").last.click()
    expect(app.details).to_contain_text("add_nines produced 46 for 38 + 9, expected 47")
    app.cursor.press("End")
    expect(app.entries().last).not_to_contain_text("= 46")
    expect(app.figure("Who won")).to_contain_text("Nothing was chosen: RuntimeError")


def test_on_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)
    app = Glassloop(page)
    app.open(f"{site.url}#lesson=math_coach")
    app.show_tab("Trace")
    app.settle()
    app.ask("What is 129 + 99?")
    stages = app.figure("One question, stage by stage")
    panel = page.get_by_role("region", name="Figures", exact=True)
    for index, name in enumerate(STAGES):
        app.show_tab("Figures")
        stage(stages, name).click()
        expect(app.trace).to_be_visible()
        expect(app.selected).to_have_attribute("data-kind", KINDS[index])
        expect(app.selected).to_be_in_viewport()
    app.cursor.press("End")
    app.show_tab("Figures")
    for link, title in (("One class", "One class, both directions"), ("Who won", "Who won")):
        panel.get_by_role("link", name=link, exact=True).click()
        figure = panel.get_by_role("region", name=title, exact=True)
        expect(figure).to_be_in_viewport(ratio=0.1)
        expect(figure).to_be_focused()
    for each in (page.locator("html"), panel):
        assert each.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    expect(panel).to_contain_text("add_nines won")
    wide: list[Any] = panel.evaluate(
        """(panel) => {
            const edge = panel.getBoundingClientRect().right;
            const inside = (one) => one.closest("[tabindex='0'][role='group']") !== null || one.closest("svg") !== null;
            return [...panel.querySelectorAll("*")]
                .filter((one) => !inside(one) && one.getBoundingClientRect().right > edge + 0.5)
                .map((one) => one.outerHTML.slice(0, 80));
        }"""
    )
    assert wide == []
    assert serious(page) == []
