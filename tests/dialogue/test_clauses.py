"""What the last words say: a clause left open, a name being searched for, the floor handed over."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared import shared

from voice_agent.dialogue.clauses import closing, unfinished

OPEN = (
    "What happened was",
    "What I remember was",
    "And then",
    "and then, um",
    "I went to the",
    "I went to the.",
    "She lived with",
    "We were very poor because",
    "He told me that",
    "He told me that.",
    "I was born in",
    "I was born in.",
    "So",
    "Well,",
    "And so",
    "My father was",
    "My father was a",
    "there was",
    "And there was",
    "And he said",
    "My mother always told me",
    "She was married to",
    "We moved there in nineteen",
    "I met Mr.",
    "I met Mr. Smith and",
    "We had chickens, cows, pigs",
    "It was either the spring",
    "Not only was he tall",
    "What was his name?",
    "There was a man, what was his name?",
    "It was, let me think",
    "Oh, what do you call it?",
    "It's on the tip of my tongue.",
    "I'm trying to remember.",
    "Wait a minute.",
    "I can't think of her name.",
    "When I was a little girl.",
    "When the war ended.",
    "After my mother died.",
    "One day.",
    "And then one day",
    "And in the evening",
    'He said, "Come here',
    "We used to",
    "We wanted to",
    "They were going to",
    "I remember",
    "And I remember.",
    "We lived near",
    "He was a sort of",
    "For example",
    "My brother and",
    "My brother and I",
    "but I",
    "If you",
    "I mean",
    "and my",
    "She had",
    "They have",
    "He could be very",
    "I think",
    "and I think",
    "there's",
    "and it's",
    "a man called",
    "His dog was called",
    "There were three reasons",
    "I got it from",
    "And we came from",
    "you know",
    "Anyway.",
    "And the first thing was",
    "what struck me was",
    "It was like",
    "um",
    "Uh...",
    "the fact that",
    "on the one hand it was hard work",
    "I worked there until",
    "While",
    "She could sing and dance and",
    "and that's when",
    "It was colder than",
    "Because",
    "with my",
    "The teacher, who",
    "I'd",
    "and of course",
    "And finally",
    "I was thinking about",
    "It was about",
    "for the",
    "in those",
    "He was looking at",
    "as soon as we got home",
    "Every time he came home",
    "I had an",
    "and every",
    "It was quite",
    "We had a horse named",
    "He asked me",
    "And what was it?",
    "to",
    "Then",
    "who was it now",
    "She was in",
    "We had nothing but",
)


COMPLETE = (
    "I didn't know what freedom was.",
    "She never told me what his name was.",
    "They took everything we had.",
    "That is all the wife I ever had.",
    "He could see the life he never could have had.",
    "I think so.",
    "I suppose so",
    "That's how it was.",
    "I went to the store.",
    "That's where we came from.",
    "She's the girl I danced with.",
    "the boy I danced with",
    "That was what he said.",
    "Like I said.",
    "There was nobody to play with.",
    "He did it for a while.",
    "We had chickens, cows, and pigs.",
    "I don't want to.",
    "No, I didn't have to.",
    "We don't do it like we used to.",
    "She was good to me.",
    "My mother took him in.",
    "And so on.",
    "And life went on.",
    "I was nineteen.",
    "It was cold, you know.",
    "It was 1952, I think.",
    "I loved her",
    "He was a friend of his",
    "That was back then.",
    "Every now and then.",
    "When I was seven we moved to Ohio.",
    "When the war ended, everybody danced.",
    "Yes I was.",
    "Oh yes, they were.",
    "He was taller than I was.",
    "Where I come from, that's normal.",
    "My brother died in the war.",
    "I lived with my uncle.",
    "We all got along as well",
    "Who did you go with?",
    "What was it like?",
    "That's what it was like.",
    "Not really.",
    "She passed by.",
    "Either way it was fine.",
    'He said, "Come here."',
    "I don't remember.",
    "That's all I remember.",
    "I grew up in Ohio.",
    "I was very happy.",
    "It was the best time I ever had.",
    "It was all we had.",
    "They laughed at me",
    "I was laughed at.",
    "And my mother cried.",
    "So did I.",
    "And that was the end of that.",
    "And in the evening we sang.",
    "One day he came home.",
    "He never told me that",
    "It was a long, long road.",
    "There were only the two of us.",
    "I never saw him again after that.",
    "She made the best pie in town.",
    "He knew everything she worked for.",
    "The war was over",
    "We sat down",
    "it was nice though",
    "Nobody knew why",
    "I don't know who",
    "We got rid of it.",
    "He was well taken care of.",
    "Did you ever see one?",
    "I was afraid of him.",
    "Because we were poor.",
    "She came from Ireland and he came from Wales.",
    "Yes.",
    "No.",
    "Everybody sang along",
    "and nobody asked me",
    "That's the house we lived in.",
    "And we stayed there till morning.",
    "I worked at the mill for forty years.",
    "Well, it was something to look forward to.",
    "And that's the town I come from.",
    "They had nothing to live on",
)

HANDED_OVER = (
    "That's it.",
    "That's all I remember.",
    "And that was that.",
    "That's about it, really.",
    "So that's my story.",
    "What would you like to know?",
    "Do you want to hear about the farm?",
    "Shall I go on?",
    "What else?",
    "I can't remember anything else.",
    "I'm done now.",
    "There you have it.",
    "Is that what you wanted?",
    "What about you?",
    "That's all there is to tell.",
)

KEPT = (
    "And you know what?",
    "Can you imagine that?",
    "That's it, he shouted.",
    "That's all he ever wanted.",
    "It was cold.",
    "Do you know what he did?",
    "Yes.",
    "What could you do?",
)


@pytest.mark.parametrize("text", OPEN)
def test_a_clause_left_open_is_heard(text: str) -> None:
    assert unfinished(text)


@pytest.mark.parametrize("text", COMPLETE)
def test_a_sentence_that_is_whole_waits_no_longer_than_others(text: str) -> None:
    assert not unfinished(text)


@pytest.mark.parametrize("text", HANDED_OVER)
def test_the_narrator_hands_the_floor_over(text: str) -> None:
    assert closing(text)


@pytest.mark.parametrize("text", (*KEPT, *OPEN[:40]))
def test_the_narrator_keeps_the_floor(text: str) -> None:
    assert not closing(text)


def test_there_are_enough_sentences_to_trust_the_rules() -> None:
    assert len(OPEN) >= 80 and len(COMPLETE) >= 80


def test_a_bare_yes_answers_a_yes_or_no_question_and_nothing_else() -> None:
    assert closing("Yes.", asked="Did you have brothers?")
    assert closing("Oh no, we didn't.", asked="And were you ever afraid?")
    assert closing("I don't think so.", asked="That is lovely. Is she still living?")
    assert not closing("Yes.", asked="What was your father like?")
    assert not closing("Yes.")


def test_half_a_sentence_can_be_a_whole_answer() -> None:
    assert unfinished("When I was seven.")
    assert not unfinished("When I was seven.", asked="When did you leave home?")
    assert unfinished("Yes it was") is False
    assert not unfinished("I think so, yes", asked="Was that in Ohio?")


def test_only_the_last_sentence_counts() -> None:
    assert not unfinished("It was my, um. We had a good life.")
    assert unfinished("We had a good life. And then")
    assert not closing("That's all. But the war changed everything.")


def test_a_titles_dot_is_no_full_stop() -> None:
    assert unfinished("Our teacher was called Mr.")
    assert not unfinished("Our teacher was Mr. Smith.")


def test_silence_leaves_nothing_open() -> None:
    assert not unfinished("") and not unfinished("   ") and not closing("")


@given(st.text(max_size=300))
def test_no_text_is_too_odd(text: str) -> None:
    assert unfinished(text) in (True, False)
    assert closing(text, asked=text) in (True, False)


words = st.lists(
    st.sampled_from(
        [
            "we",
            "the",
            "went",
            "to",
            "a",
            "farm",
            "and",
            "my",
            "mother",
            "was",
            "then",
            "when",
            "I",
            "old",
            "you",
            "said",
        ]
    ),
    min_size=1,
    max_size=20,
).map(" ".join)


@given(words)
def test_case_and_a_full_stop_change_nothing(text: str) -> None:
    assert unfinished(text) == unfinished(text.upper()) == unfinished(text + ".")


@given(words, st.sampled_from(("and", "but", "because", "the", "and then", "and um")))
def test_a_joint_at_the_end_always_leaves_the_clause_open(text: str, joint: str) -> None:
    assert unfinished(f"{text} {joint}")


def test_whole_sentences_of_real_tellings_are_seldom_called_unfinished_and_cut_ones_often() -> None:
    """Life histories in the narrators' own words, dialect and all; cut at random places."""
    dice = Random(1)
    whole = list[str]()
    for path in sorted(shared("safety").glob("life_histories/*.txt")):
        text = " ".join(path.read_text(encoding="utf-8", errors="replace").split())
        sentences = re.split(r"(?<=[a-z][.!])\s+(?=[A-Z])", text)
        plain = [s for s in sentences if 5 <= len(s.split()) <= 30 and not set(s) & set('"“')]
        whole += dice.sample(plain, min(len(plain), 30))
    cut = [
        " ".join(s.split()[: dice.randint(2, len(s.split()) - 1)]).rstrip(",;:.") + "."
        for s in whole
    ]
    assert sum(map(unfinished, whole)) / len(whole) < 0.05
    assert sum(map(unfinished, cut)) / len(cut) > 0.3
