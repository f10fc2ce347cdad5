"""What one endpoint and model was seen to refuse, and how a request body is written so that it is taken. Pure, total.

Habits are a value, kept by the page as text. Refuses to know how they are learned: that is `adapt`'s.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from glassloop.wire.dialect import KEPT, REFERENCES
from glassloop.wire.rewriting import (
    Body,
    with_dialect,
    with_empty_text,
    with_limit_as,
    with_names,
    with_thoughts,
    without_fields,
    without_strict,
    without_system,
    without_thoughts,
)
from glassloop.wire.short_ids import with_short_ids

# The fields of a body that a server can do without.
OPTIONAL = (
    "tool_choice", "parallel_tool_calls", "stream", "stream_options", "include", "store", "temperature", "top_p",
    "top_k", "min_p", "presence_penalty", "frequency_penalty", "repetition_penalty", "seed", "stop", "n", "logprobs",
    "top_logprobs", "logit_bias", "max_tokens", "max_completion_tokens", "max_output_tokens", "reasoning_effort",
    "reasoning", "thinking", "enable_thinking", "chat_template_kwargs", "response_format", "text", "verbosity", "user",
    "metadata", "service_tier", "truncation", "prediction", "modalities", "safety_identifier", "prompt_cache_key",
)  # fmt: skip
LimitName = Literal["max_tokens", "max_completion_tokens"]
# Without these a message, a note or an item is none.
NEEDED = frozenset(
    {"role", "content", "tool_calls", "tool_call_id", "type", "function", "arguments", "call_id", "output", "summary"}
)


@dataclass(frozen=True, slots=True)
class Habits:
    """How this server wants its requests. They only grow; what has been adapted once is never taken back.

    `dropped`: optional fields that are not sent. `keywords`: JSON Schema keywords that become words. `fields`: what is
    left out of messages, notes and items. `limit_name`: how the token limit is called. `strict`: whether tools may
    ask for it. `echo`: "never" sends no thoughts back, "always" puts them where they are missing.
    """

    dropped: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    limit_name: LimitName | None = None
    reduced: bool = False
    strict: bool = True
    short_ids: bool = False
    named_results: bool = False
    system_as_user: bool = False
    empty_text: bool = False
    echo: Literal["default", "never", "always"] = "default"


_HABITS: TypeAdapter[Habits] = TypeAdapter(Habits)


def load_habits(text: str) -> Habits:
    """The reverse of `dump_habits`; of any other text, no habits."""
    try:
        habits = _HABITS.validate_json(text, strict=True)
    except ValueError:
        return Habits()
    return replace(
        habits,
        dropped=tuple(name for name in habits.dropped if name in OPTIONAL),
        keywords=tuple(name for name in habits.keywords if name not in KEPT),
        fields=tuple(name for name in habits.fields if name not in NEEDED),
    )


def dump_habits(habits: Habits) -> str:
    return json.dumps(asdict(habits), separators=(",", ":"))


def initial_habits(base_url: str) -> Habits:
    """Where a known server refuses what all others take, it need not be asked first."""
    try:
        host = urlsplit(base_url if "://" in base_url else f"https://{base_url}").hostname
    except ValueError:
        host = None
    match host:
        case "generativelanguage.googleapis.com":
            return Habits(reduced=True, named_results=True)
        case "api.mistral.ai":
            # It gives such ids itself, so that only those of another server, earlier in the chat, are changed.
            return Habits(short_ids=True)
        case _:
            return Habits()


def apply(habits: Habits, body: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A copy of a body, in either format, as this server takes it, and a sentence for each thing that differs."""
    said: list[str] = []
    for wanted, change, sentence in _steps(habits):
        if wanted and (changed := change(body)) != body:
            body = changed
            said.append(sentence)
    if there := tuple(name for name in _dropped(habits) if name in body):
        body = {key: value for key, value in body.items() if key not in there}
        said.append(_left_out(there, ""))
    return body, tuple(said)


def _steps(habits: Habits) -> tuple[tuple[bool, Callable[[Body], Body], str], ...]:
    fields, keywords, name = frozenset(habits.fields), frozenset(habits.keywords), habits.limit_name
    return (
        (
            habits.system_as_user,
            without_system,
            "Sent the instructions in the first message, because this server takes no system role.",
        ),
        (
            habits.named_results,
            with_names,
            "Sent the tool's name with each result, because this server wants it.",
        ),
        (
            habits.echo == "never",
            without_thoughts,
            "Sent without the model's earlier thoughts, because this server refused them.",
        ),
        (
            habits.echo == "always",
            with_thoughts,
            "Sent a place for the model's earlier thoughts, because this server wants one.",
        ),
        (bool(fields), lambda body: without_fields(body, fields), _left_out(habits.fields, " in the history")),
        (
            habits.empty_text,
            with_empty_text,
            "Sent an empty text in place of null, because this server refused null.",
        ),
        (
            habits.short_ids,
            with_short_ids,
            "Sent shorter ids for the tool calls, because this server takes no others.",
        ),
        (
            not habits.strict,
            without_strict,
            "Sent the tools without strict mode, because this server refused it.",
        ),
        (
            habits.reduced or bool(keywords),
            lambda body: with_dialect(body, keywords, habits.reduced),
            _in_dialect(habits),
        ),
        (
            name is not None,
            lambda body: with_limit_as(body, name or "max_tokens"),
            f"Sent the token limit as {name}, as this server wants it.",
        ),
    )


def _dropped(habits: Habits) -> tuple[str, ...]:
    # The one is refused without the other.
    more = ("stream_options",) if "stream" in habits.dropped and "stream_options" not in habits.dropped else ()
    return habits.dropped + more


def _left_out(names: tuple[str, ...], where: str) -> str:
    return f"Sent without {listed(names)}{where}, because this server refused {'it' if len(names) == 1 else 'them'}."


def _in_dialect(habits: Habits) -> str:
    if habits.reduced:
        how = "in the reduced form that this server takes"
    else:
        names = tuple(name for name in habits.keywords if name not in REFERENCES) or habits.keywords
        how = f"without {listed(names)}, which this server refused"
    return f"Sent the tools' schemas {how}; the descriptions say the rest, and arguments are still checked against it."


def listed(names: tuple[str, ...]) -> str:
    """a, b and c."""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} and {names[-1]}"
