"""Runs inside the sandbox: what `fetch` and its synchronous cousins do for a program."""

import json

import js  # type: ignore[import-not-found]
from pyodide.http import open_url, pyfetch


async def attempt(work):
    try:
        await work()
    except Exception as error:
        return str(error)
    return "no error"


async def synchronous():
    open_url("http://127.0.0.1:1/sync")


async def by_pyfetch():
    await pyfetch("http://127.0.0.1:1/pyfetch", method="POST", body="a body", headers={"X-Mine": "yes"})


async def by_fetch():
    await js.fetch("http://127.0.0.1:1/fetch")


async def agent(question):
    return json.dumps([await attempt(work) for work in (synchronous, by_pyfetch, by_fetch)])
