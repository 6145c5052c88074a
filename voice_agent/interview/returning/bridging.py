"""The words for coming back to another talk: what connects now and then, and one question. Pure.

At most two sentences. Whatever they say of the narrator's life is the narrator's own: "the bakery" is looked for in
what was told and said back as it stood there, "my brother" as "your brother". Where nothing can be said back
without doubt there is no bridge, and no return.
"""

import random
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.returning.clause_told import clause
from voice_agent.interview.returning.deciding import Guard, Signs
from voice_agent.interview.returning.naming import again, called, linked
from voice_agent.interview.returning.offers import PastTopic, Verdict
from voice_agent.interview.wording.checks import faults, parts
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import said

FILE = "returning.toml"
"""In config/phrases."""

KINDS: Mapping[str, frozenset[str]] = {
    "linked": frozenset({"link", "told"}),
    "linked_thing": frozenset({"link", "then"}),
    "apart": frozenset({"now", "then"}),
    "apart_told": frozenset({"now", "told"}),
    "bare": frozenset({"then"}),
    "bare_told": frozenset({"told"}),
    "more": frozenset({"then"}),
    "more_told": frozenset(),
    "leave": frozenset({"then"}),
    "leave_told": frozenset(),
    "towards_person": frozenset({"person"}),
    "towards_place": frozenset({"place"}),
    "entered": frozenset(),
    "stay": frozenset(),
    "wonder": frozenset(),
    "dropped": frozenset(),
    "too_early": frozenset(),
}
"""What the file must hold, and what each may leave open."""

ASKING = frozenset(
    kind
    for kind in KINDS
    if kind.startswith(("more", "leave", "towards", "entered", "stay", "wonder"))
)

Phrases = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Returning:
    """How the interviewer comes back to other talks."""

    phrases: Phrases
    signs: Signs = field(default_factory=Signs)
    guard: Guard = field(default_factory=Guard)
    leave: bool = True
    """In doubt, leave is asked; without it, in doubt nothing is said."""

    steps: bool = True
    """A long way is gone in two steps."""

    bridges: bool = True
    """What connects is named; without it there is only a question."""

    wonders: bool = True
    """In more doubt, they are asked whether it reminds them of anything."""

    acts: bool = True
    """Without it, it is only thought of: how thoughts are held against labels."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """What is said and asked."""

    say: str
    ask: str
    forms: tuple[str, ...]
    """The phrases that were filled in, so that they are not said too often."""

    link: str = ""
    """What now and then have in common, as said; "" where it is only meant."""

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.say} {self.ask}".strip()


def read(path: Path) -> Returning:
    """Read config/phrases/returning.toml. Raises SettingsError with file, table and reason."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    if odd := sorted(set(tables) ^ set(KINDS)):
        raise SettingsError(f"{path}: [{odd[0]}] is missing, or unknown.")
    found: dict[str, tuple[str, ...]] = {}
    for kind, table in tables.items():
        ways = tuple(map(str, table.get("say", ())))
        if not ways:
            raise SettingsError(f"{path}: [{kind}] needs “say”, a list of phrases.")
        for way in ways:
            left = {name for _, name, _, _ in string.Formatter().parse(way) if name is not None}
            if left - KINDS[kind]:
                raise SettingsError(f"{path}: [{kind}] leaves “{min(left - KINDS[kind])}” open.")
            if way.count("?") != (kind in ASKING) or not way.endswith((".", "?")):
                raise SettingsError(f"{path}: [{kind}] {way!r} must ask once at its end, or not.")
        found[kind] = ways
    return Returning(found)


def bridge(
    phrases: Phrases,
    topic: PastTopic,
    heard: str,
    context: Sequence[str],
    verdict: Verdict,
    *,
    seed: str,
    used: Mapping[str, int],
    fresh: Callable[[str], bool] = lambda ask: True,
) -> Bridge | None:
    """Return the first bridge that keeps every rule of a reply; None where there is none.

    `context`: what the narrator said before `heard` in this talk, the latest last; `used`: phrase -> times said;
    `fresh`: may a question be asked? After "Was Bella there, too?" one does not ask for more of Bella in the same words.
    """
    known = said(heard, *context, topic.text, topic.line, *topic.people, *topic.places)
    link = linked(topic, (heard, *reversed(context)))
    then = called(topic)
    told = next(filter(None, map(clause, _sentences(topic))), "")
    now = again(heard, context)
    if now and then and now.split()[-1] == then.split()[-1]:
        link, now = link or now, ""
    for kind, ask in _forms(verdict, link=link, then=then, told=told, now=now):
        for form in _ordered(phrases[kind], f"{seed} {kind}", used):
            for question in _ordered(phrases[ask], f"{seed} {ask}", used):
                say = _filled(form, link=link, then=then, told=told, now=now)
                made = Bridge(say, _filled(question, then=then), (form, question), link)
                if fresh(made.ask) and not faults(made.text, known):
                    return made
    return None


def step(
    phrases: Phrases,
    topic: PastTopic,
    heard: str,
    *,
    seed: str,
    used: Mapping[str, int],
    fresh: Callable[[str], bool] = lambda ask: True,
) -> Bridge | None:
    """Return a question inside the story that leads towards `topic`; None where there is none. `fresh`: as in `bridge`."""
    known = said(heard, topic.text, topic.line, *topic.people, *topic.places)
    about = novelty.gist(heard)
    for kind, name, among in (
        ("towards_person", "person", topic.people),
        ("towards_place", "place", topic.places),
    ):
        for each in among[:1]:
            if novelty.gist(each) & about:
                continue
            for form in _ordered(phrases[kind], f"{seed} {kind}", used):
                made = Bridge("", _filled(form, **{name: each}), (form,), each)
                if fresh(made.ask) and not faults(made.text, known):
                    return made
    return None


def pick(phrases: Phrases, kind: str, *, seed: str, used: Mapping[str, int]) -> str:
    """One phrase of a kind that leaves nothing open, the least said."""
    return _ordered(phrases[kind], f"{seed} {kind}", used)[0]


def _sentences(topic: PastTopic) -> tuple[str, ...]:
    """All that was told, sentence by sentence, the one that its line is cut from first."""
    whole = parts(topic.text) or [topic.line]
    return tuple(sorted(whole, key=lambda each: topic.line[:30] not in each))


def _forms(
    verdict: Verdict, *, link: str, then: str, told: str, now: str
) -> Iterator[tuple[str, str]]:
    """Yield pairs of a bridge and a question, the most telling first."""
    asks = "leave" if verdict is Verdict.LEAVE else "more"
    own = link if link == then else ""
    if link and told:
        yield "linked", f"{asks}_told"
    if link and then and not own:
        yield "linked_thing", asks
    if now and told:
        yield "apart_told", f"{asks}_told"
    if now and then:
        yield "apart", asks
    if told:
        yield "bare_told", f"{asks}_told"
    if then:
        yield "bare", asks
        yield "bare", f"{asks}_told"


def _filled(form: str, **fills: str) -> str:
    """Fill in, and begin with a capital."""
    text = form.format_map(
        {**dict.fromkeys(("link", "now", "then", "told", "person", "place"), ""), **fills}
    )
    return text[:1].upper() + text[1:]


def _ordered(ways: Sequence[str], seed: str, used: Mapping[str, int]) -> list[str]:
    """The least said first, in an order of their own for each seed."""
    shuffled = list(ways)
    random.Random(seed).shuffle(shuffled)
    return sorted(shuffled, key=lambda way: used.get(way, 0))
