"""The stories that made-up narrators tell, read from topic_families.txt, and the words around them.

All of it is written for this project; nobody lived it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.training import LESSONS
from voice_agent.memory.topics.topic_words import Subject

FILE = LESSONS / "topic_families.txt"


@dataclass(frozen=True, slots=True)
class Family:
    """One story, in several wordings."""

    name: str
    subject: Subject
    stage: str
    """Time of life, a key of STAGES; "now" for general subjects."""

    role: str
    """Who is in it, a key of ROLES; "none"."""

    feeling: str
    """A key of FEELINGS; "plain"."""

    held: bool
    """Kept for the test split."""

    openings: tuple[str, ...]
    details: tuple[str, ...]
    echoes: tuple[str, ...]
    """What is said on another day; empty for general subjects."""

    near: tuple[str, ...]
    """What is said beside it, nearer in meaning and in other words."""


def families(path: Path = FILE) -> tuple[Family, ...]:
    """All of them, in the order of the file. Raises ValueError where a line has no form."""
    return tuple(_families(path.read_text(encoding="utf-8").splitlines()))


def _families(lines: list[str]) -> Iterator[Family]:
    head: list[str] = []
    parts: dict[str, list[str]] = {}
    for line in [*lines, "=="]:
        if line.startswith("=="):
            if head:
                yield _family(head, parts)
            head = [each.strip() for each in line[2:].split("|")]
            parts = {">": [], "-": [], "~": [], "+": []}
        elif line[:2] in {"> ", "- ", "~ ", "+ "}:
            parts[line[0]].append(line[2:].strip())
        elif line.strip() and not line.startswith("#") and head:
            raise ValueError(f"{FILE.name} cannot be read here: {line}")


def _family(head: list[str], parts: dict[str, list[str]]) -> Family:
    name, kind, stage, role, feeling = head
    return Family(
        name,
        Subject(kind),
        stage,
        role,
        feeling.split()[0],
        feeling.endswith("held"),
        tuple(parts[">"]),
        tuple(parts["-"]),
        tuple(parts["~"]),
        tuple(parts["+"]),
    )


def words_of(echo: str) -> tuple[str, ...]:
    """The marked words of an echo: what stories that do not belong are made to share."""
    return tuple(re.findall(r"\[([^\]]+)\]", echo))


def plain(echo: str) -> str:
    """An echo as it is said."""
    return re.sub(r"[\[\]]", "", echo)


STAGES: dict[str, tuple[int, int]] = {
    "child": (6, 12),
    "youth": (14, 19),
    "young": (20, 29),
    "middle": (34, 55),
    "later": (72, 80),
}
"""Ages."""

ROLES: dict[str, tuple[str, ...]] = {
    "mother": ("mother",),
    "father": ("father",),
    "sister": ("sister",),
    "brother": ("brother",),
    "spouse": ("husband", "wife"),
    "friend": ("friend",),
    "aunt": ("aunt",),
    "uncle": ("uncle",),
    "grandfather": ("grandfather",),
    "daughter": ("daughter",),
}
"""What they are to the narrator."""

PARENTS = {"mother": ("Mam", "Mum", "Ma"), "father": ("Dad", "Pa", "Dada")}
"""What they are called in a story; on other days they are "my mother"."""

SHE = [
    "Rosalind",
    "Vera",
    "Mavis",
    "Edith",
    "Winifred",
    "Dorothy",
    "Hilda",
    "Elsie",
    "Beryl",
    "Nora",
    "Muriel",
    "Gladys",
    "Ivy",
    "Olive",
    "Sybil",
    "Agnes",
    "Freda",
    "Marjorie",
    "Thelma",
    "Doreen",
    "Enid",
    "Mabel",
    "Phyllis",
    "Una",
    "Bridget",
    "Kathleen",
    "Moira",
    "Greta",
    "Lottie",
    "Carol",
    "Josie",
    "Pearl",
]
HE = [
    "Harold",
    "Cyril",
    "Stanley",
    "Wilfred",
    "Norman",
    "Arthur",
    "Leonard",
    "Percy",
    "Reginald",
    "Clifford",
    "Albert",
    "Ernest",
    "Sidney",
    "Cecil",
    "Horace",
    "Mervyn",
    "Douglas",
    "Desmond",
    "Alfred",
    "Hubert",
    "Ivor",
    "Dermot",
    "Fergus",
    "Callum",
    "Otto",
    "Lionel",
    "Edwin",
    "Ambrose",
    "Jem",
    "Rufus",
    "Gordon",
    "Amos",
]

WITH_KIN = (
    "My {kin} came into my mind, I could not tell you why.",
    "I thought of my {kin} straight away.",
    "I had my {kin}'s voice in my ear the rest of the day.",
    "My {kin} would have had something to say.",
    "It is the sort of thing I should have liked to tell my {kin}.",
)

AT_AGE = (
    "For a minute I was {age} years old again.",
    "It took me straight back to when I was {age}.",
    "I might have been {age}, sitting there.",
    "I felt just as I did when I was {age}.",
)

IN_YEARS = (
    "It was {decade} all over again.",
    "You would have thought we were back in {decade}.",
    "It could have been {year}.",
)

FEELINGS: dict[str, tuple[str, ...]] = {
    "glad": (
        "I was smiling to myself all the way home.",
        "It cheered me no end.",
        "It did me good.",
    ),
    "sad": (
        "I had to go and sit down, I was quite tearful.",
        "It made me feel so low.",
        "There was a weight on me all evening after that.",
    ),
    "afraid": (
        "It gave me such a turn, I was trembling.",
        "I do not mind telling you I was frightened.",
        "My heart was thumping.",
    ),
    "proud": (
        "I held my head up, I can tell you.",
        "I was rather pleased with myself.",
        "I sat up very straight.",
    ),
    "ashamed": (
        "I could have sunk through the floor.",
        "I went hot all over.",
        "I did not know where to put my face.",
    ),
    "angry": (
        "I was hopping mad.",
        "It made my blood boil.",
        "I said so, too, quite sharply.",
    ),
    "grateful": ("It was so kind.", "I was touched, I really was.", "One does not forget that."),
}

FOLLOWING = (
    "Well, I just stood there for a bit and looked.",
    "I do not know why I noticed it at all.",
    "Nobody else seemed to take any notice.",
    "It went on in my head till bedtime.",
    "Funny what catches you, is it not.",
    "I told them about it at lunch, and they were not interested.",
    "Anyway, that was that.",
    "It is nothing really, only it stays with you.",
    "I had to laugh at myself a little.",
    "And then the phone went.",
)

ASKED = (
    "What was that like?",
    "And what happened then?",
    "Who else was there?",
    "How did you manage?",
    "Tell me more, if you like.",
    "What do you see when you think of it?",
    "And afterwards?",
)

ANSWERED = (
    "I see. What was that like for you?",
    "Mm. And how are you today?",
    "That sounds like quite a day.",
    "Yes, I can picture it.",
    "And what did you make of it?",
)

SHARED = (
    "There was something with the {w} as well, but I forget how it went.",
    "That was the day of the {w}, too.",
    "We laughed about the {w} for years.",
    "Somebody had left the {w} behind, I remember.",
    "I can still see the {w} there in the corner.",
    "There was always some trouble about the {w}.",
)
"""How stories that do not belong come to share words."""
