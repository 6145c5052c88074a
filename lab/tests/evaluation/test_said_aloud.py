"""What an interviewer, a reminder or a chapter could say is said in a person's words, and what was misheard is counted."""

import pytest
from toy_voice import Hummer

from lab.evaluation.spoken.said_aloud import (
    Sentence,
    listen,
    plain,
    rows,
    sentences,
    worst,
    wrong_in,
)
from voice_agent.backends import Transcript
from voice_agent.sound import Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.wording import speakable, worded

TWO_HUNDRED = sentences()


class Deaf:
    """Hears the same words in whatever is said."""

    def __init__(self, heard: str) -> None:
        self._heard = heard

    def begin(self) -> "Deaf":
        return self

    def feed(self, sound: Sound) -> None:
        pass

    def peek(self) -> Transcript:
        return self.finish()

    def finish(self) -> Transcript:
        return Transcript(self._heard)


@pytest.mark.parametrize("sentence", TWO_HUNDRED, ids=lambda one: one.written)
def test_a_sentence_is_said_in_the_words_of_a_person(sentence: Sentence) -> None:
    assert plain(worded(sentence.written)) == plain(sentence.said)


@pytest.mark.parametrize("sentence", TWO_HUNDRED, ids=lambda one: one.written)
def test_said_piece_by_piece_it_is_the_same_words(sentence: Sentence) -> None:
    pieces = Aloud(Hummer(), None).clauses(sentence.written)
    apart = " ".join(speakable(piece) for piece in pieces)
    assert plain(apart) == plain(speakable(sentence.written))


def test_there_are_two_hundred_of_eleven_kinds() -> None:
    assert len({sentence.written for sentence in TWO_HUNDRED}) == len(TWO_HUNDRED) == 200
    assert len({sentence.kind for sentence in TWO_HUNDRED}) == 11


def test_letters_said_one_by_one_are_the_word_that_they_spell() -> None:
    assert plain("He was in the R eigh F.") == plain("he was in the RAF")
    assert plain("Zoë's café") == plain("Zoes cafe")


def test_what_every_ear_missed_comes_first() -> None:
    comic, bun = (
        Sentence("money", "A comic was 3d.", "a comic was threepence"),
        Sentence("money", "A bun was 1d.", "a bun was a penny"),
    )
    ears = {"keen": Deaf("A comic was threepence."), "dull": Deaf("A bun was, um, a pony.")}
    found = list(listen("hummer", Hummer(), ears, (comic, bun)))
    assert [(one.ear, one.errors.wrong) for one in found] == [
        ("keen", 0),
        ("dull", 3),
        ("keen", 3),
        ("dull", 1),
    ]
    (row, whole) = rows(found, (comic, bun))
    assert (row["kind"], whole["kind"], row["n"], row["worded wrongly"]) == ("money", "all", 2, 0)
    assert row["hummer, keen"] == round(3 / 9, 3)
    assert [sentence for _, sentence, _ in worst(found)] == [bun]


def test_figures_count_as_heard_however_a_recogniser_writes_them() -> None:
    dialled = Sentence("telephones", "Call 116 123.", "call one one six one two three")
    assert wrong_in(dialled, "Call 116-123.").wrong == 0
    assert wrong_in(dialled, "Call 1-1-6, 1-2-4.").wrong == 1
    clock = Sentence("times", "It is 7:05.", "it is seven oh five")
    assert wrong_in(clock, "It is 705.").wrong == 0
