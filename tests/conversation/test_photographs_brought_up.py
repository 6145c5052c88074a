"""A photograph that somebody sent is brought up like a family's question, and kept with the story told about it."""

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import cycle, islice
from pathlib import Path

import pytest
from interviews import AGREED, rules, talk

from voice_agent.archive import family, letting_in
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.assemble import Readers, opened
from voice_agent.conversation import past
from voice_agent.interview import planner
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Past
from voice_agent.reading.words.asking import asks
from voice_agent.settings import Settings
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 11, 20, 10, tzinfo=UTC)
TODAY = date(2026, 11, 20)
ONE = SessionId("2026-11-20T10-00-00Z-0001")
PICTURE = b"\xff\xd8\xff"
STORY = (
    "That was the summer when we all went down to the harbour, and my sister Rose fell into the water "
    "with her good shoes on."
)


def house(state: Path, *captions: str) -> list[str]:
    """A house in which Ann sent photographs; their ids."""
    with Record.open(state) as record:
        record.begin(Session(ONE, "Ida", BEGAN))
    with Book(state) as book:
        ann = letting_in.welcomed(book, "Ann", Role.FAMILY, "x", BEGAN)
        return [family.send_photograph(book, ann, PICTURE, each, BEGAN) for each in captions]


def asked(before: Past, ask: str) -> tuple[Progress, Move]:
    """The step of a talk in which `ask` is asked."""
    by = replace(rules(), past=before)
    lines = (
        "We lived by the river and I had a goat called Clementine in those days.",
        "Yes, it was so.",
    )
    for progress, move in talk(by, islice(cycle(lines), 12), minutes=0.1):
        if move.ask == ask:
            return progress, move
    raise AssertionError(f"it was never asked: {ask}")


def test_ann_sent_a_photograph_is_asked_in_the_first_talk_after_it(tmp_path: Path) -> None:
    house(tmp_path, "Mum and Aunt Rose, about 1962")
    with Record.open(tmp_path) as record:
        before = past.before(record, TODAY)
        (question,) = past.wondered(record)
    assert question.ask == (
        "Ann sent a photograph, Mum and Aunt Rose, about 1962: what comes back to you?"
    )
    assert asks(question.ask) == 1 and len(question.ask.split()) <= 20
    _, move = asked(before, question.ask)
    assert move.question is not None and move.question.asker == "Ann"


def test_the_story_told_about_it_is_kept_with_it_and_it_is_not_asked_again(tmp_path: Path) -> None:
    (picture,) = house(tmp_path, "The harbour")
    with Record.open(tmp_path) as record:
        (question,) = past.wondered(record)
        progress, _ = asked(past.before(record, TODAY), question.ask)
        said = (
            (Speaker.INTERVIEWER, f"Thank you. {question.ask}", "question"),
            (Speaker.NARRATOR, "Let me see.", ""),
            (Speaker.INTERVIEWER, "Mm.", "murmur"),
            (Speaker.NARRATOR, STORY, ""),
        )
        for n, (who, text, kind) in enumerate(said, 1):
            record.turn(Turn(TurnId(n), ONE, who, text, n, n + 0.5, BEGAN, kind=kind))
        past.keep(record, progress, ONE)
        (kept,) = family.photographs(record)
        assert (kept.id, kept.session, kept.turn) == (picture, ONE, 4)
        assert past.wondered(record) == ()


def test_a_photograph_without_words_is_asked_about_too_and_each_by_itself(tmp_path: Path) -> None:
    house(tmp_path, "", "Our wedding in Altrincham in the church behind the station in May")
    with Record.open(tmp_path) as record:
        one, other = sorted(each.ask for each in past.wondered(record))
    assert one.startswith("Ann sent a photograph, Our wedding in Altrincham in the church:")
    assert other == (
        "There is a photograph from Ann on your page since 20 November: what do you see on it?"
    )


def test_what_was_asked_and_not_told_about_stays_without_a_story(tmp_path: Path) -> None:
    house(tmp_path, "The harbour")
    with Record.open(tmp_path) as record:
        (question,) = past.wondered(record)
        progress, _ = asked(past.before(record, TODAY), question.ask)
        record.turn(Turn(TurnId(1), ONE, Speaker.INTERVIEWER, question.ask, 1, 2, BEGAN))
        record.turn(Turn(TurnId(2), ONE, Speaker.NARRATOR, "I do not know.", 3, 4, BEGAN))
        past.keep(record, progress, ONE)
        assert [each.session for each in family.photographs(record)] == [None]


@pytest.mark.parametrize("told", [False, True])
def test_whoever_chose_a_picture_on_the_page_is_asked_about_it_first(
    tmp_path: Path, told: bool
) -> None:
    """Also where its story was told before: they want to speak of it again."""
    harbour, wedding = house(tmp_path, "The harbour", "Our wedding")
    with Record.open(tmp_path) as record:
        if told:
            family.tell_about(record, wedding, ONE, 1)
        by = replace(rules(), past=past.before(record, TODAY))
        opening = replace(AGREED, wanted=past.chosen(record, wedding), half_told="the ice came up")
        progress, move = planner.open_session(by, opening)
        assert move.ask == "Ann sent a photograph, Our wedding: what comes back to you?"
        assert move.ask in progress.coverage.asked and "harbour" not in move.text
        assert past.chosen(record, "0" * 24) is None, "taken back meanwhile"
        assert harbour != wedding


def test_the_picture_chosen_on_the_page_is_what_a_talk_opens_with(tmp_path: Path) -> None:
    (picture,) = house(tmp_path, "The harbour")
    settings = Settings.model_validate({"narrator": {"time_zone": "Europe/London"}})
    with Record.open(tmp_path) as record:
        found = [
            opened(settings, record, rules(), Readers(), BEGAN, picture=each).wanted
            for each in (picture, "")
        ]
    assert found[0] is not None and "The harbour" in found[0].ask and found[1] is None
