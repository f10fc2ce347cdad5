"""Doors for tests: one that keeps what went through it and lets everything pass, or hands back an edit."""

from collections.abc import Callable

from glassloop.door import Fact, StopPoint
from glassloop.events import Event


class ListDoor:
    """`on_offer` sees a stop point before the run goes on, and may return the event to go on with instead."""

    def __init__(self, on_offer: Callable[[Event], Event | None] = lambda event: None) -> None:
        self.events: list[Event] = []
        self._on_offer = on_offer

    def tell(self, event: Fact) -> None:
        self.events.append(event)

    async def offer(self, event: StopPoint) -> StopPoint:
        taken = self._on_offer(event) or event
        assert type(taken) is type(event)
        self.events.append(taken)
        return taken

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]
