"""A Get that fails on demand, so that every kind of bad day can be seen without waiting for one. Knows no weather."""

import asyncio
import json

from fetching import Fetched, FetchFailed, unreachable

from glassloop.shelf import Shelf


def complaining(status, reason):
    return Fetched(status, json.dumps({"error": True, "reason": reason}))


REPLIES = {
    "refuses": complaining(401, "The supplied API key is invalid."),
    "too_many": complaining(429, "Minutely API request limit exceeded. Please try again in one minute."),
    "malformed": Fetched(200, "<!doctype html><title>Welcome</title><p>Please log in to this network."),
}
BUSY = complaining(503, "Service temporarily unavailable.")


def troubled(get, service):
    """`get` on a day when `service` is "down", "slow", "refuses", "too_many", "malformed" or "blip"; else `get`."""

    async def fail(url):
        match service:
            case "down":
                raise FetchFailed("weather_service_unreachable", unreachable(url))
            case "slow":
                await asyncio.Event().wait()  # never: whoever asked has to give up
            case "blip" if failed_before():
                return await get(url)
            case "blip":
                return BUSY
        return REPLIES[service]

    return fail if service in ("down", "slow", "blip", *REPLIES) else get


def failed_before():
    """A blip comes once in a conversation."""
    shelf = Shelf("conversation", "blip")
    before = shelf.get(False)
    shelf.put(True)
    return before
