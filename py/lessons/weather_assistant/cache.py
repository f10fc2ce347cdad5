"""Keeps what was fetched, so that asking again fetches nothing. Knows no weather.

Weather hardly changes within ten minutes, and places do not move. What is kept lies on a shelf and outlives a run.
"""

import asyncio
import json

from glassloop.tracing import trace

WEATHER_S = 600
PLACES_S = 86_400

MOST_ENTRIES = 200
MOST_CHARACTERS = 100_000


async def tell_in_trace(text):
    await trace("log", text=text, source="cache")


class Cache:
    """`clock` gives seconds. `shelf` holds one document: key → {"stored", "expires", "value"}, times in seconds.

    `on` and `keep_failures` are the rules `cache` and, turned round, `failures_not_cached`.
    """

    def __init__(self, shelf, clock, *, on=True, keep_failures=False, tell=tell_in_trace):
        self.shelf, self.clock, self.on, self.keep_failures, self.tell = shelf, clock, on, keep_failures, tell
        self.under_way = {}

    async def get(self, key, seconds, produce):
        """The result kept under `key`, or else that of `produce()`. `key` is a tuple of texts: source, kind, what."""
        if not self.on:
            return await produce()
        name, shown = json.dumps(key, ensure_ascii=False), in_words(key)
        now = self.clock()
        entry = self.entries().get(name)
        if entry and entry["stored"] <= now < entry["expires"]:
            await self.tell(f"hit: {shown}, {lasting(now - entry['stored'])} old; nothing was fetched")
            return entry["value"]
        if name in self.under_way:
            await self.tell(f"shared: {shown} is being fetched already")
        else:
            self.under_way[name] = asyncio.ensure_future(self.fetched(name, shown, seconds, produce))
        # Whoever waits may be given up on; the fetch itself goes on for the others.
        return await asyncio.shield(self.under_way[name])

    async def fetched(self, name, shown, seconds, produce):
        try:
            value = await produce()
            if value["ok"] or self.keep_failures:  # a failure that is kept would be told for minutes after it is over
                self.put(name, seconds, value)
                await self.tell(f"miss: {shown}; fetched, and kept for {lasting(seconds)}")
            else:
                await self.tell(f"miss: {shown}; the fetch failed ({value['error']}), which is not kept")
            return value
        finally:
            del self.under_way[name]

    def entries(self):
        kept = self.shelf.get({})
        return kept if isinstance(kept, dict) else {}

    def put(self, name, seconds, value):
        now = self.clock()
        kept = {each: entry for each, entry in self.entries().items() if now < entry["expires"] and each != name}
        kept[name] = {"stored": now, "expires": now + seconds, "value": value}
        while len(kept) > MOST_ENTRIES or len(json.dumps(kept, ensure_ascii=False)) > MOST_CHARACTERS:
            del kept[next(iter(kept))]  # the one that has lain here longest
        self.shelf.put(kept)


def in_words(key):
    """("Open-Meteo …", "now", "Leeds, England, GB", "metric") → "now for Leeds, England, GB (metric)"."""
    _, kind, what, *more = key
    return f"{kind} for {what} ({', '.join(more)})" if more else f"{kind} for {what}"


def lasting(seconds):
    """130 → "2 min 10 s"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"
