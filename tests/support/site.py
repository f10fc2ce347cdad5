"""Serves a built folder from a sub-path, as a static host would. Knows no file of it by name.

`GET /blank` (same origin, outside the sub-path) is an empty page: a place to prepare storage before the page loads.
"""

from __future__ import annotations

import mimetypes
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import unquote, urlsplit

from support.loopback import Loopback

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Site(Loopback):
    """`url` ends in a slash. `requests` lists the paths asked for, in order."""

    def __init__(self, root: Path, prefix: str = "/somewhere/glassloop/") -> None:
        super().__init__(_handler(self))
        self.root = root.resolve()
        self.prefix = prefix
        self.url = self.origin + prefix
        self.blank = f"{self.origin}/blank"
        self.requests: list[str] = []

    def file_for(self, path: str) -> Path | None:
        """The file behind a URL's path, or None; never one outside the root."""
        if not path.startswith(self.prefix):
            return None
        wanted = (self.root / unquote(path.removeprefix(self.prefix))).resolve()
        if wanted.is_dir():
            wanted = wanted / "index.html"
        return wanted if wanted.is_relative_to(self.root) and wanted.is_file() else None


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """`Site.requests` is the log."""

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            site.requests.append(path)
            if path == "/blank":
                self._answer(200, "text/html; charset=utf-8", b"<!doctype html><title>blank</title>")
            elif (file := site.file_for(path)) is not None:
                guessed = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                self._answer(200, _TYPES.get(file.suffix, guessed), file.read_bytes())
            else:
                self._answer(404, "text/plain; charset=utf-8", b"no such file")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            # As common static hosts have it: a return visit finds what it had.
            self.send_header("Cache-Control", "max-age=600" if status == 200 else "no-store")
            self.end_headers()
            self.wfile.write(body)

    return Handler
