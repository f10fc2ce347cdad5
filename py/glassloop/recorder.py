"""Makes the requests of a program that owns its loop visible, and holds them. Knows no page and no lesson.

A transport around a transport: a POST to `…/chat/completions` or `…/responses` becomes an `LlmRequest` before it is
sent and an `LlmResponse` when its body has been read; any other request leaves a line in the log.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from glassloop.door import Door
from glassloop.events import Failure, LlmRequest, LlmResponse, Log
from glassloop.exchange import Exchange, World
from glassloop.transport import HttpRequest, HttpResponse, TransportError
from glassloop.wire.formats import findings_in, format_of, ids_in
from glassloop.wire.request import model_name


@dataclass(slots=True)
class Recorder:
    """One per run. `rounds` counts the LLM requests so far; `failure` is what the last one came to, if it failed."""

    world: World
    door: Door
    rounds: int = 0
    failure: Failure | None = None

    async def send(self, request: HttpRequest) -> HttpResponse:
        if request.method.upper() == "POST" and format_of(request.url) is not None:
            return await self._send_recorded(request)
        return await self._send_logged(request)

    async def _send_recorded(self, request: HttpRequest) -> HttpResponse:
        self.rounds += 1
        body = request.body.decode("utf-8", "replace")
        offered = LlmRequest(
            self.rounds, model_name(body), request.url, request.headers, body, findings_in(request.url, body)
        )
        taken = await self.door.offer(offered)
        exchange = Exchange(self.world, taken, ids_in(taken))
        sent = HttpRequest(request.method, taken.url, taken.headers, taken.body.encode("utf-8"))
        try:
            response = await self.world.transport.send(sent)
        except TransportError as error:
            self._record(exchange.fail(error))
            raise
        exchange.begin(response)
        return HttpResponse(response.status, response.headers, self._recorded(exchange, response.body))

    async def _recorded(self, exchange: Exchange, body: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        try:
            async with aclosing(exchange.reading(body)) as chunks:
                async for chunk in chunks:
                    yield chunk
        except TransportError as error:
            self._record(exchange.fail(error))
            raise
        except GeneratorExit:  # the program closed the stream early: what it had read is still what came back
            self._record(exchange.end())
            raise
        # Told before the program sees the end, so that the response stands before whatever the program does with it.
        self._record(exchange.end())

    def _record(self, response: LlmResponse) -> None:
        self.failure = response.result if isinstance(response.result, Failure) else None
        self.door.tell(response)

    async def _send_logged(self, request: HttpRequest) -> HttpResponse:
        line, begun = f"{request.method} {request.url}", self.world.now()
        try:
            response = await self.world.transport.send(request)
        except TransportError as error:
            self.door.tell(Log("http", f"{line} → {error}", self.world.now() - begun))
            raise
        self.door.tell(Log("http", f"{line} → {response.status}", self.world.now() - begun))
        return response
