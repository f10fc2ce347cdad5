"""A tool's parameters filled from the words of a clause, by type and name. Knows no lesson and no transcript."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from glassloop.practice.clauses import Clause, refers_back, text_near
from glassloop.practice.concepts import Span
from glassloop.practice.plan import Argument, Ref, Value
from glassloop.practice.reading import Tokens, alike, name_words
from glassloop.practice.scene import Parameter, Tool

_PLACES = frozenset("city location place town country where".split())
_BEFORE_A_PLACE = frozenset("in for at of to near".split())
_AFTER_A_PLACE = frozenset("today tomorrow now right please this next for over on".split())
_LETTERS = frozenset("letter char character".split())


@dataclass(slots=True)
class Filler:
    """Fills the parameters of one tool, in order. `used` holds the clause's tokens that are spoken for."""

    clause: Clause
    trigger: Span
    previous: Ref | None
    used: set[int] = field(default_factory=set)

    def numbers(self) -> list[Value]:
        """Every number of the clause in order, an earlier result standing where a pronoun does."""
        out: list[Value] = []
        tokens = self.clause.tokens
        for index, token in enumerate(tokens):
            if token.kind == "number":
                if not _counts_numbers(tokens, index):
                    out.append(token.value)
            elif self.previous is not None and self.previous not in out and self._refers_back(index):
                out.append(self.previous)
        if len(out) == 1:
            parts = next((token.parts for token in tokens if token.kind == "number"), ())
            return list(parts) or out
        return out

    def _refers_back(self, index: int) -> bool:
        return not self.trigger.start <= index < self.trigger.end and refers_back(self.clause.tokens, index)

    def fill(self, tool: Tool) -> tuple[Argument, ...] | str:
        """The arguments, or the name of a required parameter for which the clause has nothing."""
        numbers = self.numbers()
        wanted = sum(1 for part in tool.parameters if part.numeric and part.required)
        if len(numbers) < wanted and self.previous is not None and self.previous not in numbers:
            numbers.insert(0, self.previous)
        found: dict[str, Argument] = {}
        # Text comes last: it takes what the others left.
        for part in sorted(tool.parameters, key=lambda p: (_takes_text(p), p.type == "string" and not _is_letter(p))):
            value = self._value(part, numbers)
            if value is not None:
                found[part.name] = Argument(part.name, value, part.numeric)
            elif part.required:
                return part.name
        return tuple(found[part.name] for part in tool.parameters if part.name in found)

    def _value(self, part: Parameter, numbers: list[Value]) -> Value | None:
        if part.choices:
            chosen = next((choice for choice in part.choices if self._says(choice)), None)
            return json.dumps(chosen or part.choices[0]) if chosen or part.required else None
        if (assigned := self._assigned(part)) is not None:
            return assigned
        match part.type:
            case "number" | "integer":
                return self._number(numbers)
            case "boolean":
                said = any(self._says(word) for word in name_words(part.name))
                return "true" if said else "false" if part.required else None
            case "array":
                return self._list(part, numbers)
            case "object":
                return "{}" if part.required else None
            case "string":
                return self._text(part)
            case _:
                return self._number(numbers) or self._text(part)

    def _number(self, numbers: list[Value]) -> Value | None:
        if not numbers:
            return None
        value = numbers.pop(0)
        self.used.update(i for i, t in enumerate(self.clause.tokens) if t.kind == "number" and t.value == value)
        return value

    def _assigned(self, part: Parameter) -> str | None:
        """ "a=10", "letter: r"."""
        tokens = self.clause.tokens
        for index in range(len(tokens) - 2):
            name, sign, token = tokens[index : index + 3]
            if name.value == part.name.lower() and sign.kind == "sign" and sign.value in "=:" and token.kind != "sign":
                self.used.update((index, index + 1, index + 2))
                text = self.clause.question[token.start : token.end]
                return token.value if part.numeric else json.dumps(token.value if token.kind == "quoted" else text)
        return None

    def _list(self, part: Parameter, numbers: list[Value]) -> str | None:
        known = [value for value in numbers if isinstance(value, str)]
        if known and part.items in ("number", "integer", ""):
            numbers.clear()
            return "[" + ", ".join(known) + "]"
        quoted = [token.value for token in self.clause.tokens if token.kind == "quoted"]
        text = text_near(self.clause, self.trigger, frozenset(self.used))
        words = quoted or [piece.strip() for piece in text.replace(" and ", ",").split(",") if piece.strip()]
        return json.dumps(words, ensure_ascii=False) if words and part.items in ("string", "") else None

    def _text(self, part: Parameter) -> Value | None:
        text = self._letter() if _is_letter(part) else None
        text = text or self._quoted()
        if text is None and name_words(part.name)[-1:] and name_words(part.name)[-1] in _PLACES:
            text = self._place()
        if text is None and not _is_letter(part):
            text = text_near(self.clause, self.trigger, frozenset(self.used)) or None
            if text is not None:
                self.used.update(range(len(self.clause.tokens)))
        if text is not None:
            return json.dumps(text, ensure_ascii=False)
        return self.previous

    def _quoted(self) -> str | None:
        for index, token in enumerate(self.clause.tokens):
            if token.kind == "quoted" and index not in self.used:
                self.used.add(index)
                return token.value
        return None

    def _letter(self) -> str | None:
        """A letter that stands alone; "a" and "i" are words as well, so they come last."""
        found: list[tuple[bool, int, str]] = []
        for index, token in enumerate(self.clause.tokens):
            letter = token.value.removesuffix("'s")
            before = self.clause.tokens[index - 1].value if index else ""
            if len(letter) == 1 and token.kind in ("word", "quoted"):
                found.append((letter in "ai" and before != "letter" and token.kind == "word", index, letter))
            elif token.kind == "word" and len(letter) == 2 and letter[1] == "s" and before == "many":
                found.append((False, index, letter[0]))
        if not found:
            return None
        _, index, letter = min(found)
        self.used.add(index)
        return letter

    def _place(self) -> str | None:
        tokens = self.clause.tokens
        for index, token in enumerate(tokens[:-1]):
            if token.value in _BEFORE_A_PLACE and tokens[index + 1].kind == "word" and tokens[index + 1].value != "the":
                end = index + 1
                while end < len(tokens) and tokens[end].value not in _AFTER_A_PLACE and tokens[end].kind != "number":
                    end += 1
                return self.clause.words(index + 1, end).rstrip(" ,") or None
        return None

    def _says(self, word: str) -> bool:
        return any(
            token.kind in ("word", "quoted") and alike(token.value.lower(), word.lower())
            for token in self.clause.tokens
        )


def _counts_numbers(tokens: Tokens, index: int) -> bool:
    """The "two" of "add the two numbers 10 and 5"."""
    return index + 1 < len(tokens) and tokens[index + 1].value in ("numbers", "values", "words")


def _is_letter(part: Parameter) -> bool:
    return bool(_LETTERS & set(name_words(part.name)))


def _takes_text(part: Parameter) -> bool:
    return part.type in ("string", "") and not part.choices
