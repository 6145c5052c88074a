"""A lent voice speaks for us; where it fails a clause is said by ours, whole, and the narrator hears why once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lender import Answers, Asked, Lender, Line, Reply, lender, line, raw, speaks, told, wav
from toy_voice import Hummer

from voice_agent.borrowing.trouble import Trouble
from voice_agent.borrowing.voice import AWAY, BACK, SOUND, BorrowedVoice, LentVoice, spoken
from voice_agent.interview import phrases
from voice_agent.resources import resource
from voice_agent.speech.acknowledgements import Acknowledgements
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.kept import Kept

REPLY = "That was a big day. When you left the farm, who was with you on the wagon?"


@pytest.fixture
def study() -> Iterator[Lender]:
    with lender(speaks(Hummer("lent hummer"))) as runs:
        yield runs


def voice(study: Lender, cache: Path | None = None, **how: Any) -> tuple[BorrowedVoice, Line]:
    who = line(study.server(), **how)
    lent = LentVoice(who.asking, model="tts", voice="joan")
    return BorrowedVoice(lent, Hummer("own hummer"), cache=cache), who


def test_what_is_said_is_asked_for_phrase_by_phrase_and_nothing_else_is_told(study: Lender) -> None:
    speaks_, _ = voice(study)
    study.asked.clear()
    clips = list(speaks_.say(REPLY, pace=140))
    assert [each.said["input"] for each in study.asked] == [clip.text for clip in clips]
    for each in study.asked:
        assert set(each.said) == {"input", "model", "voice", "speed", "response_format"}
        assert (each.said["model"], each.said["voice"]) == ("tts", "joan")


def test_a_voice_is_measured_once_for_the_house(study: Lender, tmp_path: Path) -> None:
    voice(study, tmp_path)
    first = len(study.asked)
    voice(study, tmp_path)
    assert len(study.asked) - first == 1, "only whether it is there"


def _days_in_a_hundred_bytes() -> bytes:
    whole = bytearray(wav(np.zeros(4096), 24_000, "FLAC"))
    lengths = int.from_bytes(whole[18:26], "big") | (2**36 - 1)  # its last 36 bits: samples
    whole[18:26] = lengths.to_bytes(8, "big")
    return bytes(whole)


BAD: dict[str, Answers] = {
    "a page": raw(b"<html></html>", kind="text/html"),
    "days in a hundred bytes": raw(_days_in_a_hundred_bytes(), kind="audio/wav"),
    "no sound at all": raw(b"", kind="audio/wav"),
    "silence": raw(wav(np.zeros(24_000), 24_000), kind="audio/wav"),
    "noise for a file": raw(b"RIFF" + bytes(range(256)) * 9, kind="audio/wav"),
    "an hour": lambda asked: Reply(iter([b"\x01\x02" * 65_536] * 4000), kind="audio/wav"),
    "a rate that is none": raw(wav(np.ones(900) / 2, 1_000), kind="audio/wav"),
    "failing": told({}, 500),
    "hangs up": lambda asked: Reply(b"RIFF", kind="audio/wav", hangs_up=True),
}


@pytest.mark.parametrize("bad", BAD)
def test_where_the_server_fails_our_own_voice_says_the_clause(study: Lender, bad: str) -> None:
    speaks_, who = voice(study)
    study.answers = BAD[bad]
    clips = list(speaks_.say(REPLY, pace=140))
    assert {clip.rate for clip in clips} == {Hummer.rate}
    said = " ".join(clip.text for clip in clips)
    assert [w.strip(",") for w in said.split()] == [w.strip(",") for w in REPLY.split()]
    assert len(who.said) == 1 and who.said[0].endswith("This computer does it.")


def test_one_clause_is_never_said_in_two_voices(study: Lender) -> None:
    speaks_, _ = voice(study)
    well, phrases_said = study.answers, list[str]()

    def dies_in_the_middle(asked: Asked) -> Reply:
        phrases_said.append(asked.said["input"])
        return well(asked) if len(phrases_said) < 2 else Reply(b"{}", 500)

    study.answers = dies_in_the_middle
    clips = list(speaks_.say(REPLY, pace=140))
    assert len(phrases_said) == 2 and {clip.rate for clip in clips} == {Hummer.rate}


def test_the_rest_of_a_reply_is_ours_and_the_next_clauses_ask_nobody(study: Lender) -> None:
    speaks_, _ = voice(study)
    aloud = Aloud(speaks_, None)
    first, *others = aloud.clauses("I see the farm. Who came along? Was it cold?")
    assert aloud.render(first, 140).rate == SOUND
    study.answers = told({}, 500)
    study.asked.clear()
    assert {aloud.render(each, 140).rate for each in others} == {Hummer.rate}
    assert len(study.asked) == 1


def test_the_change_is_said_once_and_so_is_the_return(study: Lender) -> None:
    speaks_, who = voice(study)
    well = study.answers
    assert speaks_.changes() == ""
    study.answers = told({}, 500)
    list(speaks_.say("Yes.", pace=140))
    list(speaks_.say("Go on.", pace=140))
    assert speaks_.changes() == AWAY and speaks_.changes() == ""
    study.answers = well
    who.clock.now += 60
    list(speaks_.say("Please.", pace=140))
    assert speaks_.changes() == BACK and speaks_.changes() == ""


def test_a_voice_gone_and_back_before_anybody_looked_is_not_spoken_of(study: Lender) -> None:
    speaks_, who = voice(study)
    well, study.answers = study.answers, told({}, 500)
    list(speaks_.say("Yes.", pace=140))
    study.answers = well
    who.clock.now += 60
    list(speaks_.say("Yes.", pace=140))
    assert speaks_.changes() == ""


def test_there_are_words_for_both_in_the_phrase_book() -> None:
    book = phrases.read(resource("config/phrases"))
    for kind in (AWAY, BACK):
        assert book.pick(kind, seed=7, used={})


def test_a_house_whose_server_is_away_at_the_start_talks_in_our_voice_and_knows_it() -> None:
    with lender(told({}, 500)) as study:
        speaks_, who = voice(study)
        assert speaks_.away and speaks_.name == "own hummer" and len(who.said) == 1
        study.answers = speaks(Hummer("lent hummer"))
        who.clock.now += 60
        assert {clip.rate for clip in speaks_.say("Yes.", pace=140)} == {SOUND}
        assert not speaks_.away and speaks_.changes() == BACK


def test_no_sound_is_kept_under_the_name_of_another_voice(study: Lender, tmp_path: Path) -> None:
    speaks_, who = voice(study)
    lent_name = speaks_.name
    kept = Kept(tmp_path / "said")
    small = Acknowledgements(speaks_, kept, (), frozenset({"I see."}))
    well, study.answers = study.answers, told({}, 500)
    fallen = small.phrase("I see.", 140)
    assert fallen is not None and fallen.rate == Hummer.rate
    study.answers = well
    who.clock.now += 60
    list(speaks_.say("Yes.", pace=140))
    assert speaks_.name == lent_name != "own hummer"
    again = small.phrase("I see.", 140)
    assert again is not None and again.rate == SOUND


def test_sound_of_any_rate_is_brought_to_ours() -> None:
    for rate in (8_000, 16_000, 22_050, 24_000, 48_000):
        tone = np.sin(np.arange(rate) / rate * 2 * np.pi * 220) / 2
        assert len(spoken(wav(tone, rate), "study")) == pytest.approx(SOUND, rel=0.01)


def test_a_stream_that_did_not_know_its_length_is_read_to_its_end() -> None:
    whole = wav(np.ones(24_000) / 2, 24_000)
    place = whole.index(b"data") + 4
    streamed = whole[:4] + b"\xff" * 4 + whole[8:place] + b"\xff" * 4 + whole[place + 4 :]
    assert len(spoken(streamed, "study")) == len(spoken(whole, "study")) == 24_000


@pytest.mark.parametrize(
    "body",
    [
        _days_in_a_hundred_bytes(),
        wav(np.zeros(24_000), 24_000, "FLAC"),
        wav(np.zeros((2_400, 6)), 24_000),
    ],
)
def test_only_plain_sound_is_read_whose_length_its_bytes_tell(body: bytes) -> None:
    with pytest.raises(Trouble):
        spoken(body, "study")


def test_two_servers_choice_of_a_voice_is_not_taken_for_one(study: Lender) -> None:
    with lender(study.answers) as attic:
        names = {LentVoice(line(each.server()).asking).name for each in (study, attic)}
    assert len(names) == 2
