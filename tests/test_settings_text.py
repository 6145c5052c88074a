"""A file of settings that people wrote keeps what they wrote beside the settings, whatever is changed in it."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import SettingsError
from voice_agent.resources import resource
from voice_agent.settings_text import put

HERS = """# Mum's house. Tom set this up on Sunday.
[narrator]
name = "Rose"
# the family, then the boat
names = [
    "Caoimhe: keeva",
    # our cousin in Łódź
    "Zbigniew",  # he writes
]

[speaking] # she hears badly
volume = 1.3 # two was too loud # really
"""


def test_what_was_written_beside_the_settings_stays() -> None:
    done = put(HERS, {"speaking.volume": 1.4, "speaking.voice": "hibari-heart"})
    assert done.startswith(HERS.rpartition("volume")[0])
    assert done.endswith('volume = 1.4 # two was too loud # really\nvoice = "hibari-heart"\n')


def test_a_list_over_several_lines_is_replaced_whole_and_keeps_its_remarks() -> None:
    done = put(HERS, {"narrator.names": ["Sinéad: shin-aid", 'the "Marigold"']})
    assert tomllib.loads(done)["narrator"]["names"] == ["Sinéad: shin-aid", 'the "Marigold"']
    assert "# our cousin in Łódź\n" in done and "# the family, then the boat\n" in done
    assert "Zbigniew" not in done


def test_a_file_that_is_not_there_yet_is_begun() -> None:
    done = put("", {"schedule.quiet_from": "21:00", "schedule.quiet_until": "08:30"})
    assert done == '[schedule]\nquiet_from = "21:00"\nquiet_until = "08:30"\n'


def test_every_line_of_the_shipped_file_but_the_changed_ones_stays_as_it_is() -> None:
    whole = resource("config/agent.toml").read_text(encoding="utf-8")
    done = put(whole, {"narrator.names": ["Ann"], "speaking.pace": 120.0})
    gone = [line for line in whole.splitlines() if line not in done.splitlines()]
    assert gone == [
        "names = []",
        next(line for line in whole.splitlines() if line.startswith("pace = ")),
    ]


@pytest.mark.parametrize(
    "text", ["speaking = { volume = 1.0 }\n", "speaking.volume = 1.0\nspeaking.pace = 0.0\n"]
)
def test_what_no_line_says_by_itself_is_left_alone_and_said(text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        put(text, {"speaking.voice": "hibari-heart"})
    assert "volume" not in refused.value.what
    assert refused.value.safe == "Nothing has been changed."


@given(st.lists(st.text(max_size=20), max_size=5), st.sampled_from(["", HERS, "[narrator]\n"]))
def test_whatever_the_names_are_they_come_back_as_they_were_written(
    names: list[str], text: str
) -> None:
    try:
        done = put(text, {"narrator.names": names})
    except SettingsError:
        assert any(not each.isprintable() for each in names)
    else:
        assert tomllib.loads(done)["narrator"]["names"] == names
