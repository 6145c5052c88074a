"""Hours of calm talk hold nothing that is asked about for its form."""

import pytest

from lab import LABELLED
from lab.evaluation.feeling import calm_talk
from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")


@pytest.mark.parametrize("name", ["calm_today.txt", "calm_open.txt"])
def test_calm_talk_is_never_asked_about_for_its_form(name: str) -> None:
    turns = calm_talk.turns(LABELLED / f"{name}")
    assert [each for each in turns if NET.by_form(each)] == []
