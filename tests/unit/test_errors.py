"""Status and body → what happened, what to try, the server's words."""

import json
from typing import Any

import pytest

from glassloop.transport import Unreachable
from glassloop.wire.errors import MAX_WORDS, explain, explain_transport, read_error

# What each explanation says, by the one word that tells it from the others.
NO_TOOLS, TOO_LONG, NO_CREDIT, REGION = "can't use tools", "longer than this model", "no credit left", "serve the place"
NO_MODEL, BAD_KEY, TOO_MANY, NO_PATH = (
    "not have this model",
    "not accept the API key",
    "too many requests",
    "no such address",
)
PAGE, SERVER, REQUEST, NOT_ALLOWED = "a web page", "in front of it, failed", "not accept the request", "may not be used"

WHAT: list[tuple[int, Any, str]] = [
    (404, {"detail": "Not Found"}, NO_PATH),
    (404, {"error": {"message": "Invalid URL (POST /v1/chat)", "type": "invalid_request_error"}}, NO_PATH),
    (404, "404 page not found", NO_PATH),
    (405, {"detail": "Method Not Allowed"}, NO_PATH),
    (404, {"error": {"message": "The model 'gpt-4.9' does not exist", "code": "model_not_found"}}, NO_MODEL),
    (404, {"error": {"message": "model 'llama9' not found, try pulling it first"}}, NO_MODEL),
    (400, {"error": {"message": "gpt9 is not a valid model ID", "code": 400}}, NO_MODEL),
    (400, {"error": {"message": "Model Not Exist", "type": "invalid_request_error"}}, NO_MODEL),
    (400, {"message": "Invalid model: mistral-giant", "type": "invalid_model"}, NO_MODEL),
    (404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}, NO_TOOLS),
    (400, {"error": {"message": "registry.ollama.ai/library/gemma3 does not support tools"}}, NO_TOOLS),
    (400, {"error": {"message": "`tool calling` is not supported with this model"}}, NO_TOOLS),
    (400, {"error": {"message": "tool_choice is not supported by this server"}}, REQUEST),
    (400, {"error": {"message": "Tools are not supported for this model"}}, NO_TOOLS),
    (401, {"error": {"message": "Incorrect API key provided: sk-xx", "code": "invalid_api_key"}}, BAD_KEY),
    (401, {"message": "Unauthorized"}, BAD_KEY),
    (401, "", BAD_KEY),
    (400, [{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}], BAD_KEY),
    (403, {"error": {"message": "No api key given"}}, BAD_KEY),
    (402, {"error": {"message": "Insufficient credits"}}, NO_CREDIT),
    (402, "", NO_CREDIT),
    (429, {"error": {"type": "insufficient_quota", "message": "You exceeded your current quota"}}, NO_CREDIT),
    (403, {"error": {"message": "Your credit balance is too low"}}, NO_CREDIT),
    (429, [{"error": {"code": 429, "message": "You exceeded your current quota",
                      "details": [{"@type": "RetryInfo", "retryDelay": "44s"}]}}], TOO_MANY),
    (429, {"error": {"message": "Rate limit reached: 30 requests per minute. Please try again in 7.66s"}}, TOO_MANY),
    (429, "", TOO_MANY),
    (400, {"error": {"message": "Too many requests, slow down"}}, TOO_MANY),
    (400, {"error": {"code": "context_length_exceeded", "message": "too long"}}, TOO_LONG),
    (400, {"error": {"message": "This model's maximum context length is 4096 tokens."}}, TOO_LONG),
    (400, {"error": {"message": "request (5000 tokens) exceeds the available context size"}}, TOO_LONG),
    (500, {"error": {"message": "no user query found in messages"}}, TOO_LONG),
    (403, {"error": {"code": "unsupported_country_region_territory", "message": "Country not supported"}}, REGION),
    (400, [{"error": {"message": "User location is not supported for the API use."}}], REGION),
    (403, "Forbidden", "refused the request (403)"),
    (403, {"error": {"message": "You may not do that"}}, NOT_ALLOWED),
    (400, {"error": {"message": "Unknown name \"exclusiveMinimum\""}}, REQUEST),
    (422, {"detail": [{"loc": ["body", "messages", 0], "msg": "field required"}]}, REQUEST),
    (413, "", "too large"),
    (408, "", "took too long"),
    (504, "upstream timed out", "took too long"),
    (500, "", SERVER),
    (502, "Bad gateway", SERVER),
    (529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, SERVER),
    (302, "", "sends us on"),
    (401, {"error": {"message": "CORS requests are not allowed for this Organization"}}, "forbid calls from web pages"),
    (200, {"error": {"message": "Upstream down", "code": 502}}, SERVER),
    (200, {"error": {"message": "slow down", "code": "429"}}, TOO_MANY),
    (200, "", "the body was empty"),
    (0, "", "the body was empty"),
    (200, {"error": {"message": "something else"}}, "an error instead of an answer"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "body", "what"), WHAT)
def test_what_happened(status: int, body: Any, what: str) -> None:
    got = explain(status, body if isinstance(body, str) else json.dumps(body))
    assert what in got.what
    assert got.advice.endswith(".")


PAGES = [
    (200, "<!DOCTYPE html><title>Example</title>", PAGE, "Example"),
    (404, "\n<html><head><title> Not\n Found </title></head></html>", PAGE, "Not Found"),
    (403, "<html><h1>Access <b>denied</b></h1></html>", PAGE, "Access denied"),
    (502, "<html><center><h1>502 Bad Gateway</h1></center></html>", SERVER, "502 Bad Gateway"),
    (429, "<html><title>Slow down</title></html>", TOO_MANY, "Slow down"),
    (200, "<html>", PAGE, ""),
]


@pytest.mark.parametrize(("status", "body", "what", "words"), PAGES)
def test_web_pages(status: int, body: str, what: str, words: str) -> None:
    got = explain(status, body)
    assert what in got.what
    assert got.server_words == words


WORDS: dict[str, tuple[Any, str]] = {
    "a list": ([{"error": {"message": "bad"}}], "bad"),
    "error as text": ({"error": "bad"}, "bad"),
    "message": ({"object": "error", "message": "bad", "type": "x"}, "bad"),
    "message that is an object": ({"message": {"detail": [{"loc": ["body"], "msg": "bad"}]}}, "body: bad"),
    "detail as text": ({"detail": "bad"}, "bad"),
    "detail as list": ({"detail": [{"loc": ["body", "x"], "msg": "bad"}, {"msg": "worse"}]}, "body.x: bad; worse"),
    "errors": ({"errors": [{"message": "bad"}]}, "bad"),
    "JSON inside metadata.raw": (
        {"error": {"message": "Provider returned error", "code": 400,
                   "metadata": {"raw": '{"error":{"message":"bad"}}', "provider_name": "X"}}},
        "X: Provider returned error (bad)",
    ),
    "text inside metadata.raw": (
        {"error": {"message": "Provider error", "metadata": {"raw": "bad"}}},
        "Provider error (bad)",
    ),
    "JSON inside the message": ({"error": {"message": '{"error":{"message":"bad"}}'}}, "bad"),
    "no words": ({"code": 5}, '{"code": 5}'),
    "plain text": ("bad luck", "bad luck"),
    "a stream": ('event: error\ndata: {"error":{"message":"bad"}}\n\n', "bad"),
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_the_servers_own_words(name: str) -> None:
    body, words = WORDS[name]
    assert explain(400, body if isinstance(body, str) else json.dumps(body)).server_words == words


def test_words_are_bounded_and_whole() -> None:
    assert len(explain(400, "x" * 5_000).server_words) == MAX_WORDS
    assert len(explain(400, json.dumps({"error": "é" * 5_000})).server_words) == MAX_WORDS
    explain(400, '{"error":"\\ud83d"}').server_words.encode("utf-8")


@pytest.mark.parametrize(
    "body", ["", "null", "5", "[]", "{}", '{"error":null}', '{"error":true}', '{"detail":[]}', "[" * 9_000]
)
def test_bodies_that_say_nothing(body: str) -> None:
    assert read_error(body) is None
    assert explain(500, body).what.startswith("The server, or a gateway in front of it, failed (500).")


def test_nested_without_end() -> None:
    body = "x"
    for _ in range(12):
        body = json.dumps({"error": {"message": body}})
    assert explain(400, body).what


def test_a_transport_error_has_its_words_already() -> None:
    got = explain_transport(Unreachable("Nothing answered.", "Start the server."))
    assert (got.what, got.advice, got.server_words) == ("Nothing answered.", "Start the server.", "")
