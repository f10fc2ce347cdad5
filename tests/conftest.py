"""The one browser of a test run: two of Playwright's drivers can't live in one process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from support.browser import chromium  # here, so that tests without a browser need none

    with chromium() as running:
        yield running
