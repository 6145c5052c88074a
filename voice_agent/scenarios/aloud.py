"""One evening of a scenario held aloud: the narrator's lines are spoken by a voice that is not ours, and heard as sound.

It is the room of the sample narrator (audio/room.py): one clock, which stands still while an engine works.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np
import soxr

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue, DuringReply, Waits, When
from voice_agent.conversation import readings
from voice_agent.conversation.house import BUTTONS, Controls, Watch
from voice_agent.scenarios.held import NEVER_CAME, Came, HeldEvening, ours
from voice_agent.scenarios.in_writing import PAUSE
from voice_agent.scenarios.scenario import Evening, Line, Sounds
from voice_agent.settings import Settings
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.story import SessionId, Speaker, Turn, TurnId

VOICES = ("hibari-heart", "piper-joe")

PACE = 140.0
"""Words a minute of the narrator's."""

OURS = 0.4
"""Seconds of a word of ours, at 150 words a minute: from words to a place in our reply."""

VISITOR = 1.22
"""How much higher a visitor speaks than the narrator, in the same voice."""

GOES_ON = 6.0
"""Seconds of quiet after the last line in which something may still be said."""

EARLIER = 1.0
"""Seconds before a line's beginning in which the ear may place it: its own pre-roll."""

UNHEARD = "Aloud the power does not fail: the evening ends here."


def narrators(settings: Settings) -> Aloud:
    """A voice that is not the interviewer's. Raises ModelMissing, EngineUnavailable."""
    other = next(each for each in VOICES if each != settings.speaking.voice)
    return Aloud(assemble.load_voice(settings, other), None)


def spoken(voice: Aloud, line: Line) -> Samples:
    """What the narrator, or a visitor, says, with the pauses inside it. Shape (n,) at RATE."""
    heard = list[Samples]()
    for place, part in enumerate(PAUSE.split(line.says.strip())):
        if place % 2:
            heard.append(np.zeros(round(float(part) * RATE), np.float32))
        elif part:
            for clip in (voice.render(clause, PACE) for clause in voice.clauses(part)):
                rate = clip.rate * (VISITOR if line.by == "visitor" else 1.0)
                heard.append(soxr.resample(clip.samples, rate, RATE).astype(np.float32))
    return np.concatenate(heard)


@dataclass
class _Happened:
    """What came by while it was held."""

    turns: list[Turn] = field(default_factory=list[Turn])
    began: dict[int, float] = field(default_factory=dict[int, float])
    """Seconds at which each line began, by its place."""

    read: dict[TurnId, readings.Read] = field(default_factory=dict[TurnId, readings.Read])
    """As each was understood, kept as it comes: what is erased when the talk ends is understood by nobody afterwards."""

    def looked(self, record: Record, session: SessionId) -> None:
        """Keep what is read so far; before the yes nothing is."""
        if any(each.id == session for each in record.sessions()):
            for each in readings.had(record, session, self.turns):
                self.read.setdefault(each.turn.id, each)


async def hold(
    settings: Settings,
    engines: assemble.Engines,
    voice: Aloud,
    sounds: Sounds,
    evening: Evening,
    began: datetime,
    tell: Callable[[str], None],
) -> HeldEvening:
    """Hold `evening` in the house of `settings`. Raises VoiceAgentError."""
    lines = _until_the_power_fails(evening.line)
    cues, happened, controls = _cues(lines, voice), _Happened(), Controls()
    room = TapedRoom(
        cues,
        fast=True,
        quiet=GOES_ON + (lines[-1].silence or 0.0),
        tone=10 ** (sounds.noise / 20),
        echo=sounds.echo,
    )

    def begins(cue: Cue, at: int) -> None:
        place = next(n for n, each in enumerate(cues) if each is cue)
        happened.began[place] = at / RATE
        if button := lines[place].button:
            controls.asked.append(BUTTONS[button])

    def now() -> datetime:
        return began + timedelta(seconds=room.clock.seconds)

    room.tape.begins = begins
    with Record.open(settings.state) as record:

        def turned(turn: Turn) -> None:
            happened.turns.append(turn)
            happened.looked(record, turn.session)

        await assemble.finish_erasing(settings, record, began)
        held = await assemble.hold(
            settings,
            engines,
            room,
            record,
            watch=Watch(turn=turned),
            controls=controls,
            tell=tell,
            now=now,
        )
        if Record.exists(settings.state):
            happened.looked(record, held.session)
    came = [_came(happened, place) for place in range(len(lines))]
    if happened.began and held.outcome.reason in ENDED:
        last = max(happened.began)
        came[last] = replace(came[last], ends=True)
    left = [Came(held=False, why_not=UNHEARD)] * (len(evening.line) - len(lines))
    first = min(happened.began.values(), default=float("inf"))
    opening = Came(ours([each for each in happened.turns if each.began < first]))
    return HeldEvening(evening, opening, (*came, *left))


ENDED = ("closing", "refused", "stopped")


def _until_the_power_fails(lines: Sequence[Line]) -> list[Line]:
    cut = next((n for n, each in enumerate(lines) if each.power), len(lines))
    return list(lines[:cut])


def _cues(lines: Sequence[Line], voice: Aloud) -> list[Cue]:
    cues, quiet = list[Cue](), 0.0
    for line in lines:
        samples = spoken(voice, line) if line.says else np.zeros(FRAME, np.float32)
        cues.append(Cue(Sound(samples), _when(line, quiet)))
        quiet = line.silence or 0.0
    return cues


def _when(line: Line, quiet: float) -> When:
    if line.over_after is not None:
        return DuringReply(line.over_after)
    if line.over_after_words is not None:
        return DuringReply(line.over_after_words * OURS)
    return Waits(quiet) if quiet else AfterReply(line.rest)


def _came(happened: _Happened, place: int) -> Came:
    start = happened.began.get(place)
    if start is None:
        return Came(held=False, why_not=NEVER_CAME)
    end = min((at for at in happened.began.values() if at > start), default=float("inf"))
    said = [each for each in happened.turns if start <= each.began < end]
    theirs = [
        each
        for each in happened.turns
        if each.speaker is not Speaker.INTERVIEWER and start - EARLIER <= each.began < end - EARLIER
    ]
    understood = [happened.read[turn.id] for turn in theirs if turn.id in happened.read]
    wishes = dict.fromkeys(wish.command for each in understood for wish in each.read.wishes)
    over = [
        each
        for each in happened.turns
        if each.speaker is Speaker.INTERVIEWER and each.began < start < each.ended
    ]
    return Came(
        ours(said),
        tuple(wishes),
        understood[-1].guard if understood else "",
        heard=" ".join(each.text for each in theirs),
        spoken_over=over[-1] if over else None,
    )
