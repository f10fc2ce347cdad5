"""What a server must get back beside text and notes: kept as it arrives, read back when it is sent. Pure.

Refuses to know who gets it: a request builder echoes only to the source that a message came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from glassloop.jsontext import read_json, write_json

# Fields of an assistant's message that servers want back: reasoning, under the names they give it, and its signatures.
_FIELDS = (
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking_blocks",
    "thinking_signature",
    "thought_signature",
    "extra_content",
)
_ECHOED = frozenset(_FIELDS)
# These come in fragments; signatures and whatever else is there come whole.
_GROWING = frozenset({"reasoning_content", "reasoning"})
_GROWING_IN_BLOCKS = ("text", "summary", "thinking")
# What a note is read from; anything else on it is unknown, and may be wanted back.
_CALL_KEYS = frozenset({"index", "id", "type", "function", "name", "arguments", "input", "parameters", "custom"})
_FUNCTION_KEYS = frozenset({"index", "name", "arguments", "input", "parameters"})


@dataclass(slots=True)
class _Block:
    """One entry of a list such as `reasoning_details`, in a stream spread over several."""

    rest: dict[str, Any]
    pieces: dict[str, list[str]] = field(default_factory=dict)

    def add(self, entry: dict[str, Any]) -> None:
        for key, value in entry.items():
            if key in _GROWING_IN_BLOCKS and isinstance(value, str):
                self.rest.setdefault(key, None)  # its place among the keys
                self.pieces.setdefault(key, []).append(value)
            else:
                merge(self.rest, {key: value})

    def whole(self) -> dict[str, Any]:
        return {**self.rest, **{key: "".join(pieces) for key, pieces in self.pieces.items()}}


class MessageExtra:
    """`add` each piece of a message in order; `text` is what to keep of them all."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._blocks: dict[str, list[_Block]] = {}
        self._rest: dict[str, Any] = {}

    def add(self, message: dict[str, Any], *, whole: bool) -> None:
        """`whole`: a message in one piece, in whose lists every entry is complete."""
        if _ECHOED.isdisjoint(message):
            return
        for key in _FIELDS:
            value = message.get(key)
            if value is None or value in ("", []):
                continue
            if key in _GROWING and isinstance(value, str):
                self._texts.setdefault(key, []).append(value)
            elif isinstance(value, list):
                self._add_blocks(self._blocks.setdefault(key, []), value, whole)
            else:
                merge(self._rest, {key: value})

    def text(self) -> str:
        """The text of a JSON object; empty when there is nothing to keep."""
        found: dict[str, Any] = {key: "".join(pieces) for key, pieces in self._texts.items()}
        found |= {key: [block.whole() for block in blocks] for key, blocks in self._blocks.items()}
        found |= self._rest
        return write_json({key: found[key] for key in _FIELDS if key in found}) if found else ""

    def _add_blocks(self, blocks: list[_Block], entries: list[Any], whole: bool) -> None:
        for entry in entries:
            if not isinstance(entry, dict):
                continue
            block = None if whole else _begun(blocks, entry)
            if block is None:
                block = _Block({})
                blocks.append(block)
            block.add(entry)


def _begun(blocks: list[_Block], entry: dict[str, Any]) -> _Block | None:
    """The block that a fragment goes on with: of its type, and of its index or, where there is none, still unsigned.

    Only the last one: signed thoughts are refused when their parts change places or run together.
    """
    if not blocks:
        return None
    last = blocks[-1].rest
    same = all(entry.get(key) in (None, last.get(key)) for key in ("type", "index", "id"))
    return blocks[-1] if same and (entry.get("index") is not None or not last.get("signature")) else None


def merge(into: dict[str, Any], new: dict[str, Any]) -> None:
    """The last that is not null wins; objects are merged key by key."""
    for key, value in new.items():
        old = into.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merge(old, value)
        elif value is not None:
            into[key] = value


def merge_unknown(into: dict[str, Any], entry: dict[str, Any]) -> None:
    """Keep what a fragment of a note holds beside the note itself, on it and on its function."""
    function = entry.get("function")
    if isinstance(function, dict) and not function.keys() <= _FUNCTION_KEYS:
        merge(into, {"function": {key: function[key] for key in function if key not in _FUNCTION_KEYS}})
    if not entry.keys() <= _CALL_KEYS:
        merge(into, {key: entry[key] for key in entry if key not in _CALL_KEYS})


def extra_text(extra: dict[str, Any]) -> str:
    return write_json(extra) if extra else ""


def read_extra(text: str) -> dict[str, Any]:
    """What `extra` of a message or a note holds; empty when it is no JSON object, as in a trace edited by hand."""
    if not text:
        return {}
    try:
        value = read_json(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def with_message_extra(message: dict[str, Any], extra: str) -> dict[str, Any]:
    """A chat message together with the fields that its server wants back."""
    return {**message, **{key: value for key, value in read_extra(extra).items() if key in _ECHOED}}


def with_call_extra(call: dict[str, Any], extra: str) -> dict[str, Any]:
    """A note of a chat message together with what else its server had put on it."""
    kept = read_extra(extra)
    beside = kept.pop("function", None)
    function = {**beside, **call["function"]} if isinstance(beside, dict) else call["function"]
    return {**{key: value for key, value in kept.items() if key not in _CALL_KEYS}, **call, "function": function}
