"""However a narrator speaks, pauses and interrupts: no word is lost, and the floor is theirs to take back."""

from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kitchen import SESSION, Line, Rest, Say, Told, hold
from often import times

from voice_agent.archive import sound_track
from voice_agent.conversation.house import Controls
from voice_agent.sound import RATE

WORDS = (
    "river",
    "bread",
    "goat",
    "winter",
    "lantern",
    "orchard",
    "bicycle",
    "attic",
    "harvest",
    "wool",
)
"""Words that ask for nothing, so that the talk goes on."""

SPOKEN = 0.5
"""Seconds of speech after which nobody may doubt who is speaking."""

SILENT = 0.3
"""Seconds within which the loudspeaker must then be silent."""

FIRST = 16.0
"""Seconds in which the greeting of a later session is said."""

NOTICE = 45.0
"""... and the notice of a first one."""


def _numbered(parts: list[Line | str]) -> list[Line]:
    """Give every word its number, so that one that comes twice or too late is seen."""
    lines, count = list[Line](), 0
    for part in parts:
        if isinstance(part, Say) and part.text != "mm-hm":
            texts = [f"{word}{count + n}" for n, word in enumerate(part.text.split())]
            count += len(texts)
            part = Say(" ".join(texts), part.seconds)
        lines.append(part)
    return lines


said = st.builds(
    lambda words, each: Say(" ".join(words), round(max(0.4, each * len(words)), 2)),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8),
    st.sampled_from((0.2, 0.3, 0.5)),
)
murmured = st.just(Say("mm-hm", 0.4))
# short ones break a sentence, middling ones end a turn, long ones let us answer or cue
rested = st.one_of(
    st.floats(0.1, 1.0), st.floats(1.0, 3.5), st.floats(1.9, 2.6), st.floats(3.5, 20.0)
).map(lambda seconds: Rest(round(seconds, 2)))
evenings = st.lists(
    st.tuples(rested, st.one_of(said, said, said, murmured)), min_size=1, max_size=7
)
delays = st.lists(st.sampled_from((0.0, 0.02, 0.04, 0.1, 0.3, 0.7, 1.5)), min_size=1, max_size=7)


def evening(
    state: Path,
    story: list[tuple[Rest, Say]],
    slow: list[float],
    *,
    first: float,
    agreed: bool,
    murmurs: bool,
) -> tuple[Told, list[Line]]:
    """Hold it and close the record."""
    before: list[Line] = [Rest(first)]
    if not agreed:
        before = [Rest(NOTICE), Say("yes please do", 1.0), Rest(first)]
    lines = [*before, *_numbered([part for pair in story for part in pair]), Rest(4.0)]

    async def run() -> Told:
        return await hold(state, lines, agreed=agreed, murmurs=murmurs, delays=slow)

    told = anyio.run(run)
    told.record.close()
    return told, lines


@settings(max_examples=times(16), suppress_health_check=[HealthCheck.too_slow])
@given(
    evenings,
    st.one_of(st.just([]), delays),
    st.sampled_from((FIRST, 0.3, 5.0)),
    st.booleans(),
    st.booleans(),
)
def test_no_word_is_lost_and_the_narrator_can_always_take_the_floor_back(
    story: list[tuple[Rest, Say]], slow: list[float], first: float, agreed: bool, murmurs: bool
) -> None:
    with TemporaryDirectory() as folder:
        told, lines = evening(
            Path(folder), story, slow, first=first, agreed=agreed, murmurs=murmurs
        )
        ours = Path(folder) / "sessions" / SESSION / "interviewer.wav"
        voice = sound_track.read(ours).samples if ours.is_file() else np.zeros(0, np.float32)
        words = [w for line in lines if isinstance(line, Say) for w in line.text.split()]
        assert told.narrator().split() == words
        if (
            not told.outcome.consented
        ):  # "yes please do" ran into the next word: that is no plain yes
            assert not (Path(folder) / "sessions").exists()
            return
        with told.record.look(Path(folder)) as record:
            kept = record.session(SESSION).turns
        assert [(str(t.speaker), t.text) for t in kept] == told.lines
        now = 0.0
        for line in lines:
            if isinstance(line, Say):
                free = voice[
                    round((now + SPOKEN + SILENT) * RATE) : round((now + line.seconds) * RATE)
                ]
                assert not free.any(), f"our voice was in the air while they said {line.text}"
            now += line.seconds


def test_nobody_is_answered_while_the_microphone_is_away(tmp_path: Path) -> None:
    """They were in the middle of a story; what they say when it is back at once belongs to it. Of longer: test_not_heard.py."""
    hands = Controls()
    lines = _numbered(
        [Rest(FIRST), Say("river bread goat", 2.0), Rest(4.0), Say("wool attic", 1.0)]
    )

    def watch(frame_end: float) -> None:
        hands.away = FIRST + 2.5 <= frame_end < FIRST + 5.0

    async def run() -> Told:
        script = [*lines, Rest(8.0)]
        return await hold(tmp_path, script, complete=0.2, controls=hands, each_frame=watch)

    told = anyio.run(run)
    told.record.close()
    assert [text for who, text in told.lines if who == "narrator"] == [
        "river0 bread1 goat2 wool3 attic4"
    ]
    assert told.floors.count("pending") == 1
