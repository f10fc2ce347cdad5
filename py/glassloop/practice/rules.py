"""What a rule is and what it can reply. Knows no rule, no wire format and no lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from glassloop.practice.scene import Scene


@dataclass(frozen=True, slots=True)
class Note:
    """A tool call still without its id. `arguments` is the text as it will be sent, broken or not."""

    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Say:
    """An answer for the reader."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One or more notes in one reply."""

    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Fail:
    """No reply but an HTTP error, for readers who ask to see one. `kind` and `message` go into the error body."""

    status: int
    kind: str
    message: str


Reply = Say | Ask | Fail
Rule = Callable[[Scene], Reply | None]


def first(rules: Iterable[Rule], scene: Scene) -> Reply | None:
    """The reply of the first rule that has one. Notes don't count where the request forbids them."""
    for rule in rules:
        reply = rule(scene)
        if reply is not None and not (isinstance(reply, Ask) and not scene.may_ask):
            return reply
    return None
