"""The page of wishes is whole, or no talk is held."""

from pathlib import Path

import pytest

from voice_agent.errors import SettingsError
from voice_agent.reading.wishes import commands
from voice_agent.resources import resource

SHIPPED = resource("config/commands.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("as_shipped", "as_found", "complaint"),
    [
        ("\nstop = [", '\n"stay" = [', "stay"),
        ("\ndead = ", "\ndeceased = ", "dead"),
        ("[commands]", "[commands", "cannot be used"),
    ],
)
def test_nobody_is_recorded_who_could_not_ask_for_it_to_stop(
    tmp_path: Path, as_shipped: str, as_found: str, complaint: str
) -> None:
    assert as_shipped in SHIPPED
    page = tmp_path / "commands.toml"
    page.write_text(SHIPPED.replace(as_shipped, as_found), encoding="utf-8")
    with pytest.raises(SettingsError, match=complaint):
        commands.read(page)


def test_a_wish_nobody_wrote_down_how_to_say_is_named(tmp_path: Path) -> None:
    whole, _, _ = SHIPPED.partition("\ncorrection = [")
    page = tmp_path / "commands.toml"
    page.write_text(whole, encoding="utf-8")
    with pytest.raises(SettingsError, match="correction"):
        commands.read(page)
