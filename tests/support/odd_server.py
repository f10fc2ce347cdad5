"""A server that answers as a table says, to every page, without asking for a key. Knows HTTP and no format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from support.loopback import Loopback


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes
    content_type: str = "application/json"
    status: int = 200


def as_json(value: object, status: int = 200) -> Page:
    return Page(json.dumps(value).encode(), status=status)


HTML = Page(b"<!doctype html><title>Welcome</title><h1>A web page</h1>", "text/html")

# "POST /v1/chat/completions" → a page, or a function of the request's parsed body.
Routes = Mapping[str, Page | Callable[[Any], Page]]


class OddServer(Loopback):
    """`seen`: each request but preflights, as method and path, with its Authorization header if there was one."""

    def __init__(self, routes: Routes, otherwise: Page = HTML) -> None:
        self.seen: list[tuple[str, str | None]] = []
        self.bodies: list[Any] = []
        super().__init__(_handler(self, routes, otherwise))


def _handler(owner: OddServer, routes: Routes, otherwise: Page) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """`seen` is the log."""

        def _answer(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = json.loads(raw) if raw else None
            line = f"{self.command} {self.path}"
            owner.seen.append((line, self.headers.get("Authorization")))
            owner.bodies.append(body)
            route = routes.get(line, otherwise)
            self._send(route if isinstance(route, Page) else route(body))

        def _send(self, page: Page) -> None:
            self.send_response(page.status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
            self.send_header("Content-Type", page.content_type)
            self.send_header("Content-Length", str(len(page.body)))
            self.end_headers()
            self.wfile.write(page.body)

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def do_OPTIONS(self) -> None:
            self._send(Page(b"", "text/plain"))

    return Handler
