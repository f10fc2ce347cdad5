"""A note → a dispatch → a result. Look up, read, validate, call; whatever goes wrong is a result the model reads.

`prepare` is pure. `perform` runs the tool and raises nothing but the cancellation of its own task. Refuses to know the
wire, the loop and who is watching.
"""

from __future__ import annotations

import asyncio
import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, assert_never

from pydantic import ValidationError

from glassloop.arguments import CUT_OFF, Unreadable, read_arguments
from glassloop.encode import NotJson, to_json_text, values_text
from glassloop.events import Dispatch, Ready, RefusalCode, Refused, ToolOutcome, ToolResult
from glassloop.jsontext import mend_surrogates, shorten, write_json
from glassloop.messages import ToolCall
from glassloop.tools import InvalidArguments, Tool
from glassloop.validation import explain_validation

MAX_MESSAGE = 2_000
_Values = dict[str, Any]


def prepare(tools: Mapping[str, Tool], call: ToolCall) -> Dispatch:
    """Looked up, parsed and validated; nothing has run."""
    return Dispatch(call, _resolve(tools, call)[0])


def settle(tools: Mapping[str, Tool], offered: Dispatch, taken: Dispatch) -> Dispatch:
    """After a stop point: changed arguments are looked up and validated anew; a changed lookup stands as it is."""
    if taken.call == offered.call:
        return taken
    # What the reader wrote is whole, however the model's own text had ended.
    cut_off = taken.call.cut_off and taken.call.arguments == offered.call.arguments
    return prepare(tools, replace(taken.call, cut_off=cut_off))


async def perform(
    tools: Mapping[str, Tool], dispatch: Dispatch, now: Callable[[], float], timeout_s: float
) -> ToolResult:
    """Run what a dispatch announces. `now` in milliseconds. Raises nothing but `CancelledError`."""
    begun = now()
    call = dispatch.call
    match dispatch.lookup:
        case Refused(error, message):
            return ToolResult(call.id, call.name, error, error_text(error, message), now() - begun)
        case Ready() as ready:
            found = _values_to_run(tools, call, ready)
        case _:
            assert_never(dispatch.lookup)
    if isinstance(found, Refused):
        return ToolResult(call.id, call.name, found.error, error_text(found.error, found.message), now() - begun)
    outcome, content = await _run(tools[call.name], found, timeout_s)
    return ToolResult(call.id, call.name, outcome, content, now() - begun)


def error_text(error: ToolOutcome | RefusalCode, message: str) -> str:
    """The one form of every result that is bad news."""
    return write_json({"ok": False, "error": error, "message": shorten(mend_surrogates(message), MAX_MESSAGE)})


def _resolve(tools: Mapping[str, Tool], call: ToolCall) -> tuple[Ready | Refused, _Values]:
    tool = tools.get(call.name)
    if tool is None:
        return Refused("unknown_tool", _unknown(call.name, list(tools))), {}
    if call.cut_off:
        return Refused("unparsable_arguments", CUT_OFF), {}
    read = read_arguments(call.arguments)
    if isinstance(read, Unreadable):
        return Refused("unparsable_arguments", read.message), {}
    checked = _checked(tool, read.values)
    if isinstance(checked, Refused):
        return checked, {}
    values, notes = checked
    return Ready(tool.target, values_text(values), (*read.notes, *notes)), values


def _values_to_run(tools: Mapping[str, Tool], call: ToolCall, ready: Ready) -> _Values | Refused:
    """The validated values, or those that the reader wrote over them at the stop point."""
    lookup, values = _resolve(tools, call)
    if isinstance(lookup, Ready) and lookup.values == ready.values:
        return values
    tool = tools.get(call.name)
    if tool is None:
        return Refused("unknown_tool", _unknown(call.name, list(tools)))
    read = read_arguments(ready.values)
    if isinstance(read, Unreadable):
        return Refused("unparsable_arguments", read.message)
    checked = _checked(tool, read.values)
    return checked if isinstance(checked, Refused) else checked[0]


def _checked(tool: Tool, values: _Values) -> tuple[_Values, tuple[str, ...]] | Refused:
    try:
        return tool.check(values)
    except InvalidArguments as error:
        return Refused("invalid_arguments", str(error))
    except Exception as error:  # a validator of the reader's own raised something else than ValueError
        return Refused("invalid_arguments", f"The arguments could not be checked: {_described(error)}")


async def _run(tool: Tool, values: _Values, timeout_s: float) -> tuple[ToolOutcome, str]:
    scope = asyncio.timeout(timeout_s)
    try:
        async with scope:
            value = tool.call(**values)
            if inspect.isawaitable(value):
                value = await value
        return "ok", to_json_text(value)
    except NotJson as error:
        return "not_json", error_text("not_json", f"{tool.name} ran, but its result can't be sent: {error}.")
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return "raised", error_text("raised", "CancelledError: something that the tool waited for was cancelled.")
    except TimeoutError as error:
        if scope.expired():
            return "timeout", error_text("timeout", f"{tool.name} took longer than {timeout_s:g} s and was stopped.")
        return "raised", error_text("raised", _described(error))
    except (Exception, SystemExit) as error:
        return "raised", error_text("raised", _described(error))


def _described(error: BaseException) -> str:
    """Type and message; no traceback, which is for the reader and not for the model."""
    if isinstance(error, ValidationError):
        return f"ValidationError: {explain_validation(error, None)}"
    try:
        message = str(error)
    except Exception:
        message = ""
    name = type(error).__name__
    return shorten(f"{name}: {message}" if message else name, 1_000)


def _unknown(name: str, names: list[str]) -> str:
    shown = f"No tool {shorten(name, 80)!r}."
    if not names:
        return f"{shown} There are no tools; answer without one."
    listed = ", ".join(names[:30]) + (", …" if len(names) > 30 else "")
    close = difflib.get_close_matches(name[:80], names, n=1)
    return f"{shown} Tools: {listed}." + (f" Did you mean {close[0]}?" if close else "")
