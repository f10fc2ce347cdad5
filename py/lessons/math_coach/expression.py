"""The line of working in a step, "(3 + 4) × 10" or "2:45 + 0:15", read as a tree and worked out. Judges nothing.

sum      product, then any number of + or − product
product  signed, then any number of × or ÷ signed
signed   − signed, or power
power    atom, then perhaps ² or ³ or ^ and a whole number
atom     47   4.7   2:45   ( sum )
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import prod
from typing import TypeAlias

from domain import (
    Answer,
    Operation,
    Problem,
    Quotient,
    clock,
    exact_arithmetic,
    hours_and_minutes,
    reduced,
    run_together,
)

_TOKEN = re.compile(r"\s*(\d+:\d\d|\d+(?:\.\d+)?|[+−×÷()²³^])")
_MOST_LINES = re.compile(r"(\d+) ([+−×÷]) (\d+)")  # read without a parser, which makes choosing a third faster
_SIGNS = {"+": Operation.ADD, "−": Operation.SUBTRACT, "×": Operation.MULTIPLY, "÷": Operation.DIVIDE}
_RAISED = {"²": 2, "³": 3}


@dataclass(frozen=True, slots=True)
class Clock:
    """A length of time as hours and minutes run together: 2:45 is 245."""

    time: int


@dataclass(frozen=True, slots=True)
class Binary:
    operation: Operation
    left: Node
    right: Node


Node: TypeAlias = "int | Decimal | Clock | Binary"


@lru_cache(maxsize=512)
def parse(text: str) -> Node:
    """Raises `ValueError` for what is not in the grammar above."""
    if plain := _MOST_LINES.fullmatch(text):
        left, sign, right = plain.groups()
        return Binary(_SIGNS[sign], int(left), int(right))
    return _Reader(text).whole()


def value_of(text: str) -> Answer | str:
    """What the line comes to; a time or a quotient with a rest as the text that a step's result shows."""
    value = worked_out(parse(text))
    match value:
        case Clock():
            return clock(value.time)
        case Quotient():
            return str(value)
        case _:
            return value


def worked_out(node: Node) -> Answer | Clock:
    """Plain arithmetic all the way down. Raises `ValueError` where a rule of `Problem` is broken."""
    if not isinstance(node, Binary):
        return node
    left, right = worked_out(node.left), worked_out(node.right)
    if isinstance(left, Clock) and isinstance(right, Clock):
        return _of_times(node.operation, left.time, right.time)
    if isinstance(left, Clock | Quotient) or isinstance(right, Clock | Quotient):
        raise ValueError("A time or a remainder can't be mixed with numbers.")
    return _of_numbers(node.operation, left, right)


def _of_numbers(operation: Operation, left: int | Decimal, right: int | Decimal) -> Answer:
    """A line may hold what a problem may not: results of earlier steps, which are longer, and squares of decimals."""
    with exact_arithmetic():
        match operation:
            case Operation.ADD:
                return reduced(left + right)
            case Operation.SUBTRACT:
                return reduced(left - right)
            case Operation.MULTIPLY:
                return reduced(left * right)
            case Operation.POWER if isinstance(left, Decimal) and right in (2, 3):
                return reduced(prod([left] * int(right)))
            case _:
                return Problem(left, operation, right).exact()


def _of_times(operation: Operation, left: int, right: int) -> Clock:
    if operation is Operation.ADD:
        total = Problem(left, Operation.ADD_TIME, right).exact()
        assert isinstance(total, int)
        return Clock(total)
    if operation is not Operation.SUBTRACT or right > left:
        raise ValueError("Times can only be added, or a shorter one taken from a longer one.")
    hours, minutes = hours_and_minutes(left)
    away_hours, away_minutes = hours_and_minutes(right)
    return Clock(run_together(*divmod((hours - away_hours) * 60 + minutes - away_minutes, 60)))


class _Reader:
    """One pass over the tokens, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _TOKEN.findall(text)
        if "".join(self._tokens) != re.sub(r"\s", "", text):
            raise ValueError(f"{text!r} holds a sign that is not arithmetic.")
        self._at = 0

    def whole(self) -> Node:
        node = self._sum()
        if self._at != len(self._tokens):
            raise ValueError(f"{self._text!r} does not end where it should.")
        return node

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._at += 1
        return token

    def _sum(self) -> Node:
        node = self._product()
        while self._next() in ("+", "−"):
            node = Binary(_SIGNS[self._take()], node, self._product())
        return node

    def _product(self) -> Node:
        node = self._signed()
        while self._next() in ("×", "÷"):
            node = Binary(_SIGNS[self._take()], node, self._signed())
        return node

    def _signed(self) -> Node:
        if self._next() != "−":
            return self._power()
        self._take()
        inner = self._signed()
        return Binary(Operation.SUBTRACT, 0, inner) if isinstance(inner, Clock | Binary) else -inner

    def _power(self) -> Node:
        node = self._atom()
        if self._next() in _RAISED:
            return Binary(Operation.POWER, node, _RAISED[self._take()])
        if self._next() == "^":
            self._take()
            return Binary(Operation.POWER, node, self._atom())
        return node

    def _atom(self) -> Node:
        token = self._take()
        if token == "(":
            node = self._sum()
            if self._take() != ")":
                raise ValueError(f"{self._text!r} has a bracket that is not closed.")
            return node
        if not token[:1].isdigit():
            raise ValueError(f"{self._text!r} has no number where one is needed.")
        if ":" in token:
            hours, minutes = token.split(":")
            return Clock(run_together(int(hours), int(minutes)))
        return reduced(Decimal(token))
