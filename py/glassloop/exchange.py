"""One request over a transport, read into one `LlmResponse`. Knows time only as a clock it is handed; holds nothing.

`Exchange` is the reading half alone, fed with bytes: the recorder uses it for programs that make their own requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from glassloop.events import Failure, Header, LlmRequest, LlmResponse, Reply
from glassloop.messages import Transcript
from glassloop.transcript import call_ids
from glassloop.transport import HttpRequest, HttpResponse, Transport, TransportError, Unreachable
from glassloop.wire.errors import explain_transport
from glassloop.wire.formats import reader_for
from glassloop.wire.reply import ReplyReader
from glassloop.wire.request import model_name, source_of

# After a finish reason only token counts can still come; some servers then never close the connection.
USAGE_GRACE_S = 2.0
# A model on a slow machine may think for minutes; a server that sends nothing at all for so long is given up.
SILENCE_S = 300.0


@dataclass(frozen=True, slots=True)
class World:
    """All that a run may touch. `now()` is in milliseconds; `show` takes text of a reply as it streams in.

    `wait(seconds, why)` is False when the reader called the waiting off. `learned` takes an endpoint's habits to keep.
    """

    transport: Transport
    now: Callable[[], float]
    show: Callable[[str], None]
    wait: Callable[[float, str], Awaitable[bool]]
    learned: Callable[[str], None]


class Exchange:
    """Takes the pieces of one response in the order they come, and says what they came to."""

    def __init__(self, world: World, request: LlmRequest, taken_ids: frozenset[str]) -> None:
        self._world, self._request, self._taken = world, request, taken_ids
        self._sent = world.now()
        self._first_byte: float | None = None
        self._status = 0
        self._headers: tuple[Header, ...] = ()
        self._body: list[bytes] = []
        self._reader: ReplyReader | None = None

    def begin(self, response: HttpResponse) -> None:
        self._status, self._headers = response.status, response.headers
        self._reader = reader_for(self._request, self._taken, status=response.status, headers=response.headers)

    async def reading(self, body: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Pass the body's chunks on until the reply is complete, whether or not the server closes the connection."""
        assert self._reader is not None
        async with aclosing(body):
            while not self._reader.done:
                finished = self._reader.finished
                try:
                    async with asyncio.timeout(USAGE_GRACE_S if finished else SILENCE_S):
                        chunk = await anext(body)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    if finished:
                        return
                    raise _silent() from None
                self._take(chunk)
                yield chunk

    def _take(self, chunk: bytes) -> None:
        assert self._reader is not None
        if self._first_byte is None:
            self._first_byte = self._elapsed()
        self._body.append(chunk)
        for text in self._reader.feed(chunk):
            self._world.show(text)

    def end(self) -> LlmResponse:
        """Nothing more will come."""
        assert self._reader is not None
        result = self._reader.close()
        if isinstance(result, Reply):
            # From the request as it was sent, which may have been edited on its way.
            source = source_of(self._request.url, model_name(self._request.body))
            result = replace(result, message=replace(result.message, source=source))
        return self._response(result)

    def fail(self, error: TransportError) -> LlmResponse:
        """The world broke it off, before a response or in the middle of one."""
        return self._response(explain_transport(error))

    def _response(self, result: Reply | Failure) -> LlmResponse:
        elapsed = self._elapsed()
        return LlmResponse(
            round=self._request.round,
            status=self._status,
            headers=self._headers,
            body=b"".join(self._body).decode("utf-8", "replace"),
            first_byte_ms=elapsed if self._first_byte is None else self._first_byte,
            duration_ms=elapsed,
            result=result,
        )

    def _elapsed(self) -> float:
        return self._world.now() - self._sent


async def ask(world: World, request: LlmRequest, transcript: Transcript) -> LlmResponse:
    """Send `request` and read the whole reply. A transport error becomes a `Failure`; only cancellation gets out."""
    exchange = Exchange(world, request, call_ids(transcript))
    try:
        sent = HttpRequest("POST", request.url, request.headers, request.body.encode("utf-8"))
        async with asyncio.timeout(SILENCE_S):
            response = await world.transport.send(sent)
        exchange.begin(response)
        async for _ in exchange.reading(response.body):
            pass
        return exchange.end()
    except TimeoutError:
        return exchange.fail(_silent())
    except TransportError as error:
        return exchange.fail(error)


def _silent() -> TransportError:
    return Unreachable(
        f"The server has sent nothing for {SILENCE_S / 60:.0f} minutes, so waiting was given up.",
        "Try again, or choose a smaller question or model.",
    )
