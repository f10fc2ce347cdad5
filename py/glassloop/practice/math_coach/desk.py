"""From what is wanted and what is known to the next notes. Reads no English, and never works anything out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from glassloop.practice import results
from glassloop.practice.math_coach import known as known_results
from glassloop.practice.math_coach.known import Known
from glassloop.practice.math_coach.trees import Calc, Leaf, Operand
from glassloop.practice.math_coach.wishes import Another, Check, Listing, Wish, Words, WorkOut
from glassloop.practice.plan import arguments_text
from glassloop.practice.reading import name_words
from glassloop.practice.rules import Note
from glassloop.practice.scene import Tool

_OPERANDS = {"a", "operation", "b"}
_TRIES = 4  # notes for one step, each written as the error before it asked

Arguments = dict[str, str]  # JSON text by name


@dataclass(frozen=True, slots=True)
class Tools:
    """Which tool of a menu does what, judged by what it takes, so that a renamed one is found."""

    solve: Tool | None
    check: Tool | None
    listing: Tool | None

    @staticmethod
    def of(menu: Iterable[Tool]) -> Tools:
        tools = tuple(menu)
        takes = {tool.name: {part.name for part in tool.parameters} for tool in tools}
        sums = [tool for tool in tools if takes[tool.name] >= _OPERANDS]
        return Tools(
            next((tool for tool in sums if "claimed" not in takes[tool.name]), None),
            next((tool for tool in sums if "claimed" in takes[tool.name]), None),
            next(
                (tool for tool in tools if tool not in sums and "shortcuts" in name_words(tool.name)),
                None,
            ),
        )


@dataclass(slots=True)
class Desk:
    """`earlier`: results before this question; `since`: those since then; `known`: all that count for it.

    Collects what is to be asked for.

    `results`: what came back for each calculation. `fresh`: which of these came since
    the question. `trouble`: sentences about what can't be done, and `remarks`: about
    what had to be done otherwise than it was asked.
    """

    tools: Tools
    earlier: Known
    since: Known
    known: Known
    ready: list[Note] = field(default_factory=list)
    results: dict[Calc, str] = field(default_factory=dict)
    fresh: set[Calc] = field(default_factory=set)
    trouble: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def work_out(self, tree: Calc) -> str | None:
        """The content of the result; None while it is not there. Then it is asked for, or why not is in `trouble`."""
        if self.tools.solve is None:
            self._cannot("Nothing on the menu works sums out, and I never do that myself.")
            return None
        if tree in self.results:
            return self.results[tree]
        arguments = self._arguments(tree)
        content = None if arguments is None else self._ask(self.tools.solve, arguments)
        if content is not None and arguments is not None and self.tools.solve is not None:
            self.results[tree] = content
            if self._asked_now(self.tools.solve, arguments):
                self.fresh.add(tree)
        return content

    def _asked_now(self, tool: Tool, arguments: Arguments) -> bool:
        return self.since.content(tool.name, arguments) is not None

    def another_way(self, tree: Calc) -> str | None:
        """As `work_out`, by the best shortcut that the reader has not seen."""
        plain = self.work_out(tree)
        arguments = None if plain is None else self._arguments(tree)
        if plain is None or arguments is None or self.tools.solve is None:
            return None
        seen = [*self.earlier.shown_techniques(arguments), *_technique_in(plain)]
        unseen = [other for other in known_results.others_in(plain) if other["name"] not in seen]
        if not unseen:
            many = len(set(seen)) > 1
            self._cannot(
                "You have seen every shortcut that fits this one." if many else "I know no other shortcut for it."
            )
            return None
        return self._ask(self.tools.solve, arguments | {"technique": f'"{unseen[0]["name"]}"'})

    def check(self, wish: Check) -> str | None:
        if self.tools.check is None or self.tools.solve is None:
            return self.work_out(wish.tree)
        arguments = self._arguments(wish.tree)
        claimed = wish.claimed.text if wish.claimed is not None else self._own_answer(wish.tree)
        if arguments is None or claimed is None:
            return None
        rest = {"remainder": wish.remainder} if wish.remainder else {}
        arguments.pop("technique", None)
        return self._ask(self.tools.check, arguments | {"claimed": claimed} | rest)

    def list_them(self, wish: Listing) -> str | None:
        tool = self.tools.listing
        if tool is None:
            self._cannot("Nothing on the menu lists the shortcuts, so I can't know them.")
            return None
        filters = wish.operation and any(part.name == "operation" for part in tool.parameters)
        return self._ask(tool, {"operation": f'"{wish.operation}"'} if filters else {})

    def fulfil(self, wish: Wish) -> str | None:
        """The content of the result that a wish is about, once it is there."""
        match wish:
            case Another(tree):
                return self.another_way(tree)
            case Check():
                return self.check(wish)
            case Listing():
                return self.list_them(wish)
            case WorkOut(tree):
                return self.work_out(tree)
            case Words():
                return None

    def _own_answer(self, tree: Calc) -> str | None:
        content = self.work_out(tree)
        return None if content is None else known_results.number_in(content)

    def _number(self, operand: Operand) -> str | None:
        if isinstance(operand, Leaf):
            return operand.text
        content = self.work_out(operand)
        if content is None:
            return None
        number = known_results.number_in(content)
        if number is None:
            self._cannot("The next step needs a number, and the result before it is no single number.")
        return number

    def _arguments(self, tree: Calc) -> Arguments | None:
        solve = self.tools.solve
        offered = next((part.choices for part in solve.parameters if part.name == "operation"), ()) if solve else ()
        if offered and tree.operation not in offered:
            self._cannot(f"The menu does not offer the operation “{tree.operation}”, and I only ask for what is on it.")
            return None
        left, right = self._number(tree.left), self._number(tree.right)
        if left is None or right is None:
            return None
        # A decimal is put in quotes, as models often do: the tool's own check has to read it.
        a = f'"{left}"' if "." in left else left
        step = {"step": tree.step} if tree.step else {}
        technique = {"technique": f'"{tree.technique}"'} if tree.technique else {}
        return {"a": a, "operation": f'"{tree.operation}"', "b": right, **step, **technique}

    def _ask(self, tool: Tool, arguments: Arguments) -> str | None:
        """The result for these arguments, or for those that an error asked for instead of them."""
        said = ""
        for _ in range(_TRIES):
            content = self.known.content(tool.name, arguments)
            if content is None:
                note = Note(tool.name, arguments_text(arguments))
                if note not in self.ready:
                    self.ready.append(note)
                return None
            if not results.is_error(content):
                return content
            said = known_results.reason(content)
            mended = known_results.mended(arguments, content)
            if mended is None or mended == arguments:
                break
            if "technique" in arguments and "technique" not in mended:
                self._remark(said)
            arguments = mended
        self._cannot(f"That can't be worked out: {said}")
        return None

    def _cannot(self, text: str) -> None:
        if text not in self.trouble:
            self.trouble.append(text)

    def _remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)


def _technique_in(content: str) -> list[str]:
    solution = known_results.solution_in(content)
    return [str(solution["technique"])] if solution and "technique" in solution else []
