"""The page as a transport: the only way out of the sandbox. Refuses to know what is asked, and by whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from pyodide.ffi import JsException, to_js

from glassloop import transport
from glassloop.practice import PRACTICE_URL
from glassloop.transport import HttpRequest, HttpResponse, Transport

_FAILURES: dict[str, type[transport.TransportError]] = {
    "refused": transport.Refused,
    "cap": transport.CapReached,
    "unreachable": transport.Unreachable,
    "aborted": transport.Aborted,
}


class Broker:
    """The page, as a transport: the only way out of the sandbox."""

    def __init__(self, host: Any) -> None:
        self._host = host

    async def send(self, request: HttpRequest) -> HttpResponse:
        headers, body = json.dumps(request.headers), to_js(request.body) if request.body else None
        opening = self._host.open_fetch(request.method, request.url, headers, body)
        try:
            opened = await opening.response
        except asyncio.CancelledError:
            opening.cancel()
            raise
        except JsException as error:
            raise _transport_error(error) from None
        return HttpResponse(opened.status, headers_of(opened.headers_json), _chunks(opened))


async def _chunks(opened: Any) -> AsyncGenerator[bytes, None]:
    finished = False
    try:
        while True:
            try:
                chunk = await opened.read()
            except JsException as error:
                finished = True
                raise _transport_error(error) from None
            if chunk is None:
                finished = True
                return
            yield chunk.to_bytes()
    finally:
        if not finished:
            opened.cancel()


def _transport_error(error: JsException) -> transport.TransportError:
    message = getattr(error, "message", str(error))
    try:
        told = json.loads(message)
        return _FAILURES[told["failure"]](told["what"], told["advice"])
    except (ValueError, KeyError, TypeError):
        return transport.Unreachable(f"The request could not be sent ({message}).", "Try again.")


def headers_of(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in json.loads(text))


@dataclass(frozen=True, slots=True)
class Routes:
    """Sends the practice endpoint's requests to the model that is built in, all others out."""

    practice: Transport
    outside: Transport

    async def send(self, request: HttpRequest) -> HttpResponse:
        inside = request.url.startswith(PRACTICE_URL + "/")
        return await (self.practice if inside else self.outside).send(request)
