from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import BookRefused
from voice_agent.memory.claims import Mention, Part
from voice_agent.story import SessionId, TurnId
from voice_agent.storybook.grounding import Atom, faults
from voice_agent.storybook.pages import Kind, Sentence

SAID = "My mother's sister Rose came to Ohio in nineteen fifty-two, and she never had a dog."


def written(text: str, *said: str) -> Sentence:
    spans = tuple(
        Mention(Part.WHAT, SessionId("s"), TurnId(n), 1, 0, len(each), each)
        for n, each in enumerate(said or (SAID,), start=1)
    )
    return Sentence(text, Kind.WRITTEN, spans)


def found(text: str, *said: str, dates: Sequence[str] = ()) -> set[Atom]:
    return {each.atom for each in faults(written(text, *said), dates=dates)}


@pytest.mark.parametrize(
    "text",
    [
        SAID,
        "In 1952 my mother's sister Rose came to Ohio.",
        "My aunt Rose came to Ohio in 1952.",
        "Rose came to Ohio, and never had a dog.",
        "“She never had a dog.”",
    ],
)
def test_what_was_said_may_be_said_again(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("My aunt Ruth came to Ohio in 1952.", Atom.NAME),
        ("Rose came to Iowa in 1952.", Atom.NAME),
        ("Rose came to Ohio in 1953.", Atom.DATE),
        ("Rose came to Ohio in March.", Atom.DATE),
        ("Rose came to Ohio with two dogs.", Atom.NUMBER),
        ("My cousin Rose came to Ohio.", Atom.KIN),
        ("Rose came to Ohio and had a dog.", Atom.NEGATION),
        ("She had a dog.", Atom.NEGATION),
        ("Rose never came to Ohio.", Atom.NEGATION),
        ("“She came to Ohio,” in 1952.", Atom.QUOTE),
        ("Rose came to Ohio, and I was happy.", Atom.FEELING),
        ("Rose came to Ohio, and my heart sank.", Atom.FEELING),
        ("Rose came to Ohio, and it taught me patience.", Atom.LESSON),
        ("Rose came to Ohio. The neighbours whispered behind curtains.", Atom.WORDS),
    ],
)
def test_one_thing_that_nobody_said_stops_the_sentence(text: str, atom: Atom) -> None:
    assert atom in found(text)


def test_a_date_that_follows_from_what_was_said_may_be_written_as_loosely_as_it_follows() -> None:
    said = "I was nine when the goat ate the pie."
    assert found("About 1950 the goat ate the pie.", said, dates=["1950~"]) == set()
    assert found("In 1950 the goat ate the pie.", said, dates=["1950~"]) == {Atom.DATE}
    assert found("In 1950 the goat ate the pie.", said) >= {Atom.DATE}


def test_nobody_speaks_for_the_narrator_without_words_to_rest_on() -> None:
    with pytest.raises(BookRefused):
        Sentence("I was happy.", Kind.WRITTEN)


@given(st.text(max_size=60), st.text(min_size=1, max_size=60).filter(str.strip))
def test_the_gate_answers_for_any_text(text: str, said: str) -> None:
    assert isinstance(faults(written(text, said)), tuple)
