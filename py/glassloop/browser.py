"""The one module that touches JavaScript: messages in and out, the broker as a transport, the program's `fetch`.

Refuses to decide anything: runs are `session`'s, holds are the page's. One run at a time. Nothing of JavaScript's is
held until `attach`, so that a memory snapshot can be made before it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import asdict, dataclass, field
from typing import Any

from pyodide.ffi import JsException, JsProxy, to_js

from glassloop import checkup, transport, workspace
from glassloop.door import Fact, StopPoint
from glassloop.endpoint import Endpoint, Format
from glassloop.events import dump_event, load_event, load_events
from glassloop.exchange import World
from glassloop.limits import Limits
from glassloop.packages import PackageError, Requirements
from glassloop.practice import PRACTICE_URL, PracticeModel
from glassloop.session import Job, Run
from glassloop.shelf import Scope, Shelves
from glassloop.transport import HttpRequest, HttpResponse, Transport

_FAILURES: dict[str, type[transport.TransportError]] = {
    "refused": transport.Refused,
    "cap": transport.CapReached,
    "unreachable": transport.Unreachable,
    "aborted": transport.Aborted,
}


class Broker:
    """The page, as a transport: the only way out of the sandbox."""

    def __init__(self, host: Any) -> None:
        self._host = host

    async def send(self, request: HttpRequest) -> HttpResponse:
        headers, body = json.dumps(request.headers), to_js(request.body) if request.body else None
        opening = self._host.open_fetch(request.method, request.url, headers, body)
        try:
            opened = await opening.response
        except asyncio.CancelledError:
            opening.cancel()
            raise
        except JsException as error:
            raise _transport_error(error) from None
        return HttpResponse(opened.status, _headers(opened.headers_json), _chunks(opened))


async def _chunks(opened: Any) -> AsyncGenerator[bytes, None]:
    finished = False
    try:
        while True:
            try:
                chunk = await opened.read()
            except JsException as error:
                finished = True
                raise _transport_error(error) from None
            if chunk is None:
                finished = True
                return
            yield chunk.to_bytes()
    finally:
        if not finished:
            opened.cancel()


def _transport_error(error: JsException) -> transport.TransportError:
    message = getattr(error, "message", str(error))
    try:
        told = json.loads(message)
        return _FAILURES[told["failure"]](told["what"], told["advice"])
    except (ValueError, KeyError, TypeError):
        return transport.Unreachable(f"The request could not be sent ({message}).", "Try again.")


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in json.loads(text))


@dataclass(frozen=True, slots=True)
class Routes:
    """Sends the practice endpoint's requests to the model that is built in, all others out."""

    practice: Transport
    outside: Transport

    async def send(self, request: HttpRequest) -> HttpResponse:
        inside = request.url.startswith(PRACTICE_URL + "/")
        return await (self.practice if inside else self.outside).send(request)


@dataclass(slots=True)
class PageDoor:
    """The page as a door: posts every event, and waits for its word at the stop points."""

    host: Any
    run: int
    gates: dict[int, asyncio.Future[str | None]] = field(default_factory=dict)
    _next_gate: int = 1
    _waiting: asyncio.Future[bool] | None = None

    def tell(self, event: Fact) -> None:
        self._post(dump_event(event), None)

    async def offer(self, event: StopPoint) -> StopPoint:
        gate, self._next_gate = self._next_gate, self._next_gate + 1
        self.gates[gate] = asyncio.get_running_loop().create_future()
        try:
            self._post(dump_event(event), gate)
            answer = await self.gates[gate]
        finally:
            del self.gates[gate]
        if answer is None:
            return event
        edited = load_event(answer)
        if type(edited) is not type(event):
            raise ValueError(f"The edit of a {event.kind} came back as a {edited.kind}.")
        return edited

    def go(self, gate: int, event: str | None) -> None:
        waiting = self.gates.get(gate)
        if waiting is not None and not waiting.done():
            waiting.set_result(event)

    async def wait(self, seconds: float, reason: str) -> bool:
        """Let `seconds` pass while the page counts them down. False when the reader gives up; True to go on.

        `reason` stands before the countdown: "Too many requests. The same request is sent again (try 2 of 3)".
        """
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting = answer
        _post(self.host, {"type": "waiting", "run": self.run, "seconds": seconds, "reason": reason})
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            return True
        finally:
            self._waiting = None

    def wait_over(self, again: bool) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(again)

    def show(self, text: str) -> None:
        _post(self.host, {"type": "delta", "run": self.run, "text": text})

    def learned(self, habits: str) -> None:
        _post(self.host, {"type": "habits", "run": self.run, "habits": habits})

    def put(self, scope: Scope, name: str, text: str) -> None:
        _post(self.host, {"type": "shelf", "run": self.run, "scope": scope, "name": name, "text": text})

    def _post(self, event: str, gate: int | None) -> None:
        _post(self.host, {"type": "event", "run": self.run, "event": event, "gate": gate})


def _limits(told: dict[str, Any] | None) -> Limits:
    if told is None:
        return Limits()
    return Limits(told["rounds"], told["repeats"], told["unknown"], told["retries"])


def _post(host: Any, message: dict[str, Any]) -> None:
    host.post(json.dumps(message, ensure_ascii=False))


@dataclass(slots=True)
class Current:
    """The run under way."""

    number: int
    door: PageDoor
    run: Run
    task: asyncio.Task[None]
    consent: asyncio.Future[bool] | None = None


class Sandbox:
    """What `receive` and `guest_fetch` act on: made by `attach`, once in a sandbox's life."""

    def __init__(self, host: Any) -> None:
        self.host = host
        self.current: Current | None = None
        self.installed: set[str] = set()

    def start(self, message: dict[str, Any]) -> None:
        number, tried = message["run"], message.get("checkup") is True
        files = checkup.PROGRAM if tried else message["program"]
        question = checkup.QUESTION if tried else message["question"]
        diagnostics = workspace.check(files)
        if diagnostics:
            _post(
                self.host,
                {"type": "unloadable", "run": number, "diagnostics": [asdict(found) for found in diagnostics]},
            )
            return
        told = message["connection"]
        spoken: Format = "responses" if told.get("format") == "responses" else "chat"
        endpoint = Endpoint(
            told["baseUrl"], told["apiKey"], told["model"], told["stream"], spoken, told.get("habits", "")
        )
        door = PageDoor(self.host, number)
        job = Job(
            files,
            question,
            endpoint,
            load_events(message["history"]),
            _limits(message.get("limits")),
            main=message.get("main", workspace.MAIN),
            settings=message.get("settings", {}),
            shelves=Shelves(**message.get("shelves", {}), told=door.put),
        )
        routes = Routes(PracticeModel(asyncio.sleep), Broker(self.host))
        world = World(routes, self.host.now, door.show, door.wait, door.learned)
        run = Run(job, world, door, self.install)
        task = asyncio.ensure_future(self._to_end(number, run))
        self.current = Current(number, door, run, task)

    async def _to_end(self, number: int, run: Run) -> None:
        await run.to_end()
        if self.current is not None and self.current.number == number:
            self.current = None
        _post(self.host, {"type": "done", "run": number})

    async def install(self, wanted: Requirements) -> None:
        """Bring what a program asks for, once the reader has allowed it. Raises `PackageError`."""
        from glassloop import install

        current = self.current
        dropped = tuple(name for name in install.dropped_wheels() if name not in self.installed)
        names = tuple(name for name in wanted.names if name not in self.installed)
        fetched = install.not_among(names, install.dropped_wheels())
        if current is None or not (fetched or dropped):
            return
        # Dropping a wheel was the reader's own consent to it.
        if fetched and not await self._allowed(current, fetched):
            raise PackageError(f"This program needs {', '.join(fetched)}, and you did not allow it to be installed.")
        await self.host.micropip()
        await install.install(fetched, wanted.indexes, dropped)
        self.installed.update(names, dropped)

    async def _allowed(self, current: Current, names: tuple[str, ...]) -> bool:
        current.consent = asyncio.get_running_loop().create_future()
        _post(self.host, {"type": "packages", "run": current.number, "names": names})
        return await current.consent


_BROKEN_OFF = "The request was broken off."


@dataclass(slots=True)
class GuestResponse:
    """A response on its way to the program's `fetch`: pulled by JavaScript, a chunk a call.

    No exception crosses into JavaScript: Pyodide would print its traceback among the program's own output, and carry
    no words. A failure is a sentence instead.
    """

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
            return _BROKEN_OFF

    async def close(self) -> None:
        """Ends a read that is under way; nothing happens when the body has ended."""
        if self._reading is not None and not self._reading.done():
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self._body.aclose()


_sandbox: Sandbox | None = None


def attach(host: Any) -> None:
    """Connect to the page. `host` offers post, open_fetch, micropip and now (milliseconds)."""
    global _sandbox
    _sandbox = Sandbox(host)


def receive(text: str) -> None:
    """Act on one message of the page's."""
    assert _sandbox is not None
    message = json.loads(text)
    current = _sandbox.current
    match message["type"]:
        case "run":
            _sandbox.start(message)
        case "check":
            found = [asdict(one) for one in workspace.check(message["program"])]
            _post(_sandbox.host, {"type": "checked", "check": message["check"], "diagnostics": found})
        case kind if current is None or current.number != message.get("run"):
            return  # a message for a run that is over, such as a `go` that crossed its end: nothing waits for it
        case "go":
            current.door.go(message["gate"], message["event"])
        case "cancel":
            current.task.cancel()
        case "wait-over":
            current.door.wait_over(message["again"])
        case "packages-allowed":
            if current.consent is not None and not current.consent.done():
                current.consent.set_result(message["allowed"])
        case kind:
            raise ValueError(f"The sandbox knows no message {kind!r}.")


@dataclass(slots=True)
class GuestRequest:
    """A request of the program's `fetch`, under way. Like `GuestResponse`, it lets no exception cross."""

    _sending: asyncio.Future[HttpResponse]

    async def response(self) -> GuestResponse | str:
        """A sentence when there is none."""
        try:
            response = await self._sending
        except transport.TransportError as error:
            return str(error)
        except asyncio.CancelledError:
            return _BROKEN_OFF
        return GuestResponse(response.status, json.dumps(response.headers), response.body)

    def cancel(self) -> None:
        """The program no longer wants it: also takes it back from a stop point where it is held."""
        self._sending.cancel()


def guest_fetch(method: str, url: str, headers_json: str, body: Any) -> GuestRequest | str:
    """The program's `fetch`. A sentence when it can't even be tried."""
    if _sandbox is None or _sandbox.current is None:
        return "No run is under way: make requests from within agent(question)."
    data = b"" if body is None else body.to_bytes()
    request = HttpRequest(method, url, _headers(headers_json), data)
    return GuestRequest(asyncio.ensure_future(_sandbox.current.run.recorder.send(request)))
