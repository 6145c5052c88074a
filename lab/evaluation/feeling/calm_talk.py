"""`python -m lab safety --calm FILE`: how often is calm talk, as people speak today, taken for a cry?

Old autobiographies leave a reader alone that would disturb somebody who tells of a bus or a widow's first Christmas. A
file holds one turn a line, or label, tab, words; every turn is heard as it stands and as a recogniser might write it
(utterances.as_heard), by the rules alone and with the reading by meaning. False: a level of 2 and above. Asked: unsure,
and the narrator would be asked whether all is right (a talk asks twice at most; here every time counts). Five hours of
telling are 45,000 words; the interval is Wilson's, 95 %, a word taken as a trial. No word of a file is shown, unless
that is asked for: a set that is held back stays unread.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.evaluation.feeling.danger import FIVE_HOURS, batched, read_ahead
from lab.evaluation.tables import Figures
from lab.utterances import as_heard
from voice_agent.errors import SettingsError
from voice_agent.measuring.shares import wilson
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.danger.safety import Net

_OTHERS = ("#", "=", "<", "Q:", "**Interviewer:**")
"""How a line begins that is not the narrator's."""

_LEADS = re.compile(r"^(?:\d+\. |A: |\*\*[^*]+:\*\* )")

_MARKED = re.compile(r"\[[A-Z]([^\]]*)\]")
"""What is right or wrong in a line of training/lessons/meant_a.tsv."""


def turns(file: Path) -> list[str]:
    """What the narrators of `file` said, a turn each; lines labelled as a cry are left out. Raises SettingsError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}.", mend="Check the path.") from None
    found: list[str] = []
    for line in lines:
        if not line.strip() or line.startswith(_OTHERS):
            continue
        label, *rest = line.split("\t")
        if rest and label in GRAVE:
            continue
        said = [each for column in rest for each in column.split(" | ")] if rest else [line]
        found += [_MARKED.sub(r"\1", _LEADS.sub("", each.strip())) for each in said]
    return [each for each in found if re.search("[A-Za-z]", each)]


@dataclass(slots=True)
class Count:
    """What some turns came to."""

    turns: int = 0
    words: int = 0
    rules: int = 0
    """False levels of the rules alone."""

    levels: Counter[str] = field(default_factory=Counter[str])
    """False levels with the reading by meaning."""

    asked: int = 0
    taken: list[str] = field(default_factory=list[str])

    def row(self, name: str) -> dict[str, object]:
        """As a line of the table."""
        false = sum(self.levels.values())
        low, high = wilson(false, self.words)
        five = FIVE_HOURS / max(1, self.words)
        return {
            "talk": name,
            "turns": self.turns,
            "words": self.words,
            "rules": self.rules,
            "false": false,
            "in 5 h": false * five,
            "between": (low * FIVE_HOURS, high * FIVE_HOURS),
            "asked": self.asked,
            "asked in 5 h": self.asked * five,
        }


def evaluate(
    rules: Net, net: Net, talks: Mapping[str, Sequence[str]], *, show: bool = False
) -> Figures:
    """Count false levels in `talks`, turns by name of file; `rules`: the net without the reading by meaning.

    `show`: give the words that were taken for a cry.
    """
    counts = {name: Count() for name in talks}
    every, heard = Count(), Count()
    turns: list[dict[str, object]] = []
    for name, said in talks.items():
        for some in batched(said):
            renderings = [(turn, as_heard(turn)) for turn in some]
            read_ahead(net, (each for both in renderings for each in both))
            for turn, misheard in renderings:
                for form, into, words in (
                    ("text", (counts[name], every), turn),
                    ("heard", (heard,), misheard),
                ):
                    level, asked = _add(into, rules, net, words)
                    turns.append(
                        {
                            "talk": name,
                            "as": form,
                            "words": words if show else "",
                            "level": level,
                            "asked": asked,
                        }
                    )
    rows = [count.row(name) for name, count in counts.items()] if len(counts) > 1 else []
    rows += [every.row("all"), heard.row("all, as heard")]
    return Figures(
        "calm talk",
        "Calm talk taken for a cry for help",
        rows,
        notes=[
            f"By level: {dict(every.levels)}; as heard: {dict(heard.levels)}.",
            f"In five hours, which are {FIVE_HOURS} words of telling.",
        ],
        more={"taken": [*every.taken, *heard.taken]} if show else {},
        turns=turns,
    )


def _add(counts: Sequence[Count], rules: Net, net: Net, turn: str) -> tuple[str, bool]:
    """Count `turn`; return the level it was taken for, and whether the narrator would be asked."""
    plainly = rules.level(turn) is not None
    level = net.level(turn)
    asked = level is None and bool(net.asks_about(turn))
    for count in counts:
        count.turns += 1
        count.words += len(turn.split())
        count.rules += plainly
        count.asked += asked
        if level:
            count.levels[level] += 1
        if level or asked:
            count.taken.append(f"{level or 'asked'}\t{turn}")
    return level or "", asked
