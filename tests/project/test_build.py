"""The build's own parts: what it writes for the page, what it refuses, and how it counts what the suite came to."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import assets
import generate
import licences
import python_archives
import serving
import suite
from places import PINS, ROOT
from trouble import Trouble
from typescript_types import UnknownSchema, declarations, type_of


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "title": "Round"}, "number"),
        ({"const": "answer", "default": "answer", "type": "string"}, '"answer"'),
        ({"enum": ["a", "b"], "type": "string"}, '"a" | "b"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "array", "items": {"$ref": "#/$defs/ToolCall"}}, "readonly ToolCall[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, 'readonly ("a" | "b")[]'),
        (
            {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [{"type": "string"}, {"type": "number"}]},
            "readonly [string, number]",
        ),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Readonly<Record<string, boolean>>"),
    ],
)
def test_a_schema_becomes_the_narrowest_type(schema: dict[str, object], expected: str) -> None:
    assert type_of(schema) == expected


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "string", "format": "date"}, {"not": {}}])
def test_a_schema_that_is_not_understood_is_no_type_at_all(schema: dict[str, object]) -> None:
    with pytest.raises(UnknownSchema):
        type_of(schema)


def test_definitions_become_readonly_interfaces() -> None:
    note = {"type": "object", "description": "Ends */ early.", "properties": {"id": {"type": "string"}}}
    text = declarations("Event", {"$defs": {"Note": note}, "oneOf": [{"$ref": "#/$defs/Note"}], "discriminator": {}})
    assert text == (
        "/** Ends * / early. */\nexport interface Note {\n  readonly id: string;\n}\n\nexport type Event =\n  | Note;\n"
    )


def test_an_asset_is_named_by_its_content_and_says_what_it_is(tmp_path: Path) -> None:
    served = assets.packed(b"print(1)")
    assert assets.packed(b"print(1)") == served
    one = assets.put(tmp_path, "site.zip", served, is_gzip=True)
    other = assets.put(tmp_path, "site.zip", assets.packed(b"print(2)"), is_gzip=True)
    assert one.url != other.url
    content = (tmp_path / one.url).read_bytes()
    assert gzip.decompress(content) == b"print(1)"
    assert (one.bytes, one.gzip) == (len(content), True)
    assert one.integrity == "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
    # A host that knows .gz would unpack it on its way, and the hash would be wrong.
    assert Path(one.url).suffix == ".bin"


def test_an_archive_depends_on_its_files_alone() -> None:
    assert python_archives.zip_of({"b": b"2", "a": b"1"}) == python_archives.zip_of({"a": b"1", "b": b"2"})


def _wheel(folder: Path, *, licence: str | None) -> Path:
    path = folder / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("thing.py", "")
        archive.writestr("thing-1.0.dist-info/METADATA", "Name: thing\nVersion: 1.0\nLicense-Expression: MIT\n\nLong.")
        if licence is not None:
            archive.writestr("thing-1.0.dist-info/licenses/LICENSE", licence)
    return path


def test_the_notices_hold_every_licence_in_full(tmp_path: Path) -> None:
    inputs = ["web/main.tsx", "node_modules/preact/dist/preact.mjs", "node_modules/@codemirror/view/dist/index.js"]
    text = licences.notices(inputs, [_wheel(tmp_path, licence="Do what you like with the thing.")])
    for name in ("preact ", "@codemirror/view ", "pyodide ", "CPython ", "thing 1.0"):
        assert f"\n{name}" in text
    assert "Do what you like with the thing." in text
    assert "Glassloop contributors" in text
    assert "\nmarked " not in text


def test_a_part_without_a_licence_text_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"thing 1\.0"):
        licences.notices([], [_wheel(tmp_path, licence=None)])


def _lesson(folder: Path, **facts: object) -> Path:
    usual = {"id": "x", "title": "X", "order": 1, "opening": "Hello", "suggestions": ["Again"]}
    (folder / "lesson.json").write_text(json.dumps(usual | facts), encoding="utf-8")
    (folder / "lesson.md").write_text("# X", encoding="utf-8")
    (folder / "main.py").write_text("agent = None", encoding="utf-8")
    return folder


def test_a_lesson_is_its_folder(tmp_path: Path) -> None:
    lesson = generate.read_lesson(_lesson(tmp_path))
    assert (lesson.title, lesson.text, lesson.program) == ("X", "# X", {"main.py": "agent = None"})


def test_a_lesson_that_says_too_little_or_too_much_is_told(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="order"):
        generate.read_lesson(_lesson(tmp_path, order="first"))
    with pytest.raises(Trouble, match="difficulty"):
        generate.read_lesson(_lesson(tmp_path, difficulty=3))
    (tmp_path / "lesson.md").unlink()
    with pytest.raises(Trouble, match=r"lesson\.md"):
        generate.read_lesson(tmp_path)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "assets/part-1.js", "assets/a.wasm", "assets/b.mjs", "assets/c.woff2"):
        (tmp_path / name).write_bytes(b"x")
    with serving.claim(tmp_path, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{serving.HOST}:{server.server_port}"
        server.shutdown()
        thread.join()


def test_files_are_served_with_their_types_and_kept_only_by_hashed_names(served: str) -> None:
    types = {"": "text/html", "assets/part-1.js": "text/javascript", "assets/b.mjs": "text/javascript"}
    types |= {"assets/a.wasm": "application/wasm", "assets/c.woff2": "font/woff2"}
    for path, expected in types.items():
        with urlopen(f"{served}/{path}") as response:
            assert response.headers["Content-Type"].partition(";")[0] == expected
            assert ("immutable" in response.headers["Cache-Control"]) == path.startswith("assets/")


def test_a_missing_file_is_not_kept_for_a_year(served: str) -> None:
    with pytest.raises(HTTPError) as caught, urlopen(f"{served}/assets/gone.js"):
        pass
    with caught.value as response:
        assert response.status == 404
        assert response.headers["Cache-Control"] == "no-cache"


def test_a_taken_port_is_one_line_that_names_the_option(tmp_path: Path) -> None:
    with serving.claim(tmp_path, 0) as server, pytest.raises(Trouble, match="--port") as caught:
        serving.claim(tmp_path, server.server_port)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("ok", "line", "expected"),
    [
        (True, "==== 12 passed in 0.31s ====", suite.Outcome(12)),
        (False, "= 2 failed, 9 passed, 1 skipped, 1 error in 61.10s (0:01:01) =", suite.Outcome(9, 3, 1)),
        (False, "==== 12 passed in 0.31s ====", suite.Outcome(12, 1)),
        (False, "==== no tests ran in 0.03s ====", suite.Outcome(0, 1)),
        (True, "", suite.Outcome(0, 1)),
    ],
)
def test_pytest_is_counted_by_its_closing_line(ok: bool, line: str, expected: suite.Outcome) -> None:
    assert suite.pytest_outcome(ok, ["collected 12 items", line, ""]) == expected


def test_nodes_runner_is_counted_by_its_closing_lines() -> None:
    lines = ["✔ 3 passed out of 4", "ℹ tests 7", "ℹ pass 5", "ℹ fail 1", "ℹ cancelled 1", "ℹ skipped 0", "ℹ todo 0"]
    assert suite.node_outcome(False, lines) == suite.Outcome(5, 2, 0)
    assert suite.node_outcome(True, ["ℹ pass 0", "ℹ fail 0"]) == suite.Outcome(0, 1, 0)


def test_locks_hold_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all("integrity" in facts and "resolved" not in facts for name, facts in packages.items() if name)
    for pins in PINS.glob("*.txt"):
        text = "\n".join(line for line in pins.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        assert "://" not in text
        entries = re.split(r"\n(?=\S)", text.strip())
        assert entries
        assert all(re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry, re.DOTALL) for entry in entries)
