"""Open-Meteo's replies as values. It needs no key. Knows its URLs and its fields; refuses to know where a Get leads."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from asking import ask, not_in_reply
from fetching import Get
from place_names import is_position, label, nowhere
from reading import at, is_date, number, rounded, rows, text
from values import Air, Bad, Day, Forecast, Now, Place, Units
from weather_codes import in_words

NOW_FIELDS = "temperature_2m,apparent_temperature,relative_humidity_2m,weather_code,wind_speed_10m"
DAY_FIELDS = "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max"
AIR_FIELDS = "european_aqi,pm2_5,pm10"

UNITS = {"metric": Units("°C", "km/h", "mm"), "imperial": Units("°F", "mph", "inch")}
IN_URL = {
    "metric": {},
    "imperial": {"temperature_unit": "fahrenheit", "wind_speed_unit": "mph", "precipitation_unit": "inch"},
}

# Today and the five days after it.
DAYS = 6


@dataclass(frozen=True)
class OpenMeteo:
    """`name` is what messages call it, `says` what results give as their source. `unknown_hint`: for unknown places."""

    get: Get
    geocoding: str = "https://geocoding-api.open-meteo.com"
    forecast: str = "https://api.open-meteo.com"
    air_quality: str = "https://air-quality-api.open-meteo.com"
    name: str = "Open-Meteo"
    says: str = "Open-Meteo"
    unknown_hint: str = ""

    @property
    def key(self):
        return f"{self.name} {self.forecast}"

    async def place(self, query):
        body = await self._ask(self.geocoding, "/v1/search", **searched(query))
        if isinstance(body, Bad):
            return body
        found = [row for row in rows(body, "results") if is_position(*position(row))]  # none: the field is missing
        if not found:
            return nowhere(query, self.unknown_hint)
        return chosen(found)

    async def now(self, place, units):
        body = await self._ask(self.forecast, "/v1/forecast", **where(place), current=NOW_FIELDS, **IN_URL[units])
        if isinstance(body, Bad):
            return body
        now = Now(
            units=UNITS[units],
            temperature=rounded(number(body, "current", "temperature_2m")),
            feels_like=rounded(number(body, "current", "apparent_temperature")),
            humidity_pct=number(body, "current", "relative_humidity_2m"),
            wind=rounded(number(body, "current", "wind_speed_10m")),
            condition=in_words(number(body, "current", "weather_code")),
            as_of=text(body, "current", "time").replace("T", " "),
            body=body,
        )
        if now.temperature is None and not now.condition:
            return not_in_reply(self.name, "current weather", place.label)
        return now

    async def days(self, place, units):
        asked = {**where(place), "daily": DAY_FIELDS, "forecast_days": DAYS, **IN_URL[units]}
        body = await self._ask(self.forecast, "/v1/forecast", **asked)
        if isinstance(body, Bad):
            return body
        dates = rows(body, "daily", "time")
        if not dates or not all(is_date(date) for date in dates):
            return not_in_reply(self.name, "forecast", place.label)
        days = tuple(day_at(at(body, "daily"), index, date) for index, date in enumerate(dates))
        return Forecast(UNITS[units], dates[0], days, body)

    async def air(self, place):
        body = await self._ask(self.air_quality, "/v1/air-quality", **where(place), current=AIR_FIELDS)
        if isinstance(body, Bad):
            return body
        index = number(body, "current", "european_aqi")
        pm2_5, pm10 = number(body, "current", "pm2_5"), number(body, "current", "pm10")
        if index is None and pm2_5 is None and pm10 is None:
            return not_in_reply(self.name, "air quality", place.label)
        as_of = text(body, "current", "time").replace("T", " ")
        return Air("european_aqi", index, air_word(index), rounded(pm2_5), rounded(pm10), as_of, body)

    async def _ask(self, base, path, **query):
        return await ask(self.get, f"{base}{path}?{urlencode(query, quote_via=quote)}", self.name, complaint)


def complaint(body):
    """Its errors look like {"error": true, "reason": "…"}."""
    return (400, text(body, "reason")) if at(body, "error") is True else None


def searched(query):
    """ "Cambridge, GB" is the name and a country's code; any other text is left to the service."""
    name, _, country = (part.strip() for part in query.partition(","))
    words = {"count": 10, "language": "en", "format": "json"}
    if len(country) == 2 and country.isalpha():
        return {"name": name, "countryCode": country.upper(), **words}
    return {"name": query, **words}


def where(place):
    return {"latitude": place.latitude, "longitude": place.longitude, "timezone": "auto"}


def position(row):
    return number(row, "latitude"), number(row, "longitude")


def chosen(found):
    """The first row is the service's best. Others count as possible if a tenth as many people live there."""
    first, *others = found
    enough = (number(first, "population") or 0) / 10
    same = [row for row in others if text(row, "name").casefold() == text(first, "name").casefold()]
    labels = dict.fromkeys(named(row) for row in same if (number(row, "population") or 0) >= enough)
    labels.pop(named(first), None)
    return Place(named(first), *position(first), tuple(labels)[:3])


def named(row):
    return label(text(row, "name"), text(row, "admin1"), text(row, "country_code"))


def day_at(daily, index, date):
    return Day(
        date=date,
        low=rounded(number(daily, "temperature_2m_min", index)),
        high=rounded(number(daily, "temperature_2m_max", index)),
        condition=in_words(number(daily, "weather_code", index)),
        rain_chance_pct=number(daily, "precipitation_probability_max", index),
        rain=rounded(number(daily, "precipitation_sum", index), 2),
    )


def air_word(index):
    """The European Environment Agency's words for its index."""
    if index is None:
        return ""
    steps = ((20, "good"), (40, "fair"), (60, "moderate"), (80, "poor"), (100, "very poor"))
    return next((word for limit, word in steps if index <= limit), "extremely poor")
