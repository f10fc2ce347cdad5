"""How a URL is asked for. A `Get` takes a URL and gives back a `Fetched`, or raises `FetchFailed`. Knows no weather.

Everything that can answer is a Get: the network, the sample data, a list of replies in a test.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

# An address without a path or a query: the page names a server like that when it says why it was not reached.
ORIGIN = re.compile(r"https?://([\w.:-]*\w)(?![\w.:-]*[/?#@\w])")


@dataclass(frozen=True, slots=True)
class Fetched:
    status: int
    text: str


class FetchFailed(Exception):
    """There is no reply. `error` is a code, `str(failure)` a sentence that can be shown: it holds no URL and no key."""

    def __init__(self, error, sentence):
        super().__init__(sentence)
        self.error = error


Get = Callable[[str], Awaitable[Fetched]]


async def over_http(url):
    """The network, through the page."""
    from pyodide.http import pyfetch  # here and not above, because only a browser has it

    try:
        response = await pyfetch(url)
        return Fetched(response.status, await response.text())
    except Exception as error:  # which class it is depends on the browser and on the cause
        raise FetchFailed("weather_service_unreachable", unreachable(url, str(error))) from None


def patient(get, seconds):
    """A Get that waits so long, and no longer."""

    async def wait(url):
        try:
            async with asyncio.timeout(seconds):
                return await get(url)
        except TimeoutError:
            said = f"{host(url)} did not answer within {seconds:g} seconds. Try again in a minute."
            raise FetchFailed("timed_out", said) from None

    return wait


def host(url):
    """All of a URL that may be shown: the rest can hold a key."""
    return urlsplit(url).netloc or "The weather service"


def unreachable(url, why=""):
    said = ORIGIN.sub(r"\1", why.strip()[:200]).rstrip(".")
    # A reason that repeats the URL would repeat what is in its query.
    reason = f" ({said})" if said and "://" not in said and "appid" not in said else ""
    return f"{host(url)} could not be reached{reason}. Check the connection and the address, or try again in a minute."
