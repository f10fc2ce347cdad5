"""Which failures are tried again, and after how many seconds."""

import json
from typing import Any

import pytest

from glassloop.events import Cause, Failure, Header, LlmResponse, Reply
from glassloop.messages import AssistantMessage
from glassloop.wire.errors import explain
from glassloop.wire.waits import said_wait, wait_before_retry


def refusal(status: int, body: Any = "", *headers: Header) -> LlmResponse:
    text = body if isinstance(body, str) else json.dumps(body)
    return LlmResponse(1, status, headers, text, 1.0, 1.0, explain(status, text))


def lost(cause: Cause, status: int = 0, body: str = "") -> LlmResponse:
    return LlmResponse(1, status, (), body, 1.0, 1.0, Failure("It broke.", "Try again.", cause=cause))


def said(message: str, status: int = 429) -> LlmResponse:
    return refusal(status, {"error": {"message": message}})


GEMINI = [{"error": {"code": 429, "message": "You exceeded your current quota",
                     "details": [{"@type": "type.googleapis.com/RetryInfo", "retryDelay": "44s"}]}}]  # fmt: skip

AGAIN: list[tuple[LlmResponse, float]] = [
    (refusal(429), 2),
    (refusal(408), 2),
    (refusal(500), 2),
    (refusal(502, "<html><title>Bad gateway</title></html>"), 2),
    (refusal(503, {"error": {"message": "Overloaded"}}), 2),
    (refusal(529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}), 2),
    (said("Too many tokens, please wait before trying again."), 2),
    (refusal(429, "", ("Retry-After", "7")), 7),
    (refusal(503, "", ("retry-after", " 0.5 ")), 0.5),
    (refusal(429, "", ("retry-after", "7"), ("retry-after-ms", "1500")), 1.5),
    (refusal(429, "", ("Retry-After", "0")), 2),
    (refusal(429, "", ("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")), 2),
    (refusal(429, GEMINI, ("Retry-After", "9")), 9),
    (refusal(429, GEMINI), 44),
    (said("Rate limit reached: 30 requests per minute. Please try again in 7.66s. Visit …"), 7.66),
    (said("Please retry after 3 seconds."), 3),
    (said("Rate limit reached. Please try again in 1m0s."), 60),
    (said("Please try again in 500ms."), 0.5),
    (said("Please wait 12 seconds, then try again"), 12),
]


@pytest.mark.parametrize(("response", "seconds"), AGAIN)
def test_what_can_pass_is_tried_again(response: LlmResponse, seconds: float) -> None:
    assert wait_before_retry(response, 1) == pytest.approx(seconds)


NEVER = [
    refusal(400, {"error": {"message": "Unknown parameter: 'store'"}}),
    refusal(401),
    refusal(403, {"error": {"message": "Forbidden"}}),
    refusal(404),
    refusal(413),
    refusal(302),
    refusal(402),
    refusal(501),
    refusal(429, {"error": {"type": "insufficient_quota", "message": "You exceeded your current quota"}}),
    refusal(429, {"error": {"message": "Your credit balance is too low"}}, ("Retry-After", "3")),
    refusal(500, {"error": {"message": "no user query found in messages"}}),
    refusal(500, {"error": {"message": "gemma3 does not support tools"}}),
    refusal(500, {"error": {"message": "System role not supported"}}),
    refusal(500, {"error": {"message": "model 'llama9' not found"}}),
    refusal(500, {"error": {"message": "Failed to parse grammar"}}),
    said("Please try again in 1m2s."),
    said("Please try again in 2 hours"),
    refusal(429, "", ("Retry-After", "3600")),
    # Bytes of a reply had come.
    refusal(200),
    refusal(200, {"error": {"message": "Upstream down", "code": 502}}),
    lost("dropped", 200, 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'),
    lost("unreachable", 200, "data:"),
]


@pytest.mark.parametrize("response", NEVER)
def test_what_can_not_pass_is_never_tried_again(response: LlmResponse) -> None:
    assert wait_before_retry(response, 1, reachable=True) is None


def test_a_reply_is_not_asked_for_twice() -> None:
    reply = Reply(AssistantMessage("Hello", ()), "stop", None)
    assert wait_before_retry(LlmResponse(1, 200, (), "{}", 1.0, 1.0, reply), 1, reachable=True) is None


def test_each_wait_is_longer_than_the_last_unless_the_server_says_how_long() -> None:
    assert [wait_before_retry(refusal(503), attempt) for attempt in (1, 2, 3, 9)] == [2, 4, 8, 60]
    assert [wait_before_retry(refusal(503, "", ("Retry-After", "5")), attempt) for attempt in (1, 2, 3)] == [5, 5, 5]


def test_silence_is_tried_again_only_where_something_had_answered() -> None:
    assert wait_before_retry(lost("unreachable"), 1) is None
    assert wait_before_retry(lost("unreachable"), 1, reachable=True) == 2
    # The reader, the page's rules or we ourselves ended these.
    ended: tuple[Cause, ...] = ("refused", "cap", "aborted")
    for cause in ended:
        assert wait_before_retry(lost(cause), 1, reachable=True) is None


def test_a_gateways_error_counts_even_when_its_body_broke_off() -> None:
    assert wait_before_retry(lost("unreachable", 503), 1) == 2


SAID: list[tuple[LlmResponse, float | None]] = [
    (said("Please try again in 1m2s."), 62),
    (said("Please try again in 1h30m."), 5_400),
    (said("Limit resets in 1 day 2 hours"), 93_600),
    (refusal(429, "", ("Retry-After", "3600")), 3_600),
    (refusal(402, "", ("Retry-After", "3")), 3),
    (said("Retrying will not help"), None),
    (said("Wait for 5 people"), None),
    (said("Try again in " + "9" * 500 + "s"), None),
    (refusal(429, "", ("Retry-After", "9" * 500)), None),
    (refusal(429, "", ("Retry-After", "nan")), None),
    (refusal(429, "", ("Retry-After", "-1")), None),
    (refusal(200, "please try again in 3s"), None),
]


@pytest.mark.parametrize(("response", "seconds"), SAID)
def test_what_the_server_says_to_wait(response: LlmResponse, seconds: float | None) -> None:
    assert said_wait(response) == (None if seconds is None else pytest.approx(seconds))
