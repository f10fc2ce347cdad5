"""What a weather tool's result says, as facts; numbers stay as they were written. Guesses nothing and words nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from glassloop.practice import results
from glassloop.practice.results import Digits
from glassloop.practice.weather_assistant.days import iso_date
from glassloop.practice.weather_assistant.heard import Kind
from glassloop.practice.weather_assistant.raw import raw_air, raw_days, raw_now

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Number:
    """`text` as it was written, `unit` empty where the result doesn't say it. False when there is no number."""

    text: str = ""
    unit: str = ""

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def value(self) -> float:
        return float(self.text)


@dataclass(frozen=True, slots=True)
class About:
    """What every result may say. `others`: places that the name may mean as well. `missing`: what was not known."""

    label: str
    source: str = ""
    others: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    about: About
    temperature: Number = Number()
    feels: Number = Number()
    condition: str = ""
    humidity: Number = Number()
    wind: Number = Number()


@dataclass(frozen=True, slots=True)
class Day:
    date: date | None
    weekday: str
    low: Number = Number()
    high: Number = Number()
    condition: str = ""
    chance: Number = Number()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ahead:
    about: About
    days: tuple[Day, ...]


@dataclass(frozen=True, slots=True)
class Air:
    about: About
    word: str
    index: Number = Number()
    index_name: str = ""
    fine: Number = Number()
    coarse: Number = Number()


@dataclass(frozen=True, slots=True)
class Reminder:
    """`already`: it had been written before."""

    about: About
    written: bool
    already: bool
    date: date | None
    weekday: str
    chance: Number = Number()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A result in which what was asked for is not to be found."""

    about: About


Fact = Now | Ahead | Air | Reminder | Unknown


def value_in(content: str) -> Any:
    """The JSON value of a result; of one that came with a remark on it, the result itself."""
    value = results.parsed(content)
    if isinstance(value, dict) and "note" in value and isinstance(value.get("result"), str):
        return results.parsed(value["result"])
    return value


def read_fact(kind: Kind, place: str, content: str) -> Fact:
    """`place`: as it was asked for, where the result doesn't name it."""
    value = value_in(content)
    body = value if isinstance(value, dict) else {}
    about = About(
        label=_text(body.get("location")) or place,
        source=_text(body.get("source")),
        others=tuple(text for text in _list(body.get("other_matches")) if isinstance(text, str)),
        missing=tuple(text for text in _list(body.get("missing")) if isinstance(text, str)),
    )
    match kind:
        case "now":
            return _now(about, body) or Unknown(about)
        case "ahead":
            return _ahead(about, body) or Unknown(about)
        case "air":
            return _air(about, body) or Unknown(about)
        case "remind":
            return _reminder(about, body)


def _now(about: About, body: Json) -> Now | None:
    if "temperature" not in body and "condition" not in body:
        raw = raw_now(body)
        if raw is None:
            return None
        body = raw
    return Now(
        about,
        _number(body, "temperature", body.get("units")),
        _number(body, "feels_like", body.get("units")),
        _text(body.get("condition")),
        _number(body, "humidity_pct", "%") or _number(body, "humidity"),
        _number(body, "wind", body.get("wind_units")),
    )


def _ahead(about: About, body: Json) -> Ahead | None:
    days = [day for day in _list(body.get("days")) if isinstance(day, dict)] or raw_days(body)
    return Ahead(about, tuple(_day(day, body.get("units")) for day in days)) if days else None


def _day(day: Json, unit: object) -> Day:
    when = iso_date(day.get("date"))
    return Day(
        when,
        _text(day.get("weekday")) or (when.strftime("%A") if when is not None else ""),
        _number(day, "low", day.get("units", unit)),
        _number(day, "high", day.get("units", unit)),
        _text(day.get("condition")),
        _number(day, "rain_chance_pct", "%") or _number(day, "rain_chance"),
        _text(day.get("note")),
    )


def _air(about: About, body: Json) -> Air | None:
    if not any(name in body for name in ("air", "pm2_5_ug_m3", "pm2_5", "pm10_ug_m3", "pm10")):
        raw = raw_air(body)
        if raw is None:
            return None
        body = raw
    index = next((name for name in body if ("aqi" in name or "index" in name) and isinstance(body[name], Digits)), "")
    return Air(
        about,
        _text(body.get("air")),
        _number(body, index),
        index,
        _number(body, "pm2_5_ug_m3", "µg/m³") or _number(body, "pm2_5"),
        _number(body, "pm10_ug_m3", "µg/m³") or _number(body, "pm10"),
    )


def _reminder(about: About, body: Json) -> Reminder:
    when = iso_date(body.get("date"))
    return Reminder(
        about,
        body.get("written") is True,
        body.get("already") is True,
        when,
        _text(body.get("weekday")) or (when.strftime("%A") if when is not None else ""),
        _number(body, "rain_chance_pct", "%") or _number(body, "rain_chance"),
    )


def dates_in(contents: Iterable[str]) -> Iterable[date]:
    """The day that it was when each result was made, where the result tells."""
    for content in contents:
        value = value_in(content)
        if isinstance(value, dict) and (day := iso_date(value.get("as_of"))) is not None:
            yield day


def todays_in(contents: Iterable[str]) -> Iterable[date]:
    """The day that each forecast was made: that before its first, or the first itself in a service's own reply."""
    for content in contents:
        value = value_in(content)
        body = value if isinstance(value, dict) else {}
        listed, raw = _list(body.get("days")), raw_days(body)
        first = next((day for day in (*listed, *raw) if isinstance(day, dict)), {})
        if (day := iso_date(first.get("date"))) is not None:
            yield day - timedelta(days=1) if listed else day


def _number(body: Json, name: str, unit: object = "") -> Number:
    value = body.get(name)
    if not isinstance(value, Digits):
        return Number()
    text = value.removesuffix(".0") if "e" not in value.lower() else str(value)
    return Number(text, _text(unit))


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) and not isinstance(value, Digits) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
