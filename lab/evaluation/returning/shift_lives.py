"""Scripted narrators for coming back to another day: they tell a story, end it or do not, and take up what is offered.

Nothing here knows how the interviewer decides: the script says after each answer whether a return would fit now, and
the narrator answers an offer by that. Same life, manner and seed: the same talk, as far as the same is asked.
"""

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.memory.privacy import parsed
from voice_agent.memory.saliency import rate
from voice_agent.memory.topics.topic_words import keywords, line, subject
from voice_agent.memory.topics.topics import Topic, TopicId
from voice_agent.story import Emotion, Feeling, SessionId

TODAY = datetime(2026, 6, 1, 15, tzinfo=UTC)
LIVES = Path(__file__).with_name("shift_lives.toml")
WORDS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("shift_words.toml").read_text(encoding="utf-8")
)
"""What the scripted narrators say besides their stories, by part and kind."""

HURTING = 3
"""Answers after something hard for which no return fits; after them the script says neither yes nor no."""


class Manner(StrEnum):
    """How today's story goes."""

    ENDS = "ends it"
    GOES_ON = "goes on and on"
    HURTS = "comes to something hard"
    SPOKE = "has spoken of it already"


@dataclass(frozen=True, slots=True)
class PastStory:
    """Told on another day."""

    topic: Topic
    more: str
    """What they tell when asked again."""

    heavy: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Today:
    """What is told today."""

    tell: tuple[str, ...]
    about: str
    """The past story it calls up; "" none."""


@dataclass(frozen=True, slots=True)
class Life:
    """One narrator."""

    name: str
    part: str
    stories: tuple[PastStory, ...]
    talks: tuple[Today, ...]
    words: str
    """Which of WORDS they say besides."""

    def story(self, id: str) -> PastStory | None:
        """By its id; None for an unknown one."""
        return next((each for each in self.stories if str(each.topic.id) == id), None)


@dataclass(frozen=True, slots=True)
class Scene:
    """One talk to be held."""

    life: Life
    today: Today
    manner: Manner
    seed: int

    @property
    def fits(self) -> bool:
        """Does a return fit anywhere in it?"""
        gold = self.life.story(self.today.about)
        ends = self.manner is Manner.ENDS
        return ends and gold is not None and not gold.heavy and not gold.closed


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and what the script says of the moment after it."""

    text: str
    feeling: Feeling
    pause: float
    fits: bool | None
    """Would a return fit now? None: the script does not say."""

    takes_up: bool = False
    """They tell of what was offered."""

    refuses: bool = False
    more: bool = False
    """The story they are in is not told yet: whoever asks for another cuts into it."""

    agrees: bool = False
    """They say yes and tell nothing yet, in however many words."""


def read(path: Path = LIVES) -> tuple[Life, ...]:
    """Read lives of the form of shift_lives.toml. Raises SettingsError."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        lives = tuple(_life(each, place) for place, each in enumerate(table["lives"]))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    # what is known of a life is kept by its name (shift.py)
    names = Counter(each.name for each in lives)
    if twice := next((name for name, count in names.items() if count > 1), ""):
        raise SettingsError(f"{path}: two lives are called {twice}; give one another name.")
    return lives


def scenes(lives: Sequence[Life], *, seeds: int = 2, fitting: bool = False) -> Iterator[Scene]:
    """Yield every talk: what ends, in `seeds` ways; what goes on, hurts or was spoken of, once each.

    `fitting`: only those in which a return fits.
    """
    yield from (each for each in _every(lives, seeds) if each.fits or not fitting)


def _every(lives: Sequence[Life], seeds: int) -> Iterator[Scene]:
    for life in lives:
        for today in life.talks:
            for seed in range(seeds):
                yield Scene(life, today, Manner.ENDS, seed)
            if today.about:
                yield Scene(life, today, Manner.GOES_ON, 0)
            gold = life.story(today.about)
            if gold is not None and not gold.heavy:
                yield Scene(life, today, Manner.HURTS, 0)
                yield Scene(life, today, Manner.SPOKE, 0)


def _life(table: dict[str, Any], place: int) -> Life:
    stories = tuple(_story(each, place, n) for n, each in enumerate(table["topics"]))
    talks = tuple(Today(tuple(each["tell"]), str(each["about"])) for each in table["talks"])
    part = str(table["part"])
    return Life(str(table["name"]), part, stories, talks, str(table.get("words", part)))


def _story(table: dict[str, Any], life: int, place: int) -> PastStory:
    told = [str(each) for each in table["told"]]
    text = " ".join(told)
    day = TODAY - timedelta(days=7 + 9 * place)
    topic = Topic(
        TopicId(str(table["id"])),
        line(told),
        text,
        keywords(text),
        subject(text),
        tuple(table.get("people", ())),
        tuple(table.get("relations", ())),
        tuple(table.get("places", ())),
        privacy=parsed(str(table.get("label", ""))),
        session=SessionId(f"{day:%Y-%m-%dT%H-%M-%SZ}-{life:04x}"),
        told_at=day,
    )
    topic = replace(topic, saliency=rate(text, topic.feeling, 1))
    return PastStory(topic, str(table["more"]), bool(table.get("heavy")), "label" in table)


class ScriptedNarrator:
    """Answers what is said to them."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        place = scene.life.talks.index(scene.today)  # two talks may be about one story
        self._chance = random.Random(f"{scene.life.name} {place} {scene.manner} {scene.seed}")
        self._bank = WORDS[scene.life.words]
        self._left = list(scene.today.tell)
        gold = scene.life.story(scene.today.about)
        if scene.manner is Manner.SPOKE and gold is not None:
            self._left.insert(0, gold.topic.text)
        if scene.manner is Manner.HURTS:
            self._left[1:] = [self._chance.choice(self._bank["hard"]), *self._left[2:3]]
        self._since_hard: int | None = None
        self._elsewhere = 0
        self._closed = False
        self._given = 0
        self._taken = False
        self._agreed = False
        self._tails: list[str] = []

    def begin(self) -> Told:
        """The first answer, whatever was asked."""
        return self._go_on()

    def answer(
        self, *, opens: bool, offered: str = "", towards: bool = False, leave: bool = False
    ) -> Told:
        """Answer a reply of ours.

        `opens`: it asks for another story; `offered`: the past story it comes back to; `towards`: it only leads
        there; `leave`: it asks leave first.
        """
        if self._since_hard is not None:  # any answer counts, that of another story too
            self._since_hard += 1
        if offered:
            return self._offered(offered, towards=towards, leave=leave)
        if self._agreed:
            self._agreed = False
            return self._more()
        if self._taken:
            return self._after_more()
        if opens and not self._left and self._scene.manner is not Manner.GOES_ON:
            self._elsewhere = 1
        if self._elsewhere:
            return self._other_story()
        return self._go_on()

    @property
    def fits(self) -> bool:
        """Would a return fit now?"""
        told = not self._left and self._closed and not self._elsewhere and not self._taken
        return self._scene.fits and told

    @property
    def _unfinished(self) -> bool:
        goes_on = self._scene.manner is Manner.GOES_ON
        return bool(self._left) or goes_on or self._elsewhere in (1, 2)

    def _go_on(self) -> Told:
        if self._scene.manner is Manner.GOES_ON and not self._left:
            return self._said(self._drawn("endless"), 0.4, fits=False)
        if not self._left:
            return self._tail()
        text = self._left.pop(0)
        hard = text in self._bank["hard"]
        if hard:
            self._since_hard = 0
        elif self._scene.manner is Manner.GOES_ON:
            text = f"{text} {self._drawn('open')}"
        elif self._left and self._chance.random() < 0.5:
            text = f"{text} {self._drawn('detail')}"
        last = not self._left and not hard
        # who goes on and on has not told "all there is to tell"
        ends = last and self._scene.manner is not Manner.GOES_ON
        if ends and self._chance.random() < 0.5:
            self._closed = True
            text = f"{text} {self._drawn('closers')}"
        feeling = Feeling(Emotion.SADNESS, 0.7, -0.6, 0.1) if hard else None
        return self._said(text, 0.0 if last else 0.35, feeling=feeling)

    def _tail(self) -> Told:
        kind = "tails" if self._closed else "closers"
        self._closed = True
        pause = 5.0 if self._chance.random() < 0.3 else 0.0
        return self._said(self._drawn(kind), -0.15, pause=pause)

    def _other_story(self) -> Told:
        self._elsewhere += 1
        if self._elsewhere > 3:
            return self._said(self._drawn("tails"), -0.1, fits=None)
        return self._said(self._drawn("other"), 0.2, fits=False)

    def _offered(self, offered: str, *, towards: bool, leave: bool) -> Told:
        scene, gold = self._scene, self._scene.life.story(offered)
        right = offered == scene.today.about
        if gold is not None and (gold.heavy or gold.closed):
            return self._said(self._one("refused_painful"), -0.3, refuses=True)
        if towards and self._left:  # a question inside the story interrupts nothing
            said = self._go_on()
            return replace(said, text=f"No, not at all. {said.text}")
        if self._unfinished:
            self._elsewhere = 0
            kind = "unfinished" if scene.manner is not Manner.HURTS else "not_now"
            return self._said(self._one(kind), 0.1, fits=False, refuses=True)
        if scene.manner is Manner.HURTS and (self._since_hard or 0) <= HURTING:
            return self._said(self._one("not_yet"), -0.4, refuses=True)
        if towards:
            who = next(iter((*gold.topic.people, *gold.topic.places)), "") if gold else ""
            if right:
                text = self._one("another_time").format(who=who)
                return self._said(f"{text[:1].upper()}{text[1:]}", 0.2, fits=scene.fits)
            return self._said(self._one("nothing_to_do").format(who=who), -0.1)
        if not right or self._chance.random() < 0.08:
            if self._chance.random() < 0.5:
                return self._said(self._one("unsure"), -0.1, fits=None)
            return self._said(self._one("not_today"), -0.1, fits=None, refuses=True)
        self._taken = True
        if leave and self._chance.random() < 0.4:
            self._agreed = True
            return replace(self._said(self._one("yes"), 0.2, fits=None, takes_up=True), agrees=True)
        return self._more()

    def _more(self) -> Told:
        gold = self._scene.life.story(self._scene.today.about)
        assert gold is not None
        self._taken = True
        return self._said(gold.more, 0.5, fits=None, takes_up=True)

    def _after_more(self) -> Told:
        self._given += 1
        text = self._drawn("further") if self._given <= 2 else self._drawn("tails")
        return self._said(text, 0.2, fits=None)

    def _said(
        self,
        text: str,
        arousal: float,
        *,
        feeling: Feeling | None = None,
        pause: float = 0.0,
        fits: bool | None = False,
        takes_up: bool = False,
        refuses: bool = False,
    ) -> Told:
        if fits is False and self.fits:
            fits = True
        late = self._since_hard is not None and self._since_hard >= HURTING
        if not fits and (late or (self._scene.manner is Manner.ENDS and self._elsewhere > 3)):
            fits = None
        how = feeling or Feeling(arousal=arousal)
        return Told(text, how, pause, fits, takes_up, refuses, self._unfinished)

    def _drawn(self, kind: str) -> str:
        """One that was not said yet in this talk, where there is one."""
        fresh = [each for each in self._bank[kind] if each not in self._tails]
        chosen = self._chance.choice(fresh or list(self._bank[kind]))
        self._tails.append(chosen)
        return chosen

    def _one(self, kind: str) -> str:
        """What is said to a reply of ours: one of its kind, by chance where there are several."""
        bank = self._bank[kind]
        return bank[0] if len(bank) == 1 else self._chance.choice(bank)
