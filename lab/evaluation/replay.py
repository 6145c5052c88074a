"""Hold a recorded session again, from its journal alone: a bad evening becomes a test case.

No sound is needed and no engine runs: the journal says when speech was heard, what the recogniser and
the turn-end model answered, and how long our own clauses lasted. The floor, the planner and the record
are the real ones, on the room's own clock, so that the same journal always gives the same conversation.

What is not in the journal cannot be replayed: talk from before the narrator's yes, a language model's
wording (our own words stand there instead), questions grown from memory, and what earlier sessions asked:
only a first session is repeated to the word.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import anyio
import numpy as np
from numpy.typing import NDArray

from voice_agent import assemble
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import At, Cue
from voice_agent.backends import Transcript, VoiceLook
from voice_agent.conversation.house import Ears, House
from voice_agent.conversation.session import Conversation
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.sentences import clauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import ENOUGH_SPEECH_SECONDS, Voiceprint
from voice_agent.errors import RecordDamaged
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.planner import Opening
from voice_agent.settings import Settings
from voice_agent.sound import FRAME, RATE, Clip, Samples, Sound
from voice_agent.story import ConsentKind, Session, SessionId, Turn

T = TypeVar("T")

Event = Mapping[str, Any]

LEVELS = (0.0, 0.4, 0.9)
"""Probabilities that stand for the three steps in the journal (Ear.ends .35, Ear.begins .5)."""

A_WORD = 1 / 2.5
"""Seconds a word of ours is given where the journal does not know the clause."""


def replay(events: Sequence[Event], state: Path) -> tuple[Turn, ...]:
    """Hold the journalled session again in the empty folder `state`. Raises RecordDamaged."""
    return anyio.run(_replay, events, state)


async def _replay(events: Sequence[Event], state: Path) -> tuple[Turn, ...]:
    began = next((e for e in events if e["kind"] == "settings"), None)
    if began is None:
        raise RecordDamaged(
            "The journal does not say with which settings the session was held.",
            safe="The session itself is untouched.",
            mend="Only sessions held with this version or a later one can be replayed.",
        )
    settings = Settings.model_validate(began["settings"])
    before = began["opening"]
    opening = Opening(
        consented=before["consented"],
        last_time=before["last_time"],
        half_told=before["half_told"],
        leave=tuple(
            Permission(
                ConsentKind(each["kind"]),
                each["about"],
                each["again"],
                each.get("account", ""),
                each.get("role", ""),
                each.get("word", ""),
                each.get("back", False),
            )
            for each in before.get("leave", ())
        ),
        at_once=tuple(before.get("at_once", ())),
        announcements=tuple(before["announcements"]),
    )
    room = Evening(events)
    with Record.open(state) as record:
        talk = Conversation(
            House(
                session=_SESSION,
                ears=Ears(
                    room.microphone,
                    _Levels(),
                    NoEcho(),
                    _Recogniser(events),
                    _TurnEnd(events),
                    _Whose(events),
                ),
                loudspeaker=room.loudspeaker,
                speech=_Clauses(events),
                rules=assemble.rules(settings, seed=began["seed"]),
                opening=opening,
                notebook=Notebook(record, Session(_SESSION, "", _EPOCH), agreed=opening.consented),
                labour=_at_once,
                patience=settings.endpoint,
                now=lambda: _EPOCH,
                waits=(
                    settings.interview.cue_after,
                    settings.interview.reassure_after,
                    settings.interview.rest_after,
                ),
                paces=(
                    settings.speaking.pace,
                    settings.speaking.slowest,
                    settings.speaking.fastest,
                ),
                murmurs=settings.speaking.murmurs,
            ),
            voiceprint=Voiceprint(tuple(float(n == 0) for n in range(256)), ENOUGH_SPEECH_SECONDS),
            pauses=Pauses(),
            tempo=Tempo(),
        )
        return (await talk.hold()).turns


_SESSION = SessionId("replay")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


async def _at_once(work: Callable[[], T], /) -> T:
    return work()


class Evening(TapedRoom):
    """A room in which the journalled speech is heard again, as loudness."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._end = max((int(e["at"]) for e in events), default=0)
        level = np.zeros(self._end + FRAME, np.float32)
        for event in events:
            if event["kind"] == "speech":
                level[int(event["at"]) :] = LEVELS[event["level"]]
        super().__init__([Cue(Sound(level), At(0.0))], fast=True, tone=0.0)

    def frame(self) -> Samples | None:
        """Return the next frame, None where the session had ended."""
        return super().frame() if self.clock.now < self._end else None


class _Levels:
    """Reads the probability back from the loudness."""

    def probability(self, frame: Sound) -> float:
        return float(frame.samples.mean())

    def reset(self) -> None: ...


class _Recogniser:
    """Answers what the recogniser answered when it had heard as much."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._texts = [e for e in events if e["kind"] == "text"]

    def begin(self) -> "_Heard":
        return _Heard(self._texts)


class _Heard:
    def __init__(self, texts: Sequence[Event]) -> None:
        self._texts, self._from, self._to = texts, -1, 0

    def feed(self, sound: Sound) -> None:
        self._from = sound.start if self._from < 0 else self._from
        self._to = sound.end

    def peek(self) -> Transcript:
        known = [e for e in self._texts if self._from <= e["until"] <= self._to]
        return Transcript(str(known[-1]["text"]) if known else "")

    finish = peek


class _TurnEnd:
    """Answers what the turn-end model answered last by then."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._answers = [e for e in events if e["kind"] == "complete"]

    def finished(self, sound: Sound) -> float:
        known = [e for e in self._answers if e["until"] <= sound.end + FRAME]
        return float(known[-1]["probability"]) if known else 0.0


class _Whose:
    """Tells voices apart as the journal did."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._verdicts = [e for e in events if e["kind"] == "voice"]

    def embed(self, sound: Sound) -> NDArray[np.float32]:
        after = [e for e in self._verdicts if e["at"] >= sound.end - FRAME]
        someone = bool(after) and after[0]["verdict"] == "someone else"
        return np.eye(256, dtype=np.float32)[1 if someone else 0]

    def looks(self, sound: Sound) -> list[VoiceLook]:
        return [VoiceLook(sound.start / RATE, sound.end / RATE, self.embed(sound))]


class _Clauses:
    """Says what we said, for as long as it lasted."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._seconds = {
            str(e["clause"]): float(e["seconds"]) for e in events if e["kind"] == "clip"
        }

    def clauses(self, text: str) -> list[str]:
        return clauses(text)

    def render(self, clause: str, pace: float) -> Clip:
        seconds = self._seconds.get(clause, len(clause.split()) * A_WORD)
        return Clip(np.full(round(seconds * RATE), 0.1, np.float32), RATE, clause)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        return None
