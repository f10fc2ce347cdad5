"""The functions behind the menu. Each gives back a result the model can use, whatever happens; none raises."""

from datetime import date, timedelta

from cache import PLACES_S, WEATHER_S
from results import air_result, error, forecast_result, now_result, without_units
from values import Bad, Place

# From this chance of rain on, in per cent, a reminder is worth writing.
RAIN_IS_LIKELY = 50


class HandlerFailed(Exception):
    """What a handler raises when the rule `total` is off."""


class Handlers:
    def __init__(self, source, cache, outbox, rules):
        self.source, self.cache, self.outbox, self.rules = source, cache, outbox, rules

    async def get_current_weather(self, location, units="metric"):
        place = await self.place(location)
        if isinstance(place, Bad):
            return self.finished(error(place))
        return self.finished(await self.known("now", self.source.now, now_result, place, known_units(units)), place)

    async def get_forecast(self, location, days=3, units="metric"):
        place = await self.place(location)
        if isinstance(place, Bad):
            return self.finished(error(place))
        result = await self.known("forecast", self.source.days, forecast_result, place, known_units(units))
        if "days" in result:
            today, wanted = result.pop("today"), max(days, 1) if isinstance(days, int) else 3
            result["days"] = [day for day in result["days"] if day["date"] > today][:wanted]
        return self.finished(result, place)

    async def get_air_quality(self, location):
        place = await self.place(location)
        if isinstance(place, Bad):
            return self.finished(error(place))
        return self.finished(await self.known("air", self.source.air, air_result, place), place)

    async def remind_if_rain(self, location, day):
        place = await self.place(location)
        if isinstance(place, Bad):
            return self.finished(error(place))
        forecast = await self.known("forecast", self.source.days, forecast_result, place, "metric", small=True)
        if not forecast["ok"]:
            return self.finished(forecast)
        found = on_day(forecast, day)
        if isinstance(found, Bad):
            return self.finished(error(found))
        return self.finished(await self.reminded(place, found), place)

    async def reminded(self, place, day):
        chance = day["rain_chance_pct"]
        when = {"date": day["date"], "weekday": day["weekday"], "rain_chance_pct": chance}
        about = {"location": place.label, **when, "source": self.source.says}
        if chance < RAIN_IS_LIKELY:
            message = f"Rain is not likely ({chance}%), so no reminder was written."
            return {"ok": True, "written": False, **about, "message": message}
        text = f"Rain is likely in {place.label} on {day['weekday']}, {day['date']} ({chance}%). Take an umbrella."
        written = await self.outbox.write(place.label, day["date"], text)
        if isinstance(written, Bad):
            return error(written)
        if not written:
            message = "This reminder was there already, so it was not written again."
            return {"ok": True, "written": False, "already": True, **about, "message": message}
        return {"ok": True, "written": True, **about, "reminder": text}

    async def place(self, location):
        """The place that is meant: Place or Bad."""
        if not isinstance(location, str) or not location.strip():
            return Bad("invalid_location", "The location is empty. Try 'City, CC', e.g. 'Cambridge, GB'.")
        query = " ".join(location.split())

        async def produce():
            found = await self.source.place(query)
            if isinstance(found, Bad):
                return error(found)
            at = {"latitude": found.latitude, "longitude": found.longitude}
            return {"ok": True, "label": found.label, **at, "others": list(found.others)}

        kept = await self.cache.get((self.source.key, "place", query.casefold()), PLACES_S, produce)
        if not kept["ok"]:
            return Bad(kept["error"], kept["message"])
        return Place(kept["label"], kept["latitude"], kept["longitude"], tuple(kept["others"]))

    async def known(self, kind, ask, shown, place, *units, small=None):
        """A result about a place, from the cache or by `ask`. `shown` makes the content of a result out of a value."""
        small = self.rules.small if small is None else small

        async def produce():
            value = await ask(place, *units)
            if isinstance(value, Bad):
                return error(value)
            content = shown(value) if small else {"upstream": value.body}
            return {"ok": True, "location": place.label, **content, "source": self.source.says}

        size = () if small else ("whole",)
        return {**await self.cache.get((self.source.key, kind, place.label, *units, *size), WEATHER_S, produce)}

    def finished(self, result, place=None):
        """The last step of every handler."""
        if not result["ok"] and not self.rules.total:
            raise HandlerFailed(result["error"])
        if place is not None and place.others and result["ok"]:
            result = {**result, "other_matches": list(place.others)}
        return result if self.rules.units else without_units(result)


def known_units(units):
    """Only without the rule `validate` can it be anything else, and then this has to guess."""
    return units if units in ("metric", "imperial") else "metric"


def on_day(forecast, day):
    """The day of a forecast result that is meant by "today", "tomorrow" or an ISO date, or Bad."""
    today = date.fromisoformat(forecast["today"])
    named = {"today": today.isoformat(), "tomorrow": (today + timedelta(days=1)).isoformat()}
    wanted = named.get(str(day), str(day))
    days = {each["date"]: each for each in forecast["days"]}
    if wanted not in days:
        reach = f"The forecast for {forecast['location']} reaches from {min(days)} to {max(days)}"
        return Bad("invalid_day", f"{reach}; {day} is not in it. Choose one of these days.")
    if "rain_chance_pct" not in days[wanted]:
        return Bad("not_in_reply", f"The forecast for {wanted} does not say how likely rain is. Try another day.")
    return days[wanted]
