"""What a text is made of: parts, thinking beside it, a note written as prose. Pure; refuses to know calls and HTTP."""

from __future__ import annotations

import re
from typing import Any

from glassloop.jsontext import mend_surrogates, read_json

_REASONING = frozenset({"reasoning_content", "reasoning", "thinking", "reasoning_details"})
_OPEN, _CLOSE = "<think>", "</think>"
_TAGGED = re.compile(
    r"\s*(<tool_call>|<\|?tool_call\|?>|<function[=_]|<function_call>|\[TOOL_CALLS\]|<｜tool▁calls?▁begin｜>"
    r"|<\|python_tag\|>|<\|tool▁calls|(commentary )?to=functions\.)",
)


def text_of(content: object) -> tuple[str, str]:
    """A `content` value of any shape → (text, reasoning). Parts that are neither are left out."""
    match content:
        case None:
            return "", ""
        case str():
            return content, ""
        case dict():
            return _part(content)
        case list():
            pairs = [text_of(part) for part in content]
            return "".join(text for text, _ in pairs), "".join(reasoning for _, reasoning in pairs)
        case bool():
            return "", ""
        case _:
            return str(content), ""


def _part(part: dict[str, Any]) -> tuple[str, str]:
    kind = part.get("type")
    if kind in ("thinking", "reasoning"):
        inner = part.get("thinking", part.get("reasoning", part.get("text", part.get("summary"))))
        text, reasoning = text_of(inner)
        return "", text + reasoning
    if kind in (None, "text", "output_text", "refusal"):
        return text_of(part.get("text", part.get("refusal", part.get("content"))))
    return "", ""


def reasoning_of(message: dict[str, Any]) -> str:
    """What servers put beside `content` under different names; the first that is there, as gateways send it twice."""
    if _REASONING.isdisjoint(message):
        return ""
    for key in ("reasoning_content", "reasoning", "thinking"):
        if value := message.get(key):
            text, reasoning = text_of(value)
            return text + reasoning
    details = message.get("reasoning_details")
    if not isinstance(details, list):
        return ""
    texts = [each.get("text") or each.get("summary") or "" for each in details if isinstance(each, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def split_thinking(text: str) -> tuple[str, str]:
    """Text with a leading `<think>` block → (answer, thinking). Tags in the middle of an answer are left alone."""
    stripped = text.lstrip()
    if not stripped.startswith(_OPEN):
        return text, ""
    thinking, closed, answer = stripped.removeprefix(_OPEN).partition(_CLOSE)
    return (answer.lstrip(), thinking.strip()) if closed else ("", thinking.strip())


class ShownText:
    """Which part of a text that is still arriving can be shown: no leading `<think>` block, no half of a pair."""

    def __init__(self) -> None:
        self._text = ""
        self._settled = False
        self._thinking = False
        self._held = ""

    def add(self, piece: str) -> str:
        """→ what to add to what is shown."""
        if self._settled:
            return self._whole_pairs(piece)
        self._text += piece
        if not self._thinking:
            start = self._text.lstrip()
            if len(start) < len(_OPEN) and _OPEN.startswith(start):
                return ""
            self._thinking = start.startswith(_OPEN)
            if not self._thinking:
                return self._settle(self._text)
        _, closed, answer = self._text.partition(_CLOSE)
        if not closed:
            # Only what may be the beginning of the closing tag is kept: thoughts are long.
            self._text = self._text[1 - len(_CLOSE) :]
            return ""
        return self._settle(answer.lstrip()) if answer.strip() else ""

    def rest(self) -> str:
        """At the end: what was still held back and is no thinking after all."""
        held = "" if self._thinking or self._settled else self._text
        self._text = ""
        return mend_surrogates(self._held + held)

    def _settle(self, text: str) -> str:
        self._settled, self._text = True, ""
        return self._whole_pairs(text)

    def _whole_pairs(self, piece: str) -> str:
        if piece.isascii() and not self._held:
            return piece
        text = self._held + piece
        self._held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return mend_surrogates(text)


def is_note_in_prose(text: str, known_tools: frozenset[str]) -> bool:
    """Whether a whole answer is a tool call that the server did not recognise as one."""
    if not known_tools:
        return False
    if _TAGGED.match(text):
        return True
    bare = re.sub(r"^```(?:json)?\s*|\s*```$", "", text.strip())
    if not bare.startswith(("{", "[")):
        return False
    try:
        value = read_json(bare)
    except ValueError:
        return False
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return False
    inner = first.get("function") if isinstance(first.get("function"), dict) else first
    assert isinstance(inner, dict)
    return inner.get("name") in known_tools and ("arguments" in inner or "parameters" in inner)
