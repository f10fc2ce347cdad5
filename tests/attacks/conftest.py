"""The built sandbox without its page: a harness page beside a copy of `dist/`, and a server nobody should reach."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, JSHandle, Page

from support.loopback import Loopback
from support.site import Site

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
UNGUARDED = "unguarded.html"
_POLICY = re.compile(r"<meta\s+http-equiv=\"Content-Security-Policy\"[^>]*>")


class Evil(Loopback):
    """Answers everything, to everyone, and remembers the last part of each address."""

    def __init__(self) -> None:
        hits: set[str] = set()

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                """`hits` is the log."""

            def do_GET(self) -> None:
                hits.add(self.path.rsplit("/", 1)[-1])
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Content-Type", "text/javascript")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def do_POST(self) -> None:
                self.do_GET()

            def do_OPTIONS(self) -> None:
                self.do_GET()

        super().__init__(Handler)
        self.hits = hits
        self.host = self.origin.removeprefix("http://")


@dataclass(frozen=True, slots=True)
class Harness:
    """The harness page; `assets` is the build's own list of its files."""

    page: Page
    assets: dict[str, Any]

    def boot(self, room: str | None = None, *, snapshot: JSHandle | None = None, make: bool = False) -> JSHandle:
        told = [self.assets, room or self.assets["room"], snapshot, make]
        return self.page.evaluate_handle("(told) => boot(...told)", told)

    def run(self, sandbox: JSHandle, guest: str, question: object = None) -> Any:
        """The answer of a program of guests/, which is JSON. Fails when it ended otherwise."""
        main = (HERE / "guests" / f"{guest}.py").read_text(encoding="utf-8")
        ended = self.page.evaluate("(told) => run(...told)", [sandbox, main, json.dumps(question)])
        assert ended.get("kind") == "answer", ended
        return json.loads(ended["text"])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`dist/` with the harness, and a second room that has no policy: what the first one's silence is worth."""
    dist = ROOT / "dist"
    assert (dist / "index.html").is_file(), "There is no dist/ to test. Run `python3 build.py build` first."
    root = tmp_path_factory.mktemp("attacks") / "dist"
    shutil.copytree(dist, root)
    for name in ("harness.html", "harness.js"):
        shutil.copy(HERE / name, root)
    bare, removed = _POLICY.subn("", (dist / "room.html").read_text(encoding="utf-8"))
    assert removed == 1
    (root / UNGUARDED).write_text(bare, encoding="utf-8")
    with Site(root) as running:
        yield running


@pytest.fixture(scope="session")
def assets() -> dict[str, Any]:
    text = (ROOT / "web" / "generated" / "assets.ts").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text[text.index("= {") + 2 :].rstrip().rstrip(";"))
    return found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def harness(page: Page, site: Site, assets: dict[str, Any]) -> Harness:
    page.goto(site.url + "harness.html")
    return Harness(page, assets)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """One sandbox as it is built; `handle` is the harness's object for it."""

    harness: Harness
    handle: JSHandle

    def run(self, guest: str, question: object = None) -> Any:
        return self.harness.run(self.handle, guest, question)


@pytest.fixture(scope="module")
def sandbox(browser: Browser, site: Site, assets: dict[str, Any]) -> Iterator[Sandbox]:
    """Shared by tests that leave it as they found it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url + "harness.html")
    harness = Harness(page, assets)
    yield Sandbox(harness, harness.boot())
    context.close()


@pytest.fixture
def evil() -> Iterator[Evil]:
    with Evil() as running:
        yield running
