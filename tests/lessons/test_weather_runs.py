"""The weather lesson's program over the practice model: whole conversations, and what the reader is told in them."""

import json
import re
from collections.abc import Iterator
from datetime import date

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Dispatch, Event, LlmRequest, LlmResponse, Reply, Stopped
from glassloop.messages import AssistantMessage, ToolMessage
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from support.weather_lesson import ABOUT, Told, run

Settings = dict[str, str | bool]


def talk(*questions: str, settings: Settings | None = None, stream: bool = False) -> list[Told]:
    """One conversation; the runs share their shelves."""
    at = Endpoint(PRACTICE_URL, "glassloop-secret-llm", PRACTICE_MODEL, stream)
    told: list[Told] = []
    past: list[Event] = []
    for question in questions:
        kept = told[-1].shelves if told else None
        told.append(run(question, PracticeModel(), settings=settings, kept=kept, past=past, at=at))
        past += told[-1].events
    return told


def last(told: Told) -> str:
    event = told.events[-1]
    assert isinstance(event, Answer | Stopped)
    return event.text if isinstance(event, Answer) else f"{event.reason}: {event.message}"


def answer(*questions: str, settings: Settings | None = None) -> str:
    return last(talk(*questions, settings=settings)[-1])


def notes(told: Told) -> list[tuple[str, str]]:
    """Tool and arguments of each dispatch."""
    return [(event.call.name, event.call.arguments) for event in told.events if isinstance(event, Dispatch)]


def rounds(told: Told) -> list[int]:
    """How many notes each reply held."""
    replies = [event.result for event in told.events if isinstance(event, LlmResponse)]
    return [len(reply.message.calls) for reply in replies if isinstance(reply, Reply)]


def every_note_is_answered(told: list[Told]) -> bool:
    """By exactly one result each, under its own id, over the whole conversation."""
    asked: list[str] = []
    given: list[str] = []
    for message in (message for each in told for message in each.transcript):
        match message:
            case AssistantMessage(calls=calls):
                asked += [call.id for call in calls]
            case ToolMessage(call_id=call_id):
                given.append(call_id)
            case _:
                pass
    return bool(asked) and asked == given and len(set(asked)) == len(asked)


def test_a_conversation_in_which_the_city_is_named_once() -> None:
    told = talk(
        "What's the weather in Tokyo?",
        "And the forecast?",
        "What about tomorrow?",
        "Is it warmer than Paris?",
        "And the air?",
        "And in Oslo?",
        "In Fahrenheit?",
    )
    assert [notes(each) for each in told] == [
        [("get_current_weather", '{"location": "Tokyo"}')],
        [("get_forecast", '{"location": "Tokyo"}')],
        [("get_forecast", '{"location": "Tokyo", "days": 1}')],
        [("get_current_weather", '{"location": "Tokyo"}'), ("get_current_weather", '{"location": "Paris"}')],
        [("get_air_quality", '{"location": "Tokyo"}'), ("get_air_quality", '{"location": "Paris"}')],
        [("get_air_quality", '{"location": "Oslo"}')],
        [("get_current_weather", '{"location": "Oslo", "units": "imperial"}')],
    ]
    assert "Yes, Tokyo is warmer than Paris: 22.4 °C" in last(told[3])
    assert "°F in Oslo" in last(told[6])
    assert every_note_is_answered(told)
    assert any("nothing was fetched" in line for line in told[3].log("cache"))


def test_streamed_it_is_the_same_conversation() -> None:
    questions = ("Compare London and Cairo", "and tomorrow?")
    whole, streamed = talk(*questions), talk(*questions, stream=True)
    assert [last(each) for each in whole] == [last(each) for each in streamed]
    assert [notes(each) for each in whole] == [notes(each) for each in streamed]


def test_two_cities_are_two_notes_in_one_reply() -> None:
    [told] = talk("Compare London and Cairo")
    assert rounds(told) == [2, 0]
    assert "Cairo is warmer: 29.3 °C there, 14.2 °C in London" in last(told)
    assert every_note_is_answered([told])


def test_a_comparison_that_names_its_cities_does_not_point_back() -> None:
    *_, told = talk("What's the weather in Tokyo?", "And the forecast?", "Compare London and Cairo")
    assert rounds(told) == [2, 0]
    assert "Cairo is warmer: 29.3 °C there" in last(told)


def test_a_week_becomes_five_days_and_the_answer_says_so() -> None:
    [told] = talk("What will the weather be in Bristol over the next week?")
    assert notes(told) == [
        ("get_forecast", '{"location": "Bristol", "days": 7}'),
        ("get_forecast", '{"location": "Bristol", "days": 5}'),
    ]
    assert told.results[0]["message"] == "days: 7 is greater than the maximum of 5"
    assert "Five days is as far ahead as I can see" in last(told) and last(told).count("October:") == 5


def test_an_unknown_place_is_told_with_its_hint_and_the_next_question_goes_on() -> None:
    first, second = talk("What's the weather in Nowhereville?", "and in Leeds?")
    assert "Nowhereville" in last(first) and "'City, CC'" in last(first)
    assert notes(second) == [("get_current_weather", '{"location": "Leeds"}')] and "11.8 °C in Leeds" in last(second)


def test_a_place_that_may_be_two() -> None:
    text = answer("What's the weather in Cambridge?")
    assert "I took Cambridge, England, GB" in text and "Cambridge, Massachusetts, US" in text
    assert "Massachusetts" in answer("What's the weather in Cambridge?", "I meant Cambridge, US")


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("What's the weather in Leeds? Use broken arguments.", "unparsable_arguments"),
        ("weather in Leeds but leave out an argument", "invalid_arguments"),
        ("weather in Leeds with an extra argument", "invalid_arguments"),
        ("call a tool that does not exist, then the weather in Leeds", "unknown_tool"),
    ],
)
def test_a_spoilt_note_is_written_again(question: str, error: str) -> None:
    [told] = talk(question)
    assert told.outcomes == [error, "ok"] and "11.8 °C in Leeds" in last(told)
    assert every_note_is_answered([told])


@pytest.mark.parametrize(("cap", "count"), [(True, 4), (False, 12)])
def test_a_confused_model_is_stopped_politely_and_the_conversation_goes_on(cap: bool, count: int) -> None:
    first, second = talk("Keep checking Leeds forever", "and tomorrow?", settings={"cap": cap})
    assert last(first).startswith("round-cap: I got stuck")
    assert len(notes(first)) == count == len(set(notes(first)))
    assert every_note_is_answered([first, second])
    assert "Leeds on Tuesday 13 October" in last(second)


# The tool that writes


def test_a_reminder_that_is_asked_for_twice_is_written_once() -> None:
    first, second = talk("Remind me twice if it rains in Leeds tomorrow", "Write the reminder again")
    assert [notes(first)[0]] * 2 == notes(first) and notes(second) == notes(first)[:1]
    assert len(second.shelf("outbox")) == 1
    assert "in the outbox once" in last(first) and "already" in last(second)


def test_without_that_rule_it_is_written_twice() -> None:
    [told] = talk("Remind me twice if it rains in Leeds tomorrow", settings={"once": False})
    assert len(told.shelf("outbox")) == 2 and "in the outbox twice" in last(told)


def test_a_weekday_is_looked_up_before_it_is_written() -> None:
    [told] = talk("Text me if it rains on Wednesday in Oslo")
    assert [name for name, _ in notes(told)] == ["get_forecast", "remind_if_rain"]
    [reminder] = told.shelf("outbox")
    assert reminder["day"] == "2026-10-14" and date.fromisoformat(reminder["day"]).weekday() == 2
    assert "Wednesday 14 October" in last(told)


def test_the_fourth_reminder_is_refused_kindly() -> None:
    cities = ("Leeds", "London", "Bristol", "Tokyo", "Oslo")
    questions = [f"Remind me if it rains in {city} on {day}" for day in ("Wednesday", "Thursday") for city in cities]
    told = talk(*questions)
    assert len(told[-1].shelf("outbox")) == 3
    assert any("as many reminders as I may" in last(each) for each in told)


# The rules, switched off


@pytest.mark.parametrize(
    ("rule", "with_it", "without_it"),
    [
        ("notes_kept", "22.4 °C in Tokyo", "connection: "),
        ("every_call", "Cairo is warmer", "connection: "),
        ("validate", "Five days is as far ahead", "The forecast for Bristol:"),
        ("closed", "The forecast for Leeds:", "TypeError"),
        ("total", "No place matched", "HandlerFailed"),
        ("units", "22.4 °C in Tokyo", "doesn't say in which unit"),
        ("small", "14.2 °C in London now: overcast", "14.2"),
        ("cap", "round-cap", "round-cap"),
        ("once", "in the outbox once", "in the outbox twice"),
    ],
)
def test_the_question_beside_a_switch_is_answered_otherwise_without_the_rule(
    rule: str, with_it: str, without_it: str
) -> None:
    question = next(each["ask"] for each in ABOUT["settings"] if each["id"] == rule)
    [kept], [broken] = talk(question), talk(question, settings={rule: False})
    assert with_it in last(kept) and without_it in last(broken)
    assert last(kept) != last(broken) or len(kept.requests) != len(broken.requests)


def test_a_failure_that_is_cached_is_told_again() -> None:
    twice = ("What's the weather in Edinburgh?", "again")
    assert "10.7 °C" in answer(*twice, settings={"service": "blip"})
    assert "10.7 °C" not in answer(*twice, settings={"service": "blip", "failures_not_cached": False})
    assert "10.7 °C" in answer("Weather in Edinburgh, and try again if it fails", settings={"service": "blip"})


def test_a_trimmed_conversation_forgets_what_it_was_about() -> None:
    filler = ("tell me a joke",) * 12
    questions = ("What's the weather in Tokyo?", *filler, "And the forecast?")
    assert "The forecast for Tokyo" in answer(*questions)
    short = talk(*questions, settings={"trim": "1000"})[-1]
    assert "Which city" in last(short)
    assert any(event.notes for event in short.events if isinstance(event, LlmRequest))


# Every number


def numbers(text: str) -> Iterator[float]:
    return map(float, re.findall(r"\d+(?:\.\d+)?", re.sub(r"PM2\.5|PM10|(?<=\d)-(?=\d)", " ", text)))


@pytest.mark.parametrize("question", [*ABOUT["suggestions"], "Which is warmest, Oslo, Lima or Cairo, in Fahrenheit?"])
@pytest.mark.parametrize("settings", [{}, {"small": False}, {"units": False}])
def test_every_number_of_an_answer_is_in_a_result(question: str, settings: Settings) -> None:
    told = talk("What's the weather in Tokyo?", question, settings=settings)[-1]
    known = set(numbers(json.dumps(told.results)))
    assert set(numbers(last(told))) <= known


@pytest.mark.parametrize("service", ["down", "refuses", "too_many", "malformed", "blip"])
def test_without_a_result_no_weather_is_told(service: str) -> None:
    text = answer("Compare London and Cairo", settings={"service": service})
    assert "°C in London" not in text and re.search(r"London|Cairo", text)
