"""No satellite in the settings: nothing is loaded for one and none is called; and none is called outside the house."""

import subprocess
import sys

import pytest

from voice_agent.assemble import outward
from voice_agent.cli.pages import health
from voice_agent.errors import SettingsError
from voice_agent.settings import Settings, load


def test_without_an_address_the_package_is_not_even_loaded() -> None:
    program = (
        "import sys, voice_agent.cli.waiting as w; from voice_agent.settings import load;"
        "w.Corner(load(environ={'XDG_CONFIG_HOME': '/nonexistent'})).open_room();"
        "import voice_agent.assemble, voice_agent.measuring.doctor, voice_agent.cli.pages;"
        "sys.exit('wyoming' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def with_satellite(tmp_path_text: str) -> Settings:
    return load(environ={"XDG_CONFIG_HOME": tmp_path_text})


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8:10700",
        "bedroom.example:10700",
        "",
        "192.168.1.31:x",
        "http://192.168.1.31/x",
        "192.168.1.31:0",
    ],
)
def test_an_address_outside_the_house_is_refused_before_anything_is_sent(
    address: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("config")
    (folder / "voice-agent").mkdir()
    (folder / "voice-agent" / "agent.toml").write_text(f'[satellite]\naddresses = ["{address}"]\n')
    with pytest.raises(SettingsError, match="no address of this house") as caught:
        with_satellite(str(folder))
    assert "192.168.1.31:10700" in caught.value.mend


@pytest.mark.parametrize("address", ["192.168.1.31", "192.168.1.31:10700", "[fd00::5]:10700"])
def test_the_service_is_let_out_to_its_satellites_and_nowhere_else(address: str) -> None:
    settings = Settings.model_validate(
        {"state_directory": "/nonexistent", "satellite": {"addresses": [address]}}
    )
    (need,) = outward.needs(settings, None)
    assert need.what == "a satellite"
    assert need.host in ("192.168.1.31", "fd00::5")


def test_the_caregivers_page_speaks_of_the_satellite_and_not_of_a_sound_card(
    tmp_path: object,
) -> None:
    settings = Settings.model_validate(
        {"state_directory": str(tmp_path), "satellite": {"addresses": ["127.0.0.1:1"]}}
    )
    sign = health(settings)[0]
    assert (sign.what, sign.well) == ("Satellite 127.0.0.1:1", False)
    assert sign.says == "No satellite answers at 127.0.0.1:1."
