"""The math coach as it ships: whole runs over the practice model, bad notes, its tools, and what its page says."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Dispatch, Event, LlmRequest, Ready, Refused, ToolResult
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.script import Script, notes, says
from glassloop.transport import Transport
from support.doors import ListDoor
from support.lessons import lesson_files, loaded
from support.runs import make_run

LESSON = Path(__file__).parents[2] / "py" / "lessons" / "math_coach"
FILES = lesson_files("math_coach")
ABOUT = json.loads((LESSON / "lesson.json").read_text("utf-8"))
PROSE = (LESSON / "lesson.md").read_text("utf-8")
Json = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """One turn: its events, and the numbers that the model could have read before it answered."""

    events: Sequence[Event]
    readable: frozenset[str]

    @property
    def notes(self) -> list[list[tuple[str, Json]]]:
        """Round by round."""
        rounds: list[list[tuple[str, Json]]] = []
        for event in self.events:
            match event:
                case LlmRequest():
                    rounds.append([])
                case Dispatch(call=call):
                    rounds[-1].append((call.name, json.loads(call.arguments)))
                case _:
                    pass
        return rounds[:-1]

    @property
    def results(self) -> list[Any]:
        return [json.loads(event.content) for event in self.events if isinstance(event, ToolResult)]

    @property
    def answer(self) -> str:
        last = self.events[-1]
        assert isinstance(last, Answer), last
        return last.text


def numbers(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:\.\d+)?", text))


def talk(
    *questions: str,
    files: Mapping[str, str] = FILES,
    past: Sequence[Event] = (),
    server: Transport | None = None,
    door: Callable[..., Any] | None = None,
) -> list[Told]:
    """A conversation, turn by turn."""
    past = list(past)
    told: list[Told] = []
    readable: frozenset[str] = frozenset()
    for question in questions:
        here = ListDoor(door) if door else ListDoor()
        at = Endpoint(PRACTICE_URL, "glassloop-secret-llm", PRACTICE_MODEL, False)
        run = make_run(files, server or PracticeModel(), question, door=here, at=at, history=tuple(past))
        asyncio.run(run.to_end())
        past += here.events
        contents = [event.content for event in here.events if isinstance(event, ToolResult)]
        readable |= numbers(question).union(*map(numbers, contents))
        told.append(Told(here.events, readable))
    return told


def ask(question: str, **more: Any) -> Told:
    return talk(question, **more)[0]


def sum_of(a: object, operation: str, b: object, **more: object) -> tuple[str, Json]:
    return "solve_with_shortcut", {"a": a, "operation": operation, "b": b, **more}


# The runs that the lesson is about


def test_one_question_from_start_to_end() -> None:
    told = ask(ABOUT["opening"])
    assert [event.kind for event in told.events] == [
        "question",
        "llm-request",
        "llm-response",
        "dispatch",
        "tool-result",
        "llm-request",
        "llm-response",
        "answer",
    ]
    assert told.notes == [[sum_of(47, "+", 9)]]
    [result] = told.results
    assert result["found"] is True and result["other_applicable_shortcuts"] == []
    solution = result["solution"]
    assert (solution["technique"], solution["answer"], solution["verified"]) == ("add_nines", 56, True)
    assert [(step["expr"], step["result"]) for step in solution["steps"]] == [("47 + 10", 57), ("57 − 1", 56)]
    assert "47 + 10 = 57" in told.answer and "57 − 1 = 56" in told.answer and "So 47 + 9 = 56." in told.answer


@pytest.mark.parametrize(
    ("question", "note", "technique", "answer"),
    [
        ("97 x 96", sum_of(97, "*", 96), "near_100", "97 × 96 = 9312"),
        ("What is 129 + 99?", sum_of(129, "+", 99), "add_nines", "129 + 99 = 228"),
        ("14 cubed", sum_of(14, "power", 3), None, "14³ = 2744"),
        ("15 squared", sum_of(15, "power", 2), None, "15² = 225"),
        ("add up the first 10 odd numbers", sum_of(1, "series", 19, step=2), None, "1 + 3 + … + 19 = 100"),
        ("1 + 2 + … + 100", sum_of(1, "series", 100), None, "1 + 2 + … + 100 = 5050"),
        ("sum of the squares of the first 10 numbers", sum_of(1, "sum_of_squares", 10), None, "= 385"),
        ("2 h 45 min + 1 h 30 min", sum_of(245, "add_time", 130), None, "2:45 + 1:30 = 4:15"),
        ("2:45 + 1:30", sum_of(245, "add_time", 130), None, "2:45 + 1:30 = 4:15"),
        ("half of 86", sum_of(86, "/", 2), None, "86 ÷ 2 = 43"),
        ("double 47", sum_of(47, "*", 2), None, "47 × 2 = 94"),
        ("100 - 37", sum_of(100, "-", 37), None, "100 − 37 = 63"),
        ("17 / 3", sum_of(17, "/", 3), None, "17 ÷ 3 = 5 remainder 2"),
    ],
)
def test_one_note_and_its_answer(question: str, note: tuple[str, Json], technique: str | None, answer: str) -> None:
    told = ask(question)
    assert told.notes == [[note]] and answer in told.answer
    if technique is not None:
        assert technique in told.results[0]["solution"]["technique"]


def test_a_number_that_comes_as_text() -> None:
    told = ask("4.7 times 1000")
    assert told.notes == [[sum_of("4.7", "*", 1000)]]
    [dispatch] = [event for event in told.events if isinstance(event, Dispatch)]
    assert isinstance(dispatch.lookup, Ready) and "4.7" in dispatch.lookup.values
    assert any("read as the number 4.7" in note for note in dispatch.lookup.notes)
    solution = told.results[0]["solution"]
    assert (solution["technique"], solution["answer"], solution["shown"]) == ("multiply_by_power_of_10", 4700, "4700")


def test_three_candidates_and_another_way() -> None:
    first, second, third, fourth = talk("What is 129 + 99?", "another way?", "another way?", "another way?")
    assert [other["name"] for other in first.results[0]["other_applicable_shortcuts"]] == [
        "round_and_compensate",
        "add_in_parts",
    ]
    assert second.notes == [[sum_of(129, "+", 99, technique="round_and_compensate")]]
    assert third.notes == [[sum_of(129, "+", 99, technique="add_in_parts")]]
    assert fourth.notes == [] and "every shortcut" in fourth.answer


def test_a_chain_takes_one_note_a_round_and_a_follow_up_reads_the_old_result() -> None:
    first, second = talk("Work out 120 + 9 + 9", "And if the last one was 99 instead of 9?")
    assert first.notes == [[sum_of(120, "+", 9)], [sum_of(129, "+", 9)]]
    assert "120 + 9 + 9 = 138" in first.answer
    assert second.notes == [[sum_of(129, "+", 99)]]
    assert "228" in second.answer


def test_a_question_asked_again_is_worked_out_again() -> None:
    first, second = talk("What is 47 + 9?", "What is 47 + 9?")
    assert first.notes == second.notes == [[sum_of(47, "+", 9)]]
    chain = talk("Work out 120 + 9 + 9", "Work out 120 + 9 + 9")
    assert [len(told.notes) for told in chain] == [2, 2]


def test_an_error_is_not_held_against_a_program_that_was_repaired() -> None:
    taken = "so_far, 1)"
    assert FILES["techniques/adding.py"].count(taken) == 1
    broken = {**FILES, "techniques/adding.py": FILES["techniques/adding.py"].replace(taken, "so_far, 2)")}
    before = ask("What is 47 + 9?", files=broken)
    assert "expected 56" in before.answer
    after = ask("What is 47 + 9?", past=before.events)
    assert "So 47 + 9 = 56." in after.answer
    assert "expected 57" in ask("What is 48 + 9?", past=after.events, files=broken).answer


def test_two_notes_in_one_reply() -> None:
    told = ask("What's 13 × 14 and 48 × 5?")
    assert told.notes == [[sum_of(13, "*", 14), sum_of(48, "*", 5)]]
    assert [result["solution"]["technique"] for result in told.results] == ["multiply_teens", "multiply_by_5"]
    assert "13 × 14 = 182" in told.answer and "48 × 5 = 240" in told.answer


def test_an_error_is_read_and_the_note_written_again() -> None:
    told = ask("What is 2 h 45 min + 1 h 75 min?")
    assert told.notes == [[sum_of(245, "add_time", 175)], [sum_of(245, "add_time", 215)]]
    refused, result = told.results
    assert "175 has 75 minutes; write times as hours and minutes run together, e.g. 315 for 3:15." in refused["message"]
    assert (result["solution"]["answer"], result["solution"]["shown"]) == (500, "5:00")
    assert "2:45 + 2:15 = 5:00" in told.answer


def test_the_safety_valve() -> None:
    first, second = talk("Work out 1 + 9 + 9 + 9 + 9 + 9 + 9", "go on")
    requests = [json.loads(event.body) for event in first.events if isinstance(event, LlmRequest)]
    assert len(requests) == 5
    assert [request.get("tool_choice", "auto") for request in requests] == ["auto"] * 4 + ["none"]
    assert "1 + 9 + 9 + 9 + 9 = 37" in first.answer and "37 + 9 + 9" in first.answer and "55" not in first.answer
    assert second.notes == [[sum_of(37, "+", 9)], [sum_of(46, "+", 9)]] and "= 55" in second.answer


def test_a_square_root_is_declined_and_other_things_lead_back() -> None:
    for question, words in (
        ("What is the square root of 144?", "Roots"),
        ("What is the capital of France?", "subject"),
    ):
        told = ask(question)
        assert told.notes == [] and len(told.results) == 0
        assert words in told.answer and "12" not in told.answer and "Paris" not in told.answer


def test_no_shortcut_is_owned_up_to() -> None:
    told = ask("2 + 3")
    assert told.results[0]["found"] is False and told.results[0]["answer"] == 5
    assert "don't know a shortcut" in told.answer and "5" in told.answer


def test_checking_an_answer() -> None:
    right, swapped, wrong = (ask(f"is 48 × 5 = {claimed} right?") for claimed in (240, 204, 250))
    assert right.notes == [[("check_answer", {"a": 48, "operation": "*", "b": 5, "claimed": 240})]]
    assert right.answer.startswith("Right") and "swapped digits" in right.answer
    assert swapped.answer.startswith("Not right, although the digit sums agree") and "another order" in swapped.answer
    assert wrong.answer.startswith("Not right: the digit sums disagree already")


def test_an_exercise_can_be_answered() -> None:
    first, second, third = talk("What is 47 + 9?", "65", "64")
    assert first.answer.endswith("Try this one: 56 + 9.")
    assert second.notes == [[("check_answer", {"a": 56, "operation": "+", "b": 9, "claimed": 65})]]
    assert second.answer.startswith("Right") and third.answer.startswith("Not right")


def test_listing_shortcuts() -> None:
    everything, some = ask("Which shortcuts do you know?"), ask("which shortcuts are there for adding times?")
    assert everything.notes == [[("list_shortcuts", {})]] and some.notes == [
        [("list_shortcuts", {"operation": "add_time"})]
    ]
    assert str(everything.results[0]["count"]) in everything.answer and "Adding 9, 99, 999, …" in everything.answer
    assert all(entry["rule"] in some.answer for entry in some.results[0]["shortcuts"])


@pytest.mark.parametrize("named", ["multiply_in_parts", "add_nines", "no_such_shortcut"])
def test_a_shortcut_asked_for_by_name(named: str) -> None:
    told = ask(f"48 * 5 using {named}")
    assert told.notes[0] == [sum_of(48, "*", 5, technique=named)]
    if named == "multiply_in_parts":
        assert told.results[0]["solution"]["technique"] == named
    else:
        assert "These do: multiply_by_5" in told.results[0]["message"]
        assert told.notes[1] == [sum_of(48, "*", 5)] and "multiply_by_5" in told.answer and "= 240" in told.answer


@pytest.mark.parametrize("mistake", ["with broken arguments", "but leave out an argument", "with an extra argument"])
def test_a_mistake_on_request_is_put_right(mistake: str) -> None:
    told = ask(f"47 + 9 {mistake}")
    assert told.results[0]["ok"] is False and told.results[1]["solution"]["answer"] == 56
    assert "47 + 9 = 56" in told.answer


# What every run keeps to

QUESTIONS = (
    *((question,) for question in ABOUT["suggestions"]),
    ("What is 129 + 99?", "another way?", "is that right?", "double it"),
    ("Work out 120 + 9 + 9", "And if the last one was 99 instead of 9?", "and 999?", "explain that again"),
    ("Work out 1 + 9 + 9 + 9 + 9 + 9 + 9", "go on"),
    ("14 cubed", "another way?"), ("15 squared",), ("half of 86",), ("17 / 3",), ("-3 + 5",), ("5 - 12",), ("5 / 0",),
    ("0.1 / 0.3",), ("2.5 * 1.2",), ("1/2 + 1/3",), ("15% of 80",), ("(2 + 3) × (4 + 5)",), ("347 * 829",),
    ("2 ^ 1000",),
    ("1 + 2 + … + 100",), ("sum of the squares of the first 10 numbers",), ("the sum of the first 5 cubes",),
    ("numbers from 1 to 10 in steps of 4",), ("is 17 ÷ 5 = 3 remainder 2?",), ("is 2:45 + 1:30 = 4:15?",),
    ("2 + 4 + 8 + … + 64",), ("47 + 9 with add_in_parts",), ("which shortcuts are there for powers?",),
    ("90 min + 100 min",), ("1234567 + 7654321",), ("10000000000 * 99",), ("is 14³ = 2744?",),
    ("add up 1 to 1000000000",),
)  # fmt: skip


@pytest.mark.parametrize("questions", QUESTIONS, ids=lambda questions: questions[-1])
def test_every_number_of_an_answer_comes_from_a_result_or_a_question(questions: Sequence[str]) -> None:
    for told in talk(*questions):
        assert numbers(told.answer) <= told.readable, numbers(told.answer) - told.readable
        assert told.answer.strip() and "{" not in told.answer and "None" not in told.answer


def test_the_rules_of_the_house_go_along_each_time_and_are_never_kept() -> None:
    for told in talk("Work out 120 + 9 + 9", "and 99?"):
        for event in told.events:
            if isinstance(event, LlmRequest):
                roles = [message["role"] for message in json.loads(event.body)["messages"]]
                assert roles[0] == "system" and roles.count("system") == 1


def test_a_result_that_the_reader_changes_is_the_one_that_is_told() -> None:
    def edit(event: Event) -> Event | None:
        if isinstance(event, ToolResult):
            content = event.content.replace("56", "1000")
            return ToolResult(event.call_id, event.name, event.outcome, content, event.duration_ms)
        return None

    assert "So 47 + 9 = 1000." in ask("47 + 9", door=edit).answer


# Bad notes, written by a script in the model's place


def result_of(name: str, arguments: str) -> tuple[Json, Dispatch]:
    told = ask("What is 47 + 9?", server=Script([notes(("c1", name, arguments)), says("Sorry.")]))
    [dispatch] = [event for event in told.events if isinstance(event, Dispatch)]
    return told.results[0], dispatch


@pytest.mark.parametrize(
    ("name", "arguments", "error", "words"),
    [
        ("solve_and_explain", '{"a": 47, "operation": "+", "b": 9}', "unknown_tool", "Tools: solve_with_shortcut,"),
        ("solve_with_shortcut", '{"a": "forty-seven", "operation": "+", "b": 9}', "invalid_arguments",
         'a: "forty-seven" is not a number'),
        ("solve_with_shortcut", '{"a": 2, "operation": "^", "b": 9}', "invalid_arguments",
         "operation: \"^\" is not one of '+', '-', '*', '/', 'series', 'sum_of_squares', 'sum_of_cubes', 'add_time' or"
         " 'power'"),
        ("solve_with_shortcut", '{"a": 2, "operation": "/", "b": 0}', "raised", "Cannot divide by zero."),
        ("solve_with_shortcut", '{"a": 245, "operation": "add_time", "b": 175}', "raised",
         "175 has 75 minutes; write times as hours and minutes run together, e.g. 315 for 3:15."),
        ("solve_with_shortcut", '{"a": 47, "operation": "+"}', "invalid_arguments", "b: this argument is missing"),
        ("solve_with_shortcut", '{"a": true, "operation": "+", "b": 9}', "invalid_arguments", "a: "),
        ("solve_with_shortcut", '{"a": 1e999999, "operation": "+", "b": 9}', "invalid_arguments", "a: "),
        ("solve_with_shortcut", '{"a": 1, "operation": "series", "b": 9, "step": 0}', "invalid_arguments", "step: 0"),
        ("solve_with_shortcut", '{"a": 47, "operation": "+", "b": 9', "unparsable_arguments", ""),
        ("solve_with_shortcut", '{"a": 9, "operation": "power", "b": 999999999}', "raised", "too large"),
        ("solve_with_shortcut", '{"a": 47, "operation": "+", "b": 9, "technique": "magic"}', "raised", "add_nines"),
        ("check_answer", '{"a": 7, "operation": "+", "b": 9}',
         "invalid_arguments", "claimed: this argument is missing"),
        ("list_shortcuts", '{"operation": "times"}', "invalid_arguments", 'operation: "times" is not one of'),
    ],
)  # fmt: skip
def test_a_bad_note_is_a_result_that_says_how_to_do_better(name: str, arguments: str, error: str, words: str) -> None:
    result, dispatch = result_of(name, arguments)
    assert (result["ok"], result["error"]) == (False, error)
    assert words in result["message"]
    assert isinstance(dispatch.lookup, Ready if error == "raised" else Refused)


# The tools by themselves


def call(name: str, **arguments: Any) -> Json:
    """A tool through the same door as a note: validated, then called."""
    with loaded("math_coach") as load:
        found = load("main").agent.registry[name]
        result = found.call(**found.validate(arguments))
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize(
    ("arguments", "correct", "agree"),
    [
        ({"a": 48, "operation": "*", "b": 5, "claimed": 240}, True, True),
        ({"a": 48, "operation": "*", "b": 5, "claimed": 204}, False, True),
        ({"a": 48, "operation": "*", "b": 5, "claimed": 2400}, False, True),
        ({"a": 48, "operation": "*", "b": 5, "claimed": 241}, False, False),
        ({"a": 47, "operation": "+", "b": 9, "claimed": 56}, True, True),
        ({"a": 47, "operation": "+", "b": 9, "claimed": 57}, False, False),
        ({"a": 5, "operation": "-", "b": 12, "claimed": -7}, True, True),
        ({"a": -5, "operation": "*", "b": 12, "claimed": -60}, True, True),
        ({"a": -5, "operation": "*", "b": 12, "claimed": 60}, False, False),
        ({"a": 4.7, "operation": "*", "b": 1000, "claimed": 4700}, True, True),
        ({"a": 4.7, "operation": "*", "b": 1000, "claimed": 470}, False, True),
        ({"a": 2.5, "operation": "+", "b": 0.25, "claimed": 2.75}, True, True),
        ({"a": 144, "operation": "/", "b": 12, "claimed": 12}, True, True),
        ({"a": 144, "operation": "/", "b": 12, "claimed": 13}, False, False),
        ({"a": 17, "operation": "/", "b": 5, "claimed": 3, "remainder": 2}, True, True),
        ({"a": 17, "operation": "/", "b": 5, "claimed": 2, "remainder": 7}, False, True),
        ({"a": 17, "operation": "/", "b": 5, "claimed": 3.4}, True, True),
        ({"a": 14, "operation": "power", "b": 3, "claimed": 2744}, True, True),
        ({"a": 14, "operation": "power", "b": 3, "claimed": 2474}, False, True),
        ({"a": 0, "operation": "*", "b": 5, "claimed": 0}, True, True),
    ],
)
def test_check_answer(arguments: Json, correct: bool, agree: bool) -> None:
    result = call("check_answer", **arguments)
    assert result["correct"] is correct and result["digit_sums"].agree is agree
    assert result["verdict"].startswith("Right" if correct else "Not right")
    assert "swapped digits" in result["blind_spots"]


@pytest.mark.parametrize(
    ("arguments", "correct"),
    [
        ({"a": 245, "operation": "add_time", "b": 130, "claimed": 415}, True),
        ({"a": 245, "operation": "add_time", "b": 130, "claimed": 375}, False),
        ({"a": 1, "operation": "series", "b": 19, "step": 2, "claimed": 100}, True),
        ({"a": 1, "operation": "sum_of_cubes", "b": 3, "claimed": 35}, False),
        ({"a": 2, "operation": "power", "b": 10, "claimed": 1024}, True),
    ],
)
def test_where_digit_sums_are_no_use_it_says_so(arguments: Json, correct: bool) -> None:
    result = call("check_answer", **arguments)
    assert result["correct"] is correct and result["digit_sums"]["usable"] is False and result["digit_sums"]["why"]
    assert "blind_spots" not in result


def test_digit_sums_never_accuse_a_right_answer_and_their_steps_are_true() -> None:
    with loaded("math_coach") as load:
        domain, sums, expression = load("domain"), load("digit_sums"), load("expression")
        state = 5
        for _ in range(600):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            a, b, sign = state >> 40, (state >> 20) % 4000 + 1, "+-*/"[state % 4]
            a = -a if state % 7 == 0 else a
            problem = domain.Problem(a * b if sign == "/" else a, domain.Operation(sign), b)
            found = sums.digit_sums(problem, problem.exact(), 0)
            if isinstance(found, str):
                assert sign == "/" and b % 9 == 0
                continue
            assert found.agree, problem
            assert sums.digit_sums(problem, problem.exact() + 1, 0).agree is False or (sign == "/" and b % 3 == 0)
            for step in found.steps:
                assert expression.value_of(step.expr) == step.result, step


def test_lists_are_never_cut_short() -> None:
    with loaded("math_coach") as load:
        from glassloop.encode import MAX_CHARACTERS, to_json_text

        tools, operations = load("tools"), load("domain").Operation
        for operation in (None, *operations):
            content = to_json_text(tools.list_shortcuts(operation))
            assert len(content) < MAX_CHARACTERS * 0.8
            listed = json.loads(content)
            assert listed["count"] == len(listed["shortcuts"]) > 0
        assert tools.list_shortcuts()["count"] >= 48


def test_the_menu_describes_every_argument_and_fences_the_operation() -> None:
    with loaded("math_coach") as load:
        registry = load("main").agent.registry
    assert list(registry) == ["solve_with_shortcut", "check_answer", "list_shortcuts"]
    for each in registry.values():
        assert each.hints == () and each.description
        assert all(part.get("description") for part in each.parameters["properties"].values())
    shape = {name: {key: part[key] for key in part if key != "description"}
             for name, part in registry["solve_with_shortcut"].parameters["properties"].items()}  # fmt: skip
    assert shape == {
        "a": {"type": "number"},
        "operation": {"type": "string", "enum": ["+", "-", "*", "/", "series", "sum_of_squares", "sum_of_cubes",
                                                 "add_time", "power"]},
        "b": {"type": "number"},
        "step": {"type": "integer", "default": 1, "minimum": 1},
        "technique": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
    }  # fmt: skip
    assert registry["solve_with_shortcut"].parameters["required"] == ["a", "operation", "b"]


# What lesson.md tells readers to try


def changed(name: str, old: str, new: str) -> dict[str, str]:
    assert old in FILES[name]
    return {**FILES, name: FILES[name].replace(old, new)}


def test_a_broken_shortcut_never_gets_to_the_model() -> None:
    old = 'sheet.subtract("Then take away the 1 that was too much", so_far, 1)'
    files = changed("techniques/adding.py", old, old.replace(", 1)", ", 2)"))
    told = ask("47 + 9", files=files)
    [result] = told.results
    assert result["error"] == "raised" and "add_nines produced 55 for 47 + 9, expected 56" in result["message"]
    assert "= 55" not in told.answer


def test_a_shortcut_of_ones_own() -> None:
    [program] = re.findall(r"```python\n(.*?)```", PROSE, re.DOTALL)
    files = changed("techniques/__init__.py", "...] = (", "...] = (\n    AddOne(),")
    files["techniques/mine.py"] = program
    files["techniques/__init__.py"] = files["techniques/__init__.py"].replace(
        "from technique import Technique\n", "from technique import Technique\nfrom techniques.mine import AddOne\n"
    )
    told = ask("46 + 1", files=files)
    assert told.results[0]["solution"]["technique"] == "add_one"
    assert "Say the next number: 46 + 1 = 47." in told.answer


def test_a_smaller_cap() -> None:
    told = ask("120 + 9 + 9", files=changed("main.py", "max_rounds=5", "max_rounds=2"))
    assert len(told.notes) == 1 and "129 + 9" in told.answer and "138" not in told.answer


# The page


def test_the_prose_is_short_and_each_stage_points_at_an_event_of_the_opening_run() -> None:
    assert 500 <= len(PROSE.split()) <= 900
    stages = re.split(r"^## (?=\d)", PROSE, flags=re.MULTILINE)[1:]
    links = [re.findall(r"\]\(event:([\w-]+)\)", stage.split("\n## ")[0]) for stage in stages]
    assert links == [["question"], ["llm-request"], ["llm-response"], ["dispatch"], ["tool-result"], ["answer"]]
    assert {link for stage in links for link in stage} <= {event.kind for event in ask(ABOUT["opening"]).events}


def test_what_the_prose_asks_for_works() -> None:
    asked = [text for text in re.findall(r"\*([^*\n]+)\*", PROSE.replace("\n", " ")) if re.search(r"\d", text)]
    assert len(asked) >= 8
    for question in asked:
        assert "subject" not in ask(question).answer or "if the last one" in question


def test_what_the_page_is_told() -> None:
    assert (ABOUT["id"], ABOUT["title"], ABOUT["order"]) == (LESSON.name, "Quick Math Coach", 3)
    assert ABOUT["opening"] == "What is 47 + 9?" == ABOUT["suggestions"][0]
