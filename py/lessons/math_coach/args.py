"""What a note may say. Each class makes the menu's schema and checks what comes back; its descriptions are prompts."""

from __future__ import annotations

from domain import Number, Operation
from pydantic import BaseModel, ConfigDict, Field


class SumArgs(BaseModel):
    """One calculation, as a note writes it."""

    model_config = ConfigDict(extra="forbid")

    a: Number = Field(
        description="The first number, with the digits of the question: 4.7 stays 4.7. In a division: the number that "
        "is divided. In a series: the term it starts with. In a sum of squares or cubes: the smallest number that is "
        "squared or cubed. In add_time: hours and minutes written as one number, two digits for the minutes, so "
        "2 h 45 min (or 2:45) is 245, 3 hours are 300 and 45 minutes are 45. In a power: the base."
    )
    operation: Operation = Field(
        description="What is done with a and b. '+', '-', '*' and '/' are plain. 'series' adds numbers that are evenly "
        "spaced: for 1 + 2 + … + 100 write a = 1, b = 100; the first n odd numbers are a = 1, b = 2n − 1, step = 2; "
        "the first n even numbers are a = 2, b = 2n, step = 2; the first n numbers are a = 1, b = n. 'sum_of_squares' "
        "adds a², …, b² for all whole numbers from a to b, so the squares of the first 10 numbers are a = 1, b = 10; "
        "'sum_of_cubes' does the same with cubes. 'add_time' adds two lengths of time. 'power' is a to the power of b: "
        "14 cubed is a = 14, b = 3, and 15 squared is a = 15, b = 2."
    )
    b: Number = Field(
        description="The second number, with the digits of the question. In a division: the number to divide by. In a "
        "series: the term it ends with. In a sum of squares or cubes: the largest number that is squared or cubed. In "
        "add_time: the second time, written like the first. In a power: the exponent, 3 for a cube."
    )
    step: int = Field(
        default=1,
        ge=1,
        description="Only for a series: how far one term is from the next, 2 for odd or even numbers, 5 for "
        "5 + 10 + … + 50. Leave it out everywhere else.",
    )


# No docstrings from here on: Pydantic would put them on the menu.


class SolveArgs(SumArgs):
    technique: str | None = Field(
        default=None,
        description="Leave it out: the best shortcut is chosen for you. Only when the user asks for a certain one, or "
        "for another way, write its name here as a result or list_shortcuts spelled it, e.g. add_in_parts.",
    )


class CheckArgs(SumArgs):
    claimed: Number = Field(
        description="The answer that the user already has, right or wrong, with the user's digits. A time is written "
        "like a and b: 4:15 is 415. For “17 ÷ 5 is 3 remainder 2” it is the 3."
    )
    remainder: int = Field(
        default=0, description="Only for a division that leaves a rest: the user's remainder. Otherwise leave it out."
    )


class ListArgs(BaseModel):
    model_config = ConfigDict(extra="forbid")

    operation: Operation | None = Field(
        default=None,
        description="Only the shortcuts for this operation, each with its rule. Leave it out for all of them.",
    )
