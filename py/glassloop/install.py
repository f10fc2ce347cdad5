"""Installs packages inside Pyodide with micropip, which fetches through the broker. Imported only when it is needed."""

from __future__ import annotations

import re
from pathlib import Path

from glassloop.packages import PackageError

WHEELS = Path("/wheels")  # where the worker puts the wheels that a reader drops


def dropped_wheels() -> tuple[str, ...]:
    """File names of the wheels dropped so far."""
    return tuple(sorted(path.name for path in WHEELS.glob("*.whl"))) if WHEELS.is_dir() else ()


def not_among(names: tuple[str, ...], wheels: tuple[str, ...]) -> tuple[str, ...]:
    """The requirements in `names` that none of these wheels is for."""
    here = {_of_wheel(wheel) for wheel in wheels}
    return tuple(name for name in names if _of_requirement(name) not in here)


async def install(names: tuple[str, ...], indexes: tuple[str, ...], dropped: tuple[str, ...]) -> None:
    """Install `names` (requirement strings) and every dropped wheel. Raises `PackageError`, one sentence."""
    import micropip

    wanted = [f"emfs:{WHEELS / wheel}" for wheel in dropped]
    try:
        await micropip.install([*wanted, *names], index_urls=list(indexes) or None)
    except Exception as error:  # micropip raises ValueError, OSError and others, whatever the cause
        raise PackageError(_in_words(error, names or dropped)) from error


def _in_words(error: Exception, names: tuple[str, ...]) -> str:
    said = str(error)
    missing = re.search(r"(?:pure Python 3 )?wheel for '([^']+)'", said)
    if missing:
        return (
            f"{missing[1]} has no wheel that runs in a browser, so it can't be installed here. "
            "Look for a package in pure Python that does the same."
        )
    unknown = re.search(r"fetch metadata for '([^']+)'", said)
    if unknown:
        return (
            f"No package {unknown[1]} was found on the index. Check its name in the script block, and whether you let "
            "the index be reached."
        )
    if "platform" in said or "not compatible" in said or "Wheel was built" in said:
        return f"{', '.join(names)} is built for another platform, so it can't be installed in a browser."
    return f"{', '.join(names)} could not be installed: {said.splitlines()[0] if said else type(error).__name__}"


def _of_wheel(filename: str) -> str:
    """The normalised name of the distribution that a wheel holds: what stands before the first hyphen."""
    return _normal(filename.partition("-")[0])


def _of_requirement(requirement: str) -> str:
    """The normalised name that a requirement string (PEP 508) begins with."""
    found = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)", requirement)
    return _normal(found[1]) if found else ""


def _normal(name: str) -> str:
    """PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()
