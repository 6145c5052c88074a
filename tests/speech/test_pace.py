"""A slow speaker rests; she does not drawl."""

import stat
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import some
from toy_voice import Hummer

from voice_agent.measuring.voices import REPLIES
from voice_agent.speech.pace import (
    FASTEST,
    HURRY,
    LONGEST_RESTS,
    MEASURED,
    SHORTEST_RESTS,
    SLOWEST,
    Calibration,
    calibration,
    deliver,
    levelled,
    measure,
    quickened,
    rest_after,
    speak,
    trimmed,
)
from voice_agent.speech.phrasing import Break, phrases, words

PACES = st.floats(60, 240)
WORDS = st.lists(
    st.sampled_from(["when", "and", "river", "the", "boat,", "father.", "to", "Who?", "in", "was"]),
    max_size=40,
).map(" ".join)


@given(st.sampled_from(REPLIES), PACES)
def test_words_are_never_stretched_beyond_careful_talk(reply: str, pace: float) -> None:
    assert SLOWEST <= deliver(reply, pace).articulation <= FASTEST


@given(st.sampled_from(REPLIES), PACES)
def test_no_rest_is_so_long_that_the_narrator_would_begin(reply: str, pace: float) -> None:
    plan = deliver(reply, pace)
    for part, rest in zip(plan.phrases[:-1], plan.rests, strict=False):
        assert SHORTEST_RESTS[part.ends] <= rest <= LONGEST_RESTS[part.ends]
    assert plan.rests[-1] == 0


@pytest.mark.parametrize("reply", REPLIES)
def test_a_slower_pace_never_shortens_the_rests(reply: str) -> None:
    # single rests may move when a slow reply takes breath more often; together they only grow
    rests = [sum(deliver(reply, pace).rests) for pace in (170, 150, 130, 120)]
    assert all(slower >= faster - 0.35 for faster, slower in pairwise(rests))
    assert rests[-1] >= rests[0]


@given(WORDS, st.integers(5, 14))
def test_no_word_is_lost_between_two_breaths(text: str, longest: int) -> None:
    parts = phrases(text, longest=longest)
    assert sum(part.words for part in parts) == words(text)
    said = " ".join(part.text for part in parts)
    assert [w.rstrip(",") for w in said.split()] == [w.rstrip(",") for w in text.split()]


@pytest.mark.parametrize(
    ("text", "breaths"),
    [
        (
            "Who was with you when you left the farm?",
            ("Who was with you,", "when you left the farm?"),
        ),
        ("What did you and your brother do then?", ("What did you and your brother do then?",)),
        ("So the shop was on the corner then.", ("So the shop was on the corner then.",)),
        ("Oh, that river.", ("Oh, that river.",)),
        ("I see. What then?", ("I see.", "What then?")),
        ("", ()),
        ("...", ()),
    ],
)
def test_breath_is_taken_where_a_speaker_would(text: str, breaths: tuple[str, ...]) -> None:
    assert tuple(part.text for part in phrases(text, longest=6)) == breaths


@pytest.mark.parametrize("known", MEASURED)
@given(pace=st.floats(SLOWEST, 240))
def test_the_tables_we_ship_turn_a_pace_into_a_stretch_and_back(
    known: Calibration, pace: float
) -> None:
    assert all(slow < fast for (_, fast), (_, slow) in pairwise(known.table))
    assert known.pace(known.stretch(pace)) == pytest.approx(pace, rel=1e-6)


@given(st.floats(1, 1000))
def test_an_impossible_pace_gives_the_nearest_possible_one(pace: float) -> None:
    table = Calibration("x", ((1.0, 240.0), (1.5, 160.0), (2.0, 120.0)))
    assert 1.0 <= table.stretch(pace) <= 2.0


def test_a_voice_is_measured_in_its_own_words_a_minute() -> None:
    found = measure(Hummer(), stretches=(1.0, 1.5, 2.0))
    assert found.table == ((1.0, 240.0), (1.5, 160.0), (2.0, 120.0))


def test_a_voice_is_measured_once(tmp_path: Path) -> None:
    first = calibration(Hummer(), tmp_path)
    again = Hummer()
    assert calibration(again, tmp_path) == first
    assert again.uttered == []


def test_another_voice_is_measured_for_itself(tmp_path: Path) -> None:
    calibration(Hummer("one"), tmp_path)
    other = Hummer("two")
    assert calibration(other, tmp_path).voice == "two"
    assert other.uttered


def test_a_measured_pace_is_nobody_elses_business(tmp_path: Path) -> None:
    calibration(Hummer(), tmp_path / "cache")
    file = tmp_path / "cache" / "pace.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    "damage", some([b"", b"{", b"[]", b'{"hummer": 3}', b'{"hummer": []}', b"\xff"])
)
def test_a_damaged_table_is_measured_again(tmp_path: Path, damage: bytes) -> None:
    good = calibration(Hummer(), tmp_path)
    (tmp_path / "pace.json").write_bytes(damage)
    assert calibration(Hummer(), tmp_path) == good


def test_without_a_place_to_keep_it_a_voice_still_speaks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert calibration(Hummer(), tmp_path / "file" / "cache").table


class Dawdler(Hummer):
    """Takes half a second longer for every phrase than it should."""

    def utter(self, phrase: str, stretch: float) -> np.ndarray:
        sound = super().utter(phrase, stretch)
        return np.concatenate((sound, sound[: round(0.5 * self.rate)]))


def test_what_a_phrase_took_too_long_is_made_good_in_the_rest_after_it() -> None:
    table = Calibration("", ((1.0, 240.0), (2.0, 120.0)))
    text = "That was a big day. When you left the farm, who was with you?"

    def rests(voice: Hummer) -> list[float]:
        return [
            clip.seconds
            - len(voice.utter(clip.text, table.stretch(deliver(text, 120).articulation)))
            / voice.rate
            for clip in speak(voice, table, text, 120)
        ]

    punctual, late = rests(Hummer()), rests(Dawdler())
    assert sum(late) < sum(punctual)


@given(st.sampled_from(REPLIES), st.floats(110, 180))
def test_a_piece_and_its_rest_take_the_time_its_words_are_due(reply: str, pace: float) -> None:
    inner = quickened(reply, pace)
    assert pace <= inner <= HURRY * pace * 1.001
    seconds = 60 * words(reply) / inner
    rest = rest_after(reply, seconds, pace)
    assert 0 < rest <= LONGEST_RESTS[Break.SENTENCE]


@given(st.floats(0.0, 0.6), st.floats(0.0, 0.6))
def test_an_engines_silence_is_cut_and_its_words_are_not(before: float, after: float) -> None:
    rate = 16_000
    tone = 0.3 * np.sin(np.arange(rate // 2) / 9).astype(np.float32)
    padded = np.concatenate(
        (np.zeros(int(before * rate), np.float32), tone, np.zeros(int(after * rate), np.float32))
    )
    cut = trimmed(padded, rate)
    assert len(tone) - 10 <= len(cut) <= len(tone) + 0.07 * rate


def test_silence_stays_silence() -> None:
    silence = np.zeros(1000, np.float32)
    assert len(trimmed(silence, 16_000)) == 0
    assert np.abs(levelled(silence)).max() == 0
    assert len(levelled(np.zeros(0, np.float32))) == 0


@given(st.floats(0.001, 1.0))
def test_loud_and_quiet_phrases_come_out_alike(loudness: float) -> None:
    tone = np.sin(np.arange(8000) / 9).astype(np.float32)
    one, other = levelled(tone), levelled(np.float32(loudness) * tone)
    assert np.allclose(one, other, atol=1e-3)
