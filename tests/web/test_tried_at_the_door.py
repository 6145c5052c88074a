"""Whoever tries a door that is not theirs: with a shared tablet, a stolen cookie, guessed words, PINs and names."""

import re
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from web_house import NEW, NOW, PASSWORD, PIN, QUICK, House, furnished, mark, send, served

from voice_agent.archive import accounts, forgotten, letting_in, news, sign_ins
from voice_agent.archive.accounts import Account, Role
from voice_agent.errors import AccountRefused
from voice_agent.web.guard import ASKED, COOKIE, DEVICE
from voice_agent.web.throttle import Throttle, Waits

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


@pytest.fixture
def bill(house: House) -> Account:
    return letting_in.welcomed(house.book, "Bill", F, QUICK.hash(PASSWORD), NOW, relation="son")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def signed_in(client: httpx.Client, name: str, **more: str) -> httpx.Response:
    return send(client, "/sign-in", "/sign-in", name=name, password=PASSWORD, **more)


def asked(client: httpx.Client, name: str) -> httpx.Response:
    return send(client, "/forgotten", "/forgotten", name=name)


def allowed(house: House, who: Account, word: str, **more: str) -> httpx.Response:
    with house.visitor(N) as rose:
        form = {"given": "true", "word": word, "pin": PIN, **more}
        return send(rose, "/me/people", f"/me/people/{who.id}/password", **form)


def let_in(house: House, who: Account, word: str, pin: str = PIN) -> httpx.Response:
    with house.visitor(N) as rose:
        form = {"role": "family", "given": "true", "relation": "niece", "word": word, "pin": pin}
        return send(rose, "/me/people", f"/me/people/{who.id}/let-in", **form)


def told(house: House) -> list[str]:
    return [each.says for each in news.untold(house.book)]


def others(choices: tuple[str, ...], word: str) -> list[str]:
    return [each for each in choices if each != word]


@contextmanager
def at(house: House, address: str) -> Generator[httpx.Client]:
    """A browser at another address of the home."""
    way = httpx.HTTPTransport(local_address=address)
    own = {"Origin": house.address}
    with httpx.Client(base_url=house.address, headers=own, transport=way, timeout=30) as client:
        yield client


# -- forgotten passwords


def test_on_a_tablet_of_two_people_neither_asks_as_the_other(house: House, bill: Account) -> None:
    with house.visitor() as tablet:
        for name in ("Ann", "Bill"):
            signed_in(tablet, name)
            send(tablet, "/family", "/sign-out")
        for name in ("Ann", "Bill"):
            answer = asked(tablet, name)
            assert answer.status_code == 403
            assert "Somebody else signs in here, too" in answer.text
            assert "ask for a new link" in answer.text, "and says what to do instead"
    assert forgotten.asked(house.book, NOW) == ()


def test_whoever_signs_in_there_after_she_asked_cannot_choose_her_password(
    house: House, bill: Account
) -> None:
    ann = house.people[F]
    with house.visitor() as tablet:
        signed_in(tablet, "Ann")
        send(tablet, "/family", "/sign-out")
        asked(tablet, "Ann")
        allowed(house, ann, forgotten.asked(house.book, NOW)[0].word)
        assert "Choose a new password, Ann" in tablet.get("/forgotten").text
        signed_in(tablet, "Bill")
        assert "Choose a new password" not in tablet.get("/forgotten").text
        assert send(tablet, "/family", "/forgotten/new", password=NEW).status_code == 403


@pytest.mark.parametrize("how", ["his door is closed", "he has a new password"])
def test_a_tablet_of_two_people_never_counts_as_one_persons(
    house: House, bill: Account, how: str
) -> None:
    ann = house.people[F]
    _, tablet = sign_ins.sign_in(house.book, ann, NOW)
    sign_ins.sign_in(house.book, bill, NOW, device=tablet)
    if how == "his door is closed":
        letting_in.close(house.book, bill.id, NOW)
    else:
        _, own = sign_ins.sign_in(house.book, bill, NOW)
        his = forgotten.ask(house.book, bill, own, NOW)
        forgotten.allow(house.book, bill.id, forgotten.asked(house.book, NOW)[0].word, NOW)
        forgotten.choose(house.book, own, his, "digest", NOW)
    with pytest.raises(AccountRefused):
        forgotten.ask(house.book, ann, tablet, NOW)


def test_her_own_tablet_is_not_anns_alone_when_she_signs_out_elsewhere(house: House) -> None:
    ann, rose = house.people[F], house.people[N]
    _, tablet = sign_ins.sign_in(house.book, ann, NOW)
    sign_ins.sign_in(house.book, rose, NOW, device=tablet)
    token, _ = sign_ins.sign_in(house.book, rose, NOW)
    sign_ins.end_others(house.book, rose, token)
    with pytest.raises(AccountRefused):
        forgotten.ask(house.book, ann, tablet, NOW)


def test_a_stolen_device_does_not_ask_over_hers(house: House) -> None:
    ann = house.people[F]
    with house.visitor() as hers, house.visitor() as laptop:
        signed_in(hers, "Ann")
        signed_in(laptop, "Ann")
        send(hers, "/sign-in", "/sign-out")
        asked(hers, "Ann")
        with house.visitor() as thief:
            thief.cookies.set(DEVICE, laptop.cookies[DEVICE], domain="127.0.0.1", path="/")
            answer = asked(thief, "Ann")
            assert answer.status_code == 403 and "If it was not you" in answer.text
            word = forgotten.asked(house.book, NOW)[0].word
            allowed(house, ann, word)
            assert asked(thief, "Ann").status_code == 403, "nor while hers is open"
            assert send(thief, "/forgotten", "/forgotten/new", password=NEW).status_code == 403
        assert send(hers, "/forgotten", "/forgotten/new", password=NEW).status_code == 303


def test_a_stolen_device_that_asks_first_opens_nothing_without_the_word(house: House) -> None:
    ann = house.people[F]
    with house.visitor(F) as hers, house.visitor() as thief:
        thief.cookies.set(DEVICE, hers.cookies[DEVICE], domain="127.0.0.1", path="/")
        asked(thief, "Ann")
        (waits,) = forgotten.asked(house.book, NOW)
        with house.visitor(N) as rose:
            page = rose.get("/me/people").text
        assert all(each in page for each in waits.choices), "Rose says which of three it was"
        first, second = others(waits.choices, waits.word)
        once = allowed(house, ann, first)
        assert once.status_code == 403 and "After another wrong word the answer is no" in once.text
        twice = allowed(house, ann, second)
        assert twice.status_code == 403 and "so the answer is no" in twice.text
        last = allowed(house, ann, waits.word)
        assert last.status_code == 403 and "Nobody asks for that any more" in last.text
        assert "Two wrong words were given on your page for Ann" in " ".join(told(house))
        assert send(thief, "/sign-in", "/forgotten/new", password=NEW).status_code == 403


def test_a_copied_cookie_sees_no_word_and_chooses_no_password(house: House) -> None:
    """Ann's telephone lay about and its cookie was copied: the thief looks on, asks beside her, and is first at the yes."""
    ann = house.people[F]
    with house.visitor(F) as hers, house.visitor() as thief:
        send(hers, "/family", "/sign-out")
        thief.cookies.set(DEVICE, hers.cookies[DEVICE], domain="127.0.0.1", path="/")
        asked(hers, "Ann")
        word = forgotten.asked(house.book, NOW)[0].word
        assert word in hers.get("/forgotten").text
        assert word not in thief.get("/forgotten").text
        assert asked(thief, "Ann").status_code == 403
        assert word not in thief.get("/forgotten").text, "nor after asking beside her"
        allowed(house, ann, word)
        assert "Choose a new password" not in thief.get("/forgotten").text
        assert send(thief, "/forgotten", "/forgotten/new", password=NEW).status_code == 403
        assert send(hers, "/forgotten", "/forgotten/new", password=NEW).status_code == 303


def test_the_secret_of_whoever_asks_is_made_as_they_ask_and_kept_as_a_digest(house: House) -> None:
    """A cookie that a thief has put there before she asks is none by which anything opens."""
    planted = "planted-before-she-asked-for-anything"
    with house.visitor(F) as hers:
        hers.cookies.set(ASKED, planted, domain="127.0.0.1", path="/forgotten")
        answer = asked(hers, "Ann")
        said = answer.headers["set-cookie"]
        secret = answer.cookies[ASKED]
        assert secret != planted and len(secret) > 40
        assert "HttpOnly" in said and "SameSite=strict" in said and "Path=/forgotten" in said
    kept = str(house.book.read("SELECT * FROM forgotten"))
    assert secret not in kept and sign_ins.digest(secret) in kept


def test_to_ask_twice_is_to_ask_once(house: House) -> None:
    with house.visitor(F) as hers:
        asked(hers, "Ann")
        before = forgotten.asked(house.book, NOW)
        assert asked(hers, "Ann").status_code == 303
        assert forgotten.asked(house.book, NOW) == before
        assert before[0].word in hers.get("/forgotten").text


# -- the word of whoever waits to come in


def test_the_word_of_whoever_waits_is_not_tried_out(house: House) -> None:
    lucy = accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    house.book.commit(lambda db: accounts.wait(db, lucy.id, F, NOW, by=lucy.id))
    (waits,) = letting_in.waiting(house.book)
    first, second = others(waits.choices, waits.word)
    for _ in range(3):
        answer = let_in(house, lucy, first, pin="0000")
        assert "not your PIN" in answer.text, "who has no PIN learns nothing of words"
    house.desk.pins = Waits(Clock())
    assert "After another wrong word" in let_in(house, lucy, first).text
    assert "so the answer is no" in let_in(house, lucy, second).text
    assert let_in(house, lucy, waits.word).status_code == 403
    assert not accounts.family(house.book)[1:] and not letting_in.waiting(house.book)
    with house.visitor(N) as rose:
        page = rose.get("/me/people").text
        assert "Two wrong words were given on your page for Lucy" in page
        assert "Let Lucy in after all" in page
    house.book.commit(lambda db: accounts.wait(db, lucy.id, F, NOW, by=lucy.id))
    (anew,) = letting_in.waiting(house.book)
    assert anew.word, "and then, too, only with a word that she was shown"
    assert let_in(house, lucy, anew.word).status_code == 303
    assert let_in(house, lucy, anew.word).status_code == 303, "a button pressed twice does no harm"
    assert {each.name for each in accounts.family(house.book)} == {"Ann", "Lucy"}


# -- names, passwords and PINs


def test_nobody_learns_at_the_door_who_is_known_here(house: House) -> None:
    hashed = list[str]()

    class Counting(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            hashed.append("slowly")
            return super().hash(password, salt=salt)

        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
            hashed.append("slowly")
            return super().verify(hash, password)

    house.desk.hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    house.desk.sign_ins = Waits(Clock())
    with at(house, "127.0.0.2") as eve:
        for n in "abcde":  # wears out whatever made-up names have in common
            send(eve, "/sign-in", "/sign-in", name=f"Nemo {n}", password="guess")
    seen = list[list[tuple[int, str]]]()
    for number, name in enumerate(("Ann", "Zebedee", "ann", "Mrs Nobody")):
        with at(house, f"127.0.1.{number + 1}") as eve:
            hashed.clear()
            answers = [
                send(eve, "/sign-in", "/sign-in", name=name, password="guess") for _ in range(6)
            ]
            said = [(each.status_code, re.sub(r'value="[^"]*"', "", each.text)) for each in answers]
            seen.append(said)
        if name in ("Ann", "Zebedee"):
            assert len(hashed) == 5, "as slow for a name that nobody has"
    assert [code for code, _ in seen[0]] == [401] * 5 + [429]
    assert seen[1] == seen[0] == seen[3]
    assert [code for code, _ in seen[2]] == [429] * 6, "however it is written, it is one name"


def test_of_wrong_pins_the_narrator_hears(house: House) -> None:
    lucy = accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    for guess in range(6):
        let_in(house, lucy, "", pin=str(guess))
    assert [each for each in told(house) if "wrong PIN was typed several times" in each]


def test_of_slow_guesses_the_narrator_hears_as_well(house: House) -> None:
    clock, lucy = Clock(), accounts.make(house.book, "Lucy", F, "x", NOW, relation="niece")
    desk = house.desk
    desk.pins, desk.sign_ins, desk.slips = Waits(clock), Waits(clock), Throttle(5, 86400, clock)
    for guess in range(6):  # so slow that nobody has to wait
        assert "not your PIN" in let_in(house, lucy, "", pin=str(guess)).text
        with house.visitor() as eve:
            wrong = send(eve, "/sign-in", "/sign-in", name="Ann", password="guess")
            assert wrong.status_code == 401
        clock.now += 1000
    assert any("wrong PIN was typed several times" in each for each in told(house))
    tried = "Somebody tried several wrong passwords for Ann. Nothing was opened."
    ends = time.monotonic() + 60
    while tried not in told(house):  # it is written down after the answer
        assert time.monotonic() < ends, "she never heard of it"
        time.sleep(0.02)


def test_one_slip_of_the_finger_is_told_to_nobody(house: House) -> None:
    with house.visitor() as ann:
        send(ann, "/sign-in", "/sign-in", name="Ann", password="slip")
        signed_in(ann, "Ann")
    assert not any("wrong" in each for each in told(house))


# -- the advocate's address, doors that are closed


def test_whoever_turns_the_advocates_messages_elsewhere_is_not_unheard(house: House) -> None:
    house.desk.reachable = lambda typed: f"mailto://{typed}"
    says = "A new address was written down for Adam, to be told when something is wrong."
    with house.visitor(A) as adam:
        for address, many in (("adam@a.org", 1), ("adam@a.org", 1), ("eve@b.org", 2)):
            send(adam, "/advocate", "/advocate/address", address=address)
            assert sum(each.startswith(says) for each in told(house)) == many, address
    with house.visitor(N) as rose:
        assert says in rose.get("/me/people").text


def test_a_door_that_somebody_closes_at_her_tablet_is_told_to_her(house: House) -> None:
    with house.visitor(N) as rose:
        send(rose, "/me/people", f"/me/people/{house.people[A].id}/close")
        page = rose.get("/me/people").text
    assert "The door was closed to Adam on your page. You can open it again there." in page
    assert "Open it as it was" in page
    assert any("closed to Adam" in each for each in told(house)), "and waits to be said aloud"


def test_whoever_lets_the_advocate_in_no_more_at_her_tablet_is_not_unheard(house: House) -> None:
    with house.visitor(N) as rose:
        path = f"/me/people/{house.people[A].id}/let-in"
        send(rose, "/me/people", path, role="advocate", given="false")
    assert any("closed to Adam" in each for each in told(house))
    letting_in.ask(house.book, house.people[C], F, NOW)
    letting_in.answer(house.book, house.people[C].id, F, True, "page", NOW)
    letting_in.answer(house.book, house.people[C].id, F, False, "page", NOW)
    assert "Something that Carol was allowed was taken back on your page." in told(house)


def test_what_a_thief_does_at_her_page_is_not_told_by_showing_it_to_the_thief(house: House) -> None:
    with house.visitor() as thief:
        signed_in(thief, "Rose")
        assert "opened with your password" in thief.get("/me/people").text
        assert any("opened with your password" in each for each in told(house))
        assert "opened with your password" not in thief.get("/me").text, (
            "it was on the page, which says so once"
        )


# -- staying signed in, and forms from nowhere


def test_without_the_tick_a_sign_in_ends_with_the_browser_and_with_the_day(house: House) -> None:
    with house.visitor() as library, house.visitor() as own:
        (visit,) = visits(signed_in(library, "Ann"))
        assert "max-age" not in visit and "expires" not in visit
        (visit,) = visits(signed_in(own, "Rose", stays="true"))
        assert "max-age" in visit
        house.desk.now = lambda: NOW + timedelta(hours=23)
        assert library.get("/family").status_code == 200
        house.desk.now = lambda: NOW + timedelta(hours=48)
        assert library.get("/family").headers["location"] == "/sign-in"
        assert own.get("/me").status_code == 200


def test_who_ticked_it_once_has_not_ticked_it_for_ever(house: House) -> None:
    with house.visitor() as tablet:
        signed_in(tablet, "Ann", stays="true")
        send(tablet, "/family", "/sign-out")
        signed_in(tablet, "Ann")
        house.desk.now = lambda: NOW + timedelta(days=2)
        assert tablet.get("/family").headers["location"] == "/sign-in"


def visits(answer: httpx.Response) -> list[str]:
    set_ = answer.headers.get_list("set-cookie")
    return [each.lower() for each in set_ if each.startswith(f"{COOKIE}=")]


def test_a_form_that_does_not_say_where_it_comes_from_does_nothing(house: House) -> None:
    with house.visitor(F) as ann:
        form = {"mark": mark(ann, "/family"), "question": "Where did you two meet?"}
        del ann.headers["Origin"]
        answer = ann.post("/family/questions", data=form)
        assert answer.status_code == 403 and "another page" in answer.text
        for site in ("none", "same-site", "cross-site"):
            said = {"Sec-Fetch-Site": site}
            assert ann.post("/family/questions", data=form, headers=said).status_code == 403
        said = {"Sec-Fetch-Site": "same-origin"}
        assert ann.post("/family/questions", data=form, headers=said).status_code == 303


def test_what_another_version_wrote_down_stops_neither_a_page_nor_a_talk(house: House) -> None:
    unheard = "INSERT INTO news (what, who, at) VALUES ('of a later version', 'Ann', ?)"
    house.book.commit(lambda db: db.execute(unheard, (NOW.isoformat(),)))
    house.book.commit(lambda db: news.add(db, news.What.TEST, "Ann", NOW))
    assert told(house) == ["A test message was sent to Ann. Nothing was wrong."]
    assert [each.what for each in news.lately(house.book)] == [news.What.TEST]
