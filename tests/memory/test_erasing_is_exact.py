"""What the narrator has erased is gone, proof passes, and nothing beside it has changed: in any house, in any order."""

import json
import shutil
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import numpy as np
from evening import BEGAN, finish, remembered, session, tell
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from often import times

from voice_agent.archive import sound_track
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import What, Wish
from voice_agent.resources import resource
from voice_agent.sound import RATE
from voice_agent.story import Consent, ConsentKind, SessionId

STORIES = (
    "My sister Rosalind married a butcher named Humphrey in nineteen fifty-two. I wore her old shoes to the feast.",
    "Rosalind stole the money from the church box in the spring of nineteen fifty-six.",
    "My father worked at the glass factory in Toledo for thirty years. He walked home along the canal.",
    "We kept nine geese behind the mill, and my father walked home along the canal.",
    "My uncle Bartholomew kept bees in Vermont in nineteen sixty.",
    "I stole the money for the feast and told nobody until today.",
    "There you are. Good to have you here, the butcher said, and welcome.",
    "What is a good memory from when you were small, he used to ask me.",
    "My brother Lambert went to prison in Albany in nineteen sixty-one. Keep that between us.",
    "Whitby.",
    "It was the spring of nineteen fifty-six and we walked home along the canal.",
)
"""Some share words with one another, and some with what the program says."""

GREETINGS = tomllib.loads(resource("config/phrases/manners.toml").read_text())["greet"]["say"]

PHRASES = (
    *GREETINGS,
    "What is a good memory from when you were small?",
    "Let me ask: what came after school?",
)


@dataclass(frozen=True)
class Plan:
    """A house: what is told in each talk, and what is erased in which order."""

    talks: tuple[tuple[str, ...], ...]
    erased: tuple[tuple[int, int], ...]
    """Talk and place of the story in it; -1: the whole talk."""


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    talks: list[tuple[str, ...]] = []
    for _ in range(draw(st.integers(2, 3))):
        lines: list[str] = []
        for story in draw(st.lists(st.sampled_from(STORIES), min_size=1, max_size=3)):
            lines += [f"Q: {draw(st.sampled_from(PHRASES))}", story]
            if draw(st.booleans()):
                lines.append(f"Q: You said: {story.split('.')[0]}.")
        talks.append(tuple(lines))
    told = [
        (n, at)
        for n, lines in enumerate(talks)
        for at, each in enumerate(lines)
        if not each.startswith("Q: ")
    ]
    whole = [(n, -1) for n in range(len(talks))]
    chosen = draw(st.lists(st.sampled_from([*told, *whole]), min_size=1, max_size=3, unique=True))
    return Plan(tuple(talks), tuple(chosen))


def test_a_greeting_and_the_next_column_are_no_trace_of_a_second_talk() -> None:
    """What ends one field and what begins the next read together like what was erased."""
    once = ("Q: There you are.", "Rosalind stole the money from the church box.")
    ends = ("Q: What was there?", "My sister kept the geese in the yard of the old")
    begins = ("Q: What was there?", "mill behind the house was where I was born.")
    both = ("Q: And then?", "The yard of the old mill behind the house burned down.")
    lived(Plan((once, ends, begins, both), ((0, -1), (3, -1))))


@given(plans())
@settings(
    max_examples=times(12),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@example(Plan(((f"Q: {PHRASES[0]}", STORIES[6]), (f"Q: {PHRASES[2]}", STORIES[6])), ((0, 1),)))
@example(Plan((("Q: Hello.", STORIES[2]), ("Q: Hello.", STORIES[3])), ((1, 1), (0, -1))))
def test_whatever_is_erased_in_whatever_order_the_rest_is_as_it_was(plan: Plan) -> None:
    lived(plan)


def lived(plan: Plan) -> None:
    """Tell it all, erase one after the other, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(_lived, plan, Path(folder))


async def _lived(plan: Plan, folder: Path) -> None:
    state = folder / "house"
    with Record.open(state) as record:
        for number, lines in enumerate(plan.talks, 1):
            record.consent(
                Consent(
                    ConsentKind.RECORDING,
                    True,
                    BEGAN,
                    session(number).id,
                    "Yes, please do.",
                    "",
                    "May I?",
                )
            )
            tell(record, lines, number)
            finish(record, number)
        memory = await remembered(record, state)
        gone = set[tuple[str, int]]()
        for step, (number, at) in enumerate(plan.erased):
            id = str(session(number + 1).id)
            if (id, -1) in gone:
                continue
            before, backup = looked_at(record), back_up(record, folder / f"{step}.tar")
            wish = Wish(What.SESSION, id) if at < 0 else Wish(What.TURN, f"{id} {at + 1}")

            done = await memory.erase(wish, BEGAN)

            assert done.left == ()
            gone.add((id, -1 if at < 0 else at + 1))
            echoes = echoing(plan, number, at)
            compare(before, looked_at(record), id, at + 1 if at >= 0 else None, echoes)
            restored(backup, state, folder / f"again-{step}", gone)
        assert await memory.check() == ()
        await memory.close()


def echoing(plan: Plan, number: int, at: int) -> set[tuple[str, int]]:
    """Our own sentences that may go with it: those that repeat one of the stories erased."""
    lines = plan.talks[number]
    told = [each for each in (lines if at < 0 else [lines[at]]) if not each.startswith("Q: ")]
    heads = {f"Q: You said: {story.split('.')[0]}." for story in told}
    return {
        (str(session(n).id), id)
        for n, each in enumerate(plan.talks, 1)
        for id, line in enumerate(each, 1)
        if line in heads
    }


@dataclass(frozen=True)
class Looked:
    """All there is, but for what is made from it."""

    rows: dict[str, list[tuple[Any, ...]]]
    journals: dict[str, list[dict[str, Any]]]
    sounds: dict[str, Any]
    turns: dict[tuple[str, int], tuple[float, float, str]]


def looked_at(record: Record) -> Looked:
    tables = ("turns", "wordings", "consents", "claims", "mentions", "labels", "distilled")
    rows = {each: record.read(f"SELECT * FROM {each}") for each in tables}
    rows["labels"] = [(None, *row[1:]) for row in rows["labels"]]  # its number is of no meaning
    rows["sessions"] = record.read("SELECT id, narrator, began, ended, topic FROM sessions")
    folders = sorted((record.state / "sessions").iterdir())
    return Looked(
        rows,
        {
            each.name: [
                json.loads(line) for line in (each / "journal.jsonl").read_text().splitlines()
            ]
            for each in folders
        },
        {
            f"{each.name} {voice}": sound_track.read(each / f"{voice}.wav").samples
            for each in folders
            for voice in ("narrator", "interviewer")
        },
        {
            (s, t): (began, ended, speaker)
            for s, t, began, ended, speaker in record.read(
                "SELECT session, id, began, ended, speaker FROM turns"
            )
        },
    )


SPOKEN_IN = {"turns": 0, "wordings": 0, "claims": 1, "mentions": 3, "labels": 3, "distilled": 0}
"""Column of each table that names the talk; the next one is the turn."""


def compare(
    before: Looked, after: Looked, id: str, turn: int | None, echoes: set[tuple[str, int]]
) -> None:
    """Nothing but the turn (None: the talk) and its echoes has changed."""

    def touched(session: str, at: int) -> bool:
        return (session, at) in echoes or (session == id and turn in (None, at))

    for table, rows in before.rows.items():
        if table in SPOKEN_IN:
            place = SPOKEN_IN[table]
            rest = [row for row in rows if not touched(row[place], row[place + 1])]
        elif table == "sessions":
            rest = [row for row in rows if turn is not None or row[0] != id]
        else:
            rest = [row for row in rows if row[4] != id]
        assert set(rest) <= set(after.rows[table]), table
    for name, events in before.journals.items():
        if name == id and turn is None:
            assert name not in after.journals
            continue
        assert len(after.journals[name]) == len(events)
        for was, now in zip(events, after.journals[name], strict=True):
            of = was["id"] if was["kind"] == "turn" else turn_at(before, name, was["at"])
            assert was == now or touched(name, of), (was, now)
    for key, samples in before.sounds.items():
        name, _, voice = key.partition(" ")
        if name == id and turn is None:
            continue
        for (s, t), (began, ended, speaker) in before.turns.items():
            mine = (speaker == "interviewer") == (voice == "interviewer")
            if s == name and touched(s, t) and mine:
                first, last = round(began * RATE), round(ended * RATE)
                assert speaker == "interviewer" or not after.sounds[key][first:last].any()
                samples[first:last] = after.sounds[key][first:last]
            elif s == name and touched(s, t):
                first, last = round(began * RATE), round(ended * RATE)
                assert not samples[first:last].any()
        assert np.array_equal(samples, after.sounds[key]), key


def turn_at(looked: Looked, session: str, at: int) -> int:
    return next(
        t
        for (s, t), (began, ended, _) in looked.turns.items()
        if s == session and began * RATE <= at <= round(ended * RATE)
    )


def restored(backup: Path, state: Path, to: Path, gone: set[tuple[str, int]]) -> None:
    """The backup from before comes back without it, in a house that knows what was erased."""
    to.mkdir(mode=0o700)
    shutil.copyfile(state / "tombstones.jsonl", to / "tombstones.jsonl")
    restore(backup, to, BEGAN)
    with Record.look(to) as record:
        there = {each.id for each in record.sessions()}
        for session, turn in gone:
            if turn < 0:
                assert session not in there
            elif session in there:
                (text,) = (t.text for t in record.session(session).turns if t.id == turn)
                assert not text.strip()
    for session, turn in gone:
        if turn < 0:
            assert not (to / "sessions" / SessionId(session)).exists()
