"""How far a turn may go before it is ended for the reader's sake. Values only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """All are counts within one turn.

    `rounds`: requests, the last of which forbids tools; None leaves it to the program. `same_call`: after so many equal
    results of an equal call the model is told, and the next one ends the turn. `unknown_tools`: notes in a row for
    tools that don't exist. `retries`: of one request, when the server or the way to it fails for now.
    """

    rounds: int | None = None
    same_call: int = 3
    unknown_tools: int = 3
    retries: int = 2


USUAL = Limits()
