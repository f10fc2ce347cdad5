"""Calculations as trees: what a question about numbers asks for. Refuses to work any of them out; knows no tool."""

from __future__ import annotations

from dataclasses import dataclass, replace

_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "power": 3}
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "add_time": "+"}
_EXPONENTS = {"2": "²", "3": "³"}
_RUNS = {"series": "", "sum_of_squares": "²", "sum_of_cubes": "³"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number as JSON text; `time`: hours and minutes run together, 245 for 2:45."""

    text: str
    time: bool = False


@dataclass(frozen=True, slots=True)
class Calc:
    """One operation, in the words of the tools. `step`: the gap of a series. `technique`: asked for by its name."""

    operation: str
    left: Operand
    right: Operand
    step: str = ""
    technique: str = ""

    @property
    def time(self) -> bool:
        return self.operation == "add_time"


Operand = Leaf | Calc


class NotOffered(Exception):
    """`str(error)`: a sentence about a calculation that none of the nine operations is."""


def combine(sign: str, left: Operand, right: Operand) -> Calc:
    """`left sign right`; times can only be added. Raises `NotOffered`."""
    if not (left.time or right.time):
        return Calc("power" if sign == "^" else sign, left, right)
    if sign != "+":
        raise NotOffered("The tools add lengths of time, and that is all they do with them.")
    return Calc("add_time", left, right)


def leaves(tree: Operand) -> list[Leaf]:
    """The numbers in the order in which they are written."""
    return [tree] if isinstance(tree, Leaf) else [*leaves(tree.left), *leaves(tree.right)]


def with_leaf(tree: Operand, place: int, text: str) -> Operand:
    """The same tree with another number at `place`, counted from 0."""
    if isinstance(tree, Leaf):
        return replace(tree, text=text) if place == 0 else tree
    on_left = len(leaves(tree.left))
    if place < on_left:
        return replace(tree, left=with_leaf(tree.left, place, text), technique="")
    return replace(tree, right=with_leaf(tree.right, place - on_left, text), technique="")


def written(tree: Operand, known: dict[Calc, str] | None = None) -> str:
    """As people write it. `known`: what stands in the place of calculations that are done already."""
    return _written(tree, known or {}, 0)


def with_minus(text: str) -> str:
    """JSON's "-3" with the sign that people print."""
    return "−" + text[1:] if text.startswith("-") else text


def clock(text: str) -> str:
    """ "245" → "2:45"."""
    return f"{text[:-2] or '0'}:{text[-2:].zfill(2)}"


def _power(base: str, exponent: str) -> str:
    return base + _EXPONENTS.get(exponent, f"^{exponent}")


def _written(tree: Operand, known: dict[Calc, str], around: int) -> str:
    if isinstance(tree, Leaf):
        text = clock(tree.text) if tree.time else with_minus(tree.text)
        return f"({text})" if around > 1 and text.startswith("−") else text
    if tree in known:
        return known[tree]
    if tree.operation in _RUNS:
        mark = _RUNS[tree.operation]
        first, last = (_written(each, known, 3) + mark for each in (tree.left, tree.right))
        return f"({first} + … + {last})" if around else f"{first} + … + {last}"
    binds = _BINDS.get(tree.operation, 1)
    left = _written(tree.left, known, binds + (tree.operation == "power"))
    right = _written(tree.right, known, binds + 1)
    text = f"{left} {_SIGNS[tree.operation]} {right}" if tree.operation != "power" else _power(left, right)
    return f"({text})" if binds < around else text
