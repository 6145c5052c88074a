"""Nobody is called a stranger in their own house on a guess, and no stranger tells their story."""

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.voiceprint import (
    COMPANY,
    ENOUGH_SPEECH_SECONDS,
    HARDLY,
    MEMORY,
    SHORTEST_LOOK_SECONDS,
    SURELY,
    Embedding,
    Verdict,
    Voiceprint,
    judge,
    whose,
)
from voice_agent.story import Speaker


def voice(likeness: float = 1.0) -> Embedding:
    """A voice that is so like voice()."""
    direction = np.zeros(256, np.float32)
    direction[0], direction[1] = likeness, np.sqrt(1 - likeness**2)
    return direction


KNOWN = Voiceprint().enrol(voice(), ENOUGH_SPEECH_SECONDS)


def test_before_the_narrator_is_known_nobody_is_a_stranger() -> None:
    started = Voiceprint().enrol(voice(), 3.0)
    for print_ in (Voiceprint(), started):
        assert print_.same(voice(0.0), 5.0) is Verdict.UNSURE


def test_the_narrator_is_recognised_and_a_visitor_is_not_them() -> None:
    assert KNOWN.same(voice(0.9), 4.0) is Verdict.NARRATOR
    assert KNOWN.same(voice(0.3), 4.0) is Verdict.SOMEONE_ELSE
    assert KNOWN.same(voice((SURELY + HARDLY) / 2), 4.0) is Verdict.UNSURE


def test_a_yes_is_too_short_to_be_anybodys() -> None:
    assert KNOWN.same(voice(0.1), 0.5) is Verdict.UNSURE
    assert KNOWN.enrol(voice(0.1), 0.5) == KNOWN


def test_a_visitor_does_not_become_part_of_the_narrators_voice() -> None:
    assert KNOWN.enrol(voice(0.2), 60.0) == KNOWN


def test_a_voice_may_change_with_the_years() -> None:
    aged = KNOWN
    for _ in range(40):
        aged = aged.enrol(voice(0.8), 30.0)
    assert aged.seconds == MEMORY and aged.likeness(voice(0.8)) > 0.97


@pytest.mark.parametrize("last", [None, Verdict.NARRATOR])
def test_an_unsure_voice_is_the_narrators_in_a_quiet_house(last: Verdict | None) -> None:
    assert whose(Verdict.UNSURE, last, 200.0) is Speaker.NARRATOR


def test_an_unsure_voice_is_the_televisions_while_it_is_on() -> None:
    assert whose(Verdict.UNSURE, Verdict.SOMEONE_ELSE, 5.0) is Speaker.SOMEONE_ELSE
    assert whose(Verdict.UNSURE, Verdict.SOMEONE_ELSE, COMPANY + 1) is Speaker.NARRATOR


@given(st.sampled_from([None, *Verdict]), st.floats(0, 1000))
def test_a_sure_voice_needs_no_context(last: Verdict | None, since: float) -> None:
    assert whose(Verdict.NARRATOR, last, since) is Speaker.NARRATOR
    assert whose(Verdict.SOMEONE_ELSE, last, since) is Speaker.SOMEONE_ELSE


@given(st.lists(st.tuples(st.floats(0.63, 1), st.floats(SHORTEST_LOOK_SECONDS, 60)), max_size=12))
def test_a_print_survives_being_put_away(turns: list[tuple[float, float]]) -> None:
    learned = Voiceprint()
    for likeness, seconds in turns:
        learned = learned.enrol(voice(likeness), seconds)
    kept = Voiceprint.from_json(json.loads(json.dumps(learned.as_json())))
    assert kept.mean == learned.mean and kept.seconds == pytest.approx(learned.seconds, abs=1e-3)


@pytest.mark.parametrize(
    "rubbish",
    [None, 7, {}, [], {"mean": "x", "seconds": 1}, {"mean": [1.0] * 3, "seconds": 9.0},
     {"mean": [float("nan")] * 256, "seconds": 9.0}, {"mean": [0.0625] * 256, "seconds": -1.0}],
)  # fmt: skip
def test_a_damaged_print_is_a_narrator_never_heard(rubbish: object) -> None:
    assert Voiceprint.from_json(rubbish) == Voiceprint()


def test_likelier_voices_are_never_judged_stranger() -> None:
    order = [Verdict.SOMEONE_ELSE, Verdict.UNSURE, Verdict.NARRATOR]
    verdicts = [order.index(judge(likeness / 100)) for likeness in range(101)]
    assert all(a <= b for a, b in pairwise(verdicts))
