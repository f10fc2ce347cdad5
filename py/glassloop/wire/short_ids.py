"""Ids of notes in a request body → nine letters and digits, the one form that every provider takes. Pure, total.

Only the copy that goes out is changed: the transcript keeps the ids that the model's server gave.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

_LENGTH = 9
_SHORT = re.compile(rf"[a-zA-Z0-9]{{{_LENGTH}}}")
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def with_short_ids(body: dict[str, Any]) -> dict[str, Any]:
    """A copy of a body in either format. Ids that are short already stay; equal ids stay equal, others differ."""
    items = body.get("messages", body.get("input"))
    if not isinstance(items, list):
        return body
    names = _Names({each for item in items for each in _ids(item) if _SHORT.fullmatch(each)})
    return {**body, "messages" if "messages" in body else "input": [_renamed(item, names) for item in items]}


def has_long_ids(body: dict[str, Any]) -> bool:
    items = body.get("messages", body.get("input"))
    return isinstance(items, list) and any(not _SHORT.fullmatch(each) for item in items for each in _ids(item))


class _Names:
    def __init__(self, taken: set[str]) -> None:
        self._taken = taken
        self._short: dict[str, str] = {each: each for each in taken}

    def short(self, id: str) -> str:
        """The same id gets the same name in every round, so that servers can reuse what they have read."""
        salt = 0
        while id not in self._short:
            name = _digest(f"{id}{salt or ''}")
            salt += 1
            if name not in self._taken:
                self._taken.add(name)
                self._short[id] = name
        return self._short[id]


def _digest(text: str) -> str:
    number = int.from_bytes(sha256(text.encode("utf-8", "replace")).digest()[:8], "big")
    letters = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return "".join(letters)


def _ids(item: Any) -> list[str]:
    if not isinstance(item, dict):
        return []
    calls = item.get("tool_calls")
    found = [item.get("tool_call_id"), item.get("call_id")]
    found += [call.get("id") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    return [each for each in found if isinstance(each, str)]


def _renamed(item: Any, names: _Names) -> Any:
    if not isinstance(item, dict):
        return item
    copy = dict(item)
    for key in ("tool_call_id", "call_id"):
        if isinstance(copy.get(key), str):
            copy[key] = names.short(copy[key])
    if isinstance(calls := copy.get("tool_calls"), list):
        copy["tool_calls"] = [
            {**call, "id": names.short(call["id"])}
            if isinstance(call, dict) and isinstance(call.get("id"), str)
            else call
            for call in calls
        ]
    return copy
