"""Sums in a clause → steps, one tool call for each operation. Refuses to calculate: it only decides what to ask for.

"2 + 3 * 4" becomes a note for a tool that multiplies, then one for a tool that adds. Where nothing on the menu
subtracts, 10 - 3 is asked for as 10 + (-3), as a resourceful model would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from glassloop.practice import numerals
from glassloop.practice.clauses import Clause, refers_back
from glassloop.practice.concepts import BY_SIGN, Concept, for_concept, spot
from glassloop.practice.plan import Argument, Reading, Ref, Step, Task, Unclear, Value
from glassloop.practice.reading import Tokens
from glassloop.practice.scene import Tool

_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
_SHOWN = {"*": "×", "/": "÷"}
_LONGEST = 60  # items; also bounds how deep the parser goes
_WORDS = {
    ("plus",): "+",
    ("minus",): "-",
    ("less",): "-",
    ("times",): "*",
    ("multiplied", "by"): "*",
    ("divided", "by"): "/",
    ("over",): "/",
    ("to", "the", "power", "of"): "^",
}


class MissingTool(Exception):
    """Nothing on the menu does this."""

    def __init__(self, concept: Concept) -> None:
        super().__init__(concept.name)
        self.concept = concept


@dataclass(slots=True)
class Sums:
    """Collects the steps of one clause. `base` is the place in the plan where they begin."""

    menu: Sequence[Tool]
    base: int
    steps: list[Step] = field(default_factory=list)

    def combine(self, sign: str, left: Value, right: Value) -> Ref:
        """Ask for one operation. Raises `MissingTool`."""
        tool = for_concept(self.menu, BY_SIGN[sign])
        if tool is None and sign == "-" and isinstance(right, str):
            tool, right = for_concept(self.menu, BY_SIGN["+"]), numerals.negated(right)
        if tool is None:
            raise MissingTool(BY_SIGN[sign])
        self.steps.append(Step(tool.name, _arguments(tool, left, right)))
        return Ref(self.base + len(self.steps) - 1)


def _arguments(tool: Tool, left: Value, right: Value) -> tuple[Argument, ...]:
    """The first two parameters that can hold numbers; a tool that takes a list gets both in it, if they are known."""
    names = [part.name for part in tool.parameters if part.numeric] or [part.name for part in tool.parameters]
    if len(names) == 1 and isinstance(left, str) and isinstance(right, str):
        return (Argument(names[0], f"[{left}, {right}]", numeric=False),)
    return tuple(Argument(name, value, numeric=True) for name, value in zip(names, (left, right), strict=False))


def read_expression(clause: Clause, menu: Sequence[Tool], base: int, previous: Ref | None) -> Reading | None:
    """A clause with numbers and signs between them ("what's 10 plus 5?"), or None."""
    items = _items(clause, previous)
    if items is None:
        return None
    sums = Sums(menu, base)
    try:
        result = _Parser(items, sums).whole()
    except MissingTool as missing:
        return Unclear(missing_tool(missing.concept, menu), missing.concept.name)
    if result is None or not sums.steps:
        return None
    return Task(tuple(sums.steps), (*_shown(items), " is "), ".")


def missing_tool(concept: Concept, menu: Sequence[Tool]) -> str:
    if not menu:
        return "There is no menu in this request, so I can't ask for a tool, and I never do sums myself."
    return (
        f"No tool on the menu {concept.verb}, and I only ask for what is on the menu. "
        f"Put one into the dict, describe it on the menu, and ask me again."
    )


Item = Value | tuple[str]  # a number, an earlier result, or one sign


def _items(clause: Clause, previous: Ref | None) -> list[Item] | None:
    """From the first value to the last; None if that is no expression."""
    tokens = clause.tokens
    values = [
        i for i, t in enumerate(tokens) if t.kind == "number" or t.value in ("(", ")") or _back(tokens, i, previous)
    ]
    if not values:
        return None
    adding = spot(tokens, BY_SIGN["+"].phrases) is not None
    items: list[Item] = []
    real = False  # whether a sign is really there, in figures or in words
    index = values[0]
    while index <= values[-1]:
        token = tokens[index]
        if token.kind == "number":
            items.append(token.value)
        elif previous is not None and _back(tokens, index, previous):
            items.append(previous)
        elif token.kind == "sign" and token.value in (*_BINDS, "(", ")"):
            items.append((token.value,))
            real = real or token.value in _BINDS
        elif adding and token.value in ("and", ",", "to"):  # "add 2 * 3 and 4"
            items.append(("+",))
        else:
            spelled = _spelled_sign(clause, index)
            if spelled is None:
                return None
            sign, length = spelled
            items.append((sign,))
            real = True
            index += length - 1
        index += 1
    return items if real and len(items) <= _LONGEST else None


def _back(tokens: Tokens, index: int, previous: Ref | None) -> bool:
    return previous is not None and refers_back(tokens, index)


def _spelled_sign(clause: Clause, index: int) -> tuple[str, int] | None:
    words = [token.value for token in clause.tokens[index : index + 4]]
    for phrase, sign in _WORDS.items():
        if tuple(words[: len(phrase)]) == phrase:
            return sign, len(phrase)
    return ("+", 1) if sorted(words[0]) == sorted("plus") else None


class _Parser:
    """Precedence climbing. Gives None where the items are no expression; depth is bounded by the question's length."""

    def __init__(self, items: Sequence[Item], sums: Sums) -> None:
        self._items, self._sums, self._at = items, sums, 0

    def whole(self) -> Value | None:
        value = self._level(1)
        return value if self._at == len(self._items) else None

    def _level(self, least: int) -> Value | None:
        left = self._atom()
        while left is not None and (sign := self._sign()) in _BINDS and _BINDS[sign] >= least:
            self._at += 1
            right = self._level(_BINDS[sign] + (sign != "^"))
            left = None if right is None else self._sums.combine(sign, left, right)
        return left

    def _atom(self) -> Value | None:
        if self._at >= len(self._items):
            return None
        item = self._items[self._at]
        self._at += 1
        if not isinstance(item, tuple):
            return item
        if item[0] != "(":
            return None
        value = self._level(1)
        closed = self._sign() == ")"
        self._at += 1
        return value if closed else None

    def _sign(self) -> str:
        item = self._items[self._at] if self._at < len(self._items) else ""
        return item[0] if isinstance(item, tuple) else ""


def _shown(items: Sequence[Item]) -> tuple[Value, ...]:
    """The expression as it is repeated in the answer."""
    out: list[Value] = []
    for item in items:
        if not isinstance(item, tuple):
            out.append(item)
        elif item[0] in _BINDS:
            out.append(f" {_SHOWN.get(item[0], item[0])} ")
        else:
            out.append(item[0])
    return tuple(out)
