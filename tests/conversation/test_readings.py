"""A journal may be of an older program, or of none: what cannot be read in it is left out, and nobody is stopped by it."""

from pathlib import Path
from typing import Any

import pytest
from kitchen import BEGAN, SESSION

from voice_agent.archive.record import Record
from voice_agent.conversation import readings
from voice_agent.reading.reading import Danger, Hooked, Reading, Span, Wished
from voice_agent.story import Session, Speaker, Turn, TurnId

SAID = "Forget my cousin Henrique."
HENRIQUE = Span(7, 25)
READ = Reading(
    words=4,
    answers=False,
    danger=Danger("A", "plain", "someone"),
    wishes=(Wished("erase", "plain", HENRIQUE), Wished("stop", "plain")),
    asks_us=("name",),
    sorrow=("loss", "hurts"),
    hooks=(Hooked("person", HENRIQUE),),
)
NOTED: dict[str, Any] = {
    "read": READ.as_note(),
    "begins": 0,
    "guard": "wishes",
    "reason": "asked for: erase",
    "considered": [["question", "wishes"]],
}


def had(state: Path, *noted: dict[str, Any]) -> tuple[readings.Read, ...]:
    with Record.open(state) as record:
        turn = Turn(TurnId(1), SESSION, Speaker.NARRATOR, SAID, 0, 0, BEGAN)
        record.begin(Session(SESSION, "Ann", BEGAN))
        record.turn(turn)
        journal = record.journal(SESSION)
        journal.write("turn", 0, id=1, speaker="narrator", text=SAID)
        with journal.path.open("a") as file:
            file.write('{"at": 4}\n{"at": 5, "kind": 7, "id": []}\n[]\n')
        for each in noted:
            journal.write("reading", 6, **each)
        return readings.had(record, SESSION, (turn,))


def test_what_was_noted_is_read_again_as_it_was(tmp_path: Path) -> None:
    (one,) = had(tmp_path, NOTED)
    assert one.read == READ and one.considered == (("question", "wishes"),)
    assert one.words(HENRIQUE) == "my cousin Henrique"


SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"read": None},
    {"read": "loss"},
    {"read": {"words": 4, "mood": "low"}},
    {"read": {"danger": {"level": "A"}}},
    {"read": {"danger": "A"}},
    {"read": {"wishes": [{"command": "erase"}]}},
    {"read": {"wishes": ["erase"]}},
    {"read": {"hooks": [{"form": "person"}]}},
    {"read": {"hooks": [{"form": "person", "words": [1]}]}},
    {"read": {"hooks": [{"form": "person", "words": ["my", "cousin"]}]}},
    {"read": {"hooks": 2}},
    {"read": {"sorrow": 1}},
    {"considered": None},
    {"considered": [["question"]]},
    {"considered": {"question": 1}},
)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_is_of_another_shape_is_left_out(tmp_path: Path, shape: dict[str, Any]) -> None:
    assert had(tmp_path, {**NOTED, **shape} if shape else {}) == ()


@pytest.mark.parametrize("begins", [None, -1, "0", "nowhere"])
def test_where_nobody_knows_what_was_read_nothing_is_quoted(tmp_path: Path, begins: object) -> None:
    (one,) = had(tmp_path, {**NOTED, "begins": begins})
    assert one.words(HENRIQUE) == ""
