"""What can be wanted of the math coach, as values, and what is left of a conversation. Reads no English."""

from __future__ import annotations

from dataclasses import dataclass

from glassloop.practice.math_coach.trees import Calc, Leaf


@dataclass(frozen=True, slots=True)
class WorkOut:
    tree: Calc


@dataclass(frozen=True, slots=True)
class Another:
    """The same again, by a shortcut that has not been shown yet."""

    tree: Calc


@dataclass(frozen=True, slots=True)
class Check:
    """Is it `claimed`? None: is what came out before right? `remainder`: the rest of a division, as JSON text."""

    tree: Calc
    claimed: Leaf | None
    remainder: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """`operation`: only the shortcuts for that; empty for all of them."""

    operation: str


@dataclass(frozen=True, slots=True)
class Words:
    """Something to say for which no tool is needed."""

    text: str


Wish = WorkOut | Another | Check | Listing | Words
Wishes = tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """`wishes`: the last ones that had to do with a sum. `answer`: what was said last."""

    wishes: Wishes = ()
    answer: str = ""

    @property
    def last(self) -> Calc | None:
        return next((tree for wish in reversed(self.wishes) if (tree := tree_of(wish)) is not None), None)


def tree_of(wish: Wish) -> Calc | None:
    return None if isinstance(wish, Listing | Words) else wish.tree
