"""Which rule answers. Knows the rules and their order; refuses to know how any of them works."""

from __future__ import annotations

from dataclasses import replace

from glassloop.practice import math_coach, tools_are_a_dict, weather_assistant
from glassloop.practice.mischief import mischief, sample
from glassloop.practice.plan import all_steps, follow
from glassloop.practice.rules import Ask, Fail, Reply, Rule, first
from glassloop.practice.scene import Scene
from glassloop.practice.talk import cannot, talk
from glassloop.practice.working import answer_with_tools

# Each has `knows(scene)`, which looks at the menu, and `RULES`.
_LESSONS = (weather_assistant, math_coach, tools_are_a_dict)


def decide(scene: Scene) -> Reply:
    """The reply to one request. The same scene gives the same reply."""
    lesson: tuple[Rule, ...] = next((lesson.RULES for lesson in _LESSONS if lesson.knows(scene)), ())
    usual: tuple[Rule, ...] = (*lesson, answer_with_tools)
    reply = mischief(scene, lambda other: first(usual, other))
    if reply is None or (isinstance(reply, Ask) and not scene.may_ask):
        reply = first((talk, *usual), scene) or cannot(scene)
    if scene.must_ask and not _obeys(reply, scene.must_ask):
        reply = _forced(scene)
    if isinstance(reply, Ask) and scene.one_note:
        reply = Ask(reply.notes[:1])
    return reply


def _obeys(reply: Reply, must_ask: str) -> bool:
    if isinstance(reply, Ask):
        return must_ask == "*" or all(note.tool == must_ask for note in reply.notes)
    return isinstance(reply, Fail)


def _forced(scene: Scene) -> Reply:
    """`tool_choice` leaves no other way than to write a note."""
    tool = scene.tool(scene.must_ask) or scene.menu[0]
    return Ask(follow(all_steps((sample(tool),)), replace(scene, answered=())).ready)
