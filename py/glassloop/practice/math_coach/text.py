"""A question about numbers → one plain line of words, numbers and signs. Knows how people type sums; parses none.

"What's 14³?" becomes "what is 14 ^ 3 ?". A time becomes t and its hours and minutes run together: 2 h 45 min is t245.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from unicodedata import decimal

from glassloop.practice.reading import alike, read_tokens, stem

LONGEST_QUESTION = 600  # characters that are read

Match = re.Match[str]

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_RAW: tuple[tuple[str, str | Callable[[Match], str]], ...] = (
    (r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: " ^ " + m[0].translate(_SUPERSCRIPTS) + " "),
    (r"\.(?:\s?\.)+|⋯", " … "),
    (r"[\"“”„«»`*_]{2,}(?=\s|$)|(?:(?<=\s)|^)[*_]{2,}(?=\w)", " "),  # bold
    (r"[\"“”„«»`]|(?<!\w)['‘’]|['‘’](?!\w)", " "),
    (r"§", " "),  # marks a run in a line
    (r"√", " square root "),
    (r"½", " half "),
    (r"\\times\b", " × "),
    (r"(?<![\d:.])(\d{1,4}):(\d\d)(?![\d:])", r" \1 h \2 min "),
    (r"(?<=\d)\s*(?:hours?|hrs?|h)\.?(?=\d|\s|[^\w\s]|$)", " h "),
    (r"(?<=\d)\s*(?:minutes?|mins?)\b\.?", " min "),
    (r"(?<=\d)m(?=\s|$|[^\w\s])", " min "),
    (r"%", " percent "),
    (r"(?<=\))\s*x\s*(?=[\d(])|(?<=\d)\s*x\s*(?=\()", " × "),
    # Else the tokenizer takes a sign after a word for the number's own.
    (r"^\s*\+(?=\s*[\d(])", "plus "),
    (r"(?<=[\w)…])\s*\+(?!\+)", " plus "),
    (r"(?<=[\w)…])\s*[-−–](?=\s)", " less "),
    (r"\b(squared|cubed|min|h)\s*[-−–]", r"\1 less "),
)

_ORDINALS = {
    word: place for place, word in enumerate(
        "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
    )
}  # fmt: skip
_ORDINAL = rf"(?:\d+(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})"
_VALUE = r"(?:-?\d\S*|t\d+)"

# Words that decide what is asked; a slip of the fingers in one of them is put right.
_TARGETS = (
    "plus minus times multiplied divided multiply divide subtract squared cubed numbers together double series"
    " shortcut shortcuts another instead power answer correct right"
).split()


def _time(hours: str, minutes: str) -> str:
    """Run together as they stand, wrong minutes and all: 1 h 75 min is 175. More than two digits can't be."""
    whole = Decimal(hours or "0")
    over = whole % 1 * 60
    spare = Decimal(minutes or "0") + over
    if spare % 1 or whole >= 10**6:
        return f"{hours or '0'} hours {minutes or '0'} minutes"
    extra, rest = divmod(int(spare), 60) if spare > 99 or over else (0, int(spare))
    return f"t{(int(whole) + extra) * 100 + rest}"


def _ordinal(text: str) -> str:
    return str(_ORDINALS[text]) if text in _ORDINALS else text[:-2]


_NUM = r"\d+(?:\.\d+)?"
_REWRITES: tuple[tuple[str, str | Callable[[Match], str]], ...] = (
    (r"\b(what|that|it|how|who)(?:'s| s)\b", r"\1 is"),
    (
        r"\b(another|last|first|second|third|that|this|which|easier|other|different|next|final) 1\b(?! [-+*/^])",
        r"\1 one",
    ),
    (r"\bwhats\b", "what is"),
    (r"\bhalf an hour\b", "t30"),
    (r"\b(?:1|an) hour and a half\b|\b1 and a half hours?\b", "t130"),
    (r"\b(?:a )?quarter of an hour\b", "t15"),
    (r"\bthree quarters of an hour\b|\b3 quarters of an hour\b", "t45"),
    (r"\ban hour\b", "t100"),
    (r"\b(\d+) h (?:and )?a half(?! of)\b", lambda m: _time(m[1], "30")),
    (rf"\b({_NUM}) (?:h|hours?|hrs?) (?:and )?({_NUM}) (?:min|mins|minutes?|m)\b", lambda m: _time(m[1], m[2])),
    (r"\b(\d+) h (\d\d?)(?= |$)(?! (?:h|hours?|hrs?)\b)", lambda m: _time(m[1], m[2])),
    (rf"\b({_NUM}) (?:h|hours?|hrs?)\b", lambda m: _time(m[1], "")),
    (rf"\b({_NUM}) (?:min|mins|minutes?)\b", lambda m: _time("", m[1])),
    (rf"\b({_VALUE}) after ({_VALUE})", r"\2 + \1"),
    (r"\btimes as (?:much|many|big|large|long) as\b", "*"),
    (r"\b(?:multiplied|timesed) by\b|\btimes(?= (?:-?\d|t\d|\(|it\b|that\b|by\b|the\b))(?: by\b)?", "*"),
    (r"\bdivided by\b|\bover(?= -?\d)", "/"),
    (rf"\b({_VALUE}) (?:less|fewer) than ({_VALUE})", r"\2 - \1"),
    (rf"\b({_VALUE}) (?:more|greater) than ({_VALUE})", r"\2 + \1"),
    (r"\b(?:plus|added to|add on)\b", "+"),
    (r"\b(?:minus|less)(?= )", "-"),
    (r"(?<=[\d)]) (?:take away|take|subtract)(?= [\dt(])", " -"),
    (rf"\b({_VALUE}) subtracted from ({_VALUE})", r"\2 - \1"),
    (r"\bsquared\b", "^ 2"),
    (r"\bcubed\b", "^ 3"),
    (rf"\b(?:raised )?to the ({_ORDINAL})(?: power)?\b(?! of)", lambda m: "^ " + _ordinal(m[1])),
    (rf"\b(?:the )?({_ORDINAL}) power of (\S+)", lambda m: f"{m[2]} ^ {_ordinal(m[1])}"),
    (r"\b(?:raised )?to the power(?: of)?\b", "^"),
    (r"(?<=[\d)]) x (?=[\d(])", " * "),
    (r"\bper cent\b", "percent"),
    (rf"(?<![\d/.] )\b1 / (\d+) of ({_VALUE})", r"\2 / \1"),
    (rf"(?<![\d/.] )\b(\d+) / (\d+) of ({_VALUE})", r"\3 * \1 / \2"),
)
_RAW_RULES = tuple((re.compile(pattern, re.IGNORECASE), to) for pattern, to in _RAW)
_RULES = tuple((re.compile(pattern), to) for pattern, to in _REWRITES)


@lru_cache(64)  # round after round the same questions are read
def canonical(question: str) -> str:
    """One space between any two pieces."""
    text = "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in question[:LONGEST_QUESTION])
    for pattern, to in _RAW_RULES:
        text = pattern.sub(to, text)
    tokens = read_tokens(text)
    line = " ".join(_put_right(token.value) if token.kind == "word" else token.value for token in tokens)
    for pattern, to in _RULES:
        line = pattern.sub(to, line)
    return " ".join(line.split())


_RIGHT_AS_THEY_ARE = frozenset("multiples multiple anther minute point other double doubled".split())


def _put_right(word: str) -> str:
    if word in _RIGHT_AS_THEY_ARE:
        return word
    for target in _TARGETS:
        if word != target and len(target) > 3 and stem(word) != stem(target) and alike(word, target):
            return target
    return "plus" if sorted(word) == sorted("plus") else word
