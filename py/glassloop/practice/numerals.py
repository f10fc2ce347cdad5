"""Numbers as people write them → JSON text. Never computes with floats, so that no digit is lost; knows no token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}


@dataclass(frozen=True, slots=True)
class Numeral:
    """`words`: how many were used up. `parts`: the two numbers that "a hundred and five" could also be."""

    value: str
    words: int
    parts: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Digits as JSON allows them: "007" → "7", ".5" → "0.5"."""
    mantissa, exponent_mark, exponent = text.lower().partition("e")
    whole, dot, fraction = mantissa.partition(".")
    return (whole.lstrip("0") or "0") + dot + fraction + exponent_mark + exponent


def negated(text: str) -> str:
    return text[1:] if text.startswith("-") else "-" + text


def spelled(words: Sequence[str]) -> Numeral | None:
    """The number in words that `words` begins with; None when there is none."""
    pieces = [piece for word in words for piece in _pieces(word)]
    total, current, used = 0, 0, 0
    parts: tuple[str, ...] = ()
    room = 0  # what may still be added to `current`: below 100 after "hundred", below 10 after a ten
    started = False
    while used < len(pieces):
        word = pieces[used]
        if word in _SMALL and (not started or _SMALL[word] < room):
            current += _SMALL[word]
            room = 10 if word in _TENS else 0
        elif word == "hundred" and (not started or 0 < current < 100):
            current = max(1, current) * 100
            room = 100
        elif word in _SCALES and (not started or current > 0):
            total, current, room = total + max(1, current) * _SCALES[word], 0, 1000
        elif word == "and" and room >= 100 and _SMALL.get(_at(pieces, used + 1), room) < room:
            parts = (str(total + current), str(_SMALL[pieces[used + 1]]))
        else:
            break
        started = True
        used += 1
    if not started:
        return None
    return _with_decimals(str(total + current), pieces, used, words, parts)


def _with_decimals(
    whole: str, pieces: Sequence[str], used: int, words: Sequence[str], parts: tuple[str, ...]
) -> Numeral:
    digits = ""
    if _at(pieces, used) == "point":
        for piece in pieces[used + 1 :]:
            if _SMALL.get(piece, 10) > 9:
                break
            digits += str(_SMALL[piece])
        used += 1 + len(digits) if digits else 0
    count, seen = 0, 0
    while seen < used:  # pieces back into words: "twenty-five" is one word of two pieces
        seen += len(_pieces(words[count]))
        count += 1
    return Numeral(whole + ("." + digits if digits else ""), count, parts)


def _pieces(word: str) -> list[str]:
    halves = word.split("-")
    return halves if len(halves) > 1 and all(half in _SMALL or half == "hundred" for half in halves) else [word]


def _at(pieces: Sequence[str], index: int) -> str:
    return pieces[index] if index < len(pieces) else ""
