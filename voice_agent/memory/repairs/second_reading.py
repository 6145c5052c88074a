"""What a turn puts right, takes back or passes on where no rule read it: by its meaning, and where its shape allows.

    second(Heard(thread, turn, version, dates), meaning)

comes after the rules and only adds. A date is put right only where the turn holds one and another was told for the
same thing before, within a few years; what is told plainly is never touched.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Modality, Part
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import meet
from voice_agent.memory.repairs import cues, doubting, leaning, putting_right, untrue, whose_date
from voice_agent.memory.repairs.heard import SAID, Heard, narrow
from voice_agent.memory.repairs.meant import MeaningReader, Meant, stretch
from voice_agent.memory.strands import said

SURE = 0.6
"""From this share on a date is put right. Chosen on repairs that taught nothing: models/meant/README.md."""

HEARD = 0.8
"""From this share on a date told for certain is taken for what others say, or for a guess."""

HARDLY = 0.3
"""Below this share two dates are told, and none put right, whatever a rule took them for: of 20 written turns with two
true dates that the rules took for a correction 19 are below it, and of 81 real ones none. (Nothing of 9 of the 20 had
been taught to an earlier reader, of which 6 were below.)"""

CLEARLY, PLAINLY, NOT_THAT = 0.9, 0.1, 0.7
"""Below the first of these shares a whole turn, below the second its one dated sentence, below the third all the rest of
it: then it puts right only perhaps. With it and TELLS 7 dates told plainly in 20 practice lives of `voice-agent evaluate
retold` are taken for put right instead of 12, and 3 of 124 that were put right are shown, as before."""

LEANS, ALONE = 0.3, 0.07
"""From these shares on a turn may put right what it tells itself; and a date that stands all alone in its sentence."""

TELLS = 7
"""Words from which on a sentence with a date tells something, and does not only name the date."""

_CAPITAL = re.compile(r"\b(?!I\b)[A-Z]\w+")
"""A name, or a sentence's first word."""


def second(heard: Heard, meaning: MeaningReader) -> None:
    """Add to the claims of the turn at hand what its meaning says, where the rules found nothing of it."""
    turn = heard.thread.turn
    if heard.dates or heard.short:
        ruled = any(each.corrects for each in turn)
        first, last = stretch(heard.turn.text, heard.dates)
        shares = meaning.read(heard.plainly(first, last))
        mends = shares.get(Meant.CORRECTS, 0.0)
        if mends < HARDLY and _tells_of_two(heard):
            _lets_be(turn)
        if leaning.shifts(turn, heard.thread.known, mends):
            pass
        elif mends >= (ALONE if _alone(heard) else SURE):
            putting_right.puts_right(heard)
        if not any(each.corrects for each in turn):
            _leans(heard, meaning, shares)
        if mends >= LEANS:
            putting_right.ties(turn)
        putting_right.tidies(turn)
        _looks_again(heard, meaning, mends, ruled=ruled)
    if not any(each.corrects for each in turn):
        untrue.takes_back(heard, meaning)


def _looks_again(heard: Heard, meaning: MeaningReader, mends: float, *, ruled: bool) -> None:
    whole, spans = mends, sentences(heard.turn.text)
    if whose_date.LEANS <= mends < whose_date.SURE and len(spans) > 1:
        # small talk around it makes the reading of a whole turn less sure
        alone = [_mending(heard, meaning, span) for span in _dated(heard, heard.dates)]
        mends = max([mends, *alone])
    thread, talk = heard.thread, heard.talk
    whose_date.look_again(thread.turn, talk, mends)
    if not talk.asked:
        mended = not ruled and any(each.corrects for each in thread.turn)
        together = mended and _only_together(heard, meaning, whole)
        doubting.weakens(thread.turn, 0.0 if together else mends)
        if not _plainly_told(heard, meaning, whole):
            doubting.dates(thread.turn, talk, mends)
        if mends >= SURE:
            doubting.undated(thread, heard.turn, heard.version)


def _only_together(heard: Heard, meaning: MeaningReader, whole: float) -> bool:
    """Does a story told plainly sound like a repair only because of the small talk around it?

    "God, it's years since I thought of that. We lost the dog in 1954."
    """
    told = _told_apart(heard)
    if whole >= CLEARLY or told is None:
        return False
    text, (first, last) = heard.turn.text, told
    rest = f"{text[:first]} {text[last:]}".strip()
    if not rest or _mending(heard, meaning, told) >= PLAINLY:
        return False
    return meaning.read(rest).get(Meant.CORRECTS, 0.0) < NOT_THAT


def _plainly_told(heard: Heard, meaning: MeaningReader, whole: float) -> bool:
    """Is the one date of a turn told in a sentence that tells something, and nothing sounds like a repair?"""
    told = _told_apart(heard)
    if whole >= doubting.PERHAPS or told is None:
        return False
    words = heard.turn.text[told[0] : told[1]].split()
    return len(words) >= TELLS and _mending(heard, meaning, told) < PLAINLY


def _told_apart(heard: Heard) -> tuple[int, int] | None:
    """The one sentence that holds the dates of a turn in which nobody quotes what they said, or None."""
    dated = _dated(heard, (*heard.dates, *heard.short))
    return dated[0] if len(dated) == 1 and not SAID.search(heard.turn.text) else None


def _dated(heard: Heard, dates: Sequence[When]) -> list[tuple[int, int]]:
    """The sentences that hold one of `dates`."""
    spans = sentences(heard.turn.text)
    return [(a, b) for a, b in spans if any(a <= each.first < b for each in dates)]


def _mending(heard: Heard, meaning: MeaningReader, span: tuple[int, int]) -> float:
    """How much a part of the turn puts right by itself, 0..1."""
    return meaning.read(heard.plainly(*span)).get(Meant.CORRECTS, 0.0)


def _alone(heard: Heard) -> bool:
    """Does a date stand in a sentence of its own after another was told: "Nearer 1956."?"""
    for first, last in sentences(heard.turn.text):
        dates = [each for each in heard.dates if first <= each.first < last and not each.anchor]
        if len(dates) != 1:
            continue
        rest = heard.turn.text[first : dates[0].first], heard.turn.text[dates[0].last : last]
        words = " ".join(rest).split()
        if len([x for x in words if x.strip(",.;:!?—–-")]) > 2 or _CAPITAL.search(
            " ".join(rest)[1:]
        ):
            continue
        told = [x for x in (*heard.thread.turn, *heard.thread.before) if x.edtf and said(x)]
        return any(leaning.near_by(x.edtf, dates[0].edtf) for x in told if narrow(x.edtf))
    return False


def _leans(heard: Heard, meaning: MeaningReader, shares: Mapping[Meant, float]) -> None:
    """What to make of a date that is told in doubtful words."""
    turn = heard.thread.turn
    if not any(each.edtf for each in turn):
        return
    spans = sentences(heard.turn.text)
    dated = _dated(heard, heard.dates) if len(spans) > 1 else []
    how = leaning.lean([shares, *(meaning.read(heard.plainly(a, b)) for a, b in dated)])
    if how is Meant.CORRECTS:
        leaning.gives_way(turn, heard.before)
    elif how is not Meant.PLAIN:
        modality = Modality.HEARSAY if how is Meant.HEARSAY else Modality.GUESS
        if modality is Modality.HEARSAY and cues.first_hand(heard.turn.text):
            return
        if shares.get(how, 0.0) >= HEARD:
            _doubts(turn, modality)
        else:
            leaning.stands_back(turn, heard.before, modality)


def _doubts(turn: list[Claim], how: Modality) -> None:
    turn[:] = [
        replace(each, modality=how) if each.modality is Modality.SAID and each.edtf else each
        for each in turn
    ]


def _tells_of_two(heard: Heard) -> bool:
    """Has a turn that nobody asked for two dates of its own, and none that it quotes?"""
    if heard.thread.asked or SAID.search(heard.turn.text):
        return False
    return len({each.edtf for each in (*heard.dates, *heard.short)}) > 1


def _lets_be(turn: list[Claim]) -> None:
    """Take what the rules made of the dates of a turn back: both are told, of two things."""
    known = {each.id: each for each in turn}
    for place, each in enumerate(turn):
        if each.corrects is None or each.corrects.part is not Part.WHEN:
            continue
        goal = known.get(each.continues) if each.continues else None
        apart = bool(each.edtf) and not (goal and goal.edtf and meet(goal.edtf, each.edtf))
        turn[place] = replace(each, corrects=None, continues=None if apart else each.continues)
