"""One house that holds a real talk with engines of a cluster, in a process of its own.

    python -m lab.fleet.talk SETTINGS ROUNDS

The sample narrator speaks, in real time, her stories ROUNDS times over. A line of JSON tells of each moment that matters
as it comes, on the steady clock of this computer; none holds a word.
"""

import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import anyio

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue, DuringReply
from voice_agent.cli.sitting import SAMPLE_ECHO
from voice_agent.conversation.house import Controls, Watch
from voice_agent.settings import Settings, load
from voice_agent.speech.narrator import Line, sample_narrator
from voice_agent.story import Latency, Speaker, TurnId

FOUND = 0.5
"""Share of a line's words that the record must hold, for the line not to be lost: the smallest recogniser mishears."""


def say(kind: str, **more: Any) -> None:
    """Tell whoever watches."""
    print(json.dumps({"kind": kind, "at": time.monotonic(), **more}), flush=True)


def lines(rounds: int) -> list[Line]:
    """What she says: the yes, her stories so many times, the goodbye."""
    yes, *stories, goodbye = sample_narrator().lines
    return [yes, *stories * rounds, goodbye]


def cues(said: list[Line]) -> list[Cue]:
    """The same on a tape."""
    return [
        Cue(
            files.read(line.file),
            AfterReply(line.wait) if line.when == "after reply" else DuringReply(line.wait),
        )
        for line in said
    ]


async def hold(settings: Settings, rounds: int) -> None:
    """Hold the talk, and tell of it."""
    said = lines(rounds)

    def latency(turn: TurnId, latency: Latency) -> None:
        say("reply", turn=turn, **asdict(latency))

    with Record.open(settings.state) as record:
        engines = assemble.engines(settings, lambda says: say("tells", says=says))
        say("loaded")
        held = await assemble.hold(
            settings,
            replace(engines, speaker=None),  # two narrators of one voice: nothing to learn there
            TapedRoom(cues(said), echo=SAMPLE_ECHO),
            record,
            watch=Watch(latency=latency),
            controls=Controls(),
            tell=lambda says: say("tells", says=says),
        )
        kept = record.session(held.session).turns if held.folder else ()
    heard = " ".join(each.text for each in kept if each.speaker is Speaker.NARRATOR)
    ours = [each for each in kept if each.speaker is Speaker.INTERVIEWER]
    say(
        "over",
        reason=held.outcome.reason,
        lines=len(said),
        lost=sum(share(line.text, heard) < FOUND for line in said),
        turns=sum(each.speaker is Speaker.NARRATOR for each in kept),
        ours=len(ours),
        kinds=sorted({str(each.kind) for each in ours}),
        cpu=time.process_time(),
    )


def share(line: str, heard: str) -> float:
    """Share of the words of a line that were heard anywhere."""
    words = {each.strip(".,!?;").casefold() for each in line.split()}
    there = {each.strip(".,!?;").casefold() for each in heard.split()}
    return len(words & there) / len(words)


if __name__ == "__main__":
    anyio.run(hold, load(Path(sys.argv[1]), environ={}), int(sys.argv[2]))
