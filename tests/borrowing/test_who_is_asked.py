"""Nothing leaves the house for a lent engine unless the settings say so; names, keys and certificates are looked at each time."""

import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from fakes import Metronome
from lender import Asked, Reply, embeds, hears, lender, line, raw, speaks, told
from numpy.typing import NDArray
from toy_voice import Hummer

from voice_agent import assemble
from voice_agent.assemble import Engines, lenders, outward
from voice_agent.backends import Embedder, Transcript
from voice_agent.borrowing.line import Question, chosen
from voice_agent.borrowing.servers import Server, refusal, servers
from voice_agent.borrowing.trouble import Trouble
from voice_agent.errors import SettingsError
from voice_agent.measuring import doctor, speed_check
from voice_agent.measuring.checkup import State
from voice_agent.settings import Settings, load
from voice_agent.settings_sections import Borrowing
from voice_agent.speech.whisper import Whisper
from voice_agent.web.certificate import papers

IN_THE_HOUSE = (
    "http://127.0.0.1:8440/v1",
    "http://localhost/v1",
    "https://192.168.1.20:8440/v1",
    "http://10.0.0.7:8000/v1/",
    "http://[fe80::1]:8440/v1",
    "https://[fd12::7]/v1",
    "https://study.local:8440/v1",
)
OUTSIDE = (
    "https://8.8.8.8/v1",
    "https://172.32.0.1/v1",
    "https://[2606:4700::1111]/v1",
    "https://100.64.0.1/v1",
)
NO_ADDRESS = (
    "",
    "study.local:8440/v1",
    "ftp://192.168.1.20/v1",
    "http://",
    "http://192.168.1.20:0/v1",
    "http://192.168.1.20:99999/v1",
    "http://rose:hunter2@192.168.1.20/v1",
    "http://192.168.1.20/v1?key=hunter2",
    "http://192.168.1.20/v1#there",
    "http://192.168.1.20/\x07v1",
    "http://[/v1",
)


@pytest.mark.parametrize("address", IN_THE_HOUSE)
def test_a_server_of_the_house_may_be_asked(address: str) -> None:
    assert refusal(address, Borrowing()) is None
    (only,) = servers(Borrowing(), [address])
    assert not only.url.endswith("/") and not only.may_leave


@pytest.mark.parametrize("address", OUTSIDE)
def test_a_server_outside_is_asked_only_where_the_settings_say_so_in_words(address: str) -> None:
    no = refusal(address, Borrowing())
    assert no is not None and 'elsewhere = "yes"' in no.do and not servers(Borrowing(), [address])
    assert servers(Borrowing(elsewhere="yes"), [address])
    open_line = refusal(address.replace("https", "http"), Borrowing(elsewhere="yes"))
    assert open_line is not None and "https" in open_line.do


TUNNEL = ["10.8.0.0/16", "fd7a:115c:a1e0::/48", "100.64.0.0/10"]
THROUGH = ("10.8.0.1", "[fd7a:115c:a1e0::7]", "100.101.102.103")


@pytest.mark.parametrize("host", THROUGH)
def test_the_far_end_of_a_tunnel_is_outside_however_its_address_looks(host: str) -> None:
    address = f"https://{host}:8480/v1"
    no = refusal(address, Borrowing(outside=TUNNEL))
    assert no is not None and "not in this house" in no.says and 'elsewhere = "yes"' in no.do
    assert not servers(Borrowing(outside=TUNNEL), [address])
    for each in (address, address.replace("https", "http")):  # the tunnel encrypts by itself
        assert servers(Borrowing(outside=TUNNEL, elsewhere="yes"), [each])


def test_what_stands_in_no_tunnel_is_judged_as_before() -> None:
    tunnel = Borrowing(outside=TUNNEL, elsewhere="yes")
    for address in IN_THE_HOUSE:
        assert refusal(address, Borrowing(outside=TUNNEL)) is None
    for address in OUTSIDE[:-1]:
        no = refusal(address.replace("https", "http"), tunnel)
        assert no is not None and "https" in no.do


def test_a_name_that_leads_through_a_tunnel_leads_out_of_the_house() -> None:
    def named(scheme: str, **wanted: str) -> Server:
        borrows = Borrowing.model_validate({"outside": TUNNEL, **wanted})
        (only,) = servers(borrows, [f"{scheme}://cluster.example.org:8480/v1"])
        return only

    with pytest.raises(Trouble, match="not in this house"):
        chosen(["10.8.0.1"], named("https"))
    for scheme in ("http", "https"):
        assert chosen(["10.8.0.1"], named(scheme, elsewhere="yes")) == "10.8.0.1"
    with pytest.raises(Trouble) as refused:
        chosen(["10.8.0.1", "93.184.216.34"], named("http", elsewhere="yes"))
    assert "https" in refused.value.mend


@pytest.mark.parametrize("address", NO_ADDRESS)
@pytest.mark.parametrize("wanted", [Borrowing(), Borrowing(elsewhere="yes")])
def test_what_is_no_address_is_called_so_and_never_quoted(address: str, wanted: Borrowing) -> None:
    no = refusal(address, wanted)
    assert no is not None and "hunter2" not in f"{no.says}{no.do}"
    assert no.says.endswith(".") and no.do.endswith(".")


def test_a_name_is_asked_only_while_it_leads_into_the_house() -> None:
    study = Server("https://study.local:8440/v1")
    assert chosen(["192.168.1.20", "fe80::7"], study) == "192.168.1.20"
    for leads_out in (["93.184.216.34"], ["192.168.1.20", "2606:4700::1111"]):
        with pytest.raises(Trouble) as refused:
            chosen(leads_out, study)
        assert "not in this house" in refused.value.says and not refused.value.retryable
    assert chosen(["93.184.216.34"], Server(study.url, may_leave=True)) == "93.184.216.34"
    with pytest.raises(Trouble, match=r"study\.local"):
        chosen([], study)


def test_what_may_leave_the_house_goes_by_a_name_only_where_nobody_can_listen_on_the_way() -> None:
    plain, sealed = (
        Server(f"{each}://hear.example.org/v1", may_leave=True) for each in ("http", "https")
    )
    for leads_out in (["93.184.216.34"], ["192.168.1.20", "2606:4700::1111"]):
        with pytest.raises(Trouble) as refused:
            chosen(leads_out, plain)
        assert "https" in refused.value.mend and not refused.value.retryable
        assert chosen(leads_out, sealed) == leads_out[0]
    assert chosen(["192.168.1.20", "fe80::7"], plain) == "192.168.1.20"


def ask(server: Server) -> bytes:
    who = line(server)
    return who.asking.ask(Question("/models"), lambda body, where: body)


def test_a_server_is_found_by_its_name_and_told_under_which() -> None:
    with lender(told({"data": []})) as study:
        assert ask(Server(study.url.replace("127.0.0.1", "localhost"))) == b'{"data": []}'
        assert study.asked[0].headers["Host"].startswith("localhost:")


def test_a_certificate_nobody_knows_is_not_believed_and_one_that_was_named_is(
    tmp_path: Path,
) -> None:
    made = papers(tmp_path / "house", ["localhost", "127.0.0.1"], datetime.now(UTC))
    authority = tmp_path / "authority.crt"
    authority.write_bytes(made.authority)
    with lender(told({}), certificate=(made.certificate, made.key)) as study:
        who = line(study.server(key="hunter2"))
        with pytest.raises(Trouble, match="not known here"):
            who.asking.ask(Question("/models"), lambda body, where: body)
        assert not study.asked and "borrowing.certificate" in who.said[0]
        assert ask(study.server(certificate=str(authority))) == b"{}"
        by_name = Server(study.url.replace("127.0.0.1", "localhost"), certificate=str(authority))
        assert ask(by_name) == b"{}"
    authority.write_text("no certificate")
    (tmp_path / "other.crt").write_text("no certificate")
    with pytest.raises(Trouble, match="no certificate"):
        ask(Server("https://127.0.0.1:9/v1", certificate=str(tmp_path / "other.crt")))


def keys(folder: Path, text: str, mode: int = 0o600) -> str:
    file = folder / "key"
    file.write_text(text)
    file.chmod(mode)
    return str(file)


def test_each_server_is_given_its_own_key_and_no_others(tmp_path: Path) -> None:
    wanted = Borrowing(key_file=keys(tmp_path, "192.168.1.20 oak\n\nstudy.local ash\n"))
    lent = servers(
        wanted, ["http://192.168.1.20/v1", "http://study.local/v1", "http://10.0.0.1/v1"]
    )
    assert [each.key for each in lent] == ["oak", "ash", ""]
    one = Borrowing(key_file=keys(tmp_path, "elm\n"))
    assert [each.key for each in servers(one, ["http://10.0.0.1/v1"])] == ["elm"]


@pytest.mark.parametrize("line", ["Study.local", "study.local:8471", "STUDY.LOCAL:8471"])
def test_a_key_is_for_the_host_beside_it_however_that_is_written_and_for_no_other(
    tmp_path: Path, line: str
) -> None:
    wanted = Borrowing(key_file=keys(tmp_path, f"{line} oak\nelm\n"))
    lent = servers(wanted, ["http://Study.local:8471/v1", "http://10.0.0.1:8471/v1"])
    assert [each.key for each in lent] == ["oak", ""]


def test_a_server_that_wants_a_key_where_the_file_has_none_for_it_is_told_so() -> None:
    with lender(told({}, 401)) as study:
        who = line(study.server())
        with pytest.raises(Trouble, match="there is none for it here"):
            who.asking.ask(Question("/models"), lambda body, where: body)
    assert "borrowing.key_file" in who.said[0]


@pytest.mark.parametrize(
    ("text", "mode"), [("oak", 0o644), ("oak", 0o640), ("a b c", 0o600), ("öak", 0o600), ("", 0)]
)
def test_a_file_of_keys_that_is_none_or_anybodys_stops_the_borrowing_not_the_talk(
    tmp_path: Path, text: str, mode: int
) -> None:
    wanted = Borrowing(key_file=str(tmp_path / "none") if not mode else keys(tmp_path, text, mode))
    with pytest.raises(SettingsError) as refused:
        servers(wanted, ["http://10.0.0.1/v1"])
    assert refused.value.mend and "oak" not in refused.value.what
    said = list[str]()
    house = settings(embedding=["http://10.0.0.1/v1"], key_file=wanted.key_file)
    own = Hummer()
    assert lenders.embedder(house, own, None, said.append) is own  # type: ignore[arg-type,comparison-overlap]
    assert len(said) == 1


def settings(**borrowing: object) -> Settings:
    whole = load(profile="ci", environ={"XDG_CONFIG_HOME": "/nonexistent"})
    return whole.model_copy(update={"borrowing": Borrowing.model_validate(borrowing)})


def test_a_house_that_borrows_nothing_loads_nothing_for_it() -> None:
    looked = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from voice_agent.settings import load\n"
            "from voice_agent.assemble import lenders\n"
            "own, house = object(), load(environ={'XDG_CONFIG_HOME': '/nonexistent'})\n"
            "assert lenders.voice(house, own, print) is own\n"
            "assert lenders.embedder(house, own, None, print) is own\n"
            "assert 'voice_agent.borrowing.line' not in sys.modules\n",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert looked.returncode == 0, looked.stderr


def test_the_service_is_let_out_to_the_servers_that_are_asked_and_to_no_other() -> None:
    house = settings(
        hearing=["https://study.local:8440/v1", "http://127.0.0.1:8000/v1", "https://8.8.8.8/v1"],
        speaking=["http://192.168.1.20/v1"],
    )
    found = {(each.what, each.host) for each in outward.needs(house, None)}
    assert ("the server that hears", "study.local") in found
    assert ("the server that speaks", "192.168.1.20") in found
    assert not {"8.8.8.8", "127.0.0.1"} & {host for _, host in found}


@pytest.mark.parametrize("elsewhere", ["yes", "no"])
def test_the_service_is_let_out_into_a_tunnel_where_what_is_said_may_leave_the_house(
    elsewhere: str,
) -> None:
    house = settings(
        hearing=["http://10.8.0.1:8480/v1"], outside=["10.8.0.0/16"], elsewhere=elsewhere
    )
    hosts = {each.host for each in outward.needs(house, None)}
    assert ("10.8.0.1" in hosts) is (elsewhere == "yes")


class Says:
    """A Transcriber that hears one sentence in whatever it is given."""

    def begin(self) -> "Says":
        return self

    def feed(self, sound: object) -> None: ...

    def peek(self) -> Transcript:
        return Transcript("We lived by the river.")

    finish = peek


@pytest.mark.anyio
async def test_the_doctor_says_of_each_server_whether_it_lends_and_how_fast() -> None:
    with (
        lender(hears(Says())) as study,
        lender(told({}, 401)) as attic,
        lender(speaks(Hummer())) as shed,
        socket.socket() as free,
    ):
        free.bind(("127.0.0.1", 0))
        down = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        house = settings(
            hearing=[study.url, attic.url, "https://8.8.8.8/v1"], speaking=[shed.url, down]
        )
        said = list[str]()
        found = await doctor.borrowed(house, said.append)
    says = [each.says for each in found]
    assert [each.state for each in found] == [
        State.CARE,  # outside the house
        State.WELL,
        State.CARE,
        State.WELL,
        State.CARE,
    ]
    assert "8.8.8.8" in says[0] and "lends a recogniser; the trial took" in says[1]
    assert "key" in says[2] and "lends a voice" in says[3] and "No server answers" in says[4]
    assert all(each.do for each in found if each.state is State.CARE)
    assert len(said) == 2


def metronome(*_: object) -> Metronome:
    """Our own recogniser in these tests."""
    return Metronome()


def alone(*_: object) -> AbstractContextManager[None]:
    """No second copy."""
    return nullcontext()


def test_the_doctor_waits_once_for_a_recogniser_that_hangs_and_says_so_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, when_asked = list[str](), list[tuple[str, ...]]()

    def engines(house: Settings, tell: lenders.Tell, *, rest: float) -> Engines:
        own = Whisper("fake", device="cpu", load=metronome)
        ears = lenders.ears(house, own, tell, rest=rest)
        return Engines(ears, None, None, Hummer(), None, None, None, None)  # type: ignore[arg-type]

    monkeypatch.setattr(assemble, "engines", engines)
    monkeypatch.setattr(speed_check, "load_beside", alone)
    monkeypatch.setattr(lenders, "REST", 0.0)  # by itself it would be asked for every utterance
    with lender(told({})) as study:

        def hangs(asked: Asked) -> Reply:
            when_asked.append(tuple(said))
            return study.silent(asked)

        study.answers = hangs
        house = settings(hearing=[study.url], patience=0.5)
        found = [*doctor.engines(house, None, said.append)]
        where = study.server().where
    ((_, before, whom),) = when_asked
    assert "waited for once, for up to 0.5 seconds" in before
    assert f"by the server at {where}" in whom
    assert f"The server at {where} does not answer in time." in said[3]
    assert [each.about for each in found] == ["recogniser", "speed of hearing", "speed of speaking"]


@pytest.mark.anyio
async def test_the_doctor_asks_nobody_where_nothing_is_borrowed() -> None:
    assert await doctor.borrowed(settings(), lambda says: None) == ()


class Without:
    """Another model of the same length: ours without its signs."""

    def __init__(self, own: Embedder) -> None:
        self.size, self._own = own.size, own

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.abs(self._own.embed(texts))


@pytest.mark.models
@pytest.mark.anyio
async def test_the_doctor_knows_an_embedder_that_is_not_ours() -> None:
    from heard import weights

    from voice_agent.language.embedding import MiniLM

    own = MiniLM(weights("minilm-int8"))
    with lender(embeds(own)) as study, lender(raw(b"x", kind="text/html")) as attic:
        found = await doctor.borrowed(settings(embedding=[study.url]), lambda says: None)
        assert [each.state for each in found] == [State.WELL]
        study.answers = embeds(Without(own))
        found = await doctor.borrowed(settings(embedding=[study.url, attic.url]), lambda s: None)
    assert "another model" in found[0].says and "cannot be an answer" in found[1].says
