"""Make the topic dialogues that the ranker learns from: who tells what, and what is said days later.

    corpus = build(seed=0)           # some seconds; the same seed gives the same corpus

The four steps of MapDia in English, for people who tell their lives, from our own families of stories:
a subject is chosen; a topic is told in five to eight turns; some days later something is said that belongs
to it and shares no content word with it; then, turn by turn, whether now is the time (`topic_steps`). What
does not belong is made to share words instead, so that who counts words is misled. Split by narrator.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from lab.training import topic_families as words
from lab.training.topic_families import Family, families
from voice_agent.memory.saliency import rate
from voice_agent.memory.terms import terms
from voice_agent.memory.topics.topic_measures import Moment
from voice_agent.memory.topics.topic_words import keywords, line, subject
from voice_agent.memory.topics.topics import Topic, TopicId
from voice_agent.story import SessionId, Speaker, TurnId


class Split(StrEnum):
    """By narrator."""

    TRAIN = "train"
    DEV = "dev"
    TEST = "test"


NARRATORS = {Split.TRAIN: 42, Split.DEV: 9, Split.TEST: 15}
GENERAL = 44
"""Topic dialogues on general subjects for each narrator; the paper has two for each memorable one."""

CANDIDATES = 10
NEAR = 0.7
"""How often what is said now says also, in other words, what the topic was about."""

SHARING = (0, 0, 1, 1)
"""How many of the topics that do not belong share a word with what is said now."""

NEWS = 0.3
"""How often a general topic does. With three and one in every history words were worth less than chance,
and a ranker learned to shun what shares them."""

TODAY = datetime(2026, 6, 1, 15, tzinfo=UTC)

WOMEN_ONLY = frozenset({"shopgirl", "wedding dress", "typing", "baby lost"})
"""Families in which the narrator is a woman; so she is wherever her husband is in it."""


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody who tells."""

    number: int
    split: Split
    born: int
    woman: bool
    names: tuple[tuple[str, str], ...]
    """For each role what that person is called."""

    def called(self, role: str) -> str:
        """Raises KeyError."""
        return dict(self.names)[role]

    def relation(self, role: str) -> str:
        """As `memory.kin` has it: "husband"."""
        if role == "spouse":
            return "husband" if self.woman else "wife"
        return role


@dataclass(frozen=True, slots=True)
class Said:
    """One turn."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Telling:
    """A topic and the dialogue in which it was told."""

    narrator: int
    split: Split
    family: Family
    turns: tuple[Said, ...]
    topic: Topic


@dataclass(frozen=True, slots=True)
class History:
    """Ten topics of earlier days, and what is said now that belongs to one of them."""

    narrator: int
    split: Split
    family: Family
    born: int
    topics: tuple[Topic, ...]
    """Shuffled."""

    right: int
    said: tuple[Said, ...]
    """Now: the narrator's turn, ours, and the narrator's again."""

    carriers: tuple[str, ...]
    """What ties it to the topic beside the echo: person, age, years, feeling, meaning."""

    @property
    def moment(self) -> Moment:
        """For the ranker."""
        *before, last = (each.text for each in self.said)
        return Moment(last, TODAY, tuple(before), born=str(self.born))


@dataclass(frozen=True, slots=True)
class Corpus:
    """All of it."""

    tellings: tuple[Telling, ...]
    histories: tuple[History, ...]

    def of(self, split: Split) -> tuple[History, ...]:
        """The histories of one split."""
        return tuple(each for each in self.histories if each.split is split)


def build(seed: int = 0, narrators: Mapping[Split, int] = NARRATORS) -> Corpus:
    """Make everything; some seconds."""
    every = families()
    tellings: list[Telling] = []
    histories: list[History] = []
    number = 0
    for split, count in narrators.items():
        for _ in range(count):
            chance = random.Random(f"{seed} {number}")
            persona = _persona(number, split, chance)
            own, made = _life(persona, every, chance)
            tellings += own
            histories += made
            number += 1
    return Corpus(tuple(tellings), tuple(histories))


def _persona(number: int, split: Split, chance: random.Random) -> Persona:
    woman = chance.random() < 0.7
    she, he = chance.sample(words.SHE, 5), chance.sample(words.HE, 5)
    names = {
        "mother": chance.choice(words.PARENTS["mother"]),
        "father": chance.choice(words.PARENTS["father"]),
        "sister": she[0],
        "aunt": she[1],
        "daughter": she[2],
        "friend": she[3] if woman else he[3],
        "brother": he[0],
        "uncle": he[1],
        "grandfather": he[2],
        "spouse": he[4] if woman else she[4],
    }
    born = chance.randint(1928, 1948)
    return Persona(number, split, born, woman, tuple(names.items()))


def _life(
    persona: Persona, every: Sequence[Family], chance: random.Random
) -> tuple[list[Telling], list[History]]:
    own = [each for each in every if each.echoes and _fits(persona, each)]
    common = [each for each in every if not each.echoes]
    now = [_now(persona, each, chance) for each in own]
    told = [
        _telling(persona, f, n, i, chance) for i, (f, n) in enumerate(zip(own, now, strict=True))
    ]
    marked = [w for each in own for echo in each.echoes for w in words.words_of(echo)]
    general = [
        _general(persona, chance.choice(common), chance.choice(marked), len(own) + i, chance)
        for i in range(GENERAL)
    ]
    histories = [
        _history(persona, at, told, general, common, n, chance) for at, n in enumerate(now)
    ]
    return [*told, *general], histories


def _fits(persona: Persona, family: Family) -> bool:
    if family.held and persona.split is not Split.TEST:
        return False
    hers = family.role == "spouse" or family.name in WOMEN_ONLY
    return persona.woman or not hers


@dataclass(frozen=True, slots=True)
class _Now:
    """What will be said on another day."""

    said: tuple[Said, ...]
    echo: str
    carriers: tuple[str, ...]
    age: int
    terms: frozenset[str]


def _now(persona: Persona, family: Family, chance: random.Random) -> _Now:
    """Step three, made before step two so that the story can keep off its words."""
    made = _said_now(persona, family, chance)
    while not any(not terms(each) & made.terms for each in family.openings):
        made = _said_now(persona, family, chance)
    return made


def _said_now(persona: Persona, family: Family, chance: random.Random) -> _Now:
    first, last = words.STAGES[family.stage]
    age = chance.randint(first, last)
    echo = chance.choice(family.echoes)
    carriers: list[str] = []
    further: list[str] = []
    if family.role != "none" and chance.random() < 0.7:
        carriers.append("person")
        kin = persona.relation(family.role)
        further.append(chance.choice(words.WITH_KIN).format(kin=kin))
    if family.stage != "later" and chance.random() < 0.6:
        carriers.append("age" if chance.random() < 0.6 else "years")
        year = persona.born + age
        further.append(
            chance.choice(words.AT_AGE if carriers[-1] == "age" else words.IN_YEARS).format(
                age=_spelt(age),
                decade=f"the {_DECADES[year // 10 % 10]}",
                year=f"nineteen {_spelt(year % 100)}",
            )
        )
    if chance.random() < 0.5:
        carriers.append("feeling")
        further.append(chance.choice(words.FEELINGS[family.feeling]))
    if chance.random() < NEAR:
        carriers.append("meaning")
        further.append(chance.choice(family.near))
    chance.shuffle(further)
    # some of it at once, the rest in the second turn, which goes on from the first alone
    cut = chance.randint(0, len(further))
    opening = " ".join([words.plain(echo), *further[:cut]])
    rest = further[cut:]
    idle = not rest or chance.random() < 0.5
    second = " ".join([*([chance.choice(words.FOLLOWING)] if idle else []), *rest])
    said = (
        Said(Speaker.NARRATOR, opening),
        Said(Speaker.INTERVIEWER, chance.choice(words.ANSWERED)),
        Said(Speaker.NARRATOR, second),
    )
    heard = terms(" ".join(each.text for each in said))
    return _Now(said, echo, tuple(carriers), age, heard)


_DECADES = {2: "twenties", 3: "thirties", 4: "forties", 5: "fifties", 6: "sixties", 7: "seventies", 8: "eighties", 9: "nineties", 0: "two thousands", 1: "tens"}  # fmt: skip
_SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]  # fmt: skip
_TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _spelt(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")


def _telling(
    persona: Persona, family: Family, now: _Now, place: int, chance: random.Random
) -> Telling:
    who = persona.called(family.role) if family.role != "none" else ""
    named = _named(family.openings, who)
    opening = next(
        (each for each in chance.sample(named, len(named)) if not terms(each) & now.terms), named[0]
    )
    free = [each for each in _named(family.details, who) if not terms(each) & now.terms]
    details = chance.sample(free, min(len(free), chance.randint(3, 5)))
    return _told(persona, family, [opening, *details], place, chance, age=now.age, who=who)


def _named(lines: Sequence[str], who: str) -> list[str]:
    return [each.replace("{who}", who or "somebody") for each in lines]


def _general(
    persona: Persona, family: Family, word: str, place: int, chance: random.Random
) -> Telling:
    opening = chance.choice(family.openings).replace("{w}", word)
    details = chance.sample(family.details, min(3, len(family.details)))
    return _told(persona, family, [opening, *details], place, chance)


def _told(
    persona: Persona,
    family: Family,
    sentences: Sequence[str],
    place: int,
    chance: random.Random,
    *,
    age: int | None = None,
    who: str = "",
) -> Telling:
    turns: list[Said] = []
    for n, sentence in enumerate(sentences):
        turns.append(Said(Speaker.NARRATOR, sentence))
        if n + 1 < len(sentences):
            turns.append(Said(Speaker.INTERVIEWER, chance.choice(words.ASKED)))
    day = TODAY - timedelta(days=chance.randint(2, 120))
    relation = persona.relation(family.role) if who else ""
    # the record does not always know when it was, nor who somebody is
    dated = age is not None and chance.random() < 0.85
    known = bool(who) and chance.random() < 0.9
    topic = Topic(
        TopicId(f"k-{persona.number:04}-{place:03}"),
        "",
        "",
        people=(relation if who in _PARENT_NAMES else who,) if who else (),
        relations=(relation if known else "",) if who else (),
        period=_years(persona, family, age or 0, chance) if dated else "",
        session=SessionId(f"{day:%Y-%m-%dT%H-%M-%SZ}-{persona.number:04x}"),
        turns=(TurnId(1), TurnId(len(turns))),
        events=(f"e-{persona.number:04}-{place:03}",),
        told_at=day,
        times_told=1 + (chance.random() < 0.2),
    )
    return Telling(persona.number, persona.split, family, tuple(turns), worded(topic, sentences))


_PARENT_NAMES = frozenset(name for names in words.PARENTS.values() for name in names)


def _years(persona: Persona, family: Family, age: int, chance: random.Random) -> str:
    year = persona.born + age
    return str(year) if chance.random() < 0.6 else f"{year - 1}/{year + 2}"


def worded(topic: Topic, sentences: Sequence[str]) -> Topic:
    """Sum the sentences up, as the record's own topics are."""
    text = " ".join(sentences)
    return replace(
        topic,
        line=line(sentences),
        text=text,
        keywords=keywords(text),
        subject=subject(text),
        saliency=rate(text, topic.feeling, topic.times_told),
    )


def _history(
    persona: Persona,
    at: int,
    told: Sequence[Telling],
    general: Sequence[Telling],
    common: Sequence[Family],
    now: _Now,
    chance: random.Random,
) -> History:
    right = told[at]
    others = [each for n, each in enumerate(told) if n != at]
    traps = words.words_of(now.echo)
    same_person = [each for each in others if each.family.role == right.family.role != "none"]
    same_time = [each for each in others if each.family.stage == right.family.stage]
    chosen: list[Telling] = []
    for pool in (same_person, same_time, same_time, others, others, others):
        fresh = [each for each in pool if each not in chosen] or [
            each for each in others if each not in chosen
        ]
        chosen.append(chance.choice(fresh))
    wrong = [each.topic for each in chosen]
    for n in chance.sample(range(len(wrong)), chance.choice(SHARING)):
        wrong[n] = _sharing(wrong[n], chance.choice(traps), chance)
    if chance.random() < NEWS:
        news = _general(persona, chance.choice(common), chance.choice(traps), 900 + at, chance)
        wrong.append(news.topic)
    wrong += [each.topic for each in chance.sample(general, 3)]
    every = [right.topic, *wrong[: CANDIDATES - 1]]
    chance.shuffle(every)
    return History(
        persona.number,
        persona.split,
        right.family,
        persona.born,
        tuple(every),
        next(n for n, each in enumerate(every) if each.id == right.topic.id),
        now.said,
        now.carriers,
    )


def _sharing(topic: Topic, word: str, chance: random.Random) -> Topic:
    """The topic, with a word in it that is said today by chance."""
    extra = chance.choice(words.SHARED).format(w=word)
    return worded(topic, [topic.text, extra])
