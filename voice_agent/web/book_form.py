"""The form of a page of the narrator's book: its fields, what each shows, and what was sent."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from voice_agent.archive.accounts import Account
from voice_agent.archive.passages import Approval
from voice_agent.archive.who_sees import may_know, reader
from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import tidy_lines
from voice_agent.storybook.pages import Sentence

HEARD, READS, ANSWER, WHOM, PIECE = "heard", "reads", "answer", "whom", "piece"
"""How names of fields begin; what it is about and what it showed follow, between blanks."""

WHOLE_FAMILY = "everybody"
STANDS, OUT, LATER = "stands", "out", "later"


@dataclass(frozen=True, slots=True)
class Box:
    """A field with words in it."""

    name: str
    shows: str
    """What stands there, or what was typed."""

    stood: str
    """What stands there."""

    clash: str | None = None
    """What it reads now, where it was changed on another page as well."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a page brought back."""

    boxes: Mapping[tuple[str, str], tuple[str, str]] = field(
        default_factory=dict[tuple[str, str], tuple[str, str]]
    )
    """By kind and sentence: what it showed (as `seen`), and what stands in it now."""

    pieces: Mapping[str, str] = field(default_factory=dict[str, str])
    """By passage: its first sentence of the narrator's."""

    answers: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """By passage: the answer that it showed, and the one that is chosen."""

    whom: Mapping[str, tuple[str, frozenset[str]]] = field(
        default_factory=dict[str, tuple[str, frozenset[str]]]
    )
    """By passage: for whom it was (as `seen`), and for whom it is to be: ids of accounts, or WHOLE_FAMILY."""


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """What came of it. Where something clashes, is to be said at a piece or is lost, nothing was kept."""

    clashes: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """What reads otherwise now, by kind and sentence."""

    pieces: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is to be said at a piece, by passage."""

    typed: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """What stands in the fields that were touched, by kind and sentence as it is called now."""

    lost: Sequence[str] = ()
    """What was typed for sentences that are in the book no more."""

    words: int = 0
    """How many sentences were changed."""

    answers: Sequence[str] = ()
    """The answers that were kept."""

    waiting: int = 0
    """Pieces that read otherwise now and are to be read once more."""

    first: str = ""
    """What the first piece of the page is called now; "" where it is no more."""

    @property
    def kept(self) -> bool:
        """Was it kept?"""
        return not (self.clashes or self.pieces or self.lost)


def seen(text: str) -> str:
    """What stands for `text` in the name of its field."""
    return hashlib.sha256(tidy_lines(text).encode()).hexdigest()[:12]


def key(span: Mention) -> str:
    """What a sentence is called in a form."""
    return f"{span.session}/{span.turn}/{span.version}/{span.first}-{span.last}"


def shown(kind: str, sentence: Sentence) -> str:
    """What the field of one kind shows: the words as heard, or as they are to be read."""
    return sentence.spans[0].words if kind == HEARD else sentence.approved.text


def chosen(answer: Approval | None) -> str:
    """The answer as the form has it."""
    return LATER if answer is None else STANDS if answer.given else OUT


def offered(family: Iterable[Account], privacy: Privacy) -> dict[str, str]:
    """Those of the family whom a piece can be for: ids and names of all whom nothing that was said keeps it from."""
    return {each.id: each.name for each in family if may_know(privacy, reader(each))}


def readers(meant: Collection[str] | None, known: Mapping[str, str]) -> frozenset[str]:
    """For whom a piece is, as the form has it. `meant`: as kept, None for everybody; `known`: names by id."""
    if meant is None:
        return frozenset({WHOLE_FAMILY})
    # an older answer names them
    return frozenset(id for id, name in known.items() if id in meant or name.lower() in meant)


def asks(whom: Collection[str]) -> str:
    """What stands for these people in the name of their field."""
    return seen(",".join(sorted(whom)))


def box(kind: str, sentence: Sentence, outcome: SaveOutcome) -> Box:
    """The field of one kind for one sentence, with what was typed where it was not kept."""
    reads = shown(kind, sentence)
    of = (kind, key(sentence.spans[0]))
    typed = outcome.typed.get(of, reads)
    return Box(" ".join((*of, seen(reads))), typed, reads, outcome.clashes.get(of))


def parse(fields: Iterable[tuple[str, object]]) -> Sent:
    """Read a form; fields that are none of ours are passed over."""
    boxes, pieces = dict[tuple[str, str], tuple[str, str]](), dict[str, str]()
    answers = dict[str, tuple[str, str]]()
    whom: dict[str, tuple[str, set[str]]] = {}
    for name, value in fields:
        kind, about, was = (*name.split(" "), "", "")[:3]
        text = tidy_lines(str(value))
        match kind:
            case "heard" | "reads":
                boxes[kind, about] = (was, " ".join(text.split()))
            case "piece":
                pieces[about] = text
            case "answer" if text in (STANDS, OUT, LATER):
                answers[about] = (was, text)
            case "whom":
                whom.setdefault(about, (was, set()))[1].update({text} - {""})
            case _:
                pass
    return Sent(boxes, pieces, answers, {p: (was, frozenset(s)) for p, (was, s) in whom.items()})
