"""Keeps what is sent of a conversation within a budget of tokens, and never splits a call from its answer. Pure.

What is left out are the oldest turns, each as a whole. The question that is being answered always stays, and so does
its latest round; where its own turn is longer than the budget, the oldest rounds of it go. A token is counted as about
four characters: no model's own way of counting is known here.
"""

from __future__ import annotations

from collections.abc import Iterable

from glassloop.agent import Kept
from glassloop.messages import AssistantMessage, Message, ToolMessage, Transcript, UserMessage

CHARACTERS_PER_TOKEN = 4
# Role and separators: what every message costs before its first word.
OF_EACH = 4


def tokens_of(message: Message) -> int:
    """An estimate, in tokens."""
    return OF_EACH + -(-len(_written(message)) // CHARACTERS_PER_TOKEN)


def trim(transcript: Transcript, budget_tokens: int) -> Kept:
    """`transcript` cut to about `budget_tokens`, and a note on what was left out."""
    *older, current = _turns(transcript) or [()]
    kept = _newest_rounds(current, budget_tokens)
    for turn in reversed(older):
        if _cost((*turn, *kept)) > budget_tokens:
            break
        kept = (*turn, *kept)
    missing = len(transcript) - len(kept)
    if missing == 0:
        return Kept(transcript)
    tokens = _cost(transcript) - _cost(kept)
    said = "1 message was" if missing == 1 else f"{missing} messages were"
    return Kept(kept, (f"{said} left out (the oldest, ≈{tokens:,} tokens): the history has {budget_tokens:,} tokens.",))


def _written(message: Message) -> str:
    match message:
        case UserMessage(text):
            return text
        case AssistantMessage(text=text, calls=calls):
            return text + "".join(call.id + call.name + call.arguments for call in calls)
        case ToolMessage(call_id=call_id, content=content):
            return call_id + content


def _turns(transcript: Transcript) -> list[Transcript]:
    """A question with all that followed from it."""
    turns: list[Transcript] = []
    for message in transcript:
        if isinstance(message, UserMessage) or not turns:
            turns.append((message,))
        else:
            turns[-1] = (*turns[-1], message)
    return turns


def _newest_rounds(turn: Transcript, budget_tokens: int) -> Transcript:
    question, kept = turn[:1], Transcript()
    for block in reversed(_blocks(turn[1:])):
        if kept and _cost((*question, *block, *kept)) > budget_tokens:
            break
        kept = (*block, *kept)
    return (*question, *kept)


def _blocks(messages: Transcript) -> list[Transcript]:
    """What may not be torn apart: notes with all of their results; words."""
    blocks: list[Transcript] = []
    for message in messages:
        if isinstance(message, ToolMessage) and blocks:
            blocks[-1] = (*blocks[-1], message)
        else:
            blocks.append((message,))
    return blocks


def _cost(messages: Iterable[Message]) -> int:
    return sum(map(tokens_of, messages))
