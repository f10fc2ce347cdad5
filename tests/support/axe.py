"""What axe-core finds on a page as it stands. Knows no page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"


def serious(page: Page) -> list[tuple[str, list[str]]]:
    """Rule and places of each violation that axe calls serious or critical."""
    page.evaluate(_AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    bad = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], [str(node["target"]) + " " + node["html"][:120] for node in one["nodes"]]) for one in bad]
