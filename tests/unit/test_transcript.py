"""However a history is cut, folding it gives a transcript in which every note is answered, in its place, once."""

import itertools
import random
from typing import get_args

from glassloop.events import (
    Answer,
    Dispatch,
    Event,
    Failure,
    LlmRequest,
    LlmResponse,
    Log,
    Question,
    Ready,
    Reply,
    Stopped,
    ToolResult,
)
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.transcript import INTERRUPTED, UNANSWERED, advance, close, fold, pending_ids


def response(*ids: str, text: str = "") -> LlmResponse:
    message = AssistantMessage(text, tuple(ToolCall(i, "add", '{"a": 1, "b": 2}') for i in ids))
    return LlmResponse(1, 200, (), "", 1.0, 2.0, Reply(message, "stop", None))


def result(call_id: str) -> ToolResult:
    return ToolResult(call_id, "add", "ok", "3", 0.1)


TURN: tuple[Event, ...] = (
    Question("add 1 and 2, twice"),
    response("c1", "c2"),
    result("c1"),
    result("c2"),
    response(text="3 and 3"),
    Answer("3 and 3", "m"),
)


def complaint(transcript: Transcript) -> str | None:
    """The rule of strict providers: after an assistant message with calls come exactly its results, once each."""
    open_ids: list[str] = []
    for message in transcript:
        match message:
            case ToolMessage(call_id=call_id):
                if call_id not in open_ids:
                    return f"orphan {call_id}"
                open_ids.remove(call_id)
            case UserMessage() | AssistantMessage() if open_ids:
                return f"unanswered {open_ids}"
            case AssistantMessage(text="", calls=()):
                return "empty assistant message"
            case AssistantMessage(calls=calls):
                open_ids = [call.id for call in calls]
            case _:
                pass
    return f"unanswered {open_ids}" if open_ids else None


def test_a_whole_turn_becomes_its_messages() -> None:
    roles = [type(message).__name__ for message in fold(TURN)]
    assert roles == ["UserMessage", "AssistantMessage", "ToolMessage", "ToolMessage", "AssistantMessage"]


def test_cut_anywhere_the_transcript_is_valid() -> None:
    for length in range(len(TURN) + 1):
        assert complaint(fold(TURN[:length])) is None, length


def test_a_note_without_a_result_is_said_to_be_interrupted() -> None:
    transcript = fold(TURN[:3])
    assert transcript[-1] == ToolMessage("c2", "add", INTERRUPTED)


def test_stopped_closes_and_the_next_question_follows_some_words() -> None:
    """No strict server takes a question right after a result."""
    transcript = fold((*TURN[:3], Stopped("reader", "You stopped this run."), Question("and now?")))
    assert transcript[-2:] == (AssistantMessage(UNANSWERED), UserMessage("and now?"))
    assert isinstance(transcript[-3], ToolMessage)


def test_the_words_with_which_an_agent_stops_are_part_of_the_conversation() -> None:
    assert fold((*TURN[:4], Stopped("round-cap", "I got stuck.")))[-1] == AssistantMessage("I got stuck.")


def test_a_turn_that_was_stopped_before_a_reply_gains_nothing() -> None:
    assert fold((Question("hi"), Stopped("connection", "Nobody there."))) == (UserMessage("hi"),)


def test_any_order_of_events_gives_a_valid_transcript() -> None:
    pool = [*TURN, response("c1", "c3"), response(), result("c9"), Stopped("crashed", "x"), Question("again")]
    chance = random.Random(7)
    for _ in range(500):
        events = chance.choices(pool, k=chance.randrange(12))
        assert complaint(fold(events)) is None, events


def test_a_failed_response_leaves_no_message() -> None:
    failed = LlmResponse(1, 401, (), "{}", 1.0, 1.0, Failure("The key was refused.", "Check it."))
    assert fold((Question("hi"), failed)) == (UserMessage("hi"),)


def test_pending_ids_shrink_as_results_come() -> None:
    empty: Transcript = ()
    transcripts = list(itertools.accumulate(TURN, advance, initial=empty))
    assert [sorted(pending_ids(t)) for t in transcripts] == [[], [], ["c1", "c2"], ["c2"], [], [], []]


def test_close_changes_nothing_that_is_closed() -> None:
    assert close(fold(TURN)) == fold(TURN)


def test_other_events_change_nothing_so_that_the_page_need_not_send_them() -> None:
    """The page sends four kinds with a run, and no request: each of those holds the whole conversation."""
    begun: Transcript = fold(TURN[:3])
    others: tuple[Event, ...] = (
        LlmRequest(1, "m", "https://api.example.com", (), "{}"),
        Dispatch(ToolCall("c1", "add", "{}"), Ready("add(a, b)", "{}")),
        Answer("3", "m"),
        Log("program", "hello"),
    )
    for event in others:
        assert advance(begun, event) == begun
    kinds = {event.kind for event in (*others, *TURN, Stopped("reader", ""))}
    assert kinds == {event.__dataclass_fields__["kind"].default for event in get_args(Event)}
