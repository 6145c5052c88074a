"""What is sent to the house: whoever may not send it is told so before it is read, and junk is turned away cheaply."""

import logging
import os
import socket
import time
from collections.abc import Iterator
from typing import cast

import httpx
import pytest
from fastapi.routing import APIRoute
from web_house import NAMES, PASSWORD, House, furnished, mark, send, served

from voice_agent.archive import family
from voice_agent.archive.accounts import Role
from voice_agent.web import doors
from voice_agent.web.app import make
from voice_agent.web.doorman import Doorman
from voice_agent.web.guard import COOKIE

SECRET = "millpond-canary"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


@pytest.fixture(scope="module")
def cookies(house: House) -> dict[Role | None, str]:
    """Of everybody, and of somebody who is nobody."""
    found: dict[Role | None, str] = {None: "x" * 43}
    for role in Role:
        with house.visitor(role) as client:
            found[role] = client.cookies[COOKIE]
    return found


def told(house: House, path: str, cookie: str, *more: str, length: int = 14_000_000) -> str:
    """The answer to a form of which only the head is sent, and not a byte of what it announces."""
    port = int(house.address.rpartition(":")[2])
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: {COOKIE}={cookie}",
        "Content-Type: multipart/form-data; boundary=x",
        f"Content-Length: {length}",
        *(more or (f"Origin: {house.address}",)),
        "Connection: close",
    )
    with socket.create_connection(("127.0.0.1", port), 3) as line:
        line.sendall("\r\n".join((*head, "", "")).encode())
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    return answer.decode()


@pytest.mark.parametrize("role", [None, Role.NARRATOR, Role.CAREGIVER, Role.ADVOCATE], ids=str)
def test_a_large_picture_of_somebody_who_may_not_send_one_is_refused_unread(
    house: House, cookies: dict[Role | None, str], role: Role | None
) -> None:
    answer = told(house, "/family/photographs", cookies[role])
    if role is None:
        assert " 401 " in answer.splitlines()[0]
        assert "Please sign in first. Nothing was done." in answer
    else:
        assert " 403 " in answer.splitlines()[0]
        assert "This page is for somebody else" in answer
    assert "Content-Security-Policy".lower() in answer.lower()


def test_every_form_is_refused_unread_where_the_cookie_says_that_it_is_not_theirs(
    house: House, cookies: dict[Role | None, str]
) -> None:
    described = make(house.desk).openapi()["paths"]
    everybodys = {route.path for route in doors.router.routes}  # type: ignore[attr-defined]
    forms = [path for path, methods in described.items() if "post" in methods]
    assert len(forms) > 30
    wrong = {"/care": Role.FAMILY, "/family": Role.CAREGIVER, "/me": Role.FAMILY}
    for path in set(forms) - everybodys:
        address = path.replace("{", "").replace("}", "").replace("number", "7").replace("turn", "2")
        assert told(house, address, cookies[None], length=90_000).split()[1] == "401", path
        for begins, role in wrong.items():
            if path.startswith(f"{begins}/"):
                assert told(house, address, cookies[role], length=90_000).split()[1] == "403", path


def test_a_large_form_for_a_door_that_is_everybodys_is_refused_unread(
    house: House, cookies: dict[Role | None, str]
) -> None:
    for path in ("/sign-in", "/first", "/invite/guessed", "/sign-out"):
        answer = told(house, path, cookies[None], length=90_000)
        assert " 413 " in answer.splitlines()[0]
        assert "too large: no more than 10 kB" in answer


def test_a_picture_from_another_page_is_refused_unread(
    house: House, cookies: dict[Role | None, str]
) -> None:
    for more in ("Origin: https://evil.example", "Sec-Fetch-Site: cross-site"):
        answer = told(house, "/family/photographs", cookies[Role.FAMILY], more)
        assert " 403 " in answer.splitlines()[0]
        assert "another page" in answer


def test_a_telephone_whose_visit_has_ended_reads_why_its_picture_was_not_taken(
    house: House,
) -> None:
    """It sends to the end before it listens, as browsers do."""
    with house.visitor() as client:
        form = {"mark": mark(client, "/sign-in")}
        image = {"picture": ("a.jpg", os.urandom(12_000_000))}
        answer = client.post("/family/photographs", data=form, files=image)
    assert answer.status_code == 401
    assert "Please sign in first" in answer.text


def parts(many: int, name: str = "a", says: str = "b") -> bytes:
    each = f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{says}\r\n'
    return (each * many + "--x--\r\n").encode()


MANY = {"Content-Type": "multipart/form-data; boundary=x"}

WORDS = {"Content-Type": "application/x-www-form-urlencoded"}

JUNK: dict[str, tuple[dict[str, str], bytes, int]] = {
    "thousands of parts": (MANY, parts(1500), 400),
    "thousands of fields": (WORDS, f"{SECRET}=1&".encode() * 4000, 400),
    "thousands of parts of a strange name": (
        {"Content-Type": "Multipart/FORM-data; boundary=x"},
        parts(1500),
        400,
    ),
    "a name without an end": (MANY, parts(1, name=SECRET * 5000), 400),
    "a word without an end": (WORDS, b"question=" + SECRET.encode() * 6000, 403),
    "a name of files": (MANY, parts(1, name=f'a"; filename="{SECRET}'), 403),
    "parts within parts": (
        MANY,
        b"--x\r\nContent-Disposition: form-data; name=m\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n"
        + parts(90).replace(b"--x", b"--y"),
        403,
    ),
    "a part without a head": (MANY, b"--x\r\n\r\n" + SECRET.encode() + b"\r\n--x--\r\n", 400),
    "no parts at all": (MANY, SECRET.encode() * 1000, 400),
    "no border": ({"Content-Type": "multipart/form-data"}, parts(3), 400),
    "a border without an end": (
        {"Content-Type": f"multipart/form-data; boundary={'x' * 3000}"},
        parts(3),
        400,
    ),
    "a strange alphabet": (
        {"Content-Type": "multipart/form-data; boundary=x; charset=zip"},
        parts(3),
        403,
    ),
    "braces": ({"Content-Type": "application/json"}, b'{"a":' * 19_000, 403),
    "brackets as words": (WORDS, b"[" * 99_000, 403),
    "nothing of a kind": ({"Content-Type": f"{SECRET}/{SECRET}"}, b"\x00" * 99_000, 403),
    "what is no text": (WORDS, b"mark=\xff\xfe%00%ff&question=%ed%a0%80", 403),
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_is_refused_cheaply_politely_and_forgotten(
    house: House, cookies: dict[Role | None, str], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    kind, body, status = JUNK[name]
    caplog.set_level(logging.DEBUG)
    headers = {**kind, "Origin": house.address, "Cookie": f"{COOKIE}={cookies[Role.FAMILY]}"}
    with httpx.Client(base_url=house.address, headers=headers) as client:
        client.get("/family")
        before = time.process_time()
        answer = client.post("/family/questions", content=body)
        spent = time.process_time() - before
    assert answer.status_code == status
    assert spent < 3, "what is refused costs next to nothing, on a busy machine too"
    assert "<html" in answer.text
    assert SECRET not in answer.text
    assert SECRET not in "\n".join(
        f"{each.getMessage()} {each.exc_text}" for each in caplog.records
    )


def test_a_form_without_a_length_is_broken_off_where_it_grows_too_large(house: House) -> None:
    with house.visitor(Role.FAMILY) as ann:
        good = mark(ann, "/family")

        def without_end() -> Iterator[bytes]:
            yield f"mark={good}&question=".encode()
            for _ in range(4000):
                yield b"y" * 1000

        answer = ann.post("/family/questions", content=without_end(), headers=WORDS)
    assert answer.status_code == 413
    assert "no more than 100 kB" in answer.text


HEADS: dict[str, tuple[str, dict[str, str], int]] = {
    "an enormous cookie": ("/sign-in", {"Cookie": f"visit={SECRET * 800}"}, 431),
    "thousands of cookies": ("/sign-in", {"Cookie": "; ".join(["a=b"] * 2000)}, 431),
    "many lines": ("/sign-in", {f"X-{n}": SECRET for n in range(200)}, 431),
    "a long line": ("/sign-in", {"X-A": SECRET * 900}, 431),
    "a long question": (f"/sign-in?{SECRET * 700}", {}, 414),
    "a long address": (f"/{SECRET * 700}", {}, 414),
    "cookies of other pages of that name": (
        "/sign-in",
        {"Cookie": "; ".join(["abc=def"] * 200)},
        200,
    ),
    "a cookie that is none": ("/sign-in", {"Cookie": ";;=;=;\x01==;\xff"}, 200),
}


@pytest.mark.parametrize("name", HEADS)
def test_what_comes_before_a_form_is_as_short_as_a_browser_makes_it(
    house: House, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    address, headers, status = HEADS[name]
    caplog.set_level(logging.DEBUG)
    with httpx.Client(base_url=house.address) as client:
        raw = [(key.encode(), value.encode("latin-1")) for key, value in headers.items()]
        before = time.process_time()
        answer = client.get(address, headers=raw)
        assert time.process_time() - before < 3
    assert answer.status_code == status
    logged = [each.getMessage() for each in caplog.records if not each.name.startswith("http")]
    assert SECRET not in answer.text
    assert SECRET not in "\n".join(logged)


def test_what_is_no_request_is_not_written_down(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    port = int(house.address.rpartition(":")[2])
    upgrade = "Connection: Upgrade\r\nUpgrade: {}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AA==\r\n"
    for says in (
        f"{SECRET}\r\n\r\n",
        f"GET /{SECRET} HTTP/9\r\n\r\n",
        f"GET /talk/{SECRET} HTTP/1.1\r\nHost: localhost\r\n{upgrade.format('websocket')}\r\n",
        f"GET / HTTP/1.1\r\nHost: localhost\r\n{upgrade.format(SECRET)}\r\n",
        f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {SECRET}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: localhost\r\nX: {'y' * 70_000}{SECRET}",
    ):
        with socket.create_connection(("127.0.0.1", port), 5) as line:
            line.sendall(says.encode())
            line.recv(65536)
    assert [each for each in caplog.records if SECRET in each.getMessage()] == []


def test_whoever_goes_away_in_the_middle_is_not_written_down(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    port = int(house.address.rpartition(":")[2])
    for path in ("/sign-out", "/sign-in", "/nowhere"):
        with socket.create_connection(("127.0.0.1", port), 5) as line:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {WORDS['Content-Type']}\r\n"
            line.sendall(f"{head}Content-Length: 900\r\n\r\nname={SECRET}".encode())
            time.sleep(0.1)
    time.sleep(0.3)
    assert [each for each in caplog.records if each.name.startswith("uvicorn")] == []


def test_no_more_than_three_parcels_of_one_person_are_under_way(house: House) -> None:
    with house.visitor(Role.FAMILY) as ann:
        port, cookie = int(house.address.rpartition(":")[2]), ann.cookies[COOKIE]
        head = (
            f"POST /family/photographs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {COOKIE}={cookie}\r\n"
            f"Origin: {house.address}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
            "Content-Length: 14000000\r\n\r\n"
        )
        lines = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(3)]
        for line in lines:
            line.sendall(head.encode() + b"--x\r\n")
        time.sleep(0.3)
        assert "one after another" in told(house, "/family/photographs", cookie)
        question = send(ann, "/family", "/family/questions", question="What did you have for tea?")
        assert question.status_code == 303, "words are not parcels"
        for line in lines:
            line.close()
        time.sleep(0.3)
        image = {"picture": ("a.jpg", b"no picture")}
        assert send(ann, "/family", "/family/photographs", files=image).status_code == 415


def test_an_honest_form_is_taken_as_it_always_was(house: House) -> None:
    before = len(family.waiting(house.book))
    with house.visitor(Role.FAMILY) as ann:
        answer = send(ann, "/family", "/family/questions", question="Who taught you to swim?")
    assert answer.status_code == 303
    assert len(family.waiting(house.book)) == before + 1
    with house.visitor() as stranger:
        answer = send(stranger, "/sign-in", "/sign-in", name=NAMES[Role.FAMILY], password=PASSWORD)
        assert answer.status_code == 303


def test_the_doorman_knows_every_form_there_is(house: House) -> None:
    app = make(house.desk)
    (layer,) = [each for each in app.user_middleware if each.cls is Doorman]
    routes = cast(list[APIRoute], layer.kwargs["routes"])
    known = {route.path for route in routes if "POST" in (getattr(route, "methods", None) or ())}
    forms = {path for path, methods in app.openapi()["paths"].items() if "post" in methods}
    assert known == forms
