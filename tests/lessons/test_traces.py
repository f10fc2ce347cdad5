"""The golden traces: whole runs, one event a line, the same on every Python. The page's fold reads these files too.

`GLASSLOOP_WRITE_TRACES=1` writes them anew; read the difference before committing it.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Event, dump_event, load_event
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.script import Script, notes, says
from glassloop.session import Job, Run
from glassloop.shelf import Shelves
from glassloop.transport import Transport, Unreachable
from support.doors import ListDoor
from support.lessons import lesson_files
from support.pyodide_http import pyfetch_over
from support.runs import refuse_packages, world

ROOT = Path(__file__).parents[2]
LESSON_1 = (ROOT / "py" / "lessons" / "tools_are_a_dict" / "main.py").read_text("utf-8")
A_MOMENT = 1_791_806_400.0  # what a program's own clock says; nothing in a trace may hang on the real one
AGENT = '''
from glassloop.agent import Agent


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def upper(text: str) -> str:
    """Make a text upper case."""
    return text.upper()


agent = Agent(system="Use the tools; never do sums yourself.", tools=[add, upper], max_rounds=3)
'''


@dataclass(frozen=True)
class Golden:
    """`main`: a program in one file, or all the files of one. `settings`: what the reader chose for the lesson."""

    name: str
    main: str | Mapping[str, str]
    questions: Sequence[str]
    transport: Transport
    stream: bool = False
    settings: Mapping[str, str | bool] = field(default_factory=dict)


def wrong_notes() -> Script:
    """Every way in which a note can be wrong, then a model that will not stop."""
    return Script(
        [
            notes(("c1", "ad", '{"a": 1, "b": 2}'), ("c2", "add", '{"a": 1 "b"}'), ("c3", "add", '{"a": "many"}')),
            notes(("c4", "add", '{"a": 12345678901234567890, "b": 1}')),
            notes(("c5", "add", '{"a": 1, "b": 2}')),
        ]
    )


def math_runs(practice: PracticeModel) -> list[Golden]:
    """The runs that the math coach is about, and the notes that its dispatch refuses."""
    bad = ('"forty-seven", "operation": "+", "b": 9', '2, "operation": "^", "b": 9', '2, "operation": "/", "b": 0')
    solve = [(f"c{place}", "solve_with_shortcut", f'{{"a": {text}}}') for place, text in enumerate(bad)]
    unknown = ("c9", "solve_and_explain", '{"a": 47, "operation": "+", "b": 9}')
    runs: dict[str, tuple[Transport, list[str]]] = {
        "one-note": (practice, ["What is 47 + 9?"]),
        "near-100": (practice, ["97 x 96"]),
        "number-as-text": (practice, ["4.7 times 1000"]),
        "three-candidates": (practice, ["What is 129 + 99?", "another way?"]),
        "chain-and-follow-up": (practice, ["Work out 120 + 9 + 9", "And if the last one was 99 instead of 9?"]),
        "two-notes": (practice, ["What's 13 × 14 and 48 × 5?"]),
        "error-read": (practice, ["What is 2 h 45 min + 1 h 75 min?"]),
        "safety-valve": (practice, ["Work out 1 + 9 + 9 + 9 + 9 + 9 + 9"]),
        "check": (practice, ["is 48 × 5 = 204 right?"]),
        "declined": (practice, ["What is the square root of 144?", "What is the capital of France?"]),
        "bad-notes": (Script([notes(unknown, *solve), says("Sorry.")]), ["What is 47 + 9?"]),
    }
    files = lesson_files("math_coach")
    return [Golden(f"math-{name}", files, questions, server) for name, (server, questions) in runs.items()]


def weather_runs(practice: PracticeModel) -> list[Golden]:
    """The bookkeeping at work, and two of its rules broken."""
    tokyo = ["What's the weather in Tokyo?", "And the forecast?"]
    runs: dict[str, tuple[list[str], dict[str, str | bool]]] = {
        "follow-up": (tokyo, {}),
        "notes-lost": (tokyo[:1], {"notes_kept": False}),
        "two-cities": (["Compare London and Cairo", "and the air?"], {}),
        "week": (["What will the weather be in Bristol over the next week?"], {}),
        "unknown-place": (["What's the weather in Nowhereville?"], {}),
        "handler-raises": (["What's the weather in Nowhereville?"], {"total": False}),
        "broken-arguments": (["weather in Leeds with broken arguments"], {}),
        "confused": (["Keep checking Leeds forever", "and tomorrow?"], {}),
        "reminded-twice": (["Remind me twice if it rains on Wednesday in Oslo"], {}),
        "failure-forgotten": (["What's the weather in Edinburgh?", "again"], {"service": "blip"}),
    }
    files = lesson_files("weather_assistant")
    return [
        Golden(f"weather-{name}", files, asked, practice, settings=chosen) for name, (asked, chosen) in runs.items()
    ]


def goldens() -> list[Golden]:
    practice = PracticeModel()
    return [
        *weather_runs(practice),
        *math_runs(practice),
        Golden("lesson-1-one-note", LESSON_1, ["add 10 and 5"], practice),
        Golden("lesson-1-two-notes", LESSON_1, ["add 10 and 5, then make hello upper case"], practice),
        Golden("lesson-1-no-note", LESSON_1, ["what is Python?"], practice),
        Golden("lesson-1-unknown-tool", LESSON_1, ["call a tool that does not exist"], practice),
        Golden("agent-streamed", AGENT, ["add 10 and 5"], practice, stream=True),
        Golden("agent-follow-up", AGENT, ["add 10 and 5", "make hello upper case"], practice),
        Golden("agent-wrong-notes", AGENT, ["add 1 and 2"], wrong_notes()),
        Golden("agent-no-server", AGENT, ["hi"], Script([Unreachable("Nothing answered there.", "Check it.")])),
        Golden("program-raises", LESSON_1 + "\n1 / 0\n", ["add 1 and 2"], Script([says("never asked")])),
    ]


def events_of(golden: Golden) -> list[Event]:
    events: list[Event] = []
    at = Endpoint(PRACTICE_URL, "glassloop-secret-llm", PRACTICE_MODEL, golden.stream)
    files = {"main.py": golden.main} if isinstance(golden.main, str) else golden.main
    there = Shelves()
    for question in golden.questions:
        door = ListDoor()
        job = Job(files, question, at, tuple(events), settings=golden.settings, shelves=there)
        run = Run(job, world(golden.transport), door, refuse_packages)
        with pyfetch_over(run.recorder), patch("time.time", lambda: A_MOMENT):
            asyncio.run(run.to_end())
        events += door.events
    return events


@pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.name)
def test_the_run_is_the_golden_one(golden: Golden) -> None:
    path = ROOT / "tests" / "traces" / f"{golden.name}.jsonl"
    lines = [dump_event(event) for event in events_of(golden)]
    if os.environ.get("GLASSLOOP_WRITE_TRACES"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = path.read_text(encoding="utf-8").splitlines()
    assert lines == expected
    assert [dump_event(load_event(line)) for line in expected] == expected


def test_every_golden_trace_has_its_run() -> None:
    assert {path.stem for path in (ROOT / "tests" / "traces").glob("*.jsonl")} == {g.name for g in goldens()}
