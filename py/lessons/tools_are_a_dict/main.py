"""Tools are a dict, and an agent is a loop around it. Change anything here, then press Run."""

import json

from pyodide.http import pyfetch

from glassloop.connection import LLM_API_KEY, LLM_BASE_URL, LLM_MODEL
from glassloop.tracing import trace

# What Python can run. The model never sees these functions.
tools = {
    "add": lambda a, b: a + b,
    "upper": lambda text: text.upper(),
}

# The menu: all that the model is told about them.
menu = [
    {"type": "function", "function": {
        "name": "add",
        "description": "Add two numbers.",
        "parameters": {"type": "object", "required": ["a", "b"],
                       "properties": {"a": {"type": "number"}, "b": {"type": "number"}}}}},
    {"type": "function", "function": {
        "name": "upper",
        "description": "Write a text in capital letters.",
        "parameters": {"type": "object", "required": ["text"],
                       "properties": {"text": {"type": "string"}}}}},
]  # fmt: skip


async def ask(messages):
    """One request. The model remembers nothing, so everything said so far goes along each time."""
    response = await pyfetch(
        f"{LLM_BASE_URL}/chat/completions",
        method="POST",
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {LLM_API_KEY}"},
        body=json.dumps({"model": LLM_MODEL, "messages": messages, "tools": menu}),
    )
    body = await response.text()
    if response.status != 200:
        raise RuntimeError(f"The server answered {response.status} instead of 200: {body}")
    return json.loads(body)["choices"][0]["message"]


async def run(call):
    """One note: find the function it names, call it, and give back a message with the result."""
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    found = name in tools
    arguments = await trace("dispatch", id=call["id"], name=name, arguments=arguments, found=found)  # Step holds here
    if found:
        try:
            result = tools[name](**json.loads(arguments))  # this line is the dispatch
        except Exception as error:  # the model reads what went wrong, and can try again
            result = {"error": "raised", "message": f"{type(error).__name__}: {error}"}
    else:
        result = {"error": "unknown_tool", "message": f"No tool is called {name}. There are: {', '.join(tools)}."}
    content = await trace("tool-result", id=call["id"], name=name, content=json.dumps(result))  # and here
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


async def agent(question):
    """The loop: ask, run what the model asks for, and ask again, until there is an answer."""
    messages = [{"role": "user", "content": question}]
    for _ in range(6):  # a model can go round in circles, and each round costs money
        message = await ask(messages)
        messages.append(message)  # the notes first: results without their notes are refused
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            messages.append(await run(call))  # every note gets a result, under its own id
    return "I stopped after 6 rounds without an answer."
