"""Five promises that an assistant of this kind must keep, whatever else changes in it."""

import asyncio
import json

from glassloop.events import Stopped
from glassloop.script import notes, says
from support.weather_lesson import Clock, Get, made_handlers, open_meteo, open_weather_map, run


def test_an_unknown_city_is_an_answer_that_says_what_to_try() -> None:
    for source in (
        open_meteo.OpenMeteo(Get(["open_meteo_places_none"])),
        open_weather_map.OpenWeatherMap(Get(["openweathermap_places_none"]), Clock()),
    ):
        result = asyncio.run(made_handlers(source).get_current_weather("Nowhereville"))
        assert result["ok"] is False and result["error"] == "location_not_found"
        assert "Try 'City, CC'" in result["message"]


def test_a_failure_is_forgotten_as_soon_as_the_service_works_again() -> None:
    get = Get(["open_meteo_error_503", "open_meteo_places_cambridge", "open_meteo_now_tokyo"])
    made = made_handlers(open_meteo.OpenMeteo(get))
    assert asyncio.run(made.get_current_weather("Cambridge"))["error"] == "weather_service_error"
    assert asyncio.run(made.get_current_weather("Cambridge"))["ok"] is True


def test_seven_days_are_refused_before_the_handler_runs_and_the_model_can_mend_it() -> None:
    told = run(
        "Bristol over the next week?",
        [
            notes(("c1", "get_forecast", '{"location": "Bristol", "days": 7}')),
            notes(("c2", "get_forecast", '{"location": "Bristol", "days": 5}')),
            says("The next five days; further ahead I can't see."),
        ],
    )
    refused, given = told.results
    assert refused["error"] == "invalid_arguments" and "7 is greater than the maximum of 5" in refused["message"]
    assert len(given["days"]) == 5
    cut = run("Bristol?", [notes(("c1", "get_forecast", '{"location": "Bristol", "days":')), says("Sorry.")])
    assert cut.results[0]["error"] == "unparsable_arguments"


def test_a_model_that_never_answers_is_stopped_politely_with_every_note_answered() -> None:
    def ask(number: int, city: str) -> object:
        return notes((f"c{number}", "get_current_weather", json.dumps({"location": city})))

    told = run("weather?", [ask(n, city) for n, city in enumerate(("Leeds", "Leeds, GB", "leeds", "Leeds, England"))])  # type: ignore[misc]
    last = told.events[-1]
    assert isinstance(last, Stopped) and "stuck" in last.message
    assert len(told.results) == 4 and all(result["ok"] for result in told.results)


def test_every_note_has_its_result_under_its_own_id() -> None:
    both = notes(
        ("call_a", "get_current_weather", '{"location": "London"}'),
        ("call_b", "get_current_weather", '{"location": "Cairo"}'),
    )
    told = run("compare London and Cairo", [both, says("Cairo is warmer.")])
    sent = told.messages[-1]
    asked = [call["id"] for message in sent for call in message.get("tool_calls", [])]
    given = [message["tool_call_id"] for message in sent if message["role"] == "tool"]
    assert asked == given == ["call_a", "call_b"]
    assert [result["location"] for result in told.results] == ["London, England, GB", "Cairo, EG"]
