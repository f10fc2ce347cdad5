"""Every way in which a weather service can fail becomes a result that says what happened and what to try."""

import asyncio
import json
from typing import Any

import pytest

from glassloop.settings import using
from glassloop.shelf import Shelves, shelves
from glassloop.transport import HttpRequest, HttpResponse, Refused, Unreachable
from support.lessons import loaded
from support.pyodide_http import pyfetch_over
from support.weather_lesson import (
    Clock,
    Get,
    fetching,
    made_handlers,
    open_meteo,
    open_weather_map,
    sample_source,
    sources,
)

FAILURES = [
    ("open_meteo_error_400", "weather_service_error", "count must be between"),
    ("open_meteo_error_in_200", "weather_service_error", "Data corrupted"),
    ("open_meteo_error_429", "too_many_requests", "Minutely API request limit exceeded"),
    ("open_meteo_error_503", "weather_service_error", "503"),
    ("openweathermap_nothing_to_geocode", "weather_service_error", "Nothing to geocode"),
    ("openweathermap_error_400", "weather_service_error", "wrong latitude"),
    ("openweathermap_error_401", "key_refused", "up to two hours"),
    ("openweathermap_error_401_subscription", "key_refused", "no subscription"),
    ("openweathermap_error_404", "weather_service_error", "city not found"),
    ("openweathermap_error_404_in_200", "weather_service_error", "(404)"),
    ("openweathermap_error_429", "too_many_requests", "Wait a minute"),
    ("openweathermap_error_500", "weather_service_error", "(500)"),
    ("html", "malformed_reply", "can't be read"),
    ("html_502", "weather_service_error", "(502)"),
    ("cut_off", "malformed_reply", "can't be read"),
    ("empty", "malformed_reply", "can't be read"),
    ("null", "malformed_reply", "can't be read"),
    ("a_number", "malformed_reply", "can't be read"),
]


def source_for(*replies: str) -> Any:
    get = Get(replies)
    if replies[-1].startswith("openweathermap"):
        return open_weather_map.OpenWeatherMap(get, Clock())
    return open_meteo.OpenMeteo(get)


def ask_all(source: Any) -> list[dict[str, Any]]:
    """What each of the four handlers makes of it."""

    async def each() -> list[Any]:
        made = made_handlers(source)
        return [
            await made.get_current_weather("Leeds"),
            await made.get_forecast("Leeds", 2),
            await made.get_air_quality("Leeds"),
            await made.remind_if_rain("Leeds", "tomorrow"),
        ]

    return asyncio.run(each())


@pytest.mark.parametrize(("reply", "error", "words"), FAILURES)
def test_a_search_for_a_place_that_fails(reply: str, error: str, words: str) -> None:
    for result in ask_all(source_for(reply)):
        assert result["ok"] is False and result["error"] == error
        assert words in result["message"]


@pytest.mark.parametrize(("reply", "error", "words"), FAILURES)
def test_weather_that_fails_although_the_place_was_found(reply: str, error: str, words: str) -> None:
    service = "openweathermap" if reply.startswith("openweathermap") else "open_meteo"
    place = "openweathermap_places_leeds" if service == "openweathermap" else "open_meteo_places_cambridge"
    result = asyncio.run(made_handlers(source_for(place, reply)).get_current_weather("Leeds"))
    assert result["ok"] is False and result["error"] == error and words in result["message"]


def test_what_to_try_is_in_every_message() -> None:
    for reply, _, _ in FAILURES:
        message = ask_all(source_for(reply))[0]["message"]
        assert any(word in message for word in ("ry again", "Wait ", "check ", "choose ")), message


def test_a_reply_with_nothing_of_use_is_not_taken_for_zeros() -> None:
    for place, empty in (
        ("open_meteo_places_cambridge", "open_meteo_now_empty"),
        ("openweathermap_places_leeds", "openweathermap_now_empty"),
    ):
        result = asyncio.run(made_handlers(source_for(place, empty)).get_current_weather("Leeds"))
        assert result["error"] == "not_in_reply" and "0" not in result["message"]


# The sample's bad days


@pytest.mark.parametrize(
    ("service", "error"),
    [
        ("down", "weather_service_unreachable"),
        ("refuses", "key_refused"),
        ("too_many", "too_many_requests"),
        ("malformed", "malformed_reply"),
        ("blip", "weather_service_error"),
    ],
)
def test_bad_days_on_request(service: str, error: str) -> None:
    with using({"service": service}), shelves(Shelves()):
        result = asyncio.run(made_handlers(sources.chosen_source()).get_current_weather("Leeds"))
    assert (result["ok"], result["error"]) == (False, error)


def test_a_service_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "patience_s", lambda: 0)
    with using({"service": "slow"}):
        source = sources.chosen_source()
    result = asyncio.run(made_handlers(source).get_current_weather("Leeds"))
    assert result["error"] == "timed_out" and "did not answer within 0 seconds" in result["message"]


def test_a_blip_comes_once_in_a_conversation() -> None:
    def ask() -> bool:
        with using({"service": "blip"}):
            result = asyncio.run(made_handlers(sources.chosen_source()).get_current_weather("Leeds"))
        assert isinstance(result["ok"], bool)
        return result["ok"]

    with shelves(Shelves()):
        assert [ask(), ask(), ask()] == [False, True, True]
    with shelves(Shelves()):
        assert not ask()


def test_the_bad_days_are_the_sample_s_only() -> None:
    with using({"source": "open-meteo", "service": "down"}):
        source = sources.chosen_source(Get(["open_meteo_places_none"]))
    assert asyncio.run(source.place("Leeds")).error == "location_not_found"


def test_a_place_that_the_sample_does_not_know_is_told_with_those_it_does() -> None:
    result = asyncio.run(made_handlers(sample_source()).get_current_weather("Timbuktu"))
    assert "Try 'City, CC'" in result["message"] and "24 places only" in result["message"]


# The network


class Net:
    """A transport that fails, or answers with one body."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure

    async def send(self, request: HttpRequest) -> HttpResponse:
        if self.failure is not None:
            raise self.failure

        async def body() -> Any:
            yield json.dumps({"asked": request.url}).encode()

        return HttpResponse(203, (), body())


def test_over_http_gives_status_and_text() -> None:
    with pyfetch_over(Net()):
        fetched = asyncio.run(fetching.over_http("https://api.open-meteo.com/v1/forecast?latitude=1"))
    assert fetched.status == 203 and "latitude=1" in fetched.text


@pytest.mark.parametrize(
    ("failure", "shown"),
    [
        (Unreachable("Nothing answered there.", "Check it."), "could not be reached (Nothing answered there)."),
        (Refused("You did not allow this request.", ""), "(You did not allow this request)."),
        (OSError("failed: https://api.openweathermap.org/geo?q=Leeds&appid=SECRET"), "could not be reached. Check"),
        (OSError("appid=SECRET was refused"), "could not be reached. Check"),
    ],
)
def test_no_message_shows_a_url_or_a_key(failure: Exception, shown: str) -> None:
    source = open_weather_map.OpenWeatherMap(fetching.over_http, Clock())
    with pyfetch_over(Net(failure)):
        result = asyncio.run(made_handlers(source).get_current_weather("Leeds"))
    assert result["error"] == "weather_service_unreachable" and shown in result["message"]
    assert result["message"].startswith("api.openweathermap.org ")
    for part in ("SECRET", "appid", "glassloop-secret", "://", "geo/1.0"):
        assert part not in result["message"]


def test_a_reply_nested_without_end_is_no_reply() -> None:
    """A parser written in C would end the interpreter over it."""
    with loaded("weather_assistant") as load:
        assert load("reading").parsed("[" * 100_000) is None
