"""What the service weighs: memory at its highest, and the processor while nobody speaks.

Measured in a process of its own that holds one real session in real time: the sample narrator tells a
clip, is answered aloud, and then nobody says anything. Microphone and loudspeaker are a tape (the
sound card's own thread is missing, below 1 % of a core elsewhere); no language model.
`python -m voice_agent.measuring.footprint` prints the figures as JSON.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import anyio

from voice_agent import assemble, settings
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue
from voice_agent.conversation.house import Controls
from voice_agent.errors import EngineError
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Consent, ConsentKind, SessionId

SETTLING = 75.0
"""Seconds after which the clip is told and answered, and only listening is left."""

IDLE = 30.0
"""Seconds of silence measured."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """Figures of one process."""

    peak_mb: float
    """Resident memory at its highest, engines, session and all; MB of 10^6 bytes."""

    loading_seconds: float
    """From nothing to every engine loaded."""

    idle_percent: float
    """Of one core, while listening to silence."""


def measure(profile: str, settings_file: Path | None = None) -> Footprint:
    """Run this file in its own process. Raises EngineError."""
    file = str(settings_file) if settings_file else ""
    command = [sys.executable, "-m", "voice_agent.measuring.footprint", profile, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise EngineError("footprint", last, retryable=True)
    return Footprint(**json.loads(done.stdout.splitlines()[-1]))


def _measure(profile: str, settings_file: str) -> Footprint:
    chosen = settings.load(Path(settings_file) if settings_file else None, profile=profile)
    # nothing of ours may break the silence
    quiet = chosen.interview.model_copy(
        update={"cue_after": 120.0, "reassure_after": 300.0, "rest_after": 900.0, "seed": 7}
    )
    chosen = chosen.model_copy(update={"interview": quiet})
    began = time.monotonic()
    engines = assemble.engines(chosen)
    loading = time.monotonic() - began
    with tempfile.TemporaryDirectory(prefix="voice-agent-bench-") as folder:
        idle = anyio.run(_sit, chosen, engines, Path(folder) / "state")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    return Footprint(round(peak, 1), round(loading, 2), round(idle, 2))


async def _sit(chosen: settings.Settings, engines: assemble.Engines, state: Path) -> float:
    controls = Controls()
    share = 0.0

    async def watch() -> None:
        nonlocal share
        await anyio.sleep(SETTLING)
        wall, used = time.monotonic(), time.process_time()
        await anyio.sleep(IDLE)
        share = (time.process_time() - used) / (time.monotonic() - wall)
        controls.stopping = True

    clip = files.read(sample_narrator().lines[3].file)
    room = TapedRoom([Cue(clip, AfterReply())], quiet=600.0, patience=600.0)
    with Record.open(state) as record:
        before = SessionId("before")
        record.consent(Consent(ConsentKind.RECORDING, True, datetime.now(UTC), before, "yes"))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            await assemble.hold(chosen, engines, room, record, controls=controls)
    return share * 100


if __name__ == "__main__":
    print(json.dumps(asdict(_measure(*sys.argv[1:]))))
