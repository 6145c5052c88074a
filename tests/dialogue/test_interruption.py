"""After a sound over our speech, the words decide whether we go on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.interruption import LISTENING, Meaning, judge

LISTENED = (
    "", "  ", "(coughs)", "[laughter]", "*sighs*", "♪", "...", "Mm.", "Mm-hmm.", "Mm hmm", "Mhm", "Uh-huh.", "Hmm",
    "Yes.", "Yes, yes.", "Yeah, yeah.", "Yep", "Right.", "Right, right.", "Okay.", "Oh.", "Ohh", "Oh, I see.",
    "Yes, yes, I see.", "That's right.", "That’s true.", "Of course.", "Oh my goodness.", "Oh dear.", "I know.", "Thank you.",
    "Go on.", "Um", "Ha ha ha.", "Is that so?", "Yes, of course.", "Quite right.", "Bless you.",
)  # fmt: skip
SPOKE = (
    "Wait.", "Wait a minute", "No.", "No, no.", "Stop.", "Stop it", "But", "But that was later.", "Yes, but", "My brother",
    "She died.", "What?", "Pardon?", "What did you say?", "Slower, please.", "Louder", "I did", "Yes, I remember",
    "Yes and then we went to the lake", "Not yet", "Actually", "Let me tell you", "I was born there", "Well", "So",
    "In 1952", "Ohio", "Hold on", "Enough", "Sorry?", "Can you say that again", "Is it?", "Mm, no", "Okay, but not today",
    "Listen", "yes yes yes yes yes", "I don't know",
)  # fmt: skip


@pytest.mark.parametrize("words", LISTENED)
def test_a_listeners_small_sound_does_not_drop_our_reply(words: str) -> None:
    assert judge(words) is Meaning.GO_ON


@pytest.mark.parametrize("words", SPOKE)
def test_whoever_has_something_to_say_gets_the_floor(words: str) -> None:
    assert judge(words) is Meaning.YIELD


OURS = "Tell me about the house where you grew up."


def test_our_own_voice_coming_back_is_nobody_speaking() -> None:
    assert judge("about the house where you", ours=OURS) is Meaning.GO_ON
    assert judge("tell me about a house", ours=OURS) is Meaning.GO_ON


def test_an_answer_in_our_words_is_still_an_answer() -> None:
    assert judge("The house?", ours=OURS) is Meaning.YIELD
    assert judge("The house burned down, you know", ours=OURS) is Meaning.YIELD
    assert judge("no", ours="Say no if you like.") is Meaning.YIELD
    assert judge("wait, the house where you", ours=OURS) is Meaning.YIELD


@given(st.sampled_from(sorted(LISTENING)), st.sampled_from(("", ".", "!", ",")))
def test_case_and_punctuation_do_not_matter(words: str, mark: str) -> None:
    assert judge(words + mark) is judge(words.upper() + mark) is Meaning.GO_ON


@given(st.text(max_size=80), st.sampled_from(("stop", "no", "wait", "but")), st.text(max_size=80))
def test_stop_is_heard_among_any_other_words(before: str, word: str, after: str) -> None:
    # brackets are how recognisers mark noises; what stands in them was not said
    clear = str.maketrans("", "", "[](){}*♪")
    text = f"{before.translate(clear)} {word} {after.translate(clear)}"
    assert judge(text) is Meaning.YIELD


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_words_are_too_odd(words: str, ours: str) -> None:
    assert judge(words, ours=ours) in Meaning
