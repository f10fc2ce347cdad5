"""Copies of a request body, each with one thing written in another way. Pure, total: odd bodies stay as they are.

Both formats: `messages` with `tool_calls`, and `input` with items. Refuses to know why a server wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glassloop.wire.content import text_of
from glassloop.wire.dialect import reduced, without

Body = dict[str, Any]
Entry = dict[str, Any]

# What a model thought, under the names that servers give it.
THOUGHTS = frozenset(
    {"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks", "thinking_signature", "thinking"}
)
# Some servers take an empty text for none at all.
_NO_THOUGHT = " "
_SYSTEM = ("system", "developer")


def history(body: Body) -> list[Entry]:
    """The messages, or the items, of a body."""
    found = body.get("messages", body.get("input"))
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def calls_of(entry: Entry) -> list[Entry]:
    calls = entry.get("tool_calls")
    return [each for each in calls if isinstance(each, dict)] if isinstance(calls, list) else []


def functions(body: Body) -> list[Entry]:
    """The functions on the menu: what has a name and a schema."""
    tools = body.get("tools")
    return [_function(tool) for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []


def schemas(body: Body) -> list[dict[str, Any]]:
    found = (each.get("parameters") for each in functions(body))
    return [each for each in found if isinstance(each, dict)]


def _function(tool: Entry) -> Entry:
    inner = tool.get("function")
    return inner if isinstance(inner, dict) else tool


def _each(body: Body, change: Callable[[Entry], Entry]) -> Body:
    for key in ("messages", "input"):
        if isinstance(body.get(key), list):
            return {**body, key: [change(each) if isinstance(each, dict) else each for each in body[key]]}
    return body


def _each_function(body: Body, change: Callable[[Entry], Entry]) -> Body:
    if not isinstance(body.get("tools"), list):
        return body

    def changed(tool: Any) -> Any:
        if not isinstance(tool, dict):
            return tool
        inner = tool.get("function")
        return {**tool, "function": change(inner)} if isinstance(inner, dict) else change(tool)

    return {**body, "tools": [changed(tool) for tool in body["tools"]]}


def without_system(body: Body) -> Body:
    """The system's words stand at the head of the first question."""
    texts = [text_of(each.get("content"))[0] for each in history(body) if each.get("role") in _SYSTEM]
    if isinstance(instructions := body.get("instructions"), str):
        texts.insert(0, instructions)
    text = "\n\n".join(each for each in texts if each)
    rest = {key: value for key, value in body.items() if key != "instructions"}
    key = "messages" if "messages" in body else "input"
    if key == "input" and isinstance(body.get("input"), str):
        return {**rest, "input": f"{text}\n\n{body['input']}" if text else body["input"]}
    if not isinstance(body.get(key), list):
        return body
    entries = [each for each in body[key] if not (isinstance(each, dict) and each.get("role") in _SYSTEM)]
    if not text:
        return {**rest, key: entries}
    first = next((at for at, each in enumerate(entries) if isinstance(each, dict) and each.get("role") == "user"), None)
    if first is None:
        said: Entry = {"role": "user", "content": text}
        return {**rest, key: [said if key == "messages" else {"type": "message", **said}, *entries]}
    entries[first] = {**entries[first], "content": _headed(text, entries[first].get("content"), key)}
    return {**rest, key: entries}


def _headed(text: str, content: Any, key: str) -> Any:
    if isinstance(content, list):
        return [{"type": "text" if key == "messages" else "input_text", "text": text}, *content]
    return f"{text}\n\n{content}" if isinstance(content, str) and content else text


def with_names(body: Body) -> Body:
    """Each result bears the name of its tool."""
    names = {
        str(call.get("id")): function["name"]
        for each in history(body)
        for call in calls_of(each)
        if isinstance(function := call.get("function"), dict) and isinstance(function.get("name"), str)
    }

    def named(entry: Entry) -> Entry:
        name = names.get(str(entry.get("tool_call_id")))
        return {**entry, "name": name} if entry.get("role") == "tool" and name and not entry.get("name") else entry

    return _each(body, named)


def without_thoughts(body: Body) -> Body:
    if not isinstance(items := body.get("input"), list):
        return _each(body, lambda entry: {key: value for key, value in entry.items() if key not in THOUGHTS})
    # Servers look up by its id the thought that an item came with.
    kept = [each for each in items if not (isinstance(each, dict) and each.get("type") == "reasoning")]
    return _each({**body, "input": kept}, lambda item: {key: value for key, value in item.items() if key != "id"})


def with_thoughts(body: Body) -> Body:
    """`reasoning_content` on every message of the model: what there is under another name, or a blank."""
    if "messages" not in body:
        return body

    def thoughtful(entry: Entry) -> Entry:
        if entry.get("role") != "assistant" or isinstance(entry.get("reasoning_content"), str):
            return entry
        other = entry.get("reasoning")
        return {**entry, "reasoning_content": other if isinstance(other, str) and other else _NO_THOUGHT}

    return _each(body, thoughtful)


def without_fields(body: Body, names: frozenset[str]) -> Body:
    """Messages, notes and items less those fields. The `id` and `name` that a note needs stay."""
    item = "input" in body and "messages" not in body

    def bare(entry: Entry, needed: frozenset[str]) -> Entry:
        return {key: value for key, value in entry.items() if key not in names or key in needed}

    def changed(entry: Entry) -> Entry:
        entry = bare(entry, frozenset({"name"}) if item else frozenset())
        if not isinstance(entry.get("tool_calls"), list):
            return entry
        calls = [bare_call(call) if isinstance(call, dict) else call for call in entry["tool_calls"]]
        return {**entry, "tool_calls": calls}

    def bare_call(call: Entry) -> Entry:
        call = bare(call, frozenset({"id"}))
        function = call.get("function")
        return {**call, "function": bare(function, frozenset({"name"}))} if isinstance(function, dict) else call

    return _each(body, changed)


def with_empty_text(body: Body) -> Body:
    return _each(body, lambda entry: {**entry, "content": ""} if entry.get("content", "") is None else entry)


def without_strict(body: Body) -> Body:
    return _each_function(body, lambda each: {key: value for key, value in each.items() if key != "strict"})


def with_dialect(body: Body, keywords: frozenset[str], reduce: bool) -> Body:
    """Each tool's schema without some keywords, or in the reduced form, where a tool without fields has none."""

    def changed(function: Entry) -> Entry:
        schema = function.get("parameters")
        if not isinstance(schema, dict):
            return function
        schema = reduced(schema, keywords) if reduce else without(schema, keywords)
        if reduce and not schema.get("properties"):
            return {key: value for key, value in function.items() if key != "parameters"}
        return {**function, "parameters": schema}

    return _each_function(body, changed)


def with_limit_as(body: Body, name: str) -> Body:
    """The token limit under the other of its two names, in its place."""
    other = "max_tokens" if name == "max_completion_tokens" else "max_completion_tokens"
    if other not in body:
        return body
    return {name if key == other else key: value for key, value in body.items() if key != name}
