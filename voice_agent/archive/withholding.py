"""The sound of what is withheld goes as its words did: nobody in the family shall come upon it in a recording.

What was heard as a cry for help (level 2 and above) is never written down. Its sound is overwritten with silence when
the talk ends, or, after a power cut, before the next one begins; the rest of the recording keeps its time.
"""

from voice_agent.archive import redaction
from voice_agent.archive.record import Record
from voice_agent.story import SessionId, Speaker

WITHHELD = "withheld"
"""The kind of such a turn."""

TRACKS = ("narrator.wav", "someone-else.wav")
"""Whoever's voice it was taken for."""


def silence(record: Record, session: SessionId) -> int:
    """Silence every withheld turn of a talk that is over; returns how many there are. Raises StateUnwritable."""
    turns = record.session(session).turns
    spans = [
        (turn.began, turn.ended)
        for turn in turns
        if turn.kind == WITHHELD and turn.speaker is not Speaker.INTERVIEWER
    ]
    if spans:
        record.let_go(session)  # the tracks are closed: nothing is being written behind our back
        for name in TRACKS:
            redaction.silence(record.folder(session) / name, spans)
    return len(spans)
