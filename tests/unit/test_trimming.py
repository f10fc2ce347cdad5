"""A history within its budget: whole exchanges, every call with its answer, and a word on what was left out."""

import itertools

import pytest

from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.trimming import tokens_of, trim


def asked(number: int, *, notes: int = 2, size: int = 100) -> Transcript:
    """A turn: question, notes with their results, answer."""
    calls = tuple(ToolCall(f"c{number}-{each}", "look", "{}") for each in range(notes))
    results = tuple(ToolMessage(call.id, "look", "r" * size) for call in calls)
    return (
        UserMessage(f"question {number}"),
        AssistantMessage("", calls),
        *results,
        AssistantMessage(f"answer {number}"),
    )


def cost(messages: Transcript) -> int:
    return sum(map(tokens_of, messages))


def well_paired(messages: Transcript) -> bool:
    """Each call is answered at once and each answer has its call."""
    waiting: list[str] = []
    for message in messages:
        match message:
            case ToolMessage(call_id=call_id):
                if not waiting or waiting.pop(0) != call_id:
                    return False
            case _ if waiting:
                return False
            case AssistantMessage(calls=calls):
                waiting = [call.id for call in calls]
            case UserMessage():
                pass
    return not waiting


LONG = tuple(itertools.chain.from_iterable(asked(number) for number in range(6)))


def test_what_fits_is_not_touched() -> None:
    kept = trim(LONG, cost(LONG))
    assert kept.transcript == LONG and kept.notes == ()


def test_the_oldest_turns_go_as_a_whole_and_it_is_said() -> None:
    kept = trim(LONG, cost(LONG) - 1)
    assert kept.transcript == LONG[5:]
    assert kept.notes == (
        f"5 messages were left out (the oldest, ≈{cost(LONG[:5])} tokens): the history has {cost(LONG) - 1} tokens.",
    )


@pytest.mark.parametrize("budget", range(0, cost(LONG) + 20, 7))
def test_whatever_the_budget_calls_and_answers_stay_together(budget: int) -> None:
    kept = trim(LONG, budget).transcript
    assert well_paired(kept)
    question, rest = kept[0], kept[1:]
    assert isinstance(question, UserMessage) and question in LONG
    assert rest == LONG[len(LONG) - len(rest) :], "only the oldest go"
    assert cost(kept) <= budget or len([m for m in kept if isinstance(m, UserMessage)]) == 1


def test_of_a_long_turn_the_oldest_rounds_go_and_the_question_stays() -> None:
    rounds = tuple(itertools.chain.from_iterable(asked(number)[1:-1] for number in range(4)))
    turn = (UserMessage("the question"), *rounds)
    kept = trim((*LONG, *turn), 150).transcript
    assert kept[0] == UserMessage("the question") and kept[-1] == rounds[-1]
    assert well_paired(kept) and 1 < len(kept) < len(turn)


def test_the_last_round_stays_whatever_it_costs() -> None:
    turn = (UserMessage("q"), *asked(1, size=10_000)[1:-1])
    assert trim(turn, 10).transcript == turn


def test_nothing_to_trim() -> None:
    assert trim((), 10).transcript == ()
    assert trim((UserMessage("hi"),), 0).transcript == (UserMessage("hi"),)
