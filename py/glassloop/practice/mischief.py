"""Mistakes on request, so that a reader can watch what a program does about them. Refuses to make any unasked.

"add 10 and 5 with broken arguments": the first note for a tool is spoilt, and once its result is there the note is
written again as it should have been, the way a model corrects itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from glassloop.practice import results
from glassloop.practice.concepts import concept_of
from glassloop.practice.plan import Argument, Step, Task, all_steps, arguments_text, follow
from glassloop.practice.reading import name_words
from glassloop.practice.rules import Ask, Fail, Note, Reply, Rule, Say
from glassloop.practice.scene import Parameter, Scene, Tool
from glassloop.practice.working import work

Arguments = dict[str, str]  # name → JSON text
Spoil = Callable[[Arguments], str]

_LEAD = (
    r"(?:\b(?:please|and|but|then|write|send|give|use|with|try|show|call|pass|ask for|invent|pick|choose|a|an|some|the"
    r"|me|it)\s+)*"
)
_UNKNOWN = re.compile(
    _LEAD + r"(?:(?:tool|function)s?,? (?:that|which) (?:does|is|do|are)(?: not|n['’]?t)(?: exist| on the menu| there)"
    r"|\b(?:unknown|non-?existent|made[- ]up|imaginary|invented) (?:tool|function))",
    re.IGNORECASE,
)
_FOREVER = re.compile(
    r"(?:\bkeep (?:on )?(?:calling|asking|using|writing)|\bnever stop (?:calling|asking|using)"
    r"|\b(?:call|ask|use|loop)\b[^.;]{0,40}\b(?=forever|endless|again and again|without (?:end|stopping)))"
    r"[^.;]*?(?:forever|endless(?:ly)?|again and again|without (?:end|stopping)|tools?\b|$)(?: forever)?",
    re.IGNORECASE,
)
_FAIL = re.compile(
    r"\b(?:fail|answer|reply|respond|error)\b(?: (?:with|an?|the|http|status|error|code))* (\d{3})\b", re.IGNORECASE
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)")

_FAILURES = {
    400: ("invalid_request_error", "This is the bad request that you asked to see."),
    401: ("invalid_request_error", "Incorrect API key provided. This is the refusal that you asked to see."),
    403: ("invalid_request_error", "This key may not use this model. This is the refusal that you asked to see."),
    404: ("invalid_request_error", "There is nothing at this address. This is the error that you asked to see."),
    429: ("rate_limit_error", "Rate limit reached: too many requests. This is the error that you asked to see."),
    500: ("server_error", "The server had an error while processing your request, as you asked it to."),
    502: ("server_error", "Bad gateway, as you asked."),
    503: ("server_error", "The engine is currently overloaded, please try again later. You asked to see this."),
    504: ("server_error", "Gateway timeout, as you asked."),
}
_SAMPLE_TEXTS = {"location": '"Leeds"', "city": '"Leeds"', "place": '"Leeds"', "day": '"tomorrow"'}
_MADE_UP = ("teleport", "read_minds", "summon_dragon")


def mischief(scene: Scene, usual: Rule) -> Reply | None:
    """`usual` is what answers when no mistake is asked for."""
    bare = _QUOTED.sub(lambda match: " " * len(match[0]), scene.question)
    if failing := _FAIL.search(bare):
        return _fail(int(failing[1]))
    if not scene.menu:
        return None
    if asked := _UNKNOWN.search(bare):
        return _unknown_tool(scene, _rest(scene, asked), usual)
    if asked := _FOREVER.search(bare):
        return _forever(scene, _rest(scene, asked), usual)
    for pattern, spoil in _SPOILS:
        if asked := pattern.search(bare):
            return _spoilt(scene, _rest(scene, asked), spoil, usual)
    return None


def _rest(scene: Scene, asked: re.Match[str]) -> Scene:
    """The scene as if the mistake were not asked for."""
    return replace(scene, question=scene.question[: asked.start()] + " " + scene.question[asked.end() :])


def _fail(status: int) -> Reply | None:
    if status not in _FAILURES:
        return None
    kind, message = _FAILURES[status]
    return Fail(status, kind, message)


def _unknown_tool(scene: Scene, rest: Scene, usual: Rule) -> Reply | None:
    wrote = next((answered for answered in scene.answered if scene.tool(answered.call.name) is None), None)
    if wrote is None:
        name = next(name for name in (*_MADE_UP, "no_such_tool") if scene.tool(name) is None)
        return Ask((Note(name, '{"to": "the moon"}'),))
    if _notes(rest, usual) is not None:
        return usual(replace(rest, answered=tuple(each for each in scene.answered if each is not wrote)))
    names = ", ".join(tool.name for tool in scene.menu)
    return Say(
        f"I asked for a tool called {wrote.call.name}, and this came back under the id of my note: "
        f"“{results.reason(wrote.content)}” To me that is a result like any other. On the menu I do find: {names}."
    )


def _forever(scene: Scene, rest: Scene, usual: Rule) -> Reply:
    """A lesson may have a way of its own to go on and on; else it is the first note again."""
    reply = usual(replace(scene, may_ask=True))
    if not isinstance(reply, Ask):
        reply = _notes(scene, usual) or _sensible(scene, rest, usual)[0]
    return Ask(reply.notes[:1])


def _spoilt(scene: Scene, rest: Scene, spoil: Spoil, usual: Rule) -> Reply | None:
    meant, answer = _sensible(scene, rest, usual)
    note = meant.notes[0]
    mine = next((each for each in scene.answered if each.call.name == note.tool), None)
    if mine is None:
        return Ask((Note(note.tool, spoil(_arguments(note))),))
    # What failed is forgotten, so that the note is written again; what went well in spite of all is made do with.
    others = tuple(each for each in scene.answered if each is not mine or not results.is_error(each.content))
    return answer(replace(scene, answered=others))


def _sensible(scene: Scene, rest: Scene, usual: Rule) -> tuple[Ask, Rule]:
    """Notes that make sense, and the rule that words what comes of them. For a reader who only named the mistake: an
    example with the first tool.
    """
    tool = scene.menu[0]
    concept = concept_of(tool)
    questions = (rest.question, *((concept.example,) if concept is not None else ()))
    for question in questions:
        notes = _notes(replace(scene, question=question), usual)
        if notes is not None:
            return notes, partial(_as_if_asked, question, usual)
    example = (sample(tool),)
    return Ask(follow(all_steps(example), replace(scene, answered=())).ready), lambda now: work(now, example)


def _as_if_asked(question: str, usual: Rule, scene: Scene) -> Reply | None:
    return usual(replace(scene, question=question))


def _notes(scene: Scene, usual: Rule) -> Ask | None:
    """What would be asked for at the start of the turn."""
    reply = usual(replace(scene, answered=(), may_ask=True))
    return reply if isinstance(reply, Ask) else None


def _arguments(note: Note) -> Arguments:
    given = results.parsed(note.arguments)
    return {name: results.json_text(value) for name, value in given.items()} if isinstance(given, dict) else {}


def sample(tool: Tool) -> Task:
    """A call with made-up arguments that fit the types."""
    arguments = tuple(Argument(part.name, _sample_value(part), False) for part in tool.parameters if part.required)
    return Task((Step(tool.name, arguments),), (f"{tool.name}: ",))


def _sample_value(part: Parameter) -> str:
    if part.choices:
        return json.dumps(part.choices[0])
    if part.type in ("string", ""):
        words = name_words(part.name)[-1:]
        return next((text for word, text in _SAMPLE_TEXTS.items() if word in words), '"hello"')
    values = {"number": "10", "integer": "3", "boolean": "true", "array": "[]", "object": "{}"}
    return values.get(part.type, '"hello"')


def _cut_off(arguments: Arguments) -> str:
    text = arguments_text(arguments)
    return text[: text.rfind(":") + 1] or "{"


def _one_missing(arguments: Arguments) -> str:
    return arguments_text(dict(list(arguments.items())[:-1]))


def _wrong_types(arguments: Arguments) -> str:
    return arguments_text({name: "5" if text.startswith('"') else json.dumps(text) for name, text in arguments.items()})


def _one_too_many(arguments: Arguments) -> str:
    return arguments_text({**arguments, "hurry": "true"})


def _pattern(core: str) -> re.Pattern[str]:
    return re.compile(_LEAD + core, re.IGNORECASE)


_SPOILS: tuple[tuple[re.Pattern[str], Spoil], ...] = (
    (
        _pattern(
            r"(?:\b(?:broken|malformed|unparsable|unparseable|cut[- ]off|truncated|invalid)(?: tool)?"
            r" (?:json|arguments?|args|note)\b|\barguments? (?:as|in|that are) (?:broken|invalid|no|not) ?(?:json)?)"
        ),
        _cut_off,
    ),
    (
        _pattern(
            r"(?:\b(?:forget(?:ting)?|leav(?:e|ing) out|omit(?:ting)?|miss(?:ing)?|without) "
            r"(?:an? |one |one of the |some |the )?(?:required )?(?:arguments?|parameters?)\b)"
        ),
        _one_missing,
    ),
    (
        _pattern(
            r"(?:\b(?:the |both )?(?:numbers?|arguments?|them) as (?:text|strings?)\b|\bwrong(?: argument)? types?\b)"
        ),
        _wrong_types,
    ),
    (_pattern(r"\b(?:extra|unexpected|additional|surplus|unknown) (?:argument|parameter)"), _one_too_many),
)
