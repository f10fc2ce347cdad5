"""The handlers over the sample and over recorded replies: small results, units with every number, gaps named."""

import asyncio
import json
from typing import Any

import pytest

from support.weather_lesson import Clock, Get, made_handlers, open_meteo, open_weather_map, sample_source

SAMPLE = "sample data of 12 October 2026, not today's weather"


def ask(tool: str, *arguments: object, source: Any = None) -> dict[str, Any]:
    result = asyncio.run(getattr(made_handlers(source or sample_source()), tool)(*arguments))
    assert isinstance(result, dict)
    return result


def meteo(*replies: str) -> Any:
    return open_meteo.OpenMeteo(Get([f"open_meteo_{name}" for name in ("places_cambridge", *replies)]))


def weather_map(*replies: str) -> Any:
    return open_weather_map.OpenWeatherMap(
        Get([f"openweathermap_{name}" for name in ("places_leeds", *replies)]), Clock()
    )


def test_the_weather_now() -> None:
    assert ask("get_current_weather", "Tokyo") == {
        "ok": True, "location": "Tokyo, JP", "temperature": 22.4, "feels_like": 21.1, "units": "°C",
        "condition": "partly cloudy", "humidity_pct": 65, "wind": 12.0, "wind_units": "km/h",
        "as_of": "2026-10-12 21:00", "source": SAMPLE,
    }  # fmt: skip


def test_imperial_units() -> None:
    result = ask("get_current_weather", "Tokyo", "imperial")
    assert (result["temperature"], result["units"], result["wind"], result["wind_units"]) == (72.3, "°F", 7.5, "mph")


def test_a_forecast_begins_tomorrow_and_names_each_day() -> None:
    result = ask("get_forecast", "Leeds", 2)
    assert result["days"] == [
        {
            "date": "2026-10-13", "weekday": "Tuesday", "low": 7.3, "high": 11.9, "condition": "rain",
            "rain_chance_pct": 85, "rain": 8.6, "rain_units": "mm",
        },
        {
            "date": "2026-10-14", "weekday": "Wednesday", "low": 6.4, "high": 11.2, "condition": "light showers",
            "rain_chance_pct": 60, "rain": 3.0, "rain_units": "mm",
        },
    ]  # fmt: skip
    assert "today" not in result and result["units"] == "°C"


@pytest.mark.parametrize("days", [1, 2, 3, 4, 5])
def test_so_many_days_come_back(days: int) -> None:
    assert len(ask("get_forecast", "Leeds", days)["days"]) == days


def test_three_days_without_a_number() -> None:
    assert len(ask("get_forecast", "Leeds")["days"]) == 3


def test_the_air() -> None:
    assert ask("get_air_quality", "Paris") == {
        "ok": True, "location": "Paris, Île-de-France, FR", "air": "moderate", "european_aqi": 43,
        "pm2_5_ug_m3": 13.6, "pm10_ug_m3": 21.4, "as_of": "2026-10-12 14:00", "source": SAMPLE,
    }  # fmt: skip


def test_openweathermap_s_numbers_with_openweathermap_s_units() -> None:
    now = ask("get_current_weather", "Leeds", source=weather_map("now_tokyo"))
    assert (now["wind_units"], now["source"]) == ("m/s", "OpenWeatherMap")
    days = ask("get_forecast", "Leeds", 5, "imperial", source=weather_map("days_leeds"))
    assert (days["units"], days["days"][0]["rain_units"]) == ("°F", "mm")
    assert days["days"][-1]["note"] == "known until 04:00 only"
    assert ask("get_air_quality", "Leeds", source=weather_map("air_paris"))["openweathermap_index_1_to_5"] == 2


@pytest.mark.parametrize(
    ("tool", "source"),
    [
        ("get_current_weather", sample_source()),
        ("get_forecast", sample_source()),
        ("get_air_quality", sample_source()),
        ("get_current_weather", weather_map("now_tokyo")),
        ("get_forecast", weather_map("days_leeds")),
        ("get_air_quality", weather_map("air_paris")),
    ],
)
def test_no_number_without_a_unit(tool: str, source: Any) -> None:
    unit_beside = {"temperature": "units", "feels_like": "units", "low": "units", "high": "units"}
    unit_beside |= {"wind": "wind_units", "rain": "rain_units"}
    result = ask(tool, "Leeds", source=source)
    for each in [result, *result.get("days", [])]:
        for name, value in each.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                unit_in_name = name.endswith(("_pct", "_ug_m3", "_aqi", "_1_to_5"))
                assert unit_in_name or unit_beside[name] in {**result, **each}, name


def test_gaps_are_named_and_nothing_is_put_in_their_place() -> None:
    now = ask("get_current_weather", "Cambridge", source=meteo("now_partial"))
    assert now["missing"] == ["feels_like", "condition", "humidity_pct", "wind"] and now["temperature"] == 22.4
    assert not now.keys() & set(now["missing"])
    days = ask("get_forecast", "Cambridge", 2, source=meteo("days_partial"))["days"]
    assert days[0]["missing"] == ["low", "condition", "rain_chance_pct", "rain"] and days[0]["high"] == 11.9
    air = ask("get_air_quality", "Cambridge", source=meteo("air_partial"))
    assert air["missing"] == ["air", "european_aqi", "pm10_ug_m3"] and air["pm2_5_ug_m3"] == 13.6


def test_an_ambiguous_name_shows_what_matched_and_what_else_might_be_meant() -> None:
    result = ask("get_current_weather", "Cambridge")
    assert result["location"] == "Cambridge, England, GB" and result["other_matches"] == [
        "Cambridge, Massachusetts, US"
    ]
    for clear in ("Cambridge, GB", "Cambridge, US", "Cambridge, Massachusetts", "London", "Leeds"):
        assert "other_matches" not in ask("get_current_weather", clear), clear
    assert ask("get_current_weather", "Cambridge, US")["location"] == "Cambridge, Massachusetts, US"


@pytest.mark.parametrize("location", ["", "   ", "\n", None, 7, ["Leeds"]])
def test_a_location_that_is_none(location: Any) -> None:
    for tool, more in (
        ("get_current_weather", ()),
        ("get_forecast", (2,)),
        ("get_air_quality", ()),
        ("remind_if_rain", ("today",)),
    ):
        result = ask(tool, location, *more)
        assert result["error"] == "invalid_location" and "Cambridge, GB" in result["message"]


def test_spaces_and_capitals_make_no_difference() -> None:
    assert ask("get_current_weather", "  new   YORK ")["location"] == "New York, US"


@pytest.mark.parametrize(
    "arguments",
    [("Leeds", 0), ("Leeds", -3), ("Leeds", 99), ("Leeds", "five"), ("Leeds", None), ("Leeds", 2, "kelvin")],
)
def test_arguments_that_nobody_checked_do_not_make_a_handler_raise(arguments: tuple[Any, ...]) -> None:
    result = ask("get_forecast", *arguments)
    assert result["ok"] and 1 <= len(result["days"]) <= 5 and result["units"] == "°C"


@pytest.mark.parametrize("day", [None, [], {}, 7, "someday", "2026-13-45"])
def test_a_day_that_is_none_is_told(day: Any) -> None:
    assert ask("remind_if_rain", "Leeds", day)["error"] == "invalid_day"


def test_results_are_small() -> None:
    for tool, most in (("get_current_weather", 400), ("get_air_quality", 300)):
        assert len(json.dumps(ask(tool, "Leeds"), ensure_ascii=False)) < most
    assert len(json.dumps(ask("get_forecast", "Leeds", 5), ensure_ascii=False)) < 1200
