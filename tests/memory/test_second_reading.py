"""A turn is read a second time, by its meaning: it may put right what no rule saw, and never what is told plainly."""

from collections.abc import Mapping
from datetime import date

import pytest
from storyteller_of_lives import Telling
from storyteller_of_lives import tell as listened

from voice_agent.memory.claims import Modality
from voice_agent.memory.dates.dates import Background, find
from voice_agent.memory.repairs.meant import MeaningReader, Meant, plainly, stretch

MOVED = "We moved to Toledo in 1951."


class Knows:
    """A MeaningReader that knows some turns by heart, and takes the rest for plain telling."""

    def __init__(self, **words: Meant) -> None:
        self.words = words
        self.read_so_far: list[str] = []

    def read(self, text: str) -> Mapping[Meant, float]:
        self.read_so_far.append(text)
        found = next((each for words, each in self.words.items() if words in text), Meant.PLAIN)
        return {each: float(each is found) for each in Meant}


def tell(meaning: MeaningReader, *sessions: list[str]) -> Telling:
    return listened(*sessions, birth="1928", meaning=meaning)


RIGHT = [
    "Do you know, the cat died first. Fifty-three, then.",
    "The removal van had chains on. Put fifty-three.",
    "Maureen is holding up fingers at me. 1953.",
]


@pytest.mark.parametrize("said", RIGHT)
def test_a_year_is_put_right_in_words_no_rule_knows(said: str) -> None:
    knows = Knows(cat=Meant.CORRECTS, van=Meant.CORRECTS, Maureen=Meant.CORRECTS)
    for sessions in ([MOVED, said],), ([f"{MOVED} {said}"],):
        told = tell(knows, *sessions)
        assert told.event("moved to Toledo").when == "1953"
        assert not told.life.conflicts


@pytest.mark.parametrize("said", RIGHT)
def test_told_plainly_the_same_words_put_nothing_right(said: str) -> None:
    told = tell(Knows(), [MOVED], [said])
    assert told.event("moved to Toledo").when == "1951"


def test_the_story_is_found_by_what_is_said_of_it() -> None:
    told = tell(
        Knows(ledger=Meant.CORRECTS),
        [MOVED, "My father died in 1952.", "I had scarlet fever in 1950."],
        ["The ledger is on my knee and we came to Toledo in 1953."],
    )
    assert told.event("Toledo").when == "1953"
    assert told.event("father died").when == "1952"


def test_where_both_years_are_said_the_one_told_before_is_wrong() -> None:
    told = tell(
        Knows(ledger=Meant.CORRECTS),
        ["My father died in 1960.", MOVED],
        ["Who gave 1951? In the ledger the rent starts with 1953."],
    )
    assert told.event("moved to Toledo").when == "1953"
    assert told.event("father died").when == "1960"


@pytest.mark.parametrize(
    "said",
    [
        "The neighbour was a singer, he came in 1990.",
        "It rained for a week.",
        "That was in the war.",
    ],
)
def test_however_it_was_meant_a_far_date_or_none_puts_nothing_right(said: str) -> None:
    told = tell(Knows(neighbour=Meant.CORRECTS, rained=Meant.CORRECTS), [MOVED], [said])
    assert told.event("moved to Toledo").when == "1951"


def test_what_others_say_and_what_is_guessed_is_heard_in_any_words() -> None:
    told = tell(
        Knows(Doris=Meant.HEARSAY, hat=Meant.GUESS),
        [MOVED],
        ["Ask Doris and we moved to Toledo in 1955."],
        ["I had that green hat when we moved to Toledo in 1957."],
    )
    assert [each.modality for each in told.claims if each.edtf] == [
        Modality.SAID,
        Modality.HEARSAY,
        Modality.GUESS,
    ]
    assert not told.life.conflicts


@pytest.mark.parametrize("apart", [True, False])
def test_a_tall_story_is_taken_back_in_any_words(apart: bool) -> None:
    tale, said = "I danced with Clark Gable in Reno in 1950.", "Cinderella, that was, more like."
    lines = [tale, said] if apart else [f"{tale} {said}"]
    assert not tell(Knows(Cinderella=Meant.JOKE), lines).life.events
    assert tell(Knows(), lines).life.events


def test_dates_are_made_plain_and_what_may_be_the_same_date_stays_the_same() -> None:
    text = "In the spring of 1946, or forty-seven? I said nineteen forty-six at the war's end."
    dates = find(text, Background(told=date(2026, 3, 2))).dates
    assert "1951" in plainly(text, dates) and "1946" not in plainly(text, dates)


def test_of_a_long_turn_what_is_about_its_last_date_is_read() -> None:
    text = (
        "We had hens. " * 60 + "We moved in 1951. No, it was the year after. " + "It rained. " * 60
    )
    dates = find(text, Background(told=date(2026, 3, 2))).dates
    first, last = stretch(text, dates)
    assert "We moved in 1951. No" in text[first:last]
    assert len(text[first:last].split()) <= 60
    assert stretch("We moved in 1951.", ()) == (0, 17)


class Sounds:
    """A MeaningReader to whom these words sound so much like putting right, and all others plain."""

    def __init__(self, shares: Mapping[str, float]) -> None:
        self.shares = shares

    def read(self, text: str) -> Mapping[Meant, float]:
        share = self.shares.get(text.strip(), 0.0)
        return {each: 0.0 for each in Meant} | {Meant.PLAIN: 1 - share, Meant.CORRECTS: share}


AH = "Lord, all those years."
AGAIN = "In 1953 we packed up and moved to Toledo."


def test_what_only_sounds_like_a_repair_with_the_small_talk_around_it_is_asked_about() -> None:
    read = f"{AH} In 1951 we packed up and moved to Toledo."  # its one date made plain
    told = tell(Sounds({read: 0.8, AH: 0.5}), [MOVED], [f"{AH} {AGAIN}"])
    assert [{each.edtf for each in doubt.sides} for doubt in told.life.doubts] == [{"1951", "1953"}]
    told = tell(Sounds({read: 0.95, AH: 0.5}), [MOVED], [f"{AH} {AGAIN}"])
    assert told.event("moved to Toledo").when == "1953"
    assert not told.life.doubts


@pytest.mark.parametrize(
    ("said", "doubts"),
    [("The old man was carried off in an afternoon in 1953.", 0), ("Nearer 1953.", 1)],
)
def test_a_date_told_in_a_full_sentence_that_mends_nothing_doubts_none(
    said: str, doubts: int
) -> None:
    told = tell(Sounds({said.replace("1953", "1951"): 0.05}), [MOVED, said])
    assert len(told.life.doubts) == doubts
