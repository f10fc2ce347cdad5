"""What every shortcut is: a name, a rule, when it helps, its steps. Checks each answer; chooses none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, TypeAlias

from domain import Answer, Operation, Problem, Solution, Step, exact_arithmetic, shown
from effort import effort_of, effort_of_expr
from expression import value_of

# Two digits times two digits is about the most that people do in one go without paper.
HARDEST_STEP = 14
MOST_STEPS = 9
LARGEST = 10**12

Working: TypeAlias = tuple[list[Step], Answer]


class Technique(ABC):
    """One shortcut. Subclasses say when it helps in `_applies` and how it goes in `steps`.

    `applies` also asks that it is mental arithmetic: numbers up to `LARGEST`, not too many steps, none harder than the
    problem, none beyond `HARDEST_STEP`. So a subclass need not think of sizes, only of what its method is about.
    Decimals are exact in both.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    operation: ClassVar[Operation]
    priority: ClassVar[int]

    @abstractmethod
    def _applies(self, problem: Problem) -> bool:
        """Whether the method is about such numbers. Asked only for problems of its operation; quick; raises nothing."""

    @abstractmethod
    def steps(self, problem: Problem) -> Working:
        """The steps in order, and the answer. Asked only where `_applies` said yes."""

    def applies(self, problem: Problem) -> bool:
        return self._worked(problem) is not None

    def solve(self, problem: Problem) -> Solution:
        """Raises `ValueError` where the shortcut does not apply, `RuntimeError` where its arithmetic is wrong."""
        working = self._worked(problem)
        if working is None:
            raise ValueError(f"{self.name} does not apply to {problem}.")
        steps, answer = working
        self._verify(problem, steps, answer)
        return Solution(
            technique=self.name,
            title=self.title,
            problem=str(problem),
            rule=self.rule,
            steps=tuple(steps),
            answer=answer,
            shown=shown(problem, answer),
            priority=self.priority,
            verified=True,
        )

    def _worked(self, problem: Problem) -> Working | None:
        if problem.operation is not self.operation or max(-problem.a, problem.a, -problem.b, problem.b) > LARGEST:
            return None
        with exact_arithmetic():
            if not self._applies(problem):
                return None
            steps, answer = self.steps(problem)
        limit = min(effort_of(problem), HARDEST_STEP)
        if not 0 < len(steps) <= MOST_STEPS or any(effort_of_expr(step.expr) > limit for step in steps):
            return None
        return steps, answer

    def _verify(self, problem: Problem, steps: list[Step], answer: Answer) -> None:
        """The safety net: the answer against plain arithmetic, and every line of working against itself."""
        exact = problem.exact()
        if answer != exact:
            raise RuntimeError(f"{self.name} produced {answer} for {problem}, expected {exact}")
        for step in steps:
            if (value := value_of(step.expr)) != step.result:
                raise RuntimeError(f"{self.name} wrote {step.expr} = {step.result} for {problem}, expected {value}")
