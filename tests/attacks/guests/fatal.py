"""Runs inside the sandbox and breaks the interpreter: calls a function at an address where there is none."""

import ctypes


async def agent(question: str) -> str:
    ctypes.CFUNCTYPE(None)(1_000_000)()
    return "still here"
