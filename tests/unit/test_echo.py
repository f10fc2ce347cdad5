"""What a server must get back: kept however it is streamed, sent to it and to nobody else."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from glassloop.agent import Agent
from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Event, LlmRequest, LlmResponse, Reply
from glassloop.limits import USUAL
from glassloop.loop import turn
from glassloop.messages import AssistantMessage, ToolCall, UserMessage
from glassloop.script import Script, Scripted, completion, notes, says
from glassloop.transport import HttpRequest
from glassloop.wire.echo import MessageExtra, merge, read_extra, with_call_extra
from glassloop.wire.formats import format_of
from glassloop.wire.reply import ReplyReader
from glassloop.wire.request import wire_message
from support.chunking import chunkings
from support.doors import ListDoor
from support.responses_text import ended, message, note, noted, response, thoughts
from support.runs import make_run, world
from support.sse_text import calls, chunk, entry, sse

Json = dict[str, Any]
CHAT = Endpoint("https://api.example/v1", "k", "m", stream=False)
HERE = "https://api.example/v1 m"
SIGNED = {"google": {"thought_signature": "QUJD"}}


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def read(chunks: list[bytes]) -> AssistantMessage:
    reader = ReplyReader(
        status=200, requested_stream=True, known_tools=frozenset({"add", "upper"}), taken_ids=frozenset()
    )
    for piece in chunks:
        reader.feed(piece)
    result = reader.close()
    assert isinstance(result, Reply), result
    return result.message


def kept(*payloads: Json) -> Json:
    return read_extra(read([sse(*payloads)]).extra)


def whole(said: Json) -> Json:
    return {"choices": [{"index": 0, "message": said, "finish_reason": "stop"}]}


def text_detail(text: str | None, index: int | None = 0, **more: Any) -> Json:
    place = {} if index is None else {"index": index}
    return {"type": "reasoning.text", **({} if text is None else {"text": text}), **place, **more}


def details(*entries: Json) -> Json:
    return chunk({"reasoning_details": list(entries)})


SEALED = {"type": "reasoning.encrypted", "data": "AAAA", "id": "e1", "index": 1}
STREAMS: dict[str, tuple[list[Json], Json]] = {
    "reasoning_content": (
        [chunk({"reasoning_content": "H", "content": None}), chunk({"reasoning_content": "m."})],
        {"reasoning_content": "Hm."},
    ),
    "the same under two names": (
        [chunk({"reasoning_content": "H", "reasoning": "H"}), chunk({"reasoning_content": "m.", "reasoning": "m."})],
        {"reasoning_content": "Hm.", "reasoning": "Hm."},
    ),
    "details with a signature of their own": (
        [
            details(text_detail("H")),
            details(text_detail("m.")),
            details(text_detail(None, signature="S")),
            details(SEALED),
        ],
        {"reasoning_details": [text_detail("Hm.", signature="S"), SEALED]},
    ),
    "details at two places": (
        [details(text_detail("a")), details(text_detail("b", 1)), details(text_detail("c", 1))],
        {"reasoning_details": [text_detail("a"), text_detail("bc", 1)]},
    ),
    "details without a place": (
        [
            details(text_detail("a", None)),
            details(text_detail("b", None, signature="S")),
            details(text_detail("c", None)),
        ],
        {"reasoning_details": [text_detail("ab", None, signature="S"), text_detail("c", None)]},
    ),
    "thinking blocks": (
        [
            chunk({"thinking_blocks": [{"type": "thinking", "thinking": "H", "signature": None}]}),
            chunk({"thinking_blocks": [{"type": "thinking", "thinking": "m.", "signature": "S"}]}),
        ],
        {"thinking_blocks": [{"type": "thinking", "thinking": "Hm.", "signature": "S"}]},
    ),
    "a signature on the message": (
        [chunk({"extra_content": SIGNED}), chunk({"thought_signature": "A"}), chunk({"thought_signature": "B"})],
        {"thought_signature": "B", "extra_content": SIGNED},
    ),
    "nothing, said at length": (
        [
            chunk(
                {
                    "reasoning_content": None,
                    "reasoning": "",
                    "reasoning_details": [],
                    "refusal": None,
                    "annotations": [],
                }
            )
        ],
        {},
    ),
    "what is none of ours": (
        [chunk({"reasoning_details": [5, None], "audio": {"id": "a"}})],
        {"reasoning_details": []},
    ),
}


@pytest.mark.parametrize("name", STREAMS)
def test_what_a_message_holds_beside_its_text(name: str) -> None:
    payloads, expected = STREAMS[name]
    assert kept(*payloads, chunk({"content": "x"}, "stop")) == expected


def test_a_whole_message_is_kept_as_it_is() -> None:
    told = [text_detail("a", None, signature="S"), text_detail("b", None), text_detail("c", None)]
    assert kept(whole({"content": "x", "reasoning": "abc", "reasoning_details": told})) == {
        "reasoning": "abc",
        "reasoning_details": told,
    }


def signed(call_id: str | None, name: str | None, arguments: str, extra: Any, index: int = 0) -> Json:
    return {**entry(index, call_id, name, arguments), "extra_content": extra}


NOTES: dict[str, tuple[list[Json], list[Json]]] = {
    "whole": ([calls(signed("c1", "add", "{}", SIGNED))], [{"extra_content": SIGNED}]),
    "on the first piece": (
        [calls(signed("c1", "add", '{"a":', SIGNED)), calls(entry(0, arguments="1}"))],
        [{"extra_content": SIGNED}],
    ),
    "on the last piece": (
        [calls(entry(0, "c1", "add", '{"a":')), calls(signed(None, None, "1}", SIGNED))],
        [{"extra_content": SIGNED}],
    ),
    "on every piece, whole": (
        [calls(signed("c1", "add", '{"a":', SIGNED)), calls(signed(None, None, "1}", SIGNED))],
        [{"extra_content": SIGNED}],
    ),
    "emptied later": (
        [calls(signed("c1", "add", '{"a":', SIGNED)), calls(signed(None, None, "1}", None))],
        [{"extra_content": SIGNED}],
    ),
    "two parts of one": (
        [calls(signed("c1", "add", "{", {"a": {"b": 1}})), calls(signed(None, None, "}", {"a": {"c": 2}, "d": 3}))],
        [{"extra_content": {"a": {"b": 1, "c": 2}, "d": 3}}],
    ),
    "each its own": (
        [calls(signed("c1", "add", "{}", {"n": 1}), signed("c2", "upper", "{}", {"n": 2}, 1))],
        [{"extra_content": {"n": 1}}, {"extra_content": {"n": 2}}],
    ),
    "only on the first": ([calls(signed("c1", "add", "{}", SIGNED), entry(1, "c2", "add", "{}"))],
                          [{"extra_content": SIGNED}, {}]),
    "run together": ([calls(signed("c1", "add", '{"a":1}{"a":2}', SIGNED))], [{"extra_content": SIGNED}, {}]),
    "on the function": (
        [calls({"index": 0, "id": "c1", "function": {"name": "add", "arguments": "{}", "thought_signature": "QUJD"}})],
        [{"function": {"thought_signature": "QUJD"}}],
    ),
    "nothing unknown": ([calls({**entry(0, "c1", "add", "{}"), "type": "function"})], [{}]),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTES)
def test_what_a_note_holds_beside_itself(name: str) -> None:
    payloads, expected = NOTES[name]
    said = read([sse(*payloads, chunk(finish="tool_calls"))])
    assert [read_extra(call.extra) for call in said.calls] == expected


def test_what_was_cut_off_keeps_it_too() -> None:
    said = read([sse(calls(signed("c1", "add", '{"a":', SIGNED)), chunk(finish="length"))])
    extra = '{"extra_content":{"google":{"thought_signature":"QUJD"}}}'
    assert said.calls == (ToolCall("c1", "add", '{"a":', True, extra),)


@pytest.mark.parametrize("payloads", [case[0] for case in (*STREAMS.values(), *NOTES.values())])
def test_any_chunking_keeps_the_same(payloads: list[Json]) -> None:
    data = sse(*payloads, chunk({"content": "x"}, "stop"))
    expected = read([data])
    for chunks in chunkings(data):
        assert read(chunks) == expected


def test_only_the_source_gets_it_back() -> None:
    said = read([sse(chunk({"reasoning_content": "Hm."}), *NOTES["on the function"][0], *NOTES["each its own"][0])])
    said = replace(said, source=HERE)
    plain = wire_message(replace(said, extra="", calls=tuple(replace(call, extra="") for call in said.calls)))
    assert wire_message(said) == wire_message(said, "https://api.example/v1 other") == plain
    echoed = wire_message(said, HERE)
    assert echoed.pop("reasoning_content") == "Hm."
    assert [call.pop("extra_content", None) for call in echoed["tool_calls"]] == [{"n": 1}, {"n": 2}]
    assert echoed["tool_calls"][0]["function"].pop("thought_signature") == "QUJD"
    assert echoed == plain


@pytest.mark.parametrize("extra", ["no JSON", "[1]", "null", '{"role":"system","content":"!","tool_calls":[],"x":1}'])
def test_extra_that_was_tampered_with_changes_no_message(extra: str) -> None:
    said = AssistantMessage("a", (), extra, HERE)
    assert wire_message(said, HERE) == {"role": "assistant", "content": "a"}


def test_extra_of_a_note_changes_nothing_of_the_note() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    assert with_call_extra(call, '{"id":"x","index":3,"function":{"name":"y"},"s":1}') == {**call, "s": 1}
    assert with_call_extra(call, '{"function":5}') == call


def test_merging_loses_nothing_to_null() -> None:
    into: Json = {"a": {"b": 1}, "c": 2}
    merge(into, {"a": None, "c": 3, "d": None})
    assert into == {"a": {"b": 1}, "c": 3}
    assert MessageExtra().text() == ""


# --- In the loop ------------------------------------------------------------------------------------------------------


def run(script: Script, *, at: Endpoint = CHAT, door: ListDoor | None = None) -> list[Event]:
    door = door or ListDoor()
    asyncio.run(turn(Agent(tools=[add]), at, world(script), door, (UserMessage("add 1 and 2"),), USUAL))
    return door.events


def sent(script: Script, number: int) -> Json:
    value: Json = json.loads(script.requests[number].body)
    return value


def signing() -> Scripted:
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "add", "arguments": '{"a":1,"b":2}'},
        "extra_content": SIGNED,
    }
    return completion({"content": None, "reasoning_content": "Hm.", "tool_calls": [call]}, "tool_calls")


def test_the_next_round_echoes() -> None:
    script = Script([signing(), says("3")])
    run(script)
    said = sent(script, 1)["messages"][1]
    assert (said["reasoning_content"], said["tool_calls"][0]["extra_content"]) == ("Hm.", SIGNED)


def test_the_source_is_where_the_request_really_went() -> None:
    def elsewhere(event: Event) -> Event | None:
        if isinstance(event, LlmRequest) and event.round == 1:
            url = event.url.replace("api.example", "other.example")
            return replace(event, url=url, body=event.body.replace('"m"', '"n"'))
        return None

    script = Script([signing(), says("3")])
    events = run(script, door=ListDoor(elsewhere))
    sources = [e.result.message.source for e in events if isinstance(e, LlmResponse) and isinstance(e.result, Reply)]
    assert sources == ["https://other.example/v1 n", HERE]
    assert "reasoning_content" not in sent(script, 1)["messages"][1]


RESPONSES = replace(CHAT, format="responses")
TALE = [thoughts(), note(arguments='{"a":1,"b":2}')]


def as_json(*output: Json) -> Scripted:
    return Scripted(200, [json.dumps(response(*output)).encode()])


def as_stream(*payloads: Json) -> Scripted:
    return Scripted(200, [sse(each, done=False) for each in payloads], "text/event-stream")


@pytest.mark.parametrize("stream", [True, False])
def test_a_turn_over_the_responses_api(stream: bool) -> None:
    first = as_stream(*noted(TALE[1], 1), ended(*TALE)) if stream else as_json(*TALE)
    last = as_stream(ended(message("It is 3."))) if stream else as_json(message("It is 3."))
    script = Script([first, last])
    events = run(script, at=replace(RESPONSES, stream=stream))
    assert [event.kind for event in events] == [
        "llm-request", "llm-response", "dispatch", "tool-result", "llm-request", "llm-response", "answer",
    ]  # fmt: skip
    assert events[-1] == Answer("It is 3.", "m")
    assert {request.url for request in script.requests} == {"https://api.example/v1/responses"}
    assert sent(script, 1)["input"] == [
        {"type": "message", "role": "user", "content": "add 1 and 2"},
        *TALE,
        {"type": "function_call_output", "call_id": "call_1", "output": "3"},
    ]


def test_a_format_changed_in_mid_conversation_sends_plain_messages() -> None:
    script = Script([as_json(*TALE), as_json(message("3"))])
    events = run(script, at=RESPONSES)
    reply = next(e.result for e in events if isinstance(e, LlmResponse))
    assert isinstance(reply, Reply)
    assert wire_message(reply.message, HERE) == {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "add", "arguments": '{"a":1,"b":2}'}}],
    }


@pytest.mark.parametrize(
    ("url", "format"),
    [
        ("https://api.example/v1/chat/completions", "chat"),
        ("https://api.example/v1/responses?api-version=1", "responses"),
        ("https://api.example/v1/responses/", "responses"),
        ("https://api.example/v1/models", None),
        ("https://api.example/responses/7", None),
    ],
)
def test_an_address_says_its_format(url: str, format: str | None) -> None:
    assert format_of(url) == format


def test_a_program_of_its_own_is_recorded_in_either_format() -> None:
    body = {"model": "m", "input": [{**TALE[1], "call_id": "call_1"}], "tools": [{"type": "function", "name": "add"}]}
    script = Script([as_json(TALE[1]), notes(("c1", "add", "{}"))])
    door = ListDoor()
    recorder = make_run({"main.py": ""}, script, "?", door=door).recorder

    async def ask(path: str) -> None:
        request = HttpRequest("POST", f"https://api.example/v1{path}", (), json.dumps(body).encode())
        async for _ in (await recorder.send(request)).body:
            pass

    asyncio.run(ask("/responses"))
    asyncio.run(ask("/chat/completions"))
    assert door.kinds == ["llm-request", "llm-response"] * 2
    results = [event.result for event in door.events if isinstance(event, LlmResponse)]
    assert [result.message.source for result in results if isinstance(result, Reply)] == [HERE, HERE]
    (first, _) = results
    assert isinstance(first, Reply)
    assert [call.id for call in first.message.calls] == ["call00001"]  # the request bears the other already
