"""The weather assistant: a source, a cache, an outbox, four handlers, and the rules that hold them together."""

import time

from cache import Cache
from handlers import Handlers
from history import history_for
from outbox import Outbox
from rules import chosen_rules
from sources import chosen_source, patience_s
from toolbox import tools_for

from glassloop.agent import Agent
from glassloop.shelf import Shelf

SYSTEM = (
    "You answer questions about the weather. Use the tools for anything about real conditions; never guess a number. "
    "Give each number with its unit. Where a result says ok: false, say plainly what went wrong and what to try. "
    "Where the source says that it is sample data, say so too."
)
STUCK = "I got stuck looking that up after several attempts. Could you ask it in other words?"

rules = chosen_rules()
handlers = Handlers(
    source=chosen_source(),
    cache=Cache(Shelf("lesson", "cache"), time.time, on=rules.cache, keep_failures=not rules.failures_not_cached),
    outbox=Outbox(Shelf("conversation", "outbox"), time.time, once=rules.once),
    rules=rules,
)
agent = Agent(
    system=SYSTEM,
    tools=tools_for(handlers, rules),
    max_rounds=4 if rules.cap else 12,
    stuck=STUCK,
    tool_timeout_s=2 * patience_s() + 2,  # a place and its weather are two requests
    history=history_for(rules),
    # The library would quietly put right what these rules are about.
    repairs=rules.notes_kept and rules.every_call,
)
