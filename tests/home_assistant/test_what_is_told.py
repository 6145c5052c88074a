"""Home Assistant learns four plain things, in the form that its documentation asks for, and nothing else has a way through."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.home_assistant.discovery import Standing, Thing, Topics, discovery, states

TOPICS = Topics("1f25c09b")
PLATFORMS = {
    "talk_today": "binary_sensor",
    "device_well": "binary_sensor",
    "next_talk": "sensor",
    "talk_now": "button",
}
REQUIRED = {"binary_sensor": "state_topic", "sensor": "state_topic", "button": "command_topic"}
"""As the pages integrations/binary_sensor.mqtt, sensor.mqtt and button.mqtt have it; without a command a button does nothing."""

CANARIES = ("Ottoline", "marzipan", "the goat ate the washing", "914207", "sad")


def announced(called: str = "") -> dict[str, Any]:
    return json.loads(discovery(TOPICS, called, "2026.11.0"))


def test_the_device_is_announced_as_the_documentation_asks() -> None:
    device = announced()
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", TOPICS.discovery)
    assert device["device"]["identifiers"] == ["voice-agent-1f25c09b"]
    assert device["origin"]["name"] == "voice-agent"
    assert {k: v["platform"] for k, v in device["components"].items()} == PLATFORMS
    for config in device["components"].values():
        assert config["unique_id"] and config[REQUIRED[config["platform"]]]
        assert config["name"]
    unique = [each["unique_id"] for each in device["components"].values()]
    assert len(set(unique)) == len(unique)


def test_every_topic_that_is_announced_is_one_that_is_told_and_the_button_is_not_kept() -> None:
    device = announced()
    told = {*states(TOPICS, Standing(False, False, None)), TOPICS.availability}
    things = device["components"].values()
    assert {each["state_topic"] for each in things if "state_topic" in each} <= told
    assert device["availability_topic"] in told
    assert device["components"]["talk_now"]["retain"] is False


def test_on_means_a_problem_and_off_means_well() -> None:
    config = announced()["components"]["device_well"]
    assert config["device_class"] == "problem"
    where = config["state_topic"]
    assert states(TOPICS, Standing(False, True, None))[where] == config["payload_off"]
    assert states(TOPICS, Standing(False, False, None))[where] == config["payload_on"]


def test_the_next_talk_is_a_time_with_its_zone_or_unknown() -> None:
    at = datetime(2026, 12, 1, 11, 0, tzinfo=timezone(timedelta(hours=1)))
    told = states(TOPICS, Standing(True, True, at))[TOPICS.of(Thing.NEXT_TALK)]
    assert told == "2026-12-01T10:00:00+00:00" and datetime.fromisoformat(told) == at
    nothing = states(TOPICS, Standing(True, True, None))
    assert nothing[TOPICS.of(Thing.NEXT_TALK)] == "None"


def test_the_device_is_called_as_the_house_calls_it_and_otherwise_after_nobody() -> None:
    assert announced()["device"]["name"] == "Interviewer"
    assert announced("Küche")["device"]["name"] == "Küche"


@pytest.mark.parametrize("canary", CANARIES)
def test_whatever_is_handed_in_no_word_of_it_goes_out(canary: str) -> None:
    standing = Standing(cast("Any", canary), cast("Any", canary), cast("Any", canary))
    told = states(TOPICS, standing)
    assert canary not in json.dumps(told, ensure_ascii=False)


@given(st.booleans(), st.booleans(), st.none() | st.datetimes(timezones=st.just(UTC)))
def test_all_that_can_ever_stand_there_is_six_words_and_a_date(
    talked: bool, well: bool, at: datetime | None
) -> None:
    words = {"ON", "OFF", "well", "problem", "None"}
    for topic, payload in states(TOPICS, Standing(talked, well, at)).items():
        assert topic in TOPICS.kept
        assert payload in words or datetime.fromisoformat(payload)
