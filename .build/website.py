"""Builds dist: what any static host can serve, from any sub-path. It knows the order of the steps."""

from __future__ import annotations

import hashlib
import html
import shutil
from dataclasses import dataclass
from pathlib import Path

import bundling
import licences
import python_archives
from assets import packed, put, write_manifest
from generate import generate
from machine import Node, ensure_node, ensure_npm_packages, one_at_a_time
from places import CACHE, DIST, GENERATED, KIT, PY, ROOT, STATIC, WEB, digest_of, files_under, integrity_of
from trouble import Trouble, say, step

_STAMP = CACHE / "dist.stamp"
_PAGE_MARKS = ("{{CSS}}", "{{PRELOADS}}", "{{JS}}")
_ROOM_MARK = "<!-- room script -->"
_HASH_MARK = "sha256-{{SCRIPT_HASH}}"


@dataclass(frozen=True, slots=True)
class Site:
    """A finished build: where it is, and the Node that made it."""

    dist: Path
    node: Node


def _build_id() -> str:
    """A hash over every input of the build."""
    trees = files_under(WEB, PY / "glassloop", PY / "lessons", STATIC, KIT)
    inputs = [path for path in trees if GENERATED not in path.parents]
    single = [ROOT / name for name in ("build.py", "package.json", "package-lock.json", "tsconfig.json", "LICENSE")]
    return digest_of([*inputs, *single])[:16]


def build() -> Site:
    """Make dist, unless it is there already from the very same inputs. Raises `Trouble`."""
    with one_at_a_time():
        node = ensure_node()
        ensure_npm_packages(node)
        build_id = _build_id()
        if _STAMP.exists() and _STAMP.read_text() == build_id and (DIST / "index.html").exists():
            # Another checkout's build would have left other generated modules.
            generate()
            return Site(DIST, node)
        say(f"Building {DIST.name}/ ({build_id})")
        new = CACHE / "dist.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        _make(new, node, build_id)
        _swap_in(new)
        _STAMP.write_text(build_id)
        return Site(DIST, node)


def _swap_in(new: Path) -> None:
    """The old dist stays whole until the new one is; whoever serves it sees one or the other."""
    old = CACHE / "dist.old"
    shutil.rmtree(old, ignore_errors=True)
    if DIST.exists():
        DIST.replace(old)
    new.replace(DIST)
    shutil.rmtree(old, ignore_errors=True)


def _make(dist: Path, node: Node, build_id: str) -> None:
    generate()
    python = python_archives.make(node)
    with step("bundling the worker and the page"):
        worker = bundling.worker(node)
        room = bundling.room(node)
        assets = {
            "worker": put(dist, "worker.js", packed(worker.script.read_bytes()), is_gzip=True),
            "wasm": put(dist, "pyodide.wasm", packed(python.wasm), is_gzip=True),
            "stdlib": put(dist, "stdlib.zip", packed(python.stdlib), is_gzip=True),
            "site": put(dist, "site.zip", packed(python.site), is_gzip=True),
            "pydanticCore": put(dist, "pydantic_core.so", packed(python.pydantic_core), is_gzip=True),
            "micropip": put(dist, "micropip.zip", packed(python.micropip), is_gzip=True),
        }
        write_manifest(build_id, _write_room(dist, room.script.read_text(encoding="utf-8")), assets)
        page = bundling.page(node, dist)
    shutil.copytree(STATIC, dist, dirs_exist_ok=True)
    _write_index(dist, page)
    inputs = {*worker.inputs, *room.inputs, *page.inputs}
    notices = licences.notices(inputs, python_archives.wheels("wasm"))
    (dist / "NOTICES.txt").write_text(notices, encoding="utf-8")
    _check(dist)


def _write_room(dist: Path, script: str) -> str:
    """room.html with its script inside and allowed by hash. Returns its address, which changes with its content."""
    script = script.strip()
    if "</script" in script or "<!--" in script:
        raise Trouble("web/sandbox/room.ts holds text that can't stand inside an HTML script: write it another way.")
    template = (WEB / "sandbox" / "room.html").read_text(encoding="utf-8")
    for mark in (_ROOM_MARK, _HASH_MARK):
        if mark not in template:
            raise Trouble(f"web/sandbox/room.html has no {mark}")
    text = template.replace(_HASH_MARK, integrity_of(script.encode())).replace(_ROOM_MARK, f"<script>{script}</script>")
    (dist / "room.html").write_text(text, encoding="utf-8", newline="\n")
    return f"room.html?{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def _write_index(dist: Path, page: bundling.Bundle) -> None:
    """index.html. Python's big files are not preloaded: a return visit needs none of them, and measured slower so."""
    preloads = [f'<link rel="modulepreload" href="{_link(dist, part)}">' for part in page.parts]
    style = [f'<link rel="stylesheet" href="{_link(dist, page.style)}">'] if page.style else []
    script = [f'<script type="module" src="{_link(dist, page.script)}"></script>']
    text = (WEB / "index.html").read_text(encoding="utf-8")
    for mark, lines in zip(_PAGE_MARKS, (style, preloads, script), strict=True):
        if mark not in text:
            raise Trouble(f"web/index.html has no {mark}")
        text = text.replace(mark, "\n".join(lines))
    (dist / "index.html").write_text(text, encoding="utf-8", newline="\n")


def _link(dist: Path, file: Path) -> str:
    return html.escape(file.relative_to(dist).as_posix(), quote=True)


def _check(dist: Path) -> None:
    """No file may name this machine's folders; none may be a left-over placeholder."""
    here = str(ROOT).encode()
    for path in files_under(dist):
        content = path.read_bytes()
        if here in content:
            raise Trouble(f"{path.name} in the build names a folder of this machine ({ROOT})")
        if path.suffix == ".html" and b"{{" in content:
            raise Trouble(f"{path.name} in the build still holds a placeholder")
