"""A server that falls silent is given up after its time, before a response and in the middle of one."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from glassloop import exchange
from glassloop.agent import Agent
from glassloop.events import Answer, LlmResponse, Stopped
from glassloop.transport import HttpRequest, HttpResponse
from support.runs import run_turn


class Silent:
    """Sends `chunks`, then nothing, and never closes. Without chunks there is not even a status."""

    def __init__(self, *chunks: bytes) -> None:
        self._chunks = chunks
        self.closed = False

    async def send(self, request: HttpRequest) -> HttpResponse:
        if not self._chunks:
            await asyncio.Event().wait()
        return HttpResponse(200, (("content-type", "text/event-stream"),), self._body())

    async def _body(self) -> AsyncGenerator[bytes, None]:
        try:
            for chunk in self._chunks:
                yield chunk
            await asyncio.Event().wait()
        finally:
            self.closed = True


SAID = b'data: {"choices":[{"delta":{"content":"hi"}}]}\n\n'
ENDED = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "SILENCE_S", 0.02)
    monkeypatch.setattr(exchange, "USAGE_GRACE_S", 0.01)


@pytest.mark.parametrize("chunks", [(), (SAID,)], ids=["no response", "in the middle"])
def test_silence_ends_the_turn_in_words(chunks: tuple[bytes, ...]) -> None:
    server = Silent(*chunks)
    events = run_turn(Agent(), server, stream=True)
    assert isinstance(events[-1], Stopped) and "sent nothing" in events[-1].message
    assert server.closed is bool(chunks), "the connection was given back"


def test_a_finished_reply_needs_no_closed_connection() -> None:
    server = Silent(SAID, ENDED)
    events = run_turn(Agent(), server, stream=True)
    assert events[-1] == Answer("hi", "some-model")
    assert server.closed
    assert all(event.status == 200 for event in events if isinstance(event, LlmResponse))
