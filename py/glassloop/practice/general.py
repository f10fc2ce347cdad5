"""Any menu: which tool a clause asks for, judged by names and descriptions, and the steps for it. Knows no lesson."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from glassloop.practice.arithmetic import MissingTool, Sums, missing_tool, read_expression
from glassloop.practice.clauses import Clause, split
from glassloop.practice.concepts import BY_SIGN, CONCEPTS, Concept, Span, concept_of, for_concept, spot
from glassloop.practice.filling import Filler
from glassloop.practice.plan import Argument, Reading, Ref, Step, Task, Unclear, Value
from glassloop.practice.reading import Tokens, name_words, read_tokens
from glassloop.practice.scene import Parameter, Scene, Tool
from glassloop.practice.talk import fact

_LONGEST_QUESTION = 600  # characters that are read
_ENOUGH = 3  # points that make a tool the one that is meant
_SURE = 4

# Words that say nothing about which tool is meant.
_COMMON = frozenset(
    "a an the of in to for and or is are be it this that with on by from as use using get give return returns given two"
    " number numbers text string value values one some any each tool function what how do does you your i me my".split()
)


def read_question(scene: Scene) -> tuple[Reading, ...]:
    """What each clause asks for; clauses that ask for no tool are left out."""
    return _read_question(scene.question[:_LONGEST_QUESTION], scene.menu)


@lru_cache(16)  # several rules read the same question, round after round
def _read_question(question: str, menu: tuple[Tool, ...]) -> tuple[Reading, ...]:
    tokens = read_tokens(question)
    clauses = split(tokens, question, lambda part: _names_something(part, menu))
    readings = _read(clauses, menu)
    if len(clauses) > 1 and not any(isinstance(reading, Task) for reading in readings):
        # "I have 3 apples, and get 4 more. How many in total?": the pieces lie apart.
        whole = _read((Clause(tokens, question),), menu)
        if any(isinstance(reading, Task) for reading in whole):
            return whole
    return readings


def _read(clauses: Sequence[Clause], menu: Sequence[Tool]) -> tuple[Reading, ...]:
    readings: list[Reading] = []
    steps = 0
    previous: Ref | None = None
    for clause in clauses:
        reading = read_clause(clause, menu, steps, previous)
        if reading is None:
            if readings and clause.is_a_wish:
                asked = clause.words(0, len(clause.tokens))
                readings.append(Unclear(fact(asked) or f"“{asked}” is beyond a practice model."))
            continue
        readings.append(reading)
        if isinstance(reading, Task):
            steps += len(reading.steps)
            previous = Ref(steps - 1)
    return tuple(readings)


def read_clause(clause: Clause, menu: Sequence[Tool], base: int, previous: Ref | None) -> Reading | None:
    expression = read_expression(clause, menu, base, previous)
    if expression is not None:
        return expression
    ranked = sorted(((*_score(tool, clause, previous), tool) for tool in menu), key=lambda entry: -entry[0])
    score, trigger, tool = ranked[0] if ranked else (0, None, None)
    if score < _SURE:
        missing = _missing_concept(clause, menu, previous)
        if missing is not None:
            return _without_tool(missing, clause, menu, base, previous)
    if tool is None or trigger is None or score < _ENOUGH:
        return None
    concept = concept_of(tool)
    filler = Filler(clause, trigger, previous)
    if concept is not None and concept.sign:
        return _sum(tool, concept, filler, menu, base)
    return _each_quoted(tool, concept, clause, base) or _call(tool, concept, filler)


def _without_tool(missing: Concept, clause: Clause, menu: Sequence[Tool], base: int, previous: Ref | None) -> Reading:
    """Nothing subtracts, but something adds: then that will do. Otherwise it can't be done here."""
    adding = for_concept(menu, BY_SIGN["+"])
    if missing.sign == "-" and adding is not None:
        return _sum(adding, missing, Filler(clause, Span(0, 0), previous), menu, base)
    return Unclear(missing_tool(missing, menu), missing.name)


def _names_something(tokens: Tokens, menu: Sequence[Tool]) -> bool:
    if any(spot(tokens, concept.phrases) for concept in CONCEPTS):
        return True
    return any(spot(tokens, [(word,)]) for tool in menu for word in name_words(tool.name) if word not in _COMMON)


def _score(tool: Tool, clause: Clause, previous: Ref | None) -> tuple[int, Span | None]:
    """Points, and the words that named the tool."""
    tokens = clause.tokens
    concept = concept_of(tool)
    trigger = spot(tokens, concept.phrases) if concept is not None else None
    named = spot(tokens, [(tool.name.lower(),)])
    points = 6 if named else _SURE if trigger else 0
    trigger = trigger or named
    for word in set(name_words(tool.name)) - _COMMON:
        found = spot(tokens, [(word,)])
        if found:
            points += 3
            trigger = trigger or found
    for word in set(name_words(tool.description)) - _COMMON - set(name_words(tool.name)):
        found = spot(tokens, [(word,)]) if len(word) > 2 else None
        if found:
            points += 1
            trigger = trigger or found
    if points >= _ENOUGH and not _has_numbers_for(tool, tokens, previous):
        points -= 1
    return points, trigger


def _has_numbers_for(tool: Tool, tokens: Tokens, previous: Ref | None) -> bool:
    wanted = sum(1 for part in tool.parameters if part.numeric and part.required)
    there = sum(max(1, len(token.parts)) for token in tokens if token.kind == "number")
    return there + (previous is not None) >= wanted


def _missing_concept(clause: Clause, menu: Sequence[Tool], previous: Ref | None) -> Concept | None:
    """Something that is plainly asked for and that no tool here does."""
    here = [concept_of(tool) for tool in menu]
    numbers = sum(1 for token in clause.tokens if token.kind == "number") + (previous is not None)
    for concept in CONCEPTS:
        if concept not in here and spot(clause.tokens, concept.phrases):
            if concept.sign and numbers >= 2:
                return concept
            if concept.lead and len(clause.tokens) > 1:
                return concept
    return None


def _sum(tool: Tool, concept: Concept, filler: Filler, menu: Sequence[Tool], base: int) -> Reading:
    """Numbers without signs between them: "add 1, 2 and 3", "subtract 3 from 10"."""
    numbers = filler.numbers()
    lists = [part for part in tool.parameters if part.type == "array"]
    if lists and not any(part.numeric for part in tool.parameters):
        arguments = filler.fill(tool)
        if not isinstance(arguments, str):
            return Task((Step(tool.name, arguments),), (*_joined(numbers, concept.sign), " is "), ".")
    if len(numbers) == 1 and filler.previous is not None and filler.previous not in numbers:
        numbers.insert(0, filler.previous)
    if len(numbers) < 2:
        return Unclear(_needs(tool, "two numbers", concept))
    if concept.name == "subtract" and any(token.value == "from" for token in filler.clause.tokens):
        numbers[:2] = numbers[1::-1]
    sums = Sums([tool, *menu], base)
    result: Value = numbers[0]
    counted = numbers if concept.folds or concept.name == "subtract" else numbers[:2]
    try:
        for number in counted[1:]:
            result = sums.combine(concept.sign, result, number)
    except MissingTool as missing:
        return Unclear(missing_tool(missing.concept, menu), missing.concept.name)
    return Task(tuple(sums.steps), (*_joined(counted, concept.sign), " is "), ".")


def _joined(numbers: Sequence[Value], sign: str) -> list[Value]:
    out: list[Value] = []
    for number in numbers:
        out += [f" {'×' if sign == '*' else '÷' if sign == '/' else sign} ", number] if out else [number]
    return out


def _each_quoted(tool: Tool, concept: Concept | None, clause: Clause, base: int) -> Task | None:
    """“uppercase "hello" and "world"”: a note for each, when the tool takes one text and nothing else."""
    quoted = [token.value for token in clause.tokens if token.kind == "quoted"]
    if len(quoted) < 2 or [part.type for part in tool.parameters] != ["string"]:
        return None
    name = tool.parameters[0].name
    steps = tuple(
        Step(tool.name, (Argument(name, json.dumps(text, ensure_ascii=False), numeric=False),)) for text in quoted
    )
    lead: list[Value] = [_lead(tool, concept)]
    for index in range(len(steps) - 1):
        lead += [Ref(base + index), " and "]
    return Task(steps, tuple(lead))


def _lead(tool: Tool, concept: Concept | None) -> str:
    return concept.lead if concept is not None and concept.lead else f"{tool.name}: "


def _call(tool: Tool, concept: Concept | None, filler: Filler) -> Reading:
    arguments = filler.fill(tool)
    if isinstance(arguments, str):
        part = next(part for part in tool.parameters if part.name == arguments)
        return Unclear(_needs(tool, _called(part), concept))
    return Task((Step(tool.name, arguments),), (_lead(tool, concept),))


def _called(part: Parameter) -> str:
    kind = {"number": "a number", "integer": "a whole number", "string": "a text", "array": "a list"}.get(part.type)
    return f"{kind} for “{part.name}”" if kind else f"a value for “{part.name}”"


def _needs(tool: Tool, what: str, concept: Concept | None) -> str:
    example = f", for example “{concept.example}”" if concept is not None else ""
    return f"For a note to {tool.name} I need {what}, and your question doesn't say. Ask again with it{example}."
