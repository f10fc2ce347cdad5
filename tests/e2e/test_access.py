"""axe-core finds nothing serious, on the page and in the dialog, in light and in dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE
from support.page import Glassloop
from support.site import Site

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text("utf-8")


def serious(page: Page) -> list[tuple[str, list[str]]]:
    """Rule and places of each violation that axe calls serious or critical."""
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    bad = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], [str(node["target"]) + " " + node["html"][:120] for node in one["nodes"]]) for one in bad]


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
