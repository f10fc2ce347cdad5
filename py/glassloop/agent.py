"""What an agent is: a system prompt, a dict of tools and its limits. A value; it runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from glassloop.messages import Transcript
from glassloop.tools import Tool, tool


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a transcript goes with a request, and, in words for the reader, what was done to it."""

    transcript: Transcript
    notes: tuple[str, ...] = ()

    def then(self, more: Transcript) -> Kept:
        """With `more` at the end, whatever was kept."""
        return replace(self, transcript=(*self.transcript, *more))


@dataclass(frozen=True)
class Agent:
    """`tools` are typed functions, or `Tool`s made by hand; `registry` is the dict that dispatch looks in.

    `max_rounds` counts requests within one turn; the last of them forbids tools, so that the model has to answer. With
    `stuck` it is no different from the others: the turn then ends with these words. `tool_timeout_s`: seconds that an
    async tool may take. `history` chooses what of the transcript is sent; the transcript itself stays whole.
    `repairs`: whether messages that a strict server would refuse are put right before they are sent.

    Raises `ValueError` when two tools share a name or a function can't be made a tool.
    """

    system: str = ""
    tools: Sequence[Tool | Callable[..., Any]] = ()
    max_rounds: int = 5
    tool_timeout_s: float = 30.0
    stuck: str = ""
    history: Callable[[Transcript], Kept] = Kept
    repairs: bool = True
    registry: Mapping[str, Tool] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.max_rounds < 1:
            raise ValueError("max_rounds must be at least 1: the first request is a round too.")
        registry: dict[str, Tool] = {}
        for given in self.tools:
            made = given if isinstance(given, Tool) else tool(given)
            if made.name in registry:
                raise ValueError(f"Two tools are called {made.name!r}. Give one of them another name.")
            registry[made.name] = made
        object.__setattr__(self, "registry", registry)
