"""Whether a failed request is worth sending again, and after how long. Pure; refuses to know clocks and chance.

Only what can pass by itself is tried again, and only while nothing of a reply had come: no tool can run twice by it.
"""

from __future__ import annotations

import re

from glassloop.events import Cause, Failure, LlmResponse

LONGEST_WAIT_S = 60.0

# These stay as they are, whatever the status says.
_PERMANENT: frozenset[Cause] = frozenset({"no-tools", "context", "quota", "region", "model", "cors", "key"})
# A server that fails over what it was sent will do so again.
_OUR_FAULT = re.compile(
    r"system (role|message)|roles? must alternate|\b(template|jinja)|not (supported|implemented|found)|unsupported"
    r"|does(n't| not) (support|exist)|(in|not a )valid (request|json|schema|argument|param|value|type|message)"
    r"|failed to parse|grammar"
)
_NOT_AGAIN = frozenset({501, 505})

_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_PARTS = re.compile(rf"({_NUMBER})\s*(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)")
_SPAN = rf"{_NUMBER}\s*[a-z]+(?:\s*{_NUMBER}\s*[a-z]+)*"
_RETRY_DELAY = re.compile(rf"retry_?delay\W{{1,8}}({_SPAN})", re.IGNORECASE)
_IN_WORDS = re.compile(
    rf"(?:try again|retry(?:ing)?|wait|available|resets?)(?: your request)?(?: again)?(?: in| after| for|:)?"
    rf"(?: at least| about)? ({_SPAN})",
    re.IGNORECASE,
)
_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}


def wait_before_retry(response: LlmResponse, attempt: int, *, reachable: bool = False) -> float | None:
    """Seconds to wait before the same request is sent again; None: never.

    `attempt` counts from 1: how many times it has been sent. `reachable`: this endpoint has answered in this run, so
    that no answer at all is more likely an accident than a wrong address. How often is the caller's to limit.
    """
    if not _may_pass(response, reachable):
        return None
    wait = said_wait(response) or min(float(2**attempt), LONGEST_WAIT_S)
    return wait if wait <= LONGEST_WAIT_S else None


def said_wait(response: LlmResponse) -> float | None:
    """Seconds that the server asks us to wait: in its header, its body or its words. None when it says nothing.

    A browser often may not read the header. One that holds a date is left alone: there is no clock here.
    """
    if response.status < 300:
        return None
    for header, value in response.headers:
        if header.lower() == "retry-after-ms" and (told := _seconds(value)) is not None:
            return told / 1000
    for header, value in response.headers:
        if header.lower() == "retry-after" and (told := _seconds(value)) is not None:
            return told
    body = response.body[:20_000]
    for pattern in (_RETRY_DELAY, _IN_WORDS):
        for found in pattern.finditer(body):
            if (told := _span(found[1])) is not None:
                return told
    return None


def _may_pass(response: LlmResponse, reachable: bool) -> bool:
    failure = response.result
    if not isinstance(failure, Failure) or failure.cause in _PERMANENT:
        return False
    match response.status:
        case 0:
            return reachable and failure.cause == "unreachable"
        case 408 | 429:
            return True
        case status if 500 <= status <= 599:
            return status not in _NOT_AGAIN and not _OUR_FAULT.search(failure.server_words.lower())
        case _:
            return False


def _seconds(value: str) -> float | None:
    text = value.strip()
    return float(text) if re.fullmatch(_NUMBER, text) else None


def _span(text: str) -> float | None:
    """`7.66s`, `1m2s`, `3 seconds`, `500ms` → seconds."""
    total, parts, at = 0.0, 0, 0
    for part in _PARTS.finditer(text.lower()):
        if text[at : part.start()].strip():
            break
        unit = part[2]
        total += float(part[1]) * _UNITS_S["ms" if unit.startswith(("ms", "milli")) else unit[0]]
        parts, at = parts + 1, part.end()
    return total if parts else None
