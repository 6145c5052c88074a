"""Whoever comes in was let in knowingly: with a word, by a name of their own, in nobody's place unseen."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web_house import (
    NEW,
    NOW,
    PASSWORD,
    PIN,
    QUICK,
    House,
    fields,
    link_on,
    send,
    take_up,
    told_to_all,
)

from voice_agent.archive import (
    accounts,
    after_death,
    invitations,
    leftovers,
    letting_in,
    news,
    reaching,
    sign_ins,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.letting_in import Waiting
from voice_agent.archive.record import Record
from voice_agent.assemble.leading import _at_the_door  # pyright: ignore[reportPrivateUsage]
from voice_agent.errors import AccountRefused
from voice_agent.web import roles
from voice_agent.web.guard import COOKIE, DEVICE
from voice_agent.web.throttle import Waits

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with told_to_all(tmp_path / "state") as open_house:
        yield open_house


def again(house: House, who: Account) -> httpx.Response:
    """The narrator makes a link for somebody who is known."""
    with house.visitor(N) as rose:
        return send(rose, "/me/people", f"/me/people/{who.id}/again", pin=PIN)


def let_in(house: House, one: Waiting, **form: str) -> httpx.Response:
    path = f"/me/people/{one.account.id}/let-in"
    sent = {"role": one.role.value, "given": "true", "pin": PIN, "word": one.word}
    sent |= {"name": one.account.name, "relation": one.account.relation, **form}
    with house.visitor(N) as rose:
        return send(rose, "/me/people", path, **sent)


def invited(house: House, name: str, relation: str = "niece") -> str:
    """The caregiver's link for somebody of the family."""
    with house.visitor(C) as carol:
        form = {"name": name, "relation": relation, "again": "true"}
        return link_on(send(carol, "/care/people", "/care/people/invite", **form))


def roles_of(house: House, who: Account) -> frozenset[Role]:
    found = accounts.account(house.book, who.id)
    return found.roles if found else frozenset()


def page_of(house: House, role: Role, path: str) -> str:
    with house.visitor(role) as client:
        return client.get(path).text


def of_passwords(house: House) -> list[str]:
    """What the narrator is told of them."""
    told = news.untold(house.book)
    return [each.says for each in told if each.what in (news.What.PASSWORD, news.What.BESIDE)]


# -- a link that is opened where somebody else is signed in


@pytest.mark.parametrize("kind", ["a new password", "an invitation"])
def test_a_link_opened_where_bill_is_signed_in_says_whose_it_is_and_asks_first(
    house: House, kind: str
) -> None:
    bill = letting_in.welcomed(house.book, "Bill", F, QUICK.hash(PASSWORD), NOW, relation="son")
    if kind == "a new password":
        name, link = "Ann", link_on(again(house, house.people[F]))
    else:
        name, link = "Lucy", invited(house, "Lucy")
    token = link.removeprefix("/invite/")
    with house.visitor() as bills:
        send(bills, "/sign-in", "/sign-in", name="Bill", password=PASSWORD)
        page = bills.get(link).text
        assert f"This link is for {name}" in page and "<b>Bill</b> is signed in" in page
        assert 'name="password"' not in page
        # nor by the form of a page that was opened before Bill signed in
        answer = send(bills, link, link, password=NEW)
        assert answer.status_code == 409 and f"This link is for {name}" in answer.text
        assert invitations.offered(house.book, token, NOW), "the link is as good as before"
        visit = bills.cookies[COOKIE]
        who = sign_ins.signed_in(house.book, visit, NOW)
        assert who is not None and who.id == bill.id and bills.get("/family").status_code == 200
        send(bills, link, f"{link}/here")
        assert sign_ins.signed_in(house.book, visit, NOW) is None, "signed out, as was asked"
        assert f"Hello, {name}" in bills.get(link).text
        assert send(bills, link, link, password=NEW).is_redirect
        now = sign_ins.signed_in(house.book, bills.cookies[COOKIE], NOW)
        assert now is not None and now.name == name


def test_ones_own_link_asks_nothing_where_one_is_signed_in(house: House) -> None:
    link = link_on(again(house, house.people[F]))
    with house.visitor(F) as hers:
        assert "Hello, Ann" in hers.get(link).text
        send(hers, link, f"{link}/here")
        assert hers.get("/family").status_code == 200, "nobody else to sign out"


# -- after a no, and through a door that was closed, somebody comes in with a word like anyone


def test_nobody_is_let_in_who_does_not_wait(house: House) -> None:
    ann = house.people[F]
    letting_in.answer(house.book, ann.id, F, False, "page", NOW)
    bill = accounts.make(house.book, "Bill", F, "x", NOW, relation="son")
    for who, role in ((ann, F), (ann, C), (bill, C), (bill, A)):
        answer = let_in(house, Waiting(who, role, "", NOW, "apple"))
        assert answer.status_code == 403 and "Nobody asks for that any more" in answer.text
        assert roles_of(house, who) == frozenset()
        for way in ("voice", "page"):
            with pytest.raises(AccountRefused):
                letting_in.answer(house.book, who.id, role, True, way, NOW)


def test_whoever_was_refused_is_let_in_after_all_with_a_word(house: House) -> None:
    max_ = accounts.make(house.book, "Max", F, "x", NOW, relation="nephew")
    letting_in.answer(house.book, max_.id, F, False, "page", NOW)
    page = page_of(house, N, "/me/people")
    assert "Let Max in after all" in page and f"/me/people/{max_.id}/let-in" not in page
    answer = again(house, max_)
    assert "Whoever opens it is given a word to tell you" in answer.text
    with house.visitor() as his:
        take_up(his, link_on(answer))
        (waits,) = letting_in.waiting(house.book)
        assert waits.word in his.get("/waiting").text
        assert let_in(house, waits, word="").status_code == 403, "not without the word"
        assert "Let Max in after all" not in page_of(house, N, "/me/people")
        assert let_in(house, waits).is_redirect
        assert "blue enamel pot" in his.get("/family").text


def test_whoever_waits_has_a_word_also_after_a_rescue(house: House) -> None:
    with Record.open(house.book.state) as record:
        leftovers.share_nothing(record, NOW)
    waits = letting_in.waiting(house.book)
    assert {each.account.name for each in waits} == {"Carol", "Ann", "Adam"}
    for each in waits:
        assert each.word and let_in(house, each, word="").status_code == 403
        assert let_in(house, each).is_redirect


def test_a_door_stays_closed_until_the_link_is_taken_up_and_opens_on_a_word_then(
    house: House,
) -> None:
    ann = house.people[F]
    letting_in.close(house.book, ann.id, NOW)
    answer = again(house, ann)
    assert "Whoever opens it is given a word to tell you" in answer.text
    page = page_of(house, N, "/me/people")
    assert "Let Ann in after all" not in page and "Doors you closed" in page
    assert accounts.account(house.book, ann.id) is None, "closed still"
    with house.visitor() as hers:
        take_up(hers, link_on(answer))
        (waits,) = letting_in.waiting(house.book)
        assert hers.get("/family").headers["location"] == "/waiting"
        assert let_in(house, waits, word="").status_code == 403
        assert let_in(house, waits).is_redirect
        assert hers.get("/family").status_code == 200


def test_a_door_that_is_opened_again_on_anothers_device_says_so(house: House) -> None:
    ann, carol = house.people[F], house.people[C]
    letting_in.close(house.book, ann.id, NOW)
    link = link_on(again(house, ann))
    with house.visitor(C) as carols:
        take_up(carols, link)
    (waits,) = letting_in.waiting(house.book)
    assert waits.beside is not None and waits.beside.id == carol.id
    assert "on which Carol signs in" in page_of(house, N, "/me/people")
    with Record.open(house.book.state) as record:
        assert _at_the_door(record, NOW) == [], "it is asked on the page, and not in passing"
    letting_in.close(house.book, carol.id, NOW)
    (waits,) = letting_in.waiting(house.book)
    assert waits.beside is not None, "also when the other has gone"


def test_a_link_that_is_opened_on_the_narrators_own_tablet_names_nobody_else(house: House) -> None:
    link = invited(house, "Lucy")
    with house.visitor(N) as tablet:
        take_up(tablet, link)
    assert "on which you sign in" in page_of(house, N, "/me/people")


@pytest.mark.parametrize(
    ("whose", "said"),
    [
        (F, "for Ann, on a telephone or computer on which Carol signs in."),
        (N, "for you, on a telephone or computer on which Carol signs in."),
    ],
)
def test_a_password_that_is_chosen_on_anothers_device_is_told_as_that(
    house: House, whose: Role, said: str
) -> None:
    link = link_on(again(house, house.people[whose]))
    with house.visitor(C) as carols:
        take_up(carols, link)
    assert of_passwords(house) == [f"A new password for your pages was chosen {said}"]


def test_a_password_that_is_chosen_on_ones_own_device_is_told_as_ever(house: House) -> None:
    link = link_on(again(house, house.people[F]))
    with house.visitor(F) as hers:
        assert hers.cookies[DEVICE]
        take_up(hers, link)
    assert of_passwords(house) == ["Ann has a new password for your pages."]


def test_no_caregiver_makes_a_link_for_a_door_that_was_closed(house: House) -> None:
    dora = letting_in.welcomed(house.book, "Dora", C, "x", NOW, relation="nurse")
    letting_in.close(house.book, dora.id, NOW)
    for by in (house.people[C].id, ""):
        with pytest.raises(AccountRefused):
            invitations.new_way_in(house.book, dora, by, NOW)
    assert send_again_as_caregiver(house, dora).status_code == 403


def send_again_as_caregiver(house: House, who: Account) -> httpx.Response:
    with house.visitor(C) as carol:
        return send(carol, "/care/people", f"/care/people/{who.id}/again")


@pytest.mark.parametrize("role", [N, C, F, A])
def test_a_link_says_truly_what_somebody_is(house: House, role: Role) -> None:
    token = invitations.new_way_in(house.book, house.people[role], house.people[N].id, NOW)
    offered = invitations.offered(house.book, token, NOW)
    assert offered is not None and offered.role is role


# -- one advocate


def reachable(house: House, who: Account) -> None:
    reaching.keep(house.book, who, "mailto://somebody@example.org", NOW)


def test_a_second_advocate_takes_the_place_of_the_first_in_sight_of_both(house: House) -> None:
    adam = house.people[A]
    reachable(house, adam)
    token = invitations.invite(house.book, house.people[N], A, "Bea", "friend", NOW)
    with house.visitor() as hers:
        take_up(hers, f"/invite/{token}")
        (waits,) = letting_in.waiting(house.book)
        page = page_of(house, N, "/me/people")
        assert "This takes the place of Adam, who is your advocate now" in page
        with Record.open(house.book.state) as record:
            assert _at_the_door(record, NOW) == [], "by voice nobody would hear of Adam"
        assert let_in(house, waits).is_redirect
        page = page_of(house, N, "/me/people")
        assert "Bea takes that place as soon as Bea has said how to be reached" in page
        assert accounts.advocate(house.book) == accounts.account(house.book, adam.id)
        with house.visitor(A) as his:
            assert his.get("/advocate").status_code == 200, "somebody is told at every hour"
            house.desk.reachable = lambda typed: f"mailto://{typed}"
            send(hers, "/advocate", "/advocate/address", address="bea@example.org")
            assert his.get("/advocate").headers["location"] == "/waiting"
            page = his.get("/waiting").text
    assert "You are Rose’s advocate no longer" in page and "Bea" not in page
    chosen = accounts.advocate(house.book)
    assert chosen is not None and chosen.name == "Bea"
    page = page_of(house, N, "/me/people")
    assert "your advocate before, until somebody else took the place" in page
    assert "Let Adam in after all" in page


def test_an_advocate_whose_place_was_taken_is_none_again_by_itself(house: House) -> None:
    adam = house.people[A]
    reachable(house, adam)
    bea = letting_in.welcomed(house.book, "Bea", A, "x", NOW, relation="friend")
    assert roles_of(house, adam) == {A}
    reachable(house, bea)
    assert roles_of(house, adam) == frozenset()
    letting_in.close(house.book, bea.id, NOW)
    assert accounts.advocate(house.book) is None, "Adam was told that it is over"
    assert "You have no advocate" in page_of(house, N, "/me/people")


def test_an_advocate_whom_nobody_could_reach_gives_way_at_once(house: House) -> None:
    letting_in.welcomed(house.book, "Bea", A, "x", NOW, relation="friend")
    assert roles_of(house, house.people[A]) == frozenset()


def test_the_one_before_comes_back_with_a_word_and_in_sight(house: House) -> None:
    adam = house.people[A]
    bea = letting_in.welcomed(house.book, "Bea", A, "x", NOW, relation="friend")
    with house.visitor() as his:
        take_up(his, link_on(again(house, adam)))
        (waits,) = letting_in.waiting(house.book)
        assert waits.word and waits.instead is not None and waits.instead.id == bea.id
        let_in(house, waits)
    assert roles_of(house, adam) == {A} and roles_of(house, bea) == frozenset()


# -- who is known here is not the caregiver's to know


def test_a_caregiver_learns_from_no_answer_who_is_known_here(house: House) -> None:
    """Ann reads, Adam is the advocate, Lena's door was closed, Otto was invited by Rose; Kim is nobody."""
    lena = letting_in.welcomed(house.book, "Lena", F, "x", NOW, relation="sister")
    letting_in.close(house.book, lena.id, NOW)
    invitations.invite(house.book, house.people[N], A, "Otto", "friend", NOW)
    names = ("Kim", "Ann", "Adam", "Lena", "Otto", "Carol", "aNN", "Kim")
    own = re.compile(rf"{'|'.join(names)}|<b>[a-z]+</b>|/invite/[\w-]+|value=\"\w+\"", re.I)
    seen = dict[str, list[tuple[int, str]]]()
    for name in names:
        with house.visitor(C) as carol:
            # she knows whom she invited herself, and says that she means it
            form = {"name": name, "relation": "niece", "again": "true"}
            said = [send(carol, "/care/people", "/care/people/invite", **form)]
        link = link_on(said[0])
        with house.visitor() as device:
            said += [device.get(link), take_up(device, link), device.get("/waiting")]
            send(device, "/waiting", "/sign-out")
            said.append(send(device, "/forgotten", "/forgotten", name=name))
            said.append(send(device, "/sign-in", "/sign-in", name=name, password=NEW))
            house.desk.sign_ins = Waits(lambda: 0.0)
        # below stand those whom she has invited until now
        parts = [each.text.partition("When help is needed")[0] for each in said]
        told = [
            (each.status_code, own.sub("…", part)) for each, part in zip(said, parts, strict=True)
        ]
        seen.setdefault(name, told)
    for name, told in seen.items():
        assert told == seen["Kim"], name
    assert [code for code, _ in seen["Kim"]] == [200, 200, 303, 200, 403, 303]


def test_whoever_waits_signs_in_again_where_they_opened_the_link_and_finds_their_word(
    house: House,
) -> None:
    with house.visitor() as tom, house.visitor() as elsewhere:
        take_up(tom, invited(house, "Tom", "son"))
        (one,) = letting_in.waiting(house.book)
        send(tom, "/waiting", "/sign-out")
        wrong = send(tom, "/sign-in", "/sign-in", name="Tom", password="not that one")
        assert wrong.status_code == 401
        answer = send(tom, "/sign-in", "/sign-in", name="tom", password=NEW)
        assert answer.headers["location"].startswith("/waiting")
        page = tom.get("/waiting").text
        assert one.word in page and "/family" not in page
        strange = send(elsewhere, "/sign-in", "/sign-in", name="Tom", password=NEW)
        assert strange.status_code == 401 and "on which you opened the link" in strange.text


def test_a_caregiver_sees_whom_she_invited_and_is_warned_of_a_second_link(house: House) -> None:
    with house.visitor(C) as carol, house.visitor() as tom:
        form = {"name": "Tom", "relation": "son"}

        def once_more(**more: str) -> str:
            return send(carol, "/care/people", "/care/people/invite", **form, **more).text

        link = link_on(send(carol, "/care/people", "/care/people/invite", **form))
        assert "nobody has used it yet" in once_more()
        take_up(tom, link)
        again = once_more()
        assert "has used your link already, and waits" in again and "<code>/invite" not in again
        assert fields(again, "/care/people/invite")["relation"] == "son"
        let_in(house, letting_in.waiting(house.book)[0])
        assert "who have come in" in carol.get("/care/people").text
        assert "Rose has let them in" in once_more()
        assert "/invite/" in once_more(again="true")
        assert "Ann" not in carol.get("/care/people").text, "whom Rose let in is hers to know"


def test_nobody_comes_in_by_a_name_that_somebody_has(house: House) -> None:
    ann = house.people[F]
    with house.visitor() as other:
        take_up(other, invited(house, "Ann", "great-niece"))
        (waits,) = letting_in.waiting(house.book)
        assert waits.account.name == "Ann" and waits.account.id != ann.id
        page = page_of(house, N, "/me/people")
        assert "Somebody else is or was called Ann here" in page
        with Record.open(house.book.state) as record:
            assert _at_the_door(record, NOW) == []
        refused = let_in(house, waits)
        assert refused.status_code == 403 and "known here already" in refused.text
        with pytest.raises(AccountRefused):
            letting_in.answer(house.book, waits.account.id, F, True, "voice", NOW)
        assert other.get("/family").headers["location"] == "/waiting"
        assert accounts.called(house.book, "Ann") == accounts.account(house.book, ann.id)
        assert let_in(house, waits, name="Annie").is_redirect
        assert "Hello" not in other.get("/family").text
    annie = accounts.called(house.book, "Annie")
    assert annie is not None and annie.id == waits.account.id and annie.roles == {F}


def test_a_name_is_free_until_the_narrator_lets_somebody_in_by_it(house: House) -> None:
    with house.visitor() as first, house.visitor() as second:
        take_up(first, invited(house, "Lucy"))
        (one,) = letting_in.waiting(house.book)
        take_up(second, invited(house, "Lucy"))
        assert not any(each.alike for each in letting_in.waiting(house.book))
        assert accounts.called(house.book, "Lucy") is None
        assert let_in(house, one).is_redirect
        (two,) = letting_in.waiting(house.book)
        assert two.alike
        send(first, "/family", "/sign-out")
        answer = send(first, "/sign-in", "/sign-in", name="lucy", password=NEW)
        assert answer.headers["location"].startswith("/family"), "the name is hers by now"


# -- all of it or nothing


def power_cut(house: House, table: str, event: str = "INSERT") -> None:
    """From now on the step that writes into `table` fails."""
    sql = f"CREATE TRIGGER cut BEFORE {event} ON {table} BEGIN SELECT RAISE (ABORT, 'cut'); END"
    house.book.commit(lambda db: db.execute(sql))


def rows(house: House) -> list[list[tuple[object, ...]]]:
    """All that says who may come in, and whether the narrator lives."""
    tables = ("accounts", "let_in", "asked_in", "invites", "after_death")
    return [house.book.read(f"SELECT * FROM {each}") for each in tables]


def said_to_be_dead(house: House) -> None:
    after_death.say(house.book, "Adam", NOW, advocate="Adam", named=["Adam"])


def test_a_door_is_closed_wholly_or_not_at_all(house: House) -> None:
    said_to_be_dead(house)
    path = f"/me/people/{house.people[F].id}/close"
    with house.visitor(F) as ann:
        with house.visitor(N) as rose:
            power_cut(house, "sign_ins", "DELETE")
            before = rows(house)
            assert send(rose, "/me/people", path).status_code >= 400
            assert rows(house) == before
        house.book.commit(lambda db: db.execute("DROP TRIGGER cut"))
        with house.visitor(N) as rose:
            assert send(rose, "/me/people", path).is_redirect
        assert ann.get("/family").headers["location"] == "/sign-in"
    assert after_death.status(house.book.read).stopped


def test_a_door_is_opened_again_wholly_or_not_at_all(house: House) -> None:
    ann = house.people[F]
    letting_in.close(house.book, ann.id, NOW)
    power_cut(house, "invites")
    before = rows(house)
    assert again(house, ann).status_code >= 400
    assert rows(house) == before and accounts.shut_out(house.book)
    house.book.commit(lambda db: db.execute("DROP TRIGGER cut"))
    token = invitations.new_way_in(house.book, ann, house.people[N].id, NOW)
    power_cut(house, "asked_in")
    before = rows(house)
    with pytest.raises(sqlite3.IntegrityError):
        invitations.take_up(house.book, token, "x", NOW)
    assert rows(house) == before, "the link opens once more"


def test_somebody_is_let_in_wholly_or_not_at_all(house: House) -> None:
    said_to_be_dead(house)
    accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    (waits,) = letting_in.waiting(house.book)
    power_cut(house, "let_in")
    before = rows(house)
    assert let_in(house, waits, name="Lou").status_code >= 400
    assert rows(house) == before


def test_whoever_takes_up_an_invitation_is_written_down_once(house: House) -> None:
    power_cut(house, "asked_in", "UPDATE")
    token = invitations.invite(house.book, house.people[N], F, "Mary", "sister", NOW)
    _, device = sign_ins.sign_in(house.book, house.people[C], NOW)
    invitations.take_up(house.book, token, "x", NOW, device=device)
    (waits,) = letting_in.waiting(house.book)
    assert waits.word and waits.by == "Rose" and waits.beside is not None


# -- said in one place


def test_what_pages_say_of_people_is_said_in_one_place() -> None:
    for table in (roles.CALLED, roles.MAY, roles.WOULD, roles.CAN):
        assert set(table) == set(Role) - {N}
    folder = Path(roles.__file__).parent / "templates"
    for page in folder.glob("*.html"):
        text = page.read_text()
        if page.name != "folk.html":
            assert 'name="relation"' not in text, page.name
        assert not re.search(r"your \{\{ \w+\.relation|waiting for \{\{", text), page.name


def test_a_person_is_named_alike_on_every_page(house: House) -> None:
    with house.visitor() as hers:
        link = invited(house, "Lucy", "my Granddaughter")
        assert "as one of the family, Rose’s granddaughter." in hers.get(link).text
        take_up(hers, link)
        assert "may come in as one of the family" in hers.get("/waiting").text
    assert "<b>Lucy</b> <span>Rose’s granddaughter</span>" in page_of(house, C, "/care/people")
    letting_in.answer(
        house.book, letting_in.waiting(house.book)[0].account.id, F, True, "page", NOW
    )
    for page in ("/me/people", "/me/who"):
        assert "<b>Lucy</b> <span>your granddaughter</span>" in page_of(house, N, page)


def test_a_caregiver_who_asks_to_read_comes_back_at_the_word_and_can_take_it_back(
    house: House,
) -> None:
    with house.visitor(Role.CAREGIVER) as carol:
        asked = send(carol, "/care/people", "/care/people/family")
        (one,) = letting_in.waiting(house.book)
        said = carol.get(asked.headers["location"]).text.partition("When help is needed")[0]
        assert one.word in said, "the word stands with the answer"
        assert one.word in carol.get("/care/people").text.partition('id="own"')[2]
        send(carol, "/care/people", "/care/people/family/take-back")
        assert letting_in.waiting(house.book) == ()
        assert "Ask Rose" in carol.get("/care/people").text
