"""The rule that works: writes the notes that a reading of the question needs, then words the results. Knows no tool."""

from __future__ import annotations

from glassloop.practice.general import read_question
from glassloop.practice.plan import Reading, all_steps, follow, sentences
from glassloop.practice.rules import Ask, Reply, Say
from glassloop.practice.scene import Scene

FORBIDDEN = "This request lets me write no more notes, so that is all I can say. I never work things out myself."


def answer_with_tools(scene: Scene) -> Reply | None:
    return work(scene, read_question(scene))


def work(scene: Scene, readings: tuple[Reading, ...]) -> Reply | None:
    """Notes while there are any to write, else the answer. None when the question asks for nothing that tools do."""
    if not readings:
        return None
    progress = follow(all_steps(readings), scene)
    if progress.ready and scene.may_ask:
        return Ask(progress.ready)
    said = [*sentences(readings, progress.given), *progress.stuck, *([FORBIDDEN] if progress.ready else [])]
    return Say("\n".join(dict.fromkeys(said)))
