"""What a server refuses → what is remembered of it, and the request that it gets next."""

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pytest

from glassloop.wire.adapt import adapt
from glassloop.wire.habits import Habits, apply, dump_habits, initial_habits, load_habits

Json = dict[str, Any]


def tool(parameters: Json, **more: Any) -> Json:
    return {"type": "function", "function": {"name": "f", "description": "Does it.", "parameters": parameters, **more}}


def fields(**properties: Json) -> Json:
    return {"type": "object", "properties": properties}


def call(id: str, **more: Any) -> Json:
    return {"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}


def result(id: str) -> Json:
    return {"role": "tool", "tool_call_id": id, "content": "56"}


def chat(*later: Json, **more: Any) -> Json:
    messages = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "7 times 8?"}, *later]
    return {"model": "m", "messages": messages, "tools": [tool(fields(a={"type": "integer"}))], **more}


def asked(schema: Json, **more: Any) -> Json:
    return {**chat(), "tools": [tool(schema, **more)]}


def thought(field: str = "reasoning_content") -> Json:
    return {"role": "assistant", "content": None, field: "Hm.", "tool_calls": [call("c1")]}


def response(*items: Json, **more: Any) -> Json:
    flat = {"type": "function", "name": "f", "parameters": fields(a={"type": "integer"}), "strict": False}
    question = {"type": "message", "role": "user", "content": "7 times 8?"}
    return {"model": "m", "instructions": "Be kind.", "input": [question, *items], "tools": [flat],
            "store": False, "include": ["reasoning.encrypted_content"], **more}  # fmt: skip


def openai(message: str, code: str | None = None, param: str | None = None) -> Json:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}


def pydantic(*loc: str | int, msg: str = "Extra inputs are not permitted", type: str = "extra_forbidden") -> Json:
    return {"detail": [{"type": type, "loc": list(loc), "msg": msg, "input": {"temperature": 0, "stream": True}}]}


def google(message: str) -> list[Json]:
    return [{"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}]


EXCLUSIVE = asked(fields(d={"type": "integer", "exclusiveMinimum": 0}))
ROUND_2 = chat(thought(), result("c1"))
LONG_ID = chat({"role": "assistant", "content": None, "tool_calls": [call("call_9QkR2mVb8xNfLp")]},
               result("call_9QkR2mVb8xNfLp"))  # fmt: skip
FC = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"}
FC_OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "56"}
RS = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"}


@dataclass(frozen=True)
class Row:
    """One refusal: `learned` are the habits that it teaches."""

    body: Json
    status: int
    words: Any
    learned: Habits

    @property
    def text(self) -> str:
        return self.words if isinstance(self.words, str) else json.dumps(self.words)


def drop(*names: str) -> Habits:
    return Habits(dropped=names)


def words_of(*names: str) -> Habits:
    return Habits(keywords=names)


LEARNS: dict[str, Row] = {
    # B01: keywords that Google's API does not know
    "B01 exclusiveMinimum": Row(EXCLUSIVE, 400, google(
        "Invalid JSON payload received. Unknown name \"exclusiveMinimum\" at 'tools[0].function_declarations[0]"
        ".parameters.properties[0].value': Cannot find field."), words_of("exclusiveMinimum")),
    "B01 short": Row(EXCLUSIVE, 400, [{"error": {"message": "…Unknown name \"exclusiveMinimum\"…"}}],
                     words_of("exclusiveMinimum")),
    "B01 additionalProperties": Row(asked({**fields(d={"type": "integer"}), "additionalProperties": False}), 400,
                                    google('Unknown name "additionalProperties" at \'tools[0]\': Cannot find field.'),
                                    words_of("additionalProperties")),
    "B01 $schema": Row(asked({**fields(), "$schema": "https://x"}), 400, google('Unknown name "$schema"'),
                       words_of("$schema")),
    "B01 two at once": Row(
        asked(fields(d={"type": "integer", "exclusiveMinimum": 0}, e={"type": "object", "propertyNames": {}})), 400,
        google('Unknown name "propertyNames" at \'tools[0].x.items\': Cannot find field.\n'
               'Unknown name "exclusiveMinimum" at \'tools[0].x.items\': Cannot find field.'),
        words_of("exclusiveMinimum", "propertyNames")),
    "B01 a field of that name is none": Row(
        asked(fields(format={"type": "string", "minLength": 1})), 400,
        google('Unknown name "minLength" at \'tools[0].function_declarations[0].parameters.properties[0].value\''),
        words_of("minLength")),
    # B02
    "B02 enum of numbers": Row(asked(fields(days={"enum": [1, 3, 5]})), 400, google(
        "Invalid value at 'tools[0].function_declarations[0].parameters.properties[0].value.enum[0]' (TYPE_STRING), 1"),
        Habits(reduced=True)),
    "B02 enum only for strings": Row(asked(fields(days={"type": "integer", "enum": [1]})), 400, google(
        "GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[days].enum: "
        "only allowed for STRING type"), Habits(reduced=True)),
    "B02 format": Row(asked(fields(u={"type": "string", "format": "uri"})), 400, google(
        "Invalid value for format: only 'enum' and 'date-time' are supported for STRING type"), Habits(reduced=True)),
    "B02 items": Row(asked(fields(xs={"type": "array"})), 400, google(
        "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[xs].items: missing field."),
        Habits(reduced=True)),
    # B03: what was left of references
    "B03": Row(asked({**fields(op={"$ref": "#/$defs/Op"}), "$defs": {"Op": {"type": "string"}}}), 400,
               openai("Invalid schema for function 'f': Invalid $ref '#/$defs/Op': does not exist"),
               words_of("$defs", "$ref")),
    # B04
    "B04 look-ahead": Row(asked(fields(n={"type": "string", "pattern": "^(?!x)"})), 400,
                          openai("Invalid regex in schema: look-around, including look-ahead, is not supported"),
                          words_of("pattern")),
    "B04 grammar": Row(asked(fields(n={"type": "string", "pattern": "^(?!x)"})), 500,
                       {"error": {"code": 500, "message": "Failed to parse grammar", "type": "server_error"}},
                       words_of("pattern")),
    # B05
    "B05 not strict enough": Row(asked(fields(a={"type": "string"}), strict=True), 400, openai(
        "Invalid schema for function 'f': In context=(), 'additionalProperties' is required to be supplied and to be "
        "false.", "invalid_function_parameters", "tools[0].function.parameters"), Habits(strict=False)),
    "B05 no strict": Row(asked(fields(a={"type": "string"}), strict=True), 422,
                         {"message": "Tools with strict=True are not supported", "code": "wrong_api_format"},
                         Habits(strict=False)),
    "B05 Responses": Row(response(), 422, pydantic("body", "tools", 0, "strict"), Habits(strict=False)),
    # B07
    "B07 Cerebras": Row(asked(fields(xs={"type": "array", "items": {"type": "string"}, "minItems": 1})), 400,
                        {"message": "Unsupported JSON schema fields: {'minItems'}", "code": "wrong_api_format"},
                        words_of("minItems")),
    "B07 top level": Row(asked({**fields(a={"type": "string"}), "oneOf": [{"required": ["a"]}]}), 400, openai(
        "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"),
        words_of("oneOf")),
    "B07 Responses": Row(
        {**response(), "tools": [{"type": "function", "name": "f", "parameters": fields(s={"type": "string",
                                                                                           "minLength": 2})}]}, 400,
        openai("Invalid schema for function 'f': In context=('properties', 'location'), 'minLength' is not permitted.",
               "invalid_function_parameters", "tools[0].parameters"), words_of("minLength")),
    # B09
    "B09 Mistral": Row(LONG_ID, 400, {"object": "error", "message": "Tool call id was call_9QkR2mVb8xNfLp but must be "
                                      "a-z, A-Z, 0-9, with a length of 9.", "type": "invalid_request_error"},
                       Habits(short_ids=True)),
    "B09 template": Row(LONG_ID, 404,
                        {"error": "Tool call IDs should be alphanumeric strings with length 9!"},
                        Habits(short_ids=True)),
    "B09 Bedrock": Row(LONG_ID, 400, {"message": "Value at 'messages.1.member.content.1.member.toolUse.tool_use_id' "
                                      "failed to satisfy constraint: Member must match pattern [a-z]+"},
                       Habits(short_ids=True)),
    # B11
    "B11 on a message": Row(chat({"role": "assistant", "content": "hi", "annotations": []}), 422,
                            pydantic("body", "messages", 2, "assistant", "annotations"),
                            Habits(fields=("annotations",))),
    "B11 on a note": Row(chat({"role": "assistant", "content": None, "tool_calls": [call("c1", extra_content={})]}),
                         400, openai("messages.2.tool_calls.0.extra_content: Extra inputs are not permitted"),
                         Habits(fields=("extra_content",))),
    "B11 the id of an item": Row(response(FC, FC_OUTPUT), 400, openai(
        "Invalid 'input[1].id': 'fc_1'. Expected no id; it is not supported.", "invalid_value", "input[1].id"),
        Habits(fields=("id",))),
    # B12
    "B12 DeepSeek": Row(chat({"role": "assistant", "content": None, "tool_calls": [call("c1")]}, result("c1")), 400,
                        openai("The `reasoning_content` in the thinking mode must be passed back to the API."),
                        Habits(echo="always")),
    "B12 missing": Row(chat({"role": "assistant", "content": None, "reasoning": "Hm.", "tool_calls": [call("c1")]}),
                       400, openai("Missing `reasoning_content` field in the assistant message at message index 2"),
                       Habits(echo="always")),
    # B13
    "B13 Groq": Row(ROUND_2, 400, openai(
        "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property "
        "'reasoning_content' is unsupported)]"), Habits(echo="never")),
    "B13 Mistral": Row(ROUND_2, 422, pydantic("body", "messages", 2, "assistant", "reasoning_content"),
                       Habits(echo="never")),
    "B13 Cerebras": Row(chat(thought("reasoning"), result("c1")), 400,
                        {"message": "messages.2.assistant.reasoning: property is unsupported",
                         "code": "wrong_api_format"}, Habits(echo="never")),
    "B13 unknown": Row(ROUND_2, 400, openai("Unrecognized field: reasoning_content"), Habits(echo="never")),
    # B16
    "B16 Gemini": Row(ROUND_2, 400, google(
        "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty."),
        Habits(named_results=True)),
    "B16 pydantic": Row(ROUND_2, 422, pydantic("body", "messages", 3, "tool", "name", msg="Field required",
                                               type="missing"), Habits(named_results=True)),
    # B18
    "B18 at the beginning": Row(chat({"role": "system", "content": "More."}), 400,
                                openai("System message must be at the beginning."), Habits(system_as_user=True)),
    "B18 template": Row(chat(), 500, {"error": {"message": "System role not supported", "code": 500}},
                        Habits(system_as_user=True)),
    "B18 Gemma at Google": Row(chat(), 400, google("Developer instruction is not enabled for models/gemma-3"),
                               Habits(system_as_user=True)),
    "B18 alternate": Row(chat(), 400, openai("Conversation roles must alternate user/assistant/user/assistant/..."),
                         Habits(system_as_user=True)),
    "B18 unknown role": Row(chat(), 400, openai("Unknown role: system"), Habits(system_as_user=True)),
    "B18 Responses": Row(response(), 400, openai("System messages are not supported"), Habits(system_as_user=True)),
    # B20, B21
    "B21 litellm": Row(chat(tool_choice="none"), 400, openai(
        "litellm.UnsupportedParamsError: bedrock does not support parameters: {'tool_choice': 'none'}, for model=x"),
        drop("tool_choice")),
    "B21 OpenRouter": Row(chat(tool_choice="none"), 404, {"error": {
        "message": "No endpoints found that support the provided 'tool_choice' value.", "code": 404}},
        drop("tool_choice")),
    "B21 in words": Row(chat(tool_choice="none"), 400, openai("This server does not support tool choice."),
                        drop("tool_choice")),
    # B22
    "B22 param": Row(chat(parallel_tool_calls=False), 400,
                     {"error": {"code": "unsupported_parameter", "param": "parallel_tool_calls"}},
                     drop("parallel_tool_calls")),
    "B22 Gemini": Row(chat(parallel_tool_calls=False), 400, google("Parallel tool calls are not supported"),
                      drop("parallel_tool_calls")),
    "B22 unknown name": Row(chat(parallel_tool_calls=False), 400,
                            google('Unknown name "parallel_tool_calls": Cannot find field.'),
                            drop("parallel_tool_calls")),
    # B23
    "B23 OpenAI": Row(chat(max_tokens=256), 400, openai(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "unsupported_parameter", "max_tokens"), Habits(limit_name="max_completion_tokens")),
    "B23 the other way": Row(chat(max_completion_tokens=256), 422, pydantic("body", "max_completion_tokens"),
                             Habits(limit_name="max_tokens")),
    # B24
    "B24 param": Row(chat(temperature=0), 400, {"error": {"code": "unsupported_value", "param": "temperature"}},
                     drop("temperature")),
    "B24 words": Row(chat(temperature=0), 400, openai(
        "`temperature` does not support 0 with this model. Only the default (1) value is supported."),
        drop("temperature")),
    "B24 Groq": Row(chat(reasoning_effort="low"), 400,
                    openai("`reasoning_effort` must be one of `none` or `default`"), drop("reasoning_effort")),
    # B25
    "B25 Fireworks": Row(chat(stream=True, stream_options={"include_usage": True}), 400, openai(
        "Extra inputs are not permitted, field: 'stream_options'"), drop("stream_options")),
    "B25 pydantic": Row(chat(stream=True, stream_options={"include_usage": True}), 422,
                        pydantic("body", "stream_options"), drop("stream_options")),
    "B25 plain words": Row(chat(stream_options={}), 400, "stream_options: Extra inputs are not permitted",
                           drop("stream_options")),
    "B25 wrapped": Row(chat(stream_options={}), 400, {"error": {
        "message": "Provider returned error", "code": 400,
        "metadata": {"raw": '{"error":{"message":"Unrecognized request argument supplied: stream_options"}}'}}},
        drop("stream_options")),
    # stream, and the Responses API's own
    "stream": Row(chat(stream=True), 400, openai("Streaming is not supported for this model."), drop("stream")),
    "stream, by param": Row(chat(stream=True), 400, openai(
        "Your organization must be verified to stream this model.", "unsupported_value", "stream"), drop("stream")),
    "include": Row(response(), 400, openai("Unknown parameter: 'include'.", "unknown_parameter", "include"),
                   drop("include")),
    "include, its entry": Row(response(), 400, openai(
        "Encrypted content is not supported with this model.", None, "include[0]"), drop("include")),
    "include, in words": Row(response(), 400, openai("Encrypted content is not supported with this model."),
                             drop("include")),
    "store": Row(response(), 422, pydantic("body", "store"), drop("store")),
    "store and include": Row(response(), 422, {"detail": [
        {"loc": ["body", "store"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"},
        {"loc": ["body", "include"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]},
        drop("include", "store")),
    "B31 lost item": Row(response(RS, FC, FC_OUTPUT), 404, openai(
        "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."), Habits(echo="never")),
    "B31 unpaired": Row(response(FC, FC_OUTPUT), 400, openai(
        "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'."),
        Habits(echo="never")),
    "B31 unknown item": Row(response(RS, FC, FC_OUTPUT), 400, openai(
        "Unknown item type 'reasoning'", None, "input[1]"), Habits(echo="never")),
    "null": Row(chat({"role": "assistant", "content": None, "tool_calls": [call("c1")]}, result("c1")), 422,
                pydantic("body", "messages", 2, "content", msg="Input should be a valid string", type="string_type"),
                Habits(empty_text=True)),
}  # fmt: skip


@pytest.mark.parametrize("name", LEARNS)
def test_a_refusal_teaches_one_habit_once(name: str) -> None:
    row = LEARNS[name]
    before = copy.deepcopy(row.body)
    adapted = adapt(Habits(), row.body, row.status, row.text)
    assert adapted is not None
    habits, sentence = adapted
    assert habits == row.learned
    assert sentence.startswith("The server ") and sentence.endswith(".")
    # The next request is another one, and says how.
    sent, said = apply(habits, row.body)
    assert sent != row.body
    assert len(said) == 1 and said[0].startswith("Sent ") and said[0].endswith(".")
    # The same refusal of either body teaches nothing more.
    assert adapt(habits, sent, row.status, row.text) is None
    assert adapt(habits, row.body, row.status, row.text) is None
    # Written twice it is the same, and what was given is as it was.
    assert apply(habits, sent) == (sent, ())
    assert row.body == before
    assert load_habits(dump_habits(habits)) == habits


EVERYTHING = {
    **chat(
        {"role": "system", "content": "More."},
        {**thought(), "reasoning": "Hm.", "annotations": [],
         "tool_calls": [call("call_9QkR2mVb8xNfLp", extra_content={})]},
        result("call_9QkR2mVb8xNfLp"),
    ),
    "tools": [
        tool(
            {
                **fields(
                    d={"type": "integer", "exclusiveMinimum": 0},
                    days={"enum": [1, 3, 5]},
                    u={"type": "string", "format": "uri", "pattern": "^(?!x)", "minLength": 2},
                    xs={"type": "array", "minItems": 1},
                    op={"$ref": "#/$defs/Op"},
                ),
                "$defs": {"Op": {"type": "string"}},
                "additionalProperties": False,
            },
            strict=True,
        )
    ],
    **dict.fromkeys(("tool_choice", "parallel_tool_calls", "stream", "temperature", "max_tokens", "store"), 0),
    **dict.fromkeys(("stream_options", "include", "reasoning_effort"), 0),
}  # fmt: skip


@pytest.mark.parametrize("first", LEARNS)
def test_contradicting_servers_never_send_us_back_and_forth(first: str) -> None:
    """Whatever a server answers in turn, it is soon given up, and no habit is taken back on the way."""
    for second in list(LEARNS)[list(LEARNS).index(first) + 1 :]:
        both = LEARNS[first].body, LEARNS[second].body
        body = response(RS, FC, FC_OUTPUT) if any("input" in each for each in both) else EVERYTHING
        habits, adapted = Habits(), 0
        for name in (first, second) * 3:
            row = LEARNS[name]
            found = adapt(habits, apply(habits, body)[0], row.status, row.text)
            if found is not None:
                assert grown(habits, found[0]), (first, second)
                habits, adapted = found[0], adapted + 1
        assert adapted <= 4, (first, second)
        for name in (first, second):
            assert adapt(habits, body, LEARNS[name].status, LEARNS[name].text) is None, (first, second)


def grown(before: Habits, after: Habits) -> bool:
    """Something is new, and all that was learned is still there."""
    old, new, none = asdict(before), asdict(after), asdict(Habits())
    kept = all(
        set(old[key]) <= set(new[key]) if isinstance(old[key], tuple) else old[key] in (new[key], none[key])
        for key in old
    )
    return kept and new != old


def test_thoughts_that_are_wanted_and_refused_in_turn() -> None:
    wanted, refused = LEARNS["B12 DeepSeek"], LEARNS["B13 Groq"]
    for one, other in ((wanted, refused), (refused, wanted)):
        habits, _ = adapt(Habits(), ROUND_2 if one is refused else one.body, 400, one.text) or (Habits(), "")
        assert habits.echo != "default"
        assert adapt(habits, apply(habits, ROUND_2)[0], 400, other.text) is None


def test_a_limit_that_is_refused_under_both_names_is_not_sent() -> None:
    swapped, _ = adapt(Habits(), chat(max_tokens=9), 422, json.dumps(pydantic("body", "max_tokens"))) or (None, "")
    assert swapped == Habits(limit_name="max_completion_tokens")
    text = json.dumps(pydantic("body", "max_completion_tokens"))
    neither, _ = adapt(swapped, apply(swapped, chat(max_tokens=9))[0], 422, text) or (None, "")
    assert neither is not None
    assert apply(neither, chat(max_tokens=9))[0] == chat()


FULL = chat(thought(), result("c1"), tool_choice="none", stream=True, temperature=0, max_tokens=9)

IS_NOT_OURS = {
    "quota": (429, openai("You exceeded your current quota; tool_choice is not supported", "insufficient_quota")),
    "quota as 400": (400, openai("'temperature' not supported: insufficient_quota")),
    "rate": (429, openai("Rate limit: `stream` is not allowed")),
    "key": (401, openai("Incorrect API key provided; 'stream' is invalid")),
    "key as 400": (400, google("API key not valid. Unknown name \"stream\"")),
    "no tools": (400, openai("registry.ollama.ai/library/gemma3 does not support tools")),
    "no tools, 404": (404, openai("No endpoints found that support tool use. 'tool_choice' unsupported")),
    "no parser": (400, openai('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser')),
    "no model": (404, openai("The model 'stream' does not exist", "model_not_found")),
    "no model, unsupported": (400, openai("Unsupported value: The model `temperature` does not exist")),
    "context": (400, openai("This model's maximum context length is 4096 tokens; 'max_tokens' is too large")),
    "path": (404, {"detail": "Not Found"}),
    "a field that was not sent": (400, openai("Unknown parameter: 'top_k'", "unknown_parameter", "top_k")),
    "needed fields": (400, openai("Unknown parameter: 'messages'", "unknown_parameter", "messages")),
    "needed menu": (400, openai("bedrock does not support parameters: ['tools'], for model=x")),
    "pairing": (400, openai("Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
                            "with 'tool_calls'.", None, "messages.[3].role")),
    "unanswered": (400, openai("An assistant message with 'tool_calls' must be followed by tool messages responding "
                               "to each 'tool_call_id'. The following tool_call_ids did not have response messages: c1",
                               None, "messages.[2].role")),
    "the model's arguments": (400, {"error": {"message": "tool call validation failed: parameters for tool f did not "
                                              "match schema: errors: [`/xs`: expected array, but got string]",
                                              "type": "invalid_request_error", "code": "tool_use_failed"}}),
    "a word in a sentence": (400, openai("Unsupported media type: stop, in the name of the text user")),
    "thinking itself": (400, openai("This model requires thinking to be enabled")),
    "a repeated request": (400, {"error": "Unsupported thing", "body": FULL, "input": FULL}),
    "upstream": (502, "<html><title>Bad gateway</title></html>"),
    "a crash": (500, ""),
    "busy": (503, openai("'stream' is not supported at the moment")),
    "no words": (400, "{}"),
    "a broken body": (400, '{"error": {"message": "oh'),
    "deep": (400, "[" * 9_000),
    "no error": (200, openai("'stream' is not supported")),
    "nothing": (0, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", IS_NOT_OURS)
def test_what_is_no_refusal_of_ours_teaches_nothing(name: str) -> None:
    status, words = IS_NOT_OURS[name]
    assert adapt(Habits(), FULL, status, words if isinstance(words, str) else json.dumps(words)) is None


def test_without_habits_nothing_is_changed() -> None:
    body = copy.deepcopy(EVERYTHING)
    assert apply(Habits(), body) == (body, ())
    assert apply(Habits(), body)[0] is body


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '{"dropped":5}', '{"echo":"often"}', "[" * 5_000, '"\ud83d"'])
def test_any_text_can_be_loaded(text: str) -> None:
    assert load_habits(text) == Habits()


def test_stored_habits_leave_the_needed_fields_alone() -> None:
    text = '{"dropped":["messages","store"],"keywords":["type","minimum"],"fields":["role","x"],"later":1}'
    assert load_habits(text) == Habits(dropped=("store",), keywords=("minimum",), fields=("x",))


@pytest.mark.parametrize(
    ("url", "habits"),
    [
        ("https://generativelanguage.googleapis.com/v1beta/openai/", Habits(reduced=True, named_results=True)),
        ("api.mistral.ai/v1", Habits(short_ids=True)),
        ("https://api.openai.com/v1", Habits()),
        ("https://generativelanguage.googleapis.com.example.org/v1", Habits()),
        ("http://[", Habits()),
        ("", Habits()),
    ],
)
def test_known_hosts_begin_with_habits(url: str, habits: Habits) -> None:
    assert initial_habits(url) == habits


def test_odd_bodies_are_left_as_they_are() -> None:
    habits = Habits(("store",), ("minimum",), ("x",), "max_tokens", True, False, True, True, True, True, "never")
    bodies: list[Json] = [
        {}, {"messages": None, "tools": 5},
        {"messages": [None, {"role": "tool"}, {"role": "assistant", "tool_calls": [1]}]},
        {"input": "Hello"}, {"input": [5], "tools": [None, {"type": "web_search"}, {"function": None}]},
    ]  # fmt: skip
    for body in bodies:
        assert apply(habits, body)[0] == body
        assert adapt(habits, body, 400, "Unknown name") is None
    assert apply(Habits(system_as_user=True), {"instructions": "Be kind.", "input": "Hello"})[0] == {
        "input": "Be kind.\n\nHello"
    }


def replaced(value: Any, by: Any) -> Iterator[Any]:
    """Copies of a JSON value, each with one of its parts replaced."""
    yield by
    if isinstance(value, dict):
        for key in value:
            yield from ({**value, key: each} for each in replaced(value[key], by))
    if isinstance(value, list):
        for at in range(len(value)):
            yield from ([*value[:at], each, *value[at + 1 :]] for each in replaced(value[at], by))


@pytest.mark.parametrize("odd", [None, 5, "", "x", [], [[]], [None], {}, {"type": []}, True], ids=repr)
def test_no_body_is_too_odd(odd: Any) -> None:
    dropped = ("store", "stream", "max_tokens")
    keywords = ("$ref", "$defs", "anyOf", "enum", "minItems", "format", "items", "pattern")
    habits = [
        Habits(dropped, keywords, ("id", "x"), "max_completion_tokens", True, False, True, True, True, True, "always"),
        Habits(dropped, keywords, ("id", "x"), "max_tokens", False, False, True, True, True, True, "never"),
    ]
    text = LEARNS["B01 exclusiveMinimum"].text
    for whole in (EVERYTHING, response(RS, FC, FC_OUTPUT)):
        for body in replaced(whole, odd):
            if isinstance(body, dict):
                for each in habits:
                    before = copy.deepcopy(body)
                    sent, _ = apply(each, body)
                    assert apply(each, sent) == (sent, ())
                    assert body == before
                adapt(Habits(), body, 400, text)


def test_system_words_go_to_the_first_question() -> None:
    sent, said = apply(Habits(system_as_user=True), chat({"role": "system", "content": "More."}))
    assert sent["messages"] == [{"role": "user", "content": "Be kind.\n\nMore.\n\n7 times 8?"}]
    assert said == ("Sent the instructions in the first message, because this server takes no system role.",)
    sent, _ = apply(Habits(system_as_user=True), response())
    assert "instructions" not in sent
    assert sent["input"] == [{"type": "message", "role": "user", "content": "Be kind.\n\n7 times 8?"}]
    parts = {
        "model": "m",
        "messages": [{"role": "system", "content": "Hi"}, {"role": "user", "content": [{"type": "text"}]}],
    }
    assert apply(Habits(system_as_user=True), parts)[0]["messages"][0]["content"] == [
        {"type": "text", "text": "Hi"},
        {"type": "text"},
    ]
    alone = {"messages": [{"role": "system", "content": "Hi"}]}
    assert apply(Habits(system_as_user=True), alone)[0] == {"messages": [{"role": "user", "content": "Hi"}]}


def test_short_ids_stay_apart_and_belong_together() -> None:
    calls = [call("call_1"), call("call_2"), call("Abc123xyz"), call("")]
    body = chat({"role": "assistant", "content": None, "tool_calls": calls}, *(result(each["id"]) for each in calls))
    sent, _ = apply(Habits(short_ids=True), body)
    ids = [each["id"] for each in sent["messages"][2]["tool_calls"]]
    assert [each["tool_call_id"] for each in sent["messages"][3:]] == ids
    assert ids[2] == "Abc123xyz" and len(set(ids)) == 4
    assert all(len(each) == 9 and each.isalnum() and each.isascii() for each in ids)
    # Later rounds give the same ids the same names.
    longer = {**body, "messages": [*body["messages"], {"role": "user", "content": "And 8 times 8?"}]}
    assert apply(Habits(short_ids=True), longer)[0]["messages"][:-1] == sent["messages"]
    items = apply(Habits(short_ids=True), response(FC, FC_OUTPUT))[0]["input"]
    assert items[1]["call_id"] == items[2]["call_id"] != "call_1"
    assert items[1]["id"] == "fc_1"


def test_thoughts_and_names() -> None:
    never, _ = apply(Habits(echo="never"), chat({**thought(), "extra_content": {}}))
    assert never["messages"][2].keys() == {"role", "content", "tool_calls", "extra_content"}
    items, _ = apply(Habits(echo="never"), response(RS, FC, FC_OUTPUT))
    assert items["input"][1:] == [{key: FC[key] for key in FC if key != "id"}, FC_OUTPUT]
    always, _ = apply(
        Habits(echo="always"), chat(thought("reasoning"), thought(), {"role": "assistant", "content": "Hi"})
    )
    assert [each.get("reasoning_content") for each in always["messages"]] == [None, None, "Hm.", "Hm.", " "]
    named, _ = apply(Habits(named_results=True), chat(thought(), result("c1"), result("c9")))
    assert named["messages"][3]["name"] == "f" and "name" not in named["messages"][4]


def test_dropping_the_stream_takes_its_options_along() -> None:
    sent, said = apply(Habits(dropped=("stream", "store")), chat(stream=True, stream_options={}))
    assert sent == chat()
    assert said == ("Sent without stream and stream_options, because this server refused them.",)
