"""The page by its roles and names (DESIGN §8), as a reader with a keyboard or a screen reader has it.

Waits only through `expect`. Refuses to know how the page is built: a class or a test id here would be a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

# Booting Pyodide on a busy machine of two cores takes seconds; a wait ends as soon as it may.
BOOT_MS = 60_000
RUN_MS = 20_000
STOP_MS = 5_000

# A run is over. "failed" is not among them: it means that there is no Python.
IDLE = ("ready", "stopped")


class Glassloop:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.html = page.locator("html")
        self.question = page.get_by_role("textbox", name="Question")
        self.lesson = page.get_by_role("combobox", name="Lesson")
        self.conversation = page.get_by_role("log", name="Conversation")
        self.trace = page.get_by_role("listbox", name="Trace")
        self.steps = self.trace.get_by_role("option")
        self.details = page.get_by_role("region", name="Details")
        self.cursor = page.get_by_role("slider", name="Cursor")
        self.dialog = page.get_by_role("dialog", name="Connection")

    def open(self, url: str) -> None:
        """Go there and wait until the run that begins by itself is held."""
        self.page.goto(url)
        self.expect_state("held", timeout=BOOT_MS)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_state(self, *states: str, timeout: float = RUN_MS) -> None:
        expect(self.html).to_have_attribute("data-state", re.compile(f"^({'|'.join(states)})$"), timeout=timeout)

    # The trace

    def steps_of(self, kind: str) -> Locator:
        return self.trace.locator(f'[role="option"][data-kind="{kind}"]')

    def kinds(self) -> list[str]:
        """The kinds of all items of the trace as it stands."""
        found: list[str] = self.steps.evaluate_all("all => all.map(one => one.dataset.kind)")
        return found

    def expect_last(self, kind: str, timeout: float = RUN_MS) -> None:
        """Held (or ended) with an item of this kind at the end of the trace."""
        expect(self.steps.last).to_have_attribute("data-kind", kind, timeout=timeout)

    # Asking

    @property
    def ends(self) -> Locator:
        """The items with which runs ended, well or not."""
        return self.trace.locator('[role="option"]:is([data-kind="answer"], [data-kind="stopped"])')

    def settle(self) -> None:
        """Let the run that is held go on to its end."""
        before = self.ends.count()
        self.button("Continue").click()
        self.expect_end(before + 1)

    def ask(self, text: str, *, timeout: float = RUN_MS) -> None:
        """Ask and wait for the end of the run."""
        before = self.ends.count()
        self.begin(text)
        self.expect_end(before + 1, timeout=timeout)

    def expect_end(self, count: int, *, timeout: float = RUN_MS) -> None:
        """`count` runs have ended, and the page is ready for another question."""
        expect(self.ends).to_have_count(count, timeout=timeout)
        self.expect_state(*IDLE)

    def begin(self, text: str, *, by: str = "Run") -> None:
        """Ask, and wait only until the run is on its way. `by` is Run, or Step to be held at every stop point."""
        self.question.fill(text)
        self.button(by).click()

    def expect_entry(self, text: str | re.Pattern[str], *, timeout: float = RUN_MS) -> None:
        expect(self.conversation).to_contain_text(text, timeout=timeout)

    def entries(self) -> Locator:
        return self.conversation.get_by_role("article")

    def expect_last_entry(self, text: str | re.Pattern[str], *, timeout: float = RUN_MS) -> None:
        """The newest thing in the conversation says this."""
        expect(self.entries().last).to_contain_text(text, timeout=timeout)

    # Stop points

    def set_stop(self, name: str | re.Pattern[str], on: bool = True) -> None:
        """Switch one stop in the menu; `name` as the menu says it, such as "before a request"."""
        # No button by role: "Stop" must be the name of one button only.
        menu = self.page.locator("summary").filter(has_text="Stops")
        menu.click()
        self.page.get_by_role("checkbox", name=name, exact=True).set_checked(on)
        self.page.keyboard.press("Escape")

    # The program

    def show_program(self) -> None:
        """On a narrow page, and where the program shares its place with the lesson, it has a tab of its own."""
        tab = self.page.get_by_role("tab", name="Program", exact=True)
        if tab.count() and tab.first.get_attribute("aria-selected") != "true":
            tab.first.click()

    @property
    def editor(self) -> Locator:
        return self.page.get_by_role("textbox", name=re.compile(r"\.py\b"))

    def set_program(self, source: str) -> None:
        """Replace the file in the editor, as a paste would."""
        self.show_program()
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(source)

    # The connection

    def open_connection(self) -> None:
        self.button("Connection").click()
        expect(self.dialog).to_be_visible()

    def field(self, role: str, name: str) -> Locator:
        return self.dialog.get_by_role(role, name=name)  # type: ignore[arg-type]

    @property
    def key(self) -> Locator:
        """A password field has no role: its label finds it."""
        return self.dialog.get_by_label("API key", exact=True)

    def connect(self, base_url: str, key: str, model: str = "test-model", *, stream: bool = True) -> None:
        """Point the page at an endpoint of one's own and save."""
        self.open_connection()
        self.field("combobox", "Provider").select_option(label="Custom endpoint")
        self.field("textbox", "Base URL").fill(base_url)
        self.key.fill(key)
        self.dialog.get_by_label("Model", exact=True).fill(model)
        self.field("checkbox", "Stream replies").set_checked(stream)
        self.dialog.get_by_role("button", name="Save", exact=True).click()
        expect(self.dialog).to_be_hidden()

    # The prompt before something reaches out

    def answer_prompt(self, choice: str) -> None:
        self.page.get_by_role("button", name=choice, exact=True).click(timeout=RUN_MS)

    def drop_file(self, name: str, data: bytes, onto: Locator | None = None) -> None:
        """Drop a file anywhere on the page, or onto something, as from a file manager."""
        handle = self.page.evaluate_handle(
            """([name, bytes]) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([new Uint8Array(bytes)], name));
                return transfer;
            }""",
            [name, list(data)],
        )
        for event in ("dragenter", "dragover", "drop"):
            (onto or self.page.locator("body")).dispatch_event(event, {"dataTransfer": handle})

    # What is kept

    @property
    def kept(self) -> Locator:
        """The dialog with the conversations."""
        return self.page.get_by_role("dialog", name="Conversations", exact=True)

    def open_conversations(self) -> None:
        self.button("Conversations").click()
        expect(self.kept).to_be_visible()

    def kept_titles(self) -> Locator:
        """The titles of the conversations in the dialog, newest first; one opens its conversation."""
        return self.kept.get_by_role("listitem").locator("[aria-current]")

    def open_kept(self, title: str) -> None:
        self.open_conversations()
        self.kept.get_by_role("button", name=title, exact=True).click()
        expect(self.kept).to_be_hidden()

    def close_dialog(self, dialog: Locator) -> None:
        dialog.get_by_role("button", name="Close", exact=True).click()
        expect(dialog).to_be_hidden()

    def download(self, button: Locator) -> tuple[str, str]:
        """Name and text of the file that a button makes."""
        with self.page.expect_download() as waiting:
            button.click()
        path = waiting.value.path()
        return waiting.value.suggested_filename, path.read_bytes().decode("utf-8")

    def expect_written(self, kind: str) -> None:
        """Some conversation in the browser's database ends with an event of this kind: no crash can take it away."""
        assert self.page.evaluate(_ENDS_WITH, [kind, RUN_MS]), f"no {kind} was written"

    @property
    def log(self) -> Locator:
        """The dialog with the calls of tools."""
        return self.page.get_by_role("dialog", name="Log", exact=True)

    def open_log(self) -> None:
        """Its button stands over the trace, which on a narrow page is a tab."""
        tab = self.page.get_by_role("tab", name="Trace", exact=True)
        if tab.count():
            tab.click()
        self.button("Log").click()
        expect(self.log).to_be_visible()

    def calls(self) -> Locator:
        """The lines of the log, without its head."""
        return self.log.get_by_role("row").filter(has=self.page.get_by_role("cell"))

    # What a lesson lets the reader set, and what it draws

    def answer_at_once(self) -> None:
        """The practice model no longer takes its time to be seen writing."""
        self.open_connection()
        self.field("checkbox", "Stream replies").set_checked(False)
        self.dialog.get_by_role("button", name="Save", exact=True).click()
        expect(self.dialog).to_be_hidden()

    def open_lesson(self, url: str, lesson: str) -> None:
        """Go straight to a lesson, and let its opening run end."""
        self.open(f"{url}#lesson={lesson}")
        self.settle()

    def show_tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    def switch(self, label: str, on: bool) -> None:
        self.show_tab("Settings")
        self.page.get_by_role("switch", name=label, exact=True).set_checked(on)

    def choose(self, label: str, option: str) -> None:
        self.show_tab("Settings")
        self.page.get_by_role("combobox", name=label, exact=True).select_option(label=option)

    def type_into(self, label: str, text: str) -> None:
        """A setting that is a text or a key: a password field has no role."""
        self.show_tab("Settings")
        self.page.get_by_label(label, exact=True).fill(text)

    def set_file(self, name: str, source: str) -> None:
        """Replace one file of a program that has several."""
        self.show_program()
        self.page.get_by_role("combobox", name="File", exact=True).select_option(name)
        expect(self.page.get_by_role("textbox", name=f"Program {name}", exact=True)).to_be_visible()
        self.set_program(source)

    def figure(self, title: str) -> Locator:
        self.show_tab("Figures")
        return self.page.get_by_role("region", name=title, exact=True)

    @property
    def permission(self) -> Locator:
        """The prompt before a program reaches out."""
        return self.page.get_by_role("dialog", name="Permission", exact=True)

    def events(self) -> list[dict[str, Any]]:
        """All of the trace, as Export gives it."""
        _, text = self.download(self.button("Export"))
        events: list[dict[str, Any]] = json.loads(text)["events"]
        return events

    @property
    def selected(self) -> Locator:
        """The step of the trace that the cursor stands at."""
        return self.trace.get_by_role("option", selected=True)

    def step(self, kind: str) -> None:
        """Press Step in a run that is held, and be held again with an item of this kind."""
        self.button("Step").click()
        self.expect_last(kind)
        self.expect_state("held")

    def edit_held(self, label: str, text: str) -> None:
        """Let the run that is held go on with another text; `label` as the editor of the details has it."""
        self.details.get_by_role("button", name="Edit", exact=True).click()
        self.details.get_by_role("textbox", name=label, exact=True).fill(text)
        self.details.get_by_role("button", name="Apply", exact=True).click()


# Opened without a version, and only when it is there: a test must not be the one to make the database.
_ENDS_WITH = """async ([kind, patience]) => {
    const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const written = async () => {
        const names = (await indexedDB.databases()).map((one) => one.name);
        if (!names.includes("glassloop")) return false;
        const database = await done(indexedDB.open("glassloop"));
        const store = database.transaction("conversations").objectStore("conversations");
        const kept = await done(store.getAll(IDBKeyRange.bound("conversation/", "conversation0")));
        database.close();
        return kept.some((one) => JSON.parse(one.events.at(-1).text).kind === kind);
    };
    for (const until = performance.now() + patience; performance.now() < until; ) {
        if (await written()) return true;
    }
    return false;
}"""


def in_order(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether `wanted` is a subsequence of `found`."""
    rest = iter(found)
    return all(kind in rest for kind in wanted)
