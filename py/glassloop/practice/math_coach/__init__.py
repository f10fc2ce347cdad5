"""Lesson 3 only: reads questions about sums, asks the coach's tools, and words what they say. Works nothing out."""

from __future__ import annotations

from glassloop.practice import results
from glassloop.practice.general import read_question
from glassloop.practice.math_coach.answers import answer
from glassloop.practice.math_coach.asking import read, read_turns
from glassloop.practice.math_coach.desk import Desk, Tools
from glassloop.practice.math_coach.known import Known
from glassloop.practice.math_coach.refusals import STEER
from glassloop.practice.plan import Task
from glassloop.practice.rules import Ask, Reply, Rule, Say
from glassloop.practice.scene import Scene

_OPERATIONS_OF_ITS_OWN = {"add_time", "series"}


def knows(scene: Scene) -> bool:
    """A tool that takes two numbers and one of the coach's operations is lesson 3's, or a reader's version of it."""
    return any(
        part.name == "operation" and (not part.choices or _OPERATIONS_OF_ITS_OWN & set(part.choices))
        for tool in scene.menu
        if {"a", "operation", "b"} <= {part.name for part in tool.parameters}
        for part in tool.parameters
    )


def coach(scene: Scene) -> Reply | None:
    before = [answered for turn in scene.earlier for answered in turn.answered]
    earlier, since = Known(before), Known(scene.answered)
    wishes = read(scene.question, read_turns(scene.earlier), earlier.names())
    if not wishes:
        return _outside(scene)
    # What is spelled out is asked for, also when it was before: the program may be another by now.
    spelled_out = wishes == read(scene.question, read_turns(()), earlier.names())
    good = [answered for answered in before if not results.is_error(answered.content)]
    desk = Desk(Tools.of(scene.menu), earlier, since, since if spelled_out else Known([*good, *scene.answered]))
    contents = tuple(desk.fulfil(wish) for wish in wishes)
    if desk.ready and scene.may_ask:
        return Ask(tuple(desk.ready))
    return Say(answer(wishes, contents, desk, forbidden=bool(desk.ready)))


def _outside(scene: Scene) -> Reply | None:
    """No sum: a tool that the reader has added may still help; otherwise back to the subject."""
    if scene.answered or any(isinstance(reading, Task) for reading in read_question(scene)):
        return None
    return Say(STEER)


RULES: tuple[Rule, ...] = (coach,)
