"""Finds weather in the whole reply of a weather service, for tools that pass it on unread. Knows two services' shapes.

What it gives has the names of a small result. A unit is given only where the reply itself says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from glassloop.practice.results import Digits

Json = dict[str, Any]

_DEPTH = 6
_MOST = 2000  # dicts that are looked at
_TEMPERATURE = ("temperature_2m", "temp", "temperature", "temp_c", "temp_f")
_FEELS = ("apparent_temperature", "feels_like")
_HUMIDITY = ("relative_humidity_2m", "humidity")
_WIND = ("wind_speed_10m", "windspeed_10m")


def raw_now(body: Json) -> Json | None:
    """None where there is no temperature in it."""
    for there in _dicts(body):
        name = next((name for name in _TEMPERATURE if isinstance(there.get(name), Digits)), None)
        if name is None:
            continue
        wind = next((each for each in _dicts(body) if isinstance(each.get("speed"), Digits)), {})
        found = {
            "temperature": there[name],
            "feels_like": _first(there, _FEELS),
            "humidity": _first(there, _HUMIDITY),
            "wind": _first(there, _WIND) or wind.get("speed"),
            "condition": _described(body),
            "units": _unit(body, name),
            "wind_units": _unit(body, _WIND[0]),
        }
        return {key: value for key, value in found.items() if value}
    return None


def raw_days(body: Json) -> list[Json]:
    for there in _dicts(body):
        if isinstance(there.get("time"), list) and isinstance(there.get("temperature_2m_max"), list):
            return _from_columns(there, _unit(body, "temperature_2m_max"))
        if isinstance(there.get("list"), list) and (days := _from_steps(there["list"])):
            return days
    return []


def raw_air(body: Json) -> Json | None:
    for there in _dicts(body):
        if isinstance(there.get("pm2_5"), Digits) or isinstance(there.get("european_aqi"), Digits):
            index = next((each["aqi"] for each in _dicts(body) if isinstance(each.get("aqi"), Digits)), None)
            found = {name: there.get(name) for name in ("european_aqi", "pm2_5", "pm10")} | {"index": index}
            return {key: value for key, value in found.items() if value}
    return None


def _from_columns(daily: Json, unit: str) -> list[Json]:
    """Open-Meteo: one list for each thing that is known, with one entry a day."""
    columns = {
        "date": daily["time"],
        "low": daily.get("temperature_2m_min"),
        "high": daily["temperature_2m_max"],
        "rain_chance": daily.get("precipitation_probability_max"),
    }
    days = []
    for number in range(len(daily["time"])):
        day = {
            name: column[number]
            for name, column in columns.items()
            if isinstance(column, list) and number < len(column) and column[number] is not None
        }
        days.append({**day, "units": unit} if unit else day)
    return days


def _from_steps(steps: list[Any]) -> list[Json]:
    """OpenWeatherMap: one entry for every three hours; the lowest and the highest of a day are among them."""
    days: dict[str, list[Json]] = {}
    for step in steps:
        if isinstance(step, dict) and isinstance(step.get("dt_txt"), str) and isinstance(step.get("main"), dict):
            days.setdefault(step["dt_txt"][:10], []).append(step)
    out = []
    for day, hours in days.items():
        numbers = [hour["main"]["temp"] for hour in hours if isinstance(hour["main"].get("temp"), Digits)]
        found: Json = {"date": day, "condition": _described(hours[len(hours) // 2])}
        if numbers:
            found |= {"low": min(numbers, key=float), "high": max(numbers, key=float)}
        out.append(found)
    return out


def _described(body: Json) -> str:
    for there in _dicts(body):
        if isinstance(there.get("description"), str) and not isinstance(there["description"], Digits):
            return str(there["description"])
    return ""


def _unit(body: Json, name: str) -> str:
    """Open-Meteo says its units in objects beside the numbers, under the same names."""
    for there in _dicts(body):
        value = there.get(name)
        if isinstance(value, str) and not isinstance(value, Digits):
            return value
    return ""


def _first(there: Json, names: tuple[str, ...]) -> object:
    return next((there[name] for name in names if isinstance(there.get(name), Digits)), None)


def _dicts(body: Json) -> Iterator[Json]:
    return islice(_walk(body, 0), _MOST)


def _walk(value: object, depth: int) -> Iterator[Json]:
    """The objects in a value, those further out first where they lie in one another."""
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _walk(each, depth + 1)
