"""The practice model as a server: addresses, streams, ids, token counts, pace."""

import asyncio
import json

import pytest

from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.transport import HttpRequest
from support.practice import MENU, Json, complete, play, request, send

QUESTIONS = [
    "add 10 and 5",
    "add 10 and 5, then make hello world upper case",
    "make “grüße, 世界 🙂” upper case",
    "what is Python?",
    "add 10 and 5 with broken arguments",
    "tell me a joke",
]


def chunks(raw: bytes) -> list[Json]:
    """The payloads of a stream; checks its form."""
    frames = raw.decode().split("\n\n")
    assert frames[-2:] == ["data: [DONE]", ""]
    assert all(frame.startswith("data: ") for frame in frames[:-1])
    return [json.loads(frame.removeprefix("data: ")) for frame in frames[:-2]]


def assembled(payloads: list[Json]) -> Json:
    """The message that a stream's deltas come to."""
    message: Json = {"role": None, "content": ""}
    calls: dict[int, Json] = {}
    for payload in payloads:
        for choice in payload["choices"]:
            delta = choice["delta"]
            message["role"] = delta.get("role", message["role"])
            message["content"] += delta.get("content") or ""
            for part in delta.get("tool_calls", ()):
                if "id" in part:
                    calls[part["index"]] = {**part, "function": dict(part["function"])}
                else:
                    calls[part["index"]]["function"]["arguments"] += part["function"]["arguments"]
    message["content"] = message["content"] or None
    if calls:
        message["tool_calls"] = [{k: v for k, v in calls[i].items() if k != "index"} for i in sorted(calls)]
    return message


@pytest.mark.parametrize("include_usage", [True, False])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_stream_comes_to_the_same_as_one_piece(question: str, include_usage: bool) -> None:
    messages = [{"role": "user", "content": question}]
    whole = complete(messages, MENU)
    options = {"stream_options": {"include_usage": True}} if include_usage else {}
    status, raw = send(request(messages, MENU, stream=True, **options))
    payloads = chunks(raw)
    choice = whole["choices"][0]
    assert status == 200
    assert {**assembled(payloads), "refusal": None} == choice["message"]
    assert [payload["usage"] for payload in payloads if payload.get("usage")] == [whole["usage"]]
    assert payloads[-1]["usage"] == whole["usage"]
    finishes = [c["finish_reason"] for payload in payloads for c in payload["choices"] if c["finish_reason"]]
    assert finishes == [choice["finish_reason"]]
    assert {payload["id"] for payload in payloads} == {whole["id"]}
    assert all(payload["object"] == "chat.completion.chunk" for payload in payloads)
    assert [payload["choices"] for payload in payloads].count([]) == include_usage


def test_text_and_arguments_come_in_pieces() -> None:
    _, raw = send(request([{"role": "user", "content": "add 10 and 5, then shout hello"}], MENU, stream=True))
    pieces = [part for p in chunks(raw) for part in p["choices"][0]["delta"].get("tool_calls", ())]
    assert len([part for part in pieces if part["index"] == 0]) > 5
    assert len([part for part in pieces if "id" in part]) == 2
    _, raw = send(request([{"role": "user", "content": "what is Python?"}], MENU, stream=True))
    assert len([p for p in chunks(raw) if p["choices"][0]["delta"].get("content")]) > 20


def test_finish_reasons() -> None:
    assert complete([{"role": "user", "content": "add 1 and 2"}], MENU)["choices"][0]["finish_reason"] == "tool_calls"
    assert complete([{"role": "user", "content": "hi"}], MENU)["choices"][0]["finish_reason"] == "stop"


def test_usage_grows_with_the_transcript_and_adds_up() -> None:
    usages = []
    messages: list[Json] = [{"role": "user", "content": "add 1, 2 and 3"}]
    for content in ("3", "6"):
        completion = complete(messages, MENU)
        usages.append(completion["usage"])
        message = completion["choices"][0]["message"]
        messages += [message, {"role": "tool", "tool_call_id": message["tool_calls"][0]["id"], "content": content}]
    usages.append(complete(messages, MENU)["usage"])
    sent = [usage["prompt_tokens"] for usage in usages]
    assert sent == sorted(set(sent))
    for usage in usages:
        assert usage["completion_tokens"] > 0
        assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert complete([messages[0]])["usage"]["prompt_tokens"] < sent[0]  # the menu counts


def test_ids_are_real_and_never_come_twice_in_a_transcript() -> None:
    played = play("keep calling the tool forever", cap=20)
    assert len(set(played.ids)) == 20
    assert all(i.startswith("call_") and len(i) == 14 and i[5:].isalnum() for i in played.ids)
    two = play("add 1 and 2. add 1 and 2.")
    assert len(set(two.ids)) == 2


def test_the_same_request_gives_the_same_bytes() -> None:
    body = request([{"role": "user", "content": "add 1 and 2, then shout hi"}], MENU, stream=True)
    assert send(body) == send(body)


def test_nothing_is_remembered_between_requests() -> None:
    async def ask(model: PracticeModel, question: str) -> bytes:
        body = json.dumps(request([{"role": "user", "content": question}], MENU)).encode()
        response = await model.send(HttpRequest("POST", f"{PRACTICE_URL}/chat/completions", (), body))
        return b"".join([chunk async for chunk in response.body])

    async def both() -> tuple[bytes, bytes]:
        model = PracticeModel()
        fresh = await ask(model, "add 1 and 2")
        await ask(model, "shout hello")
        return fresh, await ask(model, "add 1 and 2")

    fresh, later = asyncio.run(both())
    assert fresh == later


def test_earlier_turns_do_not_answer_the_new_question() -> None:
    messages: list[Json] = [{"role": "user", "content": "add 1 and 2"}]
    first = complete(messages, MENU)["choices"][0]["message"]
    call_id = first["tool_calls"][0]["id"]
    messages += [first, {"role": "tool", "tool_call_id": call_id, "content": "3"}]
    messages += [{"role": "assistant", "content": "3"}, {"role": "user", "content": "add 1 and 2"}]
    again = complete(messages, MENU)["choices"][0]["message"]
    assert again["tool_calls"][0]["id"] != call_id


def test_forbidden_notes() -> None:
    messages: list[Json] = [{"role": "user", "content": "add 1, 2 and 3"}]
    first = complete(messages, MENU)["choices"][0]["message"]
    messages += [first, {"role": "tool", "tool_call_id": first["tool_calls"][0]["id"], "content": "3"}]
    for body in (complete(messages, MENU, tool_choice="none"), complete(messages)):
        message = body["choices"][0]["message"]
        assert "tool_calls" not in message and message["content"]


def test_forced_notes() -> None:
    hello: list[Json] = [{"role": "user", "content": "hi"}]
    assert complete(hello, MENU, tool_choice="required")["choices"][0]["message"]["tool_calls"]
    choice = {"type": "function", "function": {"name": "upper"}}
    for question in ("hi", "add 1 and 2"):
        message = complete([{"role": "user", "content": question}], MENU, tool_choice=choice)["choices"][0]["message"]
        assert [call["function"]["name"] for call in message["tool_calls"]] == ["upper"]


def test_one_note_at_a_time_when_asked_so() -> None:
    messages: list[Json] = [{"role": "user", "content": "add 1 and 2, then shout hello"}]
    message = complete(messages, MENU, parallel_tool_calls=False)["choices"][0]["message"]
    assert [call["function"]["name"] for call in message["tool_calls"]] == ["add"]
    messages += [message, {"role": "tool", "tool_call_id": message["tool_calls"][0]["id"], "content": "3"}]
    message = complete(messages, MENU, parallel_tool_calls=False)["choices"][0]["message"]
    assert [call["function"]["name"] for call in message["tool_calls"]] == ["upper"]


def test_a_token_limit_cuts_the_reply_off() -> None:
    text = complete([{"role": "user", "content": "what is Python?"}], max_tokens=5)
    assert text["choices"][0]["finish_reason"] == "length" and text["usage"]["completion_tokens"] == 5
    note = complete([{"role": "user", "content": "add 10 and 5"}], MENU, max_completion_tokens=4)["choices"][0]
    [call] = note["message"]["tool_calls"]
    assert note["finish_reason"] == "length"
    assert not call["function"]["arguments"].endswith("}")


@pytest.mark.parametrize(
    ("question", "status", "kind"),
    [
        ("answer with a 429", 429, "rate_limit_error"),
        ("fail with 500", 500, "server_error"),
        ("fail with an HTTP status 401", 401, "invalid_request_error"),
    ],
)
def test_errors_on_request(question: str, status: int, kind: str) -> None:
    for stream in (True, False):
        got, raw = send(request([{"role": "user", "content": question}], MENU, stream=stream))
        assert (got, json.loads(raw)["error"]["type"]) == (status, kind)


def test_models() -> None:
    status, raw = send(b"", "GET", "/models")
    assert status == 200
    assert [model["id"] for model in json.loads(raw)["data"]] == [PRACTICE_MODEL]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/chat/completions", 405), ("POST", "/models", 405), ("POST", "/responses", 404), ("GET", "", 404)],
)
def test_other_addresses(method: str, path: str, status: int) -> None:
    got, raw = send(b"{}", method, path)
    assert got == status and json.loads(raw)["error"]["message"]


LONG_MENU = [
    {"type": "function", "function": {"name": f"tool_{n}", "description": "This does a thing, and not another one."}}
    for n in range(40)
]


def test_the_pace_is_the_callers() -> None:
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    _, raw = send(request([{"role": "user", "content": "add 10 and 5"}], MENU, stream=True), pause=pause)
    assert 5 < len(chunks(raw)) <= len(waited)
    assert all(0 < seconds <= 0.05 for seconds in waited)


def test_a_long_answer_is_not_waited_for() -> None:
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    _, raw = send(
        request([{"role": "user", "content": "what tools do you have?"}], LONG_MENU, stream=True), pause=pause
    )
    assert len(chunks(raw)) > 200
    assert sum(waited) < 1
