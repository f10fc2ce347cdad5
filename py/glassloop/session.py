"""One run of the reader's program, from its files to its last event. Knows no browser; keeps nothing between runs.

What goes wrong is told once, as one of four endings: the reader stopped it, the connection failed, the program was
wrong, or we were.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from typing import Any, Literal

from glassloop import connection, tracing, workspace
from glassloop.agent import Agent
from glassloop.door import Door
from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Event, Question, Stopped
from glassloop.exchange import World
from glassloop.limits import USUAL, Limits
from glassloop.loop import turn
from glassloop.output import InOrder
from glassloop.packages import PackageError, Requirements, read_requirements
from glassloop.recorder import Recorder
from glassloop.settings import Chosen, using
from glassloop.shelf import Shelves, shelves
from glassloop.transcript import advance, fold

RawAgent = Callable[[str], Awaitable[object]]
Install = Callable[[Requirements], Awaitable[None]]

Fault = Literal["program", "crashed"]


class NoAgent(Exception):
    """The program offers nothing to run; the text says what it should offer."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that one run is made of. `files`: name → source. `history`: the conversation's events so far.

    `main`: the file whose `agent` runs. `settings`: what the reader chose for the lesson. `shelves`: what earlier runs
    have put there.
    """

    files: Mapping[str, str]
    question: str
    endpoint: Endpoint
    history: tuple[Event, ...]
    limits: Limits = USUAL
    main: str = workspace.MAIN
    settings: Chosen = field(default_factory=dict)
    shelves: Shelves = field(default_factory=Shelves)


class Run:
    """Runs one job to its end. Whoever owns the program's `fetch` sends through `recorder`, while the run lasts.

    `install` brings the packages that the program asks for; it raises `PackageError`.
    """

    def __init__(self, job: Job, world: World, door: Door, install: Install) -> None:
        self._job, self._world, self._install = job, world, install
        self._door = InOrder(door)
        self.recorder = Recorder(world, self._door)

    async def to_end(self) -> None:
        """Never raises: what went wrong is the last event."""
        connection.use(self._job.endpoint)
        token = tracing.current.set(tracing.Tracer(self._door, self._world.now))
        before = asyncio.all_tasks()
        try:
            with (
                workspace.opened(self._job.files),
                using(self._job.settings),
                shelves(self._job.shelves),
                redirect_stdout(self._door.stdout),
                redirect_stderr(self._door.stderr),
            ):
                ending = await self._ending()
            if ending is not None:
                self._door.tell(ending)
        finally:
            tracing.current.reset(token)
            for task in asyncio.all_tasks() - before:
                task.cancel()  # a program's own tasks end with its run

    async def _ending(self) -> Answer | Stopped | None:
        job = self._job
        whose: Fault = "program"
        question = Question(job.question)
        self._door.tell(question)
        try:
            await self._install(read_requirements(job.files.get(workspace.MAIN, "")))
            agent = find_agent(vars(workspace.load(job.main)), job.main)
            if isinstance(agent, Agent):
                whose = "crashed"
                transcript = advance(fold(job.history), question)
                await turn(agent, job.endpoint, self._world, self._door, transcript, job.limits)
                return None
            answer = await agent(job.question)
            # A program may answer without having asked any model.
            model = job.endpoint.model if self.recorder.rounds else ""
            return Answer("" if answer is None else str(answer), model)
        except asyncio.CancelledError:
            return Stopped("reader", "You stopped this run.")
        except (NoAgent, PackageError) as error:
            return Stopped("program", str(error))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            return self._wrong(error, whose)

    def _wrong(self, error: BaseException, whose: Fault) -> Stopped:
        detail = workspace.readers_traceback(error, self._job.files)
        failure = self.recorder.failure
        if failure is not None:  # the program only passed on that its request had failed
            return Stopped("connection", f"{failure.what} {failure.advice}", failure.server_words)
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if whose == "program":
            return Stopped("program", f"The program stopped with {said}", detail)
        return Stopped(
            "crashed", f"Glassloop itself failed ({said}). This is our fault, not yours: please report it.", detail
        )


def find_agent(names: Mapping[str, Any], file: str = workspace.MAIN) -> Agent | RawAgent:
    """What the program's first file offers to run. Raises `NoAgent`."""
    agent: Agent | RawAgent | None = names.get("agent")
    if isinstance(agent, Agent):
        return agent
    if agent is None:
        raise NoAgent(f"{file} has no agent. Write `async def agent(question)` or `agent = Agent(...)`.")
    if not inspect.iscoroutinefunction(agent):
        raise NoAgent(f"`agent` in {file} must be an async function of the question, or an Agent.")
    return agent
