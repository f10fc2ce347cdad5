"""A line of words, numbers and signs → the calculations in it. Works nothing out; knows no tool and no conversation.

Grammar, loosest first: sum → product → power → one value. A value is a number, a time, a run, something in brackets,
"it" where that means something, or an order such as "double 47", "half of 86", "add 1, 2 and 3".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from glassloop.practice.math_coach.runs import MARK, cut_runs
from glassloop.practice.math_coach.trees import Calc, Leaf, Operand, combine

_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
LONGEST_LINE = 120  # pieces; also bounds how deep the parser goes
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII)
_PRONOUNS = frozenset("it that this result answer".split())
_ARTICLES = frozenset("the a an of".split())
_PARTS = {"half": "2", "third": "3", "quarter": "4", "fifth": "5", "sixth": "6", "eighth": "8", "tenth": "10"}
_TIMES = {"double": "2", "twice": "2", "triple": "3", "treble": "3", "quadruple": "4"}
_SEPARATORS = frozenset({",", "and", "&", "+", "with"})


@dataclass(frozen=True, slots=True)
class Found:
    """A calculation, and where it stands: pieces `start` to `end` (exclusive)."""

    tree: Calc
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """`line`: with marks for its runs. `pieces`: its words, numbers and signs. `loose`: which of them are numbers that
    belong to no calculation."""

    line: str
    pieces: tuple[str, ...]
    found: tuple[Found, ...]
    loose: tuple[int, ...]

    def number(self, place: int) -> Leaf | None:
        return as_leaf(self.pieces[place]) if 0 <= place < len(self.pieces) else None


def parse(line: str, previous: Calc | None = None) -> Parsed:
    """`previous`: what "it" means, and what a line that begins with a sign goes on from. Raises `NotOffered`."""
    marked, runs = cut_runs(line)
    pieces = tuple(marked.split()[:LONGEST_LINE])
    found: list[Found] = []
    loose: list[int] = []
    place = 0
    while place < len(pieces):
        parser = _Parser(pieces, runs, place, previous)
        before = place - 1
        goes_on = previous is not None and pieces[place] in _BINDS and before not in loose
        tree = parser.going_on(previous) if goes_on and previous is not None else parser.level(1)
        if isinstance(tree, Calc) and tree is not previous:
            found.append(Found(tree, place, parser.at))
            previous = tree
            place = parser.at
            continue
        if as_leaf(pieces[place]) is not None:
            loose.append(place)
        place += 1
    return Parsed(marked, pieces, tuple(found), tuple(loose))


def as_leaf(piece: str) -> Leaf | None:
    if piece.startswith("t") and piece[1:].isdecimal():
        return Leaf(piece[1:], time=True)
    return Leaf(piece) if _NUMBER.fullmatch(piece) else None


class _Parser:
    """Precedence climbing from `at` on. None where there is no value; `at` then means nothing."""

    def __init__(self, pieces: Sequence[str], runs: Sequence[Calc], at: int, previous: Calc | None) -> None:
        self._pieces, self._runs, self._previous = pieces, runs, previous
        self.at = at

    def level(self, least: int) -> Operand | None:
        return self._rest(self._value(), least)

    def going_on(self, left: Calc) -> Operand | None:
        """ "+ 9" after an earlier calculation."""
        tree = self._rest(left, 1)
        return None if tree is left else tree

    def _rest(self, left: Operand | None, least: int) -> Operand | None:
        while left is not None and _BINDS.get(self._piece(), 0) >= least:
            here, sign = self.at, self._piece()
            self.at += 1
            right = self.level(_BINDS[sign] + (sign != "^"))
            if right is None:
                self.at = here
                return left
            left = combine(sign, left, right)
        return left

    def _piece(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self._pieces[place] if place < len(self._pieces) else ""

    def _skip(self, *words: str) -> bool:
        if self._piece() in words:
            self.at += 1
            return True
        return False

    def _value(self) -> Operand | None:
        while self._piece() in _ARTICLES and self._piece(1):
            self.at += 1
        piece = self._piece()
        leaf = as_leaf(piece)
        if leaf is not None:
            self.at += 1
            return self._percent(leaf)
        if piece.startswith(MARK):
            self.at += 1
            return self._runs[int(piece[1:])]
        if piece == "(":
            self.at += 1
            inner = self.level(1)
            return inner if inner is not None and self._skip(")") else None
        if piece in _PRONOUNS and self._previous is not None:
            self.at += 1
            return self._previous
        order = _ORDERS.get(piece)
        if order is None:
            return None
        self.at += 1
        return order(self, piece)

    def _percent(self, leaf: Leaf) -> Operand | None:
        """ "15 percent of 80": 80 × 15, then ÷ 100."""
        if not self._skip("percent"):
            return leaf
        whole = self.level(2) if self._skip("of") else None
        return None if whole is None else Calc("/", combine("*", whole, leaf), Leaf("100"))

    def scaled(self, word: str) -> Operand | None:
        """ "half of 86", "double 47"."""
        self._skip("of")
        sign, by = ("/", _PARTS[word]) if word in _PARTS else ("*", _TIMES[word])
        whole = self.level(3)
        return None if whole is None else combine(sign, whole, Leaf(by))

    def raised(self, word: str) -> Operand | None:
        """ "the square of 15", "cube 14"."""
        self._skip("of")
        base = self.level(4)
        return None if base is None else Calc("power", base, Leaf("2" if word == "square" else "3"))

    def listed(self, word: str) -> Operand | None:
        """ "the sum of 1, 2 and 3", "add 9 to 47", "the product of 13 and 14", "multiply 13 by 14"."""
        sign = "*" if word in ("product", "multiply") else "+"
        self._skip("up")
        self._skip("together")
        self._skip("of")
        if self._skip("by"):
            return self._onto_previous(sign)
        first = self.level(2)
        total = first
        while total is not None and self._separated(sign):
            item = self.level(2)
            if item is None:
                self.at -= 1
                break
            total = combine(sign, total, item)
        if total is None or first is None:
            return None
        if sign == "+" and self._piece() in ("to", "onto") and (target := self._after()) is not None:
            return combine(sign, target, total)
        return self._with_previous(sign, total) if total is first else total

    def _separated(self, sign: str) -> bool:
        if sign == "*" and self._skip("by", "*"):
            return True
        comma = self._skip(",")
        return self._skip(*_SEPARATORS) or comma

    def taken(self, word: str) -> Operand | None:
        """ "subtract 9 from 47", "take 9 away from 47"; without "from" it is taken from what came before."""
        self._skip("away")
        less = self.level(2)
        self._skip("away", "off")
        if less is None:
            return None
        if self._piece() in ("from", "off"):
            whole = self._after()
            return None if whole is None else combine("-", whole, less)
        return self._with_previous("-", less)

    def parted(self, word: str) -> Operand | None:
        """ "divide 144 by 12", "the quotient of 144 and 12"."""
        self._skip("of")
        if self._skip("by"):
            return self._onto_previous("/")
        whole = self.level(3)
        if whole is None:
            return None
        if self._skip("by", "and", "into", "in"):
            by = self.level(3)
            return None if by is None else combine("/", whole, by)
        return self._with_previous("/", whole)

    def apart(self, word: str) -> Operand | None:
        """ "the difference between 37 and 100": the smaller from the larger."""
        if not self._skip("between", "of"):
            return None
        one = self.level(2)
        other = self.level(2) if self._skip("and") else None
        if one is None or other is None:
            return None
        if isinstance(one, Leaf) and isinstance(other, Leaf) and float(one.text) < float(other.text):
            one, other = other, one
        return combine("-", one, other)

    def _after(self) -> Operand | None:
        """What stands after the piece here; stays where it is if nothing does."""
        here = self.at
        self.at += 1
        value = self.level(2)
        if value is None:
            self.at = here
        return value

    def _onto_previous(self, sign: str) -> Operand | None:
        value = self.level(2)
        return None if value is None else self._with_previous(sign, value)

    def _with_previous(self, sign: str, value: Operand) -> Operand:
        if self._previous is None or value is self._previous:
            return value
        return combine(sign, self._previous, value)


_ORDERS: dict[str, Callable[[_Parser, str], Operand | None]] = {
    **dict.fromkeys((*_PARTS, *_TIMES), _Parser.scaled),
    **dict.fromkeys(("square", "cube"), _Parser.raised),
    **dict.fromkeys(("add", "adding", "sum", "total", "product", "multiply"), _Parser.listed),
    **dict.fromkeys(("subtract", "take", "deduct"), _Parser.taken),
    **dict.fromkeys(("divide", "quotient"), _Parser.parted),
    "difference": _Parser.apart,
}
