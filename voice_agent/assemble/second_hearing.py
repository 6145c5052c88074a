"""A finished recording heard again, more carefully, while nobody waits."""

from voice_agent.archive import misspelt, names_of_life
from voice_agent.archive.last_look import Looking, may_leave
from voice_agent.archive.misspelt import Likely
from voice_agent.archive.own_words import MISHEARD
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.assemble import lenders
from voice_agent.assemble.loading import Engines, said_as
from voice_agent.backends import Transcriber
from voice_agent.settings import Settings
from voice_agent.story import SessionId, Speaker, Turn

MARGIN = 0.4
"""Seconds heard again before and after a turn, so that its first and last sounds are whole."""


KEEPS = 0.8
"""Share of a turn's words that a second hearing must find, to be believed. A guess."""


def names_to_hear(settings: Settings, read: Read) -> tuple[str, ...]:
    """The names that the recogniser listens for, the likeliest first."""
    settled = _settled(settings)
    if not Record.exists(settings.state):  # nothing is made before a yes
        return settled
    return names_of_life.names(read, settled)


def _settled(settings: Settings) -> tuple[str, ...]:
    """The names that the settings hold."""
    told = settings.narrator
    contacts = (each.partition("|")[0].strip() for each in settings.safety.contacts)
    return (*(each.partition(":")[0].strip() for each in told.names), told.name, *contacts)


def meant(settings: Settings) -> Likely:
    """What says which names may have been meant by what was heard, near enough to ask a person."""
    from voice_agent.speech import likely_names

    forms = said_as(settings)
    return lambda words, names: likely_names.meant(words, names, forms)


def knowing(settings: Settings, transcriber: Transcriber, record: Record) -> Transcriber:
    """`transcriber`, listening for the names of this life as they are known now: a lent one for none that was only said in what
    is kept back."""
    from voice_agent.speech.whisper import ListeningFor, Whisper

    ears = lenders.attentive(settings, transcriber)
    if ears is None:
        return transcriber
    names = names_to_hear(settings, record.read)
    if not isinstance(ears, Whisper):
        settled, may = _settled(settings), may_leave(Looking(record))
        names = tuple(each for each in names if each in settled or may(each))
    return ListeningFor(ears, lambda: names)


def listen_again(settings: Settings, engines: Engines, record: Record, session: SessionId) -> int:
    """Hear a finished session's recording again, more carefully; return how many turns changed.

    What was heard first stays as an older version, and where a name may still be misheard is noted: a person is asked.
    Blocking, about a second for each turn on two cores. Raises EngineError.
    """
    from voice_agent.speech.whisper import Whisper, archive_pass

    recording = record.folder(session) / "narrator.wav"
    if not recording.is_file():
        return 0
    if not isinstance(engines.transcriber, Whisper):
        # ours would put its own words in the place of better ones
        if lenders.attentive(settings, engines.transcriber) is not None:
            misspelt.look(record, names_to_hear(settings, record.read), meant(settings), session)
        return 0
    told = [
        turn
        for turn in record.session(session).turns
        if turn.speaker is Speaker.NARRATOR and turn.text
    ]
    spans = [(max(turn.began - MARGIN, 0.0), turn.ended + MARGIN) for turn in told]
    changed, names = 0, names_to_hear(settings, record.read)
    heard = archive_pass(
        engines.transcriber,
        recording,
        spans,
        beam=settings.hearing.archive_beam,
        names=names,
    )
    for turn, better in zip(told, heard, strict=True):
        if not believed(record, turn, better.text, len(better.words)):
            continue
        record.correct(session, turn.id, better.text, better.words, "second hearing")
        changed += 1
    misspelt.look(record, names, meant(settings), session)
    return changed


def believed(record: Record, turn: Turn, text: str, words: int) -> bool:
    """Is `text`, heard the second time, a better wording of `turn`?"""
    # a second hearing that lost words is not a better one
    if text == turn.text or words < KEEPS * len(turn.text.split()):
        return False
    # the narrator knows better than any hearing what she said
    return record.wordings(turn.session, turn.id)[-1].by != MISHEARD
