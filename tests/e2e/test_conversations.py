"""Conversations outlive a reload and a crash, are listed, renamed, deleted and handed on; the log of calls."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from support import programs
from support.axe import serious
from support.browser import DESKTOP, PHONE, Witness
from support.llm_server import LlmServer
from support.page import BOOT_MS, Glassloop
from support.replies import Say, call
from support.site import Site

ADD = "What is 3 plus 4?"
MORE = "What is 20 plus 22?"
SHOUT = "Make hello upper case"


def texts(app: Glassloop) -> list[str]:
    """What stands in the conversation, without the buttons."""
    found: list[str] = app.entries().evaluate_all("all => all.map(one => one.innerText)")
    return found


def expect_texts(app: Glassloop, wanted: list[str]) -> None:
    expect(app.entries()).to_have_count(len(wanted), timeout=BOOT_MS)
    assert texts(app) == wanted


def row(app: Glassloop, title: str) -> Locator:
    return app.kept.get_by_role("listitem").filter(has=app.page.get_by_role("button", name=title, exact=True))


def test_a_reload_brings_the_conversation_back_and_it_goes_on(app: Glassloop) -> None:
    app.set_program(programs.LIBRARY)
    app.ask(ADD)
    before, kinds = texts(app), app.kinds()
    app.page.reload()
    expect_texts(app, before)
    assert app.kinds() == kinds
    app.expect_state("ready", timeout=BOOT_MS)
    app.ask(MORE)
    app.expect_last_entry("42")
    request = json.loads(_body(app))
    asked = [message["content"] for message in request["messages"] if message["role"] == "user"]
    assert asked[-2:] == [ADD, MORE]


def _body(app: Glassloop) -> str:
    """The exact text of the last request."""
    app.steps_of("llm-request").last.click()
    app.details.get_by_role("button", name="Raw", exact=True).click()
    return app.details.get_by_label("Exact text", exact=True).inner_text()


@pytest.fixture
def fragile(browser: Browser, site: Site, witness: Witness) -> Iterator[tuple[BrowserContext, Page]]:
    """A page in a browser of its own, to be crashed."""
    context = browser.new_context(viewport=DESKTOP)
    context.set_default_timeout(10_000)
    page = context.new_page()
    witness.watch(page)
    yield context, page
    context.close()


def crash(page: Page) -> None:
    """End the process that draws the page: nothing in it hears of that, no pagehide, no timer."""
    with page.expect_event("crash"), pytest.raises(Error, match="crash"):
        page.goto("chrome://crash")


def test_a_crash_in_mid_run_takes_nothing_that_was_seen(fragile: tuple[BrowserContext, Page], site: Site) -> None:
    context, page = fragile
    app = Glassloop(page)
    app.open(site.url)
    app.settle()
    app.begin(ADD, by="Step")
    app.expect_last("llm-request")
    app.button("Step").click()
    app.expect_last("dispatch")
    app.expect_written("dispatch")
    crash(page)

    again = Glassloop(context.new_page())
    again.open(site.url)
    again.open_kept(ADD)
    assert again.kinds()[-5:] == ["question", "llm-request", "llm-response", "dispatch", "stopped"]
    again.expect_last_entry("The page was closed or reloaded while this run was under way.")
    again.ask(MORE)
    again.expect_last_entry("42")


def test_list_open_rename_delete_and_undo(app: Glassloop) -> None:
    app.open_conversations()
    expect(app.kept).to_contain_text("Nothing is kept here")
    app.close_dialog(app.kept)
    app.ask(ADD)
    first = texts(app)
    app.button("New conversation").click()
    expect(app.entries()).to_have_count(0)
    app.ask(SHOUT)
    app.open_kept(ADD)
    expect_texts(app, first)

    app.open_conversations()
    expect(app.kept_titles()).to_have_text([SHOUT, ADD])
    expect(row(app, ADD)).to_contain_text("1 question")
    app.kept.get_by_role("button", name=f"Rename {ADD}", exact=True).click()
    field = app.kept.get_by_role("textbox", name="Name", exact=True)
    expect(field).to_be_focused()
    field.fill("Sums")
    app.page.keyboard.press("Enter")
    expect(app.kept_titles()).to_have_text([SHOUT, "Sums"])
    expect(app.kept.get_by_role("button", name="Rename Sums", exact=True)).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(field).to_be_focused()
    app.page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(app.kept, "Escape leaves the name, not the dialog").to_be_visible()

    app.kept.get_by_role("button", name="Delete Sums", exact=True).click()
    expect(app.kept_titles()).to_have_text([SHOUT])
    expect(app.kept.get_by_role("button", name="Undo", exact=True)).to_be_focused()
    expect_texts(app, [])
    app.page.keyboard.press("Enter")
    expect(app.kept_titles()).to_have_text([SHOUT, "Sums"])
    expect_texts(app, first)

    app.page.reload()
    app.open_conversations()
    expect(app.kept_titles()).to_have_text([SHOUT, "Sums"])
    app.kept.get_by_role("button", name=f"Delete {SHOUT}", exact=True).click()
    expect(app.kept.get_by_role("status")).to_contain_text(f"“{SHOUT}” is deleted.")
    app.page.reload()
    app.open_conversations()
    expect(app.kept_titles()).to_have_text(["Sums"])


def test_thumbs_are_kept_and_in_the_file_and_the_file_comes_back(app: Glassloop, tmp_path: Path) -> None:
    app.ask(ADD)
    good, bad = app.button("Good answer").last, app.button("Bad answer").last
    good.click()
    bad.click()
    expect(good).to_have_attribute("aria-pressed", "false")
    expect(bad).to_have_attribute("aria-pressed", "true")
    shown = texts(app)
    app.open_conversations()
    name, text = app.download(app.kept.get_by_role("button", name=f"Export {ADD}", exact=True))
    assert name == "what-is-3-plus-4.json"
    _check_file(json.loads(text))

    app.kept.get_by_role("button", name=f"Delete {ADD}", exact=True).click()
    expect(app.kept_titles()).to_have_count(0)
    _import(app, name, text, tmp_path)
    app.kept.get_by_role("button", name="Open it", exact=True).click()
    expect(app.kept).to_be_hidden()
    expect_texts(app, shown)
    expect(app.button("Bad answer").last).to_have_attribute("aria-pressed", "true")
    app.open_conversations()
    assert app.download(app.kept.get_by_role("button", name=f"Export {ADD}", exact=True)) == (name, text)
    app.close_dialog(app.kept)
    app.ask(MORE)
    app.expect_last_entry("42")


def _check_file(file: dict[str, Any]) -> None:
    assert (file["glassloop"], file["version"], file["title"]) == ("conversation", 1, ADD)
    roles = [message["role"] for message in file["messages"]]
    assert roles[0] == "system" or "user" in roles
    assert roles[-3:] == ["assistant", "tool", "assistant"]
    assert "7" in file["messages"][-1]["content"]
    [verdict] = file["feedback"]
    assert (verdict["verdict"], verdict["answer"]) == ("down", file["messages"][-1]["content"])
    assert file["events"][verdict["seq"] - 1]["kind"] == "answer"


def _import(app: Glassloop, name: str, text: str, folder: Path) -> None:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with app.page.expect_file_chooser() as choosing:
        app.kept.get_by_role("button", name="Import", exact=True).click()
    choosing.value.set_files(path)


def test_a_copy_is_a_conversation_of_its_own_and_can_be_dropped(app: Glassloop) -> None:
    app.ask(ADD)
    app.open_conversations()
    name, text = app.download(app.kept.get_by_role("button", name=f"Export {ADD}", exact=True))
    app.drop_file(name, text.encode(), onto=app.kept.get_by_role("heading", name="Conversations"))
    expect(app.kept.get_by_role("status")).to_contain_text(f"Imported “{ADD}”.")
    expect(app.kept_titles()).to_have_text([ADD, ADD])


def test_a_strangers_file_is_refused_or_is_only_text(app: Glassloop, tmp_path: Path, witness: Witness) -> None:
    app.ask(ADD)
    app.open_conversations()
    said = app.kept.get_by_role("status")
    for content in ("", "[]", '{"version": 1, "events": []}', '{"glassloop": "conversation", "version": 1}'):
        _import(app, "odd.json", content, tmp_path)
        expect(said).to_contain_text(re.compile("This is no conversation|Part of this file"))
    _, text = app.download(app.kept.get_by_role("button", name=f"Export {ADD}", exact=True))
    markup = "<img src=x onerror=document.title='taken'>"
    file = json.loads(text)
    file["title"] = markup
    file["events"] = [{**one, "text": markup} if one["kind"] == "answer" else one for one in file["events"]]
    _import(app, "markup.json", json.dumps(file), tmp_path)
    app.kept.get_by_role("button", name="Open it", exact=True).click()
    app.expect_last_entry(markup)
    app.open_conversations()
    expect(app.kept).to_contain_text(markup)
    expect(app.page.locator("img")).to_have_count(0)
    assert app.page.title() != "taken"
    assert witness.errors == []


def test_a_key_is_in_no_file(live: Glassloop, llm: LlmServer) -> None:
    assert llm.key is not None
    llm.script(Say(calls=(call("upper", "u1", text=llm.key),)), Say(f"Your key is {llm.key}."))
    live.ask(f"Shout {llm.key}")
    live.open_log()
    files = [live.download(live.log.get_by_role("button", name=name)) for name in ("Export CSV", "Export JSON lines")]
    live.close_dialog(live.log)
    live.open_conversations()
    files.append(live.download(live.kept.get_by_role("button", name=re.compile("^Export "))))
    for name, text in files:
        assert llm.key not in name + text
        assert llm.key.upper() not in text
        assert "upper" in text
    kept = live.page.evaluate(_EVERYTHING)
    assert llm.key not in kept


_EVERYTHING = """async () => {
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open("glassloop"));
    const all = await done(database.transaction("conversations").objectStore("conversations").getAll());
    database.close();
    return JSON.stringify(all);
}"""


def test_another_tab_is_seen(app: Glassloop, visited: BrowserContext, site: Site) -> None:
    other = Glassloop(visited.new_page())
    other.open(site.url)
    other.settle()
    other.ask(SHOUT)
    other.expect_written("answer")
    app.open_conversations()
    expect(app.kept_titles()).to_have_text([SHOUT])
    other.page.close()


def test_without_a_database_the_visit_goes_on_and_the_reader_is_told(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError') } })"
    )
    app = Glassloop(context.new_page())
    app.open(site.url)
    app.settle()
    app.ask(ADD)
    expect(app.page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    app.button("New conversation").click()
    app.open_kept(ADD)
    app.expect_last_entry("7")
    context.close()


def test_the_log_is_searched_exported_and_leads_to_the_event(app: Glassloop) -> None:
    app.button("New conversation").click()
    app.ask(ADD)
    app.button("New conversation").click()
    app.ask(SHOUT)
    app.open_log()
    expect(app.calls()).to_have_count(1)
    app.log.get_by_role("button", name="All", exact=True).click()
    expect(app.calls()).to_have_count(2)
    search = app.log.get_by_role("searchbox", name="Search the log", exact=True)
    search.fill("ADD 4?")
    expect(app.calls()).to_have_count(1)
    expect(app.log.get_by_role("status")).to_have_text("1 of 2 calls")
    expect(app.calls()).to_contain_text(ADD)
    expect(app.calls().get_by_role("button"), "it is not on the page").to_have_count(0)

    _, text = app.download(app.log.get_by_role("button", name="Export CSV", exact=True))
    [call_of_add] = csv.DictReader(io.StringIO(text, newline=""))
    assert (call_of_add["tool"], call_of_add["outcome"], call_of_add["title"]) == ("add", "ok", ADD)
    assert json.loads(call_of_add["arguments"]) == {"a": 3, "b": 4}
    assert float(call_of_add["duration_ms"]) >= 0
    search.fill("no such thing")
    expect(app.calls()).to_have_count(0)
    search.fill("")
    name, lines = app.download(app.log.get_by_role("button", name="Export JSON lines", exact=True))
    assert name == "glassloop-calls.jsonl"
    assert sorted(json.loads(line)["tool"] for line in lines.splitlines()) == ["add", "upper"]

    app.calls().get_by_role("button", name=re.compile("^Show step")).click()
    expect(app.log).to_be_hidden()
    expect(app.trace.get_by_role("option", selected=True)).to_have_attribute("data-kind", "dispatch")
    expect(app.details).to_contain_text("upper")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_in_the_dialogs(
    page: Page, site: Site, scheme: Literal["light", "dark"], size: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    app = Glassloop(page)
    app.open(site.url)
    app.begin(ADD)
    app.expect_last_entry("7")
    app.button("Good answer").last.click()
    app.open_conversations()
    app.kept.get_by_role("button", name=f"Rename {ADD}", exact=True).click()
    assert serious(page) == []
    app.close_dialog(app.kept)
    expect(app.button("Conversations")).to_be_focused()
    app.open_log()
    expect(app.calls()).to_have_count(1)
    assert serious(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
