"""What a linter says: one broken rule, where, in words, and the answer of a server that insists on it. Pure data.

Refuses to know how rules are checked. The servers' wordings are real ones where they are known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from glassloop.jsontext import write_json

# "error": the rules of the format are broken, and a strict server refuses. "warning": some servers refuse it.
Severity = Literal["error", "warning"]
Server = Literal["OpenAI", "Anthropic", "Mistral", "Groq", "Alibaba", "Gemini", "LiteLLM", "llama.cpp", "Ollama"]
Rule = Literal[
    # the body
    "no-model", "no-messages", "not-a-number", "lone-surrogate", "no-user", "last-is-assistant",
    # a message
    "not-a-message", "no-role", "unknown-role", "developer-role", "system-late", "system-twice", "two-users",
    "user-after-result", "null-content", "content-type", "empty-text", "empty-assistant", "result-content",
    "result-parts", "null-field", "response-field", "old-function-call", "extra-field", "message-name",
    # its tool calls
    "empty-tool-calls", "malformed-call", "not-a-function", "call-without-id", "duplicate-call-id", "long-call-id",
    "mistral-call-id", "call-name", "arguments-type", "arguments-json",
    # calls and results
    "unanswered-call", "late-result", "orphan-result", "duplicate-result", "result-order", "result-without-id",
    # the menu
    "empty-menu", "no-menu", "malformed-tool", "tool-name", "duplicate-tool", "tool-schema", "no-parameters",
    "tool-choice",
]  # fmt: skip

NOT_JSON = (
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library "
    "correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)"
)
NULL_CONTENT = "Invalid value for 'content': expected a string, got null."
NAME_PATTERN = "^[a-zA-Z0-9_-]+$"

_CODES = (
    ("Invalid type for ", "invalid_type"),
    ("Missing required parameter", "missing_required_parameter"),
    ("Unsupported value", "unsupported_value"),
    ("Invalid value: ", "invalid_value"),
    ("Invalid schema for function", "invalid_function_parameters"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """`index` is that of the message, None for the rest of the body; `where` a path such as `messages[2].content`.

    `repair` says what `repair` does about it; empty when it leaves it alone. `strict_error` is the message with which
    `server` refuses such a request (status 400).
    """

    rule: Rule
    severity: Severity
    index: int | None
    where: str
    problem: str
    repair: str
    strict_error: str
    server: Server = "OpenAI"

    def strict_body(self) -> str:
        """The whole body of that 400, as JSON text in the form that most servers use."""
        error = {
            "message": self.strict_error,
            "type": "invalid_request_error",
            "param": self.where or None,
            "code": _code(self.strict_error),
        }
        return write_json({"error": error})


def wrong_type(where: str, wanted: str, got: Any) -> str:
    return f"Invalid type for '{where}': expected {wanted}, but got {kind_of(got)} instead."


def missing(where: str) -> str:
    return f"Missing required parameter: '{where}'."


def empty_array(where: str) -> str:
    return f"Invalid '{where}': empty array. Expected an array with minimum length 1, but got an empty array instead."


def wrong_name(where: str) -> str:
    wanted = f"Expected a string that matches the pattern '{NAME_PATTERN}'."
    return f"Invalid '{where}': string does not match pattern. {wanted}"


def too_long(where: str, limit: int, text: str) -> str:
    return (
        f"Invalid '{where}': string too long. Expected a string with maximum length {limit}, "
        f"but got a string with length {len(text)} instead."
    )


def kind_of(value: object) -> str:
    """What JSON calls a value, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int():
            return "an integer"
        case float():
            return "a decimal"
        case str():
            return "a string"
        case list() | tuple():
            return "an array"
        case _:
            return "an object"


def _code(message: str) -> str | None:
    if "empty array" in message:
        return "empty_array"
    if "string too long" in message:
        return "string_above_max_length"
    if re.match(r"Invalid '[^']+': string does not match", message):
        return "invalid_value"
    return next((code for start, code in _CODES if message.startswith(start)), None)
