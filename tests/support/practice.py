"""Conversations with the practice model over its transport: a plain loop, written apart from every loop that ships."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL, PracticeModel
from glassloop.transport import HttpRequest

Json = dict[str, Any]
Functions = Mapping[str, Callable[..., object]]

NUMBER = {"type": "number"}
TEXT = {"type": "string"}


def tool(name: str, description: str = "", **properties: Json) -> Json:
    """One entry of a menu; every parameter is required."""
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


MENU = [
    tool("add", "Add two numbers.", a=NUMBER, b=NUMBER),
    tool("upper", "Write a text in capital letters.", text=TEXT),
]
FUNCTIONS: Functions = {"add": lambda a, b: a + b, "upper": lambda text: text.upper()}


async def _send(
    method: str, path: str, body: bytes, pause: Callable[[float], Awaitable[None]] | None
) -> tuple[int, bytes]:
    model = PracticeModel() if pause is None else PracticeModel(pause)
    response = await model.send(HttpRequest(method, PRACTICE_URL + path, (), body))
    return response.status, b"".join([chunk async for chunk in response.body])


def send(
    body: Json | bytes,
    method: str = "POST",
    path: str = "/chat/completions",
    pause: Callable[[float], Awaitable[None]] | None = None,
) -> tuple[int, bytes]:
    """Status and whole body."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return asyncio.run(_send(method, path, raw, pause))


def request(messages: list[Json], menu: list[Json] | None = None, **more: object) -> Json:
    body: Json = {"model": PRACTICE_MODEL, "messages": messages, **more}
    return {**body, "tools": menu} if menu else body


def complete(messages: list[Json], menu: list[Json] | None = None, **more: object) -> Json:
    """The parsed completion. Fails where the server does."""
    status, raw = send(request(messages, menu, **more))
    assert status == 200, raw
    completion = json.loads(raw)
    assert isinstance(completion, dict)
    return completion


@dataclass
class Played:
    """`rounds`: the notes of each round as (tool, arguments text). `answer` is None where the rounds ran out."""

    answer: str | None = None
    rounds: list[list[tuple[str, str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)

    @property
    def notes(self) -> list[tuple[str, str]]:
        return [note for notes in self.rounds for note in notes]


Run = Callable[[Functions, str, str], str]


def play(
    question: str,
    menu: list[Json] = MENU,
    functions: Functions = FUNCTIONS,
    cap: int = 8,
    *,
    messages: list[Json] | None = None,
    run: Run | None = None,
) -> Played:
    """Ask, run what is asked for, ask again. `messages`: the conversation so far, which grows by this turn."""
    messages, run = [] if messages is None else messages, run or _run
    messages.append({"role": "user", "content": question})
    played = Played()
    for _ in range(cap):
        message = complete(messages, menu)["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            played.answer = message["content"]
            return played
        played.rounds.append([])
        for call in message["tool_calls"]:
            name, arguments = call["function"]["name"], call["function"]["arguments"]
            content = run(functions, name, arguments)
            played.rounds[-1].append((name, arguments))
            played.ids.append(call["id"])
            played.contents.append(content)
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return played


def _run(functions: Functions, name: str, arguments: str) -> str:
    if name not in functions:
        return json.dumps({"error": "unknown_tool", "message": f"There is no {name} here."})
    try:
        return json.dumps(functions[name](**json.loads(arguments)))
    except Exception as error:
        return json.dumps({"error": "raised", "message": f"{type(error).__name__}: {error}"})
