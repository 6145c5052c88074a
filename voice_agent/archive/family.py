"""What the family brings: questions to be asked ("Ann wonders ..."), and photographs.

Waiting questions are read by whoever plans the next question, and keep the turn that answered them; a photograph is a
file in STATE/photographs and its row, and the turn in which the narrator told about it.
"""

import secrets
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from voice_agent.archive import put_by
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Book, Keeper
from voice_agent.archive.private import folder, replacing, write_all
from voice_agent.archive.put_by import Sent
from voice_agent.archive.record import Record
from voice_agent.interview.family_questions import returned

FOLDER = "photographs"
"""In the state folder."""

REST = timedelta(days=14)
"""A question that may have been answered unasked waits so long for a word of whoever asked it. A guess."""


@dataclass(frozen=True, slots=True)
class FamilyQuestion:
    """A question somebody in the family would like asked."""

    number: int
    who: str
    """As the narrator knows them."""

    question: str
    at: datetime
    state: str
    """waiting, asked, answered, declined or withdrawn."""

    session: str | None = None
    turn: int | None = None
    """Where it was answered, or perhaps was; None: nowhere yet."""

    perhaps: datetime | None = None
    """When it was noticed that it may have been answered there unasked; None: it was asked, or nothing was noticed."""

    anyway: bool = False
    """Whoever asked wants it asked all the same."""

    @property
    def place(self) -> tuple[str, int] | None:
        """Where it was answered, or perhaps was."""
        if self.session is None or self.turn is None:
            return None
        return self.session, self.turn

    def rests(self, today: date) -> bool:
        """May it have been answered unasked, so that it is not asked at once?"""
        return self.perhaps is not None and today - self.perhaps.date() < REST

    @property
    def why_not(self) -> str:
        """Why it is not asked and has gone back to whoever sent it (interview/family_questions.py); "" where it may be."""
        return returned(self.question) if self.state in ("waiting", "declined", "withdrawn") else ""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture somebody sent."""

    id: str
    who: str
    caption: str
    at: datetime
    session: str | None
    turn: int | None
    """Where the narrator told about it; None: not yet."""


def wonder(keeper: Keeper, by: Account, question: str, now: datetime) -> str:
    """Put a question to the waiting ones, or keep it as one that is not asked; then return why, else "" ."""
    asked = " ".join(question.split())
    reason = returned(asked)
    row = (by.id, by.name, asked, now.isoformat(), "declined" if reason else "waiting")
    keeper.commit(
        lambda db: db.execute(
            "INSERT INTO family_questions (account, who, question, at, state) VALUES (?, ?, ?, ?, ?)",
            row,
        )
    )
    return reason


def waiting(keeper: Keeper) -> tuple[FamilyQuestion, ...]:
    """Questions not yet asked that may be, the oldest first."""
    found = _questions(keeper, "state = 'waiting' ORDER BY number", ())
    return tuple(each for each in found if not each.why_not)


def declined(keeper: Keeper) -> tuple[FamilyQuestion, ...]:
    """Questions that the narrator does not want to be asked, the newest first."""
    found = _questions(keeper, "state = 'declined' ORDER BY number DESC", ())
    return tuple(each for each in found if not each.why_not)


def sent_back(keeper: Keeper) -> tuple[FamilyQuestion, ...]:
    """Questions that are not asked because of what they ask for, the newest first.

    Also those that were taken back since: the narrator is to know who asked for money, or for a secret.
    """
    kinds = "state IN ('waiting', 'declined', 'withdrawn') ORDER BY number DESC"
    found = _questions(keeper, kinds, ())
    return tuple(each for each in found if each.why_not)


def asked_by(keeper: Keeper, by: Account) -> tuple[FamilyQuestion, ...]:
    """What one person has sent, the newest first."""
    return _questions(keeper, "account = ? ORDER BY number DESC", (by.id,))


def settle(
    keeper: Keeper, number: int, state: str, session: str | None = None, turn: int | None = None
) -> None:
    """A question was asked, answered (in that turn), declined or withdrawn."""
    keeper.commit(
        lambda db: db.execute(
            """UPDATE family_questions SET state = ?, session = coalesce(?, session), turn = coalesce(?, turn)
                WHERE number = ?""",
            (state, session, turn, number),
        )
    )


def perhaps_answered(keeper: Keeper, number: int, place: tuple[str, int], now: datetime) -> None:
    """What a waiting question asks was perhaps told in that turn, unasked. Noticed once; not where it is asked anyway."""
    keeper.commit(
        lambda db: db.execute(
            """UPDATE family_questions SET session = ?, turn = ?, perhaps = ?
                WHERE number = ? AND state = 'waiting' AND perhaps IS NULL AND anyway = 0""",
            (*place, now.isoformat(), number),
        )
    )


def ask_anyway(keeper: Keeper, number: int) -> None:
    """That was no answer to it: it waits again, and nothing that is told unasked holds it back."""
    keeper.commit(
        lambda db: db.execute(
            """UPDATE family_questions SET state = 'waiting', session = NULL, turn = NULL, perhaps = NULL,
                anyway = 1 WHERE number = ?""",
            (number,),
        )
    )


def send_photograph(book: Book, by: Account, image: bytes, caption: str, now: datetime) -> str:
    """Keep a picture (JPEG, already looked through and made anew by the caller). Returns its id.

    Raises DiskFull, StateUnwritable.
    """
    id = secrets.token_hex(12)
    to = folder(folder(book.state) / FOLDER) / f"{id}.jpg"
    with replacing(to) as file:
        write_all(file, image, 0)
    row = (id, by.id, by.name, " ".join(caption.split()), now.isoformat())
    book.commit(
        lambda db: db.execute(
            "INSERT INTO photographs (id, account, who, caption, at) VALUES (?, ?, ?, ?, ?)", row
        )
    )
    return id


def photographs(keeper: Keeper) -> tuple[Photograph, ...]:
    """Every picture that the narrator has not put away, the newest first."""
    away = put_by.away(keeper.read, Sent.PICTURES)
    return tuple(each for each in sent_photographs(keeper) if each.id not in away)


def photographs_away(keeper: Keeper) -> tuple[Photograph, ...]:
    """Those that the narrator put away, the newest first."""
    away = put_by.away(keeper.read, Sent.PICTURES)
    return tuple(each for each in sent_photographs(keeper) if each.id in away)


def sent_photographs(keeper: Keeper, by: Account | None = None) -> tuple[Photograph, ...]:
    """Every picture that was sent, put away or not, or those of one person, the newest first."""
    rows = keeper.read(
        """SELECT id, who, caption, at, session, turn FROM photographs
            WHERE ? IS NULL OR account = ? ORDER BY at DESC, id""",
        (by and by.id, by and by.id),
    )
    return tuple(
        Photograph(id, who, caption, datetime.fromisoformat(at), session, turn)
        for id, who, caption, at, session, turn in rows
    )


def picture(state: Path, photograph: Photograph) -> Path:
    """Where its file lies."""
    return state / FOLDER / f"{photograph.id}.jpg"


def of_story(pictures: tuple[Photograph, ...], session: str, turn: int) -> list[Photograph]:
    """Those of `pictures` that a story is about."""
    return [each for each in pictures if (each.session, each.turn) == (session, turn)]


def say_of(keeper: Keeper, id: str, caption: str) -> None:
    """Keep what whoever sent a picture knows about it. Raises DiskFull."""
    keeper.commit(
        lambda db: db.execute("UPDATE photographs SET caption = ? WHERE id = ?", (caption, id))
    )


def take_back(book: Book, photograph: Photograph) -> None:
    """Delete a picture, here and beside the story that was told about it. Raises DiskFull."""

    # the row goes before the file: a picture without a file would be shown broken
    def work(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM photographs WHERE id = ?", (photograph.id,))
        put_by.forget(db, Sent.PICTURES, {photograph.id})

    book.commit(work)
    picture(book.state, photograph).unlink(missing_ok=True)


def tell_about(keeper: Keeper, id: str, session: str | None, turn: int | None) -> None:
    """The narrator told the story of a picture in that turn; None: in none after all."""
    keeper.commit(
        lambda db: db.execute(
            "UPDATE photographs SET session = ?, turn = ? WHERE id = ?", (session, turn, id)
        )
    )


def withdraw(
    record: Record, speaks: Callable[[str], bool], untold: Collection[tuple[str, int]]
) -> tuple[str, ...]:
    """Delete every question and every picture whose words speak of something that is to be forgotten.

    A picture goes whole, its caption says what is on it; the others are no longer told about in the turns
    of `untold`, and no question was answered there. Returns sentences for the narrator about what whoever sent it still has. May be run twice.
    Raises DiskFull.
    """
    asked = record.read("SELECT number, question FROM family_questions")
    questions = [(number,) for number, question in asked if speaks(question)]
    sent = sent_photographs(record)
    pictures = [each for each in sent if speaks(each.caption)]
    for each in pictures:
        picture(record.state, each).unlink(missing_ok=True)

    def work(db: sqlite3.Connection) -> None:
        db.executemany("DELETE FROM family_questions WHERE number = ?", questions)
        db.executemany("DELETE FROM photographs WHERE id = ?", [(each.id,) for each in pictures])
        put_by.forget(db, Sent.PICTURES, {each.id for each in pictures})
        db.executemany(
            "UPDATE photographs SET session = NULL, turn = NULL WHERE id = ?",
            [(each.id,) for each in sent if (each.session, each.turn) in untold],
        )
        db.executemany(
            """UPDATE family_questions SET turn = NULL, perhaps = NULL,
                state = CASE state WHEN 'answered' THEN 'asked' ELSE state END
                WHERE session = ? AND turn = ?""",
            [*untold],
        )

    record.commit(work)
    return tuple(
        f"A photograph that {each.who} sent is gone here; {each.who} still has it."
        for each in pictures
    )


def _questions(
    keeper: Keeper, where: str, parameters: tuple[str, ...]
) -> tuple[FamilyQuestion, ...]:
    rows = keeper.read(
        f"""SELECT number, who, question, at, state, session, turn, perhaps, anyway
            FROM family_questions WHERE {where}""",
        parameters,
    )
    return tuple(
        FamilyQuestion(
            number,
            who,
            question,
            datetime.fromisoformat(at),
            state,
            session,
            turn,
            perhaps and datetime.fromisoformat(perhaps),
            bool(anyway),
        )
        for number, who, question, at, state, session, turn, perhaps, anyway in rows
    )
