"""A third party adds streams up as we do: the official SDK's accumulator, on every well-formed one. Not for Pyodide."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.lib.streaming.chat import ChatCompletionStreamState
from openai.types.chat import ChatCompletionChunk

from glassloop.events import Reply
from glassloop.wire.reply import ReplyReader
from support.sse_text import calls, chunk, entry, sse
from support.wire_cases import CASES, Case

WELL_FORMED = [case for case in CASES if case.well_formed and case.payloads]
Told = tuple[str, str | None, list[tuple[str, str, str]]]


def theirs(payloads: Iterable[Any]) -> Told:
    """Text, finish reason and calls, as the SDK has them in the end."""
    state: ChatCompletionStreamState[Any] = ChatCompletionStreamState()
    for payload in payloads:
        state.handle_chunk(ChatCompletionChunk.model_validate(payload))
    choice = state.current_completion_snapshot.choices[0]
    told = [(call.id, call.function.name, call.function.arguments) for call in choice.message.tool_calls or []]
    return choice.message.content or "", choice.finish_reason, told


def ours(reader: ReplyReader, data: Iterable[bytes]) -> Told:
    for piece in data:
        reader.feed(piece)
    reply = reader.close()
    assert isinstance(reply, Reply), reply
    assert reply.notes == ()
    told = [(call.id, call.name, call.arguments) for call in reply.message.calls]
    return reply.message.text, reply.finish_reason, told


@pytest.mark.parametrize("case", WELL_FORMED, ids=lambda case: case.file)
def test_the_accumulator_agrees_on_every_well_formed_case(case: Case) -> None:
    assert ours(case.reader(), case.chunks) == theirs(case.payloads)


def test_there_are_well_formed_cases() -> None:
    assert len(WELL_FORMED) >= 14


def in_pieces(text: str, at: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(place % (len(text) + 1) for place in at)})
    return [text[start:end] for start, end in zip(edges, edges[1:], strict=False)]


cuts = st.lists(st.integers(0, 400), max_size=6)
# An answer that begins with a thinking tag is read apart, which the SDK does not do.
answer = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).filter(lambda text: "<" not in text)
values = st.dictionaries(
    st.text("abc_", min_size=1, max_size=4),
    st.integers()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    | st.lists(st.booleans(), max_size=3),
    max_size=4,
)


@st.composite
def streams(draw: st.DrawFn) -> list[dict[str, Any]]:
    """What a server that does everything right sends: text, then notes whose fragments may alternate."""
    payloads = [chunk({"role": "assistant", "content": ""})]
    payloads += [chunk({"content": piece}) for piece in in_pieces(draw(answer), draw(cuts))]
    notes = draw(st.lists(values, max_size=3))
    rows = []
    for index, note in enumerate(notes):
        name = draw(st.sampled_from(["add", "upper"]))
        head = calls({**entry(index, f"c{index}", name, ""), "type": "function"})
        text = json.dumps(note, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
        rows.append([head, *(calls(entry(index, arguments=piece)) for piece in in_pieces(text, draw(cuts)))])
    if draw(st.booleans()):
        payloads += [payload for row in rows for payload in row]
    else:
        for place in range(max(map(len, rows), default=0)):
            payloads += [row[place] for row in rows if place < len(row)]
    payloads.append(chunk({}, "tool_calls" if notes else "stop"))
    return [{"created": 1, **payload} for payload in payloads]


@settings(max_examples=100, derandomize=True, database=None, deadline=None)
@given(payloads=streams())
def test_the_accumulator_agrees_on_any_well_formed_stream(payloads: list[dict[str, Any]]) -> None:
    expected = theirs(payloads)
    if expected[0] == "" and not expected[2]:
        return
    reader = ReplyReader(
        status=200, requested_stream=True, known_tools=frozenset({"add", "upper"}), taken_ids=frozenset()
    )
    assert ours(reader, [sse(*payloads)]) == expected
