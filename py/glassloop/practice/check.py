"""Is this body one that a strict server accepts? Knows the Chat Completions format; refuses to know rules and replies.

The wording of errors follows what OpenAI's server says, so that readers meet here what they will meet there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from glassloop.jsontext import check_depth

ROLES = ("system", "assistant", "user", "function", "tool", "developer")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class BadRequest(Exception):
    """The server's words, the parameter they are about, and a code; both of the latter may be None."""

    def __init__(self, message: str, param: str | None = None, code: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.param = param
        self.code = code
        self.status = status


def read_body(raw: bytes, model: str) -> dict[str, Any]:
    """The body as a dict that `scene.read_scene` can read. Raises `BadRequest`."""
    try:
        text = raw.decode("utf-8")
        check_depth(text)
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest(
            "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP "
            "library correctly. The server expects a JSON payload, but what was sent was not valid JSON.)"
        ) from None
    if not isinstance(body, dict):
        raise _wrong_type("body", "an object", body)
    _check_model(body.get("model"), model)
    if not isinstance(body.get("stream", False), bool | None):
        raise _wrong_type("stream", "a boolean", body["stream"])
    _check_menu(body)
    _check_messages(body.get("messages"))
    return body


def _check_model(asked: object, model: str) -> None:
    if asked is None or asked == "":
        raise BadRequest("you must provide a model parameter")
    if not isinstance(asked, str):
        raise _wrong_type("model", "a string", asked)
    if asked != model:
        message = f"The model `{asked}` does not exist or you do not have access to it."
        raise BadRequest(message, None, "model_not_found", 404)


def _check_menu(body: Mapping[str, Any]) -> None:
    tools = body.get("tools")
    if tools is None:
        if body.get("tool_choice") not in (None, "none"):
            message = "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified."
            raise BadRequest(message, "tool_choice")
        return
    if not isinstance(tools, list):
        raise _wrong_type("tools", "an array of objects", tools)
    if not tools:
        raise _too_short("tools")
    names = [_check_tool(tool, f"tools[{index}]") for index, tool in enumerate(tools)]
    _check_choice(body.get("tool_choice"), names)


def _check_tool(tool: object, path: str) -> str:
    if not isinstance(tool, dict):
        raise _wrong_type(path, "an object", tool)
    if tool.get("type") != "function":
        raise (
            _missing(f"{path}.type") if "type" not in tool else _bad_value(f"{path}.type", tool["type"], ("function",))
        )
    function = tool.get("function")
    if not isinstance(function, dict):
        raise _missing(f"{path}.function")
    name = function.get("name")
    if not isinstance(name, str):
        raise _missing(f"{path}.function.name")
    if not _TOOL_NAME.fullmatch(name):
        message = f"Invalid '{path}.function.name': string does not match pattern. "
        message += "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
        raise BadRequest(message, f"{path}.function.name", "invalid_value")
    _check_schema(name, function.get("parameters"), path)
    return name


def _check_schema(name: str, schema: object, path: str) -> None:
    if schema is None:
        return
    kind = schema.get("type") if isinstance(schema, dict) else None
    trouble = ""
    if not isinstance(schema, dict) or kind != "object":
        trouble = f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{kind}\"'."
    elif not isinstance(schema.get("properties", {}), dict):
        trouble = f"{json.dumps(schema['properties'])} is not of type 'object'."
    elif not isinstance(schema.get("required", []), list):
        trouble = f"{json.dumps(schema['required'])} is not of type 'array'."
    if trouble:
        message = f"Invalid schema for function '{name}': {trouble}"
        raise BadRequest(message, f"{path}.function.parameters", "invalid_function_parameters")


def _check_choice(choice: object, names: list[str]) -> None:
    if choice in (None, "none", "auto", "required"):
        return
    if isinstance(choice, dict) and isinstance(choice.get("function"), dict):
        name = choice["function"].get("name")
        if name in names:
            return
        message = f"Invalid value for 'tool_choice': no function named '{name}' was specified in the 'tools' parameter."
        raise BadRequest(message, "tool_choice")
    raise _bad_value("tool_choice", choice, ("none", "auto", "required"))


def _check_messages(messages: object) -> None:
    if messages is None:
        raise _missing("messages")
    if not isinstance(messages, list):
        raise _wrong_type("messages", "an array of objects", messages)
    if not messages:
        raise _too_short("messages")
    open_ids: list[str] = []  # of the notes that wait for their results
    asked = 0  # the index of the message that carries them
    for index, message in enumerate(messages):
        path = f"messages[{index}]"
        role = _check_role(message, path)
        if role == "tool":
            _close(message, path, open_ids, any_asked=asked > 0 or bool(open_ids))
            continue
        if open_ids:
            raise _unanswered(asked, open_ids)
        asked = 0
        if role == "assistant" and message.get("tool_calls") is not None:
            open_ids, asked = _check_calls(message["tool_calls"], path), index
        _check_content(message, path, optional=bool(open_ids))
    if open_ids:
        raise _unanswered(asked, open_ids)


def _check_role(message: object, path: str) -> str:
    if not isinstance(message, dict):
        raise _wrong_type(path, "an object", message)
    role = message.get("role")
    if role is None:
        raise _missing(f"{path}.role")
    if not isinstance(role, str) or role not in ROLES:
        raise _bad_value(f"{path}.role", role, ROLES)
    return role


def _check_content(message: Mapping[str, Any], path: str, *, optional: bool) -> None:
    content = message.get("content")
    if content is None and not optional:
        text = "Invalid value for 'content': expected a string, got null."
        raise BadRequest(text, f"{path}.content")
    if content is not None and not isinstance(content, str | list):
        raise _wrong_type(f"{path}.content", "one of a string or array of objects", content)


def _check_calls(calls: object, path: str) -> list[str]:
    """The ids of the notes in one assistant message."""
    if not isinstance(calls, list):
        raise _wrong_type(f"{path}.tool_calls", "an array of objects", calls)
    if not calls:
        raise _too_short(f"{path}.tool_calls")
    ids = []
    for index, call in enumerate(calls):
        here = f"{path}.tool_calls[{index}]"
        if not isinstance(call, dict):
            raise _wrong_type(here, "an object", call)
        if call.get("type") != "function":
            raise _missing(f"{here}.type")
        function = call.get("function")
        if not isinstance(function, dict):
            raise _missing(f"{here}.function")
        ids.append(_text(call.get("id"), f"{here}.id"))
        _text(function.get("name"), f"{here}.function.name")
        _text(function.get("arguments"), f"{here}.function.arguments")
    return ids


def _text(value: object, path: str) -> str:
    if value is None:
        raise _missing(path)
    if not isinstance(value, str):
        raise _wrong_type(path, "a string", value)
    return value


def _close(message: Mapping[str, Any], path: str, open_ids: list[str], *, any_asked: bool) -> None:
    call_id = _text(message.get("tool_call_id"), f"{path}.tool_call_id")
    if not any_asked:
        text = (
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
        )
        raise BadRequest(text, f"{path}.role")
    if call_id not in open_ids:
        text = f"Invalid parameter: 'tool_call_id' of '{call_id}' not found in 'tool_calls' of previous message."
        raise BadRequest(text, f"{path}.tool_call_id")
    open_ids.remove(call_id)
    _check_content(message, path, optional=False)


def _unanswered(index: int, ids: list[str]) -> BadRequest:
    return BadRequest(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        f"The following tool_call_ids did not have response messages: {', '.join(ids)}",
        f"messages[{index}].tool_calls",
    )


def _missing(path: str) -> BadRequest:
    return BadRequest(f"Missing required parameter: '{path}'.", path, "missing_required_parameter")


def _too_short(path: str) -> BadRequest:
    message = f"Invalid '{path}': empty array. Expected an array with minimum length 1, but got an empty array instead."
    return BadRequest(message, path, "empty_array")


def _wrong_type(path: str, expected: str, got: object) -> BadRequest:
    words = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    found = words.get(type(got), "a number")
    return BadRequest(f"Invalid type for '{path}': expected {expected}, but got {found} instead.", path, "invalid_type")


def _bad_value(path: str, got: object, allowed: tuple[str, ...]) -> BadRequest:
    *others, last = (f"'{value}'" for value in allowed)
    listed = f"{', '.join(others)}, and {last}" if others else last
    return BadRequest(f"Invalid value: '{got}'. Supported values are: {listed}.", path, "invalid_value")
