"""The best telling of what is asked after: her own words, and never her question."""

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.interview.steering.told_of import LONGEST, best

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


@given(st.lists(st.text("abc cornet.,?! \n", min_size=1, max_size=400), max_size=6))
def test_it_is_never_longer_than_a_breath(tellings: list[str]) -> None:
    """However somebody tells it."""
    assert len(best("cornet", tellings).split()) <= LONGEST + 1
