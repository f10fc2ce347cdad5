"""Payloads → a reply: text, thinking, usage, finish reasons and errors, wherever servers put them."""

from typing import Any

import pytest

from glassloop.events import Failure, Reply, Usage
from glassloop.messages import AssistantMessage
from glassloop.wire.assemble import Assembler
from glassloop.wire.slots import counting_mint
from support.sse_text import calls, chunk, entry

KNOWN = frozenset({"add", "upper"})


def read(*payloads: Any, ended: bool = True) -> Reply | Failure:
    assembler = Assembler(KNOWN, frozenset(), counting_mint())
    for payload in payloads:
        assembler.add(payload)
    return assembler.finish(ended=ended)


def reply(*payloads: Any, ended: bool = True) -> Reply:
    result = read(*payloads, ended=ended)
    assert isinstance(result, Reply), result
    return result


def failure(*payloads: Any, ended: bool = True) -> Failure:
    result = read(*payloads, ended=ended)
    assert isinstance(result, Failure), result
    return result


def whole(message: dict[str, Any], finish: str | None = "stop", **beside: Any) -> dict[str, Any]:
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        **beside,
    }


def test_a_plain_stream_needs_no_note() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 3}
    got = reply(chunk({"role": "assistant", "content": ""}), chunk({"content": "Hel"}), chunk({"content": "lo"}),
                chunk(finish="stop"), {"choices": [], "usage": usage})  # fmt: skip
    assert got == Reply(AssistantMessage("Hello"), "stop", Usage(9, 3))


def test_a_plain_completion_needs_no_note() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    got = reply(whole({"role": "assistant", "content": "Hello", "refusal": None}, usage=usage))
    assert got == Reply(AssistantMessage("Hello"), "stop", Usage(9, 3))


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}, Usage(9, 3)),
        ({"usage": {"prompt_tokens": 9, "completion_tokens": 3}}, Usage(9, 3)),
        ({"choices": [], "usage": {"input_tokens": 9, "output_tokens": 3}}, Usage(9, 3)),
        ({"choices": [], "x_groq": {"id": "r", "usage": {"prompt_tokens": 9, "completion_tokens": 3}}}, Usage(9, 3)),
        ({"choices": [{"delta": {}, "usage": {"prompt_tokens": 9, "completion_tokens": 3}}]}, Usage(9, 3)),
        ({"choices": [], "usage": {"prompt_tokens": 9}}, Usage(9, 0)),
        ({"choices": [], "usage": {"prompt_tokens": 9.0, "completion_tokens": 3.0}}, Usage(9, 3)),
        ({"choices": [], "usage": None}, None),
        ({"choices": [], "usage": {"prompt_tokens": "nine", "completion_tokens": True}}, None),
        ({"choices": [], "usage": {"prompt_tokens": -1}}, None),
        ({"choices": [], "usage": []}, None),
    ],
)
def test_usage_wherever_it_stands(payload: Any, expected: Usage | None) -> None:
    assert reply(chunk({"content": "a"}, "stop"), payload).usage == expected


def test_the_last_usage_counts() -> None:
    first = chunk({"content": "a"}, usage={"prompt_tokens": 9, "completion_tokens": 1})
    last = chunk({"content": "b"}, "stop", usage={"prompt_tokens": 9, "completion_tokens": 2})
    assert reply(first, last).usage == Usage(9, 2)


@pytest.mark.parametrize(
    ("content", "text", "reasoning"),
    [
        (None, "", ""),
        ("a", "a", ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "ab", ""),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}, {"type": "text", "text": "a"}], "a", "t"),
        ([{"type": "image_url", "image_url": {}}, "a", 5, None], "a5", ""),
        ({"type": "text", "text": "a"}, "a", ""),
        ("<think>first</think>\n\n56", "56", "first"),
        ("\n<think>\nfirst", "", "first"),
        ("see <think>this</think>", "see <think>this</think>", ""),
    ],
)
def test_content_of_every_shape(content: Any, text: str, reasoning: str) -> None:
    got = reply(whole({"content": content}))
    assert (got.message.text, got.reasoning) == (text, reasoning)
    assert reply(chunk({"content": content}, "stop")).message.text == text


@pytest.mark.parametrize(
    "fields",
    [
        {"reasoning_content": "hm"},
        {"reasoning": "hm"},
        {"reasoning": "hm", "reasoning_details": [{"type": "reasoning.text", "text": "hm"}]},
        {"reasoning_details": [{"type": "reasoning.text", "text": "hm"}, {"type": "reasoning.encrypted", "data": "x"}]},
        {"reasoning_content": "hm", "reasoning": "hm"},
    ],
)
def test_thinking_is_kept_apart(fields: dict[str, Any]) -> None:
    got = reply(chunk({**fields, "content": None}), chunk({"content": "56"}, "stop"))
    assert (got.message.text, got.reasoning) == ("56", "hm")


@pytest.mark.parametrize("finish", ["stop", "other", None, "function_call", "eos"])
def test_calls_count_whatever_the_finish_reason_says(finish: str | None) -> None:
    got = reply(calls(entry(0, "c1", "add", '{"a":1}')), chunk(finish=finish))
    assert [call.name for call in got.message.calls] == ["add"]
    assert any("the calls count" in note for note in got.notes) == (finish is not None)


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS", "max_output_tokens", "incomplete"])
def test_a_limit_is_said_and_the_last_call_marked(finish: str) -> None:
    got = reply(calls(entry(0, "c1", "add", '{"a":')), chunk(finish=finish))
    assert got.message.calls[0].cut_off
    assert any("cut off at the token limit" in note for note in got.notes)


def test_the_old_function_call_form() -> None:
    streamed = reply(chunk({"function_call": {"name": "add", "arguments": ""}}),
                     chunk({"function_call": {"arguments": '{"a":1}'}}, "function_call"))  # fmt: skip
    at_once = reply(whole({"content": None, "function_call": {"name": "add", "arguments": '{"a":1}'}}))
    for got in (streamed, at_once):
        assert [(call.id, call.name, call.arguments) for call in got.message.calls] == [("call00001", "add", '{"a":1}')]


def test_a_refusal_is_the_answer_and_labelled() -> None:
    got = reply(whole({"content": None, "refusal": "I can't help with that."}))
    assert got.message.text == "I can't help with that."
    assert got.notes == ("The model refused; its words are shown as the answer.",)
    assert reply(chunk({"refusal": "I ca"}), chunk({"refusal": "n't"}, "stop")).message.text == "I can't"


def test_a_filter_that_left_nothing_is_a_failure() -> None:
    assert failure(chunk(finish="content_filter")).what == "The provider's filter stopped this reply."
    assert "filter" in reply(chunk({"content": "a"}, "content_filter")).notes[0]


def test_an_empty_reply_is_a_reply_that_says_so() -> None:
    got = reply(whole({"content": ""}, usage={"prompt_tokens": 5, "completion_tokens": 40}))
    assert got.message == AssistantMessage("")
    assert got.notes == ("The model produced 40 tokens, but the reply holds neither text nor a tool call.",)
    assert "'MALFORMED_FUNCTION_CALL'" in reply(chunk(finish="MALFORMED_FUNCTION_CALL")).notes[0]


def test_nothing_at_all_is_a_failure() -> None:
    assert "without sending anything" in failure({"choices": []}).what


@pytest.mark.parametrize("started", [[], [chunk({"content": "Hel"})], [calls(entry(0, "c1", "add", '{"a":1}'))]])
def test_a_lost_connection_runs_nothing(started: list[Any]) -> None:
    got = failure(*started, ended=False)
    assert got.what.startswith("The connection dropped")
    assert reply(*started, chunk(finish="stop"), ended=False).finish_reason == "stop"


ERRORS: dict[str, tuple[Any, str]] = {
    "an error": ({"error": {"message": "quota exceeded", "code": 429}}, "quota exceeded"),
    "beside empty choices": (
        {"choices": [], "error": {"code": 502, "message": "Upstream down", "metadata": {"provider_name": "X"}}},
        "X: Upstream down",
    ),
    "as text": ({"error": "overloaded"}, "overloaded"),
    "in a list": ([{"error": {"message": "bad"}}], "bad"),
    "in the choice": ({"choices": [{"index": 0, "delta": {}, "error": {"message": "bad"}}]}, "bad"),
    "object: error": ({"object": "error", "message": "bad", "code": 40001}, "bad"),
    "a message and no choices": ({"message": "bad", "request_id": "r"}, "bad"),
    "detail": ({"detail": "bad"}, "bad"),
    "an empty error": ({"error": {"code": 500}}, ""),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_in_any_payload(name: str) -> None:
    payload, words = ERRORS[name]
    assert failure(payload).server_words == words
    late = failure(chunk({"content": "Hel"}), payload, chunk({"content": "lo"}, "stop"))
    assert late.server_words == words
    assert late.what.startswith("The server broke off in the middle of its reply. ")


def test_an_event_named_error() -> None:
    assembler = Assembler(KNOWN, frozenset(), counting_mint())
    assembler.add({"status": 503, "detail": "busy"}, event="error")
    assert assembler.failure is not None
    assert assembler.failure.server_words == "busy"


NOTHING: list[Any] = [
    None,
    5,
    "x",
    [],
    {},
    {"type": "ping"},
    {"choices": None},
    {"choices": [None]},
    {"choices": [{}]},
    {"choices": [{"delta": None}]},
    {"choices": [{"delta": []}]},
    {"choices": [], "error": None},
    {"choices": [], "prompt_filter_results": [{}]},
]


@pytest.mark.parametrize("payload", NOTHING)
def test_what_holds_nothing_is_passed_over(payload: Any) -> None:
    assert reply(payload, chunk({"content": "a"}, "stop"), payload).message.text == "a"


def test_only_the_first_of_several_answers_is_taken() -> None:
    second = {"choices": [{"index": 1, "delta": {"content": "other"}}]}
    got = reply(chunk({"content": "a"}), second, chunk({"content": "b"}, "stop"))
    assert got.message.text == "ab"
    assert got.notes == ("The server sent more than one answer; the first was taken.",)


def test_a_message_at_the_end_of_a_stream_is_not_read_twice() -> None:
    last = {"choices": [{"index": 0, "delta": {}, "message": {"content": "Hello"}, "finish_reason": "stop"}]}
    assert reply(chunk({"content": "Hello"}), last).message.text == "Hello"
    assert reply(last).message.text == "Hello"


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name":"add","arguments":{"a":1,"b":2}}\n</tool_call>',
        '{"name":"add","arguments":{"a":1,"b":2}}',
        '```json\n[{"name": "add", "parameters": {"a": 1}}]\n```',
        "<｜tool▁calls▁begin｜>function",
        'commentary to=functions.add json{"a":1}',
        '[TOOL_CALLS] [{"name":"add"}]',
    ],
)
def test_a_note_written_as_prose_is_explained(text: str) -> None:
    got = reply(whole({"content": text, "tool_calls": None}))
    assert not got.message.calls
    assert "wrote its note as ordinary text" in got.notes[0]


@pytest.mark.parametrize(
    "text", ["Use <tool_call> to call.", '{"name":"other","arguments":{}}', "{1}", '{"a": 1}', "[]"]
)
def test_prose_and_data_are_left_alone(text: str) -> None:
    assert reply(whole({"content": text})).notes == ()


def test_half_characters_never_leave_the_reader() -> None:
    joined = reply(chunk({"content": "\ud83d"}), chunk({"content": "\ude00"}, "stop"))
    assert joined.message.text == "😀"
    assert reply(chunk({"content": "a\ud83d"}, "stop")).message.text == "a\ufffd"
