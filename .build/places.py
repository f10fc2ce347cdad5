"""Where everything lies, and how its content is named by a hash. Refuses to know what the files are for."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KIT = ROOT / ".build"
PINS = KIT / "pins"
VENV = ROOT / ".venv"
NODE_MODULES = ROOT / "node_modules"
CACHE = ROOT / ".cache"
DIST = ROOT / "dist"
PY = ROOT / "py"
WEB = ROOT / "web"
STATIC = ROOT / "static"
TESTS = ROOT / "tests"
GENERATED = WEB / "generated"

# What a tool leaves behind beside sources; never an input of a build.
_LEFTOVERS = {"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".DS_Store"}


def files_under(*places: Path) -> list[Path]:
    """Every file at or below the given places, sorted, without caches and byte code."""
    found: list[Path] = []
    for place in places:
        candidates = [place] if place.is_file() else sorted(place.rglob("*"))
        found += [
            path
            for path in candidates
            if path.is_file() and path.suffix != ".pyc" and not _LEFTOVERS.intersection(path.parts)
        ]
    return found


def digest_of(paths: Iterable[Path], salt: str = "") -> str:
    """SHA-256 (hex) over names relative to the repository and contents."""
    digest = hashlib.sha256(salt.encode())
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def integrity_of(content: bytes) -> str:
    """The value of an `integrity` attribute, and of a CSP source when put in quotes."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def write_if_changed(path: Path, text: str) -> None:
    """Leave the file's time alone when nothing changed, so that watchers and caches stay quiet."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
