"""From a plan and the results so far to the next notes, or to the end. Knows no English question and no single tool.

A plan is made anew from the question for every request; which of its steps are done is read from the transcript.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from glassloop.practice import results
from glassloop.practice.rules import Note
from glassloop.practice.scene import Answered, Scene


@dataclass(frozen=True, slots=True)
class Ref:
    """The result of an earlier step, by its place in the plan."""

    step: int


Value = str | Ref  # JSON text, or what a step will give


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    value: Value
    numeric: bool


@dataclass(frozen=True, slots=True)
class Step:
    tool: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What one clause asks for. `lead` begins the sentence that the last step's result ends; `stop` ends it."""

    steps: tuple[Step, ...]
    lead: tuple[Value, ...]
    stop: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A clause that can't be worked on, and what to say about it. `missing`: what no tool on the menu does."""

    text: str
    missing: str = ""


Reading = Task | Unclear


@dataclass(frozen=True, slots=True)
class Progress:
    """`given`: step → content of its result. `ready`: notes to write now. `stuck`: sentences about what went wrong."""

    given: dict[int, str]
    ready: tuple[Note, ...]
    stuck: tuple[str, ...]


def all_steps(readings: tuple[Reading, ...]) -> tuple[Step, ...]:
    return tuple(step for reading in readings if isinstance(reading, Task) for step in reading.steps)


def follow(steps: tuple[Step, ...], scene: Scene) -> Progress:
    given: dict[int, str] = {}
    ready: list[Note] = []
    stuck: list[str] = []
    unused = list(scene.answered)
    for number, step in enumerate(steps):
        if any(isinstance(a.value, Ref) and a.value.step not in given for a in step.arguments):
            continue
        arguments = _resolved(step, given)
        if arguments is None:
            stuck.append(
                f"The next step needs a number, and the result before it holds none, so I stop before {step.tool}."
            )
            continue
        outcome = _outcome(step.tool, arguments, unused)
        if isinstance(outcome, Note):
            ready.append(outcome)
        elif results.is_error(outcome.content):
            stuck.append(f"The {step.tool} tool answered with an error: {results.reason(outcome.content)}")
        else:
            given[number] = outcome.content
    return Progress(given, tuple(ready), tuple(stuck))


def sentences(readings: tuple[Reading, ...], given: dict[int, str]) -> list[str]:
    """One for each task whose last result is there, one for each unclear clause."""
    said: list[str] = []
    last = -1
    for reading in readings:
        if isinstance(reading, Unclear):
            said.append(reading.text)
            continue
        last += len(reading.steps)
        if last in given and all(p.step in given for p in reading.lead if isinstance(p, Ref)):
            lead = "".join(results.shown(given[p.step]) if isinstance(p, Ref) else p for p in reading.lead)
            said.append(lead + results.shown(given[last]) + reading.stop)
    return said


def arguments_text(arguments: dict[str, str]) -> str:
    """JSON text of an object whose values are JSON text already: digits stay as they were written."""
    return "{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in arguments.items()) + "}"


def _resolved(step: Step, given: dict[int, str]) -> dict[str, str] | None:
    """JSON text by parameter name; None when a number is needed and an earlier result holds none."""
    out: dict[str, str] = {}
    for argument in step.arguments:
        value = argument.value
        if isinstance(value, Ref):
            content = given[value.step]
            text = results.number_in(content) if argument.numeric else json.dumps(results.shown(content))
            if text is None:
                return None
            value = text
        out[argument.name] = value
    return out


def _outcome(tool: str, intended: dict[str, str], unused: list[Answered]) -> Note | Answered:
    """The result for this step, or the note that is to be written next. Takes what it uses out of `unused`.

    A note that failed although it was meant so is mended where its error says how. One that failed and was not
    meant so (a slip that the reader asked for) is written again.
    """
    while True:
        mine = next((answered for answered in unused if answered.call.name == tool), None)
        if mine is None:
            return Note(tool, arguments_text(intended))
        unused.remove(mine)
        if not results.is_error(mine.content):
            return mine
        if results.same_json(mine.call.arguments, arguments_text(intended)):
            mended = results.mended(intended, mine.content)
            if mended is None:
                return mine
            intended = mended
