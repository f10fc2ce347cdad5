"""What OpenWeatherMap would answer about the sample's places, in its own shapes. Knows no HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from support.weather_lesson import open_meteo, sample

Json = dict[str, Any]
Query = Mapping[str, str]

STEP_S = 3 * 3600
STEPS = 40


def places(query: Query) -> list[Json]:
    """geo/1.0/direct: empty when there is none."""
    name, *within = query["q"].split(",")
    found = sample.search({"name": ",".join([name, *within[-1:]])}).get("results", [])
    return [
        {
            "name": row["name"], "local_names": {"en": row["name"]}, "lat": row["latitude"], "lon": row["longitude"],
            "country": row["country_code"], **({"state": row["admin1"]} if "admin1" in row else {}),
        }
        for row in found
    ][: int(query.get("limit", 5))]  # fmt: skip


def now(there: Any, query: Query, seconds: float) -> Json:
    """data/2.5/weather."""
    temperature, feels_like, humidity, wind, code = there.now
    main = {"temp": _degrees(temperature, query), "feels_like": _degrees(feels_like, query), "pressure": 1012}
    return {
        **_coordinates(there), "weather": _sky(code), "base": "stations", "main": {**main, "humidity": int(humidity)},
        "visibility": 10000, "wind": {"speed": _speed(wind, query), "deg": 200}, "clouds": {"all": 60},
        "dt": int(seconds), "sys": {"country": there.code}, "timezone": there.shift_s, "name": there.name, "cod": 200,
    }  # fmt: skip


def forecast(there: Any, query: Query, seconds: float) -> Json:
    """data/2.5/forecast: 40 steps from the next full three hours (UTC) on."""
    first = (int(seconds) // STEP_S + 1) * STEP_S
    today = _date(seconds + there.shift_s)
    steps = []
    for begin in range(first, first + STEPS * STEP_S, STEP_S):
        days_on = (_date(begin + there.shift_s) - today).days
        high, low, code, chance, rain = there.days[min(days_on, len(there.days) - 1)]
        main = {"temp": _degrees((high + low) / 2, query), "temp_min": _degrees(low, query)}
        wet = {"rain": {"3h": round(rain / 8, 2)}} if rain else {}
        daylight = 6 <= datetime.fromtimestamp(begin + there.shift_s, UTC).hour < 18
        steps.append({
            "dt": begin, "main": {**main, "temp_max": _degrees(high, query), "humidity": 70}, "weather": _sky(code),
            "wind": {"speed": 4.1, "deg": 200}, "pop": chance / 100, **wet, "sys": {"pod": "d" if daylight else "n"},
            "dt_txt": f"{datetime.fromtimestamp(begin, UTC):%Y-%m-%d %H:%M:%S}",
        })  # fmt: skip
    city = {"name": there.name, "country": there.code, "timezone": there.shift_s}
    return {"cod": "200", "message": 0, "cnt": STEPS, "list": steps, "city": city}


def air(there: Any, seconds: float) -> Json:
    """data/2.5/air_pollution."""
    index, pm2_5, pm10 = there.air
    own_index = min(int(index // 20) + 1, 5)
    components = {"co": 210.3, "no2": 11.2, "o3": 60.1, "pm2_5": pm2_5, "pm10": pm10}
    return {**_coordinates(there), "list": [{"main": {"aqi": own_index}, "components": components, "dt": int(seconds)}]}


def at_position(query: Query) -> Any:
    """The sample's place there, or None."""
    return sample.at_position({"latitude": query.get("lat"), "longitude": query.get("lon")})


def _coordinates(there: Any) -> Json:
    return {"coord": {"lon": there.longitude, "lat": there.latitude}}


def _sky(code: float) -> list[Json]:
    return [{"id": 800 + int(code), "main": "Sky", "description": open_meteo.in_words(code), "icon": "01d"}]


def _degrees(celsius: float, query: Query) -> float:
    return round(celsius * 9 / 5 + 32, 2) if query.get("units") == "imperial" else round(celsius, 2)


def _speed(kmh: float, query: Query) -> float:
    return round(kmh / 1.609344, 2) if query.get("units") == "imperial" else round(kmh / 3.6, 2)


def _date(seconds: float) -> Any:
    return datetime.fromtimestamp(seconds, UTC).date()
