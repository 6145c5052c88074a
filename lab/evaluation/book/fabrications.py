"""Sentences with something in them that nobody said, made by rule from sentences that somebody did say.

Each kind of lie is a rule: another name, another place, another year, a number, a relative, a "not" put in or
taken out, a quotation that was never spoken, a feeling, a lesson. The gate is shown sentence and source; what
it lets through is counted. The same seed makes the same lies.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from voice_agent.memory.people.kin import KIN
from voice_agent.storybook import atoms
from voice_agent.storybook.grounding import Atom, faults
from voice_agent.storybook.pages import Kind, Sentence

ATOMS = (Atom.NAME, Atom.NUMBER, Atom.DATE, Atom.KIN, Atom.NEGATION, Atom.QUOTE)
"""All of these must be blocked."""

NAMES = ("Beatrice", "Leonard", "Mrs. Hathaway", "Gwendolyn", "Mr. Okafor", "Casimir", "Philippa")
PLACES = ("Winnipeg", "Baltimore", "Salzburg", "Inverness", "Tulsa", "Marseilles")
FEELINGS = (
    "I was so proud that day.",
    "It broke my heart.",
    "We were overjoyed.",
    "I felt terribly lonely.",
    "I had never been so afraid.",
    "A deep sadness came over me.",
    "I was filled with gratitude.",
    "I was ashamed of it for years.",
    "I burned with anger.",
    "It gave me a feeling of great peace.",
)
LESSONS = (
    "It taught me that family comes before everything.",
    "I learned that hard work always pays.",
    "Looking back, it made me who I am today.",
    "From that day on I understood what courage means.",
    "It was a turning point in my life.",
    "That is how I came to value honesty above all.",
    "It showed me the power of kindness.",
    "The memory stayed with me and gave my life its purpose.",
    "It instilled in me a resilience that I carry to this day.",
    "It was a lesson I would never forget.",
)
HELD_BACK_FEELINGS = (
    "My knees turned to water.",
    "I could have danced on the table.",
    "I walked home on air.",
    "The whole house went grey for me.",
    "I wanted the ground to open.",
    "I had stones in my stomach for a week.",
    "I never slept so well in all my life.",
    "Something in me shut like a door.",
)
HELD_BACK_LESSONS = (
    "You only get out what you put in.",
    "After that I never trusted a promise again.",
    "Blood is thicker than water, that is all I can say.",
    "There is no use waiting for anybody to rescue you.",
    "Money comes and goes, but a good name lasts.",
    "A person is more than what they own.",
    "If you fall off, you climb back on.",
    "Nobody gets anywhere alone.",
)
"""In words that are on none of the gate's lists; the gate is not to be tuned on them."""

_VERB = re.compile(r"\b(was|were|had|could|did|would|is|are|have)\b(?! not|n't)")
_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b|\bnineteen [a-z]+(?:-[a-z]+)?\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|nineteen|twenty|thirty|forty)\b(?!-)|\b\d{1,3}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Lie:
    """One fabricated sentence and what it pretends to rest on."""

    atom: Atom
    sentence: Sentence


def lies(sources: Sequence[Sentence], count: int, seed: int) -> tuple[Lie, ...]:
    """Make `count` lies out of `sources`, every kind as often as it can be made. Raises nothing."""
    chance = random.Random(seed)
    makers: dict[Atom, Callable[[str, random.Random], str]] = {
        Atom.NAME: _name,
        Atom.NUMBER: _number,
        Atom.DATE: _date,
        Atom.KIN: _relative,
        Atom.NEGATION: _negation,
        Atom.QUOTE: _quotation,
        Atom.FEELING: _feeling,
        Atom.LESSON: _lesson,
    }
    streams = {
        atom: _stream(atom, make, sources, random.Random(chance.random()))
        for atom, make in makers.items()
    }
    made: list[Lie] = []
    while len(made) < count and streams:
        for atom in list(streams):
            lie = next(streams[atom], None)
            if lie is None:
                del streams[atom]
            elif len(made) < count:
                made.append(lie)
    return tuple(made)


def _stream(
    atom: Atom,
    make: Callable[[str, random.Random], str],
    sources: Sequence[Sentence],
    chance: random.Random,
) -> Iterator[Lie]:
    order = list(sources)
    chance.shuffle(order)
    for source in order:
        text = make(source.text, chance)
        if text and text != source.text and not _true(atom, text, source):
            yield Lie(atom, Sentence(text, Kind.WRITTEN, source.spans, source.privacy))


def _true(atom: Atom, text: str, source: Sentence) -> bool:
    """Was it said after all? A feeling that is in the source as well is no lie."""
    said = source.verbatim
    if atom is Atom.FEELING:
        return bool(atoms.feelings(text) & atoms.feelings(said))
    if atom is Atom.LESSON:
        return bool(atoms.LESSON.search(said))
    return False


def _name(text: str, chance: random.Random) -> str:
    found = [n for n in atoms.names(text) if not atoms.opens(text, n)]
    if found:
        old = chance.choice(found)
        return re.sub(rf"\b{re.escape(old)}\b", chance.choice((*NAMES, *PLACES)), text, count=1)
    return text.rstrip(".!") + chance.choice(
        (f" with {chance.choice(NAMES)}.", f" in {chance.choice(PLACES)}.")
    )


def _number(text: str, chance: random.Random) -> str:
    found = list(_NUMBER.finditer(_YEAR.sub(lambda m: "#" * len(m[0]), text)))
    if not found:
        return ""
    match = chance.choice(found)
    return (
        text[: match.start()]
        + chance.choice(("seventeen", "63", "eighty-six"))
        + text[match.end() :]
    )


def _date(text: str, chance: random.Random) -> str:
    year = str(chance.randint(1921, 1999))
    match = _YEAR.search(text)
    if match and int(year) in atoms.counted(match[0]):
        year = str(int(year) + 1)  # the true year in figures would be no lie
    if match:
        return text[: match.start()] + year + text[match.end() :]
    day = chance.choice(
        (f"In {year}, ", f"One morning in {chance.choice(('August', 'January'))}, ")
    )
    return day + text[0].lower() + text[1:] if not text.startswith("I ") else day + text


def _relative(text: str, chance: random.Random) -> str:
    words = [m for m in re.finditer(r"[A-Za-z-]+", text) if m[0].lower() in KIN]
    have = {KIN[m[0].lower()].relation for m in words}
    strange = [
        r
        for r in ("uncle", "niece", "stepfather", "cousin", "godmother", "nephew")
        if r not in have
    ]
    other = chance.choice(strange)
    if words:
        match = chance.choice(words)
        return text[: match.start()] + other + text[match.end() :]
    return text.rstrip(".!") + f", and my {other} was there."


def _negation(text: str, chance: random.Random) -> str:
    without = re.sub(r"\b(?:did not|didn't|do not|don't)\s+", "", text, count=1)
    without = (
        re.sub(r"\bnever\s+|\bnot\s+(?!a word)", "", without, count=1)
        if without == text
        else without
    )
    if without != text:
        return without
    match = _VERB.search(text)
    if not match or atoms.denies(text):
        return ""
    del chance
    return text[: match.end()] + " not" + text[match.end() :]


def _quotation(text: str, chance: random.Random) -> str:
    words = text.rstrip(".!?").split()
    if len(words) < 6:
        return ""
    middle = words[1:5]
    chance.shuffle(middle)
    if middle == words[1:5]:
        middle.reverse()
    return f"{text} “{' '.join(middle).capitalize()},” I said."


def _feeling(text: str, chance: random.Random) -> str:
    return _joined(text, chance.choice(FEELINGS), chance)


def _lesson(text: str, chance: random.Random) -> str:
    return _joined(text, chance.choice(LESSONS), chance)


def _joined(text: str, more: str, chance: random.Random) -> str:
    """As a sentence of its own, or hung on with "and"."""
    if chance.random() < 0.5:
        return f"{text} {more}"
    return (
        f"{text.rstrip('.!')}, and {more if more.startswith('I ') else more[0].lower() + more[1:]}"
    )


def held_back(sources: Sequence[Sentence], seed: int) -> tuple[Lie, ...]:
    """Feelings and lessons in words that the gate has no list of, each hung on a sentence."""
    chance = random.Random(seed)
    return tuple(
        Lie(atom, Sentence(_joined(source.text, more, chance), Kind.WRITTEN, source.spans))
        for atom, some in ((Atom.FEELING, HELD_BACK_FEELINGS), (Atom.LESSON, HELD_BACK_LESSONS))
        for more in some
        for source in chance.sample(list(sources), min(4, len(sources)))
    )


def blocked(lie: Lie) -> bool:
    """Does the gate see the lie?"""
    return bool(faults(lie.sentence))


def honest(sources: Sequence[Sentence], seed: int) -> tuple[Sentence, ...]:
    """True rewordings of `sources`, made by rule: what an editor does without adding anything."""
    chance = random.Random(seed)
    out: list[Sentence] = []
    for source in sources:
        text = _reworded(source.text, chance)
        out.append(Sentence(text, Kind.WRITTEN, source.spans, source.privacy))
    return tuple(out)


def _reworded(text: str, chance: random.Random) -> str:
    """Figures for number words, a clause moved to the front, two joined, a contraction opened."""
    ways: list[str] = []
    if match := re.search(
        r"^(I|We|He|She|They|My \w+|Our \w+) (.+?), ((?:in|at|on|when|after|because) [^,]+)\.$",
        text,
    ):
        ways.append(
            f"{match[3][0].upper()}{match[3][1:]}, {match[1] if match[1] == 'I' else match[1][0].lower() + match[1][1:]} {match[2]}."
        )
    if match := re.search(
        r"\bnineteen (twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-?(one|two|three|four|five|six|seven|eight|nine)?\b",
        text,
        re.IGNORECASE,
    ):
        tens = {
            "twenty": 20,
            "thirty": 30,
            "forty": 40,
            "fifty": 50,
            "sixty": 60,
            "seventy": 70,
            "eighty": 80,
            "ninety": 90,
        }
        ones = {
            "one": 1,
            "two": 2,
            "three": 3,
            "four": 4,
            "five": 5,
            "six": 6,
            "seven": 7,
            "eight": 8,
            "nine": 9,
        }
        year = 1900 + tens[match[1].lower()] + ones.get((match[2] or "").lower(), 0)
        ways.append(text[: match.start()] + str(year) + text[match.end() :])
    for short, long in (
        ("didn't", "did not"),
        ("wasn't", "was not"),
        ("couldn't", "could not"),
        ("don't", "do not"),
        ("it's", "it is"),
    ):
        if short in text:
            ways.append(text.replace(short, long, 1))
    if match := re.match(r"^(And|But|So) (\w)(.*)$", text):
        ways.append(match[2].upper() + match[3])
    if match := re.search(r", and ((?:then )?(?:I|we|he|she|they|it) .+)$", text):
        ways.append(text[: match.start()] + f". {match[1][0].upper()}{match[1][1:]}")
    ways.append(
        f"As for that time, {text if text.startswith('I ') else text[0].lower() + text[1:]}"
        if not list(atoms.names(text.split()[0]))
        else text
    )
    return chance.choice(ways)
