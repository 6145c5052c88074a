"""A label holds before the next telling, what is to be forgotten is hidden at once, and gone when the talk ends."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from fakes import BagOfWords
from kitchen import BEGAN, in_place

from voice_agent.archive import (
    accounts,
    forgotten,
    giving,
    letting_in,
    memory_tables,
    news,
    sharing,
    sign_ins,
)
from voice_agent.archive.accounts import Role
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.allowing import ASKED_NO_MORE, NOT_YOUR_VOICE, UNKNOWN
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.letting_out import KEPT_BACK
from voice_agent.conversation.putting_away import NOTHING_AWAY
from voice_agent.errors import EngineError
from voice_agent.interview.leave.permissions import Answered, Permission
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.memory import themes
from voice_agent.memory.privacy import OPEN, PRIVATE, Privacy
from voice_agent.memory.reading import PlainReader
from voice_agent.notifying.to_file import ToFile
from voice_agent.reading.danger import safety
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.resources import resource
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import source
from voice_agent.storybook.gathering import gather

pytestmark = pytest.mark.anyio

STORY = "My sister Rosalind married a butcher in Toledo in nineteen fifty-two."


def memory_engines() -> MemoryEngines:
    embedder = BagOfWords()
    return MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )


@asynccontextmanager
async def told(
    state: Path,
    *lines: str,
    people: Contacts | None = None,
    alarm: Alarm | None = None,
    load: Callable[[], MemoryEngines] = memory_engines,
) -> AsyncIterator[tuple[Record, Granting]]:
    """A house in which these lines were just told, and somebody who grants wishes."""
    session = SessionId("2026-11-01T10-00-00Z-0001")
    with Record.open(state) as record:
        record.begin(Session(session, "Ida", BEGAN))
        memory_worker = MemoryWorker(
            record, str(state / "memory"), load, in_place, lambda says: None,
            session=session, now=lambda: BEGAN,
        )  # fmt: skip
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(memory_worker.work)
            for number, line in enumerate(lines, 1):
                turn = Turn(
                    TurnId(number), session, Speaker.NARRATOR, line, number, number + 0.5, BEGAN
                )
                record.turn(turn)
                memory_worker.turn(turn)
            yield (
                record,
                Granting(
                    record,
                    memory_worker,
                    in_place,
                    session,
                    now=lambda: BEGAN,
                    alarm=alarm,
                    people=people,
                ),
            )
            memory_worker.close()


@pytest.mark.parametrize(
    ("wish", "label"),
    [
        (Wish(Command.BETWEEN_US), "private"),
        (Wish(Command.ONLY_FOR, "ann"), "only for ann"),
        (Wish(Command.NOT_WHILE_I_LIVE), "not while I live"),
    ],
)
async def test_a_label_is_on_what_was_told_when_granting_returns(
    wish: Wish, label: str, tmp_path: Path
) -> None:
    async with told(tmp_path, STORY, "Keep it under your hat.") as (record, granting):
        assert (await granting(wish, "Keep it under your hat.")).stored
        claims = memory_tables.claims(record.read)
        assert claims and any(each.privacy.label == label for each in claims)


def go_on(record: Record, granting: Granting, number: int, line: str) -> None:
    session = SessionId("2026-11-01T10-00-00Z-0001")
    turn = Turn(TurnId(number), session, Speaker.NARRATOR, line, number, number + 0.5, BEGAN)
    record.turn(turn)
    granting.turn(turn)


def book(record: Record) -> list[str]:
    """The stories that a book may tell."""
    told = gather(source.read(record, "Ida")).told
    return [each.text for each in told if each.text != "Yes."]


def labels(record: Record) -> set[Privacy]:
    """Who may know of what was told of the sister."""
    every = memory_tables.claims(record.read)
    return {each.privacy for each in every if any("Rosalind" in m.words for m in each.mentions)}


@pytest.mark.parametrize(
    "wish",
    [Wish(Command.BETWEEN_US), Wish(Command.ONLY_FOR, "ann"), Wish(Command.NOT_WHILE_I_LIVE)],
)
@pytest.mark.parametrize("said", ["Keep that between us.", "Keep it under your hat."])
async def test_what_was_taken_back_binds_no_more_until_it_is_said_again(
    wish: Wish, said: str, tmp_path: Path
) -> None:
    async with told(tmp_path, STORY, said) as (record, granting):
        await granting(wish, said)
        assert OPEN not in labels(record)
        go_on(record, granting, 3, "Yes.")
        assert (await granting(Wish(Command.LET_OUT), "Yes.")).stored
        assert labels(record) == {OPEN}
        assert book(record) == [STORY]
        assert sharing.story(record, "2026-11-01T10-00-00Z-0001", 1).privacy == OPEN
        go_on(record, granting, 4, said)
        await granting(wish, said)
        assert OPEN not in labels(record)


async def test_nothing_is_let_out_where_nothing_was_kept_back_by_a_wish(tmp_path: Path) -> None:
    async with told(tmp_path, f"{STORY} Keep that between us.", "Yes.") as (record, granting):
        assert (await granting(Wish(Command.LET_OUT), "Yes.")).say == KEPT_BACK
        assert labels(record) <= {PRIVATE} and book(record) == []


async def test_what_one_turn_kept_back_is_not_let_out_with_another(tmp_path: Path) -> None:
    other = "My brother Walter drank the rent in nineteen fifty-three. Keep that between us."
    async with told(tmp_path, other, STORY, "Keep that between us.") as (record, granting):
        await granting(Wish(Command.BETWEEN_US), "Keep that between us.")
        go_on(record, granting, 4, "Yes.")
        assert (await granting(Wish(Command.LET_OUT), "Yes.")).stored
        assert labels(record) == {OPEN}
        assert book(record) == [STORY]


async def test_when_the_yes_is_erased_it_is_kept_back_again(tmp_path: Path) -> None:
    async with told(tmp_path, STORY, "Keep that between us.") as (record, granting):
        await granting(Wish(Command.BETWEEN_US), "Keep that between us.")
        go_on(record, granting, 3, "Yes.")
        await granting(Wish(Command.LET_OUT), "Yes.")
        memory_tables.to_be_erased(record, "2026-11-01T10-00-00Z-0001", 3)
        await granting.finish()
        assert labels(record) == {PRIVATE}


async def test_who_had_it_erased_by_voice_is_told_of_the_folder_that_still_holds_it(
    tmp_path: Path,
) -> None:
    async with told(tmp_path / "state", STORY) as (record, granting):
        to = giving.export_everything(record, tmp_path / "for my sons", BEGAN)
        memory_tables.to_be_erased(record, "2026-11-01T10-00-00Z-0001", 1)
        await granting.finish()
        (happened,) = news.untold(record)
        assert "cannot reach" in happened.says and str(to) not in happened.says
        assert str(to) in happened.shows


async def test_what_is_to_be_forgotten_is_hidden_at_once_and_undo_brings_it_back(
    tmp_path: Path,
) -> None:
    async with told(tmp_path, STORY, "Forget that.") as (record, granting):
        assert (await granting(Wish(Command.FORGET), "Forget that.")).stored
        assert memory_tables.hidden(record.read)
        assert (await granting(Wish(Command.UNDO), "Undo.")).stored
        assert not memory_tables.hidden(record.read)


async def test_when_a_correction_is_put_away_what_it_put_right_does_not_come_back(
    tmp_path: Path,
) -> None:
    lines = (STORY, "No, it was nineteen fifty-four, not nineteen fifty-two.", "Forget that.")
    async with told(tmp_path, *lines) as (record, granting):
        await granting(Wish(Command.FORGET), "Forget that.")
        away = memory_tables.hidden(record.read)
        dated = {each.edtf: each.id in away for each in memory_tables.claims(record.read)}
        assert dated["1954"] and dated["1952"]
        await granting(Wish(Command.UNDO), "Undo.")
        assert not memory_tables.hidden(record.read)


def broken() -> MemoryEngines:
    raise EngineError(
        "embedder", "The meanings cannot be read.", safe="All is kept.", retryable=False
    )


async def caught_up(record: Record, state: Path) -> None:
    """The next time memory is opened, it makes something of all that was told."""
    memory = await MemoryStore.ajar(record, str(state / "memory"), memory_engines(), in_place)
    await memory.catch_up()
    await memory.close()


async def test_what_is_put_away_while_memory_cannot_be_opened_stays_so_when_it_opens(
    tmp_path: Path,
) -> None:
    async with told(tmp_path, STORY, "Forget that.", load=broken) as (record, granting):
        assert (await granting(Wish(Command.FORGET), "Forget that.")).stored
        assert book(record) == []
        await caught_up(record, tmp_path)
        made = memory_tables.claims_of(record.read, "2026-11-01T10-00-00Z-0001", 1)
        assert len(made) > 1 and made <= memory_tables.hidden(record.read)
        assert book(record) == []
        assert (await granting(Wish(Command.UNDO), "Undo.")).stored
        assert not memory_tables.hidden(record.read)
        assert book(record) == [STORY]


async def test_undo_brings_back_what_was_put_away_while_memory_cannot_be_opened(
    tmp_path: Path,
) -> None:
    async with told(tmp_path, STORY, "Forget that.", load=broken) as (record, granting):
        await granting(Wish(Command.FORGET), "Forget that.")
        assert (await granting(Wish(Command.UNDO), "Undo.")).stored
        await caught_up(record, tmp_path)
        assert not memory_tables.hidden(record.read) and book(record) == [STORY]


async def test_what_is_kept_back_while_memory_cannot_be_opened_stays_so_when_it_opens(
    tmp_path: Path,
) -> None:
    said = "Keep it under your hat."  # a wish by its meaning: the rules of memory do not know it
    async with told(tmp_path, STORY, said, load=broken) as (record, granting):
        assert (await granting(Wish(Command.BETWEEN_US), said)).stored
        await caught_up(record, tmp_path)
        assert labels(record) == {PRIVATE} and book(record) == []
        go_on(record, granting, 3, "Yes.")
        assert (await granting(Wish(Command.LET_OUT), "Yes.")).stored
        assert labels(record) == {OPEN} and book(record) == [STORY]


async def test_undo_brings_back_what_was_put_away_in_an_earlier_talk_or_says_that_nothing_is(
    tmp_path: Path,
) -> None:
    async with told(tmp_path, STORY, "Undo.") as (record, granting):
        next_talk = copy(granting)
        written = record.transcript(record.sessions()[0].id)
        assert (await granting(Wish(Command.UNDO), "Undo.")).say == NOTHING_AWAY
        await granting(Wish(Command.FORGET), "Forget that.")
        assert memory_tables.hidden(record.read) and "Rosalind" not in written.read_text()
        assert (await next_talk(Wish(Command.UNDO), "Undo.")).stored
        assert not memory_tables.hidden(record.read) and "Rosalind" in written.read_text()


async def test_a_yes_erases_it_when_the_talk_is_over(tmp_path: Path) -> None:
    async with told(tmp_path, STORY, "Forget that.") as (record, granting):
        await granting(Wish(Command.FORGET), "Forget that.")
        assert (await granting(Wish(Command.ERASE), "Yes.")).stored
        await granting.finish()
        turns = record.session("2026-11-01T10-00-00Z-0001").turns
        assert not any("Rosalind" in turn.text for turn in turns)
        left_over = memory_tables.claims(record.read)
        assert not any("Rosalind" in m.words for claim in left_over for m in claim.mentions)
        await granting.finish()  # nothing waits any more
    left = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"Rosalind" not in left


async def test_where_a_file_of_somebodys_still_holds_it_the_narrator_is_told(
    tmp_path: Path,
) -> None:
    """Somebody has put a copy of the talk beside the record; "I erase it" was said, and is not true of that."""
    async with told(tmp_path, STORY, "Forget that.") as (record, granting):
        (tmp_path / "my copy.txt").write_text(STORY)
        await granting(Wish(Command.FORGET), "Forget that.")
        await granting(Wish(Command.ERASE), "Yes.")
        await granting.finish()
        (happened,) = news.untold(record)
        assert "still in a file on this device" in news.aloud([happened])
        assert "copy.txt" not in news.aloud([happened]), "a name of a file is nothing for the ear"
        assert "It is in: my copy.txt." in happened.shows
        assert "Rosalind" not in happened.shows
        assert not memory_tables.to_erase(record.read)


async def test_what_was_a_cry_after_all_goes_and_no_story_before_it(tmp_path: Path) -> None:
    cry = "Keep it from Ann that I have put the tablets by."
    async with told(tmp_path, STORY, cry, "No.") as (record, granting):
        await granting(Wish(Command.WITHHOLD, story=cry), "No.")
        assert book(record) == [STORY, "No."]
        await granting.finish()
    with Record.open(tmp_path) as record:
        session = SessionId("2026-11-01T10-00-00Z-0001")
        assert [t.text.strip() for t in record.session(session).turns] == [STORY, "", "No."]


async def test_a_wish_that_names_what_is_to_go_goes_with_it(tmp_path: Path) -> None:
    wish = "Forget that about Rosalind."
    async with told(tmp_path, STORY, wish) as (record, granting):
        await granting(Wish(Command.FORGET, "Rosalind"), wish)
        await granting(Wish(Command.ERASE), "Yes.")
        await granting.finish()
        assert not any(
            "Rosalind" in turn.text for turn in record.session("2026-11-01T10-00-00Z-0001").turns
        )
    left = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"Rosalind" not in left


async def test_a_consent_is_withdrawn_in_one_turn(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        await granting(Wish(Command.NO_PRINT), "I don't want it printed.")
        (consent,) = record.consents()
        assert consent.kind is ConsentKind.PRINT and not consent.given


async def test_without_an_alarm_nothing_was_being_sent(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (_, granting):
        assert (
            await granting(Wish(Command.CANCEL), "Don't tell Ann.")
        ).more == "Nothing was being sent."


async def test_what_is_allowed_is_kept_with_its_question_and_holds_at_once(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        yes = Answered(Permission(ConsentKind.RECIPIENT, "Ann"), True, "May Ann have those parts?")
        assert (await granting.allowing.permit(yes, "Yes, she may.")).more == ""
        (consent,) = record.consents()
        assert (consent.about, consent.given, consent.asked) == ("Ann", True, yes.asked)
        no = Answered(Permission(ConsentKind.MEMORY), False, "May I remember what you tell me?")
        await granting.allowing.permit(no, "No.")
        assert not granting.allowing.remembers


@pytest.mark.parametrize("said", ["ann", "my daughter", "my girl"])
async def test_a_no_to_my_daughter_reaches_ann(said: str, tmp_path: Path) -> None:
    people = Contacts((Contact("Ann Hart", "daughter"), Contact("Tom", "son")))
    async with told(tmp_path, STORY, people=people) as (record, granting):
        welcomed(record, "Ann", Role.FAMILY, "digest", BEGAN)
        welcomed(record, "Tom", Role.FAMILY, "digest", BEGAN)
        assert (await granting(Wish(Command.NO_RECIPIENT, said), "She may not read it.")).stored
        refusals = {each.about for each in record.consents() if not each.given}
        assert "Ann" in refusals and "Tom" not in refusals


async def test_a_no_to_somebody_nobody_knows_is_a_no_to_everybody_and_is_said(
    tmp_path: Path,
) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        welcomed(record, "Tom", Role.FAMILY, "digest", BEGAN)
        said = await granting(Wish(Command.NO_RECIPIENT, "that woman"), "That woman may not.")
        assert said.say == UNKNOWN
        assert "Tom" in {each.about for each in record.consents() if not each.given}


async def test_who_may_be_asked_to_call_can_be_allowed_and_taken_back_by_voice(
    tmp_path: Path,
) -> None:
    net = safety.read(resource("config/safety.toml"), "US")
    people = Contacts((Contact("Ann", "daughter", "", (tmp_path / "box").as_uri()),))
    alarm = Alarm(net, people, ToFile(), in_place, sleep=no_time)
    async with told(tmp_path, STORY, alarm=alarm) as (record, granting):
        assert await alarm.sound("2", "I want to die.") == ""
        yes = Answered(Permission(ConsentKind.MESSAGE, "Ann"), True, "May I do that?")
        await granting.allowing.permit(yes, "Yes.")
        assert "Ann" in await alarm.sound("2", "I want to die.")
        await granting(Wish(Command.NO_MESSAGE), "Don't ever ask Ann to call me again.")
        assert await alarm.sound("2", "I want to die.") == ""
        assert [c.given for c in record.consents() if c.kind is ConsentKind.MESSAGE] == [
            True,
            False,
        ]


async def no_time(seconds: float) -> None:
    """Sleep on a clock that is not watched."""
    await anyio.lowlevel.checkpoint()


async def test_no_other_voice_than_the_narrators_lets_anybody_in(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        lucy = accounts.make(record, "Lucy", Role.FAMILY, "digest", BEGAN, relation="niece")
        one = Permission(ConsentKind.COMES_IN, lucy.who, account=lucy.id, role="family", back=True)
        yes = Answered(one, True, "Who may come in?")
        assert (
            await granting.allowing.permit(yes, "Lucy my niece may come in.")
        ).say == NOT_YOUR_VOICE
        assert letting_in.waiting(record)
        granting.allowing.in_their_voice = lambda: True
        assert not (await granting.allowing.permit(yes, "Lucy my niece may come in.")).say
        assert not letting_in.waiting(record)
        assert [each.name for each in accounts.family(record)] == ["Lucy"]
        granting.allowing.in_their_voice = lambda: False
        await granting.allowing.permit(replace(yes, given=False), "No.")
        assert accounts.family(record) == (), "anybody's no keeps it shut"


async def test_a_new_password_is_allowed_by_voice(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        lucy = welcomed(record, "Lucy", Role.FAMILY, "digest", BEGAN, relation="niece")
        _, device = sign_ins.sign_in(record, lucy, BEGAN)
        hers = forgotten.ask(record, lucy, device, BEGAN)
        word = forgotten.asked(record, BEGAN)[0].word
        one = Permission(ConsentKind.NEW_PASSWORD, lucy.who, account=lucy.id, word=word, back=True)
        granting.allowing.in_their_voice = lambda: True
        yes = Answered(one, True, "May she?")
        assert not (await granting.allowing.permit(yes, f"Lucy may have a new one, {word}.")).say
        asked = forgotten.of_browser(record, device, hers, BEGAN)
        assert asked is not None and asked.allowed


async def test_a_yes_by_voice_opens_nothing_for_whoever_asked_after_her(tmp_path: Path) -> None:
    async with told(tmp_path, STORY) as (record, granting):
        lucy = welcomed(record, "Lucy", Role.FAMILY, "digest", BEGAN, relation="niece")
        _, hers = sign_ins.sign_in(record, lucy, BEGAN)
        _, stolen = sign_ins.sign_in(record, lucy, BEGAN)
        forgotten.ask(record, lucy, hers, BEGAN)
        word = forgotten.asked(record, BEGAN)[0].word
        one = Permission(ConsentKind.NEW_PASSWORD, lucy.who, account=lucy.id, word=word, back=True)
        granting.allowing.in_their_voice = lambda: True
        # while the narrator is asked, the page says no, and a thief asks anew until the word is another one
        forgotten.refuse(record, lucy.id)
        thiefs = forgotten.ask(record, lucy, stolen, BEGAN)
        while forgotten.asked(record, BEGAN)[0].word == word:
            forgotten.refuse(record, lucy.id)
            thiefs = forgotten.ask(record, lucy, stolen, BEGAN)
        yes = Answered(one, True, "May she?")
        assert (
            await granting.allowing.permit(yes, f"Lucy may have a new one, {word}.")
        ).say == ASKED_NO_MORE
        asked = forgotten.of_browser(record, stolen, thiefs, BEGAN)
        assert asked is not None and not asked.allowed
