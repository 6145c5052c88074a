"""Words that are neither plain nor clearly a correction: no conflict comes of them, and nothing plain is lost."""

from collections.abc import Mapping

import pytest
from storyteller_of_lives import Telling, turns

from voice_agent.memory.claims import Modality
from voice_agent.memory.distil import Distiller
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.repairs import leaning
from voice_agent.memory.repairs.meant import Meant
from voice_agent.memory.turn_claims import Setting

MOVED = "We moved to Toledo in 1951."


class Doubts:
    """A MeaningReader that takes whatever holds `words` by `share` for one kind, and the rest for plain telling."""

    def __init__(self, words: str, kind: Meant, share: float) -> None:
        self.words, self.kind, self.share = words, kind, share

    def read(self, text: str) -> Mapping[Meant, float]:
        share = self.share if self.words in text else 0.0
        return {Meant.PLAIN: 1 - share, self.kind: share}


def tell(meaning: Doubts, *sessions: list[str], birth: str = "1928") -> Telling:
    told = Telling([], [], [])
    for number, lines in enumerate(sessions):
        listener = Distiller(
            PlainReader(), Setting(birth=birth), tuple(told.claims), number + 1, meaning
        )
        for turn in turns(number, lines):
            told.claims.extend(listener.hear(turn).claims)
            told.turns.append(turn)
    return told


def test_what_may_be_hearsay_stands_back_behind_what_was_told_plainly() -> None:
    said = "Ask Doris and we moved to Toledo in 1955."
    told = tell(Doubts("Doris", Meant.HEARSAY, 0.4), [MOVED], [said])
    assert told.event("Toledo").when == "1951"
    assert not told.life.conflicts
    assert tell(Doubts("Doris", Meant.HEARSAY, 0.1), [MOVED], [said]).life.conflicts


def test_what_may_be_a_correction_leaves_both_dates_unsaid_until_one_is_told_again() -> None:
    perhaps, said = (
        Doubts("snow", Meant.CORRECTS, 0.4),
        "With that snow we moved to Toledo in 1953.",
    )
    told = tell(perhaps, [MOVED], [said])
    assert told.event("Toledo").when == ""
    assert not told.life.conflicts
    assert [side.edtf for side in told.event("Toledo").doubt.sides] == ["1951", "1953"]
    for again in ("1951", "1953"):
        settled = tell(perhaps, [MOVED], [said], [MOVED.replace("1951", again)])
        assert settled.event("Toledo").when == again
        assert not settled.life.doubts


def test_a_first_telling_is_believed_however_it_was_worded() -> None:
    told = tell(Doubts("Toledo", Meant.HEARSAY, 0.4), [MOVED])
    assert [each.modality for each in told.claims if each.edtf] == [Modality.SAID]


@pytest.mark.parametrize(
    "said", ["It was two years later.", "That would be two years later, now I hear myself."]
)
def test_so_many_years_later_is_counted_from_what_was_told(said: str) -> None:
    told = tell(Doubts("later", Meant.CORRECTS, 0.4), [f"{MOVED} {said}"])
    assert told.event("Toledo").when == "1953"
    assert not told.life.conflicts


def test_years_earlier_of_a_story_named_again_are_counted_from_that_story() -> None:
    told = tell(
        Doubts("earlier", Meant.CORRECTS, 0.6),
        [MOVED, "My father died in 1960."],
        ["We got the cat in 1970.", "It was two years earlier that we moved to Toledo."],
    )
    assert told.event("Toledo").when == "1949"
    assert told.event("father died").when == "1960"


@pytest.mark.parametrize(
    "said",
    [
        "They sent me the papers in 1961 and it was 1963 before I saw London.",
        "I made a mistake in 1955 with the shop, and I made up for it in 1957.",
    ],
)
def test_two_dates_of_two_things_are_both_kept_where_nothing_sounds_like_a_repair(
    said: str,
) -> None:
    told = tell(Doubts("nothing", Meant.CORRECTS, 1.0), [said])
    assert not any(each.corrects for each in told.claims)


def test_a_date_that_stands_alone_after_a_story_is_the_storys() -> None:
    told = tell(Doubts("Nearer", Meant.CORRECTS, 0.1), [f"{MOVED} Nearer 1953."])
    assert told.event("Toledo").when == "1953"


def test_one_odd_word_about_the_birth_does_not_move_a_whole_life() -> None:
    once = ["I was born in 1931.", "We moved to Toledo when I was ten."]
    plain = Doubts("nothing", Meant.CORRECTS, 1.0)
    assert tell(plain, once, birth="1928").event("Toledo").when == "1938/1939"
    assert tell(plain, ["I was born in 1931."], once, birth="1928").event("Toledo").when == (
        "1941/1942"
    )


def test_the_plainest_reading_decides_and_jokes_aside() -> None:
    plain, guess = {Meant.PLAIN: 0.9, Meant.GUESS: 0.1}, {Meant.PLAIN: 0.5, Meant.GUESS: 0.4}
    assert leaning.lean([plain, guess]) is Meant.PLAIN
    assert leaning.lean([guess, guess]) is Meant.GUESS
    assert leaning.lean([{Meant.PLAIN: 0.5, Meant.JOKE: 0.5}]) is Meant.PLAIN
    assert leaning.lean([]) is Meant.PLAIN


ASKED = "Was it 1951 or 1954 when you moved to Toledo?"


@pytest.mark.parametrize(
    ("answer", "when"),
    [
        ("Oh, the later one.", "1954"),
        ("The earlier, dear.", "1951"),
        ("The second.", "1954"),
        ("The first one, the first one.", "1951"),
        ("It can't be 1951, so it must be the other.", "1954"),
        ("Not 1951. I was in plaster all 1951.", "1954"),
        ("The first thing I remember is the smell of it.", ""),
    ],
)
def test_asked_which_of_two_years_it_was_the_right_one_need_not_be_named(
    answer: str, when: str
) -> None:
    told = tell(Doubts("nothing", Meant.CORRECTS, 1.0), [MOVED], [f"? {ASKED}", answer])
    chosen = [each.edtf for each in told.claims if each.corrects and each.continues]
    assert chosen == ([when] if when else [])
    assert told.event("Toledo").when == (when or "1951")


def test_nobody_but_the_conductor_went_along_and_the_ride_was_a_ride_all_the_same() -> None:
    told = tell(
        Doubts("nothing", Meant.CORRECTS, 1.0),
        ["I took the train to Chicago in 1937, with nobody but the conductor to mind me."],
    )
    assert told.event("train").when == "1937"
