"""What to say while working and when something is missing. Knows nothing of what is being built."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Trouble(Exception):
    """Something a person must do. `str(trouble)` is one line: what is wrong, and what to do about it."""


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def step(text: str) -> Iterator[None]:
    """One line before a long step and its time in seconds after it."""
    print(f"  {text} …", end=" ", flush=True)
    start = time.monotonic()
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - start:.1f} s", flush=True)


def last_words(output: str) -> str:
    """The line of a failed command's output that says most, shortened to fit into one line of ours."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower()] or lines or ["(it said nothing)"]
    return telling[-1][:240]


def warn(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
