"""A wrong setting is never a shrug: it names the place, the key and the nearest right one."""

from pathlib import Path

import pytest

from voice_agent.errors import SettingsError
from voice_agent.settings import BY_PAGES, PROFILES, gather, keys, load, origins

NOBODY = {"XDG_CONFIG_HOME": "/nonexistent"}
"""The environment of a machine on which nobody has written settings."""


def written(folder: Path, text: str) -> Path:
    file = folder / "agent.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refused(folder: Path, text: str) -> SettingsError:
    file = written(folder, text)
    with pytest.raises(SettingsError) as caught:
        load(file, environ=NOBODY)
    return caught.value


def test_without_any_file_the_defaults_are_in_force() -> None:
    chosen = load(environ=NOBODY)
    assert chosen.profile == "starter"
    assert chosen.endpoint.patience == 3.0


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_loads(profile: str) -> None:
    assert load(profile=profile, environ=NOBODY).profile == profile


def test_a_house_changes_only_what_it_writes(tmp_path: Path) -> None:
    chosen = load(written(tmp_path, "[narrator]\nname = 'Rose'\n"), environ=NOBODY)
    assert (chosen.narrator.name, chosen.narrator.country) == ("Rose", "")


def test_the_environment_wins_over_the_house_and_the_house_over_the_profile(tmp_path: Path) -> None:
    file = written(tmp_path, "profile = 'ci'\n[hearing]\nbeam = 2\nmodel = 'mine'\n")
    chosen = load(file, environ=NOBODY | {"VOICE_AGENT_HEARING__BEAM": "4"})
    assert (chosen.hearing.beam, chosen.hearing.model, chosen.profile) == (4, "mine", "ci")


def test_the_command_line_names_the_profile_last(tmp_path: Path) -> None:
    file = written(tmp_path, "profile = 'home-gpu'\n")
    assert (
        load(file, profile="ci", environ=NOBODY | {"VOICE_AGENT_PROFILE": "starter"}).profile
        == "ci"
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("yes", True), ("1", True), ("false", False), ("No", False), ("0", False)],
)
def test_the_environment_says_yes_and_no_in_plain_words(text: str, value: bool) -> None:
    assert (
        load(environ=NOBODY | {"VOICE_AGENT_AUDIO__HALF_DUPLEX": text}).audio.half_duplex is value
    )


def test_a_misspelt_key_is_answered_with_the_right_one(tmp_path: Path) -> None:
    error = refused(tmp_path, "[endpoint]\npatiense = 3.0\n")
    assert "agent.toml" in error.what
    assert "[endpoint] has no setting “patiense”" in error.what
    assert error.mend == "Did you mean “endpoint.patience”?"


def test_a_misspelt_table_is_answered_with_the_right_one(tmp_path: Path) -> None:
    error = refused(tmp_path, "[speeking]\npace = 120.0\n")
    assert "has no setting “speeking”" in error.what
    assert error.mend == "Did you mean “speaking”?"


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("[hearing]\nmicrophone = 'USB'\n", "Did you mean “microphone” under [audio]?"),
        ("[audio]\nvolume = 1.0\n", "Did you mean “volume” under [speaking]?"),
        ("half_duplex = true\n", "Did you mean “half_duplex” under [audio]?"),
        (
            "[memory]\nprofile = 'ci'\n",
            "Did you mean “profile” at the top of the file, before any table?",
        ),
    ],
)
def test_a_key_in_the_wrong_table_is_sent_home(tmp_path: Path, text: str, mend: str) -> None:
    assert refused(tmp_path, text).mend == mend


@pytest.mark.parametrize(
    ("text", "key", "mend"),
    [
        ("[hearing]\nbeam = 'many'\n", '“hearing.beam” is "many"', "a whole number"),
        ("[hearing]\nbeam = 2.5\n", "“hearing.beam” is 2.5", "a whole number (hypotheses)"),
        ("[audio]\nhalf_duplex = 'yes'\n", '“audio.half_duplex” is "yes"', "true or false"),
        ("[narrator]\nname = 7\n", "“narrator.name” is 7", "a text"),
        ("[endpoint]\npatience = 0.5\n", "“endpoint.patience” is 0.5", "a number (seconds)"),
        ("[hearing]\ndevice = 'gpu'\n", "“hearing.device”", "one of “auto”, “cpu”, “cuda”"),
        ("hearing = 3\n", "“hearing” must be a table", ""),
        ("profile = 'home'\n", '“profile” is "home"', "one of “starter”, “home-gpu”, “ci”"),
    ],
)
def test_a_value_that_does_not_fit_is_told_what_would(
    tmp_path: Path, text: str, key: str, mend: str
) -> None:
    error = refused(tmp_path, text)
    assert key in error.what
    assert mend in error.mend


def test_a_wrong_variable_is_named() -> None:
    with pytest.raises(SettingsError, match=r"VOICE_AGENT_HEARING__BEEM: .* “beem”") as caught:
        load(environ=NOBODY | {"VOICE_AGENT_HEARING__BEEM": "4"})
    assert caught.value.mend == "Did you mean “hearing.beam”?"


def test_a_secret_is_not_repeated_in_an_error(tmp_path: Path) -> None:
    assert "1938" not in refused(tmp_path, "[memory]\npin = 1938\n").what


def test_settings_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    error = refused(tmp_path, "[speaking]\nslowest = 180.0\n")
    assert "speaking.slowest is 180.0 and speaking.fastest is 175.0" in error.what


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://collector.example.org:4318",
        "http://203.0.113.7:4318",
        "http://8.8.8.8",
        "http://collector.local:4318",
        "http://me:secret-word@192.168.1.20:4318",
        "http://127.0.0.1@8.8.8.8/",
        "http://192.168.1.20:4318/?who=rose",
        "http://[::ffff:8.8.8.8]:4318",
        "192.168.1.20:4318",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:0",
        "http://127.0.0.1:port",
        "http://127.0.0.1:4318/äh",
    ],
)
def test_telemetry_is_told_to_no_address_outside_the_house(tmp_path: Path, endpoint: str) -> None:
    error = refused(tmp_path, f"[telemetry]\nendpoint = {endpoint!r}\n")
    assert "telemetry.endpoint" in error.what and "no address of this house" in error.what
    assert "http://192.168.1.20:4318" in error.mend and "secret-word" not in error.what


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://localhost:4318",
        "http://127.0.0.1:4318/",
        "https://192.168.1.20:4318/otlp",
        "http://10.1.2.3",
        "http://[fd00::20]:4318",
        "",
    ],
)
def test_telemetry_may_be_told_to_a_computer_of_the_house(tmp_path: Path, endpoint: str) -> None:
    file = written(tmp_path, f"[telemetry]\nendpoint = {endpoint!r}\n")
    assert load(file, environ=NOBODY).telemetry.endpoint == endpoint


@pytest.mark.parametrize(
    "network",
    ["ten", "10.8.0.0/40", "", "8.8.8.0/24", "0.0.0.0/0", "127.0.0.0/8", "10.0.0.0/7", "::/0"],
)
def test_only_a_network_that_a_tunnel_can_have_is_taken_for_one(
    tmp_path: Path, network: str
) -> None:
    error = refused(tmp_path, f"[borrowing]\noutside = ['192.168.7.0/24', '{network}']\n")
    assert "borrowing.outside" in error.what and "10.8.0.0/16" in error.mend


@pytest.mark.parametrize("network", ["10.8.0.0/16", "10.8.0.1/24", "10.8.0.1", "100.64.0.0/10"])
def test_a_tunnel_is_written_as_the_tunnel_itself_writes_it(tmp_path: Path, network: str) -> None:
    file = written(tmp_path, f"[borrowing]\noutside = ['{network}', 'fd12:1::/48']\n")
    assert load(file, environ=NOBODY).borrowing.outside[0] == network


@pytest.mark.parametrize(
    "text",
    [
        "[telemetry]\nendpoint = 'http://10.8.0.1:4318'\n",
        "[home_assistant]\nbroker = '10.8.0.1'\n",
        "[satellite]\naddresses = ['10.8.0.1:10700']\n",
    ],
)
def test_what_may_not_leave_the_house_does_not_go_through_a_tunnel_either(
    tmp_path: Path, text: str
) -> None:
    assert load(written(tmp_path, text), environ=NOBODY)
    error = refused(tmp_path, f"[borrowing]\noutside = ['10.8.0.0/16']\n{text}")
    assert "of this house" in error.what


@pytest.mark.parametrize("name", ["rose", "for-rose-miller", "Kitchen", "a b", "k" * 41])
def test_a_device_is_not_called_by_its_narrators_name(tmp_path: Path, name: str) -> None:
    page = f"[narrator]\nname = 'Rose Miller'\n[telemetry]\nname = {name!r}\n"
    assert "telemetry.name is no name for a device" in refused(tmp_path, page).what


@pytest.mark.parametrize(
    "broker",
    [
        "8.8.8.8",
        "broker.example",
        "homeassistant.local",
        "192.168.1.20:1883",
        "mqtt://192.168.1.20",
        "[fd00::20]",
        "a@127.0.0.1",
    ],
)
def test_home_assistant_is_told_at_no_address_outside_the_house(
    tmp_path: Path, broker: str
) -> None:
    error = refused(tmp_path, f"[home_assistant]\nbroker = {broker!r}\n")
    assert "home_assistant.broker" in error.what and "no computer of this house" in error.what
    assert "192.168.1.20" in error.mend


@pytest.mark.parametrize("broker", ["localhost", "127.0.0.1", "192.168.1.20", "fd00::20", ""])
def test_home_assistant_may_be_told_at_a_computer_of_the_house(tmp_path: Path, broker: str) -> None:
    file = written(tmp_path, f"[home_assistant]\nbroker = {broker!r}\n")
    assert load(file, environ=NOBODY).home_assistant.broker == broker


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("prefix = 'home/#'", "no topic"),
        ("prefix = ''", "no topic"),
        ('name = "two\\nlines"', "no name for a device"),
        ("password_file = '/etc/word'", "home_assistant.user is not"),
    ],
)
def test_what_home_assistant_could_not_use_is_refused(tmp_path: Path, line: str, what: str) -> None:
    assert what in refused(tmp_path, f"[home_assistant]\n{line}\n").what


@pytest.mark.parametrize("text", ["[audio", "name = 'a' 'b'", "a = \x00"])
def test_a_file_that_is_not_toml_is_named_with_its_line(tmp_path: Path, text: str) -> None:
    assert "agent.toml is not valid TOML" in refused(tmp_path, text).what


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no settings file"):
        load(tmp_path / "none.toml", environ=NOBODY)


def test_an_unknown_profile_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(SettingsError) as caught:
        load(profile="home", environ=NOBODY)
    assert "home-gpu" in caught.value.mend


def test_every_changed_setting_knows_where_it_came_from(tmp_path: Path) -> None:
    file = written(tmp_path, "[hearing]\nbeam = 2\n")
    found = origins(
        gather(file, profile="ci", environ=NOBODY | {"VOICE_AGENT_MODELS__OFFLINE": "1"})
    )
    assert found["hearing.beam"] == str(file)
    assert found["hearing.model"].endswith("ci.toml")
    assert found["models.offline"] == "VOICE_AGENT_MODELS__OFFLINE"
    assert found["profile"] == "the command line"
    assert "endpoint.patience" not in found


def test_the_state_directory_is_systemds_where_systemd_gives_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/voice-agent")
    assert str(load(environ=NOBODY).state) == "/var/lib/voice-agent"
    assert str(load(environ=NOBODY).weights) == "/var/lib/voice-agent/models"


def test_every_number_has_a_unit() -> None:
    for key, kind, _, unit in keys():
        assert unit or kind not in (int, float), key


def by_pages(folder: Path, text: str) -> dict[str, str]:
    """A service whose settings file is root's: a page wrote beside the record."""
    state = folder / "state"
    state.mkdir()
    (state / BY_PAGES).write_text(text, encoding="utf-8")
    return NOBODY | {"STATE_DIRECTORY": str(state)}


def test_what_a_page_wrote_wins_over_the_houses_file_and_the_start_over_both(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, "[speaking]\nvolume = 1.2\npace = 130.0\n")
    service = by_pages(tmp_path, "[speaking]\nvolume = 1.4\n")
    speaking = load(file, environ=service).speaking
    assert (speaking.volume, speaking.pace) == (1.4, 130.0)
    assert origins(gather(file, environ=service))["speaking.volume"].endswith(BY_PAGES)
    given = service | {"VOICE_AGENT_SPEAKING__VOLUME": "0.7"}
    assert load(file, environ=given).speaking.volume == 0.7


def test_whoever_looks_after_a_service_finds_it_by_the_state_folder_they_name(
    tmp_path: Path,
) -> None:
    by_pages(tmp_path, "[speaking]\nvolume = 1.4\n")
    root = NOBODY | {"VOICE_AGENT_STATE_DIRECTORY": str(tmp_path / "state")}
    assert load(environ=root).speaking.volume == 1.4


@pytest.mark.parametrize(
    "text",
    ["[memory]\npin = ''\n", "[safety]\ncontacts = []\n", "[language]\nelsewhere = 'yes'\n"],
)
def test_no_page_lifts_the_pin_chooses_who_is_told_or_sends_words_away(
    tmp_path: Path, text: str
) -> None:
    service = by_pages(tmp_path, text)
    with pytest.raises(SettingsError, match="no page may choose"):
        load(environ=service)
