"""People who should not come in, and parcels that should not: each is refused, and told why in plain words."""

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from PIL import Image
from web_house import (
    NAMES,
    NOW,
    PASSWORD,
    QUICK,
    SAID,
    TALK,
    House,
    fields,
    furnished,
    mark,
    remembered,
    send,
    served,
)

from voice_agent.archive import accounts, family, invitations, letting_in, sharing
from voice_agent.archive.accounts import Role
from voice_agent.web.guard import COOKIE
from voice_agent.web.throttle import Throttle, Waits


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


@pytest.fixture
def stranger(house: House) -> Iterator[httpx.Client]:
    with house.visitor() as client:
        yield client


@pytest.fixture
def ann(house: House) -> Iterator[httpx.Client]:
    with house.visitor(Role.FAMILY) as client:
        yield client


@pytest.fixture
def rose(house: House) -> Iterator[httpx.Client]:
    with house.visitor(Role.NARRATOR) as client:
        yield client


def picture(size: tuple[int, int] = (30, 20)) -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "SpyCam"
    Image.new("RGB", size, "teal").save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fsettings.py",
        "/photographs/..%2f..%2frecord.db.jpg",
        "/me/stories/..%2f..%2fetc/2/sound",
        "/me/stories/%00/1",
        "/me/stories/x/99999999999999999999999",
        "/feed/..%2f..%2frecord.db.ics",
        "/invite/../../etc/passwd",
    ],
)
def test_no_path_leads_out_of_the_house(rose: httpx.Client, path: str) -> None:
    request = rose.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=path.encode())  # as it is: httpx would tidy it up
    answer = rose.send(request)
    assert answer.status_code in (303, 400, 403, 404), path
    assert "SQLite" not in answer.text
    assert "import" not in answer.text


def test_a_form_from_another_page_does_nothing(house: House, ann: httpx.Client) -> None:
    before = len(family.waiting(house.book))
    good = mark(ann, "/family")
    form = {"mark": good, "question": "Where is the will?"}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
    ):
        answer = ann.post("/family/questions", data=form, headers=headers)
        assert answer.status_code == 403
        assert "another page" in answer.text
    for stolen in ("", "0" * 64, good[:-1]):
        answer = ann.post("/family/questions", data={**form, "mark": stolen})
        assert answer.status_code == 403
    with house.visitor(Role.NARRATOR) as rose:
        theirs = mark(rose, "/me/people")
    assert ann.post("/family/questions", data={**form, "mark": theirs}).status_code == 403
    assert len(family.waiting(house.book)) == before


def test_the_cookie_of_before_the_sign_in_opens_nothing_afterwards(
    house: House, stranger: httpx.Client
) -> None:
    planted = "x" * 43
    stranger.cookies.set(COOKIE, planted, domain="127.0.0.1", path="/")
    send(stranger, "/sign-in", "/sign-in", name=NAMES[Role.NARRATOR], password=PASSWORD)
    assert stranger.get("/me").status_code == 200
    assert stranger.cookies[COOKIE] != planted
    attacker = httpx.Client(base_url=house.address, cookies={COOKIE: planted})
    assert attacker.get("/me").status_code == 303
    attacker.close()


def test_the_cookie_is_kept_from_scripts_and_other_sites(stranger: httpx.Client) -> None:
    cookie = stranger.get("/sign-in").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_signing_out_closes_the_door_for_a_copied_cookie(house: House) -> None:
    with house.visitor(Role.FAMILY) as client:
        copied = client.cookies[COOKIE]
        send(client, "/family", "/sign-out")
    with httpx.Client(base_url=house.address, cookies={COOKIE: copied}) as thief:
        assert thief.get("/family").headers["location"] == "/sign-in"


def test_an_invitation_opens_once_and_not_for_ever(house: House, stranger: httpx.Client) -> None:
    rose = house.people[Role.NARRATOR]
    token = invitations.invite(house.book, rose, Role.FAMILY, "Tom", "son", NOW)
    form = {"password": "a long password"}
    assert send(stranger, f"/invite/{token}", f"/invite/{token}", **form).status_code == 303
    assert stranger.get("/family").headers["location"] == "/waiting"
    with house.visitor() as again:
        page = mark(again, "/sign-in")
        for answer in (
            again.get(f"/invite/{token}"),
            again.post(f"/invite/{token}", data={"mark": page, **form}),
            again.get("/invite/guessed"),
        ):
            assert answer.status_code == 403
            assert "used, or taken back, or is too old" in answer.text
    old = invitations.invite(house.book, rose, Role.FAMILY, "Tim", "son", NOW - timedelta(days=4))
    assert invitations.offered(house.book, old, NOW) is None


def test_whoever_is_shown_out_has_no_invitation_left_to_come_back_by(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    carol, rose = made.people[Role.CAREGIVER], made.people[Role.NARRATOR]
    hers = invitations.invite(made.book, carol, Role.FAMILY, "Carol's cousin", "cousin", NOW)
    other = invitations.invite(made.book, rose, Role.FAMILY, "Tom", "son", NOW)
    letting_in.close(made.book, carol.id, NOW)
    assert invitations.offered(made.book, hers, NOW) is None
    assert invitations.offered(made.book, other, NOW)
    made.book.close()


def test_nobody_can_make_themselves_the_narrator(house: House, ann: httpx.Client) -> None:
    carol = house.people[Role.CAREGIVER]
    for role in (Role.NARRATOR, Role.CAREGIVER, Role.ADVOCATE):
        with pytest.raises(accounts.AccountRefused):
            invitations.invite(house.book, carol, role, "Eve", "niece", NOW)
    with house.visitor() as eve:
        answer = eve.get(f"/first?code={house.desk.code}")
        assert answer.status_code == 403
        assert "first account already" in answer.text


def test_the_first_account_needs_the_code_that_was_shown(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.book.commit(lambda db: db.execute("DELETE FROM accounts"))
    with served(made) as empty, empty.visitor() as client:
        assert client.get("/first?code=guess").status_code == 403
        path = f"/first?code={empty.desk.code}"
        form = {"name": "Rose", "code": empty.desk.code}
        assert send(client, path, "/first", password="12345", **form).status_code == 400
        assert send(client, path, "/first", password="123456", **form).status_code == 303
        assert client.get("/me").status_code == 200


def test_guessing_passwords_soon_comes_to_an_end(tmp_path: Path) -> None:
    with served(furnished(tmp_path / "state")) as closed, closed.visitor() as eve:
        form = {"name": NAMES[Role.NARRATOR], "password": "guess"}
        codes = [send(eve, "/sign-in", "/sign-in", **form).status_code for _ in range(6)]
        assert codes == [401] * 5 + [429]
        right = send(eve, "/sign-in", "/sign-in", name=NAMES[Role.NARRATOR], password=PASSWORD)
        with closed.visitor() as somebody:
            assert mark(somebody, "/sign-in"), "the page itself is there for everybody"
        assert right.status_code == 429
        forwarded = {"X-Forwarded-For": "192.0.2.7"}
        data = {"mark": mark(eve, "/sign-in"), "name": NAMES[Role.FAMILY], "password": PASSWORD}
        elsewhere = eve.post("/sign-in", data=data, headers=forwarded)
        assert elsewhere.status_code == 429, "nobody comes from elsewhere by saying so"
        assert "Please wait 5 seconds" in right.text, "and nobody for long"


def test_guessing_many_passwords_at_once_is_no_quicker(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.desk.hasher = PasswordHasher()  # as slow as it really is
    with served(made) as closed, closed.visitor() as eve:
        form = {"mark": mark(eve, "/sign-in"), "name": "Nobody", "password": "guess"}
        with ThreadPoolExecutor(12) as hands:
            tries = [hands.submit(eve.post, "/sign-in", data=form) for _ in range(12)]
        codes = sorted(each.result().status_code for each in tries)
    assert codes == [401] * 5 + [429] * 7


def test_a_name_written_with_more_room_in_it_is_the_same_name(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.desk.sign_ins = Waits(lambda: 0.0)
    letting_in.welcomed(made.book, "Mary Ann", Role.FAMILY, QUICK.hash(PASSWORD), NOW)
    with served(made) as closed, closed.visitor() as eve:
        send(eve, "/sign-in", "/sign-in", name=" mary \u2003 ANN ", password="guess")
        waits = [made.desk.sign_ins.begin("name maryann") for _ in range(5)]
    assert waits == [0.0] * 4 + [4.0]


def test_a_flood_is_turned_away_in_plain_words(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.desk.gets = Throttle(5, 60, lambda: 0.0)
    with served(made) as flooded, flooded.visitor() as eve:
        answers = [eve.get("/sign-in") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "Please wait a minute" in answers[-1].text


def test_what_is_too_large_or_no_picture_is_refused_and_not_kept(
    house: House, ann: httpx.Client
) -> None:
    before = len(family.photographs(house.book))
    for image, code in (
        (b"", 415),
        (b"GIF89a nonsense", 415),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", 415),
        (picture()[:60], 415),
        (b"\x00" * 30_000_001, 413),
    ):
        answer = send(
            ann, "/family", "/family/photographs", files={"picture": ("../../x.jpg", image)}
        )
        assert answer.status_code == code
        assert "kept" in answer.text or "picture we can open" in answer.text
    answer = send(ann, "/family", "/family/questions", question="y" * 301)
    assert answer.status_code == 400
    assert ann.post("/family/questions", content=b"x" * 200_000).status_code == 413
    assert len(family.photographs(house.book)) == before


def test_a_picture_is_made_anew_and_shown_to_its_sender_and_the_narrator(
    house: House, ann: httpx.Client, rose: httpx.Client
) -> None:
    answer = send(
        ann,
        "/family",
        "/family/photographs",
        files={"picture": ("a.jpg", picture((3000, 900)))},
        caption="Us",
    )
    assert answer.status_code == 303
    kept = family.photographs(house.book)[0]
    path = family.picture(house.book.state, kept)
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"SpyCam" not in path.read_bytes()
    with Image.open(path) as image:
        assert image.size == (1600, 480)
    address = f"/photographs/{kept.id}.jpg"
    assert ann.get(address).status_code == rose.get(address).status_code == 200
    other = letting_in.welcomed(house.book, "Bill", Role.FAMILY, QUICK.hash(PASSWORD), NOW)
    with house.visitor() as bill:
        send(bill, "/sign-in", "/sign-in", name=other.name, password=PASSWORD)
        assert bill.get(address).status_code == 404
        story = f"/me/stories/{TALK}/2"
        assert send(rose, story, f"{story}/picture", picture=kept.id).status_code == 303
        assert bill.get(address).status_code == 404, "the story is not shared yet"
        send(rose, story, f"{story}/share", whom=other.id)
        assert bill.get(address).status_code == 200
        send(rose, story, f"{story}/retract")
        assert bill.get(address).status_code == 404


def test_a_strange_name_for_this_computer_is_a_trick(house: House) -> None:
    answer = httpx.get(house.address + "/sign-in", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "not served under that name" in answer.text


def test_what_somebody_wrote_is_shown_as_they_wrote_it(
    house: House, ann: httpx.Client, rose: httpx.Client
) -> None:
    send(ann, "/family", "/family/questions", question="<script>alert('hello')</script>")
    page = rose.get("/me/post").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_what_was_said_to_be_private_cannot_be_shared_by_any_click(
    house: House, rose: httpx.Client
) -> None:
    remembered(house, "private")
    address = f"/me/stories/{TALK}/4"
    answer = send(rose, "/me/people", f"{address}/share", whom="everybody")
    assert answer.status_code == 400
    assert "between the two of us" in answer.text
    assert "between the two of us" in rose.get(address).text
    # shared before the label was spoken: the label still holds
    house.book.commit(
        lambda db: db.execute(
            "INSERT INTO shares (session, turn, version, account, voice, at) VALUES (?, 4, 1, '', 0, ?)",
            (TALK, NOW.isoformat()),
        )
    )
    told = sharing.shared_with(house.book, house.people[Role.FAMILY])
    assert [each.turn for each in told if each.turn == 4] == []


def test_changing_and_taking_back_work_at_once(house: House, rose: httpx.Client) -> None:
    address, ann = f"/me/stories/{TALK}/2", house.people[Role.FAMILY]
    assert send(rose, address, f"{address}/share", whom=ann.id, voice="true").status_code == 303
    new = "My grandmother Marigold had the kitchen by the mill. She let me stir."
    form = {**fields(rose.get(f"{address}/words").text, "/me/words"), "reads": new}
    assert rose.post("/me/words", data=form).status_code == 303
    (told,) = sharing.shared_with(house.book, ann)
    assert told.text == new
    assert not told.voice, "the recording still says what was taken out"
    words = sharing.story(house.book, TALK, 2)
    assert words.version == 1 and words.heard == SAID[1][1], "what was heard stays what was heard"
    assert send(rose, address, f"{address}/retract").status_code == 303
    assert sharing.shared_with(house.book, ann) == []
