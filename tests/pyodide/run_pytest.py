"""Runs inside Pyodide: pytest on the tests that were laid out in /project. Knows no test by name."""

import importlib
import os
import sys
from collections.abc import Iterable

import pytest


def main(options: Iterable[str]) -> int:
    """Returns pytest's exit code. `options` is a JavaScript array of its arguments."""
    os.chdir("/project")
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    return int(pytest.main(list(options)))
