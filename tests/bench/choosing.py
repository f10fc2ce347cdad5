"""Measures choosing among all of the math coach's shortcuts, here and in Pyodide. The work is support/choosing_load.py.

python tests/bench/choosing.py --rounds 10
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in (".build", "tests", "py")]

from glassloop.workspace import opened  # noqa: E402
from support import choosing_load  # noqa: E402
from support.lessons import lesson_files  # noqa: E402
from support.measuring import in_pyodide  # noqa: E402

AIM_MS = 2.0


def report(where: str, medians: dict[str, float]) -> None:
    print(f"\n{where}")
    for name, milliseconds in medians.items():
        aim = f"   aim < {AIM_MS:g} ms" if name == "choose" else ""
        ratio = milliseconds / medians["plain arithmetic"]
        print(f"  {name:24}{milliseconds:>8.3f} ms {ratio:>7.1f}× plain arithmetic{aim}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=10, help="how often each problem is put (default 10)")
    options = parser.parse_args()
    files = lesson_files("math_coach")
    with opened(files):
        report(f"CPython {sys.version.split()[0]}", choosing_load.medians(options.rounds))
    sources = {name: text.encode() for name, text in files.items() if name != "main.py"}
    sources["choosing_load.py"] = Path(choosing_load.__file__).read_bytes()
    code = f"import choosing_load\nchoosing_load.medians_text({options.rounds})"
    report("Pyodide, in Chromium", in_pyodide(sources, code))
    print("\nMedians over problems of all nine operations. The ratio is to working the problem out plainly.")


if __name__ == "__main__":
    main()
