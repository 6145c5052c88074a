"""What everything that turns words into meaning keeps to."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fakes import BagOfWords
from far_engines import at_once
from lender import embeds, lender, line

from voice_agent.backends import Embedder
from voice_agent.borrowing.embedder import BorrowedEmbedder
from voice_agent.errors import EngineUnavailable
from voice_agent.fleet.far import FarEmbedder
from voice_agent.fleet.replicas import Understander
from voice_agent.language import minilm
from voice_agent.language.embedding import MiniLM
from voice_agent.language.joined import Joined
from voice_agent.language.minilm_layers import MiniLMLayers
from voice_agent.language.retold import Retold, read
from voice_agent.language.stories import opened
from voice_agent.resources import resource
from voice_agent.settings import load

BREAD = "My mother baked bread every Saturday."
LOAVES = "Mother made the bread each Saturday morning."
WAR = "He came home from the war in the spring of nineteen forty-six."
STORIES = [BREAD, WAR, LOAVES, "", "Mm.", "and then " * 400, "Пекли хлеб.", "🍞"]


def weights(name: str) -> Path:
    folder = load().weights / name
    if not folder.is_dir():
        pytest.skip(f"the weights of {name} are not on this machine")
    return folder


@pytest.fixture(
    scope="module",
    params=[
        "bag of words",
        pytest.param("minilm-int8", marks=pytest.mark.models),
        pytest.param("minilm-fp32", marks=(pytest.mark.models, pytest.mark.long)),
        pytest.param("stories", marks=pytest.mark.models),
        pytest.param("retold", marks=pytest.mark.models),
        "joined",
        "in a cluster",
        "lent",
    ],
)
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param != "lent":
        yield made(request.param)
        return
    with lender(embeds(BagOfWords())) as study:
        yield BorrowedEmbedder(line(study.server()).asking, BagOfWords())


def made(name: str) -> Embedder:
    match name:
        case "bag of words":
            return BagOfWords()
        case "minilm-int8":
            return MiniLM(weights("minilm-int8"))
        case "stories":
            return opened(resource("models/stories"), weights("mpnet-int8"))
        case "in a cluster":
            return FarEmbedder(at_once(Understander(BagOfWords)), BagOfWords.size)
        case "joined":
            return Joined(BagOfWords(), BagOfWords())
        case "retold":
            return Retold(read(resource("models/retold")), weights("mpnet-int8"))
        case _:
            from voice_agent.language.embedding_float import MiniLMFloat

            return MiniLMFloat(weights("minilm-fp32"))


def test_every_text_has_a_vector_of_length_one(embedder: Embedder):
    vectors = embedder.embed(STORIES)
    assert vectors.shape == (len(STORIES), embedder.size)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_have_no_vectors(embedder: Embedder):
    assert embedder.embed([]).shape == (0, embedder.size)


def test_the_same_words_mean_the_same_tomorrow(embedder: Embedder):
    assert np.array_equal(embedder.embed(STORIES), embedder.embed(STORIES))


def test_a_text_means_the_same_in_any_company(embedder: Embedder):
    alone = np.vstack([embedder.embed([one]) for one in STORIES])
    together = embedder.embed(STORIES)
    assert (alone * together).sum(axis=1) == pytest.approx(1, abs=1e-3)


def test_two_tellings_of_one_morning_lie_closer_than_another_story(embedder: Embedder):
    bread, loaves, war = embedder.embed([BREAD, LOAVES, WAR])
    assert bread @ loaves > bread @ war + 0.2


def test_more_texts_than_one_batch_keep_their_order(embedder: Embedder):
    many = [f"In {1900 + n} we moved to house number {n}." for n in range(40)]
    vectors = embedder.embed(many)
    assert np.argmax(vectors @ embedder.embed([many[23]])[0]) == 23


@pytest.mark.models
def test_eight_bits_mean_what_thirty_two_do():
    from voice_agent.language.embedding_float import MiniLMFloat

    texts = [BREAD, LOAVES, WAR, "Mm."]
    small = MiniLM(weights("minilm-int8")).embed(texts)
    full = MiniLMFloat(weights("minilm-fp32")).embed(texts)
    assert (small * full).sum(axis=1).min() > 0.99


@pytest.mark.models
def test_who_reads_halfway_reads_with_the_network_that_gives_meanings():
    folder = weights("minilm-int8")
    short = [BREAD, WAR, LOAVES]
    _, meanings = MiniLMLayers(folder).both(short)
    opened = minilm.opened.cache_info().currsize
    assert np.array_equal(meanings, MiniLM(folder).embed(short))
    assert minilm.opened.cache_info().currsize == opened


@pytest.mark.parametrize("damaged", [None, "tokenizer.json", "model.onnx"])
def test_missing_or_damaged_weights_say_how_to_mend_them(tmp_path: Path, damaged: str | None):
    if damaged:
        (tmp_path / damaged).write_bytes(b"not weights")
    if damaged == "model.onnx":
        (tmp_path / "tokenizer.json").write_text(
            '{"version":"1.0","model":{"type":"WordLevel","vocab":{"[UNK]":0},"unk_token":"[UNK]"}}'
        )
    with pytest.raises(EngineUnavailable, match="cannot be read") as caught:
        MiniLM(tmp_path)
    assert "models verify" in caught.value.mend
