"""The waiting that is measured: who is answered, who is met with silence, and when the next one speaks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voice_agent.dialogue.floor import Cue, Floor, move
from voice_agent.measuring.latency import (
    INTO,
    SETTLE,
    Exchange,
    Person,
    Stage,
    apart,
    left,
    measure,
)
from voice_agent.measuring.murmurs import as_json, rests
from voice_agent.measuring.sound_card import LISTEN_RATE, came_by
from voice_agent.settings import Settings
from voice_agent.settings_sections import Memory
from voice_agent.sound import RATE

ANSWERED = (Cue.NARRATOR_STARTS, Cue.NARRATOR_RESTS, Cue.REPLY_BEGINS)
MET_WITH_SILENCE = (Cue.NARRATOR_STARTS, Cue.NARRATOR_RESTS, Cue.REPLY_ENDS)


def after(cues: Sequence[Cue]) -> Exchange:
    stage = Stage()
    stage.exchanges.append(Exchange("ann", barge_in=False))
    floor, watch = stage.floor, stage.watch()
    for cue in cues:
        floor = move(floor, cue)
        watch.floor(floor, cue, 0.0)
    return stage.exchanges[-1]


def test_a_person_speaks_when_the_floor_has_been_open_a_while_however_it_came_to_be() -> None:
    assert left(Floor.OPEN, 0.2, interrupting=False) == SETTLE - 0.2
    # a word of ours too short to be interrupted, or none: nobody waits for another
    assert left(Floor.OPEN, SETTLE + 1, interrupting=True) == 0


def test_only_a_reply_that_lasts_is_interrupted_and_only_when_it_is_time() -> None:
    assert left(Floor.INTERVIEWER, 0.5, interrupting=True) == INTO - 0.5
    assert left(Floor.INTERVIEWER, 9.0, interrupting=False) is None


def test_nobody_speaks_on_while_they_are_listened_to() -> None:
    for floor in (Floor.NARRATOR, Floor.PENDING, Floor.PAUSED):
        assert left(floor, 9.0, interrupting=True) is None


def test_an_answer_is_timed() -> None:
    exchange = after(ANSWERED)
    assert exchange.decided is not None and exchange.content is not None


def test_what_we_say_after_a_long_silence_is_nobodys_answer() -> None:
    exchange = after((*MET_WITH_SILENCE, Cue.REPLY_BEGINS))
    assert exchange.decided is not None and exchange.content is None


def test_a_reply_to_half_a_story_is_not_the_answer_to_the_whole() -> None:
    spoke_on = (Cue.NARRATOR_STARTS, Cue.REPLY_YIELDS, Cue.NARRATOR_RESTS, Cue.REPLY_ENDS)
    assert after((*ANSWERED, *spoke_on)).content is None


class Recorded:
    """A place where sounds were heard, each from one second to another."""

    def __init__(self, *heard: tuple[float, float]) -> None:
        self._heard = heard

    def times(self, level: float = 0.003) -> NDArray[np.float64]:
        return np.concatenate([np.arange(began, ended, 0.001) for began, ended in self._heard])


@pytest.mark.parametrize(
    ("sounds", "murmured"),
    [
        ([(10.4, 10.7), (12.03, 14.0)], [400.0]),
        # a reply that falls silent and goes on is no murmur and a reply
        ([(12.03, 12.4), (13.0, 14.0)], []),
        # the two clocks may disagree a little: the reply is still the reply
        ([(11.97, 14.0)], []),
    ],
)
def test_a_small_sound_before_the_reply_is_told_from_the_reply(
    sounds: list[tuple[float, float]], murmured: list[float]
) -> None:
    exchange = Exchange("ann", barge_in=False, played=6.0, decided=12.0, content=12.01)
    ann = Person("ann", Path("ann.wav"), 0, 4 * RATE)  # from 6.0 to 10.0
    found = measure([exchange], Recorded(*sounds), Recorded((6.0, 10.0)), {"ann": ann})
    assert found.first_sound_murmured == pytest.approx(murmured, abs=2)
    reply = min((began for began, _ in sounds), key=lambda began: abs(began - 12))
    assert found.decision_to_content == pytest.approx([(reply - 12) * 1000], abs=2)
    assert found.turns == 1


def note(second: float, kind: str, **fields: object) -> dict[str, object]:
    return {"at": round(second * RATE), "kind": kind, **fields}


def silence(ended: float, probability: float, murmured: float, finished: bool) -> list[Any]:
    """What the journal says of the end of a turn, decided two seconds after its last sound."""
    return [
        note(ended + 0.16, "sign", heard="stopped", where=round(ended * RATE)),
        note(ended + 0.3, "complete", probability=probability, until=round((ended + 0.2) * RATE)),
        note(ended + murmured, "murmur", what="mm", finished=finished),
        note(ended + 1.1, "complete", probability=0.99, until=round((ended + 1) * RATE)),
        note(ended + 2, "floor", floor="pending", cue="narrator rests"),
    ]


def test_a_sound_that_met_a_finished_turn_is_told_from_one_that_met_a_pause() -> None:
    breath = silence(3, 0.95, 0.32, True)[:3]  # met, and went on
    found = rests([*breath, *silence(10, 0.95, 0.32, True), *silence(20, 0.4, 0.92, False)])
    told = as_json(found)
    assert (told["turns"], told["sounded_finished"]) == (2, 1)
    assert (told["murmurs_after_finished"], told["murmurs_in_a_pause"]) == (1, 1)
    assert (told["asked_after_ms"], told["answer_takes_ms"]) == (200, 100)
    assert (told["finished_murmur_made_after_ms"], told["pause_murmur_made_after_ms"]) == (320, 920)
    exchanges = [
        Exchange("ann", False, played=6.0, decided=12.0, content=12.01, decided_at=12.0),
        Exchange("bob", False, played=16.0, decided=22.0, content=22.01, decided_at=22.0),
    ]
    people = {name: Person(name, Path(name), 0, 4 * RATE) for name in ("ann", "bob")}
    ours = Recorded((10.35, 10.6), (12.03, 14.0), (20.95, 21.2), (22.03, 24.0))
    measured = measure(exchanges, ours, Recorded((6.0, 10.0), (16.0, 20.0)), people, found)
    assert measured.first_sound_murmured == pytest.approx([350, 950], abs=2)
    assert measured.first_sound_finished == pytest.approx([350], abs=2)


def test_a_sound_card_that_runs_fast_does_not_bring_the_reply_before_its_decision() -> None:
    # read every 20 ms for ten minutes, on a card that gains five milliseconds a minute
    fast = LISTEN_RATE * (1 + 0.005 / 60)
    read = [(round(n * 0.02 * fast), 100 + n * 0.02) for n in range(1, 30_000)]
    when = came_by(np.array([round(second * fast) for second in (1, 300, 599)]), read)
    assert when == pytest.approx([101, 400, 699], abs=0.003)


def test_a_house_is_measured_in_a_copy(tmp_path: Path) -> None:
    life = tmp_path / "life"
    (life / "memory").mkdir(parents=True)
    (life / "sessions").mkdir()
    own = Settings(state_directory=str(life), memory=Memory(uri=str(life / "memory")))
    measured = apart(own, tmp_path / "copy", life)
    assert measured.state == tmp_path / "copy" and not measured.memory.uri
    assert {each.name for each in measured.state.iterdir()} == {"memory"}
