"""The labelled sentences: the mapping, the rated set, and that nothing of it was trained on."""

import re
from collections import Counter

from shared import shared

from lab import LABELLED
from lab.evaluation.feeling import sentences
from lab.training.tellings import tellings
from voice_agent.emotion import labels
from voice_agent.story import Emotion

RATED = sentences.rated(LABELLED / "rated.tsv")


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def runs(text: str, n: int = 6) -> set[tuple[str, ...]]:
    each = words(text)
    return {tuple(each[k : k + n]) for k in range(len(each) - n + 1)}


def test_every_emotion_of_goemotions_is_mapped() -> None:
    assert set(labels.MAPPING) == set(labels.GOEMOTIONS)
    assert set(labels.MAPPING.values()) == set(Emotion) - {Emotion.PESSIMISM}


def test_the_rated_set_is_large_enough_to_say_something() -> None:
    counts = Counter(each.category for each in RATED)
    assert len(RATED) >= 240
    assert counts[Emotion.NEUTRAL] >= 80
    assert all(counts[emotion] >= 8 for emotion in Emotion)
    assert sum(each.kind == "unspoken grief" for each in RATED) >= 30


def test_a_rating_is_neutral_where_and_only_where_it_is_nothing() -> None:
    for each in RATED:
        assert (each.intensity == 0) == (each.category is Emotion.NEUTRAL), each
        assert each.emotions == {Emotion.NEUTRAL} or Emotion.NEUTRAL not in each.emotions


def test_grief_without_emotion_words_has_none() -> None:
    named = re.compile(
        r"\b(sad|sorrow|grie\w+|cried|cry|wept|tears?|heartbroken|lonely|miss(ed)? \w+|sorry)\b"
    )
    for each in RATED:
        if each.kind == "unspoken grief":
            assert not named.search(each.text.lower()), each.text


def test_no_rated_sentence_was_trained_on() -> None:
    told = tellings()
    assert not {each.text.lower() for each in RATED} & {each.text.lower() for each in told}
    learned = {run for each in told for run in runs(each.text)}
    shared_runs = {each.text: runs(each.text) & learned for each in RATED}
    assert not {text: found for text, found in shared_runs.items() if found}


def test_no_rated_sentence_stands_in_the_data_sets() -> None:
    folder = shared("emotion")
    rated = {" ".join(words(each.text)) for each in RATED}
    for split in ("train", "dev"):
        found = {
            " ".join(words(each.text))
            for each in sentences.goemotions(folder / f"goemotions/{split}.tsv")
        }
        assert not rated & found


def test_there_are_enough_tellings_and_plain_ones_among_them() -> None:
    told = tellings()
    counts = Counter(each.category for each in told)
    assert len(told) >= 800
    assert counts[Emotion.NEUTRAL] >= 200
    assert 0.05 < sum(not each.trains for each in told) / len(told) < 0.4


def test_the_same_tellings_come_every_time() -> None:
    assert tellings() == tellings()
