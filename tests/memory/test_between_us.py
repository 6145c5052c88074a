"""What is told in confidence is no sentence shorter than it was told."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from storyteller_of_lives import tell, turns

from voice_agent.archive import memory_tables, sharing
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.assemble import leading
from voice_agent.memory.between_us import closed, wished
from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.labels import labelled
from voice_agent.memory.privacy import OPEN, PRIVATE
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.summary import KEPT, half_told, last_time, summarise
from voice_agent.memory.thread import Setting
from voice_agent.reading.by_rules.saying_back import happened
from voice_agent.resources import resource
from voice_agent.story import Session, Speaker, Turn
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook

NOW = datetime(2026, 3, 4, 10, tzinfo=UTC)

FIRST = "We had a kitchen with a black range, and my mother baked on Thursdays in 1947."

AFTER = "I went to work at the telephone exchange in 1957, and Dorothy sat next to me."

STORIES = [
    # the wish comes first, last, in the middle, in a turn of its own, and the story goes on
    [
        "Keep this between us. Frank hit me once, the winter after David. Just once, in the scullery. "
        "He went down on his knees afterwards."
    ],
    [
        "Frank hit me once, the winter after David. Just once, in the scullery. "
        "He went down on his knees afterwards. Keep that between us."
    ],
    [
        "Frank hit me once, the winter after David. Don't tell anybody. Just once, in the scullery. "
        "He went down on his knees afterwards."
    ],
    [
        "Frank hit me once, the winter after David. Just once, in the scullery. "
        "He went down on his knees afterwards.",
        "Oh dear. Keep that between us.",
    ],
    [
        "Frank hit me once, the winter after David. Keep it between us, would you.",
        "Just once, in the scullery. He went down on his knees afterwards.",
    ],
    [
        "Frank hit me once, the winter after David. Just once, in the scullery. "
        "He went down on his knees afterwards, and I won't have it in any book."
    ],
]

SECRET = ("hit me", "scullery", "knees", "winter after")


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("kind", ["", "written"])
def test_nothing_of_a_confidence_is_in_the_book_the_years_the_greeting_or_anybodys_stories(
    story: list[str], kind: str, tmp_path: Path
) -> None:
    lines = [
        "? Whose kitchen was it?",
        FIRST,
        "? And then?",
        *story,
        "? Where did you work?",
        AFTER,
    ]
    said = [_kind(turn, kind) for turn in turns(0, lines)]
    told = distil(said, PlainReader(), Setting(birth="1942"), sitting=1)
    with Record.open(tmp_path) as record:
        record.begin(Session(said[0].session, "Maureen", NOW))
        for turn in said:
            record.turn(turn)
        book = HouseBook("Maureen", plan.read(resource("config/book/chapters.toml")), birth="1942")
        undistilled = " ".join(s.text for p in book.compose(record).passages for s in p.sentences)
        memory_tables.store(record, told.claims, told.labels)
        record.finish(said[0].session, NOW, summarise(record.session(said[0].session).turns))
        printed = " ".join(s.text for p in book.compose(record).passages for s in p.sentences)
        opening = leading.opening(record, NOW)
        greeting = " ".join((opening.last_time, *opening.told))
        life = " ".join(
            e.description
            for e in weave(labelled(told.claims, told.labels)).events
            if e.privacy == OPEN
        )
        with Book(tmp_path) as tables:
            private = {s.turn for s in sharing.stories(tables) if s.privacy == PRIVATE}
    for page in (undistilled, printed, greeting, life):
        assert not any(words in page for words in SECRET), page
    assert "telephone exchange" in printed and "black range" in printed
    assert {t.id for t in said if "scullery" in t.text} <= private
    assert not {t.id for t in said if t.text in (FIRST, AFTER)} & private


def _kind(turn: Turn, kind: str) -> Turn:
    return replace(turn, kind=kind) if turn.speaker is Speaker.NARRATOR else turn


def test_this_is_the_story_that_follows_and_that_the_one_before() -> None:
    this, that = (
        closed(turns(0, [FIRST, f"Keep {word} between us. {AFTER}"])) for word in ("this", "that")
    )
    assert list(this) == [2]
    assert list(that) == [2, 1]


def test_a_promise_asked_for_beforehand_holds_for_what_comes_next_and_no_longer() -> None:
    lines = [FIRST, "I'll tell you, but don't tell anybody.", "Frank drank in those years.", AFTER]
    assert list(closed(turns(0, lines))) == [3]
    told = tell(lines)
    private = {c.turn for c in labelled(told.claims, told.labels) if c.privacy == PRIVATE}
    assert private == {3}


def test_a_small_word_before_the_wish_is_no_story() -> None:
    wish = wished("Oh dear, well. Keep that between us.")
    assert wish is not None and wish.back and not wish.here


@pytest.mark.parametrize(
    "told",
    [
        "Frank hit me once, the winter after the baby.",
        "My uncle molested the girls next door to us.",
        "They found that he had hanged himself in the barn.",
    ],
)
def test_nobody_is_greeted_with_a_blow_or_a_wrong_or_asked_to_go_on_with_it(told: str) -> None:
    assert last_time(told) == KEPT
    assert happened(told) == ""
    assert (
        half_told(Session(turns(0, [told])[0].session, "Ida", NOW, tuple(turns(0, [told])))) is None
    )
