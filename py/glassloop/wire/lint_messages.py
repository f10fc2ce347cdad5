"""The rules for one message on its own: role, content, fields, calls. Refuses to know its neighbours and the menu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from glassloop.wire.content import text_of
from glassloop.wire.findings import NULL_CONTENT, Finding, empty_array, kind_of, missing, wrong_type
from glassloop.wire.lint_calls import LEFT_OUT, lint_calls

# Fields that servers send and take back from nobody but themselves, if at all.
RESPONSE_FIELDS = ("refusal", "annotations", "audio")
_FIELDS = {
    "system": {"role", "content", "name"},
    "developer": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls", "function_call", *RESPONSE_FIELDS},
    "tool": {"role", "content", "tool_call_id", "name"},
    "function": {"role", "content", "name"},
}
# Their absence, and their being null, have rules of their own.
_NEEDED = {"role", "content", "tool_call_id"}
_ROLES = "'system', 'assistant', 'user', 'function', 'tool', and 'developer'"
_NEITHER = "Assistant message must have either content or tool_calls, but not none."
_MESSAGE_NAME = re.compile(r"[^\s<|\\/>]{1,64}")


def lint_message(message: object, index: int, *, mistral_ids: bool) -> Iterator[Finding]:
    where = f"messages[{index}]"
    if not isinstance(message, dict):
        yield Finding(
            "not-a-message", "error", index, where, f"Here stands {kind_of(message)}, not a message.",
            "It is left out.", wrong_type(where, "an object", message),
        )  # fmt: skip
        return
    role = message.get("role")
    yield from _lint_role(message, index, where)
    if not has_known_role(message):
        return
    yield from _lint_fields(message, index, where)
    yield from _lint_content(message, index, where)
    if role == "assistant":
        yield from lint_calls(message, index, where, mistral_ids)


def _lint_role(message: dict[str, Any], index: int, where: str) -> Iterator[Finding]:
    role, at = message.get("role"), f"{where}.role"
    match role:
        case None:
            yield Finding("no-role", "error", index, at, "The message has no role.", "", missing(at))
        case "system" | "user" | "assistant" | "tool":
            return
        case "developer":
            yield Finding(
                "developer-role", "warning", index, at,
                "The role `developer` is OpenAI's own; most other servers want `system`.", "",
                "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - "
                f"'messages.[{index}].role'", "Alibaba",
            )  # fmt: skip
        case "function":
            yield Finding(
                "unknown-role", "error", index, at,
                "The role `function` is from before tools; a result has the role `tool` and its note's id.", "",
                f"Unsupported value: '{at}' does not support 'function' with this model.",
            )  # fmt: skip
        case str():
            strict = f"Invalid value: '{role}'. Supported values are: {_ROLES}."
            yield Finding("unknown-role", "error", index, at, f"There is no role {role!r}.", "", strict)
        case _:
            strict = wrong_type(at, f"one of {_ROLES}", role)
            yield Finding("unknown-role", "error", index, at, "The role is no text.", "", strict)


def _lint_fields(message: dict[str, Any], index: int, where: str) -> Iterator[Finding]:
    role, nulls = message["role"], null_fields(message)
    for key, value in message.items():
        at = f"{where}.{key}"
        strict = (
            f"'messages.{index}' : for 'role:{role}' the following must be satisfied"
            f"[('messages.{index}' : property '{key}' is unsupported)]"
        )
        if key in nulls:
            # OpenAI sends these null itself and takes them back so; others refuse them, null or not.
            mild = role == "assistant" and key in (*RESPONSE_FIELDS, "function_call")
            yield Finding(
                "null-field", "warning" if mild else "error", index, at,
                f"`{key}` is null; strict servers take no empty fields.", LEFT_OUT,
                wrong_type(at, "an array of objects", None) if key == "tool_calls" else strict,
                "OpenAI" if key == "tool_calls" else "Groq",
            )  # fmt: skip
        elif role == "assistant" and key in RESPONSE_FIELDS:
            yield Finding(
                "response-field", "error", index, at,
                f"`{key}` belongs to a server's answer; sent back, strict servers refuse it.",
                "Its words become the content." if speaks_by_refusal(message) and key == "refusal" else LEFT_OUT,
                strict, "Groq",
            )  # fmt: skip
        elif key == "function_call" and role == "assistant":
            yield Finding(
                "old-function-call", "error", index, at,
                "`function_call` is from before tools; notes stand in `tool_calls`.", "", strict, "Groq",
            )  # fmt: skip
        elif key not in _FIELDS[role]:
            yield Finding(
                "extra-field", "warning", index, at,
                f"`{key}` is no field of a {role} message; only the server it came from may want it back.",
                "", strict, "Groq",
            )  # fmt: skip
        elif key == "name" and not (isinstance(value, str) and _MESSAGE_NAME.fullmatch(value)):
            yield Finding(
                "message-name", "error", index, at,
                "A message's name may hold no spaces and none of < | \\ / >, and at most 64 characters.", "",
                f"Invalid '{at}': string does not match pattern. "
                "Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'.",
            )  # fmt: skip


def _lint_content(message: dict[str, Any], index: int, where: str) -> Iterator[Finding]:
    role, content, at = message["role"], message.get("content"), f"{where}.content"
    if role == "assistant" and is_empty_assistant(message):
        null = content is None
        yield Finding(
            "empty-assistant", "error", index, at, "The assistant's message holds neither text nor a note.",
            "It is left out.", NULL_CONTENT if null else _NEITHER, "OpenAI" if null else "Mistral",
        )  # fmt: skip
        return
    if content is None and role == "tool":
        yield Finding(
            "result-content", "error", index, at, "The result holds nothing; a result is always a text.",
            "It becomes the text `null`.", NULL_CONTENT,
        )  # fmt: skip
    elif content is None and role != "assistant":
        yield Finding("null-content", "error", index, at, f"The {role} message holds nothing.", "", NULL_CONTENT)
    elif isinstance(content, str):
        if role in ("user", "system", "developer") and not content.strip():
            yield Finding(
                "empty-text", "warning", index, at, f"The {role} message is empty; some servers refuse that.", "",
                "messages: text content blocks must be non-empty", "Anthropic",
            )  # fmt: skip
    elif isinstance(content, list):
        yield from _lint_parts(content, role, index, at)
    elif content is not None:
        strict = wrong_type(at, "one of a string or array of objects", content)
        if role == "tool":
            yield Finding(
                "result-content", "error", index, at,
                f"The result is {kind_of(content)}; a result goes back to the model as text.",
                "It is written out as JSON text.", strict,
            )  # fmt: skip
        else:
            yield Finding(
                "content-type", "error", index, at, f"The content is {kind_of(content)}, not a text.", "", strict
            )


def _lint_parts(content: list[Any], role: str, index: int, at: str) -> Iterator[Finding]:
    if not content:
        yield Finding("content-type", "error", index, at, "The list of parts is empty.", "", empty_array(at))
    for place, part in enumerate(content):
        if not isinstance(part, dict) or not isinstance(part.get("type"), str):
            here = f"{at}[{place}]"
            yield Finding(
                "content-type", "error", index, here, "A part of the content has no `type`.", "",
                missing(f"{here}.type") if isinstance(part, dict) else wrong_type(here, "an object", part),
            )  # fmt: skip
            return
    if role == "tool" and content:
        yield Finding(
            "result-parts", "warning", index, at, "The result is a list of parts; some servers read text only.", "",
            wrong_type(at, "a string", content), "llama.cpp",
        )  # fmt: skip


def has_known_role(message: dict[str, Any]) -> bool:
    role = message.get("role")
    return isinstance(role, str) and role in _FIELDS


def null_fields(message: dict[str, Any]) -> list[str]:
    """Fields that are null and better absent. The role must be known."""
    needed = _NEEDED & _FIELDS[message["role"]]
    return [key for key, value in message.items() if value is None and key not in needed]


def is_blank(content: object) -> bool:
    """No content at all: nothing, blanks, or text parts of blanks."""
    if isinstance(content, list):
        return all(isinstance(part, dict) and part.get("type") == "text" for part in content) and not (
            text_of(content)[0].strip()
        )
    return content is None or (isinstance(content, str) and not content.strip())


def is_empty_assistant(message: dict[str, Any]) -> bool:
    return (
        is_blank(message.get("content"))
        and not message.get("tool_calls")
        and not isinstance(message.get("function_call"), dict)
        and not speaks_by_refusal(message)
    )


def speaks_by_refusal(message: dict[str, Any]) -> bool:
    refusal = message.get("refusal")
    return isinstance(refusal, str) and bool(refusal.strip()) and is_blank(message.get("content"))
