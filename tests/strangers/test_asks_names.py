"""What somebody was called, and who they were, is asked of what was told; a story asks such things of itself."""

import pytest
from talking import after, rules

from voice_agent.reading.wishes.asks_us import Kind, every

BLODWEN = (
    "My sister Blodwen had a doll with a china head, and she took it to bed till she was fourteen."
)
NELL = "The youngest of us had a goat from Cardiff with one horn. Her name was Nell, after our nan."
HANRATTY = "Our teacher was Miss Hanratty, on crepe soles, and she never sat down."
LIFE = (BLODWEN, NELL, HANRATTY)

ASKED = (
    ("What was the name of my sister, do you remember? The one I told you about.", "Blodwen"),
    ("What was she called, the one who had the doll?", "Blodwen"),
    ("Do you remember who Blodwen was?", "My sister"),
    ("Who was Blodwen?", "My sister"),
    ("Whit wis ma sister cried?", "Blodwen"),
    ("D'ye mind wha Blodwen wis?", "My sister"),
    ("What were she called, her wi' t' doll?", "Blodwen"),
    ("What mi sister name?", "Blodwen"),
    ("How she was called, my sister?", "Blodwen"),
    ("You remember the name of my sister?", "Blodwen"),
    ("What name my sister had?", "Blodwen"),
    ("My sister, what was her name?", "Blodwen"),
    ("I've told you about my sister. What was her name?", "Blodwen"),
    ("What was her name? The one with the doll.", "Blodwen"),
    ("Which of my sisters had the doll?", "Blodwen"),
    ("Remember what we called the goat?", "Nell"),
    ("What did they call my teacher, did I say?", "Miss Hanratty"),
    ("What is the good name of my teacher, I told you?", "Miss Hanratty"),
)


@pytest.mark.parametrize(("said", "holds"), ASKED)
def test_what_somebody_was_called_is_answered_with_the_telling(said: str, holds: str) -> None:
    """In her own words, in whatever English she asks, and never her question."""
    assert [each.kind for each in every(said)] == [Kind.TOLD]
    _, move = after(said, told=LIFE)
    assert holds in move.say and "?" not in move.text, move.text


@pytest.mark.parametrize("said", [each for each, _ in ASKED[::4]])
def test_whoever_was_not_told_of_is_not_found_and_nobody_forgot(said: str) -> None:
    """Plainly, and she may tell it now."""
    _, move = after(said, told=("We had a mill behind the chapel and it ran day and night.",))
    assert move.say in rules().words.phrases.kinds["not_found"].say, move.text


def test_whoever_we_spoke_of_last_may_be_asked_after_by_a_pronoun() -> None:
    """And the telling is looked for again."""
    _, move = after("What did I tell you about the doll?", "And what was she called?", told=LIFE)
    assert "Blodwen" in move.say, move.text


@pytest.mark.parametrize(
    "said",
    [
        "What was she called? Edna, that was it, Edna Pugh.",
        "He asked me what my sister was called.",
        "The vicar wanted to know what our baby was called.",
        "They called her Blodwen, what a name.",
        "Who was it but our Bert!",
        "Do you know who was at the door? My brother.",
        "Who was I to argue?",
        "Who was right? I was.",
        "And who was there but my mother?",
        "What's this called?",
        "How was school called off?",
        "Do you know what they called it? The Duchess.",
        "What did they call it, the dance hall? The Palais, that's it, the Palais.",
        "Who was the lad with the red hair? I can see him now, leaning on the gate.",
    ],
)
def test_what_a_story_asks_of_itself_is_not_asked_of_us(said: str) -> None:
    """It is answered by the story, or by nobody."""
    assert every(said) == ()


def test_that_something_was_told_is_no_telling_of_it() -> None:
    """ "I've told you about my sister" says nothing of her."""
    _, move = after(
        "I've told you about my brother. What was his name?",
        "What was my brother called?",
        told=LIFE,
    )
    assert move.say in rules().words.phrases.kinds["not_found"].say, move.text
