"""What the practice model sees: the question, the menu, its notes with their results. Knows no rule, keeps no state.

Everything is read from the body of one request that `check` has accepted; nothing is remembered between requests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from glassloop.messages import ToolCall

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """`type` and `items` are JSON Schema's words, empty where the schema doesn't say. `choices`: an enum's strings."""

    name: str
    type: str
    required: bool
    description: str = ""
    items: str = ""
    choices: tuple[str, ...] = ()

    @property
    def numeric(self) -> bool:
        return self.type in ("number", "integer")


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    description: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A note and the result that came back under its id."""

    call: ToolCall
    content: str


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question: what was run for it, and the answer."""

    question: str
    answered: tuple[Answered, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Scene:
    """`answered`: since the question, in the order of the notes. `must_ask` names a tool, or "*" for any of them."""

    question: str
    menu: tuple[Tool, ...]
    answered: tuple[Answered, ...] = ()
    earlier: tuple[Turn, ...] = ()
    system: str = ""
    may_ask: bool = True
    must_ask: str = ""
    one_note: bool = False

    def tool(self, name: str) -> Tool | None:
        return next((tool for tool in self.menu if tool.name == name), None)


def read_scene(body: Json) -> Scene:
    """`body` is one that `check` let pass."""
    turns: list[Turn] = [Turn("", (), "")]
    system: list[str] = []
    for message in body["messages"]:
        text = text_of(message.get("content"))
        match message["role"]:
            case "system" | "developer":
                system.append(text)
            case "user":
                turns.append(Turn(text, (), ""))
            case "assistant":
                turns[-1] = _with_reply(turns[-1], message, text)
            case "tool":
                turns[-1] = _with_result(turns[-1], message, text)
            case _:  # "function": from before there were notes; nothing here needs it
                pass
    *earlier, last = turns
    choice = body.get("tool_choice") or "auto"
    menu = tuple(_tool(entry["function"]) for entry in body.get("tools") or ())
    return Scene(
        question=last.question,
        menu=menu,
        answered=last.answered,
        earlier=tuple(earlier[1:]),
        system="\n".join(system),
        may_ask=bool(menu) and choice != "none",
        must_ask=_forced(choice),
        one_note=body.get("parallel_tool_calls") is False,
    )


def text_of(content: object) -> str:
    """A message's text, which may come in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "\n".join(part for part in parts if isinstance(part, str))
    return ""


def _with_reply(turn: Turn, message: Json, text: str) -> Turn:
    notes = tuple(
        Answered(ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"]), "")
        for call in message.get("tool_calls") or ()
    )
    return Turn(turn.question, turn.answered + notes, text or turn.answer)


def _with_result(turn: Turn, message: Json, text: str) -> Turn:
    """The result belongs to the last note with its id: ids may come again in a later round."""
    answered = list(turn.answered)
    for index in range(len(answered) - 1, -1, -1):
        if answered[index].call.id == message["tool_call_id"]:
            answered[index] = Answered(answered[index].call, text)
            break
    return Turn(turn.question, tuple(answered), turn.answer)


def _forced(choice: object) -> str:
    if choice == "required":
        return "*"
    return str(choice["function"]["name"]) if isinstance(choice, Mapping) else ""


def _tool(function: Json) -> Tool:
    schema: Json = function.get("parameters") or {}
    properties: Json = schema.get("properties") or {}
    required = schema.get("required") or ()
    return Tool(
        name=function["name"],
        description=str(function.get("description") or ""),
        parameters=tuple(
            _parameter(name, _resolved(part, schema), name in required) for name, part in properties.items()
        ),
    )


def _parameter(name: str, part: Json, required: bool) -> Parameter:
    items = part.get("items")
    return Parameter(
        name=name,
        type=_type(part),
        required=required,
        description=str(part.get("description") or ""),
        items=_type(items) if isinstance(items, Mapping) else "",
        choices=tuple(choice for choice in part.get("enum") or () if isinstance(choice, str)),
    )


def _type(part: Json) -> str:
    named = part.get("type")
    names = [named] if isinstance(named, str) else [name for name in named or () if isinstance(name, str)]
    return next((name for name in names if name != "null"), "")


def _resolved(part: object, schema: Json) -> Json:
    """Follow a `$ref` into `$defs`; of an `anyOf`, as optional values have, take the first branch that isn't null."""
    if not isinstance(part, Mapping):
        return {}
    reference = part.get("$ref")
    if isinstance(reference, str):
        found = (schema.get("$defs") or {}).get(reference.rpartition("/")[2])
        return {**found, **part} if isinstance(found, Mapping) else part
    for branch in part.get("anyOf") or ():
        if isinstance(branch, Mapping) and branch.get("type") != "null":
            return {**_resolved(branch, schema), "description": part.get("description", "")}
    return part
