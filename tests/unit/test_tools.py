"""From a function, or a hand-written definition, to a tool: what the model sees, and the check on what it writes."""

import functools
import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, Optional

import pytest
from pydantic import BaseModel, Field

from glassloop.arguments import Arguments, read_arguments
from glassloop.tools import (
    InvalidArguments,
    RegistrationError,
    Tool,
    menu,
    tool,
    tool_from_model,
    tool_from_schema,
    tools_from_definitions,
)


class Operation(Enum):
    ADD = "+"
    SUBTRACT = "-"


class Place(BaseModel):
    """A place on the map."""

    city: str
    title: str = ""


class Tree(BaseModel):
    children: list["Tree"] = []


Number = int | Decimal


def solve(
    a: Annotated[Number, Field(description="first operand")],
    operation: Operation,
    b: Number,
    step: int = 1,
    technique: str | None = None,
) -> str:
    """Solve a calculation
    with a shortcut.

    More that only people read.
    """
    return f"{a!r} {operation.name} {b!r} {step} {technique}"


def forecast(
    days: Annotated[int, Field(ge=1, le=5)], place: str, units: Literal["metric", "imperial"] = "metric"
) -> str:
    """Forecast."""
    return f"{days} {place} {units}"


def check(made: Tool, text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    read = read_arguments(text)
    assert isinstance(read, Arguments)
    return made.check(read.values)


def refusal(made: Tool, text: str) -> str:
    with pytest.raises(InvalidArguments) as caught:
        check(made, text)
    return str(caught.value)


def test_the_schema_of_a_typed_function() -> None:
    made = tool(solve)
    assert (made.name, made.target) == ("solve", "solve(a, operation, b, step, technique)")
    assert made.description == "Solve a calculation with a shortcut."
    assert made.hints == ()
    assert made.parameters == {
        "type": "object",
        "properties": {
            "a": {"description": "first operand", "type": "number"},
            "operation": {"enum": ["+", "-"], "type": "string"},
            "b": {"type": "number"},
            "step": {"default": 1, "type": "integer"},
            "technique": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        },
        "required": ["a", "operation", "b"],
    }


def test_a_menu_is_what_the_wire_takes() -> None:
    def ping() -> str:
        return "pong"

    assert menu([tool(ping)]) == [
        {"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}}
    ]
    described = menu([tool(solve)])[0]["function"]
    assert list(described) == ["name", "description", "parameters"]
    json.dumps(described)


def test_nested_types_are_inlined() -> None:
    def go(place: Place, places: list[Place], by_name: dict[str, Place], op: Optional[Operation] = None) -> None:  # noqa: UP045
        """Go."""

    text = json.dumps(tool(go).parameters)
    assert "$ref" not in text and "$defs" not in text
    place = tool(go).parameters["properties"]["place"]
    assert place["properties"] == {"city": {"type": "string"}, "title": {"default": "", "type": "string"}}
    assert place["description"] == "A place on the map."


def test_decimal_patterns_do_not_reach_the_wire() -> None:
    def pay(amount: Annotated[Decimal, Field(gt=0, le=Decimal("99.5"))], tip: Decimal | None = None) -> None:
        """Pay."""

    properties = tool(pay).parameters["properties"]
    assert properties["amount"] == {"exclusiveMinimum": 0, "maximum": 99.5, "type": "number"}
    assert properties["tip"]["anyOf"] == [{"type": "number"}, {"type": "null"}]


def test_descriptions_of_parameters() -> None:
    def go(
        a: Annotated[str, "plain text"],
        b: Annotated[str, Field(description="a field")],
        c: str = Field("x", description="in the default", max_length=3),
        d: Annotated[str, "text", Field(description="field")] = "",
    ) -> None:
        """Go."""

    made = tool(go)
    assert [each["description"] for each in made.parameters["properties"].values()] == [
        "plain text", "a field", "in the default", "field",
    ]  # fmt: skip
    assert check(made, '{"a":"1","b":"2"}')[0] == {"a": "1", "b": "2", "c": "x", "d": ""}
    assert 'c: "xxxx" is longer than the maximum of 3 characters' in refusal(made, '{"a":"1","b":"2","c":"xxxx"}')


def test_names_that_pydantic_has_for_itself() -> None:
    def go(json: int, schema: int, model_config: int, _x: int, p0: int) -> int:
        """Go."""
        return json

    made = tool(go)
    values = {"json": 1, "schema": 2, "model_config": 3, "_x": 4, "p0": 5}
    assert list(made.parameters["properties"]) == list(values)
    assert made.validate(values) == values


def test_values_keep_their_digits_and_types() -> None:
    values, notes = check(tool(solve), '{"a": 0.12345678901234567890123, "operation": "+", "b": 98765432109876543210}')
    assert values["a"] == Decimal("0.12345678901234567890123")
    assert values["b"] == 98765432109876543210
    assert values["operation"] is Operation.ADD
    assert notes == ()


ACCEPTED: list[tuple[Any, str, Any, str]] = [
    (int, "3", 3, ""),
    (int, "3.0", 3, ""),
    (int, '"3"', 3, 'a: the text "3" was read as the number 3.'),
    (float, "3", 3.0, ""),
    (float, '"3.5"', 3.5, 'a: the text "3.5" was read as the number 3.5.'),
    (Decimal, "4.70", Decimal("4.70"), ""),
    (Decimal, '"4.7"', Decimal("4.7"), 'a: the text "4.7" was read as the number 4.7.'),
    (Number, "47.0", 47, ""),
    (Number, "4.7", Decimal("4.7"), ""),
    (bool, "true", True, ""),
    (bool, '"yes"', True, 'a: "yes" was read as true.'),
    (bool, "1", True, "a: 1 was read as true."),
    (str, '"3"', "3", ""),
    (Any, "true", True, ""),
    (Any, "0.5", 0.5, ""),
    (int | bool, "true", True, ""),
    (date, '"2026-05-01"', date(2026, 5, 1), ""),
    (list[int], '[1, "2"]', [1, 2], 'a[1]: the text "2" was read as the number 2.'),
    (dict[str, float], '{"x": 1.5}', {"x": 1.5}, ""),
    (set[int], "[1, 1, 2]", {1, 2}, ""),
]


def taking(kind: Any) -> Tool:
    def go(a: Any) -> None:
        """Go."""

    go.__annotations__["a"] = kind
    return tool(go)


@pytest.mark.parametrize(("kind", "text", "value", "note"), ACCEPTED)
def test_accepted(kind: Any, text: str, value: Any, note: str) -> None:
    values, notes = check(taking(kind), f'{{"a": {text}}}')
    assert values == {"a": value}
    assert type(values["a"]) is type(value)
    assert notes == ((note,) if note else ())


REFUSED: list[tuple[Any, str, str]] = [
    (int, "true", "a: true is not a number"),
    (float, "false", "a: false is not a number"),
    (Number, "true", "a: true is not a number"),
    (list[int], "[1, true]", "a[1]: true is not a number"),
    (set[int], "[true]", "a[0]: true is not a number"),
    (int, "4.5", "a: 4.5 is not a whole number"),
    (int, '"1,000"', 'a: "1,000" is not a whole number; write it as 1000'),
    (int, '"1_000"', 'a: "1_000" is not a number; write it as 1000'),
    (float, '"1,000.5"', 'a: "1,000.5" is not a number; write it as 1000.5'),
    (Decimal, '"\u22125"', 'a: "\u22125" is not a number; write it as -5'),
    (Decimal, '"\uff14\uff17"', 'a: "\uff14\uff17" is not a number; write it as 47'),
    (Number, '"forty"', 'a: "forty" is not a number; write it with digits only, like 1000 or -2.5'),
    (float, '"NaN"', 'a: "NaN" is not a number; write it with digits only, like 1000 or -2.5'),
    (float, '"inf"', 'a: "inf" is not a number; write it with digits only, like 1000 or -2.5'),
    (float, "1e999", "a: 1e999 is too large for a number"),
    (float, "null", "a: null is not a number"),
    (str, "5", "a: 5 is not a text"),
    (str | None, "5", "a: 5 is not a text"),
    (int | str, "[1]", "a: [1] is not a whole number, and is not a text"),
    (list[int], "5", "a: 5 is not a list"),
    (dict[str, int], "5", "a: 5 is not an object"),
    (Place, "{}", "a.city: this is missing"),
    (Place, '{"city": 5}', "a.city: 5 is not a text"),
    (Operation, '"^"', "a: \"^\" is not one of '+' or '-'"),
    (Literal[1, "a"], '"b"', "a: \"b\" is not one of 1 or 'a'"),
    (date, '"soon"', 'a: "soon" is not a date such as 2026-05-01'),
    (bool, '"maybe"', 'a: "maybe" is not true or false'),
    (Annotated[list[int], Field(max_length=1)], "[1,2]", "a: 2 items are more than the maximum of 1"),
    (Annotated[str, Field(pattern="^x")], '"y"', 'a: "y" does not match the pattern ^x'),
    (str, '"' + "x" * 10 + '", "b": "' + "y" * 200 + '"', "b: there is no such argument; the arguments are a"),
]


@pytest.mark.parametrize(("kind", "text", "message"), REFUSED)
def test_refused(kind: Any, text: str, message: str) -> None:
    assert refusal(taking(kind), f'{{"a": {text}}}') == message


def test_one_line_a_field() -> None:
    text = '{"days": 7, "place": 5, "units": "kelvin", "x1": 0}'
    assert refusal(tool(forecast), text).split("\n") == [
        "days: 7 is greater than the maximum of 5",
        "place: 5 is not a text",
        "units: \"kelvin\" is not one of 'metric' or 'imperial'",
        "x1: there is no such argument; the arguments are days, place, units",
    ]


def test_at_most_five_lines_and_short_ones() -> None:
    many = {f"x{place}": "y" * 500 for place in range(20)}
    lines = refusal(tool(forecast), json.dumps(many | {"days": "z" * 500, "place": ""})).split("\n")
    assert len(lines) == 5
    assert lines[-1] == "… and 17 more"
    assert max(len(line) for line in lines) < 200


def test_errors_of_a_validator_are_its_own_words() -> None:
    from pydantic import AfterValidator

    def even(value: int) -> int:
        if value % 2:
            raise ValueError("an even number is wanted")
        return value

    assert refusal(taking(Annotated[int, AfterValidator(even)]), '{"a": 3}') == "a: an even number is wanted"


def test_a_decorator_a_method_and_a_callable_object() -> None:
    class Counter:
        """Counts."""

        def __call__(self, by: int) -> int:
            """Count on."""
            return by

        def count(self, by: int = 1) -> int:
            """Count."""
            return by

    @tool
    def double(n: int) -> int:
        """Double."""
        return 2 * n

    assert double.call(n=2) == 4
    assert tool(Counter().count).target == "count(by)"
    made = tool(Counter(), name="counter")
    assert (made.target, made.validate({"by": 2})) == ("counter(by)", {"by": 2})
    assert tool(functools.partial(forecast, place="x"), name="here").name == "here"


def test_what_may_work_badly_is_a_hint() -> None:
    def go(a, b: int = 1):  # type: ignore[no-untyped-def]
        return a, b

    made = tool(go)
    assert made.hints == (
        "go: a has no type, so the model is not told what to write there.",
        "go: it has no docstring, so the model is not told when to use it.",
    )
    assert made.parameters["properties"]["a"] == {}


def starred(a: int, *rest: int) -> None: ...
def double_starred(a: int, **rest: int) -> None: ...
def positional(a: int, /) -> None: ...
def unresolved(a: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821
def recursive(a: Tree) -> None: ...
def callback(a: Callable[[], int]) -> None: ...
def unknown_type(a: functools.partial) -> None: ...  # type: ignore[type-arg]
def météo(a: int) -> None: ...


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (starred, "starred: *rest can't be offered to a model; name each argument."),
        (double_starred, "double_starred: **rest can't be offered"),
        (positional, "positional: a is positional-only"),
        (unresolved, "unresolved: the type of a parameter can't be found: name 'Nowhere' is not defined."),
        (recursive, "recursive: no schema can be made of its parameters: Tree contains itself"),
        (callback, "callback: a parameter has a type that JSON can't hold"),
        (unknown_type, "unknown_type: a parameter has a type that JSON can't hold"),
        (météo, "Name it 'meteo', for instance."),
        (lambda a: a, "'<lambda>' can't be a tool's name"),
    ],
)
def test_what_can_not_work_is_refused_at_registration(function: Any, message: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        tool(function)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [("2nd_tool", "_2nd_tool"), ("weather.now", "weather_now"), ("x" * 65, "x" * 64), ("", "my_tool")],
)
def test_names_outside_the_common_rule_get_a_suggestion(name: str, suggestion: str) -> None:
    with pytest.raises(RegistrationError, match=f"Name it '{suggestion}'"):
        tool(forecast, name=name)


# Hand-written definitions, as in the first lesson.

ADD = {
    "type": "function",
    "function": {
        "name": "add",
        "description": "Add two numbers",
        "parameters": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}},
    },
}


def test_a_definition_is_sent_as_it_was_written() -> None:
    made = tools_from_definitions([ADD], {"add": lambda a, b: a + b})[0]
    assert menu([made]) == [ADD]
    assert made.target == "add(a, b)"
    assert made.call(**made.validate({"a": 1, "b": 2.5})) == 3.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1}', "b: this argument is missing"),
        ('{"a": 1, "b": 2, "c": 3}', "c: there is no such argument; the arguments are a, b"),
        ('{"a": true, "b": 2}', "a: true is not a number"),
        ('{"a": "x", "b": 2}', 'a: "x" is not a number; write it with digits only, like 1000 or -2.5'),
    ],
)
def test_a_definition_is_enforced(text: str, message: str) -> None:
    assert refusal(tool_from_schema(ADD, lambda a, b: a + b), text) == message


def defined(parameters: Any, name: str = "go") -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


@pytest.mark.parametrize(
    ("definition", "call", "message"),
    [
        (ADD, lambda x: x, "add: the schema offers 'a', but the function's parameters are: x."),
        (defined({"type": "object", "required": ["z"]}), lambda: 1, "go: the schema requires 'z'"),
        (defined({"type": "array"}), lambda: 1, 'go: its parameters must be a schema of type "object".'),
        (defined({"properties": {"a": {"type": "strin"}}}), lambda a: a, "'strin' is not a type of JSON Schema"),
        (defined({"properties": {"a": {"not": {}}}}), lambda a: a, "the keyword not can't be checked here"),
        (
            defined({"properties": {"a": {"pattern": "(", "type": "string"}}}),
            lambda a: a,
            "the pattern '(' can't be read",
        ),
        (defined({"properties": {"a": {"$ref": "https://x.example/s"}}}), lambda a: a, "points outside the schema"),
        (defined({"properties": {"a": {"$ref": "#/$defs/x"}}}), lambda a: a, "points at nothing"),
        (defined({"properties": {"a": {"$ref": "#"}}}), lambda a: a, "contains itself"),
        (defined({"properties": 5}), lambda a: a, "no usable JSON Schema"),
        (defined({}, "no good"), lambda: 1, "Name it 'no_good'"),
        ({"type": "function"}, lambda: 1, "needs a name"),
    ],
)
def test_definitions_that_can_not_work(definition: Any, call: Any, message: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        tool_from_schema(definition, call)
    assert message in str(caught.value)


def test_a_menu_and_a_dict_out_of_step() -> None:
    with pytest.raises(RegistrationError, match="The menu offers 'add', but the dict of tools holds 'adds'"):
        tools_from_definitions([ADD], {"adds": lambda a, b: a + b})
    with pytest.raises(RegistrationError, match="Two definitions are named 'add'"):
        tools_from_definitions([ADD, ADD], {"add": lambda a, b: a + b})


def test_a_default_in_python_makes_an_argument_optional() -> None:
    made = tool_from_schema(ADD, lambda a, b=1: a + b)
    assert made.validate({"a": 1}) == {"a": 1}
    assert made.hints == ("add: a has no default in Python, but the schema does not list it as required.",)


def test_a_callable_that_takes_anything() -> None:
    made = tool_from_schema(ADD, lambda **anything: anything)
    assert made.validate({"a": 1, "zz": "x"}) == {"a": 1, "zz": "x"}


class Sum(BaseModel):
    a: Decimal = Field(description="First number.")
    operation: Operation = Field(description="What to do.")
    b: int = Field(default=1, description="Second number.")


def calculate(a: Decimal, operation: Operation, b: int) -> str:
    """Do a sum."""
    return f"{a} {operation.value} {b}"


def test_a_class_makes_the_schema_and_checks_what_comes_back() -> None:
    made = tool_from_model(Sum, calculate)
    assert made.name == "calculate" and made.target == "calculate(Sum)" and made.description == "Do a sum."
    assert made.parameters["properties"]["operation"] == {
        "enum": ["+", "-"],
        "type": "string",
        "description": "What to do.",
    }
    values, notes = made.check({"a": "4.7", "operation": "+"})
    assert values == {"a": Decimal("4.7"), "operation": Operation.ADD, "b": 1}
    assert made.call(**values) == "4.7 + 1" and len(notes) == 1
    with pytest.raises(InvalidArguments, match="operation"):
        made.check({"a": 1, "operation": "^"})


def test_a_class_and_a_function_out_of_step() -> None:
    with pytest.raises(RegistrationError, match="'operation'"):
        tool_from_model(Sum, lambda a, b: None, name="calculate")
    with pytest.raises(RegistrationError, match="needs 'c'"):
        tool_from_model(Sum, lambda a, operation, b, c: None, name="calculate")


def test_a_field_without_a_description_is_a_hint() -> None:
    class Bare(BaseModel):
        text: str

    assert "text has no description" in tool_from_model(Bare, lambda text: text, name="shout").hints[0]
