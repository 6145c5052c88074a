"""A last look at what leaves for a model or a lent engine: would it give away what is kept back? Looked up anew as often as it is asked."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from voice_agent.archive import keeping_back, permitted
from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read
from voice_agent.errors import RecordError
from voice_agent.memory.between_us import announces, wished
from voice_agent.memory.kept_words import KeptWords, kept_words
from voice_agent.memory.quotes import stories
from voice_agent.reading.wishes import wish_words
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId


@dataclass(frozen=True, slots=True)
class Private:
    """What must not be sent, as of one moment."""

    words: KeptWords = field(default_factory=KeptWords)
    now: Session | None = None
    """The talk under way."""

    shut: permitted.Places = frozenset()

    def holds(self, text: str) -> bool:
        """Would `text` give away what is kept back?"""
        return self.words.hold(text)

    def closes(self, said: str) -> bool:
        """Is what is being said only said to us, or kept back as it is said: by its own words, or as it goes on with what is?"""
        if wished(said) is not None or wish_words.alone(said):
            return True
        if self.now is None or not self.now.turns:
            return False
        last = self.now.turns[-1]
        mine = [t for t in self.now.turns if t.speaker is Speaker.NARRATOR and t.text]
        if mine and (self.now.id, mine[-1].id) in self.shut and announces(mine[-1].text):
            return True
        turn = replace(
            last, id=TurnId(last.id + 1), speaker=Speaker.NARRATOR, text=said, kind="", words=()
        )
        talk = replace(self.now, turns=(*self.now.turns, turn))
        return turn.id not in {each.id for each in permitted.without(talk, self.shut).turns}


def may_leave(look: Callable[[], Private]) -> Callable[[str], bool]:
    """Which texts give nothing away that is kept back, as of now; none where nobody can tell. Blocking."""
    try:
        private = look()
    except RecordError:
        return lambda text: False
    return lambda text: not (private.holds(text) or private.closes(text))


class Looking:
    """Looks up what must not be sent, anew each time it is called; of talks that are as they were, it remembers how."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._known: dict[SessionId, tuple[object, tuple[Turn, ...]]] = {}

    def __call__(self) -> Private:
        """From now on. Of two thousand turns some 0.1 s. Raises RecordError."""
        record = self._record
        if not Record.exists(record.state):
            return Private()
        kept, states = permitted.shut(record.read), _states(record.read)
        free = keeping_back.let_go(record.read)
        told = list[Turn]()
        now = None
        for each in record.sessions():
            mine = frozenset(turn for session, turn in kept if session == each.id)
            state = (mine, states.get(each.id), each.ended)
            # several requests may be looked at in the same moment: what this one counts is its own
            before = self._known.get(each.id)
            if each.ended is not None and before is not None and before[0] == state:
                told += before[1]
                continue
            session = record.session(each.id)
            now = session if each.ended is None else now
            mine_told = stories(permitted.without(session, kept, free).turns)
            self._known[each.id] = state, mine_told
            told += mine_told
        fine = {(str(turn.session), int(turn.id)) for turn in told}
        words = kept_words(_unsaid(record.read, fine), (turn.text for turn in told))
        return Private(words, now, kept)


def _states(read: Read) -> Mapping[str, tuple[int, ...]]:
    """Changes with every turn and every wording of a talk, by talk."""
    rows = read(
        "SELECT session, count(*), sum(version), sum(length(text)) FROM wordings GROUP BY session",
        (),
    )
    return {session: tuple(state) for session, *state in rows}


def _unsaid(read: Read, fine: permitted.Places) -> Iterator[str]:
    """All that was heard and is not among `fine`, and the wordings that the narrator has put right since."""
    for session, turn, text, newest in read(
        """SELECT turns.session, turns.id, text, version = (SELECT max(version) FROM wordings AS newest
                WHERE newest.session = turns.session AND newest.turn = turns.id)
            FROM turns JOIN wordings ON wordings.session = turns.session AND wordings.turn = turns.id
            WHERE speaker <> ? AND text <> ''""",
        (Speaker.INTERVIEWER.value,),
    ):
        if not newest or (session, turn) not in fine:
            yield text
