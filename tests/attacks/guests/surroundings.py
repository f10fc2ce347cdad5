"""Runs inside the sandbox and reports what of a browser is within reach: documents, storage, other windows."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import js  # type: ignore[import-not-found]


async def opened(what: Any) -> str:
    """The outcome of an IndexedDB request."""
    done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    what.onsuccess = lambda event: done.set_result("opened")
    what.onerror = lambda event: done.set_result("refused")
    return await asyncio.wait_for(done, 5)


async def attempt(work: Callable[[], Awaitable[object]]) -> str:
    try:
        return str(await work())
    except Exception as error:
        return f"refused: {type(error).__name__}"


async def database() -> str:
    return await opened(js.indexedDB.open("planted"))


async def cache() -> str:
    await js.caches.open("planted")
    return "opened"


async def folder() -> str:
    await js.navigator.storage.getDirectory()
    return "opened"


async def agent(question: str) -> str:
    absent = "document window parent top opener localStorage sessionStorage cookieStore RTCPeerConnection SharedWorker"
    found = [name for name in absent.split() if getattr(js, name, None) is not None]
    navigator = [name for name in ("serviceWorker", "sendBeacon") if getattr(js.navigator, name, None) is not None]
    js.BroadcastChannel.new("glassloop-attack").postMessage("from the sandbox")
    # To the room, which is all that the worker's own postMessage reaches.
    for forged in ("room-ready", "room-failed", "ready", "boot", "snapshot"):
        message: dict[str, object] = {"type": forged, "message": "forged", "restored": False, "timings": {}}
        js.postMessage(js.JSON.parse(json.dumps(message)))
    return json.dumps(
        {
            "origin": js.origin,
            "found": found + navigator,
            "database": await attempt(database),
            "cache": await attempt(cache),
            "folder": await attempt(folder),
        }
    )
