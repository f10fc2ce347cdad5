"""The sample data: sane, dated, and in the shapes that the real service answers in."""

import asyncio
import json
from typing import Any

import pytest

from support.weather_lesson import open_meteo, reply, sample, values


def test_the_sample_is_sane() -> None:
    assert len(sample.ALL) >= 16
    names = [(each.name, each.code) for each in sample.ALL]
    assert len(set(names)) == len(names)
    for each in sample.ALL:
        assert abs(each.latitude) <= 90 and abs(each.longitude) <= 180 and each.time.date().isoformat() == "2026-10-12"
        assert len(each.days) == 6 and each.people > 0
        for high, low, code, chance, rain in each.days:
            assert low < high and open_meteo.in_words(code) and 0 <= chance <= 100 and rain >= 0
        temperature, _, humidity, wind, code = each.now
        assert -60 < temperature < 60 and 0 < humidity <= 100 and wind >= 0 and open_meteo.in_words(code)


@pytest.mark.parametrize(
    ("path", "recorded"),
    [
        ("v1/search?name=Cambridge&count=10", "places_cambridge"),
        ("v1/search?name=Nowhereville", "places_none"),
        (f"v1/forecast?latitude=35.6895&longitude=139.6917&current={open_meteo.NOW_FIELDS}", "now_tokyo"),
        (f"v1/forecast?latitude=53.7965&longitude=-1.5479&forecast_days=6&daily={open_meteo.DAY_FIELDS}", "days_leeds"),
        (f"v1/air-quality?latitude=48.8534&longitude=2.3488&current={open_meteo.AIR_FIELDS}", "air_paris"),
    ],
)
def test_the_sample_s_replies_have_the_service_s_shape(path: str, recorded: str) -> None:
    answered, real = sample.answer(f"https://api.open-meteo.com/{path}"), json.loads(reply(f"open_meteo_{recorded}")[1])
    assert answered.status == 200
    assert_within(json.loads(answered.text), real)


def assert_within(shown: Any, real: Any) -> None:
    """Every field of `shown` is one of `real`, and of its kind."""
    if isinstance(shown, dict):
        assert isinstance(real, dict) and shown.keys() <= real.keys()
        for name, value in shown.items():
            assert_within(value, real[name])
    elif isinstance(shown, list):
        assert isinstance(real, list)
        assert_within(shown[0], real[0])
    else:
        assert isinstance(shown, (int, float)) is isinstance(real, (int, float))


def test_the_sample_s_days_are_dated() -> None:
    [leeds] = [each for each in sample.ALL if each.name == "Leeds"]
    place = values.Place("Leeds", leeds.latitude, leeds.longitude)
    forecast = asyncio.run(open_meteo.OpenMeteo(sample.sample).days(place, "metric"))
    assert [day.date for day in forecast.days] == [f"2026-10-{day}" for day in range(12, 18)]


def test_imperial_numbers_of_the_sample_are_converted() -> None:
    place = values.Place("Tokyo", 35.6895, 139.6917)
    now = asyncio.run(open_meteo.OpenMeteo(sample.sample).now(place, "imperial"))
    assert (now.temperature, now.wind) == (72.3, 7.5)
    assert now.body["current_units"]["temperature_2m"] == "°F" and now.body["current_units"]["wind_speed_10m"] == "mp/h"


def test_a_place_that_is_not_in_the_sample() -> None:
    assert sample.answer("https://api.open-meteo.com/v1/forecast?latitude=1&longitude=1&current=x").status == 400
