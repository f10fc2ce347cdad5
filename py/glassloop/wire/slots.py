"""Fragments of tool calls → whole calls, however servers number, name and cut them. Refuses to know text and usage.

The slot rule, in order: an id that was seen belongs to its slot; a new id opens one; no id but a name, where the slot's
arguments are already complete, opens one; else the slot of that index; else the most recent one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from glassloop.jsontext import is_json_object, mend_surrogates, split_objects, write_json
from glassloop.messages import ToolCall
from glassloop.wire.echo import extra_text, merge_unknown

Mint = Callable[[], str]

_OBJECT_NOTE = "The server sent the arguments as {kind}; we kept them as text."


@dataclass(slots=True)
class _Slot:
    index: int | None
    id: str
    names: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return "".join(self.names)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def complete(self) -> bool:
        # The last piece first: asked for every piece, joining them all would be quadratic.
        last = next((piece for piece in reversed(self.pieces) if piece.strip()), "")
        return last.rstrip().endswith("}") and is_json_object(self.text)


@dataclass(frozen=True, slots=True)
class _Fragment:
    index: int | None
    id: str
    name: str
    arguments: str


class CallSlots:
    """Mutable while a reply arrives; `finish` gives the calls. `note` is told, in words, what had to be mended."""

    def __init__(
        self, known_tools: frozenset[str], taken_ids: frozenset[str], mint: Mint, note: Callable[[str], None]
    ) -> None:
        self._known = known_tools
        self._taken = set(taken_ids)
        self._mint = mint
        self._note = note
        self._slots: list[_Slot] = []

    def __bool__(self) -> bool:
        return bool(self._slots)

    def add(self, entries: object, *, whole: bool) -> None:
        """One `tool_calls` value. `whole`: from a message, where every entry is a call of its own, not a fragment."""
        if isinstance(entries, dict):
            entries = [entries]
        if not isinstance(entries, list):
            return
        touched: list[_Slot] = []
        for entry in entries:
            if not isinstance(entry, dict):
                self._note("The server sent a tool call that is no object; it was left out.")
                continue
            if not whole and (going_on := self._with_index(_plain_index(entry))) is not None:
                touched.append(going_on)
                self._add_arguments(going_on, entry["function"]["arguments"], whole=False)
                continue
            fragment = self._read(entry)
            slot = None if whole else self._slot_for(fragment, touched)
            if slot is None:
                slot = _Slot(fragment.index, fragment.id)
                self._slots.append(slot)
            touched.append(slot)
            merge_unknown(slot.extra, entry)
            self._extend(slot, fragment, whole)

    def finish(self, cut_off: bool) -> tuple[ToolCall, ...]:
        """The calls, ids unique and present. `cut_off`: a limit stopped the model, so the last may be unfinished."""
        calls = [call for slot in self._slots for call in self._calls_of(slot)]
        if cut_off and calls:
            calls[-1] = perhaps_cut_off(calls[-1])
        return tuple(calls)

    def _read(self, entry: dict[str, Any]) -> _Fragment:
        function = entry.get("function")
        kind = entry.get("type")
        if not isinstance(function, dict):
            custom = entry.get("custom")
            function = custom if isinstance(custom, dict) else entry
            if "name" in function:
                self._note("The server sent a tool call without its `function` part; it was read all the same.")
        if kind not in (None, "", "function"):
            self._note(f"The server sent a tool call of type {kind!r}; only functions can be run here.")
        arguments = function.get("arguments")
        if arguments is None and "arguments" not in function:
            arguments = function.get("input", function.get("parameters"))
        return _Fragment(
            _index(entry.get("index")), _text(entry.get("id")), _text(function.get("name")), self._arguments(arguments)
        )

    def _arguments(self, value: object) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        kind = "an object" if isinstance(value, dict) else f"a {type(value).__name__}"
        self._note(_OBJECT_NOTE.format(kind=kind))
        return write_json(value)

    def _slot_for(self, got: _Fragment, touched: list[_Slot]) -> _Slot | None:
        """The slot that this fragment goes on with; None opens a new one."""
        if got.id:
            return self._by_id(got, touched)
        indexed = self._with_index(got.index)
        if got.index is not None and indexed is None and got.name:
            return None
        slot = indexed or (self._slots[-1] if self._slots else None)
        if slot is None or (got.name and self._begins_another(slot, got)):
            return None
        return slot

    def _by_id(self, got: _Fragment, touched: list[_Slot]) -> _Slot | None:
        same = [slot for slot in self._slots if slot.id == got.id]
        if same:
            exact = [slot for slot in same if slot.index == got.index]
            slot = (exact or same)[-1]
            elsewhere = got.index is not None and slot.index is not None and slot.index != got.index
            if elsewhere and got.name and (slot in touched or slot.complete):
                return None
            return slot
        near = self._with_index(got.index) or (self._slots[-1] if self._slots and got.index is None else None)
        if near is None or near.complete:
            return None
        if not near.id and (not got.name or got.name == near.name):
            near.id = got.id
            return near
        if not got.name and near.id:
            self._note("The server changed a tool call's id in the middle; the first id was kept.")
            return near
        return None

    def _begins_another(self, slot: _Slot, got: _Fragment) -> bool:
        if slot.complete:
            return bool(got.arguments.strip()) or got.name != slot.name
        both = slot.name in self._known and got.name in self._known and got.name != slot.name
        return both and slot.name + got.name not in self._known

    def _with_index(self, index: int | None) -> _Slot | None:
        if index is None:
            return None
        for slot in reversed(self._slots):
            if slot.index == index:
                return slot
        return None

    def _extend(self, slot: _Slot, got: _Fragment, whole: bool) -> None:
        if got.name and (got.name != slot.name or not slot.names):
            slot.names.append(got.name)
        self._add_arguments(slot, got.arguments, whole)

    def _add_arguments(self, slot: _Slot, text: str, whole: bool) -> None:
        if not text:
            return
        # The length first: joining all pieces for each new one would make long arguments quadratic.
        repeated = len(text) == slot.length and text == slot.text
        if not whole and repeated and slot.complete:
            self._note("The server sent the same tool call twice under one id; it was taken once.")
            return
        slot.pieces.append(text)
        slot.length += len(text)

    def _calls_of(self, slot: _Slot) -> list[ToolCall]:
        if not slot.names and not slot.text.strip():
            self._note("The server opened a tool call and never filled it; it was left out.")
            return []
        name = self._name_of(slot)
        texts = self._texts_of(slot)
        calls = []
        for place, text in enumerate(texts):
            # What else was on the note belongs to the first: servers sign the first of several.
            call_id, extra = (slot.id, extra_text(slot.extra)) if place == 0 else ("", "")
            calls.append(ToolCall(self._fresh(call_id), name, mend_surrogates(text), extra=extra))
        return calls

    def _texts_of(self, slot: _Slot) -> list[str]:
        text = slot.text
        if len(slot.pieces) > 1 and _grows(slot.pieces) and is_json_object(slot.pieces[-1]):
            self._note("The server sent the arguments anew in every piece; the last was used.")
            return [slot.pieces[-1]]
        objects, rest = split_objects(text)
        if len(objects) + rest.startswith("{") < 2 or not objects:
            return [text]
        texts = [*objects, rest] if rest else list(objects)
        if texts[0].replace(" ", "") == "{}" and any(each.replace(" ", "") != "{}" for each in texts):
            self._note("The server began the arguments with an empty object; it was left out.")
            texts = texts[1:]
        if len(texts) > 1:
            self._note(f"The server ran {len(texts)} tool calls together into one; they were taken apart.")
        return texts

    def _name_of(self, slot: _Slot) -> str:
        joined = slot.name.strip()
        if joined in self._known or not slot.names:
            if not joined:
                self._note("The server sent a tool call without a name.")
            return mend_surrogates(joined) or "unnamed"
        for one in (slot.names[-1].strip(), slot.names[0].strip()):
            if len(slot.names) > 1 and one in self._known:
                self._note("The server repeated a tool's name; it was taken once.")
                return one
        return mend_surrogates(joined)

    def _fresh(self, wanted: str) -> str:
        """`wanted` when it is there and unused, else a minted id; says why."""
        wanted = mend_surrogates(wanted)
        if wanted and wanted not in self._taken:
            self._taken.add(wanted)
            return wanted
        self._note(
            f"The server used the id {wanted} twice; the later call got one of its own."
            if wanted
            else "The server sent a tool call without an id; we gave it one."
        )
        minted = self._mint()
        while minted in self._taken:
            minted = self._mint()
        self._taken.add(minted)
        return minted


def perhaps_cut_off(call: ToolCall) -> ToolCall:
    """The last call before a limit. `{}` and nothing look complete, but a server that was cut off writes them too."""
    complete = call.arguments.strip() not in ("", "{}") and is_json_object(call.arguments)
    return call if complete else replace(call, cut_off=True)


def counting_mint(start: int = 1) -> Mint:
    """Ids `call00001`, `call00002`, …: 9 letters and digits, the one form that every provider takes."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    state = start

    def mint() -> str:
        nonlocal state
        number, text = state, ""
        state += 1
        while number:
            number, place = divmod(number, 10 if state < 100_000 else 36)
            text = digits[place] + text
        return "call" + text.rjust(5, "0")

    return mint


def _grows(pieces: list[str]) -> bool:
    """Whether each piece begins with the one before it, as in servers that send the whole so far each time."""
    return all(later.startswith(earlier) for earlier, later in pairwise(pieces))


def _plain_index(entry: dict[str, Any]) -> int | None:
    """The index of an entry that holds nothing else but more arguments, as nearly all of a stream do; else None."""
    function = entry.get("function")
    if len(entry) != 2 or not isinstance(function, dict) or len(function) != 1:
        return None
    return _index(entry.get("index")) if isinstance(function.get("arguments"), str) else None


def _index(value: object) -> int | None:
    if type(value) is int and abs(value) < 1e9:
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value[:9])
    return int(value) if isinstance(value, int | float) and abs(value) < 1e9 else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ("" if value is None else str(value))
