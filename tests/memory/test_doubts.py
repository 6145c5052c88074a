"""What may have been put right, or a joke, is said by nobody until the narrator settles it; nothing true is lost."""

import random
from collections.abc import Mapping

import pytest
from interviews import TEMPLATES
from storyteller_of_lives import Telling, tell

from voice_agent.conversation.knowing import known_of
from voice_agent.interview import growing
from voice_agent.interview.wording import vocabulary
from voice_agent.interview.wording.checks import faults
from voice_agent.memory.bubbles import bubbles
from voice_agent.memory.claims import Part, cite
from voice_agent.memory.decisions import Act, Decision, DecisionId
from voice_agent.memory.events import Life, weave
from voice_agent.memory.forgetting import What, Wish, chosen
from voice_agent.memory.labels import labelled
from voice_agent.memory.repairs.meant import Meant
from voice_agent.storybook.mending import mend

MOVED = "We moved to Toledo in 1951."
PERHAPS = "Now we moved to Toledo, with them coats, in 1953."


class Halfhearted:
    """A MeaningReader that half hears one kind in whatever holds the words, and plain telling in the rest."""

    def __init__(self, share: float = 0.4, **words: Meant) -> None:
        self.words, self.share = words, share

    def read(self, text: str) -> Mapping[Meant, float]:
        for word, kind in self.words.items():
            if word in text:
                return {kind: self.share, Meant.PLAIN: 1 - self.share}
        return {Meant.PLAIN: 1.0}


HEARS = Halfhearted(them=Meant.CORRECTS, tin=Meant.CORRECTS)


def shown(told: Telling) -> str:
    """Every date and word that memory gives to others."""
    life = told.life
    texts = [f"{each.when} {each.description}" for each in life.events]
    return " ".join([*texts, *(each.summary for each in bubbles(told.turns, told.claims, life))])


def test_what_may_be_a_repair_leaves_neither_date_said() -> None:
    told = tell([MOVED], [PERHAPS], meaning=HEARS)
    assert "1951" not in shown(told)
    assert "1953" not in shown(told)
    assert not told.life.conflicts
    assert len(told.life.doubts) == 1


def test_a_date_without_a_story_doubts_the_one_told_a_moment_ago_and_moves_no_story() -> None:
    told = tell(
        ["Rose was born in 1949.", MOVED, "I fetched the tin. The card says 1953."], meaning=HEARS
    )
    assert told.event("Toledo").when == ""
    assert told.event("Rose").when == "1949"


@pytest.mark.parametrize("again", ["1951", "1953"])
def test_told_again_in_another_sitting_the_date_is_settled(again: str) -> None:
    told = tell([MOVED], [PERHAPS], [f"We moved to Toledo in {again}."], meaning=HEARS)
    assert told.event("Toledo").when == again
    assert not told.life.doubts
    assert not told.life.conflicts


def test_two_dates_of_one_sitting_are_no_contradiction_between_sittings() -> None:
    told = tell([MOVED, "How we laughed. We moved to Toledo in 1954."])
    assert not told.life.conflicts
    assert told.event("Toledo").when == ""
    assert [side.edtf for side in told.life.doubts[0].sides] == ["1951", "1954"]
    apart = tell([MOVED], ["We moved to Toledo in 1954."])
    assert len(apart.life.conflicts) == 1


def test_what_was_told_in_two_sittings_is_not_shaken_by_one_doubtful_word() -> None:
    told = tell([MOVED], [MOVED], [PERHAPS], meaning=HEARS)
    assert told.event("Toledo").when == "1951"


def test_the_interviewer_may_ask_and_the_answer_settles_it() -> None:
    told = tell([MOVED], [PERHAPS], meaning=HEARS)
    known = known_of(told.life, told.claims)
    assert [each.years for each in known.conflicts] == [("1951", "1953")]
    asks = "? Was it 1951 or 1953 when you moved to Toledo?"
    answered = tell([MOVED], [PERHAPS], [asks, "The later one."], meaning=HEARS)
    assert answered.event("Toledo").when == "1953"
    assert not answered.life.doubts


def test_an_answer_that_names_neither_leaves_it_silent() -> None:
    asks = "? Was it 1951 or 1953 when you moved to Toledo?"
    told = tell([MOVED], [PERHAPS], [asks, "I couldn't tell you now."], meaning=HEARS)
    assert told.event("Toledo").when == ""
    assert len(told.life.doubts) == 1


def test_a_repair_that_the_narrator_contradicts_since_may_have_been_misheard() -> None:
    told = tell([MOVED], ["No, it was 1953 that we moved to Toledo, not 1951."], [MOVED])
    assert told.event("Toledo").when == ""
    assert not told.life.conflicts


def test_the_narrator_who_comes_round_to_what_others_said_is_believed() -> None:
    told = tell(
        [MOVED], ["My sister says we moved to Toledo in 1953."], ["We moved to Toledo in 1953."]
    )
    assert told.event("Toledo").when == "1953"
    assert not told.life.conflicts


def test_a_book_tells_the_story_without_the_year_that_is_in_doubt() -> None:
    told = tell(["In 1951 we moved to Toledo."], [PERHAPS], meaning=HEARS)
    turn = told.turns[0]
    span = cite(turn, 0, len(turn.text), Part.WHAT)
    mine = [each for each in told.claims if each.session == turn.session]
    mended = mend(span, mine, told.claims, told.life)
    assert mended is not None
    assert mended.text == "We moved to Toledo."


SWAM = "I swam across the Hudson with a goat."
SMILE = Halfhearted(0.3, goats=Meant.JOKE)


def test_a_story_followed_by_half_a_smile_is_kept_and_not_told_on() -> None:
    told = tell([f"{SWAM} The goats around here are listening."], meaning=SMILE)
    assert "Hudson" not in shown(told)
    assert any("Hudson" in each.what for each in told.claims)


def test_told_again_without_a_smile_it_is_a_story_after_all() -> None:
    told = tell([f"{SWAM} The goats around here are listening."], [SWAM], meaning=SMILE)
    assert "Hudson" in shown(told)


def test_the_narrator_can_settle_a_doubt_as_any_conflict_and_undo_it() -> None:
    told = tell([MOVED], [PERHAPS], ["Yes, 1951, I looked it up."], meaning=HEARS)
    first, second = (side.claims[0] for side in told.life.doubts[0].sides)
    at = told.turns[-1].said_at
    close = Decision(
        DecisionId("1"), Act.CLOSE, at, "narrator", first, second, told.claims[-1].mentions[0]
    )
    undo = Decision(DecisionId("2"), Act.UNDO, at.replace(hour=23), "narrator", "1")
    settled = weave(told.claims, [close])
    assert [each.when for each in settled.events if "Toledo" in each.description] == ["1951"]
    assert weave(told.claims, [close, undo]) == told.life


def test_forgetting_a_story_takes_along_what_only_dates_it_and_no_other_story() -> None:
    told = tell([MOVED, "I fetched the tin. The card says 1953."], [PERHAPS], meaning=HEARS)
    wish = Wish(What.EVENT, told.event("Toledo").id)
    gone = chosen(wish, told.life, told.claims)
    assert {each.edtf for each in told.claims if each.id not in gone} <= {""}
    other = tell([MOVED], ["Rose moved to Ohio in 1953, with them coats."], meaning=HEARS)
    wish = Wish(What.EVENT, other.event("Toledo").id)
    gone = chosen(wish, other.life, other.claims)
    assert [each.edtf for each in other.claims if each.id not in gone] == ["1953"]


def test_the_order_of_telling_decides_and_not_the_order_of_weaving() -> None:
    told = tell(
        [MOVED, SWAM], [PERHAPS], ["Rose was born in 1949. The tin says 1947."], meaning=HEARS
    )
    whole: Life = told.life
    for seed in range(20):
        claims = list(told.claims)
        random.Random(seed).shuffle(claims)
        assert weave(claims) == whole


IN_FUN = "? Is it true, or only in fun, that you swam across the Hudson with a goat?"
HELD = [f"{SWAM} The goats around here are listening.", MOVED]


def test_a_story_that_may_have_been_a_joke_is_asked_about_in_the_narrators_words() -> None:
    told = tell(HELD, meaning=SMILE)
    known = known_of(told.life, told.claims)
    asks = set[str]()
    for seed in range(9):
        grown = growing.grow(known, TEMPLATES, seed=seed)
        (ask,) = (each for each in grown if each.kind == "in_fun")
        assert "you swam across the Hudson with a goat" in ask.ask
        text = f"{ask.lead} {ask.ask}"
        assert faults(text, vocabulary.said(text)) == ()
        asks.add(f"? {ask.ask}")
    for each in asks:  # whichever way it is asked, memory knows what the answer is about
        assert "Hudson" in shown(tell(HELD, [each, "It's true."], meaning=SMILE))


@pytest.mark.parametrize(
    "answer",
    ["It's true, every word.", "No, it's true.", "It happened, all right.", "That was no joke.",
     "I'm not kidding.", "As true as I sit here."],
)  # fmt: skip
@pytest.mark.parametrize("later", [True, False])
def test_whoever_says_that_it_is_true_is_believed(answer: str, later: bool) -> None:
    sessions = [HELD, [IN_FUN, answer]] if later else [[*HELD, IN_FUN, answer]]
    told = tell(*sessions, meaning=SMILE)
    assert "Hudson" in shown(told)
    assert not known_of(told.life, told.claims).doubtful


@pytest.mark.parametrize(
    "answer",
    ["Oh, it was in fun.", "I was pulling your leg.", "That never happened.", "It's not true.",
     "That was my brother, not me."],
)  # fmt: skip
@pytest.mark.parametrize("later", [True, False])
def test_whoever_says_that_it_was_in_fun_takes_that_story_back_and_no_other(
    answer: str, later: bool
) -> None:
    sessions = [HELD, [IN_FUN, answer]] if later else [[*HELD, IN_FUN, answer]]
    told = tell(*sessions, meaning=SMILE)
    assert "Hudson" not in shown(told)
    assert "Toledo" in shown(told)
    assert not known_of(told.life, told.claims).doubtful


@pytest.mark.parametrize("answer", ["Yes.", "No.", "I don't know.", "Well, what do you think?"])
def test_an_unclear_answer_leaves_the_story_silent(answer: str) -> None:
    told = tell(HELD, [IN_FUN, answer], meaning=SMILE)
    assert "Hudson" not in shown(told)
    assert known_of(told.life, told.claims).doubtful


def test_a_doubtful_story_kept_between_us_is_not_asked_about() -> None:
    told = tell([HELD[0], "Keep that between us."], meaning=SMILE)
    assert not known_of(told.life, labelled(told.claims, told.labels)).doubtful
