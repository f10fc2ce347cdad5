"""What the practice model does with what people ask: notes, answers, mistakes on request, menus it has never seen."""

import itertools
import json
import random
import re

import pytest

from support.practice import FUNCTIONS, MENU, NUMBER, TEXT, Functions, Json, complete, play, tool


def note(name: str, **arguments: object) -> tuple[str, object]:
    return name, arguments


def parsed(rounds: list[list[tuple[str, str]]]) -> list[list[tuple[str, object]]]:
    return [[(name, json.loads(arguments)) for name, arguments in notes] for notes in rounds]


ADD_10_5 = [[note("add", a=10, b=5)]]


@pytest.mark.parametrize(
    ("question", "rounds"),
    [
        ("add 10 and 5", ADD_10_5),
        ("Add 10 and 5.", ADD_10_5),
        ("ADD 10 AND 5", ADD_10_5),
        ("add 10 to 5", ADD_10_5),
        ("what's 10 plus 5?", ADD_10_5),
        ("whats 10 + 5", ADD_10_5),
        ("10+5=", ADD_10_5),
        ("10 plsu 5", ADD_10_5),
        ("ad 10 and 5", ADD_10_5),
        ("the sum of 10 and 5", ADD_10_5),
        ("total of 10 and 5 please", ADD_10_5),
        ("how much is 10 and 5?", ADD_10_5),
        ("what do 10 and 5 make together?", ADD_10_5),
        ("add ten and five", ADD_10_5),
        ("Hello! Can you add 10 and 5 for me, please?", ADD_10_5),
        ("use the add tool with a=10 and b=5", ADD_10_5),
        ("add(10, 5)", ADD_10_5),
        ("I have 10 apples and get 5 more, how many in total?", ADD_10_5),
        ("3 + 4", [[note("add", a=3, b=4)]]),
        ("sum of 2.5 and 4", [[note("add", a=2.5, b=4)]]),
        ("add -3 and 2.75", [[note("add", a=-3, b=2.75)]]),
        ("add one hundred and five", [[note("add", a=100, b=5)]]),
        ("add 1,200 and 34", [[note("add", a=1200, b=34)]]),
        ("add 1, 2 and 3", [[note("add", a=1, b=2)], [note("add", a=3, b=3)]]),
        ("sum 1 2 3 4", [[note("add", a=1, b=2)], [note("add", a=3, b=3)], [note("add", a=6, b=4)]]),
        ("(1 + 2) + 3", [[note("add", a=1, b=2)], [note("add", a=3, b=3)]]),
        ("10 - 3", [[note("add", a=10, b=-3)]]),
        ("subtract 3 from 10", [[note("add", a=10, b=-3)]]),
        ("12 minus 5 plus 2", [[note("add", a=12, b=-5)], [note("add", a=7, b=2)]]),
        ("uppercase 'hello world'", [[note("upper", text="hello world")]]),
        ("shout hello", [[note("upper", text="hello")]]),
        ("make hello world upper case", [[note("upper", text="hello world")]]),
        ("make hello upper", [[note("upper", text="hello")]]),
        ("upercase hello there", [[note("upper", text="hello there")]]),
        ("turn the word banana into capitals", [[note("upper", text="banana")]]),
        ("what is Hello in upper-case?", [[note("upper", text="Hello")]]),
        ("put “a; b. c” in all caps", [[note("upper", text="a; b. c")]]),
        ("uppercase: hello, world", [[note("upper", text="hello, world")]]),
        ("make straße upper case", [[note("upper", text="straße")]]),
        ("shout 'add 1 and 2'", [[note("upper", text="add 1 and 2")]]),
        ("could you make my name, Ada Lovelace, uppercase?", [[note("upper", text="Ada Lovelace")]]),
        ('upper("hello")', [[note("upper", text="hello")]]),
        ("uppercase the following: hello", [[note("upper", text="hello")]]),
        ("please shout: I am here", [[note("upper", text="I am here")]]),
        ('uppercase "hello" and "world"', [[note("upper", text="hello"), note("upper", text="world")]]),
        ("add the two numbers 10 and 5", ADD_10_5),
        ("shout hello and goodbye", [[note("upper", text="hello and goodbye")]]),
        # Several things at once are several notes in one reply; what hangs on a result comes a round later.
        ("add 10 and 5, then make hello upper case", [[note("add", a=10, b=5), note("upper", text="hello")]]),
        ("add 1 and 2. add 3 and 4.", [[note("add", a=1, b=2), note("add", a=3, b=4)]]),
        ("what's 1+1 and 2+2?", [[note("add", a=1, b=1), note("add", a=2, b=2)]]),
        ("add 10 and 5 and shout the result", [[note("add", a=10, b=5)], [note("upper", text="15")]]),
        ("add 10 and 5, then add 3 to it", [[note("add", a=10, b=5)], [note("add", a=3, b=15)]]),
        ("add 3 to 4 and then subtract 2", [[note("add", a=3, b=4)], [note("add", a=7, b=-2)]]),
    ],
)
def test_notes(question: str, rounds: list[list[tuple[str, object]]]) -> None:
    played = play(question)
    assert parsed(played.rounds) == rounds
    assert played.answer
    for result in played.contents[-len(rounds[-1]) :]:
        assert str(json.loads(result)) in played.answer


def test_digits_travel_as_they_were_written() -> None:
    assert play("add 12345678901234567890 and 0.10").notes == [("add", '{"a": 12345678901234567890, "b": 0.10}')]


def test_the_answer_repeats_the_result_even_where_it_is_wrong() -> None:
    assert play("add 10 and 5", functions={"add": lambda a, b: 99}).answer == "10 + 5 is 99."


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what is Python?", "programming language"),
        ("What's python", "programming language"),
        ("hi", "add 10 and 5"),
        ("Hello there!", "add 10 and 5"),
        ("thanks!", "welcome"),
        ("who are you?", "practice model"),
        ("Are you ChatGPT?", "practice model"),
        ("what tools do you have?", "upper: Write a text in capital letters."),
        ("what's on the menu?", "add: Add two numbers."),
        ("what can you do?", "make hello world upper case"),
        ("help", "add 10 and 5"),
        ("", "add 10 and 5"),
        ("what is a tool call?", "function in your program"),
        ("how do I add a tool?", "dict"),
        ("tell me a joke", "Connection"),
        ("what is the capital of France?", "Connection"),
        ("what's the weather in Oslo?", "practice model"),
        ("write a short story about the ocean", "practice model"),
        ("multiply 3 by 4", '"multiply": lambda a, b: a * b'),
        ("2 + 3 * 4", "multiplies"),
        ("reverse hello", "text[::-1]"),
        ("what is 10 and 5?", "What shall I do"),
        ("what does upper do?", "Write a text in capital letters."),
        ("add 5", "two numbers"),
        ("uppercase", "text"),
    ],
)
def test_what_needs_no_tool_is_answered_at_once(question: str, words: str) -> None:
    played = play(question)
    assert played.rounds == []
    assert played.answer is not None and words in played.answer


def test_what_it_can_do_is_done_and_the_rest_is_owned_up_to() -> None:
    played = play("add 10 and 5 and tell me a joke")
    assert parsed(played.rounds) == ADD_10_5
    assert played.answer == "10 + 5 is 15.\n“tell me a joke” is beyond a practice model."


# Mistakes on request


def test_a_tool_that_does_not_exist() -> None:
    played = play("call a tool that does not exist")
    [(name, _)] = played.notes
    assert name not in FUNCTIONS
    assert played.answer is not None and f"There is no {name} here." in played.answer and "add, upper" in played.answer


def test_a_tool_that_does_not_exist_is_never_one_that_does() -> None:
    menu = [*MENU, tool("teleport", "Go there.", to=TEXT)]
    [(name, _), *_] = play("call an unknown tool", menu).notes
    assert name not in {entry["function"]["name"] for entry in menu}


def test_after_an_unknown_tool_the_question_is_still_answered() -> None:
    played = play("call a tool that does not exist, then add 10 and 5")
    assert [name for name, _ in played.notes][1:] == ["add"]
    assert played.answer == "10 + 5 is 15."


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("add 10 and 5 with broken arguments", '{"a": 10, "b":'),
        ("write broken arguments", '{"a": 10, "b":'),
        ("send invalid JSON", '{"a": 10, "b":'),
        ("add 10 and 5 but leave out an argument", '{"a": 10}'),
        ("add 10 and 5 with an extra argument", '{"a": 10, "b": 5, "hurry": true}'),
    ],
)
def test_a_spoilt_note_is_written_again_once_its_error_is_read(question: str, first: str) -> None:
    played = play(question)
    assert played.notes == [("add", first), ("add", '{"a": 10, "b": 5}')]
    assert played.answer == "10 + 5 is 15."


def test_numbers_as_text_are_joined_and_the_answer_says_so() -> None:
    played = play("add 10 and 5 but write the numbers as text")
    assert played.notes == [("add", '{"a": "10", "b": "5"}')]
    assert played.answer == "10 + 5 is 105."


@pytest.mark.parametrize("question", ["keep calling the tool forever", "call add again and again without end"])
def test_it_never_stops_when_told_so(question: str) -> None:
    played = play(question, cap=5)
    assert played.answer is None and len(played.rounds) == 5
    assert len(set(played.ids)) == 5


def test_but_stops_when_notes_are_forbidden() -> None:
    message = complete([{"role": "user", "content": "keep calling the tool forever"}], MENU, tool_choice="none")
    assert message["choices"][0]["message"]["content"]


@pytest.mark.parametrize("question", ["shout 'write broken arguments'", "shout “call a tool that does not exist”"])
def test_quoted_mistakes_are_only_text(question: str) -> None:
    assert [name for name, _ in play(question).notes] == ["upper"]


def test_no_mistake_unasked() -> None:
    assert play("add 10 and 5").notes == [("add", '{"a": 10, "b": 5}')]


# Errors that come back


def test_an_error_it_cannot_mend_is_passed_on_in_its_words() -> None:
    def broken(a: float, b: float) -> float:
        raise RuntimeError("the abacus is stuck")

    played = play("add 10 and 5", functions={"add": broken})
    assert len(played.rounds) == 1
    assert played.answer is not None and "the abacus is stuck" in played.answer and "15" not in played.answer


def test_one_of_two_notes_fails() -> None:
    def picky(text: str) -> str:
        if text == "hello":
            raise ValueError("not this one")
        return text.upper()

    played = play('uppercase "hello" and "world"', functions={"upper": picky})
    assert len(played.rounds) == 1 and played.answer is not None and "not this one" in played.answer


def test_a_limit_in_an_error_is_kept_the_next_time() -> None:
    def forecast(location: str, days: int) -> object:
        if days > 5:
            return {"ok": False, "error": "invalid_arguments", "message": f"{days} is greater than the maximum of 5"}
        return {"ok": True, "days": days}

    menu = [tool("get_forecast", "Weather forecast for the next days.", location=TEXT, days={"type": "integer"})]
    played = play("weather forecast for Bristol for 7 days", menu, {"get_forecast": forecast})
    assert parsed(played.rounds) == [
        [note("get_forecast", location="Bristol", days=7)],
        [note("get_forecast", location="Bristol", days=5)],
    ]


def test_a_result_that_reads_like_an_error_is_a_value_when_it_is_json_text() -> None:
    assert play("shout 'error: no'").answer == "In upper case: ERROR: NO"


def test_a_result_without_a_number_ends_the_chain() -> None:
    played = play("add 1, 2 and 3", functions={"add": lambda a, b: "many"})
    assert len(played.rounds) == 1
    assert played.answer is not None and "number" in played.answer


# Menus it has never seen


MORE: list[Json] = [
    *MENU,
    tool("multiply", "Multiply two numbers.", a=NUMBER, b=NUMBER),
    tool("reverse", "Reverse a text.", text=TEXT),
    tool("count_letters", "Count how often a letter is in a text.", text=TEXT, letter=TEXT),
    tool("repeat", "Repeat a text.", text=TEXT, times={"type": "integer"}),
]
DO_MORE: Functions = {
    **FUNCTIONS,
    "multiply": lambda a, b: a * b,
    "reverse": lambda text: text[::-1],
    "count_letters": lambda text, letter: text.count(letter),
    "repeat": lambda text, times: text * times,
}


@pytest.mark.parametrize(
    ("question", "rounds"),
    [
        ("multiply 3 by 4", [[note("multiply", a=3, b=4)]]),
        ("6 times 7", [[note("multiply", a=6, b=7)]]),
        ("2 + 3 * 4", [[note("multiply", a=3, b=4)], [note("add", a=2, b=12)]]),
        ("(2 + 3) × 4", [[note("add", a=2, b=3)], [note("multiply", a=5, b=4)]]),
        ("add 3 and 4 and multiply the result by 5", [[note("add", a=3, b=4)], [note("multiply", a=7, b=5)]]),
        ("reverse hello world", [[note("reverse", text="hello world")]]),
        ("what's hello backwards?", [[note("reverse", text="hello")]]),
        ("how many r's are in strawberry?", [[note("count_letters", text="strawberry", letter="r")]]),
        ("count the letter 'l' in \"hello\"", [[note("count_letters", text="hello", letter="l")]]),
        ("how many times is the letter e in elephant", [[note("count_letters", text="elephant", letter="e")]]),
        ("repeat hello 3 times", [[note("repeat", text="hello", times=3)]]),
        ("uppercase hello and reverse it", [[note("upper", text="hello")], [note("reverse", text="HELLO")]]),
    ],
)
def test_tools_that_a_reader_adds(question: str, rounds: list[list[tuple[str, object]]]) -> None:
    played = play(question, MORE, DO_MORE)
    assert parsed(played.rounds) == rounds
    assert played.answer is not None and str(json.loads(played.contents[-1])) in played.answer


def test_a_renamed_tool_is_found_by_its_meaning() -> None:
    menu = [tool("combine", "Sum of two numbers.", x=NUMBER, y=NUMBER), tool("loud", "Upper case.", s=TEXT)]
    functions: Functions = {"combine": lambda x, y: x + y, "loud": lambda s: s.upper()}
    assert parsed(play("add 10 and 5", menu, functions).rounds) == [[note("combine", x=10, y=5)]]
    assert parsed(play("shout hello", menu, functions).rounds) == [[note("loud", s="hello")]]


def test_a_tool_for_lists_gets_one() -> None:
    menu = [tool("total", "Add up numbers.", numbers={"type": "array", "items": NUMBER})]
    played = play("add 1, 2 and 3", menu, {"total": lambda numbers: sum(numbers)})
    assert parsed(played.rounds) == [[note("total", numbers=[1, 2, 3])]]
    assert played.answer == "1 + 2 + 3 is 6."


def test_enums_and_optional_parameters() -> None:
    units = {"type": "string", "enum": ["metric", "imperial"]}
    menu = [tool("get_weather", "Current weather.", city=TEXT, units=units)]
    menu[0]["function"]["parameters"]["required"] = ["city"]
    functions: Functions = {"get_weather": lambda **values: {"temperature": 7}}
    assert parsed(play("what's the weather in New York?", menu, functions).rounds) == [
        [note("get_weather", city="New York")]
    ]
    imperial = play("weather in Oslo today in imperial units", menu, functions)
    assert parsed(imperial.rounds) == [[note("get_weather", city="Oslo", units="imperial")]]


def test_a_schema_as_pydantic_writes_it() -> None:
    parameters = {
        "type": "object",
        "$defs": {"Tone": {"type": "string", "enum": ["calm", "loud"]}},
        "properties": {
            "text": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "tone": {"$ref": "#/$defs/Tone"},
        },
        "required": ["text", "tone"],
    }
    menu: list[Json] = [{"type": "function", "function": {"name": "announce", "parameters": parameters}}]
    played = play('announce "doors open" in a loud tone', menu, {"announce": lambda text, tone: "done"})
    assert parsed(played.rounds) == [[note("announce", text="doors open", tone="loud")]]


# Properties


def test_every_number_of_an_answer_is_from_the_question_or_a_result() -> None:
    chance = random.Random(2)
    frames = [
        "add {} and {}",
        "{} + {} + {}",
        "what is {} minus {}?",
        "sum of {}, {} and {}",
        "add {} to {} then add {} to it",
    ]
    for frame in itertools.chain.from_iterable(itertools.repeat(frames, 8)):
        values = [str(chance.choice([chance.randint(-999, 999), chance.randint(0, 999) / 8])) for _ in range(3)]
        question = frame.format(*values)
        played = play(question, functions={"add": lambda a, b: chance.randint(1000, 9999)})
        assert played.answer is not None and played.rounds, question
        known = set(re.findall(r"\d+(?:\.\d+)?", " ".join([question, *played.contents])))
        assert set(re.findall(r"\d+(?:\.\d+)?", played.answer)) <= known, question
        assert json.loads(played.contents[-1]) >= 1000 and played.contents[-1] in played.answer


@pytest.mark.parametrize(
    "question",
    [
        "(" * 900,
        "a and b " * 200,
        "add 1 and " * 100,
        "2^" * 90 + "2",
        "'" * 999,
        "-" * 999,
        "\ud800 add \x00",
        "🙂" * 300,
        "1e999 + 1",
    ],
)
def test_odd_questions_get_some_reply(question: str) -> None:
    message = complete([{"role": "user", "content": question}], MORE)["choices"][0]["message"]
    assert message["content"] or message["tool_calls"]


@pytest.mark.parametrize("question", ["multiply 2 and 3", "what is 10 plus 5?"])
def test_without_a_menu_it_never_calculates(question: str) -> None:
    answer = complete([{"role": "user", "content": question}])["choices"][0]["message"]["content"]
    assert "menu" in answer and not re.search(r"\d", answer)
