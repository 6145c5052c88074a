"""Years of talks are drawn from a seed, and grow as a life does."""

from lab.evaluation.memory import years
from voice_agent.story import Speaker, TurnId


def test_an_invented_life_is_the_same_life_as_it_grows() -> None:
    short, long = years.drawn(3, 5), years.drawn(6, 5)
    assert long.talks[:3] == short.talks
    every = [each for talk in long.talks for each in talk.turns]
    told = [each.text for each in every if each.speaker is Speaker.NARRATOR]
    assert len(set(told)) > 0.9 * len(told)
    assert TurnId(years.TURNS) == len(short.talks[0].turns)
