"""Parsed chunks, or one whole completion, → a `Reply` or a `Failure`. Refuses to know bytes, SSE and HTTP.

Decides by what is there, not by what the server calls it: calls count whatever `finish_reason` says, usage counts
wherever it stands, an error counts in any payload.
"""

from __future__ import annotations

from typing import Any

from glassloop.events import Failure, Reply, Usage
from glassloop.jsontext import mend_surrogates, shorten
from glassloop.messages import AssistantMessage
from glassloop.wire.content import ShownText, is_note_in_prose, reasoning_of, split_thinking, text_of
from glassloop.wire.echo import MessageExtra
from glassloop.wire.errors import ServerError, error_in, explain_error
from glassloop.wire.slots import CallSlots, Mint

# How servers say that they stopped the model at a limit.
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "incomplete", "model_length", "max_length"})
_COUNTS = frozenset({"usage", "x_groq", "eval_count"})
_FILTERED = frozenset({"content_filter", "content-filter", "safety", "recitation", "prohibited_content", "blocklist"})


class Assembler:
    """`add` each payload in order, then `finish` once. Mutable while a reply arrives.

    `taken_ids` are the ids of calls already in the transcript; `mint` gives new ones.
    """

    # The finish reasons of a plain answer and of one with calls: others are remarked on.
    usual, usual_with_calls = "stop", "tool_calls"

    def __init__(self, known_tools: frozenset[str], taken_ids: frozenset[str], mint: Mint) -> None:
        self._notes: dict[str, None] = {}
        self._known = known_tools
        self._calls = CallSlots(known_tools, taken_ids, mint, self.note)
        self._texts: list[str] = []
        self._refusals: list[str] = []
        self._reasoning: list[str] = []
        self._shown = ShownText()
        self._extra = MessageExtra()
        self._choice: object = None
        self._usage: Usage | None = None
        self.finish_reason: str | None = None
        self.failure: Failure | None = None
        self.saw_choice = False

    def note(self, words: str) -> None:
        self._notes.setdefault(words)

    def add(self, payload: object, *, status: int = 200, event: str = "message") -> str:
        """One payload → the text to show for it. After an error the rest is ignored."""
        if self.failure is not None:
            return ""
        error = error_of(payload, event)
        if error is not None:
            self._fail(status, error)
            return ""
        if not isinstance(payload, dict):
            return ""
        if not _COUNTS.isdisjoint(payload):
            self._read_usage(payload)
        choice = self._choice_of(payload)
        return "" if choice is None else self._read_choice(choice)

    def finish(self, *, ended: bool) -> Reply | Failure:
        """`ended`: the server said that it was done, or there can be no more. Without it the connection was lost."""
        if self.failure is not None:
            return self.failure
        if not ended and self.finish_reason is None:
            return self._dropped()
        cut_off = (self.finish_reason or "").lower() in _CUT
        answer, thinking = split_thinking("".join(self._texts))
        reasoning = mend_surrogates("".join(self._reasoning) or thinking)
        if thinking:
            self.note("The model thought aloud in <think> tags; that is shown apart from the answer.")
        text = mend_surrogates(answer)
        if self._refusals and not text:
            text = mend_surrogates("".join(self._refusals))
            self.note("The model refused; its words are shown as the answer.")
        calls = self._calls.finish(cut_off)
        if not text and not calls and (trouble := self._nothing()):
            return trouble
        self._remark(text, bool(calls), cut_off)
        message = AssistantMessage(text, calls, self._kept())
        return Reply(message, self.finish_reason, self._usage, tuple(self._notes), reasoning)

    @property
    def over(self) -> bool:
        """Nothing that comes later can count."""
        return self.failure is not None

    def shown_rest(self) -> str:
        """The text that was held back while it might have been the beginning of a `<think>` tag."""
        return self._shown.rest()

    def _kept(self) -> str:
        """`AssistantMessage.extra`."""
        return self._extra.text()

    def _choice_of(self, payload: dict[str, Any]) -> dict[str, Any] | None:
        choices = payload.get("choices")
        if isinstance(choices, dict):
            choices = [choices]
        if not isinstance(choices, list):
            if not isinstance(payload.get("message"), dict):
                return None
            self.note("The server answered in Ollama's own form; it was read all the same.")
            done = payload.get("done_reason") or ("stop" if payload.get("done") is True else None)
            choices = [{"delta": payload["message"], "finish_reason": done}]
        for choice in choices:
            if not isinstance(choice, dict):
                continue
            index = choice.get("index") or 0
            if not self.saw_choice:
                self._choice, self.saw_choice = index, True
            if index == self._choice:
                return choice
            self.note("The server sent more than one answer; the first was taken.")
        return None

    def _read_choice(self, choice: dict[str, Any]) -> str:
        reason = choice.get("finish_reason")
        if reason not in (None, ""):
            self.finish_reason = mend_surrogates(str(reason))
        if not _COUNTS.isdisjoint(choice):
            self._read_usage(choice)
        delta, message = choice.get("delta"), choice.get("message")
        if isinstance(message, dict) and not (self._texts or self._calls):
            shown = self._read_message(message, whole=True)
            if not (isinstance(delta, dict) and delta):
                return shown
            return shown + (self._read_message(delta, whole=False) if not shown and not self._calls else "")
        if isinstance(delta, dict):
            return self._read_message(delta, whole=False)
        if isinstance(choice.get("text"), str):
            return self._say(choice["text"])
        return ""

    def _read_message(self, message: dict[str, Any], *, whole: bool) -> str:
        content = message.get("content")
        text, thinking = text_of(content)
        if text and isinstance(content, list):
            self.note("The server sent the text in parts; they were joined.")
        if reasoning := thinking or reasoning_of(message):
            self._reasoning.append(reasoning)
        self._extra.add(message, whole=whole)
        if isinstance(message.get("refusal"), str):
            self._refusals.append(message["refusal"])
        if message.get("tool_calls"):
            # In a whole message each entry is a call of its own.
            self._calls.add(message["tool_calls"], whole=whole)
        elif isinstance(message.get("function_call"), dict):
            self.note("The server used the old function_call form; it was read as a tool call.")
            self._calls.add([{"function": message["function_call"], "index": 0}], whole=whole)
        return self._say(text)

    def _say(self, text: str) -> str:
        if not text:
            return ""
        self._texts.append(text)
        return self._shown.add(text)

    def _read_usage(self, holder: dict[str, Any]) -> None:
        groq = holder.get("x_groq")
        # Ollama's own form has the counts beside the message.
        beside = holder if "eval_count" in holder else None
        for found in (holder.get("usage"), groq.get("usage") if isinstance(groq, dict) else None, beside):
            if isinstance(found, dict) and (usage := _usage(found)) is not None:
                self._usage = usage
                return

    def _fail(self, status: int, error: ServerError) -> None:
        reason = explain_error(status, error)
        begun = bool(self._texts) or bool(self._calls)
        what = f"The server broke off in the middle of its reply. {reason.what}" if begun else reason.what
        self.failure = Failure(what, reason.advice, reason.server_words, reason.cause)

    def _dropped(self) -> Failure:
        begun = bool(self._texts) or bool(self._calls)
        where = "in the middle of the reply" if begun else "before the reply began"
        lost = " Notes that had begun to arrive were not run." if self._calls else ""
        return Failure(
            f"The connection dropped {where}.{lost}",
            "Try again; if it keeps happening, switch streaming off in the connection.",
            shorten(mend_surrogates("".join(self._texts)), 600),
            "dropped",
        )

    def _nothing(self) -> Failure | None:
        if (self.finish_reason or "").lower() in _FILTERED:
            return Failure(
                "The provider's filter stopped this reply.",
                "Ask in other words, or use another model or provider.",
                cause="filtered",
            )
        if not self.saw_choice:
            return Failure(
                "The server ended its reply without sending anything in it.",
                "Try again; if it stays so, check the model's name, or switch streaming off or on in the connection.",
                cause="empty",
            )
        return None

    def _remark(self, text: str, calls: bool, cut_off: bool) -> None:
        if cut_off:
            self.note("The reply was cut off at the token limit. Raise the limit, or ask for something shorter.")
        if (self.finish_reason or "").lower() in _FILTERED:
            self.note("The provider's filter stopped this reply before its end.")
        if calls and self.finish_reason not in (self.usual_with_calls, None) and not cut_off:
            self.note(f"The server said {self.finish_reason!r} although the reply holds tool calls; the calls count.")
        if not text and not calls:
            tokens = f"The model produced {self._usage.output_tokens} tokens, but the" if self._usage else "The"
            reason = f" (it says {self.finish_reason!r})" if self.finish_reason not in (self.usual, None) else ""
            self.note(f"{tokens} reply holds neither text nor a tool call{reason}.")
        if not calls and is_note_in_prose(text, self._known):
            self.note(
                "The model wrote its note as ordinary text instead of a tool call: the server's tool parser is off, "
                "or the model was not trained for tools."
            )


def error_of(payload: object, event: str) -> ServerError | None:
    if isinstance(payload, list):
        payload = payload[0] if payload else None
    if not isinstance(payload, dict):
        return error_in(payload) if event == "error" else None
    if payload.get("error"):
        return error_in(payload) or ServerError("")
    if event == "error" or payload.get("object") == "error" or payload.get("type") == "error":
        return error_in(payload) or ServerError("")
    choices = payload.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict) and choices[0].get("error"):
        return error_in(choices[0]) or ServerError("")
    if "choices" in payload:
        return None
    if not any(key in payload for key in ("usage", "id", "object", "x_groq", "message", "done", "model")):
        return error_in(payload)
    # `{"message": "…"}` with a plain text, as Mistral and Cerebras write errors.
    return error_in(payload) if isinstance(payload.get("message"), str) else None


def _usage(found: dict[str, Any]) -> Usage | None:
    for into, out in (
        ("prompt_tokens", "completion_tokens"),
        ("input_tokens", "output_tokens"),
        ("prompt_eval_count", "eval_count"),
    ):
        counts = _count(found.get(into)), _count(found.get(out))
        if counts != (None, None):
            return Usage(counts[0] or 0, counts[1] or 0)
    return None


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return None
    return int(value)
