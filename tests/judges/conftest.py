"""Where Hypothesis keeps what it keeps: with the other caches, never in the sources."""

from pathlib import Path

from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(__file__).parents[2] / ".cache" / "hypothesis")
