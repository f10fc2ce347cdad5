"""The SSE parser against the WHATWG text and against what servers really send."""

import pytest

from glassloop.wire.sse import SseEvent, SseParser
from support.chunking import chunkings

CASES: dict[str, tuple[bytes, list[tuple[str, str]]]] = {
    "LF": (b"data: a\n\ndata: b\n\n", [("message", "a"), ("message", "b")]),
    "CRLF": (b"data: a\r\n\r\ndata: b\r\n\r\n", [("message", "a"), ("message", "b")]),
    "CR": (b"data: a\r\rdata: b\r\r", [("message", "a"), ("message", "b")]),
    "mixed line ends": (b"data: a\r\n\ndata: b\n\r", [("message", "a"), ("message", "b")]),
    "CR then LF is one line end": (b"data: a\r\ndata: b\n\n", [("message", "a\nb")]),
    "BOM": (b"\xef\xbb\xbfdata: a\n\n", [("message", "a")]),
    "only one BOM": (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", []),
    "no space": (b"data:a\n\n", [("message", "a")]),
    "one space only is taken": (b"data:  a\n\n", [("message", " a")]),
    "comments": (b": OPENROUTER PROCESSING\n\n:\ndata: a\n: more\n\n", [("message", "a")]),
    "several data lines": (b"data: a\ndata: b\n\n", [("message", "a\nb")]),
    "empty data": (b"data:\n\ndata\n\n", []),
    "an empty line of data": (b"data:\ndata:\n\n", [("message", "\n")]),
    "named event": (b"event: error\ndata: a\n\ndata: b\n\n", [("error", "a"), ("message", "b")]),
    "an event without data": (b"event: ping\n\ndata: a\n\n", [("message", "a")]),
    "id and retry": (b"id: 1\nretry: 10\ndata: a\n\n", [("message", "a")]),
    "unknown field": (b"nonsense: 1\nnonsense\ndata: a\n\n", [("message", "a")]),
    "no blank line at the end": (b"data: a", [("message", "a")]),
    "one line end at the end": (b"data: a\n", [("message", "a")]),
    "data and JSON on two lines": (b'data:\n{"a": 1}\n\n', [("message", '{"a": 1}')]),
    "data and JSON on two lines, indented": (b'data: \n {"a": 1}\n\n', [("message", '{"a": 1}')]),
    "JSON on its own is no data": (b'{"a": 1}\n\n', []),
    "many bytes for one character": ("data: é🌍\n\n".encode(), [("message", "é🌍")]),
    "a line separator is no line end": ("data: a\u2028b\x0bc\n\n".encode(), [("message", "a\u2028b\x0bc")]),
    "broken UTF-8": (b"data: a\xffb\xe2\x82\n\n", [("message", "a\ufffdb\ufffd")]),
    "UTF-8 cut at the end": (b"data: a\xe2\x82", [("message", "a\ufffd")]),
    "nothing": (b"", []),
}


def parse(chunks: list[bytes]) -> list[SseEvent]:
    parser = SseParser()
    events = [event for chunk in chunks for event in parser.feed(chunk)]
    return events + parser.close()


@pytest.mark.parametrize("name", CASES)
def test_events(name: str) -> None:
    data, expected = CASES[name]
    assert parse([data]) == [SseEvent(event, text) for event, text in expected]


@pytest.mark.parametrize("name", CASES)
def test_any_chunking_gives_the_same_events(name: str) -> None:
    data, _ = CASES[name]
    whole = parse([data])
    for chunks in chunkings(data):
        assert parse(chunks) == whole


def test_an_event_is_given_out_as_soon_as_its_blank_line_is_there() -> None:
    parser = SseParser()
    assert parser.feed(b"data: a\r\n\r") == [SseEvent("message", "a")]
    assert parser.feed(b"\ndata: b\r\r") == [SseEvent("message", "b")]
    assert parser.close() == []
