"""Chromium, its contexts, and what a page said while it lived. Refuses to know the page's names."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize, sync_playwright

# Each new tab brings two hidden pages of the browser's own for its address bar: a third of what a boot costs. The rest
# of the list is Playwright's, because the last such switch is the one that counts.
WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "BoundaryEventDispatchTracksNodeRemoval", "DestroyProfileOnBrowserClose",
    "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "BlockOriginHeaderModificationOnRedirect", "Translate", "AutoDeElevate",
    "OptimizationHints",
)  # fmt: skip
FLAGS = (
    f"--disable-features={','.join(WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


def chromium_path() -> str | None:
    """The browser to drive: `build.py` names one; else the system's; None means Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("GLASSLOOP_CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass(slots=True)
class Witness:
    """Everything a page said or asked for: console lines, uncaught errors, requests (those of its frames too)."""

    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            self.console.append(f"{message.type}: {message.text}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request))
