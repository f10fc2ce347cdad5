"""A request body, however it was written → the rules it breaks, in words. Pure and total: any JSON gives findings.

Works on the wire form, so that a reader's own program and a body edited by hand are judged as ours are. Refuses to
know endpoints. `repair` (its own module) mends a copy where that is safe: exactly what findings with a `repair` name.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from glassloop.wire.findings import NOT_JSON, Finding, Rule, empty_array, missing, wrong_type
from glassloop.wire.lint_menu import lint_menu
from glassloop.wire.lint_messages import lint_message
from glassloop.wire.pairing import lint_pairing
from glassloop.wire.repair import repair

__all__ = ["Finding", "Rule", "is_valid", "lint", "repair"]

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def lint(body: Mapping[str, Any], *, mistral_ids: bool = False) -> tuple[Finding, ...]:
    """Every rule that `body` breaks, those of the messages in their order.

    `mistral_ids` also asks for ids of nine letters and digits, the one form that Mistral takes.
    """
    found = [*_lint_model(body), *_lint_values(body)]
    messages = body.get("messages")
    if isinstance(messages, list) and messages:
        for index, message in enumerate(messages):
            found += lint_message(message, index, mistral_ids=mistral_ids)
        found += [*_lint_roles(messages), *lint_pairing(messages)]
    else:
        found.append(_no_messages(body))
    found += lint_menu(body)
    return tuple(sorted(found, key=lambda finding: -1 if finding.index is None else finding.index))


def is_valid(findings: tuple[Finding, ...]) -> bool:
    """Whether a strict server accepts it: nothing worse than warnings."""
    return all(finding.severity == "warning" for finding in findings)


def _lint_model(body: Mapping[str, Any]) -> Iterator[Finding]:
    model = body.get("model")
    if not isinstance(model, str) or not model:
        yield Finding(
            "no-model", "error", None, "model", "The request names no model.", "",
            "you must provide a model parameter" if model in (None, "") else wrong_type("model", "a string", model),
        )  # fmt: skip


def _no_messages(body: Mapping[str, Any]) -> Finding:
    messages = body.get("messages")
    if "messages" not in body:
        strict = missing("messages")
    elif isinstance(messages, list):
        strict = empty_array("messages")
    else:
        strict = wrong_type("messages", "an array of objects", messages)
    return Finding("no-messages", "error", None, "messages", "The request has no list of messages.", "", strict)


def _lint_values(body: Mapping[str, Any]) -> Iterator[Finding]:
    """What JSON text can't hold, wherever it stands; once for each message."""
    if _is_plain_json(body):
        return
    seen: set[tuple[str, int | None]] = set()
    for where, index, value in _leaves(body):
        if isinstance(value, float) and not math.isfinite(value) and ("number", index) not in seen:
            seen.add(("number", index))
            name = "NaN" if math.isnan(value) else "Infinity"
            yield Finding(
                "not-a-number", "error", index, where,
                f"The request holds {name}, which JSON has no way to write.", "", NOT_JSON,
            )  # fmt: skip
        elif isinstance(value, str) and _SURROGATE.search(value) and ("surrogate", index) not in seen:
            seen.add(("surrogate", index))
            yield Finding(
                "lone-surrogate", "error", index, where,
                "A text holds half a character (one half of a surrogate pair), which UTF-8 can't write.",
                "It becomes the replacement character." if index is not None else "",
                "The request body is not valid JSON: no low surrogate in string", "Anthropic",
            )  # fmt: skip


def _is_plain_json(body: Mapping[str, Any]) -> bool:
    """The quick look that settles nearly every body."""
    try:
        return _SURROGATE.search(json.dumps(body, ensure_ascii=False, allow_nan=False)) is None
    except (ValueError, TypeError, RecursionError):
        return False


def _leaves(body: Mapping[str, Any]) -> Iterator[tuple[str, int | None, Any]]:
    """Every key and value that is no container: its path, its message's index and itself. Not recursive."""
    stack: list[tuple[str, int | None, Any]] = [("", None, body)]
    while stack:
        where, index, value = stack.pop()
        if isinstance(value, Mapping):
            for key, inner in value.items():
                yield where, index, key
                stack.append((f"{where}.{key}" if where else str(key), index, inner))
        elif isinstance(value, list | tuple):
            for place, inner in enumerate(value):
                stack.append((f"{where}[{place}]", place if where == "messages" else index, inner))
        else:
            yield where, index, value


def _lint_roles(messages: list[Any]) -> Iterator[Finding]:
    """Where each role may stand."""
    roles = [message.get("role") if isinstance(message, dict) else None for message in messages]
    systems = 0
    for index, role in enumerate(roles):
        where = f"messages[{index}].role"
        if role == "system":
            systems += 1
            if systems > 1 or index > 0:
                yield _system(index, where, systems)
        elif role == "user" and index and roles[index - 1] == "user":
            yield Finding(
                "two-users", "warning", index, where,
                "Two user messages follow each other; some models want an answer between them.", "",
                "Conversation roles must alternate user/assistant/user/assistant/...", "llama.cpp",
            )  # fmt: skip
        elif role == "user" and index and roles[index - 1] == "tool":
            yield Finding(
                "user-after-result", "warning", index, where,
                "A user message follows a tool's result directly; Mistral wants an assistant's message between them.",
                "", "Unexpected role 'user' after role 'tool'", "Mistral",
            )  # fmt: skip
    if "user" not in roles:
        yield Finding(
            "no-user", "warning", None, "messages",
            "No message is from the user; some servers have nothing to answer then.", "",
            "no user query found in messages", "Ollama",
        )  # fmt: skip
    last = messages[-1]
    if roles[-1] == "assistant" and not last.get("tool_calls"):
        yield Finding(
            "last-is-assistant", "warning", len(messages) - 1, f"messages[{len(messages) - 1}].role",
            "The last message is the assistant's own: there is nothing for the model to answer.", "",
            "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant", "Mistral",
        )  # fmt: skip


def _system(index: int, where: str, systems: int) -> Finding:
    problem = (
        "There is more than one system message; many servers take one, at the beginning."
        if systems > 1
        else "The system message does not stand at the beginning; many servers take it only there."
    )
    rule: Rule = "system-twice" if systems > 1 else "system-late"
    strict = "System message must be at the beginning."
    return Finding(rule, "warning", index, where, problem, "", strict, "llama.cpp")
