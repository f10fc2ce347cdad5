"""Runs inside the sandbox and describes Python as a program sees it; two boots that differ here can be told apart."""

import json
import os
import random
import sys
import tempfile
from pathlib import Path


def late_imports() -> list[object]:
    """Modules that no boot imports: their files must be there."""
    import calendar
    import difflib
    import pprint
    import sqlite3
    import wave
    import zoneinfo

    modules = (calendar, difflib, pprint, sqlite3, wave, zoneinfo)
    answer = sqlite3.connect(":memory:").execute("select 6 * 7").fetchone()
    return [*(module.__name__ for module in modules), *answer]


def model() -> tuple[str, str, list[str]]:
    from decimal import Decimal

    import pydantic

    class Order(pydantic.BaseModel):
        lines: list[dict[str, Decimal]]

    order = Order.model_validate({"lines": [{"a": "1.10"}]})
    return order.model_dump_json(), pydantic.VERSION, sorted(Order.model_json_schema())


def globals_of_javascript() -> list[object]:
    import js  # type: ignore[import-not-found]

    return [
        str(js.globalThis.constructor.name),
        bool(js.Object.is_(js.self, js.globalThis)) if hasattr(js.Object, "is_") else None,
        str(js.JSON.stringify(js.Array.of(1, 2))),
        js.fetch.name,
        str(js.AbortController.new().signal.aborted),
    ]


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def agent(question: str) -> str:
    with tempfile.NamedTemporaryFile() as file:
        private = file.name
    fixed = {
        "version": sys.version,
        "path": sys.path,
        "loaded": sorted(name for name in sys.modules if not name.startswith("main")),
        "site": listing(Path("/lib/python3.14/site-packages")),
        "here": [str(Path.cwd()), sorted(os.environ)],
        "late": late_imports(),
        "model": model(),
        "javascript": globals_of_javascript(),
    }
    return json.dumps({"fixed": fixed, "chance": [random.random(), private, os.urandom(4).hex()]})
