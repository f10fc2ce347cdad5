"""What a program prints, as log events. Bounded, so that a print in an endless loop can't drown the page."""

from __future__ import annotations

import io
from typing import Literal

from glassloop.door import Door, Fact, StopPoint
from glassloop.events import Log

LIMIT = 64_000  # characters per run and stream
BATCH = 2_000  # characters kept back at most, so that a print a line is not a message a line


class Output(io.TextIOBase):
    """A file to print into. Whole lines are told in batches; `flush` tells the rest."""

    def __init__(self, door: Door, source: Literal["stdout", "stderr"]) -> None:
        self._door, self._source = door, source
        self._held = ""
        self._room = LIMIT

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._room > 0:
            self._held += text[: self._room]
            self._room -= len(text)
            if self._room <= 0:
                self._held += f"\n… output cut after {LIMIT:,} characters"
                self.flush()
            elif len(self._held) >= BATCH:
                self.flush()
        return len(text)

    def flush(self) -> None:
        text, self._held = self._held.rstrip("\n"), ""
        if text:
            self._door.tell(Log(self._source, text))


class InOrder:
    """A door that first tells what has been printed, so that prints stand where they happened."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.stdout = Output(door, "stdout")
        self.stderr = Output(door, "stderr")

    def tell(self, event: Fact) -> None:
        self._flush()
        self._door.tell(event)

    async def offer(self, event: StopPoint) -> StopPoint:
        self._flush()
        return await self._door.offer(event)

    def _flush(self) -> None:
        self.stdout.flush()
        self.stderr.flush()
