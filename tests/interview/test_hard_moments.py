"""A hard moment that a reader knows is met before any question of the book, and a story is never taken for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from interviews import rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage, StoryInHand
from voice_agent.interview.rules import Opening
from voice_agent.reading.by_rules.expression import bond
from voice_agent.reading.danger.living import whom
from voice_agent.reading.heads.hard_moments import (
    ORDINARY,
    READ,
    Hard,
    HardMoments,
    believed,
    last_words,
)
from voice_agent.reading.wishes.commands import Command, Wish

ASKED = "What was your first marriage like?"
TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text=ASKED),
    coverage=Coverage(asked=(ASKED,)),
    story=StoryInHand(depth=1),
    turns=6,
)

SAID = {
    "We'll leave that one in the drawer, dear.": Hard.REFUSAL,
    "It was the one, no, the other, with the bridge.": Hard.CONFUSION,
    "You've a cheek, so you have, for a wireless.": Hard.CROSS,
    "Harold takes two sugars and he's due in at six.": Hard.LIVING,
    "I still put two cups out of a morning.": Hard.NEW_GRIEF,
    "My mother kept the porch light on eleven years.": Hard.OLD_GRIEF,
    "I put the telly on for the noise.": Hard.LONELY,
    "There's a form on the table from the hospital people.": Hard.WORRY,
    "Oh, look at the state of my spectacles, all wet.": Hard.TEARS,
    "I told the girls she was our maid, and she was my mam.": Hard.SHAME,
}


@dataclass
class Knows:
    """A reader that knows SAID; it passes the KindReader contract."""

    bars: Mapping[str, float] = field(default_factory=lambda: {str(kind): 0.6 for kind in Hard})

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """All of it for what it knows."""
        none = {ORDINARY: 0.0} | {str(kind): 0.0 for kind in Hard}
        return [none | {str(SAID.get(each, ORDINARY)): 1.0} for each in sentences]


@dataclass
class Sure(Knows):
    """Sure of the one kind it has a bar for, whatever is said."""

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """All of it for that kind."""
        return [{ORDINARY: 0.0} | dict.fromkeys(self.bars, 1.0) for _ in sentences]


def talk(*said: str) -> tuple[Progress, Move]:
    by, progress, move = (
        replace(shipped := rules(), readers=replace(shipped.readers, hard=HardMoments(Knows()))),
        TALK,
        Move(Act.NOTHING),
    )
    for minute, words in enumerate(said):
        progress, move = planner.reply(
            by, progress, Heard(words, 4.0, 3.0 + minute), Opening(consented=True)
        )
    return progress, move


def kind(of: Hard) -> str:
    return next(said for said, is_ in SAID.items() if is_ is of)


@pytest.mark.parametrize("said", [s for s, k in SAID.items() if k is not Hard.REFUSAL])
def test_whatever_is_hard_is_met_without_a_question(said: str) -> None:
    _, move = talk(said)
    assert move.act is Act.ANSWER and move.say and not move.ask


@pytest.mark.parametrize("said", SAID)
def test_without_a_reader_or_a_sure_one_nothing_is_known(said: str) -> None:
    assert rules().readers.hard_moment(said) is None
    unsure = HardMoments(Knows({str(each): 1.1 for each in Hard}))
    assert unsure(said) is None


def test_who_will_not_speak_of_it_is_asked_something_else() -> None:
    progress, move = talk(kind(Hard.REFUSAL))
    assert move.reason == "asked for: skip"
    assert move.ask and move.ask != ASKED
    assert ASKED not in progress.question.text


def test_who_is_adrift_hears_who_speaks_and_is_asked_for_no_year() -> None:
    progress, move = talk(kind(Hard.CONFUSION))
    assert "computer program" in move.say
    assert progress.safety.confused


def test_somebody_spoken_of_as_near_is_asked_after_and_neither_denied_nor_affirmed() -> None:
    _, move = talk(kind(Hard.LIVING))
    assert "Harold" in move.say


def test_what_they_still_do_is_said_back_in_grief() -> None:
    _, move = talk(kind(Hard.NEW_GRIEF))
    assert move.say.startswith("You still put two cups out of a morning. ")


def test_nobody_is_consoled_where_one_reader_alone_heard_grief() -> None:
    """Nothing is asked either: what may be hard is listened to (evidence.py)."""
    _, move = talk(kind(Hard.OLD_GRIEF))  # the porch light, eleven years
    assert move.say in rules().words.phrases.kinds["still_here"].say and not move.ask


def test_a_loss_of_long_ago_is_not_called_near_unless_something_of_these_days_is_told() -> None:
    old, new = "He died in 1956.", "We came in 1956, and he died this week."
    near = rules().words.phrases.kinds["with_new_grief"].say
    for said, so in ((old, False), (new, True)):
        by = replace(
            shipped := rules(),
            readers=replace(shipped.readers, hard=HardMoments(Sure({"newgrief": 0.5}))),
        )
        before = replace(
            TALK, comfort=replace(TALK.comfort, sad=True)
        )  # what the safety page says to sadness was said
        _, move = planner.reply(by, before, Heard(said, 4.0, 3.0), Opening(consented=True))
        assert any(phrase in move.say for phrase in near) is so, said


def test_nobody_hears_their_own_shame_from_us() -> None:
    _, move = talk(kind(Hard.SHAME))
    assert "maid" not in move.text and "mam" not in move.text


def test_told_on_one_open_question_follows_and_tears_are_asked_nothing() -> None:
    _, move = talk(kind(Hard.LONELY), kind(Hard.WORRY))
    assert move.act is Act.QUESTION and "worry, told on" in move.reason
    _, move = talk(kind(Hard.LONELY), kind(Hard.TEARS))
    assert not move.ask


def test_after_it_nobody_is_asked_for_joy_and_a_few_words_more_are_waited_for() -> None:
    book = rules().words.phrases.kinds
    for hard, stays in ((Hard.NEW_GRIEF, "acknowledge_sad"), (Hard.WORRY, "still_here")):
        progress, _ = talk(kind(hard))
        assert progress.comfort.mourned == progress.turns
        _, move = talk(kind(hard), "The blue one.")
        assert move.say in book[stays].say, hard


def test_no_wish_is_guessed_at_where_somebody_is_adrift() -> None:
    quieter = replace(
        shipped := rules(),
        readers=replace(
            shipped.readers, hard=HardMoments(Knows()), second=lambda said: Wish(Command.QUIETER)
        ),
    )
    for said, is_ in SAID.items():
        _, move = planner.reply(quieter, TALK, Heard(said, 4.0, 3.0), Opening(consented=True))
        guessed = move.reason == "asked for: quieter"
        assert guessed is (is_ not in (Hard.CONFUSION, Hard.LIVING)), said


def test_a_cry_comes_before_all_of_it() -> None:
    by = replace(
        shipped := rules(),
        readers=replace(
            shipped.readers, hard=HardMoments(Knows(dict.fromkeys(map(str, Hard), 0.0)))
        ),
    )
    heard = Heard("I can't breathe, my chest hurts.", 4.0, 3.0)
    _, move = planner.reply(by, TALK, heard, Opening(consented=True))
    assert move.act is Act.SAFETY


def test_only_the_last_words_are_read_whole_sentences_where_they_fit() -> None:
    long = " ".join(["word"] * 40) + ". " + " ".join(["late"] * 20) + ". Nobody comes."
    assert last_words(long) == " ".join(["late"] * 20) + ". Nobody comes."
    assert len(last_words(" ".join(["word"] * 99)).split()) == READ
    assert last_words("") == ""


def test_one_or_two_words_and_the_end_of_a_story_are_no_moment() -> None:
    always = HardMoments(Sure({"lonely": 0.5}))
    assert always("Nobody comes now.") is Hard.LONELY
    for said in (
        "Not today.",
        "Well, that is it.",
        "That's all there is to tell.",
        "I think that's enough about that.",
    ):
        assert always(said) is None and not always.perhaps(said), said
    assert not always.perhaps("I don't know.")
    assert always.perhaps("I keep the other doors shut now.")


def test_what_closes_a_story_is_not_read_with_it() -> None:
    class Last(Sure):
        read = ""

        def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
            Last.read = sentences[0]
            return super().shares(sentences)

    reader = Last({"lonely": 0.5})
    HardMoments(reader)("They want me for the next one. I think that's enough about that.")
    assert Last.read == "They want me for the next one."
    HardMoments(reader)("They clapped till the roof shook! That was it. Nothing more to tell.")
    assert Last.read == "They clapped till the roof shook!"
    HardMoments(reader)("They want me for the next one. I will not go.")
    assert Last.read == "They want me for the next one. I will not go."


def test_the_likeliest_is_believed_from_its_bar_on() -> None:
    shares = {ORDINARY: 0.4, "worry": 0.35, "lonely": 0.25}
    assert believed(shares, {"worry": 0.3}, 12) is Hard.WORRY
    assert believed(shares, {"worry": 0.4, "lonely": 0.1}, 12) is None
    assert believed(shares, {"worry": 0.3}, 5) is None  # of few words one must be surer


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("I still listen for the key in the door.", "You still listen for the key in the door."),
        ("I talk to the hens. Five lay.", "You talk to the hens."),
        ("He died, and I keep his bicycle clips by the bed.", "You keep his bicycle clips by the bed."),
        ("It's quiet now.", ""),
        ("I still hit the bottle every night.", ""),
        ("I still wish I was dead.", ""),
        ("I can't get used to the quiet every night.", ""),
    ],
)  # fmt: skip
def test_what_lasts_is_said_back_and_nothing_sore(said: str, back: str) -> None:
    assert bond(said) == back


@pytest.mark.parametrize(
    ("said", "asked", "name"),
    [
        ("When Harold gets in. I've kept it warm.", "What time is dinner?", "Harold"),
        ("Isa. I'm meeting her at the Co-op, half ten.", "Who is your friend?", "Isa"),
        ("he's just gone down to the shed", "How did your husband pass his time?", "your husband"),
        ("she is sleeping now speak softly", "What was it like there?", "her"),
        ("He is with his mother.", "What then?", "him"),
        ("Oh, it's only up the road.", "Where was it?", ""),
        ("Shush, you'll wake her, she's just gone off.", "Had you children?", "her"),
        ("Lovely. She'd feed anybody that came.", "How was the cooking?", "her"),
        ("She's only upstairs. Speak up a bit.", "Who lived with you?", "her"),
    ],
)
def test_who_is_near_is_called_as_they_were(said: str, asked: str, name: str) -> None:
    assert whom(said, asked) == name
