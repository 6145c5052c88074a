"""What a model has read in a talk counts only where the narrator said it in these words."""

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview.known import Event, Known
from voice_agent.interview.wording import extraction
from voice_agent.resources import resource

TOLD = "Well, my brother Ned and I had no money. We sold the horse in 1931, and I went to Leeds with my aunt."


def event(what: str, year: str = "", who: str = "", where: str = "") -> dict[str, str]:
    return {"what": what, "year": year, "who": who, "where": where}


def kept(*events: dict[str, str]) -> tuple[Event, ...]:
    return extraction.kept({"events": list(events)}, TOLD)


def test_an_event_in_the_narrators_words_is_kept_with_its_year_people_and_places() -> None:
    sold, went = kept(
        event("We sold the horse", "1931"), event("I went to Leeds with my aunt", "", "my aunt", "Leeds")
    )  # fmt: skip
    assert (sold.line, sold.dated, sold.years) == ("We sold the horse", "1931", (1931, 1931))
    assert (went.people, went.places, went.years) == (("your aunt",), ("Leeds",), None)


@pytest.mark.parametrize(
    "invented",
    [
        event("We sold the farm", "1931"),
        event("Ned had no money"),
        event("We sold the horse in 1932"),
        event("horse"),
        event(""),
    ],
)
def test_what_was_not_said_or_is_no_event_is_dropped(invented: dict[str, str]) -> None:
    assert kept(invented) == ()


def test_a_year_a_person_or_a_place_that_was_not_said_is_left_out() -> None:
    (sold,) = kept(event("We sold the horse", "1940", "Margaret", "York"))
    assert (sold.years, sold.people, sold.places) == (None, (), ())


def test_what_others_did_is_an_event_and_a_year_may_be_spelled_out() -> None:
    told = "Nineteen fifty-nine, there was a pawnshop, and my brother Ned bought me a horn."
    events = [
        event("my brother Ned bought me a horn", "Nineteen fifty-nine", "Ned"),
        event("there was a pawnshop", "fifty-nine"),
    ]
    bought, shop = extraction.kept({"events": events}, told)
    assert (bought.years, bought.people) == ((1959, 1959), ("Ned",))
    assert shop.years is None


def test_nonsense_is_nothing() -> None:
    assert extraction.kept(None, TOLD) == extraction.kept({"events": ["We sold"]}, TOLD) == ()


def test_what_is_known_is_not_known_twice() -> None:
    known = Known((Event("e1", "we sold the old horse", (1931, 1931), "1931"),))
    same = Event("model:1", "We sold the horse", None)
    other = Event("model:2", "I went to Leeds with my aunt", None)
    later = Event("model:3", "We sold the horse", (1950, 1950), "1950")
    life = extraction.with_extracted(known, (same, other, later))
    assert [each.id for each in life.events] == ["e1", "model:2", "model:3"]


def test_a_long_talk_is_shown_piece_by_piece_and_whole() -> None:
    turns = [" ".join([f"turn{n}"] * 70) for n in range(5)]
    pieces = extraction.tellings(turns)
    assert [len(piece.split()) for piece in pieces] == [140, 140, 70]
    assert " ".join(pieces) == " ".join(turns)


def test_the_shipped_prompt_is_read_and_a_broken_one_refused() -> None:
    text = resource("config/prompts/extraction.md").read_text("utf-8")
    prompt = extraction.parse(text, "extraction.md")
    for told, events in prompt.examples:
        rows = [[part.strip() for part in line.split("|")] for line in events.splitlines()]
        lines = [dict(zip(("what", "year", "who", "where"), row, strict=True)) for row in rows]
        assert len(extraction.kept({"events": lines}, told)) == len(lines)
    assert extraction.messages(prompt, TOLD)[-1].text == TOLD
    with pytest.raises(SettingsError, match=r"extraction\.md"):
        extraction.parse("## told\n\nx", "extraction.md")
