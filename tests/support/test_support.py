"""The other servers: the package index, the site, aimock."""

from __future__ import annotations

import io
import json
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import openai
import pytest

from support import aimock
from support.package_index import PackageIndex, linux_wheel, sdist, wheel
from support.site import Site

ROOT = Path(__file__).parents[2]
TOOLS: Any = [{"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}]


def get(url: str, accept: str = "*/*") -> tuple[bytes, dict[str, str]]:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept}), timeout=5) as response:
        return response.read(), dict(response.headers)


def test_the_index_serves_a_wheel_that_python_can_import() -> None:
    source = "def shout(t): return t.upper()"
    with PackageIndex(wheel("shout", source), sdist("only-source"), linux_wheel("iron")) as index:
        body, headers = get(f"{index.url}/shout/", "application/vnd.pypi.simple.v1+json")
        assert headers["Access-Control-Allow-Origin"] == "*"
        [file] = json.loads(body)["files"]
        names = zipfile.ZipFile(io.BytesIO(get(file["url"])[0])).namelist()
        assert names == [
            "shout/__init__.py",
            "shout-1.0.dist-info/METADATA",
            "shout-1.0.dist-info/WHEEL",
            "shout-1.0.dist-info/RECORD",
        ]
        assert b"only_source-1.0.tar.gz" in get(f"{index.url}/only-source/", "text/html")[0]
        assert b"manylinux" in get(f"{index.url}/iron/", "text/html")[0]
        assert get(file["url"] + ".metadata")[0].startswith(b"Metadata-Version")
        with pytest.raises(urllib.error.HTTPError):
            get(f"{index.url}/nothing/")


def test_the_same_wheel_has_the_same_hash() -> None:
    assert wheel("a-b", "x = 1").sha256 == wheel("a-b", "x = 1").sha256 != wheel("a-b", "x = 2").sha256


def test_the_site_serves_its_folder_and_nothing_else(tmp_path: Path) -> None:
    root = tmp_path / "dist"
    root.mkdir()
    (root / "index.html").write_text("<p>here")
    (root / "a.mjs").write_text("1")
    (tmp_path / "secret.txt").write_text("no")
    with Site(root) as site:
        assert get(site.url)[0] == b"<p>here"
        assert get(f"{site.url}a.mjs?v=1")[1]["Content-Type"].startswith("text/javascript")
        for path in ("/", "/index.html", f"{site.prefix}../secret.txt", f"{site.prefix}%2e%2e/secret.txt"):
            with pytest.raises(urllib.error.HTTPError):
                get(site.origin + path)


@pytest.mark.parametrize("stream", [False, True])
def test_aimock_calls_the_tool_and_then_answers(tmp_path: Path, stream: bool) -> None:
    with aimock.running(ROOT, tmp_path, key="sk-mock") as mock:
        client = openai.OpenAI(base_url=mock.base_url, api_key="sk-mock", max_retries=0)
        messages: list[Any] = [{"role": "user", "content": "What is 3 plus 4?"}]

        def say() -> Any:
            """The assistant's message, put together by the SDK when it is streamed."""
            if not stream:
                return client.chat.completions.create(model="m", messages=messages, tools=TOOLS).choices[0].message
            with client.chat.completions.stream(model="m", messages=messages, tools=TOOLS) as events:
                return events.get_final_completion().choices[0].message

        asked = say()
        assert json.loads(asked.tool_calls[0].function.arguments) == {"a": 3, "b": 4}
        messages.append({"role": "assistant", "tool_calls": [note.model_dump() for note in asked.tool_calls]})
        messages.append({"role": "tool", "tool_call_id": asked.tool_calls[0].id, "content": "7"})
        assert "7" in say().content
        assert len(mock.journal()) == 2
        with pytest.raises(openai.AuthenticationError):
            openai.OpenAI(base_url=mock.base_url, api_key="wrong", max_retries=0).chat.completions.create(
                model="m", messages=messages
            )
