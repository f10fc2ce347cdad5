"""What of the conversation goes with each request. Knows messages and tokens; refuses to know weather.

Two rules hold it together: a note goes back before its result, and every note has a result. Here they can be broken.
"""

from dataclasses import replace

from glassloop.agent import Kept
from glassloop.messages import AssistantMessage, ToolMessage
from glassloop.trimming import trim


def history_for(rules):
    """The function that the agent's loop asks before every request."""

    def history(transcript):
        kept = Kept(transcript) if rules.trim == "off" else trim(transcript, int(rules.trim))
        if not rules.every_call:
            kept = without(kept, late_results(kept.transcript), "Only the first note of a reply got its result.")
        if not rules.notes_kept:
            kept = without(kept, with_notes(kept.transcript), "The model's notes were left out before their results.")
        return kept

    return history


def without(kept, dropped, said):
    if not dropped:
        return kept
    transcript = tuple(message for message in kept.transcript if message not in dropped)
    return replace(kept, transcript=transcript, notes=(*kept.notes, said))


def with_notes(transcript):
    return [message for message in transcript if isinstance(message, AssistantMessage) and message.calls]


def late_results(transcript):
    """The results of all notes but the first of each reply, as in a program that reads `tool_calls[0]` and no more."""
    late = {call.id for message in with_notes(transcript) for call in message.calls[1:]}
    return [message for message in transcript if isinstance(message, ToolMessage) and message.call_id in late]
