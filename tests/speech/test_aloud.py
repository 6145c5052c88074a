"""A reply is said in pieces, with the rests a person would make between them."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_voice import Hummer

from voice_agent.assemble.loading import said_as
from voice_agent.measuring.voices import REPLIES
from voice_agent.settings import Settings
from voice_agent.settings_sections import Narrator
from voice_agent.speech.acknowledgements import Acknowledgements
from voice_agent.speech.aloud import Aloud


@given(st.sampled_from(REPLIES), st.floats(110, 180))
def test_a_piece_rests_before_the_next_and_the_last_one_does_not(reply: str, pace: float) -> None:
    aloud = Aloud(Hummer(), None)
    *inner, last = (aloud.render(piece, pace) for piece in aloud.clauses(reply))
    assert last.rest == 0
    for clip in inner:
        assert 0 < clip.rest < 1.4
        assert np.abs(clip.samples[-round(clip.rest * clip.rate) :]).max() == 0


def test_the_record_holds_the_words_as_they_were_written() -> None:
    aloud = Aloud(Hummer(), None)
    reply = "You said it was in 1952. Who else lived in the house then?"
    assert "".join(aloud.render(piece, 140).text for piece in aloud.clauses(reply)) == reply


def test_what_nobody_can_say_is_left_out() -> None:
    voice = Hummer()
    aloud = Aloud(voice, None)
    assert aloud.clauses("😀 ") == []
    assert aloud.clauses("") == []
    assert aloud.render("😀", 140).seconds == 0


@pytest.mark.parametrize("reply", ["Take your time.", "I see. What then?"])
def test_a_phrase_of_the_book_is_not_made_twice(reply: str, tmp_path: Path) -> None:
    voice = Hummer()
    aloud = Aloud(voice, Acknowledgements.of(voice, tmp_path))
    piece = aloud.clauses(reply)[0]
    aloud.render(piece, 140)
    asked = len(voice.uttered)
    again = aloud.render(piece, 140)
    assert len(voice.uttered) == asked
    assert again.text == piece


def test_a_name_is_said_as_the_settings_say_and_no_other_word_is() -> None:
    settings = Settings(narrator=Narrator(names=["Caoimhe: keeva", "Ann", "Ann Marie: annmaree"]))
    voice = Hummer()
    reply = "Did Caoimhe's boat carry Ann Marie, or Caoimheen?"
    clip = Aloud(voice, None, said_as(settings)).render(reply, 120)
    assert voice.uttered == ["Did keeva's boat carry annmaree, or Caoimheen?"]
    assert clip.text == reply  # the record holds it as it is written
