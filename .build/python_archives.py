"""Makes the Python files that the page ships: standard library and packages as byte code, one archive each.

Byte code compiled by Pyodide itself makes a first boot about three times as fast. Entries are stored, not deflated:
the page unpacks the whole archive natively (see assets.py), which is smaller and faster than Python's zipfile. Refuses
to know where the archives go.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assets import PYDANTIC_CORE
from machine import Node, pip_download, run
from places import CACHE, KIT, NODE_MODULES, PINS, PY, files_under
from trouble import Trouble, last_words, step

Files = Mapping[str, bytes]  # name inside the archive → content

PYODIDE = NODE_MODULES / "pyodide"
_STDLIB_AT = "/lib/python314.zip/"
_SITE_AT = "/lib/python3.14/site-packages/"
_TARGET = ["--platform", "pyemscripten_2026_0_wasm32", "--platform", "any"]
_TARGET += ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
_LOADED_ON_NEED = "micropip"

# pydantic.v1 does not work on Python 3.14, and the others are plug-ins for tools that can't run in a page.
_NEVER_USED = ("pydantic/v1/", "pydantic/mypy.py", "pydantic/_hypothesis_plugin.py")
_CODE = (".py", ".so")


@dataclass(frozen=True, slots=True)
class PythonFiles:
    """What the page ships for Python; see web/generated/assets.ts for what each is."""

    wasm: bytes
    stdlib: bytes
    site: bytes
    pydantic_core: bytes
    micropip: bytes


def wheels(name: str) -> list[Path]:
    """The wheels of pins/NAME.txt, fetched once into .cache."""
    pins = PINS / f"{name}.txt"
    folder = CACHE / "wheels" / f"{name}-{hashlib.sha256(pins.read_bytes()).hexdigest()[:16]}"
    if not folder.is_dir():
        unfinished = folder.with_name(folder.name + ".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        with step(f"fetching the wheels of {pins.name}"):
            pip_download(pins, unfinished, *_TARGET)
        unfinished.rename(folder)
    return sorted(folder.glob("*.whl"))


def contents(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {info.filename: opened.read(info) for info in opened.infolist() if not info.is_dir()}


def zip_of(files: Files) -> bytes:
    """A stored archive, the same for the same files: sorted, without times."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return buffer.getvalue()


def _kept(wheel: Path) -> dict[str, bytes]:
    """A wheel's code, and of its metadata the head: name, version, requirements (micropip looks at these)."""
    kept: dict[str, bytes] = {}
    for name, content in contents(wheel).items():
        if name.endswith(".dist-info/METADATA"):
            kept[name] = _short_metadata(content)
        elif name.endswith(_CODE) and not name.startswith(_NEVER_USED):
            kept[name] = content
    return kept


def _short_metadata(content: bytes) -> bytes:
    head = content.decode().partition("\n\n")[0].splitlines()
    fields = ("Metadata-Version:", "Name:", "Version:", "Requires-Dist:", "Requires-Python:", "Provides-Extra:")
    return ("\n".join(line for line in head if line.startswith(fields)) + "\n").encode()


def _glassloop() -> dict[str, bytes]:
    return {
        path.relative_to(PY).as_posix(): path.read_bytes()
        for path in files_under(PY / "glassloop")
        if path.suffix == ".py"
    }


def _compiled(node: Node, groups: Mapping[str, tuple[Files, str]]) -> dict[str, dict[str, bytes]]:
    """Group name → its files, each *.py now a *.pyc. A group whose sources did not change is not compiled again."""
    recipe = b"".join((KIT / f"precompile.{kind}").read_bytes() for kind in ("mjs", "py"))
    recipe += (PYODIDE / "package.json").read_bytes()
    folders: dict[str, Path] = {}
    jobs: list[str | Path] = []
    for group, (files, shown_under) in groups.items():
        sources = zip_of({name: content for name, content in files.items() if name.endswith(".py")})
        tag = hashlib.sha256(recipe + sources).hexdigest()[:16]
        folder = folders[group] = CACHE / "compiled" / f"{group}-{tag}"
        if not (folder / "done").exists():
            for old in folder.parent.glob(f"{group}-*"):
                shutil.rmtree(old)
            folder.mkdir(parents=True)
            (folder / "sources.zip").write_bytes(sources)
            jobs += [folder, shown_under]
    if jobs:
        with step("compiling Python to byte code, in Pyodide"):
            _run_precompile(node, jobs)
    return {group: _with_code(groups[group][0], folder) for group, folder in folders.items()}


def _run_precompile(node: Node, jobs: list[str | Path]) -> None:
    try:
        run([*node.node, KIT / "precompile.mjs", *jobs])
    except subprocess.CalledProcessError as error:
        raise Trouble(f"Pyodide could not compile the Python files: {last_words(error.output)}") from None
    for folder in jobs[::2]:
        (Path(folder) / "done").touch()


def _with_code(files: Files, folder: Path) -> dict[str, bytes]:
    others = {name: content for name, content in files.items() if not name.endswith(".py")}
    return {**others, **contents(folder / "compiled.zip")}


def make(node: Node) -> PythonFiles:
    """Everything Python needs in the page. Raises `Trouble` when a wheel can't be had or a file can't be compiled."""
    libraries: dict[str, bytes] = {}
    on_need: dict[str, bytes] = {}
    for wheel in wheels("wasm"):
        (on_need if wheel.name.startswith(_LOADED_ON_NEED) else libraries).update(_kept(wheel))
    pydantic_core = libraries.pop(PYDANTIC_CORE)
    stdlib = {
        name: content for name, content in contents(PYODIDE / "python_stdlib.zip").items() if name.endswith(".py")
    }
    code = _compiled(
        node,
        {
            "stdlib": (stdlib, _STDLIB_AT),
            "libraries": (libraries, _SITE_AT),
            "micropip": (on_need, _SITE_AT),
            "glassloop": (_glassloop(), _SITE_AT),
        },
    )
    return PythonFiles(
        wasm=(PYODIDE / "pyodide.asm.wasm").read_bytes(),
        stdlib=zip_of(code["stdlib"]),
        site=zip_of({**code["libraries"], **code["glassloop"]}),
        pydantic_core=pydantic_core,
        micropip=zip_of(code["micropip"]),
    )
