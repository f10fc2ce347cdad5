"""The edge to JavaScript: acts on what the page says. Decides nothing: runs are the session's, holds are the page's.

One run at a time. Nothing of JavaScript's is held until `attach`, so that a memory snapshot can be made before it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import Any

from glassloop import checkup, workspace
from glassloop.browser.broker import Broker, Routes, headers_of
from glassloop.browser.guest import GuestRequest
from glassloop.browser.page_door import PageDoor, post
from glassloop.endpoint import Endpoint, Format
from glassloop.events import Log, Stopped, load_events
from glassloop.exchange import World
from glassloop.limits import Limits
from glassloop.packages import PackageError, Requirements
from glassloop.practice import PracticeModel
from glassloop.session import Job, Run
from glassloop.shelf import Shelves
from glassloop.transport import HttpRequest

UNREADABLE = Stopped("crashed", "The conversation so far can't be read, so nothing was asked. Begin a new one.")


def _limits(told: dict[str, Any] | None) -> Limits:
    if told is None:
        return Limits()
    return Limits(told["rounds"], told["repeats"], told["unknown"], told["retries"])


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
            post(
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
        try:
            history = load_events(message["history"])
        except ValueError as error:  # kept by an older version, or imported: the page checks less than we do
            door.tell(Log("stderr", str(error)))
            door.tell(UNREADABLE)
            post(self.host, {"type": "done", "run": number})
            return
        job = Job(
            files,
            question,
            endpoint,
            history,
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
        post(self.host, {"type": "done", "run": number})

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
        post(self.host, {"type": "packages", "run": current.number, "names": names})
        return await current.consent


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
            post(_sandbox.host, {"type": "checked", "check": message["check"], "diagnostics": found})
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


def guest_fetch(method: str, url: str, headers_json: str, body: Any) -> GuestRequest | str:
    """The program's `fetch`. A sentence when it can't even be tried."""
    if _sandbox is None or _sandbox.current is None:
        return "No run is under way: make requests from within agent(question)."
    data = b"" if body is None else body.to_bytes()
    request = HttpRequest(method, url, headers_of(headers_json), data)
    return GuestRequest(asyncio.ensure_future(_sandbox.current.run.recorder.send(request)))
