"""Lets web pages call a server that has no CORS headers: forwards each request and its reply's bytes as they come.

Refuses to know formats: it reads no body, buffers no reply and answers nothing itself but the preflight.
"""

from __future__ import annotations

import http.client
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from support.loopback import Loopback

# What belongs to one connection, not to the request: http.client sets its own.
_HOP = {"host", "connection", "content-length", "accept-encoding"}


class CorsProxy(Loopback):
    """`target` is the origin to forward to."""

    def __init__(self, target: str) -> None:
        host = urlsplit(target).netloc

        class Handler(_Handler):
            behind = host

        super().__init__(Handler)


class _Handler(BaseHTTPRequestHandler):
    """One connection, one request: HTTP/1.0, so that the end of the reply is the end of the connection."""

    behind: str
    timeout = 30

    def log_message(self, format: str, *args: object) -> None:
        """The server behind has its own log."""

    def do_OPTIONS(self) -> None:
        self.send_response(204)
        self.send_header("Access-Control-Allow-Origin", "*")
        # "*" would not cover Authorization: say what was asked for.
        self.send_header("Access-Control-Allow-Headers", self.headers.get("Access-Control-Request-Headers", "*"))
        self.send_header("Access-Control-Allow-Methods", "GET, POST")
        self.end_headers()

    def do_GET(self) -> None:
        self._forward(None)

    def do_POST(self) -> None:
        self._forward(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _forward(self, body: bytes | None) -> None:
        connection = http.client.HTTPConnection(self.behind, timeout=self.timeout)
        try:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP}
            connection.request(self.command, self.path, body, headers)
            reply = connection.getresponse()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.headers.get("Content-Type", "application/octet-stream"))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            # read1 gives what is there, however little: a stream stays a stream.
            while piece := reply.read1(65536):
                self.wfile.write(piece)
        finally:
            connection.close()
