"""A year that may be meant in place of one told a moment ago: asked back, shortly, and never again said back as it was.

Memory reads what a turn puts right (`heard.PutsRight`, joined in conversation/years.py). Where both years were named it is put right.
Where only the right one was said, both stand until the narrator answers "1955, then?". What memory puts nothing right by is
thanked for, and nothing is said to be put right.
"""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark, near
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules import losses
from voice_agent.reading.evidence import TABLE, Deed

KIND = TABLE[Deed.PUT_RIGHT].question

MOST_YEARS_ASKED = 2
"""Times a talk that a year is asked back: nobody is examined."""


def heed(rules: Rules, progress: Progress, heard: Heard) -> Progress:
    """Note what the turn puts right; a sentence with the year told before is not said back at the end."""
    read = rules.readers.puts_right
    found = read(progress.tellings.heard, progress.question.text, heard.text) if read else None
    if found is None:
        return replace(progress, tellings=replace(progress.tellings, years=None))
    gone = [words.lower() for words in found.told]
    kept = tuple(
        each for each in progress.tellings.said if not any(x in each.lower() for x in gone)
    )
    return replace(progress, tellings=replace(progress.tellings, years=found, said=kept))


def open_(progress: Progress) -> bool:
    """Was only one of two years named, so that nobody knows which is right?"""
    return progress.tellings.years is not None and not progress.tellings.years.settled


def both_stay(progress: Progress) -> bool:
    """Are there two years, and was the narrator asked often enough today which one holds?"""
    return open_(progress) and progress.coverage.kinds.count(KIND) >= MOST_YEARS_ASKED


def met(progress: Progress) -> str:
    """The kind of phrase that answers a correction: no more than is true of what stands now."""
    if progress.safety.unrecorded or progress.tellings.years is None:
        return "told_otherwise"
    return "corrected" if progress.tellings.years.settled else "both_years"


def ask(rules: Rules, progress: Progress, heard: Heard) -> Candidate | None:
    """Ask whether the year just said is the right one; not while it hurts, and seldom."""
    if progress.tellings.years is None or not open_(progress) or both_stay(progress):
        return None
    if dark(heard) or near(progress) or heard.telling.sorrow.hurts:
        return None
    if losses.mourned(progress.comfort.mourned, progress.turns) or progress.safety.confused:
        return None
    said = rules.words.phrases.kinds[KIND].say[0]
    return Candidate(
        phrases.fill(said, told=progress.tellings.years.year), Wants.WHEN, Source.STORY, kind=KIND
    )


def answered(progress: Progress, heard: Heard) -> bool:
    """Is that question answered in a few words? Then the story goes on where it was."""
    question = progress.question.chosen
    return question is not None and question.kind == KIND and heard.telling.words <= FEW


FEW = 6
"""Words; who says more tells on. A guess."""
