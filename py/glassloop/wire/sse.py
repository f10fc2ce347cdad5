"""Server-sent events: bytes in, events out, per the WHATWG text. Refuses to know what the data means.

CR, LF and CRLF, also split over chunks; one BOM; comments; several data lines; UTF-8 split anywhere; a last event
without its blank line. Beyond the text: a line that begins with `{` after an empty `data:` line is that line's data
(0xPlaygrounds/rig#534). Any chunking of the same bytes gives the same events.
"""

from __future__ import annotations

from typing import NamedTuple


class SseEvent(NamedTuple):
    """`event` is "message" unless the server named it. A tuple, as there is one for every few characters."""

    event: str
    data: str


class SseParser:
    """`feed` as bytes arrive, `close` once at their end; both return the events completed by then."""

    def __init__(self) -> None:
        # Bytes of a line that is not complete yet. Line ends are no part of longer characters, so lines decode alone.
        self._pieces: list[bytes] = []
        self._started = False
        self._after_cr = False
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[SseEvent]:
        if b"\n" not in chunk and b"\r" not in chunk:
            self._pieces.append(chunk)
            return []
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r")) + 1
        self._pieces.append(chunk[:end])
        lines = self._take_pieces().split("\n")
        lines.pop()  # what follows the last line end: nothing
        self._after_cr = chunk.endswith(b"\r")
        self._pieces.append(chunk[end:])
        return self._lines(lines)

    def close(self) -> list[SseEvent]:
        rest = self._take_pieces()
        return self._lines([rest, ""] if rest else [""])

    def _take_pieces(self) -> str:
        data = b"".join(self._pieces)
        self._pieces.clear()
        # The second half of a CRLF that was cut in two.
        text = (data.removeprefix(b"\n") if self._after_cr else data).decode("utf-8", "replace")
        if not self._started and text:
            self._started = True
            text = text.removeprefix("\ufeff")
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    def _lines(self, lines: list[str]) -> list[SseEvent]:
        events: list[SseEvent] = []
        for line in lines:
            if line.startswith("data:"):
                self._data.append(line[6:] if line.startswith(" ", 5) else line[5:])
            elif line:
                self._other(line)
            else:
                data, event = "\n".join(self._data), self._event
                self._data, self._event = [], ""
                if data:
                    events.append(SseEvent(event or "message", data))
        return events

    def _other(self, line: str) -> None:
        field, _, value = line.partition(":")
        if field == "data":
            self._data.append("")
        elif field == "event":
            self._event = value.removeprefix(" ")
        elif self._data and not self._data[-1].strip() and line.lstrip(" ").startswith("{"):
            self._data[-1] = line.lstrip(" ")
