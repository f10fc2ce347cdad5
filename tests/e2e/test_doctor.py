"""Test connection: each thing that can be wrong is told apart, with what mends it; a real tool call proves the rest.

The servers are real ones on this machine; nothing is intercepted.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.llm_server import Cors, Entry, LlmServer
from support.loopback import closed_port
from support.odd_server import HTML, OddServer, Routes, as_json
from support.page import RUN_MS, Glassloop
from support.replies import EVENT_STREAM, Reply, Say, by_rule, cut, error, frames, sse_text
from support.responses_text import message, note, response
from support.site import Site

ADDRESS, PERMISSION, SERVER, CORS = "Address", "Browser's permission", "Server answers", "Web pages may call it (CORS)"
PATH, KEY, CREDIT, MODEL, TOOLS = "Path", "API key", "Credit", "Model", "Model can use tools"
WHOLE, STREAMED = "Tool call and answer, in one piece", "Tool call and answer, streamed"
ALL = (ADDRESS, PERMISSION, SERVER, CORS, PATH, KEY, CREDIT, MODEL, TOOLS, WHOLE, STREAMED)


class Doctor:
    """The dialog's test, by roles and names."""

    def __init__(self, app: Glassloop) -> None:
        self.app = app
        self.checks = app.dialog.get_by_role("list", name="Checks")
        self.region = app.dialog.get_by_role("region", name="Test of the connection")

    def fill(self, base_url: str, key: str | None, model: str = "test-model") -> None:
        self.app.open_connection()
        self.app.field("combobox", "Provider").select_option(label="Custom endpoint")
        self.app.field("textbox", "Base URL").fill(base_url)
        self.app.key.fill(key or "")
        self.app.dialog.get_by_label("Model", exact=True).fill(model)

    def press(self) -> None:
        self.app.dialog.get_by_role("button", name="Test connection", exact=True).click()

    def examine(self, base_url: str, key: str | None, model: str = "test-model") -> None:
        self.fill(base_url, key, model)
        self.press()

    def check(self, title: str) -> Locator:
        return self.checks.get_by_role("listitem").filter(has=self.app.page.get_by_text(title, exact=True))

    def expect_end(self, sentence: str | re.Pattern[str]) -> None:
        expect(self.region.get_by_role("status").filter(has_text=re.compile("^It "))).to_contain_text(
            sentence, timeout=RUN_MS
        )

    def expect_failed(self, title: str, words: str) -> Locator:
        """This check failed with such words; all before it are ok, and none after it was reached."""
        self.expect_end(re.compile("^It (stops at|works for tools, but)"))
        expect(self.checks.get_by_role("listitem")).to_have_count(len(ALL))
        at = ALL.index(title)
        for before in ALL[:at]:
            expect(self.check(before)).to_contain_text(re.compile("(ok|not reached)"))
        expect(self.check(title)).to_contain_text("failed")
        expect(self.check(title)).to_contain_text(re.compile(words))
        for after in ALL[at + 1 :]:
            expect(self.check(after)).to_contain_text("not reached")
        return self.check(title)


@pytest.fixture
def doctor(app: Glassloop) -> Doctor:
    return Doctor(app)


def key_of(server: LlmServer) -> str:
    assert server.key is not None
    return server.key


def test_a_server_that_works(doctor: Doctor, llm: LlmServer) -> None:
    before = doctor.app.entries().count()
    doctor.examine(llm.base_url, key_of(llm))
    expect(doctor.region).to_contain_text(f"{llm.base_url}/chat/completions")
    doctor.expect_end("It works for tools, in one piece and streamed.")
    for title in ALL:
        expect(doctor.check(title)).to_contain_text("ok")
    chats = [entry for entry in llm.posts if entry.path == "/v1/chat/completions"]
    assert [bool(entry.body.get("stream")) for entry in chats] == [False, False, True, True]
    assert [entry.body["messages"][-1]["role"] for entry in chats] == ["user", "tool", "user", "tool"]
    assert "110493" in chats[1].body["messages"][-1]["content"]
    assert {entry.headers["authorization"] for entry in llm.posts} == {f"Bearer {llm.key}"}
    # Nothing of it is the reader's conversation, and nothing was saved.
    doctor.app.dialog.get_by_role("button", name="Close", exact=True).click()
    assert doctor.app.entries().count() == before
    doctor.app.ask("add 1 and 2")
    assert len(llm.posts) == len(chats) + 1, "one request that asks whether the other format is there"


def test_nothing_listens(doctor: Doctor) -> None:
    port = closed_port()
    doctor.examine(f"http://127.0.0.1:{port}/v1", "sk-any")
    failed = doctor.expect_failed(SERVER, "Nothing answers")
    origin = doctor.app.page.evaluate("location.origin")
    expect(failed).to_contain_text(f"OLLAMA_ORIGINS={origin} ollama serve")
    expect(failed).to_contain_text(f"lms server start --cors --port {port}")
    expect(failed).to_contain_text(f"llama-server --jinja -m MODEL.gguf --port {port}")
    expect(failed).to_contain_text(f"""--allowed-origins '["{origin}"]' --enable-auto-tool-choice""")


def test_a_server_that_lets_no_page_in(doctor: Doctor) -> None:
    with LlmServer("sk-any", cors=Cors(origins=None)) as closed:
        doctor.examine(closed.base_url, "sk-any")
        failed = doctor.expect_failed(CORS, "The server is there, but")
        expect(failed).to_contain_text("ollama serve")
        copy = failed.get_by_role("button", name=re.compile("^Copy the line for Ollama, from a terminal"))
        copy.click()
        expect(failed).to_contain_text(re.compile("Copied|Marked"))
        assert closed.posts == []
        assert all("authorization" not in entry.headers for entry in closed.journal if entry.method == "GET")


def test_a_preflight_that_forbids_the_key(doctor: Doctor) -> None:
    with LlmServer("sk-any", cors=Cors(headers=frozenset({"content-type"}))) as strict:
        doctor.examine(strict.base_url, "sk-any")
        doctor.expect_failed(CORS, "CORS")


def test_a_wrong_key(doctor: Doctor, llm: LlmServer) -> None:
    doctor.examine(llm.base_url, "sk-wrong")
    doctor.expect_failed(KEY, r"refused the key \(401\)(.|\n)*Incorrect API key provided")
    expect(doctor.app.dialog).not_to_contain_text("sk-wrong")


def test_no_key(doctor: Doctor, llm: LlmServer) -> None:
    doctor.examine(llm.base_url, None)
    doctor.expect_failed(KEY, r"asks for a key \(401\)")


def test_a_path_that_lacks_its_end_is_mended_by_a_button(doctor: Doctor, llm: LlmServer) -> None:
    doctor.examine(llm.origin, key_of(llm))
    failed = doctor.expect_failed(PATH, "no such address|looks right")
    guesses = [entry for entry in llm.journal if entry.method == "GET" and entry.path.endswith("/v1/models")]
    assert guesses and all("authorization" not in entry.headers for entry in guesses), (
        "a guess is asked without the key"
    )
    failed.get_by_role("button", name=f"Use {llm.base_url}", exact=True).click()
    expect(doctor.app.field("textbox", "Base URL")).to_have_value(llm.base_url)
    expect(doctor.app.dialog.get_by_role("button", name="Test connection", exact=True)).to_be_focused()
    doctor.press()
    doctor.expect_end("It works for tools")


def test_a_web_page_in_place_of_an_api(doctor: Doctor) -> None:
    models = as_json({"data": [{"id": "test-model"}]})
    with OddServer({"GET /api/v1/models": models}, otherwise=HTML) as site:
        doctor.examine(site.origin, "sk-any")
        failed = doctor.expect_failed(PATH, "web page, not an API")
        failed.get_by_role("button", name=f"Use {site.origin}/api/v1", exact=True).click()
        expect(doctor.app.field("textbox", "Base URL")).to_have_value(f"{site.origin}/api/v1")
        assert {line for line, key in site.seen if key is not None} == {"GET /models"}


REFUSALS = {
    "402": (error(402, "Insufficient credits."), CREDIT, "no credit"),
    "429 quota": (error(429, "You exceeded your current quota.", "insufficient_quota"), CREDIT, "no credit"),
    "no model": (error(404, "The model `x` does not exist.", "model_not_found"), MODEL, "no model"),
    "no tools": (error(400, "test-model does not support tools"), TOOLS, "can't use tools"),
    "rate": (error(429, "Rate limit reached for requests."), WHOLE, "too many requests"),
    "broken": (error(500, "It broke."), WHOLE, "500"),
}


@pytest.mark.parametrize("name", list(REFUSALS))
def test_what_only_a_real_request_can_tell(doctor: Doctor, llm: LlmServer, name: str) -> None:
    reply, title, words = REFUSALS[name]
    llm.script(*[reply] * 4)
    doctor.examine(llm.base_url, key_of(llm))
    doctor.expect_failed(title, words)


def test_a_name_that_was_nearly_right(doctor: Doctor, llm: LlmServer) -> None:
    llm.script(error(404, "The model `test-modle` does not exist.", "model_not_found"))
    doctor.examine(llm.base_url, key_of(llm), "test-modle")
    failed = doctor.expect_failed(MODEL, "Did you mean")
    failed.get_by_role("button", name="Use test-model", exact=True).click()
    expect(doctor.app.dialog.get_by_label("Model", exact=True)).to_have_value("test-model")


def test_a_model_that_does_not_care_for_tools(doctor: Doctor, llm: LlmServer) -> None:
    llm.script(Say("About a hundred thousand."))
    doctor.examine(llm.base_url, key_of(llm))
    doctor.expect_failed(TOOLS, "without asking for the tool")


def test_streaming_that_breaks(doctor: Doctor, llm: LlmServer) -> None:
    def rule(entry: Entry) -> Say:
        return by_rule(entry.body)

    stream = sse_text(frames(Say("one two three"), "test-model"))
    broken = Reply(cut(stream[: len(stream) // 2], [40]), content_type=EVENT_STREAM, drop=True)
    llm.script(rule, rule, *[broken] * 3)
    doctor.examine(llm.base_url, key_of(llm))
    failed = doctor.expect_failed(STREAMED, "In one piece it works")
    failed.get_by_role("button", name="Switch streaming off", exact=True).click()
    expect(doctor.app.field("checkbox", "Stream replies")).not_to_be_checked()


def responses_only(body: Any) -> Any:
    if body.get("stream"):
        return as_json({"error": {"message": "Streaming is not served here."}}, 400)
    given = [item for item in body["input"] if item.get("type") == "function_call_output"]
    if given:
        return as_json(response(message(f"It is {given[-1]['output']}.")))
    return as_json(response(note(arguments=json.dumps({"a": 48151, "b": 62342}))))


def test_the_other_wire_format_is_found_and_chosen(doctor: Doctor) -> None:
    models = as_json({"data": [{"id": "test-model"}]})
    nothing = as_json({"error": {"message": "Not Found"}}, 404)
    routes: Routes = {"GET /v1/models": models, "POST /v1/responses": responses_only}
    with OddServer(routes, otherwise=nothing) as server:
        doctor.examine(f"{server.origin}/v1", None)
        failed = doctor.expect_failed(PATH, "the Responses API works here")
        failed.get_by_role("button", name="Use the Responses API", exact=True).click()
        wire = doctor.app.field("combobox", "Wire format")
        expect(wire).to_have_value("responses")
        expect(doctor.app.dialog).to_contain_text("The address that /responses is put behind.")
        doctor.app.field("checkbox", "Stream replies").set_checked(False)
        doctor.app.dialog.get_by_role("button", name="Save", exact=True).click()
        doctor.app.open_connection()
        expect(wire).to_have_value("responses")


def test_while_a_run_is_under_way_the_tool_call_waits(doctor: Doctor, llm: LlmServer) -> None:
    doctor.app.begin("add 10 and 5", by="Step")
    doctor.app.expect_state("held")
    doctor.examine(llm.base_url, key_of(llm))
    expect(doctor.region).to_contain_text("A run is under way: this waits until it is over or stopped.")
    assert llm.posts == []
    doctor.region.get_by_role("button", name="Stop the run", exact=True).click()
    doctor.expect_end("It works for tools")
    doctor.app.dialog.get_by_role("button", name="Close", exact=True).click()
    doctor.app.expect_last_entry("stopped by you")


def test_the_opening_run_steps_aside_and_comes_back(page: Page, site: Site, llm: LlmServer) -> None:
    app = Glassloop(page)
    app.open(site.url)
    doctor = Doctor(app)
    doctor.examine(llm.base_url, key_of(llm))
    doctor.expect_end("It works for tools")
    app.dialog.get_by_role("button", name="Close", exact=True).click()
    app.expect_state("held")
    app.settle()


def test_closing_the_dialog_ends_the_test(doctor: Doctor, llm: LlmServer) -> None:
    llm.script(lambda entry: Reply((), before_head=entry.hung_up))
    doctor.examine(llm.base_url, key_of(llm))
    llm.wait_for_post()
    doctor.app.dialog.get_by_role("button", name="Close", exact=True).click()
    assert llm.posts[0].hung_up.wait(10)
    doctor.app.ask("add 10 and 5")


def test_limits_and_the_wire_format_are_kept(doctor: Doctor, llm: LlmServer) -> None:
    doctor.fill(llm.base_url, key_of(llm))
    dialog = doctor.app.dialog
    dialog.locator("summary").filter(has_text="Limits").click()
    values = {"Calls per run": "12", "Rounds per question": "4", "Same call again": "2", "Unknown tools in a row": "5"}
    for name, value in values.items():
        dialog.get_by_role("textbox", name=name).fill(value)
    dialog.get_by_role("textbox", name="Retries").fill("many")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_contain_text("Retries has to be a whole number from 0 to 10")
    dialog.get_by_role("textbox", name="Retries").fill("0")
    dialog.get_by_role("button", name="Save", exact=True).click()
    doctor.app.open_connection()
    for name, value in {**values, "Retries": "0"}.items():
        expect(dialog.get_by_role("textbox", name=name)).to_have_value(value)
