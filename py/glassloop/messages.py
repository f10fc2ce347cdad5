"""The transcript and its messages. Knows no wire format, no event and no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A note: the model's request to run one tool.

    `arguments` is the text the model wrote, untouched: it may be empty, cut off or no JSON at all. `cut_off` says that
    the server stopped the model at a limit while it was writing them; they are never run then, whole as they may look.
    """

    id: str
    name: str
    arguments: str
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class UserMessage:
    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """What the model said. `text` is empty when it only wrote notes."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """What goes back to the model for one note, under the note's own id."""

    call_id: str
    name: str
    content: str


Message = UserMessage | AssistantMessage | ToolMessage

# The only memory of a conversation. The system prompt is not in it: it is sent each time and never stored.
Transcript = tuple[Message, ...]
