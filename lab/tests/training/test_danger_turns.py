"""What teaches danger in whole turns: that nothing held back is taught, how a turn is read, and how a hand is judged."""

import numpy as np
import pytest
from test_danger_hands import JUDGES, rows

from lab import LABELLED, utterances
from lab.evaluation.feeling import calm_talk, danger_talks
from lab.training import calm_today
from lab.training.danger import SOMEHOW
from lab.training.danger_turns import AT, fitted, hands, judge, kinds, renderings, surely
from lab.utterances import Utterance
from voice_agent.reading.danger.cries import GRAVE

HELD_TALKS = [LABELLED / f"danger_talks_{name}.tsv" for name in ("open", "sealed")]


def test_every_hand_tells_of_every_danger_and_more_often_of_none() -> None:
    wrote = hands()
    of_danger = [turns for turns in wrote.values() if any(each.label in GRAVE for each in turns)]
    assert len(of_danger) >= 15
    for turns in of_danger:
        assert {each.label for each in turns} == {*GRAVE, "calm"}
        assert sum(each.label == "calm" for each in turns) > len(turns) / 2


def test_no_turn_shares_seven_words_with_what_judges() -> None:
    said = [
        turn.words for file in HELD_TALKS for talk in danger_talks.read(file) for turn in talk.turns
    ]
    said += [
        each.words for name in JUDGES for each in utterances.read(LABELLED / f"safety_{name}.tsv")
    ]
    said += [*calm_talk.turns(LABELLED / "calm_today.txt"), *calm_today.turns(teaches=False)]
    judged = {row for words in said for row in rows(words)}
    assert len(judged) > 30_000
    for turns in hands().values():
        assert [each.words for each in turns if rows(each.words) & judged] == []


def test_a_turn_is_read_nearly_alike_as_it_stands_and_misheard() -> None:
    as_it_stands, misheard = renderings(
        "Oh, I've taped the window up. It's for the draught, I said."
    )
    assert as_it_stands == "i have taped the window up it is for the draught i said"
    assert len(set(as_it_stands.split()) ^ set(misheard.split())) <= 6


def test_a_head_learns_what_its_turns_are_and_a_hand_is_judged_by_the_calm_it_disturbs() -> None:
    dice = np.random.default_rng(0)
    labels = ["2", "3", "3m", "A", *["calm"] * 8] * 20
    said = [Utterance(label, "words") for label in labels]
    of = kinds(said)
    assert of[0] == 3 and of[4] == SOMEHOW
    read = dice.normal(size=(2 * len(said), 2304)).astype(np.float16)
    read[np.repeat(of, 2) >= 0, :40] += 3  # what danger looks like
    head = fitted(read, of)
    found = surely(head, read[::2])
    calm = found[of == SOMEHOW]
    table = judge(said, found, calm, words=45_000)
    assert len(table) == len(AT)
    assert all(share == 1.0 for share in table[0][:4]) and table[0][4] <= 1 / (8 * 20)
    shuffled = judge(said, dice.permutation(found), calm, words=45_000)
    assert max(shuffled[0][:4]) < 0.7


@pytest.mark.parametrize("file", HELD_TALKS, ids=lambda file: file.stem)
def test_held_back_talks_have_one_danger_each_or_none(file) -> None:
    talks = danger_talks.read(file)
    assert len(talks) >= 44
    for talk in talks:
        assert len({each.label for each in talk.turns} & GRAVE) <= 1
        assert len(talk.turns) >= 8
