"""Serves a built folder on this machine only. Knows files and headers; refuses to know what is in them."""

from __future__ import annotations

import errno
import webbrowser
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from assets import FOLDER
from trouble import Trouble, say

HOST = "127.0.0.1"


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # All of them by hand: what a system's own table says differs from machine to machine.
    extensions_map = {  # noqa: RUF012 (the base class declares it of instances)
        "": "application/octet-stream",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
        ".txt": "text/plain; charset=utf-8",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".ico": "image/x-icon",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".csv": "text/csv; charset=utf-8",
    }

    def send_response(self, code: int, message: str | None = None) -> None:
        self._found = code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
        super().send_response(code, message)

    def end_headers(self) -> None:
        hashed = self._found and urlsplit(self.path).path.startswith(f"/{FOLDER}/")
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if hashed else "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """The browser's own tools show requests better than lines here would."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A tab that was closed in the middle of a reply is no error of ours."""


def claim(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server that holds its port and does not answer yet. Raises `Trouble` when the port is taken."""
    try:
        return _Server((HOST, port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise Trouble(f"Port {port} is taken: choose another one with --port (0 takes any free one).") from None
        raise Trouble(f"The server could not start on port {port}: {error.strerror}") from None
    except OverflowError:
        raise Trouble(f"There is no port {port}: choose one from 0 to 65535 with --port.") from None


def serve(server: ThreadingHTTPServer, *, open_browser: bool) -> None:
    """Answer until Ctrl-C."""
    address = f"http://{HOST}:{server.server_port}/"
    say(f"Glassloop is at {address} (Ctrl-C ends it)")
    if open_browser:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("\nEnded.")
