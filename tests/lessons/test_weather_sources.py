"""Both services' replies, as recorded, read into the same values, with nothing made up; and where requests go."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from glassloop.settings import using
from support.weather_lesson import Clock, Get, fetching, open_meteo, open_weather_map, reply, sources, values

TOKYO = values.Place("Tokyo, JP", 35.6895, 139.6917)


def meteo(*replies: str) -> Any:
    return open_meteo.OpenMeteo(Get([f"open_meteo_{name}" for name in replies]))


def weather_map(*replies: str) -> Any:
    return open_weather_map.OpenWeatherMap(Get([f"openweathermap_{name}" for name in replies]), Clock())


def query(source: Any) -> dict[str, str]:
    return {name: each[0] for name, each in parse_qs(urlsplit(source.get.urls[-1]).query).items()}


# Places


def test_a_place_has_a_label_and_those_that_may_be_meant_as_well() -> None:
    place = asyncio.run(meteo("places_cambridge").place("Cambridge"))
    assert place.label == "Cambridge, England, GB" and (place.latitude, place.longitude) == (52.2, 0.11667)
    # Not the village in Maryland, and not Cambridge Bay.
    assert place.others == ("Cambridge, Ontario, CA", "Cambridge, Massachusetts, US")


@pytest.mark.parametrize(
    ("asked", "name", "country"),
    [
        ("Cambridge, GB", "Cambridge", "GB"),
        ("cambridge,us", "cambridge", "US"),
        ("Cambridge, Ontario", "Cambridge, Ontario", ""),
    ],
)
def test_a_country_code_narrows_the_search(asked: str, name: str, country: str) -> None:
    source = meteo("places_cambridge")
    asyncio.run(source.place(asked))
    assert query(source)["name"] == name and query(source).get("countryCode", "") == country


def test_openweathermap_s_places() -> None:
    source = weather_map("places_leeds")
    place = asyncio.run(source.place("Leeds"))
    assert (place.label, place.latitude, place.longitude) == ("Leeds, England, GB", 53.7974185, -1.5437941)
    assert place.others == ("Leeds, Alabama, US", "Leeds, GB")
    assert asyncio.run(source.place("Leeds, GB")).others == () and query(source)["q"] == "Leeds,GB"


@pytest.mark.parametrize("source", [meteo("places_none"), weather_map("places_none")])
def test_no_place_is_told_with_what_to_try(source: Any) -> None:
    bad = asyncio.run(source.place("Nowhereville"))
    assert bad.error == "location_not_found"
    assert bad.message == "No place matched 'Nowhereville'. Try 'City, CC', e.g. 'Cambridge, GB'."


@pytest.mark.parametrize("source", [meteo("places_odd"), weather_map("places_odd")])
def test_rows_without_a_position_are_passed_over_and_never_become_zero(source: Any) -> None:
    place = asyncio.run(source.place("Leeds"))
    assert place.label == "Leeds" and round(place.latitude, 1) == 53.8 and place.others == ()


# Now


def test_now_from_open_meteo() -> None:
    source = meteo("now_tokyo")
    now = asyncio.run(source.now(TOKYO, "metric"))
    assert (now.temperature, now.feels_like, now.humidity_pct, now.wind) == (22.4, 21.1, 65, 11.9)
    assert (now.condition, now.as_of) == ("overcast", "2026-10-12 21:15")
    assert (now.units.temperature, now.units.wind) == ("°C", "km/h")
    assert query(source)["timezone"] == "auto" and "temperature_unit" not in query(source)


def test_now_from_openweathermap() -> None:
    source = weather_map("now_tokyo")
    now = asyncio.run(source.now(TOKYO, "metric"))
    assert (now.temperature, now.feels_like, now.humidity_pct, now.wind) == (22.4, 21.1, 65, 3.6)
    assert (now.condition, now.as_of) == ("broken clouds", "2026-10-12 21:15")
    assert (now.units.temperature, now.units.wind) == ("°C", "m/s")


def test_imperial_is_asked_for_and_said() -> None:
    source = meteo("now_tokyo_imperial")
    now = asyncio.run(source.now(TOKYO, "imperial"))
    assert now.temperature == 72.3 and (now.units.temperature, now.units.wind, now.units.rain) == ("°F", "mph", "inch")
    assert (query(source)["temperature_unit"], query(source)["wind_speed_unit"]) == ("fahrenheit", "mph")
    other = weather_map("now_tokyo")
    assert asyncio.run(other.now(TOKYO, "imperial")).units.temperature == "°F" and query(other)["units"] == "imperial"


@pytest.mark.parametrize("source", [meteo("now_partial"), weather_map("now_partial")])
def test_what_a_reply_leaves_out_is_none(source: Any) -> None:
    now = asyncio.run(source.now(TOKYO, "metric"))
    assert now.temperature == 22.4
    assert (now.feels_like, now.humidity_pct, now.wind, now.condition) == (None, None, None, "")


@pytest.mark.parametrize("source", [meteo("now_empty"), weather_map("now_empty")])
def test_a_reply_without_weather_is_told(source: Any) -> None:
    bad = asyncio.run(source.now(TOKYO, "metric"))
    assert bad.error == "not_in_reply" and "Tokyo, JP" in bad.message and "Try " in bad.message


# Days


def test_days_from_open_meteo() -> None:
    source = meteo("days_leeds")
    forecast = asyncio.run(source.days(TOKYO, "metric"))
    assert forecast.today == "2026-10-12" and len(forecast.days) == 6 and query(source)["forecast_days"] == "6"
    assert forecast.days[1] == values.Day("2026-10-13", 7.3, 11.9, "rain", 85, 8.6)


def test_days_from_openweathermap_are_put_together_from_steps_of_three_hours() -> None:
    forecast = asyncio.run(weather_map("days_leeds").days(TOKYO, "metric"))
    assert forecast.today == "2026-10-12"
    today, tomorrow, after, last = forecast.days
    assert (today.date, today.low, today.high) == ("2026-10-12", 9.1, 11.8)
    assert tomorrow == values.Day("2026-10-13", 7.4, 11.9, "light rain", 85, 8.6)
    assert after.condition == "overcast clouds" and after.note == ""
    assert last.date == "2026-10-15" and last.note == "known until 04:00 only"


def test_the_days_are_those_of_the_place_s_own_calendar() -> None:
    source = weather_map("days_leeds")
    body = reply("openweathermap_days_leeds")[1].replace('"timezone": 3600', '"timezone": 32400')

    async def tokyo(url: str) -> Any:
        return fetching.Fetched(200, body)

    forecast = asyncio.run(open_weather_map.OpenWeatherMap(tokyo, source.clock).days(TOKYO, "metric"))
    # It is still the 12th there, and 15:00 UTC is the first minute of the 13th.
    assert forecast.today == "2026-10-12" and forecast.days[0].date == "2026-10-13"
    assert forecast.days[0].high == 11.9 and forecast.days[-1].note == "known until 12:00 only"


def test_gaps_in_a_forecast_stay_gaps() -> None:
    first, second, third = asyncio.run(meteo("days_partial").days(TOKYO, "metric")).days
    assert (first.low, first.high, first.rain) == (7.9, 12.6, None)
    assert (second.low, second.condition, second.rain_chance_pct) == (None, "", None)
    assert (third.high, third.rain_chance_pct) == (None, 60)
    [day] = asyncio.run(weather_map("days_partial").days(TOKYO, "metric")).days
    assert (day.low, day.high, day.condition, day.rain_chance_pct, day.rain) == (7.4, None, "", None, None)


@pytest.mark.parametrize("source", [meteo("now_empty"), meteo("days_no_dates"), weather_map("days_empty")])
def test_a_reply_without_days_is_told(source: Any) -> None:
    assert asyncio.run(source.days(TOKYO, "metric")).error == "not_in_reply"


# Air


def test_air_of_both_services_on_their_own_scales() -> None:
    air = asyncio.run(meteo("air_paris").air(TOKYO))
    assert (air.index_name, air.index, air.word) == ("european_aqi", 43, "moderate")
    assert (air.pm2_5_ug_m3, air.pm10_ug_m3, air.as_of) == (13.6, 21.4, "2026-10-12 14:00")
    air = asyncio.run(weather_map("air_paris").air(TOKYO))
    assert (air.index_name, air.index, air.word) == ("openweathermap_index_1_to_5", 2, "fair")
    assert (air.pm2_5_ug_m3, air.pm10_ug_m3, air.as_of) == (9.2, 13.2, "2026-10-12 12:00 UTC")


@pytest.mark.parametrize(
    ("index", "word"),
    [
        (0, "good"),
        (20, "good"),
        (21, "fair"),
        (60, "moderate"),
        (80, "poor"),
        (100, "very poor"),
        (101, "extremely poor"),
    ],
)
def test_the_european_index_in_words(index: int, word: str) -> None:
    assert open_meteo.air_word(index) == word


def test_air_with_gaps() -> None:
    air = asyncio.run(meteo("air_partial").air(TOKYO))
    assert (air.index, air.word, air.pm2_5_ug_m3, air.pm10_ug_m3) == (None, "", 13.6, None)
    air = asyncio.run(weather_map("air_partial").air(TOKYO))
    assert (air.index, air.word, air.pm2_5_ug_m3, air.pm10_ug_m3) == (None, "", None, 13.2)
    for source in (meteo("air_empty"), weather_map("air_empty")):
        assert asyncio.run(source.air(TOKYO)).error == "not_in_reply"


# The key, and where requests go


def test_the_key_is_a_placeholder_in_its_own_parameter_and_nowhere_else() -> None:
    source = weather_map("places_leeds", "now_tokyo", "days_leeds", "air_paris")
    asyncio.run(source.place("Leeds"))
    for ask in (source.now(TOKYO, "metric"), source.days(TOKYO, "metric"), source.air(TOKYO)):
        asyncio.run(ask)
    assert [urlsplit(url).path for url in source.get.urls] == [
        "/geo/1.0/direct", "/data/2.5/weather", "/data/2.5/forecast", "/data/2.5/air_pollution"
    ]  # fmt: skip
    for url in source.get.urls:
        assert url.count("glassloop-secret") == 1 and "appid=glassloop-secret-openweathermap" in url.split("&")


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        ({"source": "open-meteo"}, {"https://geocoding-api.open-meteo.com", "https://api.open-meteo.com"}),
        ({"source": "open-meteo", "openmeteo_address": " http://localhost:8080/ "}, {"http://localhost:8080"}),
        ({"source": "openweathermap"}, {"https://api.openweathermap.org"}),
        ({"source": "openweathermap", "owm_address": "http://127.0.0.1:9/"}, {"http://127.0.0.1:9"}),
    ],
)
def test_the_settings_choose_the_source_and_its_address(settings: dict[str, str], hosts: set[str]) -> None:
    get = Get(
        ["openweathermap_places_none" if "owm" in str(settings) or "map" in str(settings) else "open_meteo_now_tokyo"]
    )
    with using(settings):
        source = sources.chosen_source(get, Clock())
    asyncio.run(source.place("Leeds"))
    asyncio.run(source.now(TOKYO, "metric"))
    assert {"{0.scheme}://{0.netloc}".format(urlsplit(url)) for url in get.urls} == hosts


def test_an_address_of_one_s_own_gets_the_time_to_be_asked_about() -> None:
    with using({"source": "openweathermap"}):
        assert sources.patience_s() == 5
    with using({"source": "openweathermap", "owm_address": "http://localhost:8000"}):
        assert sources.patience_s() == 60
