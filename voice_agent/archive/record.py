"""The record of everything told: the door to database, sound and journal of one state folder.

    STATE/record.db                            sessions, turns, consents (SQLite)
    STATE/reserve                              space given up when the disk is full
    STATE/sessions/ID/narrator.wav             what the microphone heard
    STATE/sessions/ID/interviewer.wav          what the loudspeaker said, on the same clock
    STATE/sessions/ID/journal.jsonl            what happened
    STATE/sessions/ID/conversation.wav, transcript.txt, transcript.vtt    made from the others

The first thing stored makes the files; before that a state folder stays empty. Order is by numbers and
samples, never by the wall clock. Every method may be called from any thread, and waits for the disk.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from threading import Lock as ThreadLock
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

from voice_agent.archive import private, session_tables, sound_track, transcript
from voice_agent.archive.database import Database
from voice_agent.archive.journal import Journal
from voice_agent.archive.lock import Lock
from voice_agent.archive.reserve import Reserve
from voice_agent.archive.session_tables import Extent, Wording
from voice_agent.archive.sound_track import SoundTrack
from voice_agent.errors import OutOfOrder
from voice_agent.sound import RATE, Sound
from voice_agent.story import Consent, Latency, Session, SessionId, Speaker, Turn, TurnId, Word

T = TypeVar("T")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Record:
    """What was said in one house. Use as a context manager, or call `close`."""

    def __init__(self, state: Path, lock: Lock | None, *, to_erase: bool = False) -> None:
        """Use `open` or `look`."""
        self.state = state
        self._lock = lock
        self._reserve = Reserve(state / "reserve")
        # guards which files are open: two threads must not both open one
        self._opening = ThreadLock()
        self._tracks: dict[tuple[SessionId, Speaker], SoundTrack] = {}
        self._journals: dict[SessionId, Journal] = {}
        self._database = Database(
            state / "record.db",
            only_look=lock is None,
            before_making=self._reserve.fill,
            though_lost=to_erase,
        )

    @classmethod
    def open(cls, state: Path, *, to_erase: bool = False, gives_way: bool = False) -> "Record":
        """Hold the record for writing, nobody else being let in; make the folder where there is none.

        `to_erase` opens it on a full disk too: there is nothing to keep room for. `gives_way`: whoever wants it next ends
        this process. Raises AlreadyRunning,
        StateUnwritable, DiskFull, RecordDamaged.
        """
        with ExitStack() as undo:
            lock = Lock(private.folder(state), gives_way=gives_way)
            undo.callback(lock.release)
            private.sweep(state)
            if cls.exists(state) and not to_erase:
                Reserve(state / "reserve").fill()
            record = cls(state, lock, to_erase=to_erase)
            undo.pop_all()
        return record

    @classmethod
    def look(cls, state: Path) -> "Record":
        """Read the record, even while an interviewer holds it; never makes anything.

        Raises RecordDamaged, StateUnwritable.
        """
        return cls(state, None)

    @staticmethod
    def exists(state: Path) -> bool:
        """Has anything ever been stored in `state`? Makes nothing."""
        return (state / "record.db").is_file()

    def close(self) -> None:
        """Bring everything to the disk and let others in. May be called twice."""
        try:
            for file in (*self._tracks.values(), *self._journals.values()):
                file.close()
        finally:
            self._tracks.clear()
            self._journals.clear()
            self._database.close()
            if self._lock:
                self._lock.release()

    def __enter__(self) -> "Record":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- while somebody tells

    def begin(self, session: Session) -> None:
        """Start a session. Raises OutOfOrder for one that was begun before, DiskFull, StateUnwritable."""
        if Path(session.id).name != session.id or session.id[:1] in ("", "."):
            raise OutOfOrder(f"“{session.id}” cannot be the name of a session.")
        self.commit(lambda db: session_tables.add_session(db, session))
        for turn in session.turns:  # an imported conversation brings them along
            self.turn(turn)

    def turn(self, turn: Turn) -> None:
        """Append one turn: with its sound, it is on the disk when this returns.

        The same turn again changes nothing. Raises NoSuchSession; OutOfOrder where sound is kept but
        the narrator's is not there up to `turn.ended`; DiskFull (with `kept`, the turn is safe).
        """
        for (session, _), track in list(self._tracks.items()):
            if session == turn.session:
                track.sync()
        if turn.speaker is not Speaker.INTERVIEWER:
            heard = self._tracks.get((turn.session, Speaker.NARRATOR))
            # a sample of grace: seconds are floats
            if heard and heard.safe + 1 < turn.ended * RATE:
                raise OutOfOrder(
                    f"Turn {turn.id} ends at {turn.ended:.2f} s, but only {heard.safe / RATE:.2f} s of "
                    "its sound are on the disk."
                )
        self.commit(lambda db: session_tables.add_turn(db, turn))
        # to whoever holds the talk: what memory writes meanwhile may have taken the last of the space
        self._reserve.warn()

    def correct(
        self, session: SessionId, turn: TurnId, text: str, words: tuple[Word, ...], by: str
    ) -> int:
        """Add a version of what a turn says, made `by` whom; the old ones stay. Returns its number.

        Raises NoSuchSession, DiskFull.
        """
        return self.commit(
            lambda db: session_tables.add_wording(db, session, turn, text, words, by)
        )

    def latency(self, session: SessionId, turn: TurnId, latency: Latency) -> None:
        """Keep where the time went in answering `turn`; a later one replaces it. Raises NoSuchSession."""
        self.commit(lambda db: session_tables.add_latency(db, session, turn, latency))

    def consent(self, consent: Consent) -> None:
        """Keep an answer. The session need not have begun: a yes is the first thing stored."""
        self.commit(lambda db: session_tables.add_consent(db, consent))

    def finish(self, session: SessionId, ended: datetime, summary: str) -> None:
        """End a session. Raises NoSuchSession, DiskFull."""
        self.commit(lambda db: session_tables.finish_session(db, session, ended, summary))

    def audio(self, session: SessionId, speaker: Speaker) -> SoundTrack:
        """Return the track of one voice, made or gone on with. Raises NoSuchSession, DiskFull."""
        key = (session, speaker)
        with self._opening:
            if key not in self._tracks:
                self._tracks[key] = SoundTrack(self._track(session, speaker), self._reserve)
            return self._tracks[key]

    def journal(self, session: SessionId) -> Journal:
        """Return the journal, made or gone on with. Raises NoSuchSession, DiskFull."""
        with self._opening:
            if session not in self._journals:
                path = self.folder(session) / "journal.jsonl"
                self._journals[session] = Journal(path, self._reserve)
            return self._journals[session]

    def let_go(self, session: SessionId) -> None:
        """Close the files of a session, so that they may be rewritten; whoever writes opens them again."""
        with self._opening:
            if journal := self._journals.pop(session, None):
                journal.close()
            for key in [key for key in self._tracks if key[0] == session]:
                self._tracks.pop(key).close()

    def keep(self, key: str, value: Json) -> None:
        """Remember something small about the narrator: patience, pace, voiceprint."""
        text = json.dumps(value, allow_nan=False)
        self.commit(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, text)))

    # -- afterwards

    def kept(self, key: str) -> Json:
        """What was kept as `key`; None where nothing was."""
        rows = self.read("SELECT value FROM kept WHERE key = ?", (key,))
        return json.loads(rows[0][0]) if rows else None

    def consents(self) -> tuple[Consent, ...]:
        """Every answer in the order given; the last one of a kind holds."""
        return session_tables.consents(self.read)

    def sessions(self) -> tuple[Session, ...]:
        """Every session in the order begun, without its turns."""
        return session_tables.sessions(self.read)

    def session(self, id: str) -> Session:
        """One session with its turns in their newest wording. Raises NoSuchSession."""
        return session_tables.session(self.read, id)

    def unfinished(self) -> Session | None:
        """The newest session, with its turns, where it never ended: the power went, or we did.

        An older one is not offered again: its narrator has since told something else.
        """
        every = self.sessions()
        return self.session(every[-1].id) if every and every[-1].ended is None else None

    def untranscribed(self, session: SessionId) -> Sound | None:
        """The narrator's sound after the last turn that has words; None where there is none.

        After a crash it holds the half-told sentence. It is silent where we spoke: a microphone hears our loudspeaker, and
        nothing of ours may be taken for theirs. Raises NoSuchSession.
        """
        heard = [t for t in self.session(session).turns if t.speaker is not Speaker.INTERVIEWER]
        path = self._track(session, Speaker.NARRATOR)
        if not path.is_file():
            return None
        sound = sound_track.read(path, round(heard[-1].ended * RATE) if heard else 0)
        ours = self._track(session, Speaker.INTERVIEWER)
        if ours.is_file():
            sound = sound_track.without(sound, sound_track.read(ours, sound.start, sound.end))
        return sound if len(sound.samples) else None

    def wordings(self, session: SessionId, turn: TurnId) -> tuple[Wording, ...]:
        """Every version of what a turn says, as heard first."""
        return session_tables.wordings(self.read, session, turn)

    def latencies(self, session: str) -> dict[TurnId, Latency]:
        """Where the time went, by the turn that was answered."""
        return session_tables.latencies(self.read, session)

    def extents(self) -> dict[SessionId, Extent]:
        """How many turns and seconds each session has."""
        return session_tables.extents(self.read)

    def transcript(self, session: SessionId) -> Path:
        """Write transcript.txt and .vtt, without what is put away; return the former. Raises NoSuchSession, DiskFull."""
        shown = session_tables.seen(self.read, self.session(session))
        return transcript.write(shown, self.folder(session))

    def conversation(self, session: SessionId) -> Path:
        """Write conversation.wav, both voices in time, and return it. Raises NoSuchSession, DiskFull."""
        for speaker in Speaker:
            if track := self._tracks.get((session, speaker)):
                track.sync()
        to = self.folder(session) / "conversation.wav"
        sound_track.mix(
            self._track(session, Speaker.NARRATOR), self._track(session, Speaker.INTERVIEWER), to
        )
        return to

    def folder(self, session: SessionId) -> Path:
        """The folder of a session's files, made where this record is held. Raises NoSuchSession."""
        if not self.read("SELECT 1 FROM sessions WHERE id = ?", (session,)):
            raise session_tables.no_such_session(session)
        path = self.state / "sessions" / session
        if not self._lock:
            return path
        private.folder(path.parent)
        return private.folder(path)

    # -- for the tables of others (memory_tables)

    def read(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT. Raises RecordDamaged."""
        return self._database.read(sql, parameters)

    def commit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, which is on the disk when this returns.

        `work` may be run twice, from the start, where the disk was full. Raises DiskFull where it is all the same,
        and whatever `work` raises, which undoes all of it.
        """
        return self._reserve.in_hand(lambda: self._database.commit(work))

    def check(self) -> None:
        """Read the whole database and compare it with itself. Raises RecordDamaged."""
        self._database.check()

    def copy_database(self, to: Path) -> None:
        """Write the database, whole and without free pages, to the new file `to`. Raises DiskFull."""
        self._database.copy(to)

    def purge(self) -> None:
        """Leave no byte of erased rows in the database's free pages or its write-ahead log."""
        self._database.purge()

    def _track(self, session: SessionId, speaker: Speaker) -> Path:
        return self.folder(session) / f"{speaker.value.replace(' ', '-')}.wav"
