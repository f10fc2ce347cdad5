"""Notices a model that goes round in circles. A value that grows with the turn; pure, and knows no loop.

The same call with the same result again and again is first told to the model, then ends the turn; so do notes for tools
that don't exist, one after another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from glassloop.arguments import history_arguments
from glassloop.events import Stopped, ToolResult
from glassloop.jsontext import write_json
from glassloop.limits import Limits
from glassloop.messages import ToolCall

Seen = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Guard:
    """`seen`: name, canonical arguments and content of each result of this turn, in order."""

    limits: Limits
    seen: tuple[Seen, ...] = ()
    unknown_in_a_row: int = 0

    def after(self, call: ToolCall, result: ToolResult) -> Guard:
        unknown = self.unknown_in_a_row + 1 if result.outcome == "unknown_tool" else 0
        return replace(self, seen=(*self.seen, _key(call, result)), unknown_in_a_row=unknown)

    def remark(self, call: ToolCall, result: ToolResult) -> ToolResult:
        """`result` as it should go back: when it has been given often enough, with a word to the model about it."""
        times = self._times(_key(call, result)) + 1
        if times < self.limits.same_call:
            return result
        said = f"You have this result already, for the {times}. time. Do not call this tool again: answer now."
        return replace(result, content=write_json({"result": result.content, "note": said}))

    def verdict(self) -> Stopped | None:
        """Why the turn must end here, if it must."""
        if self.seen and self._times(self.seen[-1]) > self.limits.same_call:
            name = self.seen[-1][0]
            return Stopped(
                "repeats",
                f"The model asked for {name} with the same arguments {self._times(self.seen[-1])} times and got the "
                "same result each time, so the loop stopped here. Ask in other words, or try another model.",
            )
        if self.unknown_in_a_row >= self.limits.unknown_tools:
            return Stopped(
                "unknown-tools",
                f"The model asked for tools that don't exist {self.unknown_in_a_row} times in a row, so the loop "
                "stopped here. Check that the names in its menu are the ones you registered, or try another model.",
            )
        return None

    def _times(self, key: Seen) -> int:
        return self.seen.count(key)


def _key(call: ToolCall, result: ToolResult) -> Seen:
    # Compared before any remark: what was told to the model is not what the tool gave.
    return (call.name, history_arguments(call.arguments), result.content)
