"""Each rule of the bookkeeping, kept and broken: the difference that its switch promises can be seen in the run."""

import asyncio
import dataclasses
import json
from typing import Any

import pytest

from glassloop.events import Answer, Event, LlmRequest, LlmResponse, Question, Stopped
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, UserMessage
from glassloop.script import Scripted, notes, says
from glassloop.settings import using
from support.weather_lesson import ABOUT, history, made_handlers, rules, run, sample_source

ALL = [name for name in rules.Rules.__dataclass_fields__ if name != "trim"]
LEEDS = ("c1", "get_current_weather", '{"location": "Leeds"}')


def answered(off: str, *asked: tuple[str, str, str], **settings: str) -> Any:
    """A run in which the model writes these notes at once and then answers. `off`: the rule that is broken, or ""."""
    chosen: dict[str, str | bool] = {**settings, **({off: False} if off else {})}
    return run("a question", [notes(*asked), says("an answer")], settings=chosen)


def test_all_rules_are_kept_unless_the_reader_says_otherwise() -> None:
    assert rules.chosen_rules() == rules.Rules() and all(getattr(rules.Rules(), name) is True for name in ALL)
    with using({"cache": False, "trim": "1000"}):
        assert rules.chosen_rules() == rules.Rules(cache=False, trim="1000")


def test_each_rule_has_its_switch() -> None:
    group = [each for each in ABOUT["settings"] if each["group"] == "Rules of the bookkeeping"]
    assert {each["id"]: each["default"] for each in group} == dataclasses.asdict(rules.Rules())
    for each in group:
        assert each["hint"].endswith(".") and (each["kind"] == "choice" or each["ask"])


# The list of messages


def test_notes_kept() -> None:
    kept, broken = answered("", LEEDS), answered("notes_kept", LEEDS)
    assert [message["role"] for message in kept.messages[1]] == ["user", "assistant", "tool"]
    assert [message["role"] for message in broken.messages[1]] == ["user", "tool"]
    requests = [event for event in broken.events if isinstance(event, LlmRequest)]
    assert requests[1].notes == ("The model's notes were left out before their results.",) and requests[0].notes == ()
    assert broken.transcript == kept.transcript  # only what is sent is wrong; the conversation itself is whole


def test_every_call() -> None:
    two = (LEEDS, ("c2", "get_current_weather", '{"location": "Cairo"}'))
    kept, broken = answered("", *two), answered("every_call", *two)
    assert [message.get("tool_call_id") for message in kept.messages[1]] == [None, None, "c1", "c2"]
    assert [message.get("tool_call_id") for message in broken.messages[1]] == [None, None, "c1"]
    one = answered("every_call", LEEDS)
    assert [message["role"] for message in one.messages[1]] == ["user", "assistant", "tool"]


def test_both_at_once_leave_the_first_result_only() -> None:
    calls = (ToolCall("a", "t", "{}"), ToolCall("b", "t", "{}"))
    said = (UserMessage("?"), AssistantMessage("", calls), ToolMessage("a", "t", "1"), ToolMessage("b", "t", "2"))
    kept = history.history_for(rules.Rules(notes_kept=False, every_call=False))(said)
    assert kept.transcript == (said[0], said[2]) and len(kept.notes) == 2


# Arguments


def test_validate() -> None:
    week = ("c1", "get_forecast", '{"location": "Bristol", "days": 7}')
    [kept], [broken] = answered("", week).results, answered("validate", week).results
    assert kept["error"] == "invalid_arguments" and "maximum of 5" in kept["message"]
    assert broken["ok"] and len(broken["days"]) == 5  # seven were asked for, and nobody says a word


def test_without_validation_a_missing_argument_reaches_the_handler() -> None:
    nothing = ("c1", "get_forecast", "{}")
    assert answered("", nothing).outcomes == ["invalid_arguments"]
    broken = answered("validate", nothing)
    assert broken.outcomes == ["raised"] and "TypeError" in broken.results[0]["message"]


def test_closed() -> None:
    detailed = ("c1", "get_forecast", '{"location": "Leeds", "detailed": true}')
    kept, broken = answered("", detailed), answered("closed", detailed)
    assert kept.outcomes == ["invalid_arguments"] and "no such argument" in kept.results[0]["message"]
    assert broken.outcomes == ["raised"] and "unexpected keyword argument 'detailed'" in broken.results[0]["message"]
    schemas = [
        [
            each["function"]["parameters"].get("additionalProperties")
            for each in json.loads(told.requests[0].body)["tools"]
        ]
        for told in (kept, broken)
    ]
    assert schemas == [[False] * 4, [None] * 4]


# Results


def test_total() -> None:
    nowhere = ("c1", "get_current_weather", '{"location": "Nowhereville"}')
    kept, broken = answered("", nowhere), answered("total", nowhere)
    assert kept.results[0]["error"] == "location_not_found" and "Try 'City, CC'" in kept.results[0]["message"]
    assert broken.outcomes == ["raised"] and broken.results[0]["message"] == "HandlerFailed: location_not_found"


def test_units() -> None:
    tools = (
        ("c1", "get_current_weather", '{"location": "Leeds"}'),
        ("c2", "get_forecast", '{"location": "Leeds"}'),
        ("c3", "get_air_quality", '{"location": "Leeds"}'),
        ("c4", "remind_if_rain", '{"location": "Leeds", "day": "today"}'),
    )
    now, days, air, remind = answered("units", *tools).results
    assert now["temperature"] == 11.8 and now["humidity"] == 79
    assert days["days"][0]["rain_chance"] == 85 and air["pm2_5"] == 6.2 and remind["rain_chance"] == 40
    for result in (now, days, air, remind):
        for trace_of_a_unit in ('units"', "_pct", "_ug_m3", "°"):
            assert trace_of_a_unit not in json.dumps(result, ensure_ascii=False)


def test_small() -> None:
    [kept], [broken] = answered("", LEEDS).results, answered("small", LEEDS).results
    assert "upstream" not in kept and broken["upstream"]["current"]["temperature_2m"] == 11.8
    week = ("c1", "get_forecast", '{"location": "Leeds", "days": 1}')
    [few], [whole] = answered("", week).results, answered("small", week).results
    assert len(whole["upstream"]["daily"]["time"]) == 6 and len(json.dumps(whole)) > 2 * len(json.dumps(few))


def test_whole_replies_and_small_results_are_not_mixed_up_in_the_cache() -> None:
    first = answered("small", LEEDS)
    second = run("again", [notes(LEEDS), says("an answer")], kept=first.shelves)
    assert "upstream" in first.results[0] and "upstream" not in second.results[0]


def test_a_reminder_needs_no_small_results() -> None:
    remind = ("c1", "remind_if_rain", '{"location": "Leeds", "day": "tomorrow"}')
    assert answered("small", remind).results[0]["written"]


# The cache


def test_cache() -> None:
    twice = (LEEDS, ("c2", *LEEDS[1:]))
    kept, broken = answered("", *twice), answered("cache", *twice)
    assert len(kept.log("program")) == 2 and len(broken.log("program")) == 4
    assert len(kept.log("cache")) == 4 and broken.log("cache") == []
    assert kept.results == broken.results


@pytest.mark.parametrize(("off", "second_time"), [("", True), ("failures_not_cached", False)])
def test_failures_not_cached(off: str, second_time: bool) -> None:
    first = answered(off, LEEDS, service="blip")
    second = run(
        "again",
        [notes(LEEDS), says("x")],
        settings={"service": "blip", **({off: False} if off else {})},
        kept=first.shelves,
    )
    assert first.results[0]["error"] == "weather_service_error" and second.results[0]["ok"] is second_time


# Rounds and writing


def forever() -> list[Scripted]:
    return [notes((f"c{n}", "get_current_weather", json.dumps({"location": city}))) for n, city in enumerate(CITIES)]


CITIES = "Leeds|Tokyo|Cairo|London|Paris|Berlin|Oslo|Lima|Madrid|Mumbai|Nairobi|Toronto|Sydney|Singapore".split("|")


@pytest.mark.parametrize(("off", "rounds"), [("", 4), ("cap", 12)])
def test_cap(off: str, rounds: int) -> None:
    told = run("keep checking", forever(), settings={off: False} if off else {})
    last = told.events[-1]
    assert isinstance(last, Stopped) and last.reason == "round-cap" and "stuck" in last.message
    assert len(told.requests) == rounds == len(told.results)
    assert "tool_choice" not in json.loads(told.requests[-1].body)


def test_once() -> None:
    remind = ("remind_if_rain", '{"location": "Leeds", "day": "tomorrow"}')
    twice = (("c1", *remind), ("c2", *remind))
    kept, broken = answered("", *twice), answered("once", *twice)
    assert len(kept.shelf("outbox")) == 1 and len(broken.shelf("outbox")) == 2
    many = answered("once", *((f"c{n}", *remind) for n in range(5)))
    assert len(many.shelf("outbox")) == 3 and many.results[-1]["error"] == "cap_reached"


# What is sent


def talk(turns: int) -> list[Event]:
    """A conversation so far."""
    events: list[Event] = []
    for n in range(turns):
        events.append(Question(f"Question {n}: " + "how is the weather there? " * 10))
        told = run(
            f"Question {n}", [notes((f"t{n}", "get_forecast", '{"location": "Leeds", "days": 5}')), says("Wet.")]
        )
        events += [event for event in told.events if not isinstance(event, Question)]
    return events


@pytest.mark.parametrize("budget", ["1000", "4000"])
def test_trim(budget: str) -> None:
    past = talk(14)
    whole = run("And now?", [says("Dry.")], past=past)
    cut = run("And now?", [says("Dry.")], past=past, settings={"trim": budget})
    [everything], [sent] = whole.messages, cut.messages
    assert len(sent) < len(everything) and sent == everything[-len(sent) :] and sent[0]["role"] == "user"
    assert len(json.dumps(sent)) / 4 < int(budget) * 1.5
    asked = {call["id"] for message in sent for call in message.get("tool_calls", [])}
    assert asked == {message["tool_call_id"] for message in sent if message["role"] == "tool"}
    [request] = [event for event in cut.events if isinstance(event, LlmRequest)]
    assert len(request.notes) == 1 and "left out" in request.notes[0]
    assert all(event.notes == () for event in whole.events if isinstance(event, LlmRequest))


def test_the_transcript_itself_is_never_cut() -> None:
    past = talk(5)
    cut = run("And now?", [says("Dry.")], past=past, settings={"trim": "1000"})
    assert isinstance(cut.events[-1], Answer) and any(isinstance(event, LlmResponse) for event in cut.events)
    assert cut.transcript == (UserMessage("And now?"), cut.transcript[-1])


def test_the_handlers_alone_keep_the_rules_too() -> None:
    made = made_handlers(sample_source(), total=False)
    with pytest.raises(Exception, match="location_not_found"):
        asyncio.run(made.get_current_weather("Nowhereville"))
