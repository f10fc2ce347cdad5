#!/usr/bin/env python3
"""The one door to this project: build · serve · test · check · bench. Sets its machine up; knows no step of any.

Standard library only, until it has started itself again with the Python of .venv. The steps live in .build/.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
# The second is for tests/support, which runs browsers.
sys.path[:0] = [str(Path(__file__).resolve().parent / folder) for folder in (".build", "tests")]

_PARTS = """\
commands:
  build         make dist/, which any static host can serve, from any sub-path
  serve         build, serve dist/ on this machine and open the browser
  test          everything: static checks, unit tests here and in Pyodide, end to end in Chromium
  check         the static checks alone
  bench NAME    run tests/bench/NAME.py (without a name: list them)

Each command first gets what it needs (Python packages into .venv, Node when there is none,
npm packages, wheels), pinned and checked. After the first time that takes no time.
"""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="build.py",
        usage="python3 build.py COMMAND [options]",
        description="Builds, serves and tests Glassloop.",
        epilog=_PARTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS)
    commands.add_parser("build", description="Make dist/.")
    serve = commands.add_parser("serve", description="Build, serve dist/ on this machine and open the browser.")
    serve.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1; 0 takes any free one (default: 8000)")
    serve.add_argument("--no-open", action="store_true", help="don't open the browser")
    test = commands.add_parser("test", description="Run every check and test.")
    test.add_argument("stages", nargs="*", help="only these: static, python, web, pyodide, e2e", metavar="STAGE")
    commands.add_parser("check", description="Run the static checks.")
    bench = commands.add_parser("bench", description="Run a benchmark of tests/bench.")
    bench.add_argument("name", nargs="?", help="file name without .py")
    bench.add_argument("options", nargs=argparse.REMAINDER, help="passed on to the benchmark")
    return parser.parse_args()


def _run(arguments: argparse.Namespace) -> int:
    """Inside .venv. The imports are late because these modules may use its packages."""
    import machine
    import places

    if arguments.command == "build":
        import website

        website.build()
        return 0
    if arguments.command == "serve":
        import serving
        import website

        # The port first: it would be a pity to find it taken after a long build.
        with serving.claim(places.DIST, arguments.port) as server:
            website.build()
            serving.serve(server, open_browser=not arguments.no_open)
        return 0
    import suite

    node = machine.ensure_node()
    machine.ensure_npm_packages(node)
    if arguments.command == "bench":
        return suite.bench(node, arguments.name, arguments.options)
    return suite.check(node) if arguments.command == "check" else suite.test(node, arguments.stages)


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (this is where an older Python is told)
        print(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    arguments = _arguments()
    import machine
    from trouble import Trouble, warn

    try:
        if machine.inside_venv():
            return _run(arguments)
        with machine.one_at_a_time():
            machine.ensure_venv()
        return machine.reenter(Path(__file__).resolve(), sys.argv[1:])
    except Trouble as trouble:
        warn(f"build.py: {trouble}")
        return 1
    except KeyboardInterrupt:
        warn("\nStopped.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
