"""Adding lengths of time in hours and minutes. Knows no days, no time of day and no other unit."""

from __future__ import annotations

from abc import abstractmethod

from domain import Operation, Problem, Step, clock, hours_and_minutes, run_together
from expression import value_of
from technique import Technique, Working


class Duration(Technique):
    """Times are whole numbers with hours and minutes run together: 245 is 2:45."""

    operation = Operation.ADD_TIME

    def steps(self, problem: Problem) -> Working:
        lines: list[Step] = []
        return lines, self.work(lines, int(problem.a), int(problem.b))

    @abstractmethod
    def work(self, lines: list[Step], a: int, b: int) -> int:
        """Write the steps; the answer with hours and minutes run together."""


def _line(lines: list[Step], say: str, expr: str) -> int:
    """Writes one step; what it comes to, as a number (times run together)."""
    value = value_of(expr)
    assert isinstance(value, int | str)
    lines.append(Step(say, expr, value))
    return value if isinstance(value, int) else int(value.replace(":", ""))


def _small(problem: Problem) -> bool:
    """Both lengths above 0 and below a thousand hours."""
    return 0 < problem.a < 100_000 and 0 < problem.b < 100_000


def _minutes_left(time: int) -> int:
    """How many minutes are missing to the next whole hour: 1:55 → 5; 0 for a whole hour."""
    return -time % 100 and 60 - time % 100


class AddTime(Duration):
    name = "add_time"
    title = "Hours and minutes apart"
    rule = "Add the hours, then the minutes. When the minutes come to 60 or more, swap 60 of them for one more hour."
    priority = 3

    def _applies(self, problem: Problem) -> bool:
        (hours, minutes), (more, more_minutes) = hours_and_minutes(int(problem.a)), hours_and_minutes(int(problem.b))
        return (
            _small(problem) and minutes > 0 and more_minutes > 0 and (hours + more > 0 or minutes + more_minutes > 59)
        )

    def work(self, lines: list[Step], a: int, b: int) -> int:
        (hours, minutes), (more, more_minutes) = hours_and_minutes(a), hours_and_minutes(b)
        both = _line(lines, "Add the hours", f"{hours} + {more}") if hours and more else hours + more
        rest = _line(lines, "Add the minutes", f"{minutes} + {more_minutes}")
        if rest >= 60:
            say = "60 minutes are an hour" if rest == 60 else f"{rest} minutes are an hour and some more"
            rest = _line(lines, f"{say}: take 60 away", f"{rest} − 60")
            both = _line(lines, "That is one more hour", f"{both} + 1") if both else 1
        say = "Put hours and minutes together" if rest else "No minutes are left over"
        return _line(lines, say, f"{both}:00 + 0:{rest:02}")


class AddWholeHours(Duration):
    name = "add_whole_hours"
    title = "Whole hours"
    rule = "Whole hours leave the minutes as they are: add the hours, and read the minutes off."
    priority = 7

    def _applies(self, problem: Problem) -> bool:
        return _small(problem) and (problem.a % 100 == 0 or problem.b % 100 == 0) and min(problem.a, problem.b) >= 100

    def work(self, lines: list[Step], a: int, b: int) -> int:
        (hours, minutes), (more, more_minutes) = hours_and_minutes(a), hours_and_minutes(b)
        both = _line(lines, "Only the hours change, so add them", f"{hours} + {more}")
        left = minutes or more_minutes
        _line(
            lines, f"{_minutes(left)} more, as before" if left else "No minutes come to it", f"{both}:00 + 0:{left:02}"
        )
        return run_together(both, left)


class RoundToTheHour(Duration):
    name = "round_to_the_hour"
    title = "Nearly a whole hour"
    rule = "A time a few minutes short of a whole hour is rounded up to it; the few minutes are taken away at the end."
    priority = 8

    def _applies(self, problem: Problem) -> bool:
        return _small(problem) and any(self._fits(*pair) for pair in _both_ways(problem))

    @staticmethod
    def _fits(n: int, more: int) -> bool:
        short = _minutes_left(more)
        return 0 < short <= 10 and n % 100 >= short  # so that taking it away stays within the hour

    def work(self, lines: list[Step], a: int, b: int) -> int:
        n, more = (a, b) if self._fits(a, b) else (b, a)
        short = _minutes_left(more)
        hour = run_together(more // 100 + 1, 0)
        total = _line(
            lines, f"{clock(more)} is nearly {clock(hour)}, so add {clock(hour)}", f"{clock(n)} + {clock(hour)}"
        )
        say = f"That was {_minutes(short)} too much, so take them away"
        return _line(lines, say, f"{clock(total)} − {clock(short)}")


class FillTheHour(Duration):
    name = "fill_the_hour"
    title = "Filling up the hour"
    rule = "Give the first time just the minutes it needs for a whole hour. Then add what is left of the other."
    priority = 5

    def _applies(self, problem: Problem) -> bool:
        return _small(problem) and problem.a % 100 + problem.b % 100 > 60

    def work(self, lines: list[Step], a: int, b: int) -> int:
        # The time that needs less is filled up.
        n, more = sorted((a, b), key=_minutes_left)
        need = _minutes_left(n)
        hour = _line(lines, f"{clock(n)} needs {_minutes(need)} for a whole hour", f"{clock(n)} + {clock(need)}")
        left = _line(lines, f"Take that from {clock(more)}", f"{clock(more)} − {clock(need)}")
        return _line(lines, "Add what is left", f"{clock(hour)} + {clock(left)}")


class CountQuarters(Duration):
    name = "count_quarters"
    title = "Quarters of an hour"
    rule = (
        "When both times are in quarters of an hour, count the quarters: four make an hour, and each of the others is "
        "15 minutes."
    )
    priority = 6

    def _applies(self, problem: Problem) -> bool:
        a, b = int(problem.a) % 100, int(problem.b) % 100
        return _small(problem) and a % 15 == b % 15 == 0 and a + b > 60 and min(problem.a, problem.b) > 100

    def work(self, lines: list[Step], a: int, b: int) -> int:
        (hours, minutes), (more, more_minutes) = hours_and_minutes(a), hours_and_minutes(b)
        both = _line(lines, "Add the hours", f"{hours} + {more}")
        x, y = minutes // 15, more_minutes // 15
        quarters = _line(lines, f"{minutes} and {more_minutes} minutes are {x} and {y} quarters", f"{x} + {y}")
        over = _line(lines, "Four quarters are an hour", f"{quarters} − 4")
        left = _line(lines, "Each that is left is 15 minutes", f"{over} × 15")
        return _line(lines, "Put the hours, the extra hour and the minutes together", f"{both + 1}:00 + 0:{left:02}")


def _both_ways(problem: Problem) -> tuple[tuple[int, int], tuple[int, int]]:
    a, b = int(problem.a), int(problem.b)
    return (a, b), (b, a)


def _minutes(count: int) -> str:
    return "1 minute" if count == 1 else f"{count} minutes"


TIMES: tuple[Technique, ...] = (RoundToTheHour(), AddWholeHours(), CountQuarters(), FillTheHour(), AddTime())
