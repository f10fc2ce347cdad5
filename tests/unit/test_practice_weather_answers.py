"""What the practice model makes of the results of weather tools: good ones, errors, bare numbers, whole replies."""

import re

import pytest

from support.practice import Json
from support.weather_talk import METEO, SAMPLE, answered, bad, converse, forecast, now, tools


@pytest.mark.parametrize(
    ("questions", "words"),
    [
        (["weather in Tokyo"], ["22.4 °C in Tokyo", "light rain", "feels like 21.4 °C", "65 %", "12 km/h", SAMPLE]),
        (["weather in Tokyo in Fahrenheit"], ["72.32 °F"]),
        (["is it raining in Tokyo?"], ["Yes, it is raining in Tokyo"]),
        (["is it snowing in Tokyo?"], ["No, it is not snowing in Tokyo"]),
        (["how windy is it in Tokyo?"], ["wind in Tokyo is 12 km/h"]),
        (["is it humid in Tokyo?"], ["humidity in Tokyo is 65 %"]),
        (["will it rain in Leeds tomorrow?"], ["No, rain is not likely in Leeds on Tuesday 13 October", "20 %"]),
        (["will it rain in Leeds on Thursday?"], ["Yes, rain is likely in Leeds on Thursday 15 October", "60 %"]),
        (["will it rain in Leeds in the next 4 days?"], ["likely in Leeds on Thursday and Friday"]),
        (["compare London and Cairo"], ["Cairo is warmer: 29.3 °C there, 14.2 °C in London", "15.9 °C in Paris"][:1]),
        (["Paris or Berlin, which is colder?"], ["Berlin is colder: 12.9 °C there, 15.9 °C in Paris"]),
        (["is Oslo warmer than Paris?"], ["No, Oslo is not warmer than Paris: -2.5 °C in Oslo"]),
        (["weather in Tokyo", "is it warmer than Paris?"], ["Yes, Tokyo is warmer than Paris"]),
        (["which is warmest: London, Cairo or Oslo?"], ["Cairo is warmest with 29.3 °C", "then London (14.2 °C)"]),
        (["compare Leeds and Leeds"], ["nothing to compare"]),
        (["will it be windy in Leeds tomorrow?"], ["says nothing about the wind", "Tuesday 13 October"]),
        (["compare the air in Cairo and Paris"], ["Paris is cleaner: 34 there, 92 in Cairo"]),
        (["Is the air in Paris good?"], ["The air in Paris is fair now", "34", "PM2.5 9.1 µg/m³", "PM10 16.3 µg/m³"]),
        (["Remind me if it rains in Leeds tomorrow"], ["Done", "outbox", "Leeds", "Tuesday 13 October", "85 %"]),
        (["weather in Cambridge, US"], ["Cambridge, Massachusetts, US"]),
        (["weather in Nowhereville"], ["No place matched 'Nowhereville'", "Cambridge, GB"]),
        (["compare London and Nowhereville"], ["14.2 °C in London", "No place matched 'Nowhereville'"]),
    ],
)
def test_answers(questions: list[str], words: list[str]) -> None:
    text = answered(*questions)
    assert [each for each in words if each not in text] == []


def test_the_other_places_of_a_name_are_told() -> None:
    others = ["Cambridge, Massachusetts, US"]
    text = answered(
        "weather in Cambridge",
        using={"get_current_weather": lambda location: {**now(location), "other_matches": others}},
    )
    assert "I took Cambridge, England, GB" in text and "Cambridge, Massachusetts, US" in text
    assert "“Cambridge, US”" in text


def test_what_the_service_left_out_is_told_and_not_made_up() -> None:
    def partly(location: str) -> Json:
        return {"ok": True, "location": "Leeds", "condition": "fog", "missing": ["temperature", "humidity_pct"]}

    text = answered("weather in Leeds", using={"get_current_weather": partly})
    assert "could not find a temperature" in text and "fog" in text and "temperature, humidity" in text
    assert not re.search(r"\d", text)


def test_real_data_is_not_called_a_sample() -> None:
    assert "sample" not in answered("Is the air in Paris good?")


CODES = {
    "location_not_found": "Cambridge, GB",
    "invalid_location": "city",
    "invalid_day": "days",
    "weather_service_unreachable": "minute",
    "weather_service_error": "few minutes",
    "key_refused": "two hours",
    "too_many_requests": "Wait a minute",
    "timed_out": "minute",
    "timeout": "minute",
    "malformed_reply": "another source",
    "not_in_reply": "Try a larger place",
    "cap_reached": "new conversation",
    "raised": "other words",
    "invalid_arguments": "other words",
    "unparsable_arguments": "once more",
    "unknown_tool": "dict of tools",
    "never_heard_of": "again",
}


@pytest.mark.parametrize("code", CODES)
def test_every_error_is_told_kindly_with_what_to_try(code: str) -> None:
    bare = answered("weather in Leeds", using={"get_current_weather": lambda location: bad(code)})
    assert "Leeds" in bare and CODES[code] in bare and code not in bare
    told = answered("weather in Leeds", using={"get_current_weather": lambda location: bad(code, "It rained in.")})
    assert "It rained in." in told and "Leeds" in told


def test_the_same_trouble_with_two_places_is_told_once() -> None:
    text = answered(
        "weather in Oslo and Leeds", using={"get_current_weather": lambda location: bad("timed_out", "Slow.")}
    )
    assert text.count("Slow.") == 1 and "Oslo and Leeds" in text


def test_trying_again_on_request_and_not_otherwise() -> None:
    def failing(location: str) -> Json:
        return bad("weather_service_unreachable", "Down.")

    quiet, asked = (
        converse(question, using={**tools(), "get_current_weather": failing})[0]
        for question in ("weather in Leeds", "weather in Leeds, and try again if it fails")
    )
    assert (len(quiet.rounds), len(asked.rounds)) == (1, 2)
    assert asked.answer is not None and "Down." in asked.answer


# What is left when a rule is switched off


@pytest.mark.parametrize("question", ["weather in Leeds", "how warm is it in Leeds?", "forecast for Leeds"])
def test_numbers_without_a_unit_are_called_that(question: str) -> None:
    def bare(result: Json) -> Json:
        return {name: value for name, value in result.items() if name not in ("units", "wind_units")}

    using = {
        "get_current_weather": lambda location: bare(now(location)),
        "get_forecast": lambda location: bare(forecast(location)),
    }
    text = answered(question, using=using)
    assert "doesn't say in which unit" in text and "°" not in text
    assert "doesn't say in which unit" not in answered(question)


def test_bare_numbers_are_not_set_against_each_other() -> None:
    text = answered(
        "compare London and Cairo",
        using={"get_current_weather": lambda location: {"ok": True, "location": location, "temperature": 20.5}},
    )
    assert "warmer" not in text and "20.5" in text


OPEN_WEATHER_MAP = {
    "coord": {"lon": -1.55, "lat": 53.8},
    "weather": [{"id": 500, "main": "Rain", "description": "light rain"}],
    "main": {"temp": 11.8, "feels_like": 9.9, "pressure": 1013, "humidity": 79},
    "wind": {"speed": 5.3, "deg": 240},
    "name": "Leeds",
    "cod": 200,
}
STEPS = {
    "cod": "200",
    "list": [
        {"dt_txt": f"2026-10-13 {hour:02}:00:00", "main": {"temp": 8.5 + hour}, "weather": [{"description": "mist"}]}
        for hour in (3, 12)
    ],
}


@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize(
    ("question", "body", "words"),
    [
        ("weather in Leeds", METEO, ["11.8 °C", "feels like 9.9 °C", "wind 19 km/h"]),
        ("weather in Leeds", OPEN_WEATHER_MAP, ["11.8", "light rain", "wind 5.3", "doesn't say in which unit"]),
        ("forecast for Leeds", METEO, ["Monday 12 October: 7.9 to 12.6", "Tuesday 13 October: 7.3 to 11.9"]),
        ("weather in Leeds tomorrow", METEO, ["Tuesday 13 October: 7.3 to 11.9", "85"]),
        ("forecast for Leeds", STEPS, ["Tuesday 13 October: mist, 11.5 to 20.5"]),
        ("weather in Leeds", {"cod": 200, "name": "Leeds"}, ["could not find what you asked for"]),
        ("weather in Leeds", [1, 2], ["could not find what you asked for"]),
        ("forecast for Leeds", {"daily": {}}, ["could not find what you asked for"]),
        (
            "is the air in Leeds good",
            {"list": [{"main": {"aqi": 2}, "components": {"pm2_5": 6.2, "pm10": 10.8}}]},
            ["index 2", "PM2.5 6.2", "PM10 10.8"],
        ),
    ],
)
def test_a_whole_reply_of_a_service(question: str, body: object, words: list[str], wrapped: bool) -> None:
    content = {"ok": True, "location": "Leeds, England, GB", "upstream": body} if wrapped else body
    using = {name: lambda **arguments: content for name in tools()}
    text = answered(question, using=using)
    assert [each for each in words if each not in text] == []
