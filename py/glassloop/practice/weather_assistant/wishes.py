"""What a question asks for in the light of the turns before it: one wish for each note. Knows no tool and no result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from glassloop.practice.weather_assistant.days import TOMORROW, When
from glassloop.practice.weather_assistant.heard import About, Heard, Kind, hear

_LONGEST_QUESTION = 600  # characters that are read
_REMEMBERED = 4  # places


@dataclass(frozen=True, slots=True)
class Wish:
    """`again`: the same thing once more, after it has been done. `detail`: more is wanted than the tool offers."""

    kind: Kind
    place: str
    when: When | None = None
    units: str = ""
    again: bool = False
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """`compare`: the places are to be set against each other, `less` by the lower number. `unclear`: what is missing.

    `than`: the first of them is the one that the question is about. `will`: about the rest of today, which no tool
    knows. `retry`: what fails is tried once more.
    """

    wishes: tuple[Wish, ...] = ()
    compare: bool = False
    than: bool = False
    less: bool = False
    about: About = ""
    will: bool = False
    retry: bool = False
    unclear: Literal["", "place", "past"] = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What is still being spoken of. `recent`: places, the latest last."""

    places: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    when: When | None = None
    units: str = ""
    about: About = ""

    @property
    def live(self) -> bool:
        return bool(self.places or self.kinds)


def understand(question: str, earlier: Sequence[str]) -> Wanted | None:
    """None where the question is not about the weather."""
    context = context_of(tuple(earlier))
    wanted: Wanted | None = None
    for number, heard in enumerate(_heard(question)):
        context, more = _take(heard, context, same_question=number > 0)
        wanted = _joined(wanted, more) if wanted is not None and more is not None else more or wanted
    return wanted


@lru_cache(32)
def context_of(earlier: tuple[str, ...]) -> Context:
    """What the questions so far leave in mind."""
    context = Context()
    for question in earlier:
        for number, heard in enumerate(_heard(question)):
            context, _ = _take(heard, context, same_question=number > 0)
    return context


@lru_cache(64)
def _heard(question: str) -> tuple[Heard, ...]:
    return hear(question[:_LONGEST_QUESTION])


def _take(heard: Heard, context: Context, *, same_question: bool) -> tuple[Context, Wanted | None]:
    """The context after a sentence, and what it asks for; None where it is about something else."""
    heard = _with_unknown_place(heard, context)
    if not _is_weather(heard, context):
        if heard.places and heard.known:
            context = _with_places(context, heard.places)
        return context, None
    places = _places(heard, context)
    kinds = _kinds(heard, context, same_question)
    when = _when(heard, context, kinds, same_question)
    about = heard.about or ("" if heard.topic else context.about)
    units = heard.units or ((context.units,) if context.units else ("",))
    after = replace(_with_places(context, places), kinds=kinds, when=when, units=units[-1], about=about)
    if when is not None and when.past and not when.later:
        return after, Wanted(unclear="past")
    if not places:
        return after, Wanted(unclear="place")
    wishes = tuple(
        Wish(
            kind,
            place,
            when if kind in ("ahead", "remind") else None,
            unit,
            detail=heard.detail,
        )
        for place in places
        for kind in kinds
        for unit in (units if kind in ("now", "ahead") else ("",))
    )
    if heard.twice or ("remind" in kinds and heard.again and (heard.places or heard.when)):
        wishes += tuple(replace(wish, again=True) for wish in wishes)
    not_yet = kinds == ("now",) and when is not None and (when.not_yet or (when.today and heard.will))
    wanted = Wanted(wishes, heard.compare and len(places) > 1, heard.than, heard.less, about, not_yet, heard.retry)
    return after, wanted


def _with_unknown_place(heard: Heard, context: Context) -> Heard:
    """ "and nowhereville?", or "nowhereville" when it asked for a city: only what went before makes it a place."""
    asked_for = bool(context.kinds) and not context.places
    if heard.places or heard.topic or not 0 < len(heard.foreign) <= 3 or not context.live or not heard.lead:
        return heard
    words = " ".join(heard.foreign)
    return replace(heard, places=(words.title(),), foreign=()) if asked_for or len(heard.foreign) == 1 else heard


def _is_weather(heard: Heard, context: Context) -> bool:
    if heard.topic:
        return True
    if not heard.bare:
        return False
    when = heard.when is not None and (heard.when.later or context.live)
    if heard.definition and not heard.known:
        return False
    if heard.places:
        return heard.known or heard.short or context.live or when or heard.compare
    others = heard.units or heard.there or heard.compare or heard.again or heard.retry or heard.kinds
    return when or (context.live and bool(others))


def _with_places(context: Context, places: tuple[str, ...]) -> Context:
    if not places:
        return context
    recent = (*(place for place in context.recent if place not in places), *places)
    return replace(context, places=places, recent=recent[-_REMEMBERED:])


def _places(heard: Heard, context: Context) -> tuple[str, ...]:
    if len(heard.places) == 1 and heard.compare and context.places and (heard.than or heard.against):
        return tuple(dict.fromkeys((context.places[0], *heard.places)))
    if heard.places:
        return heard.places
    if heard.compare and len(context.places) < 2 and len(context.recent) > 1:
        return context.recent[-2:]
    return context.places


def _kinds(heard: Heard, context: Context, same_question: bool) -> tuple[Kind, ...]:
    if heard.kinds:
        return heard.kinds
    if same_question and not heard.places and heard.when is None and context.when is not None and context.when.later:
        return context.kinds  # "I'm going to Oslo tomorrow. What's the weather there?"
    if heard.when is not None and not heard.topic and context.kinds == ("remind",) and heard.when.later:
        return ("remind",)
    if heard.when is not None and (heard.when.later or heard.when.now or heard.when.today):
        return ("ahead",) if heard.when.later else ("now",)
    without_units = heard.units and not {"now", "ahead"}.intersection(context.kinds)
    complete = heard.compare and len(heard.places) > 1  # "compare London and Cairo": nothing in it points back
    if heard.topic or without_units or complete or not context.kinds:
        return ("now",)
    return context.kinds


def _when(heard: Heard, context: Context, kinds: tuple[Kind, ...], same_question: bool) -> When | None:
    if heard.when is not None:
        return heard.when
    if not heard.named and (kinds == context.kinds or same_question):
        return context.when
    if "remind" in kinds:
        return context.when if context.when is not None and context.when.later else TOMORROW
    return None


def _joined(one: Wanted, other: Wanted) -> Wanted:
    """Two sentences of one question."""
    wishes = tuple(dict.fromkeys((*one.wishes, *other.wishes)))
    return Wanted(
        wishes,
        one.compare or other.compare,
        one.than or other.than,
        one.less or other.less,
        other.about or one.about,
        one.will or other.will,
        one.retry or other.retry,
        "" if wishes else one.unclear or other.unclear,
    )
