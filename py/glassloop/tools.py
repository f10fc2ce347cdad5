"""The menu: a typed function, or a hand-written definition, → a `Tool`. Refuses to know events, messages and I/O.

What can't work is refused here, at registration, in words for the person who wrote it; what may work badly is a hint.
"""

from __future__ import annotations

import inspect
import re
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PydanticUserError, ValidationError, create_model
from pydantic.errors import PydanticSchemaGenerationError
from pydantic.fields import FieldInfo
from pydantic_core import SchemaError

from glassloop.json_schema import compile_schema
from glassloop.schema import UnusableSchema, inline, model_schema
from glassloop.validation import InvalidArguments, explain_validation, lines_of, settle_coercions

__all__ = [
    "InvalidArguments", "RegistrationError", "Tool", "menu", "tool", "tool_from_model", "tool_from_schema",
    "tools_from_definitions",
]  # fmt: skip

# What every provider takes.
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_Validator = Callable[[dict[str, Any]], dict[str, Any]]


class RegistrationError(ValueError):
    """A function or definition can't become a tool. `str(error)` says which, why, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One dish on the menu.

    `parameters` is the JSON Schema that the model is shown; `target` how the callable is shown, such as `add(a, b)`;
    `hints` what the author may want to mend. `validator` turns parsed arguments into keyword arguments, or raises
    pydantic's `ValidationError` or `InvalidArguments`.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    target: str
    call: Callable[..., Any]
    validator: _Validator = field(repr=False)
    hints: tuple[str, ...] = ()

    def check(self, values: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """→ keyword arguments for `call`, and notes on what was coerced. Raises `InvalidArguments`."""
        try:
            validated = self.validator(values)
        except ValidationError as error:
            names = tuple(self.parameters.get("properties", {}))
            raise InvalidArguments(explain_validation(error, values, names)) from None
        settled, notes = settle_coercions(values, validated)
        return settled, notes

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """`check` without the notes."""
        return self.check(values)[0]


def menu(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """The `tools` of a request body, smallest form."""
    return [{"type": "function", "function": _definition(each)} for each in tools]


def tool(function: Callable[..., Any], *, name: str | None = None, description: str | None = None) -> Tool:
    """A typed, documented function as a tool; also a decorator. Raises `RegistrationError`.

    Supported: named parameters with or without defaults, of any type pydantic can validate and JSON can hold;
    `Annotated[int, Field(ge=1, description=…)]` or `Annotated[int, "what it is"]`. A parameter without a type takes
    anything. Not supported: `*args`, `**kwargs`, positional-only parameters, types that contain themselves.
    """
    title = name if name is not None else getattr(function, "__name__", type(function).__name__)
    _check_name(title, title)
    parameters = _parameters(function, title)
    try:
        model = _model_of(parameters, title)
        schema = model_schema(model)
    except UnusableSchema as error:
        raise RegistrationError(f"{title}: no schema can be made of its parameters: {error}.") from error
    except (PydanticSchemaGenerationError, PydanticUserError, SchemaError, TypeError) as error:
        reason = str(error).splitlines()[0]
        raise RegistrationError(f"{title}: a parameter has a type that JSON can't hold: {reason}") from error
    names = tuple(parameter.name for parameter in parameters)

    def validator(values: dict[str, Any]) -> dict[str, Any]:
        filled = model.model_validate(values)
        return {each: getattr(filled, f"p{place}") for place, each in enumerate(names)}

    return Tool(
        name=title,
        description=_first_paragraph(function) if description is None else description,
        parameters=schema,
        target=f"{title}({', '.join(names)})",
        call=function,
        validator=validator,
        hints=_hints(title, parameters, description or _first_paragraph(function)),
    )


def tool_from_model(
    model: type[BaseModel], function: Callable[..., Any], *, name: str | None = None, description: str | None = None
) -> Tool:
    """A Pydantic class, which makes the schema and checks what comes back, and the callable that takes its fields.

    Every field is passed by its name, as validated, those with defaults too. Raises `RegistrationError` when the two
    are out of step.
    """
    title = name if name is not None else getattr(function, "__name__", type(function).__name__)
    _check_name(title, title)
    try:
        schema = model_schema(model)
    except UnusableSchema as error:
        raise RegistrationError(f"{title}: no schema can be made of {model.__name__}: {error}.") from error
    names = list(model.model_fields)
    if aliased := [each for each, info in model.model_fields.items() if info.alias not in (None, each)]:
        raise RegistrationError(f"{title}: {aliased[0]} has an alias; name the field as the model should write it.")
    taken, needed, anything = _signature_of(function)
    _check_in_step(title, names, names, taken, anything)
    if missing := [each for each in needed if each not in names]:
        raise RegistrationError(f"{title}: the function needs {missing[0]!r}, which {model.__name__} does not have.")

    def validator(values: dict[str, Any]) -> dict[str, Any]:
        filled = model.model_validate(values)
        return {each: getattr(filled, each) for each in names}

    return Tool(
        name=title,
        description=_first_paragraph(function) if description is None else description,
        parameters=schema,
        target=f"{title}({model.__name__})",
        call=function,
        validator=validator,
        hints=tuple(
            f"{title}: {each} has no description, so the model is not told what to write there."
            for each, info in model.model_fields.items()
            if not info.description
        ),
    )


def tool_from_schema(definition: Mapping[str, Any], call: Callable[..., Any]) -> Tool:
    """A hand-written definition (`{"type": "function", "function": {…}}` or only the inner dict) and its callable.

    Raises `RegistrationError` when the two are out of step.
    """
    inner = definition.get("function", definition)
    if not isinstance(inner, Mapping) or not isinstance(inner.get("name"), str):
        raise RegistrationError('A tool definition needs a name: {"type": "function", "function": {"name": …}}.')
    title = inner["name"]
    _check_name(title, title)
    written = inner.get("parameters") or {"type": "object", "properties": {}}
    if not isinstance(written, dict) or written.get("type", "object") != "object":
        raise RegistrationError(f'{title}: its parameters must be a schema of type "object".')
    try:
        compiled = compile_schema(written)
        shown = inline(written)
    except (UnusableSchema, SchemaError, TypeError, AttributeError) as error:
        raise RegistrationError(f"{title}: its parameters are no usable JSON Schema: {error}.") from error
    taken, needed, anything = _signature_of(call)
    declared = list(written.get("properties", {}))
    _check_in_step(title, declared, list(written.get("required", [])), taken, anything)

    def validator(values: dict[str, Any]) -> dict[str, Any]:
        problems = {name: "this argument is missing" for name in needed if name not in values}
        if not anything:
            there = ", ".join(declared) or "none"
            problems |= {
                name: f"there is no such argument; the arguments are {there}" for name in values if name not in taken
            }
        if problems:
            raise InvalidArguments(lines_of(problems))
        return dict(compiled.validate_python(values))

    return Tool(
        name=title,
        description=str(inner.get("description", "")),
        parameters={"type": "object", "properties": {}, **shown},
        target=f"{title}({', '.join(declared)})",
        call=call,
        validator=validator,
        hints=tuple(
            f"{title}: {each} has no default in Python, but the schema does not list it as required."
            for each in needed
            if each in declared and each not in written.get("required", [])
        ),
    )


def tools_from_definitions(
    definitions: Sequence[Mapping[str, Any]], callables: Mapping[str, Callable[..., Any]]
) -> tuple[Tool, ...]:
    """A list of definitions and a dict of callables, as in the first lesson. Raises `RegistrationError`."""
    made: dict[str, Tool] = {}
    for definition in definitions:
        inner = definition.get("function", definition)
        title = inner.get("name") if isinstance(inner, Mapping) else None
        if title in made:
            raise RegistrationError(f"Two definitions are named {title!r}; the model could not tell them apart.")
        if isinstance(title, str) and title not in callables:
            there = ", ".join(repr(each) for each in callables) or "nothing"
            raise RegistrationError(f"The menu offers {title!r}, but the dict of tools holds {there}.")
        made[str(title)] = tool_from_schema(definition, callables[title] if isinstance(title, str) else lambda: None)
    return tuple(made.values())


def _definition(each: Tool) -> dict[str, Any]:
    described = {"description": each.description} if each.description else {}
    return {"name": each.name, **described, "parameters": dict(each.parameters)}


def _check_name(title: str, what: str) -> None:
    if NAME.fullmatch(title):
        return
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", plain).strip("_")[:64] or "my_tool"
    suggestion = plain if NAME.fullmatch(plain) else f"_{plain}"[:64]
    raise RegistrationError(
        f"{what!r} can't be a tool's name: providers take 1 to 64 of the characters a-z, A-Z, 0-9, _ and -, "
        f"beginning with a letter or _. Name it {suggestion!r}, for instance."
    )


def _parameters(function: Callable[..., Any], title: str) -> list[inspect.Parameter]:
    """The parameters with their types resolved; `inspect.Parameter.empty` where there is none."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError) as error:
        raise RegistrationError(f"{title}: its parameters can't be seen; wrap it in a def of your own.") from error
    for parameter in parameters:
        match parameter.kind:
            case inspect.Parameter.VAR_POSITIONAL | inspect.Parameter.VAR_KEYWORD:
                raise RegistrationError(
                    f"{title}: {str(parameter).split(':')[0]} can't be offered to a model; name each argument."
                )
            case inspect.Parameter.POSITIONAL_ONLY:
                raise RegistrationError(f"{title}: {parameter.name} is positional-only; tools are called by name.")
            case _:
                pass
    hinted = function if inspect.isroutine(function) or not callable(function) else type(function).__call__
    try:
        types = typing.get_type_hints(hinted, include_extras=True)
    except (NameError, SyntaxError, TypeError, AttributeError) as error:
        raise RegistrationError(f"{title}: the type of a parameter can't be found: {error}.") from error
    return [each.replace(annotation=types.get(each.name, inspect.Parameter.empty)) for each in parameters]


def _model_of(parameters: Sequence[inspect.Parameter], title: str) -> type[BaseModel]:
    # Fields are p0, p1, … under aliases, so that an argument may be called `json`, `schema` or `_x`.
    fields: dict[str, Any] = {}
    for place, parameter in enumerate(parameters):
        kind = Any if parameter.annotation is inspect.Parameter.empty else parameter.annotation
        description = _plain_description(kind)
        given = parameter.default
        info: FieldInfo = (
            given if isinstance(given, FieldInfo) else Field(default=... if given is inspect.Parameter.empty else given)
        )
        extras = Field(alias=parameter.name, description=info.description or description)
        fields[f"p{place}"] = (Annotated[kind, extras], info)
    model: type[BaseModel] = create_model(
        title, __config__=ConfigDict(extra="forbid", protected_namespaces=()), **fields
    )
    return model


def _plain_description(kind: Any) -> str | None:
    """`Annotated[str, "the city"]`: the text is the description, unless a `Field` gives one."""
    metadata = getattr(kind, "__metadata__", ())
    if any(isinstance(each, FieldInfo) and each.description for each in metadata):
        return next(each.description for each in metadata if isinstance(each, FieldInfo) and each.description)
    return next((each for each in metadata if isinstance(each, str)), None)


def _first_paragraph(function: Callable[..., Any]) -> str:
    documented = inspect.getdoc(function) if inspect.isroutine(function) else type(function).__doc__
    return " ".join((documented or "").strip().split("\n\n")[0].split())


def _hints(title: str, parameters: Sequence[inspect.Parameter], description: str) -> tuple[str, ...]:
    hints = [
        f"{title}: {each.name} has no type, so the model is not told what to write there."
        for each in parameters
        if each.annotation is inspect.Parameter.empty
    ]
    if not description:
        hints.append(f"{title}: it has no docstring, so the model is not told when to use it.")
    return tuple(hints)


def _signature_of(call: Callable[..., Any]) -> tuple[list[str], list[str], bool]:
    """→ names that may be passed, names that must be, and whether any other name may be."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return [], [], True
    named = [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    needed = [each.name for each in named if each.default is inspect.Parameter.empty]
    return [each.name for each in named], needed, any(each.kind is each.VAR_KEYWORD for each in parameters)


def _check_in_step(title: str, declared: list[str], required: list[str], taken: list[str], anything: bool) -> None:
    if anything:
        return
    for each in declared:
        if each not in taken:
            there = ", ".join(taken) or "none"
            raise RegistrationError(f"{title}: the schema offers {each!r}, but the function's parameters are: {there}.")
    for each in required:
        if each not in taken:
            raise RegistrationError(f"{title}: the schema requires {each!r}, which the function does not take.")
