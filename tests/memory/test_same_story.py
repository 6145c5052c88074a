"""A story is known by what names it, and what goes on about it is joined to it."""

from voice_agent.memory.same_story import about, joined, touches


def test_what_goes_on_about_the_story_is_joined_to_it_and_another_story_is_not() -> None:
    parrot = "My aunt's parrot called my name all night, so I opened the window and let him out."
    assert (
        joined(parrot, "Where did the parrot go?", "Out over the frost, and never a sound.")
        is False
    )
    assert joined(parrot, "", "He sat on the frosty window sill with the parrot's ring first, and looked.") is True  # fmt: skip
    assert joined(parrot, "Who taught you to swim?", "The lock-keeper at Bewdley, with a rope round my middle and a good deal of shouting, in the summer of the drought.") is None  # fmt: skip


def test_a_story_is_found_by_what_names_it_and_not_by_the_word_story() -> None:
    parrot = "My aunt's parrot called my name all night."
    assert about("the story about the parrot", parrot) == 1.0
    assert about("the story about the parrot", "She told us a story about the mill.") < 0.6


def test_a_question_of_ours_that_speaks_of_it_is_known() -> None:
    assert touches("What did the parrot say?", ["The parrot swore at the vicar."])
    assert not touches("What was the house like?", ["The parrot swore at the vicar."])
