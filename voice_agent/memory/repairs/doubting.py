"""What a turn may put right or take back, and may not: a doubt, which memory keeps silent until it is settled.

Between a repair that is heard as one and plain telling lie turns that sound a little like a repair, that hold
nothing but a date a few years from the one just told, or a smile that may be about the story. What they say is kept,
with `Correction.perhaps`: memory/doubts.py says what follows.
"""

from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, claim, claim_id
from voice_agent.memory.claims import cite as cited
from voice_agent.memory.dates.turn_dates import LATELY
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.people.persons import sort
from voice_agent.memory.repairs import leaning, whose_date
from voice_agent.memory.repairs.whose_date import OWN, Talk
from voice_agent.memory.strands import said
from voice_agent.memory.terms import weight
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

PERHAPS = 0.1
"""From this share of putting right on a turn may mean a story that it fits. Of 71 repairs by a hand that had taught
nothing 65 in 100 reach `second_reading.SURE`, 89 this; of its 34 stories none. Chosen, like the rest, on the practice lives of
`voice-agent evaluate retold` (seeds 7 and 31)."""

FITS, OWN_FITS = 0.8, 3.0
"""What such a story must reach (`whose_date.weighed`), and where the turn tells what may be a story of its own."""

BESIDE = 0.02
"""From this share on a date without a story of its own may be that of what was told a turn ago."""

FIRM = 0.6
"""Below this share what the rules took for a repair of an earlier turn is a doubt."""

TOGETHER, UNTRUE = 0.2, 0.3
"""What follows a story may say that it was none where story and remark reach the first together, and their mean
the second as a part of what `untrue` asks of a story taken back for certain. On the practice lives that
held back 15 more of 80 such stories and none of 1,447 tellings; at half as much 4 tellings more were lost."""

SHORT = 30
"""Words; in a longer turn without a date something is told."""


def dates(turn: list[Claim], talk: Talk, mends: float) -> None:
    """Let what may put a date right doubt it; `mends` is how much the turn puts right, 0..1."""
    if any(each.corrects and each.corrects.part for each in turn):
        return
    for place in reversed([n for n, each in enumerate(turn) if _tells(each)]):
        made = turn[place]
        goal = None if made.anchor else _goal(turn, made, talk, mends)
        if goal is None:
            continue
        perhaps = Correction(Part.WHEN, perhaps=True)  # whose date it is may be forgotten one day
        if not any(made.continues == each.id for each in turn):
            turn[place] = replace(made, corrects=perhaps, continues=goal.id)
            return
        # it goes on about what this turn tells: the date alone doubts the other
        bare = tuple(each for each in made.mentions if each.part is Part.WHEN)
        if bare != made.mentions:
            turn.append(
                replace(made, id=claim_id(bare), mentions=bare, corrects=perhaps, continues=goal.id)
            )
            return


def _goal(turn: list[Claim], made: Claim, talk: Talk, mends: float) -> Claim | None:
    alone = not own(made)
    if mends >= PERHAPS:
        found = whose_date.weighed(talk.sought(turn, made.edtf), talk.earlier)
        if found and found[0].fits >= (FITS if alone else OWN_FITS):
            return found[0].claim
    if not alone or mends < BESIDE:
        return None
    near = [x for x in talk.earlier if x.id in talk.just and _tells(x)]
    near = [x for x in near if leaning.near_by(x.edtf, made.edtf)]
    return near[-1] if near else None


def weakens(turn: list[Claim], mends: float) -> None:
    """Let what the rules took for a repair be a doubt, where its meaning is none.

    "The other day" is when something was said: it puts nothing right.
    """
    for place, each in enumerate(turn):
        if not _mends(each) or each.corrects is None:
            continue
        if any(LATELY.match(words) for words in each.words(Part.WHEN)):
            turn[place] = replace(each, corrects=None)
        elif mends < FIRM and each.continues and not any(x.id == each.continues for x in turn):
            turn[place] = replace(each, corrects=replace(each.corrects, perhaps=True))


def _mends(each: Claim) -> bool:
    return bool(each.edtf and each.corrects and each.corrects.part is Part.WHEN)


def undated(thread: Thread, turn: Turn, version: int) -> None:
    """Let "The year. It was three years later." doubt the date told a turn ago, where no date came of it."""
    here = thread.turn
    if any(each.edtf or each.corrects for each in here):
        return
    goal = next((x for x in reversed(thread.before) if _tells(x)), None)
    if goal is None or len(turn.text.split()) > SHORT:
        return
    made = claim(
        (cited(turn, 0, len(turn.text.rstrip()), Part.WHAT, version=version),),
        turn.said_at,
        polarity=False,
        corrects=Correction(Part.WHEN, goal.edtf, perhaps=True),
        continues=goal.id,
        sitting=thread.sitting,
    )
    here[:] = [*(each for each in here if each.id != made.id), made]


def story(
    turn: list[Claim], told: Claim, here: Turn, version: int, first: int, sitting: int
) -> None:
    """Let what is said from character `first` of the turn on doubt the story of which `told` is a part."""
    mention = cited(here, first, len(here.text.rstrip()), Part.WHAT, version=version)
    made = claim(
        (mention,),
        here.said_at,
        polarity=False,
        corrects=Correction(None, perhaps=True),
        continues=told.id,
        sitting=sitting,
    )
    turn[:] = [*(each for each in turn if each.id != made.id), made]


def own(made: Claim) -> bool:
    """Does a claim tell a story of its own?"""
    return bool(sort(made)) or weight(said(made)) >= OWN or bool(made.words(Part.WHERE))


def _tells(each: Claim) -> bool:
    return (
        bool(each.edtf)
        and each.polarity
        and not each.retold
        and not each.corrects
        and each.modality not in (Modality.JOKE, Modality.BELIEF)
        and strict_bounds(each.edtf).days <= leaning.TWO_YEARS
    )
