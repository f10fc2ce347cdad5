"""The program's own `fetch`, as JavaScript drives it. Refuses to know where a request goes.

No exception crosses into JavaScript: Pyodide would print its traceback among the program's own output, and carry no
words. A failure is a sentence instead.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pyodide.ffi import JsProxy, to_js

from glassloop import transport
from glassloop.transport import HttpResponse

BROKEN_OFF = "The request was broken off."


@dataclass(slots=True)
class GuestResponse:
    """A response on its way to the program's `fetch`: pulled by JavaScript, a chunk a call."""

    status: int
    headers_json: str
    _body: AsyncGenerator[bytes, None]
    _reading: asyncio.Future[bytes] | None = None

    async def read(self) -> JsProxy | str | None:
        """The next bytes; None at the end; a sentence when it broke off."""
        self._reading = asyncio.ensure_future(anext(self._body))
        try:
            return to_js(await self._reading)
        except StopAsyncIteration:
            return None
        except transport.TransportError as error:
            return str(error)
        except asyncio.CancelledError:
            return BROKEN_OFF

    async def close(self) -> None:
        """Ends a read that is under way; nothing happens when the body has ended."""
        if self._reading is not None and not self._reading.done():
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self._body.aclose()


@dataclass(slots=True)
class GuestRequest:
    """A request of the program's `fetch`, under way."""

    _sending: asyncio.Future[HttpResponse]

    async def response(self) -> GuestResponse | str:
        """A sentence when there is none."""
        try:
            response = await self._sending
        except transport.TransportError as error:
            return str(error)
        except asyncio.CancelledError:
            return BROKEN_OFF
        return GuestResponse(response.status, json.dumps(response.headers), response.body)

    def cancel(self) -> None:
        """The program no longer wants it: also takes it back from a stop point where it is held."""
        self._sending.cancel()
