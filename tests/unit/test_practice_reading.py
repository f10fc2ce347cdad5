"""How the practice model reads a question: tokens, numbers in words, slips of the fingers."""

import pytest

from glassloop.practice import results
from glassloop.practice.reading import alike, name_words, read_tokens


def numbers(question: str) -> list[str]:
    return [token.value for token in read_tokens(question) if token.kind == "number"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("add 10 and 5", ["10", "5"]),
        ("add -5 and 2.50", ["-5", "2.50"]),
        ("10-5", ["10", "5"]),
        ("10 - 5", ["10", "5"]),
        ("3 + -4", ["3", "-4"]),
        ("−3 + 4", ["-3", "4"]),
        ("add 1,200 and 5", ["1200", "5"]),
        ("add 1,2 and 3", ["1", "2", "3"]),
        ("add 007 and .5", ["7", "0.5"]),
        ("3x4", ["3", "4"]),
        ("add ten and five", ["10", "5"]),
        ("twenty-five plus one hundred and five", ["25", "105"]),
        ("two point five and four", ["2.5", "4"]),
        ("three thousand two hundred and one", ["3201"]),
        ("one million", ["1000000"]),
        ("minus three and negative two", ["-3", "-2"]),
        ("ten minus three", ["10", "3"]),
        ("five six", ["5", "6"]),
        ("twelve hundred", ["1200"]),
        ("the 5th of May, version v2", []),
        ("12345678901234567890", ["12345678901234567890"]),
    ],
)
def test_numbers(question: str, expected: list[str]) -> None:
    assert numbers(question) == expected


def test_a_number_that_could_be_two_says_so() -> None:
    assert [token.parts for token in read_tokens("1,200")] == [("1", "200")]
    assert [token.parts for token in read_tokens("a hundred and five")][1] == ("100", "5")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("say 'hello world'", ["hello world"]),
        ('"a; b" and “c”', ["a; b", "c"]),
        ("don't quote it's", []),
        ("`x` «y» ‘z’", ["x", "y", "z"]),
    ],
)
def test_quoted_text(question: str, expected: list[str]) -> None:
    assert [token.value for token in read_tokens(question) if token.kind == "quoted"] == expected


def test_tokens_know_where_they_stand() -> None:
    question = "Add  “ten”, minus three!"
    for token in read_tokens(question):
        text = question[token.start : token.end]
        assert token.value in text.lower() or token.kind == "number"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("adding", "add"),
        ("plsu", "plus"),
        ("upercase", "uppercase"),
        ("uppercsae", "uppercase"),
        ("multiplied", "multiply"),
    ],
)
def test_forms_and_slips_are_alike(typed: str, meant: str) -> None:
    assert alike(typed, meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("capital", "capitals"), ("short", "shout"), ("supper", "upper"), ("dad", "add"), ("sun", "sum")],
)
def test_other_words_are_not(typed: str, meant: str) -> None:
    assert not alike(typed, meant)


def test_names_fall_into_words() -> None:
    assert name_words("countLetters") == name_words("count_letters") == ("count", "letters")


def test_results_nested_without_end_are_no_json() -> None:
    """A parser written in C would end the interpreter over them."""
    deep = "[" * 100_000
    assert results.parsed(deep) is None
    assert results.same_json(deep, deep) and not results.same_json(deep, "[]")
