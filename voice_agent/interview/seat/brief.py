"""What a language model in the interviewer's seat is shown, in an order that lets its beginning stay in the model's cache. Pure.

First fixed text (config/prompts/interviewer.md), then this life, then the talk so far, then the turn, then notes that depend
on it. What changes with every turn stands at the end; a talk that grows is cut in steps, so that the beginning stays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from voice_agent.backends import Message
from voice_agent.errors import SettingsError
from voice_agent.interview.known import Known
from voice_agent.interview.progress import Exchange
from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.wording import prompts
from voice_agent.interview.wording.prompts import Prompt

PEOPLE, YEARS = 12, 8
"""People and dated events of this life that are shown."""

SHOWN, STEP = 12, 8
"""Exchanges of the talk that are shown at least, and by how many more before the oldest are left out."""

LATELY = 4
"""Replies of ours whose beginnings are not to be used again."""

BEGINNING = 5
"""Words of them."""

STORY = 30
"""Words that are shown of an old story."""

TELLINGS, TELLING = 4, 150
"""How much is shown of what they ask after: tellings, and words of each."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What is known when a turn is answered. Nothing private is in it: whoever fills it has asked."""

    turn: str
    """What the narrator has just said, whole."""

    talk: tuple[Exchange, ...] = ()
    """The talk so far, the latest last."""

    name: str = ""
    known: Known = field(default_factory=Known)
    closed: tuple[str, ...] = ()
    """Subjects that are not to be brought up, as we call them."""

    topic: str = ""
    """Today's subject, as we call it."""

    stories: tuple[PastTopic, ...] = ()
    """Old stories that may be come back to now, best first."""

    questions: tuple[Candidate, ...] = ()
    """Our own, best first."""

    told: tuple[str, ...] = ()
    """What they ask after, as they told it, the latest last; of that alone it may answer."""


def parse(text: str, origin: str) -> Prompt:
    """Read config/prompts/interviewer.md. Raises SettingsError with the file and what is missing."""
    prompt = prompts.parse(text, origin, "moment", "answer")
    if not prompt.system or not all(map(all, prompt.examples)):
        raise SettingsError(f"{origin} has a heading with nothing below it.")
    return prompt


def opening(prompt: Prompt) -> tuple[Message, ...]:
    """The fixed beginning; what a model reads before the talk."""
    fixed = [Message("system", prompt.system)]
    for moment, answer in prompt.examples:
        fixed += [Message("user", moment), Message("assistant", answer)]
    return tuple(fixed)


def messages(prompt: Prompt, brief: Brief) -> tuple[Message, ...]:
    """Ask what to say to `brief.turn`."""
    whole = "\n\n".join((beginning(brief), _turn(brief), "\n".join(_notes(brief))))
    return (*opening(prompt), Message("user", whole))


def beginning(brief: Brief) -> str:
    """This life and this talk: what stays as it is while a turn is told."""
    talk = brief.talk[-shown(len(brief.talk)) :]
    lines = [line for each in talk for line in _exchange(each)]
    return "\n".join(("THIS LIFE", *_life(brief), "", "THE TALK SO FAR", *lines))


def shown(exchanges: int) -> int:
    """How many of the latest are shown: between SHOWN and SHOWN + STEP, so that the oldest of them seldom changes."""
    if exchanges <= SHOWN + STEP:
        return max(exchanges, 1)
    return SHOWN + (exchanges - SHOWN) % STEP


def _exchange(one: Exchange) -> Iterator[str]:
    if one.said:
        yield f"Narrator: {one.said}"
    if one.replied:
        yield f"Interviewer: {one.replied}"


def _life(brief: Brief) -> Iterator[str]:
    known = brief.known
    if brief.name:
        yield f"Called {brief.name}."
    if known.birth:
        yield f"Born in {known.birth}."
    people = [_person(each.name, each.relation) for each in known.people[:PEOPLE]]
    if people:
        yield f"People told of: {', '.join(people)}."
    dated = [f"{each.dated}: {each.line}" for each in known.events if each.dated][:YEARS]
    if dated:
        yield f"Years told: {'; '.join(dated)}."
    if brief.closed:
        yield f"Not to be brought up: {', '.join(brief.closed)}."


def _person(name: str, relation: str) -> str:
    return f"{name} ({relation})" if relation and relation.lower() not in name.lower() else name


def _turn(brief: Brief) -> str:
    return f"THE NARRATOR SAYS NOW\n{brief.turn}"


def _notes(brief: Brief) -> Iterator[str]:
    yield "NOTES (suggestions, no orders)"
    if brief.told:
        yield (
            "They ask what they told you before. It stands below, in their words; say what they ask for in one sentence of a few "
            'of these words ("answer_us"). If it does not stand here, say that it is not before you:'
        )
        yield from (f"- {' '.join(each.split()[-TELLING:])}" for each in brief.told)
    if brief.topic:
        yield f"Today's subject: {brief.topic}."
    for number, story in enumerate(brief.stories, 1):
        told = " ".join((story.text or story.line).split()[:STORY])
        yield f"Old story s{number}, told another day: {told}"
    for number, question in enumerate(brief.questions, 1):
        yield f"Question q{number}: {question.ask}"
    begun = [" ".join(each.replied.split()[:BEGINNING]) for each in brief.talk[-LATELY:]]
    if any(begun):
        yield f"Begin otherwise than: {' / '.join(filter(None, begun))}"


def shown_as(brief: Brief, to: str) -> PastTopic | Candidate | None:
    """The old story or the question that "s1", "q2" means; None where nothing of the kind was shown."""
    every: Sequence[PastTopic | Candidate] = brief.stories if to[:1] == "s" else brief.questions
    named = [f"{to[:1]}{number}" for number in range(1, len(every) + 1)]
    return every[named.index(to)] if to[:1] in ("s", "q") and to in named else None
