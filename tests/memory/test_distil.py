"""From talk to claims. Without weights: the plain reader goes by capitals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell, turns

from voice_agent.memory.claims import Modality, Part
from voice_agent.memory.clauses import clauses, sentences
from voice_agent.memory.distil import Distiller, distil
from voice_agent.memory.reading import PlainReader


def only(*lines: str):
    (claim,) = tell(lines).claims
    return claim


def test_a_clause_gives_who_what_when_and_where() -> None:
    claim = only("My brother Tom married Rose in Dayton in nineteen fifty-two.")
    assert claim.words(Part.KIN) == ("My brother Tom",)
    assert claim.words(Part.WHO) == ("Rose",)
    assert claim.words(Part.WHERE) == ("Dayton",)
    assert claim.words(Part.WHEN) == ("nineteen fifty-two",)
    assert claim.edtf == "1952"
    assert claim.what == "My brother Tom married Rose in Dayton"


def test_an_age_is_dated_by_the_birth_told_in_the_same_breath() -> None:
    told = tell(["I was born in 1940. We moved to Ohio when I was ten."], birth="")
    assert told.event("moved to Ohio").when == "1950/1951"


def test_i_was_twelve_when_my_father_died_tells_of_his_death() -> None:
    claim = only("I was twelve when my father died.")
    assert (claim.what, claim.edtf) == ("my father died", "1950/1951")


MODALITIES = [
    ("We moved to Ohio in 1950.", Modality.SAID),
    ("Mum always said I was born in a thunderstorm.", Modality.HEARSAY),
    ("They tell me we moved to Ohio in 1950.", Modality.HEARSAY),
    ("Apparently my uncle Joe built that bridge in 1910.", Modality.HEARSAY),
    ("Maybe we moved to Ohio in 1950.", Modality.GUESS),
    ("I'm not sure, but my uncle Joe built that bridge.", Modality.GUESS),
    ("I married a millionaire in 1950, just kidding.", Modality.JOKE),
]


@pytest.mark.parametrize(("said", "modality"), MODALITIES)
def test_how_it_was_told_is_kept(said: str, modality: Modality) -> None:
    assert tell([said]).claims[0].modality is modality


def test_a_hedge_on_the_date_does_not_make_the_story_a_guess() -> None:
    claim = only("We moved to Ohio in 1950, I think.")
    assert (claim.modality, claim.edtf) == (Modality.SAID, "1950?")


def test_a_joke_told_in_the_next_breath_is_taken_back_by_plain_words() -> None:
    told = tell(["I won the Derby in 1940. I'm only joking."])
    assert told.life.superseded == {told.claims[0].id: {Part.WHAT}}
    assert not told.life.events


def test_what_did_not_happen_is_no_event() -> None:
    told = tell(
        ["I never went to Paris. If the war hadn't come I would have gone to college in 1955."]
    )
    assert not told.life.events
    assert told.claims[0].polarity is False


def test_not_until_is_no_denial() -> None:
    assert only("We didn't marry until 1952.").polarity


@pytest.mark.parametrize(
    "correction",
    [
        "No, it was nineteen fifty-two.",
        "No, wait, fifty-two.",
        "I mean nineteen fifty-two.",
        "Sorry, it was 1952.",
        "It wasn't 1951, it was 1952.",
        "Oh no, I tell a lie, it was 1952.",
    ],
)
def test_no_it_was_1952_puts_the_date_right(correction: str) -> None:
    told = tell([f"We got married in 1951. {correction}"])
    event = told.event("got married")
    assert event.when == "1952"
    assert event.conflict is None
    assert len(event.tellings) == 2  # the old one can still be heard


@pytest.mark.parametrize(
    "correction",
    [
        "I told you we got married in 1951. That was wrong, it was 1952.",
        "I said we got married in 1951, but it was 1952.",
        "We got married in 1952, not in 1951.",
        "It wasn't 1951 when we got married, it was 1952.",
    ],
)
def test_a_date_can_be_put_right_in_a_later_session(correction: str) -> None:
    told = tell(["We got married in 1951."], [correction])
    assert [event.when for event in told.life.events] == ["1952"]


def test_that_never_happened_takes_the_story_back() -> None:
    told = tell(
        ["I danced with Clark Gable in 1950."],
        ["I said I danced with Clark Gable.", "That never happened."],
    )
    assert not told.life.events


def test_the_answer_to_a_question_about_a_date_dates_what_was_asked_about() -> None:
    told = tell(
        [
            "We moved to Ohio. My brother Tom kept pigeons.",
            "? What year did you move to Ohio?",
            "Nineteen fifty.",
        ]
    )
    assert told.event("moved to Ohio").when == "1950"


def test_the_interviewer_and_visitors_are_never_a_memory() -> None:
    lines = turns(0, ["? You moved to Ohio in 1950, didn't you?", "? We moved to Ohio in 1950."])
    assert not distil(lines, PlainReader()).claims


def test_questions_and_wishes_are_no_claims() -> None:
    assert not tell(["Did I tell you that already? I wanted to go to sea."]).claims


def test_thirtieth_of_february_is_reported_and_not_stored() -> None:
    found = distil(turns(0, ["We moved to Ohio on February 30th, 1950."]), PlainReader())
    assert len(found.refused) == 1
    assert not any(each.edtf for each in found.claims)


def test_sentences_do_not_end_at_mr_or_at_initials() -> None:
    text = "Mr. J. R. Hart came. He stayed… and stayed."
    assert [text[a:b] for a, b in sentences(text)] == [
        "Mr. J. R. Hart came.",
        "He stayed… and stayed.",
    ]


def test_two_subjects_are_one_clause() -> None:
    text = "Frank and I were married, and my mother cried."
    cut = [text[each.first : each.last] for each in clauses(text)]
    assert cut == ["Frank and I were married", "my mother cried."]


STORY = [
    "I was born in Cork in 1938.",
    "? When did you leave?",
    "In forty-five. It was winter. My brother Tom was sick the whole way.",
    "Three years later we moved to Ohio. No, four years later.",
    "My father died when I was twelve. Keep that between us.",
    "I won the Derby. Just kidding.",
]


def test_a_turn_at_a_time_gives_what_all_at_once_gives() -> None:
    lines = turns(0, STORY)
    whole = distil(lines, PlainReader())
    listener = Distiller(PlainReader())
    parts = [listener.hear(turn) for turn in lines]
    assert tuple(each for part in parts for each in part.claims) == whole.claims
    assert tuple(each for part in parts for each in part.labels) == whole.labels


def test_an_interrupted_session_is_taken_up_where_it_was() -> None:
    lines = turns(0, ["We got married in 1951.", "No, it was 1952."])
    first = Distiller(PlainReader()).hear(lines[0]).claims
    after_a_crash = Distiller(PlainReader(), earlier=first)
    (second,) = after_a_crash.hear(lines[1]).claims
    assert second.continues == first[0].id


said = st.lists(
    st.one_of(
        st.sampled_from([*STORY, "No, it was 1952.", "I made that up.", "That's only for Ann."]),
        st.text(max_size=30),
    ),
    max_size=5,
).map(" ".join)


@given(st.lists(said, max_size=4))
def test_whatever_is_said_every_value_stands_in_the_words_cited(lines: list[str]) -> None:
    told = tell(lines)
    by_turn = {turn.id: turn for turn in told.turns}
    for claim in told.claims:
        assert claim.mentions
        assert bool(claim.edtf) <= bool(claim.words(Part.WHEN))
        for mention in claim.mentions:
            assert by_turn[mention.turn].text[mention.first : mention.last] == mention.words
    assert told.life.event_of.keys() <= {each.id for each in told.claims}
