"""The best telling of what is asked after: her own words, and never her question."""

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.reading.wishes.told_of import LONGEST_SAID_BACK_WORDS, best

TELLINGS = (
    "Our Keith played it after me. He had a better lip than me, did Keith. He were nineteen.",
    "Well, there was a telegram. Our Keith was killed on the road, in a lorry, in Germany.",
    "And the Wednesday after the funeral, two men come up the back stairs with the washing "
    "machine. He'd put the money down already. I had to sign for it.",
    "What did I tell you about the washing machine?",
    "Forget that about the washing machine.",
    "My teacher never sat down. Our teacher was Miss Hanratty, on crepe soles.",
)


def test_it_is_a_passage_that_names_what_is_asked_after() -> None:
    """The telling, tidied where it begins, and no other story."""
    found = best("the washing machine", TELLINGS)
    assert found.startswith("The Wednesday after the funeral") and "washing machine" in found
    assert best("the goat", TELLINGS) == ""


def test_what_happened_is_answered_with_what_happened() -> None:
    """And who he was with who he was."""
    assert "killed on the road" in best("our keith", TELLINGS, "what happened to our keith")
    assert "Keith" in best("our keith", TELLINGS)


def test_a_name_is_answered_with_the_name() -> None:
    """Not with the first sentence that has the word in it."""
    assert "Miss Hanratty" in best("my teacher", TELLINGS, "what was the name of my teacher")


def test_her_own_question_and_her_wishes_are_never_said_back() -> None:
    """They are no tellings."""
    assert best("the washing machine", TELLINGS[3:5]) == ""


ABOUT = {
    "our keith": "Keith",
    "the washing machine": "washing machine",
    "my teacher": "teacher",
    "the canary": "canary",
    "the flood": "flood",
}
MORE = (
    "The canary was called Bobby. He sang in the front window the whole war. Never missed a day.",
    "Well, the canary went down the pit with my grandfather, and up again, God be thanked, because there was gas in the "
    "third level that week, and he wore his cap inside out for the rest of his life on account of it, and nobody was to "
    "ask him why, not even my mother, who asked everybody everything.",
    "And then the flood came, the big flood, and took the hens, and the coal, and the piano out of the chapel. It left "
    "the hymn board. Nobody could say why. We stood on the stairs. You could hear it breathe.",
    "Do you remember what I said about the canary?",
    "I was never told about the flood, I was asleep in a drawer.",
)


@given(
    talks=st.lists(
        st.permutations([*TELLINGS, *MORE]).map(lambda each: each[:6]), min_size=1, max_size=4
    ),
    about=st.sampled_from(sorted(ABOUT)),
    asks=st.sampled_from(["", "what happened to {}", "what was the name of {}", "who was {}"]),
)
def test_in_whatever_order_it_was_told_it_is_one_breath_of_one_telling_that_speaks_of_it(
    talks: list[list[str]], about: str, asks: str
) -> None:
    """Told in any talk, any number of times: her words and nobody's question, or nothing where nothing was told."""
    tellings = [each for talk in talks for each in talk]
    found = best(about, tellings, asks.format(about))
    told = [each for each in tellings if ABOUT[about] in each and not each.startswith(WISHES)]
    assert bool(found) == bool(told)
    if found:
        assert len(found.split()) <= LONGEST_SAID_BACK_WORDS + 1
        body = found.removesuffix(" …")[1:]
        assert any(body in " ".join(each.split()) for each in told)
        assert "?" not in found and "Forget" not in found


WISHES = ("What did I tell", "Forget", "Do you remember")


@given(
    tellings=st.permutations([*TELLINGS, *MORE]),
    about=st.sampled_from(sorted(ABOUT)),
)
def test_the_order_of_the_talks_does_not_change_whose_name_is_found(
    tellings: list[str], about: str
) -> None:
    """Asked for the teacher's name it is hers, wherever she was told of."""
    names = {"my teacher": "Miss Hanratty", "the canary": "Bobby", "our keith": "Keith"}
    found = best(about, tellings, f"what was the name of {about}")
    assert names.get(about, "") in found


def test_what_was_spelt_is_not_said_back() -> None:
    spelt = "My friend was Caoimhe. That is C, A, O, I, M, H, E. She could whistle through a blade of grass."
    assert best("caoimhe", [spelt]) == (
        "My friend was Caoimhe. She could whistle through a blade of grass."
    )
