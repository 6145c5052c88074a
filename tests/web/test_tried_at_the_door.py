"""Whoever tries a door that is not theirs: with a shared tablet, a stolen cookie, guessed words, PINs and names."""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from web_house import NOW, PASSWORD, PIN, House, furnished, mark, send, served

from voice_agent.archive import accounts, news
from voice_agent.archive.accounts import Account, Role
from voice_agent.web.guard import COOKIE
from voice_agent.web.throttle import Throttle, Waits

N, C, F, A = Role.NARRATOR, Role.CAREGIVER, Role.FAMILY, Role.ADVOCATE

NEW = "a brand new password"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(furnished(tmp_path / "state")) as open_house:
        yield open_house


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def signed_in(client: httpx.Client, name: str, **more: str) -> httpx.Response:
    return send(client, "/sign-in", "/sign-in", name=name, password=PASSWORD, **more)


def let_in(house: House, who: Account, word: str, pin: str = PIN) -> httpx.Response:
    with house.visitor(N) as rose:
        form = {"role": "family", "given": "true", "relation": "niece", "word": word, "pin": pin}
        return send(rose, "/me/people", f"/me/people/{who.id}/let-in", **form)


def told(house: House) -> list[str]:
    return [each.says for each in news.untold(house.book)]


@contextmanager
def at(house: House, address: str) -> Generator[httpx.Client]:
    """A browser at another address of the home."""
    way = httpx.HTTPTransport(local_address=address)
    own = {"Origin": house.address}
    with httpx.Client(base_url=house.address, headers=own, transport=way, timeout=30) as client:
        yield client


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
    with house.visitor():  # what is written down after an answer is written before the next sign-in
        assert any("wrong PIN was typed several times" in each for each in told(house))
    assert "Somebody tried several wrong passwords for Ann. Nothing was opened." in told(house)


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
    assert "Open it again" in page
    assert any("closed to Adam" in each for each in told(house)), "and waits to be said aloud"


def test_what_a_thief_does_at_her_page_is_not_told_by_showing_it_to_the_thief(house: House) -> None:
    with house.visitor() as thief:
        signed_in(thief, "Rose")
        assert "Somebody with your own password came in" in thief.get("/me/people").text
        assert any("Somebody with your own password" in each for each in told(house))
        assert "own password" not in thief.get("/me").text, "it was on the page, which says so once"


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
