"""A replica: it says when it is ill, and what goes wrong with it quotes nobody."""

import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from fakes import BagOfWords, Overheated
from far_engines import at_once
from numpy.typing import NDArray

from voice_agent.fleet.far import FarEmbedder
from voice_agent.fleet.replicas import IN_A_ROW, Failed, Recogniser, Speaker, Understander
from voice_agent.sound import RATE, Clip
from voice_agent.speech.whisper import Whisper

SECRET = "Perpetua buried the silver under the quince"


class Quoting:
    """A voice and an embedder that fail with what they were asked, as third-party code may."""

    name = "quoting"
    size = 3

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        raise KeyError(sentence)
        yield

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            raise ValueError(texts[0])
        except ValueError as error:
            raise RuntimeError(f"cannot embed {texts[0]}") from error


def spoken() -> object:
    return Speaker(Quoting).say(SECRET, 150.0)


def understood() -> object:
    return Understander(Quoting).embed([SECRET])


@pytest.mark.parametrize("asks", [spoken, understood])
def test_what_goes_wrong_quotes_nobody_not_even_in_a_traceback(asks: Callable[[], object]) -> None:
    with pytest.raises(Failed) as caught:
        asks()
    written = "".join(traceback.format_exception(caught.value))
    assert "Failed" in written
    assert not any(word in written for word in SECRET.split() if len(word) > 5)


def test_what_goes_wrong_travels_to_another_computer() -> None:
    with pytest.raises(Failed) as caught:
        spoken()
    assert str(pickle.loads(pickle.dumps(caught.value))) == "speech failed (KeyError)"


def test_a_replica_that_fails_again_and_again_says_that_it_is_ill() -> None:
    replica = Recogniser(lambda: Whisper("fake", device="cpu", load=lambda *_: Overheated()), 1)
    second = np.zeros(RATE, "<i2").tobytes()
    for _ in range(IN_A_ROW - 1):
        with pytest.raises(Failed):
            replica.decode(second, 0, 1.0)
    replica.check_health()
    with pytest.raises(Failed):
        replica.decode(second, 0, 1.0)
    with pytest.raises(Failed, match="in a row"):
        replica.check_health()


def test_one_answer_makes_it_well_again() -> None:
    heated = Overheated()
    replica = Recogniser(lambda: Whisper("fake", device="cpu", load=lambda *_: heated), 1)
    second = np.zeros(RATE, "<i2").tobytes()
    for _ in range(IN_A_ROW):
        with pytest.raises(Failed):
            replica.decode(second, 0, 1.0)
    heated._well = 1
    assert replica.decode(second, 0, 1.0)[0].text == "warm"
    replica.check_health()


def test_vectors_from_afar_are_those_of_the_embedder() -> None:
    far = FarEmbedder(at_once(Understander(BagOfWords)), BagOfWords.size)
    texts = ["the mill by the river", "", "a goat"]
    assert far.size == BagOfWords.size
    np.testing.assert_array_equal(far.embed(texts), BagOfWords().embed(texts))
    assert far.embed([]).shape == (0, BagOfWords.size)
