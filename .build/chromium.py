"""Finds a Chromium that starts, or gets one. Refuses to know what it is for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from machine import run
from trouble import Trouble, say, step

# The path of the browser to drive: tests/support/browser.py reads it.
VARIABLE = "GLASSLOOP_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_INSTALL_SECONDS = 600


def ensure_chromium() -> None:
    """Put the path of a browser that starts into the environment. Raises `Trouble` when there is none to be had."""
    for path in _candidates():
        if _starts(path):
            os.environ[VARIABLE] = path
            return
    raise Trouble(
        "No Chromium was found and none could be installed: install Chromium or Chrome, "
        f"or put the path of one into {VARIABLE}, and run again."
    )


def _candidates() -> Iterator[str]:
    """The cheapest first; the generator goes on to install one only when asked for another."""
    named = os.environ.get(VARIABLE)
    if named:
        yield named
    yield from (path for name in _NAMES if (path := shutil.which(name)))
    if _MAC.exists():
        yield str(_MAC)
    yield from _playwrights_own()
    say("No Chromium on this machine")
    if _install("installing Playwright's Chromium", [sys.executable, "-m", "playwright", "install", "chromium"]):
        yield from _playwrights_own()
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
        if _install("updating the package lists", [*quiet, "update"]):
            command = [*quiet, "install", "--yes", "--no-install-recommends", "chromium"]
            if _install("installing Debian's Chromium", command) and (path := shutil.which("chromium")):
                yield path


def _playwrights_own() -> Iterator[str]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if Path(path).exists():
        yield path


def _install(words: str, command: list[str]) -> bool:
    try:
        with step(words):
            run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, seconds=_INSTALL_SECONDS)
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return False
    return True


def _starts(path: str) -> bool:
    """Whether Playwright can open a page in it: a version alone does not tell of missing libraries."""
    from playwright.sync_api import Error, sync_playwright

    from support.browser import FLAGS

    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            browser.new_page().close()
            browser.close()
    except Error:
        return False
    return True
