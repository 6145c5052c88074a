"""Does what is kept back stay back? Stories are told, one of them kept back, and everything is searched for it.

    python -m lab.evaluation.memory.keeping_back FILE.toml [--wish given] [--json FILE]

Each story of the file is told in an earlier talk, again with the wish, and once more in a later talk, with three others
around it, as a talk in writing with the engines of the settings. Then the narrator shares and approves all of it, and it is
looked for where the wrong person could come upon it: pages, every kind of copy, years and people, summaries, greetings, what is
said aloud unasked, what memory may bring up, and what a language model would be sent. `--wish given` hands the wish over
as a value, so that what is measured is what follows from it and not whether it is found.
"""

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
from rich.console import Console
from rich.progress import Progress

from lab.evaluation.tables import Figures, publish
from voice_agent import assemble
from voice_agent import settings as house_settings
from voice_agent.archive import last_look, memory_tables, passages, sharing, who_sees
from voice_agent.archive.accounts import Account, Role, family
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.archive.residue import readings
from voice_agent.errors import BookRefused, MemoryRefused, VoiceAgentError
from voice_agent.interview import progress as standing
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat import brief as briefs
from voice_agent.interview.seat.gathering import gathered, shown
from voice_agent.language import seating
from voice_agent.language.fallback import fallback
from voice_agent.language.gate import Gate
from voice_agent.memory.events import weave
from voice_agent.memory.forgetting import bare
from voice_agent.memory.labels import visible
from voice_agent.memory.privacy import OPEN
from voice_agent.reading.wishes import commands, wish_words, within
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.within import Locks, SaidWish, Within
from voice_agent.settings import Settings
from voice_agent.story import Consent, ConsentKind, SessionId
from voice_agent.storybook.at_home import bookmaker
from voice_agent.storybook.forms import KINDS
from voice_agent.storybook.house import Wanted
from voice_agent.storybook.release import Reader

OUTSIDER = "Nora Quill"
"""A reader of whom nobody speaks."""

BEGAN = datetime(2026, 11, 2, 10, 0, tzinfo=UTC)

RULES = ("not for", "nobody", "only for", "after death", "after death except")


@dataclass(frozen=True, slots=True)
class Case:
    """One story of the file."""

    id: str
    reader: str
    relation: str
    rule: str
    secret: tuple[str, ...]
    first: str
    asks: str
    asks_alone: bool
    wish: str
    later: str
    others: tuple[str, ...]

    @property
    def given(self) -> Wish:
        """The wish as it should be understood."""
        who = f"my {self.relation} {self.reader}".lower()
        match self.rule:
            case "not for":
                return Wish(Command.NOT_FOR, who)
            case "only for":
                return Wish(Command.ONLY_FOR, who)
            case "after death":
                return Wish(Command.NOT_WHILE_I_LIVE)
            case "after death except":
                return Wish(Command.NOT_WHILE_I_LIVE, but=who)
            case _:
                return Wish(Command.BETWEEN_US)

    def may_know(self, name: str) -> bool:
        """May somebody of that name know it while the narrator lives?"""
        named = name == self.reader
        return {
            "not for": bool(name) and not named,
            "only for": named,
            "after death except": named,
        }.get(self.rule, False)


@dataclass(slots=True)
class Kept:
    """What became of one story."""

    case: Case
    leaks: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Where it was found, and what of it."""

    wishes: list[str] = field(default_factory=list[str])
    """Where the words of the wish were found."""

    others_locked: list[str] = field(default_factory=list[str])
    reached: bool = True
    """Whoever may know it has it."""

    answer: str = ""
    """What was said to the wish."""

    def look(self, where: str, text: str) -> None:
        """Search one place."""
        words = f" {bare(text)} "
        if found := [each for each in self.case.secret if f" {bare(each)} " in words]:
            self.leaks.setdefault(where, []).extend(found)
        if _wish_in(self.case, words):
            self.wishes.append(where)


def read(path: Path) -> tuple[Case, ...]:
    """Read a file of stories. Raises ValueError for a rule that is none."""
    table: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    cases = tuple(_case(each) for each in table["story"])
    if wrong := {each.rule for each in cases} - {*RULES}:
        raise ValueError(f"{path} has a rule “{min(wrong)}”; there are {', '.join(RULES)}.")
    return cases


def _case(table: Mapping[str, Any]) -> Case:
    fields: dict[str, Any] = {
        **table,
        "secret": tuple(table["secret"]),
        "others": tuple(table["others"]),
    }
    return Case(**fields)


def run(
    cases: Sequence[Case],
    settings: Settings,
    *,
    given: bool = False,
    tick: Callable[[str], None] = lambda says: None,
) -> Figures:
    """Hold the talks of every story and search everything. About half a minute a story."""
    readers = assemble.readers(settings)
    found: list[Kept] = []
    for case in cases:
        tick(case.id)
        with TemporaryDirectory(prefix="voice-agent-kept-") as folder:
            state = Path(folder) / "state"
            mine = settings.model_copy(
                update={
                    "state_directory": str(state),
                    "safety": settings.safety.model_copy(
                        update={"contacts": [f"{case.reader} | {case.relation} | |"]}
                    ),
                    "language": settings.language.model_copy(update={"model": "none"}),
                }
            )
            found.append(anyio.run(_story, case, mine, readers, given))
    return _figures(found, given=given)


async def _story(case: Case, settings: Settings, readers: assemble.Readers, given: bool) -> Kept:
    kept = Kept(case)
    asks = (case.asks, case.wish) if case.asks_alone else (case.asks,)
    talks = (
        (case.others[0], case.first),
        (case.others[1], *asks, case.others[2]),
        (case.later,),
        (),
    )
    said_in = case.wish if case.asks_alone else case.asks
    sent: list[str] = []
    with Record.open(settings.state) as record:
        _agreed(record)
        wish = {said_in: case.given} if given else {}
        for number, lines in enumerate(talks):
            begins = BEGAN + timedelta(days=7 * number)
            with handed_over(wish):
                said = await _talk(record, settings, readers, lines, begins, sent)
            after = number > 1
            kept.answer = said[1 + lines.index(said_in)] if said_in in lines else kept.answer
            told = [*lines, *[""] * (len(said) - 1 - len(lines))]
            unasked = [
                said[0],
                *(s for t, s in zip(told, said[1:], strict=True) if t in ("", *case.others)),
            ]
            if after:
                kept.look("greeting" if number == 3 else "said aloud", " ".join(unasked))
            elif number == 1:
                kept.look("closing words", " ".join(said[2 + lines.index(said_in) :][-1:]))
        _search(kept, record, settings, sent)
    return kept


async def _talk(
    record: Record,
    settings: Settings,
    readers: assemble.Readers,
    lines: Sequence[str],
    begins: datetime,
    sent: list[str],
) -> list[str]:
    """Hold one talk in writing; returns what was said first, after each line, and to the goodbye."""
    clock = begins

    def now() -> datetime:
        nonlocal clock
        clock += timedelta(seconds=20)
        return clock

    labour = assemble.Threads()
    session = assemble.new_session(settings, now())
    quiet: Callable[[str], None] = lambda says: None  # noqa: E731
    rules = await assemble.ruled(settings, record, session, readers, labour, now(), quiet)
    before = assemble.opened(settings, record, rules, readers, now())
    company = await assemble.evening(
        settings, record, session, rules, before, readers, labour=labour, tell=quiet, now=now
    )

    gate, prompt = Gate(fallback((), quiet), last_look.Looking(record)), seating.prompt()

    async def leads(by: Rules, before: standing.Progress, move: Move, heard: Heard) -> None:
        whole = gathered(by, before, heard, move, company.turn_context.known)
        brief = await gate.may_show(lambda may: shown(whole, may))
        sent.append(briefs.messages(prompt, replace(brief, turn=""))[-1].text)

    talk = company.in_writing(leads)
    said = [" ".join(talk.opening)]

    async def hold() -> None:
        company.memory_worker.wake()
        async with anyio.create_task_group() as tasks:
            for line in (*lines, "Goodbye."):
                if not talk.ended:
                    said.append(" ".join(await talk.answer(line, tasks)))

    await company.beside(hold)
    if lines:
        await company.over(talk.progress)
    return said


@contextmanager
def handed_over(given: Mapping[str, Wish]) -> Generator[None]:
    """Let these turns be understood as these wishes, whatever the program finds in them."""
    whole, inside = commands.wish, within.found

    def found(said: str, before: Sequence[str] = (), locks: Locks | None = None) -> Within:
        wish = given.get(said)
        if wish is None:
            return inside(said, before, locks)
        return Within((SaidWish(wish),), wish_words.beside(said))

    if given:
        commands.wish = lambda said: given.get(said) or whole(said)
        within.found = found
    try:
        yield
    finally:
        commands.wish, within.found = whole, inside


def _agreed(record: Record) -> None:
    """The narrator has said yes to being recorded; the rest is asked when all is told."""
    session = SessionId("before")
    record.consent(Consent(ConsentKind.RECORDING, True, BEGAN, session, "Yes."))


def _search(kept: Kept, record: Record, settings: Settings, sent: Sequence[str]) -> None:
    """Share, approve and copy everything, and look for the story."""
    case, now = kept.case, BEGAN + timedelta(days=40)
    for session in record.sessions():
        kept.look("summary of a talk", session.summary)
    kept.look("life summary", str(record.kept("life summary") or ""))
    kept.look("questions", str(record.kept("questions") or ""))
    wish_at = next((n for n, each in enumerate(sent) if case.others[2] in each), len(sent))
    for each in sent[wish_at:]:
        kept.look("sent to a model", each)
    _others(kept, record)
    people = [welcomed(record, name, Role.FAMILY, "x", now) for name in (case.reader, OUTSIDER)]
    _pages(kept, record, people, now)
    _copies(kept, record, settings, now)


def _others(kept: Kept, record: Record) -> None:
    bound = memory_tables.kept_back(record.read)
    labelled = {(c.session, c.turn) for c in memory_tables.claims(record.read) if c.privacy != OPEN}
    for session in record.sessions():
        for turn in record.session(session.id).turns:
            place = (turn.session, turn.id)
            if turn.text in kept.case.others and (place in bound or place in labelled):
                kept.others_locked.append(turn.text)


def _pages(kept: Kept, record: Record, people: Sequence[Account], now: datetime) -> None:
    for story in sharing.stories(record):
        try:
            sharing.share(record, story, [who_sees.EVERYBODY], voice=True, now=now)
        except MemoryRefused:
            continue
    claims = memory_tables.claims(record.read)
    for account in people:
        told = sharing.shared_with(record, account)
        if not kept.case.may_know(account.name):
            for story in told:
                kept.look("page", f"{story.title} . {story.asked} . {story.text}")
            for event in weave(visible(claims, account.name, alive=True)).events:
                kept.look("years and people", event.description)
        elif any(_wish_in(kept.case, f" {bare(story.text)} ") for story in told):
            kept.wishes.append("page")


def _copies(kept: Kept, record: Record, settings: Settings, now: datetime) -> None:
    case, book = kept.case, bookmaker(settings)
    session = record.sessions()[-1].id
    for each in family(record):
        yes = Consent(ConsentKind.RECIPIENT, True, now, session, "Yes.", each.name, account=each.id)
        record.consent(yes)
    record.consent(Consent(ConsentKind.PRINT, True, now, session, "Yes."))
    for passage in book.write(record, now).passages:
        passages.approve(record, Approval(passage.id, True, now))
    for name in ("", case.reader, OUTSIDER):
        got = ""
        for kind in KINDS:
            to = (
                settings.state.parent
                / f"{kind}-{name or 'nobody'}{'.epub' if kind == 'epub' else ''}"
            )
            try:
                made = book.copy(record, Wanted(kind, to, Reader(name)), now)
            except BookRefused:
                continue
            text = _text(made)
            got += text
            if not case.may_know(name):
                kept.look(kind, text)
            elif _wish_in(case, f" {bare(text)} "):
                kept.wishes.append(kind)
        if case.may_know(name):
            words = f" {bare(got)} "
            kept.reached = any(f" {bare(each)} " in words for each in case.secret)


def _text(path: Path) -> str:
    files = (
        [path] if path.is_file() else [each for each in sorted(path.rglob("*")) if each.is_file()]
    )
    return " . ".join(text for each in files for text in readings(each.read_bytes()))


def _wish_in(case: Case, words: str) -> bool:
    wish = bare(case.wish)
    return len(wish.split()) >= 3 and f" {wish} " in words


def _figures(found: Sequence[Kept], *, given: bool) -> Figures:
    rows: list[dict[str, Any]] = []
    for rule in ("all", *RULES):
        mine = [each for each in found if rule in ("all", each.case.rule)]
        others = sum(len(each.case.others) for each in mine)
        locked = sum(len(each.others_locked) for each in mine)
        if mine:
            rows.append(
                {
                    "rule": rule,
                    "stories": len(mine),
                    "leaked": sum(bool(each.leaks) for each in mine),
                    "wish shown": sum(bool(each.wishes) for each in mine),
                    "others": others,
                    "others locked": locked,
                    "locked share": locked / others if others else 0.0,
                    "not given to who may": sum(not each.reached for each in mine),
                }
            )
    where = Counter(place for each in found for place in each.leaks)
    return Figures(
        "keeping back",
        f"what is kept back: {len(found)} stories, the wish {'handed over' if given else 'as found'}",
        rows,
        0,
        (
            "Wanted: leaked 0, others locked <= 5 %.",
            "Narrators and stories are invented by a language model.",
            f"Leaked where: {', '.join(f'{n} {w}' for w, n in where.most_common()) or 'nowhere'}.",
        ),
        more={
            "stories": [
                {
                    "id": each.case.id,
                    "rule": each.case.rule,
                    "answer": each.answer,
                    "leaks": each.leaks,
                    "wish shown": each.wishes,
                    "others locked": each.others_locked,
                    "given to who may": each.reached,
                }
                for each in found
            ]
        },
    )


def main() -> int:
    """Measure a file of stories."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument(
        "file", type=Path, help="stories, in the form of evaluation/memory/kept_back.toml"
    )
    asked.add_argument("--wish", choices=("found", "given"), default="found")
    asked.add_argument("--json", type=Path, default=None)
    asked.add_argument("--only", default="", help="ids of stories, with commas between them")
    chosen = asked.parse_args()
    cases = read(chosen.file)
    if chosen.only:
        cases = tuple(each for each in cases if each.id in chosen.only.split(","))
    settings = house_settings.load(None)
    try:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("Beginning", total=len(cases))

            def tick(name: str) -> None:
                progress.update(task, description=name, advance=1)

            figures = run(cases, settings, given=chosen.wish == "given", tick=tick)
    except VoiceAgentError as error:
        print(f"{error.what} {error.mend}", file=sys.stderr)
        return 1
    publish(figures, chosen.json)
    for each in figures.more["stories"]:
        if (
            each["leaks"]
            or each["wish shown"]
            or each["others locked"]
            or not each["given to who may"]
        ):
            print(f"{each['id']}: {each['answer']}")
            for key in ("leaks", "wish shown", "others locked"):
                if each[key]:
                    print(f"    {key}: {each[key]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
