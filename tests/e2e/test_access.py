"""axe-core finds nothing serious, on the page and in the dialog, in light and in dark."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from support.axe import serious
from support.browser import PHONE
from support.page import Glassloop
from support.site import Site


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Page, site: Site, scheme: Literal["light", "dark"]) -> None:
    # A colour caught half way through a transition is no colour of ours.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    app = Glassloop(page)
    app.open(site.url)
    assert serious(page) == []
    app.settle()
    app.ask("what's 3 plus 4")
    app.steps_of("llm-request").last.click()
    app.show_program()
    assert serious(page) == []
    app.open_connection()
    assert serious(page) == []
    app.page.keyboard.press("Escape")
    expect(app.dialog).to_be_hidden()
    expect(app.button("Connection")).to_be_focused()


def test_axe_finds_nothing_serious_on_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)
    app = Glassloop(page)
    app.open(site.url)
    for name in ("Conversation", "Trace", "Program", "Read"):
        page.get_by_role("tab", name=name, exact=True).first.click()
        assert serious(page) == [], name
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_settings_and_figures(
    page: Page, site: Site, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    app = Glassloop(page)
    app.open_lesson(site.url, "weather_assistant")
    app.choose("Source", "OpenWeatherMap")
    app.switch("Cache", False)
    assert serious(page) == []
    app.choose("Source", "Sample")
    app.ask("Remind me if it rains in Leeds tomorrow")
    expect(app.figure("The outbox").get_by_role("listitem")).to_have_count(1)
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    for name in ("Settings", "Figures"):
        app.show_tab(name)
        assert serious(page) == [], name
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
