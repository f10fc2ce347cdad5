"""The burst: 300 questions, 12 cities, ten minutes, and how often the service was asked."""

import asyncio

from glassloop.shelf import Shelf, Shelves, shelves
from support.weather_lesson import Clock, burst, made_handlers, run, sample


def test_the_cache_is_worth_96_per_cent() -> None:
    told = run("300 questions in ten minutes", [], main="burst.py")
    answer = told.events[-1]
    assert answer.kind == "answer", answer
    assert "600 requests" in answer.text and "24: 12 and 12" in answer.text and "96% less" in answer.text
    assert told.requests == []


def test_the_counts_are_put_where_the_page_can_draw_them() -> None:
    told = run("300 questions in ten minutes", [], main="burst.py")
    with shelves(told.shelves):
        facts = Shelf("lesson", "burst").get({})
        assert Shelf("lesson", "cache").get(None) is None and Shelf("conversation", "outbox").get(None) is None
    assert {name: facts[name] for name in ("minutes", "questions", "cities", "places", "weather")} == {
        "minutes": 10, "questions": 300, "cities": 12,
        "places": {"without": 300, "with": 12}, "weather": {"without": 300, "with": 12},
    }  # fmt: skip
    for line, last in (("without", 600), ("with", 24)):
        seconds, calls = zip(*facts[line], strict=True)
        assert len(seconds) <= 61 and seconds[0] == 0 and seconds[-1] == 600
        assert list(seconds) == sorted(set(seconds)) and list(calls) == sorted(calls) and calls[-1] == last


def test_what_is_in_the_real_cache_does_not_help_it() -> None:
    there = Shelves()
    with shelves(there):
        Shelf("lesson", "cache").put({"something": {"stored": 0, "expires": 9e9, "value": {"ok": True}}})
    told = run("300 questions in ten minutes", [], main="burst.py", kept=there)
    assert "12 and 12" in told.events[-1].text  # type: ignore[union-attr]


def test_the_twelve_cities_are_twelve_places_of_the_sample() -> None:
    assert len(set(burst.CITIES)) == 12
    assert asyncio.run(burst.asked(with_cache=True))[0] == {"places": 12, "weather": 12}
    for city in burst.CITIES:
        assert "results" in sample.search({"name": city}), city


def test_a_second_window_asks_for_the_weather_again_and_not_for_the_places() -> None:

    clock, time = Clock(), burst.Minutes()
    made = made_handlers(burst.OpenMeteo(time.get), clock=clock)
    for _ in range(2):
        for city in burst.CITIES:
            assert asyncio.run(made.get_current_weather(city))["ok"]
        clock.seconds += 600
    assert time.calls == {"places": 12, "weather": 24}
