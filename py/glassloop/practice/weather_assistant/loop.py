"""A model in a rut, on request: the same question again and again, each time written a little differently.

"keep checking Leeds forever" goes on until the program ends it. No two notes are alike, so nothing but a cap on the
rounds can notice.
"""

from __future__ import annotations

import re

from glassloop.practice.plan import arguments_text
from glassloop.practice.results import json_text, parsed
from glassloop.practice.rules import Ask, Note, Reply
from glassloop.practice.scene import Scene
from glassloop.practice.weather_assistant.places import read_places
from glassloop.practice.weather_assistant.wishes import context_of

_FOREVER = re.compile(
    r"\b(?:keep (?:on )?|never stop |don['’]?t stop |go on )(?:checking|looking|watching|trying|polling|refreshing"
    r"|monitoring|asking|querying)\b"
    r"|\b(?:check|look|watch|ask|poll|refresh|monitor|try|query)\b[^.;]*\b(?:forever|endless(?:ly)?|again and again"
    r"|over and over|without (?:end|stopping)|non-?stop|all the time)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r", ([A-Z]{2})$")
_ANYWHERE = "Leeds"


def confused(scene: Scene) -> Reply | None:
    if not _FOREVER.search(scene.question):
        return None
    tool = scene.tool("get_current_weather") or scene.tool("get_forecast")
    if tool is None:
        return None
    places = read_places(scene.question).places or context_of(tuple(turn.question for turn in scene.earlier)).places
    place = places[0] if places else _ANYWHERE
    location = _written(place, _country(scene, place), len(scene.answered))
    return Ask((Note(tool.name, arguments_text({"location": json_text(location)})),))


def _written(place: str, country: str, number: int) -> str:
    """The place in its `number`th spelling; no two are the same to the letter."""
    name = place.split(",")[0]
    full = place if "," in place or not country else f"{place}, {country}"
    forms = (name, full, name.lower(), f"{name} ", full.upper(), f" {full.lower()}", name.upper())
    spaces, form = divmod(number, len(forms))
    return forms[form] + " " * 2 * spaces


def _country(scene: Scene, place: str) -> str:
    """The code at the end of the label that a result gave the place; GB for Leeds, which the model knows."""
    for answered in scene.answered:
        value = parsed(answered.content)
        label = value.get("location") if isinstance(value, dict) else None
        if isinstance(label, str) and (code := _CODE.search(label)):
            return code[1]
    return "GB" if place == _ANYWHERE else ""
