"""The golden traces: whole runs, one event a line, the same on every Python. The page's fold reads these files too.

`GLASSLOOP_WRITE_TRACES=1` writes them anew; read the difference before committing it.
"""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Event, dump_event, load_event
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.script import Script, notes, says
from glassloop.transport import Transport, Unreachable
from support.doors import ListDoor
from support.pyodide_http import pyfetch_over
from support.runs import make_run

ROOT = Path(__file__).parents[2]
LESSON_1 = (ROOT / "py" / "lessons" / "tools_are_a_dict" / "main.py").read_text("utf-8")
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
    name: str
    main: str
    questions: Sequence[str]
    transport: Transport
    stream: bool = False


def wrong_notes() -> Script:
    """Every way in which a note can be wrong, then a model that will not stop."""
    return Script(
        [
            notes(("c1", "ad", '{"a": 1, "b": 2}'), ("c2", "add", '{"a": 1 "b"}'), ("c3", "add", '{"a": "many"}')),
            notes(("c4", "add", '{"a": 12345678901234567890, "b": 1}')),
            notes(("c5", "add", '{"a": 1, "b": 2}')),
        ]
    )


def goldens() -> list[Golden]:
    practice = PracticeModel()
    return [
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
    for question in golden.questions:
        door = ListDoor()
        run = make_run({"main.py": golden.main}, golden.transport, question, door=door, at=at, history=tuple(events))
        with pyfetch_over(run.recorder):
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
