"""Small talk, a few facts that need no tool, and what is said when nothing fits. Refuses to guess at all else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from glassloop.practice import results
from glassloop.practice.concepts import concept_of
from glassloop.practice.rules import Reply, Say
from glassloop.practice.scene import Scene, Tool

WHO = (
    "I am the practice model: a small set of rules written in Python, not a real language model. "
    "I read the same transcript and write the same kind of notes, so everything around me works as it would with one."
)
ELSEWHERE = "For anything else, choose a real model under Connection: it answers anything."

_GREETING = r"(?:hi|hiya|hello|hey|hallo|good (?:morning|afternoon|evening|day)|greetings)(?: there| practice model)?"
_SAYINGS: tuple[tuple[str, str], ...] = (
    (_GREETING, "Hello! {can}"),
    (r"(?:many )?(?:thanks|thank you|thx|ty|cheers)(?: you| a lot| very much| so much)?", "You are welcome."),
    (r"(?:good)?bye(?: bye)?|see you(?: later)?|ciao", "Goodbye! The transcript stays here; I keep nothing."),
    (r"how are you(?: doing)?(?: today)?", "As well as a few hundred lines of Python can be. {can}"),
    (
        r"(?:who|what) are you|who am i talking to|what(?: is your)? (?:model|name)(?: are you)?"
        r"|(?:are|is) (?:you|this) (?:an? )?(?:real|chatgpt|gpt|ai|claude|human|bot|llm|(?:language )?model)\b.*",
        WHO + " {can}",
    ),
    (
        r"(?:what|which|list|show)(?: me)?(?: all)?(?: of)?(?: the| your)? (?:tools?|functions?)\b.*"
        r"|what is on (?:the|your) menu|show(?: me)? (?:the|your) menu|do you have (?:any )?tools",
        "{menu}",
    ),
    (
        r"help(?: me)?(?: please)?|what can (?:you|i) (?:do|ask|try)(?: here| you)?|what now"
        r"|(?:can you )?do (?:maths?|sums)|",
        "{can}",
    ),
    (
        r"(?:how (?:do|can|could|would) i|can i) (?:add|make|write)(?: my own| a| another| a new)? tools?",
        "Open the program: put a function into the dict of tools, describe it on the menu under the same name, and "
        "press Run. Then ask me for it.",
    ),
    (r"(?:test|testing|ping|ok|okay|yes|no|cool|nice|great|wow)", "I am here. {can}"),
)

_FACTS: tuple[tuple[str, str], ...] = (
    (
        r"python|python language",
        "Python is a programming language that is known for being easy to read. It is also what runs in this page: "
        "the tools and the loop around me are Python. (No tool was needed for this, so I wrote no note.)",
    ),
    (
        r"tools?|tool calls?|tool calling|function calls?|function calling",
        "A tool is a function in your program that I may ask for. I see only its entry on the menu; I write a note "
        "with its name and arguments, and your program decides whether to run it.",
    ),
    (
        r"agents?|ai agents?|agent loop|loop",
        "An agent is a loop: send the transcript to a model, run the tools that its notes ask for, add the results, "
        "send it all again, until the reply is an answer.",
    ),
    (
        r"llms?|(?:large )?language models?|model",
        "A language model reads text and writes the text that is likely to follow. It runs nothing and remembers "
        "nothing: all it knows of a conversation is the transcript that comes with each request.",
    ),
    (
        r"transcript|messages",
        "The transcript is the list of messages. It is the only memory there is, so all of it is sent every time.",
    ),
    (
        r"dispatch",
        "Dispatch is what your program does with a note: look the name up, read the arguments, call the function.",
    ),
    (
        r"notes?",
        "A note is a model's request to run a tool: an id, a name, and the arguments as text. Servers call it a "
        "tool call.",
    ),
    (
        r"json",
        "JSON is a way to write data as text: numbers, text in quotes, lists and objects. Notes carry their "
        "arguments in it.",
    ),
    (
        r"json schema|schema|menu",
        "A schema says in JSON what arguments a tool takes: their names, their types, and which are required. The "
        "menu is a list of them, and all that a model learns about your tools.",
    ),
    (
        r"dict|dictionary|python dict(?:ionary)?",
        "A dict maps keys to values. Here it maps the names of tools to the functions that do the work.",
    ),
    (r"api|rest api", "An API is a door for programs: one sends a request of an agreed form, the other answers."),
    (
        r"api key|authorization header",
        "An API key tells a server who is asking and who pays. It travels in the Authorization header.",
    ),
    (
        r"tokens?",
        "A token is a piece of text, about four letters of English. Models read and write tokens, and servers bill "
        "by them.",
    ),
    (r"pyodide", "Pyodide is the Python interpreter, compiled so that it runs inside a web page."),
    (
        r"glassloop",
        "Glassloop is this page: it shows, and lets you stop and change, everything between a question and an answer.",
    ),
    (r"practice model", WHO),
)
_ASKING = re.compile(
    r"(?:(?:so|and|ok|hey|please|can you|could you)\s+)*"
    r"(?:what is|what are|who is|explain|define|tell me (?:about|what)|describe|do you know(?: what)?|what does)\s+"
    r"(?:an?\s+|the\s+)?(?P<topic>.+?)(?:\s+(?:is|are|mean|please|exactly|to me))*"
)


def talk(scene: Scene) -> Reply | None:
    """Only when the whole question is small talk or asks for one of the facts."""
    asked = _plain(scene.question)
    for pattern, answer in _SAYINGS:
        if re.fullmatch(pattern, asked):
            return Say(answer.format(can=can_do(scene.menu), menu=_menu(scene.menu)))
    if about := _about_tool(asked, scene.menu):
        return Say(about)
    known = fact(scene.question)
    return Say(known) if known is not None else None


def fact(question: str) -> str | None:
    """The answer to "what is …" and "tell me what … is", where it is one of the few that are here."""
    asked = _ASKING.fullmatch(_plain(question))
    if asked is None:
        return None
    return next((answer for pattern, answer in _FACTS if re.fullmatch(pattern, asked["topic"])), None)


def _about_tool(asked: str, menu: Iterable[Tool]) -> str | None:
    """ "what does upper do?": all that a model knows of it, the entry on the menu."""
    name = re.fullmatch(r"(?:what|how) does (?:the )?(\w+)(?: tool)? (?:do|work)", asked)
    tool = next((tool for tool in menu if name is not None and tool.name.lower() == name[1]), None)
    if tool is None:
        return None
    takes = ", ".join(part.name for part in tool.parameters) or "nothing"
    return f"All I know of {tool.name} is its entry on the menu. {tool.description} It takes: {takes}."


def cannot(scene: Scene) -> Reply:
    """The last rule: always says something. Results that are there are passed on, whatever was asked."""
    if scene.answered:
        told = "\n".join(f"{answered.call.name}: {results.shown(answered.content)}" for answered in scene.answered)
        return Say(f"These are the results I was given:\n{told}")
    return Say(f"That is beyond me. {WHO} {can_do(scene.menu)} {ELSEWHERE}")


def can_do(menu: Iterable[Tool]) -> str:
    examples = [concept.example for tool in menu if (concept := concept_of(tool)) is not None]
    others = [tool.name for tool in menu if concept_of(tool) is None]
    if not examples and not others:
        return "There are no tools in this request, so there is little I can do."
    quoted = " or ".join(f"“{example}”" for example in dict.fromkeys(examples))
    named = f"ask me to use {', '.join(others)}" if others else ""
    if not quoted:
        return f"You can {named}."
    return f"Try {quoted}{', or ' + named if named else ''}."


def _menu(menu: tuple[Tool, ...]) -> str:
    if not menu:
        return "None: this request came without a menu, so I can't ask for anything."
    lines = (f"{tool.name}: {tool.description}" if tool.description else tool.name for tool in menu)
    return "On the menu in this request I find:\n" + "\n".join(lines)


def _plain(question: str) -> str:
    """Lower case, no marks, "what's" and "whats" written out."""
    words = re.sub(r"[^\w\s'’]", " ", question.lower()).replace("’", "'")
    words = re.sub(r"\b(what|who)(?:'s|s)\b", r"\1 is", words)
    return " ".join(words.split())
