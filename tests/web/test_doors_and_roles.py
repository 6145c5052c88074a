"""Who may open what: every route, for every role and for nobody; and what only the narrator said stays theirs."""

import hashlib
import inspect
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from web_house import (
    CANARIES,
    NAMES,
    NOW,
    PASSWORD,
    TALK,
    House,
    furnished,
    mark,
    remembered,
    send,
    served,
    shared,
)

from voice_agent.archive import family, looks, sharing
from voice_agent.archive.accounts import Role
from voice_agent.web import approved
from voice_agent.web.app import make
from voice_agent.web.family import WAITING

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE

STORY = f"/me/stories/{TALK}/6"

PIECE = "p-" + "0" * 16
PICTURE = "0" * 24


PAGES = {None: "/sign-in", N: "/me/people", C: "/care", F: "/family", A: "/advocate"}
"""A page with a form, for each."""

ROUTES: dict[tuple[str, str], tuple[str, set[Role] | None]] = {
    # (method, route): (an address of it, who may; None: everybody)
    ("GET", "/"): ("/", None),
    ("GET", "/sign-in"): ("/sign-in", None),
    ("POST", "/sign-in"): ("/sign-in", None),
    ("POST", "/sign-out"): ("/sign-out", None),
    ("GET", "/first"): ("/first", None),
    ("POST", "/first"): ("/first", None),
    ("GET", "/invite/{token}"): ("/invite/nothing", None),
    ("POST", "/invite/{token}"): ("/invite/nothing", None),
    ("POST", "/invite/{token}/here"): ("/invite/nothing/here", None),
    ("GET", "/waiting"): ("/waiting", {N, C, F, A}),
    ("GET", "/forgotten"): ("/forgotten", None),
    ("POST", "/forgotten"): ("/forgotten", None),
    ("POST", "/forgotten/new"): ("/forgotten/new", None),
    ("GET", "/certificate"): ("/certificate", None),
    ("GET", "/certificate/voice-agent.crt"): ("/certificate/voice-agent.crt", None),
    ("GET", "/feed/{token}.ics"): ("/feed/nothing.ics", None),
    ("GET", "/care"): ("/care", {C}),
    ("POST", "/care/plan"): ("/care/plan", {C}),
    ("POST", "/care/plan/{series}/remove"): ("/care/plan/none/remove", {C}),
    ("POST", "/care/plan/{series}/change"): ("/care/plan/none/change", {C}),
    ("POST", "/care/plan/{series}/move"): ("/care/plan/none/move", {C}),
    ("POST", "/care/plan/{series}/back"): ("/care/plan/none/back", {C}),
    ("POST", "/care/plan/{series}/undo"): ("/care/plan/none/undo", {C}),
    ("POST", "/care/plan/{series}/skip"): ("/care/plan/none/skip", {C}),
    ("POST", "/care/plan/{series}/put-in"): ("/care/plan/none/put-in", {C}),
    ("POST", "/care/pause"): ("/care/pause", {C}),
    ("POST", "/care/pause/{number}/end"): ("/care/pause/7/end", {C}),
    ("POST", "/care/busy"): ("/care/busy", {C}),
    ("POST", "/care/busy/take-back"): ("/care/busy/take-back", {C}),
    ("POST", "/care/busy/undo"): ("/care/busy/undo", {C}),
    ("POST", "/care/feed"): ("/care/feed", {C}),
    ("GET", "/care/house"): ("/care/house", {C}),
    ("POST", "/care/house"): ("/care/house", {C}),
    ("GET", "/care/help"): ("/care/help", {C}),
    ("POST", "/care/help/drill"): ("/care/help/drill", {C}),
    ("GET", "/care/backup"): ("/care/backup", {C}),
    ("POST", "/care/backup"): ("/care/backup", {C}),
    ("GET", "/care/people"): ("/care/people", {C}),
    ("POST", "/care/people/invite"): ("/care/people/invite", {C}),
    ("POST", "/care/people/invitations/{id}/take-back"): (
        "/care/people/invitations/none/take-back",
        {C},
    ),
    ("POST", "/care/people/waiting/{id}/take-back"): (
        "/care/people/waiting/none/take-back",
        {C},
    ),
    ("POST", "/care/people/family"): ("/care/people/family", {C}),
    ("POST", "/care/people/family/take-back"): ("/care/people/family/take-back", {C}),
    ("POST", "/care/people/{id}/again"): ("/care/people/none/again", {C}),
    ("POST", "/care/people/drill"): ("/care/people/drill", {C}),
    ("POST", "/care/feed/{number}/take-back"): ("/care/feed/99/take-back", {C}),
    ("GET", "/family"): ("/family", {F}),
    ("GET", "/family/life"): ("/family/life", {F}),
    ("GET", "/family/book"): ("/family/book", {F}),
    ("GET", "/family/book/years"): ("/family/book/years", {F}),
    ("GET", "/family/book/people"): ("/family/book/people", {F}),
    ("GET", "/family/book/{chapter}"): ("/family/book/childhood", {F}),
    ("GET", "/family/book/sound/{session}/{turn}/{span}"): (
        f"/family/book/sound/{TALK}/2/0-5",
        {F},
    ),
    ("POST", "/family/book/notes"): ("/family/book/notes", {F}),
    ("POST", "/family/book/notes/{number}/take-out"): ("/family/book/notes/99/take-out", {F}),
    ("POST", "/family/questions"): ("/family/questions", {F}),
    ("POST", "/family/names"): ("/family/names", {F}),
    ("POST", "/family/questions/{number}/anew"): ("/family/questions/99/anew", {F}),
    ("POST", "/family/questions/{number}/withdraw"): ("/family/questions/99/withdraw", {F}),
    ("POST", "/family/questions/{number}/again"): ("/family/questions/99/again", {F}),
    ("POST", "/family/questions/{number}/answered"): ("/family/questions/99/answered", {F}),
    ("POST", "/family/questions/{number}/anyway"): ("/family/questions/99/anyway", {F}),
    ("POST", "/family/news"): ("/family/news", {F}),
    ("POST", "/family/photographs"): ("/family/photographs", {F}),
    ("POST", "/family/photographs/{id}/words"): (f"/family/photographs/{PICTURE}/words", {F}),
    ("POST", "/family/photographs/{id}/take-back"): (
        f"/family/photographs/{PICTURE}/take-back",
        {F},
    ),
    ("GET", "/family/stories/{session}/{turn}/sound"): (f"/family/stories/{TALK}/4/sound", {F}),
    ("GET", "/photographs/{id}.jpg"): (f"/photographs/{PICTURE}.jpg", {N, F}),
    ("GET", "/me"): ("/me", {N}),
    ("GET", "/me/invitation"): ("/me/invitation", {N}),
    ("POST", "/me/invitation"): ("/me/invitation", {N}),
    ("GET", "/me/stories"): ("/me/stories", {N}),
    ("GET", "/me/away"): ("/me/away", {N}),
    ("GET", "/me/kept"): ("/me/kept", {N}),
    ("POST", "/me/kept/{session}/{turn}"): (STORY.replace("stories", "kept"), {N}),
    ("GET", "/me/stories/{session}/{turn}"): (STORY, {N}),
    ("GET", "/me/stories/{session}/{turn}/sound"): (f"{STORY}/sound", {N}),
    ("GET", "/me/stories/{session}/{turn}/words"): (f"{STORY}/words", {N}),
    ("POST", "/me/words"): ("/me/words", {N}),
    ("POST", "/me/stories/{session}/{turn}/share"): (f"{STORY}/share", {N}),
    ("POST", "/me/stories/{session}/{turn}/retract"): (f"{STORY}/retract", {N}),
    ("POST", "/me/stories/{session}/{turn}/picture"): (f"{STORY}/picture", {N}),
    ("GET", "/me/stories/{session}/{turn}/forget"): (f"{STORY}/forget", {N}),
    ("POST", "/me/stories/{session}/{turn}/hide"): (f"{STORY}/hide", {N}),
    ("POST", "/me/stories/{session}/{turn}/show"): (f"{STORY}/show", {N}),
    ("POST", "/me/stories/{session}/{turn}/erase"): (f"{STORY}/erase", {N}),
    ("POST", "/me/stories/{session}/{turn}/again"): (f"{STORY}/again", {N}),
    ("POST", "/me/pictures/{id}/hide"): (f"/me/pictures/{PICTURE}/hide", {N}),
    ("POST", "/me/pictures/{id}/show"): (f"/me/pictures/{PICTURE}/show", {N}),
    ("POST", "/me/book/notes/{number}/hide"): ("/me/book/notes/99/hide", {N}),
    ("POST", "/me/book/notes/{number}/show"): ("/me/book/notes/99/show", {N}),
    ("GET", "/me/agreed"): ("/me/agreed", {N}),
    ("POST", "/me/agreed"): ("/me/agreed", {N}),
    ("GET", "/me/book"): ("/me/book", {N}),
    ("GET", "/me/book/chapters/{key}"): ("/me/book/chapters/childhood", {N}),
    ("GET", "/me/book/read/{key}"): ("/me/book/read/childhood", {N}),
    ("GET", "/me/book/sound/{session}/{turn}/{span}"): (f"/me/book/sound/{TALK}/2/0-5", {N}),
    ("POST", "/me/book/pieces/{id}/again"): (f"/me/book/pieces/{PIECE}/again", {N}),
    ("POST", "/me/book/marks"): ("/me/book/marks", {N}),
    ("POST", "/me/book/write"): ("/me/book/write", {N}),
    ("GET", "/me/book/pieces/{id}"): (f"/me/book/pieces/{PIECE}", {N}),
    ("POST", "/me/book/save"): ("/me/book/save", {N}),
    ("POST", "/me/book/readers"): ("/me/book/readers", {N}),
    ("POST", "/me/book/notes/{number}/take-out"): ("/me/book/notes/99/take-out", {N}),
    ("GET", "/me/looks"): ("/me/looks", {N}),
    ("GET", "/me/people"): ("/me/people", {N}),
    ("POST", "/me/people/invite"): ("/me/people/invite", {N}),
    ("POST", "/me/people/invitations/{id}/take-back"): (
        "/me/people/invitations/none/take-back",
        {N},
    ),
    ("POST", "/me/people/{id}/close"): ("/me/people/none/close", {N}),
    ("POST", "/me/people/{id}/let-in"): ("/me/people/none/let-in", {N}),
    ("POST", "/me/people/{id}/password"): ("/me/people/none/password", {N}),
    ("POST", "/me/people/elsewhere"): ("/me/people/elsewhere", {N}),
    ("POST", "/me/people/{id}/undo"): ("/me/people/none/undo", {N}),
    ("POST", "/me/people/{id}/again"): ("/me/people/none/again", {N}),
    ("POST", "/me/people/advocate/try"): ("/me/people/advocate/try", {N}),
    ("GET", "/me/who"): ("/me/who", {N}),
    ("GET", "/me/known"): ("/me/known", {N}),
    ("GET", "/me/names"): ("/me/names", {N}),
    ("POST", "/me/names"): ("/me/names", {N}),
    ("GET", "/me/known/{id}"): ("/me/known/p-000000000000", {N}),
    ("POST", "/me/known/{id}/same"): ("/me/known/p-000000000000/same", {N}),
    ("POST", "/me/known/{id}/two"): ("/me/known/p-000000000000/two", {N}),
    ("POST", "/me/known/{id}/apart"): ("/me/known/p-000000000000/apart", {N}),
    ("POST", "/me/known/take-back"): ("/me/known/take-back", {N}),
    ("GET", "/me/post"): ("/me/post", {N}),
    ("GET", "/me/decisions"): ("/me/decisions", {N}),
    ("POST", "/me/questions/{number}/ask"): ("/me/questions/99/ask", {N}),
    ("POST", "/me/questions/{number}/decline"): ("/me/questions/99/decline", {N}),
    ("POST", "/me/rating"): ("/me/rating", {N}),
    ("GET", "/advocate"): ("/advocate", {A}),
    ("POST", "/advocate/address"): ("/advocate/address", {A}),
    ("POST", "/advocate/try"): ("/advocate/try", {A}),
    ("POST", "/advocate/word"): ("/advocate/word", {A}),
    ("GET", "/talk"): ("/talk", {N}),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    shared(made)
    with served(made) as open_house:
        yield open_house


def test_the_matrix_names_every_route(house: House) -> None:
    described = make(house.desk).openapi()["paths"]
    known = {(m.upper(), path) for path, methods in described.items() for m in methods}
    assert known == set(ROUTES)


@pytest.mark.parametrize("role", [None, *Role], ids=str)
def test_every_page_opens_for_those_it_is_for_and_for_nobody_else(
    house: House, role: Role | None
) -> None:
    with house.visitor(role) as client:
        form = {"mark": mark(client, PAGES[role])}
        for (method, route), (address, who) in ROUTES.items():
            if route in ("/sign-out", "/sign-in"):
                continue  # would end this very visit; they have tests of their own
            answer = client.request(method, address, data=form if method == "POST" else None)
            refused = answer.status_code in (401, 403) and "somebody else" in answer.text
            unknown = answer.headers.get("location") == "/sign-in" or "sign in first" in answer.text
            if who is None:
                continue
            assert answer.status_code < 500, (role, method, route)
            if role is None:
                assert unknown, (method, route, answer.status_code)
            else:
                assert refused == (role not in who), (role, method, route, answer.status_code)
                assert not unknown, (role, method, route)


def test_no_page_feed_or_log_of_the_caregiver_holds_a_word_the_narrator_said(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with house.visitor(C) as client:
        seen = [
            client.request(method, address).text
            for (method, _), (address, _) in ROUTES.items()
            if method == "GET"
        ]
        fed = send(client, "/care", "/care/feed", name="my phone")
        seen.append(fed.text)
        address = re.search(r"<code>(\S+)</code>", fed.text)
        assert address
        seen += [
            client.get(address[1]).text,
            send(client, "/care/people", "/care/people/drill").text,
        ]
    seen += [record.getMessage() for record in caplog.records]
    everything = "\n".join(seen).lower()
    assert "begin:vevent" in everything
    assert [word for word in CANARIES if word.lower() in everything] == []
    assert "What was the first film" not in "\n".join(seen), "nor what the family asks"


def test_a_family_reads_what_was_shared_and_not_a_word_more(house: House) -> None:
    with house.visitor(F) as client:
        text = client.get("/family").text + client.get("/family/life").text
        assert "blue enamel pot" in text
        assert "Bartholomew" not in text
        assert client.get(f"/family/stories/{TALK}/2/sound").content[:4] == b"RIFF"
        assert client.get(f"/family/stories/{TALK}/4/sound").status_code == 404


def test_the_narrator_hears_who_has_looked(house: House) -> None:
    with house.visitor(F) as client:
        client.get("/family")
    with house.visitor(N) as client:
        text = client.get("/me/looks").text
    assert "Ann read the stories you shared today." in text
    assert looks.aloud(looks.looks(house.book), house.desk.now(), house.desk.zone)
    assert NAMES[F] in text


def test_every_answer_closes_the_windows(house: House) -> None:
    with house.visitor(N) as client:
        for address in ("/me", "/sign-in", "/nothing", "/static/style.css", "/me/stories/x/1"):
            headers = client.get(address).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"


def test_pages_load_nothing_from_elsewhere() -> None:
    import voice_agent.web

    folder = Path(inspect.getfile(voice_agent.web)).parent
    for page in [*folder.glob("templates/*"), *folder.glob("static/*")]:
        found = re.findall(
            r"(?:src|href|url|action)\s*[=(]\s*[\"']?(https?://[^\s\"')]+)", page.read_text()
        )
        assert found == [], page
        assert "style=" not in page.read_text() or page.suffix == ".js", page


def test_a_question_waits_for_whoever_plans_the_next_one(house: House) -> None:
    with house.visitor(F) as client:
        answer = send(client, "/family", "/family/questions", question="Where did you two  meet?")
        assert answer.status_code == 303
    last = family.waiting(house.book)[-1]
    assert (last.who, last.question) == ("Ann", "Where did you two meet?")


def test_questions_that_were_sent_back_are_not_sent_again_and_again(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as fresh, fresh.visitor(F) as client:
        for number in range(WAITING):
            send(client, "/family", "/family/questions", question=f"Who was guest {number}?")
            family.settle(made.book, family.waiting(made.book)[-1].number, "declined")
        answer = send(client, "/family", "/family/questions", question="And who was left?")
        assert answer.status_code == 409
        made.desk.now = lambda: NOW + timedelta(days=8)
        send(client, "/sign-in", "/sign-in", name=NAMES[F], password=PASSWORD)
        answer = send(client, "/family", "/family/questions", question="And who was left?")
        assert answer.status_code == 303


def test_a_name_of_two_words_is_written_as_it_is(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made) as named, named.visitor(C) as client:
        for name, shown in (("Mary Ann", "Mary Ann’s talks"), ("", "The narrator’s talks")):
            made.desk.narrator = name
            assert shown in client.get("/care").text


def test_years_and_people_are_those_of_the_shared_stories_alone(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    remembered(made)
    ann = made.people[F]
    assert approved.life(made.book, ann, sharing.shared_with(made.book, ann)).years == ()
    shared(made, 4)
    life = approved.life(made.book, ann, sharing.shared_with(made.book, ann))
    assert [(year.when, year.turn) for year in life.years] == [("1952", 4)]
    assert "Bartholomew" in " ".join(name for name, _ in life.people)
    made.book.close()


def test_htmx_is_the_file_that_its_makers_published(house: House) -> None:
    with house.visitor() as client:
        answer = client.get("/static/htmx.min.js")
        assert "/static/htmx.min.js" in client.get("/sign-in").text
    assert answer.headers["content-type"].startswith("text/javascript")
    # of htmx.org 2.0.3, dist/htmx.min.js
    published = "491955cd1810747d7d7b9ccb936400afb760e06d25d53e4572b64b6563b2784e"
    assert hashlib.sha256(answer.content).hexdigest() == published
