"""For how many problems the math coach knows a shortcut, operation by operation. Knows no shortcut by name.

python tests/support/math_coverage.py [problems of each kind]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / folder) for folder in ("tests", "py")]

from support.lessons import loaded

Load = Callable[[str], Any]


class Numbers:
    """The same numbers in every run, on every machine: a linear congruential generator of 64 bits."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def between(self, low: int, high: int) -> int:
        """From `low` to `high`, both included, all equally likely."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (self._state >> 33) % (high - low + 1)

    def one_of(self, *values: Any) -> Any:
        return values[self.between(0, len(values) - 1)]

    def of_digits(self, most: int) -> int:
        """1 to 9, 10 to 99, …: every length up to `most` digits equally likely."""
        digits = self.between(1, most)
        return self.between(10 ** (digits - 1), 10**digits - 1)


@dataclass(frozen=True, slots=True)
class Share:
    """Of `asked` problems of one kind `found` have a shortcut. `hard`, `hard_found`: only those of an effort above 4,
    which take more than a moment as they are."""

    kind: str
    operation: str
    asked: int
    found: int
    hard: int
    hard_found: int

    @property
    def percent(self) -> float:
        return 100 * self.found / self.asked

    @property
    def hard_percent(self) -> float:
        return 100 * self.hard_found / max(1, self.hard)


_Draw = Callable[[Numbers], tuple[int, int, int]]


def _pair(draw: Callable[[Numbers], int], larger_first: bool = False) -> _Draw:
    def one(numbers: Numbers) -> tuple[int, int, int]:
        a, b = draw(numbers), draw(numbers)
        return (max(a, b), min(a, b), 1) if larger_first else (a, b, 1)

    return one


def _series(numbers: Numbers) -> tuple[int, int, int]:
    first, step = numbers.one_of(1, 1, numbers.between(0, 50)), numbers.one_of(1, 1, 2, 2, numbers.between(3, 10))
    return first, first + step * numbers.between(3, 60), step


def _run(numbers: Numbers) -> tuple[int, int, int]:
    first = numbers.one_of(1, numbers.between(2, 20))
    return first, first + numbers.between(1, 20), 1


def _times(numbers: Numbers) -> tuple[int, int, int]:
    def time() -> int:
        return numbers.between(0, 12) * 100 + numbers.between(0, 59)

    return time(), time(), 1


def _power(numbers: Numbers) -> tuple[int, int, int]:
    return numbers.between(2, 99), numbers.one_of(2, 2, 3, 3, 4, 5), 1


def _any(numbers: Numbers) -> int:
    return numbers.between(1, 999)


def _by_length(numbers: Numbers) -> int:
    return numbers.of_digits(3)


KINDS: tuple[tuple[str, str, _Draw], ...] = (
    ("1 to 999", "+", _pair(_any)),
    ("1 to 999, every length as often", "+", _pair(_by_length)),
    ("1 to 999, larger first", "-", _pair(_any, larger_first=True)),
    ("1 to 999, every length as often, larger first", "-", _pair(_by_length, larger_first=True)),
    ("1 to 999", "*", _pair(_any)),
    ("1 to 999, every length as often", "*", _pair(_by_length)),
    ("1 to 99", "*", _pair(lambda numbers: numbers.between(1, 99))),
    ("1 to 999, larger first", "/", _pair(_any, larger_first=True)),
    ("1 to 999 by 2 to 12", "/", lambda numbers: (numbers.between(1, 999), numbers.between(2, 12), 1)),
    ("first term to 50, 4 to 61 terms", "series", _series),
    ("from 1 to 20 on, 2 to 21 terms", "sum_of_squares", _run),
    ("from 1 to 20 on, 2 to 21 terms", "sum_of_cubes", _run),
    ("up to 12:59", "add_time", _times),
    ("2 to 99, squares to fifth powers", "power", _power),
)


def coverage(load: Load, problems: int = 2_000) -> Iterator[Share]:
    """One `Share` for every entry of KINDS, each over so many problems; the same in every run."""
    make, choose, effort_of = load("domain").Problem, load("registry").choose, load("effort").effort_of
    for at, (kind, operation, draw) in enumerate(KINDS):
        numbers = Numbers(1_000 + at)
        found = hard = hard_found = 0
        for _ in range(problems):
            a, b, step = draw(numbers)
            problem = make(a, operation, b, step)
            has, is_hard = choose(problem) is not None, effort_of(problem) > 4
            found += has
            hard += is_hard
            hard_found += has and is_hard
        yield Share(kind, operation, problems, found, hard, hard_found)


def main() -> None:
    problems = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    with loaded("math_coach") as load:
        print(f"{'operation':16}{'problems':48}{'a shortcut':>12}{'of hard ones':>14}")
        for share in coverage(load, problems):
            line = f"{share.operation:16}{share.kind:48}{share.percent:>11.1f}%{share.hard_percent:>13.1f}%"
            print(line)


if __name__ == "__main__":
    main()
