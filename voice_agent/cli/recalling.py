"""`voice-agent memory why | forget | forget-offers | rebuild | check | export | picture`: looking in, and letting go."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import anyio
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from voice_agent import settings as house
from voice_agent.cli import pin, started
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.cli.sessions import printable
from voice_agent.errors import MemoryRefused, ModelMissing, RecordDamaged
from voice_agent.settings import Settings

if TYPE_CHECKING:
    # loading them takes a second, which --help must not
    from voice_agent.archive.memory_store import MemoryStore
    from voice_agent.conversation.bringing_back import BringingBack
    from voice_agent.interview.returning.offers import Thought
    from voice_agent.memory.recall.ranking import Recollection

T = TypeVar("T")

app = typer.Typer(
    help="What is remembered: why something comes to mind, and how to let it be forgotten.",
    no_args_is_help=True,
)


@asynccontextmanager
async def opened(settings: Settings) -> "AsyncGenerator[MemoryStore]":
    """Open the memory of this house, holding the record.

    Raises AlreadyRunning during a session, ModelMissing, ModelDamaged.
    """
    from voice_agent import assemble
    from voice_agent.archive.memory_store import MemoryStore
    from voice_agent.archive.record import Record

    _is_there(settings)
    with Record.open(settings.state) as record:
        memory = await MemoryStore.open(
            record,
            assemble.index_uri(settings),
            assemble.memory_engines(settings, record),
            in_threads,
            optimise_every=settings.memory.optimise_every,
            caches=(settings.cache,),
        )
        try:
            yield memory
        finally:
            await memory.close()
        ill = assemble.keep_up(settings, datetime.now(UTC))
    if ill:
        Console(stderr=True).print(ill)


def _is_there(settings: Settings) -> None:
    """Raises MemoryRefused where nothing was ever recorded, RecordDamaged where it is lost."""
    from voice_agent.archive import wholeness
    from voice_agent.archive.record import Record

    if not Record.exists(settings.state):
        # what was told and is lost is not "nothing": this says how it comes back
        wholeness.refuse_lost(settings.state)
        raise MemoryRefused(
            f"Nothing has been recorded in {settings.state} yet.",
            mend="`voice-agent talk` holds a first session.",
        )


async def in_threads(work: Callable[[], T], /) -> T:
    """Labour in a worker thread."""
    return await anyio.to_thread.run_sync(work)


def _with(settings: Settings, doing: str, work: "Callable[[MemoryStore], Awaitable[T]]") -> T:
    """`doing`: what is shown meanwhile."""

    async def go() -> T:
        with progress("Bringing memory up to date") as tell:
            async with opened(settings) as memory:
                tell(doing)
                return await work(memory)

    return anyio.run(go)


@app.command()
def why(
    query: Annotated[
        str, typer.Argument(help="What somebody might say; none: what was thought in a talk.")
    ] = "",
    session: Annotated[
        str, typer.Option(metavar="ID", help="That talk's thoughts; none: the last one's.")
    ] = "",
    limit: Annotated[int, typer.Option(help="At most this many.")] = 3,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Show what QUERY brings to mind, each reason's share, and whether one would go back there now.

    Asks for the PIN, if one is set. The thought is that of a talk in which QUERY is the second answer of a story; without QUERY,
    those that were had in a talk are shown, answer by answer.
    """
    from voice_agent.memory.recall.ranking import SAY, Cue

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if not query:
        _thoughts_had(chosen, session, as_json=as_json)
        return

    async def look(
        memory: "MemoryStore",
    ) -> "tuple[tuple[Recollection, ...], dict[str, tuple[str, ...]], Thought, tuple[str, ...]]":
        recalled = await memory.recall(Cue(query, datetime.now(UTC)), limit)
        ids = [each.memory.id for each in recalled]
        near = {str(id): tuple(other.text for other in memory.related(id, 2)) for id in ids}
        return recalled, near, await _thought(chosen, memory, query), _learned(memory)

    found, near, thought, learned = _with(chosen, "Looking for what comes to mind", look)
    if as_json:
        rows = [
            {
                "id": each.memory.id,
                "text": each.memory.text,
                "score": each.score,
                "sure": each.sure,
                "perhaps relevant": near[each.memory.id],
                "reasons": {r.name: {"share": r.share, "says": r.says} for r in each.reasons},
            }
            for each in found
        ]
        topic = thought.topic.line if thought.topic is not None else ""
        reasons = list(thought.topic.reasons) if thought.topic is not None else []
        thinks = {**thought.as_note(), "why": thought.why, "line": topic, "reasons": reasons}
        every = {"memories": rows, "thought": thinks, "learned": learned}
        print(json.dumps(every, indent=2, ensure_ascii=False))
        return
    console = Console()
    if not found:
        console.print("Nothing is near enough to be mentioned.")
    for each in found:
        console.print(Text(f"“{printable(each.memory.text)}”", style="bold"))
        table = Table("share", "because it", box=SIMPLE_HEAD, pad_edge=False)
        for reason in each.reasons:
            if abs(reason.share) >= 0.005:
                table.add_row(f"{reason.share:+.2f}", printable(reason.says))
        table.add_row(f"{each.score:+.2f}", "score", style="bold")
        spoken = "would be spoken of" if each.sure >= SAY else "would not be spoken of unasked"
        table.add_row(f"{each.sure:.2f}", f"certainty: {spoken}")
        console.print(table)
        for text in near[each.memory.id]:
            console.print(Text(f"  perhaps relevant to it: “{printable(text)}”", style="dim"))
    console.print(Text("Would one go back to another day now?", style="bold"))
    if thought.topic is not None:
        console.print(Text(f"“{printable(thought.topic.line)}” ({thought.topic.sure:.2f} sure)"))
        for says in thought.topic.reasons:
            console.print(Text(f"it {printable(says)}"))
    for reason in thought.reasons:
        console.print(Text(f"{reason.share:+.2f}  {printable(reason.says)}"))
    console.print(Text(printable(thought.why)))
    for each in learned:
        console.print(Text(f"From what was taken up and passed over: {each}."))


def _thoughts_had(settings: Settings, session: str, *, as_json: bool) -> None:
    """What was thought in a talk, with the topics of memory as they stand today."""
    from dataclasses import asdict

    from voice_agent.conversation import thoughts
    from voice_agent.story import SessionId

    async def look(
        memory: "MemoryStore",
    ) -> tuple[tuple[thoughts.Had, ...], dict[str, str], tuple[str, ...]]:
        every = memory.record.sessions()
        of = session or (every[-1].id if every else "")
        found = thoughts.had(memory.record, SessionId(of)) if of else ()
        back = await _back(settings, memory)
        return found, dict(back.lines), _learned(memory)

    found, lines, learned = _with(settings, "Reading what was thought", look)
    if as_json:
        rows = [{**asdict(each), "line": lines.get(each.topic, "")} for each in found]
        print(json.dumps({"thoughts": rows, "learned": learned}, indent=2, ensure_ascii=False))
        return
    console = Console()
    if not found:
        console.print("In that talk coming back to another day was not thought of.")
    for each in found:
        at = f"{int(each.seconds) // 60}:{int(each.seconds) % 60:02}"
        because = f" ({each.veto})" if each.veto else ""
        console.print(Text(f"{at}  {each.verdict}{because}", style="bold"))
        if each.topic:
            line = lines.get(each.topic)
            said = f"“{printable(line)}”" if line else "something that is not remembered any more"
            console.print(Text(f"      {said} ({each.sure or 0:.2f} sure)"))
        for says, share in each.because.items():
            console.print(Text(f"      {share:+.2f}  it {says}"))
        for says, share in each.signs.items():
            console.print(Text(f"      {share:+.2f}  {says}"))
    for each in learned:
        console.print(Text(f"From what was taken up and passed over: {each}."))


def _learned(memory: "MemoryStore") -> tuple[str, ...]:
    """How the ranker of topics has come to differ for this narrator."""
    from voice_agent.conversation import past
    from voice_agent.conversation.bringing_back import taken
    from voice_agent.memory.topics.topic_liking import changes, refit
    from voice_agent.memory.topics.topic_ranking import weights
    from voice_agent.resources import resource

    shipped = weights(resource("models/topic-ranker/weights.json"))
    own = refit(shipped, taken(past.offers(memory.record)))
    return tuple(each.says for each in changes(shipped, own))


async def _thought(settings: Settings, memory: "MemoryStore", query: str) -> "Thought":
    from voice_agent.conversation import past
    from voice_agent.conversation.bringing_back import thought_of
    from voice_agent.story import Feeling

    back = await _back(settings, memory)
    called = await back.call_up(query, Feeling())
    today = datetime.now(UTC).date()
    return thought_of(query, called.topics, past.offers(memory.record), today)


async def _back(settings: Settings, memory: "MemoryStore") -> "BringingBack":
    """What a talk held now would know of the others."""
    from voice_agent import assemble
    from voice_agent.story import SessionId

    now = datetime.now(UTC)
    back = assemble.bringing_back(settings, memory.record, SessionId(""), in_threads, lambda: now)
    await back.learn(memory)
    return back


@app.command()
def forget(
    what: Annotated[str, typer.Argument(help="telling, event, person or session")],
    id: Annotated[str, typer.Argument(help="As `memory timeline` and `memory people` print it.")],
    erase: Annotated[
        bool, typer.Option("--erase", help="For good, from everything; cannot be undone.")
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Show again what was hidden.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Hide something from memory at once; with --erase, remove it for good and prove it."""
    from voice_agent.archive import erasing
    from voice_agent.memory.forgetting import What, Wish

    if what not in set(What):
        raise typer.BadParameter("say telling, event, person or session")
    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    wish, now, console = Wish(What(what), id), datetime.now(UTC), Console()
    if undo:
        _with(chosen, "Showing it again", lambda memory: memory.show())
        if as_json:
            print(json.dumps({"shown_again": True}))
            return
        console.print("Everything that was hidden is there again.")
        return
    if not erase:
        hidden = _with(chosen, "Hiding it", lambda memory: memory.hide(wish, now))
        if as_json:
            print(json.dumps({"hidden": sorted(hidden)}, indent=2))
            return
        console.print(
            f"Hidden: {len(hidden)} {'claim' if len(hidden) == 1 else 'claims'}. It will not be mentioned "
            "again. --undo shows it again; --erase removes it for good."
        )
        return
    if not yes:
        typer.confirm(
            "This cannot be undone: words and sound are gone afterwards. Erase it?",
            abort=True,
            err=as_json,
        )
    done = _with(chosen, "Erasing it everywhere", lambda memory: memory.erase(wish, now))
    if done.left and not as_json:
        raise erasing.still_there(done.left)
    if as_json:
        erased = {
            "claims": len(done.claims),
            "turns": done.turns,
            "silenced_seconds": done.seconds,
            "copies_deleted": len(done.copies),
            "beyond": list(done.beyond),
            "traces_left": [str(each.path) for each in done.left],
        }
        print(json.dumps({"erased": erased}, indent=2))
    else:
        console.print(
            f"Erased: claims {len(done.claims)}, turns {done.turns}; {done.seconds:.1f} s of sound are silence now; "
            f"exports and backups of ours deleted: {len(done.copies)}."
        )
        for sentence in done.beyond:
            console.print(Text(sentence), soft_wrap=True)
    if done.left:
        raise erasing.still_there(done.left)
    if as_json:
        return
    console.print(
        "Everything that is kept was searched, row by row and file by file: nothing of it is left."
    )
    console.print(
        "Copies that others made, and a disk's own spare cells, are out of our reach.", style="dim"
    )


@app.command("forget-offers")
def forget_offers(profile: Profile = None, settings_file: SettingsFile = None) -> None:
    """Forget which old stories were come back to and how that was taken: all may come up as at first.

    What comes to mind is ranked as it ships again, and what was not welcome does not rest. Nothing that was told is
    touched. Asks for the PIN, if one is set.
    """
    from voice_agent.archive.record import Record
    from voice_agent.conversation import past

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    _is_there(chosen)
    with Record.open(chosen.state) as record:
        count = past.forget_offers(record)
    Console().print(
        f"Forgotten: {count} {'return' if count == 1 else 'returns'} to old stories. Any of them may come up again."
    )


@app.command()
def rebuild(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Make the index of memories anew from the record."""
    chosen = house.load(settings_file, profile=profile)
    count = _with(chosen, "Making the index anew", lambda memory: memory.rebuild())
    if as_json:
        print(json.dumps({"indexed": count}))
        return
    Console().print(f"{count} memories were indexed anew.")


@app.command()
def check(
    profile: Profile = None, settings_file: SettingsFile = None, as_json: Json = False
) -> None:
    """Compare record and index, and look at the copies; exit code 1 where something is wrong."""
    from voice_agent import assemble
    from voice_agent.archive import index_mended, wholeness
    from voice_agent.archive.record import Record

    chosen = house.load(settings_file, profile=profile)
    wrong, not_compared = tuple[str, ...](), None
    try:
        wrong = _with(chosen, "Comparing record, index and copies", lambda memory: memory.check())
    except ModelMissing as error:  # record and copies need none
        not_compared = error
    with Record.look(chosen.state) as record:
        missing, copies = wholeness.missing(record), assemble.stand(chosen, record)
        mended = index_mended.says(record.read)
    if as_json:
        standing = {"well": copies.well, "says": copies.says}
        says = {
            "missing": list(missing),
            "wrong": list(wrong),
            "mended": mended,
            "copies": standing,
        }
        print(json.dumps(says, indent=2, ensure_ascii=False))
    else:
        console = Console(soft_wrap=True)
        for sentence in (*missing, *wrong):
            console.print(sentence, markup=False, highlight=False)
        if missing:
            console.print(
                started.hint(
                    "`voice-agent memory rescue` brings back what a journal or a copy holds of it. Delete nothing before that."
                )
            )
        if wrong:
            console.print(started.hint("`voice-agent memory rebuild` mends the index."))
        if not missing and not wrong:
            agrees = "" if not_compared else ", and the index agrees with it"
            console.print(f"The record is whole{agrees}.")
        if mended:
            console.print(mended)
        console.print(f"Copies of the record: {copies.says}")
    if not_compared:
        raise not_compared
    if missing or wrong or not copies.well:
        raise typer.Exit(1)


@app.command()
def export(
    to: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", help="A new folder; none: in the state folder."),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Write everything that is kept into one folder, for the narrator. Asks for the PIN, if one is set.

    What was kept back or put away is in it, too, and is marked there: whoever has the folder can read and hear it. What is
    erased later stays in a folder outside the state folder: erasing names it, and you delete it yourself.
    """
    from voice_agent import assemble
    from voice_agent.archive.giving import export_everything
    from voice_agent.archive.record import Record
    from voice_agent.archive.taken_out import EXPORTS

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if to is None:
        to = chosen.state / EXPORTS / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}"
    assemble.finish_first(chosen, datetime.now(UTC))
    with Record.look(chosen.state) as record, progress("Reading what was told") as tell:
        folder = export_everything(record, to, datetime.now(UTC), tell)
    if as_json:
        print(json.dumps({"folder": str(folder)}, ensure_ascii=False))
        return
    Console().print(f"Written to {folder}.", soft_wrap=True)


@app.command("delete-everything")
def delete_everything(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Delete all that was ever told in this house: words, sound, memory, exports and backups."""
    from voice_agent import assemble
    from voice_agent.archive import deleting
    from voice_agent.archive.record import Record

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)
    if not yes:
        typer.confirm(f"Delete everything in {chosen.state}, for good?", abort=True)
    uri, caches = assemble.index_uri(chosen), (chosen.cache,)
    try:
        record = Record.open(chosen.state, to_erase=True)
    except RecordDamaged:
        beyond = deleting.delete_damaged(chosen.state, uri, caches)
    else:
        beyond = deleting.delete_everything(record, uri, caches)
    for sentence in beyond:
        Console().print(Text(sentence), soft_wrap=True)
    Console().print("Nothing that was told is kept here any more.")


@app.command()
def picture(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="An HTML file.")] = Path("life.html"),
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Draw time line and people as one HTML file that needs no network. Asks for the PIN, if one is set."""
    from voice_agent.archive.private import replacing, write_all
    from voice_agent.memory.picture import picture as drawn

    chosen = house.load(settings_file, profile=profile)
    pin.ask(chosen)

    async def draw(memory: "MemoryStore") -> str:
        return drawn(chosen.narrator.name, memory.memories)

    page = _with(chosen, "Drawing", draw)
    with replacing(to.resolve()) as file:
        write_all(file, page.encode(), 0)
    Console().print(f"Drawn in {to}.", soft_wrap=True)
