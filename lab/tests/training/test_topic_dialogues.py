"""The topic dialogues ask for an understanding of lives, not for counting words."""

from collections import Counter

import pytest

from lab.training.topic_dialogues import CANDIDATES, NARRATORS, Corpus, Split, build
from lab.training.topic_families import families
from lab.training.topic_steps import steps
from voice_agent.memory.terms import terms


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build(seed=0, narrators=FEW)


FEW = {Split.TRAIN: 4, Split.DEV: 2, Split.TEST: 4}


def test_there_are_as_many_as_were_promised(corpus: Corpus) -> None:
    share = sum(NARRATORS.values()) / sum(FEW.values())
    assert share * len(corpus.tellings) >= 4000
    assert share * len(corpus.histories) >= 1500
    assert all(corpus.of(split) for split in Split)


def test_what_is_said_days_later_shares_no_word_with_its_topic(corpus: Corpus) -> None:
    for each in corpus.histories:
        right = each.topics[each.right]
        said = " ".join(turn.text for turn in each.said)
        assert not terms(said) & terms(f"{right.line} {right.text} {' '.join(right.keywords)}")


def test_what_does_not_belong_shares_words_instead(corpus: Corpus) -> None:
    sharing = [
        any(
            terms(topic.text) & terms(" ".join(turn.text for turn in each.said))
            for topic in each.topics
        )
        for each in corpus.histories
    ]
    assert sum(sharing) > 0.6 * len(sharing)


def test_no_narrator_is_in_two_splits_and_some_stories_are_heard_only_in_the_test(
    corpus: Corpus,
) -> None:
    splits: dict[int, set[Split]] = {}
    for each in corpus.histories:
        splits.setdefault(each.narrator, set()).add(each.split)
        assert each.split is Split.TEST or not each.family.held
    assert all(len(each) == 1 for each in splits.values())
    assert any(each.family.held for each in corpus.of(Split.TEST))


def test_the_place_of_a_topic_gives_nothing_away(corpus: Corpus) -> None:
    places = Counter(each.right for each in corpus.histories)
    assert set(places) == set(range(CANDIDATES))
    assert max(places.values()) < 1.6 * len(corpus.histories) / CANDIDATES
    assert all(len({t.id for t in each.topics}) == CANDIDATES for each in corpus.histories)


def test_the_same_seed_gives_the_same_dialogues(corpus: Corpus) -> None:
    again = build(seed=0, narrators=FEW)
    assert again.histories[7] == corpus.histories[7]
    assert again.tellings[-1] == corpus.tellings[-1]


def test_a_dialogue_has_five_to_nine_turns_or_is_small_talk(corpus: Corpus) -> None:
    told = [each for each in corpus.tellings if each.family.echoes]
    assert all(3 <= len(each.turns) <= 11 for each in told)
    assert sum(len(each.turns) >= 5 for each in told) > 0.98 * len(told)


def test_a_thought_comes_before_every_answer_and_yes_is_said_at_most_once(corpus: Corpus) -> None:
    yes = 0
    for each in corpus.histories:
        walked = steps(each)
        assert all(step.thought.endswith("Yes." if step.shift else "No.") for step in walked)
        assert sum(step.shift for step in walked) <= 1
        assert all(step.state == "ending" for step in walked if step.shift)
        yes += any(step.shift for step in walked)
    assert 0.7 < yes / len(corpus.histories) < 0.95


def test_every_family_can_be_told_and_heard_of_again() -> None:
    for each in families():
        assert len(each.openings) >= 2
        assert len(each.details) >= 3
        assert each.echoes or not each.subject.memorable
