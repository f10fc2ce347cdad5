"""The warm-up is a real run: it goes the whole way, and leaves nothing for a program to find."""

import asyncio
import sys

from glassloop.tracing import current
from glassloop.warmup import warm


def test_it_goes_the_whole_way() -> None:
    kinds = [event.kind for event in warm()]
    turn = [
        "question",
        "llm-request",
        "llm-response",
        "dispatch",
        "tool-result",
        "llm-request",
        "llm-response",
        "answer",
    ]
    recorded = ["llm-request", "llm-response"]
    assert kinds == [*turn, *recorded]


def test_it_leaves_nothing_behind() -> None:
    meta_path = list(sys.meta_path)
    warm()
    assert "main" not in sys.modules
    assert sys.meta_path == meta_path
    assert current.get(None) is None


def test_a_loop_that_is_running_goes_on_afterwards() -> None:
    async def around() -> int:
        warm()
        await asyncio.sleep(0)
        return 5

    assert asyncio.run(around()) == 5
