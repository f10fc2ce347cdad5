"""Quick Math Coach: the model reads and explains, Python does the maths. Change anything here, then press Run."""

from args import CheckArgs, ListArgs, SolveArgs
from prompts import SYSTEM
from tools import check_answer, list_shortcuts, solve_with_shortcut

from glassloop.agent import Agent
from glassloop.tools import tool_from_model

TOOLS = [
    tool_from_model(
        SolveArgs,
        solve_with_shortcut,
        description="Work out one calculation with the best mental shortcut. Gives the rule, steps that are verified, "
        "the answer, and which other shortcuts would do. Use it for every calculation; never calculate yourself.",
    ),
    tool_from_model(
        CheckArgs,
        check_answer,
        description="Check an answer that the user already has. Says whether it is right, shows the check by digit "
        "sums (casting out nines), and says what digit sums can't catch.",
    ),
    tool_from_model(
        ListArgs,
        list_shortcuts,
        description="List the shortcuts that the coach knows, all of them or those for one operation.",
    ),
]

# The fifth request of a turn forbids tools: then the model must answer with what it has.
agent = Agent(system=SYSTEM, tools=TOOLS, max_rounds=5)
