"""A sandbox that was restored is a sandbox like any other, and one that can't be is booted plainly."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from attacks.conftest import Harness
from support.page import Glassloop
from support.site import Site

SNAPSHOT_OF = "({ messages }) => messages.find(({ type }) => type === 'snapshot').bytes"
KEPT = """async () => {
    const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("glassloop-snapshot:")));
    return [cache, (await cache.keys()).find(({ url }) => url.endsWith("part=snapshot"))];
}"""
RESTORED = "performance.getEntriesByName('python-ready').at(-1).detail.restored"


def test_programs_cannot_tell_how_python_was_booted(harness: Harness) -> None:
    first = harness.boot(make=True)
    # The snapshot was there before anything else could run.
    assert first.evaluate("({ messages }) => messages.map(({ type }) => type)") == ["snapshot", "ready"]
    snapshot = first.evaluate_handle(SNAPSHOT_OF)
    boots = [first, harness.boot(snapshot=snapshot), harness.boot(snapshot=snapshot)]
    assert [one.evaluate("({ outcome }) => outcome.restored") for one in boots] == [False, True, True]
    traits = [harness.run(one, "traits") for one in boots]
    for other in traits[1:]:
        assert other["fixed"] == traits[0]["fixed"]
    for numbers in zip(*(one["chance"] for one in traits), strict=True):
        assert len(set(numbers)) == len(boots), numbers


def test_a_broken_snapshot_says_so(harness: Harness) -> None:
    broken = harness.page.evaluate_handle("new Blob([new Uint8Array(1 << 20)])")
    outcome = harness.boot(snapshot=broken).evaluate("({ outcome }) => outcome")
    assert (outcome["type"], outcome["restored"]) == ("boot-failed", True)


def _visit(page: Page, site: Site) -> bool:
    Glassloop(page).open(site.url)
    restored: bool = page.evaluate(RESTORED)
    return restored


def _wait_until_kept(page: Page) -> None:
    page.evaluate(f"""async () => {{
        const kept = {KEPT};
        for (;;) {{
            const [, entry] = await kept().catch(() => []);
            if (entry) return;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }}
    }}""")


# What the page's own scripts fetch. (That the HTML preloads files is no choice of the keeper's.)
NOTE_FETCHES = """window.fetched = [];
const real = window.fetch;
window.fetch = (...told) => (window.fetched.push(String(told[0])), real(...told));"""


def test_a_return_visit_is_restored_and_loads_none_of_pythons_files(page: Page, site: Site) -> None:
    page.add_init_script(NOTE_FETCHES)
    assert not _visit(page, site)
    assert any("stdlib" in url for url in page.evaluate("window.fetched"))
    _wait_until_kept(page)
    assert _visit(page, site)
    assert page.evaluate("window.fetched") == []


def test_a_spoiled_snapshot_costs_a_plain_boot_and_nothing_else(page: Page, site: Site) -> None:
    _visit(page, site)
    _wait_until_kept(page)
    page.evaluate(f"""async () => {{
        const [cache, key] = await ({KEPT})();
        await cache.put(key, new Response("spoiled"));
    }}""")
    assert not _visit(page, site)
    expect(page.locator("html")).to_have_attribute("data-state", "held")


def test_without_storage_every_visit_is_a_first_one(page: Page, site: Site) -> None:
    page.add_init_script("""Object.defineProperty(window, "caches", {
        get() { throw new DOMException("no", "SecurityError"); },
    })""")
    assert not _visit(page, site)
    assert not _visit(page, site)


SWEEPS = """\
import gc


async def agent(question):
    gc.collect()
    return "swept"
"""


def test_nothing_that_was_open_in_the_snapshot_is_closed_again_in_a_run(page: Page, site: Site) -> None:
    """Its file would not be there, and Python would complain of that among the program's own output."""
    assert not _visit(page, site)
    _wait_until_kept(page)
    assert _visit(page, site)
    app = Glassloop(page)
    app.settle()
    app.set_program(SWEEPS)
    app.ask("Sweep.")
    app.expect_last_entry("swept")
    expect(app.steps_of("log")).to_have_count(0)
