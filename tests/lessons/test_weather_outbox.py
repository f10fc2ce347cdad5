"""The tool that writes: once for a place and a day, three times at the most, and only when rain is likely."""

import asyncio
from typing import Any

import pytest

from glassloop.script import notes, says
from support.weather_lesson import Clock, Get, burst, made_handlers, open_meteo, outbox, run, sample, sample_source


def remind(made: Any, location: str, day: str) -> dict[str, Any]:
    result = asyncio.run(made.remind_if_rain(location, day))
    assert isinstance(result, dict)
    return result


@pytest.fixture(name="made")
def _made() -> Any:
    return made_handlers(sample_source())


def test_a_reminder_is_written(made: Any) -> None:
    result = remind(made, "Leeds", "tomorrow")
    assert result["ok"] and result["written"] and result["location"] == "Leeds, England, GB"
    assert (result["date"], result["weekday"], result["rain_chance_pct"]) == ("2026-10-13", "Tuesday", 85)
    [written] = made.outbox.reminders()
    assert written == {
        "key": "Leeds, England, GB 2026-10-13",
        "place": "Leeds, England, GB",
        "day": "2026-10-13",
        "text": result["reminder"],
        "written": "2026-10-12T12:00:00+00:00",
    }
    assert "Leeds" in written["text"] and "Tuesday" in written["text"] and "85%" in written["text"]


def test_a_second_call_writes_nothing_and_says_so(made: Any) -> None:
    remind(made, "Leeds", "tomorrow")
    for location, day in (("Leeds", "tomorrow"), ("leeds, gb", "2026-10-13")):
        again = remind(made, location, day)
        assert (again["ok"], again["written"], again["already"]) == (True, False, True)
    assert len(made.outbox.reminders()) == 1


def test_without_rain_there_is_no_reminder(made: Any) -> None:
    result = remind(made, "Cairo", "tomorrow")
    assert (result["ok"], result["written"], result["rain_chance_pct"]) == (True, False, 0)
    assert "not likely" in result["message"] and made.outbox.reminders() == []


def test_half_a_chance_is_enough(made: Any) -> None:
    [berlin] = [each for each in sample.ALL if each.name == "Berlin"]
    assert berlin.days[3][3] == 50
    assert remind(made, "Berlin", "2026-10-15")["written"]


def test_today_counts_as_well(made: Any) -> None:
    assert remind(made, "Manchester", "today")["date"] == "2026-10-12"
    assert len(made.outbox.reminders()) == 1


def test_three_are_the_most(made: Any) -> None:
    for place in ("Leeds", "Manchester", "Bristol"):
        assert remind(made, place, "tomorrow")["written"]
    refused = remind(made, "Edinburgh", "tomorrow")
    assert (refused["ok"], refused["error"]) == (False, "cap_reached") and "3 reminders" in refused["message"]
    assert remind(made, "Leeds", "tomorrow")["already"] and len(made.outbox.reminders()) == 3


def test_a_day_that_is_too_far_off(made: Any) -> None:
    result = remind(made, "Leeds", "2026-10-25")
    assert result["error"] == "invalid_day" and "from 2026-10-12 to 2026-10-17" in result["message"]
    assert remind(made, "Leeds", "2026-10-11")["error"] == "invalid_day"


def test_a_forecast_that_does_not_know_is_no_reason_to_write_or_not_to() -> None:

    get = Get(["open_meteo_places_cambridge", "open_meteo_days_partial"])
    made = made_handlers(open_meteo.OpenMeteo(get))
    result = remind(made, "Cambridge", "tomorrow")
    assert result["error"] == "not_in_reply" and made.outbox.reminders() == []


def test_a_failing_service_writes_nothing() -> None:

    made = made_handlers(open_meteo.OpenMeteo(Get(["open_meteo_places_cambridge", "open_meteo_error_503"])))
    assert remind(made, "Cambridge", "tomorrow")["error"] == "weather_service_error" and made.outbox.reminders() == []


def test_rubbish_on_the_shelf_is_begun_anew() -> None:
    shelf = burst.Memory()
    shelf.put({"not": "a list"})
    assert asyncio.run(outbox.Outbox(shelf, Clock()).write("Leeds", "2026-10-13", "Take an umbrella.")) is True
    assert len(shelf.get([])) == 1


def test_the_outbox_belongs_to_the_conversation_and_outlives_a_run() -> None:
    ask = notes(("c1", "remind_if_rain", '{"location": "Leeds", "day": "tomorrow"}'))
    first = run("Remind me", [ask, says("Done.")])
    assert [each["place"] for each in first.shelf("outbox")] == ["Leeds, England, GB"]
    assert any("outbox: wrote" in text for text in first.log("program"))
    second = run("Remind me", [ask, says("It is there.")], kept=first.shelves)
    assert second.results[0]["already"] and len(second.shelf("outbox")) == 1
