"""Which result answers which call: every call answered, right after, once. Refuses to know what stands in them.

Both the linter and the repair go by the same `pair`: a result belongs to the latest call before it that bears its id
and has none yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from glassloop.wire.findings import Finding

Message = dict[str, Any]


@dataclass(slots=True)
class Slot:
    """One call of an assistant message; `result` is the index of the message that answers it."""

    call: Message
    result: int | None = None

    @property
    def id(self) -> str:
        value = self.call.get("id")
        return value if isinstance(value, str) else ""


@dataclass(slots=True)
class Block:
    """An assistant message with calls, by index. `nameless` are results without an id that stand in it."""

    index: int
    slots: list[Slot]
    nameless: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Pairs:
    """`duplicates` maps a result to the earlier one for the same call; `late` are those with messages in between."""

    blocks: list[Block] = field(default_factory=list)
    orphans: list[int] = field(default_factory=list)
    duplicates: dict[int, int] = field(default_factory=dict)
    late: list[int] = field(default_factory=list)


def pair(messages: list[Any]) -> Pairs:
    """Total: what is no message, and calls that are no list, are passed over."""
    pairs = Pairs()
    waiting: dict[str, list[Slot]] = {}
    answered: dict[str, int] = {}
    unbroken = False
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "tool":
            _place(index, message, pairs, waiting, answered, unbroken)
            continue
        unbroken = False
        if role == "assistant" and (calls := calls_of(message)):
            block = Block(index, [Slot(call) for call in calls])
            pairs.blocks.append(block)
            unbroken = True
            for slot in reversed(block.slots):
                if slot.id:
                    waiting.setdefault(slot.id, []).append(slot)
    for block in pairs.blocks:
        _place_nameless(block)
    return pairs


def calls_of(message: Message) -> list[Message]:
    calls = message.get("tool_calls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _place(
    index: int,
    message: Message,
    pairs: Pairs,
    waiting: dict[str, list[Slot]],
    answered: dict[str, int],
    unbroken: bool,
) -> None:
    wanted = message.get("tool_call_id")
    if not isinstance(wanted, str) or not wanted:
        if unbroken:
            pairs.blocks[-1].nameless.append(index)
        else:
            pairs.orphans.append(index)
    elif waiting.get(wanted):
        slot = waiting[wanted].pop()
        slot.result = index
        answered[wanted] = index
        if not (unbroken and any(slot is each for each in pairs.blocks[-1].slots)):
            pairs.late.append(index)
    elif wanted in answered:
        pairs.duplicates[index] = answered[wanted]
    else:
        pairs.orphans.append(index)


def _place_nameless(block: Block) -> None:
    """Results without an id, in their order, where exactly as many calls wait; else it would be a guess."""
    empty = [slot for slot in block.slots if slot.result is None]
    if len(empty) == len(block.nameless):
        for slot, index in zip(empty, block.nameless, strict=True):
            slot.result = index


def lint_pairing(messages: list[Any]) -> Iterator[Finding]:
    pairs = pair(messages)
    yield from _lint_ids(pairs)
    for block in pairs.blocks:
        yield from _lint_answers(block, pairs)
    for index, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "tool":
            yield from _lint_result(index, message, pairs)


def _lint_ids(pairs: Pairs) -> Iterator[Finding]:
    seen: set[str] = set()
    for block in pairs.blocks:
        for place, slot in enumerate(block.slots):
            if slot.id in seen:
                yield Finding(
                    "duplicate-call-id", "error", block.index, f"messages[{block.index}].tool_calls[{place}].id",
                    f"Two notes have the id {slot.id}, so a result could belong to either.",
                    "The later note, and its result, get an id of their own.",
                    f"Duplicate value for 'tool_call_id' of '{slot.id}' in message[{block.index}]",
                )  # fmt: skip
            elif slot.id:
                seen.add(slot.id)


def _lint_answers(block: Block, pairs: Pairs) -> Iterator[Finding]:
    missing = [slot.id for slot in block.slots if slot.result is None and slot.id]
    at = f"messages[{block.index}].tool_calls"
    if missing:
        yield Finding(
            "unanswered-call", "error", block.index, at,
            f"{'A note has' if len(missing) == 1 else f'{len(missing)} notes have'} no result after it.",
            "A result is added that says the run was stopped.", _not_followed(missing),
        )  # fmt: skip
    results = [slot.result for slot in block.slots if slot.result is not None and slot.result not in pairs.late]
    if results != sorted(results):
        yield Finding(
            "result-order", "warning", block.index, at,
            "The results stand in another order than their notes; servers that go by order would mix them up.",
            "They are put into the order of the notes.",
            "Not the same number of function calls and responses", "Mistral",
        )  # fmt: skip


def _lint_result(index: int, message: Message, pairs: Pairs) -> Iterator[Finding]:
    wanted, at = message.get("tool_call_id"), f"messages[{index}].tool_call_id"
    if not isinstance(wanted, str) or not wanted:
        yield Finding(
            "result-without-id", "error", index, at, "The result does not say which note it answers.",
            "It is given the id of the note it stands behind; where that would be a guess it is left out.",
            "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
        )  # fmt: skip
    elif index in pairs.orphans:
        yield Finding(
            "orphan-result", "error", index, at, f"No note before this result has the id {wanted}.",
            "It is left out.",
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
            "with 'tool_calls'.",
        )  # fmt: skip
    elif index in pairs.duplicates:
        first = pairs.duplicates[index]
        yield Finding(
            "duplicate-result", "error", index, at, f"The note {wanted} has a result already.",
            "It is left out; the first result stays.",
            f"Invalid parameter: Duplicate value for 'tool_call_id' of '{wanted}', "
            f"in messages[{first}] and messages[{index}].",
        )  # fmt: skip
    elif index in pairs.late:
        yield Finding(
            "late-result", "error", index, at,
            "Another message stands between a note and its result; results come right after their notes.",
            "The result is moved up to its note.", _not_followed([wanted]),
        )  # fmt: skip


def _not_followed(ids: list[str]) -> str:
    return (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        f"The following tool_call_ids did not have response messages: {', '.join(ids)}"
    )
