"""The weather lesson: which questions are about the weather, and what is said of all others. Reads no result itself."""

from __future__ import annotations

import re
from dataclasses import replace

from glassloop.practice.general import read_question
from glassloop.practice.plan import all_steps
from glassloop.practice.rules import Ask, Reply, Rule, Say
from glassloop.practice.scene import Scene
from glassloop.practice.weather_assistant.answer import answer
from glassloop.practice.weather_assistant.heard import Kind
from glassloop.practice.weather_assistant.loop import confused
from glassloop.practice.weather_assistant.notes import TOOLS, progress, today_of
from glassloop.practice.weather_assistant.said import listed
from glassloop.practice.weather_assistant.wishes import Wanted, understand

_CAN: dict[Kind, str] = {
    "now": "tell how the weather is now",
    "ahead": "look at the days ahead",
    "air": "tell how clean the air is",
    "remind": "remind you of rain",
}
_THANKS = re.compile(r"(?:ok(?:ay)?,? |great,? )?(?:many |no,? )?(?:thanks|thank you|thx|cheers)\b[^.]*\.?$")
_MEANING = re.compile(r"\bmeans?\b|\bstands? for\b|^\W*what(?:'s| is| are) (?:an? |the )?(?:aqi|pm\s?\d[\d.]*)\W*$")
_MEANINGS = {
    "aqi": "AQI is short for air quality index: one number for how dirty the air is. Services count differently, so the"
    " result says which index it is; in all of them, less is better.",
    "pm": "PM stands for particulate matter: dust so fine that it floats in the air and is breathed in. The number says"
    " how fine, in thousandths of a millimetre at the most.",
}
_WHICH = "Which city do you mean? Name one, as in “Leeds” or “Cambridge, GB”."
_PAST = "I can't look back: I see only how the weather is now and how it will be."
_FORBIDDEN = "This request lets me write no more notes, so I can't look anything up, and I never guess at the weather."


def knows(scene: Scene) -> bool:
    """A menu with one of the lesson's two first tools, or a reader's version of it."""
    return any(scene.tool(TOOLS[kind]) is not None for kind in ("now", "ahead"))


def about_weather(scene: Scene) -> Reply | None:
    wanted = understand(scene.question, tuple(turn.question for turn in scene.earlier))
    if wanted is None or (not wanted.unclear and _names_another_tool(scene)):
        return None
    match wanted.unclear:
        case "place":
            return Say(_WHICH)
        case "past":
            return Say(_PAST)
        case "":
            return _worked_on(wanted, scene)


def _worked_on(wanted: Wanted, scene: Scene) -> Reply:
    done = progress(wanted, scene)
    if not done.ready:
        return Say(answer(wanted, done, today_of(scene)))
    if scene.may_ask:
        return Ask(done.ready)
    known = answer(wanted, done, today_of(scene)) if done.outcomes else ""
    return Say(f"{known}\n{_FORBIDDEN}".strip())


def _names_another_tool(scene: Scene) -> bool:
    """A tool of the reader's own that is called by its name."""
    asked = scene.question.lower()
    return any(tool.name.lower() in asked for tool in scene.menu if tool.name not in TOOLS.values())


def small_talk(scene: Scene) -> Reply | None:
    """Thanks with more than a word to it, and the two words of air quality that people ask about."""
    asked = scene.question.lower()
    if _THANKS.match(asked) and "?" not in asked:
        return Say("You are welcome.")
    if _MEANING.search(asked):
        return next((Say(text) for word, text in _MEANINGS.items() if word in asked), None)
    return None


def only_weather(scene: Scene) -> Reply | None:
    """What no tool here is for. Tools of the reader's own are left to the rules for any menu."""
    others = tuple(tool for tool in scene.menu if tool.name not in TOOLS.values())
    if scene.answered or (others and all_steps(read_question(replace(scene, menu=others)))):
        return None
    can = [what for kind, what in _CAN.items() if scene.tool(TOOLS[kind]) is not None]
    return Say(
        f"That is beyond me: I am only a practice model. Here I can {listed(can)}. Try “What's the weather in Tokyo?” "
        "For anything else, choose a real model under Connection."
    )


RULES: tuple[Rule, ...] = (confused, small_talk, about_weather, only_weather)
