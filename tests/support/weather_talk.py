"""Conversations with the practice model about weather: tools made by hand that answer as the lesson's do."""

import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from support.practice import Functions, Json, Played, play

TODAY = date(2026, 10, 12)  # a Monday
SAMPLE = "sample data of 12 October 2026, not today's weather"
LABELS = {
    "tokyo": "Tokyo, JP",
    "london": "London, England, GB",
    "cairo": "Cairo, EG",
    "leeds": "Leeds, England, GB",
    "paris": "Paris, Île-de-France, FR",
    "oslo": "Oslo, NO",
    "berlin": "Berlin, DE",
    "bristol": "Bristol, England, GB",
    "new york": "New York, US",
    "cambridge": "Cambridge, England, GB",
    "cambridge, us": "Cambridge, Massachusetts, US",
}
DEGREES = {"Cairo": 29.3, "London": 14.2, "Paris": 15.9, "Oslo": -2.5, "Berlin": 12.9, "Tokyo": 22.4, "Leeds": 11.8}

Note = tuple[str, Json]


def _entry(name: str, description: str, required: Sequence[str], **properties: Json) -> Json:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_PLACE: Json = {"type": "string", "description": "A town or city."}
_UNITS: Json = {"type": "string", "enum": ["metric", "imperial"], "default": "metric"}
NOW = _entry("get_current_weather", "The weather at this moment.", ["location"], location=_PLACE, units=_UNITS)
FORECAST = _entry(
    "get_forecast",
    "The weather on each of the coming 1 to 5 days. The first is tomorrow.",
    ["location"],
    location=_PLACE,
    days={"type": "integer", "minimum": 1, "maximum": 5},
    units=_UNITS,
)
AIR = _entry("get_air_quality", "How clean the air is at this moment.", ["location"], location=_PLACE)
DAY: Json = {"type": "string", "description": "today, tomorrow, or a date such as 2026-10-14."}
REMIND = _entry("remind_if_rain", "Writes a reminder.", ["location", "day"], location=_PLACE, day=DAY)
MENU = [NOW, FORECAST, AIR, REMIND]


def bad(error: str, message: str = "") -> Json:
    return {"ok": False, "error": error, **({"message": message} if message else {})}


def place(location: str) -> str | Json:
    """A label, or an error."""
    label = LABELS.get(" ".join(location.split()).casefold())
    said = f"No place matched {location!r}. Try 'City, CC', e.g. 'Cambridge, GB'."
    return label or bad("location_not_found", said)


def now(location: str, units: str = "metric") -> Json:
    label = place(location)
    if not isinstance(label, str):
        return label
    celsius = DEGREES.get(label.split(",")[0], 10.5)
    found = {"temperature": celsius, "feels_like": celsius - 1, "units": "°C"}
    if units == "imperial":
        found = {"temperature": celsius * 9 / 5 + 32, "feels_like": 50.0, "units": "°F"}
    rest = {"condition": "light rain", "humidity_pct": 65, "wind": 12.0, "wind_units": "km/h"}
    return {"ok": True, "location": label, **found, **rest, "as_of": "2026-10-12 14:00", "source": SAMPLE}


def forecast(location: str, days: int = 3, units: str = "metric") -> Json:
    if days > 5:
        return bad("invalid_arguments", f"days: {days} is greater than the maximum of 5")
    label = place(location)
    if not isinstance(label, str):
        return label
    listed = [
        {
            "date": (TODAY + timedelta(days=ahead)).isoformat(),
            "weekday": (TODAY + timedelta(days=ahead)).strftime("%A"),
            "low": 7.5 + ahead,
            "high": 15.5 + ahead,
            "condition": "overcast",
            "rain_chance_pct": 20 * ahead,
        }
        for ahead in range(1, days + 1)
    ]
    unit = "°C" if units == "metric" else "°F"
    return {"ok": True, "location": label, "units": unit, "days": listed, "source": SAMPLE}


def air(location: str) -> Json:
    label = place(location)
    if not isinstance(label, str):
        return label
    index = 92 if label.startswith("Cairo") else 34
    found = {"air": "fair", "european_aqi": index, "pm2_5_ug_m3": 9.1, "pm10_ug_m3": 16.3}
    return {"ok": True, "location": label, **found, "as_of": "2026-10-12 14:00", "source": "Open-Meteo"}


def reminding() -> Callable[..., object]:
    """A fresh outbox behind a tool."""
    written: set[tuple[str, str]] = set()

    def remind(location: str, day: str) -> Json:
        label = place(location)
        if not isinstance(label, str):
            return label
        if len(written) >= 3:
            return bad("cap_reached", "There are 3 reminders already, and no more are written in one conversation.")
        named = {"today": TODAY, "tomorrow": TODAY + timedelta(days=1)}
        when = named.get(day) or date.fromisoformat(day)
        about = {"date": when.isoformat(), "weekday": when.strftime("%A"), "rain_chance_pct": 85}
        already = (label, when.isoformat()) in written
        written.add((label, when.isoformat()))
        said: Json = {"already": True} if already else {}
        return {"ok": True, "location": label, "written": not already, **said, **about}

    return remind


def tools() -> dict[str, Callable[..., object]]:
    return {
        "get_current_weather": now,
        "get_forecast": forecast,
        "get_air_quality": air,
        "remind_if_rain": reminding(),
    }


def converse(
    *questions: str, menu: list[Json] = MENU, using: Functions | None = None, system: str = "", cap: int = 8
) -> list[Played]:
    """A conversation: what was asked for and answered in each turn."""
    functions = using if using is not None else tools()
    messages: list[Json] = [{"role": "system", "content": system}] if system else []
    return [_turn(question, messages, menu, functions, cap) for question in questions]


def _turn(question: str, messages: list[Json], menu: list[Json], functions: Functions, cap: int) -> Played:
    played = play(question, menu, functions, cap, messages=messages, run=_run)
    if messages[-1]["role"] == "tool":
        messages.append({"role": "assistant", "content": "I got stuck."})
    return played


def _run(functions: Functions, name: str, arguments: str) -> str:
    if name not in functions:
        return json.dumps(bad("unknown_tool", f"There is no {name} here."))
    try:
        values: dict[str, Any] = json.loads(arguments)
    except ValueError as error:
        return json.dumps(bad("unparsable_arguments", str(error)))
    try:
        return json.dumps(functions[name](**values), ensure_ascii=False)
    except TypeError as error:
        return json.dumps(bad("invalid_arguments", str(error)))


# The whole reply of a service
METEO = {
    "latitude": 53.8,
    "current_units": {"temperature_2m": "°C", "wind_speed_10m": "km/h"},
    "current": {
        "time": "2026-10-12T14:00",
        "temperature_2m": 11.8,
        "apparent_temperature": 9.9,
        "wind_speed_10m": 19.0,
    },
    "daily": {
        "time": ["2026-10-12", "2026-10-13", "2026-10-14"],
        "temperature_2m_max": [12.6, 11.9, 11.2],
        "temperature_2m_min": [7.9, 7.3, None],
        "precipitation_probability_max": [40, 85, 60],
    },
}

TODAY_IS = "Today is Monday, 12 October 2026."


# Notes as they are expected, and answers


def weather(location: str, **more: object) -> Note:
    return "get_current_weather", {"location": location, **more}


def ahead(location: str, **more: object) -> Note:
    return "get_forecast", {"location": location, **more}


def clean(location: str) -> Note:
    return "get_air_quality", {"location": location}


def remind(location: str, day: str) -> Note:
    return "remind_if_rain", {"location": location, "day": day}


def noted(played: Played) -> list[list[Note]]:
    return [[(name, json.loads(arguments)) for name, arguments in notes] for notes in played.rounds]


def answered(*questions: str, using: Functions | None = None, **more: object) -> str:
    """The last answer of a conversation."""
    text = converse(*questions, using={**tools(), **(using or {})}, **more)[-1].answer  # type: ignore[arg-type]
    assert text is not None
    return text
