"""Lesson 1 only: where its menu lacks something, the answer shows the line for the dict that would add it."""

from __future__ import annotations

from dataclasses import replace

from glassloop.practice.concepts import BY_SIGN, for_concept
from glassloop.practice.general import read_question
from glassloop.practice.plan import Reading, Unclear
from glassloop.practice.reading import read_tokens
from glassloop.practice.rules import Reply, Rule, Say
from glassloop.practice.scene import Scene
from glassloop.practice.working import work

# What to put into the dict; the names are those that `concepts` finds again.
_RECIPES = {
    "subtract": '"subtract": lambda a, b: a - b',
    "multiply": '"multiply": lambda a, b: a * b',
    "divide": '"divide": lambda a, b: a / b',
    "power": '"power": lambda a, b: a**b',
    "upper": '"upper": lambda text: text.upper()',
    "lower": '"lower": lambda text: text.lower()',
    "reverse": '"reverse": lambda text: text[::-1]',
}

_LONGEST_BARE = 100  # characters
_FILLERS = frozenset("what what's whats is are and about".split())


def knows(scene: Scene) -> bool:
    """A menu with something that adds is lesson 1's, or a reader's version of it."""
    return for_concept(scene.menu, BY_SIGN["+"]) is not None


def add_it_yourself(scene: Scene) -> Reply | None:
    readings = read_question(scene)
    if not any(isinstance(reading, Unclear) and reading.missing in _RECIPES for reading in readings):
        return None
    return work(scene, tuple(_with_recipe(reading) for reading in readings))


def which_sum(scene: Scene) -> Reply | None:
    """ "10 and 5": it would be a guess to add them."""
    tokens = read_tokens(scene.question[:_LONGEST_BARE])
    numbers = [token for token in tokens if token.kind == "number"]
    others = {token.value for token in tokens if token.kind == "word"} - _FILLERS
    if len(numbers) < 2 or others or scene.answered or read_question(scene):
        return None
    return Say("What shall I do with these numbers? Say, for example, “add” before them.")


def _with_recipe(reading: Reading) -> Reading:
    if not isinstance(reading, Unclear) or reading.missing not in _RECIPES:
        return reading
    line = _RECIPES[reading.missing]
    return replace(reading, text=f"{reading.text} The line for the dict is:\n    {line},")


RULES: tuple[Rule, ...] = (add_it_yourself, which_sum)
