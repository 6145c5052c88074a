"""Whoever hears another voice from us is told that it is still us, once, when nobody is speaking."""

from pathlib import Path

import pytest
from kitchen import Rest, Say, hold

from voice_agent.interview import phrases
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio

BOOK = phrases.read(resource("config/phrases"))


async def test_a_change_of_voice_is_told_once_after_our_reply(tmp_path: Path) -> None:
    changed = ["", "", "other_voice"]

    def changes() -> str:
        return changed.pop() if changed else ""

    told = await hold(
        tmp_path,
        [Rest(26), Say("we lived by the river in a small house", 4), Rest(30)],
        changes=changes,
    )
    ours = [text for who, text in told.lines if who == "interviewer"]
    said = [text for text in ours if text in BOOK.kinds["other_voice"].say]
    assert len(said) == 1 and ours.index(said[0]) > 0, "after the greeting"
    assert told.narrator() == "we lived by the river in a small house"
    told.record.close()


async def test_a_voice_that_changes_while_they_tell_is_spoken_of_when_they_were_answered(
    tmp_path: Path,
) -> None:
    changed = list[str]()
    moments = [14.0]

    def each_frame(end: float) -> None:
        if moments and end > moments[0]:
            moments.clear()
            changed.append("other_voice")

    told = await hold(
        tmp_path,
        [Rest(13), Say("and then my father came home with the goat", 4), Rest(30)],
        each_frame=each_frame,
        changes=lambda: changed.pop() if changed else "",
    )
    told.record.close()
    who = [who for who, _ in told.lines]
    assert told.lines[who.index("narrator") + 2][1] in BOOK.kinds["other_voice"].say
    assert told.narrator() == "and then my father came home with the goat"
