"""What teaches the reading of stories: whole lives and their form, and that nothing held back is among it."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from lab.evaluation.returning import shift_lives
from lab.evaluation.returning.shift_lives import Life
from lab.training import LESSONS, certainty
from lab.training.certainty import Case
from lab.training.links import read
from lab.training.stories import (
    BEGUN,
    LINKS_ASIDE,
    LIVES,
    LIVES_ASIDE,
    asides,
    lessons_of,
    life_links,
    strewn,
    taught,
)
from voice_agent.conversation.bringing_back import Certainty
from voice_agent.resources import resource

MEASURED = sorted(resource("lab/evaluation/returning").glob("shift_lives*.toml"))


def lives(name: str) -> tuple[Life, ...]:
    return shift_lives.read(LESSONS / f"lives_{name}.toml")


@pytest.mark.parametrize("hand", LIVES + LIVES_ASIDE)
def test_a_hand_wrote_lives_with_what_is_light_heavy_and_private(hand: str) -> None:
    every = lives(hand)
    assert len(every) == (10 if hand < "m" else 8)
    for life in every:
        kinds = [(each.heavy, each.closed) for each in life.stories]
        assert sorted(kinds) == [(False, False)] * 5 + [(False, True)] + [(True, False)] * 2
        ids = {str(each.topic.id) for each in life.stories}
        assert len(ids) == 8 and {each.about for each in life.talks} <= ids | {""}
        assert len(life.talks) == 14 and all(len(each.tell) == 4 for each in life.talks)


def test_today_is_led_to_what_belongs_and_what_is_closed_has_no_weight() -> None:
    life = lives(LIVES_ASIDE[0])[0]
    today, places, topics, heavy, free = life_links(life, 2)
    calling = [each for each in life.talks if each.about]
    assert today == [" ".join(each.tell[:2]) for each in calling]
    for place, talk in zip(places, calling, strict=True):
        assert topics[place] == life.stories[place].topic.text
        assert str(life.stories[place].topic.id) == talk.about
    assert (sum(heavy), sum(free)) == (2, 7)


def test_asides_stand_between_the_sentences_of_a_story_and_not_before_it() -> None:
    story = "We had a goat. She ate the pie. My gran stood there."
    told = [strewn(f"{story} It was May {day}.", asides()) for day in range(60)]
    clean = [f"{story} It was May {day}." for day in range(60)]
    assert told == [strewn(each, asides()) for each in clean]
    assert 5 <= sum(a == b for a, b in zip(told, clean, strict=True)) <= 25
    for each in told:
        assert each.startswith("We had a goat.")
        rest = each
        for aside in asides():
            rest = rest.replace(f" {aside}", "")
        assert rest in clean
    assert not set(asides()) & set(asides(False)) and len(asides(False)) > 40


def test_a_lesson_is_the_life_with_asides() -> None:
    life = lives(LIVES[0])[0]
    for answers in BEGUN:
        today, places, topics, heavy, free = lessons_of(life, answers)
        plain = life_links(life, answers)
        assert (places, heavy, free) == (plain[1], plain[3], plain[4])
        assert today != plain[0] and (topics != plain[2]) == (answers == max(BEGUN))


def test_no_script_drops_an_aside_that_teaches() -> None:
    said = {
        word for bank in shift_lives.WORDS.values() for words in bank.values() for word in words
    }
    assert not said & {*asides(), *asides(False)}


def test_nothing_that_is_held_back_or_measured_on_teaches() -> None:
    teaching = set(taught())
    held = [
        x
        for hand in LIVES_ASIDE
        for life in lives(hand)
        for x in life_links(life, 4)[0] + life_links(life, 4)[2]
    ]
    for name in LINKS_ASIDE:
        pairs = read(LESSONS / f"links_{name}.tsv")
        held += [text for each in pairs for text in (each.today, each.topic)]
    for path in MEASURED:
        for life in shift_lives.read(path):
            held += [each.topic.text for each in life.stories]
            held += [" ".join(each.tell) for each in life.talks]
    assert len(MEASURED) >= 7 and len(held) > 1500
    assert not teaching & set(held)


def test_one_is_as_sure_as_what_is_near_belongs(capsys: pytest.CaptureFixture[str]) -> None:
    dice = np.random.default_rng(0)

    def drawn(clear: float) -> list[Case]:
        made: list[Case] = []
        for number in range(80):
            near = dice.normal(size=8).astype(np.float32) / 10
            right = int(dice.integers(8)) if number % 5 else None
            if right is not None:
                near[right] += clear
            made.append(Case(near, right))
        return made

    clear, dim = drawn(0.8), drawn(0.1)
    by = certainty.fitted(clear)
    assert by.near > certainty.fitted(dim).near
    assert certainty.loss(clear, by) < 0.3 < certainty.loss(dim, certainty.fitted(dim))
    assert certainty.loss(dim, Certainty(near=24.0, none=0.0)) > certainty.loss(
        dim, certainty.fitted(dim)
    )
    assert all(certainty.sure(each, by).sum() < 1 for each in clear)
    certainty.report("lives", clear, by)
    assert "of 64 what belongs comes first in 1.000" in capsys.readouterr().out


def case(*near: float, right: int | None = None) -> Case:
    return Case(np.array(near, np.float32), right)


def test_what_is_left_alone_is_not_named_and_nothing_in_its_place() -> None:
    by = Certainty(near=30.0, none=0.0)
    nobody = np.zeros(3, np.bool_)
    assert certainty.named(case(0.1, 0.5, 0.1), nobody, by) == 1
    assert certainty.named(case(0.1, 0.5, 0.1), np.array([False, True, False]), by) is None
    assert certainty.named(case(-0.4, -0.4, -0.4), nobody, by) is None


class Knows:
    """Reads as heavy what it was given."""

    def __init__(self, heavy: Sequence[str]) -> None:
        self._heavy = set(heavy)

    def read(self, text: str) -> float:
        return float(text in self._heavy)


def test_what_would_come_of_today_is_counted_beside_what_should() -> None:
    life = lives(LIVES_ASIDE[0])[0]
    heavy = [n for n, each in enumerate(life.stories) if each.heavy]
    light = [n for n, each in enumerate(life.stories) if not each.heavy and not each.closed]

    def nearest(place: int, right: int | None) -> Case:
        return case(*(0.8 if n == place else 0.0 for n in range(8)), right=right)

    every = [
        nearest(light[0], light[0]),
        nearest(light[1], light[0]),
        nearest(light[1], None),
        nearest(heavy[0], heavy[0]),
        nearest(heavy[1], light[0]),
        nearest(light[2], light[2]),
    ]
    read = Knows([life.stories[n].topic.text for n in (heavy[0], light[2])])
    counted = Counter(certainty.outcomes(life, every, read))
    assert counted == {
        "heavy, known": 1,
        "heavy, not known": 1,
        "light, known": len(light) - 1,
        "light, not known": 1,
        "one is to be named: it": 1,
        "one is to be named: another": 1,
        "one is to be named: a heavy one": 1,
        "one is to be named: nothing, it is taken for heavy": 1,
        "none is to be named: another": 1,
        "none is to be named: nothing": 1,
    }
