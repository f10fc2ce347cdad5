"""Runs inside Pyodide at build time: source archive in, byte code archive out. Knows nothing of what it compiles.

Unchecked-hash byte code never looks for its source, so the sources need not be shipped. It has to be compiled by the
very interpreter that will run it: its magic number is checked.
"""

import py_compile
import tempfile
import zipfile
from pathlib import Path


def compile_archive(source: str, target: str, shown_under: str) -> int:
    """Compile every file of `source` (a zip of *.py) into `target` (a zip of *.pyc) and return how many.

    `shown_under` goes before each name in tracebacks. A file that can't be compiled raises `PyCompileError`.
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        zipfile.ZipFile(source) as sources,
        zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as compiled,
    ):
        text, code = Path(scratch, "text.py"), Path(scratch, "code.pyc")
        for name in sources.namelist():
            text.write_bytes(sources.read(name))
            py_compile.compile(
                str(text),
                str(code),
                dfile=shown_under + name,
                doraise=True,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            compiled.write(code, name + "c")
        return len(sources.namelist())
