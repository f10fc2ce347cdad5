"""The `# /// script` block: what is read, and what is said when it can't be."""

import pytest

from glassloop.packages import PackageError, Requirements, read_requirements

BLOCK = """import json
# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "humanize",
#   "attrs>=23",
# ]
# [[tool.uv.index]]
# url = "http://127.0.0.1:9/simple"
# ///
x = 1
"""


def test_names_and_indexes_are_read() -> None:
    assert read_requirements(BLOCK) == Requirements(("humanize", "attrs>=23"), ("http://127.0.0.1:9/simple",))


def test_a_program_without_a_block_asks_for_nothing() -> None:
    assert read_requirements("x = 1\n# /// not closed\n") == Requirements()


def test_a_block_at_the_end_of_the_file_needs_no_newline() -> None:
    assert read_requirements('# /// script\n# dependencies = ["a"]\n# ///').names == ("a",)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("# /// script\n# dependencies = [\n# ///\n", "not valid TOML"),
        ('# /// script\n# dependencies = "a"\n# ///\n', "must be a list of strings"),
        ("# /// script\n# dependencies = [1]\n# ///\n", "must be a list of strings"),
        (BLOCK + BLOCK, "more than one"),
        ("# /// script\n# [[tool.uv.index]]\n# name = 1\n# ///\n", "tool.uv.index.url"),
    ],
)
def test_a_block_that_cannot_be_read_is_one_sentence(source: str, said: str) -> None:
    with pytest.raises(PackageError, match=said):
        read_requirements(source)
