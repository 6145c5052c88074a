"""Somebody frightened, lost, or looking for a person is met first; nothing of their life is asked of them at once."""

import re

import pytest
from interviews import AGREED, BOOK, STORY, rules, talk, why_not

from voice_agent.interview import planner, silence
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Opening
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.by_rules.small_talk import kind
from voice_agent.reading.danger.living import asked_for
from voice_agent.reading.danger.unsettled import taken_for, unsettled
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command

OURS = {question.ask for topic in BOOK for question in topic.questions}


def after(*lines: str, told: int = 2) -> tuple[Progress, Move]:
    """What follows the last of `lines`, said after `told` stories."""
    *_, last = talk(rules(), (*STORY[:told], *lines))
    return last


@pytest.mark.parametrize(
    ("said", "met"),
    [
        ("who are you where am i is this the theatre", "lost_where"),
        ("i'm frightened its dark and peter isn't here", "frightened"),
        ("I'm scared.", "frightened"),
        ("i want to go home", "lost_home"),
        ("Take me home, please.", "lost_home"),
        ("there's a man in the room in the corner", "sees_somebody"),
        ("Who is that woman?", "sees_somebody"),
    ],
)
def test_somebody_lost_hears_who_speaks_and_is_asked_for_somebody_near(said: str, met: str) -> None:
    assert unsettled(said) == met
    progress, move = after(said)
    assert "computer program" in move.say and move.ask not in OURS
    assert move.ask in rules().words.phrases.kinds["with_you_ask"].say
    # what they see or believe is neither denied nor affirmed
    assert not re.search(
        r"\b(?:nobody there|no man|is a man|you are at home|imagine|imagining|dream)", move.text
    )
    _, then = planner.reply(rules(), progress, Heard("it's so dark"), AGREED)
    assert "?" not in then.text and then.act is Act.ANSWER


@pytest.mark.parametrize(
    "said",
    [
        "I was frightened of the dark when I was small.",
        "I'm afraid I don't remember his name.",
        "im frightened of spiders",
        "i want to go home to jamaica one day",
        "there was a man in the room and he sold brushes",
        "there are people in the church every sunday",
        "He said, where am I? And we all laughed.",
        "There's the man who sold fish in our street.",
    ],
)
def test_a_fright_that_is_told_is_a_story(said: str) -> None:
    assert unsettled(said) == ""


def test_danger_comes_before_fear() -> None:
    _, move = after("I'm frightened. I've fallen and I can't get up.")
    assert move.alert == "3m"


def test_who_has_somebody_near_is_waited_for_and_who_has_nobody_hears_the_number() -> None:
    progress, _ = after("i'm frightened")
    called, yes = planner.reply(rules(), progress, Heard("yes my daughter"), AGREED)
    assert yes.text in rules().words.phrases.kinds["call_them"].say
    assert silence.after_silence(rules(), called, 600.0, (8, 25, 60))[1].act is Act.NOTHING
    _, no = planner.reply(rules(), progress, Heard("no there is nobody"), AGREED)
    assert rules().readers.net.emergency in no.say and "?" not in no.text


@pytest.mark.parametrize(
    "said",
    [
        "where is peter he should be home by now its getting dark",
        "Where is Peter? He should be home by now.",
        "i keep asking you when is peter coming",
        "is peter in the garden",
        "did peter telephone",
        "do you know where peter is",
    ],
)
def test_somebody_asked_for_by_name_is_neither_announced_nor_affirmed(said: str) -> None:
    _, move = after(said)
    assert "Peter" in move.text and "?" not in move.text
    assert not re.search(r"\b(?:dead|died|gone|was|coming|home|back)\b", move.text)


def test_who_he_is_is_known_from_a_moment_ago() -> None:
    _, move = after("where's peter", "is he coming for his tea")
    assert "Peter" in move.text


@pytest.mark.parametrize(
    "said",
    [
        "He asked me where is Peter.",
        "Where is the bus?",
        "is tea coming",
        "did you see that",
        "Peter was in the garden all day.",
        "has winter come",
        "where is my hat",
    ],
)
def test_a_story_looks_for_nobody(said: str) -> None:
    assert asked_for(said) == ""


def test_no_year_is_asked_of_somebody_who_was_lost_in_this_talk() -> None:
    when = Candidate("What year was that?", Wants.WHEN, Source.STORY)
    progress, _ = after("where is peter", STORY[3])
    assert why_not(when, rules(), progress, Heard(STORY[3])).startswith("no year")
    clear, _ = after(STORY[3])
    assert not why_not(when, rules(), clear, Heard(STORY[3])).startswith("no year")


@pytest.mark.parametrize(
    "said",
    [
        "what sort of a machine are you",
        "are you a spy for the council",
        "Are you the nurse?",
        "who sent you",
    ],
)
def test_who_asks_what_it_is_hears_what_it_is(said: str) -> None:
    assert kind(said) == "talk_who"
    _, move = after(said)
    assert "computer program" in move.say


def test_who_takes_us_for_their_mother_hears_who_speaks_and_may_tell_of_her() -> None:
    assert taken_for("are you mother") == "mother" and taken_for("is that enough") == ""
    _, move = after("oh you're very kind are you mother")
    assert "program" in move.say and "your mother" in move.say


@pytest.mark.parametrize(
    "said",
    [
        "oh hello dear yes is that peter",
        "yes hello who is it",
        "Oh yes, come in, are you the doctor?",
    ],
)
def test_a_yes_in_a_greeting_allows_nothing(said: str) -> None:
    assert yes_no.agrees(said) is None
    by = rules()
    before, _ = planner.open_session(by, Opening())
    _, move = planner.reply(by, before, Heard(said), Opening())
    assert move.consent is None and move.ask == by.words.notice.ask_again


def test_a_lost_thread_is_found_in_their_own_words() -> None:
    told = "roses he grew them for me you know every june he left one on the dressing table"
    for asked in ("i've lost the thread", "what were we talking about"):
        _, move = after(told, asked)
        assert "roses he grew them" in move.say, asked


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("thats enough stop", Command.STOP),  # codespell:ignore thats
        ("alright son i tired now we stop here till next time god bless", Command.GOODBYE),
        ("good night i going to my bed", Command.GOODBYE),
        ("goodbye dear lovely to meet you", Command.GOODBYE),
        ("i think i would like to stop now dear my feet hurt", Command.STOP),
        ("right im off for me dinner", Command.GOODBYE),
        ("i tired now son we finish for today", Command.GOODBYE),
    ],
)
def test_the_end_is_heard_where_a_recogniser_writes_no_marks(said: str, command: Command) -> None:
    assert commands.understood(said) is command


@pytest.mark.parametrize(
    "said",
    [
        "and then we said good night",
        "the bus would not stop",
        "we kissed her goodbye",
        "and the bell went and i had to stop now",
        "the song was called goodbye",
        "i get tired my legs ache when i walk up the hill",
        "we danced and then good night",
        "i tired of it",
    ],
)
def test_an_end_that_is_told_ends_nothing(said: str) -> None:
    assert commands.understood(said) is None
