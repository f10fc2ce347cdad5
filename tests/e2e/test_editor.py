"""The reader's program: what is in the editor is what runs, and nothing typed is lost."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from support import programs
from support.page import Glassloop
from support.site import Site


def test_run_uses_what_is_in_the_editor(app: Glassloop) -> None:
    app.set_program(programs.ECHO)
    app.ask("hello")
    app.expect_last_entry("echo of hello")


def test_a_syntax_error_is_shown_on_its_line_and_nothing_is_lost(app: Glassloop) -> None:
    app.set_program(programs.ECHO)
    app.ask("hello")
    app.set_program(programs.SYNTAX_ERROR)
    expect(app.page.get_by_text(re.compile("invalid syntax")).first).to_be_visible()
    app.begin("again")
    expect(app.page.get_by_text(re.compile(r"main\.py.*line 3|line 3|3:\d+")).first).to_be_visible()
    app.expect_entry("echo of hello")
    expect(app.editor).to_contain_text("return answer +")
    app.set_program(programs.ECHO)
    app.ask("hello again")
    app.expect_last_entry("echo of hello again")


def test_edits_survive_a_reload_and_reset_restores(app: Glassloop, site: Site) -> None:
    app.show_program()
    expect(app.editor).to_contain_text("Tools are a dict")
    app.set_program(programs.ECHO)
    app.question.fill("half a quest")
    app.ask("hello")
    app.question.fill("half a question")
    app.page.reload()
    app.show_program()
    expect(app.editor).to_contain_text("echo of")
    expect(app.question).to_have_value("half a question")
    app.button("Reset").click()
    expect(app.editor).to_contain_text("Tools are a dict")
    expect(app.editor).not_to_contain_text("echo of")


def test_a_traceback_shows_the_readers_frames_only(app: Glassloop) -> None:
    app.set_program(programs.RAISES)
    app.ask("hello")
    app.expect_last_entry("ZeroDivisionError")
    entry = app.entries().last
    expect(entry).to_contain_text("main.py")
    expect(entry).to_contain_text("halve")
    expect(entry).not_to_contain_text(re.compile("site-packages|/lib/|glassloop|pyodide"))


def test_what_a_program_prints_is_in_the_trace(app: Glassloop) -> None:
    app.set_program(programs.ECHO.replace("    return", '    print("seen by", question)\n    return'))
    app.ask("hello")
    expect(app.steps_of("log").last).to_contain_text("seen by hello")


def test_a_program_without_an_agent_is_told_so(app: Glassloop) -> None:
    app.set_program("x = 1\n")
    app.ask("hello")
    app.expect_last_entry(re.compile("agent"))


def test_a_program_keeps_nothing_from_the_run_before(app: Glassloop) -> None:
    app.set_program("seen = []\n\n\nasync def agent(question):\n    seen.append(question)\n    return repr(seen)\n")
    app.ask("one")
    app.ask("two")
    app.expect_last_entry("['two']")


def test_the_editor_can_undo(app: Glassloop) -> None:
    app.set_program(programs.ECHO)
    app.page.keyboard.press("ControlOrMeta+z")
    expect(app.editor).to_contain_text("add")
    expect(app.editor).not_to_contain_text("echo of")
