"""A server that is late, down, out of its mind or not the one we meant costs a sentence, and its question goes to the next one."""

import itertools
import json
import socket
import threading
from collections.abc import Iterator

import anyio
import pytest
from lender import Answers, Asked, Line, Reply, lender, line, raw, told

from voice_agent.borrowing import trouble
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.servers import Server
from voice_agent.borrowing.trouble import Trouble

WELL = told({"text": "well"})
QUESTION = Question("/audio/transcriptions", {"secret": "The bell of Saint Olave's"})


def read(body: bytes, where: str) -> str:
    try:
        return str(json.loads(body)["text"])
    except (ValueError, KeyError, TypeError):
        raise trouble.rubbish(where) from None


def ask(who: Line) -> str:
    return who.asking.ask(QUESTION, read)


def let_down(who: Line) -> Trouble:
    with pytest.raises(Trouble) as caught:
        ask(who)
    assert caught.value.says.endswith(".")
    assert all("Olave" not in each for each in (*who.said, caught.value.says, caught.value.what))
    return caught.value


@pytest.fixture
def down() -> Server:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return Server(f"http://127.0.0.1:{free.getsockname()[1]}/v1")


def endless(asked: Asked) -> Reply:
    return Reply(itertools.repeat(b" " * 65_536, 200_000))  # some 10 GB, if anybody took it


def hangs_up(asked: Asked) -> Reply:
    return Reply(b'{"text": "we', hangs_up=True)


BAD: dict[str, tuple[Answers, str]] = {
    "a printer": (raw(b"<html>ink low</html>", 200, "text/html"), "cannot be an answer"),
    "wrong JSON": (told({"words": 3}), "cannot be an answer"),
    "two answers": (raw(b'{"text": "one"}{"text": "two"}'), "cannot be an answer"),
    "half of one": (raw(b'{"text": "we'), "cannot be an answer"),
    "nothing": (raw(b""), "cannot be an answer"),
    "ten gigabytes": (endless, "far more"),
    "hangs up": (hangs_up, "broke off"),
    "a packed answer": (raw(b"\x1f\x8b", content_encoding="gzip"), "cannot be an answer"),
    "not found": (told({"error": "no such model"}, 404), "does not lend"),
    "busy": (told({"error": "later"}, 503), "busy"),
    "failing": (told({"error": "memory"}, 500), "has failed"),
    "refuses": (told({"error": "bad request"}, 400), "refused"),
    "sends on": (raw(b"", 307, location="http://127.0.0.1:1/elsewhere"), "another address"),
    "wrong key": (told({"error": "who are you"}, 401), "key"),
}


@pytest.mark.parametrize("bad", BAD)
def test_whatever_a_server_answers_ends_in_one_plain_sentence(bad: str) -> None:
    answers, says = BAD[bad]
    with lender(answers) as study:
        who = line(study.server())
        assert says in let_down(who).says
        assert len(who.said) == 1 and who.said[0].endswith("This computer does it.")
        asked = len(study.asked)
        let_down(who)
        assert len(study.asked) == asked, "it rests: nobody asks it at once again"
        assert len(who.said) == 1


@pytest.mark.parametrize("bad", BAD)
def test_where_one_is_out_of_its_mind_the_next_one_is_asked(bad: str) -> None:
    with lender(BAD[bad][0]) as study, lender(WELL) as attic:
        who = line(study.server(), attic.server())
        assert ask(who) == "well" and len(study.asked) == len(attic.asked) == 1
        assert ask(who) == "well" and len(study.asked) == 1, "the first one rests"


def test_a_server_that_is_not_there_is_passed_over(down: Server) -> None:
    with lender(WELL) as attic:
        who = line(down, attic.server())
        assert ask(who) == "well"
        assert who.said == [f"No server answers at {down.where}."]


def test_an_answer_in_good_time_costs_one_question() -> None:
    with lender(WELL) as study, lender(WELL) as attic:
        who = line(study.server(), attic.server())
        # it is known to be quick enough: a busy machine may stumble longer than a hedge
        for _ in range(5):
            who.asking.endpoints.answered(study.server(), 30.0)
        assert ask(who) == "well" and not attic.asked


def test_while_the_first_is_late_the_next_one_is_asked_and_its_answer_counts() -> None:
    gate = threading.Event()
    with lender(WELL) as study, lender(told({"text": "quick"})) as attic:
        study.answers = study.after(gate, told({"text": "late"}))
        who = line(study.server(), attic.server())
        assert ask(who) == "quick"
        gate.set()  # what comes now finds nobody
        assert len(study.asked) == len(attic.asked) == 1
        assert who.asking.endpoints.awake()[0] == study.server(), "being slow is no failure"


def test_a_late_answer_is_taken_where_the_next_one_has_none() -> None:
    gate = threading.Event()

    def fails(asked: Asked) -> Reply:
        gate.set()
        return Reply(b"{}", 500)

    with lender(WELL) as study, lender(fails) as attic:
        study.answers = study.after(gate, told({"text": "late"}))
        who = line(study.server(), attic.server())
        assert ask(who) == "late" and len(attic.asked) == 1


def test_an_answer_that_takes_for_ever_to_read_is_left_and_the_next_one_counts() -> None:
    gate = threading.Event()
    with lender(WELL) as study, lender(WELL) as attic:

        def slow(body: bytes, where: str) -> str:
            if where == study.server().where:
                gate.wait(20)
                return "late"
            return read(body, where)

        who = line(study.server(), attic.server())
        try:
            assert who.asking.ask(QUESTION, slow) == "well"
        finally:
            gate.set()


@pytest.mark.parametrize("error", [MemoryError, ZeroDivisionError, AssertionError])
def test_an_answer_that_breaks_whoever_reads_it_is_none(error: type[Exception]) -> None:
    def breaks(body: bytes, where: str) -> str:
        raise error

    with lender(WELL) as study, pytest.raises(Trouble, match="cannot be an answer"):
        line(study.server()).asking.ask(QUESTION, breaks)


def test_one_question_is_put_to_two_servers_at_most() -> None:
    with lender(WELL) as one, lender(WELL) as two, lender(WELL) as three:
        one.answers, two.answers = one.silent, two.silent
        who = line(one.server(), two.server(), three.server(), patience=2.5)
        assert "does not answer in time" in let_down(who).says
        assert not three.asked
        assert ask(who) == "well", "the next question goes to whoever is awake"


def test_nobody_waits_longer_for_a_silent_server_than_was_agreed() -> None:
    with lender(WELL) as study:
        study.answers = study.silent
        who = line(study.server(), patience=0.3)
        assert "does not answer in time" in let_down(who).says
        assert who.asking.endpoints.awake() == ()


def test_a_server_that_drips_for_ever_is_given_up() -> None:
    with lender(WELL) as study:

        def drips() -> Iterator[bytes]:
            while not study.closing.wait(0.02):
                yield b" "

        study.answers = lambda asked: Reply(drips())
        assert "does not answer in time" in let_down(line(study.server(), patience=0.4)).says


def test_a_server_that_is_back_after_its_rest_is_asked_again() -> None:
    with lender(told({}, 500)) as study:
        who = line(study.server())
        let_down(who)
        study.answers = WELL
        let_down(who)
        who.clock.now += 2.0
        assert ask(who) == "well"
        assert who.said[-1] == f"The server at {study.server().where} answers again."


def test_whoever_asks_may_be_in_the_middle_of_a_loop() -> None:
    with lender(WELL) as study:
        who = line(study.server())

        async def held() -> str:
            return ask(who)

        assert anyio.run(held) == "well"


def test_the_key_goes_to_its_server_and_is_in_no_sentence() -> None:
    with lender(WELL) as study:
        who = line(study.server(key="hunter2"))
        ask(who)
        assert study.asked[0].headers["Authorization"] == "Bearer hunter2"
        study.answers = told({}, 401)
        let_down(who)
        assert all("hunter2" not in each for each in who.said)
        assert "hunter2" not in repr(study.server(key="hunter2"))


def test_no_proxy_of_the_environment_is_told_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    with lender(WELL) as proxy, lender(WELL) as study:
        for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert ask(line(study.server())) == "well" and not proxy.asked


def test_a_redirect_is_never_followed() -> None:
    with lender(WELL) as trap, lender(WELL) as study:
        study.answers = raw(b"", 307, location=f"{trap.url}/audio/transcriptions")
        let_down(line(study.server()))
        assert not trap.asked
