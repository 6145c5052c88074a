"""What follows from a no: nothing remembered, no voice kept, nothing shared with one person any more.

A later answer of the same kind replaces an earlier one. What was there before a no stays until it is erased; the
narrator is told so.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from voice_agent.archive import accounts, book_copies, memory_tables, saw_before
from voice_agent.archive.book import Keeper
from voice_agent.archive.book_copies import Copy
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.record import Record
from voice_agent.archive.who_sees import bare
from voice_agent.story import Consent, ConsentKind, SessionId, Speaker, Turn


def forbidden(record: Record, kind: ConsentKind) -> bool:
    """Is the narrator's last answer of this kind a no? What was never asked is not forbidden."""
    if not Record.exists(record.state):
        return False
    answers = [each.given for each in record.consents() if each.kind is kind]
    return bool(answers) and not answers[-1]


def not_to_be_remembered(record: Record, turn: Turn) -> None:
    """Memory is to make nothing of this turn, now or when it next makes up for what it missed."""
    if turn.speaker is Speaker.NARRATOR:
        memory_tables.store(record, [], [], [TurnWording(turn.session, turn.id, 1)])


def carry_out(record: Keeper, no: Consent, now: datetime) -> tuple[str, ...]:
    """What else follows from a no to a reader or to print: shares end, and copies for them go.

    Returns sentences for the narrator about copies that are out of our reach. Raises DiskFull.
    """
    match no.kind:
        case ConsentKind.RECIPIENT:
            no_longer_shared_with(record, _whose(record, no))
            return _recalled(record, no, now)
        case ConsentKind.VOICE:
            return _recalled(record, no, now, but=book_copies.SILENT)
        case ConsentKind.PRINT:
            return book_copies.recall(
                record, lambda copy: copy.kind in book_copies.PRINTED, now
            ).beyond
        case _:
            return ()


def give_again(record: Keeper, yes: Consent) -> None:
    """A yes to a reader after a no: they see the stories again that were shared with them by name. Raises DiskFull."""
    account = _whose(record, yes)
    if yes.kind is ConsentKind.RECIPIENT and account:
        record.commit(lambda db: saw_before.give_back(db, account))


def theirs(copies: Iterable[Copy], answer: Consent, account: str) -> list[Copy]:
    """Those of `copies` that are for whom `answer` is about. `account`: theirs; "": they have none."""
    return [
        each
        for each in copies
        if not each.withdrawn
        and (
            each.account == account
            if account and each.account
            else bare(each.reader) == bare(answer.about)
        )
    ]


def _recalled(
    record: Keeper, no: Consent, now: datetime, but: Collection[str] = ()
) -> tuple[str, ...]:
    gone = theirs(book_copies.copies(record.read), no, _whose(record, no))
    numbers = {each.number for each in gone if each.kind not in but}
    return book_copies.recall(record, lambda copy: copy.number in numbers, now).beyond


def _whose(record: Keeper, answer: Consent) -> str:
    """The account that an answer is about; "": they have none."""
    known = accounts.called(record, bare(answer.about))
    return answer.account or (known.id if known else "")


def copies_of(record: Keeper, who: accounts.Account, now: datetime) -> tuple[str, ...]:
    """Delete the copies for somebody who reads no more; returns sentences about those out of our reach. Raises DiskFull."""

    def theirs(copy: book_copies.Copy) -> bool:
        if copy.account:
            return copy.account == who.id
        return bool(copy.reader) and bare(copy.reader) == bare(who.name)

    return book_copies.recall(record, theirs, now).beyond


def no_longer_shared_with(record: Keeper, account: str) -> int:
    """Take back everything shared with that account by itself, which `give_again` undoes; returns how many stories."""
    if not account:
        return 0
    return record.commit(lambda db: saw_before.take_back(db, account))


def drop_voice(record: Record, session: SessionId) -> None:
    """Delete the sound of what was said in one talk; the words stay."""
    record.let_go(session)
    folder = record.folder(session)
    for name in ("narrator.wav", "someone-else.wav", "conversation.wav"):
        (folder / name).unlink(missing_ok=True)
