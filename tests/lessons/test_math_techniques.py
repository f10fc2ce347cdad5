"""Lesson 3: what every shortcut promises, the net below it, and who is chosen."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.lessons import loaded


@pytest.fixture(scope="module")
def load() -> Iterator[Any]:
    with loaded("math_coach") as load:
        load("registry")
        yield load


def a_technique(load: Any, answer: int = 56, result: int = 57, expr: str = "47 + 10", steps: int = 2) -> Any:
    """One that solves 47 + 9, rightly or not."""
    domain, technique = load("domain"), load("technique")

    class Made(technique.Technique):  # type: ignore[name-defined]
        name, title, rule, operation, priority = "made", "Made", "A rule.", domain.Operation.ADD, 5

        def _applies(self, problem: Any) -> bool:
            return bool(problem.b == 9)

        def steps(self, problem: Any) -> Any:
            first = domain.Step("Add ten", expr, result)
            return [first, *[domain.Step("Take 1", "57 − 1", 56)] * (steps - 1)][:steps], answer

    return Made()


def test_a_solution_says_all_there_is_to_say(load: Any) -> None:
    solution = a_technique(load).solve(load("domain").Problem(47, "+", 9))
    assert (solution.technique, solution.title, solution.rule, solution.priority) == ("made", "Made", "A rule.", 5)
    assert (solution.problem, solution.answer, solution.shown, solution.verified) == ("47 + 9", 56, "56", True)
    assert [(step.say, step.expr, step.result) for step in solution.steps] == [
        ("Add ten", "47 + 10", 57),
        ("Take 1", "57 − 1", 56),
    ]


def test_it_is_asked_only_about_its_own_operation(load: Any) -> None:
    problem = load("domain").Problem
    technique = a_technique(load)
    assert technique.applies(problem(47, "+", 9))
    assert not technique.applies(problem(47, "+", 8))
    assert not technique.applies(problem(47, "-", 9))
    with pytest.raises(ValueError, match=r"made does not apply to 47 − 9"):
        technique.solve(problem(47, "-", 9))


def test_a_wrong_answer_never_gets_out(load: Any) -> None:
    with pytest.raises(RuntimeError, match=r"made produced 57 for 47 \+ 9, expected 56"):
        a_technique(load, answer=57).solve(load("domain").Problem(47, "+", 9))


def test_a_wrong_step_never_gets_out_either(load: Any) -> None:
    with pytest.raises(RuntimeError, match=r"made wrote 47 \+ 10 = 58 for 47 \+ 9, expected 57"):
        a_technique(load, result=58).solve(load("domain").Problem(47, "+", 9))


def test_a_step_harder_than_the_problem_means_that_it_does_not_apply(load: Any) -> None:
    assert not a_technique(load, expr="28 + 29", result=57).applies(load("domain").Problem(47, "+", 9))


@pytest.mark.parametrize("steps", [0, 30])
def test_no_steps_or_too_many_mean_that_it_does_not_apply(load: Any, steps: int) -> None:
    assert not a_technique(load, steps=steps).applies(load("domain").Problem(47, "+", 9))


# The list


def test_there_are_enough_of_them_for_all_nine_operations(load: Any) -> None:
    techniques, domain = load("techniques").TECHNIQUES, load("domain")
    assert len(techniques) >= 52 and len({type(technique) for technique in techniques}) == len(techniques)
    assert {technique.operation for technique in techniques} == set(domain.Operation)


def test_each_has_a_name_a_title_and_a_rule(load: Any) -> None:
    techniques = load("techniques").TECHNIQUES
    names = [technique.name for technique in techniques]
    assert len(set(names)) == len(names)
    for technique in techniques:
        assert technique.name.isidentifier() and technique.name == technique.name.lower()
        assert 1 <= technique.priority <= 10 and isinstance(technique.priority, int)
        assert 5 <= len(technique.title) <= 60 and technique.title[-1] not in ".!"
        assert 40 <= len(technique.rule) <= 320 and technique.rule.endswith("."), technique.name


def test_of_the_same_operation_no_two_have_the_same_title_and_rule(load: Any) -> None:
    said = [(technique.operation, technique.rule) for technique in load("techniques").TECHNIQUES]
    assert len(set(said)) == len(said)


# Choosing


@pytest.mark.parametrize(
    ("problem", "names"),
    [
        ((47, "+", 9), ["add_nines"]),
        ((129, "+", 99), ["add_nines", "round_and_compensate", "add_in_parts"]),
        ((245, "add_time", 215), ["add_time"]),
    ],
)
def test_exactly_these_in_this_order(load: Any, problem: tuple[Any, ...], names: list[str]) -> None:
    found = load("registry").find_applicable(load("domain").Problem(*problem))
    assert [technique.name for technique in found] == names


@pytest.mark.parametrize(
    ("problem", "name", "shown"),
    [
        ((47, "+", 9), "add_nines", "56"),
        ((120, "+", 9), "add_nines", "129"),
        ((129, "+", 9), "add_nines", "138"),
        ((129, "+", 99), "add_nines", "228"),
        ((97, "*", 96), "near_100", "9312"),
        ((13, "*", 14), "multiply_teens", "182"),
        ((48, "*", 5), "multiply_by_5", "240"),
        ((245, "add_time", 215), "add_time", "5:00"),
        ((1, "series", 19, 2), "odd_numbers", "100"),
        ((1, "series", 100), "first_numbers", "5050"),
        ((1, "sum_of_squares", 10), "first_squares", "385"),
        ((1, "sum_of_cubes", 10), "first_cubes", "3025"),
        ((14, "power", 3), "cube_in_parts", "2744"),
    ],
)
def test_the_winner(load: Any, problem: tuple[Any, ...], name: str, shown: str) -> None:
    asked = load("domain").Problem(*problem)
    winner = load("registry").choose(asked)
    assert winner.name == name and winner.solve(asked).shown == shown


def test_the_steps_of_adding_nines(load: Any) -> None:
    asked = load("domain").Problem(47, "+", 9)
    solution = load("registry").choose(asked).solve(asked)
    assert solution.technique == "add_nines"
    assert [(step.expr, step.result) for step in solution.steps] == [("47 + 10", 57), ("57 − 1", 56)]


@pytest.mark.parametrize(
    "problem",
    [(5, "+", 3), (40, "+", 7), (5, "-", 3), (7, "-", 7), (1, "series", 2), (2, "power", 40), (100, "add_time", 0)],
)
def test_where_there_is_no_shortcut_none_is_made_up(load: Any, problem: tuple[Any, ...]) -> None:
    asked = load("domain").Problem(*problem)
    assert load("registry").find_applicable(asked) == [] and load("registry").choose(asked) is None


def test_the_best_come_first_and_the_list_breaks_ties(load: Any) -> None:
    registry, techniques, domain = load("registry"), list(load("techniques").TECHNIQUES), load("domain")
    for operation in domain.Operation:
        order = [(-technique.priority, techniques.index(technique)) for technique in registry.candidates(operation)]
        assert order == sorted(order) and len(order) >= 2
    assert sum(len(registry.candidates(operation)) for operation in domain.Operation) == len(techniques)


def test_the_chosen_one_is_the_first_that_applies(load: Any) -> None:
    registry, problem = load("registry"), load("domain").Problem
    for a in range(88, 104):
        for sign in "+-*/":
            asked = problem(a, sign, 37)
            found = registry.find_applicable(asked)
            assert registry.choose(asked) is (found[0] if found else None)
            assert found == [
                technique for technique in registry.candidates(asked.operation) if technique.applies(asked)
            ]
