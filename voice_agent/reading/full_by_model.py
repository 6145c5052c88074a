"""All that a language model reads in a turn once it is answered: many fields, each checked against what was said. Pure.

    read = full(answer, said, earlier, stories)      # `answer`: what the model wrote, as FULL asks

Nobody waits for it. Whatever it quotes must stand, in whole words, in the turn or (what is put right) in an earlier one of
the same talk; what does not is dropped. It reads no date: it says where one stands, and memory/dates reads it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar, cast

from voice_agent.reading.by_model import LONGEST_SPAN
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.reading import Span
from voice_agent.reading.words.vocabulary import plain

HOOKS, MENTIONS, CLAIMS, CORRECTIONS = 3, 8, 6, 2
"""Most of each that are asked for."""


class Answers(StrEnum):
    """What a turn answers to what we asked."""

    YES = "yes"
    NO = "no"
    LATER = "later"
    NOT_MINE = "not mine"
    """It is nothing that they know of."""

    BESIDE = "beside"
    """They tell of something else."""

    NONE = "none"
    """Nothing was asked, or they tell what was asked for."""


class Sort(StrEnum):
    """What is mentioned."""

    PERSON = "person"
    PLACE = "place"
    THING = "thing"
    TIME = "time"


class How(StrEnum):
    """How something is told."""

    SAID = "said"
    GUESS = "guess"
    HEARSAY = "hearsay"
    JOKE = "joke"
    WISH = "wish"
    DENIED = "denied"


HARD: Mapping[str, Hard] = {
    "new grief": Hard.NEW_GRIEF,
    "old grief": Hard.OLD_GRIEF,
    "refuses": Hard.REFUSAL,
    "shame": Hard.SHAME,
    "confused": Hard.CONFUSION,
    "takes the dead for living": Hard.LIVING,
    "cross with us": Hard.CROSS,
    "lonely": Hard.LONELY,
    "tears": Hard.TEARS,
    "worry": Hard.WORRY,
}
"""How a model says it -> which hard moment it is."""

_QUOTE = {"type": "string", "maxLength": LONGEST_SPAN}


def _some(most: int, **fields: Any) -> dict[str, Any]:
    one = {"type": "object", "properties": fields, "required": [*fields]}
    return {"type": "array", "items": one, "maxItems": most}


FULL: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "hard": {"enum": ["none", *HARD]},
        "answers": {"enum": [str(each) for each in Answers]},
        "asks_us": _QUOTE,
        "hooks": {"type": "array", "items": _QUOTE, "maxItems": HOOKS},
        "mentions": _some(
            MENTIONS, words=_QUOTE, sort={"enum": [str(each) for each in Sort]}, role=_QUOTE
        ),
        "claims": _some(
            CLAIMS, what=_QUOTE, who=_QUOTE, how={"enum": [str(each) for each in How]}
        ),
        "corrections": _some(CORRECTIONS, wrong=_QUOTE, right=_QUOTE),
        "old_story": {"type": "string", "maxLength": 4},
    },
    "required": [
        "hard", "answers", "asks_us", "hooks", "mentions", "claims", "corrections", "old_story",
    ],
}  # fmt: skip
"""The form of it."""


class Mentioned(NamedTuple):
    """Somebody or something that is named."""

    sort: Sort
    words: Span
    role: Span | None
    """The words of the turn that say who a person is ("my brother")."""


class Claimed(NamedTuple):
    """Something that is told."""

    what: Span
    who: Span | None
    how: How


class PutRight(NamedTuple):
    """Something told that is put right in this turn."""

    turn: int
    """In which turn of the talk the wrong words stand: its id, 0: in this one."""

    wrong: Span
    right: Span
    """In this turn."""


@dataclass(frozen=True, slots=True)
class FullByModel:
    """A turn as a model reads it, without hurry."""

    hard: str = ""
    """Which hard moment it is; "" for none."""

    answers: Answers = Answers.NONE
    asks_us: Span | None = None
    """What they ask of us."""

    hooks: tuple[Span, ...] = ()
    """What one could ask about, best first."""

    mentions: tuple[Mentioned, ...] = ()
    claims: tuple[Claimed, ...] = ()
    corrections: tuple[PutRight, ...] = ()
    old_story: str = ""
    """Id of the old story, of those that were shown, that this belongs to; "" for none."""

    def as_note(self) -> dict[str, Any]:
        """For the journal: kinds and places, no words."""
        noted: dict[str, Any] = {
            "hard": self.hard,
            "answers": "" if self.answers is Answers.NONE else str(self.answers),
            "asks_us": self.asks_us,
            "hooks": self.hooks,
            "mentions": [[str(each.sort), *each[1:]] for each in self.mentions],
            "claims": [[*each[:2], str(each.how)] for each in self.claims],
            "corrections": self.corrections,
            "old_story": self.old_story,
        }
        return {name: value for name, value in noted.items() if value}

    @classmethod
    def noted(cls, note: Mapping[str, Any]) -> "FullByModel":
        """Out of the journal again. Raises AttributeError, KeyError, TypeError or ValueError for what is no such note."""
        return cls(
            str(note.get("hard", "")),
            Answers(note.get("answers", Answers.NONE)),
            _place(note.get("asks_us")),
            tuple(Span(*map(int, each)) for each in note.get("hooks", ())),
            tuple(
                Mentioned(Sort(sort), Span(*map(int, words)), _place(role))
                for sort, words, role in note.get("mentions", ())
            ),
            tuple(
                Claimed(Span(*map(int, what)), _place(who), How(how))
                for what, who, how in note.get("claims", ())
            ),
            tuple(
                PutRight(int(turn), Span(*map(int, wrong)), Span(*map(int, right)))
                for turn, wrong, right in note.get("corrections", ())
            ),
            str(note.get("old_story", "")),
        )


def _place(noted: Any) -> Span | None:
    return Span(*map(int, noted)) if noted else None


def full(
    answer: Mapping[str, Any],
    said: str,
    earlier: Sequence[tuple[int, str]] = (),
    stories: Sequence[str] = (),
) -> FullByModel:
    """What `answer` holds of the turn `said`; a field that is not as asked, or quotes what was not said, is empty.

    `earlier`: the turns of this talk that were shown, id and words, in order; `stories`: ids of the old stories that were
    shown, as "s1", "s2" ... Never raises.
    """
    return FullByModel(
        hard=str(HARD.get(_word(answer, "hard"), "")),
        answers=_of(Answers, _word(answer, "answers")) or Answers.NONE,
        asks_us=stands(answer.get("asks_us"), said),
        hooks=_once(each for words in _list(answer, "hooks")[:HOOKS] if (each := stands(words, said))),
        mentions=_once(_mentions(answer, said)),
        claims=_once(_claims(answer, said)),
        corrections=_once(_corrections(answer, said, earlier)),
        old_story=_shown(_word(answer, "old_story"), stories),
    )  # fmt: skip


def stands(words: object, said: str) -> Span | None:
    """Where the quotation `words` stands in `said`, in whole words, whatever its quotes and capitals; None: nowhere."""
    if not isinstance(words, str):
        return None
    bare = plain(words).strip(" .,;:!?\"'-")
    if not bare:
        return None
    found = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", plain(said), re.IGNORECASE)
    return Span(*found.span()) if found else None


def _mentions(answer: Mapping[str, Any], said: str) -> Iterator[Mentioned]:
    for each in _objects(answer, "mentions")[:MENTIONS]:
        words, sort = stands(each.get("words"), said), _of(Sort, _word(each, "sort"))
        if words is not None and sort is not None:
            role = stands(each.get("role"), said) if sort is Sort.PERSON else None
            yield Mentioned(sort, words, role)


def _claims(answer: Mapping[str, Any], said: str) -> Iterator[Claimed]:
    for each in _objects(answer, "claims")[:CLAIMS]:
        what, how = stands(each.get("what"), said), _of(How, _word(each, "how"))
        if what is not None and how is not None:
            yield Claimed(what, _within(each.get("who"), said, what), how)


def _within(words: object, said: str, what: Span) -> Span | None:
    """Where it stands in the clause `what`, else anywhere in the turn."""
    found = stands(words, said[what.begin : what.end])
    if found is None:
        return stands(words, said)
    return Span(what.begin + found.begin, what.begin + found.end)


def _corrections(
    answer: Mapping[str, Any], said: str, earlier: Sequence[tuple[int, str]]
) -> Iterator[PutRight]:
    """The wrong words are looked for where they were said last before the right ones."""
    for each in _objects(answer, "corrections")[:CORRECTIONS]:
        right = stands(each.get("right"), said)
        if right is None:
            continue
        before = stands(each.get("wrong"), said[: right.begin])
        if before is not None:
            yield PutRight(0, before, right)
            continue
        places = ((id, stands(each.get("wrong"), text)) for id, text in reversed(earlier))
        found = next(((id, place) for id, place in places if place), None)
        if found is not None:
            yield PutRight(*found, right)


def _shown(word: str, stories: Sequence[str]) -> str:
    number = int(word[1:]) if re.fullmatch(r"s\d", word) else 0
    return stories[number - 1] if 0 < number <= len(stories) else ""


T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def _once(found: Iterator[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(found))


def _of(kind: type[E], word: str) -> E | None:
    return kind(word) if word in frozenset(kind) else None


def _word(answer: Mapping[str, Any], field: str) -> str:
    value = answer.get(field)
    return value.strip().lower() if isinstance(value, str) else ""


def _list(answer: Mapping[str, Any], field: str) -> list[Any]:
    value = answer.get(field)
    return cast(list[Any], value) if isinstance(value, list) else []


def _objects(answer: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    return [each for each in _list(answer, field) if isinstance(each, dict)]
