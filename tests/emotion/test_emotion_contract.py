"""What every reader of feelings keeps, the fake included."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from fakes import PlainFeelings
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from voice_agent import weights
from voice_agent.backends import EmotionReader
from voice_agent.emotion.labels import GOEMOTIONS
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.emotion_classifier import Classifier
from voice_agent.language.feeling import WORDS, Tuned, stretches
from voice_agent.resources import resource
from voice_agent.settings import load
from voice_agent.story import Emotion

SAID = [
    "I cried for a week when the house was sold.",
    "",
    "We were so happy that summer, all of us in the one boat.",
    "The shop opened at eight and closed at six.",
    "   ",
    "?!",
    "word " * 2000,
    "Ünïcödé, 猫, 🙂",
]

OURS = tuple(str(each) for each in Emotion if each is not Emotion.NEUTRAL)


@pytest.fixture(
    params=[
        "fake",
        pytest.param("shipped", marks=pytest.mark.models),
        pytest.param("classifier", marks=pytest.mark.models),
    ],
)
def reader(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> EmotionReader:
    if request.param == "fake":
        return PlainFeelings()
    if request.param == "classifier":
        return tiny_classifier(tmp_path_factory.mktemp("classifier"))
    return Tuned(resource("models/emotion"), weights.find(load(None).weights, "minilm-int8"))


def tiny_classifier(folder: Path, labels: Sequence[str] = OURS) -> Classifier:
    """A classifier of a few numbers with `labels`: real code, no sense."""
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "cried", "happy", "we", "i", "the"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=512,
        id2label=dict(enumerate(labels)),
        label2id={label: n for n, label in enumerate(labels)},
        problem_type="multi_label_classification",
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return Classifier(folder, device="cpu")


def test_every_telling_has_one_feeling_in_its_place(reader: EmotionReader) -> None:
    assert len(reader.read(SAID)) == len(SAID)
    assert [each.category for each in reader.read([])] == []


def test_saying_nothing_is_neutral(reader: EmotionReader) -> None:
    empty, spaces = (reader.read(SAID)[place] for place in (1, 4))
    assert empty.category is spaces.category is Emotion.NEUTRAL
    assert empty.intensity == spaces.intensity == 0


def test_every_figure_stays_within_its_scale(reader: EmotionReader) -> None:
    for each in reader.read(SAID):
        assert 0 <= each.intensity <= 1
        assert (each.intensity == 0) == (each.category is Emotion.NEUTRAL)
        for value in (each.valence, each.arousal, each.dominance):
            assert -1 <= value <= 1
        assert Emotion.NEUTRAL not in each.also
        assert each.category not in each.also


def test_a_telling_feels_the_same_alone_and_among_others(reader: EmotionReader) -> None:
    together = reader.read(SAID)
    alone = [reader.read([text])[0] for text in SAID]
    assert [each.category for each in alone] == [each.category for each in together]
    for one, other in zip(alone, together, strict=True):
        assert one.intensity == pytest.approx(other.intensity, abs=0.02)
        assert one.valence == pytest.approx(other.valence, abs=0.02)


def test_joy_is_pleasanter_than_grief(reader: EmotionReader) -> None:
    if isinstance(reader, Classifier):
        pytest.skip("a classifier of chance weights knows no grief")
    grief, joy = (reader.read(SAID)[place] for place in (0, 2))
    assert grief.valence < joy.valence


def test_it_says_what_it_is(reader: EmotionReader) -> None:
    assert reader.name


@pytest.mark.models
def test_a_classifier_may_speak_of_feelings_in_other_words_but_must_speak_of_feelings(
    tmp_path: Path,
) -> None:
    for folder in ("known", "unknown"):
        (tmp_path / folder).mkdir()
    known = tiny_classifier(tmp_path / "known", GOEMOTIONS)
    assert known.read(["we cried"])[0].category in Emotion
    with pytest.raises(ModelDamaged, match="not feelings we know"):
        tiny_classifier(tmp_path / "unknown", ("spam", "ham"))


def test_a_reader_that_has_gone_says_how_to_bring_it_back(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="is not there"):
        Tuned(tmp_path, tmp_path)
    (tmp_path / "layers.npz").write_bytes(b"not weights")
    with pytest.raises(ModelDamaged, match="is damaged"):
        Tuned(tmp_path, tmp_path)


def test_long_turns_are_read_at_their_end() -> None:
    sentences = [f"This is sentence number {n} of a long story about the mill." for n in range(40)]
    read = stretches(" ".join(sentences))
    assert len(read) == 2
    assert read[-1].endswith(sentences[-1])
    assert all(len(each.split()) <= WORDS for each in read)
    assert stretches("") == []
