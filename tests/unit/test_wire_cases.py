"""The table-driven wire suite: the bytes of real servers, faults included, and the reply that we make of them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from glassloop.arguments import Arguments, Unreadable, history_arguments, read_arguments
from glassloop.events import Failure, Reply
from glassloop.messages import ToolCall
from support.wire_cases import CASES, Case

# Every kind of fault in a reply that has been reported from the field.
KINDS = (
    "A01 A02 A03 A04 A06 A07 A08 A09 A10 A12 A13 A14 A15 A16 A17 A19 A20 A23 A24 A26 A28 A29 A30 A31 A32 A33 A34 A35 "
    "A36 A39 A40"
)
EXPECTED = {
    "outcome", "text", "calls", "finish_reason", "usage", "reasoning", "shown", "notes", "notes_contain",
    "what_contains", "advice_contains", "server_words_contain", "well_formed",
}  # fmt: skip
EXPECTED_OF_CALL = {"name", "arguments", "id", "cut_off", "reads_as", "refused", "extra_contains"}


def read(case: Case, chunks: tuple[bytes, ...]) -> tuple[Reply | Failure, str]:
    reader = case.reader()
    shown = [text for piece in chunks for text in reader.feed(piece)]
    return reader.close(), "".join(shown)


def check_call(call: ToolCall, expect: Mapping[str, Any]) -> None:
    assert call.name == expect["name"]
    assert call.arguments == expect.get("arguments", call.arguments)
    assert call.id == expect.get("id", call.id)
    assert call.cut_off is expect.get("cut_off", False)
    assert expect.get("extra_contains", "") in call.extra
    if "reads_as" in expect:
        arguments = read_arguments(call.arguments)
        assert isinstance(arguments, Arguments)
        assert arguments.values == expect["reads_as"]
    if "refused" in expect:
        refused = read_arguments(call.arguments)
        assert isinstance(refused, Unreadable)
        assert expect["refused"] in refused.message
    # Whatever was written: it can go back in the form that every provider takes.
    assert isinstance(json.loads(history_arguments(call.arguments)), dict)


def check_reply(reply: Reply, shown: str, case: Case) -> None:
    expect = case.expect
    assert reply.message.text == expect["text"]
    assert len(reply.message.calls) == len(expect["calls"])
    for call, expected in zip(reply.message.calls, expect["calls"], strict=True):
        check_call(call, expected)
    if "finish_reason" in expect:
        assert reply.finish_reason == expect["finish_reason"]
    if "usage" in expect:
        usage = reply.usage and [reply.usage.input_tokens, reply.usage.output_tokens]
        assert usage == expect["usage"]
    assert reply.reasoning == expect.get("reasoning", "")
    if case.well_formed or "notes" in expect:
        assert list(reply.notes) == expect.get("notes", [])
    for words in expect.get("notes_contain", ()):
        assert any(words in note for note in reply.notes), reply.notes
    assert shown == expect.get("shown", expect["text"] if case.payloads else shown)


def check_failure(failure: Failure, shown: str, expect: Mapping[str, Any]) -> None:
    assert expect["what_contains"] in failure.what
    assert expect.get("advice_contains", "") in failure.advice
    assert expect.get("server_words_contain", "") in failure.server_words
    assert failure.advice
    assert shown == expect.get("shown", shown)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_a_reply_is_read_as_it_is_meant(case: Case) -> None:
    for chunks in case.cuttings():
        result, shown = read(case, chunks)
        assert result.outcome == case.expect["outcome"], result
        if isinstance(result, Reply):
            check_reply(result, shown, case)
        else:
            check_failure(result, shown, case.expect)


@pytest.mark.parametrize("kind", KINDS.split())
def test_every_kind_has_a_case(kind: str) -> None:
    assert [case.file for case in CASES if case.quirk == kind]


def test_the_cases_are_all_there_and_hold_no_misspelt_expectation() -> None:
    assert len(CASES) > 150
    for case in CASES:
        assert set(case.expect) <= EXPECTED, case.file
        assert all(set(call) <= EXPECTED_OF_CALL for call in case.expect.get("calls", ())), case.file
        assert case.file.startswith((case.quirk, "F-")), case.file
