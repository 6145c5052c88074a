"""A narrator's evenings in a real record, with a voice of tones, for the tests of the book."""

import atexit
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.sound import RATE, Samples
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import plan, tellers
from voice_agent.storybook.house import HouseBook
from voice_agent.storybook.material import Source
from voice_agent.storybook.tellers import Teller

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
PLAN = plan.read(resource("config/book/chapters.toml"))


class Tones:
    """Says each sentence as a tone of its own pitch, so that a test can hear which one it is."""

    def __init__(self) -> None:
        self.pitches: dict[str, float] = {}

    def __call__(self, sentence: str) -> Samples:
        """An eighth of a second a word."""
        pitch = self.pitches.setdefault(sentence, 200.0 + 23.0 * len(self.pitches))
        seconds = 0.125 * len(sentence.split())
        times = np.arange(round(seconds * RATE)) / RATE
        return (0.3 * np.sin(2 * np.pi * pitch * times)).astype(np.float32)


def pitch(samples: Samples) -> float:
    """The loudest frequency, Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    return float(np.argmax(spectrum) * RATE / (1 << 17))


def teller(name: str = "margaret") -> tellers.Teller:
    return tellers.read(next(p for p in tellers.shipped() if p.stem == name))


def house(who: tellers.Teller) -> HouseBook:
    return HouseBook(who.name, PLAN, birth=who.birth)


_TOLD: dict[str, tuple[Path, Tones]] = {}


def told(state: Path, who: tellers.Teller) -> Tones:
    """Put a record of everything told into `state`; returns the voice. It is told once a run, then copied."""
    if who.name not in _TOLD:
        voice = Tones()
        first = Path(tempfile.mkdtemp()) / "state"
        with Record.open(first) as record:
            tellers.tell(record, who, PlainReader(), voice)
        _TOLD[who.name] = first, voice
        atexit.register(shutil.rmtree, first.parent)
    first, voice = _TOLD[who.name]
    shutil.copytree(first, state, dirs_exist_ok=True)
    return voice


def agree(record: Record, house: HouseBook, *readers: str) -> None:
    """The narrator says yes to every passage, to `readers`, and to print."""
    session = SessionId(record.sessions()[0].id)
    for name in readers:
        record.consent(Consent(ConsentKind.RECIPIENT, True, NOW, session, "Yes.", name))
    record.consent(Consent(ConsentKind.PRINT, True, NOW, session, "Yes, print it."))
    for passage in house.drafted(record).passages:
        approve(record, Approval(passage.id, True, NOW))


AT = datetime(2026, 10, 5, 10, tzinfo=UTC)


def evening(*lines: str, kinds: tuple[str, ...] = ()) -> Source:
    """One talk; a line in brackets is ours."""
    id = SessionId("2026-10-05T10-00-00Z-0001")
    turns: list[Turn] = []
    given = iter(kinds)
    for n, line in enumerate(lines, start=1):
        ours = line.startswith("[")
        kind = next(given, "question") if ours else ""
        speaker = Speaker.INTERVIEWER if ours else Speaker.NARRATOR
        turns.append(Turn(TurnId(n), id, speaker, line.strip("[]"), n, n + 0.5, AT, kind=kind))
    who = Teller("Walter", "1940", "GB", ())
    session = Session(id, "Walter", AT, AT, topic="childhood", turns=tuple(turns))
    claims, _ = tellers._distilled([session], PlainReader(), who)  # pyright: ignore[reportPrivateUsage]
    return Source("Walter", [session], claims)
