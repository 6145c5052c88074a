"""What, who and where of a stretch of a turn, as mentions that cite it."""

from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Mention, Part, cite
from voice_agent.memory.dates.stretches import Span, contents
from voice_agent.memory.people.who import people
from voice_agent.memory.places import places
from voice_agent.memory.reading import Reading
from voice_agent.story import Turn


def mentioned(
    turn: Turn, reading: Reading, start: int, last: int, dates: Sequence[Span], version: int
) -> list[Mention]:
    """Cite what, who and where of [start, last); `dates` in it are cited by the caller. Raises nothing."""
    names = [
        replace(each, first=each.first - start, last=each.last - start)
        for each in reading.names
        if start <= each.first and each.last <= last
    ]
    text = turn.text[start:last]
    taken = [(first - start, end - start) for first, end in dates]
    made = [
        cite(turn, first, end, Part.WHAT, version=version)
        for first, end in contents(turn.text, start, last, dates)
    ]
    for each in people(text, names):
        if not any(each.first < end and first < each.last for first, end in taken):
            part = Part.KIN if each.kin else Part.WHO
            made.append(cite(turn, start + each.first, start + each.last, part, version=version))
    taken += [(m.first - start, m.last - start) for m in made if m.part is not Part.WHAT]
    made += [
        cite(turn, start + place.first, start + place.last, Part.WHERE, version=version)
        for place in places(text, names, taken)
    ]
    return made
