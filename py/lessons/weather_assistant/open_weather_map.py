"""OpenWeatherMap's replies as values. Knows its URLs and its fields; never sees the key, only where it belongs.

Its forecast comes in steps of three hours in UTC; here they become days of the place's own calendar.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, urlencode

from asking import ask, not_in_reply
from fetching import Get
from place_names import is_position, label, nowhere
from reading import at, number, rounded, rows, text
from values import Air, Bad, Day, Forecast, Now, Place, Units

# The page puts the reader's key in the place of this word, on the way out and for this service only.
KEY = "glassloop-secret-openweathermap"
NAME = "OpenWeatherMap"
STEP_S = 3 * 3600

# Rain is in mm whatever the units.
UNITS = {"metric": Units("°C", "m/s", "mm"), "imperial": Units("°F", "mph", "mm")}
AIR_WORDS = {1: "good", 2: "fair", 3: "moderate", 4: "poor", 5: "very poor"}


@dataclass(frozen=True)
class OpenWeatherMap:
    """`clock` gives seconds since 1970: the replies don't say what day it is now."""

    get: Get
    clock: Callable[[], float]
    address: str = "https://api.openweathermap.org"
    says: str = NAME

    @property
    def key(self):
        return f"{NAME} {self.address}"

    async def place(self, query):
        parts = (part.strip() for part in query.split(","))  # it finds "Leeds,GB" and not always "Leeds, GB"
        body = await self._ask("/geo/1.0/direct", list, q=",".join(parts), limit=5)
        if isinstance(body, Bad):
            return body
        found = [row for row in body if is_position(*position(row))]  # none: the list is empty
        if not found:
            return nowhere(query)
        # Nothing tells how large the places are, so every other one of that name may be meant.
        first, *others = dict.fromkeys(named(row) for row in found)
        return Place(first, *position(found[0]), () if "," in query else tuple(others[:3]))

    async def now(self, place, units):
        body = await self._ask("/data/2.5/weather", **where(place), units=units)
        if isinstance(body, Bad):
            return body
        now = Now(
            units=UNITS[units],
            temperature=rounded(number(body, "main", "temp")),
            feels_like=rounded(number(body, "main", "feels_like")),
            humidity_pct=number(body, "main", "humidity"),
            wind=rounded(number(body, "wind", "speed")),
            condition=text(body, "weather", 0, "description"),
            as_of=clock_time(local(number(body, "dt"), number(body, "timezone"))),
            body=body,
        )
        if now.temperature is None and not now.condition:
            return not_in_reply(NAME, "current weather", place.label)
        return now

    async def days(self, place, units):
        body = await self._ask("/data/2.5/forecast", **where(place), units=units)
        if isinstance(body, Bad):
            return body
        shift = number(body, "city", "timezone") or 0
        today = local(self.clock(), shift).date().isoformat()
        by_date: dict[str, list[object]] = {}
        for step in rows(body, "list"):
            begin = local(number(step, "dt"), shift)
            if begin is not None and begin.date().isoformat() >= today:
                by_date.setdefault(begin.date().isoformat(), []).append(step)
        if not by_date:
            return not_in_reply(NAME, "forecast", place.label)
        days = tuple(day_of(date, steps, shift) for date, steps in sorted(by_date.items()))
        return Forecast(UNITS[units], today, days, body)

    async def air(self, place):
        body = await self._ask("/data/2.5/air_pollution", **where(place))
        if isinstance(body, Bad):
            return body
        first = at(body, "list", 0)
        index = number(first, "main", "aqi")
        pm2_5, pm10 = number(first, "components", "pm2_5"), number(first, "components", "pm10")
        if index is None and pm2_5 is None and pm10 is None:
            return not_in_reply(NAME, "air quality", place.label)
        # This reply holds no time zone, so the time is UTC and says so.
        time = clock_time(local(number(first, "dt"), 0))
        as_of = f"{time} UTC" if time else ""
        name = "openweathermap_index_1_to_5"
        return Air(name, index, AIR_WORDS.get(index, ""), rounded(pm2_5), rounded(pm10), as_of, body)

    async def _ask(self, path, kind=dict, **query):
        asked = urlencode({**query, "appid": KEY}, quote_via=quote)
        return await ask(self.get, f"{self.address}{path}?{asked}", NAME, complaint, kind)


def complaint(body):
    """`cod` is 200 or "200" when all is well, a number or a text when it isn't; some replies have none."""
    cod = str(at(body, "cod"))
    return (int(cod), text(body, "message")) if cod.isascii() and cod.isdigit() and cod != "200" else None


def where(place):
    return {"lat": place.latitude, "lon": place.longitude}


def position(row):
    return number(row, "lat"), number(row, "lon")


def named(row):
    return label(text(row, "name"), text(row, "state"), text(row, "country"))


def local(seconds, shift):
    """Seconds since 1970 → the time on the place's clocks, or None."""
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(seconds + (shift or 0), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def clock_time(moment):
    return "" if moment is None else moment.strftime("%Y-%m-%d %H:%M")


def day_of(date, steps, shift):
    lows = [low for step in steps if (low := number(step, "main", "temp_min")) is not None]
    highs = [high for step in steps if (high := number(step, "main", "temp_max")) is not None]
    chances = [chance for step in steps if (chance := number(step, "pop")) is not None]
    rain = sum(number(step, kind, "3h") or 0 for step in steps for kind in ("rain", "snow"))
    by_daylight = [step for step in steps if text(step, "sys", "pod") == "d"] or steps
    conditions = Counter(words for step in by_daylight if (words := text(step, "weather", 0, "description")))
    return Day(
        date=date,
        low=rounded(min(lows, default=None)),
        high=rounded(max(highs, default=None)),
        condition=conditions.most_common(1)[0][0] if conditions else "",
        rain_chance_pct=rounded(max(chances) * 100, None) if chances else None,
        rain=rounded(rain, 2) if chances else None,
        note=known_until(date, steps, shift),
    )


def known_until(date, steps, shift):
    """The fifth day often ends early, because the forecast ends 120 hours from now."""
    end = local(number(steps[-1], "dt") + STEP_S, shift)
    return f"known until {end:%H:%M} only" if end.date().isoformat() == date else ""
