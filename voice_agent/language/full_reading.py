"""A language model reads, behind the reply, all that a turn holds. Nobody waits for it, and nothing private is shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from anyio import move_on_after

from voice_agent.backends import Message
from voice_agent.errors import EngineError
from voice_agent.interview.wording import prompts
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.language.gate import Gate, Purpose
from voice_agent.reading.full_by_model import FULL, FullByModel, full
from voice_agent.resources import resource

LONG = 90.0
"""Seconds after which a turn is given up: the next one waits."""

TOKENS = 700

SHOWN = 8
"""Turns of the talk, of both, that are shown before it."""

STORY = 30
"""Words that are shown of an old story."""

STORIES = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One turn of the talk."""

    id: int
    text: str
    ours: bool = False
    """Did we say it?"""


@dataclass(frozen=True, slots=True)
class ToRead:
    """A turn with what came before it."""

    turn: Line
    before: tuple[Line, ...] = ()
    """In order, the latest last."""

    stories: tuple[tuple[str, str], ...] = ()
    """Old stories it may belong to: id and text, best first."""


def prompt() -> Prompt:
    """Read the shipped prompt. Raises SettingsError."""
    file = resource("config/prompts/reading.md")
    return prompts.parse(file.read_text(encoding="utf-8"), str(file), "turn", "reading")


def opening(fixed: Prompt) -> tuple[Message, ...]:
    """What stays the same in every request."""
    pairs = ((Message("user", a), Message("assistant", b)) for a, b in fixed.examples)
    return (Message("system", fixed.system), *(each for pair in pairs for each in pair))


def messages(fixed: Prompt, one: ToRead) -> tuple[Message, ...]:
    """Ask what `one` holds."""
    return (*opening(fixed), Message("user", "\n".join(_shown(one))))


def _shown(one: ToRead) -> Iterator[str]:
    yield "THE TALK SO FAR"
    for each in one.before:
        yield f"{'Interviewer' if each.ours else 'Narrator'}: {each.text}"
    if one.stories:
        yield "\nOLD STORIES"
        for number, (_, text) in enumerate(one.stories, 1):
            yield f"s{number}: {' '.join(text.split()[:STORY])}"
    yield f"\nTHE NARRATOR SAID\n{one.turn.text}"


async def read_fully(
    gate: Gate, fixed: Prompt, one: ToRead, *, patience: float = LONG
) -> FullByModel | None:
    """What a model reads in the turn; None where it fails, is late, or must not be asked. Raises nothing of ours."""
    one = await gate.may_show(lambda may: permitted(one, may))
    model = gate.to(Purpose.READING, said=[one.turn.text], behind=True)
    with move_on_after(patience):
        try:
            answer = await model.json(messages(fixed, one), FULL, limit=TOKENS)
        except EngineError:
            return None
        return full(answer, one.turn.text, told(one.before), [id for id, _ in one.stories])
    return None


def permitted(one: ToRead, may: Callable[[str], bool]) -> ToRead:
    """The same without what may not be shown, and no more of it than is shown."""
    return replace(
        one,
        before=tuple(each for each in one.before[-SHOWN:] if may(each.text)),
        stories=tuple(each for each in one.stories[:STORIES] if may(each[1])),
    )


def told(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """The narrator's own."""
    return [(each.id, each.text) for each in lines if not each.ours]
