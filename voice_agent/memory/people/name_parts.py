"""Names of people taken apart: title, given name, surname. Pure."""

from dataclasses import dataclass

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import Sex
from voice_agent.memory.people.nicknames import known_given
from voice_agent.memory.people.spelling import PARTICLES, alike

HER_TITLES = wordset("mrs miss ms mme madam lady sister mother auntie aunt")
HIS_TITLES = wordset("mr sir father brother uncle lord")
TITLES = (
    HER_TITLES
    | HIS_TITLES
    | wordset(
        "dr doctor reverend rev pastor rabbi professor prof sergeant sgt captain capt colonel major general"
        " lieutenant judge nurse deacon senator officer private corporal coach old big young little cousin"
    )
)
_NO_TITLE = wordset("old big young little cousin aunt auntie uncle")


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart."""

    title: str = ""
    given: str = ""
    surname: str = ""
    said: str = ""
    """As written: all of it, without a title where there is a given name."""

    @property
    def sex(self) -> Sex:
        """What the title says."""
        if self.title in HER_TITLES:
            return Sex.SHE
        return Sex.HE if self.title in HIS_TITLES else Sex.UNSAID


def name_parts(name: str) -> NameParts:
    """Take "Mrs Doyle", "Tom Doyle", "Jan van der Berg", "Tommy" apart. Parts as they are compared (`alike`), no full stops."""
    spelled = [word.strip(".,") for word in name.split() if word.strip(".,")]
    words = [alike(word) for word in spelled]
    title, start = "", 0
    while start + 1 < len(words) and words[start] in TITLES:
        title = "" if words[start] in _NO_TITLE else words[start]
        start += 1
    if not words:
        return NameParts(title)
    said, rest = " ".join(spelled[start:]), words[start:]
    small = next((n for n, word in enumerate(rest) if word in PARTICLES and n + 1 < len(rest)), -1)
    if len(rest) == 1 or small == 0:
        alone = " ".join(rest)
        formal = title and title not in {"sister", "brother", "father", "mother"}
        if (formal or small == 0) and not (known_given(alone) and title in {"miss", "nurse"}):
            return NameParts(title, "", alone, " ".join(spelled) if title else said)
        return NameParts(title, alone, "", said)
    surname = " ".join(rest[small:]) if small > 0 else rest[-1]
    return NameParts(title, rest[0], surname, said)
