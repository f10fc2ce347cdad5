"""What came back for notes about sums: found again by what was asked, and read. Asks for nothing, knows no question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from glassloop.practice import results
from glassloop.practice.scene import Answered

# What a note may leave out, since it means the same.
_DEFAULTS = {"step": "1", "technique": "", "remainder": "0"}
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?")
_CAUSE = re.compile(r"^(?:\w+Error|\w+Exception): ")
_MINUTES = re.compile(r"\b(\d+) has \d+ minutes\b")
_WHOLE = re.compile(r"\bwhole numbers (-?\d+) ÷ \(?(-?\d+)")
_LAST_TERM = re.compile(r"\bthe last term before it is (-?\d+)")
_NO_SUCH_SHORTCUT = re.compile(r"\bdoes not apply\b|\bno shortcut (?:is )?called\b", re.IGNORECASE)

Key = frozenset[tuple[str, str]]


class Known:
    """Results by tool and arguments, whoever wrote the note: 9, "9" and 9.0 are the same number, defaults count."""

    def __init__(self, answered: Iterable[Answered] = ()) -> None:
        self._contents: dict[tuple[str, Key], str] = {}
        self._techniques: dict[Key, list[str]] = {}
        for each in answered:
            key = key_of(results.parsed(each.call.arguments))
            if key is not None and each.content:
                self._contents[each.call.name, key] = each.content
                self._techniques.setdefault(_bare(key), []).extend(_named(each.content))

    def content(self, tool: str, arguments: Mapping[str, str]) -> str | None:
        """`arguments`: JSON text by name."""
        key = key_of({name: results.parsed(text) for name, text in arguments.items()})
        return None if key is None else self._contents.get((tool, key))

    def shown_techniques(self, arguments: Mapping[str, str]) -> list[str]:
        """The shortcuts that this sum has been explained with, in order."""
        key = key_of({name: results.parsed(text) for name, text in arguments.items()})
        return [] if key is None else self._techniques.get(_bare(key), [])

    def names(self) -> dict[str, str]:
        """Every shortcut that some result has told of: title and name in plain words → name."""
        found: dict[str, str] = {}
        for content in self._contents.values():
            for entry in _entries(results.parsed(content)):
                name = str(entry["name"])
                found |= {name.replace("_", " "): name, str(entry.get("title", name)).lower(): name}
        return found


def key_of(arguments: Any) -> Key | None:
    """None where the arguments are no object."""
    if not isinstance(arguments, dict):
        return None
    pairs = ((name, _plain(value)) for name, value in arguments.items())
    return frozenset((name, text) for name, text in pairs if _DEFAULTS.get(name) != text)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    if not _PLAIN.fullmatch(text):
        return text
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def _bare(key: Key) -> Key:
    return frozenset(pair for pair in key if pair[0] != "technique")


def _named(content: str) -> list[str]:
    solution = solution_in(content)
    return [solution["technique"]] if solution and isinstance(solution.get("technique"), str) else []


def _entries(value: Any) -> list[dict[str, Any]]:
    """What has a name in a list of shortcuts, or among the other ways of a solution."""
    if not isinstance(value, dict):
        return []
    listed = [*(value.get("shortcuts") or ()), *(value.get("other_applicable_shortcuts") or ())]
    return [entry for entry in listed if isinstance(entry, dict) and isinstance(entry.get("name"), str)]


def fields(content: str) -> dict[str, Any]:
    """The object in a result, numbers as text; empty where it is none."""
    value = results.parsed(content)
    return value if isinstance(value, dict) else {}


def solution_in(content: str) -> dict[str, Any] | None:
    solution = fields(content).get("solution")
    return solution if isinstance(solution, dict) else None


def others_in(content: str) -> list[dict[str, Any]]:
    return _entries({"other_applicable_shortcuts": fields(content).get("other_applicable_shortcuts")})


def number_in(content: str) -> str | None:
    """JSON text of the answer, to be put into the next note; None where it is no single number."""
    found = solution_in(content) or fields(content)
    answer = found.get("answer")
    if isinstance(answer, str) and _PLAIN.fullmatch(answer):
        return str(answer)
    return None if "answer" in found else results.number_in(content)


def reason(content: str) -> str:
    """The words of an error, without Python's name for it."""
    return _CAUSE.sub("", results.reason(content))


def mended(arguments: Mapping[str, str], content: str) -> dict[str, str] | None:
    """The arguments (JSON text by name) written as the error asks for; None where it doesn't say how."""
    said = reason(content)
    out = dict(arguments)
    if "technique" in out and _NO_SUCH_SHORTCUT.search(said):
        del out["technique"]
        return out
    if wrong := _MINUTES.search(said):
        return {name: _carried(text) if text == wrong[1] else text for name, text in out.items()}
    plain = said.replace("−", "-")
    if whole := _WHOLE.search(plain):
        return out | {"a": whole[1], "b": whole[2]}
    if last := _LAST_TERM.search(plain):
        return out | {"b": last[1]}
    return results.mended(out, content)


def _carried(time: str) -> str:
    """Sixty minutes are an hour: 175 → 215."""
    hours, minutes = divmod(int(time), 100)
    return str((hours + minutes // 60) * 100 + minutes % 60)
