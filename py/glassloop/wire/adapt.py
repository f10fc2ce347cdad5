"""A refusal of something that we sent → the habits that avoid it, and a sentence. Pure, total.

Habits only grow, so that no two refusals can send us back and forth. A refusal that names nothing of ours is left to
be explained. Refuses to know how a body is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from glassloop.events import Cause
from glassloop.wire.dialect import KEPT, REFERENCES, keywords_in, reduced
from glassloop.wire.habits import NEEDED, OPTIONAL, Habits, LimitName, apply, listed
from glassloop.wire.refusals import NOT_SO, Refusal, read_refusal
from glassloop.wire.rewriting import THOUGHTS, calls_of, functions, history, schemas
from glassloop.wire.short_ids import has_long_ids

Adapted = tuple[Habits, str]
_Rule = Callable[[Habits, dict[str, Any], Refusal], Adapted | None]

# No request that we could write instead would be taken.
_HOPELESS: frozenset[Cause] = frozenset({"no-tools", "context", "quota", "region", "model", "cors", "key", "rate"})
_OTHER_TROUBLE = frozenset({401, 402, 403, 407, 408, 413, 429, 503, 504})

_Q = "['\"`]?"
_NOT = r"(not (be )?(supported|enabled|allowed|permitted|accepted)|n't (supported|allowed)|unsupported)"
_ID = r"(tool[ _]?calls?[ _]?ids?|tool_calls(\[\d+\]|\.\d+)\.id|call_id|use[._]id)"
_LONG_ID = re.compile(
    r"(length (of )?(exactly )?|exactly )9\b|\b9[ -](alphanumeric )?char"
    rf"|{_ID}.{{0,160}}(too long|maximum length|match|pattern|alphanumeric|a-z)"
)
_NO_SYSTEM = re.compile(
    rf"(system|developer){_Q} ?(role|message|prompt|instruction)s?.{{0,60}}({_NOT}|beginning|be first|only)"
    r"|not support.{0,30}\b(system|developer)\b"
    r"|(unknown|unexpected|invalid|unsupported|unrecognized)[^.]{0,30}\brole\b[^.]{0,30}(system|developer)"
    rf"|\brole{_Q}:? {_Q}(system|developer){_Q}.{{0,40}}(not|invalid|unsupported|unknown)"
    r"|roles must alternate|only user(,| and).{0,40}roles? (is|are) supported"
    rf"|{_Q}\b(system|developer){_Q} is not one of"
)
_THOUGHT = "(reasoning[_ ]content|reasoning_details|thinking_blocks|['\"`]reasoning['\"`])"
_WANTED_BACK = re.compile(
    rf"{_THOUGHT}.{{0,100}}(must|ha(s|ve) to|needs? to|should) (also )?be "
    r"(passed|sent|provided|included|echoed|returned|present)"
    rf"|(missing|requires?|without)[^.]{{0,40}}{_THOUGHT}|{_THOUGHT}[^.]{{0,40}}\b(missing|required)"
)
# The Responses API looks thoughts up by their ids, and has them no more or never had them.
_LOST_ITEM = re.compile(
    rf"without its required {_Q}reasoning|item with id {_Q}\w+{_Q} not found"
    rf"|\bitem {_Q}(rs|msg|fc)_\w+.{{0,20}}not found"
    rf"|reasoning{_Q}.{{0,80}}without its required following item|items are not persisted"
)
_NAME_WANTED = re.compile(
    r"function_response\.name|name:? (can ?not|can't|must not) be empty"
    r"|tool (message|result|response)s?.{0,60}(must|should|has to|requires?).{0,30}\bname\b"
    r"|missing[^.]{0,40}\bname\b[^.]{0,40}\btool\b|\btool\b[^.]{0,40}missing[^.]{0,30}\bname\b"
)
_STRICT = re.compile(
    r"strict ?[=:] ?true|['\"`]strict['\"`]|strict (mode|tools?|schemas?|function)|for strict"
    r"|['\"`](additionalproperties|required)['\"`] is required to be supplied"
)
_REDUCED = re.compile(
    rf"only {_Q}enum{_Q} and {_Q}date-time|(type_string|type: string).{{0,60}}\benum|\benum\[\d+\].{{0,80}}type_string"
    r"|enum\b.{0,120}(type_string|only (allowed|supported)|empty|must be (a )?strings?)"
    r"|\bitems\b.{0,30}missing field|missing field.{0,20}\bitems\b|array.{0,40}(missing|without|must have).{0,10}items"
    r"|properties.{0,40}non-empty for object"
)
_REGEX = r"(regex|regular expression|pattern)"
_PATTERN = re.compile(
    r"look-?(ahead|around|behind)|pattern must start with|grammar"
    rf"|{_REGEX}.{{0,60}}(invalid|error|parse|compil|not supported|unsupported)"
    rf"|(invalid|compil\w*|unsupported).{{0,30}}{_REGEX}"
)
_DANGLING = re.compile(r"invalid|does not exist|not found|can't be resolved|cannot be resolved|unresol")
_NO_STRING = re.compile(r"\bstring\b|\bnone\b|\bnull\b|required")
_NULL_CONTENT = re.compile(
    r"\bcontent\b.{0,80}(\bnull\b|\bnone\b|must be (a )?(valid )?string|(valid|be a) string|expected a string|required)"
    r"|null value for ['\"`]?content|(invalid type|expected).{0,20}\bnull\b.{0,40}content"
)
_NO_STREAM = re.compile(
    r"stream(ing)?['\"`]?( mode| responses?)? (is |are )?(not|un)[ -]?(supported|available|allowed)"
    r"|not support ['\"`]?stream(ing)?\b|stream(ing)? is disabled|to stream this model|n't be streamed"
)
_SEALED = re.compile(r"encrypted[ _]content.{0,40}not (supported|available|allowed)")
_EARLIER_CHOICE = re.compile(r"auto.{0,5} tool choice requires")


def adapt(habits: Habits, body: Mapping[str, Any], status: int, words: str) -> Adapted | None:
    """`body`: what was sent; `words`: the refusal's body. → larger habits, and what they will change, in a sentence.

    None when the refusal is of another kind, names nothing that was sent, or what it names has been adapted already.
    """
    if not 400 <= status <= 599 or status in _OTHER_TROUBLE:
        return None
    refusal = read_refusal(words)
    if refusal.cause(status) in _HOPELESS or _EARLIER_CHOICE.search(refusal.words):
        return None
    sent, _ = apply(habits, dict(body))
    for rule in _RULES:
        found = rule(habits, sent, refusal)
        # A change of habits that changes nothing here would only send the same request again.
        if found is not None and apply(found[0], sent)[0] != sent:
            return found
    return None


def _ids(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    if habits.short_ids or not refusal.says(_LONG_ID) or not has_long_ids(body):
        return None
    return replace(habits, short_ids=True), (
        "The server refused the ids of the tool calls, so the request is sent again with shorter ones."
    )


def _system(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    if habits.system_as_user or not refusal.says(_NO_SYSTEM):
        return None
    return replace(habits, system_as_user=True), (
        "The server takes no system role, so the request is sent again with the instructions in the first message."
    )


def _echo(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    if habits.echo != "default":
        return None
    without = "The server refused the model's earlier thoughts, so the request is sent again without them."
    never = replace(habits, echo="never"), without
    if "messages" not in body:
        thoughts = any(each.get("type") == "reasoning" for each in history(body))
        unknown = thoughts and refusal.areas <= {"history"} and refusal.names({"reasoning"}, "history")
        return never if refusal.says(_LOST_ITEM) or (unknown and "reasoning" not in body) else None
    said = {key for each in history(body) if each.get("role") == "assistant" for key in each if key in THOUGHTS}
    if refusal.says(_WANTED_BACK):
        return replace(habits, echo="always"), (
            "The server wants the model's earlier thoughts back, so the request is sent again with a place for them."
        )
    return never if refusal.names(said - body.keys(), "history") else None


def _names(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    nameless = any(path[-1:] == ("name",) and "tool" in path for path in refusal.paths)
    if habits.named_results or not (refusal.says(_NAME_WANTED) or (nameless and "required" in refusal.words)):
        return None
    return replace(habits, named_results=True), (
        "The server wants the tool's name with each result, so the request is sent again with it."
    )


def _limit(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    swaps: dict[LimitName, LimitName] = {
        "max_tokens": "max_completion_tokens",
        "max_completion_tokens": "max_tokens",
    }
    for name, other in swaps.items():
        if habits.limit_name is None and name in body and refusal.names({name}, "body"):
            return replace(habits, limit_name=other), (
                f"The server refused `{name}`, so the request is sent again with `{other}` in its place."
            )
    return None


def _strict(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    asked = [each["strict"] for each in functions(body) if "strict" in each]
    named = bool(refusal.names({"strict"}, "tools"))
    if not habits.strict or not asked or not (named or (any(asked) and refusal.says(_STRICT))):
        return None
    return replace(habits, strict=False), (
        "The server refused `strict` on a tool, so the request is sent again without it; arguments are checked here."
    )


def _reduced(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    if habits.reduced or not refusal.says(_REDUCED) or all(reduced(each) == each for each in schemas(body)):
        return None
    return replace(habits, reduced=True), (
        "The server takes only a part of JSON Schema, so the request is sent again with the tools' schemas reduced."
    )


def _keywords(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    used = {name for each in schemas(body) for name in keywords_in(each)} - KEPT - set(habits.keywords)
    named = refusal.names(used, "tools") or refusal.names(used & REFERENCES, "tools", meaning=_DANGLING)
    if not named and "pattern" in used and refusal.says(_PATTERN):
        named = ("pattern",)
    if not named:
        return None
    if REFERENCES.intersection(named):
        named = tuple(dict.fromkeys((*named, *sorted(used & REFERENCES))))
    return replace(habits, keywords=(*habits.keywords, *named)), (
        f"The server refused {_quoted(named)} in the tools' schemas, so the request is sent again without; "
        "the descriptions say it instead."
    )


def _fields(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    used = {key for each in history(body) for key in each} - NEEDED
    for each in history(body):
        for call in calls_of(each):
            function = call.get("function")
            used |= call.keys() - NEEDED - {"id"}
            used |= (function.keys() - NEEDED - {"name"}) if isinstance(function, dict) else set()
    used -= THOUGHTS | set(habits.fields)
    if not refusal.areas:
        used -= body.keys()
    if not (named := refusal.names(used, "history")):
        return None
    return replace(habits, fields=(*habits.fields, *named)), (
        f"The server refused {_quoted(named)} in the history, so the request is sent again without."
    )


def _null(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    null = any(each.get("content", "") is None for each in history(body))
    typed = any(path[-1:] == ("content",) for path in refusal.paths) and refusal.says(_NO_STRING)
    if habits.empty_text or not null or "tools" in refusal.areas or not (typed or refusal.says(_NULL_CONTENT)):
        return None
    return replace(habits, empty_text=True), (
        "The server wants a text in every message, so the request is sent again with an empty one in place of null."
    )


def _optional(habits: Habits, body: dict[str, Any], refusal: Refusal) -> Adapted | None:
    if refusal.says(_LOST_ITEM):  # it may name `store`, but speaks of thoughts
        return None
    sent = {name for name in OPTIONAL if name in body} - set(habits.dropped)
    named = refusal.names(sent, "body", meaning=NOT_SO)
    if "stream" in sent and not named and refusal.says(_NO_STREAM):
        named = ("stream",)
    if "include" in sent and not named and refusal.says(_SEALED):
        named = ("include",)
    if not named:
        return None
    it = "it" if len(named) == 1 else "them"
    return replace(habits, dropped=(*habits.dropped, *named)), (
        f"The server refused {_quoted(named)}, so the request is sent again without {it}."
    )


def _quoted(names: tuple[str, ...]) -> str:
    return listed(tuple(f"`{name}`" for name in names))


# The first that applies: those that know a server's very words before those that look for names.
_RULES: tuple[_Rule, ...] = (
    _ids,
    _names,
    _echo,
    _strict,
    _reduced,
    _limit,
    _optional,
    _keywords,
    _fields,
    _system,
    _null,
)
