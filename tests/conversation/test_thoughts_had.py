"""What was thought of coming back to another day is read from any journal; what cannot be read in it stops nobody."""

from pathlib import Path

import pytest
from kitchen import BEGAN, SESSION

from voice_agent.archive.record import Record
from voice_agent.conversation import thoughts
from voice_agent.story import Session

THOUGHT: dict[str, object] = {
    "verdict": "no",
    "topic": "",
    "sure": None,
    "ready": 0.2,
    "veto": "not ready",
    "signs": {"closer": 0.2},
}


@pytest.mark.parametrize("other", [{}, {"signs": None}, {"signs": 3}, {"verdict": "no"}])
def test_a_thought_of_another_shape_is_left_out_and_the_others_are_read(
    other: dict[str, object], tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(Session(SESSION, "Ann", BEGAN))
        journal = record.journal(SESSION)
        journal.write("thought", 0, **other)
        with journal.path.open("a") as file:
            file.write('{"at": 4}\n{"at": 5, "kind": 7}\n')
        journal.write("thought", 6, **THOUGHT)
        (had,) = thoughts.had(record, SESSION)
    assert had.veto == "not ready" and had.signs == {"they closed it": 0.2}
