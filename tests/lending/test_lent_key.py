"""Who may use the engines of a house: whoever has its key, over a line that nobody else reads."""

import ssl
import stat
from pathlib import Path

import httpx
import pytest
from fastapi import Request
from lent_house import lending, lent, settings, story, wav
from typer.testing import CliRunner

from voice_agent.cli import app
from voice_agent.errors import NotLent
from voice_agent.lending.key import Door, house_key


def test_the_key_is_made_once_and_nobody_elses_to_read(tmp_path: Path) -> None:
    key = house_key(tmp_path / "state")
    assert house_key(tmp_path / "state") == key and len(key) > 40
    assert house_key(tmp_path / "other") != key
    (file,) = (tmp_path / "state" / "lending").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_command_shows_the_key_and_makes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_AGENT_STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    first = CliRunner().invoke(app, ["lend", "--key"]).output.strip()
    assert first == house_key(tmp_path)
    second = CliRunner().invoke(app, ["lend", "--new-key"]).output.strip()
    assert second == house_key(tmp_path) != first
    pem = CliRunner().invoke(app, ["lend", "--certificate"]).output
    assert pem.startswith("-----BEGIN CERTIFICATE-----")


def test_without_the_right_key_nothing_is_heard_said_or_listed(tmp_path: Path) -> None:
    with lending(lent(), tmp_path) as house:
        for key in ("", "melon", "clé", house.key[:-1], house.key + "x"):
            with house.client() as stranger:
                brought = [(b"authorization", f"Bearer {key}".encode())] if key else []
                stranger.headers = httpx.Headers(brought)
                answers = [
                    stranger.get("/v1/models"),
                    stranger.post("/v1/audio/speech", json={"input": "Hello."}),
                    stranger.post("/v1/embeddings", json={"input": "Hello."}),
                    stranger.post("/v1/audio/transcriptions", files={"file": wav(story())}),
                ]
                for answer in answers:
                    assert answer.status_code in (401, 429)
                    error = answer.json()["error"]
                    assert error["code"] in ("invalid_api_key", "too_many_wrong_keys")
                    assert (
                        error["message"].endswith(".") and key not in error["message"]
                    ) or not key
        with house.client() as program:
            assert program.get("/v1/models").status_code == 200


def test_a_new_key_opens_and_the_old_one_does_not_from_that_moment(tmp_path: Path) -> None:
    with lending(lent(), tmp_path) as house:
        new = house_key(tmp_path, another=True)
        with house.client() as old, house.client(new) as program:
            assert old.get("/v1/models").status_code == 401
            assert program.get("/v1/models").status_code == 200


def _from(address: str, key: str, host: str = "localhost") -> Request:
    headers = [(b"host", f"{host}:8471".encode()), (b"authorization", f"Bearer {key}".encode())]
    return Request({"type": "http", "method": "GET", "scheme": "http", "path": "/", "query_string": b"", "headers": headers, "client": (address, 9)})  # fmt: skip


def test_many_wrong_keys_must_wait_and_the_right_one_never(tmp_path: Path) -> None:
    now = [0.0]
    door = Door(lambda: "right", lambda: ["localhost"], clock=lambda: now[0])
    statuses = list[int]()
    for _ in range(9):
        with pytest.raises(NotLent) as refused:
            door(_from("10.0.0.9", "wrong"))
        statuses.append(refused.value.status)
        door(_from("10.0.0.9", "right"))
    assert statuses[0] == 401 and statuses[-1] == 429
    now[0] += 61
    with pytest.raises(NotLent) as refused:
        door(_from("10.0.0.9", "wrong"))
    assert refused.value.status == 401


def test_where_the_settings_say_so_this_computer_needs_no_key_and_others_do() -> None:
    door = Door(lambda: "right", lambda: ["localhost"], here_too=False)
    door(_from("127.0.0.1", ""))
    with pytest.raises(NotLent):
        door(_from("192.168.1.20", ""))


def test_a_page_in_a_browser_cannot_ask_under_a_name_of_its_own() -> None:
    door = Door(lambda: "right", lambda: ["localhost"], here_too=False)
    with pytest.raises(NotLent) as refused:
        door(_from("127.0.0.1", "", host="evil.example"))
    assert "does not go by that name" in refused.value.what


def test_other_computers_ask_over_a_line_that_nobody_reads(tmp_path: Path) -> None:
    with lending(lent(), tmp_path, lan=True) as house:
        authority = tmp_path / "certificate" / "authority.crt"
        trusting = ssl.create_default_context(cafile=str(authority))
        with house.client(verify=trusting) as program:
            answer = program.post("/v1/audio/speech", json={"input": "Hello there."})
            assert answer.status_code == 200
        with house.client(verify=True) as doubting, pytest.raises(httpx.ConnectError):
            doubting.get("/v1/models")
        # asked openly, it answers with its address over TLS and reads no key
        openly = httpx.post(house.url.replace("https", "http") + "/v1/audio/speech", content=b"x")
        assert openly.status_code == 308 and openly.headers["location"].startswith("https://")


def test_nothing_is_open_to_others_before_the_settings_say_so(tmp_path: Path) -> None:
    from voice_agent.lending import ports
    from voice_agent.settings_sections import Lending

    its = Lending()
    assert (its.on, its.reaches, its.key, its.wyoming_reaches) == (False, "this computer", "always", "this computer")  # fmt: skip
    taken = ports.opened(settings(tmp_path), lambda: ["localhost"], lan=False)
    assert taken.wyoming is not None
    for line in (taken.line, taken.wyoming):
        assert line.getsockname()[0] == "127.0.0.1"
        line.close()
    words = "the whole network, without key or encryption"
    taken = ports.opened(settings(tmp_path, wyoming_reaches=words), lambda: ["localhost"], lan=True)
    assert taken.wyoming is not None and words in " ".join(taken.says()).replace("for ", "")
    for line in (taken.line, taken.wyoming):
        assert line.getsockname()[0] == "0.0.0.0"
        line.close()
