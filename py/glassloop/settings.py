"""What the reader chose on the page for a lesson, as the program asks for it. Knows no lesson and no page.

    SOURCE = setting("source", "sample")
    CACHE = setting("cache", True)

Read when a program is imported, which happens anew for every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Chosen = Mapping[str, str | bool]
_Value = TypeVar("_Value", str, bool)

_NOTHING: Chosen = {}
_current: ContextVar[Chosen] = ContextVar("glassloop.settings")


def setting(name: str, default: _Value) -> _Value:
    """The value that was chosen, or `default`: where nothing was, and where the value is of another type."""
    value = _current.get(_NOTHING).get(name, default)
    return value if type(value) is type(default) else default


@contextmanager
def using(chosen: Chosen) -> Iterator[None]:
    """Within it, `setting` reads from `chosen`."""
    token = _current.set(chosen)
    try:
        yield
    finally:
        _current.reset(token)
