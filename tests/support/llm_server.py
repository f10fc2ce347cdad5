"""A real HTTP server with the shape of OpenAI's Chat Completions: CORS, a key, a journal, scripted replies.

Refuses to know the page. Nothing here sleeps: a reply that has to wait waits for an event, and while it does the
server watches whether the client is still there.

    with LlmServer(key="k") as server:
        server.script(Say("hello"), error(429, "slow down"))
        ... server.posts ...
"""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from support.loopback import Loopback
from support.replies import Chunk, Reply, Say, by_rule, error, rendered

MODELS = ("test-model", "test-model-mini")


@dataclass(frozen=True, slots=True)
class Cors:
    """Which pages may call. `origins` None means no CORS headers at all: a browser lets no page read anything."""

    origins: tuple[str, ...] | None = ("*",)
    headers: frozenset[str] = frozenset({"authorization", "content-type"})
    expose: str = ""

    def allowed(self, origin: str) -> str | None:
        """The value for Access-Control-Allow-Origin, or None."""
        if self.origins is None:
            return None
        return "*" if "*" in self.origins else origin if origin in self.origins else None


@dataclass(slots=True)
class Entry:
    """One request as it arrived. `body` is the parsed JSON, or the bytes as text where they are no JSON.

    `received` is in seconds on the monotonic clock. `hung_up` is set when the client left before the reply was
    complete; `finished` when the server is through with the request, in whatever way.
    """

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    received: float
    hung_up: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)


Scripted = Reply | Say | Callable[[Entry], Reply | Say]


class LlmServer(Loopback):
    """`base_url` ends in `/v1`. With `key` None any bearer key is taken; with `need_key` False none is asked for."""

    def __init__(self, key: str | None = None, *, cors: Cors | None = None, need_key: bool = True) -> None:
        super().__init__(_handler(self))
        self.key = key
        self.cors = cors or Cors()
        self.need_key = need_key
        self.base_url = f"{self.origin}/v1"
        self.journal: list[Entry] = []
        self._script: deque[Scripted] = deque()
        self._lock = threading.Lock()
        self._arrived = threading.Condition()

    def script(self, *replies: Scripted) -> None:
        """Replies for the next chat completions, in order. When they are used up, `by_rule` answers."""
        with self._lock:
            self._script.extend(replies)

    def next_reply(self, entry: Entry) -> Reply:
        with self._lock:
            scripted: Scripted | None = self._script.popleft() if self._script else None
        if scripted is None:
            scripted = by_rule(entry.body)
        elif not isinstance(scripted, Reply | Say):
            scripted = scripted(entry)
        if isinstance(scripted, Reply):
            return scripted
        return rendered(scripted, str(entry.body.get("model", "")), stream=bool(entry.body.get("stream")))

    @property
    def posts(self) -> list[Entry]:
        """The POST requests so far: preflights and lists of models are not among them."""
        return [entry for entry in self.journal if entry.method == "POST"]

    def wait_for_post(self, count: int = 1, timeout: float = 10) -> Entry:
        """The `count`-th POST, once it is there. Raises `TimeoutError` when it does not come (seconds)."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: len(self.posts) >= count, timeout):
                raise TimeoutError(f"{len(self.posts)} POST requests arrived, not {count}")
            return self.posts[count - 1]

    def record(self, entry: Entry) -> None:
        with self._arrived:
            self.journal.append(entry)
            self._arrived.notify_all()


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")


def _handler(server: LlmServer) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        owner = server

    return Handler


class _Handler(BaseHTTPRequestHandler):
    """One connection. HTTP/1.1 with chunked bodies, so that each chunk leaves in one piece."""

    owner: LlmServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """The journal is the log."""

    def _entry(self) -> Entry:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        entry = Entry(self.command, self.path, headers, _parsed(raw), time.monotonic())
        self.owner.record(entry)
        return entry

    def do_OPTIONS(self) -> None:
        entry = self._entry()
        asked = {h.strip().lower() for h in entry.headers.get("access-control-request-headers", "").split(",")} - {""}
        cors = self.owner.cors
        allowed = cors.allowed(entry.headers.get("origin", ""))
        if allowed is None or not asked <= cors.headers:
            self._send(entry, Reply((), 403, "text/plain"), with_cors=False)
            return
        granted = (
            ("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
            ("Access-Control-Allow-Headers", ", ".join(sorted(cors.headers))),
        )
        self._send(entry, Reply((), 204, "text/plain", granted))

    def do_GET(self) -> None:
        entry = self._entry()
        if (refusal := self._unauthorised(entry)) is not None:
            self._send(entry, refusal)
        elif entry.path.split("?")[0] == "/v1/models":
            data = [{"id": name, "object": "model", "created": 1, "owned_by": "tests"} for name in MODELS]
            self._send(entry, Reply((Chunk(json.dumps({"object": "list", "data": data}).encode()),)))
        else:
            self._send(entry, error(404, f"Unknown path {entry.path}"))

    def do_POST(self) -> None:
        entry = self._entry()
        if (refusal := self._unauthorised(entry)) is not None:
            self._send(entry, refusal)
        elif entry.path != "/v1/chat/completions":
            self._send(entry, error(404, f"Unknown path {entry.path}"))
        elif not isinstance(entry.body, dict) or "messages" not in entry.body:
            self._send(entry, error(400, "We could not parse the JSON body of your request."))
        else:
            self._send(entry, self.owner.next_reply(entry))

    def _unauthorised(self, entry: Entry) -> Reply | None:
        if not self.owner.need_key:
            return None
        scheme, _, given = entry.headers.get("authorization", "").partition(" ")
        known = scheme == "Bearer" and given != "" and self.owner.key in (None, given)
        return None if known else error(401, "Incorrect API key provided.", "authentication_error")

    def _send(self, entry: Entry, reply: Reply, *, with_cors: bool = True) -> None:
        try:
            if self._wait(entry, reply.before_head):
                self._head(entry, reply, with_cors)
                self._body(entry, reply)
        except OSError:
            entry.hung_up.set()
        finally:
            self.close_connection = self.close_connection or entry.hung_up.is_set() or reply.drop
            entry.finished.set()

    def _head(self, entry: Entry, reply: Reply, with_cors: bool) -> None:
        self.send_response(reply.status)
        allowed = self.owner.cors.allowed(entry.headers.get("origin", "")) if with_cors else None
        if allowed is not None:
            self.send_header("Access-Control-Allow-Origin", allowed)
            self.send_header("Vary", "Origin")
            if self.owner.cors.expose:
                self.send_header("Access-Control-Expose-Headers", self.owner.cors.expose)
        for name, value in reply.headers:
            self.send_header(name, value)
        if reply.status == 204:
            self.end_headers()
            return
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _body(self, entry: Entry, reply: Reply) -> None:
        if reply.status == 204:
            return
        for chunk in reply.chunks:
            if not self._wait(entry, chunk.after):
                return
            self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk.data), chunk.data))
        if reply.drop:
            # Linger 0: the close is a reset, as from a server that fell over.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.shutdown(socket.SHUT_RDWR)
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _wait(self, entry: Entry, gate: threading.Event | None) -> bool:
        """Wait for `gate`. False when the client left, or the server is closing, before it was set."""
        while gate is not None and not gate.wait(0.02):
            if self.owner.closing.is_set() or self._client_left():
                entry.hung_up.set()
                return False
        return True

    def _client_left(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""
