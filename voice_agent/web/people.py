"""People: who may come in and as what, whom the narrator trusts, and what happened at the doors."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from voice_agent.archive import (
    accounts,
    door_undone,
    forgotten,
    invitations,
    letting_in,
    narrators_pin,
    news,
    reaching,
    sharing,
    sign_ins,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.called import key
from voice_agent.archive.shown_word import WordAnswer
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.web.desk import Desk
from voice_agent.web.guard import (
    Advocate,
    AtDesk,
    Caregiver,
    Narrator,
    OneLine,
    Refused,
    Visiting,
    honest,
    sure,
)
from voice_agent.web.links import Link, link
from voice_agent.web.pages import page, then
from voice_agent.web.who_sees import does

router = APIRouter(dependencies=[Depends(honest)])

Name = Annotated[OneLine, Form(min_length=1, max_length=60)]
Relation = Annotated[OneLine, Form(min_length=2, max_length=40)]
Line = Annotated[OneLine, Form(max_length=60)]
Pin = Annotated[str, Form(max_length=200)]

TOLD = "those who are told"
"""Whom a test message goes to, as the narrator hears of it."""

NOT_IT = {
    WordAnswer.WRONG: "That is not the word that was given out. Please ask them for it once more; nothing has been changed. "
    "After another wrong word the answer is no.",
    WordAnswer.NO: "That was not the word either, so the answer is no, and nothing has been opened. It can be asked for anew.",
    WordAnswer.TO_NOBODY: "Nobody asks for that any more. Nothing has been changed.",
}
"""What the narrator is told of a word that opens nothing."""


# -- the narrator's


@router.get("/me/people")
def people(request: Request, desk: AtDesk, account: Narrator) -> Response:
    """Who can sign in, who waits, and what happened at the doors."""
    happened = news.untold(desk.book)
    answer = _people(request, desk)
    news.shown(desk.book, happened, desk.now())
    desk.book.commit(lambda db: door_undone.forget(db, desk.now()))
    return answer


@router.post("/me/people/invite")
def invite(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    name: Name,
    relation: Relation,
    role: Annotated[Role, Form()],
    household: Line = "",
) -> Response:
    """A link for one person; it is shown once."""
    token = invitations.invite(
        desk.book, account, role, name, relation, desk.now(), household=household
    )
    return _people(request, desk, given=link(request, desk, f"/invite/{token}"), link_for=name)


@router.post("/me/people/invitations/{id}/take-back")
def take_mine_back(desk: AtDesk, account: Narrator, id: str) -> Response:
    """A link of the narrator's that nobody has used yet opens nothing any more."""
    _take_back(desk, account, id)
    return then("/me/people", "uninvited_them")


@router.post("/me/people/{id}/let-in")
def let_in(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    id: str,
    role: Annotated[Role, Form()],
    given: Annotated[bool, Form()],
    pin: Pin = "",
    word: Line = "",
    name: Line = "",
    relation: Line = "",
) -> Response:
    """The narrator's word on somebody who waits; a yes takes the PIN, and the word that they were given."""
    who = accounts.account(desk.book, id)
    if given and (refused := _unsure(desk, account, pin)):
        return _people(request, desk, wrong=refused)
    if (
        given
        and who
        and (not_it := NOT_IT.get(letting_in.heard(desk.book, who, role, word, desk.now())))
    ):
        return _people(request, desk, wrong=not_it)
    beyond = letting_in.answer(
        desk.book, id, role, given, "page", desk.now(), name=name, relation=relation
    )
    if beyond:
        said = " ".join(beyond)
        return page(
            request, "said.html", what="That is kept.", safe=said, mend="", back="/me/people"
        )
    return then("/me/people", "let_in" if given else "kept_out")


@router.post("/me/people/{id}/password")
def allow_password(
    request: Request,
    desk: AtDesk,
    account: Narrator,
    id: str,
    given: Annotated[bool, Form()],
    pin: Pin = "",
    word: Line = "",
) -> Response:
    """May somebody choose another password, where they asked for it? A yes takes the PIN and their word."""
    if given and (refused := _unsure(desk, account, pin)):
        return _people(request, desk, wrong=refused)
    if given and (not_it := NOT_IT.get(forgotten.allow(desk.book, id, word, desk.now()))):
        return _people(request, desk, wrong=not_it)
    if not given:
        forgotten.refuse(desk.book, id)
    return then("/me/people", "password_allowed" if given else "password_refused")


@router.post("/me/people/elsewhere")
def elsewhere(desk: AtDesk, account: Narrator, visiting: Visiting) -> Response:
    """End every other sign-in with the narrator's own password."""
    sign_ins.end_others(desk.book, account, visiting.token)
    return then("/me/people", "elsewhere")


@router.post("/me/people/{id}/close")
def close(request: Request, desk: AtDesk, account: Narrator, id: str) -> Response:
    """Nobody but the narrator decides who may stay."""
    if id == account.id:
        raise Refused(400, "You cannot close your own door. Nothing has been changed.")
    beyond = letting_in.close(desk.book, id, desk.now())
    if beyond:
        said = " ".join(beyond)
        return page(
            request, "said.html", what="The door is closed.", safe=said, mend="", back="/me/people"
        )
    return then("/me/people", "closed")


@router.post("/me/people/{id}/undo")
def undo(request: Request, desk: AtDesk, account: Narrator, id: str, pin: Pin = "") -> Response:
    """The door was closed by mistake: it is opened with everything as it was. It takes the PIN, as every yes does."""
    if refused := _unsure(desk, account, pin):
        return _people(request, desk, wrong=refused)
    door_undone.undo(desk.book, id, desk.now())
    return then("/me/people", "door_undone")


@router.post("/me/people/{id}/again")
def open_again(
    request: Request, desk: AtDesk, account: Narrator, id: str, pin: Pin = ""
) -> Response:
    """A new way in: for whoever forgot the password; or was refused, or their door closed: these wait, as at first."""
    if refused := _unsure(desk, account, pin):
        return _people(request, desk, wrong=refused)
    everybody = (*accounts.everybody(desk.book), *accounts.shut_out(desk.book))
    who = next((each for each in everybody if each.id == id), None)
    if who is None:
        raise Refused(404, "There is nobody of that account. Nothing has been changed.")
    token = invitations.new_way_in(desk.book, who, account.id, desk.now())
    made = link(request, desk, f"/invite/{token}")
    return _people(request, desk, given=made, link_for=who.name, new_person=not who.roles)


@router.post("/me/people/advocate/try")
def try_advocate(desk: AtDesk, account: Narrator) -> Response:
    """Send the advocate a message that is only a test."""
    return then("/me/people", "tried" if _tried(desk) else "not_sent")


# -- the caregiver's


@router.get("/care/people")
def of_the_caregiver(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """Whom to invite, who is told when help is needed, and other caregivers' forgotten passwords."""
    return _care(request, desk, account)


@router.post("/care/people/invite")
def invite_for_the_narrator(
    request: Request,
    desk: AtDesk,
    account: Caregiver,
    name: Name,
    relation: Relation,
    again: Annotated[bool, Form()] = False,
) -> Response:
    """Make a link for somebody of the family. It opens nothing before the narrator has said so.

    A second one for somebody whom this caregiver invited before is made only where it is wanted `again`.
    """
    if not again and (twice := _invited_before(desk, account, name)):
        return _care(request, desk, account, twice=twice)
    token = invitations.invite(desk.book, account, Role.FAMILY, name, relation, desk.now())
    return _care(
        request, desk, account, given=link(request, desk, f"/invite/{token}"), link_for=name
    )


@router.post("/care/people/invitations/{id}/take-back")
def take_back(desk: AtDesk, account: Caregiver, id: str) -> Response:
    """A link that nobody has used yet opens nothing any more."""
    _take_back(desk, account, id)
    return then("/care/people", "uninvited_them")


@router.post("/care/people/waiting/{id}/take-back")
def take_back_waiting(desk: AtDesk, account: Caregiver, id: str) -> Response:
    """Somebody whom this caregiver invited used the link, and waits: until they are let in it can be taken back."""
    if not invitations.take_back_waiting(desk.book, account, id):
        raise Refused(
            409,
            f"That cannot be taken back any more: who comes in is for {desk.who} to say. Nothing has been changed.",
        )
    return then("/care/people", "uninvited_waiting")


@router.post("/care/people/family")
def ask_for_myself(desk: AtDesk, account: Caregiver) -> Response:
    """A daughter who looks after the device asks to read as well."""
    letting_in.ask(desk.book, account, Role.FAMILY, desk.now())
    return then("/care/people", "asked_word")


@router.post("/care/people/family/take-back")
def ask_no_more(desk: AtDesk, account: Caregiver) -> Response:
    """It was asked by mistake: nobody waits any more, and the word opens nothing."""
    letting_in.ask_no_more(desk.book, account, Role.FAMILY)
    return then("/care/people#own", "unasked")


@router.post("/care/people/{id}/again")
def new_way_in(request: Request, desk: AtDesk, account: Caregiver, id: str) -> Response:
    """Another caregiver has forgotten the password. The narrator hears of it."""
    who = accounts.account(desk.book, id)
    if who is None or who.id == account.id or who.roles != frozenset({Role.CAREGIVER}):
        raise Refused(403, "Only the narrator can do that. Nothing has been changed.")
    token = invitations.new_way_in(desk.book, who, account.id, desk.now())
    return _care(
        request,
        desk,
        account,
        given=link(request, desk, f"/invite/{token}"),
        link_for=who.name,
        new_person=False,
    )


@router.get("/care/help")
def help_page(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """Which help, when, and who is told what: the reviewed words themselves, and who stands in the settings.

    Of abuse it says the same whatever was told and whoever is trusted: whoever reads it may be the one it is about.
    """
    return _help(request, desk)


@router.post("/care/help/drill")
def drill_there(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """The same as on the page of people, where whoever reads what is sent asks whether it arrives."""
    return _help(request, desk, _drilled(desk))


def _help(request: Request, desk: Desk, drilled: str = "") -> Response:
    net = safety.read(resource("config/safety.toml"), desk.country)
    return page(
        request,
        "care_help.html",
        drilled=drilled,
        contacts=desk.contacts(),
        tested=news.newest(desk.book, news.What.TEST, TOLD),
        # the page speaks of it to somebody else
        number=net.emergency.replace("your ", "the "),
        urgent=_named(net.messages["emergency"], desk.who),
        kind=_named(net.messages["concern"], desk.who),
    )


def _named(message: safety.Message, who: str) -> safety.Message:
    return safety.Message(message.title.replace("{name}", who), message.text.replace("{name}", who))


@router.post("/care/people/drill")
def drill(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """Tell every contact that this is only a test."""
    return _care(request, desk, account, drilled=_drilled(desk))


def _drilled(desk: Desk) -> str:
    """Send the test message; says for whom it worked. The narrator hears of it."""
    if not desk.tests.allows("contacts"):
        raise Refused(429, "That was tried often today. Please try again later.")
    drilled = desk.drill()
    if drilled.went:
        desk.book.commit(lambda db: news.add(db, news.What.TEST, TOLD, desk.now()))
    return drilled.says


# -- the advocate's


@router.get("/advocate")
def advocate(request: Request, desk: AtDesk, account: Advocate) -> Response:
    """What it means to be the narrator's advocate. Nothing that was said is shown here."""
    return page(
        request,
        "advocate.html",
        reached=reaching.of(desk.book, account),
        mine=account,
        mails=desk.mails(),
        messages=desk.messages,
    )


@router.post("/advocate/address")
def keep_address(
    desk: AtDesk, account: Advocate, address: Annotated[OneLine, Form(max_length=300)]
) -> Response:
    """Keep how a message reaches the advocate. It is tried before anybody relies on it."""
    reaching.keep(desk.book, account, desk.reachable(address), desk.now())
    return then("/advocate", "address")


@router.post("/advocate/try")
def try_me(desk: AtDesk, account: Advocate) -> Response:
    """The advocate asks for the test message."""
    return then("/advocate", "tried" if _tried(desk) else "not_sent")


@router.post("/advocate/word")
def bring_back(
    desk: AtDesk, account: Advocate, word: Annotated[OneLine, Form(min_length=1, max_length=20)]
) -> Response:
    """The word of the test message, typed here, proves that it arrived."""
    if not desk.links.allows(account.id):
        raise Refused(429, "Those were too many tries. Please wait five minutes.")
    came = reaching.answered(desk.book, account, word, desk.now())
    return then("/advocate", "reached" if came else "not_the_word")


def _take_back(desk: Desk, account: Account, id: str) -> None:
    if not invitations.take_back(desk.book, account, id):
        raise Refused(
            409,
            "That link was used in the meantime, or is gone already. Nothing has been changed.",
        )


def _invited_before(desk: Desk, account: Account, name: str) -> str:
    """What became of a link that this caregiver made for somebody of that name; "" where there was none.

    Whether somebody else invited them is not said: whom the narrator invites is the narrator's alone to know.
    """
    its, who = key(name), desk.who
    for each in invitations.still_open(desk.book, account, desk.now()):
        if key(each.name) == its:
            return f"You made a link for {each.name} already, and nobody has used it yet. It stands below, where you can take it back."
    for each in letting_in.waiting(desk.book):
        if each.by == account.name and key(each.account.name) == its:
            return f"{each.account.name} has used your link already, and waits for {who}’s word."
    for each in invitations.came_in(desk.book, account):
        if key(each) == its:
            return (
                f"{each} has used your link already, and {who} has let them in. Whoever forgot the password finds on the page "
                "where one signs in how to choose another."
            )
    return ""


def _tried(desk: Desk) -> bool:
    """Send the advocate of today a word; the narrator hears of it."""
    who = accounts.advocate(desk.book)
    if who is None or not who.address:
        raise Refused(409, "Nobody can be reached yet: the advocate has given no address.")
    if not desk.tests.allows("advocate"):
        raise Refused(429, "That was tried often today. Please try again later.")
    return reaching.tried(desk.book, who, desk.send_word, desk.now())


def _unsure(desk: Desk, account: Account, pin: str) -> str:
    """Why the PIN is not taken; "" where it is."""
    try:
        sure(desk, account, pin)
    except Refused as refused:
        return refused.says
    return ""


def _people(
    request: Request,
    desk: Desk,
    *,
    given: Link | None = None,
    link_for: str = "",
    new_person: bool = True,
    wrong: str = "",
) -> Response:
    advocate, people = accounts.advocate(desk.book), accounts.everybody(desk.book)
    mine = next(each for each in people if Role.NARRATOR in each.roles)
    return page(
        request,
        "people.html",
        403 if wrong else 200,
        wrong=wrong,
        people=[each for each in people if each.roles],
        says=does,
        waiting=letting_in.waiting(desk.book),
        open=invitations.still_open(desk.book, mine, desk.now()),
        outside=letting_in.outside(desk.book),
        shared=sharing.with_everybody(desk.book),
        forgot=forgotten.asked(desk.book, desk.now()),
        shut_out=accounts.shut_out(desk.book),
        undoable=door_undone.open_to_undo(desk.book, desk.now()),
        happened=news.lately(desk.book),
        reached=reaching.of(desk.book, advocate) if advocate else None,
        advocate=advocate,
        to_come=[each for each in people if Role.ADVOCATE in each.roles and each != advocate],
        otherwise=desk.named_advocate(),
        secret="PIN" if narrators_pin.asked(desk.book.state, desk.pin) else "password",
        link=given,
        link_for=link_for,
        new_person=new_person,
    )


def _care(
    request: Request,
    desk: Desk,
    account: Account,
    *,
    given: Link | None = None,
    link_for: str = "",
    new_person: bool = True,
    drilled: str = "",
    twice: str = "",
) -> Response:
    waiting = letting_in.waiting(desk.book)
    everybody = accounts.everybody(desk.book)
    return page(
        request,
        "care_people.html",
        400 if twice else 200,
        twice=twice,
        came_in=invitations.came_in(desk.book, account),
        contacts=desk.contacts(),
        tested=news.newest(desk.book, news.What.TEST, TOLD),
        # whom the narrator invites is the narrator's alone to know
        waiting=[each for each in waiting if each.by == account.name],
        open=invitations.still_open(desk.book, account, desk.now()),
        asks=next((each for each in waiting if each.account.id == account.id), None),
        just_asked=request.query_params.get("said") == "asked_word",
        reads=Role.FAMILY in account.roles,
        others=[
            each
            for each in everybody
            if each.id != account.id and each.roles == frozenset({Role.CAREGIVER})
        ],
        link=given,
        link_for=link_for,
        new_person=new_person,
        drilled=drilled,
        unreached=link(request, desk, "").here_alone,
    )
