"""Open-Meteo's answers without a network: the same URLs, the same shape of reply, out of the bundled sample data."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from fetching import Fetched
from sample_data import DATED, PLACES

from glassloop.tracing import trace

NOON = datetime(2026, 10, 12, 12)  # UTC; chosen so that it is the twelfth in every place of the sample


@dataclass(frozen=True, slots=True)
class Sampled:
    """One place of the sample, in metric units. `days`: high, low, weather code, chance of rain %, rain in mm."""

    name: str
    region: str
    country: str
    code: str
    latitude: float
    longitude: float
    timezone: str
    shift_s: int
    people: int
    now: tuple[float, ...]  # temperature, feels like, humidity %, wind, weather code
    air: tuple[float, ...]  # European index, PM2.5, PM10
    days: tuple[tuple[float, ...], ...]

    @property
    def time(self):
        return NOON + timedelta(seconds=self.shift_s)


def sampled(first_line, days):
    name, region, country, code, where, now, air, _ = first_line.split("|")
    latitude, longitude, timezone, hours, people = where.split()
    shift_s = int(float(hours) * 3600)
    known = numbers(now), numbers(air), tuple(map(numbers, days.split(";")))
    position = float(latitude), float(longitude)
    return Sampled(name, region, country, code, *position, timezone, shift_s, int(people), *known)


def numbers(text):
    return tuple(map(float, text.split()))


LINES = PLACES.strip().splitlines()
ALL = tuple(map(sampled, LINES[::2], LINES[1::2]))
SAYS = f"sample data of {DATED}, not today's weather"
HINT = f"The sample data knows {len(ALL)} places only, London, Leeds, Tokyo and Cairo among them."


async def sample(url):
    """A Get."""
    fetched = answer(url)
    await trace("log", text=f"asked the sample data: GET {url} → {fetched.status}")
    return fetched


def answer(url):
    parts = urlsplit(url)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    match parts.path:
        case "/v1/search":
            body = {**search(query), "generationtime_ms": 0.4}
        case "/v1/forecast" if there := at_position(query):
            body = {**head(there), **current_weather(there, query), **daily_weather(there, query)}
        case "/v1/air-quality" if there := at_position(query):
            body = {**head(there), **current_air(there)}
        case _:
            return Fetched(400, json.dumps({"error": True, "reason": "The sample data knows no such place or page."}))
    return Fetched(200, json.dumps(body, ensure_ascii=False))


def search(query):
    """Places whose name begins so, largest first. Like the service, it leaves `results` out when there are none."""
    name, _, within = (part.strip().casefold() for part in query.get("name", "").partition(","))
    country = query.get("countryCode", "").casefold()
    found = [
        each
        for each in ALL
        if len(name) > 1 and each.name.casefold().startswith(name)
        if country in ("", each.code.casefold())
        if within in ("", each.region.casefold(), each.country.casefold(), each.code.casefold())
    ]
    found.sort(key=lambda each: -each.people)
    return {"results": [geocoded(each) for each in found]} if found else {}


def geocoded(there):
    region = {"admin1": there.region} if there.region else {}
    where = {"latitude": there.latitude, "longitude": there.longitude, "timezone": there.timezone}
    country = {"country_code": there.code, "country": there.country}
    return {"name": there.name, **where, **country, **region, "population": there.people}


def at_position(query):
    where = query.get("latitude"), query.get("longitude")
    return next((each for each in ALL if (str(each.latitude), str(each.longitude)) == where), None)


def head(there):
    where = {"latitude": there.latitude, "longitude": there.longitude, "generationtime_ms": 0.1}
    return {**where, "utc_offset_seconds": there.shift_s, "timezone": there.timezone}


def current_weather(there, query):
    if "current" not in query:
        return {}
    temperature, feels_like, humidity, wind, code = there.now
    values = {
        "temperature_2m": degrees(temperature, query),
        "apparent_temperature": degrees(feels_like, query),
        "relative_humidity_2m": int(humidity),
        "weather_code": int(code),
        "wind_speed_10m": wind_speed(wind, query),
    }
    units = {"time": "iso8601", "interval": "seconds", **units_of(values, query)}
    return {"current_units": units, "current": {"time": f"{there.time:%Y-%m-%dT%H:%M}", "interval": 900, **values}}


def daily_weather(there, query):
    if "daily" not in query:
        return {}
    days = there.days[: int(query.get("forecast_days", 7))]
    high, low, code, chance, rain = zip(*days, strict=True)
    values = {
        "weather_code": [int(each) for each in code],
        "temperature_2m_max": [degrees(each, query) for each in high],
        "temperature_2m_min": [degrees(each, query) for each in low],
        "precipitation_sum": [depth(each, query) for each in rain],
        "precipitation_probability_max": [int(each) for each in chance],
    }
    dates = [(NOON + timedelta(days=count)).date().isoformat() for count in range(len(days))]
    return {"daily_units": {"time": "iso8601", **units_of(values, query)}, "daily": {"time": dates, **values}}


def current_air(there):
    index, pm2_5, pm10 = there.air
    time = {"time": f"{there.time:%Y-%m-%dT%H:00}", "interval": 3600}
    return {"current": {**time, "european_aqi": int(index), "pm2_5": pm2_5, "pm10": pm10}}


def units_of(values, query):
    """The service says its units in an object beside the numbers."""
    imperial = query.get("temperature_unit") == "fahrenheit"
    degree, speed, deep = ("°F", "mp/h", "inch") if imperial else ("°C", "km/h", "mm")
    by_field = {"wind_speed_10m": speed, "precipitation_sum": deep, "weather_code": "wmo code"}
    percent = ("relative_humidity_2m", "precipitation_probability_max")
    return {name: "%" if name in percent else by_field.get(name, degree) for name in values}


def degrees(celsius, query):
    return round(celsius * 9 / 5 + 32, 1) if query.get("temperature_unit") == "fahrenheit" else celsius


def wind_speed(kmh, query):
    return round(kmh / 1.609344, 1) if query.get("wind_speed_unit") == "mph" else kmh


def depth(mm, query):
    return round(mm / 25.4, 3) if query.get("precipitation_unit") == "inch" else mm
