"""What a reader sees who has just opened the link: no key, no click, nothing to dismiss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import DESKTOP, PHONE, Witness
from support.page import BOOT_MS, Glassloop, in_order
from support.site import Site

OPENING = ["question", "llm-request", "llm-response", "dispatch"]
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture(params=["desktop", "phone"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["light", "dark"])
def newcomer(browser: Browser, size: str, witness: Witness, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a browser that has never been here."""
    scheme = cast(Literal["light", "dark"], request.param)
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme)
    page = context.new_page()
    witness.watch(page)
    yield page
    context.close()


def test_a_run_is_on_the_screen_without_a_click(newcomer: Page, site: Site, witness: Witness, size: str) -> None:
    app = Glassloop(newcomer)
    app.open(site.url)
    expect(app.button("Step")).to_be_in_viewport(ratio=1)
    expect(app.conversation).to_be_in_viewport()
    expect(app.page.get_by_role("dialog")).to_have_count(0)
    if size == "phone":
        app.page.get_by_role("tab", name="Trace", exact=True).click()
    assert app.kinds() == OPENING
    expect(app.steps.last).to_be_in_viewport()
    assert newcomer.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert witness.errors == []


def test_step_goes_on_from_the_opening_run(page: Page, site: Site) -> None:
    app = Glassloop(page)
    app.open(site.url)
    app.button("Step").click()
    app.expect_last("tool-result")
    app.expect_state("held")
    app.settle()
    assert in_order([*OPENING, "tool-result", "llm-request", "llm-response", "answer"], app.kinds())


def test_nothing_is_asked_of_any_other_host(browser: Browser, site: Site, witness: Witness) -> None:
    context = browser.new_context()
    page = context.new_page()
    witness.watch(page)
    app = Glassloop(page)
    app.open(site.url)
    app.settle()
    network = [request.url for request in witness.requests if not request.url.startswith(("blob:", "data:"))]
    assert network and {url for url in network if not url.startswith(site.url)} == set()
    assert all(urlsplit(url).query == "" for url in network if url.endswith("/"))
    context.close()


def test_what_is_asked_before_python_is_ready_runs_when_it_is(page: Page, site: Site) -> None:
    app = Glassloop(page)
    page.goto(site.url)
    app.question.fill("What is 20 plus 22?")
    app.button("Run").click()
    app.expect_entry("42", timeout=BOOT_MS)
    expect(app.question).to_be_editable()
