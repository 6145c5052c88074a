"""Short lives told in a few sessions, for the tests of memory. One string a turn; "? " asks."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from voice_agent.memory.claims import Claim
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import Event, Life, weave
from voice_agent.memory.labels import Label, labelled
from voice_agent.memory.reading import PlainReader, Reader
from voice_agent.memory.thread import Setting
from voice_agent.story import SessionId, Speaker, Turn, TurnId

FIRST = datetime(2026, 3, 2, 10, tzinfo=UTC)


class Telling(NamedTuple):
    claims: list[Claim]
    labels: list[Label]
    turns: list[Turn]

    @property
    def life(self) -> Life:
        return weave(labelled(self.claims, self.labels))

    def event(self, words: str) -> Event:
        """The one event whose description holds `words`."""
        found = [each for each in self.life.events if words in each.description]
        assert len(found) == 1, [each.description for each in self.life.events]
        return found[0]


def turns(session: int, lines: Sequence[str]) -> list[Turn]:
    made: list[Turn] = []
    for number, line in enumerate(lines, start=1):
        speaker = Speaker.INTERVIEWER if line.startswith("? ") else Speaker.NARRATOR
        made.append(
            Turn(
                TurnId(number),
                SessionId(f"2026-03-{session + 1:02}T10-00-00Z-0000"),
                speaker,
                line.removeprefix("? "),
                20.0 * number,
                20.0 * number + 15.0,
                FIRST + timedelta(days=session, seconds=20 * number),
            )
        )
    return made


def tell(
    *sessions: Sequence[str],
    birth: str = "1938",
    reader: Reader | None = None,
) -> Telling:
    """What memory distils when these sessions are told one after the other."""
    told = Telling([], [], [])
    for number, lines in enumerate(sessions):
        listener = Distiller(
            reader or PlainReader(), Setting(birth=birth), tuple(told.claims), number + 1
        )
        for turn in turns(number, lines):
            found = listener.hear(turn)
            told.claims.extend(found.claims)
            told.labels.extend(found.labels)
            told.turns.append(turn)
    return told
