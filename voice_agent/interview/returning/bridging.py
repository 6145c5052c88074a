"""The words for coming back to another talk: what connects now and then, and one question. Pure.

At most two sentences. Whatever they say of the narrator's life is the narrator's own: "the bakery" is looked for in
what was told and said back as it stood there, "my brother" as "your brother". Where nothing can be said back
without doubt there is no bridge, and no return.
"""

import random
import re
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.returning.deciding import Guard, Signs
from voice_agent.interview.returning.offers import PastTopic, Verdict
from voice_agent.interview.wording.checks import faults, parts
from voice_agent.reading.by_rules import expression
from voice_agent.reading.by_rules.particulars import NOBODY
from voice_agent.reading.words import novelty
from voice_agent.reading.words.stems import EMPTY_WORDS, stem
from voice_agent.reading.words.vocabulary import plain, said

FILE = "returning.toml"
"""In config/phrases."""

SHORTEST_CLAUSE_WORDS, LONGEST_CLAUSE_WORDS = 5, 14
"""Words of a clause that is said back."""

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
    now = _again(heard, context)
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


def linked(topic: PastTopic, said_now: Sequence[str]) -> str:
    """What both tellings speak of, as it was said now: "the bread", "Alfred"; "" where it is only meant."""
    names = [*topic.people, *topic.places]
    for text in said_now:
        for name in names:
            bare = name.removeprefix("your ")
            if re.search(rf"\b{re.escape(bare)}\b", text, re.IGNORECASE):
                return name
    then = {stem(word.lower()) for word in _words(topic.text) if len(word) > 3}
    for text in said_now:
        for word in _words(text):
            if stem(word.lower()) not in then:
                continue
            now, once = _phrase(word, text), _phrase(word, topic.text)
            names = any(each[:1].isupper() for each in (word, now, once))
            # "Mill Street" and "Baker Street" have a word in common, and are two streets
            if (phrase := now or once) and (now == once or not names):
                return phrase
    return ""


def called(topic: PastTopic) -> str:
    """What to call a topic: "the bakery", "your pigeons", "Alfred"; "" where nothing will do."""
    # "the bakery" says more than whose it was, or in which street; "the chimneys" says less
    people = {each.removeprefix("your ").lower() for each in topic.people}
    words = sorted(topic.keywords, key=lambda each: each[:1].isupper() or each.lower() in people)
    named = [each for each in words if stem(each.lower()) not in PLAIN]
    of_line = filter(None, (_phrase(word, topic.line) for word in named))
    of_text = filter(None, (_phrase(word, topic.text) for word in named))
    done_by = _subjects(topic.text)
    found = (*of_line, *topic.people, *topic.places, *of_text, *_nouns(topic.text), *done_by)
    return next(iter(found), "")


def clause(sentence: str) -> str:
    """What a sentence tells first, turned: "you made six pies for the supper"; "" where it cannot be cut out whole.

    What goes before its subject is left out ("The first year I was married I made ..."), and as little as may be of its end.
    """
    for begun in _begun(sentence.strip()):
        another = _ANOTHER.search(begun)  # half of a second clause is no clause
        most = another.start() if another else len(begun)
        ends = sorted({each.start() for each in _ENDS.finditer(begun, 0, most + 1)}, reverse=True)
        for end in (len(begun), most, *ends):
            if len(begun[:end].split()) >= SHORTEST_CLAUSE_WORDS and (
                found := expression.told(begun[:end], LONGEST_CLAUSE_WORDS)
            ):
                return found
    return ""


def _begun(sentence: str) -> Iterator[str]:
    """The sentence, or what follows whatever it begins with before its subject."""
    fronted = _FRONTED.match(sentence)
    if fronted is None:
        yield sentence
        return
    first, comma, rest = sentence.partition(",")
    subjects = list(_SUBJECT.finditer(first))
    if len(subjects) >= (1 if fronted["at"] else 2):
        yield sentence[subjects[-1].start() :]
    if comma and len(rest.split()) >= SHORTEST_CLAUSE_WORDS and _GOES_ON.match(rest):
        yield rest.strip()


_FRONTED = re.compile(
    r"(?:(?P<at>in|at|on|during|once|as|after|before|from|for)|when|while|the (?:first|last|day|night|morning|summer|winter|year)|my first)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?<= )(?:I|we|they|he|she)(?= )")
_GOES_ON = re.compile(r" (?:and )?(?:I|we|they|he|she)(?= )")
_ENDS = re.compile(
    r"[,;:](?= )| (?=(?:when|while|until|till|and|but|because|so|which|who|that|where|in|on|at|with|wi'|from|for|by|after|before|as|like)\b)"
)
_ANOTHER = re.compile(
    r",? (?:and|but|so)(?= (?:I|we|they|he|she|it|the|my|our|you|somebody|nobody|me and)\b)|, ?which\b"
)


def _again(heard: str, context: Sequence[str]) -> str:
    """What this story keeps coming back to, as said: a thing named once is only where, or when, something was.

    One thing, not several: the phrases say that it reminds us.
    """
    before = {each.split()[-1] for text in context for each in _nouns(text)}
    named = [each for each in _nouns(heard) if each.split()[-1] in before]
    return next((each for each in reversed(named) if not re.search(r"[^s]s$", each)), "")


def _sentences(topic: PastTopic) -> tuple[str, ...]:
    """All that was told, sentence by sentence, the one that its line is cut from first."""
    whole = parts(topic.text) or [topic.line]
    return tuple(sorted(whole, key=lambda each: topic.line[:30] not in each))


def spoken_of(text: str) -> str:
    """What the last words are about, as a noun with its article: "the allotment"; "" where that is not clear."""
    named = list(_nouns(text))
    return named[-1] if named else ""


def _nouns(text: str) -> Iterator[str]:
    """What a text names by a noun with its article, in order."""
    for match in _NOUN.finditer(plain(text)):
        if _names(match["noun"].lower()):
            yield _turned(match["whose"], match["noun"])


def _subjects(text: str) -> Iterator[str]:
    """Who or what did something in it: "the corporal" of "Then the corporal heard how I talk"."""
    for match in _DOES.finditer(plain(text)):
        if expression.past(match["does"].lower()) and _names(match["noun"].lower()):
            yield _turned(match["whose"], match["noun"])


def _names(word: str) -> bool:
    return stem(word) not in PLAIN and not _LIKE.search(word) and not expression.past(word)


PLAIN = frozenset(
    stem(word)
    for word in (
        *EMPTY_WORDS,
        *"""
        first last next same other way time times day days year years thing things end rest lot bit kind sort one
        ones people person man woman life part place moment morning evening night week month old new little big
        story stories something anything everything nothing other others two three today best worst most more
        whole half end side back front top bottom idea reason word words mind fact truth matter course world
        """.split(),  # noqa: SIM905
    )
)
"""Stems that name nothing by themselves."""

_LIKE = re.compile(
    r"(?:est|ly|ous|ful|ish|less|ing)$|^(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+(?:teen|tie)th)$"
)
"""Endings of words that are seldom a noun, and days of a month: "Would you tell me a little more about the ninth?"."""

_AFTER = (
    r"(?=\s*(?:[.,;:!?]|$|\b(?:in|at|on|of|for|from|with|by|and|but|or|that|which|who|when|where|was|were|is|had|to|into|"
    r"over|under|behind|beside|near|through|after|before|without|until|because|as|he|she|we|they|i|it|every|all|so|then|again)\b))"
)
_OWN = r"\b(?P<whose>my|our|the) (?:own )?(?P<noun>[a-z][a-z-]{3,})"
_NOUN = re.compile(_OWN + _AFTER, re.IGNORECASE)
_DOES = re.compile(_OWN + r" (?P<does>[a-z]+)", re.IGNORECASE)


def _phrase(word: str, text: str) -> str:
    """`word` with its article as it stands in `text`, turned, a name whole; "" where that is not clear."""
    if word[:1].isupper() and len(word) > 2:
        return _name(word, plain(text))
    found = re.search(
        rf"\b(?P<whose>my|our|the|a|an|that|this|those|these) (?P<noun>{re.escape(word)}){_AFTER}",
        plain(text),
        re.IGNORECASE,
    )
    return _turned(found["whose"], found["noun"]) if found else ""


_OF_MANY = frozenset(
    """
    street road avenue lane hill square row terrace close court drive place school church chapel cathedral hall river park house
    farm mill bridge station hospital college university company club inn hotel market green common field mountain lake sea ocean
    mister missus doctor father mother sister brother uncle aunt captain sergeant nurse miss lady lord saint county city town
    """.split()  # noqa: SIM905
)
"""What is no name by itself: nobody is asked to tell more about Street."""

_A_NAME = re.compile(
    r"(?P<the>\bthe )?\b(?P<name>(?:(?:Mr|Mrs|Ms|Dr|St)\.? )?[A-Z][\w'-]+(?: (?:of (?:the )?)?[A-Z][\w'-]+)*)"
    r"(?P<next>\s+[a-z][\w'-]*)?"
)


def _name(word: str, text: str) -> str:
    """The whole name that `word` stands in; "" where its beginning or its end is not clear."""
    for found in _A_NAME.finditer(text):
        name, begins = found["name"], text[: found.start("name")].rstrip()
        if word not in re.findall(r"[\w'-]+", name):
            continue
        opens = not begins or begins[-1] in ".!?:\"'"  # its first word may be no part of it
        following = (found["next"] or "").strip()
        ends = expression.past(following) or re.match(_AFTER, text[found.end("name") :])
        if not opens and ends and name.lower() not in NOBODY | _OF_MANY:
            return f"the {name}" if found["the"] else name
    return ""


def _turned(whose: str, noun: str) -> str:
    own = whose.lower() in {"my", "our"}
    return f"your {noun}" if own else f"the {noun}"


def _words(text: str) -> list[str]:
    return [
        word
        for word in re.findall(r"[A-Za-z][\w-]*", plain(text))
        if stem(word.lower()) not in PLAIN
    ]


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
