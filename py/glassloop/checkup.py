"""The program with which the page tries a connection: one tool, one question that can't be answered well without it.

A program like any other: the loop, the wire and the dispatch that it runs through are the real ones. Refuses to know
what answers, and to judge what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from glassloop.agent import Agent


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


# Two rounds are what is tried; the third lets a model that asks twice still come to an end.
agent = Agent(system="Use the tool for every sum. Then answer with the sum alone.", tools=[add], max_rounds=3)

QUESTION = "Use the add tool: what is 48151 plus 62342?"
PROGRAM: Mapping[str, str] = {"main.py": "from glassloop.checkup import agent as agent\n"}
