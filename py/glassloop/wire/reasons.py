"""Why a server refused, from its status and its words → what happened, what to try. Refuses to know bodies.

The wordings are those of real servers. What they say goes before the status: a 404 may be a wrong path, an unknown
model or a model without tools, and a 429 may be an empty account.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from glassloop.events import Cause

_Test = Callable[[int, str], bool]


class Reason(NamedTuple):
    """What happened, what to try, and the same in one word."""

    what: str
    advice: str
    cause: Cause


def reason_by_words(status: int, known: str) -> Reason | None:
    """`known`: codes and words, in lower case. None when the words name no reason that we know."""
    return next((reason for applies, reason in _REASONS if applies(status, known)), None)


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_NO_TOOLS = _any_of(
    r"(does not|doesn't|do not|don't|not) support (tools?\b(?![ _-]?choice)|tool use|tool calling|function|the tools)",
    r"support tool use|\btools?`?( use| calling)?`? (is|are) not supported|function calling is not (supported|enabled)",
)
_TOO_LONG = _any_of(
    r"context_length_exceeded|context[ _](length|window|size)|maximum context|prompt is too long|input is too long",
    r"too many (input )?tokens|reduce the length|exceeds? the (maximum|available|model)[^.]{0,60}(tokens|context)",
    r"no user query found in messages|input token count",
)
_WAITING = re.compile(r"retrydelay|per[ -]?minute|per[ -]?day|requests per|try again in|retry after")
_SLOWER = re.compile(rf"{_WAITING.pattern}|throttl|please wait|rate[ _-]?limit")
_MONEY = _any_of(
    r"insufficient_quota|insufficient (balance|credit|funds|quota)|exceeded your current quota|credit balance|billing",
    r"out of credits?|payment required|not enough credits|more credits",
)
_REGION = _any_of(
    r"unsupported_country",
    r"(country|region|territory|(user|your|this|current) location)[^.]{0,60}"
    r"(not (supported|available|allowed)|unsupported)",
)
_NO_MODEL = _any_of(
    r"model_not_found|model_not_exist|(no such|unknown|invalid) model|not a valid model|no model named|try pulling it",
    r"failed to load model|no models? loaded",
    r"\bmodel\b.{0,120}(not found|does not exist|doesn't exist|not exist|not available|isn't available)",
)
_BAD_KEY = _any_of(
    r"(invalid|incorrect|missing|no|wrong) (api[ _-]?key|authentication|credentials)|invalid_api_key|api_key_invalid",
    r"api[ _-]?key (is )?(not valid|invalid|missing)|(invalid|expired) token|unauthenticated|authentication_error",
)
_THOUGHTS_WANTED = _any_of(
    r"reasoning_content.{0,80}(must|has to|needs? to|should) be (passed|sent|provided|included|returned)",
    r"(missing|requires?|without)[^.]{0,40}reasoning_content|reasoning_content.{0,40}(is )?(missing|required)",
)
_NO_CORS = re.compile(r"cors requests are not allowed")
_TOO_MANY = re.compile(r"rate[ _-]?limit|too many requests")


def _says(pattern: re.Pattern[str]) -> _Test:
    return lambda status, known: pattern.search(known) is not None


def _too_long(status: int, known: str) -> bool:
    # Of a 429, "too many tokens" is said of a minute, not of a context.
    return _TOO_LONG.search(known) is not None and not (status == 429 and _SLOWER.search(known))


def _no_credit(status: int, known: str) -> bool:
    # Gemini writes "exceeded your current quota" for limits per minute too; then it says how long to wait.
    if status == 402:
        return True
    return status in (0, 400, 401, 403, 429) and bool(_MONEY.search(known)) and not _WAITING.search(known)


def _no_model(status: int, known: str) -> bool:
    return status in (0, 200, 400, 403, 404, 422) and _NO_MODEL.search(known) is not None


def _bad_key(status: int, known: str) -> bool:
    return status == 401 or (status in (0, 200, 400, 403) and _BAD_KEY.search(known) is not None)


def _too_many(status: int, known: str) -> bool:
    return status == 429 or (status in (0, 200, 400, 403) and _TOO_MANY.search(known) is not None)


# In this order: the first that applies explains.
_REASONS: tuple[tuple[_Test, Reason], ...] = (
    (
        _says(_NO_TOOLS),
        Reason(
            "This model, or the way to it, can't use tools.",
            "Choose a model that is marked for tools or function calling.",
            "no-tools",
        ),
    ),
    (
        _too_long,
        Reason(
            "The conversation is longer than this model, as it is set up, can read.",
            "Start a new conversation, take a model with a larger context, "
            "or raise the context length on your own server.",
            "context",
        ),
    ),
    (
        _no_credit,
        Reason(
            "The key works, but its account has no credit left.",
            "Add credit or check the plan in the provider's account; waiting does not help.",
            "quota",
        ),
    ),
    (
        _says(_REGION),
        Reason(
            "The provider does not serve the place that you are calling from.",
            "Try without a VPN, or with a provider that serves your region.",
            "region",
        ),
    ),
    (
        _no_model,
        Reason(
            "The server does not have this model.",
            "Check the model's name against the server's list; on your own server, download or load it first.",
            "model",
        ),
    ),
    (
        _says(_NO_CORS),
        Reason(
            "The provider's organisation settings forbid calls from web pages.",
            "An administrator of the account can allow them; else use another key.",
            "cors",
        ),
    ),
    (
        _says(_THOUGHTS_WANTED),
        Reason(
            "This server wants the model's earlier thoughts back, and this conversation holds none.",
            "Start a new conversation, or turn thinking off for this model.",
            "bad-request",
        ),
    ),
    (
        _bad_key,
        Reason(
            "The server did not accept the API key.",
            "Check that the key is complete, not expired, and belongs to this provider.",
            "key",
        ),
    ),
    (
        _too_many,
        Reason(
            "The server says: too many requests for now.",
            "Wait a little and try again.",
            "rate",
        ),
    ),
)


def reason_by_status(status: int, *, plain: bool) -> Reason:
    """`plain`: the body was no JSON, so that something in front of the API may have answered."""
    match status:
        case 403 if plain:
            return Reason(
                "The server refused the request (403).",
                "Some providers refuse whole regions or VPNs; your own server may be refusing this page's address.",
                "forbidden",
            )
        case 403:
            return Reason(
                "The key may not be used for this (403).",
                "Check what the key and the account are allowed to do.",
                "forbidden",
            )
        case 404 | 405:
            return Reason(
                f"There is no such address on that server ({status}).",
                "Check the base URL: it usually ends in /v1, and /chat/completions is added to it.",
                "path",
            )
        case 408 | 504:
            return Reason(
                f"The server took too long ({status}).",
                "Try again; a smaller question or model answers sooner.",
                "timeout",
            )
        case 413:
            return Reason(
                "The request is too large for that server (413).",
                "Start a new conversation, or make results shorter.",
                "too-large",
            )
        case _ if 300 <= status < 400:
            return Reason(
                f"The address sends us on to another one ({status}), and a key is never sent after it.",
                "Enter the final address as the base URL.",
                "redirect",
            )
        case _ if 400 <= status < 500:
            return Reason(
                f"The server did not accept the request ({status}).",
                "Its own words, if it gave any, name the reason; the exact request is in the trace.",
                "bad-request",
            )
        case _ if status >= 500:
            return Reason(
                f"The server, or a gateway in front of it, failed ({status}).",
                "This is on their side: try again in a moment, or choose another model.",
                "server",
            )
        case _:
            return Reason(
                "The server sent an error instead of an answer.",
                "Its own words, if it gave any, name the reason; try again, or choose another model.",
                "unknown",
            )
