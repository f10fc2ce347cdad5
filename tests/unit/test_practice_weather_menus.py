"""The practice model on the weather with other menus, with mistakes on request, and what holds whatever is asked."""

import json
import re

import pytest

from support.practice import Json, Played, complete, tool
from support.weather_talk import (
    AIR,
    FORECAST,
    MENU,
    METEO,
    NOW,
    REMIND,
    ahead,
    answered,
    bad,
    converse,
    noted,
    now,
    remind,
    tools,
    weather,
)


@pytest.mark.parametrize(
    ("menu", "question", "words"),
    [
        ([NOW], "forecast for Leeds", "get_forecast"),
        ([FORECAST], "weather in Leeds", "get_current_weather"),
        ([NOW, FORECAST], "Is the air in Paris good?", "get_air_quality"),
        ([NOW, FORECAST, AIR], "Remind me if it rains in Leeds tomorrow", "remind_if_rain"),
    ],
)
def test_a_tool_that_is_not_on_the_menu_is_not_asked_for(menu: list[Json], question: str, words: str) -> None:
    [played] = converse(question, menu=menu)
    assert played.rounds == []
    assert played.answer is not None and words in played.answer


def test_the_rest_is_still_done() -> None:
    [played] = converse("weather in Leeds today and tomorrow", menu=[NOW])
    assert noted(played) == [[weather("Leeds")]]
    assert played.answer is not None and "11.8 °C" in played.answer and "get_forecast" in played.answer


def test_an_argument_that_the_menu_lacks_is_left_out() -> None:
    plain = tool("get_current_weather", "Weather.", location={"type": "string"})
    [played] = converse("weather in Leeds in Fahrenheit", menu=[plain])
    assert noted(played) == [[weather("Leeds")]]


def test_a_tool_that_a_reader_adds_is_used() -> None:
    tides = tool("get_tide_times", "Times of high and low tide.", harbour={"type": "string"})
    using = {**tools(), "get_tide_times": lambda harbour: "high at 6"}
    [played] = converse("tide times for “Whitby”", menu=[*MENU, tides], using=using)
    assert noted(played) == [[("get_tide_times", {"harbour": "Whitby"})]]


# Mistakes on request


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("weather in Leeds with broken arguments", '{"location":'),
        ("weather in Leeds but leave out an argument", "{}"),
        ("weather in Leeds with an extra argument", '{"location": "Leeds", "hurry": true}'),
    ],
)
def test_a_spoilt_note_is_written_again(question: str, first: str) -> None:
    [played] = converse(question)
    assert played.notes == [("get_current_weather", first), ("get_current_weather", '{"location": "Leeds"}')]
    assert played.answer is not None and "11.8 °C in Leeds" in played.answer


def test_a_spoilt_note_of_two_is_written_again_with_the_other() -> None:
    [played] = converse("compare London and Cairo with broken arguments")
    assert played.rounds[0] == [("get_current_weather", '{"location":')]
    assert noted(Played(rounds=played.rounds[1:])) == [[weather("London"), weather("Cairo")]]


@pytest.mark.parametrize("question", ["write broken arguments", "leave out an argument", "call an unknown tool"])
def test_a_mistake_alone_is_made_with_an_example(question: str) -> None:
    [played] = converse(question)
    assert played.rounds and played.answer


def test_an_argument_that_the_model_makes_up_is_dropped_when_it_is_refused() -> None:
    [played] = converse("A detailed forecast for Leeds, please")
    assert noted(played) == [[ahead("Leeds", detail="high")], [ahead("Leeds")]]

    def broken(location: str, detail: str) -> Json:
        return bad("raised", "TypeError: unexpected keyword argument 'detail'")

    text = answered("A detailed forecast for Leeds, please", using={"get_forecast": broken})
    assert "TypeError" in text and "°" not in text


@pytest.mark.parametrize(
    "question",
    ["keep checking Leeds forever", "Check the weather in Leeds again and again", "never stop checking leeds"],
)
def test_a_model_in_a_rut_never_writes_the_same_note_twice(question: str) -> None:
    [played] = converse(question, cap=20)
    assert played.answer is None and len(played.rounds) == 20
    locations = [json.loads(arguments)["location"] for _, arguments in played.notes]
    assert len(set(locations)) == 20
    assert all(each.strip().casefold() in ("leeds", "leeds, gb") for each in locations)


def test_a_rut_of_any_other_kind_is_the_same_note_again() -> None:
    [played] = converse("keep calling the tool forever", cap=3)
    assert noted(played) == [[weather("Tokyo")]] * 3
    [played] = converse("keep asking about Oslo forever", cap=3)
    assert [json.loads(arguments)["location"] for _, arguments in played.notes] == ["Oslo", "Oslo, NO", "oslo"]


def test_but_stops_when_notes_are_forbidden() -> None:
    for question in ("keep checking Leeds forever", "weather in Leeds"):
        message = complete([{"role": "user", "content": question}], MENU, tool_choice="none")["choices"][0]["message"]
        assert message["content"] and "tool_calls" not in message


def test_a_reminder_asked_for_twice_is_two_equal_notes_one_after_the_other() -> None:
    [played] = converse("Remind me twice if it rains in Leeds tomorrow")
    assert noted(played) == [[remind("Leeds", "tomorrow")]] * 2
    assert played.answer is not None and "there already" in played.answer
    again = converse("Remind me if it rains in Leeds tomorrow", "write the reminder again")[-1]
    assert noted(again) == [[remind("Leeds", "tomorrow")]]
    assert again.answer is not None and "already" in again.answer


def test_a_reminder_that_was_written_twice_is_owned_up_to() -> None:
    always = {"ok": True, "location": "Leeds, GB", "written": True, "date": "2026-10-13", "rain_chance_pct": 85}
    text = answered("Remind me twice if it rains in Leeds tomorrow", using={"remind_if_rain": lambda **day: always})
    assert "twice" in text


def test_the_fourth_reminder_is_one_too_many() -> None:
    text = answered("remind me if it rains in Leeds, Oslo, Paris or London tomorrow")
    assert text.count("Done") == 3 and "no more are written" in text and "London" in text


# Properties

EVERYTHING = [
    "weather in Tokyo",
    "forecast for Leeds",
    "Bristol over the next week",
    "compare London and Cairo",
    "which is warmest: London, Cairo or Oslo?",
    "is Oslo warmer than Paris?",
    "Is the air in Paris good?",
    "Remind me twice if it rains in Leeds tomorrow",
    "weather in Leeds this weekend in Fahrenheit",
    "weather in Nowhereville and Leeds",
    "weather in Leeds on 20 October",
    "will it rain in Leeds tonight?",
    "remind me if it rains in Leeds, Oslo, Paris or London tomorrow",
]
WORDS = "two three four six seven eight nine ten".split()


@pytest.mark.parametrize("question", EVERYTHING)
@pytest.mark.parametrize("bodies", ["small", "whole"])
def test_every_number_of_an_answer_is_from_the_question_or_a_result(question: str, bodies: str) -> None:
    whole = {
        name: lambda **arguments: {"ok": True, "location": arguments["location"], "upstream": METEO} for name in tools()
    }
    [played] = converse(question, using=tools() if bodies == "small" else whole)
    assert played.answer is not None
    known = numbers(" ".join([question, *played.contents]))
    assert numbers(played.answer) <= known
    assert not any(re.search(rf"\b{word}\b", played.answer) for word in WORDS)
    if bodies == "small" and "five" in played.answer.lower():
        assert "5" in known


def numbers(text: str) -> set[str]:
    """As they are, but for zeros that change nothing: the 03 of a date, the 12.0 of a speed."""
    text = text.replace("PM2.5", "").replace("PM10", "")
    found = re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d)-(?=\d)", " ", text))
    return {each.lstrip("0").removesuffix(".0") or "0" for each in found}


@pytest.mark.parametrize(
    "question",
    [
        "weather in " + "A" * 900,
        "weather in " + "Leeds and " * 150,
        "and " * 300 + "weather",
        "weather in \ud800",
        "weather in 🙂",
        "forecast for Leeds for 999 days",
        "weather in Leeds on 99 October",
        "weather in Leeds on February 30 9999",
        "Leeds " * 60,
        "in in in in in",
        "?" * 500,
    ],
)
def test_odd_questions_get_some_reply(question: str) -> None:
    [played] = converse(question, system="Today is 2026-99-99, or 31 December 9999.", cap=4)
    assert played.answer or played.rounds


def test_odd_results_get_some_answer() -> None:
    odd: list[object] = [None, [], {}, "", "text", 7, {"ok": True}, {"ok": True, "days": [1, None, {"date": 5}]}]
    odd += [{"ok": True, "days": [{"date": "2026-99-99", "high": "x"}]}, {"result": "[", "note": "again"}]
    odd += [{"ok": True, "location": 5, "temperature": "hot", "other_matches": 3, "missing": {"a": 1}}]
    odd += [{"list": [{"dt_txt": "x", "main": {}}]}, {"daily": {"time": [1], "temperature_2m_max": [None]}}]
    for body in odd:
        using = {name: lambda body=body, **arguments: body for name in tools()}
        for question in (
            "weather in Leeds",
            "forecast for Leeds",
            "air in Leeds",
            "remind me of rain in Leeds tomorrow",
        ):
            assert answered(question, using=using)


def test_a_result_that_came_with_a_remark_is_read_all_the_same() -> None:
    def remarked(location: str) -> Json:
        return {"result": json.dumps(now(location)), "note": "You have this result already."}

    assert "11.8 °C in Leeds" in answered("weather in Leeds", using={"get_current_weather": remarked})


def test_the_lesson_is_known_by_its_first_two_tools() -> None:
    assert "beyond me" in answered("tell me a joke", menu=[FORECAST])
    other = converse("tell me a joke", menu=[AIR, REMIND])[0].answer
    assert other is not None and "Here I can" not in other
