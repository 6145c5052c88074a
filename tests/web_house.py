"""A house with pages: real accounts, a real record, a real server on a port of this computer."""

import atexit
import re
import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from time import monotonic as time_monotonic
from zoneinfo import ZoneInfo

import anyio
import httpx
import numpy as np
from argon2 import PasswordHasher

from voice_agent.archive import family, letting_in, sharing, who_sees
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.resources import resource
from voice_agent.scheduler.diary import Arranged, Diary
from voice_agent.scheduler.plan import Quiet
from voice_agent.sound import RATE, Sound
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId, Word
from voice_agent.storybook import plan
from voice_agent.storybook.house import HouseBook as Bookmaker
from voice_agent.storybook.pages import Passage
from voice_agent.web.chosen import Chosen
from voice_agent.web.desk import LOCAL, Contact, Desk, Drilled, Sign
from voice_agent.web.guard import DEVICE
from voice_agent.web.library import Library
from voice_agent.web.serving import listen, serve
from voice_agent.web.throttle import Throttle

TRUST = httpx.create_ssl_context()
"""Read once: a browser of its own would read all authorities there are."""

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As argon2 is, but not as slow."""

NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)

TALK = SessionId("2026-11-17T10-00-00Z-0001")

ZONE = ZoneInfo("Europe/London")

PASSWORD = "correct horse"

NEW = "a brand new password"
"""Of whoever takes a link up."""

NAMES = {Role.NARRATOR: "Rose", Role.CAREGIVER: "Carol", Role.FAMILY: "Ann", Role.ADVOCATE: "Adam"}

RELATIONS = {
    Role.NARRATOR: "",
    Role.CAREGIVER: "nurse",
    Role.FAMILY: "daughter",
    Role.ADVOCATE: "friend",
}

PIN = "4711"
"""The narrator's."""

CANARIES = ("Marigold", "millpond", "Bartholomew", "ferryman", "blue enamel")
"""Words that only the narrator said."""

SAID = (
    (Speaker.INTERVIEWER, "Whose kitchen do you remember best?", "question"),
    (
        Speaker.NARRATOR,
        "My grandmother Marigold had the kitchen by the millpond. There was a blue enamel pot on the stove "
        "from morning to night, and she let me stir it when I stood on the coal box.",
        "",
    ),
    (Speaker.INTERVIEWER, "Who else sat in that kitchen?", "question"),
    (
        Speaker.NARRATOR,
        "In 1952 my brother Bartholomew came home from the sea, and he sat by that stove for a whole winter "
        "and hardly said a word. Then he married the ferryman's daughter and you could not stop him talking.",
        "",
    ),
    (Speaker.INTERVIEWER, "What did he talk about then?", "question"),
    (Speaker.NARRATOR, "Oh, everything.", ""),
)


def fill(state: Path, *, began: datetime = datetime(2026, 11, 17, 10, 0, tzinfo=UTC)) -> None:
    """A talk with two stories and their sound."""
    with Record.open(state) as record:
        record.begin(Session(TALK, "Rose", began, topic="childhood"))
        track = record.audio(TALK, Speaker.NARRATOR)
        # no second like another, so that one can look for a stretch of it
        rush = np.random.default_rng(7).uniform(-0.2, 0.2, 60 * RATE).astype(np.float32)
        track.append(Sound(rush))
        at = 1.0
        for number, (who, text, kind) in enumerate(SAID, 1):
            seconds = len(text.split()) / 4
            words = tuple(
                Word(word, at + n / 4, at + n / 4 + 0.2)
                for n, word in enumerate(text.split())
                if who is Speaker.NARRATOR
            )
            said_at = began + timedelta(seconds=at)
            record.turn(
                Turn(TurnId(number), TALK, who, text, at, at + seconds, said_at, words, kind=kind)
            )
            at += seconds + 1
        journal = record.journal(TALK)
        journal.write("move", 1000, act="question", reason="asked for: skip")
        record.finish(TALK, began + timedelta(minutes=24), "A talk about a kitchen.")


@dataclass
class House:
    """Its desk, its people, and where it is."""

    desk: Desk
    people: dict[Role, Account]
    address: str = ""
    told: list[str] = field(default_factory=list)
    """What the service told its log."""

    devices: dict[Role, str] = field(default_factory=dict)
    """The browser that each of them always uses: how it is known again."""

    @property
    def book(self) -> Book:
        return self.desk.book

    @contextmanager
    def visitor(self, role: Role | None = None) -> Generator[httpx.Client]:
        """Somebody's browser, signed in where a role is named."""
        own = {"Origin": self.address}
        with httpx.Client(base_url=self.address, headers=own, timeout=30, verify=TRUST) as client:
            if role is not None:
                if known := self.devices.get(role):
                    client.cookies.set(DEVICE, known, domain="127.0.0.1", path="/")
                send(client, "/sign-in", "/sign-in", name=NAMES[role], password=PASSWORD)
                self.devices[role] = client.cookies[DEVICE]
            yield client


def mark(client: httpx.Client, path: str) -> str:
    """What the forms on the page `path` must bring back."""
    found = re.search(r'name="mark" value="(\w+)"', client.get(path).text)
    assert found, path
    return found[1]


def send(
    client: httpx.Client, page: str, path: str, files: object = None, **form: object
) -> httpx.Response:
    """Fill in a form of `page` and send it to `path`."""
    return client.post(path, data={"mark": mark(client, page), **form}, files=files)  # type: ignore[arg-type]


def link_on(answer: httpx.Response) -> str:
    """The link that a page shows to whoever made it."""
    found = re.search(r"<code>\S+(/invite/\S+)</code>", answer.text)
    assert found, answer.text
    return found[1]


def take_up(client: httpx.Client, link: str, **more: object) -> httpx.Response:
    """Open a link and choose a password; whoever else is signed in there is signed out first, as the page offers."""
    here = f"{link}/here"
    if here in client.get(link).text:
        send(client, link, here)
    return send(client, link, link, password=NEW, **more)


class _Fields(HTMLParser):
    """Every field of the first form that has a Save, as a browser would send it untouched."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.area = action, False, ""
        self.fields: dict[str, str | list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = of.get("action") == self.action
        if not self.inside:
            return
        if tag == "input" and (of.get("type") not in ("radio", "checkbox") or "checked" in of):
            self._add(of["name"], of.get("value", ""))
        if tag == "textarea":
            self.area = of["name"]
            self.fields[self.area] = ""

    def handle_endtag(self, tag: str) -> None:
        self.area = "" if tag == "textarea" else self.area

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] = f"{self.fields[self.area]}{data}"

    def _add(self, name: str, value: str) -> None:
        known = self.fields.get(name)
        some = [] if known is None else known if isinstance(known, list) else [known]
        self.fields[name] = [*some, value] if some else value


def fields(page: str, action: str) -> dict[str, str | list[str]]:
    """What the form of `page` that is sent to `action` holds, as a browser would send it untouched."""
    found = _Fields(action)
    found.feed(page)
    assert found.fields, f"no form for {action}"
    return found.fields


def on_page(client: httpx.Client, address: str, action: str) -> dict[str, str | list[str]]:
    """The same of the page that `address` shows now."""
    return fields(client.get(address).text, action)


def field_for(form: dict[str, str | list[str]], kind: str, words: str = "") -> str:
    """The name of the one field of `kind` that holds `words`."""
    (found,) = [n for n, v in form.items() if n.startswith(f"{kind} ") and words in str(v)]
    return found


def diary_of(book: Book) -> Diary:
    return Diary(book, Arranged(ZONE, Quiet(), 1, timedelta(minutes=25)))


@cache
def _furniture() -> tuple[Path, dict[Role, Account]]:
    """A record in which a talk was held, and questions were asked; and who is let in. Hundreds of tests begin with a copy."""
    folder = TemporaryDirectory(prefix="furniture-")
    atexit.register(folder.cleanup)
    state = Path(folder.name) / "state"
    fill(state)
    with Book(state) as book:
        people = {
            role: letting_in.welcomed(
                book, NAMES[role], role, QUICK.hash(PASSWORD), NOW, relation=RELATIONS[role]
            )
            for role in Role
        }
        long_ago = NOW - timedelta(days=8)
        diary_of(book).add(NOW.date(), time(10), long_ago, days=("tue", "fri"))
        family.wonder(book, people[Role.FAMILY], "What was the first film you ever saw?", NOW)
    return state, people


def furnished(state: Path) -> House:
    """A house in which a talk was held, questions were asked and a story was shared. Not yet served."""
    made, people = _furniture()
    copytree(made, state, dirs_exist_ok=True)
    book = Book(state)
    diary = diary_of(book)
    desk = Desk(
        book,
        diary,
        narrator="Rose",
        pin=PIN,
        hasher=QUICK,
        now=lambda: NOW,
        health=lambda: [
            Sign("Microphone", True, "connected"),
            Sign("Loudspeaker", True, "connected"),
            Sign("Disk", True, "there is room for 400 hours"),
        ],
        contacts=lambda: [Contact("Tom", "telephone message", "the number that ends in 218")],
        drill=lambda: Drilled(
            "A test message went to Tom. Please ask whether it arrived.", went=True
        ),
        library=Library(Bookmaker("Rose", plan.read(resource("config/book/chapters.toml"))), book),
        arrivals=Throttle(100_000, 60, time_monotonic),  # a test has many hands
        posts=Throttle(100_000, 60, time_monotonic),
        gets=Throttle(100_000, 60, time_monotonic),
    )
    kept = [desk.chosen()]

    def choose(wanted: Chosen) -> None:
        kept.append(wanted)
        diary.arranged = replace(diary.arranged, quiet=wanted.quiet)  # as cli/choosing.py does

    desk.chosen, desk.choose = lambda: kept[-1], choose
    return House(desk, dict(people))


def remembered(house: House, privacy: str = "") -> None:
    """What memory made of the second story: a year, and a label where one was spoken."""
    text = sharing.story(house.book, TALK, 4).text
    what = "my brother Bartholomew came home from the sea"

    def place(words: str) -> tuple[object, ...]:
        at = text.index(words)
        return (TALK, 4, 1, at, at + len(words), words, 10.0, 11.0)

    def work(db: sqlite3.Connection) -> None:
        marks = "INSERT INTO mentions VALUES (?,?,?,?,?,?,?,?,?,?,?)"
        db.execute(marks, ("c-1", 0, "when", *place("1952")))
        db.execute(marks, ("c-1", 1, "what", *place(what)))
        db.execute(marks, ("c-1", 2, "who", *place("Bartholomew")))
        db.execute(
            """INSERT INTO claims (id, session, turn, version, told_at, polarity, modality, edtf, anchor,
                corrects, denied, continues, retold) VALUES (?,?,4,1,?,1,'said','1952','',NULL,'',NULL,0)""",
            ("c-1", TALK, NOW.isoformat()),
        )
        if privacy:
            db.execute(
                """INSERT INTO labels (claim, privacy, session, turn, version, first, last, words, began,
                    ended) VALUES ('c-1', ?, ?,?,?,?,?,?,?,?)""",
                (privacy, *place("1952")),
            )

    house.book.commit(work)


def shared(house: House, turn: int = 2) -> None:
    """The narrator gives a story to the whole family, with her voice."""
    told = sharing.story(house.book, TALK, turn)
    sharing.share(house.book, told, [who_sees.EVERYBODY], voice=True, now=NOW)


def library(house: House) -> Library:
    assert house.desk.library is not None
    return house.desk.library


def piece_of(house: House, words: str) -> Passage:
    """The piece of the book that tells of `words`."""
    return next(
        p for p in library(house).drafted().passages if any(words in s.text for s in p.sentences)
    )


def printed(house: House, *readers: Role) -> list[str]:
    """The book is written, every piece stands, and `readers` may read it. Returns the ids of its pieces."""
    shelves = library(house)
    ids = [each.id for each in shelves.write(NOW).passages]
    for id in ids:
        shelves.answer(id, given=True, readers=(), now=NOW)
    for role in readers:
        shelves.consent(
            ConsentKind.RECIPIENT, True, NOW, NAMES[role], account=house.people[role].id
        )
    return ids


@contextmanager
def served(
    house: House,
    certificate: tuple[Path, Path] | None = None,
    another: Callable[[Callable[[], None]], None] = lambda take: None,
) -> Generator[House]:
    """The house's pages on a free port, for as long as the block lasts. `certificate`: file and key."""
    line = listen("127.0.0.1", 0)
    port = line.getsockname()[1]
    house.address = f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
    house.desk.secure = certificate is not None
    house.desk.hosts = LOCAL
    scopes = list[tuple[anyio.CancelScope, object]]()
    up = threading.Event()

    async def run() -> None:
        with anyio.CancelScope() as scope:
            scopes.append((scope, anyio.lowlevel.current_token()))
            await serve(
                house.desk,
                line,
                certificate=certificate,
                ready=lambda app: up.set(),
                another=another,
            )

    async def stop() -> None:
        scopes[0][0].cancel()

    thread = threading.Thread(target=anyio.run, args=(run,))
    thread.start()
    up.wait(30)
    try:
        yield house
    finally:
        anyio.from_thread.run(stop, token=scopes[0][1])  # type: ignore[call-arg]
        thread.join(30)
        house.book.close()


@contextmanager
def told_to_all(state: Path) -> Generator[House]:
    """A house with pages in which a story is shared with the whole family."""
    made = furnished(state)
    shared(made)
    with served(made) as house:
        yield house
