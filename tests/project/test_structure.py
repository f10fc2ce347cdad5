"""The rules that keep the parts apart: who may import whom, who may touch the browser, how long the loop may be."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "py" / "glassloop"

# From the ground up: a module imports only from groups above its own line here, or from its own package.
LAYERS = [
    {"messages", "jsontext", "limits", "settings"},
    {"shelf", "events", "transport", "endpoint", "packages", "workspace"},
    {"door", "transcript", "arguments", "encode", "script", "practice"},
    {"schema", "validation", "guards", "endings"},
    {"json_schema"},
    {"tools"},
    {"agent"},
    {"trimming", "wire", "dispatch"},
    {"exchange", "tracing", "output"},
    {"client", "recorder", "connection", "checkup"},
    {"loop"},
    {"session", "install"},
    {"browser"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if node.module == "glassloop"}
    return found - {"glassloop"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    own = part(path)
    assert own in LEVEL, f"{own} has no place in LAYERS yet"
    for name in imports(path):
        if name.startswith("glassloop."):
            other = name.split(".")[1]
            assert other == own or LEVEL[other] < LEVEL[own], f"{own} may not import {other}"


def test_only_the_edges_know_javascript() -> None:
    touching = {
        part(path)
        for path in modules()
        if any(name.split(".")[0] in {"js", "pyodide", "pyodide_js", "micropip"} for name in imports(path))
    }
    assert touching == {"browser", "install"}


def test_the_core_has_no_clock_no_chance_and_no_sockets() -> None:
    banned = {"time", "random", "secrets", "socket", "urllib.request", "http.client", "threading", "subprocess"}
    for path in modules():
        assert not imports(path) & banned, path.name


def test_the_loop_can_be_read_aloud() -> None:
    assert len((PACKAGE / "loop.py").read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_first_line_says_what_a_module_is_for(path: Path) -> None:
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert doc and len(doc.splitlines()[0]) > 20


# Words of other frameworks for what has a name here already (left), as identifiers in our own code.
SYNONYMS = {
    "observation": "ToolResult",
    "invocation": "ToolCall",
    "tool_use": "ToolCall",
    "tooluse": "ToolCall",
    "toolcalling": "ToolCall",
    "breakpoint": "stop point",
    "chat_history": "Transcript",
    "chathistory": "Transcript",
    "tool_output": "ToolResult",
    "tooloutput": "ToolResult",
    "scratchpad": "Transcript",
    "cassette": "tape",
}


def sources() -> list[Path]:
    found = [*PACKAGE.rglob("*.py"), *(ROOT / "py" / "lessons").rglob("*.py")]
    found += [p for kind in ("*.ts", "*.tsx") for p in (ROOT / "web").rglob(kind) if "generated" not in p.parts]
    return sorted(found)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_one_vocabulary(path: Path) -> None:
    words = {word.lower() for word in re.findall(r"[A-Za-z_]+", path.read_text(encoding="utf-8"))}
    for word, ours in SYNONYMS.items():
        assert word not in words, f"say {ours}, not {word}"
