"""How a turn ends when no more rounds follow, and the words that ask a silent model once more. Pure."""

from __future__ import annotations

from glassloop.events import Answer, Failure, Stopped
from glassloop.jsontext import shorten
from glassloop.messages import AssistantMessage, ToolMessage, Transcript, UserMessage

NUDGE = UserMessage("You have not written an answer. Write it now, from what you have.")


def failed(failure: Failure) -> Stopped:
    return Stopped("connection", f"{failure.what} {failure.advice}", failure.server_words)


def out_of_rounds(stuck: str) -> Stopped:
    """Every round went by in notes, each of them answered. `stuck`: the agent's own words for that."""
    return Stopped("round-cap", stuck)


def ending(message: AssistantMessage, transcript: Transcript, model: str, rounds: int) -> Answer | Stopped:
    """`message` is the model's last word: an answer, one note too many, or nothing."""
    if message.text:
        return Answer(message.text, model)
    if message.calls:
        return Stopped("round-cap", f"The model still wanted a tool after {rounds} rounds, so the loop stopped here.")
    said = "The model stopped without writing an answer."
    results = [each for each in transcript if isinstance(each, ToolMessage)]
    if results and isinstance(transcript[-1], ToolMessage):
        return Stopped(
            "empty-answer", f"{said} The result of {results[-1].name} was: {shorten(results[-1].content, 500)}"
        )
    return Stopped("empty-answer", f"{said} Ask again, or in other words.")
