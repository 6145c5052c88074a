"""Puts a date right where a turn means to, in whatever words: which date is right, which wrong, and whose they are."""

from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, cite, claim
from voice_agent.memory.clauses import pieces, sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import meet
from voice_agent.memory.people.persons import sort
from voice_agent.memory.repairs import commentary, leaning
from voice_agent.memory.repairs.heard import SAID, Heard, narrow, tells
from voice_agent.memory.repairs.target import asked, target
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms, weight

LOOKED = 6
"""Claims with a date, told last in this sitting, among which a date without a story looks for its own."""


def puts_right(heard: Heard) -> None:
    """Find the right date, the wrong one and whose they are."""
    turn = heard.thread.turn
    if any(
        _mends(each) and narrow(each.edtf) and not each.anchor and each.continues for each in turn
    ):
        return
    every = sorted({each.first: each for each in (*heard.short, *heard.dates)}.items())
    own = [each for _, each in every if not each.anchor and narrow(each.edtf)]
    earlier = heard.dated_before
    right, wrong = _sides(heard, own, earlier)
    if right is None:
        return
    goal = _goal(heard, right, wrong, earlier)
    if goal is None:
        return
    denied = wrong.edtf if wrong else goal.edtf
    # "it was 1972, 1968 can't be right" is not "after 1968"
    turn[:] = [each for each in turn if not (_mends(each) and not each.what)]
    # "they came in forty-one, no, they weren't even in it" denies the year alone
    turn[:] = [
        replace(each, polarity=True) if each.id == goal.id else _quoted(each, denied, right.edtf)
        for each in turn
    ]
    correction = Correction(Part.WHEN, denied)
    held = [n for n, each in enumerate(turn) if _holds(each, right) and each.id != goal.id]
    if held:
        place = held[-1]
        made = replace(turn[place], corrects=correction, modality=Modality.SAID, retold=False)
        turn[place] = made
        _tie(turn, place, goal)
        return
    turn.append(
        claim(
            (cite(heard.turn, right.first, right.last, Part.WHEN, version=heard.version),),
            heard.turn.said_at,
            edtf=right.edtf,
            corrects=correction,
            continues=goal.id,
            sitting=heard.thread.sitting,
        )
    )


def ties(turn: list[Claim]) -> None:
    """ "It's 1966 on the form, I filled it in wrong. 1963": what is put right is the story, not the form."""
    story = next((x for x in turn if x.edtf and said(x) and tells(x) and not x.corrects), None)
    right = next((x for x in turn if _mends(x)), None)
    if story is None or right is None or turn.index(right) < turn.index(story) or sort(right):
        return
    about = next((x for x in turn if x.id == right.continues), None)
    if about is None and leaning.near_by(story.edtf, right.edtf):
        correction = Correction(Part.WHEN, story.edtf)
        made = replace(right, corrects=correction, continues=story.id, retold=False)
        turn[turn.index(right)] = made
    elif (
        (
            about
            and about is not story
            and not sort(about)
            and meet(about.edtf or story.edtf, story.edtf)
        )
        and about.continues is None
        and turn.index(story) < turn.index(about)
    ):
        turn[turn.index(about)] = replace(about, continues=story.id, retold=True)


def tidies(turn: list[Claim]) -> None:
    """ "It was 1959, I only said 1957 out of habit": what was just denied is quoted, not told."""
    for place, each in enumerate(turn):
        right = next((x for x in turn[:place] if _mends(x) and x.corrects), None)
        if right is None or right.corrects is None or each.corrects or not each.edtf:
            continue
        if each.edtf == right.corrects.denied and not meet(each.edtf, right.edtf):
            turn[place] = replace(each, retold=True)


def _sides(
    heard: Heard, own: Sequence[When], earlier: Sequence[Claim]
) -> tuple[When | None, When | None]:
    """Return the date that is right and the one that is wrong, where the turn says both."""
    if not own:
        return None, None
    called = commentary.denied(heard.turn.text, [(each.first, each.last) for each in own])
    denied = [each for place, each in enumerate(own) if place in called]
    told = {each.edtf for each in earlier}
    stale = [each for each in own if each.edtf in told]
    story = [each for each in own if _told_with(heard.thread.turn, each)]
    rest = [each for each in own if each not in story and each not in denied]
    rest = [each for each in rest if _before(each, story)]
    rest = [each for each in rest if each not in stale or not _quotes(heard.turn.text, each)]
    if rest:
        # told in this very breath: nobody puts right what was just said by saying it again
        right = _bare(heard.turn.text, rest)[-1]
        return right, _before(right, story)
    apart = [each for each in own if not any(meet(each.edtf, x.edtf) for x in denied)]
    if len({each.edtf for each in apart}) > 1:
        # the one that was told before is the one put right
        rest = [each for each in apart if not any(meet(each.edtf, x.edtf) for x in stale)]
        if rest:
            denied, apart = [*denied, *stale], rest
    if not apart:
        return None, None
    right = _bare(heard.turn.text, apart)[-1]
    wrong = [x for x in (*denied, *apart) if not meet(x.edtf, right.edtf)]
    return right, next((x for x in wrong if leaning.near_by(x.edtf, right.edtf)), None)


def _quotes(text: str, date: When) -> bool:
    """Is the date said to have been told before, in its own sentence: "1961, I said?"?"""
    sentence = next((text[a:b] for a, b in sentences(text) if a <= date.first < b), text)
    return SAID.search(sentence) is not None


def _before(date: When, story: Sequence[When]) -> When | None:
    """The last of the dates told with a story that `date` may put right."""
    found = [
        each for each in story if each.first < date.first and leaning.near_by(each.edtf, date.edtf)
    ]
    return found[-1] if found else None


def _told_with(turn: Sequence[Claim], date: When) -> bool:
    """Does a story of this turn rest on these very words: one of a known sort, or the first that it tells?"""
    first = next((told for told in turn if told.edtf and said(told)), None)
    return any(
        each.part is Part.WHEN and each.first <= date.first < each.last
        for told in turn
        if told is first or (said(told) and sort(told))
        for each in told.mentions
    )


def _bare(text: str, dates: Sequence[When]) -> Sequence[When]:
    """Those of `dates` that stand alone or with small words ("make it fifty-two"), else all."""
    spans = [(each.first, each.last) for each in dates]
    notes = [(a, b) for a, b, inside in pieces(text, spans) if commentary.read(text[a:b], inside)]
    bare = [each for each in dates if any(a <= each.first and each.last <= b for a, b in notes)]
    return bare or dates


def _goal(heard: Heard, right: When, wrong: When | None, earlier: Sequence[Claim]) -> Claim | None:
    """Return the claim whose date is put right: told with the wrong one, and in this breath, asked about or alike."""
    thread = heard.thread
    here = [x for x in thread.turn if x.edtf and not meet(x.edtf, right.edtf)]
    if wrong:
        here = [x for x in here if meet(x.edtf, wrong.edtf) and not x.retold]
    elif here:
        here = [x for x in here if leaning.near_by(x.edtf, right.edtf)]
    near = [x for x in earlier if leaning.near_by(x.edtf, right.edtf)]
    if wrong:
        near = [x for x in near if meet(x.edtf, wrong.edtf)]
    words = terms(heard.turn.text)
    best = max(near, key=lambda x: weight(words & terms(x.what)), default=None)
    alike = weight(words & terms(best.what)) if best else 0.0
    known = {each.id: each for each in near}
    wanted = heard.about or asked(thread.asked, thread.known)
    if wanted and wanted in known:
        return known[wanted]
    if here and not (wrong and alike >= 2):
        return here[0]
    made = next((x for x in reversed(thread.turn) if _holds(x, right)), None)
    if made and sort(made):
        found = target(replace(made, corrects=Correction(Part.WHEN, "")), near)
        return known.get(found) if found else None
    if alike >= 1:
        return best
    if made and weight(said(made)) >= 2 and not wrong:
        return None  # it tells something else
    last = [x for x in thread.told if x.edtf][-LOOKED:]
    told = [x for x in reversed(last) if x.id in known]
    if wrong:
        return told[0] if told else (near[-1] if near else None)
    return told[0] if told and (told[0] in thread.before or told[0] is last[-1]) else None


def _holds(claim: Claim, right: When) -> bool:
    """Does the claim have the right date?"""
    return bool(claim.edtf) and claim.edtf.rstrip("?~%") == right.edtf.rstrip("?~%")


def _quoted(each: Claim, denied: str, right: str) -> Claim:
    """A claim of the same turn with the wrong date, which only quotes what is put right."""
    if not each.edtf or meet(each.edtf, right):
        return each
    return replace(each, retold=True) if meet(each.edtf, denied) else each


def _tie(turn: list[Claim], place: int, goal: Claim) -> None:
    """Let the strand of a claim of this turn go on about `goal`."""
    here = {each.id: n for n, each in enumerate(turn)}
    seen = {place}
    while (
        (before := turn[place].continues) is not None
        and before in here
        and here[before] not in seen
    ):
        place = here[before]
        seen.add(place)
        if turn[place].id == goal.id:
            return
    if turn[place].id != goal.id and (turn[place].continues is None):
        turn[place] = replace(turn[place], continues=goal.id)


def _mends(claim: Claim) -> bool:
    return bool(claim.edtf and claim.corrects and claim.corrects.part is Part.WHEN)
