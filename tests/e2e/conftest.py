"""The browser and the servers of the end-to-end tests. They need a built `dist/` and Chromium, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.browser import DESKTOP, Witness
from support.llm_server import LlmServer
from support.page import IDLE, Glassloop
from support.site import Site

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / ".cache" / "e2e"

expect.set_options(timeout=10_000)

# Emptied, not deleted: another tab that is still open would hold a deletion up.
FORGET = """async () => {
  localStorage.clear();
  const opening = indexedDB.open("glassloop", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("conversations");
  await new Promise((done, failed) => {
    opening.onerror = failed;
    opening.onsuccess = () => {
      const clearing = opening.result.transaction("conversations", "readwrite").objectStore("conversations").clear();
      clearing.onsuccess = () => (opening.result.close(), done());
    };
  });
}"""


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """`dist/` as a static host serves it, from a sub-path."""
    dist = ROOT / "dist"
    assert (dist / "index.html").is_file(), "There is no dist/ to test. Run `python3 build.py build` first."
    with Site(dist) as running:
        yield running


@pytest.fixture(scope="session")
def visited(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A browser that has been here before: its cache is shared by the tests, what a reader typed is not."""
    context = browser.new_context(viewport=DESKTOP)
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture
def witness() -> Witness:
    return Witness()


@pytest.fixture
def page(visited: BrowserContext, site: Site, witness: Witness, request: pytest.FixtureRequest) -> Iterator[Page]:
    """An empty tab of the visited browser, with nothing of an earlier reader in it."""
    page = visited.new_page()
    page.goto(site.blank)
    page.evaluate(FORGET)
    witness.watch(page)
    yield page
    _keep_picture(page, request)
    page.close()
    assert witness.errors == []


@pytest.fixture
def app(page: Page, site: Site) -> Glassloop:
    """The page, with its opening run over, ready for a question."""
    app = Glassloop(page)
    app.open(site.url)
    app.settle()
    return app


@pytest.fixture(scope="module")
def lasting(visited: BrowserContext, site: Site) -> Iterator[Glassloop]:
    """One page for tests that only ask one thing each: a boot costs more than they do."""
    page, witness = visited.new_page(), Witness()
    witness.watch(page)
    app = Glassloop(page)
    app.open(site.url)
    app.settle()
    yield app
    page.close()
    assert witness.errors == []


@pytest.fixture
def reused(lasting: Glassloop, request: pytest.FixtureRequest) -> Iterator[Glassloop]:
    """`lasting` with an empty conversation. What the test before connected to or programmed is still there."""
    lasting.button("New conversation").click()
    lasting.expect_state(*IDLE)
    yield lasting
    _keep_picture(lasting.page, request)


@pytest.fixture
def llm() -> Iterator[LlmServer]:
    """An OpenAI-compatible server that knows one key, a new one for each test."""
    with LlmServer(f"sk-canary-{secrets.token_hex(16)}") as running:
        yield running


@pytest.fixture
def live(app: Glassloop, llm: LlmServer) -> Glassloop:
    """The page, connected to `llm`."""
    assert llm.key is not None
    app.connect(llm.base_url, llm.key)
    return app


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.failed:  # type: ignore[attr-defined]
        item.stash[_FAILED] = True
    return report


_FAILED = pytest.StashKey[bool]()


def _keep_picture(page: Page, request: pytest.FixtureRequest) -> None:
    """A failed test leaves a picture and the page's text, for whoever has to find out why."""
    if not request.node.stash.get(_FAILED, False):
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "_" for c in request.node.name)
    page.screenshot(path=SHOTS / f"{name}.png")
    (SHOTS / f"{name}.txt").write_text(page.locator("body").inner_text())
