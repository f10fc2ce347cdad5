"""The weather lesson for tests: its modules, recorded replies, a clock, whole runs of its program. No network."""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glassloop.endpoint import Endpoint
from glassloop.events import Event, Log, ToolResult
from glassloop.messages import Transcript
from glassloop.script import Script, Scripted
from glassloop.session import Job, Run
from glassloop.shelf import Shelf, Shelves, shelves
from glassloop.transcript import advance
from glassloop.transport import HttpRequest, Transport, TransportError
from support.doors import ListDoor
from support.lessons import LESSONS, lesson_files, loaded
from support.runs import endpoint, refuse_packages, world

REPLIES = Path(__file__).parents[1] / "lessons" / "weather_replies"
FILES = lesson_files("weather_assistant")
ABOUT = json.loads((LESSONS / "weather_assistant" / "lesson.json").read_text("utf-8"))

with loaded("weather_assistant") as _load:
    values, fetching = _load("values"), _load("fetching")
    open_meteo, open_weather_map = _load("open_meteo"), _load("open_weather_map")
    sample, sources = _load("sample"), _load("sources")
    cache, outbox, handlers = _load("cache"), _load("outbox"), _load("handlers")
    rules, history, menu = _load("rules"), _load("history"), _load("menu")
    burst = _load("burst")

Json = dict[str, Any]

# The middle of the sample's day, in seconds since 1970.
NOON = 1_791_806_400.0


def reply(name: str) -> tuple[int, str]:
    """A recorded reply: status and text."""
    told = json.loads((REPLIES / f"{name}.json").read_text("utf-8"))
    return int(told["status"]), str(told["text"] if "text" in told else json.dumps(told["body"], ensure_ascii=False))


@dataclass
class Get:
    """Answers each URL with the next of its replies, by name, and the last one from then on; keeps the URLs."""

    replies: Sequence[str]
    urls: list[str] = field(default_factory=list)

    async def __call__(self, url: str) -> Any:
        self.urls.append(url)
        return fetching.Fetched(*reply(self.replies[min(len(self.urls), len(self.replies)) - 1]))


@dataclass
class Clock:
    seconds: float = NOON

    def __call__(self) -> float:
        return self.seconds


def made_handlers(source: Any, *, clock: Clock | None = None, **broken: object) -> Any:
    """Handlers with empty shelves of their own. `broken`: rules that are switched off."""
    clock, chosen = clock or Clock(), rules.Rules(**broken)
    kept = cache.Cache(
        burst.Memory(), clock, on=chosen.cache, keep_failures=not chosen.failures_not_cached, tell=burst.silent
    )
    return handlers.Handlers(source, kept, outbox.Outbox(burst.Memory(), clock, once=chosen.once), chosen)


def sample_source(get: Any = None) -> Any:
    return open_meteo.OpenMeteo(get or sample.sample, says=sample.SAYS, unknown_hint=sample.HINT)


@dataclass
class Told:
    """What came of one run. `requests` are those that the model's server got."""

    events: list[Event]
    requests: list[HttpRequest]
    shelves: Shelves

    @property
    def results(self) -> list[Json]:
        return [json.loads(event.content) for event in self.events if isinstance(event, ToolResult)]

    @property
    def outcomes(self) -> list[str]:
        return [event.outcome for event in self.events if isinstance(event, ToolResult)]

    def log(self, source: str) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Log) and event.source == source]

    def shelf(self, name: str) -> Any:
        with shelves(self.shelves):
            return Shelf("conversation", name).get(None)

    @property
    def messages(self) -> list[list[Json]]:
        """The messages of each request, without the system prompt."""
        return [json.loads(request.body)["messages"][1:] for request in self.requests]

    @property
    def transcript(self) -> Transcript:
        transcript: Transcript = ()
        for event in self.events:
            transcript = advance(transcript, event)
        return transcript


@dataclass
class Seen:
    """A transport that passes requests on and keeps them."""

    there: Transport
    requests: list[HttpRequest] = field(default_factory=list)

    async def send(self, request: HttpRequest) -> Any:
        self.requests.append(request)
        return await self.there.send(request)


def run(
    question: str,
    lines: Iterable[Scripted | TransportError] | Transport,
    *,
    settings: Mapping[str, str | bool] | None = None,
    kept: Shelves | None = None,
    past: Sequence[Event] = (),
    main: str = "main.py",
    at: Endpoint | None = None,
) -> Told:
    """One run of the lesson's program. `lines` is what the model answers, or a transport."""
    model = Script(list(lines)) if isinstance(lines, Iterable) else lines
    door, there, seen = ListDoor(), kept or Shelves(), Seen(model)
    job = Job(FILES, question, at or endpoint(), tuple(past), main=main, settings=settings or {}, shelves=there)
    asyncio.run(Run(job, world(seen), door, refuse_packages).to_end())
    return Told(door.events, seen.requests, there)
