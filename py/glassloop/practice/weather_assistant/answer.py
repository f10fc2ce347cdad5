"""One answer from all that came back: what was found, what was not, and what there is to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from glassloop.practice import results
from glassloop.practice.weather_assistant.compare import Side, verdict
from glassloop.practice.weather_assistant.days import When, is_wanted
from glassloop.practice.weather_assistant.errors import in_kind_words
from glassloop.practice.weather_assistant.facts import Ahead, Day, Fact, Now, Reminder, read_fact
from glassloop.practice.weather_assistant.heard import Kind
from glassloop.practice.weather_assistant.notes import TOOLS, Outcome, Progress
from glassloop.practice.weather_assistant.said import NO_UNIT, done_again, listed, said_of, short, without_unit
from glassloop.practice.weather_assistant.wishes import Wanted
from glassloop.practice.weather_assistant.words import MONTHS, NUMBERS, WEEKDAYS

_LACKING: dict[Kind, str] = {
    "now": "how the weather is at present",
    "ahead": "how the weather will be",
    "air": "how clean the air is",
    "remind": "what goes into the outbox",
}


def answer(wanted: Wanted, done: Progress, today: date | None) -> str:
    """`done` has nothing left to do."""
    good = [outcome for outcome in done.outcomes if not outcome.failed and not outcome.errand.helper]
    facts = [read_fact(each.errand.wish.kind, each.errand.wish.place, each.content) for each in good]
    names = _names(facts, [each.errand.wish.place for each in good])
    sides = [
        Side(name, fact, _asked_days(fact, outcome.errand.wish.when, today))
        for name, fact, outcome in zip(names, facts, good, strict=True)
    ]
    said: list[str] = []
    if wanted.compare and len(sides) > 1 and len({side.fact.__class__ for side in sides}) == 1:
        said.append(verdict(sides, wanted.about, less=wanted.less, than=wanted.than))
    if not (said and said[0] and wanted.about):
        said += [_told(side, outcome, wanted) for side, outcome in zip(sides, good, strict=True)]
    for side, outcome in zip(sides, good, strict=True):
        said += [_limit(outcome), _beyond(side.fact, outcome.errand.wish.when, today), _others(side.fact)]
        said.append(_missing(side.fact))
    said += _failures([outcome for outcome in done.outcomes if outcome.failed])
    said += [f"No tool on the menu can tell {_LACKING[kind]}; that would be {TOOLS[kind]}." for kind in done.lacking]
    if wanted.will and any(isinstance(fact, Now) for fact in facts):
        said.append("That is how it is now: the forecast begins tomorrow, so I know nothing of the rest of today.")
    if wanted.about in ("wind", "humidity") and any(isinstance(fact, Ahead) for fact in facts):
        said.append(f"The forecast says nothing about {'the wind' if wanted.about == 'wind' else 'humidity'}.")
    if any(without_unit(side.fact, side.days) for side in sides):
        said.append(NO_UNIT)
    said += [f"This is {source}." for source in _samples(facts)]
    return "\n".join(dict.fromkeys(line for line in said if line))


def _failures(failed: Sequence[Outcome]) -> list[str]:
    """The same bad news about several places is told once."""
    places: dict[str, list[str]] = {}
    for outcome in failed:
        places.setdefault(outcome.content, []).append(outcome.errand.wish.place)
    return [in_kind_words(listed(list(dict.fromkeys(names))), content) for content, names in places.items()]


def _names(facts: Sequence[Fact], asked: Sequence[str]) -> list[str]:
    """The first part of a label is enough, unless two places share it or the question was as exact."""
    labels = [fact.about.label for fact in facts]
    clear = len({short(label) for label in labels}) == len(set(labels))
    return [short(each) if clear and "," not in place else each for each, place in zip(labels, asked, strict=True)]


def _told(side: Side, outcome: Outcome, wanted: Wanted) -> str:
    if isinstance(side.fact, Reminder) and outcome.errand.wish.again:
        return done_again(side.fact)
    return said_of(side.fact, side.name, wanted.about, side.days)


def _asked_days(fact: Fact, when: When | None, today: date | None) -> tuple[Day, ...]:
    """Those days of a forecast that the question named; all of them where it named none, or none is there."""
    if not isinstance(fact, Ahead):
        return ()
    if when is not None and 0 < when.count < len(fact.days) and today is not None:
        later = tuple(day for day in fact.days if day.date is None or day.date > today)
        return later[: when.count]
    if when is None or not when.names_days:
        return fact.days
    named = tuple(day for day in fact.days if day.date is not None and is_wanted(when, day.date, today))
    if not named and when.offsets and today is None:
        named = tuple(fact.days[offset - 1] for offset in when.offsets if 0 < offset <= len(fact.days))
    return named or fact.days


def _limit(outcome: Outcome) -> str:
    """A week was asked for, and the tool said that there is less."""
    most = results.most_in(outcome.because)
    if most is None or outcome.errand.tool != TOOLS["ahead"]:
        return ""
    return f"{_in_words(most).capitalize()} days is as far ahead as I can see."


def _in_words(number: str) -> str:
    return NUMBERS[int(number)] if number.isdigit() and int(number) < len(NUMBERS) else number


def _beyond(fact: Fact, when: When | None, today: date | None) -> str:
    """Named days that the forecast doesn't reach."""
    if not isinstance(fact, Ahead) or when is None or not when.names_days:
        return ""
    there = [day.date for day in fact.days if day.date is not None]
    lost = [WEEKDAYS[each].title() for each in when.weekdays if all(day.weekday() != each for day in there)]
    for _, month, number in when.dates:
        if not any(number == day.day and month in (0, day.month) for day in there):
            lost.append(f"{number} {MONTHS[month - 1].title()}" if month else f"the {number}.")
    offsets = [(day - today).days for day in there] if today is not None else list(range(1, len(there) + 1))
    if any(offset not in offsets for offset in when.offsets):
        lost.append("that day")
    if not lost:
        return ""
    days = listed(lost)
    return f"{days[0].upper()}{days[1:]} {'is' if len(lost) == 1 else 'are'} further off than I can see."


def _others(fact: Fact) -> str:
    if not fact.about.others:
        return ""
    others = listed(fact.about.others)
    be = "is" if len(fact.about.others) == 1 else "are"
    code = fact.about.others[0].split(",")
    hint = f"{code[0].strip()}, {code[-1].strip()}" if len(code) > 1 else fact.about.others[0]
    return f"I took {fact.about.label}; there {be} also {others}. If you meant another, say so, as in “{hint}”."


def _missing(fact: Fact) -> str:
    if not fact.about.missing:
        return ""
    return f"The service did not tell this about {short(fact.about.label)}: {', '.join(_plain(fact.about.missing))}."


def _plain(names: Sequence[str]) -> list[str]:
    return [name.removesuffix("_pct").removesuffix("_ug_m3").replace("_", " ") for name in names]


def _samples(facts: Sequence[Fact]) -> list[str]:
    return list(dict.fromkeys(fact.about.source for fact in facts if "sample" in fact.about.source.lower()))
