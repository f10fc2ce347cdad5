"""From wishes to notes, and from notes to what came of them. Knows the tools of the weather lesson; words nothing.

Nothing is kept between requests: which note belongs to which wish is read from the transcript, by tool and place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from glassloop.practice import results
from glassloop.practice.plan import arguments_text
from glassloop.practice.rules import Note
from glassloop.practice.scene import Answered, Scene, Tool
from glassloop.practice.weather_assistant.days import When, date_in, days_to_ask, wanted_offsets
from glassloop.practice.weather_assistant.errors import code_of
from glassloop.practice.weather_assistant.facts import dates_in, todays_in
from glassloop.practice.weather_assistant.heard import Kind
from glassloop.practice.weather_assistant.wishes import Wanted, Wish

TOOLS: dict[Kind, str] = {
    "now": "get_current_weather",
    "ahead": "get_forecast",
    "air": "get_air_quality",
    "remind": "remind_if_rain",
}
_DAYS = 5  # that a forecast reaches, where its description doesn't say so
_DETAIL = "detail"  # an argument that the model makes up, as models do
_TRIES = 2  # of what may work the next time
_FOR_NOW = frozenset(
    "weather_service_unreachable weather_service_error timed_out timeout malformed_reply too_many_requests".split()
)
_REACH = re.compile(r"\b(?:1|one) ?(?:to|-|–|and|through) ?(\d{1,2})\b")


@dataclass(frozen=True, slots=True)
class Errand:
    """A wish as a note: the tool, and its arguments as JSON text by name. `helper`: only so that a date is known."""

    wish: Wish
    tool: str
    arguments: dict[str, str]
    helper: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """`content` of the result. `mended`: the arguments had to be changed, for the reason that `because` gives."""

    errand: Errand
    content: str
    because: str = ""

    @property
    def failed(self) -> bool:
        return results.is_error(self.content)


@dataclass(frozen=True, slots=True)
class Progress:
    outcomes: tuple[Outcome, ...]
    ready: tuple[Note, ...]
    lacking: tuple[Kind, ...] = ()


def progress(wanted: Wanted, scene: Scene) -> Progress:
    """What has come back so far, the notes to write now, and the kinds for which the menu has no tool."""
    today = today_of(scene)
    lacking = tuple(dict.fromkeys(wish.kind for wish in wanted.wishes if scene.tool(TOOLS[wish.kind]) is None))
    errands = [errand for wish in wanted.wishes if wish.kind not in lacking for errand in _errands(wish, scene, today)]
    unused = list(scene.answered)
    outcomes: list[Outcome] = []
    ready: list[Note] = []
    waiting: set[tuple[str, str]] = set()
    for errand in errands:
        key = (errand.tool, json.dumps(errand.arguments))
        if errand.wish.again and key in waiting:
            continue
        found = _outcome(errand, unused, retry=wanted.retry)
        if isinstance(found, Note):
            waiting.add(key)
            if not (errand.helper and found in ready):
                ready.append(found)
        else:
            outcomes.append(found)
    return Progress(tuple(outcomes), tuple(ready), lacking)


def today_of(scene: Scene) -> date | None:
    """From the system prompt, or from the latest result that says when it was made. None where nothing tells."""
    told = date_in([scene.system])
    if told is not None:
        return told
    turns = [scene.answered, *(turn.answered for turn in reversed(scene.earlier))]
    contents = [answered.content for answered in (each for turn in turns for each in reversed(turn))]
    made = next(iter(dates_in(contents)), None)
    if made is not None:
        return made
    return next(iter(todays_in(contents)), None)


def _errands(wish: Wish, scene: Scene, today: date | None) -> list[Errand]:
    """One for each note; a reminder for several days takes several."""
    name = TOOLS[wish.kind]
    tool = scene.tool(name)
    if tool is None:
        return []
    place = json.dumps(wish.place, ensure_ascii=False)
    units = {"units": json.dumps(wish.units)} if wish.units else {}
    detail = {_DETAIL: '"high"'} if wish.detail else {}
    if wish.kind == "remind":
        days = _days_of_reminder(wish.when, tool, today)
        if days is None:
            return _look_first(wish, scene)
        return [Errand(wish, name, _taken(tool, {"location": place, "day": json.dumps(day)})) for day in days]
    if wish.kind == "ahead":
        days_asked = days_to_ask(wish.when, today, reach(tool))
        asked = {"days": str(days_asked)} if days_asked else {}
        return [Errand(wish, name, _taken(tool, {"location": place, **asked, **units}) | detail)]
    return [Errand(wish, name, _taken(tool, {"location": place, **units}) | detail)]


def _look_first(wish: Wish, scene: Scene) -> list[Errand]:
    """Which date Wednesday is can be read from a forecast."""
    forecast = scene.tool(TOOLS["ahead"])
    if forecast is None:
        return [Errand(wish, TOOLS["remind"], {"location": json.dumps(wish.place), "day": '"tomorrow"'})]
    arguments = {"location": json.dumps(wish.place, ensure_ascii=False), "days": str(reach(forecast))}
    return [Errand(replace(wish, kind="ahead"), forecast.name, _taken(forecast, arguments), helper=True)]


def _days_of_reminder(when: When | None, tool: Tool, today: date | None) -> list[str] | None:
    """Days as the tool wants them: "tomorrow" where its description has the word, else ISO dates. None: not known."""
    takes = " ".join(part.description for part in tool.parameters if part.name == "day") + tool.description
    when = when or When(offsets=(1,))
    if not when.names_days and not when.count:
        offsets: tuple[int, ...] = (0,) if when.today or when.now else (1,)
    elif when.count:
        offsets = tuple(range(1, min(when.count, _DAYS) + 1))
    elif today is not None:
        offsets = wanted_offsets(when, today)
    elif when.weekdays or when.dates:
        return None
    else:
        offsets = when.offsets
    words = {0: "today", 1: "tomorrow"}
    days = []
    for offset in offsets:
        if offset in words and words[offset] in takes:
            days.append(words[offset])
        elif today is not None:
            days.append((today + timedelta(days=offset)).isoformat())
        else:
            return None
    return days


def reach(tool: Tool) -> int:
    """How many days ahead a forecast goes, as its description says it."""
    said = [tool.description, *(part.description for part in tool.parameters if part.name == "days")]
    found = next((match for text in said if (match := _REACH.search(text))), None)
    return int(found[1]) if found else _DAYS


def _taken(tool: Tool, arguments: dict[str, str]) -> dict[str, str]:
    """Those arguments that the tool has; a required one of the reader's own is left for the tool to complain of."""
    names = {part.name for part in tool.parameters}
    return {name: value for name, value in arguments.items() if name in names}


def _outcome(errand: Errand, unused: list[Answered], *, retry: bool) -> Outcome | Note:
    """What came of an errand, or the note that is to be written next. Takes what it uses out of `unused`."""
    arguments, because, tries = errand.arguments, "", 0
    while (mine := _next(errand, unused)) is not None:
        unused.remove(mine)
        if not results.is_error(mine.content):
            return Outcome(errand, mine.content, because)
        tries += 1
        mended = _mended(arguments, mine)
        if mended is not None:
            arguments, because = mended, results.reason(mine.content)
        elif not (retry and tries < _TRIES and code_of(mine.content) in _FOR_NOW):
            return Outcome(errand, mine.content, because)
    return Note(errand.tool, arguments_text(arguments))


def _mended(arguments: dict[str, str], failed: Answered) -> dict[str, str] | None:
    """Other arguments, where the error is about them and says what is wrong. Of a crash nothing can be learned."""
    if code_of(failed.content) != "invalid_arguments":
        return None
    if _DETAIL in arguments and _DETAIL in results.reason(failed.content):
        return {name: text for name, text in arguments.items() if name != _DETAIL}
    return results.mended(arguments, failed.content)


def _next(errand: Errand, unused: Sequence[Answered]) -> Answered | None:
    """The first result of this tool for this place, and for a reminder for this day."""
    for answered in unused:
        if answered.call.name == errand.tool:
            given = results.parsed(answered.call.arguments)
            if isinstance(given, dict) and all(
                _alike(given.get(name), errand.arguments.get(name)) for name in ("location", "day")
            ):
                return answered
    return None


def _alike(given: object, text: str | None) -> bool:
    return text is None or (isinstance(given, str) and given.strip().casefold() == json.loads(text).casefold())
