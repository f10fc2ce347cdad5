"""The body of a refusal → what it says, and which of the things that we sent it names. Pure, total.

Servers name things in a `param`, in a path, in quotes or in plain words. Refuses to know what is done about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from glassloop.events import Cause
from glassloop.jsontext import read_wire_json
from glassloop.wire.reasons import reason_by_words
from glassloop.wire.sse import SseParser

# Where in a request the named thing stands: beside the messages, in them, or in the menu of tools.
Area = Literal["body", "history", "tools"]

MAX_WORDS = 20_000
_SPEAKING = ("error", "errors", "message", "msg", "detail", "details", "description", "error_description", "reason")
_WRAPPING = ("metadata", "raw", "title", "cause", "provider_error", "innererror", "data")

_ROOTS: dict[str, Area] = {
    "messages": "history",
    "message": "history",
    "input": "history",
    "contents": "history",
    "tools": "tools",
    "tool": "tools",
    "functions": "tools",
    "function": "tools",
    "function_declarations": "tools",
    "parameters": "tools",
    "input_schema": "tools",
}
_PATH = re.compile(r"(?<![\w.])(?:body\.|\$\.)?(?:messages|input|contents|tools|functions)(?:\.?\[\d+\]|\.\w+)+")
# "In context=('properties', 'city'), 'format' is not permitted"
_CONTEXT = re.compile(r"\bcontext ?= ?\([^)]*\)")
# Words that stand in sentences of another meaning too.
_EVERYDAY = frozenset({"user", "text", "stop", "n", "reasoning", "thinking", "metadata", "stream", "store", "include"})
_THING = r"(?:parameters?|fields?|keywords?|propert(?:y|ies)|arguments?|names?|options?|keys?|attributes?)"
# What follows is what would be welcome: "Use 'max_completion_tokens' instead", "expected one of `model`, `stream`".
_ADVICE = re.compile(
    r"\b(?:use|try|did you mean|replaced (?:by|with)|in favou?r of):? ['\"`]?\w+['\"`]?"
    r"|\b(?:expected|must be|should be)(?: to be)? one of\b.*"
    r"|\b(?:supported|allowed|valid|accepted|permitted|expected) (?:values|\w+s|ones)(?: are|:).*",
    re.IGNORECASE,
)
_STEP = re.compile(r"[\w$-]+")

NOT_KNOWN = re.compile(
    r"unknown|unrecogni[sz]ed|unsupported"
    r"|not (yet )?(supported|permitted|allowed|recogni[sz]ed|accepted|available|a valid)"
    r"|(does|do)(n't| not) (support|accept|allow|recogni[sz]e)|forbidden|unexpected|extra (inputs?|fields?|keys?|param)"
    r"|additional propert|cannot find field|no such (field|param|argument|key)|isn't (supported|allowed)|not expected"
    r"|no longer (supported|available)|deprecated|cannot be (used|set|specified)|can't be (used|set)|should not be"
    r"|must not|is invalid|not implemented|not enabled|no endpoints found|unable to (use|handle)"
)
# Said of values: enough to leave an optional field out.
NOT_SO = re.compile(rf"{NOT_KNOWN.pattern}|invalid|must be|should be|only .{{0,60}}(value|default|when|if|is)|required")


@dataclass(frozen=True)
class Refusal:
    """`text` is all that the server says; `paths` are the places that it names in fields made for that."""

    text: str
    codes: str = ""
    paths: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def words(self) -> str:
        """In lower case, codes first."""
        return f"{self.codes} {self.text}".lower()

    @cached_property
    def areas(self) -> frozenset[Area]:
        """The parts of the request that it speaks of; empty when it does not say."""
        told = [_STEP.findall(path) for path in _PATH.findall(self.text)]
        return frozenset(_area(path) for path in (*self.paths, *told) if path)

    def cause(self, status: int) -> Cause | None:
        reason = reason_by_words(status, self.words)
        return None if reason is None else reason.cause

    def says(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.words) is not None

    def names(self, candidates: Iterable[str], area: Area, *, meaning: re.Pattern[str] = NOT_KNOWN) -> tuple[str, ...]:
        """Those of the candidates, all of them things that stand in `area`, that the server will not have."""
        wanted = sorted(candidates)
        if not wanted or not self.says(meaning) or (self.areas and area not in self.areas):
            return ()
        exact = {name for path in self.paths if _area(path) == area for name in _named_by(path, area)}
        found = tuple(name for name in wanted if name in exact)
        if found or (area == "body" and exact):
            return found
        text = _ADVICE.sub(" ", _CONTEXT.sub(" ", _PATH.sub(_last_step_of_history, self.text)))
        return tuple(name for name in wanted if _is_named(name, text, area))


def read_refusal(body: str) -> Refusal:
    """Any text: JSON of any shape, JSON inside its strings, an error in a stream, or plain words."""
    text = body.strip()
    if re.match(r"(data|event):", text):
        parser = SseParser()
        events = parser.feed(text.encode("utf-8", "replace")) + parser.close()
        text = "\n".join(event.data for event in events)
    texts: list[str] = []
    codes: list[str] = []
    paths: list[tuple[str, ...]] = []
    _collect(_parsed(text), texts, codes, paths, 0)
    return Refusal("\n".join(texts)[:MAX_WORDS], " ".join(codes)[:MAX_WORDS], tuple(dict.fromkeys(paths)))


def _parsed(text: str) -> Any:
    if text[:1] not in ("{", "["):
        return text
    try:
        return read_wire_json(text)
    except ValueError:
        return text


def _collect(value: Any, texts: list[str], codes: list[str], paths: list[tuple[str, ...]], depth: int) -> None:
    if depth > 12 or len(texts) > 50:
        return
    match value:
        case str():
            inner = _parsed(value.strip())
            if isinstance(inner, str):
                texts.append(value)
            else:
                _collect(inner, texts, codes, paths, depth + 1)
        case list():
            for item in value[:20]:
                _collect(item, texts, codes, paths, depth + 1)
        case dict():
            codes += [str(value[key]) for key in ("code", "type", "status") if isinstance(value.get(key), str)]
            for key in ("param", "loc"):
                if path := _path(value.get(key)):
                    paths.append(path)
            # Not what servers repeat of the request: it names everything.
            for key in (*_SPEAKING, *_WRAPPING):
                if key in value:
                    _collect(value[key], texts, codes, paths, depth + 1)
        case _:
            pass


def _path(value: Any) -> tuple[str, ...]:
    """Of a `param` such as `tools[0].function`, or a `loc` such as `["body", "store"]`."""
    match value:
        case str():
            steps = _STEP.findall(value)
        case list():
            steps = [str(step) for step in value if isinstance(step, str | int)]
        case _:
            steps = []
    return tuple(steps[1:] if steps[:1] == ["body"] else steps)


def _area(path: Iterable[str]) -> Area:
    first = next((step for step in path if step not in ("body", "$")), "")
    return _ROOTS.get(first, "body")


def _named_by(path: tuple[str, ...], area: Area) -> tuple[str, ...]:
    steps = tuple(step for step in path if not step.isdigit())
    if area == "body":
        return steps
    # A field of a tool may be called as a keyword is.
    return () if len(steps) > 1 and steps[-2] == "properties" else steps[-1:]


def _last_step_of_history(path: re.Match[str]) -> str:
    """A path in the history ends with the name that is meant, one in the tools with where the name stands."""
    steps = _STEP.findall(path[0])
    return f"'{steps[-1]}'" if _area(steps) == "history" and not steps[-1].isdigit() else " "


def _is_named(name: str, text: str, area: Area) -> bool:
    exact = re.escape(name)
    # Keys of a schema that the server repeats are followed by their values.
    apart = r"(?!['\"`’”]?\s*:\s*(?:[{\[\"'\d-]|true|false|null|none))" if area == "tools" else ""
    patterns = [
        rf"['\"`‘“]{exact}(?:\[\d+\])?['\"`’”]{apart}",
        rf"\b{_THING}(?: named)?[:\s]\s*{exact}\b",
        # "Unrecognized arguments supplied: seed, user"
        rf"\b{_THING}\b[^.:\n]{{0,60}}: ?(?:\w+(?:,| and) ?){{0,9}}{exact}\b(?=\s*(?:[,.\])]|$|and\b))",
        rf"(?<![\w$.]){exact}:? (?:(?:is|are) (?:not|un\w+|invalid|deprecated)|extra (?:inputs|fields)|unsupported"
        rf"|not (?:supported|permitted|allowed){'' if name in _EVERYDAY else '|cannot|must|should|does not|may not'})",
        rf"\b(?:unsupported|unknown|unrecogni[sz]ed|unexpected|extra|not support|n't support)"
        rf"(?: the| use of)? {exact}(?![\w$])",
    ]
    if re.search(r"[_$]|[a-z][A-Z]", name):  # nothing but a name is written like that
        patterns.append(rf"(?<![\w$]){exact}(?![\w$]){apart}")
    if "_" in name:
        patterns.append(rf"\b{exact.replace('_', '[ _-]')}\b")
    folded = re.IGNORECASE if "_" in name or area == "body" else re.NOFLAG
    return re.search("|".join(patterns), text, folded | re.MULTILINE) is not None
