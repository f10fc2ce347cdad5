"""Where requests go and how they are asked: a value. Holds a placeholder, never a key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Which of OpenAI's two APIs the server speaks: Chat Completions or Responses.
Format = Literal["chat", "responses"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`base_url` has no slash at its end: the path of the format is added to it. `api_key` is what Python may send.

    `habits`: what was learned of this server and model before, as `wire.habits` writes it; empty when nothing was.
    """

    base_url: str
    api_key: str
    model: str
    stream: bool
    format: Format = "chat"
    habits: str = ""
