"""What talks with a farmer's widow and a ward sister showed: told, and met as if nobody had listened."""

from dataclasses import replace

import pytest
from interviews import AGREED, rules, talk

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permitting
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.progress import ConsentAsked, Coverage, Progress, Stage, StoryInHand
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Cache, Candidate, Source
from voice_agent.reading.by_rules import expression, losses, particulars, yes_no
from voice_agent.reading.by_rules.closers import turned_down
from voice_agent.reading.danger import at_odds
from voice_agent.story import ConsentKind

KEEP_SOUND = Permission(ConsentKind.KEEP_AUDIO)
RICH_STORY = (
    "Bridie collected up all the false teeth off the ward in her first week and washed them in one bowl, and "
    "we had men trying on teeth till dinner time, and one went home in the wrong set and swore they fitted."
)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("To see? Well, hogs. I don't know what you mean.", "unclear"),
        ("What has that got to do with it?", "unclear"),
        ("I said. Eighty-five.", "said_so"),
        ("I just told you that.", "said_so"),
        ("That's what I'm telling you.", "said_so"),
        ("I said to him, you go home.", ""),
        ("Well, I said it was a shame.", ""),
        ("What mill? I don't know what you mean. Where am I?", ""),
    ],
)
def test_a_question_of_ours_that_fails_is_owned_and_nothing_is_asked(said: str, kind: str) -> None:
    found = {"unclear": at_odds.unclear(said), "said_so": at_odds.said_so(said)}
    assert [each for each, is_so in found.items() if is_so] == [kind][: bool(kind)]
    *_, (_, move) = talk(rules(), ["We kept hogs and a few hens behind the barn.", said])
    owned = {
        "put that badly",
        "not a question to ask",
        "badly asked",
        "So you did",
        "You did",
        "you told me",
        "should have listened",
    }
    assert any(words in move.text for words in owned) == bool(kind)
    assert not (kind and "?" in move.text)


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        ("He's been gone since two thousand nine. I found him out in the machine shed.", True),
        ("And we'd buried one before that. Roger. He was nine.", True),
        ("She has been gone eleven years now.", True),
        ("I come out and there's no car. He'd gone. He got clear to Minden.", False),
        ("It's been gone for years, the mill.", False),
        ("What, to Dennis? He were lost, love. February sixty-eight, off Iceland.", True),
        ("She's nine year gone now. Stroke.", True),
        ("They were lost in the fog for an hour.", False),
        ("He was lost for words.", False),
    ],
)
def test_a_death_is_heard_in_whatever_words_and_who_drove_off_has_not_died(
    said: str, lost: bool
) -> None:
    assert losses.loss(said) == lost
    assert not particulars.mourns(said) or lost


def test_a_priest_is_not_the_narrators_father() -> None:
    names = particulars.names("Well, you'd have had to know Father Bouska.")
    assert names.people == ("Father Bouska",)
    *_, (_, move) = talk(rules(), ["We laughed all day.", "You'd have had to know Father Bouska."])
    assert "your father" not in move.text


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("Teacher was from Boston.", ()),
        ("Then Sergeant called us in.", ()),
        ("Reverend Jones came to tea.", ("Reverend Jones",)),
        ("Matron was strict.", ("Matron",)),
    ],
)
def test_a_title_alone_is_nobodys_name(said: str, people: tuple[str, ...]) -> None:
    assert particulars.names(said).people == people


@pytest.mark.parametrize(
    ("said", "blank"),
    [
        ("I don't know.", True),
        ("I don't know what to say.", True),
        ("I don't know who'd do that for you now.", False),
        ("I don't know who has it now.", False),
    ],
)
def test_a_wonder_at_the_end_of_a_story_is_not_nothing_to_tell(said: str, blank: bool) -> None:
    assert particulars.blank(said) == blank


@pytest.mark.parametrize(
    ("said", "down"),
    [
        ("No.", True),
        ("No, not really.", True),
        ("No, I don't think so.", True),
        ("No they did not.", False),
        ("No, it was Walter.", False),
    ],
)
def test_an_answer_with_a_no_in_it_turns_nothing_down(said: str, down: bool) -> None:
    assert turned_down(said) == down


def test_what_hangs_on_the_sentence_before_is_not_said_back() -> None:
    told = list(expression.scenes("I got Leonard instead, so I can't complain. I moved to Leeds."))
    assert told == ["you moved to Leeds"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("In eighty-five, when they were all going under, I took my ledger in.", True),
        ("It was about nineteen fifty.", True),
        ("He was back in twenty minutes.", False),
    ],
)
def test_a_year_that_was_told_as_one_says_it_is_not_asked_for(said: str, told: bool) -> None:
    assert particulars.answered("Roughly when was that?", said) == told


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("Yes, you go ahead. Somebody ought to, I can't hardly.", True),
        (
            "Oh well, go on then, record it, you won't hear nothing scandalous. Not till I've had me tea.",
            True,
        ),
        ("Keep what you want, child. I was saying about my brother.", True),
        (
            "Well you'd better, I'm not telling it twice. Yes, remember it. I have to see to me rice.",
            True,
        ),
        ("You asked me that before and I said yes. Yes.", True),
        ("No, I can't hardly.", False),
        ("Don't keep it.", False),
        ("Yes. Not today though.", None),
        ("Well, yes, I don't want it recorded.", None),
        ("You won't hear nothing scandalous from the likes of me.", None),
        ("I guess that'd be all right. I don't know what you'd want it for.", None),
    ],
)
def test_leave_is_heard_as_it_was_given(said: str, given: bool | None) -> None:
    assert yes_no.agrees(said) is given


def test_nobody_is_pictured_twice_in_the_same_words() -> None:
    lines = [
        "My mother was little and never sat down.",
        "My father was a hard man.",
        "My sister Vi could do the priest.",
    ]
    asked = [move.ask for _, move in talk(rules(), lines * 3)]
    ways = [
        ask.replace("your mother", "~").replace("your father", "~").replace("your sister", "~")
        for ask in asked
        if ask
    ]
    pictured = [way for way in ways if "~" in way]
    assert len(pictured) == len({*pictured})


def test_no_form_comes_between_a_brothers_death_and_the_next_word() -> None:
    progress = Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=tuple(f"{n}?" for n in range(9))),
        consent=ConsentAsked(leave=(KEEP_SOUND,)),
        turns=9,
    )
    assert permitting.unhurried(progress)
    assert not permitting.unhurried(replace(progress, comfort=replace(progress.comfort, mourned=8)))


def test_whoever_turns_a_question_down_is_not_asked_for_a_year() -> None:
    year = Candidate(
        "How did your story go on after 1968?", Wants.SCENE, Source.GRAPH, kind="gap", worth=1.0
    )
    by = rules()
    for seed in range(5):
        begun = Progress(
            stage=Stage.TALK,
            coverage=Coverage(grown=(year,), cache=Cache(sessions=4)),
            story=StoryInHand(depth=3),
        )
        refused = Heard("I would rather not talk about that.")
        _, move = planner.reply(replace(by, seed=seed), begun, refused, AGREED)
        assert move.ask and move.ask != year.ask


def test_who_tells_much_is_asked_on_and_not_how_cold_it_was() -> None:
    closed = {
        "How cold or warm was it?",
        "What could you hear?",
        "How big a place was it?",
        "What was there to see?",
    }
    for seed in range(12):
        *_, (_, move) = talk(rules(seed=seed), ["We laughed all day.", RICH_STORY])
        assert move.ask not in closed
