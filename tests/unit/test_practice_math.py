"""How the practice model reads questions about sums, follows them up, and words what comes back. Loads no lesson."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from glassloop.practice.math_coach.asking import read, read_turns
from glassloop.practice.math_coach.known import key_of, mended, number_in
from glassloop.practice.math_coach.text import canonical
from glassloop.practice.math_coach.trees import Calc, Leaf, written
from glassloop.practice.math_coach.wishes import Another, Check, Listing, Wish, Words, WorkOut
from glassloop.practice.scene import Turn
from support.practice import NUMBER, Functions, Json, Played, complete, play, tool

OPERATIONS = ["+", "-", "*", "/", "series", "sum_of_squares", "sum_of_cubes", "add_time", "power"]
RUNS = {"series": "run", "sum_of_squares": "squares", "sum_of_cubes": "cubes"}


def shown(tree: Calc) -> str:
    """A run is shown with all that a note says of it; anything else as people write it."""
    if tree.operation in RUNS and isinstance(tree.left, Leaf) and isinstance(tree.right, Leaf):
        step = f" by {tree.step}" if tree.step else ""
        return f"{RUNS[tree.operation]} {tree.left.text} to {tree.right.text}{step}"
    return written(tree)


def put(wish: Wish) -> str:
    match wish:
        case WorkOut(tree):
            return shown(tree) + (f" [{tree.technique}]" if tree.technique else "")
        case Another(tree):
            return f"another: {shown(tree)}"
        case Check(tree, claimed, remainder):
            return f"check {shown(tree)} = {written(claimed) if claimed else '?'}" + f" rest {remainder}" * bool(
                remainder
            )
        case Listing(operation):
            return f"list {operation}".strip()
        case Words():
            return "words"


def asked(*questions: str, answers: Sequence[str] = ()) -> list[str]:
    """What the last of the questions wants."""
    *before, last = questions
    turns = [Turn(question, (), answer) for question, answer in zip(before, [*answers, *[""] * 9], strict=False)]
    return [put(wish) for wish in read(last, read_turns(turns), {})]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        # As people type
        ("What is 47 + 9?", "47 + 9"),
        ("47+9", "47 + 9"),
        ("47+9=", "47 + 9"),
        ("47 + 9 = ?", "47 + 9"),
        ("what's 47 plus 9", "47 + 9"),
        ("WHATS 47 PLUS 9???", "47 + 9"),
        ("Please could you tell me what forty-seven plus nine is?", "47 + 9"),
        ("**47 + 9**", "47 + 9"),
        ("“47 + 9”", "47 + 9"),
        ("47 plsu 9", "47 + 9"),
        ("٤٧ + ٩", "47 + 9"),
        ("§5 47 + 9", "47 + 9"),
        ("hi! how much is 47 + 9, please", "47 + 9"),
        ("a quick way to work out 97 × 96", "97 × 96"),
        ("97 x 96", "97 × 96"),
        ("97x96", "97 × 96"),
        ("97 X 96", "97 × 96"),
        ("97*96", "97 × 96"),
        ("97 times 96", "97 × 96"),
        ("97 tiems 96", "97 × 96"),
        ("97 multiplied by 96", "97 × 96"),
        ("4.7 times 1000", "4.7 × 1000"),
        ("4.7 × 1,000", "4.7 × 1000"),
        ("1,200 + 34", "1200 + 34"),
        ("144 / 12", "144 ÷ 12"),
        ("144/12", "144 ÷ 12"),
        ("144 ÷ 12", "144 ÷ 12"),
        ("144 over 12", "144 ÷ 12"),
        ("100 - 37", "100 − 37"),
        ("100 minus 37", "100 − 37"),
        ("100-37", "100 − 37"),
        ("100 take away 37", "100 − 37"),
        ("100 less 37", "100 − 37"),
        ("5 - -3", "5 − (−3)"),
        ("-3 + 5", "−3 + 5"),
        # Orders
        ("add 9 to 47", "47 + 9"),
        ("add 47 and 9", "47 + 9"),
        ("add 1, 2 and 3", "1 + 2 + 3"),
        ("add 1, 2, and 3", "1 + 2 + 3"),
        ("the sum of 47 and 9", "47 + 9"),
        ("what is the total of 12, 13 and 14?", "12 + 13 + 14"),
        ("subtract 9 from 47", "47 − 9"),
        ("take 9 away from 47", "47 − 9"),
        ("9 subtracted from 47", "47 − 9"),
        ("10 less than 30", "30 − 10"),
        ("10 more than 30", "30 + 10"),
        ("difference between 37 and 100", "100 − 37"),
        ("multiply 13 by 14", "13 × 14"),
        ("the product of 13 and 14", "13 × 14"),
        ("divide 144 by 12", "144 ÷ 12"),
        ("the quotient of 144 and 12", "144 ÷ 12"),
        ("half of 86", "86 ÷ 2"),
        ("how much is 1/3 of 99", "99 ÷ 3"),
        ("2/3 of 99", "99 × 2 ÷ 3"),
        ("what's half 86", "86 ÷ 2"),
        ("a third of 90", "90 ÷ 3"),
        ("a quarter of 88", "88 ÷ 4"),
        ("double 47", "47 × 2"),
        ("twice 47 plus 3", "47 × 2 + 3"),
        ("triple 15", "15 × 3"),
        ("3 times as much as 15", "3 × 15"),
        ("15% of 80", "80 × 15 ÷ 100"),
        ("15 percent of 80", "80 × 15 ÷ 100"),
        # Powers
        ("14 cubed", "14³"),
        ("14^3", "14³"),
        ("14**3", "14³"),
        ("14³", "14³"),
        ("14 to the power of 3", "14³"),
        ("14 to the third power", "14³"),
        ("the third power of 14", "14³"),
        ("the cube of 14", "14³"),
        ("cube 14", "14³"),
        ("15 squared", "15²"),
        ("15²", "15²"),
        ("the square of 15", "15²"),
        ("2 to the 10th", "2^10"),
        ("2 to the tenth", "2^10"),
        # Times
        ("2 h 45 min + 1 h 30 min", "2:45 + 1:30"),
        ("2:45 + 1:30", "2:45 + 1:30"),
        ("2h45 + 1h30", "2:45 + 1:30"),
        ("2h45m + 1h30m", "2:45 + 1:30"),
        ("2 hours 45 minutes plus 1 hour 30 minutes", "2:45 + 1:30"),
        ("2 hours and 45 minutes plus an hour and a half", "2:45 + 1:30"),
        ("two hours plus half an hour", "2:00 + 0:30"),
        ("1.5 hours + 45 min", "1:30 + 0:45"),
        ("2 h 45 min + 1 h 75 min", "2:45 + 1:75"),
        ("90 min + 100 min", "0:90 + 1:40"),
        ("1 h 120 min + 2 h", "3:00 + 2:00"),
        ("45 minutes after 2:30", "2:30 + 0:45"),
        ("add 2:45 and 1:30", "2:45 + 1:30"),
        ("2:45 + 1:30 + 45 min", "2:45 + 1:30 + 0:45"),
        # Runs
        ("add up the first 10 odd numbers", "run 1 to 19 by 2"),
        ("what is the sum of the first ten odd numbers?", "run 1 to 19 by 2"),
        ("sum of the first 10 even numbers", "run 2 to 20 by 2"),
        ("the sum of the first 100 natural numbers", "run 1 to 100"),
        ("add up the first hundred numbers", "run 1 to 100"),
        ("1 + 2 + … + 100", "run 1 to 100"),
        ("1+2+3+...+100", "run 1 to 100"),
        ("1 + ... + 100 = ?", "run 1 to 100"),
        ("1 + 3 + 5 + … + 99", "run 1 to 99 by 2"),
        ("1, 3, 5, …, 19 added up", "run 1 to 19 by 2"),
        ("100 + 99 + ... + 1", "run 1 to 100"),
        ("1 + 2 + 3 and so on up to 50", "run 1 to 50"),
        ("the sum of the numbers from 1 to 100", "run 1 to 100"),
        ("add up 1 to 100", "run 1 to 100"),
        ("1 to 100 added up", "run 1 to 100"),
        ("sum of all numbers up to 50", "run 1 to 50"),
        ("add up all the even numbers between 10 and 21", "run 10 to 20 by 2"),
        ("sum of the odd numbers below 20", "run 1 to 19 by 2"),
        ("sum of the multiples of 3 up to 30", "run 3 to 30 by 3"),
        ("add the first 4 multiples of 7", "run 7 to 28 by 7"),
        ("sum of the numbers from 5 to 50 in steps of 5", "run 5 to 50 by 5"),
        ("sum of the squares of the first 10 numbers", "squares 1 to 10"),
        ("sum of the first 10 squares", "squares 1 to 10"),
        ("1² + 2² + … + 10²", "squares 1 to 10"),
        ("1^2+2^2+...+10^2", "squares 1 to 10"),
        ("sum of the first 10 numbers squared", "squares 1 to 10"),
        ("add the first 5 cubes", "cubes 1 to 5"),
        ("1³ + 2³ + … + 5³", "cubes 1 to 5"),
        ("sum the cubes of the numbers from 3 to 7", "cubes 3 to 7"),
        # Longer ones
        ("Work out 120 + 9 + 9", "120 + 9 + 9"),
        ("2 + 3 × 4", "2 + 3 × 4"),
        ("(2 + 3) × 4", "(2 + 3) × 4"),
        ("(2+3)x4", "(2 + 3) × 4"),
        ("100 - 3 * 4 + 2", "100 − 3 × 4 + 2"),
        ("what is 3 times the sum of 4 and 5?", "3 × (4 + 5)"),
        ("47 + 9, then subtract 5", "47 + 9 − 5"),
        ("47 + 9 and then double it", "(47 + 9) × 2"),
        ("the sum of the first 10 odd numbers plus 5", "(1 + … + 19) + 5"),
        ("I have 3 apples and get 4 more. How many in total?", "3 + 4"),
        ("There are 20 birds, 7 fly away, how many are left?", "20 − 7"),
        ("12 boxes with 6 eggs each", "12 × 6"),
    ],
)
def test_one_sum(question: str, wanted: str) -> None:
    assert asked(question) == [wanted]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What's 13 × 14 and 48 × 5?", ["13 × 14", "48 × 5"]),
        ("47 + 9, 97 x 96; 15 squared", ["47 + 9", "97 × 96", "15²"]),
        ("what is 5 + 6 and 1 + 2 + … + 10", ["5 + 6", "run 1 to 10"]),
        ("47 + 9 and the square root of 16", ["47 + 9", "words"]),
        ("the square root of 16 + 9", ["words"]),
    ],
)
def test_several_things_at_once(question: str, wanted: list[str]) -> None:
    assert asked(question) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("is 48 × 5 = 240 right?", "check 48 × 5 = 240"),
        ("Is 97 × 96 = 9312?", "check 97 × 96 = 9312"),
        ("48 × 5 = 240", "check 48 × 5 = 240"),
        ("47 + 9 = 56, correct?", "check 47 + 9 = 56"),
        ("does 47 + 9 make 56?", "check 47 + 9 = 56"),
        ("is it true that 47 + 9 is 56?", "check 47 + 9 = 56"),
        ("check 13 × 14 = 182", "check 13 × 14 = 182"),
        ("I got 240 for 48 × 5", "check 48 × 5 = 240"),
        ("I got 9312 for 97 x 96. Is that right?", "check 97 × 96 = 9312"),
        ("is 240 the right answer for 48 × 5?", "check 48 × 5 = 240"),
        ("is 14 cubed 2744?", "check 14³ = 2744"),
        ("is the sum of the first 10 odd numbers 100?", "check run 1 to 19 by 2 = 100"),
        ("is 2:45 + 1:30 = 4:15 right?", "check 2:45 + 1:30 = 4:15"),
        ("is 17 ÷ 5 = 3 remainder 2?", "check 17 ÷ 5 = 3 rest 2"),
        ("17 / 5 = 3 r 2?", "check 17 ÷ 5 = 3 rest 2"),
        ("is 120 + 9 + 9 = 138 right?", "check 120 + 9 + 9 = 138"),
    ],
)
def test_answers_to_check(question: str, wanted: str) -> None:
    assert asked(question) == [wanted]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("which shortcuts do you know?", "list"),
        ("What tricks do you know?", "list"),
        ("list all shortcuts", "list"),
        ("which shortcuts are there for multiplication?", "list *"),
        ("show me the shortcuts for adding", "list +"),
        ("do you have any tricks for subtraction", "list -"),
        ("which methods do you have for dividing?", "list /"),
        ("what shortcuts do you know for powers?", "list power"),
        ("list shortcuts for times of day", "list add_time"),
        ("which shortcuts for sums of squares are there?", "list sum_of_squares"),
    ],
)
def test_lists(question: str, wanted: str) -> None:
    assert asked(question) == [wanted]


CHAIN = "Work out 120 + 9 + 9"


@pytest.mark.parametrize(
    ("questions", "wanted"),
    [
        ((CHAIN, "And if the last one was 99 instead of 9?"), "120 + 9 + 99"),
        ((CHAIN, "and if it was 99 instead of 9?"), "120 + 9 + 99"),
        ((CHAIN, "what if the first one was 130 instead of 120"), "130 + 9 + 9"),
        ((CHAIN, "what if the first number were 130?"), "130 + 9 + 9"),
        ((CHAIN, "what if the second was 99?"), "120 + 99 + 9"),
        ((CHAIN, "replace 120 by 200"), "200 + 9 + 9"),
        ((CHAIN, "make the last one 99"), "120 + 9 + 99"),
        ((CHAIN, "and 99?"), "120 + 9 + 99"),
        ((CHAIN, "what about 99"), "120 + 9 + 99"),
        ((CHAIN, "And if the last one was 99 instead of 9?", "and 999?"), "120 + 9 + 999"),
        ((CHAIN, "and if it was 99 instead of 77?"), "words"),
        ((CHAIN, "go on"), "120 + 9 + 9"),
        ((CHAIN, "Please carry on."), "120 + 9 + 9"),
        ((CHAIN, "can you explain that again?"), "120 + 9 + 9"),
        ((CHAIN, "what about 5 + 6"), "5 + 6"),
        (("47 + 9", "another way?"), "another: 47 + 9"),
        (("47 + 9", "is there another way to do it"), "another: 47 + 9"),
        (("47 + 9", "Show me a different shortcut, please"), "another: 47 + 9"),
        (("47 + 9", "how else?"), "another: 47 + 9"),
        (("47 + 9", "another one"), "another: 47 + 9"),
        (("47 + 9", "something easier? another trick?"), "another: 47 + 9"),
        (("47 + 9", "are you sure?"), "check 47 + 9 = ?"),
        (("47 + 9", "is that right?"), "check 47 + 9 = ?"),
        (("47 + 9", "check it"), "check 47 + 9 = ?"),
        (("47 + 9", "double it"), "(47 + 9) × 2"),
        (("47 + 9", "and times 5?"), "(47 + 9) × 5"),
        (("47 + 9", "+ 9"), "47 + 9 + 9"),
        (("47 + 9", "now add 9 to that"), "47 + 9 + 9"),
        (("47 + 9", "take away 6"), "47 + 9 − 6"),
        (("47 + 9", "divide by 7"), "(47 + 9) ÷ 7"),
        (("47 + 9", "multiply the result by 3"), "(47 + 9) × 3"),
        (("47 + 9", "thanks", "double it"), "(47 + 9) × 2"),
        (("2:45 + 1:30", "and 45 min?"), "2:45 + 0:45"),
        (("is 48 × 5 = 230?", "240"), "check 48 × 5 = 240"),
        (("129 + 99", "use add_in_parts"), "129 + 99 [add_in_parts]"),
        (("129 + 99", "with the round and compensate method"), "129 + 99 [round_and_compensate]"),
        (("129 + 99 using add_in_parts",), "129 + 99 [add_in_parts]"),
        (("another way to work out 129 + 99",), "another: 129 + 99"),
    ],
)
def test_follow_ups(questions: Sequence[str], wanted: str) -> None:
    assert asked(*questions) == [wanted]


@pytest.mark.parametrize("question", ["another way?", "go on", "are you sure?", "and if it was 99 instead of 9?"])
def test_a_follow_up_to_nothing_says_so(question: str) -> None:
    assert asked(question) == ["words"]


@pytest.mark.parametrize("reply", ["65", "65.", "is it 65?", "I think it's 65", "the answer is 65"])
def test_a_reply_to_an_exercise_is_checked(reply: str) -> None:
    assert asked("47 + 9", reply, answers=["So 47 + 9 = 56.\n\nTry this one: 56 + 9."]) == ["check 56 + 9 = 65"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the square root of 144?", "Roots"),
        ("√144", "Roots"),
        ("sqrt(144)", "Roots"),
        ("the cube root of 27", "Roots"),
        ("what is sin 30", "sines"),
        ("solve for x: x + 2 = 5", "unknown"),
        ("47 + x = 56", "unknown"),
        ("5 factorial", "Factorials"),
        ("what are the prime factors of 60", "Primes"),
        ("the average of 3 and 5", "Averages"),
        ("17 mod 5", "Remainders"),
        ("convert 5 miles to km", "units"),
        ("2:45 - 1:30", "add lengths of time"),
        ("half of 3 h", "add lengths of time"),
        ("2 + 4 + 8 + ... + 64", "as far from the one before"),
        ("7", "What shall I do"),
        ("1 + " * 150 + "1", "one sum at a time"),
        ("9" * 700 + " + 1", "one sum at a time"),
    ],
)
def test_what_is_declined(question: str, words: str) -> None:
    [wish] = read(question, read_turns(()), {})
    assert isinstance(wish, Words) and words in wish.text
    assert not re.search(r"\d", wish.text)


@pytest.mark.parametrize(
    "question",
    ["What is the capital of France?", "tell me a joke", "who won the world cup", "", "?!", "write a poem about rain"],
)
def test_what_has_to_do_with_no_sum(question: str) -> None:
    assert asked(question) == []


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What’s 14³?", "what is 14 ^ 3 ?"),
        ("2 h -1 h", "t200 - t100"),
        ("15 squared -3", "15 ^ 2 - 3"),
        ("10 -3", "10 - 3"),
        ("what is -3 + 5", "what is -3 + 5"),
        ("multiples of 3", "multiples of 3"),
        ("the last one", "the last one"),
    ],
)
def test_the_plain_line(question: str, line: str) -> None:
    assert canonical(question) == line


def random_questions(count: int) -> list[str]:
    """Scraps put together by a small generator of its own, the same ones every time."""
    scraps = (
        "47 9 1000 4.7 -3 + - × / ^ ( ) … , and . ? % of the first odd numbers sum squares cubes from to between half"
        " double add subtract take away by it that is = right instead last one was another way h min 2:45 squared cubed"
        " root which shortcuts go on x y remainder with using_names 1,000 ² power times plus minus divided per hundred"
    ).split()
    state = 20261018
    made = []
    for _ in range(count):
        words = []
        for _ in range(state % 14):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            words.append(scraps[(state >> 33) % len(scraps)])
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        made.append(" ".join(words))
    return made


def test_no_question_is_too_messy() -> None:
    context = read_turns([Turn(CHAIN, (), "Try this one: 56 + 9.")])
    for question in random_questions(1500):
        for wish in read(question, context, {"in parts": "add_in_parts"}):
            assert put(wish)


@pytest.mark.parametrize(
    "hard", ["(" * 119, "half of " * 59 + "3", "add " * 119, "sum of " * 59, "1 , " * 59, "2 ^ " * 59 + "2"]
)
def test_no_question_is_too_deep(hard: str) -> None:
    assert isinstance(read(hard, read_turns(()), {}), tuple)


# What comes back


def coach_menu(operations: Sequence[str] = OPERATIONS) -> list[Json]:
    """A menu of the lesson's shape, with other names."""
    which = {"type": "string", "enum": list(operations)}
    solve = tool("do_sum", "Works out a sum.", a=NUMBER, operation=which, b=NUMBER)
    check = tool("verify", "Checks.", a=NUMBER, operation=which, b=NUMBER, claimed=NUMBER)
    return [solve, check, tool("all_shortcuts", "Lists them.")]


def do_sum(a: Any, operation: str, b: Any, **more: Any) -> object:
    """Like the lesson's tool where no shortcut fits."""
    value = {"+": lambda: float(a) + float(b), "*": lambda: float(a) * float(b)}[operation]()
    return {"found": False, "problem": f"{a} {operation} {b}", "answer": round(value), "shown": str(round(value))}


FUNCTIONS: Functions = {"do_sum": do_sum}


def notes_of(played: Played) -> list[list[object]]:
    return [[json.loads(arguments) for _, arguments in notes] for notes in played.rounds]


def test_a_menu_of_another_make_will_do() -> None:
    played = play("120 + 9 + 9", coach_menu(), FUNCTIONS)
    assert notes_of(played) == [[{"a": 120, "operation": "+", "b": 9}], [{"a": 129, "operation": "+", "b": 9}]]
    assert played.answer is not None and "138" in played.answer


def test_an_operation_that_is_not_on_the_menu_is_not_asked_for() -> None:
    played = play("47 + 9", coach_menu(["*", "series"]), FUNCTIONS)
    assert played.rounds == [] and played.answer is not None and "“+”" in played.answer


def test_without_a_tool_that_checks_the_sum_is_worked_out() -> None:
    played = play("is 47 + 9 = 57 right?", coach_menu()[:1], FUNCTIONS)
    assert played.answer is not None and "You said 57" in played.answer and "56" in played.answer


def test_without_a_tool_that_lists_nothing_is_made_up() -> None:
    played = play("which shortcuts do you know?", coach_menu()[:1], FUNCTIONS)
    assert played.rounds == [] and played.answer is not None and "menu" in played.answer


@pytest.mark.parametrize("result", [1000, "1000", {"answer": 1000}, {"result": 1000}])
def test_a_changed_result_is_believed(result: object) -> None:
    played = play("47 + 9", coach_menu(), {"do_sum": lambda **given: result})
    assert played.answer is not None and "1000" in played.answer and "56" not in played.answer


@pytest.mark.parametrize(
    "result", [None, "", [], {}, True, {"solution": 5}, {"solution": {"steps": "x"}}, {"found": True}]
)
def test_a_strange_result_does_no_harm(result: object) -> None:
    for question in ("47 + 9", "47 + 9 + 1", "is 47 + 9 = 56?", "which shortcuts are there?"):
        functions: Functions = dict.fromkeys(("do_sum", "verify", "all_shortcuts"), lambda **given: result)
        assert play(question, coach_menu(), functions).answer


def test_an_error_that_says_no_more_is_passed_on() -> None:
    def broken(**given: object) -> object:
        raise RuntimeError("the abacus is stuck")

    played = play("47 + 9 + 9", coach_menu(), {"do_sum": broken})
    assert len(played.rounds) == 1
    assert played.answer is not None and "the abacus is stuck" in played.answer and "RuntimeError" not in played.answer


def test_a_tool_of_the_readers_own_is_still_used() -> None:
    menu = [*coach_menu(), tool("upper", "Write a text in capital letters.", text={"type": "string"})]
    played = play("shout hello", menu, {"upper": lambda text: text.upper()})
    assert played.answer == "In upper case: HELLO"


def test_forced_notes_are_written() -> None:
    message = complete([{"role": "user", "content": "tell me a joke"}], coach_menu(), tool_choice="required")
    assert message["choices"][0]["message"]["tool_calls"]


def test_an_answer_that_must_do_without_notes() -> None:
    message = complete([{"role": "user", "content": "47 + 9"}], coach_menu(), tool_choice="none")
    assert "never work" in message["choices"][0]["message"]["content"]


@pytest.mark.parametrize(
    ("arguments", "message", "expected"),
    [
        ({"a": "245", "b": "175"}, "ValueError: 175 has 75 minutes; …, e.g. 315 for 3:15.", {"a": "245", "b": "215"}),
        ({"a": "90", "b": "90"}, "90 has 90 minutes; …", {"a": "130", "b": "130"}),
        ({"a": "1", "technique": '"x"'}, "No shortcut is called 'x'.", {"a": "1"}),
        ({"a": "1", "technique": '"x"'}, "x does not apply to 1 + 2. These do: y.", {"a": "1"}),
        ({"a": '"0.1"', "b": "0.3"}, "… the whole numbers 1 ÷ 3, which give a remainder.", {"a": "1", "b": "3"}),
        ({"a": "1", "b": "10"}, "Steps of 4 …; the last term before it is 9.", {"a": "1", "b": "9"}),
        ({"a": "1", "b": "0"}, "Cannot divide by zero.", None),
    ],
)  # fmt: skip
def test_what_an_error_teaches(arguments: dict[str, str], message: str, expected: dict[str, str] | None) -> None:
    assert mended(arguments, json.dumps({"ok": False, "error": "raised", "message": message})) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 4.7, "b": 1000}, {"a": "4.7", "b": 1000.0}, True),
        ({"a": 47, "step": 1, "technique": None}, {"a": "47"}, True),
        ({"a": 47, "step": 2}, {"a": 47}, False),
        ({"a": 47}, {"a": 48}, False),
        ({"a": 10**40 + 1}, {"a": 10**40 + 2}, False),
        ({"a": "1e999999999"}, {"a": "1e999999999"}, True),
        ({"a": "forty"}, {"a": "forty"}, True),
    ],
)
def test_which_notes_are_the_same(one: dict[str, object], other: dict[str, object], same: bool) -> None:
    assert (key_of(one) == key_of(other)) is same


@pytest.mark.parametrize(
    ("content", "number"),
    [
        ('{"found": true, "solution": {"answer": 56}}', "56"),
        ('{"found": true, "solution": {"answer": "4.7"}}', "4.7"),
        ('{"found": false, "answer": -3}', "-3"),
        ('{"found": false, "answer": {"whole": 2, "rest": 1, "divisor": 3}}', None),
        ("1000", "1000"),
        ("what?", None),
    ],
)
def test_the_number_in_a_result(content: str, number: str | None) -> None:
    assert number_in(content) == number
