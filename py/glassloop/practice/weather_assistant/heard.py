"""What one sentence says about the weather, by itself: places, what is asked, when, units. Knows no transcript."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from glassloop.practice.weather_assistant.days import When, read_when
from glassloop.practice.weather_assistant.places import PLACE, read_places
from glassloop.practice.weather_assistant.words import TOPIC, WEAK_TOPIC

Kind = Literal["now", "ahead", "air", "remind"]
About = Literal["", "rain", "snow", "heat", "wind", "humidity"]

_LEADS = frozenset("and or what how about also then in for it is".split())
_SENTENCE = re.compile(
    r"(?<=[?!;\n])\s*|(?<!\bSt)(?<!\bMt)(?<!\bFt)\.\s+|(?<=\w),? but |,? (?:and )?then "
    r"|,? and (?=(?:what|how|who|tell|will|is|are|do|does|should|can)\b)",
    re.IGNORECASE,
)
_AND = re.compile(r",? and (?:also )?|, ")

_REMIND = re.compile(
    r"\bremind(?:er|ers|s)?\b|\b(?:text|message|notify|alert|warn|ping) (?:me|us)\b|\blet (?:me|us) know (?:if|when)\b"
    r"|\boutbox\b|\bsend (?:me )?an? (?:text|message|alert)\b"
)
_AIR = re.compile(
    r"\bair\b(?! temperature)|\bpollut\w+|\bsmog\w*|\baqi\b|\bparti(?:cl|culat)es\b|\bbreath\w+|\bpm ?(?:2[.,]5|10)\b"
)
_FORECAST = re.compile(r"\b(?:forecasts?|outlook)\b")
_WILL = re.compile(r"\b(?:will|won't|going to(?! @)|gonna|expect(?:ed|ing)?|supposed to|shall|be like)\b|\bit'll\b")
_THERE = re.compile(r"\b(?:there|here|same (?:place|city|town))\b")
_UNITS = (
    ("imperial", re.compile(r"\b(?:fahrenheit|imperial|mph|american units)\b|°\s*f\b|\bdegrees f\b|\bin f\b")),
    ("metric", re.compile(r"\b(?:celsius|centigrade|metric|km/?h)\b|°\s*c\b|\bdegrees c\b|\bin c\b")),
)
_ABOUT: tuple[tuple[About, re.Pattern[str]], ...] = (
    (
        "rain",
        re.compile(r"\b(?:rain\w*|shower\w*|drizzl\w+|wet\w*|dr[iy](?:er|est)?|dryer|umbrellas?|precipitation)\b"),
    ),
    ("snow", re.compile(r"\b(?:snow\w*|sleet)\b")),
    ("wind", re.compile(r"\b(?:wind\w*|breez\w+|gust\w*)\b")),
    ("humidity", re.compile(r"\b(?:humid\w*|muggy)\b")),
    (
        "heat",
        re.compile(
            r"\b(?:hot(?:ter|test)?|warm(?:er|est)?|cold(?:er|est)?|cool(?:er|est)?|temp(?:eratures?|s)?|mild(?:er)?"
            r"|degrees|chilly|freezing|heat)\b"
        ),
    ),
)
_COMPARE = re.compile(
    r"\b(?:compar\w+|versus|vs|difference|which|than)\b|\b(?:hott|warm|cold|cool|wett|dri|dry|wind|clean|bett|mild|sunni"
    r"|nic)(?:er|est|ier|iest)\b"
)
_LESS = re.compile(r"\b(?:colder|coldest|cooler|coolest|drier|dryer|driest|less)\b")
_AGAIN = re.compile(r"\b(?:again|once more|one more time|repeat|refresh|retry)\b")
_TWICE = re.compile(r"\b(?:twice|two times|2 times|double)\b")
_OTHERWISE = re.compile(r"\b(?:poems?|songs?|story|stories|jokes?|essay|haiku|code|recipe|riddle)\b")
_DEFINITION = re.compile(rf"(?:so )?(?:(?:what|who)(?: is|'s| are)|tell me about|explain) (?:an? |the )?{PLACE}\W*")
_DETAIL = re.compile(r"\b(?:detailed|details|in (?:more |full )?detail|hourly|hour by hour)\b")
_RETRY = re.compile(
    r"\b(?:try|ask|look|check)(?: it| that)? again (?:if|when|until|in case)\b|\bretry\b|\b(?:if|until|when|should) "
    r"(?:it|that|this)\b[^.?]*\b(?:fails?|works?|doesn't work|does not work|goes wrong)\b"
)


@dataclass(frozen=True, slots=True)
class Heard:
    """`kinds` is empty where the sentence leaves open what is asked. `topic`: it has a word about the weather in it.

    `units`: both kinds, where both are wanted. `named`: a kind is called by its noun ("the forecast"). `foreign`: words
    that belong to something else; `lead`: the others do no more than lead up to them ("and …"). `retry`: to be tried
    again when it fails. `definition`: "what is …?".
    """

    places: tuple[str, ...] = ()
    known: bool = True
    foreign: tuple[str, ...] = ()
    lead: bool = False
    there: bool = False
    kinds: tuple[Kind, ...] = ()
    named: bool = False
    topic: bool = False
    when: When | None = None
    units: tuple[str, ...] = ()
    about: About = ""
    will: bool = False
    compare: bool = False
    than: bool = False
    against: bool = False
    less: bool = False
    again: bool = False
    twice: bool = False
    detail: bool = False
    retry: bool = False
    short: bool = False
    definition: bool = False

    @property
    def bare(self) -> bool:
        return not self.foreign


def hear(question: str) -> tuple[Heard, ...]:
    """A question, sentence by sentence, and where two things are joined by "and", thing by thing."""
    sentences = [sentence.strip() for sentence in _SENTENCE.split(question) if sentence and sentence.strip()]
    return tuple(heard for sentence in sentences for heard in _parts(sentence))


def _parts(sentence: str) -> tuple[Heard, ...]:
    """ "the weather in Leeds and the air in Paris" is two things; "compare London and Cairo" is one."""
    pieces = _AND.split(sentence)
    if len(pieces) > 1:
        parts = tuple(hear_sentence(piece) for piece in pieces)
        if all((part.places or part.there) and (part.when or part.topic or part.kinds) for part in parts):
            return parts
    return (hear_sentence(sentence),)


def hear_sentence(sentence: str) -> Heard:
    placed = read_places(sentence)
    text = placed.text
    when = read_when(text)
    units = tuple(name for name, pattern in _UNITS if pattern.search(sentence.lower()))
    about: About = next((name for name, pattern in _ABOUT if pattern.search(text)), "")
    will = bool(_WILL.search(text))
    named, kinds = _kinds(text, when, will)
    words = re.findall(r"[^\W\d_]+", text)
    topics = TOPIC.intersection(words)
    certain = topics - WEAK_TOPIC or (topics and (placed.places or not placed.foreign))
    other = bool(_OTHERWISE.search(text)) and not placed.places
    return Heard(
        places=placed.places,
        known=placed.known,
        there=bool(_THERE.search(text)),
        kinds=kinds,
        named=named,
        topic=bool(named or certain) and not other,
        foreign=placed.foreign,
        lead=_LEADS.issuperset(set(words).difference(placed.foreign)),
        when=when,
        units=units,
        about=about,
        will=will,
        compare=bool(_COMPARE.search(text)),
        than=f"than {PLACE}" in text or bool(re.search(r"\bthan (?:in|at|it is in) " + PLACE, text)),
        against="compar" in text,
        less=bool(_LESS.search(text)),
        again=bool(_AGAIN.search(text)),
        twice=bool(_TWICE.search(text)),
        detail=bool(_DETAIL.search(text)),
        retry=bool(_RETRY.search(text)),
        short=len(words) <= 1,
        definition=bool(_DEFINITION.fullmatch(text)),
    )


def _kinds(text: str, when: When | None, will: bool) -> tuple[bool, tuple[Kind, ...]]:
    """Whether a kind is called by its noun, and the kinds that are asked for beyond doubt."""
    if _REMIND.search(text):
        return True, ("remind",)
    kinds: list[Kind] = []
    if _AIR.search(text):
        kinds.append("air")
    forecast = bool(_FORECAST.search(text))
    weather = re.search(r"\b(?:weather|temperature|conditions)\b", text)
    later = when is not None and when.later
    present = when is not None and (when.now or (when.today and (later or not will)))
    if (weather and (kinds or (forecast and " and " in text))) or (present and (later or forecast)):
        kinds.insert(0, "now")
    if forecast or (present and later) or (will and not kinds and not (when is not None and when.today and not later)):
        kinds.append("ahead")
    return bool(forecast or _AIR.search(text)), tuple(kinds)
