"""300 questions about 12 cities in ten minutes: how often is the weather service asked, without a cache and with one?

A clock of this file's own counts the minutes, so it takes no time; the cache and the handlers are the real ones.
"""

from cache import Cache
from handlers import Handlers
from open_meteo import OpenMeteo
from outbox import Outbox
from rules import Rules
from sample import SAYS, answer

from glassloop.shelf import Shelf
from glassloop.tracing import trace

MINUTES, QUESTIONS = 10, 300
CITIES = (
    "Tokyo", "London, GB", "Cairo", "Leeds", "Bristol, GB", "Paris",
    "Cambridge, GB", "Berlin", "New York", "Sydney", "Nairobi", "Mumbai",
)  # fmt: skip
POINT_EVERY_S = 10


class Memory:
    """A shelf that is gone afterwards: the real cache is not touched."""

    def __init__(self):
        self.value = None

    def get(self, default):
        return default if self.value is None else self.value

    def put(self, value):
        self.value = value


class Minutes:
    """A clock that is set, and the service, which counts."""

    def __init__(self):
        self.second = 0.0
        self.calls = {"places": 0, "weather": 0}

    def clock(self):
        return self.second

    async def get(self, url):
        self.calls["places" if "/v1/search" in url else "weather"] += 1
        return answer(url)


async def silent(text):
    """300 lines about hits and misses would hide everything else."""


async def asked(with_cache):
    """→ calls by kind, and how many there had been by each point in time: [[second, calls], …]."""
    time = Minutes()
    source = OpenMeteo(time.get, says=SAYS)
    cache = Cache(Memory(), time.clock, on=with_cache, tell=silent)
    handlers = Handlers(source, cache, Outbox(Memory(), time.clock), Rules())
    points, gap = [[0, 0]], MINUTES * 60 / QUESTIONS
    for number in range(QUESTIONS):
        time.second = number * gap
        await handlers.get_current_weather(CITIES[number % len(CITIES)])
        if (number + 1) * gap >= points[-1][0] + POINT_EVERY_S:
            points.append([round((number + 1) * gap), sum(time.calls.values())])
    return time.calls, points


async def agent(question):
    without, slow = await asked(with_cache=False)
    within, fast = await asked(with_cache=True)
    every, few = sum(without.values()), sum(within.values())
    await trace("log", text=f"without the cache: {without['places']} + {without['weather']} requests")
    await trace("log", text=f"with the cache: {within['places']} + {within['weather']} requests", source="cache")
    counts = {kind: {"without": without[kind], "with": within[kind]} for kind in without}
    facts = {"minutes": MINUTES, "questions": QUESTIONS, "cities": len(CITIES), "without": slow, "with": fast}
    Shelf("lesson", "burst").put({**facts, **counts})
    return (
        f"{QUESTIONS} questions about {len(CITIES)} cities in {MINUTES} minutes. Without the cache, {every} requests "
        f"went to the weather service: {without['places']} for places and {without['weather']} for the weather. "
        f"With it, {few}: {within['places']} and {within['weather']}. That is {1 - few / every:.0%} less."
    )
