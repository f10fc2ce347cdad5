"""What a program reads of the reader's choices, and what it keeps from one run to the next."""

import asyncio

import pytest

from glassloop.events import Answer
from glassloop.script import Script
from glassloop.session import Job, Run
from glassloop.settings import setting, using
from glassloop.shelf import MAX_CHARACTERS, Scope, Shelf, Shelves, shelves
from support.doors import ListDoor
from support.runs import endpoint, refuse_packages, world

PROGRAM = """
from glassloop.settings import setting
from glassloop.shelf import Shelf

SOURCE = setting("source", "sample")
seen = Shelf("conversation", "seen")

async def agent(question):
    seen.put([*seen.get([]), question])
    return f"{SOURCE} {seen.get([])}"
"""


def run(question: str, job_shelves: Shelves, **settings: str | bool) -> str:
    door = ListDoor()
    job = Job({"main.py": PROGRAM}, question, endpoint(), (), settings=settings, shelves=job_shelves)
    asyncio.run(Run(job, world(Script([])), door, refuse_packages).to_end())
    last = door.events[-1]
    assert isinstance(last, Answer), last
    return last.text


def test_a_setting_is_what_was_chosen_or_the_default() -> None:
    assert setting("source", "sample") == "sample"
    with using({"source": "open-meteo", "cache": False}):
        assert setting("source", "sample") == "open-meteo" and setting("cache", True) is False
        assert setting("other", "as it was") == "as it was"
    assert setting("cache", True) is True


def test_a_value_of_another_type_is_not_taken() -> None:
    with using({"cache": "no", "source": True}):
        assert setting("cache", True) is True and setting("source", "sample") == "sample"


def test_a_program_reads_its_settings_anew_in_every_run() -> None:
    assert run("hi", Shelves()) == "sample ['hi']"
    assert run("hi", Shelves(), source="other") == "other ['hi']"


def test_what_is_put_on_a_shelf_is_there_in_the_next_run_and_the_page_is_told_at_once() -> None:
    told: list[tuple[Scope, str, str]] = []
    there = Shelves(told=lambda scope, name, text: told.append((scope, name, text)))
    assert run("one", there) == "sample ['one']"
    assert run("two", Shelves(conversation={name: text for _, name, text in told})) == "sample ['one', 'two']"
    assert told == [("conversation", "seen", '["one"]')]


def test_the_scopes_are_two_places() -> None:
    with shelves(Shelves()):
        Shelf("lesson", "a").put(1)
        assert Shelf("conversation", "a").get("nothing") == "nothing"
        assert Shelf("lesson", "a").get(None) == 1


def test_what_is_kept_may_be_anything_and_is_then_nothing() -> None:
    with shelves(Shelves(lesson={"cut": '{"a": ', "deep": "[" * 100_000})):
        assert Shelf("lesson", "cut").get({}) == {} and Shelf("lesson", "deep").get(7) == 7


def test_what_can_not_be_kept_is_refused() -> None:
    with shelves(Shelves()):
        with pytest.raises(TypeError):
            Shelf("lesson", "a").put(object())
        with pytest.raises(ValueError, match="200,000"):
            Shelf("lesson", "a").put("x" * MAX_CHARACTERS)
        with pytest.raises(ValueError, match="not JSON compliant"):
            Shelf("lesson", "a").put(float("nan"))
        assert Shelf("lesson", "a").get(None) is None
