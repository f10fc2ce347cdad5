"""What the math coach's tools can't do, and what is said about it: no number, no guess. Knows no tool by name."""

from __future__ import annotations

import re

CAN = (
    "I can work out sums, differences, products, divisions, powers, runs of numbers such as the first odd ones, and "
    "lengths of time, and I can check an answer of yours."
)
STEER = (
    "That is outside my subject: I teach shortcuts for sums that you can do in your head. " + CAN + " Which sum shall "
    "we look at?"
)
UNEVEN = re.compile(r"…|\band so on\b")
UNEVEN_RUN = (
    "I can add up a run of numbers only when each is as far from the one before as the next, and I must see the first "
    "and the last of them."
)
TOO_LONG = "That is more than I read at once. Give me one sum at a time, please."
WHICH_SUM = "What shall I do with that? Give me a sum: numbers with “plus” or “times” between them, for example."
NOTHING_YET = "There is no sum yet that this could be about. Ask me one first."

_TOPICS: tuple[tuple[str, str], ...] = (
    (r"\b(?:(?:square|cube|cubic|\d+th|third|fourth|nth) )?roots?\b|\bsqrt\b", "Roots are"),
    (r"\b(?:sin|cos|tan|sine|cosine|tangent|log|logarithms?|ln|exp)\b", "Functions such as sines and logarithms are"),
    (r"\bfactorials?\b", "Factorials are"),
    (r"\b(?:integrals?|integrate|derivatives?|differentiate|limit of)\b", "Calculus is"),
    (r"\b(?:equations?|solve for|unknown|algebra|simplify|factori[sz]e)\b|(?:^| )[-+*/=] [xyzn]\b|\b[xyz] [-+*/=^]",
     "Finding an unknown number is"),
    (r"\b(?:primes?|prime factors?|gcd|lcm|hcf|divisors?|common (?:multiple|factor))\b", "Primes and divisors are"),
    (r"\b(?:average|mean|median|mode|standard deviation|probability|odds of)\b", "Averages and chances are"),
    (r"\b(?:area|perimeter|volume|circumference|pi|radius|triangle|angle)\b", "Geometry is"),
    (r"\b(?:binary|hex|hexadecimal|octal|roman numerals?)\b", "Other ways to write numbers are"),
    (r"\b(?:mod|modulo|modulus)\b", "Remainders on their own are"),
    (r"\b(?:miles?|km|kilomet\w+|inch(?:es)?|feet|metres?|meters?|kg|pounds?|celsius|fahrenheit|dollars?|euros?)"
     r" (?:to|in|into)\b|\bconvert\b", "Converting units is"),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern), what) for pattern, what in _TOPICS)


def refusal(line: str) -> tuple[str, int] | None:
    """A kind sentence, and how many words of the line come before what it is about."""
    for pattern, what in _PATTERNS:
        if match := pattern.search(line):
            text = f"{what} beyond my tools, and I never work anything out without them. {CAN}"
            return text, len(line[: match.start()].split())
    return None
