"""Runs inside the sandbox: what `fetch` and its synchronous cousins do for a program."""

import json
from collections.abc import Awaitable, Callable

import js  # type: ignore[import-not-found]
from pyodide.http import open_url, pyfetch


async def attempt(work: Callable[[], Awaitable[object]]) -> str:
    try:
        await work()
    except Exception as error:
        return str(error)
    return "no error"


async def synchronous() -> None:
    open_url("http://127.0.0.1:1/sync")


async def by_pyfetch() -> None:
    await pyfetch("http://127.0.0.1:1/pyfetch", method="POST", body="a body", headers={"X-Mine": "yes"})


async def by_fetch() -> None:
    await js.fetch("http://127.0.0.1:1/fetch")


async def agent(question: str) -> str:
    return json.dumps([await attempt(work) for work in (synchronous, by_pyfetch, by_fetch)])
