"""Bytes → a reply. Decided by content; the same for any chunking; no bytes make it raise."""

import json
from typing import Any

import pytest

from glassloop.events import Failure, Reply, Usage
from glassloop.messages import AssistantMessage, ToolCall
from glassloop.wire.reply import MAX_BYTES, ReplyReader
from support.chunking import chunkings, uneven
from support.sse_text import DONE, calls, chunk, entry, sse

Outcome = tuple[Reply | Failure, str]


def read(chunks: list[bytes], *, status: int = 200, stream: bool = True, kind: str = "") -> Outcome:
    reader = ReplyReader(
        status=status,
        headers=(("Content-Type", kind),) if kind else (),
        requested_stream=stream,
        known_tools=frozenset({"add", "upper"}),
        taken_ids=frozenset(),
    )
    shown = [text for piece in chunks for text in reader.feed(piece)]
    return reader.close(), "".join(shown)


def reply(data: bytes, **how: Any) -> Reply:
    result, _ = read([data], **how)
    assert isinstance(result, Reply), result
    return result


def failure(data: bytes, **how: Any) -> Failure:
    result, _ = read([data], **how)
    assert isinstance(result, Failure), result
    return result


HELLO = [chunk({"role": "assistant", "content": ""}), chunk({"content": "Héllo "}), chunk({"content": "🌍"}, "stop")]
COMPLETION = {
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Héllo 🌍"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 9, "completion_tokens": 3},
}
OLLAMA = [
    {"model": "m", "message": {"role": "assistant", "content": "Hé"}, "done": False},
    {"model": "m", "message": {"role": "assistant", "content": "llo 🌍"}, "done": False},
    {
        "model": "m",
        "message": {"content": ""},
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 9,
        "eval_count": 3,
    },
]
NOTES = calls(entry(0, "c1", "add", '{"a":')), calls(entry(0, arguments="1}")), chunk(finish="tool_calls")

BODIES: dict[str, bytes] = {
    "stream": sse(*HELLO),
    "stream without DONE": sse(*HELLO, done=False),
    "stream with CRLF": sse(*HELLO).replace(b"\n", b"\r\n"),
    "stream with CR": sse(*HELLO).replace(b"\n", b"\r"),
    "stream with a BOM": b"\xef\xbb\xbf" + sse(*HELLO),
    "stream with blank lines in front": b"\n\n  \n" + sse(*HELLO),
    "stream with comments": b": OPENROUTER PROCESSING\n\n" + sse(*HELLO).replace(b"\n\n", b"\n\n: keep-alive\n\n"),
    "keep-alives as data": b"data: : OPENROUTER PROCESSING\n\ndata:\n\n" + sse(*HELLO),
    "stream with a named event first": b"event: message\n" + sse(*HELLO),
    "no blank line at the end": sse(*HELLO, done=False).rstrip(b"\n"),
    "data and JSON on two lines": sse(*HELLO).replace(b"data: {", b"data:\n{"),
    "completion": json.dumps(COMPLETION).encode(),
    "completion, pretty": json.dumps(COMPLETION, indent=2, ensure_ascii=False).encode(),
    "completion with a BOM and blanks": b"\xef\xbb\xbf \n" + json.dumps(COMPLETION).encode() + b"\n",
    "a whole completion as one event": sse(COMPLETION),
    "chunks by lines, without data": b"\n".join(json.dumps(each).encode() for each in HELLO),
    "Ollama's lines": b"\n".join(json.dumps(each).encode() for each in OLLAMA) + b"\n",
    "notes": sse(*NOTES),
    "thinking in tags": sse(
        chunk({"content": "<thi"}), chunk({"content": "nk>hm</th"}), chunk({"content": "ink>\n\nyes"}, "stop")
    ),
    "a first less-than sign": sse(chunk({"content": "<"}), chunk({"content": "th"}), chunk({"content": "ree"}, "stop")),
    "a reply that ends as a tag might begin": sse(chunk({"content": "<th"}, "stop")),
    "half a pair": sse(chunk({"content": "a"}, "stop")).replace(b'"a"', b'"a\\ud83d"'),
    "error in the middle": sse(HELLO[1], {"error": {"message": "Upstream down", "code": 502}}, HELLO[2]),
    "plain words in the stream": b"data: Number of choices must be greater than 0.\n\n",
    "dropped": sse(HELLO[1], done=False),
    "dropped within a payload": sse(HELLO[1], HELLO[2], done=False)[:-30],
    "dropped within a note": sse(*NOTES[:1], done=False),
    "web page": b"\n<!DOCTYPE html><title>Example</title><p>Hello",
    "words": b"Model is loading",
    "few words": b"no",
    "empty": b"",
    "blanks": b" \n\n ",
    "many blanks": b" " * 5000 + b"data: x",
    "half a completion": json.dumps(COMPLETION).encode()[:60],
    "error in a 200": b'{"error":{"message":"quota exceeded","code":429}}',
    "only DONE": DONE,
    "not UTF-8": b"\xff\xfe\x00data",
    "broken UTF-8 in text": sse(HELLO[1], HELLO[2]).replace("é".encode(), b"\xc3"),
}
GREETINGS = [name for name in BODIES if name.startswith(("stream", "completion", "no blank"))] + [
    "keep-alives as data", "data and JSON on two lines", "a whole completion as one event",
    "chunks by lines, without data", "Ollama's lines",
]  # fmt: skip


@pytest.mark.parametrize("name", GREETINGS)
def test_every_form_of_the_same_reply(name: str) -> None:
    assert reply(BODIES[name]).message == AssistantMessage("Héllo 🌍")


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("stream", [True, False])
def test_any_chunking_gives_the_same(name: str, stream: bool) -> None:
    data = BODIES[name]
    whole = read([data], stream=stream)
    for chunks in chunkings(data):
        assert read(chunks, stream=stream) == whole


@pytest.mark.parametrize("name", [name for name, body in BODIES.items() if body.endswith(DONE)])
def test_what_was_shown_of_a_finished_stream_is_the_answer(name: str) -> None:
    result, shown = read([BODIES[name]])
    if isinstance(result, Reply):
        assert shown == result.message.text
    else:
        assert "Héllo".startswith(shown.strip())


def test_text_is_shown_as_it_arrives() -> None:
    reader = ReplyReader(status=200, requested_stream=True, known_tools=frozenset(), taken_ids=frozenset())
    pieces = [reader.feed(sse(each, done=False)) for each in HELLO]
    assert pieces == [(), ("Héllo ",), ("🌍",)]
    assert (reader.finished, reader.done) == (True, False)
    assert reader.feed(DONE) == ()
    assert reader.done
    assert reader.feed(sse(chunk({"content": "more"}))) == ()
    assert isinstance(reader.close(), Reply)


def test_thinking_in_tags_is_not_shown() -> None:
    result, shown = read([BODIES["thinking in tags"]])
    assert shown == "yes"
    assert isinstance(result, Reply)
    assert (result.message.text, result.reasoning) == ("yes", "hm")


def test_what_was_held_back_is_shown_at_the_end() -> None:
    assert read([BODIES["a first less-than sign"]])[1] == "<three"
    assert read([BODIES["a reply that ends as a tag might begin"]])[1] == "<th"


def test_notes_of_a_stream() -> None:
    got = reply(BODIES["notes"], kind="text/event-stream")
    assert got == Reply(AssistantMessage("", (ToolCall("c1", "add", '{"a":1}'),)), "tool_calls", None)


def test_usage_of_the_lines_of_ollama() -> None:
    assert reply(BODIES["Ollama's lines"]).usage == Usage(9, 3)


def test_the_other_form_than_asked_for_is_noted() -> None:
    assert "answered in one piece" in reply(BODIES["completion"], stream=True).notes[0]
    assert "the server streamed it" in reply(BODIES["stream"], stream=False).notes[0]
    assert "application/json" in reply(BODIES["stream"], kind="application/json").notes[0]
    assert reply(BODIES["stream"], kind="text/event-stream; charset=utf-8").notes == ()
    assert reply(BODIES["completion"], stream=False).notes == ()


FAILURES: dict[str, tuple[str, str]] = {
    "error in the middle": ("The server broke off in the middle of its reply.", "Upstream down"),
    "plain words in the stream": ("plain words", "Number of choices must be greater than 0."),
    "dropped": ("The connection dropped in the middle of the reply.", "Héllo"),
    "dropped within a payload": ("The connection dropped in the middle of the reply.", "Héllo"),
    "dropped within a note": ("Notes that had begun to arrive were not run.", ""),
    "web page": ("That address answered with a web page, not an API", "Example"),
    "words": ("plain words", "Model is loading"),
    "few words": ("plain words", "no"),
    "empty": ("the body was empty", ""),
    "blanks": ("the body was empty", ""),
    "half a completion": ("not complete JSON", '{"object"'),
    "error in a 200": ("too many requests", "quota exceeded"),
    "only DONE": ("without sending anything in it", ""),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failures_in_words(name: str) -> None:
    what, words = FAILURES[name]
    got = failure(BODIES[name])
    assert what in got.what
    assert words in got.server_words
    assert got.advice


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b'{"output":[{"type":"message"}],"object":"response"}', "Responses API"),
        (b'{"type":"message","role":"assistant","content":[{"type":"text","text":"a"}]}', "Anthropic"),
        (b'{"object":"list","data":[{"id":"m"}]}', "list"),
        (b'{"choices":[]}', "list of choices is empty"),
        (b'{"hello":"world"}', "not a chat completion"),
        (b"[1,2]", "not a chat completion"),
    ],
)
def test_json_of_another_kind(body: bytes, what: str) -> None:
    assert what in failure(body, stream=False).what


def test_a_broken_piece_in_the_middle_is_no_reply() -> None:
    got = failure(sse(HELLO[1], done=False) + b'data: {"choices": [}\n\n' + sse(HELLO[2]))
    assert "could not be read" in got.what


def test_rubbish_after_the_end_of_a_reply_does_no_harm() -> None:
    assert reply(sse(*HELLO, done=False) + b"data: bye\n\ndata: {\n\n").message.text == "Héllo 🌍"


@pytest.mark.parametrize("done", ["[DONE]", "[done]", '"[DONE]"', " [DONE] "])
def test_done_in_its_variants(done: str) -> None:
    assert reply(sse(HELLO[1], done=False) + f"data: {done}\n\n".encode()).message.text == "Héllo "


def test_an_error_status_is_explained_whatever_the_form() -> None:
    assert "did not accept the API key" in failure(b'{"error":{"message":"bad key"}}', status=401).what
    assert failure(sse({"error": {"message": "busy"}}), status=503).server_words == "busy"


def test_nan_and_control_characters_from_the_server_are_read() -> None:
    body = b'{"choices":[{"message":{"content":"a\nb"},"finish_reason":"stop","logprobs":NaN}]}'
    assert reply(body, stream=False).message.text == "a\nb"


def test_more_than_the_limit_is_not_read() -> None:
    reader = ReplyReader(status=200, requested_stream=True, known_tools=frozenset(), taken_ids=frozenset())
    reader.feed(b"data: x" * (MAX_BYTES // 7))
    reader.feed(b"data: x" * 8)
    assert reader.done
    closed = reader.close()
    assert isinstance(closed, Failure)
    assert "larger than 32 MB" in closed.what


@pytest.mark.parametrize(
    "hostile",
    [
        b"[" * 100_000,
        b"data: " + b"[" * 100_000 + b"\n\n",
        b'{"choices":' * 2_000,
        b'data: {"choices":[{"delta":{"content":' + b"9" * 5_000 + b"}}]}\n\n",
        b'{"choices":[{"message":{"tool_calls":[{"function":{"name":"add","arguments":"' + b"[" * 5_000 + b'"}}]}}]}',
        b'{"choices":[{"message":{"tool_calls":[{"function":{"name":"add","arguments":{"a":NaN}}}]}}]}',
        b'{"error":' + b'{"message":' * 90 + b'"x"' + b"}" * 91,
        b'{"choices":[{"index":{"a":1},"message":{"content":{"text":{"text":{"text":1}}}},"finish_reason":{}}]}',
        b"\x00" * 50,
        b"data: \x00\n\n",
    ],
)
def test_hostile_bytes_do_not_raise(hostile: bytes) -> None:
    for status in (200, 500):
        result, _ = read([hostile], status=status)
        assert isinstance(result, Reply | Failure)


def test_mutilated_replies_do_not_raise() -> None:
    good = sse(HELLO[1], *NOTES, {"choices": [], "usage": {"prompt_tokens": 9}}) + json.dumps(COMPLETION).encode()
    for seed in range(1, 301):
        pieces = list(uneven(good, seed))
        mutilated = b"".join(pieces[place] for place in range(len(pieces)) if (place * seed) % 7)
        result, _ = read([mutilated])
        assert isinstance(result, Reply | Failure)
        text = result.message.text if isinstance(result, Reply) else result.what + result.server_words
        text.encode("utf-8")
