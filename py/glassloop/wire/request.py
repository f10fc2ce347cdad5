"""Messages → the smallest request body that works everywhere; and a request body → messages, for the recorder. Pure.

Refuses to know providers, transports and the loop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, assert_never

from glassloop.arguments import history_arguments
from glassloop.endpoint import Endpoint
from glassloop.events import LlmRequest
from glassloop.jsontext import read_json, write_json
from glassloop.messages import AssistantMessage, Message, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import Tool, menu
from glassloop.wire.content import text_of
from glassloop.wire.echo import with_call_extra, with_message_extra

_ENDING = re.compile(r"(/chat/completions|/completions|/models|/responses|/embeddings)$", re.IGNORECASE)
_LOCAL = re.compile(
    r"(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|[^/:.]+(:|/|$)|[^/:]+\.(local|lan)\b)",
    re.IGNORECASE,
)


def chat_request(
    endpoint: Endpoint,
    round: int,
    system: str,
    transcript: Transcript,
    tools: Iterable[Tool],
    *,
    forbid_tools: bool = False,
) -> LlmRequest:
    """The request of one round, ready to be shown and sent. `forbid_tools` keeps the menu and asks for no notes.

    Only what is needed is in the body: every optional field is refused by some server.
    """
    source = source_of(endpoint.base_url, endpoint.model)
    messages = [{"role": "system", "content": system}] if system else []
    body: dict[str, Any] = {"model": endpoint.model, "messages": [*messages, *wire_messages(transcript, source)]}
    if offered := menu(tools):
        body["tools"] = offered
        if forbid_tools:
            body["tool_choice"] = "none"
    if endpoint.stream:
        body["stream"] = True
    return posted(endpoint, round, "/chat/completions", body)


def posted(endpoint: Endpoint, round: int, path: str, body: dict[str, Any]) -> LlmRequest:
    """`body` as a request to a path behind the base URL, with the two headers that every preflight lets through."""
    authorization = (("Authorization", f"Bearer {endpoint.api_key}"),) if endpoint.api_key else ()
    return LlmRequest(
        round=round,
        model=endpoint.model,
        url=normalise_base_url(endpoint.base_url) + path,
        headers=(*authorization, ("Content-Type", "application/json")),
        body=write_json(body),
    )


def source_of(url: str, model: str) -> str:
    """`AssistantMessage.source` of what comes from there. `url` may be the base URL or the whole address."""
    return f"{normalise_base_url(url)} {model}"


def wire_messages(transcript: Transcript, source: str = "") -> list[dict[str, Any]]:
    """The transcript in the form that history takes at every provider: nothing null but `content`, nothing extra.

    Only what `source` itself had said beside text and notes goes with it, to be sent there and nowhere else.
    """
    return [wire_message(message, source) for message in transcript]


def wire_message(message: Message, source: str = "") -> dict[str, Any]:
    match message:
        case UserMessage(text):
            return {"role": "user", "content": text}
        case AssistantMessage(text, calls, extra):
            echoed = bool(source) and message.source == source
            written: dict[str, Any] = {"role": "assistant", "content": (text or None) if calls else text}
            if calls:
                written["tool_calls"] = [_wire_call(call, call.extra if echoed else "") for call in calls]
            return with_message_extra(written, extra) if echoed else written
        case ToolMessage(call_id, _, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case _:
            assert_never(message)


def _wire_call(call: ToolCall, extra: str) -> dict[str, Any]:
    function = {"name": history_name(call.name), "arguments": history_arguments(call.arguments)}
    return with_call_extra({"id": call.id, "type": "function", "function": function}, extra)


def history_name(name: str) -> str:
    """A name outside the common alphabet makes providers refuse the whole history, long after the model wrote it."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "unnamed"


def normalise_base_url(text: str) -> str:
    """What people paste → a base URL: trimmed, with a scheme, without query, ending or slashes."""
    url = text.strip().strip("\"'<>` ").partition("#")[0].partition("?")[0].rstrip("/")
    while (shorter := _ENDING.sub("", url).rstrip("/")) != url:
        url = shorter
    if url and "://" not in url:
        url = f"{'http' if _LOCAL.match(url) else 'https'}://{url}"
    return url


def read_request(body: str) -> dict[str, Any]:
    """A request body as a dict; empty when it is none. For the recorder, which sees what a reader's program sends."""
    try:
        value = read_json(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def model_name(body: str) -> str:
    """The model that a request body names; empty when it names none."""
    name = read_request(body).get("model")
    return name if isinstance(name, str) else ""


def wants_stream(body: str) -> bool:
    return read_request(body).get("stream") is True


def tool_names(body: str) -> frozenset[str]:
    """The names of the tools that a request body offers."""
    tools = read_request(body).get("tools")
    names = set()
    for each in tools if isinstance(tools, list) else ():
        # The Responses API has the function's fields on the tool itself.
        function = each.get("function", each) if isinstance(each, dict) else None
        if isinstance(function, dict) and isinstance(function.get("name"), str):
            names.add(function["name"])
    return frozenset(names)


def read_transcript(body: str) -> Transcript:
    """The messages of a request body. Tolerant: system messages and what is no message are left out."""
    messages = read_request(body).get("messages")
    names: dict[str, str] = {}
    result: list[Message] = []
    for each in messages if isinstance(messages, list) else ():
        if isinstance(each, dict) and (message := _read_message(each, names)) is not None:
            result.append(message)
            if isinstance(message, AssistantMessage):
                names |= {call.id: call.name for call in message.calls}
    return tuple(result)


def _read_message(each: dict[str, Any], names: dict[str, str]) -> Message | None:
    text, _ = text_of(each.get("content"))
    match each.get("role"):
        case "user":
            return UserMessage(text)
        case "assistant":
            calls = each.get("tool_calls")
            return AssistantMessage(
                text,
                tuple(_read_call(call) for call in calls if isinstance(call, dict)) if isinstance(calls, list) else (),
            )
        case "tool":
            call_id = _string(each.get("tool_call_id"))
            return ToolMessage(call_id, _string(each.get("name")) or names.get(call_id, ""), text)
        case _:
            return None


def _read_call(call: dict[str, Any]) -> ToolCall:
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else ("" if arguments is None else write_json(arguments))
    return ToolCall(_string(call.get("id")), _string(function.get("name")), text)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
