"""One session on a room, a microphone and a loudspeaker that share a clock: what it needs, and what it leaves."""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio

from voice_agent.archive import withdrawing, withholding
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.archive.rememberer import Rememberer
from voice_agent.assemble.leading import as_led, led, looked, next_time, opening, where
from voice_agent.assemble.loading import Engines, Tell, load_kindred, mind, wordsmith
from voice_agent.audio.device_room import Attended, DeviceRoom
from voice_agent.audio.microphone import Gap
from voice_agent.backends import (
    LanguageModel,
    Transcriber,
)
from voice_agent.conversation import past
from voice_agent.conversation.alarm import Alarm
from voice_agent.conversation.bringing_back import BringingBack, taught
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.house import Controls, Ears, House, Labour, Watch
from voice_agent.conversation.recollecting import Recollecting
from voice_agent.conversation.session import Conversation, Outcome
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.dialogue.listening import Ear
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.tiring import Tiring
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.emotion.prosody import Usual
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.errors import (
    EngineError,
    VoiceAgentError,
    first,
)
from voice_agent.interview import (
    contacts,
    safety,
)
from voice_agent.interview.planner import Act, Rules
from voice_agent.interview.shifted import ShiftHead
from voice_agent.language.wordsmith import Wordsmith
from voice_agent.memory.summary import summarise
from voice_agent.memory.told_summary import condensed
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.resources import resource
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Loudspeaker, Room
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import at_home

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Held:
    """What a session left behind."""

    outcome: Outcome
    session: SessionId
    folder: Path | None
    """Where its files are; None when nothing was stored."""

    conversation: Path | None = None
    transcript: Path | None = None


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
) -> Held:
    """Hold one session in `room`, writing to `record`. Raises what ended it early."""
    labour = labour or Threads()
    session = new_session(settings, now())
    seed = settings.interview.seed or int(session.began.timestamp())
    rule_book = led(settings, record, seed=seed, today=now().date())
    session = replace(session, topic=rule_book.topic.name)
    rule_book = replace(
        rule_book,
        net=rule_book.net.reading(engines.danger()) if engines.danger else rule_book.net,
        second=engines.second,
        looked=looked(settings, record, now()),
        next_time=next_time(settings, record, now()),
        pieces=await labour(lambda: at_home.to_read_back(at_home.bookmaker(settings), record)),
    )
    await recover(record, engines.transcriber, labour, rule_book.net)
    announced = (rule_book.phrases.pick(k, seed=seed, used={}) for k in engines.announcements)
    people = contacts.parse(settings.safety.contacts, settings.safety.advocate)
    first_told = next((each.name for each in people.people if each.address), "")
    before = opening(record, now(), contact=first_told, announcements=tuple(announced))
    cut = record.unfinished() if Record.exists(record.state) else None
    if cut is not None:  # first: a session that begins hides an older one that never ended
        withholding.silence(record, cut.id)
        record.finish(cut.id, now(), summarise(cut.turns))
    notebook = Notebook(record, session, agreed=before.consented)
    before_us = Record.exists(record.state)

    def announce(says: str) -> None:
        tell(says)
        notebook.note("language", 0, says=says)

    smith = await wordsmith(settings, announce)
    sympathy = None
    if engines.feelings is not None:
        usual = Usual.from_json(record.kept("usual voice") if before_us else None)
        sympathy = Sympathy(engines.feelings, usual)
    back = bringing_back(settings, record, session.id, labour, now)
    recollecting = _recollecting(record, rule_book, labour, now, smith, sympathy, back)
    rememberer = Rememberer(
        record,
        index_uri(settings),
        lambda: replace(mind(settings), model=_weighing(smith)),
        labour,
        announce,
        session=session.id,
        optimise_every=settings.memory.optimise_every,
        caches=(settings.cache,),
        now=now,
        after=recollecting.remembered,
    )
    recollecting.rememberer = rememberer
    alarm = Alarm(
        rule_book.net,
        people,
        ByApprise(),
        labour,
        name=settings.narrator.name,
        consented=before_us and _message_allowed(record),
    )
    granting = Granting(
        record,
        rememberer,
        labour,
        session.id,
        now=now,
        alarm=alarm,
        people=people,
        second=rule_book.second,
    )
    outside = watch or Watch()

    def floor(who: Floor, cue: Cue, at: float) -> None:
        # the greeting sounds: what memory needs can be loaded without anybody waiting for it
        if before.consented and cue is Cue.REPLY_BEGINS:
            rememberer.wake()
        outside.floor(who, cue, at)

    def written_down(turn: Turn) -> None:
        back.turn(turn)
        granting.turn(turn)

    seen = replace(outside, turn=written_down, floor=floor)

    hands = controls or Controls()

    def away(lost: bool) -> None:
        hands.away = lost
        seen.state("microphone lost" if lost else "microphone back")

    talk = Conversation(
        House(
            session=session.id,
            ears=Ears(
                Attended(room.microphone, away)
                if isinstance(room, DeviceRoom)
                else room.microphone,
                engines.detector(),
                engines.echo(),
                engines.transcriber,
                engines.turn_end,
                engines.speaker,
                Ear(onset=settings.endpoint.onset),
                settings.hearing.preroll,
            ),
            loudspeaker=room.loudspeaker,
            speech=engines.speech,
            rules=rule_book,
            opening=before,
            notebook=notebook,
            labour=labour,
            patience=settings.endpoint,
            now=now,
            zone=where(settings),
            waits=(
                settings.interview.cue_after,
                settings.interview.reassure_after,
                settings.interview.rest_after,
            ),
            paces=(settings.speaking.pace, settings.speaking.slowest, settings.speaking.fastest),
            murmurs=settings.speaking.murmurs,
            wording=smith,
            bring=recollecting,
            sympathy=sympathy,
            grant=granting,
            permit=granting.permit,
            alarm=alarm.sound,
            watch=seen,
            controls=hands,
            loudness=lambda factor: _louder(room.loudspeaker, factor),
        ),
        voiceprint=Voiceprint.from_json(record.kept("voiceprint") if before_us else None),
        pauses=Pauses.from_json(record.kept("pauses") if before_us else None),
        tempo=Tempo(*_floats(record.kept("tempo") if before_us else None)),
        tiring=Tiring.from_json(record.kept("rested") if before_us else None),
    )
    if isinstance(room, DeviceRoom):

        def lost(gap: Gap) -> None:
            notebook.note("gap", gap.start, seconds=gap.seconds, reason=gap.reason)

        room.tell = lost
    notebook.note(
        "settings",
        0,
        seed=seed,
        settings=as_led(settings, rule_book),
        opening=asdict(before),
    )
    outcome = await _beside(talk, smith, rememberer, granting)
    if not notebook.agreed:
        return Held(outcome, session.id, None)
    known = talk.known
    record.keep("voiceprint", known.voiceprint.as_json())
    record.keep("pauses", known.pauses.as_json())
    record.keep("tempo", [known.tempo.narrator, known.tempo.asked])
    record.keep("rested", [*(known.tiring.as_json() or ())])
    if sympathy is not None:
        record.keep("usual voice", sympathy.usual.as_json())
    grown = await recollecting.think(record.session(session.id).turns)
    progress = talk.progress if grown is None else replace(talk.progress, grown=grown)
    past.keep(record, progress, session.id)
    turns, ended = record.session(session.id).turns, now()
    record.finish(session.id, ended, summarise(turns))
    await labour(lambda: at_home.write_anew(at_home.bookmaker(settings), record, ended))
    # a model elsewhere may take its time: should the power fail meanwhile, the evening is closed already
    if smith is not None and smith.elsewhere and (told := await condensed(smith.model, turns)):
        record.finish(session.id, ended, told)
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
            withheld = ours[-1:] == [Act.SAFETY] or (
                net is not None and bool(net.level(heard.text))
            )
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


def index_uri(settings: Settings) -> str:
    """Where the index of memories lies."""
    return settings.memory.uri or str(settings.state / "memory")


def bringing_back(
    settings: Settings,
    record: Record,
    session: SessionId,
    labour: Labour,
    now: Callable[[], datetime],
) -> BringingBack:
    """Who knows which past topic belongs to a moment of `session`."""
    born = settings.narrator.birth_year
    head = resource("models/shift-head/head.json")
    offers = past.offers(record) if Record.exists(record.state) else ()
    return BringingBack(
        labour,
        session=session,
        now=now,
        ranker=taught(resource("models/topic-ranker/weights.json"), offers),
        head=lambda embedder: ShiftHead(head, embedder),
        near=lambda: load_kindred(settings),
        born=str(born) if born else "",
    )


def _recollecting(
    record: Record,
    led_by: Rules,
    labour: Labour,
    now: Callable[[], datetime],
    smith: Wordsmith | None,
    sympathy: Sympathy | None,
    back: BringingBack | None = None,
) -> Recollecting:
    return Recollecting(
        record,
        led_by.templates or {},
        labour,
        now=now,
        birth=led_by.birth,
        always=past.wondered(record) if Record.exists(record.state) else (),
        feels=sympathy.feel if sympathy is not None else None,
        steers=lambda feeling: sympathy.bearing(feeling).recall if sympathy is not None else "none",
        extrapolate=smith.extrapolate if smith is not None else None,
        extract=smith.extract if smith is not None else None,
        between_turns=lambda: smith is not None and smith.elsewhere,
        bringing_back=back,
        finished=smith.finished if smith is not None else None,
    )


def _weighing(smith: Wordsmith | None) -> LanguageModel | None:
    """The model that weighs what was told: only one on another machine, behind what anybody waits for."""
    return smith.model.background() if smith is not None and smith.elsewhere else None


def _message_allowed(record: Record) -> bool:
    """Has the narrator said that somebody may be asked to call after a wish to die? The last word holds."""
    said = [c.given for c in record.consents() if c.kind is ConsentKind.MESSAGE]
    return bool(said) and said[-1]


async def _beside(
    talk: Conversation, smith: Wordsmith | None, rememberer: Rememberer, granting: Granting
) -> Outcome:
    """Hold the session; beside it, words are kept ready and what was told is remembered."""
    held: list[Outcome] = []
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(rememberer.work)
            async with anyio.create_task_group() as meanwhile:
                if smith is not None:
                    meanwhile.start_soon(smith.tend)
                try:
                    held.append(await talk.hold())
                    await granting.finish()
                finally:
                    rememberer.close()
                meanwhile.cancel_scope.cancel()
    except* VoiceAgentError as group:
        raise first(group) from None
    return held[0]


def _louder(loudspeaker: Loudspeaker, factor: float) -> None:
    loudspeaker.volume = min(max(loudspeaker.volume * factor, 0.1), 2.0)


def _floats(value: object) -> tuple[float, ...]:
    if isinstance(value, list) and all(isinstance(v, int | float) for v in value):
        return tuple(float(v) for v in value)[:2]
    return ()
