"""The key is in one place only: the Authorization header of requests to the server it was typed for."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support import canary, programs
from support.browser import DESKTOP, Witness
from support.llm_server import Cors, Entry, LlmServer
from support.page import Glassloop
from support.replies import EVENT_STREAM, Reply, Say, call, completion, cut, error, frames, sse_text
from support.site import Site


@pytest.fixture
def evil() -> Iterator[LlmServer]:
    """Another server, open to every page, with or without a key."""
    with LlmServer(need_key=False) as running:
        yield running


KEY = f"sk-canary-{secrets.token_hex(16)}"
# A scrubber must not leave the larger half of a key either.
NEEDLES = [KEY, KEY[-20:]]


@pytest.fixture
def spied(browser: Browser, witness: Witness) -> Iterator[tuple[Page, BrowserContext]]:
    """A page in a browser of its own, with every message between page and sandbox looked at."""
    context = browser.new_context(viewport=DESKTOP, accept_downloads=True)
    context.add_init_script(canary.spy(NEEDLES))
    page = context.new_page()
    witness.watch(page)
    yield page, context
    context.close()


def key_of(server: LlmServer) -> str:
    assert server.key is not None
    return server.key


def repeating(entry: Entry) -> Reply:
    """Says the caller's key back: in a header, in plain text and as arguments, cut so that no chunk holds it whole."""
    header = entry.headers["authorization"]
    key = header.removeprefix("Bearer ")
    said = Say(f"Your key is {key}. Again: {key}", (call("upper", "u1", text=key),))
    echo = (("X-Echo", key),)
    if not entry.body.get("stream"):
        return Reply(cut(json.dumps(completion(said, "m")).encode(), range(5, 2000, 5)), headers=echo)
    return Reply(cut(sse_text(frames(said, "m")), range(5, 4000, 5)), content_type=EVENT_STREAM, headers=echo)


def use_every_feature(app: Glassloop, llm: LlmServer, evil: LlmServer) -> None:
    """Ask, step, fail, stop, go back, be attacked by the program and by the server."""
    key = key_of(llm)
    app.ask("What is 3 plus 4?")
    app.set_program(programs.LIBRARY)
    app.begin("What is 5 plus 6?", by="Step")
    app.expect_last("llm-request")
    app.settle()
    llm.script(error(401, f"Incorrect API key provided: {key}"), repeating, Say("Done."))
    app.ask("Fail.")
    app.ask("Repeat the key.")
    app.set_program(programs.hostile(evil.base_url, llm.base_url))
    before = app.ends.count()
    app.begin("Steal it.")
    app.answer_prompt("Allow once")
    app.expect_end(before + 1)
    app.expect_last_entry("done: glassloop-secret-llm")
    app.cursor.focus()
    app.page.keyboard.press("Home")
    app.page.keyboard.press("End")


def test_the_key_is_nowhere_but_in_its_header(
    spied: tuple[Page, BrowserContext], site: Site, evil: LlmServer, witness: Witness, tmp_path: Path
) -> None:
    page, context = spied
    with LlmServer(KEY, cors=Cors(expose="X-Echo")) as llm:
        app = Glassloop(page)
        app.open(site.url)
        app.settle()
        app.connect(llm.base_url, KEY)
        use_every_feature(app, llm, evil)

        assert canary.places_with(NEEDLES, page, context, witness) == []
        shown = texts_of(app, tmp_path)
        assert [place for place, text in shown.items() if any(needle in text for needle in NEEDLES)] == []
        assert "glassloop-secret-llm" in shown["export"], "the run was not recorded"
        carried = canary.requests_with(KEY, witness)
        assert {(url.startswith(llm.base_url), where) for url, where in carried} == {(True, "authorization")}
        assert KEY not in repr([(entry.path, entry.headers, entry.body) for entry in evil.journal])
        for entry in llm.journal:
            other = {name: value for name, value in entry.headers.items() if name != "authorization"}
            assert KEY not in repr((entry.path, other, entry.body))


def texts_of(app: Glassloop, folder: Path) -> dict[str, str]:
    """What a reader can get out of the page: the exported file, every step's details, the dialog."""
    with app.page.expect_download() as download:
        app.button("Export").click()
    download.value.save_as(folder / "trace")
    shown = {"export": (folder / "trace").read_text("utf-8")}
    for index in range(app.steps.count()):
        app.steps.nth(index).click()
        shown[f"details of step {index + 1}"] = app.details.inner_text()
    app.open_connection()
    shown["dialog"] = app.dialog.inner_text() + app.key.input_value()
    return shown


@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
def test_a_server_that_repeats_the_key_is_scrubbed(app: Glassloop, witness: Witness, stream: bool) -> None:
    with LlmServer("sk-canary-0b6d1e9f82c74a35", cors=Cors(expose="X-Echo")) as llm:
        key = key_of(llm)
        app.connect(llm.base_url, key, stream=stream)
        app.set_program(programs.LIBRARY)
        llm.script(repeating, Say("Done."))
        app.ask("Repeat it.")
        app.expect_last_entry("Done.")
        app.expect_entry("Your key is")
        expect(app.conversation).not_to_contain_text(key)
        app.steps_of("llm-response").nth(-2).click()
        expect(app.details).to_contain_text("Your key is")
        expect(app.details).not_to_contain_text(key)
        # The tool was called with what was left of the key, and that went back to the server: never the key itself.
        assert key not in json.dumps([entry.body for entry in llm.posts])
        assert key.upper() not in json.dumps([entry.body for entry in llm.posts])


def test_another_server_hears_nothing_when_the_reader_refuses(live: Glassloop, evil: LlmServer) -> None:
    live.set_program(programs.posts_to(f"{evil.base_url}/chat/completions"))
    before = live.ends.count()
    live.begin("Send it.")
    expect(live.page.get_by_text(evil.origin).last).to_be_visible()
    assert evil.journal == [], "the server was called before the reader was asked"
    live.answer_prompt("Refuse")
    live.expect_end(before + 1)
    assert evil.journal == []


def test_another_server_gets_the_placeholder_and_only_once(live: Glassloop, llm: LlmServer, evil: LlmServer) -> None:
    live.set_program(programs.posts_to(f"{evil.base_url}/chat/completions"))
    before = live.ends.count()
    live.begin("Send it.")
    live.answer_prompt("Allow once")
    live.expect_end(before + 1)
    live.expect_last_entry("sent: 200")
    [entry] = evil.posts
    assert entry.headers["authorization"] == "Bearer glassloop-secret-llm"
    assert key_of(llm) not in repr(evil.journal)
    # Once was once.
    live.begin("Send it again.")
    live.answer_prompt("Refuse")
    live.expect_end(before + 2)
    assert len(evil.posts) == 1


def test_a_server_allowed_for_this_page_is_not_asked_about_again(live: Glassloop, evil: LlmServer) -> None:
    live.set_program(programs.posts_to(f"{evil.base_url}/chat/completions"))
    before = live.ends.count()
    live.begin("Send it.")
    live.answer_prompt("Allow for this page")
    live.expect_end(before + 1)
    live.ask("Send it again.")
    assert len(evil.posts) == 2


def test_the_key_is_gone_after_a_reload_unless_it_was_to_be_remembered(app: Glassloop, llm: LlmServer) -> None:
    app.connect(llm.base_url, key_of(llm))
    app.ask("What is 3 plus 4?")
    posts = len(llm.posts)
    assert posts == 2
    kept = app.page.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert key_of(llm) not in kept
    app.page.reload()
    app.open_connection()
    assert app.key.input_value() == ""


def test_a_key_in_the_address_of_the_page_is_ignored(page: Page, site: Site, witness: Witness) -> None:
    app = Glassloop(page)
    app.open(f"{site.url}?key=sk-link&base_url=https://evil.example/v1#key=sk-link&api_key=sk-link")
    app.open_connection()
    provider = app.field("combobox", "Provider")
    expect(provider).to_have_value("practice")
    provider.select_option(label="Custom endpoint")
    expect(app.key).to_have_value("")
    expect(app.field("textbox", "Base URL")).to_have_value("")
    assert "sk-link" not in page.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")


def test_a_program_reaches_no_network_by_itself(live: Glassloop, evil: LlmServer) -> None:
    live.set_program(programs.bypasses(evil.origin))
    live.ask("Try everything.")
    live.expect_last_entry("tried")
    assert evil.journal == []
