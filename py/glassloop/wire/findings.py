"""What a linter says: one broken rule, where, in words, and the answer of a server that insists on it. Pure data.

Refuses to know how rules are checked. The servers' wordings are real ones where they are known.
"""

from __future__ import annotations

import re
from typing import Any

from glassloop.events import Finding, Rule, Server, Severity
from glassloop.jsontext import write_json

__all__ = ["Finding", "Rule", "Server", "Severity"]

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


def strict_body(finding: Finding) -> str:
    """The whole body of the 400 with which a strict server answers, as JSON text in the form that most servers use."""
    error = {
        "message": finding.strict_error,
        "type": "invalid_request_error",
        "param": finding.where or None,
        "code": _code(finding.strict_error),
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
