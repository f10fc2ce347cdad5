"""Events of a Responses stream, or one whole response, → a `Reply` or a `Failure`. Refuses to know bytes, SSE and HTTP.

What it has in common with Chat Completions is `Assembler`'s. The server's items are kept verbatim and in order, with
nothing changed but what had to be mended, because they go back as they are: a call without the reasoning before it is
refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glassloop.events import Failure, Reply
from glassloop.jsontext import write_json
from glassloop.messages import ToolCall
from glassloop.wire.assemble import Assembler, error_of
from glassloop.wire.content import text_of
from glassloop.wire.errors import ServerError, error_in
from glassloop.wire.items import CALL, MESSAGE, REASONING, Item, Items, string
from glassloop.wire.slots import CallSlots, Mint, perhaps_cut_off

# What only programs on the server's side, or other clients, can answer. Sent back unanswered they would be refused.
_NOT_OURS = frozenset(
    {
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "mcp_approval_request",
    }
)
_PREFIX = "response."
_ENDS = {"completed": "completed", "done": "completed", "incomplete": "incomplete", "failed": "failed"}
_ENDS |= {"cancelled": "cancelled", "canceled": "cancelled"}
_UNFINISHED = ("in_progress", "queued")


class ItemCalls(CallSlots):
    """The notes among the items, each one whole; and the items themselves, as they are to go back.

    `ended`: the server said that its response is over; `stopped`: that it was stopped before its end.
    """

    def __init__(
        self,
        items: Items,
        known_tools: frozenset[str],
        taken_ids: frozenset[str],
        mint: Mint,
        note: Callable[[str], None],
    ) -> None:
        super().__init__(known_tools, taken_ids, mint, note)
        self._items = items
        self.ended = False
        self.stopped = False
        self.kept: list[dict[str, Any]] = []

    def __bool__(self) -> bool:
        return any(item.kind == CALL for item in self._items.all)

    def finish(self, cut_off: bool) -> tuple[ToolCall, ...]:
        items = self._items.ordered()
        last = next((item for item in reversed(items) if item.kind == CALL), None)
        calls: list[ToolCall] = []
        for item in items:
            if item.kind == CALL:
                cut = item is last and (cut_off or self.stopped)
                unfinished = item.whole.get("status") == "incomplete" or not (item.done or self.ended)
                made = self._read_item(item, cut or unfinished)
                calls += made
                self.kept += _call_items(item, made)
            elif item.kind in _NOT_OURS:
                self._note(f"The server asked for a {item.kind!r}, which no tool here can answer; it was left out.")
            elif kept := _kept(item):
                self.kept.append(kept)
        self.kept = _paired(self.kept, any(item.kind == REASONING and not _kept(item) for item in items))
        return tuple(calls)

    def _read_item(self, item: Item, cut_off: bool) -> list[ToolCall]:
        function = {"name": item.name, "arguments": item.arguments()}
        self.add([{"id": item.call_id or item.id, "function": function}], whole=True)
        calls = self._calls_of(self._slots[-1])
        if cut_off and calls:
            calls[-1] = perhaps_cut_off(calls[-1])
        return calls


class ResponsesAssembler(Assembler):
    usual = usual_with_calls = "completed"

    def __init__(self, known_tools: frozenset[str], taken_ids: frozenset[str], mint: Mint) -> None:
        super().__init__(known_tools, taken_ids, mint)
        self._items = Items()
        self._calls: ItemCalls = ItemCalls(self._items, known_tools, taken_ids, mint, self.note)
        self._speaker: Item | None = None
        self._chat = False

    @property
    def over(self) -> bool:
        return self.failure is not None or self._calls.ended

    def add(self, payload: object, *, status: int = 200, event: str = "message") -> str:
        if self.over:
            return ""
        if isinstance(payload, dict):
            told = payload.get("type")
            kind = told if isinstance(told, str) and told else event
            if kind.startswith(_PREFIX):
                return self._read_event(kind.removeprefix(_PREFIX), payload, status)
            if "output" in payload or payload.get("object") == "response":
                return self._read_whole(payload, status)
        error = error_of(payload, event)
        if error is not None:
            self._fail(status, error)
        elif isinstance(payload, dict) and "choices" in payload:
            self._chat = True
        return ""

    def finish(self, *, ended: bool) -> Reply | Failure:
        items = self._items.ordered()
        self._texts = ["\n\n".join(text for item in items if item.kind == MESSAGE and (text := item.text()))]
        self._refusals = [item.text(refusal=True) for item in items if item.kind == MESSAGE]
        self._reasoning = ["\n\n".join(text for item in items if item.kind == REASONING and (text := item.reasoning()))]
        if ended and not self.over and self.saw_choice:
            self.note("The server ended its stream without saying how its reply ended.")
        return super().finish(ended=ended)

    def _kept(self) -> str:
        return write_json({"output": self._calls.kept}) if self._calls.kept else ""

    def _nothing(self) -> Failure | None:
        if self._chat and not self.saw_choice:
            return Failure(
                "The server answered in the form of Chat Completions, not of the Responses API.",
                "Choose Chat Completions in the connection.",
                cause="other-format",
            )
        return super()._nothing()

    def _read_event(self, kind: str, event: dict[str, Any], status: int) -> str:
        if kind in _ENDS:
            response = event.get("response")
            return self._end(response if isinstance(response, dict) else event, _ENDS[kind], status)
        subject, _, verb = kind.rpartition(".")
        entry = event.get("item")
        if isinstance(entry, dict) and subject == "output_item":
            self.saw_choice = True
            if verb == "added":
                self._items.open(entry, event.get("output_index"))
                return ""
            return self._say_rest(self._items.close(entry, event.get("output_index")))
        if verb not in ("delta", "done"):
            return ""
        return self._read_piece(subject, verb == "done", event)

    def _read_piece(self, subject: str, done: bool, event: dict[str, Any]) -> str:
        """A delta; or, when `done`, the end of the deltas, which tells the whole once more."""
        match subject:
            case "output_text" | "text" | "refusal":
                field = "refusal" if subject == "refusal" else "text"
                return self._read_text(event, event.get(field) if done else event.get("delta"), field, done)
            case "content_part":
                part = event.get("part")
                if not isinstance(part, dict) or part.get("type") not in ("output_text", "text", "refusal"):
                    return ""
                field = "refusal" if part["type"] == "refusal" else "text"
                return self._read_text(event, part.get(field), field, done)
            case "function_call_arguments":
                self._read_arguments(event, done)
            case _:
                if "reasoning" in subject:
                    self._read_thoughts(event, done)
        return ""

    def _read_text(self, event: dict[str, Any], told: object, field: str, done: bool) -> str:
        text, _ = text_of(told)
        item = self._item(MESSAGE, event)
        part = item.part(event.get("content_index"), refusal=field == "refusal")
        if not text or item.done:
            return ""
        if not done:
            part.pieces.append(text)
            return "" if part.refusal else self._speak(item, text)
        said, part.final = part.text, text
        return self._speak(item, text[len(said) :]) if not part.refusal and text.startswith(said) else ""

    def _read_arguments(self, event: dict[str, Any], done: bool) -> None:
        item = self._item(CALL, event)
        item.name = item.name or string(event.get("name"))
        item.call_id = item.call_id or string(event.get("call_id"))
        told = event.get("arguments") if done else event.get("delta")
        if done:
            item.written = told
        elif told is not None:
            item.fragments.append(told if isinstance(told, str) else write_json(told))

    def _read_thoughts(self, event: dict[str, Any], done: bool) -> None:
        item = self._item(REASONING, event)
        text, _ = text_of(event.get("text") if done else event.get("delta"))
        if text and not (done and item.thoughts):
            item.thoughts.append(text)

    def _item(self, kind: str, event: dict[str, Any]) -> Item:
        self.saw_choice = True
        return self._items.at(kind, event)

    def _speak(self, item: Item, text: str) -> str:
        """Show a piece of an answer; messages are told apart by an empty line."""
        if not text:
            return ""
        gap = "\n\n" if self._speaker not in (None, item) else ""
        self._speaker = item
        return self._say(gap + text)

    def _say_rest(self, item: Item) -> str:
        """What a whole item says beyond what had been shown of it."""
        if item.kind != MESSAGE:
            return ""
        said, text = item.said(), item.text()
        return self._speak(item, text[len(said) :]) if text.startswith(said) else ""

    def _read_whole(self, response: dict[str, Any], status: int) -> str:
        state = response.get("status")
        if state in _UNFINISHED and not response.get("output"):
            self.failure = Failure(
                f"The server answered before the model had finished: its reply is {state!r}.",
                "Ask again; if it stays so, switch streaming on in the connection.",
                cause="not-an-answer",
            )
            return ""
        return self._end(response, "completed", status)

    def _end(self, response: dict[str, Any], state: str, status: int) -> str:
        """`state` is the event's word, which the response's own status may sharpen."""
        self.saw_choice = True
        self._read_usage(response)
        told = _ENDS.get(string(response.get("status")), state)
        error = response.get("error")
        if error or told == "failed":
            self._fail(status, error_in(error) or ServerError(""))
            return ""
        if told == "cancelled":
            self.failure = Failure("The server cancelled its reply before the end.", "Ask again.", cause="dropped")
            return ""
        details = response.get("incomplete_details")
        reason = string(details.get("reason")) if isinstance(details, dict) else ""
        self.finish_reason = reason or told
        self._calls.ended = True
        self._calls.stopped = bool(reason) or told == "incomplete"
        output = response.get("output", response.get("output_text"))
        if isinstance(output, str):
            output = [{"type": MESSAGE, "role": "assistant", "content": output}]
        shown = [self._say_rest(item) for item in self._items.settle(output if isinstance(output, list) else [])]
        return "".join([*shown, self.shown_rest()])


def _call_items(item: Item, calls: list[ToolCall]) -> list[dict[str, Any]]:
    """What stands for these notes in history: the server's own item when nothing had to be mended."""
    if item.done and len(calls) == 1 and item.whole.get("type") == CALL:
        (call,) = calls
        told = (item.whole.get("call_id"), item.whole.get("name"), item.whole.get("arguments"))
        if told == (call.id, call.name, call.arguments):
            return [item.whole]
    beside = {key: value for key, value in item.whole.items() if key not in ("status", "function", "index")}
    written = []
    for place, call in enumerate(calls):
        names = {"type": CALL, "call_id": call.id, "name": call.name, "arguments": call.arguments}
        named = {**beside, **({"id": item.id} if item.id else {}), **names}
        written.append(named if place == 0 else names)
    return written


def _kept(item: Item) -> dict[str, Any] | None:
    """An item that is no note, as it is to go back; None when it can't."""
    if item.kind == MESSAGE:
        if item.done and item.whole.get("type") == MESSAGE and item.shows_text:
            return item.whole
        text = item.text() or item.text(refusal=True)
        return {"type": MESSAGE, "role": "assistant", "content": text} if text else None
    if not item.done or not item.kind:
        return None
    if item.kind == REASONING and not (item.whole.get("encrypted_content") or item.reasoning()):
        return None
    return item.whole


def _paired(kept: list[dict[str, Any]], lost: bool) -> list[dict[str, Any]]:
    """Reasoning that nothing follows is refused, and so is an item by whose id its reasoning is missed."""
    while kept and kept[-1].get("type") == REASONING:
        kept.pop()
    return [{key: value for key, value in item.items() if key != "id"} for item in kept] if lost else kept
