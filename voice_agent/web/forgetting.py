"""Forgetting for good, in two steps: put away at once, erase on a second word. And what was agreed to, to take back.

The first page says what would go and which copies are beyond reach. Putting away can be undone; erasing cannot.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import (
    accounts,
    beside,
    book_copies,
    family,
    memory_tables,
    passages,
    saw_before,
    session_tables,
    sharing,
    sittings,
    taken_out,
    transcript,
    withdrawing,
)
from voice_agent.archive.book_copies import Copy
from voice_agent.archive.sharing import Place, Story
from voice_agent.archive.who_sees import Reader, bare, hears
from voice_agent.errors import AlreadyRunning
from voice_agent.story import Consent, ConsentKind
from voice_agent.web import own_again, own_away, who_sees
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])


PUT_AWAY = "put_away"
"""What a page says after that (pages.SAID)."""


@dataclass(frozen=True, slots=True)
class Going:
    """What would go with one story, in counts and sentences for the narrator."""

    seconds: int
    """Of the narrator's voice; 0 where it was written or not kept."""

    understood: int
    """Things that memory made of it."""

    pieces: int
    """Of the book."""

    readers: int
    """People who can see it now, the whole family counted as one."""

    notes: int
    copies: tuple[str, ...]
    """Copies of the book on this device, one sentence each."""

    beyond: tuple[str, ...]
    """What is out of our reach, one sentence each."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """One thing the narrator may say yes or no to."""

    kind: ConsentKind
    about: str
    says: str
    given: bool | None
    """None: never asked."""

    may_begin: bool
    """Can a yes be given here? To being recorded it is given by voice, and nobody reads whose door is shut."""

    account: str = ""
    """Whom it is about, where they have one."""

    goes: str = ""
    """What a no takes with it, in sentences; "" where that is no more than it says."""

    comes: str = ""
    """What a yes after it brings back."""


ASKED = {
    ConsentKind.RECORDING: ("I record our talks.", False),
    ConsentKind.KEEP_AUDIO: ("I keep the sound of your voice, and not the words alone.", True),
    ConsentKind.MEMORY: ("I remember what you tell, for the next talk.", True),
    ConsentKind.PRINT: ("Your book may be printed.", True),
    ConsentKind.AFTER_DEATH: ("Your family may have your stories after your death.", True),
    ConsentKind.MESSAGE: ("{who} may be asked to call you when you are very low.", True),
}
"""Each kind as the page says it, the house being “I”, and whether a yes can be given there."""

_DONE = (ConsentKind.RECORDING, ConsentKind.KEEP_AUDIO, ConsentKind.MEMORY)
"""What is done before it was ever asked, until there is a no."""


@router.get("/me/stories/{session}/{turn}/forget")
def look(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    said: str = "",
) -> Response:
    """What would go, before anything does. `said`: what was just done; whoever has put it away is not shown at once how to
    erase it."""
    told = sharing.story(desk.book, session, turn)
    along = own_away.with_it(desk, told)
    return page(
        request,
        "forget.html",
        story=told,
        along=along,
        calm=told.hidden and said == PUT_AWAY,
        going=going(desk, told),
        saw=own_again.saw_before(desk, told, *along),
    )


@router.post("/me/stories/{session}/{turn}/hide")
def hide(desk: AtDesk, account: Narrator, session: str, turn: Number) -> Response:
    """Put it away: from now on nobody sees it, and no copy of the book on this device holds it."""
    _put_away(desk, sharing.story(desk.book, session, turn))
    return then(f"/me/stories/{session}/{turn}/forget", PUT_AWAY)


@router.post("/me/stories/{session}/{turn}/show")
def show(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    again: Annotated[bool, Form()] = False,
) -> Response:
    """Undo the first step. `again`: those who could see it see it as before; else it is hers alone, and whether they shall
    is asked there (own_again.py)."""
    told = sharing.story(desk.book, session, turn)
    every = (told, *own_away.with_it(desk, told)) if told.hidden else (told,)
    saw = [own_again.saw_before(desk, each) for each in every]
    for each in every:
        sharing.take_in(desk.book, each)  # what was put away in a talk is still theirs on paper
    memory_tables.bring_back(desk.book, told.session, told.turn)
    places = [(str(each.session), int(each.turn)) for each in every]
    if again:
        for place, before in zip(places, saw, strict=True):
            own_again.give(desk, sharing.story(desk.book, *place), before)
    else:
        passages.ask_anew(desk.book, places)
    transcript.anew(desk.book, desk.book.state, [told.session])
    _into_the_book(desk, places)
    if again:
        return then(f"/me/stories/{session}/{turn}", "back_again")
    left = who_sees.of_story(desk, sharing.story(desk.book, session, turn)).readers
    return then(f"/me/stories/{session}/{turn}", "back_but" if left else "back")


@router.post("/me/stories/{session}/{turn}/erase")
def erase(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    sure: Annotated[bool, Form()] = False,
) -> Response:
    """Erase it for good. During a talk it is noted, and done when the talk is over."""
    told = sharing.story(desk.book, session, turn)
    if not sure:
        raise Refused(400, "Please tick that you are sure. Nothing has been erased.")
    try:
        beyond = desk.erase(told.session, told.turn)
        memory_tables.erased(desk.book, [f"{told.session} {told.turn}"])
    except AlreadyRunning:
        memory_tables.to_be_erased(desk.book, told.session, told.turn)
        _put_away(desk, told)
        return page(
            request,
            "said.html",
            what="It goes for good as soon as our talk is over.",
            safe="Nobody sees it until then.",
            mend="",
        )
    return page(
        request,
        "said.html",
        what="It is gone for good.",
        safe="No copy of it is left on this device.",
        mend=" ".join(beyond),
    )


@router.get("/me/agreed")
def agreed(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """What the narrator has said yes and no to."""
    known = _agreed(desk)
    # what nobody has asked yet is done all the same where a talk was held
    done = [
        e
        for e in known
        if e.given is None and e.kind in _DONE and sittings.newest_session(desk.book)
    ]
    return page(request, "agreed.html", agreed=known, done=done)


@router.post("/me/agreed")
def agree(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    kind: Annotated[ConsentKind, Form()],
    given: Annotated[bool, Form()],
    about: Annotated[str, Form(max_length=60)] = "",
    of: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Keep a yes or a no, and do what follows from it at once."""
    known = next(
        (
            each
            for each in _agreed(desk)
            if (each.kind, each.about, each.account) == (kind, about, of)
        ),
        None,
    )
    if known is None or desk.library is None or (given and not known.may_begin):
        raise Refused(400, "That cannot be said here. Nothing has been changed.")
    beyond = desk.library.consent(kind, given, desk.now(), about, known.says, account=known.account)
    if beyond:
        return page(request, "said.html", what="That is kept.", safe=" ".join(beyond), mend="")
    return then("/me/agreed", "agreed")


def going(desk: Desk, told: Story) -> Going:
    """What would go with `told`."""
    place = (str(told.session), int(told.turn))
    mine = [each for each in passages.drafts(desk.book.read) if place in each.turns]
    copies = book_copies.copies_of(desk.book.read, place)
    track = desk.book.state / "sessions" / told.session / "narrator.wav"
    sent = family.of_story(family.sent_photographs(desk.book), told.session, told.turn)
    return Going(
        round(told.ended - told.began) if track.is_file() and not told.written else 0,
        len(memory_tables.claims_of(desk.book.read, told.session, told.turn)),
        len(mine),
        len(told.audience),
        sum(each.place == place for each in beside.notes(desk.book)),
        tuple(
            f"The {each.kind} of {each.made.day} {each.made:%B %Y}"
            + (f" for {each.reader}" if each.reader else "")
            for each in copies
        ),
        tuple(
            dict.fromkeys(
                (
                    *(each.beyond for each in copies),
                    *(f"{each.who} still has the photograph of it." for each in sent),
                    *taken_out.beyond(desk.book.read, {told.session}),
                )
            )
        ),
    )


def _put_away(desk: Desk, told: Story) -> None:
    every = () if told.hidden else (told, *own_away.with_it(desk, told))
    book = [own_again.in_book(desk, each) for each in every]
    along = memory_tables.put_away(desk.book, told.session, told.turn, desk.now(), told_on=True)
    for each, readers in zip(every, book, strict=True):
        sharing.take_in(desk.book, each, readers)
    book_copies.withdraw(desk.book, {(told.session, told.turn), *along}, (), desk.now())
    transcript.anew(desk.book, desk.book.state, [told.session])


def _into_the_book(desk: Desk, places: Collection[Place]) -> None:
    """A book that was written while they were away holds none of them: it is written anew, with them."""
    if desk.library is None:
        return
    spans = [span for each in desk.library.drafted().passages for span in each.spans]
    if spans and not any((span.session, span.turn) in places for span in spans):
        desk.library.write(desk.now())


def _agreed(desk: Desk) -> list[Agreed]:
    consents = session_tables.consents(desk.book.read)
    # an account is one reader, whatever it was called; the newest answer holds
    readers = {
        each.account or bare(each.about): each
        for each in consents
        if each.kind is ConsentKind.RECIPIENT and each.about
    }
    known = [_of_kind(desk, kind, consents) for kind in ASKED]
    return known + [one for each in readers.values() for one in _of_reader(desk, each, consents)]


def _of_kind(desk: Desk, kind: ConsentKind, consents: Sequence[Consent]) -> Agreed:
    says, may_begin = ASKED[kind]
    who = ""
    if kind is ConsentKind.MESSAGE:
        who = next((each.name for each in desk.contacts()), "")
    # a word that names nobody is about whoever it is
    said = [e.given for e in consents if e.kind is kind and e.about.lower() in ("", who.lower())]
    printed = [
        each
        for each in book_copies.copies(desk.book.read)
        if kind is ConsentKind.PRINT and each.kind in book_copies.PRINTED and not each.withdrawn
    ]
    says = says.format(who=who or "Somebody")
    return Agreed(kind, who, says, said[-1] if said else None, may_begin, goes=_copies(printed))


def _of_reader(desk: Desk, each: Consent, consents: Sequence[Consent]) -> Iterator[Agreed]:
    """What somebody may read, and while they may, what they may hear."""
    name = each.about.title()
    theirs = next((one for one in accounts.family(desk.book) if one.id == each.account), None)
    shared = len(sharing.shared_with(desk.book, theirs)) if theirs else 0
    back = saw_before.taken_from(desk.book.read, each.account) if theirs else 0
    copies = withdrawing.theirs(book_copies.copies(desk.book.read), each, each.account)
    goes = f"If you take it back, {name} reads your book no more"
    goes += f", nor {_stories(shared, 'any of ')} that you shared. " if shared else ". "
    comes = f"After your yes {name} reads your book again"
    comes += f", and {_stories(back)} that you had shared with {name} by name." if back else "."
    yield Agreed(
        each.kind,
        each.about,
        f"{name} may read what you said yes to.",
        each.given,
        not each.account or theirs is not None,
        each.account,
        f"{goes}{_copies(copies)}Your yes can be given again.",
        comes,
    )
    if each.given:
        loud = [each for each in copies if each.kind not in book_copies.SILENT]
        yield Agreed(
            ConsentKind.VOICE,
            each.about,
            f"{name} may hear your voice with it.",
            hears(consents, Reader(each.about, account=each.account)),
            True,
            each.account,
            f"If you take it back, {name} reads on, and hears nothing of it. {_copies(loud)}",
            f"After your yes {name} hears again what was to be heard before.",
        )


def _stories(many: int, of: str = "") -> str:
    return "the story" if many == 1 else f"{of}the {many} stories"


def _copies(some: Collection[Copy]) -> str:
    """What becomes of copies that are recalled, in a sentence."""
    if not some:
        return ""
    which = " and ".join(
        f"the {each.kind} that was made on {each.made.day} {each.made:%B %Y}" for each in some
    )
    return f"On this device {which} {'is' if len(some) == 1 else 'are'} deleted, and can be made again. "
