"""Every rule of the linter, broken once and more; what is valid passes; what is repaired is valid."""

import copy
import json
from typing import Any, get_args

import pytest

from glassloop.endpoint import Endpoint
from glassloop.messages import AssistantMessage, ToolCall, ToolMessage, Transcript, UserMessage
from glassloop.tools import tool
from glassloop.transcript import INTERRUPTED
from glassloop.wire.findings import Rule, strict_body
from glassloop.wire.lint import is_valid, lint, repair
from glassloop.wire.request import chat_request

Message = dict[str, Any]
SYSTEM: Message = {"role": "system", "content": "Be brief."}
USER: Message = {"role": "user", "content": "add 1 and 2"}
ANSWER: Message = {"role": "assistant", "content": "3"}


def call(call_id: Any = "c1", name: Any = "add", arguments: Any = '{"a": 1}', **more: Any) -> Message:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


def note(*calls: Any, **more: Any) -> Message:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def result(call_id: Any = "c1", content: Any = "3", **more: Any) -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": content, **more}


def menu(name: Any = "add", parameters: Any = None, **more: Any) -> Message:
    schema = {"type": "object", "properties": {}} if parameters is None else parameters
    return {"type": "function", "function": {"name": name, "description": "x", "parameters": schema, **more}}


def body(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages), "tools": [menu()], **more}


def without(message: Message, key: str) -> Message:
    return {name: value for name, value in message.items() if name != key}


TALK = [SYSTEM, USER, note(call("c1"), call("c2")), result("c1"), result("c2"), ANSWER, USER]
VALID: dict[str, list[Message]] = {
    "one question": [USER],
    "a system message": [SYSTEM, USER],
    "two notes": TALK,
    "two rounds": [USER, note(call("c1")), result("c1"), note(call("c2"), content="Then:"), result("c2")],
    "a note with an empty text": [USER, note(call("c1"), content=""), result("c1")],
    "a note without content": [USER, without(note(call("c1")), "content"), result("c1")],
    "an empty result": [USER, note(call("c1")), result("c1", "")],
    "a result with its tool's name": [USER, note(call("c1")), result("c1", name="add")],
    "parts": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
    "arguments with blanks": [
        USER, note(call("c1", arguments='{ "a" : 1e999, "b": "\\ud83d\\ude00" }\n')), result("c1")
    ],
    "a replacement character of the model's own": [
        USER, note(call("c1", arguments='{"a":"\ufffd \\udBFF\\udfff"}')), result("c1")
    ],
    "a named user": [{**USER, "name": "Ada"}],
}  # fmt: skip

# What is wrong → the rule, the message it is found at, a piece of a strict server's words.
BROKEN: dict[str, tuple[dict[str, Any], Rule, int | None, str]] = {
    # the body
    "no model": ({"messages": [USER]}, "no-model", None, "you must provide a model parameter"),
    "a model that is no text": ({**body(USER), "model": 4}, "no-model", None, "expected a string, but got an integer"),
    "no messages": ({"model": "m"}, "no-messages", None, "Missing required parameter: 'messages'."),
    "an empty list": (body(), "no-messages", None, "Invalid 'messages': empty array."),
    "messages as a text": ({"model": "m", "messages": "hi"}, "no-messages", None, "but got a string instead"),
    "NaN": (body(USER, temperature=float("nan")), "not-a-number", None, "could not parse the JSON body"),
    "Infinity in a message": (body(USER, {**USER, "content": [{"type": "x", "y": float("inf")}]}),
                              "not-a-number", 1, ""),
    "half a pair": (body({**USER, "content": "a\ud83d"}), "lone-surrogate", 0, "no low surrogate in string"),
    "half a pair in a key": (body(USER, metadata={"\ude00": 1}), "lone-surrogate", None, "no low surrogate"),
    "no user": (body(SYSTEM), "no-user", None, "no user query found in messages"),
    "an answer last": (body(USER, ANSWER), "last-is-assistant", 1, "Expected last role User or Tool"),
    # a message
    "a text for a message": (body(USER, "hi"), "not-a-message", 1, "Invalid type for 'messages[1]'"),
    "no role": (body({"content": "hi"}), "no-role", 0, "Missing required parameter: 'messages[0].role'."),
    "another role": (body({**USER, "role": "User"}), "unknown-role", 0, "Invalid value: 'User'. Supported values are:"),
    "a list for a role": (body({**USER, "role": ["user"]}), "unknown-role", 0, "but got an array instead"),
    "the role function": (body(USER, {"role": "function", "name": "add", "content": "3"}), "unknown-role", 1,
                          "does not support 'function' with this model"),
    "the role developer": (body({**SYSTEM, "role": "developer"}, USER), "developer-role", 0, "developer is not one of"),
    "a late system message": (body(USER, SYSTEM), "system-late", 1, "System message must be at the beginning."),
    "two system messages": (body(SYSTEM, SYSTEM, USER), "system-twice", 1, "System message must be at the beginning."),
    "two user messages": (body(USER, USER), "two-users", 1, "Conversation roles must alternate"),
    "a user after a result": (body(USER, note(call()), result(), USER), "user-after-result", 3,
                              "Unexpected role 'user' after role 'tool'"),
    "null from the user": (body({**USER, "content": None}), "null-content", 0, "expected a string, got null"),
    "no content from the user": (body({"role": "user"}), "null-content", 0, "expected a string, got null"),
    "a number from the user": (body({**USER, "content": 5}),
                               "content-type", 0, "string or array of objects, but got an integer"),
    "a dict as an answer": (body(USER, {**ANSWER, "content": {"a": 1}}, USER),
                            "content-type", 1, "but got an object instead"),
    "no parts": (body({**USER, "content": []}), "content-type", 0, "Invalid 'messages[0].content': empty array."),
    "a part without type": (body({**USER, "content": [{"text": "hi"}]}),
                            "content-type", 0, "'messages[0].content[0].type'"),
    "a part that is a text": (body({**USER, "content": ["hi"]}),
                              "content-type", 0, "Invalid type for 'messages[0].content[0]'"),
    "an empty question": (body({**USER, "content": "  "}), "empty-text", 0, "must be non-empty"),
    "an empty answer": (body(USER, {**ANSWER, "content": ""}, USER),
                        "empty-assistant", 1, "must have either content or tool_calls"),
    "a null answer": (body(USER, {**ANSWER, "content": None}, USER),
                      "empty-assistant", 1, "expected a string, got null"),
    "an answer of blank parts": (body(USER, {**ANSWER, "content": [{"type": "text", "text": " "}]}, USER),
                                 "empty-assistant", 1, ""),
    "a null result": (body(USER, note(call()), result(content=None)),
                      "result-content", 2, "expected a string, got null"),
    "a dict as a result": (body(USER, note(call()), result(content={"sum": 3})),
                           "result-content", 2, "but got an object instead"),
    "a result in parts": (body(USER, note(call()), result(content=[{"type": "text", "text": "3"}])),
                          "result-parts", 2, "array"),
    "null fields": (body(USER, {**ANSWER, "function_call": None}, USER),
                    "null-field", 1, "property 'function_call' is unsupported"),
    "null notes": (body(USER, {**ANSWER, "tool_calls": None}, USER),
                   "null-field", 1, "expected an array of objects, but got null"),
    "a null on a note": (body(USER, note(call(index=None)), result()), "null-field", 1, "tool_calls[0].index"),
    "annotations": (body(USER, {**ANSWER, "annotations": []}, USER),
                    "response-field", 1, "property 'annotations' is unsupported"),
    "audio": (body(USER, {**ANSWER, "audio": {"id": "a"}}, USER), "response-field", 1, "property 'audio'"),
    "a refusal": (body(USER, {**ANSWER, "content": None, "refusal": "No."}, USER),
                  "response-field", 1, "property 'refusal'"),
    "a null refusal": (body(USER, {**ANSWER, "refusal": None}, USER), "null-field", 1, "property 'refusal'"),
    "the old function_call": (body(USER, {**ANSWER, "function_call": {"name": "add", "arguments": "{}"}}, USER),
                              "old-function-call", 1, "property 'function_call'"),
    "reasoning": (body(USER, {**ANSWER, "reasoning_content": "hm"}, USER),
                  "extra-field", 1, "property 'reasoning_content'"),
    "an extra field on a note": (body(USER, note(call(index=0)), result()), "extra-field", 1, "tool_calls[0].index"),
    "notes from the user": (body({**USER, "tool_calls": [call()]}), "extra-field", 0, "property 'tool_calls'"),
    "a name with a blank": (body({**USER, "name": "Ada L"}), "message-name", 0, "Invalid 'messages[0].name'"),
    # its tool calls
    "an empty list of notes": (body(USER, {**ANSWER, "tool_calls": []}, USER), "empty-tool-calls", 1,
                               "Invalid 'messages[1].tool_calls': empty array."),
    "one note without its list": (body(USER, {**note(), "tool_calls": call()}, result()),
                                  "malformed-call", 1, "but got an object"),
    "a text for notes": (body(USER, {**ANSWER, "tool_calls": "add"}, USER), "malformed-call", 1, "but got a string"),
    "a text for a note": (body(USER, note("add", call()), result()),
                          "malformed-call", 1, "'messages[1].tool_calls[0]'"),
    "a note without type": (body(USER, note(without(call(), "type")), result()), "malformed-call", 1,
                            "Missing required parameter: 'messages[1].tool_calls[0].type'."),
    "a note of another type": (body(USER, note(call(type="tool")), result()),
                               "malformed-call", 1, "Invalid value: 'tool'."),
    "a note without function": (body(USER, note({"id": "c1", "type": "function"}, call("c2")), result("c2")),
                                "malformed-call", 1, "'messages[1].tool_calls[0].function'"),
    "a note without a name": (body(USER, note(call(name=""), call("c2")), result("c2")),
                              "malformed-call", 1, "function.name'"),
    "a custom note": (body(USER, note({"id": "c1", "type": "custom", "custom": {"name": "x", "input": ""}}), result()),
                      "not-a-function", 1, "Invalid value: 'custom'."),
    "no id": (body(USER, note(without(call(), "id")), result("")),
              "call-without-id", 1, "'messages[1].tool_calls[0].id'"),
    "an empty id": (body(USER, note(call("")), result("")), "call-without-id", 1, "minimum length 1"),
    "a number for an id": (body(USER, note(call(7)), result("")),
                           "call-without-id", 1, "expected a string, but got an integer"),
    "one id for two": (body(USER, note(call(), call()), result(), result()), "duplicate-call-id", 1, "Duplicate value"),
    "one id in two rounds": (body(USER, note(call()), result(), note(call()), result()),
                             "duplicate-call-id", 3, "of 'c1'"),
    "a long id": (body(USER, note(call("c" * 41)), result("c" * 41)),
                  "long-call-id", 1, "string with length 41 instead"),
    "a name with a dot": (body(USER, note(call(name="math.add")), result()), "call-name", 1, "does not match pattern"),
    "a name of 65": (body(USER, note(call(name="a" * 65)), result()), "call-name", 1, "maximum length 64"),
    "arguments as an object": (body(USER, note(call(arguments={"a": 1})), result()), "arguments-type", 1,
                               "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, "
                               "but got an object instead."),
    "null arguments": (body(USER, note(call(arguments=None)), result()),
                       "arguments-type", 1, "Missing required parameter"),
    "empty arguments": (body(USER, note(call(arguments="")), result()), "arguments-json", 1, "must be in JSON format"),
    "half the arguments": (body(USER, note(call(arguments='{"a":')), result()), "arguments-json", 1, ""),
    "arguments encoded twice": (body(USER, note(call(arguments='"{\\"a\\":1}"')), result()), "arguments-json", 1, ""),
    "arguments as a list": (body(USER, note(call(arguments="[1]")), result()), "arguments-json", 1, ""),
    "NaN in arguments": (body(USER, note(call(arguments='{"a":NaN}')), result()), "arguments-json", 1, ""),
    "half an escape in arguments": (body(USER, note(call(arguments='{"a":"\\uD83D"}')), result()),
                                    "arguments-json", 1, ""),
    # calls and results
    "no result": (body(USER, note(call("c1"), call("c2")), result("c1"), USER), "unanswered-call", 1,
                  "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
                  "'tool_call_id'. The following tool_call_ids did not have response messages: c2"),
    "no result at the end": (body(USER, note(call("c1"), call("c2"))),
                             "unanswered-call", 1, "response messages: c1, c2"),
    "a message in between": (body(USER, note(call()), USER, result()),
                             "late-result", 3, "did not have response messages: c1"),
    "a round in between": (body(USER, note(call("c1")), note(call("c2")), result("c1"), result("c2")),
                           "late-result", 3, "c1"),
    "a result for nothing": (body(USER, result("c9")),
                             "orphan-result", 1, "must be a response to a preceeding message"),
    "a result before its note": (body(USER, result(), note(call())), "orphan-result", 1, "preceeding"),
    "two results for one": (body(USER, note(call()), result(), result()), "duplicate-result", 3,
                            "Duplicate value for 'tool_call_id' of 'c1', in messages[2] and messages[3]."),
    "results in another order": (body(USER, note(call("c1"), call("c2")), result("c2"), result("c1")),
                                 "result-order", 1, ""),
    "a result without id": (body(USER, note(call()), without(result(), "tool_call_id")), "result-without-id", 2,
                            "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'."),
    "a result with a null id": (body(USER, note(call()), result(None)), "result-without-id", 2, "Missing parameter"),
    # the menu
    "an empty menu": (body(USER, tools=[]), "empty-menu", None, "Invalid 'tools': empty array."),
    "notes without a menu": (without(body(USER, note(call()), result()), "tools"), "no-menu", None, "`tools=`"),
    "a dict for a menu": (body(USER, tools={"add": 1}), "malformed-tool", None, "expected an array of objects"),
    "a text on the menu": (body(USER, tools=["add"]), "malformed-tool", None, "Invalid type for 'tools[0]'"),
    "a tool without type": (body(USER, tools=[without(menu(), "type")]), "malformed-tool", None, "'tools[0].type'"),
    "a tool of another type": (body(USER, tools=[{"type": "web_search"}]), "malformed-tool", None, "'web_search'"),
    "a tool of the other API": (body(USER, tools=[{"type": "function", "name": "add", "parameters": {}}]),
                                "malformed-tool", None, "Missing required parameter: 'tools[0].function'."),
    "a tool with a list": (body(USER, tools=[{"type": "function", "function": []}]),
                           "malformed-tool", None, "an array"),
    "a description that is null": (body(USER, tools=[menu(description=None)]), "malformed-tool", None, "but got null"),
    "a tool without a name": (body(USER, tools=[menu("")]), "tool-name", None, "'tools[0].function.name'"),
    "a tool's name with an accent": (body(USER, tools=[menu("météo")]), "tool-name", None, "does not match pattern"),
    "a tool's name of 65": (body(USER, tools=[menu("a" * 65)]), "tool-name", None, "length 65"),
    "a tool's name with a digit": (body(USER, tools=[menu("2nd")]), "tool-name", None, "Must start with a letter"),
    "two tools of one name": (body(USER, tools=[menu(), menu()]), "duplicate-tool", None, "Tool names must be unique"),
    "a list for a schema": (body(USER, tools=[menu(parameters=[])]),
                            "tool-schema", None, "[] is not of type 'object', 'boolean'."),
    "a schema of a text": (body(USER, tools=[menu(parameters={"type": "string"})]),
                           "tool-schema", None, "got 'type: \"string\"'"),
    "an empty schema": (body(USER, tools=[menu(parameters={})]), "tool-schema", None, "got 'type: \"None\"'"),
    "no properties": (body(USER, tools=[menu(parameters={"type": "object"})]),
                      "tool-schema", None, "object schema missing properties"),
    "a list for properties": (body(USER, tools=[menu(parameters={"type": "object", "properties": []})]),
                              "tool-schema", None, "[]"),
    "a text for a property": (body(USER, tools=[menu(parameters={"type": "object", "properties": {"a": "number"}})]),
                              "tool-schema", None, "'number' is not of type"),
    "required is no list": (body(USER, tools=[menu(parameters={"type": "object", "properties": {}, "required": None})]),
                            "tool-schema", None, "None is not of type 'array'."),
    "an array without items": (
        body(USER, tools=[menu(parameters={"type": "object", "properties": {"xs": {"type": "array"}}})]),
        "tool-schema", None, "In context=('properties', 'xs'), array schema missing items."),
    "no parameters": (body(USER, tools=[{"type": "function", "function": {"name": "add"}}]),
                      "no-parameters", None, "Field required"),
    "a choice without a menu": (without(body(USER, tool_choice="auto"), "tools"), "tool-choice", None,
                                "'tool_choice' is only allowed when 'tools' are specified."),
    "another choice": (body(USER, tool_choice="any"), "tool-choice", None, "Supported values are: 'none', 'auto'"),
    "a null choice": (body(USER, tool_choice=None), "tool-choice", None, "Only allowed string values"),
    "a choice that is not on the menu": (body(USER, tool_choice={"type": "function", "function": {"name": "sub"}}),
                                         "tool-choice", None, "Tool choice 'sub' not found in 'tools' parameter."),
    "a choice without a name": (body(USER, tool_choice={"type": "function", "name": "add"}),
                                "tool-choice", None, "tool_choice.function"),
}  # fmt: skip


@pytest.mark.parametrize("name", VALID)
def test_what_is_valid_passes_and_is_left_alone(name: str) -> None:
    messages = VALID[name]
    assert [finding for finding in lint(body(*messages)) if finding.severity == "error"] == []
    assert repair(messages) == (messages, ())


@pytest.mark.parametrize("name", ["one question", "a system message", "two notes", "two rounds"])
def test_what_is_plain_leaves_no_finding(name: str) -> None:
    assert lint(body(*VALID[name])) == ()


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_found_where_it_is_broken(name: str) -> None:
    broken, rule, index, words = BROKEN[name]
    found = [finding for finding in lint(broken) if finding.rule == rule]
    assert [finding.index for finding in found] == [index]
    assert words in found[0].strict_error
    assert found[0].problem.endswith((".", "?")) and found[0].strict_error


@pytest.mark.parametrize("name", BROKEN)
def test_nothing_else_is_found_than_what_is_broken(name: str) -> None:
    """Warnings aside: one fault in, one kind of error out. These hold two on purpose."""
    broken, rule, _, _ = BROKEN[name]
    both = {
        "a note without a name": {"malformed-call", "unanswered-call"},
        "a note without function": {"malformed-call", "unanswered-call"},
        "no id": {"call-without-id", "result-without-id"},
        "an empty id": {"call-without-id", "result-without-id"},
        "a number for an id": {"call-without-id", "result-without-id"},
        "a result before its note": {"orphan-result", "unanswered-call"},
        "one note without its list": {"malformed-call", "orphan-result"},
        "a custom note": set(),
    }
    errors = {finding.rule for finding in lint(broken) if finding.severity == "error"}
    assert errors <= both.get(name, {rule})


def test_every_rule_has_a_case() -> None:
    covered = {rule for _, rule, _, _ in BROKEN.values()}
    assert covered == set(get_args(Rule)) - {"mistral-call-id"}


@pytest.mark.parametrize("name", BROKEN)
def test_what_can_be_repaired_is(name: str) -> None:
    broken = BROKEN[name][0]
    messages = broken.get("messages")
    if not isinstance(messages, list) or not messages:
        assert all(not finding.repair for finding in lint(broken))
        return
    before = copy.deepcopy(messages)
    mended, said = repair(messages)
    assert messages == before
    promised = any(finding.repair for finding in lint(broken))
    assert bool(said) == promised
    assert (mended == messages) == (not promised)
    assert [finding for finding in lint({**broken, "messages": mended}) if finding.repair] == []
    assert repair(mended) == (mended, ())


REPAIRED: dict[str, tuple[list[Any], list[Any]]] = {
    "a note without result": (
        [USER, note(call("c1"), call("c2")), result("c1"), USER],
        [USER, note(call("c1"), call("c2")), result("c1"), result("c2", INTERRUPTED), USER],
    ),
    "a late result": ([USER, note(call()), USER, result()], [USER, note(call()), result(), USER]),
    "orphans and duplicates": (
        [USER, result("c9"), note(call()), result(), result(content="4"), ANSWER, USER],
        [USER, note(call()), result(), ANSWER, USER],
    ),
    "another order": (
        [USER, note(call("c1"), call("c2")), result("c2", "2"), result("c1", "1")],
        [USER, note(call("c1"), call("c2")), result("c1", "1"), result("c2", "2")],
    ),
    "one id for two, in order": (
        [USER, note(call("c1"), call("c1")), result("c1", "1"), result("c1", "2")],
        [USER, note(call("c1"), call("call00001")), result("c1", "1"), result("call00001", "2")],
    ),
    "one id in two rounds": (
        [USER, note(call("c1")), result("c1", "1"), note(call("c1")), result("c1", "2")],
        [USER, note(call("c1")), result("c1", "1"), note(call("call00001")), result("call00001", "2")],
    ),
    "no ids at all": (
        [USER, note(call(None), call("")), result(None, "1"), result("", "2")],
        [USER, note(call("call00001"), call("call00002")), result("call00001", "1"), result("call00002", "2")],
    ),
    "too few results without ids": (
        [USER, note(call("c1"), call("c2")), result(None, "1")],
        [USER, note(call("c1"), call("c2")), result("c1", INTERRUPTED), result("c2", INTERRUPTED)],
    ),
    "fields of a response": (
        [USER, {**ANSWER, "refusal": None, "annotations": [], "audio": None, "function_call": None, "tool_calls": []}],
        [USER, ANSWER],
    ),
    "a refusal that is the answer": (
        [USER, {"role": "assistant", "content": None, "refusal": "I can't."}],
        [USER, {"role": "assistant", "content": "I can't."}],
    ),
    "arguments": (
        [USER, note(call("c1", arguments={"a": 1}), call("c2", arguments='"{\\"a\\":1}"'), call("c3", arguments='{"a')),
         result("c1"), result("c2"), result("c3")],
        [USER, note(call("c1", arguments='{"a":1}'), call("c2", arguments='{"a":1}'), call("c3", arguments="{}")),
         result("c1"), result("c2"), result("c3")],
    ),
    "arguments that can't be written": (
        [USER, note(call("c1", arguments={"a": float("nan")}), call("c2", arguments='"{\\"a\\":1e999}"')),
         result("c1"), result("c2")],
        [USER, note(call("c1", arguments="{}"), call("c2", arguments="{}")), result("c1"), result("c2")],
    ),
    "half an escape": (
        [USER, note(call("c1", arguments='{"a":"\\ud83d"}')), result("c1")],
        [USER, note(call("c1", arguments='{"a":"\ufffd"}')), result("c1")],
    ),
    "results that are no text": (
        [USER, note(call("c1"), call("c2")), result("c1", {"sum": 3}), result("c2", None)],
        [USER, note(call("c1"), call("c2")), result("c1", '{"sum":3}'), result("c2", "null")],
    ),
    "names": ([USER, note(call(name="math.add é")), result()], [USER, note(call(name="math_add__")), result()]),
    "an answer with nothing in it": ([USER, {"role": "assistant"}, {**ANSWER, "content": ""}, USER], [USER, USER]),
    "a note that names nothing, and its result": ([USER, note({"id": "c1"}), result("c1"), USER], [USER, USER]),
    "half a pair": ([{**USER, "content": "a\ud83d"}], [{**USER, "content": "a\ufffd"}]),
    "what is left alone": (
        [{"role": "wizard", "x": None}, {**USER, "content": None}, SYSTEM],
        [{"role": "wizard", "x": None}, {**USER, "content": None}, SYSTEM],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REPAIRED)
def test_repairs(name: str) -> None:
    messages, expected = REPAIRED[name]
    mended, said = repair(messages)
    assert mended == expected
    assert bool(said) == (messages != expected)
    assert all(words.endswith((".", "times)")) for words in said)


def test_what_was_done_is_counted_in_words() -> None:
    _, said = repair([USER, note(call("c1"), call("c2")), USER])
    assert said == ("A note without a result got one that says the run was stopped. (2 times)",)


def test_ids_for_mistral_are_asked_for() -> None:
    talk = body(USER, note(call("call_9QkR2mVb8xNfLp")), result("call_9QkR2mVb8xNfLp"))
    assert lint(talk) == ()
    (finding,) = lint(talk, mistral_ids=True)
    assert (finding.rule, finding.severity, finding.index) == ("mistral-call-id", "warning", 1)
    assert "must be a-z, A-Z, 0-9, with a length of 9" in finding.strict_error
    assert lint(body(USER, note(call("call00001")), result("call00001")), mistral_ids=True) == ()


def test_the_400_is_written_as_servers_write_it() -> None:
    (finding,) = [each for each in lint(body(USER, {**ANSWER, "tool_calls": []}, USER)) if each.severity == "error"]
    assert json.loads(strict_body(finding)) == {
        "error": {
            "message": finding.strict_error,
            "type": "invalid_request_error",
            "param": "messages[1].tool_calls",
            "code": "empty_array",
        }
    }


def test_findings_stand_in_the_order_of_the_messages() -> None:
    found = lint({"messages": [{**USER, "content": None}, result("c9"), {**ANSWER, "content": ""}], "tools": []})
    indexes = [-1 if finding.index is None else finding.index for finding in found]
    assert indexes == sorted(indexes) and len(set(indexes)) == 4
    assert not is_valid(found)


def add(a: float, b: float) -> float:
    """Add."""
    return a + b


OURS: dict[str, Transcript] = {
    "question": (UserMessage("hi"),),
    "rounds": (
        UserMessage("add"),
        AssistantMessage("Let me see.", (ToolCall("c1", "add", '{"a": 1'), ToolCall("c2", "a.b", "[1]"))),
        ToolMessage("c1", "add", '{"ok":false}'),
        ToolMessage("c2", "a.b", ""),
        AssistantMessage("", (ToolCall("c3", "add", ""),)),
        ToolMessage("c3", "add", "3"),
    ),
}


@pytest.mark.parametrize("name", OURS)
def test_our_own_requests_are_valid(name: str) -> None:
    endpoint = Endpoint("https://api.example/v1", "", "m", stream=True)
    request = chat_request(endpoint, 1, "Be brief.", OURS[name], [tool(add)], forbid_tools=True)
    assert lint(json.loads(request.body)) == ()
