"""What a question wants: a sum worked out, an answer checked, a list, or words. Knows what was said before, and not
how any of it is done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from glassloop.practice.math_coach.follow_ups import read_follow_up, wants_another_way
from glassloop.practice.math_coach.parsing import LONGEST_LINE, Found, Parsed, parse
from glassloop.practice.math_coach.refusals import TOO_LONG, UNEVEN, UNEVEN_RUN, WHICH_SUM, refusal
from glassloop.practice.math_coach.text import LONGEST_QUESTION, canonical
from glassloop.practice.math_coach.trees import Calc, Leaf, NotOffered, Operand, combine, leaves
from glassloop.practice.math_coach.wishes import Another, Check, Context, Listing, Wish, Wishes, Words, WorkOut, tree_of
from glassloop.practice.scene import Turn

_TURNS = 12  # earlier questions that are read

_EQUALS = frozenset(
    "is are be = equal equals equalling makes make gives give comes to really as always exactly get gets".split()
)
_ANSWER_FOR = frozenset(
    "is = the a right correct wrong true answer result solution for to of got get when equal equals from as what i did"
    " that you".split()
)
_SAYS_ANSWER = frozenset("right correct wrong true answer result solution got get = equal equals".split())
_ASKS = frozenset("is are does do did check was isn't".split())
_REST = frozenset("remainder rest r with and a of".split())

_LISTING = re.compile(
    r"\b(?:which|what|list|show|all|know|have|how many|name|any)\b.*"
    r"\b(?:shortcuts?|tricks?|techniques?|methods?|strategies)\b|^(?:shortcuts?|tricks?|techniques?)\b"
)
_OPERATIONS: tuple[tuple[str, str], ...] = (
    (r"\b(?:t\d+|add(?:ing)? times|times? of day|lengths? of time|hours?|minutes?|clock|time)\b", "add_time"),
    (r"\bsquares\b.*\bsums?\b|\bsums? of (?:the )?squares\b", "sum_of_squares"),
    (r"\bsums? of (?:the )?cubes\b", "sum_of_cubes"),
    (r"\b(?:series|runs?|odd numbers|even numbers|sequences?)\b", "series"),
    (r"\b(?:powers?|cubes?|cubing|squares?|squaring|exponents?)\b|\^", "power"),
    (r"\b(?:multipl\w+|products?)\b|\btimes\b|\*", "*"),
    (r"\b(?:divid\w+|divisions?|quotients?|halv\w+)\b|/", "/"),
    (r"\b(?:subtract\w*|subtractions?|differences?|taking away|take away|minus)\b|(?:^| )-(?: |$)", "-"),
    (r"\b(?:add|adding|addition|sums?|plus)\b|\+", "+"),
)  # fmt: skip
_LONG_NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_CALLED = re.compile(
    r"\b(?:using|with|by|use|try|via|through)(?: the)? ((?:[a-z0-9-]+ ){1,5}?)(?:shortcut|technique|method|trick|way)\b"
)
_BY_NAME = re.compile(r"\b(?:using|with|via|use|try|show|shortcut|technique|method|trick|way)\b")
_NOT_A_NAME = frozenset("another other different same best easier quick mental a an any your that this some".split())


def read_turns(turns: Iterable[Turn]) -> Context:
    """What the conversation before a question was about."""
    context = Context()
    for turn in list(turns)[-_TURNS:]:
        wishes = read(turn.question, context, {})
        about = any(tree_of(wish) is not None for wish in wishes)
        context = Context(wishes if about else context.wishes, turn.answer)
    return context


def read(question: str, context: Context, names: Mapping[str, str]) -> Wishes:
    """`names`: what shortcuts are called → their name for a note. Empty: it has to do with no sum at all."""
    line = canonical(question)
    if len(question) > LONGEST_QUESTION or len(line.split()) > LONGEST_LINE:
        return (Words(TOO_LONG),)
    try:
        parsed = parse(line, context.last)
    except NotOffered as error:
        return (Words(str(error)),)
    if UNEVEN.search(parsed.line):
        return (Words(UNEVEN_RUN),)
    technique = _technique(question, line, names)
    beyond = refusal(line)
    found = _asked(parsed, line, beyond[1] if beyond else None)
    wishes = [_wish(each, parsed, line, technique) for each in found]
    if beyond:
        wishes.append(Words(beyond[0]))
    if wishes:
        return tuple(wishes)
    if technique and context.last is not None:
        return (WorkOut(replace(context.last, technique=technique)),)
    return read_follow_up(parsed, line, context) or _without_a_sum(parsed, line)


def _asked(parsed: Parsed, line: str, beyond: int | None) -> list[Found]:
    """The calculations that count: not those inside a later one, and none that a root is to be taken of."""
    found = [each for each in parsed.found if beyond is None or not -1 <= each.start - beyond <= 5]
    if len(found) == 2 and re.search(r"\b(?:instead of|rather than)\b", line):
        return found[:1]
    return [
        each for place, each in enumerate(found)
        if not any(_within(each.tree, later.tree) for later in found[place + 1 :])
    ]  # fmt: skip


def _within(part: Operand, whole: Operand) -> bool:
    if part == whole:
        return True
    return isinstance(whole, Calc) and (_within(part, whole.left) or _within(part, whole.right))


def _wish(found: Found, parsed: Parsed, line: str, technique: str) -> Wish:
    claim = _claim_after(found, parsed) or _claim_before(found, parsed)
    if claim is not None:
        return Check(found.tree, *claim)
    if technique:
        return WorkOut(replace(found.tree, technique=technique))
    return Another(found.tree) if wants_another_way(line) else WorkOut(found.tree)


def _claim_after(found: Found, parsed: Parsed) -> tuple[Leaf, str] | None:
    """ "48 × 5 = 240", "is 14 cubed 2744?", "17 ÷ 5 = 3 remainder 2"."""
    place = found.end
    while place < len(parsed.pieces) and parsed.pieces[place] in _EQUALS:
        place += 1
    if place not in parsed.loose or (place == found.end and not _ASKS & set(parsed.pieces[: found.start])):
        return None
    rest = place + 1
    while rest < len(parsed.pieces) and parsed.pieces[rest] in _REST:
        rest += 1
    said = {"remainder", "rest", "r"} & set(parsed.pieces[place + 1 : rest])
    remainder = parsed.number(rest) if said and rest in parsed.loose else None
    claimed = parsed.number(place)
    return None if claimed is None else (claimed, remainder.text if remainder else "")


def _claim_before(found: Found, parsed: Parsed) -> tuple[Leaf, str] | None:
    """ "is 240 right for 48 × 5?", "I got 240 for 48 × 5"."""
    place = found.start - 1
    while place >= 0 and parsed.pieces[place] in _ANSWER_FOR:
        place -= 1
    if place not in parsed.loose or (place == found.start - 1 and not _ASKS & set(parsed.pieces[:1])):
        return None
    around = set(parsed.pieces[: found.start])
    claimed = parsed.number(place)
    return (claimed, "") if claimed is not None and around & _SAYS_ANSWER else None


def _technique(question: str, line: str, names: Mapping[str, str]) -> str:
    """A shortcut asked for by name: as some result spelled it, as Python does, or as "the … method"."""
    lower = question.lower()
    spelled = [name for words, name in names.items() if " " in words and (words in lower or words in line)]
    if spelled and _BY_NAME.search(line):
        return max(spelled, key=len)
    if match := _LONG_NAME.search(lower):
        return match[0]
    called = _CALLED.search(line)
    words = called[1].split() if called else []
    return "" if not words or set(words) & _NOT_A_NAME else "_".join(words)


def _without_a_sum(parsed: Parsed, line: str) -> Wishes:
    if _LISTING.search(line):
        return (Listing(next((sign for pattern, sign in _OPERATIONS if re.search(pattern, line)), "")),)
    if parsed.loose:
        told = _told(parsed, line)
        return (WorkOut(told) if told is not None else Words(WHICH_SUM),)
    return ()


def _told(parsed: Parsed, line: str) -> Calc | None:
    """ "I have 3 apples and get 4 more, how many in total?" """
    signs = (
        (r"\b(?:left|remain\w*|spend|spent|lose|lost|gave away|fewer)\b", "-"),
        (r"\beach\b", "*"),
        (r"\b(?:total|altogether|together|more|sum|in all|combined)\b", "+"),
    )
    sign = next((sign for pattern, sign in signs if re.search(pattern, line)), None)
    numbers: list[Operand] = [leaf for place in parsed.loose if (leaf := parsed.number(place)) is not None]
    if sign is None or len(numbers) < 2:
        return None
    total = numbers[0]
    try:
        for number in numbers[1:]:
            total = combine(sign, total, number)
    except NotOffered:
        return None
    return total if isinstance(total, Calc) and leaves(total) else None
