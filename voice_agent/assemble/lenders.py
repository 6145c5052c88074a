"""Engines that other computers of the house lend, put before our own; where the settings name none, ours as they are.

Nothing here is imported while nothing is borrowed, and nobody is contacted while the settings forbid it.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from voice_agent.archive.last_look import Looking, may_leave
from voice_agent.archive.record import Record
from voice_agent.backends import Embedder, Transcriber, Voice
from voice_agent.errors import SettingsError
from voice_agent.settings import Settings
from voice_agent.speech.whisper import Attentive, Whisper

if TYPE_CHECKING:
    from voice_agent.borrowing.asking import Asking

Tell = Callable[[str], None]

REST = 2.0
"""Seconds that a server rests after a failure."""

VOICE_REST = 20.0
"""Seconds that a server of voices rests after a failure: a voice that comes and goes is worse than the plainer one. A guess."""


def ears(settings: Settings, own: Whisper, tell: Tell, *, rest: float = 0.0) -> Transcriber:
    """A recogniser of the house, with `own` behind it. `rest`: seconds at least that a server rests after a failure."""
    wanted = settings.borrowing
    instead = "Until one does, speech is recognised on this computer."
    asking = _asking(settings, wanted.hearing, instead, tell, rest=max(rest, REST))
    if asking is None:
        return own
    from voice_agent.borrowing.hearing import LentEars

    hearing = settings.hearing
    tell(_told("Speech is recognised", asking))
    return LentEars(
        asking, own, model=wanted.hearing_model, language=hearing.language, beam=hearing.beam
    )


def attentive(settings: Settings, transcriber: Transcriber) -> Attentive | None:
    """The same where it can be told which names to listen for."""
    if isinstance(transcriber, Whisper):
        return transcriber
    if not settings.borrowing.hearing:
        return None
    from voice_agent.borrowing.hearing import LentEars

    return transcriber if isinstance(transcriber, LentEars) else None


def after_the_yes(
    ears: Transcriber, hearing: Transcriber, agreed: Callable[[], bool]
) -> Transcriber:
    """`hearing`, which is `ears` for one talk; where those are lent, ours hears what is said before anybody agreed to that."""
    if isinstance(ears, Whisper):
        return hearing
    from voice_agent.borrowing.hearing import AfterTheYes, LentEars

    return AfterTheYes(hearing, ears.own, agreed) if isinstance(ears, LentEars) else hearing


def voice(settings: Settings, own: Voice, tell: Tell, *, rest: float = 0.0) -> Voice:
    """A voice of the house, with `own` behind it. Takes some seconds for one that was never measured. `rest`: as for `ears`."""
    wanted = settings.borrowing
    instead = "Until one does, the interviewer has the voice of this computer."
    asking = _asking(settings, wanted.speaking, instead, tell, rest=max(rest, VOICE_REST))
    if asking is None:
        return own
    from voice_agent.borrowing.voice import BorrowedVoice, LentVoice

    tell(_told("The interviewer's voice is made", asking))
    lent = LentVoice(asking, model=wanted.speaking_model, voice=wanted.speaking_voice)
    return BorrowedVoice(lent, own, cache=settings.cache)


def embedder(settings: Settings, own: Embedder, record: Record | None, tell: Tell) -> Embedder:
    """An embedder of the house, with `own` behind it, also for what would give away what `record` keeps back; None: of invented
    narrators."""
    wanted = settings.borrowing
    instead = "Until one does, meanings are compared on this computer."
    asking = _asking(settings, wanted.embedding, instead, tell)
    if asking is None:
        return own
    from voice_agent.borrowing.embedder import BorrowedEmbedder, everything

    tell(_told("Meanings are compared for memory", asking))
    leave = partial(may_leave, Looking(record)) if record is not None else everything
    return BorrowedEmbedder(asking, own, model=wanted.embedding_model, leave=leave)


def changed(voice: Voice) -> tuple[bool, Callable[[], str]]:
    """Is a borrowed voice away now, and what tells of its coming and going? Kinds of the phrase book."""
    from voice_agent.borrowing.voice import BorrowedVoice

    if isinstance(voice, BorrowedVoice):
        return voice.away, voice.changes
    return False, lambda: ""


def _asking(
    settings: Settings, addresses: list[str], instead: str, tell: Tell, *, rest: float = REST
) -> "Asking | None":
    """Who is asked; None: nobody, and why is told."""
    if not addresses:
        return None
    from voice_agent.borrowing.asking import Asking
    from voice_agent.borrowing.servers import refusal, servers
    from voice_agent.endpoints import Endpoints

    wanted = settings.borrowing
    for address in addresses:
        if no := refusal(address, wanted):
            tell(f"{no.says} {no.do}")
    try:
        allowed = servers(wanted, addresses)
    except SettingsError as error:
        tell(f"{error.what} {error.mend}")
        return None
    if not allowed:
        return None
    return Asking(Endpoints(allowed, instead=instead, rest=rest, tell=tell), wanted.patience)


def _told(what: str, asking: "Asking") -> str:
    """Whom it is sent to, for whoever looks at the screen."""
    names = " or ".join(each.where for each in asking.endpoints.servers)
    return f"{what} by the server at {names}; where it does not answer in time, by this computer."
