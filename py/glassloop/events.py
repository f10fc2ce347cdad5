"""Every happening in a run, one class each: the closed set that the loop yields, the page draws and tapes hold.

Knows messages. Refuses to know who listens, what time it is and how anything is drawn. `build.py` generates
`web/generated/events.ts` from here. All JSON inside an event (bodies, arguments, values, results) is kept as
*text*, so that no digit is lost where numbers are doubles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from glassloop.messages import AssistantMessage, ToolCall

Header = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """A turn begins: what the reader asked."""

    text: str
    kind: Literal["question"] = "question"


# "error": the rules of the format are broken, and a strict server refuses. "warning": some servers refuse it.
Severity = Literal["error", "warning"]
Server = Literal["OpenAI", "Anthropic", "Mistral", "Groq", "Alibaba", "Gemini", "LiteLLM", "llama.cpp", "Ollama"]
Rule = Literal[
    # the body
    "no-model", "no-messages", "not-a-number", "lone-surrogate", "no-user", "last-is-assistant",
    # a message
    "not-a-message", "no-role", "unknown-role", "developer-role", "system-late", "system-twice", "two-users",
    "user-after-result", "null-content", "content-type", "empty-text", "empty-assistant", "result-content",
    "result-parts", "null-field", "response-field", "old-function-call", "extra-field", "message-name",
    # its tool calls
    "empty-tool-calls", "malformed-call", "not-a-function", "call-without-id", "duplicate-call-id", "long-call-id",
    "mistral-call-id", "call-name", "arguments-type", "arguments-json",
    # calls and results
    "unanswered-call", "late-result", "orphan-result", "duplicate-result", "result-order", "result-without-id",
    # the menu
    "empty-menu", "no-menu", "malformed-tool", "tool-name", "duplicate-tool", "tool-schema", "no-parameters",
    "tool-choice",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule of the format that a request breaks, as the linter found it.

    `index` is that of the message, None for the rest of the body; `where` a path such as `messages[2].content`.

    `repair` says what is done about it; empty when it is left alone. `strict_error` is the message with which `server`
    refuses such a request (status 400).
    """

    rule: Rule
    severity: Severity
    index: int | None
    where: str
    problem: str
    repair: str
    strict_error: str
    server: Server = "OpenAI"


@dataclass(frozen=True, slots=True)
class LlmRequest:
    """Yielded *before* the request is sent: while a run is held here, no server has been called.

    `headers` and `body` are exactly what Python holds and will send; a secret in them is a placeholder.
    `round` counts from 1 within the turn. `findings` are the rules that the body breaks; `notes` say, in words, how it
    was adapted to this server.
    """

    round: int
    model: str
    url: str
    headers: tuple[Header, ...]
    body: str
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    kind: Literal["llm-request"] = "llm-request"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them. Unit: tokens."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The server answered and its answer could be read. `notes` says, in words, what had to be normalised.

    `reasoning` is what the model thought aloud, when the server shows it: never part of the answer.
    """

    message: AssistantMessage
    finish_reason: str | None
    usage: Usage | None
    notes: tuple[str, ...] = ()
    reasoning: str = ""
    outcome: Literal["reply"] = "reply"


# What kind of trouble it was.
Cause = Literal[
    # what a server says of itself
    "no-tools", "context", "quota", "region", "model", "cors", "key", "rate", "forbidden", "path", "timeout",
    "too-large", "redirect", "bad-request", "server",
    # what came instead of an answer, or in the middle of one
    "page", "empty", "not-an-answer", "other-format", "broken", "dropped", "filtered",
    # why no response came at all
    "unreachable", "refused", "cap", "aborted",
    "unknown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """There is no usable answer: what happened, what to try, and the server's own words (may be empty).

    `cause` says the same for programs to act on.
    """

    what: str
    advice: str
    server_words: str = ""
    cause: Cause = "unknown"
    outcome: Literal["failure"] = "failure"


@dataclass(frozen=True, slots=True)
class LlmResponse:
    """What came back. `status` is 0 and `body` empty when no response arrived at all.

    `body` is the exact text, a stream's included. Times in milliseconds from the moment of sending.
    """

    round: int
    status: int
    headers: tuple[Header, ...]
    body: str
    first_byte_ms: float
    duration_ms: float
    result: Annotated[Reply | Failure, Field(discriminator="outcome")]
    kind: Literal["llm-response"] = "llm-response"


@dataclass(frozen=True, slots=True)
class Ready:
    """Looked up and validated. `target` names the callable; `values` is the JSON text of the validated values.

    `notes` says, in words, what had to be read generously in the arguments.
    """

    target: str
    values: str
    notes: tuple[str, ...] = ()
    outcome: Literal["ready"] = "ready"


RefusalCode = Literal["unknown_tool", "unparsable_arguments", "invalid_arguments"]


@dataclass(frozen=True, slots=True)
class Refused:
    """The note can't be run. `message` is what the model will read as the result."""

    error: RefusalCode
    message: str
    outcome: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Yielded *before* the tool is called: looked up, parsed and validated, and nothing has run yet."""

    call: ToolCall
    lookup: Annotated[Ready | Refused, Field(discriminator="outcome")]
    kind: Literal["dispatch"] = "dispatch"


ToolOutcome = Literal[
    "ok", "unknown_tool", "unparsable_arguments", "invalid_arguments", "raised", "not_json", "timeout", "interrupted"
]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """Yielded *before* the result goes back to the model. `content` is the exact text that it will read."""

    call_id: str
    name: str
    outcome: ToolOutcome
    content: str
    duration_ms: float
    kind: Literal["tool-result"] = "tool-result"


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn ends well. `model` is the name the request was sent with; empty when the program asked none."""

    text: str
    model: str
    kind: Literal["answer"] = "answer"


StopReason = Literal[
    "reader", "connection", "program", "round-cap", "empty-answer", "repeats", "unknown-tools", "crashed"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stopped:
    """A turn ends without an answer. `detail` is a traceback or a server's words; it may be empty."""

    reason: StopReason
    message: str
    detail: str = ""
    kind: Literal["stopped"] = "stopped"


LogSource = Literal["stdout", "stderr", "http", "retry", "program", "cache"]


@dataclass(frozen=True, slots=True)
class Log:
    """Something worth seeing that is no part of the conversation, such as a print.

    `duration_ms`: how long what is told of took, up to now; 0 for what takes no time.
    """

    source: LogSource
    text: str
    duration_ms: float = 0.0
    kind: Literal["log"] = "log"


Event = Question | LlmRequest | LlmResponse | Dispatch | ToolResult | Answer | Stopped | Log

# The three places where a live run can be held.
STOP_POINTS = (LlmRequest, Dispatch, ToolResult)

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Annotated[Event, Field(discriminator="kind")], ...])


def dump_event(event: Event) -> str:
    """One event as JSON text."""
    return _EVENT.dump_json(event).decode()


def load_event(text: str) -> Event:
    """The reverse of `dump_event`. Raises `ValueError` (pydantic's) when the text is no event."""
    return _EVENT.validate_json(text)


def load_events(text: str) -> tuple[Event, ...]:
    """A JSON array of events. Raises `ValueError` when it is not one."""
    return _EVENTS.validate_json(text)


def event_schema() -> dict[str, object]:
    """The JSON Schema of an event: what the TypeScript types are generated from."""
    return _EVENT.json_schema(mode="serialization")
