"""Parsing that can't be brought down, and text that always encodes."""

import json
from decimal import Decimal

import pytest

from glassloop.jsontext import (
    ExactFloat,
    is_json_object,
    mend_surrogates,
    read_json,
    read_wire_json,
    shorten,
    split_objects,
    write_json,
)


@pytest.mark.parametrize(
    "text", ["", "{", "nope", "NaN", "[Infinity]", "1" * 4_400, "[" * 100_000, '{"a":' * 101 + "1" + "}" * 101]
)
def test_every_failure_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError is the promise
        read_json(text)


def test_brackets_in_strings_do_not_count_as_depth() -> None:
    assert read_json(json.dumps(["[{" * 500 + '"\\'])) == ["[{" * 500 + '"\\']
    assert read_json("[" + ",".join(["[]"] * 500) + "]") == [[]] * 500


def test_the_literal_of_a_float_is_kept() -> None:
    value = read_json('{"a": 0.12345678901234567890123, "b": 1.50}', exact=True)
    assert isinstance(value["a"], ExactFloat)
    assert Decimal(str(value["a"])) == Decimal("0.12345678901234567890123")
    assert value["b"] == 1.5
    assert json.dumps(value["b"]) == "1.5"


def test_servers_may_send_nan_and_control_characters() -> None:
    assert read_wire_json('{"a": NaN, "b": "x\ny"}') == {"a": None, "b": "x\ny"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", True),
        (' {"a": "}"} ', True),
        ('{"a": 1', False),
        ("[]", False),
        ("{}{}", False),
        ("", False),
        ("{x}", False),
    ],
)
def test_is_json_object(text: str, expected: bool) -> None:
    assert is_json_object(text) is expected


@pytest.mark.parametrize(
    ("text", "objects", "rest"),
    [
        ("{}", ("{}",), ""),
        ('{"a": "}{"} {"b":2}\n', ('{"a": "}{"}', '{"b":2}'), ""),
        ('{"a":1}{"b"', ('{"a":1}',), '{"b"'),
        ('{"a":1} bye', ('{"a":1}',), "bye"),
        ("bye", (), "bye"),
        ("{" * 5_000, (), "{" * 5_000),
    ],
)
def test_split_objects(text: str, objects: tuple[str, ...], rest: str) -> None:
    assert split_objects(text) == (objects, rest)


@pytest.mark.parametrize(
    ("text", "mended"),
    [("plain é🌍", "plain é🌍"), ("\ud83d\ude00", "😀"), ("a\ud83d", "a\ufffd"), ("\ude00b", "\ufffdb")],
)
def test_surrogates(text: str, mended: str) -> None:
    assert mend_surrogates(text) == mended
    assert write_json([text]) == json.dumps([mended], ensure_ascii=False)


def test_shorten() -> None:
    assert (shorten("abc", 3), shorten("abcd", 3)) == ("abc", "ab…")
