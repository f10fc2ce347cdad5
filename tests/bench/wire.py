"""Measures reading streams, here and in Pyodide, beside bare `json.loads` of the same bytes; and our side of a round.

The work is tests/support/wire_load.py. Ratios hold on a busy machine: what is compared takes turns within one run.

    python tests/bench/wire.py --events 3000
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in (".build", "tests", "py")]

from support import wire_load  # noqa: E402
from support.measuring import in_pyodide  # noqa: E402

AIM = 3.0


def report(where: str, rows: list[wire_load.Row]) -> None:
    print(f"\n{where:48}{'time':>10}{'MB/s':>8}{'ratio':>8}")
    for name, megabytes, took, base in rows:
        # A row without a baseline is not about throughput.
        ratio = f"{megabytes / took:>8.1f}{took / base:>7.2f}×  aim < {AIM:.0f}" if base else ""
        print(f"{name:48}{took * 1e3:>7.2f} ms{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=3_000, help="events in each stream (default 3000)")
    parser.add_argument("--runs", type=int, default=9, help="turns of each, of which the best counts (default 9)")
    options = parser.parse_args()
    report(f"CPython {sys.version.split()[0]}", wire_load.rows(options.events, options.runs))
    files = {"wire_load.py": Path(wire_load.__file__).read_bytes()}
    code = f"import wire_load\nwire_load.rows_text({options.events}, {options.runs})"
    report("Pyodide, in Chromium", in_pyodide(files, code))
    print("\nRatios are to bare json.loads of the same events; processor time, the best of all turns.")


if __name__ == "__main__":
    main()
