"""Simulated narrators whom we wrote: several talks each, with everything a book must take care of in them.

    Margaret, born 1941, country US

    === 2026-10-05 childhood
    Q: Where did you grow up?
    A: Well, um, I was born in Galena ...

Stumbles, a story told twice, a date put right, something between us, something only for one person, and a
bad moment that our safety words answer. Anyone's file of the same form will do. Nobody is in them but invented
people; a voice for them is made by a synthesiser.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import soxr

from voice_agent.archive import memory_tables
from voice_agent.archive.claim_rows import TurnWording
from voice_agent.archive.record import Record
from voice_agent.backends import Voice
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.distil import Distiller
from voice_agent.memory.labels import Label, labelled
from voice_agent.memory.reading import Reader
from voice_agent.memory.summary import summarise
from voice_agent.memory.thread import Setting
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId, Word
from voice_agent.storybook.material import Alarm, Source, no_alarm

PACE = 140
"""Words a minute."""

Say = Callable[[str], Samples]
"""Speaks one sentence; returns samples at RATE."""


@dataclass(frozen=True, slots=True)
class TellerSitting:
    """One sitting."""

    day: datetime
    topic: str
    lines: tuple[tuple[Speaker, str], ...]


@dataclass(frozen=True, slots=True)
class Teller:
    """One invented narrator."""

    name: str
    birth: str
    country: str
    evenings: tuple[TellerSitting, ...]


def shipped() -> tuple[Path, ...]:
    """The narrators that come with the program, by name."""
    return tuple(sorted((Path(__file__).parent / "tellers").glob("*.txt")))


def read(path: Path) -> Teller:
    """Read one narrator. Raises MemoryRefused."""
    head, *parts = re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    about = re.match(
        r"(?P<name>[^,\n]+), born (?P<born>\d{4})(?:, country (?P<country>[A-Z]{2}))?", head
    )
    if not about or not parts:
        raise MemoryRefused(
            f"{path.name} is not a narrator of ours.",
            mend="The first line is “Name, born 1941, country US”; each evening begins with “=== DAY TOPIC”.",
        )
    return Teller(
        about["name"], about["born"], about["country"] or "US", tuple(map(_evening, parts))
    )


def _evening(text: str) -> TellerSitting:
    head, *lines = text.strip().splitlines()
    day, _, topic = head.partition(" ")
    spoken: list[tuple[Speaker, str]] = []
    for line in lines:
        who, _, said = line.partition(": ")
        if who in ("Q", "S", "A") and said:
            spoken.append(
                (Speaker.NARRATOR if who == "A" else Speaker.INTERVIEWER, f"{who}: {said}")
            )
    return TellerSitting(
        datetime.fromisoformat(f"{day}T10:00:00+00:00"), topic.strip(), tuple(spoken)
    )


def sessions(teller: Teller, say: Say | None = None) -> Iterator[tuple[Session, Samples]]:
    """Hold every talk; yields each with the narrator's track, empty without `say`.

    "S:" is what our safety words would have said.
    """
    for number, evening in enumerate(teller.evenings, start=1):
        id = SessionId(f"{evening.day:%Y-%m-%dT%H-%M-%SZ}-{number:04x}")
        turns: list[Turn] = []
        track: list[Samples] = []
        at = 1.0
        for place, (speaker, line) in enumerate(evening.lines, start=1):
            kind, _, text = line.partition(": ")
            began = at
            words: tuple[Word, ...] = ()
            if speaker is Speaker.NARRATOR:
                words, sound = _spoken(text, at, say)
                track.append(np.zeros(max(0, round(at * RATE) - sum(map(len, track))), np.float32))
                track.append(sound)
                at = words[-1].end if words else at
            else:
                at += len(text.split()) * 60 / PACE
            turns.append(
                Turn(
                    TurnId(place),
                    id,
                    speaker,
                    text,
                    began,
                    at,
                    evening.day + timedelta(seconds=at),
                    words,
                    kind={"Q": "question", "S": "safety", "A": ""}[kind],
                )
            )
            at += 0.8
        yield (
            Session(
                id,
                teller.name,
                evening.day,
                evening.day + timedelta(minutes=25),
                topic=evening.topic,
                turns=tuple(turns),
            ),
            np.concatenate(track) if say and track else np.zeros(0, np.float32),
        )


def _spoken(text: str, at: float, say: Say | None) -> tuple[tuple[Word, ...], Samples]:
    """Say a turn sentence by sentence; inside one, words last as long as they are written."""
    words: list[Word] = []
    sound: list[Samples] = []
    for first, last in sentences(text):
        sentence = text[first:last]
        said = say(sentence) if say else np.zeros(0, np.float32)
        length = len(said) / RATE if say else len(sentence.split()) * 60 / PACE
        heard = sentence.split()
        letters = sum(len(each) + 1 for each in heard)
        begin = at
        for each in heard:
            end = begin + length * (len(each) + 1) / letters
            words.append(Word(each, round(begin, 3), round(end - 0.02, 3)))
            begin = end
        pause = np.zeros(round(0.5 * RATE), np.float32)
        sound += [said, pause] if say else []
        at += length + 0.5
    return tuple(words), np.concatenate(sound) if sound else np.zeros(0, np.float32)


def source(teller: Teller, reader: Reader, alarm: Alarm = no_alarm) -> Source:
    """What a book is made of, without a record and without sound."""
    held = [session for session, _ in sessions(teller)]
    claims, labels = _distilled(held, reader, teller)
    return Source(teller.name, held, labelled(claims, labels), alarm=alarm)


def tell(record: Record, teller: Teller, reader: Reader, say: Say | None = None) -> None:
    """Put every talk into `record` as if it had been held there, with its sound."""
    held: list[Session] = []
    for session, samples in sessions(teller, say):
        record.begin(replace(session, ended=None, turns=()))
        if len(samples):
            record.audio(session.id, Speaker.NARRATOR).append(Sound(samples))
            record.let_go(session.id)
        for turn in session.turns:
            record.turn(turn)
        record.finish(session.id, session.ended or datetime.now(UTC), summarise(session.turns))
        held.append(session)
    claims, labels = _distilled(held, reader, teller)
    done = [
        TurnWording(t.session, t.id, 1)
        for s in held
        for t in s.turns
        if t.speaker is Speaker.NARRATOR
    ]
    memory_tables.store(record, claims, labels, done)


def _distilled(
    held: list[Session], reader: Reader, teller: Teller
) -> tuple[list[Claim], list[Label]]:
    setting = Setting(birth=teller.birth, country=teller.country)
    claims: list[Claim] = []
    labels: list[Label] = []
    for number, session in enumerate(held, start=1):
        distiller = Distiller(reader, setting, tuple(claims), number)
        for turn in session.turns:
            found = distiller.hear(turn)
            claims += found.claims
            labels += found.labels
    return claims, labels


def with_voice(voice: Voice) -> Say:
    """Let a synthesiser speak for the narrator."""

    def say(sentence: str) -> Samples:
        clips = list(voice.say(sentence, pace=PACE))
        if not clips:
            return np.zeros(0, np.float32)
        samples = np.concatenate([each.samples for each in clips]).astype(np.float32)
        return soxr.resample(samples, clips[0].rate, RATE).astype(np.float32)

    return say
