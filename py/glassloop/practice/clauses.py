"""A question in clauses, and the text that a clause is about. Knows how people ask; no tool, no rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from glassloop.practice.concepts import Span
from glassloop.practice.reading import Token, Tokens

Trigger = Callable[[Tokens], bool]

_ENDS = frozenset(";?!.\n")
_JOINTS = frozenset({"and", "also", "but", "plus"})
_AFTER_JOINT = frozenset("and also then after that afterwards finally next now please".split())
_ASKING = frozenset("tell what what's whats how who why explain".split())
_LEADS = frozenset("make turn convert change write put give say use call print show return find get".split())

# Stripped from the ends of the text that a clause is about; never from its middle.
_NOUNS = frozenset(
    "word words text phrase string sentence name message title letter letters characters following".split()
)
_FRONT = frozenset(
    "please can could would will you i i'd want like need to make turn convert change write put say set transform give"
    " print get show me us do does did what what's whats is are how look looks there let let's"
    " of for with on in from use call using tool and".split()
)
# After the trigger fewer words are mere connection: "shout: I am here".
_FRONT_AFTER = frozenset("please of for with on in from to is are there at tool function and".split())
_GREETS = frozenset("ok okay hey hi hello so now then well".split())
_BACK = frozenset(
    "in to into as all please letters version with using now then for me and be become is look like times time of"
    " please thanks tool written".split()
)
_PRONOUNS = frozenset("it that this them result results answer sum outcome".split())


@dataclass(frozen=True, slots=True)
class Clause:
    tokens: Tokens
    question: str

    @property
    def is_a_wish(self) -> bool:
        """Begins like something that the reader wants to be told."""
        return len(self.tokens) > 2 and self.tokens[0].value in _ASKING

    def words(self, start: int, end: int) -> str:
        """The question's own text from one token to another (exclusive)."""
        return self.question[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""


def split(tokens: Tokens, question: str, trigger: Trigger) -> tuple[Clause, ...]:
    """Cut where something new is asked. `trigger` tells whether tokens name something that can be done.

    An "and" is a cut only before a verb whose rest has a trigger: "10 and 5", "hello and goodbye" stay whole.
    """
    clauses: list[Clause] = []
    start = 0
    index = 0
    while index < len(tokens):
        after = _cut(tokens, start, index, trigger)
        if after is None:
            index += 1
            continue
        if index > start:
            clauses.append(Clause(tokens[start:index], question))
        start = index = after
    if start < len(tokens):
        clauses.append(Clause(tokens[start:], question))
    return tuple(clauses)


def _cut(tokens: Tokens, start: int, index: int, trigger: Trigger) -> int | None:
    """Where the next clause begins, if this token ends one."""
    token = tokens[index]
    if token.kind == "sign" and token.value in _ENDS:
        return index + 1
    if token.kind not in ("word", "sign") or token.value not in _JOINTS | {",", "then"}:
        return None
    after = index + 1
    sure = token.value == "then"
    while after < len(tokens) and tokens[after].kind == "word" and tokens[after].value in _AFTER_JOINT:
        sure = sure or tokens[after].value == "then"
        after += 1
    if after >= len(tokens):
        return None
    if sure or index == start:
        return after
    following = tokens[after]
    if following.kind == "number" and _has_signs(tokens[start:index]):
        return after if _has_signs(tokens[after : after + 2]) else None  # "1 + 1 and 2 + 2"
    if following.kind != "word":
        return None
    if following.value in _ASKING:
        return after
    verb = following.value in _LEADS or trigger(tokens[after : after + 1])
    return after if verb and trigger(tokens[after : after + 40]) else None


def _has_signs(tokens: Tokens) -> bool:
    return any(token.kind == "sign" and token.value in "+-*/^" for token in tokens)


def is_pronoun(token: Token) -> bool:
    return token.kind == "word" and token.value in _PRONOUNS


def refers_back(tokens: Tokens, index: int) -> bool:
    """Stands for the result before it: "it", "the sum", but not "the sum of …"."""
    return is_pronoun(tokens[index]) and not (index + 1 < len(tokens) and tokens[index + 1].value == "of")


def text_near(clause: Clause, trigger: Span, used: frozenset[int] = frozenset()) -> str:
    """The words that the clause is about: those after the trigger, or else those before it. May be empty.

    `used`: tokens already spoken for (a number, a letter), which are left out at the ends.
    """
    after = _trimmed(clause, trigger.end, len(clause.tokens), used)
    return after or _trimmed(clause, 0, trigger.start, used)


def _trimmed(clause: Clause, start: int, end: int, used: frozenset[int]) -> str:
    tokens = clause.tokens
    front = _FRONT_AFTER if start else _FRONT
    while start < end and _drops_in_front(tokens, start, end, used, front):
        start += 1
    while start < end and _drops_at_back(tokens[end - 1], end - 1 in used):
        end -= 1
    if all(is_pronoun(token) or token.value == "the" for token in tokens[start:end]):
        return ""
    return clause.words(start, end)


def _drops_in_front(tokens: Tokens, start: int, end: int, used: frozenset[int], front: frozenset[str]) -> bool:
    token = tokens[start]
    if start in used or token.kind == "sign":
        return True
    following = tokens[start + 1].value if start + 1 < end else ""
    if token.value in ("the", "a", "this", "these", "my"):
        return following in _NOUNS or following == ":" or start + 1 in used
    if token.value in _NOUNS:
        return bool(following)
    if token.value in _GREETS:  # may be the very text: "uppercase ok"
        return start == 0 and bool(following) and (following == "," or token.value != "hello")
    return token.kind == "word" and token.value in front


def _drops_at_back(token: Token, used: bool) -> bool:
    return used or token.kind == "sign" or (token.kind == "word" and token.value in _BACK)
