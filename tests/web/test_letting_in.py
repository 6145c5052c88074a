"""Nobody reads what is not theirs: every way in that was tried by a caregiver, a relative or a stranger, tried again."""

import html
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from web_house import (
    CANARIES,
    NAMES,
    NEW,
    NOW,
    PASSWORD,
    PIN,
    TALK,
    House,
    link_on,
    printed,
    send,
    shared,
    take_up,
    told_to_all,
)

from voice_agent.archive import (
    accounts,
    after_death,
    family,
    forgotten,
    invitations,
    keeping_back,
    letting_in,
    news,
    session_tables,
    sharing,
    sign_ins,
    who_sees,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.archive.shown_word import WordAnswer
from voice_agent.errors import AccountRefused
from voice_agent.memory.privacy import Privacy
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.story import ConsentKind
from voice_agent.web.guard import COOKIE, DEVICE

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with told_to_all(tmp_path / "state") as open_house:
        yield open_house


def waiting(house: House) -> list[tuple[str, Role, str]]:
    return [(w.account.who, w.role, w.by) for w in letting_in.waiting(house.book)]


def reads_nothing(client: httpx.Client) -> bool:
    pages = ("/family", "/family/life", "/family/book", f"/family/stories/{TALK}/2/sound")
    answers = [client.get(each) for each in pages]
    text = "".join(each.text for each in answers).lower()
    return all(each.headers.get("location") == "/waiting" for each in answers) and not any(
        word.lower() in text for word in CANARIES
    )


def let_in(house: House, who: Account, role: Role = F, **form: str) -> httpx.Response:
    with house.visitor(N) as rose:
        path = f"/me/people/{who.id}/let-in"
        waits = [w for w in letting_in.waiting(house.book) if w.account.id == who.id]
        word = next((w.word for w in waits if w.role == role), "")
        form = {"relation": who.relation, "pin": PIN, "given": "true", "word": word, **form}
        return send(rose, "/me/people", path, role=role.value, **form)


def test_a_caregiver_who_opens_her_own_invitation_reads_nothing(house: House) -> None:
    with house.visitor(C) as carol:
        answer = send(
            carol, "/care/people", "/care/people/invite", name="Lucy", relation="granddaughter"
        )
    with house.visitor() as carol_again:
        take_up(carol_again, link_on(answer))
        assert reads_nothing(carol_again)
        assert "Waiting for Rose" in carol_again.get("/waiting").text
        assert waiting(house) == [("Lucy, your granddaughter", F, "Carol")]
        lucy = letting_in.waiting(house.book)[0].account
        assert let_in(house, lucy).status_code == 303
        assert "blue enamel pot" in carol_again.get("/family").text


def test_whoever_opens_it_on_somebody_elses_device_is_seen(house: House) -> None:
    with house.visitor(C) as carol:
        answer = send(carol, "/care/people", "/care/people/invite", name="Lucy", relation="niece")
        link = link_on(answer)
        take_up(carol, link)
        word = letting_in.waiting(house.book)[0].word
        assert word in carol.get("/waiting").text
    with house.visitor(N) as rose:
        page = rose.get("/me/people").text
    assert word in page and f"<b>{word}</b>" not in page, "she says which of three it was"
    assert "on which Carol signs in" in page
    lucy = letting_in.waiting(house.book)[0]
    assert let_in(house, lucy.account, word="").status_code == 403
    assert let_in(house, lucy.account).status_code == 303


def test_a_yes_takes_the_pin_and_a_no_does_not(house: House) -> None:
    lucy = accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    for wrong in ("", "0000", PASSWORD):
        assert let_in(house, lucy, pin=wrong).status_code == 403
    assert waiting(house)
    assert let_in(house, lucy, pin="", given="false").status_code == 303
    assert not waiting(house) and F not in accounts.account(house.book, lucy.id).roles  # type: ignore[union-attr]


def test_a_pin_is_not_guessed(house: House) -> None:
    lucy = accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    tries = [let_in(house, lucy, pin=str(n)) for n in range(6)]
    assert [each.status_code for each in tries] == [403] * 6
    assert "That is not your PIN" in tries[4].text and "Please wait" in tries[5].text
    assert let_in(house, lucy).status_code == 403, "for a few seconds"


def test_a_link_for_mary_is_taken_up_by_mary_alone(house: House) -> None:
    token = invitations.invite(house.book, house.people[N], F, "Mary", "sister", NOW)
    with house.visitor() as tom:
        take_up(tom, f"/invite/{token}", name="Tom")
    assert accounts.called(house.book, "Mary") is not None
    assert accounts.called(house.book, "Tom") is None


@pytest.mark.parametrize(
    "name", ["Ann", "ann", "A\u200bnn", "Аnn", "my Ann", "ANN", "Ａｎｎ", "Ann.", " A n n "]
)
def test_nobody_else_is_called_as_somebody_is(house: House, name: str) -> None:
    with pytest.raises(AccountRefused):
        invitations.invite(house.book, house.people[N], F, name, "niece", NOW)
    with pytest.raises(AccountRefused):
        accounts.make(house.book, name, F, "x", NOW, relation="niece")


def test_what_nobody_sees_is_no_part_of_a_name() -> None:
    assert accounts.fresh("Tom\u202e", F, "son").name == "Tom"


@pytest.mark.parametrize("name", ["Тоm", "<b>Tom", "0", "!", "x" * 61])
def test_a_name_that_is_none_is_refused(house: House, name: str) -> None:
    with pytest.raises(AccountRefused):
        invitations.invite(house.book, house.people[N], F, name, "niece", NOW)


@pytest.mark.parametrize(
    "name", ["O'Brien", "Zoë", "Mary-Jane", "van der Berg", "Анна", "美咲", "Ní Dhomhnaill"]
)
def test_names_of_every_script_are_kept_as_they_are_written(house: House, name: str) -> None:
    assert accounts.make(house.book, name, F, "x", NOW, relation="cousin").name == name


def test_a_door_that_was_closed_is_opened_by_the_narrator_alone(house: House) -> None:
    ann = house.people[F]
    printed(house, F)
    with house.visitor(F) as before, house.visitor(N) as rose:
        assert before.get("/family/book").status_code == 200
        send(rose, "/me/people", f"/me/people/{ann.id}/close")
        assert before.get("/family").headers["location"] == "/sign-in"
        with pytest.raises(AccountRefused):
            invitations.invite(house.book, house.people[N], F, "Ann", "daughter", NOW)
        assert send(rose, "/me/people", f"/me/people/{ann.id}/again").status_code == 403
        link = link_on(send(rose, "/me/people", f"/me/people/{ann.id}/again", pin=PIN))
    with house.visitor() as again:
        assert letting_in.waiting(house.book) == (), "nobody has come yet"
        take_up(again, link)
        assert letting_in.waiting(house.book)[0].word, "as at first"
        assert reads_nothing(again)
        let_in(house, ann)
        assert "blue enamel pot" in again.get("/family").text, "what the whole family may see"
        assert "nothing in the book for you yet" in again.get("/family/book").text
        assert house.desk.library is not None and house.desk.library.shelf(ann) is None


def test_consent_to_the_book_is_bound_to_the_account(house: House) -> None:
    ann = house.people[F]
    printed(house)
    library = house.desk.library
    assert library is not None
    library.consent(ConsentKind.RECIPIENT, True, NOW, "Tim")  # a cousin without an account
    tim = letting_in.welcomed(house.book, "Tim", F, "x", NOW, relation="cousin")
    assert library.shelf(tim) is None, "a yes to a name is no yes to whoever takes it"
    library.consent(ConsentKind.RECIPIENT, True, NOW, "Ann", account=ann.id)
    assert library.shelf(ann) is not None
    assert library.readers() == {ann.id}


def test_whoever_plans_and_reads_was_let_in_as_both(house: House) -> None:
    with house.visitor(C) as carol:
        assert carol.get("/family").status_code == 403
        send(carol, "/care/people", "/care/people/family")
        page = carol.get("/care/people").text
        assert "waiting for Rose" in page and letting_in.waiting(house.book)[0].word in page
        assert carol.get("/family").status_code == 403
        assert waiting(house) == [("Carol, your nurse", F, "")]
        let_in(house, house.people[C])
        assert "blue enamel pot" in carol.get("/family").text
        assert carol.get("/care").status_code == 200
        with house.visitor(N) as rose:
            page = rose.get("/me/who").text
    said = page[page.index("<b>Carol</b>") :].partition("</li>")[0]
    assert "plans the talks" in said and "and reads what you share" in said and "never" not in said


def test_another_device_is_told_to_the_narrator_and_ends_the_older_sign_in(house: House) -> None:
    with house.visitor(F) as telephone, house.visitor() as laptop:
        assert telephone.get("/family").status_code == 200
        send(laptop, "/sign-in", "/sign-in", name=NAMES[F], password=PASSWORD)
        assert laptop.get("/family").status_code == 200
        assert telephone.get("/family").headers["location"] == "/sign-in"
        assert (
            "Ann signed in to Ann’s own pages from a telephone or computer not used before."
            in news.aloud(news.untold(house.book))
        )
        send(telephone, "/sign-in", "/sign-in", name=NAMES[F], password=PASSWORD)
        assert laptop.get("/family").status_code == 200, "both are known by now"
    with house.visitor(N) as rose:
        assert (
            "Ann signed in to Ann’s own pages from a telephone or computer not used before."
            in rose.get("/me").text
        )
        rose.get("/me/people")
        assert "What happened" not in rose.get("/me").text


def test_a_tablet_of_ones_own_stays_signed_in(house: House) -> None:
    with house.visitor() as tablet:
        send(tablet, "/sign-in", "/sign-in", name=NAMES[N], password=PASSWORD, stays="true")
        house.desk.now = lambda: NOW + timedelta(days=200)
        assert tablet.get("/me").status_code == 200
        with house.visitor(N):
            assert tablet.get("/me").status_code == 200
        house.desk.now = lambda: NOW


def test_a_new_password_ends_every_sign_in(house: House) -> None:
    ann = house.people[F]
    with house.visitor(F) as before, house.visitor(N) as rose:
        answer = send(rose, "/me/people", f"/me/people/{ann.id}/again", pin=PIN)
        with house.visitor() as again:
            take_up(again, link_on(answer))
            assert "blue enamel pot" in again.get("/family").text, "she had been let in before"
        assert before.get("/family").headers["location"] == "/sign-in"
        assert "Ann has a new password" in rose.get("/me").text


def test_a_caregiver_gives_nobody_of_the_family_a_new_way_in(house: House) -> None:
    with house.visitor(C) as carol:
        for who in (house.people[F], house.people[N], house.people[A]):
            answer = send(carol, "/care/people", f"/care/people/{who.id}/again")
            assert answer.status_code == 403 and "/invite/" not in answer.text
        dora = letting_in.welcomed(house.book, "Dora", C, "x", NOW, relation="nurse")
        link = link_on(send(carol, "/care/people", f"/care/people/{dora.id}/again"))
        assert invitations.offered(house.book, link.removeprefix("/invite/"), NOW)
        assert "Dora was given a new way in" in news.aloud(news.untold(house.book))
        letting_in.ask(house.book, dora, F, NOW)
        letting_in.answer(house.book, dora.id, F, True, "page", NOW)
        refused = send(carol, "/care/people", f"/care/people/{dora.id}/again")
        assert refused.status_code == 403, "for she reads by now"


def test_a_forgotten_password_is_asked_for_from_a_known_device_alone(house: House) -> None:
    ann = house.people[F]
    with house.visitor(F) as hers, house.visitor() as eve:
        assert send(eve, "/forgotten", "/forgotten", name="Ann").status_code == 403
        send(hers, "/family", "/sign-out")
        assert send(hers, "/forgotten", "/forgotten", name="Ann").status_code == 303
        (asked,) = forgotten.asked(house.book, NOW)
        assert asked.account == ann and asked.word in hers.get("/forgotten").text
        assert send(hers, "/sign-in", "/forgotten/new", password=NEW).status_code == 403
        with house.visitor(N) as rose:
            assert "Ann has forgotten the password" in rose.get("/me/people").text
            path = f"/me/people/{ann.id}/password"
            yes = {"given": "true", "word": asked.word}
            assert send(rose, "/me/people", path, **yes, pin="0").status_code == 403
            send(rose, "/me/people", path, **yes, pin=PIN)
        assert send(eve, "/sign-in", "/forgotten/new", password=NEW).status_code == 403
        assert send(hers, "/forgotten", "/forgotten/new", password=NEW).status_code == 303
        assert "blue enamel pot" in hers.get("/family").text


def test_wrong_passwords_from_elsewhere_do_not_shut_the_right_person_out(house: House) -> None:
    with house.visitor(N) as rose:
        send(rose, "/me/people", "/sign-out")
        with house.visitor() as eve:
            for _ in range(40):
                send(eve, "/sign-in", "/sign-in", name=NAMES[N], password="guess")
        assert "tried several wrong passwords for Rose" in news.aloud(news.untold(house.book))
        answer = send(rose, "/sign-in", "/sign-in", name=NAMES[N], password=PASSWORD)
    assert answer.headers["location"].startswith("/me")


def test_a_device_that_is_known_is_no_door_for_another_account(house: House) -> None:
    with house.visitor(F) as ann:
        theirs = ann.cookies[DEVICE]
    codes = list[int]()
    for _ in range(6):
        with house.visitor() as thief:
            thief.cookies.set(DEVICE, theirs, domain="127.0.0.1", path="/")
            wrong = send(thief, "/sign-in", "/sign-in", name=NAMES[N], password="guess")
            codes.append(wrong.status_code)
    assert codes == [401] * 5 + [429]
    assert not sign_ins.knows(house.book, theirs, house.people[N])


def test_one_page_says_who_sees_each_story_where_and_why(house: House) -> None:
    printed(house, F)
    with house.visitor(N) as rose:
        page, story = rose.get("/me/who").text, rose.get(f"/me/stories/{TALK}/4").text
    assert (
        "<b>Ann</b> reads it as a story and may hear it: you shared it with your whole family."
        in page
    )
    # turn 4 was never shared as a story, and is read in the book all the same
    assert "Only you, until you choose" not in story
    assert "<b>Ann</b> reads it in your book" in story
    assert house.desk.library is not None
    shelf = house.desk.library.shelf(house.people[F])
    assert shelf is not None and (TALK, 4) in shelf.turns


def test_what_the_page_says_is_what_is_served(house: House) -> None:
    printed(house, F)
    bill = letting_in.welcomed(house.book, "Bill", F, "x", NOW, relation="son")
    from voice_agent.web.who_sees import of_story

    for told in sharing.stories(house.book):
        said = {(each.who, each.where.split()[3]) for each in of_story(house.desk, told).seen}
        for account in (house.people[F], bill):
            place = (told.session, told.turn)
            as_story = {(s.session, s.turn) for s in sharing.shared_with(house.book, account)}
            assert ((account.name, "a") in said) == (place in as_story)
            library = house.desk.library
            assert library is not None
            shelf = library.shelf(account)
            in_book = shelf is not None and place in shelf.turns
            assert ((account.name, "your") in said) == in_book


def test_the_advocate_is_reached_or_the_page_says_so(house: House) -> None:
    sent = list[tuple[str, str]]()

    def deliver(address: str, word: str) -> bool:
        sent.append((address, word))
        return True

    house.desk.reachable = lambda typed: f"mailto://{typed}"
    house.desk.send_word = deliver
    with house.visitor(N) as rose, house.visitor(A) as adam:
        assert "nobody would be told" in rose.get("/me/people").text
        assert "Nothing reaches you yet" in adam.get("/advocate").text
        assert send(adam, "/advocate", "/advocate/try").status_code == 409
        send(adam, "/advocate", "/advocate/address", address="adam@example.org")
        send(rose, "/me/people", "/me/people/advocate/try")
        assert "nobody has said that it arrived" in rose.get("/me/people").text
        assert [address for address, _ in sent] == ["mailto://adam@example.org"]
        wrong = send(adam, "/advocate", "/advocate/word", word="QQQQQQ")
        assert wrong.headers["location"].endswith("not_the_word")
        send(adam, "/advocate", "/advocate/word", word=sent[0][1].lower())
        assert "The test message reached Adam." in [e.says for e in news.untold(house.book)]
        assert "A test message reached Adam" in rose.get("/me/people").text
    with house.visitor(N) as rose:
        rose.get("/me/people")
        send(rose, "/me/people", f"/me/people/{house.people[A].id}/close")
        assert "You have no advocate" in rose.get("/me/people").text


def test_whoever_was_let_in_no_more_sees_nothing(house: House) -> None:
    ann = house.people[F]
    printed(house, F)
    with house.visitor(F) as client:
        letting_in.answer(house.book, ann.id, F, False, "voice", NOW)
        assert client.get("/family").headers["location"] == "/waiting"
    again = accounts.account(house.book, ann.id)
    assert again is not None
    consents = session_tables.consents(house.book.read)
    assert not who_sees.reads_book(consents, who_sees.reader(again))
    assert house.desk.library is not None and house.desk.library.shelf(again) is None


def test_a_stolen_visit_cookie_ends_with_the_new_sign_in(house: House) -> None:
    with house.visitor(F) as ann:
        copied = ann.cookies[COOKIE]
    with house.visitor() as new:
        send(new, "/sign-in", "/sign-in", name=NAMES[F], password=PASSWORD)
    with httpx.Client(base_url=house.address, cookies={COOKIE: copied}) as thief:
        assert thief.get("/family").headers["location"] == "/sign-in"


# -- what a review found


def test_a_yes_to_a_forgotten_password_ends_with_the_next_reset(house: House) -> None:
    ann = house.people[F]
    _, device = sign_ins.sign_in(house.book, ann, NOW)
    hers = forgotten.ask(house.book, ann, device, NOW)
    word = forgotten.asked(house.book, NOW)[0].word
    assert forgotten.allow(house.book, ann.id, word, NOW) is WordAnswer.RIGHT
    token = invitations.new_way_in(house.book, ann, house.people[N].id, NOW)
    invitations.take_up(house.book, token, "x", NOW)
    with pytest.raises(AccountRefused):
        forgotten.choose(house.book, device, hers, "y", NOW)


def test_a_password_that_was_changed_meanwhile_lets_nobody_in(house: House) -> None:
    ann = house.people[F]
    found = accounts.digest_of(house.book, "Ann")
    assert found is not None
    token = invitations.new_way_in(house.book, ann, house.people[N].id, NOW)
    invitations.take_up(house.book, token, "another", NOW)
    with pytest.raises(AccountRefused):
        sign_ins.sign_in(house.book, ann, NOW, password=found[1])
    letting_in.close(house.book, ann.id, NOW)
    with pytest.raises(AccountRefused):
        sign_ins.sign_in(house.book, ann, NOW)


def test_a_tablet_of_two_people_is_known_for_both(house: House) -> None:
    ann, bill = house.people[F], letting_in.welcomed(house.book, "Bill", F, "x", NOW)
    _, device = sign_ins.sign_in(house.book, ann, NOW, expected=True)
    token, of_both = sign_ins.sign_in(house.book, bill, NOW, device=device, expected=True)
    assert of_both == device
    before = len(news.untold(house.book))
    sign_ins.sign_in(house.book, ann, NOW, device=device)
    assert len(news.untold(house.book)) == before
    assert sign_ins.signed_in(house.book, token, NOW)


def test_much_that_happened_hides_nothing_that_weighs(house: House) -> None:
    def many(db: sqlite3.Connection) -> None:
        news.add(db, news.What.LINK, "Dora", NOW)
        for _ in range(15):
            news.add(db, news.What.DEVICE, "Carol", NOW)
        news.add(db, news.What.TEST, "Adam", NOW)

    house.book.commit(many)
    assert "Dora was given a new way in" in news.aloud(news.untold(house.book))
    assert "your page shows it all" in news.aloud(news.untold(house.book))
    with house.visitor(N) as rose:
        page = rose.get("/me").text
    assert "Dora was given a new way in" in page and "sent to Adam" in page
    assert page.count("Carol signed in") == 1


def test_whoever_was_closed_meanwhile_is_not_let_in(house: House) -> None:
    ann = house.people[F]
    letting_in.close(house.book, ann.id, NOW)
    with pytest.raises(AccountRefused):
        letting_in.answer(house.book, ann.id, F, True, "page", NOW)
    link = invitations.new_way_in(house.book, ann, house.people[N].id, NOW)
    invitations.take_up(house.book, link, "x", NOW)
    again = accounts.account(house.book, ann.id)
    assert again is not None and not again.roles


def test_a_closed_reader_gets_no_copy_by_name(house: House) -> None:
    library = house.desk.library
    assert library is not None
    library.consent(ConsentKind.RECIPIENT, True, NOW, "Ann")  # by name, before there were accounts
    letting_in.close(house.book, house.people[F].id, NOW)
    who = who_sees.known(house.book, who_sees.Reader("Ann"))
    consents = session_tables.consents(house.book.read)
    assert not who_sees.reads_book(consents, who)


def test_questions_of_a_closed_account_are_not_asked(house: House) -> None:
    assert family.waiting(house.book)
    letting_in.close(house.book, house.people[F].id, NOW)
    assert not family.waiting(house.book)


def test_what_the_narrator_does_on_her_page_says_that_she_lives(house: House) -> None:
    after_death.say(house.book, "Adam", NOW, advocate="Adam", named=["Adam"])
    with house.visitor(N) as rose:
        send(rose, "/me/people", f"/me/people/{house.people[A].id}/close")
    assert after_death.status(house.book.read).stopped


@pytest.mark.parametrize("name", ["Ilse", "llse", "BiIl", "Mаry", "Mɑry"])
def test_names_that_look_alike_are_one_or_none(house: House, name: str) -> None:
    for each in ("Ilse", "Bill", "Mary"):
        accounts.make(house.book, each, F, "x", NOW, relation="niece")
    with pytest.raises(AccountRefused):
        accounts.make(house.book, name, F, "x", NOW, relation="niece")


@pytest.mark.parametrize("relation", ["1st cousin", "brother/carer", "sister & carer", "my niece"])
def test_what_somebody_is_may_be_written_freely(house: House, relation: str) -> None:
    made = accounts.make(house.book, "Lucy", F, "x", NOW, relation=relation)
    assert made.relation and not made.relation.startswith("my")


def test_pages_say_what_a_new_link_does(house: House) -> None:
    with house.visitor(N) as rose:
        path = f"/me/people/{house.people[F].id}/again"
        page = send(rose, "/me/people", path, pin=PIN).text
        assert "comes in as Ann" in page and "shows nothing of yours" not in page
        send(rose, "/me/people", "/sign-out")
        asked = send(rose, "/forgotten", "/forgotten", name="Rose")
        assert asked.status_code == 403 and "you need your PIN" in asked.text


def test_a_small_house_is_not_flooded_with_tests(house: House) -> None:
    with house.visitor(C) as carol:
        codes = [send(carol, "/care/people", "/care/people/drill").status_code for _ in range(7)]
    assert codes == [200] * 6 + [429]
    assert "sent to those who are told" in news.aloud(news.untold(house.book))


def test_a_no_holds_for_what_the_whole_family_may_see(house: House) -> None:
    library, ann = house.desk.library, house.people[F]
    assert library is not None
    with house.visitor(F) as client:
        assert "blue enamel pot" in client.get("/family").text
        library.consent(ConsentKind.RECIPIENT, False, NOW, "Ann", account=ann.id)
        assert "blue enamel pot" not in client.get("/family").text
        shared(house)
        assert "blue enamel pot" not in client.get("/family").text, "she is not meant by all"
        told = sharing.story(house.book, TALK, 2)
        sharing.share(house.book, told, [ann.id], voice=False, now=NOW)
        assert "blue enamel pot" in client.get("/family").text, "named, she is"


def test_pages_say_what_still_reads_a_story_that_was_taken_back(house: House) -> None:
    printed(house, F)
    with house.visitor(N) as rose:
        story = f"/me/stories/{TALK}/2"
        answer = send(rose, story, f"{story}/retract")
        assert "In your book it is still read" in rose.get(answer.headers["location"]).text
        listed = rose.get("/me/stories").text
        assert "Only you" not in listed and "Ann may read it" in listed
        assert "<b>Everything</b>" in rose.get("/me/who").text, "however short: it is in the book"


def test_what_is_for_one_alone_cannot_be_given_to_another(house: House) -> None:
    bill = letting_in.welcomed(house.book, "Bill", F, "x", NOW, relation="son")
    place = (TALK, 2)
    only = KeptBack(place, Privacy(only=frozenset({"ann"})), place)  # type: ignore[arg-type]
    with Record.open(house.book.state) as record:
        keeping_back.put(record, [only], NOW)
    story = f"/me/stories/{TALK}/2"
    with house.visitor(N) as rose:
        page = rose.get(story).text
        assert f'value="{bill.id}"' not in page and "my whole family" not in page
        for whom in (bill.id, "everybody"):
            answer = send(rose, "/me/people", f"{story}/share", whom=whom)
            assert answer.status_code == 400 and "for whom that story is" in answer.text
        assert send(rose, "/me/people", f"{story}/share", whom=house.people[F].id).is_redirect


def test_a_caregiver_sees_nobody_whom_the_narrator_invites(house: House) -> None:
    token = invitations.invite(house.book, house.people[N], A, "Otto", "friend", NOW)
    invitations.take_up(house.book, token, "x", NOW)
    with house.visitor(C) as carol:
        assert "Otto" not in carol.get("/care/people").text


def test_reading_can_be_taken_back_without_the_planning(house: House) -> None:
    carol = house.people[C]
    letting_in.ask(house.book, carol, F, NOW)
    letting_in.answer(house.book, carol.id, F, True, "page", NOW)
    with house.visitor(N) as rose:
        assert "Let Carol read no more" in rose.get("/me/people").text
        path = f"/me/people/{carol.id}/let-in"
        send(rose, "/me/people", path, role=F.value, given="false")
    again = accounts.account(house.book, carol.id)
    assert again is not None and again.roles == {C}


def test_a_no_can_be_thought_over(house: House) -> None:
    max_ = accounts.make(house.book, "Max", F, "x", NOW, relation="nephew")
    let_in(house, max_, given="false")
    with house.visitor(N) as rose:
        assert "Let Max in after all" in rose.get("/me/people").text
        link = link_on(send(rose, "/me/people", f"/me/people/{max_.id}/again", pin=PIN))
    with house.visitor() as again:
        take_up(again, link)
        assert letting_in.waiting(house.book)[0].word in again.get("/waiting").text
        assert let_in(house, max_).status_code == 303
        assert "blue enamel pot" in again.get("/family").text


def test_the_narrator_signs_everybody_else_out_who_used_her_password(house: House) -> None:
    with house.visitor() as thief, house.visitor(N) as rose:
        send(thief, "/sign-in", "/sign-in", name=NAMES[N], password=PASSWORD)
        send(rose, "/sign-in", "/sign-in", name=NAMES[N], password=PASSWORD)
        send(rose, "/me/people", "/me/people/elsewhere")
        assert thief.get("/me").headers["location"] == "/sign-in"
        assert rose.get("/me").status_code == 200


def test_a_word_of_ours_inside_a_name_is_no_harm() -> None:
    assert accounts.fresh("The Family", F, "niece").name == "The Family"


@pytest.mark.parametrize("name", ["Everybody", "interviewer", "Nobody"])
def test_nobody_is_called_as_our_sentences_call_people(house: House, name: str) -> None:
    with pytest.raises(AccountRefused):
        accounts.fresh(name, F, "niece")


def test_a_caregiver_reads_the_message_itself_and_nothing_of_who_is_trusted_with_more(
    house: House,
) -> None:
    net = safety.read(resource("config/safety.toml"), "")
    with house.visitor(C) as carol:
        page = carol.get("/care/help").text
        for kind in ("emergency", "concern"):
            assert net.messages[kind].text.replace("{name}", "Rose") in html.unescape(page)
        advocate = net.messages["advocate"]
        assert advocate.title.replace("{name}", "Rose") not in html.unescape(page)
        letting_in.close(house.book, house.people[A].id, NOW)
        assert "Adam" not in page
        assert carol.get("/care/help").text == page, "it is the same whether there is an advocate"
