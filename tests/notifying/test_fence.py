"""What the unit lets out is read as systemd reads it, and what is added for the contacts is as little as they need."""

import re
import shutil
import subprocess
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest
from exposure import analyse
from typer.testing import CliRunner

from voice_agent.archive import chapter_news, letting_in
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.assemble import outward
from voice_agent.assemble.outward import Need, Opening
from voice_agent.cli import app, drilling, fencing
from voice_agent.errors import FenceError
from voice_agent.measuring import fence_check
from voice_agent.measuring.checkup import State
from voice_agent.notifying.fence import ADDED, UNIT, Fence, fence_of, read
from voice_agent.notifying.looking_up import addresses, name_servers
from voice_agent.settings import Settings

SHIPPED = Path(__file__).parents[2] / "systemd" / UNIT
ANN = Opening(
    Need("a contact, by ntfy", "alert.example"), (ip_address("10.77.0.2"), ip_address("fd77::2"))
)
NAMES = Opening(Need("the name server, to look the others up", ""), (ip_address("10.77.0.53"),))
SERVER = "[Service]\nIPAddressDeny=any\nIPAddressAllow=localhost\n"


def house(**safety: object) -> Settings:
    return Settings.model_validate({"state_directory": "/nonexistent", "safety": safety})


def lets_out(fence: Fence, *every: str) -> list[bool]:
    return [fence.lets_out(ip_address(each)) for each in every]


def test_the_unit_as_it_is_shipped_lets_nothing_out_but_to_this_computer() -> None:
    fence = read(SHIPPED.read_text())
    assert lets_out(fence, "127.0.0.53", "::1", "10.77.0.2", "fe80::1") == [
        True,
        True,
        False,
        False,
    ]


def test_what_is_added_lets_out_exactly_its_addresses() -> None:
    fence = read(SHIPPED.read_text(), outward.drop_in((ANN, NAMES)))
    assert lets_out(fence, "10.77.0.2", "fd77::2", "10.77.0.53") == [True] * 3
    assert lets_out(fence, "10.77.0.1", "10.77.0.3", "fd77::3", "0.0.0.0") == [False] * 4


@pytest.mark.parametrize(
    ("text", "far"),
    [
        (f"{SERVER}IPAddressAllow=10.77.0.0/24 fd77::/64", True),
        (f"{SERVER}IPAddressAllow=192.168.1.1 \\\n  10.77.0.2", True),
        (f"{SERVER}IPAddressAllow=10.77.0.2\nIPAddressAllow=", False),
        (f"{SERVER}IPAddressDeny=", True),
        (f"{SERVER}# IPAddressAllow=10.77.0.2\n;IPAddressAllow=any", False),
        (f"{SERVER}[Unit]\nIPAddressAllow=any", False),
        (f"{SERVER}IPAddressAllow=alert.example", False),
        ("[Service]\nExecStart=/bin/true\n", True),
    ],
)
def test_lines_of_a_unit_are_read_as_systemd_reads_them(text: str, far: bool) -> None:
    assert lets_out(read(text), "10.77.0.2") == [far]


def test_what_was_added_to_the_unit_counts_wherever_systemd_looks_for_it(tmp_path: Path) -> None:
    assert fence_of(tmp_path) is None
    (tmp_path / "lib/systemd/system").mkdir(parents=True)
    (tmp_path / "lib/systemd/system" / UNIT).write_text(SERVER)
    assert lets_out(fence_of(tmp_path) or Fence(), "10.77.0.2") == [False]
    for place, last in (("lib", 4), ("etc", 5)):
        folder = tmp_path / place / "systemd/system" / f"{UNIT}.d"
        folder.mkdir(parents=True)
        (folder / "contacts.conf").write_text(f"[Service]\nIPAddressAllow=10.77.0.{last}\n")
    # of two of the same name the one in /etc counts alone
    assert lets_out(fence_of(tmp_path) or Fence(), "10.77.0.4", "10.77.0.5") == [False, True]


def test_what_is_written_is_written_once_and_goes_when_nobody_needs_it(tmp_path: Path) -> None:
    place, text = tmp_path / ADDED, outward.drop_in((ANN,))
    assert "is written" in fencing.keep(place, text)
    assert place.stat().st_mode & 0o777 == 0o644
    before = place.stat().st_mtime_ns
    assert "is as it should be" in fencing.keep(place, text)
    assert (place.stat().st_mtime_ns, place.read_text()) == (before, text)
    assert "is gone" in fencing.keep(place, "")
    assert not place.exists() and fencing.keep(place, "") == fencing.NOTHING


def test_a_contact_on_this_computer_needs_nothing_let_out() -> None:
    here = Opening(Need("a contact, by signal", "localhost"), (ip_address("127.0.0.1"),))
    assert outward.drop_in((here,)) == ""
    resolved = Opening(NAMES.need, (ip_address("127.0.0.53"),))
    text = outward.drop_in((ANN, resolved))
    assert "127.0.0.53" not in text and "which the unit allows already" in text


def test_everybody_who_may_be_told_is_let_out_and_a_language_server_that_may_be_asked() -> None:
    written = house(
        contacts=[
            "Ann | daughter | | ntfy://ann-room",
            "Tom | son | | file:///tmp/box",
            "Eve | friend | |",
        ],
        advocate="Vera | friend | | tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544",
        mail="mailtos://user:secret@mail.example",
    )
    hosts = {each.host for each in outward.needs(written, None)}
    assert hosts == {"ntfy.sh", "api.telegram.org", "mail.example"}
    # who of them is the advocate, nobody learns from the unit
    assert {e.what.partition(",")[0] for e in outward.needs(written, None)} == {"a contact"}
    for elsewhere, needed in (("yes", {"10.77.0.9"}), ("no", set[str]())):
        language = {"ollama_host": "http://10.77.0.9:11434", "elsewhere": elsewhere}
        asked = Settings.model_validate({"state_directory": "/nonexistent", "language": language})
        assert {each.host for each in outward.needs(asked, None)} == needed


def test_home_assistants_broker_is_let_out_where_one_is_set() -> None:
    told = {"broker": "10.77.0.5"}
    asked = Settings.model_validate({"state_directory": "/nonexistent", "home_assistant": told})
    assert outward.needs(asked, None) == (Need("Home Assistant's broker", "10.77.0.5"),)


def test_whoever_wants_to_be_told_of_a_chapter_is_let_out_too_and_no_address_of_theirs_stops_a_cry_for_help(
    tmp_path: Path,
) -> None:
    written = house(contacts=["Ann | daughter | | ntfy://ann-room"])
    now = datetime(2026, 11, 20, tzinfo=UTC)
    with Book(tmp_path) as book:
        for name, address in (
            ("Ben", "ntfys://ntfy.example/ben"),
            ("Eve", "nonsense://secret"),
            ("Tom", "tom@post.example"),
        ):
            who = letting_in.welcomed(book, name, Role.FAMILY, "x", now)
            chapter_news.choose(book, who, address, (), now)
        found = outward.needs(written, book)
    assert [(each.what, each.host) for each in found] == [
        ("a contact, by ntfy", "ntfy.sh"),
        ("a reader of the book, by ntfys", "ntfy.example"),
    ]


def test_a_name_that_cannot_be_found_changes_nothing_and_is_said(tmp_path: Path) -> None:
    with pytest.raises(FenceError, match="nowhere"):
        addresses("nowhere.invalid")
    file, kept = tmp_path / "agent.toml", tmp_path / "contacts.conf"
    kept.write_text("as it was")
    file.write_text(
        f"state_directory = '{tmp_path}/state'\n[safety]\n"
        "contacts = ['Ann | daughter | | ntfy://nowhere.invalid/room']\n"
    )
    words = ["contacts", "unit", "--into", str(kept), "--settings", str(file)]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, FenceError)
    assert kept.read_text() == "as it was"


def test_name_servers_are_read_as_they_are_written(tmp_path: Path) -> None:
    assert name_servers(tmp_path) == ()
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/resolv.conf").write_text(
        "# nameserver 10.0.0.1\nnameserver 10.77.0.53\nnameserver fe80::1%eth0\n  nameserver 127.0.0.53 ; us\n"
    )
    assert [str(each) for each in name_servers(tmp_path)] == ["10.77.0.53", "127.0.0.53", "fe80::1"]


def test_an_address_with_a_zone_is_let_out_as_systemd_can_read_it() -> None:
    written = house(contacts=["Ann | daughter | | ntfy://[fe80::5%25eth0]/x"])
    found = outward.openings(outward.needs(written, None), Path("/nonexistent"))
    text = outward.drop_in(found)
    assert "IPAddressAllow=fe80::5\n" in text
    assert lets_out(read(SERVER, text), "fe80::5", "fe80::6") == [True, False]


def test_a_contact_who_cannot_be_reached_is_named_with_what_to_write() -> None:
    for address, what in (
        ("anna@example.org", "mailtos://USER:PASSWORD@PROVIDER?to=ADDRESS"),
        ("mailto:anna@example.org", "mailtos://"),
        ("sms://07700900123", "clicksend://"),
        ("07700900123", "clicksend://"),
        ("nonsense://secret-word", "mailtos://"),
    ):
        with pytest.raises(FenceError, match=r"Ann \(safety\.contacts\)") as told:
            outward.needs(house(contacts=[f"Ann | daughter | | {address}"]), None)
        assert what in told.value.mend
        said = f"{told.value.what} {told.value.mend}"
        assert "anna@" not in said and "07700" not in said and "secret-word" not in said
    with pytest.raises(FenceError, match=r"Vera \(safety\.advocate"):
        outward.needs(house(advocate="Vera | friend | | vera@example.org"), None)
    with pytest.raises(FenceError, match=r"safety\.mail"):
        outward.needs(house(mail="me@example.org"), None)


def test_a_message_that_did_not_go_out_is_said_with_the_reason_and_what_to_do(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    written = house(
        contacts=[
            "Ann | daughter | | ann@example.org",
            f"Tom | son | | file://{tmp_path}/none/box",
            "Eve | friend | | ntfy://127.0.0.1:9/room",
        ]
    )
    assert drilling.send(written, told.append) is False
    assert "mailtos://" in told[0] and "cannot be written" in told[1] and "127.0.0.1" in told[2]
    assert all("NO MESSAGE WENT OUT" in each for each in told)
    told.clear()
    assert drilling.compare(written, read(SERVER), told.append) is False
    assert "mailtos://" in told[0]


def test_nobody_is_asked_whether_to_send_where_there_is_nobody_to_send_to(tmp_path: Path) -> None:
    file, box = tmp_path / "agent.toml", tmp_path / "box.jsonl"
    drill = ["contacts", "drill", "--settings", str(file)]
    file.write_text(f"state_directory = '{tmp_path}/state'\n")
    done = CliRunner().invoke(app, drill)
    assert "Nobody is named" in done.output and "[y/N]" not in done.output
    file.write_text(
        f"{file.read_text()}[safety]\ncontacts = ['Ann | friend | | {box.as_uri()}', 'Eve | | | ']\n"
    )
    done = CliRunner().invoke(app, drill, input="n\n")
    assert "to Ann? Nothing has been sent yet." in done.output and not box.exists()
    done = CliRunner().invoke(app, drill, input="y\n")
    assert "only a test" in box.read_text()


def test_the_doctor_says_who_is_shut_out_and_what_is_let_out_for_nobody() -> None:
    added = outward.drop_in((ANN, NAMES))
    judged = fence_check.judge((ANN, NAMES), read(SERVER, added), added)
    assert judged.state is State.WELL
    shut = fence_check.judge((ANN, NAMES), read(SERVER), "")
    assert (shut.state, shut.figures["held_back"]) == (State.CARE, 3)
    half = read(SERVER, "[Service]\nIPAddressAllow=10.77.0.2 10.77.0.53")
    assert "cannot reach every address" in fence_check.judge((ANN, NAMES), half, "").says
    more = f"{added}IPAddressAllow=10.77.0.99\n"
    old = fence_check.judge((ANN, NAMES), read(SERVER, more), more)
    assert (old.state, old.figures["not_needed"]) == (State.NOTE, 1)


def test_a_contact_without_an_address_or_with_one_that_is_not_understood_is_told_of() -> None:
    told: list[str] = []
    written = house(contacts=["Eve | friend | |", "Tom | son | | syslog://"])
    assert drilling.compare(written, read(SERVER), told.append) is False
    assert told[0].startswith("Eve: no address") and told[1].startswith("Tom: Nobody can tell")


def test_a_drill_into_a_file_is_a_drill(tmp_path: Path) -> None:
    told: list[str] = []
    box = tmp_path / "box.jsonl"
    written = house(contacts=[f"Ann | daughter | | {box.as_uri()}"])
    assert drilling.send(written, told.append) is True
    assert "only a test" in box.read_text()
    assert drilling.send(house(contacts=["Eve | friend | |"]), told.append) is False


def with_systemd(folder: Path, added: str) -> Path:
    """The unit with an addition, in a folder of its own; the program is not installed here."""
    text = re.sub("(?m)^ExecStart=.*$", "ExecStart=/bin/true", SHIPPED.read_text())
    (folder / UNIT).write_text(text)
    (folder / f"{UNIT}.d").mkdir()
    (folder / f"{UNIT}.d" / ADDED.name).write_text(added)
    return folder / UNIT


@pytest.mark.parametrize(
    ("added", "understood"),
    [(outward.drop_in((ANN, NAMES)), True), ("[Service]\nIPAddressAllow=alert.example\n", False)],
)
def test_systemd_understands_what_is_added_and_would_not_understand_a_name(
    tmp_path: Path, added: str, understood: bool
) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not on this machine, so nobody can judge the unit")
    unit = with_systemd(tmp_path, added)
    done = subprocess.run(
        [tool, "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )
    assert (done.stderr == "") is understood, done.stderr


def test_with_the_contacts_let_out_systemd_still_finds_the_unit_hardly_exposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", f"{tmp_path}:")
    judged = analyse(with_systemd(tmp_path, outward.drop_in((ANN, NAMES))))
    if judged is None:
        pytest.skip("systemd-analyze is not on this machine, so nobody can judge the unit")
    assert judged.exposure < 2.0


def test_a_house_without_a_record_and_one_with_an_empty_one_need_the_same(tmp_path: Path) -> None:
    state = tmp_path / "state"
    written = house(contacts=["Ann | daughter | | ntfy://room"]).model_copy(
        update={"state_directory": str(state)}
    )
    before = fencing.needed(written)
    with Record.open(state):
        pass
    assert fencing.needed(written) == before != ()
