"""Lines, patterns and lists of words are counted as somebody would count them by hand."""

from pathlib import Path

from typer.testing import CliRunner

from lab.commands import app
from lab.size import of_folder, of_module, of_settings

MODULE = '''"""What (?:this) is about is no pattern."""

import re

KIN = r"(?:son|daughter)"
_WHO = re.compile(rf"my {KIN} said")
_PLAIN = re.compile("hello there")
MONTHS = "May June July".split()
SMALL = frozenset(("a bit", "some"))
SAYS = ("What did the kitchen smell like, in the morning?", "Go on.")


def find(text: str) -> bool:
    return _WHO.search(text) is not None or bool(re.search(_PLAIN, text))
'''

SETTINGS = """
who = "(?:son|daughter)"
says = "Is that so?"
[around]
before = ["please", "could you", "so (?:good|kind)"]
after = [["now", "then"]]
"""


def test_patterns_and_words_of_a_module_are_counted_once() -> None:
    found = of_module(MODULE)
    assert found.lines == (14,)
    assert found.calls == 3
    assert found.patterns == 3  # one by its signs, two because re is called with them
    in_patterns, split, in_lists = 2 + 2 + 2, 3, 3 + 2
    assert found.words == in_patterns + split + in_lists


def test_patterns_and_words_of_settings_are_counted_too() -> None:
    found = of_settings(SETTINGS)
    assert (found.calls, found.patterns) == (0, 2)
    assert found.words == (2 + 3) + (1 + 2) + 2


def test_a_folder_is_counted_with_what_is_below_it_and_without_what_is_not_wanted(
    tmp_path: Path,
) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "one.py").write_text("A = 1\n")
    (tmp_path / "cli" / "two.py").write_text("A = 1\nB = 2\n")
    (tmp_path / "read.me").write_text("nothing\n")
    assert of_folder(tmp_path).lines == (2, 1)
    row = of_folder(tmp_path, without=tmp_path / "cli").row("program")
    assert (row["lines"], row["files"], row["median"], row["longest"]) == (1, 1, 1, 1)


def test_the_command_shows_the_program_with_its_lab_beside_it() -> None:
    done = CliRunner().invoke(app, ["size"], env={"COLUMNS": "160"})
    assert done.exit_code == 0, done.output
    assert all(name in done.output for name in ("program", "with cli", "config", "lab"))
