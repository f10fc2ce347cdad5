"""One round's request, sent as often as it takes: written the way this server takes it, adapted, or repeated later.

Each sending is offered and told like any other, so the trace shows all of them. Refuses to know rounds and tools.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from glassloop.door import Door
from glassloop.endpoint import Endpoint
from glassloop.events import Failure, LlmRequest, LlmResponse, Log
from glassloop.exchange import World, ask
from glassloop.jsontext import write_json
from glassloop.limits import Limits
from glassloop.messages import Transcript
from glassloop.wire.adapt import adapt
from glassloop.wire.formats import findings_in
from glassloop.wire.habits import Habits, apply, dump_habits, initial_habits, load_habits
from glassloop.wire.repair import repair
from glassloop.wire.request import read_request
from glassloop.wire.waits import wait_before_retry

# A server that refuses one thing after another is given up at last.
MAX_ADAPTATIONS = 6


@dataclass(slots=True)
class Client:
    """Lives for one turn. `habits` is what the endpoint was seen to insist on, and grows.

    `repairs`: whether messages that strict servers refuse are put right before they are sent.
    """

    world: World
    door: Door
    endpoint: Endpoint
    limits: Limits
    repairs: bool = True
    habits: Habits = field(init=False)
    _reachable: bool = False

    def __post_init__(self) -> None:
        kept = self.endpoint.habits
        self.habits = load_habits(kept) if kept else initial_habits(self.endpoint.base_url)

    async def complete(self, request: LlmRequest, transcript: Transcript) -> LlmResponse:
        """The last response: a reply, or a failure that neither adapting nor waiting can mend."""
        attempts = adaptations = 0
        while True:
            written = self._written(request)
            sent = await self.door.offer(written)
            if sent.body != written.body:
                request = sent  # what the reader wrote is what is sent again
            response = await ask(self.world, sent, transcript)
            self.door.tell(response)
            if not isinstance(response.result, Failure):
                self._reachable = True
                return response
            if adaptations < MAX_ADAPTATIONS and self._learns(sent, response):
                adaptations += 1
                continue
            attempts += 1
            if not await self._waits(response, attempts):
                return response
            self._reachable = self._reachable or response.status > 0

    def _written(self, request: LlmRequest) -> LlmRequest:
        body = read_request(request.body)
        if not body:
            return request  # a reader's edit that is no JSON object: sent as it stands
        mended: tuple[str, ...] = ()
        if self.repairs and isinstance(body.get("messages"), list):
            messages, mended = repair(body["messages"])
            body = {**body, "messages": messages}
        adapted, adaptations = apply(self.habits, body)
        text = write_json(adapted) if mended or adaptations else request.body
        return replace(
            request, body=text, findings=findings_in(request.url, text), notes=(*request.notes, *mended, *adaptations)
        )

    def _learns(self, sent: LlmRequest, response: LlmResponse) -> bool:
        """Whether the refusal named something that can be done otherwise; the page keeps it for next time."""
        learned = adapt(self.habits, read_request(sent.body), response.status, response.body)
        if learned is None:
            return False
        self.habits, sentence = learned
        self.world.learned(dump_habits(self.habits))
        self.door.tell(Log("retry", sentence))
        return True

    async def _waits(self, response: LlmResponse, attempts: int) -> bool:
        """Whether to send again: after a wait that the reader can see, cut short or call off."""
        if attempts > self.limits.retries or not isinstance(response.result, Failure):
            return False
        seconds = wait_before_retry(response, attempts, reachable=self._reachable)
        if seconds is None:
            return False
        why = f"{response.result.what} The same request is sent again (try {attempts + 1} of {self.limits.retries + 1})"
        self.door.tell(Log("retry", f"{why} in {seconds:g} s."))
        return await self.world.wait(seconds, why)
