"""The bytes of one response → text to show while they arrive, and a `Reply` or a `Failure` at their end. Pure, total.

Decides by the bytes, never by the content type: a stream, JSON in one piece, JSON by lines, a web page, plain text,
nothing. No sequence of bytes makes it raise. Refuses to know the transport, time and the transcript.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import Any, Literal

from glassloop.events import Failure, Reply
from glassloop.jsontext import is_json_object, mend_surrogates, read_wire_json, shorten
from glassloop.wire.assemble import Assembler
from glassloop.wire.errors import MAX_WORDS, explain, looks_like_html
from glassloop.wire.payload import read_payload
from glassloop.wire.slots import Mint, counting_mint
from glassloop.wire.sse import SseEvent, SseParser

MAX_BYTES = 32_000_000
# Enough of a body's beginning to tell what it is: the longest is `event:`.
_HEAD = 7
# Blank bytes in front of a body that are waited for.
_SNIFFED = 4096
_LONGER_THAN_DONE = 40
_FIELDS = ("data:", "event:", "id:", "retry:", ":", "data\n", "data\r")
_Form = Literal["unknown", "stream", "json", "other", "error"]


class ReplyReader:
    """`feed` every chunk, then `close` once. Any chunking of the same bytes gives the same reply and the same text.

    `done`: the server said that this is all, so the caller may stop reading. `finished`: a finish reason was seen, so
    only usage can still come: wait a short while, then stop.
    """

    def __init__(
        self,
        *,
        status: int,
        requested_stream: bool,
        known_tools: frozenset[str],
        taken_ids: frozenset[str],
        headers: Sequence[tuple[str, str]] = (),
        mint: Mint | None = None,
    ) -> None:
        self._status = status
        self._type = next((value for name, value in headers if name.lower() == "content-type"), "")
        self._requested_stream = requested_stream
        self._form: _Form = "unknown" if 200 <= status < 300 else "error"
        self._sse = SseParser()
        self._assembler = self._new_assembler(known_tools, taken_ids, mint or counting_mint())
        self._held = bytearray()
        self._size = 0
        self._foreign: str | None = None
        self._broken: str | None = None
        self.done = False

    def _new_assembler(self, known_tools: frozenset[str], taken_ids: frozenset[str], mint: Mint) -> Assembler:
        return Assembler(known_tools, taken_ids, mint)

    def _not_an_answer(self, payload: Any, text: str) -> Failure:
        return _not_a_completion(payload, text)

    @property
    def finished(self) -> bool:
        return self._form == "stream" and self._assembler.finish_reason is not None

    def feed(self, chunk: bytes) -> tuple[str, ...]:
        """→ pieces of text to add to what is shown; often none."""
        if self.done or not chunk:
            return ()
        self._size += len(chunk)
        if self._size > MAX_BYTES:
            self.done = True
            return ()
        if self._form == "stream":
            events = self._sse.feed(chunk)
            return self._take(events) if events else ()
        self._held += chunk
        if self._form == "unknown":
            self._form = _form_of(self._held[:_SNIFFED], len(self._held) >= _SNIFFED)
            if self._form == "stream":
                return self._take(self._sse.feed(self._release()))
        return ()

    def close(self) -> Reply | Failure:
        """The end of the bytes, or of the caller's patience."""
        if self._size > MAX_BYTES:
            return Failure(
                f"The reply is larger than {MAX_BYTES // 1_000_000} MB, so reading was stopped.",
                "Ask for something shorter.",
                cause="broken",
            )
        if self._form == "unknown":
            self._form = _form_of(self._held[:_SNIFFED], True)
            if self._form == "stream":
                self._take(self._sse.feed(self._release()))
        match self._form:
            case "error":
                return explain(self._status, self._text())
            case "stream":
                return self._close_stream()
            case "json":
                return self._close_json()
            case _:
                return self._close_other()

    def _take(self, events: list[SseEvent]) -> tuple[str, ...]:
        return tuple(filter(None, map(self._payload, events)))

    def _release(self) -> bytes:
        held = bytes(self._held).removeprefix(codecs.BOM_UTF8).lstrip()
        self._held.clear()
        return held

    def _payload(self, event: SseEvent) -> str:
        data = event.data.strip()
        # Some gateways wrap their keep-alive comments as data.
        if self.done or not data or data.startswith(":"):
            return ""
        if len(data) < _LONGER_THAN_DONE and data.strip('"').upper() == "[DONE]":
            self.done = True
            return self._assembler.shown_rest()
        try:
            payload = read_payload(data)
        except ValueError:
            return self._several(event.event, data)
        text = self._assembler.add(payload, status=self._status, event=event.event)
        if self._assembler.over:
            self.done = True
        return text

    def _several(self, event: str, data: str) -> str:
        """A proxy that squeezes blank lines out runs events together: one payload a line."""
        lines = data.split("\n")
        if len(lines) > 1 and is_json_object(lines[0]):
            return "".join(self._payload(SseEvent(event, line)) for line in lines)
        self._take_foreign(data)
        return ""

    def _take_foreign(self, data: str) -> None:
        if self._assembler.finish_reason is not None:
            self._assembler.note("The server sent something unreadable after the end of its reply; it was left out.")
        elif data.startswith(("{", "[")):
            self._broken = data
        else:
            self._foreign = data
            self.done = True

    def _close_stream(self) -> Reply | Failure:
        if not self.done:
            self._take(self._sse.close())
        if self._foreign is not None:
            return _foreign(self._foreign)
        ended = self.done or self._assembler.finish_reason is not None
        if self._broken is not None and ended and self._assembler.failure is None:
            return Failure(
                "A piece of the server's stream could not be read, so its reply is not complete.",
                "Try again; if it keeps happening, switch streaming off in the connection.",
                shorten(self._broken, MAX_WORDS),
                "broken",
            )
        if not self._requested_stream:
            self._assembler.note("We asked for a reply in one piece; the server streamed it.")
        if self._type and "event-stream" not in self._type.lower():
            self._assembler.note(f"The server called its stream {shorten(self._type, 60)!r}; it was read as a stream.")
        return self._assembler.finish(ended=ended)

    def _close_json(self) -> Reply | Failure:
        text = self._text()
        payloads = _payloads(text)
        if payloads is None:
            return Failure(
                "The server's reply is not complete JSON; the connection may have dropped.",
                "Try again; if it stays so, check the base URL.",
                shorten(text.strip(), MAX_WORDS),
                "broken",
            )
        for payload in payloads:
            self._assembler.add(payload, status=self._status)
        if self._assembler.failure is None and not self._assembler.saw_choice:
            return self._not_an_answer(payloads[0], text)
        if self._requested_stream:
            self._assembler.note("We asked for a stream; the server answered in one piece.")
        return self._assembler.finish(ended=len(payloads) == 1 or _says_done(payloads[-1]))

    def _close_other(self) -> Reply | Failure:
        text = self._text()
        if not text.strip() or looks_like_html(text):
            return explain(self._status, text)
        return _foreign(text.strip())

    def _text(self) -> str:
        return mend_surrogates(self._held.decode("utf-8-sig", "replace"))


def _form_of(head: bytes | bytearray, complete: bool) -> _Form:
    """Depends on the first characters only, so that chunking can't change it. `complete`: no more will be looked at."""
    start = bytes(head).removeprefix(codecs.BOM_UTF8).decode("utf-8", "ignore").lstrip()
    if start[:1] in ("{", "["):
        return "json"
    if start.startswith(_FIELDS):
        return "stream"
    return "unknown" if len(start) < _HEAD and not complete else "other"


def _payloads(text: str) -> list[Any] | None:
    """One JSON value, or one a line; None when it is neither."""
    try:
        return [read_wire_json(text.strip())]
    except ValueError:
        pass
    try:
        values = [read_wire_json(line.removeprefix("data:").strip()) for line in text.splitlines() if line.strip()]
    except ValueError:
        return None
    return values if len(values) > 1 else None


def _says_done(payload: Any) -> bool:
    return isinstance(payload, dict) and payload.get("done") is True


def _foreign(text: str) -> Failure:
    return Failure(
        "The server sent plain words instead of an answer.",
        "They may name the reason; else check the base URL, which usually ends in /v1.",
        shorten(text, MAX_WORDS),
        "not-an-answer",
    )


def _not_a_completion(payload: Any, text: str) -> Failure:
    keys = payload.keys() if isinstance(payload, dict) else ()
    if "output" in keys:
        what = "The server answered in the form of the Responses API, not of Chat Completions."
    elif isinstance(payload, dict) and payload.get("type") == "message" and "content" in keys:
        what = "The server answered in the form of Anthropic's Messages API, not of Chat Completions."
    elif isinstance(payload, dict) and payload.get("object") == "list":
        what = "The server answered with a list, not with an answer: this is another of its addresses."
    elif "choices" in keys:
        what = "The server's reply holds no answer: its list of choices is empty."
    else:
        what = "The server answered with JSON that is not a chat completion."
    return Failure(
        what,
        "Check the base URL: it usually ends in /v1, and /chat/completions is added to it.",
        shorten(text.strip(), MAX_WORDS),
        "other-format" if "API, not of Chat Completions" in what else "not-an-answer",
    )
