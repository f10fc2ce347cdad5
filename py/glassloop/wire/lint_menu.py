"""The rules for `tools` and `tool_choice`. Refuses to know messages, but for whether they hold notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from glassloop.wire.findings import (
    Finding,
    Rule,
    Server,
    empty_array,
    kind_of,
    missing,
    too_long,
    wrong_name,
    wrong_type,
)
from glassloop.wire.lint_calls import CALL_NAME, MAX_NAME
from glassloop.wire.pairing import calls_of


def lint_menu(body: Mapping[str, Any]) -> Iterator[Finding]:
    tools = body.get("tools")
    if tools is None:
        yield from _lint_no_menu(body)
    elif not isinstance(tools, list):
        yield _error("malformed-tool", "tools", f"The menu is {kind_of(tools)}, not a list.",
                     wrong_type("tools", "an array of objects", tools))  # fmt: skip
        return
    elif not tools:
        yield _error("empty-menu", "tools", "The menu is an empty list; without tools it is left out.",
                     empty_array("tools"))  # fmt: skip
    names: set[str] = set()
    for place, tool in enumerate(tools or ()):
        yield from _lint_tool(tool, f"tools[{place}]", names)
    if "tool_choice" in body:
        yield from _lint_choice(body["tool_choice"], names, bool(tools))


def _error(rule: Rule, where: str, problem: str, strict: str, server: Server = "OpenAI") -> Finding:
    return Finding(rule, "error", None, where, problem, "", strict, server)


def _lint_no_menu(body: Mapping[str, Any]) -> Iterator[Finding]:
    messages = body.get("messages")
    if isinstance(messages, list) and any(isinstance(each, dict) and calls_of(each) for each in messages):
        yield Finding(
            "no-menu", "warning", None, "tools",
            "The messages hold notes, but the request has no menu; some servers refuse such a history.", "",
            "litellm.UnsupportedParamsError: Anthropic expects the `tools=` param to be passed in.", "LiteLLM",
        )  # fmt: skip


def _lint_tool(tool: object, at: str, names: set[str]) -> Iterator[Finding]:
    if not isinstance(tool, dict):
        yield _error(
            "malformed-tool", at, f"A tool is {kind_of(tool)}, not an object.", wrong_type(at, "an object", tool)
        )
        return
    kind, function = tool.get("type"), tool.get("function")
    if kind is None:
        yield _error("malformed-tool", f"{at}.type", "A tool does not say its type, which is `function`.",
                     missing(f"{at}.type"))  # fmt: skip
    elif kind != "function":
        yield Finding(
            "malformed-tool", "warning", None, f"{at}.type",
            f"A tool is of the type {kind!r}; most servers know functions only.", "",
            f"Invalid value: '{kind}'. Supported values are: 'function'.",
        )  # fmt: skip
        return
    if not isinstance(function, dict):
        flat = "name" in tool and function is None
        yield _error(
            "malformed-tool", f"{at}.function",
            "The tool is written as the Responses API has it; here its name and parameters stand inside `function`."
            if flat else "A tool has no `function` part.",
            missing(f"{at}.function") if function is None else wrong_type(f"{at}.function", "an object", function),
        )  # fmt: skip
        return
    yield from _lint_name(function.get("name"), f"{at}.function.name", names)
    if "description" in function and not isinstance(function["description"], str):
        here = f"{at}.function.description"
        yield _error("malformed-tool", here, f"The description is {kind_of(function['description'])}, not a text.",
                     wrong_type(here, "a string", function["description"]))  # fmt: skip
    yield from _lint_parameters(function, f"{at}.function.parameters")


def _lint_name(name: object, at: str, names: set[str]) -> Iterator[Finding]:
    if not isinstance(name, str) or not name:
        yield _error("tool-name", at, "A tool has no name.", missing(at))
        return
    if not CALL_NAME.fullmatch(name):
        bad = re.search(r"[^a-zA-Z0-9_-]", name)
        yield _error("tool-name", at, f"A tool's name may hold letters, digits, _ and - only, at most {MAX_NAME}.",
                     wrong_name(at) if bad else too_long(at, MAX_NAME, name))  # fmt: skip
    elif not (name[0].isalpha() or name[0] == "_"):
        yield Finding(
            "tool-name", "warning", None, at, "The name does not begin with a letter; Gemini refuses that.", "",
            f"Invalid function name. Must start with a letter or an underscore: {name}", "Gemini",
        )  # fmt: skip
    if name in names:
        yield _error("duplicate-tool", at, f"Two tools have the name {name}.", "tools: Tool names must be unique.",
                     "Anthropic")  # fmt: skip
    names.add(name)


def _lint_parameters(function: Mapping[str, Any], at: str) -> Iterator[Finding]:
    name, parameters = function.get("name"), function.get("parameters")
    if parameters is None:
        yield Finding(
            "no-parameters", "warning", None, at, "The tool shows no parameters; some servers want an empty object.",
            "", "Field required", "Mistral",
        )  # fmt: skip
        return
    trouble = _schema_trouble(parameters)
    if trouble:
        problem, strict = trouble
        yield _error("tool-schema", at, problem, f"Invalid schema for function '{name}': {strict}")


def _schema_trouble(schema: object) -> tuple[str, str] | None:
    """The first thing that is wrong with a tool's parameters: for a learner, and as OpenAI says it."""
    if not isinstance(schema, dict):
        return f"The parameters are {kind_of(schema)}, not a schema.", f"{schema!r} is not of type 'object', 'boolean'."
    if schema.get("type") != "object":
        got = schema.get("type")
        return (
            "The parameters are not the schema of an object.",
            f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{got}\"'.",
        )
    if "properties" not in schema:
        return "The parameters have no `properties`.", "In context=(), object schema missing properties."
    # Not recursive: schemas nest as deep as their author likes.
    stack: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    while stack:
        context, part = stack.pop()
        if not isinstance(part, dict):
            where = ".".join(context)
            return f"The schema of {where} is {kind_of(part)}.", f"{part!r} is not of type 'object', 'boolean'."
        properties = part.get("properties", {})
        if not isinstance(properties, dict):
            return "`properties` is not an object.", f"{properties!r} is not of type 'object'."
        required = part.get("required", [])
        if not isinstance(required, list) or not all(isinstance(each, str) for each in required):
            return "`required` is not a list of names.", f"{required!r} is not of type 'array'."
        if part.get("type") == "array" and "items" not in part:
            where = ".".join(step for step in context if step != "properties")
            return f"The list {where} does not say what its items are.", (
                f"In context={context!r}, array schema missing items."
            )
        stack += [((*context, "properties", str(key)), inner) for key, inner in properties.items()
                  if not isinstance(inner, bool)]  # fmt: skip
        if isinstance(part.get("items"), dict):
            stack.append(((*context, "items"), part["items"]))
    return None


def _lint_choice(choice: object, names: set[str], offered: bool) -> Iterator[Finding]:
    trouble = _choice_trouble(choice, names) if offered else _CHOICE_ALONE
    if trouble:
        problem, strict = trouble
        yield _error("tool-choice", "tool_choice", problem, strict)


_CHOICE_ALONE = (
    "`tool_choice` stands in a request without tools.",
    "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
)


def _choice_trouble(choice: object, names: set[str]) -> tuple[str, str] | None:
    """For a learner, and as OpenAI says it (Groq, where it is null)."""
    match choice:
        case "none" | "auto" | "required":
            return None
        case str():
            return (
                f"`tool_choice` can't be {choice!r}.",
                f"Invalid value: '{choice}'. Supported values are: 'none', 'auto', and 'required'.",
            )
        case {"type": "function", "function": {"name": str(name)}}:
            if name in names:
                return None
            return (
                f"`tool_choice` names {name}, which is not on the menu.",
                f"Tool choice '{name}' not found in 'tools' parameter.",
            )
        case dict():
            return "`tool_choice` does not name a function.", missing("tool_choice.function")
        case _:
            return (
                f"`tool_choice` is {kind_of(choice)}.",
                "Only allowed string values for 'tool_choice' are none, auto, and required",
            )
