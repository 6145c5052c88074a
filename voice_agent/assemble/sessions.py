"""One session on a room, a microphone and a loudspeaker that share a clock: what it needs, and what it leaves."""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio

from voice_agent.archive import withdrawing, withholding
from voice_agent.archive.record import Record
from voice_agent.assemble import lenders
from voice_agent.assemble.evening import close_cut, evening, opened, ruled
from voice_agent.assemble.leading import as_led, where
from voice_agent.assemble.loading import Engines, Tell
from voice_agent.assemble.second_hearing import knowing
from voice_agent.audio import headset
from voice_agent.audio.device_room import Attended, DeviceRoom
from voice_agent.audio.microphone import Gap
from voice_agent.audio.watched import StandsStill, Watched
from voice_agent.backends import (
    Transcriber,
)
from voice_agent.conversation.house import Controls, Ears, House, Labour, Notebook, Watch
from voice_agent.conversation.session import Conversation, SessionOutcome
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.dialogue.listening import Ear
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.tiring import Tiring
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.errors import (
    EngineError,
)
from voice_agent.interview.planner import Act
from voice_agent.reading.danger import safety
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Loudspeaker, Room
from voice_agent.story import ConsentKind, Latency, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.telemetry.telling import UNTOLD, Talk

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Held:
    """What a session left behind."""

    outcome: SessionOutcome
    session: SessionId
    folder: Path | None
    """Where its files are; None when nothing was stored."""

    conversation: Path | None = None
    transcript: Path | None = None


SILENT = "The loudspeaker went away: what is said next waits until it is plugged in again."


class Threads:
    """Labour in anyio's worker threads."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns."""
        return await anyio.to_thread.run_sync(work)


def new_session(settings: Settings, now: datetime) -> Session:
    """A session that has not begun."""
    name = SessionId(f"{now:%Y-%m-%dT%H-%M-%SZ}-{secrets.token_hex(2)}")
    return Session(name, settings.narrator.name, now, topic=settings.interview.topic)


async def hold(
    settings: Settings,
    engines: Engines,
    room: Room,
    record: Record,
    *,
    watch: Watch | None = None,
    controls: Controls | None = None,
    labour: Labour | None = None,
    tell: Tell = lambda says: None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    told: Talk = UNTOLD,
    picture: str = "",
) -> Held:
    """Hold one session in `room`, writing to `record`. Raises what ended it early.

    `picture`: the id of a photograph that it begins with. `told`: what is told of it, without a word, to whoever keeps the device.
    """
    labour = labour or Threads()
    session = new_session(settings, now())
    transcriber = await labour(lambda: knowing(settings, engines.transcriber, record))
    rules = await ruled(settings, record, session, engines.readers, labour, now(), tell)
    await recover(record, transcriber, labour, rules.readers.net)
    before_us = Record.exists(record.state)
    voiceprint = Voiceprint.from_json(record.kept("voiceprint") if before_us else None)
    before = await labour(
        lambda: opened(
            settings,
            record,
            rules,
            engines.readers,
            now(),
            by_voice=voiceprint.known,
            picture=picture,
        )
    )
    close_cut(record, now())
    company = await evening(
        settings, record, session, rules, before, engines.readers, labour=labour, tell=tell, now=now
    )
    notebook, sympathy = company.notebook, company.sympathy
    outside = watch or Watch()

    def floor(who: Floor, cue: Cue, at: float) -> None:
        # the greeting sounds: what memory needs can be loaded without anybody waiting for it
        if before.consented and cue is Cue.REPLY_BEGINS:
            company.memory_worker.wake()
        if cue is Cue.REPLY_YIELDS:
            told.interrupted()
        outside.floor(who, cue, at)

    def answered(turn: TurnId, latency: Latency) -> None:
        told.turn(latency)
        outside.latency(turn, latency)

    hands = controls or Controls()

    def away(lost: bool, missed: float = 0.0) -> None:
        hands.away, hands.missed = lost, hands.missed + missed
        if lost and isinstance(room, Watched):
            note_away(notebook, room.microphone.clock.now)

    talk = Conversation(
        House(
            session=session.id,
            ears=Ears(
                Attended(room.microphone, away)
                if isinstance(room, DeviceRoom)
                else room.microphone,
                engines.detector(),
                engines.echo(),
                lenders.after_the_yes(engines.transcriber, transcriber, lambda: notebook.agreed),
                engines.turn_end,
                engines.speaker,
                Ear(onset=settings.endpoint.onset),
                settings.hearing.preroll,
            ),
            loudspeaker=room.loudspeaker,
            speech=engines.speech,
            rules=rules,
            opening=before,
            notebook=notebook,
            labour=labour,
            patience=settings.endpoint,
            now=now,
            zone=where(settings),
            written_down=company.written_down,
            waits=(
                settings.interview.cue_after,
                settings.interview.reassure_after,
                settings.interview.rest_after,
            ),
            paces=(settings.speaking.pace, settings.speaking.slowest, settings.speaking.fastest),
            murmurs=settings.speaking.murmurs,
            leads=company.leads,
            told=company.turn_context.told,
            bring=company.turn_context,
            sympathy=sympathy,
            grant=company.granting,
            permit=company.granting.allowing.permit,
            alarm=company.alarm.sound,
            watch=replace(outside, floor=floor, latency=answered),
            controls=hands,
            changes=engines.changes,
            loudness=lambda factor: _louder(room.loudspeaker, factor),
        ),
        voiceprint=voiceprint,
        pauses=Pauses.from_json(record.kept("pauses") if before_us else None),
        tempo=Tempo(*_floats(record.kept("tempo") if before_us else None)),
        tiring=Tiring.from_json(record.kept("rested") if before_us else None),
    )
    company.granting.allowing.in_their_voice = lambda: talk.known.theirs_as_known
    if isinstance(room, Watched):

        def lost(gap: Gap) -> None:
            note_gap(notebook, gap)
            told.gap(gap.reason, gap.seconds)

        def silent(away: bool) -> None:
            notebook.note("loudspeaker", room.microphone.clock.now, away=away)
            tell(SILENT if away else "The loudspeaker is back.")

        room.tell, room.loudspeaker.away = lost, silent
    if isinstance(room, StandsStill):
        room.away, room.stopping = away, lambda: hands.stopping
    if isinstance(room, DeviceRoom):
        for thin in await labour(lambda: headset.narrow(settings.audio)):
            tell(f"{thin.says} {thin.do}")
            notebook.note("narrow", 0, what=thin.kind, rate=thin.rate)
    notebook.note(
        "settings",
        0,
        seed=rules.seed,
        settings=as_led(settings, rules),
        opening=asdict(before),
    )
    outcome = await company.beside(talk.hold)
    told.over(outcome.reason)
    if not notebook.agreed:
        return Held(outcome, session.id, None)
    known = talk.known
    record.keep("voiceprint", known.voiceprint.as_json())
    record.keep("pauses", known.pauses.as_json())
    record.keep("tempo", [known.tempo.narrator, known.tempo.asked])
    record.keep("rested", [*(known.tiring.as_json() or ())])
    await company.over(talk.progress)
    withholding.silence(record, session.id)
    if voiceless := withdrawing.forbidden(record, ConsentKind.KEEP_AUDIO):
        withdrawing.drop_voice(record, session.id)
    return Held(
        outcome,
        session.id,
        record.folder(session.id),
        None if voiceless else record.conversation(session.id),
        record.transcript(session.id),
    )


def note_away(notebook: Notebook, at: int) -> None:
    """Into the journal at once: should the power go before the microphone is back, it says why nothing was heard."""
    notebook.note("away", at)


def note_gap(notebook: Notebook, gap: Gap) -> None:
    """Into the journal: where nothing was heard, how long, and why."""
    notebook.note("gap", gap.start, seconds=gap.seconds, reason=gap.reason)


async def recover(
    record: Record, transcriber: Transcriber, labour: Labour, net: safety.Net | None = None
) -> None:
    """Write down what a power cut interrupted: read the last sound as words.

    What `net` holds, and the answer to its question, is withheld as it would have been. Does nothing
    where every session was closed.
    """
    cut = record.unfinished() if Record.exists(record.state) else None
    if cut is None:
        return
    sound = record.untranscribed(cut.id)
    if sound is not None and sound.seconds > 0.5:
        hearing = transcriber.begin()
        hearing.feed(sound)
        try:
            heard = await labour(hearing.finish)
        except EngineError:
            return  # the sound stays where it is; nobody is refused a talk for it
        if heard.text:
            began = heard.words[0].start if heard.words else sound.start / RATE
            ours = [t.kind for t in cut.turns if t.speaker is Speaker.INTERVIEWER]
            withheld = ours[-1:] == [Act.SAFETY] or (net is not None and net.holds(heard.text))
            turn = Turn(
                TurnId(max((t.id for t in cut.turns), default=0) + 1),
                cut.id,
                Speaker.NARRATOR,
                "" if withheld else heard.text,
                began,
                sound.end / RATE,
                datetime.now(UTC),
                () if withheld else heard.words,
                heard.confidence,
                finished=False,
                kind="withheld" if withheld else "recovered",
            )
            record.turn(turn)


def _louder(loudspeaker: Loudspeaker, factor: float) -> None:
    loudspeaker.volume = min(max(loudspeaker.volume * factor, 0.1), 2.0)


def _floats(value: object) -> tuple[float, ...]:
    if isinstance(value, list) and all(isinstance(v, int | float) for v in value):
        return tuple(float(v) for v in value)[:2]
    return ()
