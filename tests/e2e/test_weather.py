"""The weather lesson over its sample data: what it offers to ask, its rules switched off, what it keeps and draws."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support import programs
from support.page import BOOT_MS, Glassloop, in_order
from support.site import Site

TOKYO = "What's the weather in Tokyo?"
SAMPLE = "sample data of 12 October 2026, not today's weather"


@pytest.fixture
def weather(page: Page, site: Site) -> Glassloop:
    """The lesson, with its opening run over."""
    app = Glassloop(page)
    app.open_lesson(site.url, "weather_assistant")
    app.answer_at_once()
    return app


def suggest(app: Glassloop, text: str) -> None:
    pick(app, app.page.get_by_role("group", name="Suggestions"), text)


def pick(app: Glassloop, where: Locator, text: str) -> None:
    """Press the question there, run it, and wait for the end."""
    before = app.ends.count()
    where.get_by_role("button", name=text, exact=True).click()
    expect(app.question).to_have_value(text)
    app.button("Run").click()
    app.expect_end(before + 1)


def last_turn(app: Glassloop) -> list[dict[str, Any]]:
    events = app.events()
    begin = max(index for index, event in enumerate(events) if event["kind"] == "question")
    return events[begin:]


def notes(turn: list[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    """Of each reply: tools and arguments; a text that is no JSON as it is."""
    replies = [event["result"]["message"]["calls"] for event in turn if event["kind"] == "llm-response"]
    return [[(call["name"], readable(call["arguments"])) for call in calls] for calls in replies]


def readable(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def results(turn: list[dict[str, Any]]) -> list[Any]:
    return [json.loads(event["content"]) for event in turn if event["kind"] == "tool-result"]


def every_note_is_answered(turn: list[dict[str, Any]]) -> bool:
    """By one result each, under its own id, in order."""
    replies = [event["result"]["message"]["calls"] for event in turn if event["kind"] == "llm-response"]
    asked = [call["id"] for calls in replies for call in calls]
    return asked == [event["call_id"] for event in turn if event["kind"] == "tool-result"] and bool(asked)


def test_the_lesson_is_chosen_in_the_box_or_by_the_address_and_nothing_is_lost(app: Glassloop, site: Site) -> None:
    app.set_program(programs.ECHO)
    app.question.fill("half a question")
    app.lesson.select_option(label="Weather assistant")
    app.expect_entry(TOKYO)
    app.expect_state("held")
    assert app.page.url == f"{site.url}#lesson=weather_assistant"
    assert app.kinds() == ["question", "llm-request", "llm-response", "dispatch"]
    expect(app.editor).to_contain_text("The weather assistant")
    expect(app.question).to_have_value("half a question")

    app.page.evaluate("() => void (location.hash = '#lesson=tools_are_a_dict')")
    expect(app.lesson).to_have_value("tools_are_a_dict")
    expect(app.conversation).not_to_contain_text("Tokyo")
    expect(app.editor).to_contain_text("echo of")
    app.page.go_back()
    expect(app.lesson).to_have_value("weather_assistant")
    app.expect_entry(TOKYO)
    expect(app.editor).not_to_contain_text("echo of")
    app.page.reload()
    app.expect_state("held", timeout=BOOT_MS)
    expect(app.lesson).to_have_value("weather_assistant")
    expect(app.question).to_have_value("half a question")


def test_what_the_lesson_offers_to_ask(weather: Glassloop) -> None:
    app = weather
    app.expect_last_entry("It is 22.4 °C in Tokyo now")
    app.expect_last_entry(SAMPLE)
    suggest(app, "And the forecast?")
    assert notes(last_turn(app))[0] == [("get_forecast", {"location": "Tokyo"})]
    app.expect_last_entry("Tuesday 13 October")

    suggest(app, "What will the weather be in Bristol over the next week?")
    turn = last_turn(app)
    assert [days["days"] for [(_, days)] in notes(turn)[:2]] == [7, 5]
    assert results(turn)[0]["error"] == "invalid_arguments"
    expect(app.conversation).to_contain_text("the arguments do not fit the schema")
    app.expect_last_entry("Five days is as far ahead as I can see.")

    app.ask("What's the weather in Leeds? Use broken arguments.")
    turn = last_turn(app)
    assert isinstance(notes(turn)[0][0][1], str) and notes(turn)[1] == [("get_current_weather", {"location": "Leeds"})]
    assert results(turn)[0]["error"] == "unparsable_arguments" and every_note_is_answered(turn)
    app.expect_last_entry("11.8 °C in Leeds")

    suggest(app, "What's the weather in Nowhereville?")
    app.expect_last_entry("'City, CC'")

    app.choose("How much history is sent", "About 1,000 tokens")
    app.ask("And in Oslo?")
    app.expect_last_entry("7.1 °C in Oslo")
    app.steps_of("llm-request").last.click()
    expect(app.details).to_contain_text(re.compile(r"\d+ messages were left out .*the history has 1,000 tokens"))


def test_two_cities_a_confused_loop_a_burst_and_what_they_cost(weather: Glassloop) -> None:
    app = weather
    suggest(app, "Compare London and Cairo")
    turn = last_turn(app)
    assert [len(calls) for calls in notes(turn)] == [2, 0] and every_note_is_answered(turn)
    expect(app.steps_of("llm-response").nth(-2)).to_contain_text("2 notes")
    app.expect_last_entry("Cairo is warmer: 29.3 °C there, 14.2 °C in London")

    suggest(app, "Keep checking Leeds forever")
    app.expect_last("stopped")
    app.expect_last_entry("I got stuck looking that up after several attempts.")
    turn = last_turn(app)
    assert [event["kind"] for event in turn].count("llm-request") == 4 and every_note_is_answered(turn)
    sent = [event["result"]["usage"]["input_tokens"] for event in turn if event["kind"] == "llm-response"]
    cap = app.figure("The cap and its price")
    expect(cap).to_contain_text(re.compile(r"This turn sent 4 requests, and a round adds about \d+ tokens"))
    for rounds in (4, 12):
        expect(cap).to_contain_text(re.compile(rf"{rounds} × \({sent[0]:,} \+ [\d,]+\) / 2"))
    cost = rf"\d m?s of work.* {sum(sent):,} tokens in and [\d,]+ out cost [\d.]+ cents?"
    expect(app.figure("Where the time and the money went")).to_contain_text(re.compile(cost))

    app.ask("And tomorrow?")
    app.expect_last_entry("Leeds on Tuesday 13 October")
    expect(app.figure("What each request sends again")).to_contain_text(re.compile(r"Request \d+ sends [\d,]+ tokens"))

    app.show_tab("Settings")
    app.button("Run the burst").click()
    app.expect_last_entry("With it, 24: 12 and 12.")
    assert in_order(["question", "log", "answer"], app.kinds())
    burst = app.figure("What the cache is worth in a burst")
    expect(burst).to_contain_text("600 calls upstream without a cache, 24 with it. That is 96 % fewer.")
    expect(burst.locator("svg").first).to_be_visible()
    burst.get_by_text("The numbers").click()
    expect(burst.get_by_role("row").last).to_have_text(re.compile(r"10\s*600\s*24"))


def cache_lines(turn: list[dict[str, Any]]) -> list[str]:
    return [event["text"].partition(":")[0] for event in turn if event.get("source") == "cache"]


def test_what_was_fetched_and_written_outlives_a_reload(weather: Glassloop) -> None:
    app = weather
    assert cache_lines(last_turn(app)) == ["miss", "miss"]
    suggest(app, TOKYO)
    assert cache_lines(last_turn(app)) == ["hit", "hit"]
    expect(app.steps_of("log").last).to_contain_text("hit: now for Tokyo, JP (metric)")
    suggest(app, "Remind me if it rains in Leeds tomorrow")
    app.expect_last_entry("a reminder in the outbox for Leeds on Tuesday 13 October")
    app.expect_written("answer")

    app.page.reload()
    app.expect_state("ready", timeout=BOOT_MS)
    app.expect_last_entry("a reminder in the outbox for Leeds")
    suggest(app, "Remind me if it rains in Leeds tomorrow")
    app.expect_last_entry("in the outbox already, so nothing was written")
    outbox = app.figure("The outbox")
    expect(outbox).to_contain_text("1 of at most 3 reminders written")
    expect(outbox.get_by_role("listitem")).to_have_count(1)
    expect(outbox.get_by_role("listitem")).to_contain_text(re.compile("Leeds, England, GB.*2026-10-13"))
    suggest(app, TOKYO)
    assert cache_lines(last_turn(app)) == ["hit", "hit"]

    app.switch("Cache", False)
    pick(app, app.page.get_by_role("tabpanel", name="Settings"), "Compare Leeds and Leeds")
    turn = last_turn(app)
    assert cache_lines(turn) == []
    assert [event["text"].startswith("asked the sample data") for event in turn if event["kind"] == "log"] == [True] * 4


def test_rules_that_are_switched_off_and_a_service_that_is_down(weather: Glassloop) -> None:
    app = weather
    app.switch("Notes go back before their results", False)
    pick(app, app.page.get_by_role("tabpanel", name="Settings"), TOKYO)
    app.expect_last_entry("(400)")
    app.expect_last_entry("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
    request = app.steps_of("llm-request").last
    expect(request).to_contain_text("rule")
    request.click()
    expect(app.details.get_by_role("region", name="Rules of the format")).to_contain_text("No note before this result")
    app.switch("Notes go back before their results", True)
    app.switch("Units travel with numbers", False)
    app.ask("How warm is it in Tokyo?")
    app.expect_last_entry("doesn't say in which unit")

    app.button("New conversation").click()
    app.button("Reset them").click()
    expect(app.page.get_by_role("switch", name="Units travel with numbers", exact=True)).to_be_checked()
    expect(app.button("Reset them")).to_have_count(0)
    app.choose("The service today", "Is down")
    app.ask("What's the weather in Oslo?")
    [result] = results(last_turn(app))
    assert (result["ok"], result["error"]) == (False, "weather_service_unreachable")
    app.expect_last_entry(re.compile("could not be reached.*try again in a minute"))
    app.ask(TOKYO)
    app.expect_last_entry("22.4 °C in Tokyo")  # out of the cache
