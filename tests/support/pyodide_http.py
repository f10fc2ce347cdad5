"""`pyodide.http` for programs that run outside the page: a `pyfetch` over a transport. Knows no lesson."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import aclosing, contextmanager
from types import ModuleType
from typing import Any

from glassloop.transport import HttpRequest, HttpResponse, Transport


class FetchResponse:
    """The part of Pyodide's class of this name that programs use."""

    def __init__(self, url: str, response: HttpResponse) -> None:
        self.url = url
        self.status = response.status
        self.headers = dict(response.headers)
        self._body = response.body

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    async def bytes(self) -> bytes:
        async with aclosing(self._body) as chunks:
            return b"".join([chunk async for chunk in chunks])

    async def text(self) -> str:
        return (await self.bytes()).decode()

    async def string(self) -> str:
        return await self.text()

    async def json(self, **options: Any) -> Any:
        return json.loads(await self.text(), **options)


@contextmanager
def pyfetch_over(transport: Transport) -> Iterator[None]:
    """Inside, `from pyodide.http import pyfetch` gives one that sends through `transport`, in Pyodide too."""

    async def pyfetch(
        url: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, body: str | bytes = b""
    ) -> FetchResponse:
        data = body.encode() if isinstance(body, str) else body
        request = HttpRequest(method, url, tuple((headers or {}).items()), data)
        return FetchResponse(url, await transport.send(request))

    stand_in = ModuleType("pyodide.http")
    stand_in.pyfetch = pyfetch  # type: ignore[attr-defined]
    before = sys.modules.get("pyodide.http")
    sys.modules["pyodide.http"] = stand_in
    try:
        yield
    finally:
        if before is None:
            del sys.modules["pyodide.http"]
        else:
            sys.modules["pyodide.http"] = before
