"""Server-sent events: bytes in, events out, per the WHATWG text. Refuses to know what the data means.

CR, LF and CRLF, also split over chunks; one BOM; comments; several data lines; UTF-8 split anywhere; a last event
without its blank line. Beyond the text: a line that begins with `{` after an empty `data:` line is that line's data
(0xPlaygrounds/rig#534). Any chunking of the same bytes gives the same events.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SseEvent:
    """`event` is "message" unless the server named it."""

    event: str
    data: str


class SseParser:
    """`feed` as bytes arrive, `close` once at their end; both return the events completed by then."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._started = False
        self._after_cr = False
        self._partial: list[str] = []
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[SseEvent]:
        return self._take(self._decoder.decode(chunk))

    def close(self) -> list[SseEvent]:
        events = self._take(self._decoder.decode(b"", final=True))
        if self._partial:
            events += self._line("".join(self._partial))
            self._partial = []
        return events + self._line("")

    def _take(self, text: str) -> list[SseEvent]:
        if not text:
            return []
        if not self._started:
            self._started = True
            text = text.removeprefix("\ufeff")
        if self._after_cr and text.startswith("\n"):
            text = text[1:]
            self._after_cr = False
        if not text:
            return []
        self._after_cr = text.endswith("\r")
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        first, *others = text.split("\n")
        self._partial.append(first)
        events: list[SseEvent] = []
        for line in others:
            events += self._line("".join(self._partial))
            self._partial = [line]
        return events

    def _line(self, line: str) -> list[SseEvent]:
        if not line:
            return self._dispatch()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
        elif self._data and not self._data[-1].strip() and line.lstrip(" ").startswith("{"):
            self._data[-1] = line.lstrip(" ")
        return []

    def _dispatch(self) -> list[SseEvent]:
        data, event = "\n".join(self._data), self._event
        self._data, self._event = [], ""
        return [SseEvent(event or "message", data)] if data else []
