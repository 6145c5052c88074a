"""What a model might write to the shipped moments: one that listens, and one that does not."""

import json
from collections.abc import Mapping
from typing import Any

from voice_agent.interview.seat.moments import NONE, Moment

STAYS = "There is no hurry. I am listening."


def listens(moment: Moment) -> Mapping[str, Any]:
    """As well as it can be read and answered."""
    reading = {
        "danger": moment.danger,
        "wish": moment.wish,
        "asks": "none",
        "about": moment.about,
        "story": "middle",
        "hook": next(iter(moment.hooks), ""),
    }
    return {"reading": reading, "replies": [_reply(moment)]}


def _reply(moment: Moment) -> Mapping[str, str]:
    if moment.belongs:
        told = moment.stories[moment.belongs - 1].line
        say = f"{' '.join(told.split()[-4:]).capitalize()}. How did that go on?"
        return {"kind": "return", "hook": "", "to": f"s{moment.belongs}", "say": say}
    if moment.hooks:
        hook = moment.hooks[0]
        say = f"{hook[0].upper()}{hook[1:]}. How did that come about?"
        return {"kind": "follow", "hook": hook, "to": "", "say": say}
    return {"kind": "quiet", "hook": "", "to": "", "say": STAYS}


def does_not_listen(moment: Moment) -> Mapping[str, Any]:
    """In the form that was asked for, and otherwise as badly as a model can."""
    danger, wish = ("wants to die", "goodbye") if moment.danger == NONE else (NONE, NONE)
    reading = {
        "danger": danger,
        "wish": wish,
        "asks": "none",
        "about": "",
        "story": "told",
        "hook": "the moon",
    }
    say = "Wow, thank you for sharing, Gertrude! Weren't you proud in 1847?"
    reply = {"kind": "follow", "hook": "the moon", "to": "", "say": say}
    return {"reading": reading, "replies": [reply, reply]}


def chats(moment: Moment) -> str:
    """No form at all."""
    return f"Sure! Here is a warm reply to somebody who tells of {moment.kind}."


def written(answer: Mapping[str, Any]) -> str:
    """As it comes over a wire."""
    return json.dumps(answer, ensure_ascii=False)
