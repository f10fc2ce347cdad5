"""Packages that a program asks for: from an index after the reader allowed it, or as a wheel dropped on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from support import programs
from support.package_index import PackageIndex, linux_wheel, sdist, wheel
from support.page import Glassloop

SHOUT = "def shout(text):\n    return text.upper() + '!'\n"


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    """`tiny-shout` can be installed; `only-source` and `iron` can't in a browser."""
    files = (wheel("tiny-shout", SHOUT), sdist("only-source"), linux_wheel("iron"))
    with PackageIndex(*files) as running:
        yield running


def test_a_package_is_installed_once_the_reader_allows_it(app: Glassloop, index: PackageIndex) -> None:
    app.set_program(programs.needs("tiny-shout", index.url))
    app.begin("hello")
    expect(app.page.get_by_text("tiny-shout").last).to_be_visible()
    app.answer_prompt("Install")
    expect(app.page.get_by_text(index.origin).last).to_be_visible()
    assert index.requests == [], "the index was asked before the reader was"
    app.answer_prompt("Allow for this page")
    app.expect_entry("HELLO!")
    assert "/simple/tiny-shout/" in index.requests


def test_a_refused_package_is_one_sentence(app: Glassloop, index: PackageIndex) -> None:
    app.set_program(programs.needs("tiny-shout", index.url))
    app.begin("hello")
    app.answer_prompt("Don't install")
    app.expect_last("stopped")
    app.expect_last_entry("tiny-shout")
    expect(app.conversation).not_to_contain_text("Traceback")
    assert index.requests == []


@pytest.mark.parametrize("name", ["only-source", "iron", "not-there"])
def test_a_package_that_no_browser_can_have_is_one_sentence(app: Glassloop, index: PackageIndex, name: str) -> None:
    app.set_program(programs.needs(name, index.url))
    app.begin("hello")
    app.answer_prompt("Install")
    app.answer_prompt("Allow for this page")
    app.expect_last("stopped")
    app.expect_last_entry(name)
    app.expect_last_entry(re.compile("browser|wheel|found|no package", re.IGNORECASE))
    expect(app.conversation).not_to_contain_text(re.compile("Traceback|micropip"))


def test_a_dropped_wheel_is_used(app: Glassloop) -> None:
    built = wheel("tiny-shout", SHOUT)
    app.drop_file(built.filename, built.data)
    expect(app.page.get_by_text("tiny_shout").last).to_be_visible()
    with PackageIndex() as nothing:
        app.set_program(programs.needs("tiny-shout", nothing.url))
        before = app.ends.count()
        app.begin("hello")
        app.expect_entry("HELLO!")
        app.expect_end(before + 1)
        assert nothing.requests == []
