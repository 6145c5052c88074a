"""Somebody on the home network opens connections and says nothing, or only a little: everybody else is let in all the same."""

import socket
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import anyio
import httpx
import pytest
from web_house import NOW, House, furnished, served
from websockets.sync.client import connect

from voice_agent.archive.accounts import Role
from voice_agent.web.certificate import papers
from voice_agent.web.guard import COOKIE
from voice_agent.web.line import Line
from voice_agent.web.porch import OF_ONE, PLACES, RESTS, Doing, Porch, Seat
from voice_agent.web.throttle import Throttle

PATIENCE = 15
"""Seconds after which a visitor gives up. On a busy machine a page may take its time; it must come."""

HEAD = b"Host: localhost\r\nUser-Agent: x\r\n"

ATTACKS: dict[str, bytes] = {
    "says nothing": b"",
    "half a head": b"GET /sign-in HTTP/1.1\r\n" + HEAD,
    "half a body": b"POST /sign-in HTTP/1.1\r\n"
    + HEAD
    + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nname=",
    "kept alive": b"GET /sign-in HTTP/1.1\r\n" + HEAD + b"\r\n",
    "half of a next one": b"GET /sign-in HTTP/1.1\r\n" + HEAD + b"\r\nGET /sign-in HTTP/1.1\r\n",
    "a body nobody wants": b"POST /nowhere HTTP/1.1\r\n" + HEAD + b"Content-Length: 900\r\n\r\nx",
    "half a line": b"GET /talk/line HTTP/1.1\r\n"
    + HEAD
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
    "somebody else's line": b"GET /talk/line HTTP/1.1\r\n"
    + HEAD
    + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}


def called(house: House, address: str, says: bytes = b"") -> socket.socket:
    """A connection from `address` on which only `says` was said."""
    line = socket.create_connection(
        ("127.0.0.1", int(house.address.rpartition(":")[2])), 5, (address, 0)
    )
    line.sendall(says)
    return line


@contextmanager
def flood(house: House, addresses: list[str], many: int, says: bytes = b"") -> Generator[None]:
    with ExitStack() as stack:
        for address in addresses:
            for _ in range(many):
                stack.enter_context(called(house, address, says))
        yield


def ended(line: socket.socket) -> bool:
    """Has the other side hung up? What it had said before is read."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


def comes_in(house: House, address: str = "127.0.0.1") -> bool:
    """Does somebody at `address` get a page, on a connection of their own?"""
    way = httpx.HTTPTransport(local_address=address, verify=False)
    try:
        with httpx.Client(base_url=house.address, transport=way, timeout=PATIENCE) as client:
            return client.get("/sign-in").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("says", ATTACKS.values(), ids=ATTACKS)
def test_two_hundred_connections_of_one_address_keep_nobody_else_out(
    house: House, says: bytes
) -> None:
    with flood(house, ["127.0.0.2"], 200, says):
        assert comes_in(house)


def test_many_addresses_that_are_silent_keep_nobody_out(house: House) -> None:
    addresses = [f"127.0.0.{n}" for n in range(10, 22)]
    with flood(house, addresses, 38):
        assert comes_in(house)
        assert comes_in(house, "127.0.0.10"), "nor whoever shares an address with them"


def test_a_family_of_five_behind_one_router_is_not_turned_away(house: House) -> None:
    with ExitStack() as stack:
        way = httpx.HTTPTransport(
            local_address="127.0.0.7", limits=httpx.Limits(max_connections=30)
        )
        family = stack.enter_context(httpx.Client(base_url=house.address, transport=way))
        lines = [
            stack.enter_context(called(house, "127.0.0.7", ATTACKS["kept alive"]))
            for _ in range(29)
        ]
        assert family.get("/sign-in").status_code == 200
        assert not any(ended(line) for line in lines)


def test_five_telephones_read_at_once_while_somebody_floods(house: House) -> None:
    def reads(address: str) -> None:
        way = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=house.address, transport=way, timeout=PATIENCE) as telephone:
            for page in ("/sign-in", "/static/style.css", "/static/htmx.min.js", "/certificate"):
                assert telephone.get(page).status_code == 200

    addresses = [f"127.0.1.{n % 5 + 1}" for n in range(1, 31)]
    with flood(house, ["127.0.0.2", "127.0.0.3"], 200), ThreadPoolExecutor(30) as connections:
        assert list(connections.map(reads, addresses)) == [None] * 30


def test_whoever_rests_is_hung_up_on_and_a_talk_never_is(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")

    async def talk(line: Line) -> None:
        await anyio.sleep_forever()

    made.desk.talk = talk
    with ExitStack() as stack:
        house = stack.enter_context(served(made))
        rose = stack.enter_context(house.visitor(Role.NARRATOR))
        page = house.address.replace("http", "ws") + "/talk/line"
        cookie = {"Cookie": f"{COOKIE}={rose.cookies[COOKIE]}"}
        talking = stack.enter_context(
            connect(page, additional_headers=cookie, origin=house.address)  # type: ignore[arg-type]
        )
        assert '"next"' in str(talking.recv(5))
        lines = {
            name: stack.enter_context(called(house, "127.0.0.2", says))
            for name, says in ATTACKS.items()
        }
        dripping = [stack.enter_context(called(house, "127.0.0.3", ATTACKS["half a body"]))]
        dripping += [stack.enter_context(called(house, "127.0.0.3", ATTACKS["half a head"]))]
        until = time.monotonic() + RESTS[Doing.ASKING] + 4
        while time.monotonic() < until:
            for line in dripping:
                with suppress(OSError):
                    line.send(b"a")
            time.sleep(0.5)
        assert [name for name, line in lines.items() if not ended(line)] == []
        assert [line for line in dripping if not ended(line)] == []
        assert talking.ping().wait(5), "whoever talks is still there"


def test_connections_that_never_read_keep_nobody_else_out(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.desk.gets = Throttle(1200, 60, time.monotonic)  # as it really is
    asks = (b"GET /static/htmx.min.js HTTP/1.1\r\n" + HEAD + b"\r\n") * 100
    with served(made) as house, flood(house, ["127.0.0.2"], 100, asks):
        assert comes_in(house)
        time.sleep(2)
        assert comes_in(house)


def test_whoever_never_reads_is_hung_up_on_and_whoever_pauses_a_story_is_not() -> None:
    seat = Seat("a", 0, lambda: None)
    seat.does(Doing.READING, 1, 0, 0)
    assert not seat.overdue(300)
    assert seat.overdue(601)
    seat.does(Doing.READING, 1, 8_000_000, 60)
    assert not seat.overdue(1500), "a slow telephone that does read is waited for"
    seat.does(Doing.READING, 2, 0, 1500)
    assert not seat.overdue(2000), "what was taken meanwhile counts"


def test_a_line_that_never_becomes_secret_is_hung_up_on(tmp_path: Path) -> None:
    made = papers(tmp_path, ["localhost", "127.0.0.1"], NOW)
    with (
        served(furnished(tmp_path / "state"), (made.certificate, made.key)) as house,
        flood(house, ["127.0.0.2"], 200),
        called(house, "127.0.0.3") as silent,
        called(house, "127.0.0.3", b"\x16\x03\x01\x02\x00\x01\x00") as half,
        called(house, "127.0.0.3", b"GET / HTTP/1.1\r\n") as open_speech,
    ):
        assert comes_in(house)
        time.sleep(RESTS[Doing.ARRIVING] + 2)
        assert ended(silent)
        assert ended(half)
        assert ended(open_speech)
        assert comes_in(house)


def porch(arrivals: int = 10_000) -> tuple[Porch, Callable[[float], None]]:
    now = [0.0]

    def pass_time(seconds: float) -> None:
        now[0] += seconds

    return Porch(Throttle(arrivals, 60, lambda: now[0]), lambda: now[0]), pass_time


def test_the_oldest_silent_seat_of_the_address_that_holds_most_is_given_up() -> None:
    here, pass_time = porch()
    left = list[str]()

    def come(address: str, name: str, doing: Doing) -> Seat | None:
        seat = here.enter(address, lambda: left.append(name))
        if seat:
            seat.does(doing, None, 0, here.clock())
        return seat

    for n in range(OF_ONE):
        come("eve", f"eve {n}", Doing.SENDING if n else Doing.ASKING)
        pass_time(0.01)
    assert come("eve", "one more", Doing.ASKING)
    assert left == ["eve 0"], "those that are silent go before those that are sending"
    for n in range(PLACES - OF_ONE):
        come(f"address {n % 10}", f"{n}", Doing.TALKING)
    assert come("rose", "rose", Doing.ASKING)
    assert left == ["eve 0", "one more"]
    for _ in range(2 * OF_ONE):
        come("rose", "rose again", Doing.TALKING)
    assert not any(name.isdigit() for name in left), "a talk is never ended"


def test_an_attacker_with_hundreds_of_addresses_is_given_up_one_by_one() -> None:
    here, pass_time = porch()
    left = list[str]()
    talking = here.enter("rose", lambda: left.append("talk"))
    sending = here.enter("ann", lambda: left.append("photograph"))
    assert talking
    assert sending
    talking.does(Doing.TALKING, None, 0, 0)
    sending.does(Doing.SENDING, None, 0, 0)
    for n in range(PLACES + 50):
        pass_time(0.001)
        assert here.enter(f"eve {n}", lambda n=n: left.append(f"eve {n}"))
    assert left == [f"eve {n}" for n in range(52)]
    assert here.enter("tom", lambda: None)


def test_a_photograph_over_a_slow_line_is_waited_for_and_a_standstill_is_not() -> None:
    seat = Seat("ann", 0, lambda: None)
    for second in range(600):
        seat.does(Doing.SENDING, 1, 20_000 * second, second)
        assert not seat.overdue(second)
    seat.does(Doing.SENDING, 1, 20_000 * 599, 611)
    assert seat.overdue(611)
    drop = Seat("eve", 0, lambda: None)
    for second in range(600):
        drop.does(Doing.SENDING, 1, 100 * second, second)
    assert drop.overdue(599)
    refused = Seat("eve", 0, lambda: None)
    refused.does(Doing.LEAVING, 1, 0, 0)
    refused.does(Doing.LEAVING, 1, 17_000_000, 1)
    assert refused.overdue(1), "nobody listens to more than a parcel that was refused"


def test_whoever_comes_too_often_is_not_let_in_for_a_while() -> None:
    here, pass_time = porch(arrivals=5)
    for _ in range(5):
        seat = here.enter("eve", lambda: None)
        assert seat
        here.ended(seat)
    assert here.enter("eve", lambda: None) is None
    assert here.enter("rose", lambda: None)
    pass_time(12)
    assert here.enter("eve", lambda: None)


def test_what_we_owe_takes_nobodys_seat_away() -> None:
    here, pass_time = porch()
    left = list[Doing]()
    for doing in Doing:
        seat = here.enter("rose", lambda doing=doing: left.append(doing))
        assert seat
        seat.does(doing, None, 0, here.clock())
    pass_time(3600)
    here.look_round()
    assert set(Doing) - set(left) == {Doing.ANSWERED, Doing.TALKING}
