"""The output items of a response, put together from their events, however servers number and name them. Pure.

Refuses to know what an item is for: text, notes and errors are read by others. An event belongs to the item whose id it
bears (or whose `call_id`), else to the one at its index that is still open, else to the last open one of its kind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from glassloop.jsontext import is_json_object, write_json
from glassloop.wire.content import text_of

MESSAGE, CALL, REASONING = "message", "function_call", "reasoning"


@dataclass(slots=True)
class Part:
    """One part of a message. `final` is its text as the server repeated it at the part's end."""

    refusal: bool
    pieces: list[str] = field(default_factory=list)
    final: str = ""

    @property
    def text(self) -> str:
        return self.final or "".join(self.pieces)


@dataclass(slots=True)
class Item:
    """`whole` is the item as the server last showed it; only when `done` is it complete."""

    kind: str
    id: str = ""
    index: int | None = None
    call_id: str = ""
    name: str = ""
    done: bool = False
    whole: dict[str, Any] = field(default_factory=dict)
    parts: dict[int, Part] = field(default_factory=dict)
    fragments: list[str] = field(default_factory=list)
    written: object = None
    thoughts: list[str] = field(default_factory=list)

    def take(self, entry: dict[str, Any], *, done: bool) -> None:
        function = entry.get("function")
        beside = function if isinstance(function, dict) else {}
        self.whole, self.done = entry, done
        self.id = string(entry.get("id")) or self.id
        self.call_id = string(entry.get("call_id")) or self.call_id
        self.name = string(entry.get("name")) or string(beside.get("name")) or self.name

    def part(self, place: object, *, refusal: bool) -> Part:
        """The part at `content_index`; without one, the last."""
        if not isinstance(place, int):
            place = next(reversed(self.parts), 0)
        part = self.parts.setdefault(place, Part(refusal))
        part.refusal = refusal
        return part

    def said(self, *, refusal: bool = False) -> str:
        """What has arrived of the text, piece by piece."""
        return "".join(part.text for part in self.parts.values() if part.refusal is refusal)

    def text(self, *, refusal: bool = False) -> str:
        """The whole item's word counts, where it has one."""
        return _content(self.whole, refusal) or self.said(refusal=refusal)

    @property
    def shows_text(self) -> bool:
        """Whether the item as the server showed it holds any."""
        return bool(_content(self.whole, False) or _content(self.whole, True))

    def reasoning(self) -> str:
        listed = (self.whole.get("content"), self.whole.get("summary"))
        return next((text for each in listed if (text := _joined(each))), "") or "".join(self.thoughts)

    def arguments(self) -> object:
        """The arguments as the server gave them, text or not: the first telling that is complete, else the first."""
        function = self.whole.get("function")
        beside = function if isinstance(function, dict) else {}
        told = [self.whole.get("arguments", beside.get("arguments")), self.written, "".join(self.fragments)]
        told = [each for each in told if each not in (None, "")]
        return next((each for each in told if _is_complete(each)), told[0] if told else "")


class Items:
    """Mutable while a response arrives. Looking an item up takes the same time however many there are."""

    def __init__(self) -> None:
        self.all: list[Item] = []
        self._by_id: dict[str, Item] = {}
        self._by_index: dict[int, Item] = {}
        self._last: dict[str, Item] = {}

    def open(self, entry: dict[str, Any], index: object) -> Item:
        """The server announces an item. One that was announced before, or that deltas ran ahead of, is the same."""
        item = self._open_one(entry, index, begun=False) or self._new(kind_of(entry))
        item.take(entry, done=False)
        return self._filed(item, index)

    def close(self, entry: dict[str, Any], index: object) -> Item:
        """The server shows a whole item."""
        known = self._by_id.get(string(entry.get("id")))
        if known is not None and known.done and known.whole == entry:
            return known
        item = self._open_one(entry, index, begun=True) or self._new(kind_of(entry))
        item.take(entry, done=True)
        return self._filed(item, index)

    def at(self, kind: str, event: dict[str, Any]) -> Item:
        """The item that a delta, or the end of its deltas, belongs to."""
        item_id, index = string(event.get("item_id")), event.get("output_index")
        named = self._by_id.get(item_id)
        if named is not None and named.kind == kind:
            return named
        item = self._unfinished(self._by_index.get(index) if isinstance(index, int) else None, kind)
        last = self._unfinished(self._last.get(kind), kind)
        if item is None and last is not None and (not isinstance(index, int) or last.index is None):
            item = last
        if item is None:
            item = self._new(kind)
            item.id = item_id
        return self._filed(item, index)

    def settle(self, output: list[Any]) -> list[Item]:
        """The server repeats all items at the end: → those that were missing or not complete, now done.

        Some servers give them other ids there: then the first of a kind is the first of that kind.
        """
        entries = [entry for entry in output if isinstance(entry, dict)]
        claimed: dict[int, Item] = {}
        taken: set[int] = set()
        for place, entry in enumerate(entries):
            named = self._by_id.get(string(entry.get("id"))) or self._by_id.get(string(entry.get("call_id")))
            if named is not None and named.kind == kind_of(entry) and id(named) not in taken:
                claimed[place] = named
                taken.add(id(named))
        free: dict[str, list[Item]] = {}
        for item in reversed(self.all):
            if id(item) not in taken:
                free.setdefault(item.kind, []).append(item)
        changed = []
        for place, entry in enumerate(entries):
            kind = kind_of(entry)
            item = claimed.get(place) or (free[kind].pop() if free.get(kind) else self._new(kind))
            if not item.done:
                item.take(entry, done=True)
                changed.append(self._filed(item, place if item.index is None else item.index))
        return changed

    def ordered(self) -> list[Item]:
        """By index where every item has its own, else as they came."""
        places = [item.index for item in self.all if item.index is not None]
        if len(set(places)) < len(self.all):
            return list(self.all)
        return [item for _, item in sorted(zip(places, self.all, strict=True), key=lambda pair: pair[0])]

    def _open_one(self, entry: dict[str, Any], index: object, *, begun: bool) -> Item | None:
        """An item that is under way and can be `entry`. `begun`: it was announced, under whatever id."""
        kind, call_id = kind_of(entry), string(entry.get("call_id"))
        for name in (string(entry.get("id")), call_id):
            item = self._unfinished(self._by_id.get(name), kind)
            if item is not None and call_id in ("", item.call_id or call_id):
                return item
        placed = self._unfinished(self._by_index.get(index) if isinstance(index, int) else None, kind)
        last = self._unfinished(self._last.get(kind), kind)
        for item in (placed, last if not isinstance(index, int) or (last and last.index is None) else None):
            if item is not None and (begun or not item.whole) and call_id in ("", item.call_id or call_id):
                return item
        return None

    def _new(self, kind: str) -> Item:
        item = Item(kind)
        self.all.append(item)
        return item

    def _filed(self, item: Item, index: object) -> Item:
        if item.index is None and isinstance(index, int) and not isinstance(index, bool):
            item.index = index
        if item.index is not None:
            self._by_index[item.index] = item
        for name in (item.id, item.call_id):
            if name:
                self._by_id[name] = item
        self._last[item.kind] = item
        return item

    def _unfinished(self, item: Item | None, kind: str) -> Item | None:
        return item if item is not None and item.kind == kind and not item.done else None


def kind_of(entry: dict[str, Any]) -> str:
    """The item's type; where there is none, what it looks like."""
    kind = entry.get("type")
    if isinstance(kind, str) and kind:
        return kind
    if any(key in entry for key in ("arguments", "call_id", "function")):
        return CALL
    return MESSAGE if "content" in entry else ""


def string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _content(entry: dict[str, Any], refusal: bool) -> str:
    content = entry.get("content")
    if not isinstance(content, list):
        return "" if refusal else text_of(content)[0]
    return "".join(
        text_of(part)[0] for part in content if (isinstance(part, dict) and part.get("type") == "refusal") is refusal
    )


def _joined(listed: object) -> str:
    """The texts of a list of parts, such as the paragraphs of a summary."""
    if not isinstance(listed, list):
        return string(listed)
    texts = [string(part.get("text")) if isinstance(part, dict) else string(part) for part in listed]
    return "\n\n".join(text for text in texts if text)


def _is_complete(told: object) -> bool:
    text = told if isinstance(told, str) else write_json(told)
    return text.strip() != "{}" and is_json_object(text)
