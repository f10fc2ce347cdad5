"""The Responses API's streams and responses → a reply, however servers number, name and repeat their items."""

import json
from typing import Any

import pytest

from glassloop.events import Failure, Reply, Usage
from glassloop.messages import ToolCall
from glassloop.wire.responses_reply import ResponsesReader
from support.chunking import chunkings
from support.responses_text import ended, event, message, note, noted, response, said, thought, thoughts
from support.sse_text import DONE, chunk, sse

Json = dict[str, Any]


def read(
    chunks: list[bytes], *, status: int = 200, stream: bool = True, taken: frozenset[str] = frozenset()
) -> tuple[Reply | Failure, str]:
    reader = ResponsesReader(
        status=status, requested_stream=stream, known_tools=frozenset({"add", "upper"}), taken_ids=taken
    )
    shown = [text for piece in chunks for text in reader.feed(piece)]
    return reader.close(), "".join(shown)


def reply(*payloads: Json, done: bool = False, **how: Any) -> Reply:
    result, _ = read([sse(*payloads, done=done)], **how)
    assert isinstance(result, Reply), result
    return result


def failure(data: bytes, **how: Any) -> Failure:
    result, _ = read([data], **how)
    assert isinstance(result, Failure), result
    return result


def kept(got: Reply) -> list[Json]:
    output: list[Json] = json.loads(got.message.extra)["output"]
    return output


def named(*payloads: Json) -> bytes:
    """Each payload under the name of its event, without a type of its own."""
    out = b""
    for payload in payloads:
        rest = {key: value for key, value in payload.items() if key != "type"}
        out += f"event: {payload['type']}\ndata: {json.dumps(rest)}\n\n".encode()
    return out


HELLO = [event("created", response=response(status="in_progress")), event("in_progress"), *said("Héllo 🌍"),
         ended(message("Héllo 🌍"))]  # fmt: skip
NOTE = note()
TWO = note("fc_2", "call_2", "upper", '{"t":"x"}')
TALE = [
    *thought(thoughts(summary="Hm."), 0), *said("Wait.", 1), *noted(NOTE, 2), *noted(TWO, 3),
    ended(thoughts(summary="Hm."), message("Wait."), NOTE, TWO),
]  # fmt: skip

BODIES: dict[str, bytes] = {
    "stream": sse(*HELLO, done=False),
    "stream with DONE": sse(*HELLO),
    "stream by event names": named(*HELLO),
    "stream with CRLF": sse(*HELLO).replace(b"\n", b"\r\n"),
    "stream, only its end": sse(HELLO[-1], done=False),
    "stream, no items announced": sse(*[e for e in HELLO if "output_item" not in e["type"]], done=False),
    "stream, deltas only": sse(*[e for e in HELLO if e["type"].endswith("delta")], ended(), done=False),
    "stream, items done only": sse(*[e for e in HELLO if e["type"].endswith("item.done")], ended(), done=False),
    "stream, text done only": sse(*[e for e in HELLO if e["type"].endswith("text.done")], ended(), done=False),
    "stream, part done only": sse(*[e for e in HELLO if e["type"].endswith("part.done")], ended(), done=False),
    "stream, without ids and places": sse(
        *[{k: v for k, v in e.items() if k not in ("item_id", "output_index", "content_index")} for e in HELLO],
        done=False,
    ),
    "stream, a whole response as one event": sse(response(message("Héllo 🌍"))),
    "stream, the rest of the text in done": sse(
        event("output_text.delta", item_id="m", output_index=0, content_index=0, delta="Hé"),
        event("output_text.done", item_id="m", output_index=0, content_index=0, text="Héllo 🌍"), ended(), done=False,
    ),
    "response": json.dumps(response(message("Héllo 🌍"))).encode(),
    "response without a status": json.dumps(response(message("Héllo 🌍"), status="")).encode(),
    "response with text for content": json.dumps(response({"type": "message", "content": "Héllo 🌍"})).encode(),
    "response with text for output": json.dumps({"output": "Héllo 🌍"}).encode(),
    "response by lines": b"\n".join(json.dumps(each).encode() for each in HELLO),
    "notes": sse(*TALE, done=False),
    "dropped": sse(*HELLO[:-3], done=False),
    "dropped in a note": sse(*TALE[:-2], done=False),
    "error in the middle": sse(*HELLO[:5], {"type": "error", "code": "server_error", "message": "Upstream down"}),
    "failed": sse(*HELLO[:5], ended(status="failed", error={"code": "server_error", "message": "Oh no"}), done=False),
    "chat completion": json.dumps({"choices": [{"message": {"content": "hi"}}]}).encode(),
    "chat chunks": sse(chunk({"content": "hi"}, "stop")),
    "web page": b"<!DOCTYPE html><title>Example</title>",
    "empty": b"",
    "only DONE": DONE,
}  # fmt: skip
GREETINGS = [name for name in BODIES if name.startswith(("stream", "response"))]


@pytest.mark.parametrize("name", GREETINGS)
def test_every_form_of_the_same_reply(name: str) -> None:
    result, shown = read([BODIES[name]])
    assert isinstance(result, Reply), result
    assert result.message.text == "Héllo 🌍"
    assert shown == ("Héllo 🌍" if name.startswith("stream") else "")


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("stream", [True, False])
def test_any_chunking_gives_the_same(name: str, stream: bool) -> None:
    data = BODIES[name]
    whole = read([data], stream=stream)
    for chunks in chunkings(data):
        assert read(chunks, stream=stream) == whole


def test_a_plain_stream_needs_no_note() -> None:
    got = reply(*HELLO)
    assert (got.notes, got.finish_reason, got.usage) == ((), "completed", Usage(9, 3))
    assert kept(got) == [message("Héllo 🌍")]


def test_text_is_shown_as_it_arrives_and_the_end_is_the_end() -> None:
    reader = ResponsesReader(status=200, requested_stream=True, known_tools=frozenset(), taken_ids=frozenset())
    pieces = [text for each in HELLO for text in reader.feed(sse(each, done=False))]
    assert pieces == ["Héll", "o 🌍"]
    assert reader.done
    assert reader.feed(sse(*said("more"))) == ()


def test_items_are_kept_verbatim_and_in_order() -> None:
    got = reply(*TALE)
    assert got.notes == ()
    assert got.message.text == "Wait."
    assert got.message.calls == (ToolCall("call_1", "add", '{"a":1}'), ToolCall("call_2", "upper", '{"t":"x"}'))
    assert got.reasoning == "Hm."
    assert kept(got) == [thoughts(summary="Hm."), message("Wait."), NOTE, TWO]
    assert reply(TALE[-1]).message == got.message


def test_a_whole_response_comes_to_the_same_as_its_stream() -> None:
    result, _ = read([json.dumps(TALE[-1]["response"]).encode()], stream=False)
    assert result == reply(*TALE)


UNTIDY: dict[str, list[Json]] = {
    "arguments only in done": [e for e in noted(NOTE) if not e["type"].endswith("delta")],
    "arguments only in the arguments' done": [noted(NOTE)[0], noted(NOTE)[3]],
    "arguments only in deltas": noted(NOTE)[:3],
    "only the whole item": noted(NOTE)[4:],
    "deltas first": [*noted(NOTE)[1:3], noted(NOTE)[0], noted(NOTE)[4]],
    "never announced": noted(NOTE)[1:],
    "announced twice": [noted(NOTE)[0], *noted(NOTE)],
    "told twice": [*noted(NOTE), noted(NOTE)[4]],
    "the whole item without its arguments": [*noted(NOTE)[:4], {**noted(NOTE)[4], "item": {**NOTE, "arguments": ""}}],
    "the whole item with empty arguments": [*noted(NOTE)[:4], {**noted(NOTE)[4], "item": {**NOTE, "arguments": "{}"}}],
    "deltas that miss the end": [*noted(NOTE)[:2], *noted(NOTE)[3:]],
    "no item ids": [{k: v for k, v in e.items() if k != "item_id"} for e in noted(NOTE)],
    "call ids for item ids": [{**e, **({"item_id": "call_1"} if "item_id" in e else {})} for e in noted(NOTE)],
    "other item ids every time": [
        {**e, **({"item_id": f"x{n}"} if "item_id" in e else {"item": {**e["item"], "id": f"y{n}"}})}
        for n, e in enumerate(noted(NOTE))
    ],
}


@pytest.mark.parametrize("name", UNTIDY)
@pytest.mark.parametrize("last", [ended(), ended(NOTE)], ids=["once", "and once more at the end"])
def test_a_note_however_it_is_told(name: str, last: Json) -> None:
    got = reply(*UNTIDY[name], last)
    assert [(call.id, call.name, call.arguments, call.cut_off) for call in got.message.calls] == [
        ("call_1", "add", '{"a":1}', False)
    ]
    (item,) = kept(got)
    assert (item["type"], item["call_id"], item["arguments"]) == ("function_call", "call_1", '{"a":1}')


TWICE: dict[str, list[Json]] = {
    "interleaved": [e for pair in zip(noted(NOTE, 0), noted(TWO, 1), strict=True) for e in pair],
    "all at index 0": [*noted(NOTE, 0), *noted(TWO, 0)],
    "all at index 0, announced together": [
        e for pair in zip(noted(NOTE, 0), noted(TWO, 0), strict=True) for e in pair
    ],
    "all under one item id": [*noted(NOTE, 0), *noted({**TWO, "id": "fc_1"}, 1)],
    "all under one item id, at index 0": [*noted(NOTE, 0), *noted({**TWO, "id": "fc_1"}, 0)],
    "without item ids": [
        {k: v for k, v in e.items() if k != "item_id"} for e in [*noted(NOTE, 0), *noted(TWO, 1)]
    ],
    "without places": [{k: v for k, v in e.items() if k != "output_index"} for e in [*noted(NOTE), *noted(TWO)]],
    "never done": [*noted(NOTE, 0)[:3], *noted(TWO, 1)[:3]],
    "in the wrong order": [*noted(TWO, 1), *noted(NOTE, 0)],
    "the second only at the end": noted(NOTE, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", TWICE)
def test_two_notes_however_they_are_told(name: str) -> None:
    got = reply(*TWICE[name], ended(NOTE, TWO))
    assert [(call.id, call.arguments) for call in got.message.calls] == [
        ("call_1", '{"a":1}'), ("call_2", '{"t":"x"}')
    ]  # fmt: skip
    assert [item["call_id"] for item in kept(got)] == ["call_1", "call_2"]


def test_other_ids_at_the_end_make_no_second_note() -> None:
    renamed = [{**NOTE, "id": "fc_8", "call_id": "other"}, {**TWO, "id": "fc_9", "call_id": "another"}]
    got = reply(*noted(NOTE, 0), *noted(TWO, 1), ended(*renamed))
    assert kept(got) == [NOTE, TWO]


def test_arguments_as_an_object_are_kept_as_text() -> None:
    got = reply(ended(note(arguments={"a": 1})))
    assert got.message.calls == (ToolCall("call_1", "add", '{"a":1}'),)
    assert "as an object" in got.notes[0]
    assert kept(got)[0]["arguments"] == '{"a":1}'


def test_a_note_without_ids_gets_one_that_its_item_bears_too() -> None:
    bare = {"type": "function_call", "name": "add", "arguments": "{}"}
    got = reply(ended(bare, bare))
    ids = [call.id for call in got.message.calls]
    assert ids == ["call00001", "call00002"]
    assert [item["call_id"] for item in kept(got)] == ids


def test_ids_that_were_used_before_are_replaced() -> None:
    got = reply(ended(NOTE, NOTE), taken=frozenset({"call_1"}))
    assert len({call.id for call in got.message.calls} | {"call_1"}) == 3
    assert [item["call_id"] for item in kept(got)] == [call.id for call in got.message.calls]


def test_calls_run_together_become_items_of_their_own() -> None:
    got = reply(ended(note(arguments='{"a":1}{"a":2}')))
    assert [call.arguments for call in got.message.calls] == ['{"a":1}', '{"a":2}']
    assert [(item.get("id"), item["arguments"]) for item in kept(got)] == [("fc_1", '{"a":1}'), (None, '{"a":2}')]


def test_a_note_in_the_form_of_chat_completions() -> None:
    nested = {"type": "function_call", "id": "fc_1", "function": {"name": "add", "arguments": '{"a":1}'}}
    got = reply(ended(nested))
    assert got.message.calls == (ToolCall("fc_1", "add", '{"a":1}'),)
    assert kept(got) == [
        {"type": "function_call", "id": "fc_1", "call_id": "fc_1", "name": "add", "arguments": '{"a":1}'}
    ]


@pytest.mark.parametrize("arguments", ["{}", "", '{"a":'])
@pytest.mark.parametrize("reason", ["max_output_tokens", "content_filter", "steered", ""])
def test_a_note_that_was_stopped_is_not_run(arguments: str, reason: str) -> None:
    stop = ended(NOTE, {**TWO, "arguments": arguments}, status="incomplete", incomplete_details={"reason": reason})
    got = reply(stop)
    assert [call.cut_off for call in got.message.calls] == [False, True]
    assert got.finish_reason == (reason or "incomplete")


def test_an_item_that_says_it_is_incomplete_is_not_run() -> None:
    got = reply(ended(note(arguments="{}", status="incomplete"), TWO))
    assert [call.cut_off for call in got.message.calls] == [True, False]


def test_a_note_never_ended_in_a_stream_never_ended_is_not_run() -> None:
    begun = [{**noted(NOTE)[0]}, *noted({**TWO, "arguments": '{"t":'}, 1)[:3]]
    got = reply(*begun, done=True)
    assert [call.cut_off for call in got.message.calls] == [True, True]
    assert any("without saying how" in words for words in got.notes)


def test_a_text_cut_off_is_said_to_be() -> None:
    got = reply(*said("Once")[:-1], ended(status="incomplete", incomplete_details={"reason": "max_output_tokens"}))
    assert got.message.text == "Once"
    assert "cut off at the token limit" in got.notes[0]


def test_two_messages_are_told_apart() -> None:
    payloads = [*said("One.", 0, "msg_1"), *said("Two.", 1, "msg_2"), ended()]
    result, shown = read([sse(*payloads, done=False)])
    assert isinstance(result, Reply)
    assert result.message.text == shown == "One.\n\nTwo."


def test_a_refusal_is_the_answer() -> None:
    place = {"item_id": "m", "output_index": 0, "content_index": 0}
    whole = {"type": "message", "id": "m", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    for payloads in (
        [event("refusal.delta", **place, delta="N"), event("refusal.delta", **place, delta="o."), ended()],
        [event("refusal.done", **place, refusal="No."), ended()],
        [ended(whole)],
    ):
        got = reply(*payloads)
        assert got.message.text == "No."
        assert "refused" in got.notes[0]


@pytest.mark.parametrize("kind", ["reasoning_text", "reasoning_summary_text", "reasoning_summary", "reasoning"])
def test_thoughts_are_no_answer(kind: str) -> None:
    told = [event(f"{kind}.delta", item_id="rs_1", output_index=0, delta=piece) for piece in ("H", "m.")]
    got = reply(*told, *said("Yes.", 1), ended())
    assert (got.message.text, got.reasoning) == ("Yes.", "Hm.")


def test_thoughts_that_can_not_go_back_take_the_ids_of_the_others_with_them() -> None:
    got = reply(ended(thoughts(sealed=None), NOTE))
    assert kept(got) == [{key: value for key, value in NOTE.items() if key != "id"}]


def test_thoughts_that_nothing_follows_do_not_go_back() -> None:
    got = reply(ended(message("Yes."), thoughts()))
    assert kept(got) == [message("Yes.")]


def test_thoughts_that_can_be_read_go_back_without_a_seal() -> None:
    local = {"type": "reasoning", "id": "rs", "summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]}
    got = reply(ended(local, NOTE))
    assert (kept(got), got.reasoning) == ([local, NOTE], "Hm.")


def test_what_no_tool_here_can_answer_is_left_out() -> None:
    got = reply(ended({"type": "computer_call", "id": "c", "call_id": "c"}, message("Yes.")))
    assert kept(got) == [message("Yes.")]
    assert "computer_call" in got.notes[0]


def test_what_the_server_did_itself_goes_back() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    assert kept(reply(ended(search, message("Yes.")))) == [search, message("Yes.")]


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "error", "code": "rate_limit_exceeded", "message": "Slow down", "param": None},
        {"type": "error", "error": {"message": "Slow down", "code": "rate_limit_exceeded"}},
        {"error": {"message": "Slow down", "code": 429}},
        ended(status="failed", error={"code": "rate_limit_exceeded", "message": "Slow down"}),
        event("completed", response=response(error={"code": "rate_limit_exceeded", "message": "Slow down"})),
    ],
)
def test_an_error_wherever_it_stands(payload: Json) -> None:
    got = failure(sse(*said("Once")[:4], payload, done=False))
    assert got.server_words == "Slow down"
    assert "broke off in the middle" in got.what
    assert failure(sse(payload)).server_words == "Slow down"


def test_an_error_status_is_explained() -> None:
    assert failure(b'{"error":{"message":"No such model"}}', status=404).server_words == "No such model"


def test_failures_that_say_nothing() -> None:
    assert failure(sse(event("failed"), done=False)).what
    assert "cancelled" in failure(sse(ended(status="cancelled"), done=False)).what
    assert "queued" in failure(json.dumps(response(status="queued")).encode()).what
    assert "without sending anything" in failure(DONE).what


def test_a_dropped_stream_runs_nothing() -> None:
    got = failure(BODIES["dropped in a note"])
    assert "dropped in the middle" in got.what
    assert "not run" in got.what
    assert failure(BODIES["dropped"]).server_words == "Héllo 🌍"


@pytest.mark.parametrize("name", ["chat completion", "chat chunks"])
def test_the_other_format_is_named(name: str) -> None:
    assert "Chat Completions" in failure(BODIES[name]).what


def test_an_empty_response_is_said_to_be() -> None:
    got = reply(ended())
    assert (got.message.text, got.message.calls, got.message.extra) == ("", (), "")
    assert "neither text nor a tool call" in got.notes[0]


@pytest.mark.parametrize(
    "payload",
    [
        event("keepalive"),
        event("output_item.added"),
        event("output_item.done", item=5),
        event("output_text.delta"),
        event("output_text.delta", delta=5, content_index="x", output_index="y", item_id=[]),
        event("content_part.done"),
        event("output_item.added", item={}),
        event("function_call_arguments.delta", delta={"a": 1e3}),
        event("reasoning_text.delta", delta=None),
        event("x.y.z.delta", delta="?"),
        {"type": 5},
        {"type": "pong"},
        event("output_item.done", item={"type": [], "id": {}, "call_id": 5}),
        event("output_text.annotation.added"),
        event("function_call_arguments.done", arguments=None),
        event("web_search_call.completed"),
        {},
    ],
)
def test_oddities_do_no_harm(payload: Json) -> None:
    assert reply(payload, *noted(NOTE, 1), ended()).message.calls[-1].name == "add"


@pytest.mark.parametrize("output", [None, 5, "", [None, 5, []], [{}], {"a": 1}, [{"type": None, "content": None}]])
def test_output_of_any_shape(output: Any) -> None:
    assert isinstance(reply(event("completed", response={"output": output, "status": 5, "usage": []})), Reply)


def test_numbers_that_can_not_be_written_back() -> None:
    data = sse(ended(note(arguments={"a": 0}), message("x", odd=0)), done=False)
    data = data.replace(b'"a": 0', b'"a": 1e999').replace(b'"odd": 0', b'"odd": 1e999')
    result, _ = read([data])
    assert isinstance(result, Reply)
    assert result.message.calls[0].arguments == '{"a":null}'


def test_half_a_pair_survives() -> None:
    half = "\ud83d"
    output = [message(half), note(call_id=half, name=half, arguments=half)]
    result, _ = read([b"data: " + json.dumps(ended(*output)).encode() + b"\n\n"])
    assert isinstance(result, Reply)
    json.dumps([result.message.text, result.message.extra], ensure_ascii=False).encode("utf-8")


def test_many_items_are_read_in_little_time() -> None:
    """As many steps as items: the suite would notice a reader that looks at all of them for each."""
    notes = [note(f"fc_{n}", f"call_{n}") for n in range(3000)]
    assert len(reply(*[e for n, one in enumerate(notes) for e in noted(one, n)], ended(*notes)).message.calls) == 3000
