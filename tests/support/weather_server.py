"""A real HTTP server that stands in for Open-Meteo and for OpenWeatherMap, at their own paths, with the sample's data.

    with WeatherServer(key="k") as server:
        server.trouble(Trouble("open_meteo_error_503"), Trouble(path="/v1/forecast", gate=Event()))
        ... server.asked ...

Knows no page. Nothing sleeps: a reply that has to wait waits for an event.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

from support import weather_bodies as bodies
from support.loopback import Loopback
from support.weather_lesson import reply, sample

_OPEN_METEO = ("/v1/search", "/v1/forecast", "/v1/air-quality")
_OPEN_WEATHER_MAP = ("/geo/1.0/direct", "/data/2.5/weather", "/data/2.5/forecast", "/data/2.5/air_pollution")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens to one request instead of, or before, its usual answer.

    `reply` names one of tests/lessons/weather_replies; without it the answer is the usual one. `gate`: it is given when
    this is set. `path`: the request is the next to this path, or to any. `hang_up`: the connection is closed instead.
    """

    reply: str = ""
    path: str = ""
    gate: threading.Event | None = None
    hang_up: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, without its preflight. `origin` is empty when no page sent it."""

    method: str
    path: str
    query: dict[str, str]
    origin: str


class WeatherServer(Loopback):
    """`key`: what `appid` must be on OpenWeatherMap's paths. `now`: seconds since 1970, for times in its replies."""

    def __init__(self, key: str = "", *, now: Callable[[], float] = time.time) -> None:
        super().__init__(_handler(self))
        self.key, self.now = key, now
        self.asked: list[Asked] = []
        self._troubles: list[Trouble] = []
        self._changed = threading.Condition()

    def trouble(self, *troubles: Trouble) -> None:
        """For the next requests, each once, in this order."""
        with self._changed:
            self._troubles.extend(troubles)

    def paths(self) -> list[str]:
        return [each.path for each in self.asked]

    def wait_for(self, count: int, timeout: float = 10) -> Asked:
        """The `count`-th request, once it is there. Raises `TimeoutError` when it does not come (seconds)."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.asked) >= count, timeout):
                raise TimeoutError(f"{len(self.asked)} requests arrived, not {count}")
            return self.asked[count - 1]

    def record(self, asked: Asked) -> Trouble:
        """Keep the request; the trouble that is meant for it, or one that is none."""
        with self._changed:
            self.asked.append(asked)
            self._changed.notify_all()
            for trouble in self._troubles:
                if trouble.path in ("", asked.path):
                    self._troubles.remove(trouble)
                    return trouble
        return Trouble()

    def answer(self, asked: Asked, url: str) -> tuple[int, str]:
        """What a healthy service answers: status and body."""
        if asked.path in _OPEN_METEO:
            fetched = sample.answer(url)
            return fetched.status, fetched.text
        if asked.path not in _OPEN_WEATHER_MAP:
            return 404, '{"cod":"404","message":"Internal error"}'
        if asked.query.get("appid") != self.key:
            return reply("openweathermap_error_401")
        return self._weather_map(asked)

    def _weather_map(self, asked: Asked) -> tuple[int, str]:
        if asked.path == "/geo/1.0/direct":
            if not asked.query.get("q"):
                return reply("openweathermap_nothing_to_geocode")
            return 200, _text(bodies.places(asked.query))
        there = bodies.at_position(asked.query)
        if there is None:
            return reply("openweathermap_error_400")
        match asked.path:
            case "/data/2.5/weather":
                return 200, _text(bodies.now(there, asked.query, self.now()))
            case "/data/2.5/forecast":
                return 200, _text(bodies.forecast(there, asked.query, self.now()))
            case _:
                return 200, _text(bodies.air(there, self.now()))


def _text(body: object) -> str:
    return json.dumps(body, ensure_ascii=False)


def _handler(server: WeatherServer) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        owner = server

    return Handler


class _Handler(BaseHTTPRequestHandler):
    """One connection. Any page may call, as with the real services."""

    owner: WeatherServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """`asked` is the log."""

    def do_OPTIONS(self) -> None:
        self.send_response(204)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Methods", "GET, OPTIONS")
        self.send_header("Access-Control-Allow-Headers", self.headers.get("Access-Control-Request-Headers", "*"))
        self.end_headers()

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = Asked(self.command, parts.path, dict(parse_qsl(parts.query)), self.headers.get("Origin", ""))
        trouble = self.owner.record(asked)
        if not self._let_go(trouble.gate) or trouble.hang_up:
            self.close_connection = True
            return
        status, text = reply(trouble.reply) if trouble.reply else self.owner.answer(asked, self.path)
        self._send(status, text)

    def _let_go(self, gate: threading.Event | None) -> bool:
        """Wait for `gate`. False when the server is closing before it was set."""
        while gate is not None and not gate.wait(0.02):
            if self.owner.closing.is_set():
                return False
        return True

    def _send(self, status: int, text: str) -> None:
        data = text.encode()
        kind = "text/html" if text.startswith("<") else "application/json; charset=utf-8"
        try:
            self.send_response(status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # who asked did not wait
