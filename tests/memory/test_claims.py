"""A claim rests on the narrator's own words, or is none."""

from dataclasses import replace

import pytest
from storyteller_of_lives import turns

from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import WRITTEN, Mention, Part, cite, claim
from voice_agent.story import Speaker, Word

(TURN,) = turns(0, ["We moved to Ohio in nineteen fifty."])


@pytest.mark.parametrize("speaker", [Speaker.INTERVIEWER, Speaker.SOMEONE_ELSE])
def test_only_the_narrator_can_be_cited(speaker: Speaker) -> None:
    with pytest.raises(MemoryRefused):
        cite(replace(TURN, speaker=speaker), 0, 5, Part.WHAT)


def test_a_mention_holds_exactly_the_words_it_points_at() -> None:
    found = cite(TURN, 0, 16, Part.WHAT)
    assert found.words == "We moved to Ohio"
    with pytest.raises(MemoryRefused):
        Mention(Part.WHAT, TURN.session, TURN.id, 1, 0, 5, "We moved to Ohio")
    with pytest.raises(MemoryRefused):
        cite(TURN, 10, 100, Part.WHAT)
    with pytest.raises(MemoryRefused):
        cite(TURN, 2, 3, Part.WHAT)


def test_a_claim_without_words_is_refused() -> None:
    with pytest.raises(MemoryRefused):
        claim((), TURN.said_at)


def test_a_date_needs_the_words_that_told_it() -> None:
    what = cite(TURN, 0, 16, Part.WHAT)
    with pytest.raises(MemoryRefused):
        claim((what,), TURN.said_at, edtf="1950")
    when = cite(TURN, 20, 34, Part.WHEN)
    assert claim((what, when), TURN.said_at, edtf="1950").words(Part.WHEN) == ("nineteen fifty",)


def test_a_mention_can_be_heard_where_the_words_have_times() -> None:
    words = tuple(Word(text, 20.0 + n, 20.5 + n) for n, text in enumerate(TURN.text.split()))
    found = cite(replace(TURN, words=words), 3, 8, Part.WHAT)  # "moved"
    assert (found.began, found.ended) == (21.0, 21.5)


def test_what_was_written_has_no_sound() -> None:
    found = cite(replace(TURN, kind=WRITTEN), 0, 8, Part.WHAT)
    assert found.began is None
    assert found.ended is None


def test_distilling_twice_names_a_claim_the_same() -> None:
    what = cite(TURN, 0, 16, Part.WHAT)
    assert claim((what,), TURN.said_at).id == claim((what,), TURN.said_at).id
