"""Where a session is written down: in memory until the narrator has said yes, then in the record.

The yes is the first thing stored. What was said before it (a name called through the room, a doubt) was
said without leave and is dropped; the turn that holds the yes, and everything after it, is kept. A no
leaves nothing.
"""

from threading import Lock

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.sound import RATE, Sound
from voice_agent.story import Consent, Latency, Session, Speaker, Turn, TurnId

HELD = 120 * RATE
"""Samples of sound held in memory before the yes; older sound is dropped. A yes is a short word."""

BEFORE = RATE
"""Samples kept from before the turn that holds the yes: the recogniser's own pre-roll."""


OURS = frozenset({"settings", "clip", "move"})
"""Journal entries from before the yes that say nothing of the narrator."""


class Notebook:
    """Passes the conversation.house.Notebook contract."""

    def __init__(self, record: Record, session: Session, *, agreed: bool) -> None:
        """`agreed`: an earlier yes still stands, so everything is written from the first frame."""
        self._record = record
        self._session = session
        self._open = agreed
        self._refused = False
        self._held = list[tuple[Speaker, Sound]]()
        self._notes = list[tuple[str, int, dict[str, object]]]()
        self._spoken = list[Turn]()
        self._times = list[tuple[TurnId, Latency]]()
        # guards the change from memory to disk: sound arrives in one worker thread, turns in another
        self._change = Lock()
        if agreed:
            record.begin(session)

    @property
    def agreed(self) -> bool:
        """Is anything being stored?"""
        return self._open

    def hear(self, speaker: Speaker, sound: Sound) -> None:
        """Append sound to one person's track. Raises DiskFull."""
        with self._change:
            if self._refused:
                return
            if not self._open:
                self._held.append((speaker, sound))
                while self._held and self._held[0][1].end < sound.end - HELD:
                    del self._held[0]
                return
        self._record.audio(self._session.id, speaker).append(sound)

    def turn(self, turn: Turn) -> None:
        """Append a turn; on disk when it returns, once there is a yes. Raises DiskFull, OutOfOrder."""
        with self._change:
            if self._refused:
                return
            if not self._open:
                self._spoken.append(turn)
                return
        self._put(turn)

    def _put(self, turn: Turn) -> None:
        """Into the record, and into the journal, from which a damaged record is told again (`rescue`)."""
        self._record.turn(turn)
        self._record.journal(self._session.id).write(
            "turn", round(turn.ended * RATE), text=turn.text, **journal.as_fields(turn)
        )

    def latency(self, turn: TurnId, latency: Latency) -> None:
        """Append where the time of one exchange went."""
        with self._change:
            if not self._open:
                self._times.append((turn, latency))
                return
        self._record.latency(self._session.id, turn, latency)

    def note(self, kind: str, at: int, **fields: object) -> None:
        """Append one event to the journal."""
        with self._change:
            if not self._open:
                if not self._refused:
                    self._notes.append((kind, at, fields))
                return
        self._record.journal(self._session.id).write(kind, at, **fields)

    def agree(self, consent: Consent) -> None:
        """Store the yes, then what belongs to it; everything from now on goes to the disk.

        Called before the turn that holds the yes is appended.
        """
        with self._change:
            if self._open or self._refused:
                return
            self._record.consent(consent)
            self._record.begin(self._session)
            asked = max(
                (t.ended for t in self._spoken if t.speaker is Speaker.INTERVIEWER), default=0
            )
            since = round(asked * RATE) - BEFORE
            for speaker, sound in self._held:
                if speaker is Speaker.INTERVIEWER or sound.start >= since:
                    self._record.audio(self._session.id, speaker).append(sound)
            written = self._record.journal(self._session.id)
            for kind, at, fields in self._notes:
                if at >= since or kind in OURS:
                    written.write(kind, at, **fields)
            self._open = True
            # our own words before the yes are ours to keep; the narrator's were not given
            for turn in self._spoken:
                if turn.speaker is Speaker.INTERVIEWER:
                    self._put(turn)
            known = {t.id for t in self._spoken if t.speaker is Speaker.INTERVIEWER}
            for turn_id, latency in self._times:
                if turn_id in known:
                    self._record.latency(self._session.id, turn_id, latency)
            self._drop()

    def refuse(self) -> None:
        """Drop everything held and write nothing from now on."""
        with self._change:
            assert not self._open, "a talk that was agreed to is stopped, not refused"
            self._refused = True
            self._drop()

    def _drop(self) -> None:
        self._held.clear()
        self._notes.clear()
        self._spoken.clear()
        self._times.clear()
