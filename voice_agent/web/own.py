"""The narrator's own pages: hear, read, give away, take back; who may see, who has looked."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import (
    accounts,
    family,
    forgotten,
    keeping_back,
    letting_in,
    news,
    session_tables,
    sharing,
    sittings,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.looks import aloud, by_day, looks
from voice_agent.archive.sharing import Story
from voice_agent.archive.who_sees import EVERYBODY, hears, reader
from voice_agent.scheduler.saying import moved
from voice_agent.web import hearing, names, own_again, own_away, who_sees
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Narrator, Number, Refused, honest
from voice_agent.web.pages import page, then, together

router = APIRouter(dependencies=[Depends(honest)])


@router.get("/me")
def home(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Where the narrator begins."""
    return _home(request, desk)


def _home(
    request: Request,
    desk: Desk,
    *,
    wrong: str = "",
    mood: int | None = None,
    tiredness: int | None = None,
) -> Response:
    """`wrong`: why the answer about the last talk was not kept; `mood`, `tiredness`: what was chosen of it."""
    now = desk.now()
    ahead = desk.diary.coming(now) if desk.knows_the_time() else ()
    planned = next((each for each in ahead if each.at is not None and each.at > now), None)
    newest = sittings.newest_session(desk.book)
    new = {each.number for each in news.untold(desk.book, unseen=True)}
    return page(
        request,
        "me.html",
        400 if wrong else 200,
        wrong=wrong,
        mood=mood,
        tiredness=tiredness,
        sees=" and ".join(each.name for each in accounts.let_in(desk.book, Role.CAREGIVER)),
        hour=now.astimezone(desk.zone).hour,
        today=now.astimezone(desk.zone).date(),
        invited=desk.invited,
        coming=planned and planned.at and planned.at.astimezone(desk.zone),
        moved=planned and moved(planned, desk.zone, "you", "are"),
        doing=desk.says(),
        unrated=newest if newest and newest not in sharing.ratings(desk.book) else "",
        many=sum(len(day.stories) for day in who_sees.by_day(desk)),
        in_doubt=(in_doubt := len(sharing.undecided(desk.book))),
        taken=0 if in_doubt else len(sharing.spread_to(desk.book)),
        waiting=len(family.waiting(desk.book)),
        pictures=len(family.photographs(desk.book)),
        misspelt=len(names.perhaps(desk)),
        away=own_away.many(desk),
        book_says=_of_book(desk),
        at_the_door=list(
            dict.fromkeys(
                each.name
                for each in (
                    *(one.account for one in letting_in.waiting(desk.book)),
                    *(one.account for one in forgotten.asked(desk.book, now)),
                )
            )
        ),
        happened=[each for each in news.lately(desk.book) if each.number in new],
        heard=aloud(looks(desk.book), now, desk.zone, most=2),
    )


@router.get("/me/decisions")
def decisions(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """The way from every page to what was decided of them all."""
    return page(request, "decisions.html", away=own_away.many(desk))


@router.get("/me/stories")
def stories(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Everything told, by day, each with its picture where it has one."""
    pictures = {
        (each.session, each.turn): each for each in family.photographs(desk.book) if each.session
    }
    return page(
        request,
        "stories.html",
        days=who_sees.by_day(desk),
        pictures=pictures,
        away=own_away.many(desk),
    )


@router.get("/me/kept")
def kept_back(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """What was kept back though the wish was said of another telling: the narrator is asked of what is in doubt, and may
    let the rest go, too."""
    asked = sharing.undecided(desk.book)
    taken = [each for each in sharing.spread_to(desk.book) if each not in asked]
    return page(request, "kept.html", asked=asked, taken=taken, spelled=sharing.spelled(desk.book))


@router.post("/me/kept/{session}/{turn}")
def decide(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    free: Annotated[bool, Form()],
) -> Response:
    """The narrator's word on one of them."""
    told = sharing.story(desk.book, session, turn)
    place = (told.session, told.turn)
    if not free:
        keeping_back.decide(desk.book, place, free=False)
        return then("/me/kept", "kept")
    freed = sharing.let_go(desk.book, place)
    if freed is None or not freed.free:
        return then("/me/kept", "bound")
    return then("/me/kept", "freed_alone" if freed.others else "freed")


@router.get("/me/stories/{session}/{turn}")
def story(
    request: Request, desk: AtDesk, account: Narrator, session: str, turn: Number
) -> Response:
    """One story, large."""
    return _story(request, desk, sharing.story(desk.book, session, turn))


def _story(
    request: Request, desk: Desk, told: Story, wrong: str = "", *, voice: bool = False
) -> Response:
    """`wrong`: why it was not shared; `voice`: it was to be heard as well."""
    along, consents = own_away.with_it(desk, told), session_tables.consents(desk.book.read)
    return page(
        request,
        "story.html",
        400 if wrong else 200,
        wrong=wrong,
        voice=voice or told.voice,
        story=told,
        spelled=sharing.spelled(desk.book),
        family=(may := who_sees.may_know_it(desk, told)),
        in_book=together([each.name for each in may if each.id in own_again.in_book(desk, told)]),
        whole=len(may) == len(_family(desk)),
        everybody=EVERYBODY,
        seen=who_sees.of_story(desk, told),
        pictures=family.of_story(sent := family.photographs(desk.book), told.session, told.turn),
        others=[each for each in sent if each.session is None],
        deaf=together([each.name for each in may if not hears(consents, reader(each))]),
        saw=own_again.saw_before(desk, told, *(along if told.hidden else ())),
        along=along,
        audible=hearing.there(desk.book.state, told),
        lines=hearing.lines(desk.book.read, desk.book.state, told),
    )


@router.get("/me/stories/{session}/{turn}/sound")
def sound(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    began: float | None = None,
    ended: float | None = None,
) -> Response:
    """The story in the narrator's own voice, or some words of it: seconds of the session."""
    told = sharing.story(desk.book, session, turn)
    if began is not None and ended is not None:
        return hearing.part(desk.book.state, told, began, ended)
    return hearing.wav(desk.book.state, told)


@router.post("/me/stories/{session}/{turn}/share")
def share(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    whom: Annotated[list[str] | None, Form()] = None,
    voice: Annotated[bool, Form()] = False,
) -> Response:
    """Let some of the family, or all, see the story as it stands."""
    known = {each.id for each in _family(desk)}
    chosen = {EVERYBODY if one == "everybody" else one for one in whom or ()}
    if not chosen:
        says = "Please choose who may see it. Nothing has been changed."
        return _story(request, desk, sharing.story(desk.book, session, turn), says, voice=voice)
    if chosen - known - {EVERYBODY}:
        raise Refused(400, "That person is not of the family. Nothing has been changed.")
    told = sharing.story(desk.book, session, turn)
    may = {each.id for each in who_sees.may_know_it(desk, told)}
    bound = not told.privacy.private and not told.hidden
    if bound and (chosen - {EVERYBODY} - may or (EVERYBODY in chosen and may != known)):
        raise Refused(400, "You said for whom that story is. Nothing has been changed.")
    sharing.share(desk.book, told, chosen, voice=voice, now=desk.now())
    return then(f"/me/stories/{session}/{turn}", "shared")


@router.post("/me/stories/{session}/{turn}/retract")
def retract(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    book: Annotated[bool, Form()] = False,
) -> Response:
    """Take the story back from everybody, at once. `book`: and leave the pieces out of her book that tell it."""
    told = sharing.story(desk.book, session, turn)
    sharing.share(desk.book, told, (), voice=False, now=desk.now())
    if book and desk.library:
        for id in own_again.pieces(desk.library, told):
            desk.library.answer(id, given=False, readers=(), now=desk.now())
        return then(f"/me/stories/{session}/{turn}", "retracted_book")
    left = who_sees.of_story(desk, told).readers
    return then(f"/me/stories/{session}/{turn}", "retracted_but" if left else "retracted")


@router.post("/me/stories/{session}/{turn}/picture")
def about(
    desk: AtDesk,
    account: Narrator,
    session: str,
    turn: Number,
    picture: Annotated[str, Form(max_length=40)],
) -> Response:
    """This story is about a picture that somebody sent: whoever may read the one sees the other."""
    told = sharing.story(desk.book, session, turn)
    if picture not in {each.id for each in family.photographs(desk.book)}:
        raise Refused(404, "There is no such picture.")
    family.tell_about(desk.book, picture, told.session, told.turn)
    return then(f"/me/stories/{session}/{turn}", "pictured")


@router.get("/me/looks")
def who_looked(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Who has looked at what."""
    found = looks(desk.book)
    return page(
        request,
        "looks.html",
        looks=by_day(found, desk.zone),
        sentence=aloud(found, desk.now(), desk.zone, more="The earlier ones stand below."),
    )


@router.get("/me/post")
def post(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Pictures and questions that the family sent."""
    return page(
        request,
        "post.html",
        questions=family.waiting(desk.book),
        declined=family.declined(desk.book),
        sent_back=family.sent_back(desk.book),
        photographs=family.photographs(desk.book),
        away=bool(family.photographs_away(desk.book)),
    )


@router.post("/me/questions/{number}/decline")
def decline(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """A question the narrator does not want to be asked."""
    family.settle(desk.book, number, "declined")
    return then("/me/post", "declined")


@router.post("/me/questions/{number}/ask")
def ask_after_all(desk: AtDesk, account: Narrator, number: Number) -> Response:
    """The narrator wants to be asked it after all."""
    if number not in {each.number for each in family.declined(desk.book)}:
        raise Refused(404, "There is no such question any more. Nothing has been changed.")
    family.settle(desk.book, number, "waiting")
    return then("/me/post", "asked_after_all")


@router.post("/me/rating")
def rate(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    session: Annotated[str, Form(max_length=60)],
    mood: Annotated[int | None, Form(ge=1, le=5)] = None,
    tiredness: Annotated[int | None, Form(ge=1, le=5)] = None,
    skip: Annotated[bool, Form()] = False,
) -> Response:
    """How the talk was, in the narrator's own judgement; or that it is not to be asked."""
    if skip:
        sharing.rate(desk.book, session, None, None)
        return then("/me", "unrated")
    if mood is None or tiredness is None:
        says = "Please choose one answer in each of the two rows. Nothing has been kept yet."
        return _home(request, desk, wrong=says, mood=mood, tiredness=tiredness)
    sharing.rate(desk.book, session, mood, tiredness)
    return then("/me", "rated")


def _of_book(desk: Desk) -> str:
    waiting = len(desk.library.waiting()) if desk.library else 0
    return f"{waiting} piece{'' if waiting == 1 else 's'} to read" if waiting else "What is written"


def _family(desk: Desk) -> list[Account]:
    return [*accounts.family(desk.book)]
