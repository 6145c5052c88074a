"""Whoever has a story erased is not asked about it ever after: our questions that repeat its words go with it."""

from pathlib import Path

import pytest
from tellings import NOON, sitting, told

from voice_agent.archive.erasing import erase
from voice_agent.archive.record import Record
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.story import Speaker

STORY = "I played the cornet in the colliery band at Ashington."
ASKED = "Q: What was the cornet like?"


def left(state: Path, *talks: tuple[str, ...]) -> list[str]:
    """Of `talks` the second turn of the first is erased; what is left of what we said in them, "" where a turn went whole.

    "Q: ..." is ours, and "Q: What was the…" was spoken over.
    """
    with Record.open(state) as record:
        for n, lines in enumerate(talks):
            record.begin(sitting(str(n)))
            for number, line in enumerate(lines, 1):
                speaker = Speaker.INTERVIEWER if line.startswith("Q: ") else Speaker.NARRATOR
                text, finished = line.removeprefix("Q: "), not line.endswith("…")
                text = text.removesuffix("…")
                record.turn(told(number, text, session=str(n), speaker=speaker, finished=finished))
        erase(record, Wish(What.TURN, "0 2"), Life(), (), NOON)
        turns = [turn for n in range(len(talks)) for turn in record.session(str(n)).turns]
        return [turn.text.strip() for turn in turns if turn.speaker is Speaker.INTERVIEWER]


def test_the_question_goes_though_more_was_told_before_it_was_asked(tmp_path: Path) -> None:
    talk = ("Q: What did you do?", STORY, "It always rained in those years.", ASKED)
    assert left(tmp_path, talk) == ["What did you do?", ""]


@pytest.mark.parametrize("again", [ASKED, "Q: Let me ask once more: what was the cornet like?"])
def test_the_same_question_goes_wherever_it_is_asked_again(tmp_path: Path, again: str) -> None:
    first = ("Q: What did you do?", STORY, ASKED, "It rained.", f"Q: And then? {again[3:]}")
    second = ("Q: Shall we go on?", "Yes.", again)
    assert left(tmp_path, first, second) == [
        *("What did you do?", "", "And then?", "Shall we go on?", ""),
    ]


@pytest.mark.parametrize("heard", ["Q: What…", "Q: What was the…", "Q: I see.…"])
def test_what_was_spoken_over_goes_where_it_is_asked_in_full(tmp_path: Path, heard: str) -> None:
    talk = ("Q: What did you do?", STORY, heard, "Wait, the goat got out.", ASKED)
    assert left(tmp_path, talk) == ["What did you do?", heard[3:-1], ""]


def test_a_question_goes_as_far_as_it_was_heard(tmp_path: Path) -> None:
    cut = "Q: What was the cornet…"
    talk = ("Q: What did you do?", STORY, cut, "Wait.", ASKED, "It rained.", cut)
    assert left(tmp_path, talk) == ["What did you do?", "", "", ""]


def test_what_was_asked_before_and_what_another_story_is_asked_stays(tmp_path: Path) -> None:
    before, other = "Q: Is there a cornet in this house?", "Q: Who gave him the cornet?"
    talk = (before, STORY, "Q: Was it cold?", "My brother had a cornet as well.", other)
    assert left(tmp_path, talk) == [before[3:], "Was it cold?", other[3:]]
