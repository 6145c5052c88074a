"""What is to be read instead of what was heard: it says exactly what was typed, and nothing typed is lost on the way."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.memory.rewording import (
    Stretch,
    applied,
    by_sentence,
    carried,
    changed,
    place,
    put,
    tidy_lines,
    timed,
)
from voice_agent.story import Word

HEARD = "We had a dog. He was called Rex, I think. Um, he bit the postman. Then we moved to Hull."

TALK = st.lists(
    st.sampled_from(["We", "had", "a", "dog.", "He", "bit.", "Hull!", "Then", "we", "moved,"]),
    min_size=1,
    max_size=25,
).map(" ".join)


@given(TALK, TALK)
def test_it_reads_as_it_was_typed(heard: str, wanted: str) -> None:
    found = changed(heard, wanted)
    assert tidy_lines(applied(heard, found)) == tidy_lines(wanted)
    assert tidy_lines(applied(heard, by_sentence(heard, found))) == tidy_lines(wanted)


def test_what_reads_as_it_was_said_is_not_put_otherwise() -> None:
    assert changed(HEARD, HEARD) == ()
    (one,) = changed(HEARD, HEARD.replace("Um, he bit", "He only nipped"))
    assert HEARD[one.first : one.last] == "Um, he bit the postman."
    assert one.text == "He only nipped the postman."


def test_paragraphs_stay_as_they_were_typed() -> None:
    wanted = "We had a dog.\n\nHe was called Rex, I think. He bit.\nThen we moved to Hull."
    assert applied(HEARD, changed(HEARD, wanted)) == wanted


def test_a_sentence_is_put_otherwise_and_put_back() -> None:
    first = HEARD.index("He was")
    last = HEARD.index(" Um")
    stretches = put(HEARD, (), first, last, "His name was Rex.")
    assert "His name was Rex." in applied(HEARD, stretches)
    assert put(HEARD, stretches, first, last, HEARD[first:last]) == ()


@given(TALK, TALK, TALK)
def test_no_word_of_hers_is_lost_when_a_story_is_heard_anew(
    old: str, new: str, wanted: str
) -> None:
    stretches = changed(old, wanted)
    moved = carried(stretches, old, new)
    for before, after in itertools.pairwise(moved):
        assert before.last <= after.first
    for each in stretches:
        assert each.text in " ".join(m.text for m in moved)


def test_it_stays_at_its_sentence_when_another_one_is_put_right() -> None:
    new = HEARD.replace("Rex", "Bartholomew")
    first, last = HEARD.index("Um"), HEARD.index(" Then")
    (moved,) = carried([Stretch(first, last, "He nipped.")], HEARD, new)
    assert new[moved.first : moved.last] == "Um, he bit the postman."
    first, last = place(HEARD.index("Rex"), HEARD.index("Rex") + 4, HEARD, new)
    assert new[first:last] == "Bartholomew,"


def test_what_was_misheard_keeps_its_sound() -> None:
    said = tuple(
        Word(w, float(n), n + 0.5) for n, w in enumerate(["my", "aunt", "mary", "gold", "sang"])
    )
    right = timed(said, "My aunt Marigold sang.")
    assert [w.text for w in right] == ["My", "aunt", "Marigold", "sang."]
    assert (right[2].start, right[2].end) == (2.0, 3.5)
    longer = timed(said, "My aunt Mary Gold Smith sang.")
    assert longer[-1] == Word("sang.", 4.0, 4.5, said[-1].probability)
    assert timed((), "anything") == ()
