"""Questions that mean something only after another one: "and 99?", "another way?", "go on". Asks for nothing itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from glassloop.practice.math_coach.parsing import Parsed, as_leaf, parse
from glassloop.practice.math_coach.refusals import NOTHING_YET
from glassloop.practice.math_coach.text import canonical
from glassloop.practice.math_coach.trees import Calc, Leaf, NotOffered, leaves, with_leaf
from glassloop.practice.math_coach.wishes import Another, Check, Context, Wish, Wishes, Words, WorkOut

EXERCISE = "Try this one: "

_VALUE = r"(-?\d+(?:\.\d+)?|t\d+)"
_GO_ON = re.compile(
    r"(?:(?:please|yes|ok|and|then|so) )*(?:go on|go ahead|carry on|continue|keep going|finish(?: it)?|the rest)"
    r"(?: (?:please|then|with it))*(?: [.!?])*"
)
_AGAIN = re.compile(
    r"\b(?:again|repeat|explain|how does (?:that|this|it) work|do not understand|don't understand|say more|why)\b"
)
_OTHER_WAY = re.compile(
    r"\b(?:another|other|different|differently|easier|simpler|alternative|second|more|next)\b.*\b(?:ways?|shortcuts?|methods?"
    r"|tricks?|techniques?|approach|how|one)\b|\bhow else\b|\b(?:anything|something) else\b|\bdifferently\b"
    r"|\b(?:another|other|any other|any others)(?: one)?(?: \?)?$"
)
_SURE = re.compile(
    r"\b(?:are you (?:really )?(?:sure|certain)|(?:double )?check (?:it|that|this|your|the)\b"
    r"|is (?:that|this|it) (?:really )?(?:right|correct|true|wrong)|prove (?:it|that)|verify"
    r"|how do you know|double check)"
)
_INSTEAD = re.compile(r"\b(?:instead|rather than|in place of|if|change|replace|swap|make)\b")
_CHANGED = (
    re.compile(rf"{_VALUE} (?:instead of|rather than|in place of|and not|not) {_VALUE}"),
    re.compile(rf"(?:replace|change|swap) (?:the )?(?:\w+ )?{_VALUE} (?:to|with|by|for|into) (?:an? )?{_VALUE}"),
    re.compile(rf"(?:instead of|rather than) (?:an? |the )?{_VALUE}.*? {_VALUE}"),
)
_NEW = re.compile(
    rf"(?:was|were|is|be|been|being|to|with|by|for|had|make|one|it) (?:an? )?{_VALUE}(?! (?:instead|rather) of)"
)
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "final": -1}
_AND = frozenset(
    "and what how about with for now try do if it was were then the same to so ok as ? . , ! please".split()
)
_REPLY = frozenset(
    "is it its it's the answer i think got get say would be makes make that maybe my = equals so ? . , ! a i'd guess"
    " hmm um well comes to about".split()
)
_MORE = frozenset("and what how with for now try if then".split())


def read_follow_up(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    """For a line in which no whole calculation stands. None: it follows up nothing."""
    for reader in (_go_on, _changed, _other_way, _sure, _exercise, _another_number, _again):
        wishes = reader(parsed, line, context)
        if wishes is not None:
            return wishes
    return None


def wants_another_way(line: str) -> bool:
    return bool(_OTHER_WAY.search(line))


def _about_last(context: Context, make: Callable[[Calc], Wish]) -> Wishes:
    return (make(context.last),) if context.last is not None else (Words(NOTHING_YET),)


def _go_on(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    if not _GO_ON.fullmatch(line):
        return None
    return context.wishes or (Words(NOTHING_YET),)


def _again(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    return context.wishes if _AGAIN.search(line) and not parsed.loose and context.wishes else None


def _other_way(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    if parsed.loose or not wants_another_way(line):
        return None
    return _about_last(context, Another)


def _sure(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    if parsed.loose or not _SURE.search(line):
        return None
    return _about_last(context, lambda tree: Check(tree, None))


def _changed(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    """ "and if the last one was 99 instead of 9?" """
    if not parsed.loose or not _INSTEAD.search(line):
        return None
    both = next((match.groups() for pattern in _CHANGED if (match := pattern.search(line))), None)
    if both is not None:
        new, old = both if _CHANGED[1].search(line) is None else both[::-1]
    elif match := _NEW.search(line):
        new, old = match[1], ""
    else:
        return None
    place = next((_PLACES[word] for word in line.split() if word in _PLACES), None)
    return _about_last(context, lambda tree: _with_change(tree, new, old, place))


def _with_change(tree: Calc, new: str, old: str, place: int | None) -> Wish:
    numbers = leaves(tree)
    value, former = as_leaf(new), as_leaf(old)
    same = [index for index, leaf in enumerate(numbers) if former is not None and leaf.text == former.text]
    if place is None:
        place = same[-1] if same else -1 if former is None else len(numbers)
    elif former is not None and same:
        place = same[0] if place == 0 else same[-1] if place == -1 else place
    if value is None or place >= len(numbers):
        return Words("I can't find that number in the sum before. Ask me the whole sum, please.")
    changed = with_leaf(tree, place % len(numbers), value.text)
    return WorkOut(changed) if isinstance(changed, Calc) else Words(NOTHING_YET)


def _only(parsed: Parsed, words: frozenset[str]) -> Leaf | None:
    """The one number of a line that holds nothing else but these words."""
    if len(parsed.loose) != 1:
        return None
    rest = {piece for place, piece in enumerate(parsed.pieces) if place != parsed.loose[0]}
    return parsed.number(parsed.loose[0]) if rest <= words else None


def _exercise(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    """A bare number after “Try this one: …” is what the reader made of it."""
    set_task = context.answer.rpartition(EXERCISE)[2] if EXERCISE in context.answer else ""
    claimed = _only(parsed, _REPLY)
    last = context.wishes[-1] if context.wishes else None
    if claimed is not None and isinstance(last, Check) and not set_task:
        return (Check(last.tree, claimed),)
    if not set_task or claimed is None:
        return None
    try:
        found = parse(canonical(set_task.splitlines()[0])).found
    except NotOffered:
        return None
    return (Check(found[0].tree, claimed),) if found else None


def _another_number(parsed: Parsed, line: str, context: Context) -> Wishes | None:
    """ "and 99?": the same with another last number."""
    value = _only(parsed, _AND)
    if value is None or context.last is None or not set(parsed.pieces) & _MORE:
        return None
    changed = with_leaf(context.last, len(leaves(context.last)) - 1, value.text)
    return (WorkOut(changed),) if isinstance(changed, Calc) else None
