"""A lesson's files as they ship, and its modules as the page lays them out. Knows no lesson by name."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from glassloop.workspace import opened

LESSONS = Path(__file__).parents[2] / "py" / "lessons"


def lesson_files(name: str) -> dict[str, str]:
    """File name → source text, as the build puts them into the page."""
    folder = LESSONS / name
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}


@contextmanager
def loaded(name: str) -> Iterator[Callable[[str], Any]]:
    """Within it, `load("domain")` imports the lesson's `domain.py`. Objects that were made stay usable afterwards."""
    with opened(lesson_files(name)):
        yield importlib.import_module
