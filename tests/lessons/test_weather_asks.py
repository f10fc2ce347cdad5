"""What the lesson offers to ask, over the practice model: each suggestion works, each switch makes a difference."""

import re
from typing import Any

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Dispatch, Stopped
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from support.lessons import LESSONS
from support.weather_lesson import ABOUT, FILES, Told, menu, run, sample

PROSE = (LESSONS / "weather_assistant" / "lesson.md").read_text("utf-8")
PRACTICE = Endpoint(PRACTICE_URL, "k", PRACTICE_MODEL, False)
SWITCHES = {each["id"]: each for each in ABOUT["settings"] if each["kind"] == "switch"}


def ask(question: str, settings: dict[str, str | bool] | None = None, after: Told | None = None) -> Told:
    past, kept = (after.events, after.shelves) if after else ((), None)
    return run(question, PracticeModel(), settings=settings, kept=kept, past=past, at=PRACTICE)


def words(told: Told) -> str:
    last = told.events[-1]
    assert isinstance(last, Answer | Stopped)
    return last.text if isinstance(last, Answer) else last.message


def seen(told: Told) -> list[Any]:
    """What a reader can see of it."""
    return [words(told), told.outcomes, told.results, told.log("program"), told.log("cache"), told.shelf("outbox")]


def test_the_opening() -> None:
    told = ask(ABOUT["opening"])
    assert told.results[0]["temperature"] == 22.4 and "22.4 °C" in words(told) and "sample data" in words(told)


@pytest.mark.parametrize("question", ABOUT["suggestions"])
def test_every_suggestion_works(question: str) -> None:
    told = ask(question, after=ask(ABOUT["opening"]))
    stopped = isinstance(told.events[-1], Stopped)
    assert stopped is ("forever" in question) and "beyond me" not in words(told) and told.results


def test_a_follow_up_needs_no_city() -> None:
    told = ask("And the forecast?", after=ask(ABOUT["opening"]))
    assert told.results[0]["location"] == "Tokyo, JP" and told.results[0]["days"]


@pytest.mark.parametrize("rule", SWITCHES)
def test_the_question_beside_a_switch_shows_what_it_does(rule: str) -> None:
    question, bad_day = SWITCHES[rule]["ask"], {"service": "blip"} if rule == "failures_not_cached" else {}

    def asked(on: bool) -> Told:
        settings: dict[str, str | bool] = {rule: on, **bad_day}
        first = ask(question, settings)
        return ask(question, settings, after=first) if bad_day else first

    assert seen(asked(True)) != seen(asked(False))


@pytest.mark.parametrize(("rule", "said"), [("notes_kept", "(400)"), ("every_call", "(400)")])
def test_a_broken_list_of_messages_is_refused(rule: str, said: str) -> None:
    told = ask(SWITCHES[rule]["ask"], {rule: False})
    last = told.events[-1]
    assert (
        isinstance(last, Stopped) and last.reason == "connection" and said in last.message and len(told.requests) == 2
    )


@pytest.mark.parametrize("service", ["down", "refuses", "too_many", "malformed", "blip"])
def test_a_bad_day_is_told_in_plain_words(service: str) -> None:
    told = ask(ABOUT["opening"], {"service": service})
    assert isinstance(told.events[-1], Answer) and not told.results[0]["ok"]
    assert "22.4" not in words(told) and "Traceback" not in words(told)


def test_every_tool_of_the_menu_is_asked_for_by_some_suggestion() -> None:
    told = [ask(question, after=ask(ABOUT["opening"])) for question in ABOUT["suggestions"]]
    called = {event.call.name for each in told for event in each.events if isinstance(event, Dispatch)}
    assert called == {each["name"] for each in menu.MENU}


# The prose


def test_the_prose_has_its_length_and_leads_to_events_that_exist() -> None:
    assert 600 <= len(PROSE.split()) <= 1000
    kinds = set(re.findall(r"\(event:([a-z-]+)\)", PROSE))
    assert kinds and kinds <= {"llm-request", "llm-response", "tool-result", "stopped", "log"}


def test_switches_files_and_questions_of_the_prose_are_there() -> None:
    labels = {each["label"] for each in ABOUT["settings"]} | {each["title"] for each in ABOUT["experiments"]}
    assert set(re.findall(r"\*\*(.+?)\*\*", PROSE)) <= labels | {"Settings", "Figures"}
    assert set(re.findall(r"`(\w+\.py)`", PROSE)) <= FILES.keys()
    for city in re.findall(r"Tokyo|London|Cairo|Bristol", PROSE):
        assert "results" in sample.search({"name": city})
