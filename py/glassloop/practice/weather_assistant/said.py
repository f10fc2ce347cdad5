"""Facts about the weather in sentences. Every number is one that a result holds; none is worked out here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from glassloop.practice.weather_assistant.facts import Ahead, Air, Day, Fact, Now, Number, Reminder, Unknown
from glassloop.practice.weather_assistant.heard import About
from glassloop.practice.weather_assistant.words import MONTHS

_RAIN = re.compile(r"\b(?:rain|drizzle|showers?|thunderstorm|sleet)\b", re.IGNORECASE)
_SNOW = re.compile(r"\b(?:snow|sleet)\b", re.IGNORECASE)
_LIKELY = 50  # per cent; never said
NO_UNIT = "The result doesn't say in which unit its numbers are, so I can't either. Take them with care."


def shown(number: Number) -> str:
    return f"{number.text} {number.unit}" if number.unit else number.text


def short(label: str) -> str:
    return label.split(",")[0].strip()


def done_again(reminder: Reminder) -> str:
    """Of the second of two notes for the same reminder."""
    if reminder.written:
        return "Then I wrote it once more, so now it is in the outbox twice."
    return "Then I wrote it once more, but it was there already, so it is in the outbox once."


def said_of(fact: Fact, name: str, about: About, days: Sequence[Day] = ()) -> str:
    """What is told of one result. `days`: those of a forecast that were asked for."""
    match fact:
        case Now():
            return _now(fact, name, about)
        case Ahead():
            return _ahead(name, about, days or fact.days)
        case Air():
            return _air(fact, name)
        case Reminder():
            return _reminder(fact, name)
        case Unknown():
            return (
                f"A result came back for {name}, but I could not find what you asked for in it. "
                "A smaller result that says it plainly would help me."
            )


def _now(now: Now, name: str, about: About) -> str:
    if about in ("rain", "snow") and now.condition:
        pattern, falling = (_RAIN, "raining") if about == "rain" else (_SNOW, "snowing")
        yes = bool(pattern.search(now.condition))
        said = f"Yes, it is {falling} in {name} now" if yes else f"No, it is not {falling} in {name} now"
        return f"{said}: {_joined(now.condition, shown(now.temperature))}."
    if about == "wind" and now.wind:
        return f"The wind in {name} is {shown(now.wind)} now{_with(now.condition)}."
    if about == "humidity" and now.humidity:
        return f"The humidity in {name} is {shown(now.humidity)} now{_with(now.condition)}."
    if not now.temperature:
        rest = _joined(now.condition, _called("humidity ", now.humidity), _called("wind ", now.wind))
        return f"I could not find a temperature for {name} in the result{': ' if rest else ''}{rest}."
    feels = _called("feels like ", now.feels)
    if about == "heat":
        return f"It is {shown(now.temperature)} in {name} now{', and it ' if feels else ''}{feels}."
    rest = _joined(now.condition, feels, _called("humidity ", now.humidity), _called("wind ", now.wind))
    return f"It is {shown(now.temperature)} in {name} now{': ' if rest else ''}{rest}."


def _ahead(name: str, about: About, days: Sequence[Day]) -> str:
    if len(days) == 1:
        verdict = _rain_verdict(name, days[0]) if about == "rain" else ""
        return f"{verdict or f'{name} on {day_name(days[0])}'}: {_day(days[0])}."
    lines = "".join(f"\n{day_name(day)}: {_day(day)}" for day in days)
    likely = [day for day in days if day.chance and day.chance.value >= _LIKELY]
    if about == "rain" and any(day.chance for day in days):
        when = listed([day.weekday or day_name(day) for day in likely])
        head = f"Rain is likely in {name} on {when}" if likely else f"Rain is not likely in {name} on any of these days"
        return f"{head}:{lines}"
    return f"The forecast for {name}:{lines}"


def _rain_verdict(name: str, day: Day) -> str:
    if not day.chance:
        return ""
    if day.chance.value >= _LIKELY:
        return f"Yes, rain is likely in {name} on {day_name(day)}"
    return f"No, rain is not likely in {name} on {day_name(day)}"


def day_name(day: Day | Reminder) -> str:
    """ "Tuesday 13 October"."""
    return " ".join(part for part in (day.weekday, dated(day.date)) if part) or "that day"


def dated(day: date | None) -> str:
    return f"{day.day} {MONTHS[day.month - 1].title()}" if day is not None else ""


def _day(day: Day) -> str:
    both = f"{day.low.text} to {shown(day.high)}" if day.low and day.high else shown(day.high or day.low)
    return _joined(day.condition, both, _called("chance of rain ", day.chance), day.note) or "nothing is known"


def _air(air: Air, name: str) -> str:
    rest = _joined(_index(air), _called("PM2.5 ", air.fine), _called("PM10 ", air.coarse))
    if air.word:
        return f"The air in {name} is {air.word} now{': ' if rest else ''}{rest}."
    return f"The air in {name} now: {rest}." if rest else f"I could not find how the air in {name} is."


def _index(air: Air) -> str:
    """Two services, two scales, and neither number says which it is on."""
    if air.index_name.endswith("_1_to_5"):
        return _called("index ", air.index) and f"index {air.index.text} on a scale from 1 to 5"
    return _called(f"{air.index_name.replace('_', ' ').replace('european aqi', 'European index')} ", air.index)


def _reminder(reminder: Reminder, name: str) -> str:
    day = day_name(reminder)
    chance = f" (chance of rain {shown(reminder.chance)})" if reminder.chance else ""
    if reminder.already:
        return f"The reminder for {name} on {day} was in the outbox already, so nothing was written this time."
    if reminder.written:
        return f"Done: there is now a reminder in the outbox for {name} on {day}{chance}."
    return f"I wrote no reminder: rain is not likely in {name} on {day}{chance}."


def without_unit(fact: Fact, days: Sequence[Day] = ()) -> bool:
    """Whether a number is told that has no unit."""
    match fact:
        case Now():
            return bool(fact.temperature) and not fact.temperature.unit
        case Ahead():
            return any((day.low and not day.low.unit) or (day.high and not day.high.unit) for day in days or fact.days)
        case Air():
            return any(number and not number.unit for number in (fact.fine, fact.coarse))
        case _:
            return False


def _called(lead: str, number: Number) -> str:
    return f"{lead}{shown(number)}" if number else ""


def _with(condition: str) -> str:
    return f" ({condition})" if condition else ""


def listed(names: Sequence[str]) -> str:
    """ "London, Oslo and Cairo"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
