"""The reader's files as importable modules, from text. Knows no lesson and no run; touches no disk.

Inside `opened(files)` the program's modules can be imported by name; afterwards they are gone again, so that the next
run sees what is in the editor then. `shapes/round.py` is imported as `shapes.round`, beside `shapes/__init__.py`.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, ModuleType

MAIN = "main.py"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Where an error in the reader's code is. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str


def check(files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Compile every file without running any; one diagnostic for each that can't be."""
    return tuple(found for name, text in files.items() if name.endswith(".py") for found in _compile_error(name, text))


def _compile_error(name: str, text: str) -> tuple[Diagnostic, ...]:
    try:
        _compiled(text, name)
    except SyntaxError as error:
        return (Diagnostic(name, error.lineno or 1, error.offset or 1, error.msg),)
    except (ValueError, RecursionError, MemoryError) as error:  # null bytes; nesting too deep for the compiler
        return (Diagnostic(name, 1, 1, str(error) or "This file is nested too deeply to be read."),)
    return ()


@lru_cache(maxsize=256)
def _compiled(text: str, name: str) -> CodeType:
    """Kept between runs: most files of a program are the same each time, and compiling them is half of a start."""
    return compile(text, name, "exec", dont_inherit=True)


@contextmanager
def opened(files: Mapping[str, str]) -> Iterator[None]:
    """Make `import main` and its neighbours come from `files`, ahead of everything else."""
    finder = _Finder(files)
    shadowed = {name: sys.modules.pop(name) for name in finder.sources if name in sys.modules}
    for filename, text in files.items():
        # An entry without a modification time is one that linecache does not check against the disk.
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.sources:
            sys.modules.pop(name, None)
        sys.modules.update(shadowed)


def load(filename: str) -> ModuleType:
    """Import one of the program's files. Whatever it raises gets out."""
    return importlib.import_module(_module_name(filename))


def _module_name(filename: str) -> str:
    return filename.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def readers_traceback(error: BaseException, files: Mapping[str, str]) -> str:
    """A short traceback: the reader's own frames, then the error. Frames of libraries are left out."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    head = ["Traceback (your code only):\n", *traceback.format_list(frames)] if frames else []
    return "".join([*head, *traceback.format_exception_only(error)]).rstrip()


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, files: Mapping[str, str]) -> None:
        self.sources = {_module_name(name): (name, text) for name, text in files.items() if name.endswith(".py")}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in self.sources:
            return None
        filename = self.sources[fullname][0]
        is_package = filename.endswith("/__init__.py")
        return importlib.util.spec_from_loader(fullname, self, origin=filename, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        filename, text = self.sources[module.__name__]
        exec(_compiled(text, filename), module.__dict__)
