"""Lesson 1 as it ships: a real run of its program over the practice model, held and edited, and what its page says."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Dispatch, Event, LlmRequest, LlmResponse, Reply, Stopped, ToolResult
from glassloop.messages import ToolCall
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.transport import HttpRequest, HttpResponse
from support.doors import ListDoor
from support.pyodide_http import pyfetch_over
from support.runs import make_run

LESSON = Path(__file__).parents[2] / "py" / "lessons" / "tools_are_a_dict"
MAIN = (LESSON / "main.py").read_text("utf-8")
ABOUT = json.loads((LESSON / "lesson.json").read_text("utf-8"))
PROSE = (LESSON / "lesson.md").read_text("utf-8")


class Counting:
    """Passes requests on and keeps them."""

    def __init__(self) -> None:
        self.requests: list[HttpRequest] = []

    async def send(self, request: HttpRequest) -> HttpResponse:
        self.requests.append(request)
        return await PracticeModel().send(request)


def run(
    question: str, *, main: str = MAIN, door: ListDoor | None = None, model: str = PRACTICE_MODEL
) -> tuple[list[Event], list[HttpRequest]]:
    """The events of one run, and the requests that reached the server."""
    door, server = door or ListDoor(), Counting()
    at = Endpoint(PRACTICE_URL, "glassloop-secret-llm", model, False)
    job = make_run({"main.py": main}, server, question, door=door, at=at)
    with pyfetch_over(job.recorder):
        asyncio.run(job.to_end())
    return door.events, server.requests


def answer(events: list[Event]) -> str:
    last = events[-1]
    assert isinstance(last, Answer), last
    return last.text


def test_one_question_from_start_to_end() -> None:
    events, requests = run(ABOUT["opening"])
    assert [event.kind for event in events] == [
        "question",
        "llm-request",
        "llm-response",
        "dispatch",
        "tool-result",
        "llm-request",
        "llm-response",
        "answer",
    ]
    assert answer(events) == "10 + 5 is 15."
    assert len(requests) == 2
    for response in events:
        if isinstance(response, LlmResponse):
            assert isinstance(response.result, Reply) and response.result.notes == ()


def test_the_request_is_built_in_plain_sight() -> None:
    _, [request, _] = run("add 10 and 5")
    assert dict(request.headers)["Authorization"] == "Bearer glassloop-secret-llm"
    assert request.url == f"{PRACTICE_URL}/chat/completions"
    body = json.loads(request.body)
    assert [entry["function"]["name"] for entry in body["tools"]] == ["add", "upper"]
    assert "stream" not in body


def test_every_note_of_a_reply_is_answered_under_its_id() -> None:
    events, requests = run("add 10 and 5, then make hello upper case")
    notes, *results = json.loads(requests[-1].body)["messages"][1:]
    assert [call["id"] for call in notes["tool_calls"]] == [result["tool_call_id"] for result in results]
    assert [result["content"] for result in results] == ["15", '"HELLO"']
    assert answer(events) == "10 + 5 is 15.\nIn upper case: HELLO"


def test_several_rounds() -> None:
    events, requests = run("add 1, 2 and 3")
    assert len(requests) == 3 and answer(events) == "1 + 2 + 3 is 6."


def test_no_tool_needed() -> None:
    events, requests = run("what is Python?")
    assert [event.kind for event in events] == ["question", "llm-request", "llm-response", "answer"]
    assert len(requests) == 1


@pytest.mark.parametrize("question", ABOUT["suggestions"])
def test_every_suggestion_works(question: str) -> None:
    events, _ = run(question)
    assert "beyond" not in answer(events)
    assert not any(isinstance(event, Stopped) for event in events)


def test_an_unknown_tool_is_a_result_that_the_model_reads() -> None:
    events, _ = run("call a tool that does not exist")
    [result] = [event for event in events if isinstance(event, ToolResult)]
    assert result.outcome == "unknown_tool" and "add, upper" in result.content
    assert "No tool is called" in answer(events)


@pytest.mark.parametrize("question", ["add 10 and 5 with broken arguments", "add 10 and 5 but leave out an argument"])
def test_a_note_that_can_not_be_run_is_a_result_too_and_is_written_again(question: str) -> None:
    events, _ = run(question)
    outcomes = [event.outcome for event in events if isinstance(event, ToolResult)]
    assert outcomes == ["raised", "ok"] and answer(events) == "10 + 5 is 15."


def test_a_model_that_never_stops_is_stopped() -> None:
    events, requests = run("keep calling the tool forever")
    assert len(requests) == 6
    assert "6 rounds" in answer(events)


def test_a_server_that_refuses_ends_the_run_in_plain_words() -> None:
    events, requests = run("add 10 and 5", model="no-such-model")
    last = events[-1]
    assert isinstance(last, Stopped) and last.reason == "connection"
    assert len(requests) == 1


def test_held_means_that_nothing_has_happened_yet() -> None:
    seen: list[tuple[str, int]] = []
    server = Counting()
    door = ListDoor(lambda event: seen.append((event.kind, len(server.requests))))
    job = make_run(
        {"main.py": MAIN}, server, "add 10 and 5", door=door, at=Endpoint(PRACTICE_URL, "k", PRACTICE_MODEL, False)
    )
    with pyfetch_over(job.recorder):
        asyncio.run(job.to_end())
    assert seen == [("llm-request", 0), ("dispatch", 1), ("tool-result", 1), ("llm-request", 1)]


def test_edited_arguments_are_the_ones_that_run() -> None:
    def edit(event: Event) -> Event | None:
        if isinstance(event, Dispatch):
            return Dispatch(ToolCall(event.call.id, event.call.name, '{"a": 1, "b": 2}'), event.lookup)
        return None

    events, _ = run("add 10 and 5", door=ListDoor(edit))
    assert [event.content for event in events if isinstance(event, ToolResult)] == ["3"]
    assert answer(events) == "10 + 5 is 3."


def test_an_edited_result_is_the_one_that_the_model_reads() -> None:
    def edit(event: Event) -> Event | None:
        if isinstance(event, ToolResult):
            return ToolResult(event.call_id, event.name, event.outcome, "1000", event.duration_ms)
        return None

    events, requests = run("add 10 and 5", door=ListDoor(edit))
    assert json.loads(requests[-1].body)["messages"][-1]["content"] == "1000"
    assert answer(events) == "10 + 5 is 1000."


def test_an_edited_request_is_the_one_that_is_answered() -> None:
    def edit(event: Event) -> Event | None:
        if isinstance(event, LlmRequest) and event.round == 1:
            body = event.body.replace("add 10 and 5", "shout hello")
            return LlmRequest(event.round, event.model, event.url, event.headers, body)
        return None

    events, _ = run("add 10 and 5", door=ListDoor(edit))
    assert [event.name for event in events if isinstance(event, ToolResult)][:1] == ["upper"]


# What lesson.md tells readers to try


def test_adding_a_tool() -> None:
    entry = (
        '{"type": "function", "function": {"name": "multiply", "parameters": {"type": "object", '
        '"required": ["a", "b"], "properties": {"a": {"type": "number"}, "b": {"type": "number"}}}}},\n'
    )
    main = MAIN.replace('"add": lambda', '"multiply": lambda a, b: a * b,\n    "add": lambda')
    main = main.replace("menu = [\n", f"menu = [\n    {entry}")
    events, _ = run("multiply 6 and 7", main=main)
    assert answer(events) == "6 × 7 is 42."


def test_a_tool_that_is_not_on_the_menu_is_never_asked_for() -> None:
    main = MAIN.replace('"add": lambda', '"multiply": lambda a, b: a * b,\n    "add": lambda')
    events, requests = run("multiply 6 and 7", main=main)
    assert len(requests) == 1 and "42" not in answer(events)


def test_a_menu_that_promises_too_much() -> None:
    events, _ = run("add 10 and 5", main=MAIN.replace('    "add": lambda a, b: a + b,\n', ""))
    [result] = [event for event in events if isinstance(event, ToolResult)]
    assert result.outcome == "unknown_tool"
    assert "15" not in answer(events)


def test_a_dict_that_lies() -> None:
    events, _ = run("add 10 and 5", main=MAIN.replace("a + b", "a - b"))
    assert answer(events) == "10 + 5 is 5."


def test_forgetting_the_notes_is_refused() -> None:
    main = re.sub(r"^ *messages\.append\(message\).*\n", "", MAIN, flags=re.MULTILINE)
    assert main != MAIN
    events, _ = run("add 10 and 5", main=main)
    last = events[-1]
    assert isinstance(last, Stopped) and "preceeding message with 'tool_calls'" in last.message + last.detail


# The page


def test_the_program_fits_a_screen_and_a_half() -> None:
    lines = MAIN.splitlines()
    assert len(lines) <= 75
    assert max(map(len, lines)) <= 120


def test_the_prose_is_short_and_points_only_at_events_that_happen() -> None:
    assert 350 <= len(PROSE.split()) <= 600
    targets = set(re.findall(r"\]\(event:([\w-]+)\)", PROSE))
    events, _ = run(ABOUT["opening"])
    assert targets and targets <= {event.kind for event in events}


def test_what_the_page_is_told() -> None:
    assert ABOUT["id"] == LESSON.name and ABOUT["order"] == 1
    assert ABOUT["opening"] in ABOUT["suggestions"]
