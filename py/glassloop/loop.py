"""The agent loop. Read this file first: everything else in the project is here to show what it does.

A turn is one question. A round is one request to the model and what follows from it. The loop refuses to know what
answers the requests, who watches, and what the tools do.
"""

from __future__ import annotations

from glassloop.agent import Agent
from glassloop.client import Client
from glassloop.dispatch import perform, prepare, settle
from glassloop.door import Door
from glassloop.endings import NUDGE, ending, failed, out_of_rounds
from glassloop.endpoint import Endpoint
from glassloop.events import Failure, Reply
from glassloop.exchange import World
from glassloop.guards import Guard
from glassloop.limits import Limits
from glassloop.messages import Transcript
from glassloop.transcript import advance
from glassloop.wire.formats import request_for


async def turn(
    agent: Agent, endpoint: Endpoint, world: World, door: Door, transcript: Transcript, limits: Limits
) -> None:
    """Answer the question that `transcript` ends with. Every happening goes through the door; nothing is returned.

    `door.offer` is called *before* the thing it announces is done, and gives back what is to be done.
    """
    client = Client(world, door, endpoint, limits, agent.repairs)
    guard, nudge, tools = Guard(limits), Transcript(), agent.registry
    rounds = limits.rounds or agent.max_rounds
    for number in range(1, rounds + 1):
        last = number == rounds and not agent.stuck
        kept = agent.history(transcript).then(nudge)
        request = request_for(endpoint, number, agent.system, kept, tools.values(), forbid_tools=last)
        response = await client.complete(request, transcript)
        transcript = advance(transcript, response)
        match response.result:
            case Failure() as failure:
                door.tell(failed(failure))
                return
            case Reply(message=message) if not (message.text or message.calls or nudge or last):
                nudge = (NUDGE,)  # asked once more, by words that are not kept
            case Reply(message=message) if last or not message.calls:
                door.tell(ending(message, transcript, endpoint.model, rounds))
                return
            case Reply(message=message):
                for call in message.calls:
                    found = prepare(tools, call)
                    dispatch = settle(tools, found, await door.offer(found))
                    result = await perform(tools, dispatch, world.now, agent.tool_timeout_s)
                    transcript = advance(transcript, await door.offer(guard.remark(call, result)))
                    guard = guard.after(call, result)
                if circling := guard.verdict():
                    door.tell(circling)
                    return
    door.tell(out_of_rounds(agent.stuck))
