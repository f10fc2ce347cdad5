"""The transcript and its messages. Knows no wire format, no event and no I/O."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A note: the model's request to run one tool.

    `arguments` is the text the model wrote, untouched: it may be empty, cut off or no JSON at all. `cut_off` says that
    the server stopped the model at a limit while it was writing them; they are never run then, whole as they may look.
    `extra` is the text of a JSON object: what else the server put on the note and must get back, such as a signature of
    the model's thoughts. Empty when there is nothing.
    """

    id: str
    name: str
    arguments: str
    cut_off: bool = False
    extra: str = ""


@dataclass(frozen=True, slots=True)
class UserMessage:
    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """What the model said. `text` is empty when it only wrote notes.

    `extra` is the text of a JSON object: what else the server sent and must get back, such as the model's reasoning.
    `source` says who said it, as base URL, space, model: what is extra, here and on the notes, goes back to the same
    source and to no other, because others refuse it. Both are empty when there is nothing to keep or nobody to name.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    extra: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """What goes back to the model for one note, under the note's own id."""

    call_id: str
    name: str
    content: str


Message = UserMessage | AssistantMessage | ToolMessage

# The only memory of a conversation. The system prompt is not in it: it is sent each time and never stored.
Transcript = tuple[Message, ...]
