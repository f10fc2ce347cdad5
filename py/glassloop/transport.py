"""What answers requests is one method on bytes. Knows HTTP's shape; refuses to know JSON, LLMs and sockets.

TransportError            no usable response; the turn ends, in words a person can act on
├── Refused               the reader, or the page's rules, did not let the request out
├── CapReached            the run has used up its calls
├── Unreachable           nothing answered: refused, no such name, CORS, offline
└── Aborted               we ourselves broke it off
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """`headers` in the order they are sent; names as written."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """`body` yields chunks as they arrive; whoever reads it closes it (`contextlib.aclosing`)."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: AsyncGenerator[bytes, None]


class Transport(Protocol):
    async def send(self, request: HttpRequest) -> HttpResponse:
        """Send, and return as soon as the status and headers are there. Raises `TransportError`."""
        ...


class TransportError(Exception):
    """No usable response. `str(error)` is one sentence; `advice` says what to try."""

    def __init__(self, what: str, advice: str) -> None:
        super().__init__(what)
        self.advice = advice


class Refused(TransportError):
    pass


class CapReached(TransportError):
    pass


class Unreachable(TransportError):
    pass


class Aborted(TransportError):
    pass
