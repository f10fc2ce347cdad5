"""Messages → the body of a request to OpenAI's Responses API; and back, as far as the recorder needs it. Pure.

Refuses to know providers, transports and the loop.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from glassloop.arguments import history_arguments
from glassloop.endpoint import Endpoint
from glassloop.events import LlmRequest
from glassloop.messages import AssistantMessage, Message, ToolMessage, Transcript, UserMessage
from glassloop.tools import Tool, menu
from glassloop.wire.echo import read_extra
from glassloop.wire.request import history_name, posted, read_request, source_of

# The server keeps nothing between requests, as with Chat Completions: the page's history is the only memory. What a
# model thought can then only be kept by sending it back, and servers give it out in a sealed form, when asked.
_STATELESS = {"store": False, "include": ["reasoning.encrypted_content"]}


def responses_request(
    endpoint: Endpoint,
    round: int,
    system: str,
    transcript: Transcript,
    tools: Iterable[Tool],
    *,
    forbid_tools: bool = False,
) -> LlmRequest:
    """The request of one round, ready to be shown and sent. `forbid_tools` keeps the menu and asks for no notes."""
    source = source_of(endpoint.base_url, endpoint.model)
    body: dict[str, Any] = {"model": endpoint.model}
    if system:
        body["instructions"] = system
    body["input"] = input_items(transcript, source)
    if offered := [_flat(tool) for tool in menu(tools)]:
        body["tools"] = offered
        if forbid_tools:
            body["tool_choice"] = "none"
    body |= _STATELESS
    if endpoint.stream:
        body["stream"] = True
    return posted(endpoint, round, "/responses", body)


def input_items(transcript: Transcript, source: str = "") -> list[dict[str, Any]]:
    """The transcript as input items. What `source` itself had said goes back to it item by item, as it came."""
    return [item for message in transcript for item in _items(message, source)]


def note_ids(body: str) -> frozenset[str]:
    """Every id that a note in a request body bears."""
    items = read_request(body).get("input")
    calls = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
    ids = [each.get("call_id") for each in calls if each.get("type") == "function_call"]
    return frozenset(each for each in ids if isinstance(each, str))


def _flat(tool: dict[str, Any]) -> dict[str, Any]:
    # Without the word, this API takes a schema as strict and refuses what strict mode does not know.
    return {"type": "function", **tool["function"], "strict": False}


def _items(message: Message, source: str) -> list[dict[str, Any]]:
    match message:
        case UserMessage(text):
            return [{"type": "message", "role": "user", "content": text}]
        case AssistantMessage(text, calls):
            if source and message.source == source and (kept := _kept_items(message)):
                return kept
            said = [{"type": "message", "role": "assistant", "content": text}] if text or not calls else []
            return said + [_function_call({"call_id": c.id, "name": c.name, "arguments": c.arguments}) for c in calls]
        case ToolMessage(call_id, _, content):
            return [{"type": "function_call_output", "call_id": call_id, "output": content}]
        case _:
            assert_never(message)


def _kept_items(message: AssistantMessage) -> list[dict[str, Any]]:
    """The items that the message was read from; none when they and its notes are no longer the same."""
    output = read_extra(message.extra).get("output")
    items = [each for each in output if isinstance(each, dict)] if isinstance(output, list) else []
    notes = [each.get("call_id") for each in items if each.get("type") == "function_call"]
    if notes != [call.id for call in message.calls]:
        return []
    return [_function_call(each) if each.get("type") == "function_call" else each for each in items]


def _function_call(item: dict[str, Any]) -> dict[str, Any]:
    """In the form that history needs: verbatim, where the model wrote a name and arguments that are valid."""
    mended = {"name": history_name(str(item.get("name"))), "arguments": history_arguments(str(item.get("arguments")))}
    return {"type": "function_call", **item, **mended}
