"""The bytes of one response of the Responses API → text to show, and a `Reply` or a `Failure`. Pure, total.

Bytes, SSE and what is no JSON are `ReplyReader`'s: only what a payload means differs.
"""

from __future__ import annotations

from typing import Any

from glassloop.events import Failure
from glassloop.jsontext import shorten
from glassloop.wire.assemble import Assembler
from glassloop.wire.errors import MAX_WORDS
from glassloop.wire.reply import ReplyReader
from glassloop.wire.responses_assemble import ResponsesAssembler
from glassloop.wire.slots import Mint


class ResponsesReader(ReplyReader):
    """Used as `ReplyReader` is. `done` comes with the event that ends the response: its token counts are in it."""

    def _new_assembler(self, known_tools: frozenset[str], taken_ids: frozenset[str], mint: Mint) -> Assembler:
        return ResponsesAssembler(known_tools, taken_ids, mint)

    def _not_an_answer(self, payload: Any, text: str) -> Failure:
        if isinstance(payload, dict) and "choices" in payload:
            what = "The server answered in the form of Chat Completions, not of the Responses API."
        else:
            what = "The server answered with JSON that is no response of the Responses API."
        return Failure(
            what,
            "Choose Chat Completions in the connection: most servers speak only that.",
            shorten(text.strip(), MAX_WORDS),
            "other-format" if isinstance(payload, dict) and "choices" in payload else "not-an-answer",
        )
