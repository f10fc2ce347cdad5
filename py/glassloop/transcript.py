"""How a transcript grows, one event at a time, and how it is made valid again. Pure; knows no wire format.

The loop and the page's history use the same `advance`: a transcript is only ever the fold of what happened, so a
Python that was killed in mid-turn loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from glassloop.events import Event, LlmResponse, Question, Reply, Stopped, ToolResult
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage

UNANSWERED = "I was stopped before I could answer."
INTERRUPTED = '{"ok": false, "error": "interrupted", "message": "The run was stopped before this tool answered."}'


def advance(transcript: Transcript, event: Event) -> Transcript:
    """The transcript after `event`. Whatever comes, `close(advance(...))` is a list that strict providers accept."""
    match event:
        case Question(text=text):
            return (*close(transcript), UserMessage(text))
        case LlmResponse(result=Reply(message=AssistantMessage(text="", calls=()))):
            return transcript  # an empty assistant message is refused by providers when it is sent back
        case LlmResponse(result=Reply(message=message)):
            return (*close(transcript), message)
        case ToolResult(call_id=call_id, name=name, content=content) if call_id in pending_ids(transcript):
            return (*transcript, ToolMessage(call_id, name, content))
        case Stopped(reason=reason, message=message):
            return _ended(close(transcript), message if reason == "round-cap" else UNANSWERED)
        case _:
            return transcript


def _ended(transcript: Transcript, words: str) -> Transcript:
    """Strict servers take no question right after a result: what ended the turn is said there in the model's place."""
    if transcript and isinstance(transcript[-1], ToolMessage):
        return (*transcript, AssistantMessage(words))
    return transcript


def fold(events: Iterable[Event]) -> Transcript:
    """The transcript of a whole history, with nothing left unanswered."""
    transcript: Transcript = ()
    for event in events:
        transcript = advance(transcript, event)
    return close(transcript)


def close(transcript: Transcript) -> Transcript:
    """Every note answered, each in its place: what got no result is said to have been interrupted."""
    missing = tuple(ToolMessage(call.id, call.name, INTERRUPTED) for call in _pending(transcript))
    return (*transcript, *missing)


def pending_ids(transcript: Transcript) -> frozenset[str]:
    """The ids of the notes that still wait for a result."""
    return frozenset(call.id for call in _pending(transcript))


def call_ids(transcript: Transcript) -> frozenset[str]:
    """Every id that a note in the transcript bears."""
    return frozenset(c.id for m in transcript if isinstance(m, AssistantMessage) for c in m.calls)


def _pending(transcript: Transcript) -> tuple[ToolCall, ...]:
    answered: set[str] = set()
    for message in reversed(transcript):
        match message:
            case ToolMessage(call_id=call_id):
                answered.add(call_id)
            case AssistantMessage(calls=calls):
                return tuple(call for call in calls if call.id not in answered)
            case UserMessage():
                return ()
    return ()
