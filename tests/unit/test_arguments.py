"""The text of arguments: what is read, what is refused, and that nothing unfinished is ever completed."""

from typing import Any

import pytest

from glassloop.arguments import CUT_OFF, MAX_CHARACTERS, Arguments, Unreadable, history_arguments, read_arguments

PLAIN: list[tuple[str, Any]] = [
    ('{"a": 1}', {"a": 1}),
    (' \n{"a": [1, {"b": null}]}\t', {"a": [1, {"b": None}]}),
    ("{}", {}),
    ('{"t": "\\ud83d\\ude00"}', {"t": "😀"}),
    ('{"a": 12345678901234567890123}', {"a": 12345678901234567890123}),
]

GENEROUS: dict[str, tuple[str, Any, str]] = {
    "A02 empty": ("", {}, "empty"),
    "A02 blank": ("  \n", {}, "empty"),
    "A02 null": ("null", {}, "empty"),
    "A04 encoded twice": ('"{\\"city\\": \\"Leeds\\"}"', {"city": "Leeds"}, "JSON inside a JSON string"),
    "A04 encoded three times": ('"\\"{\\\\\\"a\\\\\\": 1}\\""', {"a": 1}, "JSON inside a JSON string"),
    "A23 a raw line break": ('{"text": "line 1\nline 2"}', {"text": "line 1\nline 2"}, "raw control characters"),
    "A23 a raw tab and NUL": ('{"text": "a\tb\x00"}', {"text": "a\tb\x00"}, "raw control characters"),
    "a Python dict": (
        "{'a': 1, 'b': True, 'c': None, 'd': (1, 2)}",
        {"a": 1, "b": True, "c": None, "d": [1, 2]},
        "Python",
    ),
    "a trailing comma": ('{"a": 1,}', {"a": 1}, "Python"),
    "a brace too many": ('{"a": 1}}', {"a": 1}, "left out: }"),
    "words after it": ('{"a": 1}\nThat should do.', {"a": 1}, "left out: That should do."),
    "a tag after it": ('{"a": 1}</tool_call>', {"a": 1}, "left out"),
    "a code fence": ('```json\n{"a": 1}\n```', {"a": 1}, "code fence"),
    "half a character": ('{"a": "\\ud83d"}', {"a": "\ufffd"}, ""),
}

REFUSED: dict[str, tuple[str, str]] = {
    "A03 a list": ("[120, 9]", 'must be a JSON object; got a list. Write one JSON object, like {"a": 120, "b": 9}.'),
    "A03 a number": ("5", "got a number"),
    "A03 a text": ('"text"', "got a string"),
    "A03 true": ("true", "got true or false"),
    "A04 encoded four times": ('"\\"\\\\\\"{}\\\\\\"\\""', "got a string"),
    "A20 cut in a value": ('{"location": "Bristol", "days":', CUT_OFF),
    "A20 cut in a string": ('{"location": "Bri', CUT_OFF),
    "A20 cut after an escape": ('{"location": "Bri\\', CUT_OFF),
    "A20 cut after a comma": ('{"a": 1,', CUT_OFF),
    "A20 cut after the first brace": ("{", CUT_OFF),
    "A20 cut in a number": ('{"a": 1', CUT_OFF),
    "A20 cut Python": ("{'a': 1, 'b':", "not valid JSON"),
    "A24 too many digits": ('{"a": ' + "1" * 4_400 + "}", "too many digits"),
    "A24 too deep": ("[" * 50_000, "nested too deeply"),
    "A24 NaN": ('{"a": NaN}', "NaN is not JSON"),
    "A24 Infinity": ('{"a": -Infinity}', "-Infinity is not JSON"),
    "A24 too long": ('{"a": "' + "x" * MAX_CHARACTERS + '"}', "at most 100,000 can be read"),
    "two objects": ('{"a": 1}{"a": 2}', "not valid JSON"),
    "words": ("add 1 and 2", "not valid JSON"),
    "a Python set": ("{1, 2}", "not valid JSON"),
    "a Python call": ("{'a': open('x')}", "not valid JSON"),
    "Python keys that are no text": ("{1: 2}", "not valid JSON"),
    "deep Python": ("{'a': " + "[" * 300 + "]" * 300 + "}", "nested too deeply"),
}


@pytest.mark.parametrize(("text", "values"), PLAIN)
def test_plain_json_is_read_without_a_note(text: str, values: Any) -> None:
    assert read_arguments(text) == Arguments(values)


@pytest.mark.parametrize("name", GENEROUS)
def test_what_can_be_meant_in_one_way_only_is_read(name: str) -> None:
    text, values, note = GENEROUS[name]
    read = read_arguments(text)
    assert isinstance(read, Arguments)
    assert read.values == values
    assert note in "".join(read.notes)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_said(name: str) -> None:
    text, message = REFUSED[name]
    read = read_arguments(text)
    assert isinstance(read, Unreadable)
    assert message in read.message
    assert history_arguments(text) == "{}"


def test_no_beginning_of_an_object_is_taken_for_the_whole() -> None:
    whole = '{"location": "Bristol", "days": [1, 2], "deep": {"a": "}"}}'
    for end in range(1, len(whole)):
        assert isinstance(read_arguments(whole[:end]), Unreadable), whole[:end]


def test_digits_survive() -> None:
    read = read_arguments('{"a": 0.12345678901234567890123}')
    assert isinstance(read, Arguments)
    assert str(read.values["a"]) == "0.12345678901234567890123"


@pytest.mark.parametrize("text", ['{"a": 1e999} x', '"{\\"a\\": 1e999}"', '```{"a": [1e999]}```'])
def test_numbers_too_large_to_be_written_leave_an_empty_object_in_the_history(text: str) -> None:
    assert history_arguments(text) == "{}"
