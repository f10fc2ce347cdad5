"""Results of the math tools → words for the reader. Every number in them is from a result or from the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from glassloop.practice import results
from glassloop.practice.math_coach import known as known_results
from glassloop.practice.math_coach.desk import Desk
from glassloop.practice.math_coach.follow_ups import EXERCISE
from glassloop.practice.math_coach.trees import Calc, Operand, with_minus, written
from glassloop.practice.math_coach.wishes import Another, Check, Listing, Wish, Words, WorkOut

_NINES = re.compile(r"9+")
_SPECIAL = 8  # the priority from which a shortcut is one for a certain kind of number
_MOST_RULES = 12  # that are told in full
_LONGEST_EXERCISE = 4  # digits of a number in it
_SIGN_NAMES = {
    "+": "Adding", "-": "Subtracting", "*": "Multiplying", "/": "Dividing", "series": "Runs of numbers",
    "sum_of_squares": "Sums of squares", "sum_of_cubes": "Sums of cubes", "add_time": "Lengths of time",
    "power": "Powers",
}  # fmt: skip


def answer(wishes: tuple[Wish, ...], contents: tuple[str | None, ...], desk: Desk, *, forbidden: bool) -> str:
    """`contents`: each wish's result, where it is there. `forbidden`: notes are wanted and none may be written."""
    parts = [*desk.remarks]
    alone = len(wishes) == 1
    for wish, content in zip(wishes, contents, strict=True):
        if content is not None:
            parts.append(_told(wish, content, desk, alone=alone))
        elif isinstance(wish, Words):
            parts.append(wish.text)
        elif forbidden and isinstance(wish, WorkOut | Check | Another):
            parts.append(_so_far(wish.tree, desk))
    parts += desk.trouble
    if forbidden and not any(parts):
        parts.append("This request lets me write no note, and I never work things out myself.")
    return "\n\n".join(dict.fromkeys(part for part in parts if part))


def _told(wish: Wish, content: str, desk: Desk, *, alone: bool) -> str:
    match wish:
        case Check() if "correct" in known_results.fields(content):
            return _checked(known_results.fields(content))
        case Check(tree=tree, claimed=claimed) if claimed is not None:
            return f"You said {written(claimed)}. {_worked(tree, content, desk)}"
        case Listing():
            return _listed(content)
        case Another(tree=tree):
            return f"Here is another way.\n\n{_explained(content)}\n\n{_outcome(tree, content)}"
        case WorkOut(tree=tree) | Check(tree=tree):
            extras = [_other_ways(content), _exercise(tree, content)] if alone else []
            return "\n\n".join(part for part in (_worked(tree, content, desk), *extras) if part)
        case _:
            return results.shown(content)


def _worked(tree: Calc, content: str, desk: Desk) -> str:
    """Each operation in the order it was asked for, and what the whole comes to.

    What an earlier answer has explained is only named, unless there is nothing else.
    """
    rules: set[str] = set()
    steps = [each for each in dict.fromkeys(_inside_out(tree)) if each in desk.results]
    fresh = [each for each in steps if each in desk.fresh] or steps
    told = [_from_before(each, desk) for each in steps if each not in fresh and not _inside_another(each, steps, fresh)]
    told += [_explained(desk.results[each], rules, headed=len(steps) > 1) for each in fresh]
    return "\n\n".join([*dict.fromkeys(part for part in told if part), _outcome(tree, content)])


def _inside_out(tree: Operand) -> Iterator[Calc]:
    if isinstance(tree, Calc):
        yield from _inside_out(tree.left)
        yield from _inside_out(tree.right)
        yield tree


def _explained(content: str, rules: set[str] | None = None, *, headed: bool = False) -> str:
    """Rule and steps of one solution; a rule that has been told is not told again."""
    found = known_results.solution_in(content)
    if found is None:
        return _without_shortcut(known_results.fields(content)) if headed else ""
    lines: list[str] = []
    rule = str(found.get("rule", "")).strip()
    told = rules if rules is not None else set()
    if rule and rule not in told:
        lines.append(rule)
        told.add(rule)
    if headed:
        lines.append(f"{_text(found.get('problem'))}:")
    lines += [_step(step) for step in found.get("steps") or () if isinstance(step, dict)]
    return "\n".join(lines)


def _step(step: dict[str, Any]) -> str:
    expr = _text(step.get("expr"))
    say = str(step.get("say", "")).strip().removesuffix(expr).rstrip(" .:")
    colon = "" if say.endswith(("?", "!")) else ":"
    return f"• {say}{colon} {expr} = {_text(step.get('result'))}."


def _outcome(tree: Calc, content: str) -> str:
    found = known_results.solution_in(content)
    data = found or known_results.fields(content)
    if "answer" not in data:  # not from the coach's own tool, or changed by the reader
        return f"{written(tree)} gives {results.shown(content)}."
    if found is None and not _nested(tree):
        return _without_shortcut(data)
    problem = written(tree) if _nested(tree) else _text(data.get("problem", written(tree)))
    return f"So {problem} = {_shown(data)}."


def _without_shortcut(data: dict[str, Any]) -> str:
    return f"I don't know a shortcut for {_text(data.get('problem'))} yet. Worked out plainly it is {_shown(data)}."


def _nested(tree: Calc) -> bool:
    return isinstance(tree.left, Calc) or isinstance(tree.right, Calc)


def _from_before(tree: Calc, desk: Desk) -> str:
    return f"From before: {written(tree)} = {_shown_result(desk.results[tree])}."


def _so_far(tree: Calc, desk: Desk) -> str:
    """What there is of a chain that was cut short, and what is still to be asked for."""
    done = {each: _shown_result(desk.results[each]) for each in _inside_out(tree) if each in desk.results}
    if not done:
        return "That needs a note, and this request lets me write none. I never work things out myself."
    got = [f"{written(each)} = {value}" for each, value in done.items() if not _inside_another(each, list(done))]
    return (
        f"I had to stop before the end: no more notes are allowed in this turn, and I never work things out myself. "
        f"I got as far as {' and '.join(got)}. What is left is {written(tree, done)}. Say “go on”, and I will."
    )


def _inside_another(part: Calc, trees: list[Calc], but_not: Sequence[Calc] = ()) -> bool:
    return any(part is not whole and whole not in but_not and part in _inside_out(whole) for whole in trees)


def _shown_result(content: str) -> str:
    found = known_results.solution_in(content) or known_results.fields(content)
    return _shown(found) if "answer" in found else results.shown(content)


def _other_ways(content: str) -> str:
    titles = [_text(other.get("title", other["name"])) for other in known_results.others_in(content)]
    if not titles:
        return ""
    return f"There are other ways as well: {'; '.join(titles)}. Ask for another way to see one."


def _exercise(tree: Calc, content: str) -> str:
    """Something of the same kind, made only of numbers that are in the result."""
    found = known_results.solution_in(content)
    if found is None or _nested(tree) or _priority(found) < _SPECIAL:
        return ""
    left, _, right = _text(found.get("problem")).partition(f" {'×' if tree.operation == '*' else '+'} ")
    if not right or "−" in left + right or len(left) > _LONGEST_EXERCISE or len(right) > _LONGEST_EXERCISE:
        return ""
    shown = _shown(found)
    if tree.operation in ("+", "add_time"):
        return f"{EXERCISE}{shown} + {left if _NINES.fullmatch(left) else right}."
    if tree.operation == "*" and left != right and len(left) == len(right):
        return f"{EXERCISE}{right} × {right}."
    return f"{EXERCISE}{shown} × {right}." if tree.operation == "*" and len(shown) < _LONGEST_EXERCISE else ""


def _priority(solution: dict[str, Any]) -> int:
    text = str(solution.get("priority", ""))
    return int(text) if text.isdecimal() else 0


def _checked(data: dict[str, Any]) -> str:
    sums = data.get("digit_sums")
    lines = [_text(data.get("verdict"))]
    steps = sums.get("steps") if isinstance(sums, dict) else None
    if isinstance(sums, dict) and isinstance(steps, list):
        lines.append(f"\nThe check by digit sums, for {_text(data.get('problem'))} = {_text(data.get('claimed'))}:")
        lines += [_step(step) for step in steps if isinstance(step, dict)]
        same = "the same" if sums.get("agree") else "not the same"
        lines.append(f"That leaves {_text(sums.get('expected'))} and {_text(sums.get('found'))}: {same}.")
        lines.append(f"\n{_text(data.get('blind_spots'))}")
    elif isinstance(sums, dict):
        lines.append(_text(sums.get("why")))
    return "\n".join(line for line in lines if line.strip())


def _listed(content: str) -> str:
    data = known_results.fields(content)
    entries = [entry for entry in data.get("shortcuts") or () if isinstance(entry, dict)]
    if not entries:
        return f"The list came back as: {results.shown(content) or 'nothing'}."
    ruled = len(entries) <= _MOST_RULES and all("rule" in entry for entry in entries)
    by_sign: dict[str, list[str]] = {}
    for entry in entries:
        rule = f": {entry['rule']}" if ruled else ""
        by_sign.setdefault(_text(entry.get("operation")), []).append(f"{_text(entry.get('title'))}{rule}")
    lines = [f"These are the {_text(data.get('count'))} shortcuts that I know." if "count" in data else "I know these."]
    for sign, titles in by_sign.items():
        named = _SIGN_NAMES.get(sign, sign)
        lines.append(f"\n{named}:" + ("\n• " + "\n• ".join(titles) if ruled else " " + "; ".join(titles) + "."))
    return "\n".join(lines)


def _shown(data: dict[str, Any]) -> str:
    return _text(data.get("shown", data.get("answer")))


def _text(value: Any) -> str:
    """A value as people write it."""
    text = value if isinstance(value, str) else "" if value is None else results.shown(str(value))
    return with_minus(text) if re.fullmatch(r"-\d[\d.]*", text) else text
