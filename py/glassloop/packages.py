"""The packages that a program asks for in its `# /// script` block (PEP 723). Reads text; installs nothing."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

# The reference expression of the specification "Inline script metadata", fences included.
_BLOCK = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")


class PackageError(Exception):
    """A package could not be had; the text is one sentence for the reader."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """`names` are requirement strings (PEP 508); `indexes` the addresses of package indexes to use, in order."""

    names: tuple[str, ...] = ()
    indexes: tuple[str, ...] = ()


def read_requirements(source: str) -> Requirements:
    """What `source` asks for; nothing without a block. Raises `PackageError` for a block that can't be read.

    Indexes are given as `[[tool.uv.index]]` with a `url`, the form that uv reads.
    """
    blocks = [m for m in _BLOCK.finditer(source if source.endswith("\n") else source + "\n") if m["type"] == "script"]
    if not blocks:
        return Requirements()
    if len(blocks) > 1:
        raise PackageError("main.py has more than one `# /// script` block. Keep one of them.")
    lines = blocks[0]["content"].splitlines()
    try:
        table = tomllib.loads("\n".join(line[2:] if line.startswith("# ") else line[1:] for line in lines))
    except tomllib.TOMLDecodeError as error:
        raise PackageError(f"The `# /// script` block is not valid TOML: {error}.") from error
    return Requirements(_strings(table.get("dependencies", []), "dependencies"), _indexes(table))


def _strings(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise PackageError(f"`{name}` in the `# /// script` block must be a list of strings.")
    return tuple(value)


def _indexes(table: dict[str, Any]) -> tuple[str, ...]:
    tool = table.get("tool", {})
    indexes = tool.get("uv", {}).get("index", []) if isinstance(tool, dict) else []
    return _strings([index.get("url") for index in indexes if isinstance(index, dict)], "tool.uv.index.url")
