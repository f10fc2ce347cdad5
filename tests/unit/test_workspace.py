"""The reader's files: found before anything else, gone afterwards, and blamed on the right line."""

import json
import sys

import pytest

from glassloop.workspace import check, load, opened, readers_traceback


def test_check_points_at_the_line() -> None:
    (found,) = check({"main.py": "x = 1\nif x\n    pass\n", "fine.py": "y = 2"})
    assert (found.file, found.line) == ("main.py", 2)
    assert "':'" in found.message


@pytest.mark.parametrize("source", ["x = '\0'", "(" * 400 + ")" * 400, "return 1", "\tx = 1\n        y = 2"])
def test_check_never_raises(source: str) -> None:
    assert len(check({"main.py": source})) == 1


def test_modules_come_from_the_files_and_go_again() -> None:
    with opened({"main.py": "from helper import two\nfour = two * 2", "helper.py": "two = 2"}):
        assert vars(load("main.py"))["four"] == 4
        assert "helper" in sys.modules
    assert "main" not in sys.modules and "helper" not in sys.modules


def test_each_opening_sees_the_new_text() -> None:
    for number in (1, 2):
        with opened({"main.py": f"value = {number}"}):
            assert vars(load("main.py"))["value"] == number


def test_a_file_may_be_called_like_a_library_and_the_library_comes_back() -> None:
    with opened({"main.py": "import json\nvalue = json.mine", "json.py": "mine = 5"}):
        assert vars(load("main.py"))["value"] == 5
    assert sys.modules["json"] is json


def test_files_in_folders_are_packages() -> None:
    files = {
        "main.py": "from shapes import ALL\nfrom shapes.round import Circle\nvalue = (ALL, Circle)",
        "shapes/__init__.py": "from shapes.round import Circle\nALL = [Circle]",
        "shapes/round.py": "class Circle: pass",
    }
    with opened(files):
        found, circle = vars(load("main.py"))["value"]
        assert found == [circle] and "shapes.round" in sys.modules
    assert not {"shapes", "shapes.round"} & set(sys.modules)


def test_a_traceback_shows_the_readers_frames_with_their_text_only() -> None:
    files = {"main.py": "import json\ndef parse(text):\n    return json.loads(text)\n"}
    with opened(files):
        try:
            vars(load("main.py"))["parse"]("{nonsense")
        except ValueError as error:
            text = readers_traceback(error, files)
    assert 'File "main.py", line 3, in parse' in text
    assert "return json.loads(text)" in text
    assert "decoder.py" not in text and "test_workspace" not in text
    assert text.splitlines()[-1].startswith("json.decoder.JSONDecodeError")
