"""The practice model as a server: a transport that takes an HTTP request and answers it itself. Knows no rule.

The pace comes from outside (`pause`, in seconds), so that a page can stream visibly and a test need not wait.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from glassloop.practice import speech
from glassloop.practice.check import BadRequest, read_body
from glassloop.practice.decide import decide
from glassloop.practice.rules import Fail
from glassloop.practice.scene import read_scene
from glassloop.transport import HttpRequest, HttpResponse

PRACTICE_URL = "https://practice.glassloop.invalid/v1"
PRACTICE_MODEL = "practice-model"

Pause = Callable[[float], Awaitable[None]]

SECONDS_PER_PIECE = 0.015
# A long answer is to be seen arriving, not to be waited for.
MOST_PAUSES = 50
_BASE_PATH = urlsplit(PRACTICE_URL).path
_MODEL = {"id": PRACTICE_MODEL, "object": "model", "created": 0, "owned_by": "glassloop"}


async def no_pause(seconds: float) -> None:
    return None


class PracticeModel:
    """`await PracticeModel().send(request)`. Raises nothing: what is wrong with a request is said in the response."""

    def __init__(self, pause: Pause = no_pause) -> None:
        self._pause = pause

    async def send(self, request: HttpRequest) -> HttpResponse:
        path = urlsplit(request.url).path.removeprefix(_BASE_PATH)
        match request.method.upper(), path:
            case "POST", "/chat/completions":
                return await self._complete(request.body)
            case "GET", "/models":
                return self._json(200, {"object": "list", "data": [_MODEL]})
            case "GET", "/models/practice-model":
                return self._json(200, _MODEL)
            case method, "/chat/completions" | "/models":
                message = f"Not allowed to {method} on {_BASE_PATH}{path}."
                return self._json(405, speech.as_error(message, "invalid_request_error", None, "method_not_supported"))
            case method, _:
                message = f"Invalid URL ({method} {urlsplit(request.url).path})"
                return self._json(404, speech.as_error(message, "invalid_request_error"))

    async def _complete(self, raw: bytes) -> HttpResponse:
        try:
            body = read_body(raw, PRACTICE_MODEL)
        except BadRequest as bad:
            error = speech.as_error(bad.message, "invalid_request_error", bad.param, bad.code)
            return self._json(bad.status, error)
        reply = decide(read_scene(body))
        await self._pause(SECONDS_PER_PIECE)
        if isinstance(reply, Fail):
            return self._json(reply.status, speech.as_error(reply.message, reply.kind))
        said = speech.speak(reply, body)
        if body.get("stream"):
            options = body.get("stream_options")
            usage = isinstance(options, dict) and options.get("include_usage") is True
            return HttpResponse(200, (("content-type", "text/event-stream"),), self._stream(said, usage))
        return self._json(200, speech.as_completion(said))

    async def _stream(self, said: speech.Speech, usage: bool) -> AsyncGenerator[bytes, None]:
        payloads = list(speech.as_chunks(said, include_usage=usage))
        at_once = 1 + len(payloads) // MOST_PAUSES
        for number, payload in enumerate(payloads):
            yield b"data: " + _bytes(payload) + b"\n\n"
            if number % at_once == 0:
                await self._pause(SECONDS_PER_PIECE)
        yield b"data: [DONE]\n\n"

    def _json(self, status: int, value: dict[str, Any]) -> HttpResponse:
        return HttpResponse(status, (("content-type", "application/json"),), _once(_bytes(value)))


def _bytes(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")  # half a surrogate pair can't be sent


async def _once(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data
