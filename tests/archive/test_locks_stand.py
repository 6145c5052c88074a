"""The pages and the terminal use one record at the same time, and neither pulls it away from the other."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from tellings import sitting, told

from voice_agent.archive import residue
from voice_agent.archive.book import Book
from voice_agent.archive.private import make_private, read_apart
from voice_agent.archive.record import Record
from voice_agent.archive.residue import Traces
from voice_agent.errors import StateUnwritable

TERMINAL = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (sys.argv[2], "1"))
print(*(key for (key,) in db.execute("SELECT key FROM kept ORDER BY key")))
db.close()
"""
"""Another program that writes, reads and goes: the last one to go removes the write-ahead log."""


def terminal(state: Path, key: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", TERMINAL, str(state / "record.db"), key],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def opened_for_a_page(state: Path) -> None:
    with Record.look(state) as record:
        assert record.sessions()


def opened_again_for_the_tables(state: Path) -> None:
    with Book(state) as book:
        assert book.read("SELECT count(*) FROM turns") == [(1,)]


def searched_for_what_was_forgotten(state: Path) -> None:
    assert residue.search(state, Traces(frozenset({"no such words"}))) == ()


def made_where_it_is_already(state: Path) -> None:
    make_private(state / "record.db")


@pytest.mark.parametrize(
    "page",
    [
        opened_for_a_page,
        opened_again_for_the_tables,
        searched_for_what_was_forgotten,
        made_where_it_is_already,
    ],
)
def test_the_terminal_does_not_pull_the_record_from_under_the_pages(
    tmp_path: Path, page: Callable[[Path], None]
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
    log = tmp_path / "record.db-wal"
    with Book(tmp_path) as book:
        book.commit(lambda db: db.execute("INSERT INTO kept VALUES ('before', '1')"))
        held = log.stat().st_ino
        page(tmp_path)
        seen = terminal(tmp_path, "terminal")
        assert log.is_file() and log.stat().st_ino == held
        book.commit(lambda db: db.execute("INSERT INTO kept VALUES ('after', '1')"))
        both = {key for (key,) in book.read("SELECT key FROM kept")}
        assert both == seen | {"after"} == terminal(tmp_path, "terminal")
    with Record.open(tmp_path) as record:
        record.check()
        assert record.kept("terminal") == record.kept("after") == 1


def test_an_evening_that_erases_leaves_the_record_whole_under_the_open_pages(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record, Book(tmp_path) as book:
        record.begin(sitting())
        record.turn(told(1))
        book.commit(lambda db: db.execute("INSERT INTO kept VALUES ('pages', '1')"))
        held = (tmp_path / "record.db-wal").stat().st_ino
        searched_for_what_was_forgotten(tmp_path)
        assert terminal(tmp_path, "terminal") == {"pages", "terminal"}
        assert (tmp_path / "record.db-wal").stat().st_ino == held
        record.keep("evening", 1)
        assert terminal(tmp_path, "terminal") == {"evening", "pages", "terminal"}


def test_what_is_read_apart_is_what_lies_there(tmp_path: Path) -> None:
    path = tmp_path / "-record.db"
    path.write_bytes(bytes(range(256)) * 300)
    assert read_apart(path) == path.read_bytes()
    with pytest.raises(StateUnwritable):
        read_apart(tmp_path / "nothing.db")


def test_the_record_is_made_once_for_its_owner_alone_however_many_begin_at_once(
    tmp_path: Path,
) -> None:
    path = tmp_path / "record.db"
    before = os.umask(0)
    try:
        many = [Thread(target=make_private, args=(path,)) for _ in range(8)]
        for each in many:
            each.start()
        for each in many:
            each.join()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
