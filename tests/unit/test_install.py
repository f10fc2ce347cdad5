"""Which requirements a dropped wheel satisfies, by the packaging specifications' names."""

import pytest

from glassloop.install import not_among


@pytest.mark.parametrize(
    "requirement",
    ["tiny-shout", "Tiny_Shout", "tiny.shout>=1", "tiny-shout[loud] == 1.0", "tiny-shout ; python_version > '3'"],
)
def test_a_dropped_wheel_is_found_under_every_spelling(requirement: str) -> None:
    assert not_among((requirement,), ("tiny_shout-1.0-py3-none-any.whl",)) == ()


def test_others_are_still_to_be_fetched() -> None:
    wheels = ("tiny_shout-1.0-py3-none-any.whl", "tiny-2-py3-none-any.whl")
    assert not_among(("tiny", "tiny-shout-extra", "shout"), wheels) == ("tiny-shout-extra", "shout")
