"""Starts `fakellm`, an OpenAI-compatible server that we did not write. Knows its command line and its rules only.

It has no CORS headers, so that a page reaches it through `CorsProxy`.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from support.cors_proxy import CorsProxy

# The package has no `__main__`: this is what its own script does.
_SERVE = [sys.executable, "-c", "from fakellm.cli import main; main()", "serve", "--port", "0"]

QUESTION = "What is 3 plus 4?"
QUESTION_FOR_TWO = "Do both things."
ANSWER = "Three and four make 7."


def _rules(key: str) -> list[dict[str, Any]]:
    """The first that matches answers. Without the key, or the tool's right result, none does, and fakellm echoes."""
    asked = {"header.authorization": f"Bearer {key}", "tools_include": "add"}
    add = {"name": "add", "arguments": {"a": 3, "b": 4}}
    upper = {"name": "upper", "arguments": {"text": "žluť 🐍"}}
    return [
        {
            "name": "answer",
            "when": {**asked, "turn": 2, "tool_result_contains": "7"},
            "respond": {"content": ANSWER},
        },
        {
            "name": "one call",
            "when": {**asked, "turn": 1, "messages_contain": QUESTION},
            "respond": {"tool_calls": [add]},
        },
        {
            "name": "two calls",
            "when": {**asked, "turn": 1, "messages_contain": QUESTION_FOR_TWO},
            "respond": {"tool_calls": [add, upper]},
        },
    ]


@dataclass(frozen=True, slots=True)
class Fakellm:
    """`base_url` is what a page can call; `origin` is the server itself."""

    origin: str
    base_url: str

    def stats(self) -> dict[str, Any]:
        """What it served, in its own words: `by_rule` counts, and `recent` requests, the newest first."""
        with urllib.request.urlopen(f"{self.origin}/_fakellm/stats", timeout=5) as response:
            found: dict[str, Any] = json.load(response)
            return found


@contextlib.contextmanager
def running(folder: Path, *, key: str) -> Iterator[Fakellm]:
    """fakellm on an ephemeral port, with a CORS proxy before it; it takes only `key`. Its rules go to `folder`."""
    config = folder / "fakellm.yaml"
    config.write_text(json.dumps({"version": 1, "rules": _rules(key)}), encoding="utf-8")  # JSON is YAML, too.
    command = [*_SERVE, "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            origin = _address(process.stdout)
            # Its log goes on; a full pipe would hold it up.
            drain = threading.Thread(target=process.stdout.read)
            drain.start()
            with CorsProxy(origin) as proxy:
                yield Fakellm(origin, f"{proxy.origin}/v1")
        finally:
            process.terminate()
        drain.join()


def _address(output: IO[str]) -> str:
    """The address that it prints once it listens. Raises `RuntimeError` with its output when it does not."""
    seen = []
    for line in output:
        seen.append(line)
        if (found := re.search(r"running on (http://127\.0\.0\.1:\d+)", line)) is not None:
            return found.group(1)
    raise RuntimeError("fakellm did not start: " + "".join(seen))
