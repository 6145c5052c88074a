"""Settings into engines: the only file that knows every engine's name."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from voice_agent import weights
from voice_agent.archive import last_look, seat_verdicts, server_leave
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.record import Record
from voice_agent.assemble import lenders
from voice_agent.assemble.lean import few_heaps, give_back
from voice_agent.backends import (
    EchoCanceller,
    Embedder,
    EmotionReader,
    KindReader,
    SpeakerEncoder,
    SpeechDetector,
    Transcriber,
    TurnEndModel,
    Voice,
)
from voice_agent.errors import (
    EngineError,
    ModelError,
)
from voice_agent.interview.fitting import Fits
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat import brief as briefs
from voice_agent.language import seating
from voice_agent.language.choice import choose, found_here
from voice_agent.language.gate import nobody
from voice_agent.language.standing import standing
from voice_agent.language.wordsmith import Wordsmith
from voice_agent.memory.thread import Setting
from voice_agent.reading.danger import safety
from voice_agent.reading.danger.cries import Meaning
from voice_agent.reading.heads.endings import Endings, EndingsByMeaning
from voice_agent.reading.heads.hard_moments import HardMoments, Tells
from voice_agent.reading.heads.offer_response import OfferResponses, OfferResponsesByMeaning
from voice_agent.reading.wishes.wish_by_meaning import WishByMeaning
from voice_agent.resources import resource
from voice_agent.settings import Settings
from voice_agent.speech.aloud import Aloud

if TYPE_CHECKING:
    from voice_agent.language.danger import DangerByMeaning
    from voice_agent.language.retold import Retold
    from voice_agent.language.stories import Stories
    from voice_agent.speech.whisper import Whisper

MINILM, MPNET = "minilm-int8", "mpnet-int8"
"""What our small readers go on from: the small one, and the one that danger, wishes, weight and old stories need."""


T = TypeVar("T")

Tell = Callable[[str], None]
"""Shows one plain sentence to whoever started the program."""


@dataclass(frozen=True, slots=True)
class Readers:
    """What reads the narrator's words, spoken or written."""

    feelings: EmotionReader | None = None
    """None: whatever is told is met in the same way."""

    danger: Callable[[], Meaning] | None = None
    """Reads danger; a new one for each session: it keeps what it read. None: rules alone."""

    second: WishByMeaning | None = None
    """What a short turn means that no rule knows, and which sentence keeps something back; None: rules alone."""

    fits: Fits | None = None
    """How well a reply fits what was said; None: no reply is weighed so."""

    hard: Tells | None = None
    """What a turn is where it is a hard moment; None: rules of words alone know."""

    endings: Endings | None = None
    """Whether last words end a story; None: rules of words alone know."""

    offer_responses: OfferResponses | None = None
    """How an answer meets what was offered of another talk; None: rules of words alone know."""

    def leading(self, rules: Rules) -> Rules:
        """`rules` with all that these read."""
        return replace(
            rules,
            readers=replace(
                rules.readers,
                net=rules.readers.net.reading(self.danger()) if self.danger else rules.readers.net,
                second=self.second,
                locks=self.second.keeps_back if self.second else None,
                hard=self.hard,
                endings=self.endings,
                offer_responses=self.offer_responses,
            ),
            choosing=replace(rules.choosing, fits=self.fits),
        )

    announcements: tuple[str, ...] = ()
    """Kinds in the phrase book: what the narrator should hear about a slower engine in use."""


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

    readers: Readers
    changes: Callable[[], str] = lambda: ""
    """What is to be said aloud of a voice that has changed since this was last asked: a kind of the phrase book, or ""."""


def said_as(settings: Settings) -> dict[str, str]:
    """Names that are not said as they are written, and how they are."""
    parts = (each.partition(":") for each in settings.narrator.names)
    return {name.strip(): sound.strip() for name, _, sound in parts if sound.strip()}


def engines(settings: Settings, tell: Tell = lambda says: None, *, rest: float = 0.0) -> Engines:
    """Load every engine of the settings. Raises ModelMissing, ModelDamaged, EngineUnavailable.

    `rest`: seconds at least for which a server that lends one, and has failed, is not asked again.
    """
    from voice_agent.audio.echo import HalfDuplex, NoEcho, WebRtcEcho
    from voice_agent.audio.vad import GatedSilero
    from voice_agent.speech.acknowledgements import Acknowledgements
    from voice_agent.speech.smart_turn import SmartTurn
    from voice_agent.speech.speaker import GE2E

    few_heaps()
    hearing = settings.hearing
    own = load_recogniser(settings)
    transcriber = lenders.ears(settings, own, tell, rest=rest)
    if transcriber is own:
        tell(own.running_on)
    voice = speaking_voice(settings, tell, rest=rest)
    murmurs = Acknowledgements.of(voice, settings.cache) if settings.speaking.murmurs else None
    echo: Callable[[], EchoCanceller] = WebRtcEcho
    if settings.audio.half_duplex:
        echo = HalfDuplex
    elif not settings.audio.echo_cancelling:
        echo = NoEcho
    away, changes = lenders.changed(voice) if settings.borrowing.speaking else (False, _nothing)
    degraded = {
        "slow_hearing": own.degraded,
        "other_voice": away,
        "half_duplex": settings.audio.half_duplex,
    }
    loaded = Engines(
        transcriber=transcriber,
        turn_end=SmartTurn(weights.find(settings.weights, "smart-turn")),
        speaker=GE2E(weights.find(settings.weights, "ge2e")) if hearing.speaker_check else None,
        voice=voice,
        speech=Aloud(voice, murmurs, said_as(settings)),
        detector=GatedSilero,
        echo=echo,
        readers=readers(settings, tell, tuple(kind for kind, so in degraded.items() if so)),
        changes=changes,
    )
    give_back()
    return loaded


def load_recogniser(settings: Settings) -> "Whisper":
    """Load the recogniser of the settings. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
    from voice_agent.speech.whisper import Whisper

    hearing = settings.hearing
    return Whisper(
        weights.find(settings.weights, hearing.model),
        device=hearing.device,
        threads=hearing.threads,
        beam=hearing.beam,
        language=hearing.language,
        piece=hearing.piece,
        said_as=said_as(settings),
    )


def _nothing() -> str:
    return ""


def readers(
    settings: Settings, tell: Tell = lambda says: None, announcements: tuple[str, ...] = ()
) -> Readers:
    """Load what reads words. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
    feelings = load_feelings(
        settings
    )  # may fail, and is the only one that does: nothing is said twice
    danger = load_danger(settings, tell)
    return Readers(
        feelings=feelings,
        danger=danger.afresh if danger else None,
        second=second_opinion(settings, tell),
        fits=load_fitting(settings, tell),
        hard=load_hard_moments(settings, tell),
        endings=load_endings(settings, tell),
        offer_responses=load_offer_responses(settings, tell),
        announcements=announcements,
    )


def load_feelings(settings: Settings) -> EmotionReader | None:
    """Load the reader of feelings of the settings; None: "none". Raises ModelError, EngineUnavailable."""
    name = settings.emotion.reader
    if name == "none":
        return None
    if name == "shipped":
        from voice_agent.language.feeling import Tuned

        return Tuned(resource("models/emotion"), weights.find(settings.weights, MINILM))
    from voice_agent.language.emotion_classifier import Classifier

    return Classifier(weights.find(settings.weights, name), device=settings.emotion.device)


def load_voice(settings: Settings, name: str) -> Voice:
    """Load a voice by its name in the settings."""
    if name.startswith("hibari"):
        from voice_agent.speech.hibari import Heart

        return Heart(cache=settings.cache)
    from voice_agent.speech.piper import Piper

    return Piper(weights.find(settings.weights, name), cache=settings.cache)


def speaking_voice(
    settings: Settings, tell: Tell = lambda says: None, *, rest: float = 0.0
) -> Voice:
    """The voice that this house is spoken to in: of another computer of it where the settings say so, else our own.

    `rest`: as for `engines`.
    """
    return lenders.voice(settings, load_voice(settings, settings.speaking.voice), tell, rest=rest)


def by_meaning(settings: Settings, net: safety.Net, tell: Tell) -> safety.Net:
    """The net, which also reads by meaning where the weights for it are here; rules alone are said aloud."""
    danger = load_danger(settings, tell)
    return net.reading(danger) if danger else net


def load_danger(settings: Settings, tell: Tell) -> "DangerByMeaning | None":
    """Load the reader of danger; None, said aloud, without the weights."""
    from voice_agent.language.danger import DangerByMeaning

    without = "Danger is heard by rules alone"
    return _load(settings, "danger", DangerByMeaning, tell, without, MPNET)


def second_opinion(settings: Settings, tell: Tell = lambda says: None) -> WishByMeaning | None:
    """Who is asked what a short turn means that no rule knows; None, said aloud, without the weights."""
    without = "Wishes are heard by rules alone"
    return _kinds(settings, "wishes", WishByMeaning, tell, without)


def load_hard_moments(settings: Settings, tell: Tell = lambda says: None) -> Tells | None:
    """Load what knows a hard moment; None, said aloud, without the weights."""
    without = "Hard moments are known by rules of words alone"
    return _kinds(settings, "hard-moments", HardMoments, tell, without)


def load_endings(settings: Settings, tell: Tell = lambda says: None) -> Endings | None:
    """Load what knows whether a story is told; None, said aloud, without the weights."""
    without = "Whether a story is told is heard by rules of words alone"
    return _kinds(settings, "endings", EndingsByMeaning, tell, without)


def load_offer_responses(
    settings: Settings, tell: Tell = lambda says: None
) -> OfferResponses | None:
    """Load what knows how an offer is met; None, said aloud, without the weights."""
    without = "Whether an old story is welcome is heard by rules of words alone"
    return _kinds(settings, "offers", OfferResponsesByMeaning, tell, without)


def load_fitting(settings: Settings, tell: Tell = lambda says: None) -> Fits | None:
    """Load what knows whether a reply fits; None, said aloud, without the weights."""
    from voice_agent.language.fitting import Fitting

    without = "Whether a reply fits is judged by rules alone"
    return _load(settings, "fitting", Fitting, tell, without)


def load_stories(settings: Settings, tell: Tell = lambda says: None) -> "Stories | None":
    """Load the reader of what belongs together and of what weighs on the heart; None, said aloud, without its weights."""
    from voice_agent.language.stories import opened

    without = "Which old story belongs to today's, and which weighs, is judged by plain likeness and a list of words"
    return _load(settings, "stories", opened, tell, without, MPNET)


def load_near(settings: Settings, own: Embedder) -> Embedder | None:
    """Load what knows which stories belong together, joined with memory's `own` embedder; None without its weights."""
    from voice_agent.language.joined import Joined

    stories = load_stories(settings)
    return Joined(stories, own) if stories is not None else None


def _kinds(
    settings: Settings, name: str, reads: Callable[[KindReader], T], tell: Tell, without: str
) -> T | None:
    """What `reads` the kinds that models/`name` knows, on MPNet; None without the weights, as `_load`."""
    from voice_agent.language.spoken_kinds import SpokenKinds

    reader = _load(settings, name, SpokenKinds, tell, without, MPNET)
    return reads(reader) if reader else None


def _load(
    settings: Settings,
    name: str,
    reader: Callable[[Path, Path], T],
    tell: Tell,
    without: str,
    under: str = MINILM,
) -> T | None:
    """Load the `reader` of models/`name`, which goes on from the weights `under` it; None where it cannot be: `without`
    says what then."""
    try:
        return reader(resource(f"models/{name}"), weights.find(settings.weights, under))
    except (ModelError, EngineError) as error:
        tell(f"{without}: {error.what}")
        return None


def load_again(settings: Settings, tell: Tell = lambda says: None) -> "Retold | None":
    """Load what knows that a story is told again; None, said aloud, without the weights."""
    from voice_agent.language.retold import Retold, read

    without = "A story told again in quite other words is kept as another one"
    return _load(
        settings, "retold", lambda at, mpnet: Retold(read(at), mpnet), tell, without, MPNET
    )


def setting(settings: Settings) -> Setting:
    """What is known of the narrator before anything is told."""
    born = settings.narrator.birth_year
    return Setting(
        birth=str(born) if born else "", country=settings.narrator.country or Setting().country
    )


def load_embedder(settings: Settings) -> Embedder:
    """Load the embedder of the settings. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
    from voice_agent.language.embedding import MiniLM

    return MiniLM(weights.find(settings.weights, settings.memory.embedder))


def memory_engines(
    settings: Settings, record: Record | None, tell: Tell = lambda says: None
) -> MemoryEngines:
    """Load the engines that memory needs for `record`; None: of invented narrators. Raises ModelMissing, ModelDamaged."""
    from voice_agent.language.names import SpacyReader
    from voice_agent.memory import themes
    from voice_agent.memory.affect import Reader

    embedder = lenders.embedder(settings, load_embedder(settings), record, tell)
    from voice_agent.language.joined import Joined

    stories, again = load_stories(settings, tell), load_again(settings, tell)
    loaded = MemoryEngines(
        embedder,
        themes.read(resource("config/themes.toml"), embedder),
        SpacyReader(weights.find(settings.weights, "spacy-en")),
        Reader.load(resource("models/vad-head/head.json")),
        setting(settings),
        weight=stories,
        again=again,
        telling=Joined(again, stories, 1.0) if again and stories else None,
        passes=settings.memory.passes,
    )
    give_back()
    return loaded


async def server_here(settings: Settings) -> bool:
    """Does a language server answer that nobody has named, and that could help?"""
    return await found_here(settings.language)


async def wordsmith(settings: Settings, announce: Tell, record: Record | None) -> Wordsmith | None:
    """The language model of the settings as a talk has it; None: our own words.

    `record`: whose words it is shown, so that nothing kept back is; None: those of invented narrators.
    """
    try:
        embedded = weights.find(settings.weights, settings.language.embedded_model)
    except ModelError:
        embedded = None
    measured = seat_verdicts.read(settings.state)
    verdicts = {name: each.verdict for name, each in measured.items()}
    stands = standing(settings.language.leads, verdicts)
    opening = briefs.opening(seating.prompt())
    model = await choose(
        settings.language,
        embedded,
        announce,
        opening=opening,
        standing=stands,
        # invented narrators have nothing to hide
        leave=lambda address: record is None or server_leave.given(settings.state, address),
    )
    if model is None:
        return None
    names = (settings.narrator.name,) if settings.narrator.name else ()
    look = last_look.Looking(record) if record is not None else nobody
    return Wordsmith(
        model,
        names=names,
        patience=settings.language.patience,
        look=look,
        standing=stands,
    )
