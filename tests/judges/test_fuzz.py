"""Hypothesis against what others write: bytes of servers, arguments of models, message lists of programs.

The same examples in every run; `GLASSLOOP_FUZZ=5000` tries that many of each instead, other ones every time. Not for
Pyodide.
"""

from __future__ import annotations

import copy
import json
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from glassloop.arguments import Arguments, Unreadable, history_arguments, read_arguments
from glassloop.events import Failure, LlmResponse, Reply, dump_event
from glassloop.wire.errors import explain
from glassloop.wire.findings import strict_body
from glassloop.wire.lint import lint, repair
from glassloop.wire.reply import ReplyReader
from glassloop.wire.sse import SseEvent, SseParser
from support.sse_text import calls, chunk, entry
from support.wire_cases import CASES

LONG = os.environ.get("GLASSLOOP_FUZZ", "")
fuzz = settings(
    max_examples=int(LONG) if LONG else 150,
    derandomize=not LONG,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# --- Bytes ------------------------------------------------------------------------------------------------------------

PIECES = [
    b"data: ", b"data:", b"event: error\n", b"id: 1\n", b": keep-alive\n\n", b"\n", b"\r", b"\r\n", b"\n\n", b"[DONE]",
    b"data: [DONE]\n\n", b"\xef\xbb\xbf", b"\xf0\x9f", b"\x8c\x8d", b"\xff", b"\x00", b"{", b"}", b"[", b'"', b"null",
    b'{"choices":[{"delta":{"content":"', b'"}}]}', b'{"error":{"message":"no"}}', b"<!doctype html>", b"NaN", b"1e999",
    b'{"choices":[{"message":{"content":"hi","tool_calls":[{"function":{"name":"add","arguments":', b"}}]}}]}",
    *(json.dumps(each).encode() for each in (
        chunk({"content": "<think>a"}), chunk({"content": "</think> b"}), chunk({"reasoning": "hm"}),
        calls(entry(0, "c1", "add", '{"a":')), calls(entry(0, arguments="1}")), calls(entry(None, None, "upper", "{}")),
        calls(entry(1, "c1", None, {"t": 1})), chunk({"refusal": "no"}), chunk({}, "length"), chunk({}, "tool_calls"),
        {"choices": [], "usage": {"prompt_tokens": 9}}, {"choices": [{"index": 1, "delta": {"content": "x"}}]},
    )),
]  # fmt: skip
assembled = st.lists(st.sampled_from(PIECES) | st.binary(max_size=8), max_size=30).map(b"".join)
wild = st.binary(max_size=300) | assembled
cuts = st.lists(st.integers(0, 4000), max_size=12)


def cut(data: bytes, at: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in at)})
    return [data[start:end] for start, end in zip(edges, edges[1:], strict=False)]


def singles(data: bytes) -> list[bytes]:
    return [data[place : place + 1] for place in range(len(data))]


def read(chunks: list[bytes], status: int = 200, stream: bool = True) -> tuple[Reply | Failure, str]:
    reader = ReplyReader(
        status=status,
        requested_stream=stream,
        known_tools=frozenset({"add", "upper"}),
        taken_ids=frozenset({"c9"}),
    )
    shown = [text for piece in chunks for text in reader.feed(piece)]
    return reader.close(), "".join(shown)


def parse(chunks: list[bytes]) -> list[SseEvent]:
    parser = SseParser()
    events = [event for piece in chunks for event in parser.feed(piece)]
    return events + parser.close()


def check_reader(data: bytes, at: list[int], status: int = 200) -> None:
    """Total, the same for any chunking, and fit to be sent on: the whole event is JSON in UTF-8."""
    result, shown = read([data], status)
    assert read(cut(data, at), status) == (result, shown)
    assert read(singles(data), status) == (result, shown)
    event = LlmResponse(1, status, (), data.decode("utf-8", "replace"), 0, 0, result)
    dump_event(event).encode("utf-8")
    shown.encode("utf-8")
    if isinstance(result, Reply):
        ids = [call.id for call in result.message.calls]
        assert len(set(ids)) == len(ids) and all(ids) and "c9" not in ids
        assert all(call.name for call in result.message.calls)
    else:
        assert result.what and result.advice


@fuzz
@given(data=wild, at=cuts, status=st.sampled_from([200, 200, 201, 400, 429, 500]))
def test_no_bytes_break_the_reader(data: bytes, at: list[int], status: int) -> None:
    check_reader(data, at, status)


@fuzz
@given(data=wild, at=cuts)
def test_any_chunking_gives_the_same_events(data: bytes, at: list[int]) -> None:
    whole = parse([data])
    assert parse(cut(data, at)) == whole
    assert parse(singles(data)) == whole


@st.composite
def mutilated(draw: st.DrawFn) -> bytes:
    """A reply of the wire suite, cut, doubled, put into another order, or with bytes changed."""
    data = b"".join(draw(st.sampled_from(CASES)).chunks)
    for _ in range(draw(st.integers(1, 3))):
        pieces = cut(data, draw(st.lists(st.integers(0, 4000), min_size=1, max_size=4)))
        match draw(st.sampled_from(["cut", "double", "shuffle", "flip", "drop"])):
            case "cut":
                data = pieces[0] if pieces else b""
            case "double":
                data = b"".join(piece * draw(st.integers(1, 2)) for piece in pieces)
            case "shuffle":
                data = b"".join(draw(st.permutations(pieces)))
            case "drop":
                data = b"".join(pieces[::2])
            case _:
                places = draw(st.lists(st.integers(0, max(0, len(data) - 1)), max_size=4))
                changed = bytearray(data)
                for place in places if data else ():
                    changed[place] ^= 1 << draw(st.integers(0, 7))
                data = bytes(changed)
    return data


@fuzz
@given(data=mutilated(), at=cuts)
def test_no_mutilated_reply_breaks_the_reader(data: bytes, at: list[int]) -> None:
    check_reader(data, at)


@fuzz
@given(data=mutilated(), at=cuts)
def test_any_chunking_of_a_mutilated_stream_gives_the_same_events(data: bytes, at: list[int]) -> None:
    assert parse(cut(data, at)) == parse([data])


@fuzz
@given(body=st.text(max_size=200) | wild.map(lambda data: data.decode("utf-8", "replace")), status=st.integers(0, 599))
def test_every_error_is_explained(body: str, status: int) -> None:
    failure = explain(status, body)
    assert failure.what and failure.advice


# --- Values -----------------------------------------------------------------------------------------------------------

# Half a surrogate pair included.
text = st.text(max_size=12) | st.text(st.sampled_from("a\ud83d\ude00\ufffd {\"'\\\n"), max_size=5)
scalar = st.none() | st.booleans() | st.integers() | st.floats() | text
anything = st.recursive(
    scalar, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3), max_leaves=8
)
as_text = anything.map(lambda value: json.dumps(value, ensure_ascii=False))
written = (
    as_text
    | as_text.map(lambda each: each[: len(each) // 2])
    | st.tuples(as_text, text).map("".join)
    | as_text.map(json.dumps)
    | anything.map(repr)
    | as_text.map(lambda each: f"```json\n{each}\n```")
    | st.sampled_from(["", " ", "null", '{"a": 1e999} and', "{'a': 1e999}", '"{\\"a\\": 1e999}"', '{"a":"\\ud83d"}'])
)


@fuzz
@given(arguments=written | text)
def test_any_arguments_are_read_or_refused_and_can_go_into_history(arguments: str) -> None:
    assert isinstance(read_arguments(arguments), Arguments | Unreadable)
    kept = history_arguments(arguments)
    assert isinstance(json.loads(kept), dict)
    kept.encode("utf-8")


# --- Message lists ----------------------------------------------------------------------------------------------------

ids = st.sampled_from(["c1", "c2", "c3", "", None, "call00001"]) | scalar
names = st.sampled_from(["add", "upper", "math.add", "", None]) | text
arguments = st.sampled_from(['{"a": 1}', "", "[1]", '{"a', "{}"]) | written | anything
content = st.sampled_from(["hi", "", None, [{"type": "text", "text": "hi"}], []]) | anything
extras = st.dictionaries(
    st.sampled_from(
        ["name", "refusal", "annotations", "audio", "function_call", "reasoning_content", "tool_calls", "tool_call_id"]
    ),
    st.none() | st.sampled_from(["x", "", [], {"name": "add", "arguments": "{}"}]) | anything,
    max_size=2,
)
call = st.fixed_dictionaries(
    {},
    optional={
        "id": ids,
        "type": st.sampled_from(["function", "custom", None, "tool"]),
        "function": st.fixed_dictionaries({}, optional={"name": names, "arguments": arguments}) | anything,
        "custom": st.just({"name": "x", "input": ""}) | anything,
        "index": st.integers(0, 2) | st.none(),
    },
)
plain_call = st.builds(
    lambda call_id, name, text: {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": text},
    },
    ids,
    names,
    arguments,
)
some_calls = st.lists(plain_call | call | anything, max_size=3) | call | anything


def message(role: st.SearchStrategy[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fixed = st.fixed_dictionaries({"role": role}, optional=fields)
    return st.builds(lambda body, more: {**more, **body}, fixed, extras | st.just({}))


role = st.sampled_from(["system", "user", "developer", "function", "wizard", None]) | anything
messages = st.lists(
    message(st.just("user"), content=content)
    | message(st.just("assistant"), content=content, tool_calls=some_calls)
    | message(st.just("assistant"), tool_calls=st.lists(plain_call, min_size=1, max_size=3))
    | message(st.just("tool"), tool_call_id=ids, content=content)
    | message(st.just("tool"), tool_call_id=st.sampled_from(["c1", "c2", "c3"]), content=st.just("3"))
    | message(role, content=content)
    | anything,
    max_size=7,
)


def is_paired(repaired: list[Any]) -> bool:
    """The rule itself, told another way than the linter's: no call waits, no result surprises."""
    waiting: list[str] = []
    used: set[str] = set()
    for each in repaired:
        if each["role"] == "tool" if "role" in each else False:
            if not waiting or waiting.pop(0) != each["tool_call_id"]:
                return False
            continue
        if waiting:
            return False
        if each.get("role") == "assistant" and each.get("tool_calls"):
            waiting = [one["id"] for one in each["tool_calls"]]
            if len(set(waiting)) < len(waiting) or used & set(waiting):
                return False
            used |= set(waiting)
    return not waiting


@fuzz
@given(given_messages=messages, more=st.dictionaries(st.sampled_from(["tools", "tool_choice", "model"]), anything))
def test_no_messages_break_the_linter(given_messages: list[Any], more: dict[str, Any]) -> None:
    for finding in lint({**more, "messages": given_messages}, mistral_ids=True):
        assert finding.problem and finding.strict_error
        assert json.loads(strict_body(finding))


@fuzz
@given(body=st.dictionaries(st.sampled_from(["messages", "tools", "tool_choice", "model"]) | text, anything))
def test_no_body_breaks_the_linter(body: dict[str, Any]) -> None:
    lint(body)


@fuzz
@given(given_messages=messages)
def test_repair_keeps_its_promises(given_messages: list[Any]) -> None:
    before = copy.deepcopy(given_messages)
    repaired, said = repair(given_messages)
    assert repr(given_messages) == repr(before)
    assert [each for each in lint({"messages": repaired}) if each.repair] == []
    assert is_paired(repaired)
    again, nothing = repair(repaired)
    assert (repr(again), nothing) == (repr(repaired), ())
    promised = [each for each in lint({"messages": given_messages}) if each.repair]
    assert bool(said) == bool(promised)
    if not promised:
        assert repr(repaired) == repr(given_messages)
