"""The names of this life, for the recogniser to listen for: the likeliest to be spoken first.

Those that somebody wrote come first (settings, corrections, accounts, photographs, questions of the family): they are spelled
right. Of those that were only heard the ones of at least two tellings follow, because a name misheard once would be
misheard for ever.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from voice_agent.archive.own_words import MISHEARD
from voice_agent.archive.session_tables import Read
from voice_agent.memory.claims import WRITTEN
from voice_agent.memory.terms import STOP

TOLD_OFTEN = 2
"""Tellings after which a name that was only heard is listened for."""

_WORD = re.compile(r"[^\W\d_][\w'’-]*\w")

_BETWEEN = re.compile(r"[.!?:\"“”]\s*$")
"""Before a sentence's first word."""


def names(read: Read, settled: Sequence[str] = ()) -> tuple[str, ...]:
    """Each once, the likeliest first. `settled`: what the settings say. Milliseconds."""
    every = (*settled, *_put_right(read), *_of_the_house(read), *_told(read))
    found: dict[str, str] = {}
    for each in every:
        name = " ".join(each.split())
        if name:
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


def written_in(text: str) -> Iterator[str]:
    """The names in what somebody wrote: words with a capital, with those that follow them at once.

    The first word of a sentence has one anyway: it counts where a name follows it that it may belong to.
    """
    run, last = list[re.Match[str]](), 0
    for match in _WORD.finditer(text):
        capital = match[0][0].isupper() and match[0].lower() not in STOP
        if run and (not capital or text[last : match.start()].strip()):
            yield from _name(text, run)
            run = []
        if capital:
            run.append(match)
        last = match.end()
    yield from _name(text, run)


def _name(text: str, run: Sequence[re.Match[str]]) -> Iterator[str]:
    before = text[: run[0].start()] if run else ""
    if len(run) > 1 or (before.strip() and not _BETWEEN.search(before)):
        yield " ".join(match[0].removesuffix("'s").removesuffix("’s") for match in run)


def _put_right(read: Read) -> Iterator[str]:
    """What a person wrote where something had been misheard: names that the wording before had not."""
    rows = read(
        """SELECT new.text, (SELECT old.text FROM wordings AS old WHERE old.session = new.session AND old.turn = new.turn
                AND old.version = new.version - 1) FROM wordings AS new WHERE new.by = ? ORDER BY new.session DESC""",
        (MISHEARD,),
    )
    for new, old in rows:
        yield from (name for name in written_in(new) if name not in (old or ""))


def _of_the_house(read: Read) -> Iterator[str]:
    """Whoever has an account, and whom they write about."""
    yield from (name for (name,) in read("SELECT name FROM accounts WHERE closed IS NULL", ()))
    for (caption,) in read("SELECT caption FROM photographs", ()):
        yield from _within(caption)
    asked = "SELECT question FROM family_questions WHERE state <> 'withdrawn'"
    for (question,) in read(asked, ()):
        yield from written_in(question)


def _told(read: Read) -> Iterable[str]:
    """People and places of what was told and not put away, the most often told of first."""
    rows = read(
        """SELECT DISTINCT mentions.words, mentions.session, mentions.turn, turns.kind FROM mentions
            JOIN turns ON turns.session = mentions.session AND turns.id = mentions.turn
            WHERE part IN ('who', 'where', 'kin') AND claim NOT IN (SELECT claim FROM hidden)""",
        (),
    )
    tellings = Counter[str]()
    for words, _, _, kind in rows:
        weight = TOLD_OFTEN if kind == WRITTEN else 1
        tellings.update({name: weight for name in _within(words)})
    return (name for name, count in tellings.most_common() if count >= TOLD_OFTEN)


def _within(words: str) -> frozenset[str]:
    """The names in a few words that are no sentence: "Tom" is one although it stands first."""
    return frozenset(written_in(f"x {words}"))
