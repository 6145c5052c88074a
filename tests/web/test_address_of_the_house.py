"""How a telephone finds the house: an address typed in haste, a network that comes late, a picture to point it at."""

import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from web_house import House, Role, furnished, link_on, send, served

from voice_agent.cli.pages import outside, take_up
from voice_agent.web.certificate import papers
from voice_agent.web.links import Link
from voice_agent.web.without_lock import way

LOCAL = ["127.0.0.1", "localhost"]


def locked(state: Path, names: list[str] = LOCAL) -> tuple[Path, Path]:
    made = papers(state, names, datetime.now(UTC))
    return made.certificate, made.key


def shown(house: House) -> list[str]:
    """For which addresses the certificate is that a telephone is shown now."""
    host, port = house.address.removeprefix("https://").split(":")
    believes_all = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    believes_all.check_hostname, believes_all.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection((host, int(port))) as line, believes_all.wrap_socket(line) as at:
        found = x509.load_der_x509_certificate(at.getpeercert(binary_form=True) or b"")
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(each) for each in names.get_values_for_type(x509.IPAddress)]


def test_whoever_types_the_address_without_https_is_shown_the_way(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    with served(made, locked(tmp_path)) as house:
        typed = house.address.replace("https", "http")
        answer = httpx.get(f"{typed}/invite/abc?from=phone")
        assert answer.status_code == 308
        assert answer.headers["location"] == f"{house.address}/invite/abc?from=phone"
        assert httpx.get(f"{house.address}/sign-in", verify=False).status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"",
    ],
)
def test_nobody_is_sent_from_here_to_another_house(head: bytes) -> None:
    assert way(head, {"localhost"}) == b""


def test_a_network_that_comes_late_is_taken_up_while_the_pages_go_on(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    takes = list[Callable[[], None]]()
    with served(made, locked(tmp_path / "state"), takes.append) as house:
        assert shown(house) == ["127.0.0.1"]
        said = take_up(house.desk, [*LOCAL, "192.168.1.7", "mill.local"], 8470, takes[0])
        assert said[0] == "The pages are at https://192.168.1.7:8470"
        assert shown(house) == ["127.0.0.1", "192.168.1.7"]
        asked = {"Host": "192.168.1.7:8470"}
        answer = httpx.get(f"{house.address}/sign-in", headers=asked, verify=False)
        assert answer.status_code == 200
        assert take_up(house.desk, [*LOCAL, "192.168.1.7"], 8470, takes[0]) == [], "nothing new"


def test_a_start_without_a_network_asks_no_telephone_to_trust_anew(tmp_path: Path) -> None:
    with_network = papers(tmp_path, [*LOCAL, "192.168.1.7"], datetime.now(UTC))
    without = papers(tmp_path, LOCAL, datetime.now(UTC))
    assert (without.fresh, without.authority) == (False, with_network.authority)


def test_a_telephone_is_given_figures_before_a_name_it_may_not_know() -> None:
    assert (
        outside([*LOCAL, "mill", "mill.local", "192.168.1.7"], 8470) == "https://192.168.1.7:8470"
    )
    assert outside([*LOCAL, "mill", "mill.local"], 8470) == "https://mill.local:8470"
    assert outside(LOCAL, 8470) == ""


def test_an_invitation_made_at_the_device_itself_opens_on_a_telephone(tmp_path: Path) -> None:
    made = furnished(tmp_path / "state")
    made.desk.outside = "https://192.168.1.7:8470"
    with served(made) as house, house.visitor(Role.CAREGIVER) as carol:
        form = {"name": "Lucy", "relation": "granddaughter"}
        answer = send(carol, "/care/people", "/care/people/invite", **form)
    full = f"https://192.168.1.7:8470{link_on(answer)}"
    assert f"<code>{full}</code>" in answer.text
    assert Link(full).picture.replace("&", "&amp;").replace("'", "&#39;") in answer.text
    assert "serve --lan" not in answer.text


def test_an_invitation_that_no_telephone_can_open_is_no_picture_and_says_what_to_do(
    tmp_path: Path,
) -> None:
    with served(furnished(tmp_path / "state")) as house, house.visitor(Role.CAREGIVER) as carol:
        form = {"name": "Lucy", "relation": "granddaughter"}
        answer = send(carol, "/care/people", "/care/people/invite", **form)
    assert "serve --lan" in answer.text and "data:image" not in answer.text
