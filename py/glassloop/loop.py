"""The agent loop. Read this file first: everything else in the project is here to show what it does.

A turn is one question. A round is one request to the model and what follows from it. The loop refuses to know what
answers the requests, who watches, and what the tools do.
"""

from __future__ import annotations

from glassloop.agent import Agent
from glassloop.dispatch import perform, prepare, settle
from glassloop.door import Door
from glassloop.endpoint import Endpoint
from glassloop.events import Answer, Failure, Reply, Stopped
from glassloop.exchange import World, ask
from glassloop.messages import AssistantMessage, Transcript
from glassloop.transcript import advance
from glassloop.wire.formats import request_for


async def turn(agent: Agent, endpoint: Endpoint, world: World, door: Door, transcript: Transcript) -> None:
    """Answer the question that `transcript` ends with. Every happening goes through the door; nothing is returned.

    `door.offer` is called *before* the thing it announces is done, and gives back what is to be done.
    """
    for number in range(1, agent.max_rounds + 1):
        last = number == agent.max_rounds
        request = request_for(endpoint, number, agent.system, transcript, agent.registry.values(), forbid_tools=last)
        response = await ask(world, await door.offer(request), transcript)
        door.tell(response)
        transcript = advance(transcript, response)

        match response.result:
            case Failure(what=what, advice=advice, server_words=words):
                door.tell(Stopped("connection", f"{what} {advice}", words))
                return
            case Reply(message=message) if last or not message.calls:
                door.tell(_ending(message, endpoint.model, agent.max_rounds))
                return
            case Reply(message=message):
                for call in message.calls:
                    found = prepare(agent.registry, call)
                    dispatch = settle(agent.registry, found, await door.offer(found))
                    result = await perform(agent.registry, dispatch, world.now, agent.tool_timeout_s)
                    transcript = advance(transcript, await door.offer(result))


def _ending(message: AssistantMessage, model: str, rounds: int) -> Answer | Stopped:
    if message.text:
        return Answer(message.text, model)
    if message.calls:
        return Stopped("round-cap", f"The model still wanted a tool after {rounds} rounds, so the loop stopped here.")
    return Stopped("empty-answer", "The model stopped without writing an answer. Ask again, or in other words.")
