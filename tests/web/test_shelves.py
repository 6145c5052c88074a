"""The life behind the pages is woven once, whoever reads, and anew when something has changed."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from web_house import NOW, QUICK, SAID, TALK, House, furnished, printed, remembered

from voice_agent.archive import letting_in, memory_tables
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.record import Record
from voice_agent.resources import resource
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook as Bookmaker
from voice_agent.web import who_sees
from voice_agent.web.library import Library

F = Role.FAMILY
STORY = SAID[1][1]


def watched(house: House) -> Counter[str]:
    """Counts how often each telling is gone through for the book."""
    gone_through = Counter[str]()

    def alarm(said: str) -> None:
        gone_through[said] += 1

    made = Bookmaker("Rose", plan.read(resource("config/book/chapters.toml")), alarm=alarm)
    house.desk.library = Library(made, house.book)
    return gone_through


def family(house: House, *names: str) -> list[Account]:
    """More of them, who read the book as Ann does."""
    made = [
        letting_in.welcomed(house.book, name, F, QUICK.hash("x"), NOW, relation="cousin")
        for name in names
    ]
    assert house.desk.library is not None
    for each in made:
        house.desk.library.consent(ConsentKind.RECIPIENT, True, NOW, each.name, account=each.id)
    return [house.people[F], *made]


def test_a_page_for_a_whole_family_weaves_the_life_once(tmp_path: Path) -> None:
    house = furnished(tmp_path / "state")
    remembered(house, "only for ann")
    printed(house, F)
    gone_through = watched(house)
    ann, *others = family(house, "Tom", "Bea", "Cora", "Dan", "Ed", "Flo", "Gus")
    library = house.desk.library
    assert library is not None
    who_sees.by_day(house.desk)
    assert gone_through[STORY] == 1
    shelves = {each.id: library.shelf(each) for each in (ann, *others)}
    who_sees.by_day(house.desk)
    assert gone_through[STORY] == 1
    # whoever reads the same has the same shelf, and nobody else has
    anns, toms, *rest = shelves.values()
    assert anns and toms and all(each is toms for each in rest)
    assert [len(each.book.passages) for each in (anns, toms)] == [3, 2]


def test_whoever_looks_first_after_a_talk_waits_for_no_weaving(tmp_path: Path) -> None:
    house = furnished(tmp_path / "state")
    remembered(house, "only for ann")
    printed(house, F)
    gone_through = watched(house)
    assert house.desk.library is not None
    house.desk.library.stand_ready()
    assert gone_through[STORY] == 1
    who_sees.by_day(house.desk)
    house.desk.library.stand_ready()
    assert gone_through[STORY] == 1


def test_what_changes_meanwhile_is_seen_at_once(tmp_path: Path) -> None:
    house = furnished(tmp_path / "state")
    remembered(house)
    first, *_ = printed(house, F)
    gone_through = watched(house)
    library, ann = house.desk.library, house.people[F]
    assert library is not None
    shelf = library.shelf(ann)
    assert shelf and first in {each.id for each in shelf.book.passages}
    library.answer(first, given=False, readers=(), now=NOW)
    shelf = library.shelf(ann)
    assert shelf and first not in {each.id for each in shelf.book.passages}
    assert gone_through[STORY] == 1, "an answer tells nothing new"
    memory_tables.put_away(house.book, TALK, 4, NOW)
    shelf = library.shelf(ann)
    assert not shelf or (TALK, 4) not in shelf.turns
    assert gone_through[STORY] == 2
    # somebody who is of the family no more, on a page that was opened before
    assert library.shelf(replace(ann, roles=frozenset())) is None


def test_a_story_told_while_somebody_reads_is_there_once_it_is_written_and_stands(
    tmp_path: Path,
) -> None:
    house = furnished(tmp_path / "state")
    printed(house, F)
    library, ann = house.desk.library, house.people[F]
    assert library is not None
    talk = SessionId("2026-11-20T09-00-00Z-0002")
    with Record.open(house.book.state) as record:
        record.begin(Session(talk, "Rose", NOW, topic="childhood"))
        assert library.shelf(ann) is not None  # she looks in while the talk goes on
        said = "In 1948 our goat ate the washing off the line, and my mother ran after it in her slippers."
        record.turn(Turn(TurnId(1), talk, Speaker.NARRATOR, said, 1.0, 9.0, NOW))
        record.finish(talk, NOW, "")
    printed(house)
    shelf = library.shelf(ann)
    assert shelf and (talk, 1) in shelf.turns
