"""Runs of numbers: "1 + 2 + … + 100", "the first 10 odd numbers", "the squares from 1 to 10". Adds nothing up.

A run in a line of text is cut out and a mark such as §0 put in its place, so that it can stand where a number can.
"""

from __future__ import annotations

import re

from glassloop.practice.math_coach.trees import Calc, Leaf

MARK = "§"

_N = r"-?\d{1,30}"
_TERM = rf"{_N}(?: \^ [23])?"
_DOTS = r"(?:…|and so on|etc \.?)(?: ,)?(?: up)?(?: to)?|(?:all the way )?up to|all the way to"
_WRITTEN = re.compile(
    rf"(?<!\S)(?<![-*/^] )(?P<head>{_TERM}(?: [+,] {_TERM})*)(?: [+,])? (?:{_DOTS})(?: [+,])?(?: and)? "
    rf"(?P<last>{_N})(?: \^ (?P<power>[23]))?(?![\w.])"
)

_ADDING = (
    r"(?:(?:the )?(?:sum|total|series)(?: of)? |(?:add(?:ing)?|sum|total)(?: up)?(?: together)? |what do |what does )?"
)
_EVERY = r"(?:(?:all|each|every)(?: of)? )?(?:the )?"
_KIND = (
    r"(?P<kind>(?:(?:odd|even|whole|natural|counting|positive|consecutive|integer) )*)(?P<what>numbers?|integers?|odds?"
    r"|evens?|(?:perfect )?squares?|square numbers?|(?:perfect )?cubes?|cube numbers?|multiples of (?P<of>\d{1,9}))"
)
_SQUARED = r"(?P<shape>squares?|cubes?)(?: of)? "
_AFTER = r"(?: (?:each )?\^ (?P<power>[23]))?(?: (?:in|with) steps? of (?P<step>\d{1,9}))?(?![\w.])"
_SPAN = rf"(?P<first>{_N}) (?:(?:up )?to|through|until|till|-) (?P<last>{_N})"
_BETWEEN = rf"between (?P<first>{_N}) (?:and|to) (?P<last>{_N})"
_WORDED = tuple(
    re.compile(r"(?<!\w)" + pattern)
    for pattern in (
        rf"{_ADDING}{_EVERY}(?:{_SQUARED}{_EVERY})?first (?P<count>\d{{1,9}}) {_KIND}{_AFTER}",
        rf"{_ADDING}{_EVERY}(?:{_SQUARED}{_EVERY})?{_KIND} (?:(?:starting )?from )?{_SPAN}{_AFTER}",
        rf"{_ADDING}{_EVERY}(?:{_SQUARED}{_EVERY})?{_KIND} {_BETWEEN}{_AFTER}",
        rf"{_ADDING}{_EVERY}{_SQUARED}(?:from )?{_SPAN}{_AFTER}",
        rf"{_ADDING}{_EVERY}(?:{_SQUARED}{_EVERY})?{_KIND} (?P<upto>(?:up )?to|below|under|less than|until|-) "
        rf"(?P<last>{_N}){_AFTER}",
        rf"(?:(?:the )?(?:sum|total|series)(?: of)? |add(?:ing)?(?: up)? |sum(?: up)? )(?:from ){_SPAN}{_AFTER}",
        rf"(?:(?:the )?(?:sum|total|series) (?:of )?|add(?:ing)? up |sum up |everything )(?:from )?{_SPAN}{_AFTER}",
        rf"{_SPAN} (?:added up|added together|altogether|together|in total){_AFTER}",
    )
)
_LISTING = re.compile(r"\b(?:what are|list|name|tell me) (?:all )?(?:the )?first\b")


def cut_runs(line: str) -> tuple[str, list[Calc]]:
    """`line` with marks in the place of its runs, and the runs by the number in their mark."""
    found: list[Calc] = []
    if _LISTING.search(line):
        return line, found

    def mark(run: Calc | None, match: re.Match[str]) -> str:
        if run is None:
            return match[0]
        found.append(run)
        return f"{MARK}{len(found) - 1}"

    for pattern in _WORDED:
        line = pattern.sub(lambda match: mark(_worded(match), match), line)
    return _WRITTEN.sub(lambda match: mark(_written(match), match), line), found


def _written(match: re.Match[str]) -> Calc | None:
    """Terms with dots between them; None where they have no common gap, or their powers differ."""
    terms = [term.split(" ^ ") for term in re.split(r" [+,] ", match["head"])]
    powers = {term[1] if len(term) > 1 else "" for term in terms} | {match["power"] or ""}
    values = [int(term[0]) for term in terms]
    gaps = {after - before for before, after in zip(values, values[1:], strict=False)} or {1}
    if len(powers) > 1 or len(gaps) > 1 or 0 in gaps:
        return None
    return _run(values[0], int(match["last"]), gaps.pop(), powers.pop())


def _worded(match: re.Match[str]) -> Calc | None:
    part = match.groupdict()
    what = f"{part.get('kind') or ''}{part.get('what') or ''}"
    shape = f"{part.get('shape') or ''} {part.get('what') or ''}"
    power = part.get("power") or ("2" if "square" in shape else "3" if "cube" in shape else "")
    gap = int(part.get("step") or part.get("of") or (2 if "odd" in what or "even" in what else 1))
    if gap == 0:
        return None
    begin = 0 if part.get("of") else 2 if "even" in what else 1
    if count := part.get("count"):
        first = gap if part.get("of") else begin
        return _run(first, first + (int(count) - 1) * gap, gap, power) if int(count) else None
    last = int(part["last"]) - (part.get("upto") in ("below", "under", "less than", "-"))
    first = int(part.get("first") or (gap if part.get("of") else begin))
    if gap > 1 and not part.get("step"):  # to the nearest that is odd, even or a multiple
        parity = 1 if "odd" in what else 0
        first += (parity - first) % gap
        last -= (last - parity) % gap
    return _run(first, last, gap, power) if last >= first else None


def _run(first: int, last: int, gap: int, power: str) -> Calc | None:
    if power:
        kind = {"2": "sum_of_squares", "3": "sum_of_cubes"}[power]
        return Calc(kind, Leaf(str(min(first, last))), Leaf(str(max(first, last)))) if abs(gap) == 1 else None
    step = str(abs(gap)) if abs(gap) != 1 else ""
    return Calc("series", Leaf(str(min(first, last))), Leaf(str(max(first, last))), step)
