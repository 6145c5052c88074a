"""The family's pages: what the narrator shared, a question and what answered it, a picture to talk about, news of chapters."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from starlette.responses import FileResponse, Response

from voice_agent.archive import answered, chapter_news, family, sharing
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.looks import looked
from voice_agent.archive.sharing import Story
from voice_agent.interview.family_questions import same, too_little
from voice_agent.web import approved, hearing, names, pictures, tidings
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Family, Household, Number, OneLine, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])

WAITING = 10
"""Questions of one person that may wait at a time, those of this week that were not asked among them; a narrator is
not to be examined, and whoever tries again and again is to let it rest."""

WEEK = timedelta(days=7)

Question = Annotated[OneLine, Form(min_length=3, max_length=300)]

PLACES = {
    "asked": "questions",
    "sent_back": "questions",
    "withdrawn": "questions",
    "asked_again": "questions",
    "answered": "questions",
    "sent": "pictures",
    "picture_words": "pictures",
    "picture_gone": "pictures",
    "news": "news",
    "no_news": "news",
}
"""Where on the page it stands what something was done to, by what is said of it."""


@router.get("/family")
def home(request: Request, desk: AtDesk, account: Family, said: str = "", of: str = "") -> Response:
    """What is shared, and what can be sent. `of`: the number of a question of theirs that was just taken back."""
    told = sharing.shared_with(desk.book, account)
    questions = answered.asked_by(desk.book, account, told)
    if told:
        looked(desk.book, account, "read the stories you shared", desk.now())
    return page(
        request,
        "family.html",
        stories=told,
        book=bool(desk.library and desk.library.shelf(account)),
        spoken={
            (each.session, each.turn): hearing.lines(desk.book.read, desk.book.state, each)
            for each in told
            if each.voice and each.text == each.heard
        },
        questions=questions,
        spellings=names.asked_about(desk, account),
        taken_back=next((n for n in _taken_back(desk, account) if str(n) == of), None),
        place=PLACES.get(said, ""),
        photographs=family.sent_photographs(desk.book, account),
        news=chapter_news.of(desk.book, account),
        news_says=tidings.says(desk),
        mails=desk.mails(),
        messages=desk.messages,
        pictures={
            (each.session, each.turn): family.of_story(sent, each.session, each.turn)
            for sent in (family.photographs(desk.book),)
            for each in told
        },
    )


@router.get("/family/life")
def life(request: Request, desk: AtDesk, account: Family) -> Response:
    """Timeline and people of what is shared."""
    told = sharing.shared_with(desk.book, account)
    if told:
        looked(desk.book, account, "looked at the years and people of your stories", desk.now())
    return page(
        request,
        "life.html",
        life=approved.life(desk.book, account, told),
        book=bool(desk.library and desk.library.shelf(account)),
    )


@router.post("/family/questions")
def wonder(desk: AtDesk, account: Family, question: Question) -> Response:
    """Put a question to those that wait to be asked."""
    return _done(_wonder(desk, account, question))


@router.post("/family/questions/{number}/anew")
def word_anew(desk: AtDesk, account: Family, number: Number, question: Question) -> Response:
    """Put another question in the place of one that was sent back."""
    sent = family.asked_by(desk.book, account)
    if number not in {q.number for q in sent if q.state == "declined" and q.why_not}:
        raise Refused(404, "That question was not sent back, or is not yours.")
    said = _wonder(desk, account, question)
    family.settle(desk.book, number, "withdrawn")
    return _done(said)


def _wonder(desk: Desk, account: Account, question: str) -> str:
    """Keep a question; returns what is said of it. Raises Refused where it is none, or one too many."""
    if too_little(question):
        raise Refused(
            400,
            f"That is no question yet. Please write it as you would ask {desk.who} over tea. Nothing has been sent.",
        )
    sent = family.asked_by(desk.book, account)
    if any(q.state != "withdrawn" and same(q.question, question) for q in sent):
        raise Refused(
            409,
            "You have asked that already: it stands among your questions. Nothing has been sent.",
        )
    _room(desk, account)
    return "sent_back" if family.wonder(desk.book, account, question, desk.now()) else "asked"


def _room(desk: Desk, account: Account) -> None:
    """Raises Refused where somebody has as many questions waiting as may."""
    since = desk.now() - WEEK
    mine = [
        q
        for q in family.asked_by(desk.book, account)
        if q.state == "waiting" or (q.at > since and (q.state == "declined" or q.why_not))
    ]
    if len(mine) >= WAITING:
        raise Refused(
            409,
            f"{WAITING} questions of yours are waiting, or were sent back this week. Let some be answered, or take one back.",
        )


@router.post("/family/questions/{number}/withdraw")
def withdraw(desk: AtDesk, account: Family, number: Number) -> Response:
    """Take a question back that was not asked, be it that it waits or that it will not be."""
    mine = {q.number: q for q in family.asked_by(desk.book, account)}
    if number not in mine or mine[number].state not in ("waiting", "declined"):
        raise Refused(404, "That question was asked already, or is not yours.")
    family.settle(desk.book, number, "withdrawn")
    # what the narrator did not want to be asked is not to wait again at a press
    waited = mine[number].state == "waiting"
    return _done("withdrawn", **({"of": str(number)} if waited else {}))


@router.post("/family/questions/{number}/again")
def ask_again(desk: AtDesk, account: Family, number: Number) -> Response:
    """Undo that a question was taken back."""
    if number not in _taken_back(desk, account):
        raise Refused(404, "That question was not taken back, or is not yours.")
    _room(desk, account)
    family.settle(desk.book, number, "waiting")
    return _done("asked_again")


def _taken_back(desk: Desk, account: Account) -> set[int]:
    """Their questions that wait no more because they took them back."""
    sent = family.asked_by(desk.book, account)
    return {q.number for q in sent if q.state == "withdrawn" and not q.why_not}


def _done(said: str, **of: str) -> Response:
    """Back to where it stands."""
    return then(f"/family#{PLACES[said]}", said, **of)


@router.post("/family/questions/{number}/answered")
def answers_it(desk: AtDesk, account: Family, number: Number) -> Response:
    """What was told unasked is the answer: it need not be asked."""
    family.settle(desk.book, _perhaps(desk, account, number, told=True), "answered")
    return _done("answered")


@router.post("/family/questions/{number}/anyway")
def ask_anyway(desk: AtDesk, account: Family, number: Number) -> Response:
    """What was told unasked is not the answer, or not all of it."""
    family.ask_anyway(desk.book, _perhaps(desk, account, number))
    return _done("asked")


def _perhaps(desk: Desk, account: Family, number: int, told: bool = False) -> int:
    """The question, where they may know that it was perhaps answered; `told`: and may read by what."""
    shared = sharing.shared_with(desk.book, account)
    for each in answered.asked_by(desk.book, account, shared):
        if each.question.number == number and each.state == "perhaps" and (each.story or not told):
            return number
    raise Refused(404, "That question is not waiting, or is not yours.")


@router.post("/family/photographs")
def send(
    desk: AtDesk,
    account: Family,
    picture: Annotated[UploadFile, File()],
    caption: Annotated[str, Form(max_length=300)] = "",
) -> Response:
    """Send a picture."""
    image = pictures.anew(picture.file.read())
    family.send_photograph(desk.book, account, image, caption, desk.now())
    return _done("sent")


@router.post("/family/photographs/{id}/words")
def say_of(
    desk: AtDesk,
    account: Family,
    id: str,
    caption: Annotated[OneLine, Form(min_length=1, max_length=300)],
) -> Response:
    """What whoever sent a picture knows about it, where nothing came with it."""
    if id not in {e.id for e in family.sent_photographs(desk.book, account) if not e.caption}:
        raise Refused(404, "There is no such picture without words, or it is not yours.")
    family.say_of(desk.book, id, caption)
    return _done("picture_words")


@router.post("/family/photographs/{id}/take-back")
def take_back(desk: AtDesk, account: Family, id: str) -> Response:
    """Whoever sent a picture takes it back; it is gone also from the story that was told about it."""
    for each in family.sent_photographs(desk.book, account):
        if each.id == id:
            family.take_back(desk.book, each)
            return _done("picture_gone")
    raise Refused(404, "There is no such picture, or it is not yours.")


@router.post("/family/news")
def want_news(
    desk: AtDesk,
    account: Family,
    address: Annotated[OneLine, Form(max_length=300)] = "",
) -> Response:
    """Choose how to be told of a new chapter, or, with nothing typed, be told no more. Raises AccountRefused."""
    reached = desk.reachable(address)
    if reached:
        now = desk.now()
        chapter_news.choose(desk.book, account, reached, tidings.ready(desk, account), now)
        looked(desk.book, account, "asked to be told when a chapter of your book can be read", now)
    else:
        chapter_news.stop(desk.book, account)
    return _done("news" if reached else "no_news")


@router.get("/family/stories/{session}/{turn}/sound")
def sound(desk: AtDesk, account: Family, session: str, turn: Number) -> Response:
    """A story in the narrator's voice, where the voice was shared too."""
    told = _shared(desk, account, session, turn)
    if not told.voice or told.written:
        raise Refused(404, "There is nothing to hear here.")
    looked(desk.book, account, "listened to a story", desk.now())
    return hearing.wav(desk.book.state, told)


@router.get("/photographs/{id}.jpg")
def photograph(desk: AtDesk, account: Household, id: str) -> Response:
    """A picture: for whoever sent it, for the narrator, and for those who may read its story, or it in the book."""
    narrator = Role.NARRATOR in account.roles
    seen = family.sent_photographs(desk.book, None if narrator else account)
    if not narrator:
        sent = family.photographs(desk.book)
        for told in sharing.shared_with(desk.book, account):
            seen += tuple(family.of_story(sent, told.session, told.turn))
        if shelf := desk.library and desk.library.shelf(account):
            seen += tuple(each for each in sent if (each.session, each.turn) in shelf.turns)
    for each in seen:
        if each.id == id:
            return FileResponse(family.picture(desk.book.state, each), media_type="image/jpeg")
    raise Refused(404, "There is no such picture.")


def _shared(desk: Desk, account: Family, session: str, turn: Number) -> Story:
    for each in sharing.shared_with(desk.book, account, place=(session, turn)):
        return each
    raise Refused(404, "There is no such story, or it is not shared with you.")
