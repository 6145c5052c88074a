"""Settings into objects: the only file that knows every engine's name.

`engines` loads what is shared between sessions, `hold` holds one session on a room (a microphone and a
loudspeaker that share a clock) and leaves transcript, conversation.wav and record behind.
"""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

import anyio

from voice_agent import weights
from voice_agent.archive import looks, withdrawing, withholding
from voice_agent.archive.accounts import Role, everybody
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.archive.rememberer import Rememberer
from voice_agent.archive.remembering import Mind
from voice_agent.audio.device_room import Attended, DeviceRoom
from voice_agent.audio.microphone import Gap
from voice_agent.backends import (
    EchoCanceller,
    EmotionReader,
    LanguageModel,
    SpeakerEncoder,
    SpeechDetector,
    Transcriber,
    TurnEndModel,
    Voice,
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
    ModelError,
    ScheduleError,
    SettingsError,
    VoiceAgentError,
    first,
)
from voice_agent.interview import (
    bridging,
    consent,
    contacts,
    coverage,
    growing,
    permissions,
    phrases,
    protocol,
    rephrase,
    safety,
)
from voice_agent.interview.commands import Wish
from voice_agent.interview.planner import Act, Opening, Rules
from voice_agent.interview.shifted import ShiftHead
from voice_agent.interview.wish_by_meaning import WishByMeaning
from voice_agent.language.choice import choose
from voice_agent.language.wording_move import wording
from voice_agent.language.wordsmith import Wordsmith
from voice_agent.memory.summary import half_told, last_time, summarise
from voice_agent.memory.told_summary import condensed
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.resources import resource
from voice_agent.scheduler.diary import Diary, arranged, next_talk
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Loudspeaker, Room
from voice_agent.speech.aloud import Aloud
from voice_agent.story import ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import at_home

T = TypeVar("T")

EMBEDDED = "qwen-coder"
"""The embedded language model's name in models/models.toml."""

MARGIN = 0.4
"""Seconds heard again before and after a turn, so that its first and last sounds are whole."""

KEEPS = 0.8
"""Share of a turn's words that a second hearing must find, to be believed. A guess."""

Tell = Callable[[str], None]
"""Shows one plain sentence to whoever started the program."""


@dataclass(frozen=True, slots=True)
class Engines:
    """What is loaded once and shared between sessions."""

    transcriber: Transcriber
    turn_end: TurnEndModel
    speaker: SpeakerEncoder | None
    voice: Voice
    speech: Aloud
    detector: Callable[[], SpeechDetector]
    """Makes a new one for each session: it keeps state."""

    echo: Callable[[], EchoCanceller]
    """As above."""

    feelings: EmotionReader | None = None
    """None: whatever is told is met in the same way."""

    announcements: tuple[str, ...] = ()
    """Kinds in the phrase book: what the narrator should hear about a slower engine in use."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a session left behind."""

    outcome: Outcome
    session: SessionId
    folder: Path | None
    """Where its files are; None when nothing was stored."""

    conversation: Path | None = None
    transcript: Path | None = None


def engines(settings: Settings, tell: Tell = lambda says: None) -> Engines:
    """Load every engine of the settings. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
    from voice_agent.audio.echo import HalfDuplex, NoEcho, WebRtcEcho
    from voice_agent.audio.vad import GatedSilero
    from voice_agent.speech.acknowledgements import Acknowledgements
    from voice_agent.speech.smart_turn import SmartTurn
    from voice_agent.speech.speaker import GE2E
    from voice_agent.speech.whisper import Whisper

    hearing = settings.hearing
    transcriber = Whisper(
        weights.find(settings.weights, hearing.model),
        device=hearing.device,
        threads=hearing.threads,
        beam=hearing.beam,
        language=hearing.language,
        piece=hearing.piece,
    )
    tell(transcriber.running_on)
    voice = load_voice(settings, settings.speaking.voice)
    murmurs = Acknowledgements.of(voice, settings.cache) if settings.speaking.murmurs else None
    echo: Callable[[], EchoCanceller] = WebRtcEcho
    if settings.audio.half_duplex:
        echo = HalfDuplex
    elif not settings.audio.echo_cancelling:
        echo = NoEcho
    degraded = {"slow_hearing": transcriber.degraded, "half_duplex": settings.audio.half_duplex}
    return Engines(
        announcements=tuple(kind for kind, so in degraded.items() if so),
        transcriber=transcriber,
        turn_end=SmartTurn(weights.find(settings.weights, "smart-turn")),
        speaker=GE2E(weights.find(settings.weights, "ge2e")) if hearing.speaker_check else None,
        voice=voice,
        speech=Aloud(voice, murmurs),
        detector=GatedSilero,
        echo=echo,
        feelings=load_feelings(settings),
    )


def _notice(settings: Settings, net: safety.Net) -> consent.Wording:
    """The first minute, with the names of those who would be told in an emergency, or that there are none."""
    said = consent.wording(
        resource("config/consent.toml"), name=settings.narrator.name, emergency=net.emergency
    )
    who = contacts.parse(settings.safety.contacts, settings.safety.advocate).names
    sentence = net.alerts["contact" if who else "no-contact"].replace("{who}", who)
    return replace(said, first=(*said.first, sentence))


def by_meaning(settings: Settings, net: safety.Net, tell: Tell) -> safety.Net:
    """The net, which also reads by meaning where the weights for it are here; rules alone are said aloud."""
    from voice_agent.language.danger import DangerByMeaning

    try:
        minilm = weights.find(settings.weights, "minilm-int8")
        return net.reading(DangerByMeaning(resource("models/danger"), minilm))
    except (ModelError, EngineError) as error:
        tell(f"Danger is heard by rules alone: {error.what}")
        return net


def second_opinion(
    settings: Settings, tell: Tell = lambda says: None
) -> Callable[[str], Wish | None] | None:
    """Who is asked what a short turn means that no rule knows; None, said aloud, without the weights."""
    from voice_agent.language.embedding import MiniLM

    try:
        embedder = MiniLM(weights.find(settings.weights, "minilm-int8"))
        return WishByMeaning(resource("models/wishes"), embedder).understood
    except (ModelError, EngineError) as error:
        tell(f"Wishes are heard by rules alone: {error.what}")
        return None


def _looked(settings: Settings, record: Record, now: datetime) -> str:
    """The answer to "who has listened?", as of the beginning of the talk."""
    if not Record.exists(record.state):
        return looks.aloud((), now, UTC)
    zone = ZoneInfo(settings.narrator.time_zone) if settings.narrator.time_zone else UTC
    return looks.aloud(looks.looks(record), now, zone)


def _next_talk(settings: Settings, record: Record, now: datetime) -> str:
    """When the next talk is planned, for the goodbye; "" where none is soon."""
    try:
        return next_talk(Diary(record, arranged(settings)), now)
    except ScheduleError:
        return ""  # a misspelt time zone is no reason to refuse anybody a talk


def _message_allowed(record: Record) -> bool:
    """Has the narrator said that somebody may be asked to call after a wish to die? The last word holds."""
    said = [c.given for c in record.consents() if c.kind is ConsentKind.MESSAGE]
    return bool(said) and said[-1]


def load_feelings(settings: Settings) -> EmotionReader | None:
    """Load the reader of feelings of the settings; None: "none". Raises ModelError, EngineUnavailable."""
    name = settings.emotion.reader
    if name == "none":
        return None
    if name == "shipped":
        from voice_agent.language.feeling import Tuned

        return Tuned(resource("models/emotion"), weights.find(settings.weights, "minilm-int8"))
    from voice_agent.language.emotion_classifier import Classifier

    return Classifier(weights.find(settings.weights, name), device=settings.emotion.device)


def load_voice(settings: Settings, name: str) -> Voice:
    """Load a voice by its name in the settings."""
    if name.startswith("hibari"):
        from voice_agent.speech.hibari import Heart

        return Heart(cache=settings.cache)
    from voice_agent.speech.piper import Piper

    return Piper(weights.find(settings.weights, name), cache=settings.cache)


def rules(settings: Settings, *, seed: int) -> Rules:
    """Read protocol, phrases, consent and safety wording. Raises SettingsError."""
    interview = settings.interview
    net = safety.read(resource("config/safety.toml"), settings.narrator.country)
    book = protocol.read_all(resource("config/interview"), settings.state / "interview")
    return Rules(
        topic=_topic(book, interview.topic),
        book=book,
        templates=growing.read(resource("config/extrapolation.toml")),
        returning=bridging.read(resource("config/phrases/returning.toml")),
        birth=settings.narrator.birth_year or None,
        heavy=interview.heavy_topics,
        phrases=phrases.read(resource("config/phrases")),
        notice=_notice(settings, net),
        asking=permissions.read(resource("config/consent.toml")),
        net=net,
        name=settings.narrator.name,
        seed=seed,
        soft_close=interview.length,
        break_offer=interview.break_offer,
        hard_stop=interview.hard_stop,
    )


def _topic(book: tuple[protocol.Topic, ...], name: str) -> protocol.Topic:
    found = next((each for each in book if each.name == name and not each.shared), None)
    if found is None:
        raise SettingsError(
            f"There is no topic called “{name}”.",
            mend=f"Topics: {', '.join(each.name for each in book if not each.shared)}.",
        )
    return found


def led(settings: Settings, record: Record, *, seed: int, today: date) -> Rules:
    """The rules of one talk: what earlier ones asked, and the topic that is due. Raises SettingsError."""
    book = rules(settings, seed=seed)
    cut = record.unfinished() if Record.exists(record.state) else None
    left = past.caught_up(past.before(record, today), cut, book.book)
    topic, _ = coverage.due(
        book.book, left.cache, today, first=book.topic.name, heavy=book.heavy, seed=seed
    )
    return replace(book, past=left, topic=topic)


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
        born=str(born) if born else "",
    )


def mind(settings: Settings) -> Mind:
    """Load the engines that memory needs. Raises ModelMissing, ModelDamaged."""
    from voice_agent.language.embedding import MiniLM
    from voice_agent.language.names import SpacyReader
    from voice_agent.memory import themes
    from voice_agent.memory.affect import Reader
    from voice_agent.memory.turn_claims import Setting

    embedder = MiniLM(weights.find(settings.weights, settings.memory.embedder))
    born = settings.narrator.birth_year
    return Mind(
        embedder,
        themes.read(resource("config/themes.toml"), embedder),
        SpacyReader(weights.find(settings.weights, "spacy-en")),
        Reader.load(resource("models/vad-head/head.json")),
        Setting(birth=str(born) if born else "", country=settings.narrator.country),
    )


def _weighing(smith: Wordsmith | None) -> LanguageModel | None:
    """The model that weighs what was told: only one on another machine, behind what anybody waits for."""
    return smith.model.background() if smith is not None and smith.elsewhere else None


def index_uri(settings: Settings) -> str:
    """Where the index of memories lies."""
    return settings.memory.uri or str(settings.state / "memory")


class Threads:
    """Labour in anyio's worker threads."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns."""
        return await anyio.to_thread.run_sync(work)


def opening(
    record: Record, now: datetime, *, contact: str = "", announcements: tuple[str, ...] = ()
) -> Opening:
    """What earlier sessions leave for this one. `contact`: who could be asked to call the narrator."""
    there = Record.exists(record.state)
    answers = record.consents() if there else ()
    leave = permissions.due(
        answers,
        readers=[each.name for each in everybody(record) if each.role is Role.FAMILY]
        if there
        else (),
        contact=contact,
        talks=len(record.sessions()) if there else 0,
        now=now,
    )
    if not there:
        return Opening(leave=leave, announcements=announcements)
    before = [s for s in record.sessions() if s.ended is not None and s.summary]
    unfinished = record.unfinished()
    return Opening(
        consented=consent.stands(answers, now),
        renewing=permissions.lapsed(answers, ConsentKind.RECORDING, now),
        leave=leave,
        last_time=last_time(before[-1].summary) if before else "",
        half_told=(half_told(unfinished) or "") if unfinished else "",
        announcements=announcements,
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
    net = await labour(lambda: by_meaning(settings, rule_book.net, tell))
    rule_book = replace(
        rule_book,
        net=net,
        second=await labour(lambda: second_opinion(settings, tell)),
        looked=_looked(settings, record, now()),
        next_time=_next_talk(settings, record, now()),
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
        settings=_as_led(settings, rule_book),
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


def _as_led(settings: Settings, led_by: Rules) -> dict[str, object]:
    """The settings that the session was held with; its topic is the one that was chosen."""
    held = settings.model_dump(include={"narrator", "endpoint", "interview", "speaking"})
    held["interview"]["topic"] = led_by.topic.name
    return held


async def wordsmith(settings: Settings, announce: Tell) -> Wordsmith | None:
    """The language model of the settings as one who words questions; None: our own words."""
    try:
        embedded = weights.find(settings.weights, EMBEDDED)
    except ModelError:
        embedded = None
    model = await choose(settings.language, embedded, announce, opening=rephrase.opening(wording()))
    if model is None:
        return None
    names = (settings.narrator.name,) if settings.narrator.name else ()
    return Wordsmith(model, names=names, patience=settings.language.patience)


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


def listen_again(settings: Settings, engines: Engines, record: Record, session: SessionId) -> int:
    """Hear a finished session's recording again, more carefully; return how many turns changed.

    What was heard first stays as an older version. Blocking, about a second for each turn on two
    cores. Raises EngineError.
    """
    from voice_agent.speech.whisper import Whisper, archive_pass

    recording = record.folder(session) / "narrator.wav"
    if not isinstance(engines.transcriber, Whisper) or not recording.is_file():
        return 0
    told = [
        turn
        for turn in record.session(session).turns
        if turn.speaker is Speaker.NARRATOR and turn.text
    ]
    spans = [(max(turn.began - MARGIN, 0.0), turn.ended + MARGIN) for turn in told]
    changed = 0
    heard = archive_pass(engines.transcriber, recording, spans, beam=settings.hearing.archive_beam)
    for turn, better in zip(told, heard, strict=True):
        # a second hearing that lost words is not a better one
        if better.text == turn.text or len(better.words) < KEEPS * len(turn.text.split()):
            continue
        record.correct(session, turn.id, better.text, better.words, "second hearing")
        changed += 1
    return changed


def _louder(loudspeaker: Loudspeaker, factor: float) -> None:
    loudspeaker.volume = min(max(loudspeaker.volume * factor, 0.1), 2.0)


def _floats(value: object) -> tuple[float, ...]:
    if isinstance(value, list) and all(isinstance(v, int | float) for v in value):
        return tuple(float(v) for v in value)[:2]
    return ()
