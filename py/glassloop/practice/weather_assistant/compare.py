"""Two places or more set against each other: which has more of something. Never says by how much: that is a sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from glassloop.practice.weather_assistant.facts import Air, Day, Fact, Now, Number
from glassloop.practice.weather_assistant.heard import About
from glassloop.practice.weather_assistant.said import listed, shown


@dataclass(frozen=True, slots=True)
class Side:
    """A place with what is known of it. `days`: those of a forecast that were asked for."""

    name: str
    fact: Fact
    days: tuple[Day, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scale:
    more: str
    most: str
    less: str
    least: str


_WARMTH = _Scale("warmer", "warmest", "colder", "coldest")
_SCALES: dict[About, _Scale] = {
    "rain": _Scale("more likely to see rain", "most likely to see rain", "drier", "driest"),
    "wind": _Scale("windier", "windiest", "less windy", "least windy"),
    "humidity": _Scale("more humid", "most humid", "less humid", "least humid"),
}
_AIR = _Scale("more polluted", "most polluted", "cleaner", "cleanest")


def verdict(sides: Sequence[Side], about: About, *, less: bool, than: bool) -> str:
    """A sentence, or nothing where the sides can't be compared. `than`: the first is what the question is about."""
    if any(isinstance(side.fact, Air) for side in sides):
        scale, numbers, less = _AIR, [_index(side) for side in sides], True
    else:
        scale = _SCALES.get(about, _WARMTH)
        numbers = [_number(side, about) for side in sides]
    pairs = [(side.name, number) for side, number in zip(sides, numbers, strict=True) if number]
    if len(pairs) < 2 or len(pairs) < len(sides):
        return ""
    if len({side.name for side in sides}) == 1:
        return f"That is {sides[0].name} each time, so there is nothing to compare."
    if scale is _WARMTH and not pairs[0][1].unit:
        return ""  # which is warmer can't be known of bare numbers
    if len({number.unit for _, number in pairs}) > 1:
        return "I can't set these against each other: their units are not the same."
    ordered = sorted(pairs, key=lambda pair: pair[1].value, reverse=not less)
    if ordered[0][1].value == ordered[-1][1].value:
        return f"They are the same: {shown(ordered[0][1])} in {listed([name for name, _ in pairs])}."
    more, most = (scale.less, scale.least) if less else (scale.more, scale.most)
    if than and len(pairs) == 2:
        return _yes_or_no(pairs, ordered[0][0], more)
    if len(pairs) == 2:
        (first, high), (second, low) = ordered
        return f"{first} is {more}: {shown(high)} there, {shown(low)} in {second}."
    rest = ", then ".join(f"{name} ({shown(number)})" for name, number in ordered[1:])
    return f"{ordered[0][0]} is {most} with {shown(ordered[0][1])}, then {rest}."


def _yes_or_no(pairs: Sequence[tuple[str, Number]], winner: str, more: str) -> str:
    (subject, here), (other, there) = pairs
    yes = winner == subject
    return (
        f"{'Yes' if yes else 'No'}, {subject} is {'' if yes else 'not '}{more} than {other}: "
        f"{shown(here)} in {subject}, {shown(there)} in {other}."
    )


def _index(side: Side) -> Number:
    return (side.fact.index or side.fact.fine) if isinstance(side.fact, Air) else Number()


def _number(side: Side, about: About) -> Number:
    if isinstance(side.fact, Now):
        by_about = {"wind": side.fact.wind, "humidity": side.fact.humidity, "rain": Number(), "snow": Number()}
        return by_about.get(about, side.fact.temperature)
    if len(side.days) == 1 and about in ("", "heat", "rain"):
        return side.days[0].chance if about == "rain" else side.days[0].high
    return Number()
