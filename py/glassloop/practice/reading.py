"""A question as tokens: words, numbers, quoted text, signs. Knows how people type; no tool and no rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from glassloop.practice import numerals

Kind = Literal["word", "number", "quoted", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """`value`: a word in lower case, a number as JSON text, the text between quotes, or one sign.

    `start` and `end` are offsets into the question. `parts`: what else a number could be ("1,200": 1 and 200).
    """

    kind: Kind
    value: str
    start: int
    end: int
    parts: tuple[str, ...] = ()


Tokens = tuple[Token, ...]

_TOKEN = re.compile(
    r"""
    "(?P<q1>[^"]+)" | “(?P<q2>[^”]+)” | ‘(?P<q3>[^’]+)’ | «(?P<q4>[^»]+)» | `(?P<q5>[^`]+)`
    | (?<!\w)'(?P<q6>[^'\n]+)'(?!\w)
    | (?P<number>(?:(?<![\w.])|(?<=\d[xX]))
        (?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?:(?=[xX]\d)|(?!\w)))
    | (?P<times>(?<=\d)[xX](?=\d)|(?<=\d[ ])[xX](?=[ ]\d))
    | (?P<word>\w+(?:['’-]\w+)*)
    | (?P<sign>\*\*|[^\w\s])
    """,
    re.VERBOSE,
)
_SIGNS = {"−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "÷": "/", "**": "^", "’": "'"}
_LONGEST_NUMERAL = 16  # words
_NEGATIVE_WORDS = ("minus", "negative")


def read_tokens(question: str) -> Tokens:
    return tuple(_signed(_spelled(tuple(_token(match) for match in _TOKEN.finditer(question)))))


def _token(match: re.Match[str]) -> Token:
    kind, text = str(match.lastgroup), match[str(match.lastgroup)]
    start, end = match.span()
    if kind.startswith("q"):
        return Token("quoted", text, start, end)
    match kind:
        case "number":
            parts = tuple(numerals.plain(part) for part in text.split(",")) if "," in text else ()
            return Token("number", numerals.plain(text.replace(",", "")), start, end, parts)
        case "times":
            return Token("sign", "*", start, end)
        case "word":
            return Token("word", text.lower().replace("’", "'"), start, end)
        case _:
            return Token("sign", _SIGNS.get(text, text), start, end)


def _spelled(tokens: Tokens) -> Tokens:
    """Numbers in words become number tokens."""
    out: list[Token] = []
    index = 0
    while index < len(tokens):
        words = []
        for token in tokens[index : index + _LONGEST_NUMERAL]:
            if token.kind != "word":
                break
            words.append(token.value)
        numeral = numerals.spelled(words)
        if numeral is None:
            out.append(tokens[index])
            index += 1
        else:
            last = tokens[index + numeral.words - 1]
            out.append(Token("number", numeral.value, tokens[index].start, last.end, numeral.parts))
            index += numeral.words
    return tuple(out)


def _signed(tokens: Tokens) -> list[Token]:
    """A minus that can't be a subtraction belongs to the number after it."""
    out: list[Token] = []
    for token in tokens:
        if token.kind == "number" and out and _is_sign_of_number(out):
            sign = out.pop()
            value = token.value if sign.value == "+" else numerals.negated(token.value)
            token = replace(token, value=value, start=sign.start, parts=())
        out.append(token)
    return out


def _is_sign_of_number(before: Sequence[Token]) -> bool:
    sign = before[-1]
    if sign.kind == "word" and sign.value not in _NEGATIVE_WORDS:
        return False
    if sign.kind not in ("word", "sign") or (sign.kind == "sign" and sign.value not in "+-"):
        return False
    previous = before[-2] if len(before) > 1 else None
    after_value = previous is not None and (previous.kind == "number" or previous.value == ")")
    return sign.value == "negative" or not after_value


@lru_cache(4096)
def stem(word: str) -> str:
    """Rough: forms of one word come out alike ("adding", "added", "add"), that is all."""
    for ending in ("'s", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    word = word.rstrip("e") or word
    if word.endswith("y"):
        word = word[:-1] + "i"
    return word[:-1] if len(word) > 2 and word[-1] == word[-2] else word


def name_words(name: str) -> tuple[str, ...]:
    """The words in a Python or JavaScript name."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return tuple(word.lower() for word in re.split(r"[^A-Za-z0-9]+", spaced) if word)


# Real words that are one letter away from one that rules look for.
_NO_TYPOS = frozenset(
    "capital supper short shirt shot spout pus plug plum bound find loner tower power flower slower cover other even"
    " reserve convert county country court mount amount point mines mint total tidal dived over ever".split()
)


@lru_cache(16384)
def alike(typed: str, meant: str) -> bool:
    """The same word, perhaps in another form or with a slip of the fingers: one, in a long word two."""
    if typed == meant:
        return True
    if typed in _NO_TYPOS:
        return False
    if stem(typed) == stem(meant):
        return True
    if len(meant) < 4 or abs(len(typed) - len(meant)) > 2:
        return False
    if len(meant) == 4:
        return sorted(typed) == sorted(meant) and _slips(typed, meant) == 1
    return _slips(typed, meant) <= (2 if len(meant) >= 8 else 1)


def _slips(a: str, b: str) -> int:
    """Letters missing, added, changed, or swapped with a neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if earlier and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]
