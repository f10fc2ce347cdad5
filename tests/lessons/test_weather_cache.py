"""The cache with a clock that is set by hand: what is kept, for how long, and what never is."""

import asyncio
import json
from typing import Any

import pytest

from glassloop.script import notes, says
from glassloop.shelf import Shelf, Shelves, shelves
from support.weather_lesson import NOON, Clock, Get, burst, cache, made_handlers, open_meteo, run, sample, sample_source

GOOD = {"ok": True, "temperature": 11.8}
BAD = {"ok": False, "error": "weather_service_error", "message": "It is out of order."}
KEY = ("sample", "now", "Leeds, GB", "metric")


class Service:
    """Gives `value`, and counts."""

    def __init__(self, value: dict[str, Any] = GOOD) -> None:
        self.value, self.calls = value, 0

    async def __call__(self) -> dict[str, Any]:
        self.calls += 1
        return self.value


class Kept:
    """A cache on a shelf of its own; `said` is what it told."""

    def __init__(self, **rules: bool) -> None:
        self.clock, self.shelf, self.said = Clock(), burst.Memory(), list[str]()
        self.cache = cache.Cache(self.shelf, self.clock, tell=self._tell, **rules)

    async def _tell(self, text: str) -> None:
        self.said.append(text)

    def get(self, service: Service, key: tuple[str, ...] = KEY, seconds: int = cache.WEATHER_S) -> Any:
        return asyncio.run(self.cache.get(key, seconds, service))


def test_the_same_thing_is_fetched_once_in_ten_minutes() -> None:
    kept, service = Kept(), Service()
    assert kept.get(service) == kept.get(service) == GOOD and service.calls == 1
    kept.clock.seconds += 599.9
    kept.get(service)
    assert service.calls == 1
    kept.clock.seconds += 0.1
    kept.get(service)
    assert service.calls == 2


def test_places_are_kept_for_a_day() -> None:
    kept, service = Kept(), Service()
    for _ in range(2):
        kept.get(service, ("sample", "place", "leeds"), cache.PLACES_S)
        kept.clock.seconds += 86_399
    assert service.calls == 1
    kept.clock.seconds += 1
    kept.get(service, ("sample", "place", "leeds"), cache.PLACES_S)
    assert service.calls == 2


@pytest.mark.parametrize("position", range(4))
def test_another_source_kind_place_or_unit_is_another_thing(position: int) -> None:
    kept, service = Kept(), Service()
    other = tuple("other" if index == position else part for index, part in enumerate(KEY))
    kept.get(service)
    kept.get(service, other)
    assert service.calls == 2


def test_a_failure_is_not_kept() -> None:
    kept, service = Kept(), Service(BAD)
    assert kept.get(service) == BAD and kept.shelf.get({}) == {}
    service.value = GOOD
    assert kept.get(service) == GOOD


def test_a_failure_is_kept_when_that_rule_is_off() -> None:
    kept, service = Kept(keep_failures=True), Service(BAD)
    kept.get(service)
    service.value = GOOD
    assert kept.get(service) == BAD
    kept.clock.seconds += 600
    assert kept.get(service) == GOOD


def test_off_is_off() -> None:
    kept, service = Kept(on=False), Service()
    kept.get(service)
    kept.get(service)
    assert service.calls == 2 and kept.shelf.get(None) is None and kept.said == []


def test_hits_and_misses_are_told() -> None:
    kept, service = Kept(), Service()
    kept.get(service)
    kept.clock.seconds += 130
    kept.get(service)
    kept.get(Service(BAD), ("sample", "place", "nowhereville"))
    assert kept.said == [
        "miss: now for Leeds, GB (metric); fetched, and kept for 10 min",
        "hit: now for Leeds, GB (metric), 2 min 10 s old; nothing was fetched",
        "miss: place for nowhereville; the fetch failed (weather_service_error), which is not kept",
    ]


def test_two_at_once_share_one_fetch() -> None:
    async def both() -> tuple[int, list[Any]]:
        kept, gate, calls = Kept(), asyncio.Event(), []

        async def slow() -> dict[str, Any]:
            calls.append(1)
            await gate.wait()
            return GOOD

        asked = [asyncio.ensure_future(kept.cache.get(KEY, 600, slow)) for _ in range(3)]
        await asyncio.sleep(0)  # now all three have asked
        gate.set()
        got = await asyncio.gather(*asked)
        assert [text.partition(":")[0] for text in kept.said] == ["shared", "shared", "miss"]
        return len(calls), got

    calls, got = asyncio.run(both())
    assert calls == 1 and got == [GOOD] * 3


def test_one_who_gives_up_does_not_take_the_fetch_from_the_others() -> None:
    async def one_leaves() -> Any:
        kept, gate = Kept(), asyncio.Event()

        async def slow() -> dict[str, Any]:
            await gate.wait()
            return GOOD

        first = asyncio.ensure_future(kept.cache.get(KEY, 600, slow))
        second = asyncio.ensure_future(kept.cache.get(KEY, 600, slow))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])
        gate.set()
        return await second

    assert asyncio.run(one_leaves()) == GOOD


def test_what_has_expired_is_thrown_out() -> None:
    kept = Kept()
    kept.get(Service(), ("sample", "now", "Leeds"))
    kept.get(Service(), ("sample", "place", "leeds"), cache.PLACES_S)
    kept.clock.seconds += 600
    kept.get(Service(), ("sample", "now", "Cairo"))
    assert [json.loads(key)[1:] for key in kept.shelf.get({})] == [["place", "leeds"], ["now", "Cairo"]]


def test_there_is_an_end_to_it() -> None:
    kept = Kept()
    for number in range(cache.MOST_ENTRIES + 5):
        kept.get(Service(), ("sample", "now", str(number)))
    entries = kept.shelf.get({})
    assert len(entries) == cache.MOST_ENTRIES and json.dumps(("sample", "now", "4")) not in entries
    for number in range(4):
        kept.get(Service({"ok": True, "upstream": "x" * 40_000}), ("sample", "whole", str(number)))
    assert len(json.dumps(kept.shelf.get({}))) <= cache.MOST_CHARACTERS


def test_a_result_that_is_too_long_to_keep_is_given_back_all_the_same() -> None:
    kept, service = Kept(), Service({"ok": True, "upstream": "x" * 150_000})
    assert kept.get(service) == service.value and kept.shelf.get(None) == {}


@pytest.mark.parametrize("rubbish", [7, [], "x", None])
def test_a_shelf_with_something_else_on_it_is_begun_anew(rubbish: Any) -> None:
    kept, service = Kept(), Service()
    kept.shelf.put(rubbish)
    assert kept.get(service) == GOOD and kept.get(service) == GOOD and service.calls == 1


def test_a_clock_that_was_set_back_makes_nothing_last_longer() -> None:
    kept, service = Kept(), Service()
    kept.get(service)
    kept.clock.seconds -= 3600
    kept.get(service)
    assert service.calls == 2


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59.9, "59 s"), (60, "1 min"), (130, "2 min 10 s"), (86_400, "24 h"), (3_661, "1 h 1 min 1 s")],
)
def test_how_long_in_words(seconds: float, words: str) -> None:
    assert cache.lasting(seconds) == words


# Under the handlers


def counted() -> tuple[Any, list[str]]:
    urls: list[str] = []

    async def get(url: str) -> Any:
        urls.append(url)
        return sample.answer(url)

    return made_handlers(sample_source(get)), urls


def test_one_place_under_two_spellings_is_one_place() -> None:
    handlers, urls = counted()
    for spelling in ("Leeds", " leeds ", "LEEDS"):
        asyncio.run(handlers.get_current_weather(spelling))
    assert len(urls) == 2
    asyncio.run(handlers.get_current_weather("Leeds, GB"))
    # The name is searched for anew; its weather is there already.
    assert len(urls) == 3 and "/v1/search" in urls[-1]


def test_any_number_of_days_comes_out_of_one_forecast() -> None:
    handlers, urls = counted()
    for days in (1, 5, 3):
        asyncio.run(handlers.get_forecast("Leeds", days))
    asyncio.run(handlers.remind_if_rain("Leeds", "tomorrow"))
    assert len(urls) == 2


def test_units_are_not_mixed_up() -> None:
    handlers, _ = counted()
    degrees = [
        asyncio.run(handlers.get_current_weather("Leeds", units))["units"] for units in ("metric", "imperial", "metric")
    ]
    assert degrees == ["°C", "°F", "°C"]


def test_failures_of_a_service_are_not_kept() -> None:
    get = Get(["open_meteo_error_503", "open_meteo_places_cambridge", "open_meteo_error_429", "open_meteo_now_tokyo"])
    handlers = made_handlers(open_meteo.OpenMeteo(get))
    oks = [asyncio.run(handlers.get_current_weather("Cambridge"))["ok"] for _ in range(4)]
    assert oks == [False, False, True, True] and len(get.urls) == 4


# In a run


def test_the_cache_outlives_a_run_and_is_seen_in_the_trace() -> None:
    there = Shelves()
    ask = notes(("c1", "get_current_weather", '{"location": "Leeds"}'))
    first = run("Leeds?", [ask, says("11.8 °C")], kept=there)
    second = run("Leeds?", [ask, says("11.8 °C")], kept=there)
    assert [text.split(":")[0] for text in first.log("cache")] == ["miss", "miss"]
    assert [text.split(":")[0] for text in second.log("cache")] == ["hit", "hit"]
    assert first.results == second.results and first.log("program") and not second.log("program")
    with shelves(there):
        kept = Shelf("lesson", "cache").get({})
    assert len(kept) == 2 and all(entry["stored"] > NOON - 1e9 for entry in kept.values())
