"""Status and body, or a transport's error, → what happened, what to try, and the server's own words. Pure and total.

Decides by content, never by content type. Quota is not rate; a wrong path is not a wrong key; a model without tools and
a context that is too long are said as that, whatever the status.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from glassloop.events import Cause, Failure
from glassloop.jsontext import mend_surrogates, read_wire_json, shorten
from glassloop.transport import Aborted, CapReached, Refused, TransportError, Unreachable
from glassloop.wire.reasons import reason_by_status, reason_by_words
from glassloop.wire.sse import SseParser

MAX_WORDS = 600


@dataclass(frozen=True, slots=True)
class ServerError:
    """What an error body says. `codes` are its codes and types, lower case, with spaces around each."""

    words: str
    codes: str = ""
    status: int = 0


def explain(status: int, body: str) -> Failure:
    """A response with an error status, or an error inside a 200."""
    text = body.strip()
    if not text:
        return _for_empty(status)
    if looks_like_html(text):
        return _for_page(status, text)
    error = read_error(text)
    return explain_error(status, error if error is not None else ServerError(_bounded(text)), plain=error is None)


def explain_error(status: int, error: ServerError, *, plain: bool = False) -> Failure:
    """`plain`: the body was no JSON. A status inside the error counts where HTTP's own says 2xx."""
    if 200 <= status < 300 or not status:
        status = error.status or status
    known = f"{error.codes} {error.words}".lower()
    reason = reason_by_words(status, known) or reason_by_status(status, plain=plain)
    return Failure(reason.what, reason.advice, error.words, reason.cause)


def explain_transport(error: TransportError) -> Failure:
    """No response at all: the transport has the words already."""
    cause: Cause = "unknown"
    match error:
        case Refused():
            cause = "refused"
        case CapReached():
            cause = "cap"
        case Unreachable():
            cause = "unreachable"
        case Aborted():
            cause = "aborted"
        case _:
            pass
    return Failure(str(error) or "No answer arrived.", error.advice, cause=cause)


def looks_like_html(text: str) -> bool:
    return (
        re.match(r"\s*(<!doctype|<html|<head|<body|<title|<!--|<\?xml|<center|<h1|<div|<script)", text, re.IGNORECASE)
        is not None
    )


def read_error(body: str) -> ServerError | None:
    """Every shape that error bodies come in; None when the text is no JSON, or JSON that says nothing."""
    text = body.strip()
    if re.match(r"(data|event):", text):
        parser = SseParser()
        events = parser.feed(text.encode("utf-8", "replace")) + parser.close()
        return next((found for event in events if (found := read_error(event.data)) is not None), None)
    try:
        value = read_wire_json(text)
    except ValueError:
        return None
    return error_in(value)


def error_in(value: Any, depth: int = 0) -> ServerError | None:
    """The error that a parsed body holds, if any."""
    if depth > 4:
        return None
    match value:
        case [first, *_]:
            return error_in(first, depth + 1)
        case str() if value.strip():
            return read_error(value) or ServerError(_bounded(value))
        case dict():
            return _from_object(value, depth)
        case _:
            return None


def _from_object(value: dict[str, Any], depth: int) -> ServerError | None:
    codes = [
        str(value[key])
        for key in ("code", "type", "status", "param", "reason")
        if isinstance(value.get(key), str | int)
    ]
    status = next((code for key in ("code", "status", "status_code") if (code := _status(value.get(key)))), 0)
    metadata = value.get("metadata")
    raw = error_in(metadata["raw"], depth + 1) if isinstance(metadata, dict) and metadata.get("raw") else None
    inner: ServerError | None = None
    for key in ("error", "errors", "message", "detail", "msg", "error_description", "reason", "title"):
        found = value.get(key)
        if not found or isinstance(found, bool):
            continue
        inner = _from_details(found) if key == "detail" and isinstance(found, list) else error_in(found, depth + 1)
        if inner is not None:
            break
    if inner is None and raw is None:
        return None
    words = inner.words if inner is not None else ""
    if raw is not None and raw.words not in words:
        words = f"{words} ({raw.words})" if words else raw.words
    if isinstance(metadata, dict) and isinstance(metadata.get("provider_name"), str):
        words = f"{metadata['provider_name']}: {words}"
    delays = re.findall(r"'retryDelay': '([^']+)'", str(value.get("details"))) if value.get("details") else []
    codes += [f"retrydelay {delay}" for delay in delays]
    known = " ".join([*codes, *(each.codes for each in (inner, raw) if each is not None)]).lower()
    return ServerError(
        _bounded(words), f" {known} ", (inner.status if inner else 0) or status or (raw.status if raw else 0)
    )


def _from_details(details: list[Any]) -> ServerError | None:
    """FastAPI's list of `{loc, msg}`."""
    lines = []
    for each in details[:5]:
        if isinstance(each, dict) and "msg" in each:
            where = ".".join(str(step) for step in each.get("loc") or ())
            lines.append(f"{where}: {each['msg']}" if where else str(each["msg"]))
    return ServerError(_bounded("; ".join(lines))) if lines else error_in(details)


def _status(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
        value = int(value)
    return value if isinstance(value, int) and 400 <= value <= 599 else 0


def _bounded(text: str) -> str:
    return shorten(mend_surrogates(text.strip()), MAX_WORDS)


def _for_empty(status: int) -> Failure:
    if 200 <= status < 300 or not status:
        return Failure(
            "The server answered with nothing at all: the body was empty.",
            "Try again; if it stays so, check the base URL and the model's name.",
            cause="empty",
        )
    reason = reason_by_words(status, "") or reason_by_status(status, plain=True)
    return Failure(f"{reason.what} It gave no reason: the body was empty.", reason.advice, cause=reason.cause)


def _for_page(status: int, text: str) -> Failure:
    title = re.search(r"<title[^>]*>(.*?)</title>", text[:20_000], re.IGNORECASE | re.DOTALL) or re.search(
        r"<h1[^>]*>(.*?)</h1>", text[:20_000], re.IGNORECASE | re.DOTALL
    )
    words = _bounded(" ".join(re.sub(r"<[^>]*>", " ", title[1]).split())) if title else ""
    if status >= 500 or status == 429:
        reason = reason_by_words(status, "") or reason_by_status(status, plain=False)
        return Failure(f"{reason.what} It sent a web page instead of a reason.", reason.advice, words, reason.cause)
    return Failure(
        f"That address answered with a web page, not an API (status {status}).",
        "Check the base URL: it usually ends in /v1. On a hotel or office network, a sign-in page may be in the way.",
        words,
        "page",
    )
