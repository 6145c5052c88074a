"""Templates into pages. Everything a person wrote is escaped; a variable nobody gave is an error."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from voice_agent.archive.accounts import Account, Role
from voice_agent.web import roles
from voice_agent.web.chosen import Chosen
from voice_agent.web.filled import put_back
from voice_agent.web.guard import desk_of, mark, remember, sent, sent_from, visitor

SAID = {
    "asked": "Thank you. Your question will be asked when it fits.",
    "sent": "Thank you. Your picture is there, the first below.",
    "answered": "Good. Then it need not be asked.",
    "picture_gone": "Your picture is gone from here, and from every story.",
    "news": "That is kept. You are told when the next chapter can be read.",
    "no_news": "That is kept. No messages are sent to you.",
    "unasked": "That is taken back: you do not ask to read any more.",
    "busy_gone": "Nothing is known any more of how that calendar was before. Nothing has been changed.",
    "made_dead": "That address opens nothing any more. The others go on.",
    "later": "Of course. I will ask you again later.",
    "another_day": "That is quite all right. Another day.",
    "uninvited": "That invitation was over already. You can talk whenever you like.",
    "changed": "Your words are kept.",
    "changed_unheard": "Your words are kept. They are not what you said, so nobody but you hears your voice beside them.",
    "changed_heard": "Your words are kept. They are again what you said, so your voice is heard beside them as before.",
    "changed_ask": "Your words are kept. They are again what you said. Your voice is not heard beside them before you choose it below.",
    "saved": "That is kept.",
    "unchanged": "There was nothing new to keep.",
    "shared": "They can see it now.",
    "retracted": "Nobody else sees it any more.",
    "retracted_but": "Nobody reads it as a story now. In your book it is still read, as it says below.",
    "retracted_book": Markup(
        'Nobody else reads it any more, and it is left out of your book. You can put it in again under <a href="/me/away">Put away</a>.'
    ),
    "chapter_out": Markup(
        'It is left out of your book. You can put it in again under <a href="/me/away">Put away</a>.'
    ),
    "asked_after_all": "Then I will ask it, when it fits.",
    "closed": "That person cannot sign in any more, and sees nothing of yours. If that was a mistake, you can take it back below until tomorrow.",
    "door_undone": "The door is open again, and everything is as it was. They only have to sign in once more.",
    "let_in": "They can come in now.",
    "elsewhere": "Everybody else who used your password has to sign in again.",
    "kept_out": "That is kept.",
    "uninvited_them": "That link opens nothing any more.",
    "uninvited_waiting": "That invitation is taken back: they wait no more, and what they signed in with opens nothing.",
    "asked_in": "That has been asked.",
    "password_allowed": "They can choose a new password now, where they asked.",
    "password_refused": "That is kept. Nothing has been changed.",
    "address": "That is kept. A test message shows whether it arrives.",
    "tried": "A test message was sent.",
    "not_sent": "The test message could not be sent.",
    "reached": "Good: messages reach you.",
    "not_the_word": "That is not the word that was sent.",
    "rated": "Thank you for saying so.",
    "unrated": "That is quite all right.",
    "out": "You are signed out.",
    "welcome": "Welcome.",
    "withdrawn": "Your question is taken back.",
    "asked_again": "Your question waits again, as before.",
    "picture_words": "Thank you. Your words stand beneath the picture.",
    "pictured": "The picture belongs to this story now.",
    "declined": "That question will not be asked. You can take that back below.",
    "sent_back": Markup(
        'That question is not asked. <a href="#sent-back">The reason stands beside it.</a>'
    ),
    "noted": "Your note stands beside it now. What was told has not been changed.",
    "unnoted": "The note is gone.",
    "written": "Your book is written anew. What has not changed stays as you left it.",
    "stands": "Thank you. It is in your book.",
    "left_out": "It is left out of your book. Whoever may read the story itself reads it still; “Put away” hides that too.",
    "piece_back": "It is back in your book, as it was before you left it out.",
    "chapter_stands": "Thank you. This chapter is in your book now.",
    "stands_in": "It is in your book now. Please read that piece once more: nobody reads it before you say so.",
    "stands_out": "It is left out, and stands word for word alone. Please read that piece once more.",
    "reworded": "Your words are kept. Please read that piece once more: nobody reads it before you say so.",
    "readers": "That is kept. It holds from now on.",
    "agreed": "Thank you. I will keep to that from now on.",
    "put_away": "It is put away. Nobody sees it, and I will not speak of it. You can bring it back whenever you like.",
    "back": "It is there again, and it is yours alone. In your book, too, nobody reads it before you say yes.",
    "back_again": "It is there again. Those who could see it before see it again.",
    "back_but": "It is there again. Nobody reads it here before you say so; a copy that was made before still has it, as it says below.",
    "alone": "Then it stays with you alone.",
    "picture_away": "The picture is put away. Nobody sees it here, and I will not speak of it. You can bring it back below.",
    "picture_back": "The picture is there again.",
    "note_away": "That note is put away. You can bring it back below.",
    "note_back": "The note stands beside your book again.",
    "freed": "It is no longer kept back. Nobody sees it before you say so.",
    "freed_alone": "It is no longer kept back by itself. Other tellings of that story are: your book leaves out what it finds to be the same.",
    "bound": "It stays kept back all the same: another wish of yours binds it. Tell me in our next talk if that holds no longer.",
    "kept": "It stays kept back.",
    "one_person": "They are one person now. You can take that back below.",
    "two_people": "They are two people now. You can take that back below.",
    "taken_back": "That is taken back.",
    "named": "It is spelled so now, wherever I had heard it like that. Your voice stays as it is.",
    "not_named": "Then it stands as I heard it. I will not ask that again.",
    "spelled": "Thank you. It is asked whether that is right, and spelled so after a yes. Until then it stands below that form.",
}
"""What a page may say after something was done: never words from an address."""

SWIFT = Markup(
    ' hx-boost="true" hx-target="#main" hx-select="#main" hx-swap="outerHTML show:window:top"'
)
"""On a form: with scripts only the middle of the page is drawn anew; without, the whole page is."""

HOME = {
    Role.NARRATOR: "/me",
    Role.CAREGIVER: "/care",
    Role.FAMILY: "/family",
    Role.ADVOCATE: "/advocate",
}


def home(account: Account | None) -> str:
    """Where somebody begins."""
    if account is None:
        return "/sign-in"
    return next((where for role, where in HOME.items() if role in account.roles), "/waiting")


def _day(at: datetime | date) -> str:
    return f"{at:%A}, {at.day} {at:%B}"


def _hour(at: datetime) -> str:
    return f"{at:%H:%M}"


def _lasts(seconds: float) -> str:
    """ "40 seconds", "2 minutes": how long something takes to be heard."""
    if seconds < 55:
        return f"{max(2, round(seconds))} seconds"
    minutes = round(seconds / 60)
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


def together(names: Sequence[str]) -> str:
    """ "Ann", "Ann and Ben", "Ann, Ben and Cleo"."""
    return " and ".join(each for each in (", ".join(names[:-1]), *names[-1:]) if each)


def _begins(text: str) -> str:
    """At the beginning of a sentence: "The narrator", but "Mary Ann" as she is."""
    return text[:1].upper() + text[1:]


_ENVIRONMENT = Environment(
    loader=PackageLoader("voice_agent.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters["day"] = _day
_ENVIRONMENT.filters["hour"] = _hour
_ENVIRONMENT.filters["together"] = together
_ENVIRONMENT.filters["begins"] = _begins
_ENVIRONMENT.filters["lasts"] = _lasts
_ENVIRONMENT.filters["related"] = roles.related


def _set_up_by(chosen: Chosen, account: Account | None) -> str:
    """Who set up the device, within a sentence. Who that is, and a number, is for the caregiver, who wrote it down.

    Nobody else was to read it, and an advocate is sent to nobody by name: it may be whom the narrator speaks of.
    """
    if not chosen.set_up_by or account is None or Role.CAREGIVER not in account.roles:
        return "whoever set up the device"
    reach = f", {chosen.set_up_reach}" if chosen.set_up_reach else ""
    return f"{chosen.set_up_by} (who set up the device{reach})"


AGAIN = (400, 403)
"""Answers to a form that shows itself again, as it was sent. (At 409 something was changed elsewhere: that page chooses.)"""


def page(request: Request, name: str, status: int = 200, /, **given: Any) -> Response:
    """A whole page for whoever asks."""
    desk, known = desk_of(request), visitor(request)
    # a sentence with a day in it is made by the page itself, from what is kept
    said = given.pop("said", "") or SAID.get(request.query_params.get("said", ""), "")
    text = _ENVIRONMENT.get_template(name).render(
        account=known.account,
        home=home(known.account),
        mark=mark(desk, known.token),
        # an answer to a form is drawn at its address, and is still the page that it was sent from
        path=sent_from(request) or request.url.path,
        said=said,
        narrator=desk.who,
        setter=_set_up_by(desk.chosen(), known.account),
        roles=roles,
        swift=SWIFT,
        zone=desk.zone,
        **given,
    )
    if status in AGAIN and (form := sent(request)):
        text = put_back(text, request.url.path, form) or text
    response = HTMLResponse(text, status)
    if known.fresh:
        remember(response, desk, known.token)
    return response


def too_often(request: Request, says: str, back: str = "") -> Response:
    """A page for whoever must wait before they try again; `back`: where they were."""
    response = page(request, "said.html", 429, what=says, safe="", mend="", back=back)
    response.headers["Retry-After"] = "300"
    return response


def then(where: str, said: str = "", **of: str) -> RedirectResponse:
    """Go on to another page, which says what was done. `where` may name a place on it: "/care#plan".

    `of`: which row of the record it was done to; the page says no more of it than what stands there.
    """
    path, mark, place = where.partition("#")
    asked = urlencode({"said": said, **of}) if said else ""
    return RedirectResponse(f"{path}{'?' if asked else ''}{asked}{mark}{place}", 303)
