"""What people call what tools commonly do, so that a renamed tool is still found. Knows no menu and no rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from glassloop.practice.reading import Tokens, alike, name_words
from glassloop.practice.scene import Tool

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """`sign`: its operator between numbers. `folds`: may be applied again and again to more numbers than it takes.

    `verb` completes "No tool on the menu …". `lead` begins an answer, `example` is a question that asks for it.
    """

    name: str
    phrases: tuple[Phrase, ...]
    verb: str
    example: str
    sign: str = ""
    folds: bool = False
    lead: str = ""


def _phrases(text: str) -> tuple[Phrase, ...]:
    """Longest first, so that "upper case" is taken whole."""
    found = [tuple(phrase.split()) for phrase in text.split(",")]
    return tuple(sorted(found, key=len, reverse=True))


CONCEPTS = (
    Concept(
        "add",
        _phrases(
            "add, ad, addition, plus, sum, total, together, altogether, combined, increase, more than, how much is"
        ),
        "adds",
        "add 10 and 5",
        "+",
        folds=True,
    ),
    Concept(
        "subtract",
        _phrases("subtract, subtraction, minus, take away, take, less, difference, decrease, deduct"),
        "subtracts",
        "subtract 3 from 10",
        "-",
    ),
    Concept(
        "multiply",
        _phrases("multiply, multiplication, times, multiplied by, product, mul"),
        "multiplies",
        "multiply 6 and 7",
        "*",
        folds=True,
    ),
    Concept("divide", _phrases("divide, division, divided by, over, quotient, div"), "divides", "divide 10 by 4", "/"),
    Concept("power", _phrases("power, raised to, to the power of, pow"), "raises to a power", "2 ^ 10", "^"),
    Concept(
        "upper",
        _phrases(
            "upper, uppercase, upper case, upper-case, capitals, capital letters, caps, all caps, capitalise,"
            " capitalize, shout, yell, scream, big letters, loudly"
        ),
        "writes in upper case",
        "make hello world upper case",
        lead="In upper case: ",
    ),
    Concept(
        "lower",
        _phrases("lower, lowercase, lower case, lower-case, small letters, whisper"),
        "writes in lower case",
        "make HELLO lower case",
        lead="In lower case: ",
    ),
    Concept(
        "reverse",
        _phrases("reverse, backwards, backward, flip, mirror, the other way round"),
        "reverses text",
        "reverse hello",
        lead="Backwards: ",
    ),
    Concept(
        "count",
        _phrases("count, how many times, how often, how many, number of"),
        "counts",
        "how many r's are in strawberry?",
    ),
    Concept("length", _phrases("length, len, how long"), "measures length", "how long is hello?"),
    Concept("repeat", _phrases("repeat, over and over"), "repeats", "repeat hello 3 times"),
)
# Known by what a tool is called, and never looked for in texts: "shout rain and snow" is about neither.
_OF_TOOLS = (
    Concept("air", _phrases("air quality, air pollution"), "measures the air", "Is the air in Paris good?"),
    Concept("forecast", _phrases("forecast"), "looks ahead", "What's the forecast for Leeds?"),
    Concept("weather", _phrases("weather"), "looks at the weather", "What's the weather in Tokyo?"),
    Concept("shortcut", _phrases("solve with shortcut"), "works sums out by shortcuts", "What is 47 + 9?"),
    Concept("check", _phrases("check answer"), "checks answers", "Is 48 × 5 = 240 right?"),
    Concept("shortcuts", _phrases("list shortcuts"), "lists shortcuts", "Which shortcuts do you know?"),
    Concept("remind", _phrases("remind, reminder"), "writes reminders", "Remind me if it rains in Leeds tomorrow"),
)
BY_SIGN = {concept.sign: concept for concept in CONCEPTS if concept.sign}

# What concepts mean when only a description tells what a tool does: its first words.
_WORDS_OF_DESCRIPTION = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `start` to `end` (exclusive) of a clause."""

    start: int
    end: int


def spot(tokens: Tokens, phrases: Iterable[Phrase]) -> Span | None:
    """Where one of the phrases stands. Words written right go before words with a slip."""
    listed = tuple(phrases)
    for exact in (True, False):
        for phrase in listed:
            for start in range(len(tokens) - len(phrase) + 1):
                part = tokens[start : start + len(phrase)]
                if all(
                    token.kind == "word" and (token.value == word if exact else alike(token.value, word))
                    for token, word in zip(part, phrase, strict=True)
                ):
                    return Span(start, start + len(phrase))
    return None


def concept_of(tool: Tool) -> Concept | None:
    """By its name; where the name says nothing, by the first words of its description."""
    named = name_words(tool.name)
    described = name_words(tool.description)[:_WORDS_OF_DESCRIPTION]
    for words in (named, described):
        for concept in (*_OF_TOOLS, *CONCEPTS):
            if concept.sign and not _takes_numbers(tool):
                continue  # get_tide_times(harbour) multiplies nothing
            if any(_within(phrase, words) for phrase in concept.phrases):
                return concept
    return None


def _takes_numbers(tool: Tool) -> bool:
    return any(part.numeric or part.type in ("array", "") for part in tool.parameters)


def for_concept(menu: Iterable[Tool], concept: Concept) -> Tool | None:
    return next((tool for tool in menu if concept_of(tool) is concept), None)


def _within(phrase: Phrase, words: Phrase) -> bool:
    return any(
        all(alike(word, meant) for word, meant in zip(words[start:], phrase, strict=False))
        for start in range(len(words) - len(phrase) + 1)
    )
