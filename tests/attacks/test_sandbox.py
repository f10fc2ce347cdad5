"""What a program in the sandbox can reach: nothing. A silence counts only beside a run in which the same is heard."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from attacks.conftest import UNGUARDED, Evil, Harness, Sandbox
from support.page import Glassloop
from support.site import Site

GUESTS = Path(__file__).parent / "guests"
NESTED = (Path(__file__).parent / "nested_worker.js").read_text(encoding="utf-8")
# What arrives once the policy is gone. A worker inside a data: worker, or one from another origin, starts nowhere.
PYTHON_SOCKET = ""  # Emscripten makes a WebSocket of it, to the bare address.
WAYS = {"prototype_fetch", "import_scripts", "websocket", "event_source", "font", PYTHON_SOCKET}
WAYS |= {
    f"{kind}_{way}"
    for kind in ("nested", "data_worker")
    for way in ("fetch", "no_cors", "import", "import_scripts", "websocket", "event_source", "xhr")
}


def test_no_way_leads_to_the_network(sandbox: Sandbox, evil: Evil) -> None:
    said = sandbox.run("channels", {"evil": evil.host, "worker": NESTED})
    assert evil.hits == set(), said


def test_without_the_policy_those_ways_do(harness: Harness, evil: Evil) -> None:
    said = harness.run(harness.boot(UNGUARDED), "channels", {"evil": evil.host, "worker": NESTED})
    assert evil.hits == WAYS, said


def test_no_document_no_storage_and_no_other_window(sandbox: Sandbox) -> None:
    page = sandbox.harness.page
    page.evaluate("""() => {
        window.broadcasts = [];
        const channel = new BroadcastChannel("glassloop-attack");
        channel.onmessage = ({ data }) => window.broadcasts.push(data);
    }""")
    before = page.evaluate("heard.length")
    seen = sandbox.run("surroundings")
    assert seen["origin"] == "null"
    assert seen["found"] == []
    for place in ("database", "cache", "folder"):
        assert seen[place].startswith("refused"), seen
    # A message of our own shows that the channel is open; had the sandbox's reached it, it would be there before.
    broadcasts = page.evaluate("""() => new Promise((resolve) => {
        const other = new BroadcastChannel("glassloop-attack");
        setTimeout(() => other.postMessage("from the page"), 0);
        waitFor(() => window.broadcasts.includes("from the page")).then(() => resolve(window.broadcasts));
    })""")
    assert broadcasts == ["from the page"]
    # The room handed on nothing of what the worker posted.
    assert page.evaluate("(from) => heard.slice(from)", before) == []


def test_requests_go_to_the_page_and_synchronous_ones_say_why_not(sandbox: Sandbox) -> None:
    synchronous, by_pyfetch, by_fetch = sandbox.run("requests")
    assert "await pyfetch" in synchronous
    assert "The harness lets nothing out." in by_pyfetch
    assert "The harness lets nothing out." in by_fetch
    asked = sandbox.handle.evaluate("({ messages }) => messages.filter(({ type }) => type === 'fetch')")
    assert [(one["method"], one["url"].rsplit("/", 1)[-1]) for one in asked] == [("POST", "pyfetch"), ("GET", "fetch")]
    assert ["x-mine", "yes"] in asked[0]["headers"]


def test_an_interpreter_that_breaks_says_so(harness: Harness) -> None:
    main = (GUESTS / "fatal.py").read_text(encoding="utf-8")
    said = harness.page.evaluate("(told) => runUntil('died', ...told)", [harness.boot(), main])
    assert "RangeError" in said["message"]


ECHO = """self.onmessage = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => port.postMessage(data);
};
postMessage("up");"""
# Posts a boot to the room and keeps the other end of its port in `window.ports`, where what it says is counted.
BOOT_FROM = """([room, echo, sender]) => {
    const { port1, port2 } = new MessageChannel();
    port1.said = 0;
    port1.onmessage = () => port1.said++;
    port1.postMessage("are you there?");
    (window.ports ??= []).push(port1);
    sender.room = room.contentWindow;
    sender.told = { type: "boot", worker: new Blob([echo]), snapshot: null, makeSnapshot: false };
    sender.port = port2;
    sender.eval("room.postMessage(told, '*', [port])");
}"""


def test_the_room_obeys_its_parent_only_and_boots_once(harness: Harness) -> None:
    page = harness.page
    room = page.evaluate_handle("(address) => openRoom(address)", harness.assets["room"])
    sibling = page.evaluate_handle("() => document.body.appendChild(document.createElement('iframe')).contentWindow")
    parent = page.evaluate_handle("() => window")
    page.evaluate(BOOT_FROM, [room, ECHO, sibling])
    page.evaluate(BOOT_FROM, [room, ECHO, parent])
    page.evaluate(BOOT_FROM, [room, ECHO, parent])
    # Fifty round trips through the one worker: time enough for a second to have answered, had it been made.
    said = page.evaluate("""async () => {
        const [sibling, first, second] = window.ports;
        for (let trip = 1; trip <= 50; trip++) {
            first.postMessage(trip);
            await waitFor(() => first.said > trip);
        }
        return [sibling.said, second.said];
    }""")
    assert said == [0, 0]


def test_a_room_that_is_nobodys_frame_does_nothing(page: Page, site: Site) -> None:
    page.goto(site.url + "room.html")
    said = page.evaluate("""() => new Promise((resolve) => {
        const said = [];
        window.addEventListener("message", ({ data }) => (data === "last" ? resolve(said) : said.push(data)));
        window.postMessage({ type: "room-check" });
        setTimeout(() => window.postMessage("last"), 100);
    })""")
    assert said == [{"type": "room-check"}]


FORGED = "{ type: 'room-failed', message: 'forged' }"


def test_the_page_believes_only_its_own_sandbox(page: Page, site: Site) -> None:
    Glassloop(page).open(site.url)
    added = page.evaluate_handle("() => document.body.appendChild(document.createElement('iframe'))").as_element()
    stranger = added and added.content_frame()
    assert stranger is not None
    page.evaluate(f"() => window.postMessage({FORGED}, '*')")
    stranger.evaluate(f"() => window.parent.postMessage({FORGED}, '*')")
    # Messages are handled in order: when this one has been, the others have.
    page.evaluate("""() => new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => data === "last" && resolve());
        window.postMessage("last");
    })""")
    expect(page.locator("html")).to_have_attribute("data-state", "held")
