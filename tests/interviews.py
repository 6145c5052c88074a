"""An interview in writing, for tests of the planner: rules as they ship, and a narrator who says lines."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from voice_agent.interview import growing, phrases, planner, protocol
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import consent
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.questions import Candidate
from voice_agent.interview.rules import (
    AboutNarrator,
    Choosing,
    Opening,
    OurWords,
    Past,
    Rules,
    TurnReaders,
)
from voice_agent.interview.vetoes import Look, veto
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.story import Feeling

BOOK = protocol.read_all(resource("config/interview"))
TEMPLATES = growing.read(resource("config/extrapolation.toml"))
AGREED = Opening(consented=True)

STORY = (
    "We lived by the river in a small house with my grandmother, and my father built boats there.",
    "I had a goat called Nanny, and one winter she walked right into the kitchen and ate the bread.",
    "My brother Alfred laughed so much that he fell off the bench.",
    "In 1952 we moved to Leeds because the boatyard closed, and I was sorry to leave.",
    "I worked in a mill there. I started on the bobbins and I ended up as overlooker.",
    "Alfred went to sea and he sent us a postcard from Valparaiso.",
)


@cache
def _safety() -> safety.Net:
    """Read once: two thousand patterns are compiled for it, and no test changes them."""
    return safety.read(resource("config/safety.toml"), "US")


@cache
def _words() -> OurWords:
    return OurWords(
        phrases=phrases.read(resource("config/phrases")),
        notice=consent.wording(
            resource("config/consent.toml"), name="Margaret", emergency=_safety().emergency
        ),
    )


def rules(topic: str = "childhood", *, seed: int = 7, past: Past | None = None) -> Rules:
    """As they ship, for one topic."""
    return Rules(
        topic=next(each for each in BOOK if each.name == topic),
        topics=BOOK,
        choosing=Choosing(templates=TEMPLATES),
        words=_words(),
        readers=TurnReaders(net=_safety()),
        narrator=AboutNarrator(name="Margaret", birth=1938),
        seed=seed,
        past=past or Past(),
    )


def talk(
    by: Rules, lines: Iterable[str], *, minutes: float = 1.0, feeling: Feeling | None = None
) -> Iterator[tuple[Progress, Move]]:
    """Yield what is said first and after each line; `minutes` pass with each."""
    progress, move = planner.open_session(by, AGREED)
    yield progress, move
    for n, line in enumerate(lines, 1):
        heard = Heard(line, minutes=n * minutes, feeling=feeling or Feeling())
        progress, move = planner.reply(by, progress, heard, AGREED)
        yield progress, move
        if move.ends:
            return


def next_past(progress: Progress, before: Past) -> Past:
    """What the next session is given."""
    return replace(before, cache=progress.coverage.cache)


def why_not(question: Candidate, by: Rules, progress: Progress, heard: Heard) -> str:
    """Why `question` may not be asked now; "" where it may."""
    return veto(question, Look(by, progress, heard))
