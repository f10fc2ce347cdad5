"""Writes what the Responses API streams, as payloads. Knows the wire's outer form only."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def event(kind: str, **fields: Any) -> Json:
    return {"type": f"response.{kind}", **fields}


def note(
    item_id: str = "fc_1", call_id: str = "call_1", name: str = "add", arguments: Any = '{"a":1}', **more: Any
) -> Json:
    """An output item that asks for a tool."""
    names = {"type": "function_call", "id": item_id, "call_id": call_id, "name": name}
    return {**names, "arguments": arguments, "status": "completed", **more}


def message(text: str, item_id: str = "msg_1", **more: Any) -> Json:
    """An output item that says something."""
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message", "id": item_id, "role": "assistant", "status": "completed", "content": [part], **more
    }  # fmt: skip


def thoughts(item_id: str = "rs_1", sealed: str | None = "SEALED", summary: str = "") -> Json:
    """A reasoning item."""
    parts = [{"type": "summary_text", "text": summary}] if summary else []
    seal = {} if sealed is None else {"encrypted_content": sealed}
    return {"type": "reasoning", "id": item_id, "summary": parts, **seal}


def response(*output: Json, status: str = "completed", **more: Any) -> Json:
    """A whole response."""
    usage = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
    return {"id": "resp_1", "object": "response", "model": "m", "status": status, "error": None,
            "incomplete_details": None, "output": list(output), "usage": usage, **more}  # fmt: skip


def ended(*output: Json, status: str = "completed", **more: Any) -> Json:
    """The last event of a stream."""
    return event(status, response=response(*output, status=status, **more))


def said(text: str, index: int = 0, item_id: str = "msg_1", pieces: int = 2) -> list[Json]:
    """All events of a message, its text in some pieces."""
    place = {"item_id": item_id, "output_index": index}
    step = max(1, -(-len(text) // pieces))
    whole = message(text, item_id)
    part = {"type": "output_text", "text": "", "annotations": []}
    return [
        event("output_item.added", output_index=index, item={**whole, "content": [], "status": "in_progress"}),
        event("content_part.added", **place, content_index=0, part=part),
        *[
            event("output_text.delta", **place, content_index=0, delta=text[at : at + step])
            for at in range(0, len(text), step)
        ],
        event("output_text.done", **place, content_index=0, text=text),
        event("content_part.done", **place, content_index=0, part={**part, "text": text}),
        event("output_item.done", output_index=index, item=whole),
    ]


def noted(whole: Json, index: int = 0) -> list[Json]:
    """All events of a note, its arguments in two pieces."""
    place = {"item_id": whole["id"], "output_index": index}
    text = whole["arguments"]
    half = len(text) // 2
    return [
        event("output_item.added", output_index=index, item={**whole, "arguments": "", "status": "in_progress"}),
        event("function_call_arguments.delta", **place, delta=text[:half]),
        event("function_call_arguments.delta", **place, delta=text[half:]),
        event("function_call_arguments.done", **place, arguments=text),
        event("output_item.done", output_index=index, item=whole),
    ]


def thought(whole: Json, index: int = 0) -> list[Json]:
    """All events of a reasoning item."""
    place = {"item_id": whole["id"], "output_index": index}
    summary = whole["summary"][0]["text"] if whole["summary"] else ""
    told = [
        event("reasoning_summary_text.delta", **place, summary_index=0, delta=summary),
        event("reasoning_summary_text.done", **place, summary_index=0, text=summary),
    ]
    return [
        event("output_item.added", output_index=index, item={**whole, "summary": [], "encrypted_content": "PART"}),
        *(told if summary else []),
        event("output_item.done", output_index=index, item=whole),
    ]
