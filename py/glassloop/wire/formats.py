"""The one place that tells the wire formats apart: which request is written, and which reader reads its reply. Pure.

Refuses to know what either does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never
from urllib.parse import urlsplit

from glassloop.agent import Kept
from glassloop.endpoint import Endpoint, Format
from glassloop.events import Finding, LlmRequest
from glassloop.tools import Tool
from glassloop.transcript import call_ids
from glassloop.wire.lint import lint
from glassloop.wire.reply import ReplyReader
from glassloop.wire.request import chat_request, read_request, read_transcript, tool_names, wants_stream
from glassloop.wire.responses_reply import ResponsesReader
from glassloop.wire.responses_request import note_ids, responses_request


def request_for(
    endpoint: Endpoint,
    round: int,
    system: str,
    kept: Kept,
    tools: Iterable[Tool],
    *,
    forbid_tools: bool = False,
) -> LlmRequest:
    """The request of one round, in the endpoint's format, with what is kept of the transcript."""
    write = responses_request if endpoint.format == "responses" else chat_request
    request = write(endpoint, round, system, kept.transcript, tools, forbid_tools=forbid_tools)
    return replace(request, notes=kept.notes)


def format_of(url: str) -> Format | None:
    """The format of what is POSTed to an address; None when it is no request to a model."""
    path = urlsplit(url).path.rstrip("/")
    if path.endswith("/chat/completions"):
        return "chat"
    return "responses" if path.endswith("/responses") else None


def reader_for(
    request: LlmRequest, taken_ids: frozenset[str], *, status: int, headers: Sequence[tuple[str, str]]
) -> ReplyReader:
    """A reader of the reply to `request`, which may have been edited: its address says what it is."""
    read = ResponsesReader if format_of(request.url) == "responses" else ReplyReader
    return read(
        status=status,
        requested_stream=wants_stream(request.body),
        known_tools=tool_names(request.body),
        taken_ids=taken_ids,
        headers=headers,
    )


def findings_in(url: str, body: str) -> tuple[Finding, ...]:
    """The rules that a request body breaks; none are known for the Responses API."""
    return lint(read_request(body)) if format_of(url) == "chat" and body else ()


def ids_in(request: LlmRequest) -> frozenset[str]:
    """Every id that a note in a request's history bears."""
    match format_of(request.url):
        case "responses":
            return note_ids(request.body)
        case "chat" | None:
            return call_ids(read_transcript(request.body))
        case other:
            assert_never(other)
