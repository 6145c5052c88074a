import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.memory.quotes import sentences
from voice_agent.memory.summary import KEPT, SPOKEN, WORDS, half_told, last_time, summarise
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId
from voice_agent.verbs import whole

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

PIGEONS = (
    "Well, I was born in Leith in 1938. My father, Mr. Brown, kept pigeons on the roof. They went off "
    "every Saturday in a basket. Could you speak louder? Then the war came and the pigeons went to the "
    "army. I don't remember how many. Yes. It was a hard winter."
)


def turn(number: int, speaker: Speaker, text: str, kind: str = "", finished: bool = True) -> Turn:
    return Turn(
        TurnId(number),
        SessionId("s"),
        speaker,
        text,
        number - 1.0,
        float(number),
        NOON,
        finished=finished,
        kind=kind,
    )


def talk(*lines: tuple[str, str], finished: bool = True) -> tuple[Turn, ...]:
    """Each line is `n`, `else` or the kind of the interviewer's turn, and the words."""
    who = {"n": Speaker.NARRATOR, "else": Speaker.SOMEONE_ELSE}
    turns = [
        turn(number, who.get(kind, Speaker.INTERVIEWER), text, "" if kind in who else kind)
        for number, (kind, text) in enumerate(lines, 1)
    ]
    turns[-1] = replace(turns[-1], finished=finished)
    return tuple(turns)


def session(*turns: Turn) -> Session:
    return Session(SessionId("s"), "Ann", NOON, turns=turns)


def test_an_evening_is_closed_with_the_narrators_own_sentences() -> None:
    summary = summarise(talk(("question", "Where were you born?"), ("n", PIGEONS)))
    assert summary == (
        "I was born in Leith in 1938. My father, Mr. Brown, kept pigeons on the roof. They went off every "
        "Saturday in a basket. The war came and the pigeons went to the army."
    )


def test_the_next_evening_opens_with_them_and_is_brief() -> None:
    assert last_time("I was born in Leith. We kept pigeons.") == (
        "Last time you told me: I was born in Leith. We kept pigeons."
    )
    long = " ".join(
        f"We had {n} pigeons that flew over the sea from here to France." for n in range(9)
    )
    spoken = last_time(long)
    assert spoken.endswith("from here to France.")
    assert len(spoken.split()) <= SPOKEN + 5


@pytest.mark.parametrize("words", ["", "Yes.", "No. Well. Thank you.", "— — — — —", "1 2 3 4 5 6."])
def test_an_evening_on_which_nothing_was_told_has_no_summary(words: str) -> None:
    assert summarise(talk(("n", words))) == ""
    assert last_time("") == ""


def test_nobody_elses_words_become_the_narrators_summary() -> None:
    turns = talk(
        ("question", "I believe you were a sailor in Norway in 1950, were you not."),
        ("else", "She was a sailor in Norway in 1951 with my uncle."),
        ("n", "I never went to sea. I was a nurse in Perth."),
    )
    assert summarise(turns) == "I never went to sea. I was a nurse in Perth."


def test_neither_the_consent_nor_a_wish_to_die_is_ever_quoted() -> None:
    turns = talk(
        ("consent", "May I keep what you tell me?"),
        ("murmur", "Mm."),
        ("n", "Yes, you may keep all of it for my daughter Ann."),
        ("question", "Where did you grow up?"),
        ("n", "We lived over the bakery in Perth."),
        ("question", "And later?"),
        ("n", "I wish I had died with Robert in 1990."),
        ("murmur", "Oh."),
        ("acknowledgement", "I hear you."),
        ("safety", "Are you thinking of ending your life?"),
        ("n", "I was a nurse in Dundee for years."),
    )
    assert (
        summarise(turns) == "We lived over the bakery in Perth. I was a nurse in Dundee for years."
    )
    assert "Robert" not in str(half_told(session(*turns[:10])))
    assert half_told(session(*turns[:3])) is None


def test_the_same_thing_told_twice_is_summarised_once() -> None:
    summary = summarise(
        talk(
            ("n", "We kept pigeons on the roof in Leith."),
            (
                "n",
                "We kept pigeons on the roof in Leith. My brother Tom drove the tram to Portobello.",
            ),
        )
    )
    assert summary.count("pigeons") == 1
    assert "Tom" in summary


def test_an_endless_sentence_is_quoted_in_part() -> None:
    endless = "I went to the harbour " + "and my brother Tom and the dog came along too " * 12
    summary = summarise(talk(("n", endless)))
    assert 0 < len(summary.split()) <= WORDS
    assert summary.startswith("I went to the harbour and my brother Tom")


def test_a_story_that_was_cut_off_is_taken_up_again() -> None:
    before = ("n", "We lived over the bakery.")
    cut = talk(
        before, ("n", "It was snowing. And then my mother opened the door and..."), finished=False
    )
    assert half_told(session(*cut)) == ("And then my mother opened the door and…")
    whole = talk(before, ("question", "What did it smell of?"))
    assert half_told(session(*whole)) == ("We lived over the bakery.")
    assert half_told(session()) is None
    assert half_told(session(*talk(("n", "…")))) is None


@given(
    lines=st.lists(
        st.tuples(
            st.sampled_from(["n", "n", "else", "question", "safety", "consent", "murmur"]),
            st.text("Iabc M.?!…,; 19'’“-", max_size=120)
            | st.sampled_from([PIGEONS, PIGEONS.upper()]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_word_is_invented_and_it_is_short(lines: list[tuple[str, str]]) -> None:
    turns = talk(*lines)
    summary = summarise(turns)
    assert len(summary.split()) <= WORDS
    assert summarise(turns) == summary
    said = " ".join(turn.text for turn in turns if turn.speaker is Speaker.NARRATOR)
    known = re.findall(r"[\w'’]+", said.lower())
    assert set(re.findall(r"[\w'’]+", summary.lower())) <= set(known)
    half_told(session(*turns))
    last_time(summary)


def test_nobody_is_greeted_with_a_death_nor_with_the_band_beside_it() -> None:
    assert last_time("I lost Ronald himself in 2018.") == KEPT
    assert last_time("Dad took the solo at Bolton. Our Keith was killed at nineteen.") == KEPT
    told = "We built a raft. It was 2023, no, 2020."
    assert "2023" not in last_time(told)


def test_a_death_told_in_few_words_is_not_passed_over_with_the_band() -> None:
    turns = talk(("n", "Dad took the solo at Bolton."), ("n", "Then he died."))
    assert last_time("Dad took the solo at Bolton.", turns) == KEPT


def test_nobody_is_greeted_with_half_a_sentence() -> None:
    endless = "I went to the harbour " + "and my brother Tom and the dog came along too " * 12
    assert last_time(summarise(talk(("n", endless)))) == KEPT


@pytest.mark.parametrize(
    "summary",
    [
        "Ninth of August 1958, Feast week.",
        "Sunday mornings in the chapel.",
        "The winter of 1947 and the.",
        "Me and the cornet.",
    ],
)
def test_nobody_is_greeted_with_a_scrap_of_a_sentence(summary: str) -> None:
    assert last_time(summary) == KEPT
    assert summarise(talk(("n", summary))) == ""


def test_a_wedding_and_a_death_come_before_a_band() -> None:
    band = [
        ("n", f"We played at the {place} contest with the band and won the cup for the band.")
        for place in ("Bolton", "Leigh", "Wigan", "Bury", "Oldham")
    ]
    summary = summarise(
        talk(
            *band,
            ("n", "I married Irena at the little church in June."),
            ("n", "Our Keith was killed on his motorbike."),
        )
    )
    assert "married Irena" in summary
    assert "Keith was killed" in summary


@pytest.mark.parametrize(
    "right", ["No, it were 1955. I were fifteen.", "Now wait, no, it was the winter before."]
)
def test_a_year_that_was_put_right_is_in_no_summary(right: str) -> None:
    summary = summarise(
        talk(
            ("n", "I started down the pit in 1956."),
            ("question", "What was that like?"),
            ("n", right),
            ("n", "My mother packed my snap in a tin."),
        )
    )
    assert "1956" not in summary
    assert "snap" in summary


@given(st.lists(st.sampled_from(PIGEONS.split()), max_size=12))
def test_what_opens_the_next_talk_is_whole_or_quotes_nobody(words: list[str]) -> None:
    said = last_time(" ".join(words))
    assert said in ("", KEPT) or all(whole(each) for each in sentences(said.partition(": ")[2]))


def test_what_opens_the_next_talk_holds_no_year_that_was_put_right_or_is_open() -> None:
    pit = "I started down the pit in 1956 at Hatfield with my dad."
    pony = "We had a pony called Captain, and he pulled the tubs."
    for said in (["No, it were 1955. I were fifteen."], ["It was 1955, not 1956."]):
        told = summarise(talk(*(("n", each) for each in (pit, *said, pony))))
        assert "1956" not in told and "pony" in told
    assert "1956" in summarise(talk(("n", pit), ("n", pony)))


def test_a_death_comes_before_a_wedding_and_a_wedding_before_a_band() -> None:
    told = summarise(
        talk(
            (
                "n",
                "Hughie got married in 1953 to Jean McDonald in St Stephen's, and the steak pie was for sixty of us.",
            ),
            (
                "n",
                "Hamish got married in 1956 to Jeannie MacDonald in St Stephen's, and the minister mixed the two of them up.",
            ),
            (
                "n",
                "Billy McGregor and the Gaybirds were playing at the Barrowland in 1957, and the parrot at Archie's swore till it died.",
            ),
            (
                "n",
                "She was eleven months old when she died, on the 25th of January 1964, in Yorkhill, of the meningitis.",
            ),
        )
    )
    assert "eleven months old" in told and "Gaybirds" not in told


def test_nobody_is_hurt_in_a_summary_where_no_one_was() -> None:
    told = summarise(
        talk(("n", "No one was hurt in the derailment, only the pigs of old Lutz ate."))
    )
    assert told.startswith("No one was hurt")
