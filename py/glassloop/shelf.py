"""Named JSON documents that outlive a run: a program's cache, an outbox. Knows no page and no browser.

    outbox = Shelf("conversation", "outbox")
    outbox.put([*outbox.get([]), "a new entry"])

A program is imported anew for every run, and Python may be ended at any time, so nothing that a module holds stays.
What is put on a shelf is handed to the page at once and comes back with the next run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal

from glassloop.jsontext import read_json

Scope = Literal["lesson", "conversation"]
Documents = Mapping[str, str]

# What the page keeps of one document, in characters.
MAX_CHARACTERS = 200_000


def _nobody(scope: Scope, name: str, text: str) -> None:
    return None


@dataclass(slots=True)
class Shelves:
    """The documents of both scopes by name, as JSON text. `told(scope, name, text)` hears of every change."""

    lesson: Documents = field(default_factory=dict)
    conversation: Documents = field(default_factory=dict)
    told: Callable[[Scope, str, str], None] = _nobody

    def read(self, scope: Scope, name: str) -> str | None:
        return (self.lesson if scope == "lesson" else self.conversation).get(name)

    def write(self, scope: Scope, name: str, text: str) -> None:
        if scope == "lesson":
            self.lesson = {**self.lesson, name: text}
        else:
            self.conversation = {**self.conversation, name: text}
        self.told(scope, name, text)


_current: ContextVar[Shelves] = ContextVar("glassloop.shelf")
_OUTSIDE = Shelves()


@contextmanager
def shelves(there: Shelves) -> Iterator[None]:
    """Within it, every `Shelf` is one of `there`."""
    token = _current.set(there)
    try:
        yield
    finally:
        _current.reset(token)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One document. `scope`: "conversation" starts empty with each one; "lesson" stays over them all, and reloads."""

    scope: Scope
    name: str

    def get(self, default: Any) -> Any:
        """The JSON value that was put here last, or `default` when nothing was, or what is kept is no JSON."""
        text = _current.get(_OUTSIDE).read(self.scope, self.name)
        try:
            return default if text is None else read_json(text)
        except ValueError:
            return default

    def put(self, value: Any) -> None:
        """Raises `TypeError` when `value` is no JSON, `ValueError` when it is longer than `MAX_CHARACTERS`."""
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if len(text) > MAX_CHARACTERS:
            raise ValueError(f"A shelf holds {MAX_CHARACTERS:,} characters; {self.name!r} would have {len(text):,}.")
        _current.get(_OUTSIDE).write(self.scope, self.name, text)
