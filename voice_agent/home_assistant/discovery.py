"""Everything that Home Assistant is told, and in which form: this list and no more. Pure.

    homeassistant/device/voice-agent-1f25c09b/config    what there is, kept by the broker
    voice-agent/1f25c09b/talk_today                     ON
    voice-agent/1f25c09b/device_well                    well
    voice-agent/1f25c09b/next_talk                      2026-12-01T10:00:00+00:00
    voice-agent/1f25c09b/talk_now                       PRESS, from Home Assistant
    voice-agent/1f25c09b/availability                   online

What Home Assistant's documentation asks for (www.home-assistant.io, read in November 2026):

* integrations/mqtt, “Device discovery payload”: the topic is PREFIX/device/ID/config, with an ID of [a-zA-Z0-9_-]; the payload
  is an object with `device` and `origin`, both required, and `components`, each with a `platform` and a `unique_id`, which is
  required for entities. An empty payload, retained, removes the device. Options shared by all may stand beside them:
  `availability_topic`, `qos`.
* integrations/mqtt, “origin”: `name` is required, `sw_version` is not.
* integrations/binary_sensor.mqtt and sensor.mqtt: `state_topic` is required; `device` needs one of `identifiers` and `connections`.
* integrations/button.mqtt: `command_topic`; what is sent there is `payload_press`, by default PRESS and not retained.
* integrations/binary_sensor, “device class”: “problem”: on means that there is a problem, off that all is well.
* integrations/sensor, “device class”: “timestamp”: a date and time with its zone (ISO 8601). “None” makes it unknown.

There is no state “talking”: Home Assistant keeps every change with its time, and would have written down for how long somebody
talked. All that a talk changes is changed as it begins, and its end changes nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

US = "voice-agent"

CALLED = "Interviewer"
"""What the device is called where the settings do not say."""

ONLINE, OFFLINE = "online", "offline"

PRESS = b"PRESS"

UNKNOWN = "None"


class Thing(StrEnum):
    """What Home Assistant has of us."""

    TALK_TODAY = "talk_today"
    DEVICE_WELL = "device_well"
    NEXT_TALK = "next_talk"
    TALK_NOW = "talk_now"


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand, in two answers and a date: text has no way through."""

    talked: bool
    """Has a talk begun today, on the narrator's calendar?"""

    well: bool
    """Is nothing wrong with the device?"""

    next_talk: datetime | None
    """When the narrator is next asked to a planned talk; None: not in sight."""


@dataclass(frozen=True, slots=True)
class Topics:
    """Where it stands at the broker."""

    device: str
    """Drawn once for this house ([0-9a-f]); says nothing about anybody."""

    prefix: str = "homeassistant"

    @property
    def discovery(self) -> str:
        """What there is."""
        return f"{self.prefix}/device/{US}-{self.device}/config"

    @property
    def availability(self) -> str:
        """Are we there?"""
        return f"{US}/{self.device}/availability"

    def of(self, thing: Thing) -> str:
        """Where its state stands, or its command comes."""
        return f"{US}/{self.device}/{thing}"

    @property
    def kept(self) -> tuple[str, ...]:
        """All that the broker keeps of us; what there is goes first, and the rest with it."""
        states = (self.of(thing) for thing in Thing if thing is not Thing.TALK_NOW)
        return (self.discovery, *states, self.availability)


def discovery(topics: Topics, called: str, version: str) -> str:
    """What there is, for the topic `discovery`. `called`: as the house's settings name the device, or ""."""
    who = f"{US}-{topics.device}"
    things: Mapping[Thing, dict[str, Any]] = {
        Thing.TALK_TODAY: {"platform": "binary_sensor", "name": "Talk today"},
        Thing.DEVICE_WELL: {
            "platform": "binary_sensor",
            "name": "Device well",
            "device_class": "problem",
            "payload_on": "problem",
            "payload_off": "well",
        },
        Thing.NEXT_TALK: {"platform": "sensor", "name": "Next talk", "device_class": "timestamp"},
        Thing.TALK_NOW: {
            "platform": "button",
            "name": "Talk now",
            "payload_press": PRESS.decode(),
            "retain": False,
        },
    }
    for thing, config in things.items():
        where = "command_topic" if thing is Thing.TALK_NOW else "state_topic"
        config |= {"unique_id": f"{who}-{thing}", where: topics.of(thing)}
    return json.dumps(
        {
            "device": {"identifiers": [who], "name": called or CALLED, "sw_version": version},
            "origin": {"name": US, "sw_version": version},
            "availability_topic": topics.availability,
            "qos": 1,
            "components": things,
        },
        ensure_ascii=False,
    )


def states(topics: Topics, standing: Standing) -> dict[str, str]:
    """Topic -> what stands there. Whatever `standing` holds, these are the only words that go out."""
    at = standing.next_talk
    planned = at.astimezone(UTC).isoformat(timespec="seconds") if isinstance(at, datetime) else ""
    return {
        topics.of(Thing.TALK_TODAY): "ON" if standing.talked is True else "OFF",
        topics.of(Thing.DEVICE_WELL): "well" if standing.well is True else "problem",
        topics.of(Thing.NEXT_TALK): planned or UNKNOWN,
    }
