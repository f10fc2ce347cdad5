"""Fragments of tool calls in every order and form that servers were seen to send."""

from typing import Any

import pytest

from glassloop.messages import ToolCall
from glassloop.wire.slots import CallSlots, counting_mint
from support.sse_text import entry

KNOWN = frozenset({"add", "upper", "w", "get_current_weather", "list"})
Calls = list[tuple[str, str, str]]


def assemble(
    *chunks: list[Any], whole: bool = False, cut_off: bool = False, taken: frozenset[str] = frozenset()
) -> tuple[tuple[ToolCall, ...], list[str]]:
    notes: list[str] = []
    slots = CallSlots(KNOWN, taken, counting_mint(), notes.append)
    for entries in chunks:
        slots.add(entries, whole=whole)
    return slots.finish(cut_off), notes


CASES: dict[str, tuple[list[list[Any]], Calls]] = {
    "well formed": (
        [[entry(0, "c1", "add", "")], [entry(0, arguments='{"a":')], [entry(0, arguments="1}")]],
        [("c1", "add", '{"a":1}')],
    ),
    "well formed, two at once, interleaved": (
        [
            [entry(0, "c1", "add", ""), entry(1, "c2", "upper", "")],
            [entry(0, arguments='{"a":'), entry(1, arguments='{"t":')],
            [entry(1, arguments='"x"}'), entry(0, arguments="1}")],
        ],
        [("c1", "add", '{"a":1}'), ("c2", "upper", '{"t":"x"}')],
    ),
    "A06 no index": ([[entry(None, "c1", "add", '{"a":1}')]], [("c1", "add", '{"a":1}')]),
    "A06 no index, in pieces": (
        [[entry(None, "c1", "add", '{"a"')], [entry(None, arguments=":1}")]],
        [("c1", "add", '{"a":1}')],
    ),
    "A07 every index is 0": (
        [[entry(0, "c1", "w", '{"city":"Rome"}')], [entry(0, "c2", "w", '{"city":"Oslo"}')]],
        [("c1", "w", '{"city":"Rome"}'), ("c2", "w", '{"city":"Oslo"}')],
    ),
    "A07 every index is 0, in pieces": (
        [
            [entry(0, "c1", "w", '{"city":')],
            [entry(0, arguments='"Rome"}')],
            [entry(0, "c2", "w", "")],
            [entry(0, arguments='{"city":"Oslo"}')],
        ],
        [("c1", "w", '{"city":"Rome"}'), ("c2", "w", '{"city":"Oslo"}')],
    ),
    "A08 the tail has another index than its head": (
        [[entry(0, "c1", "add", '{"a":1}')], [entry(0, "c2", "add", "")], [entry(1, arguments='{"a":2}')]],
        [("c1", "add", '{"a":1}'), ("c2", "add", '{"a":2}')],
    ),
    "A08 no ids, the same tool twice": (
        [[entry(None, None, "add", '{"a":1}')], [entry(None, None, "add", '{"a":2}')]],
        [("call00001", "add", '{"a":1}'), ("call00002", "add", '{"a":2}')],
    ),
    "A08 no ids, head and tail apart, the same tool twice": (
        [
            [entry(None, None, "add", "")],
            [entry(None, arguments='{"a":1}')],
            [entry(None, None, "add", "")],
            [entry(None, arguments='{"a":2}')],
        ],
        [("call00001", "add", '{"a":1}'), ("call00002", "add", '{"a":2}')],
    ),
    "A08 no ids, two tools without arguments": (
        [[entry(None, None, "list", "")], [entry(None, None, "upper", "")]],
        [("call00001", "list", ""), ("call00002", "upper", "")],
    ),
    "no ids, but indexes": (
        [[entry(0, None, "list", "")], [entry(1, None, "list", "")]],
        [("call00001", "list", ""), ("call00002", "list", "")],
    ),
    "A09 the id never comes": (
        [[entry(0, None, "add", "{")], [entry(0, arguments='"a":1}')]],
        [("call00001", "add", '{"a":1}')],
    ),
    "the id comes late": (
        [[entry(0, None, "add", "{")], [entry(0, "c1", None, '"a":1}')]],
        [("c1", "add", '{"a":1}')],
    ),
    "A10 the id is empty later": (
        [[entry(0, "c1", "add", '{"a":')], [{"index": 0, "id": "", "function": {"name": None, "arguments": "1}"}}]],
        [("c1", "add", '{"a":1}')],
    ),
    "A10 two calls with empty ids": (
        [[entry(0, "", "add", '{"a":1}'), entry(1, "", "upper", '{"t":"x"}')]],
        [("call00001", "add", '{"a":1}'), ("call00002", "upper", '{"t":"x"}')],
    ),
    "A12 one id for two": (
        [[entry(0, "c1", "add", '{"a":1}'), entry(1, "c1", "add", '{"a":2}')]],
        [("c1", "add", '{"a":1}'), ("call00001", "add", '{"a":2}')],
    ),
    "A12 one id for two, in pieces": (
        [
            [entry(0, "c1", "add", ""), entry(1, "c1", "upper", "")],
            [entry(0, "c1", None, '{"a":1}')],
            [entry(1, "c1", None, '{"t":')],
            [entry(1, "c1", None, '"x"}')],
        ],
        [("c1", "add", '{"a":1}'), ("call00001", "upper", '{"t":"x"}')],
    ),
    "A07 and A12 together": (
        [[entry(0, "c1", "w", '{"q":"a"}')], [entry(0, "c1", "w", '{"q":"b"}')]],
        [("c1", "w", '{"q":"a"}'), ("call00001", "w", '{"q":"b"}')],
    ),
    "the id is repeated on every piece": (
        [[entry(0, "c1", "add", '{"a"')], [entry(0, "c1", "add", ":1}")], [entry(0, "c1", "add", "")]],
        [("c1", "add", '{"a":1}')],
    ),
    "a new id on every piece": (
        [[entry(0, "c1", "add", '{"a"')], [entry(0, "c2", None, ":1")], [entry(0, "c3", None, "}")]],
        [("c1", "add", '{"a":1}')],
    ),
    "the whole call again at the end": (
        [[entry(0, "c1", "add", '{"a":1}')], [entry(0, "c1", "add", '{"a":1}')]],
        [("c1", "add", '{"a":1}')],
    ),
    "the whole so far in every piece": (
        [[entry(0, "c1", "add", '{"a')], [entry(0, "c1", None, '{"a": 1')], [entry(0, "c1", None, '{"a": 1}')]],
        [("c1", "add", '{"a": 1}')],
    ),
    "an empty object in front": (
        [[entry(0, "c1", "add", "{}")], [entry(0, arguments='{"a":')], [entry(0, arguments="1}")]],
        [("c1", "add", '{"a":1}')],
    ),
    "A13 the name on every piece": (
        [[entry(0, "c1", "add", '{"a"')], [entry(0, None, "add", ":1}")], [entry(0, None, "add", "")]],
        [("c1", "add", '{"a":1}')],
    ),
    "A13 the name in pieces": (
        [[entry(0, "c1", "get_cur", "")], [entry(0, None, "rent_weather", "")], [entry(0, arguments="{}")]],
        [("c1", "get_current_weather", "{}")],
    ),
    "A13 the name is emptied": (
        [[entry(0, "c1", "add", '{"a"')], [entry(0, None, "", ":1}")]],
        [("c1", "add", '{"a":1}')],
    ),
    "A13 the name grows": (
        [[entry(0, "c1", "get_cur", "")], [entry(0, None, "get_current_weather", "{}")]],
        [("c1", "get_current_weather", "{}")],
    ),
    "an unknown name stays": ([[entry(0, "c1", "get_wether", "{}")]], [("c1", "get_wether", "{}")]),
    "A01 arguments as an object": ([[entry(0, "c1", "add", {"a": 1, "b": "é"})]], [("c1", "add", '{"a":1,"b":"é"}')]),
    "A03 arguments as a list": ([[entry(0, "c1", "add", [1, 2])]], [("c1", "add", "[1,2]")]),
    "A02 no arguments": ([[entry(0, "c1", "list")]], [("c1", "list", "")]),
    "A36 an escape cut in two": (
        [[entry(0, "c1", "upper", '{"t":"\\ud83d')], [entry(0, arguments='\\ude00"}')]],
        [("c1", "upper", '{"t":"\\ud83d\\ude00"}')],
    ),
    "a surrogate pair cut in two": (
        [[entry(0, "c1", "upper", '{"t":"\ud83d')], [entry(0, arguments='\ude00"}')]],
        [("c1", "upper", '{"t":"😀"}')],
    ),
    "index as text": ([[{**entry(None, "c1", "add", "{"), "index": "0"}], [{**entry(0, arguments="}")}]],
                      [("c1", "add", "{}")]),
    "an entry that is no object": ([["add", None, entry(0, "c1", "add", "{}")]], [("c1", "add", "{}")]),
    "without its function part": (
        [[{"index": 0, "id": "c1", "name": "add", "arguments": "{}"}]],
        [("c1", "add", "{}")],
    ),
    "a slot that is never filled": ([[{"index": 0, "id": "c1"}]], []),
    "no name at all": ([[entry(0, "c1", None, '{"a":1}')]], [("c1", "unnamed", '{"a":1}')]),
    "a dict where a list should be": ([entry(0, "c1", "add", "{}")], [("c1", "add", "{}")]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_streamed(name: str) -> None:
    chunks, expected = CASES[name]
    found, _ = assemble(*chunks)
    assert [(call.id, call.name, call.arguments) for call in found] == expected
    assert not any(call.cut_off for call in found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A01 arguments as an object", "The server sent the arguments as an object; we kept them as text."),
        ("A09 the id never comes", "without an id"),
        ("A12 one id for two", "used the id c1 twice"),
        ("A07 and A12 together", "ran 2 tool calls together"),
        ("an empty object in front", "began the arguments with an empty object"),
        ("a slot that is never filled", "never filled it"),
        ("no name at all", "without a name"),
        ("without its function part", "without its `function` part"),
        ("a new id on every piece", "changed a tool call's id"),
        ("the whole so far in every piece", "anew in every piece"),
        ("the whole call again at the end", "twice under one id"),
    ],
)
def test_what_was_mended_is_said(name: str, words: str) -> None:
    _, notes = assemble(*CASES[name][0])
    assert any(words in note for note in notes)


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("well formed")])
def test_well_formed_calls_leave_no_note(name: str) -> None:
    assert assemble(*CASES[name][0])[1] == []


def test_in_a_whole_message_every_entry_is_a_call() -> None:
    found, _ = assemble(
        [entry(0, "c1", "add", '{"a":1}'), entry(0, "c1", "add", '{"a":1}'), entry(0, "", "list")], whole=True
    )
    assert [(call.id, call.name) for call in found] == [("c1", "add"), ("call00001", "add"), ("call00002", "list")]


def test_ids_of_the_transcript_are_not_used_again() -> None:
    taken = frozenset({"c1", "call00001"})
    found, notes = assemble([entry(0, "c1", "add", "{}")], taken=taken)
    assert found[0].id == "call00002"
    assert notes == ["The server used the id c1 twice; the later call got one of its own."]


@pytest.mark.parametrize("arguments", ['{"location": "Bristol", "days":', "", "{}", '{"a":1} and'])
def test_a_limit_marks_what_the_model_may_not_have_finished(arguments: str) -> None:
    found, _ = assemble([entry(0, "c1", "w", '{"city":"Rome"}'), entry(1, "c2", "w", arguments)], cut_off=True)
    assert [(call.id, call.arguments, call.cut_off) for call in found] == [
        ("c1", '{"city":"Rome"}', False),
        ("c2", arguments, True),
    ]


def test_a_call_that_was_written_whole_before_the_limit_is_not_marked() -> None:
    found, _ = assemble([entry(0, "c1", "w", '{"city":"Rome"}')], cut_off=True)
    assert not found[0].cut_off


def test_minted_ids_have_the_form_that_every_provider_takes() -> None:
    mint = counting_mint(99_998)
    ids = [mint() for _ in range(50)]
    assert len(set(ids)) == 50
    assert all(len(one) == 9 and one.isascii() and one.isalnum() for one in ids)


@pytest.mark.parametrize(
    "entries", [None, "x", 5, True, [], [[]], [{"function": 5}], [{"id": {}, "function": {"name": []}}]]
)
def test_nonsense_does_no_harm(entries: Any) -> None:
    found, _ = assemble(entries)
    assert all(call.id and call.name for call in found)
