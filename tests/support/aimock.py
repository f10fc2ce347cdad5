"""Starts `@copilotkit/aimock`, an OpenAI-compatible server that we did not write. Knows its command line only."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_CLI = Path("node_modules/@copilotkit/aimock/dist/cli.js")

# A tool call for the question, and an answer once a result is there. The order matters: aimock takes the first match.
FIXTURES = {
    "fixtures": [
        {"match": {"hasToolResult": True}, "response": {"content": "Three and four make 7."}},
        {
            "match": {"userMessage": "3 plus 4"},
            "response": {"toolCalls": [{"name": "add", "arguments": {"a": 3, "b": 4}}]},
        },
    ]
}


@dataclass(frozen=True, slots=True)
class Aimock:
    origin: str
    key: str

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    def journal(self, path: str = "/v1/chat/completions") -> list[dict[str, Any]]:
        """Every request to `path` it has seen, oldest first, as aimock itself recorded them."""
        url = f"{self.origin}/__aimock/journal?path={path}"
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {self.key}"})
        with urllib.request.urlopen(request, timeout=5) as response:
            found: list[dict[str, Any]] = json.load(response)
            return found


@contextlib.contextmanager
def running(root: Path, folder: Path, *, key: str) -> Iterator[Aimock]:
    """aimock, by the `node` of the path, on an ephemeral port; it takes only `key`. Its fixture goes to `folder`."""
    fixture = folder / "aimock.json"
    fixture.write_text(json.dumps(FIXTURES))
    command = ["node", str(root / _CLI), "-p", "0", "-f", str(fixture), "--strict", "--log-level", "info"]
    env = {**os.environ, "AIMOCK_API_KEYS": key}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            origin = _address(process.stdout)
            # Its log goes on; a full pipe would hold it up.
            drain = threading.Thread(target=process.stdout.read)
            drain.start()
            yield Aimock(origin, key)
        finally:
            process.terminate()
        drain.join()


def _address(output: IO[str]) -> str:
    """The address that aimock prints once it listens. Raises `RuntimeError` with its output when it does not."""
    seen = []
    for line in output:
        seen.append(line)
        if (found := re.search(r"http://127\.0\.0\.1:\d+", line)) is not None:
            return found.group()
    raise RuntimeError("aimock did not start: " + "".join(seen))
