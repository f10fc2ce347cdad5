"""The places that a sentence names, in the order they come. Knows how people write them; no map, no weather.

A place is a name from the list, a name with a capital letter, or an unknown word where only a place can stand ("in
nowhereville").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from glassloop.practice.reading import alike
from glassloop.practice.weather_assistant.words import (
    CITIES,
    LOWER_CODES,
    MISSPELT,
    REGIONS,
    RESERVED,
    TOPIC,
    UNITS,
    WHEN,
)

_TOKEN = re.compile(r"[^\W\d_]\w*(?:['’.\-]\w+)*|\d+(?:[.:/-]\d+)*(?:st|nd|rd|th)?", re.UNICODE)
_BEFORE_A_PLACE = frozenset("in near around at for of to from than between".split())
_BEFORE_ANY_WORD = frozenset("in near at for than".split())
_NOUNS = frozenset("weather forecast temperature quality pollution".split())
_AFTER_A_FIRST_WORD = frozenset("and or vs versus please is".split()) | TOPIC | WHEN
_CONNECTORS = frozenset("de da do dos del di la le les al el upon am of sur der den y the by".split())
_SHORTENED = frozenset("st mt ft ste".split())
_LONGEST = 5  # words in a name
_POSTCODE = re.compile(r"\d{5}")
_CODE = re.compile(r"[A-Z]{2,3}")

PLACE = "@"


@dataclass(frozen=True, slots=True)
class Placed:
    """`text`: the sentence in lower case, with `PLACE` for each place and slips of the fingers mended.

    `foreign`: the words left that no question about the weather needs. `known`: every place is one from the list.
    """

    places: tuple[str, ...]
    text: str
    foreign: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    gap: str  # what stands between it and the word before

    @property
    def lower(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def base(self) -> str:
        return self.lower.partition("'")[0]

    @property
    def reserved(self) -> bool:
        return self.lower in RESERVED or self.base in RESERVED or self.text[0].isdigit()


def read_places(sentence: str) -> Placed:
    words = _words(sentence)
    places: list[str] = []
    text: list[str] = []
    foreign: list[str] = []
    known = True
    at = 0
    while at < len(words):
        end = _end_of_name(words, at)
        text.append(re.sub(r"\s+", " ", words[at].gap))
        if end > at:
            name, end, listed = _named(words, at, end)
            places.append(name)
            text.append(PLACE)
            known = known and listed
        else:
            end = at + 1
            text.append(words[at].lower)
            if not words[at].reserved:
                foreign.append(words[at].lower)
        at = end
    tail = sentence[-1:] if sentence[-1:] in "?!." else ""
    named = tuple(dict.fromkeys(places))
    twice = len(named) == 1 and len(places) == 2  # "compare Leeds and Leeds" is meant
    return Placed(tuple(places) if twice else named, "".join(text).strip() + tail, tuple(foreign), known)


def _words(sentence: str) -> list[_Word]:
    shouting = sentence.isupper() and len(sentence) > 6
    words: list[_Word] = []
    end = 0
    for match in _TOKEN.finditer(sentence):
        text = match[0].lower() if shouting else match[0]
        words.append(_Word(_mended(text, first=not words), sentence[end : match.start()]))
        end = match.end()
    return words


def _mended(text: str, *, first: bool) -> str:
    lower = text.lower()
    if len(lower) < 6 or lower in RESERVED or lower in CITIES or (text[0].isupper() and not first):
        return text
    return next((meant for meant in MISSPELT if alike(lower, meant)), text)


def _end_of_name(words: list[_Word], at: int) -> int:
    """Where the name that begins here ends; `at` where none begins."""
    listed = _end_of_listed(words, at)
    if listed > at and not words[at].text[0].isupper():
        return listed
    word, before = words[at], words[at - 1].lower if at else ""
    capital = word.text[0].isupper() and word.text not in ("I", "OK")
    if capital and (not word.reserved or (before in ("in", "near", "for", "at") and _may_be_name(word))):
        end = max(listed, _end_of_capitals(words, at))
        return end if at or listed > at or _is_a_name_at_the_start(words, at, end) else at
    after_noun = before in _NOUNS and not word.reserved and (at + 1 == len(words) or words[at + 1].base in WHEN)
    if before in ("in", "for", "near") and _POSTCODE.fullmatch(word.text):
        return at + 1
    if (before in _BEFORE_ANY_WORD or after_noun) and not word.reserved and not capital:
        end = at + 1
        while end < len(words) and end - at < _LONGEST and not words[end].reserved and words[end].gap == " ":
            end += 1
        alone_after_for = before == "for" and end == at + 1 and word.lower.endswith("ing")
        return at if alone_after_for else end
    return listed


def _end_of_listed(words: list[_Word], at: int) -> int:
    for length in range(min(4, len(words) - at), 0, -1):
        part = words[at : at + length]
        if any(word.gap.strip(" -") for word in part[1:]):
            continue
        name = " ".join(_bare(word.lower) if word is part[-1] else word.lower for word in part)
        if name in CITIES or (name in REGIONS and len(name) > 3):
            return at + length
    return at


def _end_of_capitals(words: list[_Word], at: int) -> int:
    end = at + 1
    while end < len(words) and end - at < _LONGEST:
        ahead = end
        while ahead < len(words) and words[ahead].lower in _CONNECTORS and words[ahead].gap == " " and ahead - end < 2:
            ahead += 1
        if ahead >= len(words) or not _goes_on(words[ahead - 1], words[ahead]) or "'" in words[end - 1].lower[-2:]:
            break
        end = ahead + 1
    return end


def _goes_on(before: _Word, word: _Word) -> bool:
    joined = word.gap == " " or (word.gap == ". " and before.lower in _SHORTENED)
    named = word.text[0].isupper() and (not word.reserved or word.lower in ("us", "city", "town", "home", "high"))
    return joined and named


def _may_be_name(word: _Word) -> bool:
    """ "in Nice", but not "in Celsius" and not "in October"."""
    return word.base not in WHEN and word.base not in UNITS and len(word.text) > 2


def _is_a_name_at_the_start(words: list[_Word], at: int, end: int) -> bool:
    """Every sentence begins with a capital letter, so there it takes more to make a name."""
    if end >= len(words) or words[end - 1].lower.endswith("'s"):
        return True
    return bool(words[end].gap.strip()) or words[end].base in _AFTER_A_FIRST_WORD or end - at > 1


def _named(words: list[_Word], at: int, end: int) -> tuple[str, int, bool]:
    """The name as it is sent, with the region after it; where it ends; whether it is from the list."""
    part = words[at:end]
    listed = _end_of_listed(words, at) == end
    if len(part) > 1 and _CODE.fullmatch(part[-1].text) and not listed:
        head, last = part[:-1], part[-1].text
        name = f"{_spelled(head)}, {last}"
    else:
        name = _spelled(part)
    for _ in range(2):
        region, end = _region(words, end, name)
        name = f"{name}, {region}" if region else name
    return name, end, listed


def _region(words: list[_Word], at: int, name: str) -> tuple[str, int]:
    """ ", GB", ", New York", "in Texas", or nothing."""
    start = at
    if at >= len(words):
        return "", at
    comma = words[at].gap.strip() == ","
    if words[at].lower == "in" and words[at].gap == " ":
        start = at + 1
        if start < len(words) and words[start].lower == "the":
            start += 1
    elif not comma and (words[at].gap != " " or words[at].lower == "us"):
        return "", at
    for length in (3, 2, 1):
        part = words[start : start + length]
        said = " ".join(word.lower for word in part)
        if len(part) < length or any(word.gap != " " for word in part[1:]):
            continue
        if said in REGIONS and name.lower() not in REGIONS:
            return _spelled(part, code=len(said) < 4), start + length
    if comma and (_CODE.fullmatch(words[at].text) or words[at].lower in LOWER_CODES):
        return words[at].text.upper(), at + 1
    return "", at


def _spelled(part: list[_Word], *, code: bool = False) -> str:
    out: list[str] = []
    for word in part:
        text = _bare(word.text)
        if code:
            text = text.upper()
        elif (text.islower() and not (text in _CONNECTORS and out)) or (text.isupper() and len(text) > 3):
            text = "-".join(piece[:1].upper() + piece[1:].lower() for piece in text.split("-"))
        dot = "." if word.gap == ". " and out else ""
        out.append((dot + " " if out else "") + text)
    return "".join(out)


def _bare(text: str) -> str:
    return re.sub(r"['’]s?$", "", text)
