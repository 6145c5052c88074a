"""How long the narrator waits for us, and how fast we fall silent, through a real sound device.

A virtual sound card (sound_card.py) carries recorded people into the microphone and records what the
loudspeaker says; the session between them is the product's own, engines and all. Times are read from
the two recorded signals: the last audible sample of the person, the first and the last audible sample
of ours. What the program believes about itself is used only to tell a murmur from a reply and to
know when a decision fell.

In every third exchange the person speaks while we do, as soon as a reply of ours is long enough for it, and
the time until our last audible sample counts.
False cut-ins come from cut_ins.py, on the audio clock.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import anyio
import numpy as np
from numpy.typing import NDArray

from voice_agent import assemble
from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.audio.device_room import open_room
from voice_agent.conversation.house import Controls, Watch
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.measuring import murmurs
from voice_agent.measuring.murmurs import Rested
from voice_agent.measuring.recordings import Recording
from voice_agent.measuring.sound_card import SoundCard, virtual_sound_card
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Sound
from voice_agent.story import Consent, ConsentKind, SessionId

AUDIBLE = 0.003
"""Amplitude from which a sample counts as heard (-50 dB)."""

SETTLE = 1.2
"""Seconds the person waits after our last word before they speak."""

INTO = 1.6
"""Seconds into a reply of ours at which the person speaks over it, every third time."""

CALM = 2
"""Exchanges in which nobody is interrupted, between two in which we are."""

STALLED = 30.0
"""Seconds after which the person speaks whoever has the floor, so that a measurement ends. A guess."""

GAP = 0.15
"""Seconds of silence before a sound of ours that make it a beginning."""

EARLY = 0.1
"""Seconds before the person's last audible sample at which a murmur of ours may already have begun."""

LONGEST_RECORDING_SECONDS = 14.0
"""Seconds; longer recordings are left out, so that thirty turns fit in ten minutes."""

STRAY = 0.3
"""Seconds between a reply and the beginning of a sound of ours, at most, for that sound to be it."""

Tell = Callable[[int, int], None]
"""Called with the number of exchanges done and wanted."""


@dataclass(slots=True)
class Exchange:
    """One thing the person said, and what came of it. Steady times, seconds."""

    name: str
    barge_in: bool
    played: float = 0.0
    """When the recording was handed to the sound card."""

    decided: float | None = None
    """The turn was judged over, the last time if it was more than once."""

    content: float | None = None
    """The first clause of the reply to it was handed to the loudspeaker; None: it was met with silence."""

    decided_at: float = 0.0
    """The same on the session's clock."""

    onset: float | None = None
    """Over our speech: it was decided that somebody is speaking."""


@dataclass(slots=True)
class Measured:
    """All figures, in milliseconds."""

    first_sound: list[float] = field(default_factory=list[float])
    first_sound_murmured: list[float] = field(default_factory=list[float])
    """Of the turns where the murmur policy fired."""

    first_sound_finished: list[float] = field(default_factory=list[float])
    """Of those among them that the policy took for finished, and met at once."""

    rests: list[Rested] = field(default_factory=list[Rested])
    """The silences in which turns ended, from the journal."""

    first_content: list[float] = field(default_factory=list[float])
    decision_to_content: list[float] = field(default_factory=list[float])
    barge_in_stop: list[float] = field(default_factory=list[float])
    turns: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the figures under the names that the documents use."""
        return {
            "speech_end_to_first_sound_ms": spread(self.first_sound),
            "speech_end_to_first_sound_murmured_ms": spread(self.first_sound_murmured),
            "speech_end_to_first_sound_finished_ms": spread(self.first_sound_finished),
            "murmurs": murmurs.as_json(self.rests),
            "murmur_share": len(self.first_sound_murmured) / self.turns if self.turns else 0.0,
            "decision_to_first_content_ms": spread(self.decision_to_content),
            "speech_end_to_first_content_ms": spread(self.first_content),
            "barge_in_stop_ms": spread(self.barge_in_stop),
        }


def spread(values: Sequence[float]) -> dict[str, float | int | None]:
    """Return p50, p95 and n; None where nothing was measured."""
    if not values:
        return {"p50": None, "p95": None, "n": 0}
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1), "n": len(values)}


def run(
    settings: Settings,
    engines: assemble.Engines,
    recordings: Sequence[Recording],
    *,
    turns: int = 36,
    life: Path | None = None,
    tell: Tell = lambda done, wanted: None,
) -> Measured:
    """Hold a session with recorded people, in a house of its own; `life`: a state directory of which it is a copy.

    Needs PulseAudio; raises EngineUnavailable without it.
    """
    short = [r for r in recordings if len(r.samples) / RATE <= LONGEST_RECORDING_SECONDS]
    with (
        tempfile.TemporaryDirectory(prefix="voice-agent-bench-") as folder,
        virtual_sound_card() as card,
        card.listen("mouth.monitor") as mouth,
        card.listen("ear.monitor") as ear,
    ):
        people = _people(short, Path(folder), turns)
        settings = apart(settings, Path(folder) / "state", life)
        exchanges = anyio.run(_hold, settings, engines, card, people, tell)
        time.sleep(0.5)  # the last samples are still on their way to the recorder
        (written,) = (settings.state / "sessions").glob("*/journal.jsonl")
        rests = murmurs.rests(journal.read(written))
        return measure(exchanges, mouth, ear, {p.name: p for p in people}, rests)


def apart(settings: Settings, state: Path, life: Path | None) -> Settings:
    """The same for a house in `state`: nothing that is measured touches the narrator's."""
    if life is not None:
        kept = shutil.ignore_patterns("sessions", "backups", "exports")
        shutil.copytree(life, state, ignore=kept)
    memory = settings.memory.model_copy(update={"uri": ""})
    return settings.model_copy(update={"state_directory": str(state), "memory": memory})


class Recorded(Protocol):
    """A place where sounds were heard."""

    def times(self, level: float = AUDIBLE) -> NDArray[np.float64]:
        """Steady times of all samples above `level`, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Person:
    """A recording as a file, and where it is audible."""

    name: str
    wav: Path
    first: int
    """Index of the first audible sample."""

    last: int
    """Index of the last one."""


def _people(recordings: Sequence[Recording], folder: Path, turns: int) -> list[Person]:
    people: list[Person] = []
    for n in range(turns):
        recording = recordings[n % len(recordings)]
        wav = folder / f"{n:03}.wav"
        files.write(wav, [Sound(recording.samples)])
        loud = np.flatnonzero(np.abs(recording.samples) > 0.01)
        people.append(Person(f"{n:03}", wav, int(loud[0]), int(loud[-1])))
    return people


async def _hold(
    settings: Settings,
    engines: assemble.Engines,
    card: SoundCard,
    people: list[Person],
    tell: Tell,
) -> list[Exchange]:
    interview = settings.interview.model_copy(
        update={"length": 120.0, "break_offer": 120.0, "hard_stop": 240.0, "seed": 7}
    )
    settings = settings.model_copy(update={"interview": interview})
    engines = replace(engines, speaker=None)  # any of these voices is the narrator here
    stage = Stage()
    controls = Controls()
    with Record.open(settings.state) as record:
        record.consent(
            Consent(ConsentKind.RECORDING, True, datetime.now(UTC), SessionId("before"), "yes")
        )
        async with open_room(settings.audio) as room, anyio.create_task_group() as tasks:
            tasks.start_soon(_speak, stage, card, people, controls, tell)
            await assemble.hold(
                settings, engines, room, record, watch=stage.watch(), controls=controls
            )
            tasks.cancel_scope.cancel()
    return stage.exchanges


class Stage:
    """Knows who has the floor, and writes down when what was decided."""

    def __init__(self) -> None:
        """Nobody has spoken yet."""
        self.exchanges = list[Exchange]()
        self.floor = Floor.OPEN
        self.since = time.monotonic()
        self.moved = anyio.Event()

    def watch(self) -> Watch:
        """What the session tells it."""
        return Watch(floor=self._floor)

    def _floor(self, floor: Floor, cue: Cue, at: float) -> None:
        now = time.monotonic()
        if self.exchanges:
            exchange = self.exchanges[-1]
            if cue is Cue.NARRATOR_RESTS:
                exchange.decided, exchange.content, exchange.decided_at = now, None, at
            if cue is Cue.NARRATOR_STARTS and self.floor is Floor.INTERVIEWER:
                exchange.onset = now
            # what we say of our own accord, after a silence, answers nothing
            if cue is Cue.REPLY_BEGINS and self.floor is Floor.PENDING:
                exchange.content = now
        self.floor, self.since = floor, now
        self.moved.set()
        self.moved = anyio.Event()


def left(floor: Floor, lasted: float, *, interrupting: bool) -> float | None:
    """Seconds until the person speaks, if the floor stays what it has been for `lasted` seconds.

    None: they wait for it to move. A reply too short to be interrupted, or none at all, is not waited
    for: the floor is open then.
    """
    if floor is Floor.OPEN:
        return max(SETTLE - lasted, 0.0)
    if floor is Floor.INTERVIEWER and interrupting:
        return max(INTO - lasted, 0.0)
    return None


async def _speak(
    stage: Stage, card: SoundCard, people: list[Person], controls: Controls, tell: Tell
) -> None:
    await stage.moved.wait()  # the greeting: until then nobody listens
    calm = 0
    for n, person in enumerate(people):
        await _moment(stage, interrupting=calm >= CALM)
        barge_in = stage.floor is Floor.INTERVIEWER
        calm = 0 if barge_in else calm + 1
        stage.exchanges.append(Exchange(person.name, barge_in, time.monotonic()))
        await anyio.to_thread.run_sync(card.play(person.wav).wait)
        tell(n + 1, len(people))
    await _moment(stage, interrupting=False)
    controls.stopping = True


async def _moment(stage: Stage, *, interrupting: bool) -> None:
    """Return when it is the person's moment to speak, or after STALLED seconds."""
    with anyio.move_on_after(STALLED):
        while True:
            lasted = time.monotonic() - stage.since
            wait = left(stage.floor, lasted, interrupting=interrupting)
            if wait == 0:
                return
            with anyio.move_on_after(wait):
                await stage.moved.wait()


def measure(
    exchanges: Sequence[Exchange],
    mouth: Recorded,
    ear: Recorded,
    people: Mapping[str, Person],
    rests: Sequence[Rested] = (),
) -> Measured:
    """Read all times from the two recorded signals; what a murmur was taken to follow, from the journal's `rests`."""
    ours, theirs = mouth.times(AUDIBLE), ear.times(AUDIBLE)
    onsets = ours[np.flatnonzero(np.diff(ours, prepend=-1.0) > GAP)]
    figures = Measured(rests=[*rests])
    finished = {round(each.decided * RATE) for each in rests if each.finished}
    for exchange, following in zip(exchanges, [*exchanges[1:], None], strict=True):
        until = following.played if following else float("inf")
        person = people[exchange.name]
        spoken = _between(theirs, exchange.played, min(until, exchange.played + 60))
        if not len(spoken):
            continue
        # the first sample of theirs after it was handed over, plus the length of the recording
        end = float(spoken[0]) + (person.last - person.first) / RATE
        if exchange.onset is not None and exchange.barge_in:
            silenced = _runs_out(ours, exchange.onset)
            if silenced is not None:
                figures.barge_in_stop.append(max(silenced - exchange.onset, 0.0) * 1000)
        if exchange.content is None or exchange.decided is None:
            continue
        # an onset that falls into the fading of their last word is a murmur that came early
        begins = _between(onsets, end - EARLY, until)
        if not len(begins):
            continue
        # the program says when it replied; which sound that was, the signal says
        reply = int(np.abs(begins - exchange.content).argmin())
        if abs(begins[reply] - exchange.content) > STRAY:
            continue
        figures.turns += 1
        sound, word = (float(begins[0]) - end) * 1000, (float(begins[reply]) - end) * 1000
        figures.first_sound.append(sound)
        if reply:
            figures.first_sound_murmured.append(sound)
            if round(exchange.decided_at * RATE) in finished:
                figures.first_sound_finished.append(sound)
        figures.first_content.append(word)
        figures.decision_to_content.append((float(begins[reply]) - exchange.decided) * 1000)
    return figures


def _between(times: NDArray[np.float64], first: float, last: float) -> NDArray[np.float64]:
    return times[np.searchsorted(times, first) : np.searchsorted(times, last)]


def _runs_out(times: NDArray[np.float64], since: float, gap: float = 0.25) -> float | None:
    """Return the last of `times` before the first pause of `gap` seconds after `since`."""
    after = times[np.searchsorted(times, since - 0.3) :]
    if not len(after) or after[0] > since + gap:
        return None
    breaks = np.flatnonzero(np.diff(after) > gap)
    return float(after[breaks[0]] if len(breaks) else after[-1])
