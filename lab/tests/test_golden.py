"""A talk on a clock that only its script moves is the same talk each time."""

from pathlib import Path

import pytest

from lab.golden.house import Talk, hold, talks

SCRIPT = """
# a house of two talks
== written
Yes, you may record it.
My cousin Henrique waited at the quay with a sign, and I walked straight past him.
~ Never mind.

== spoken
Hello again. I met Peter at the fish quay.
Stop.
"""


def test_a_script_is_talks_in_their_order() -> None:
    written, spoken = talks(SCRIPT)
    assert not written.spoken and spoken.spoken
    assert written.lines[-1] == "~ Never mind." and len(spoken.lines) == 2


@pytest.mark.models
def test_what_is_held_again_is_the_same_to_the_word(tmp_path: Path) -> None:
    script = talks(SCRIPT)
    once, again = (list(hold(tmp_path / each, script)) for each in ("once", "again"))
    assert once == again
    assert "your cousin Henrique" in once[0] and "(closing)" in once[1]


def test_a_talk_without_a_yes_keeps_nothing(tmp_path: Path) -> None:
    (told,) = hold(tmp_path, [Talk(False, ("No, I do not want that.",))])
    assert "nothing was kept" in told
