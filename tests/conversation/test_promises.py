"""Every sentence of ours that promises something is spoken when it is done: what it says is on the disk then."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import pytest
from interviews import rules
from kitchen import BEGAN, Rest, Say, hold
from seated_house import READING, reply, seated
from written_house import told

from voice_agent.archive import memory_tables, passages
from voice_agent.archive.accounts import Role
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.record import Record
from voice_agent.conversation.granting import NOT_FOUND
from voice_agent.conversation.putting_away import NOTHING_AWAY
from voice_agent.interview.rules import Piece
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import ConsentKind

pytestmark = pytest.mark.anyio

STORY = "My brother Walter drank the rent money at the Black Swan in the winter of 1953."
OTHER = "My father had the bakery on Mill Street in Leeds, and we lived above it."
PARROT = "The parrot at the Crown swore at the vicar in Polish, and the vicar blessed it."
PARROTS = "Aunt Zofia fetched her parrot out of the mill race in a hat, near enough drowned."

PHRASES = rules().words.phrases


def no_longer(kind: ConsentKind) -> Callable[[Record], bool]:
    return lambda record: [c.given for c in record.consents() if c.kind is kind][-1:] == [False]


def bound(label: str) -> Callable[[Record], bool]:
    return lambda record: label in {p.label for p in memory_tables.kept_back(record.read).values()}


def answered(*, given: bool) -> Callable[[Record], bool]:
    def row(record: Record) -> bool:
        said = passages.approvals(record.read).get("p1")
        return said is not None and said.given is given

    return row


def away(record: Record) -> bool:
    return bool(memory_tables.hidden_turns(record.read))


@dataclass(frozen=True)
class Case:
    """How it comes to be said, and what must be on the disk then."""

    lines: Sequence[str]
    row: Callable[[Record], bool]
    given: dict[str, Wish] = field(default_factory=dict[str, Wish])
    reads: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a language model in the seat reads in the last line."""


SAID = "That is for him."
LEFT_OUT = "Colleen, now, her I would leave out of it."


def kept(wish: Wish, label: str) -> Case:
    return Case((STORY, SAID), bound(label), {SAID: wish})


CASES = {
    "between_us": kept(Wish(Command.BETWEEN_US), "private"),
    "only_for": kept(Wish(Command.ONLY_FOR, "tom"), "only for tom"),
    "not_for": kept(Wish(Command.NOT_FOR, "tom"), "not for tom"),
    "not_while": kept(Wish(Command.NOT_WHILE_I_LIVE), "not while I live"),
    "not_while_but": kept(
        Wish(Command.NOT_WHILE_I_LIVE, but="tom"), "not while I live, except tom"
    ),
    "perhaps_kept": kept(Wish(Command.BETWEEN_US, sure=False), "private"),
    "perhaps_kept_from": Case(
        (STORY, LEFT_OUT), bound("private"), reads={"wish": "keep from", "about": "Colleen"}
    ),
    "kept_from_all": kept(Wish(Command.NOT_FOR, "the milkman"), "private"),
    "stays_back": Case((STORY, "Keep that between us.", "Undo.", "No."), bound("private")),
    "let_out": Case(
        (STORY, "Keep that between us.", "Undo.", "Yes."),
        lambda record: not bound("private")(record),
    ),
    "let_in_one": Case(
        (STORY, "Keep that between us.", "Tom may hear it after all."), bound("only for tom")
    ),
    "put_away": Case((STORY, "Forget that."), away),
    "which_one": Case(
        (PARROT, OTHER, PARROTS, SAID),
        lambda record: len(memory_tables.hidden_turns(record.read)) >= 2,
        {SAID: Wish(Command.FORGET, "the parrot")},
    ),
    "stays_away": Case((STORY, "Forget that.", "No. Leave it."), away),
    "back_again": Case((STORY, "Forget that.", "Undo."), lambda record: not away(record)),
    "erasing": Case(
        (STORY, "Forget that.", "Yes."), lambda record: bool(memory_tables.to_erase(record.read))
    ),
    "no_audio": Case((SAID,), no_longer(ConsentKind.KEEP_AUDIO), {SAID: Wish(Command.NO_AUDIO)}),
    "no_memory": Case((SAID,), no_longer(ConsentKind.MEMORY), {SAID: Wish(Command.NO_MEMORY)}),
    "no_print": Case((SAID,), no_longer(ConsentKind.PRINT), {SAID: Wish(Command.NO_PRINT)}),
    "no_recipient": Case(
        (SAID,), no_longer(ConsentKind.RECIPIENT), {SAID: Wish(Command.NO_RECIPIENT, "tom")}
    ),
    "no_after_death": Case(
        (SAID,), no_longer(ConsentKind.AFTER_DEATH), {SAID: Wish(Command.NO_AFTER_DEATH)}
    ),
    "no_message": Case((SAID,), no_longer(ConsentKind.MESSAGE), {SAID: Wish(Command.NO_MESSAGE)}),
    "it_stands": Case(("Read me my book.", "Yes."), answered(given=True)),
    "left_out": Case(("Read me my book.", "No."), answered(given=False)),
}


def test_every_sentence_that_promises_something_is_walked() -> None:
    """A new promise needs the row behind it here."""
    assert {name for name, kind in PHRASES.kinds.items() if kind.promises} == CASES.keys()


@pytest.mark.parametrize("kind", sorted(CASES))
async def test_when_a_promise_is_spoken_what_it_says_is_on_the_disk(
    kind: str, tmp_path: Path
) -> None:
    case = CASES[kind]
    with Record.open(tmp_path) as record:
        welcomed(record, "Tom", Role.FAMILY, "x", BEGAN)
        seen: list[bool] = []
        read = [
            json.dumps({"reading": READING | each, "replies": [reply("")]})
            for each in ({}, case.reads)
        ]
        leads, _ = await seated(record, read)
        answers = await told(
            record,
            1,
            case.lines,
            case.given,
            leads=leads if case.reads else None,
            pieces=(Piece("p1", OTHER), Piece("p2", STORY)),
            after=lambda: seen.append(case.row(record)),
        )
        begins = [each.split("{")[0].split(".")[0] for each in PHRASES.kinds[kind].say]
        assert any(each.split(" {")[0] in answers[-1] for each in begins), answers
        assert seen[-1]


async def test_where_it_could_not_be_done_nothing_is_promised(tmp_path: Path) -> None:
    async def cannot(wish: Wish, words: str) -> Outcome:
        return Outcome(NOT_FOUND, stored=False)

    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [STORY, "Keep that between us."], grant=cannot)
        assert answers[-1] == NOT_FOUND
        answers = await told(record, 2, [OTHER, "Undo."])
        assert answers[-1] == NOTHING_AWAY


async def test_by_voice_nothing_is_promised_before_it_is_done(tmp_path: Path) -> None:
    """The deed takes until the fortieth second; the sentence begins after it, and says what came of it."""
    done, told_at = anyio.Event(), 40.0

    async def slowly(wish: Wish, words: str) -> Outcome:
        await done.wait()
        return Outcome(kind="kept_from_all", told="the rent money")

    def clock(end: float) -> None:
        if end >= told_at:
            done.set()

    held = await hold(
        tmp_path,
        [Rest(12), Say(STORY, 4), Rest(10), Say("Keep that between us.", 1.5), Rest(30), Say("Stop.", 0.6), Rest(4)],
        grant=slowly,
        each_frame=clock,
    )  # fmt: skip
    promise = next(t for t in held.outcome.turns if "do not know your people well enough" in t.text)
    assert promise.began >= told_at and "the rent money" in promise.text
    asked = next(t for t in held.outcome.turns if t.text == "Keep that between us.")
    assert not [t for t in held.outcome.turns if asked.id < t.id < promise.id]
    held.record.close()


async def test_by_voice_whoever_goes_on_telling_hears_later_what_was_done(tmp_path: Path) -> None:
    done = anyio.Event()

    async def slowly(wish: Wish, words: str) -> Outcome:
        await done.wait()
        return Outcome()

    def clock(end: float) -> None:
        if end >= 45:
            done.set()

    held = await hold(
        tmp_path,
        [
            Rest(12), Say(STORY, 4), Rest(10), Say("Keep that between us.", 1.5), Rest(4),
            Say("He was a good man otherwise, and he could whistle.", 3), Rest(30), Say("Stop.", 0.6), Rest(4),
        ],
        grant=slowly,
        each_frame=clock,
    )  # fmt: skip
    promise = next(
        t for t in held.outcome.turns if "Black Swan" in t.text and t.speaker == "interviewer"
    )
    assert promise.began >= 45
    held.record.close()


@pytest.mark.parametrize("wish", ["Forget that about Walter.", "Keep that between us."])
async def test_no_telling_of_what_is_away_is_told_back_in_writing(
    wish: str, tmp_path: Path
) -> None:
    """It was told twice, and both tellings are gone from the talk."""
    again = "Our Walter came home from the Black Swan singing, and there was no rent for Mrs Pike."
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [STORY, again, wish, "No.", "Where was I?"])
    assert "rent" not in answers[-1] and "Walter" not in answers[-1], answers
