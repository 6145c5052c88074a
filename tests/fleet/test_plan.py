"""fleet.toml: what it may say, and what is refused before anything is started."""

from pathlib import Path

import pytest

from voice_agent.errors import SettingsError
from voice_agent.fleet import plan
from voice_agent.resources import resource


def written(folder: Path, text: str) -> Path:
    file = folder / "fleet.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_file_that_ships_says_every_default() -> None:
    file = resource("config/fleet.toml")
    assert plan.read(file) == plan.Plan()
    shown = file.read_text(encoding="utf-8")
    of_all = {"cores", "cards", "least", "most", "wanted", "taken", "waiting", "patience"}
    assert all(shown.count(f"\n{name} = ") >= 4 for name in of_all)


def test_what_is_misspelt_is_named_and_nothing_is_started(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"speech.*card"):
        plan.read(written(tmp_path, "[speech]\ncard = 1.0\n"))
    with pytest.raises(SettingsError, match="not a TOML file"):
        plan.read(written(tmp_path, "[speech\n"))
    with pytest.raises(SettingsError, match="cannot be read"):
        plan.read(tmp_path / "none.toml")


def test_an_engine_that_is_not_wanted_is_not_served(tmp_path: Path) -> None:
    read = plan.read(written(tmp_path, 'speech = "none"\n'))
    assert [*plan.shares(read)] == ["recognition", "embeddings"]


def test_a_language_model_is_served_where_its_server_is_named(tmp_path: Path) -> None:
    server = '[writing]\nurl = "http://127.0.0.1:8000/v1"\n'
    assert "writing" in plan.shares(plan.read(written(tmp_path, f'{server}model = "qwen"\n')))
    with pytest.raises(SettingsError, match="no model"):
        plan.read(written(tmp_path, server))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "fleet.example.org"])
def test_nothing_is_served_where_words_could_be_read_on_the_way(host: str) -> None:
    with pytest.raises(SettingsError, match="without encryption"):
        plan.closed_to_listeners(plan.Plan(door=plan.Door(host=host)))
    plan.closed_to_listeners(plan.Plan(door=plan.Door(host=host, tunnel=True)))
    with_tls = plan.Door(host=host, certificate="c.pem", certificate_key="k.pem")
    plan.closed_to_listeners(plan.Plan(door=with_tls))


@pytest.mark.parametrize("address", ["auto", "10.8.0.1:6379"])
def test_computers_of_a_cluster_are_joined_only_by_a_closed_line(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_line = plan.Plan(cluster=plan.Cluster(address=address))
    monkeypatch.setenv("RAY_USE_TLS", "1")  # does not cover what Ray Serve sends
    with pytest.raises(SettingsError, match="between the cluster's computers"):
        plan.closed_to_listeners(open_line)
    plan.closed_to_listeners(plan.Plan(cluster=plan.Cluster(address=address, tunnel=True)))


@pytest.mark.parametrize("address", ["", "127.0.0.1:6379"])
def test_a_cluster_of_this_computer_alone_needs_no_closed_line(address: str) -> None:
    plan.closed_to_listeners(plan.Plan(cluster=plan.Cluster(address=address)))


@pytest.mark.parametrize(
    ("url", "in_the_tunnel", "closed"),
    [
        ("http://127.0.0.1:8000/v1", False, True),
        ("https://models.example.org/v1", False, True),
        ("http://10.8.0.7:8000/v1", True, True),
        ("http://10.8.0.7:8000/v1", False, False),
        ("http://203.0.113.5:8000/v1", True, False),
        ("http://models.example.org/v1", True, False),
        ("http://127.0.0.1:8000@203.0.113.5/v1", False, False),
    ],
)
def test_a_models_server_is_asked_only_where_nobody_reads_on_the_way(
    url: str, in_the_tunnel: bool, closed: bool
) -> None:
    asks = plan.Plan(
        cluster=plan.Cluster(tunnel=in_the_tunnel), writing=plan.Writing(url=url, model="qwen")
    )
    if closed:
        plan.closed_to_listeners(asks)
        return
    with pytest.raises(SettingsError, match="without encryption"):
        plan.closed_to_listeners(asks)
