"""The program that tries a connection is one that a model can answer with one note, and that the real loop runs."""

from glassloop import checkup
from glassloop.events import Answer, Dispatch, ToolResult
from glassloop.script import Script, notes, says
from support.runs import run_program


def test_a_note_its_result_and_an_answer() -> None:
    script = Script([notes(("c1", "add", '{"a": 48151, "b": 62342}')), says("110493")])
    events = run_program(checkup.PROGRAM, script, checkup.QUESTION)
    assert [event.call.name for event in events if isinstance(event, Dispatch)] == ["add"]
    assert [event.content for event in events if isinstance(event, ToolResult)] == ["110493"]
    assert isinstance(events[-1], Answer)
    assert events[-1].text == "110493"


def test_the_question_names_what_the_tool_needs() -> None:
    assert "48151" in checkup.QUESTION and "62342" in checkup.QUESTION
    assert list(checkup.agent.registry) == ["add"]
