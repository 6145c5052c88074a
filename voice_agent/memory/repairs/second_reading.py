"""What a turn puts right, takes back or passes on where no rule read it: by its meaning, and where its shape allows.

    second(Heard(thread, turn, version, dates), meaning)

comes after the rules and only adds. A date is put right only where the turn holds one and another was told for the
same thing before, within a few years; what is told plainly is never touched.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from voice_agent.memory.claims import Claim, ClaimId, Correction, Modality, Part, cite, claim
from voice_agent.memory.clauses import pieces, sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import CLOSE, meet, moved
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.people.persons import sort
from voice_agent.memory.repairs import commentary, cues, doubting, leaning, whose_date
from voice_agent.memory.repairs.meant import MeaningReader, Meant, plainly, stretch
from voice_agent.memory.repairs.target import asked, target
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms, weight
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

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
it: then it puts right only perhaps. On the practice and open lives 12 of 13 dates told plainly and taken for put right
are below all three, and 6 of 73 dates really put right."""

LEANS, ALONE = 0.3, 0.07
"""From these shares on a turn may put right what it tells itself; and a date that stands all alone in its sentence."""

NAMED, BACK, APART = 0.55, 0.65, 0.75
"""From these shares on what follows takes a story back, or says that it was a joke: where it names the story again,
where it only follows in the same breath, and in the next. The mean of what it says alone and after the story counts."""

WHOLE = 0.5
"""The story and what follows must reach this together."""

TELLS = 7
"""Words from which on a sentence with a date tells something, and does not only name the date."""

TAIL = 40
"""Words; who takes a story back does not go on about it."""

NARROW = 370
"""Days: a date that can be put right, and one that puts right, says at least the year."""

_CAPITAL = re.compile(r"\b(?!I\b)[A-Z]\w+")
"""A name, or a sentence's first word."""

_SAID = re.compile(
    r"\b(?:I|we|you)(?:['’]ve|['’]d| have| had)? (?:said|told|gave|given|wrote|written|(?:put|have|had|got) (?:it|that|\d{4}|\w+ down))\b",
    re.IGNORECASE,
)

LOOKED = 6
"""Claims with a date, told last in this sitting, among which a date without a story looks for its own."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn after the rules went through it."""

    thread: Thread
    turn: Turn
    version: int
    """Of its wording."""

    dates: Sequence[When]
    """Those said in it."""

    short: Sequence[When] = ()
    """What may be a year besides, as in "forty-two"."""

    about: ClaimId | None = None
    """The claim that was just asked about, where that is known."""

    @property
    def talk(self) -> whose_date.Talk:
        """The turn and what was told before it, as whose date it is is weighed."""
        thread = self.thread
        told = [x.edtf for x in (*self.dates, *self.short) if not x.anchor and _narrow(x.edtf)]
        return whose_date.Talk(
            terms(self.turn.text),
            tuple(dict.fromkeys(told)),
            [*thread.earlier, *thread.told],
            frozenset(each.id for each in thread.before),
            self.turn.session,
            bool(self.about or thread.asked),
        )


def second(heard: Heard, meaning: MeaningReader) -> None:
    """Add to the claims of the turn at hand what its meaning says, where the rules found nothing of it."""
    turn = heard.thread.turn
    if heard.dates or heard.short:
        ruled = any(each.corrects for each in turn)
        first, last = stretch(heard.turn.text, heard.dates)
        shares = meaning.read(_plainly(heard, first, last))
        mends = shares.get(Meant.CORRECTS, 0.0)
        if mends < HARDLY and _tells_of_two(heard):
            _lets_be(turn)
        if leaning.shifts(turn, heard.thread.known, mends):
            pass
        elif mends >= (ALONE if _alone(heard) else SURE):
            _puts_right(heard)
        if not any(each.corrects for each in turn):
            _leans(heard, meaning, shares)
        if mends >= LEANS:
            _ties(turn)
        _tidies(turn)
        _looks_again(heard, meaning, mends, ruled=ruled)
    if not any(each.corrects for each in turn):
        _takes_back(heard, meaning)


def _looks_again(heard: Heard, meaning: MeaningReader, mends: float, *, ruled: bool) -> None:
    whole, spans = mends, sentences(heard.turn.text)
    if whose_date.LEANS <= mends < whose_date.SURE and len(spans) > 1:
        # small talk around it makes the reading of a whole turn less sure
        alone = [_mending(heard, meaning, span) for span in _dated(heard, heard.dates)]
        mends = max([mends, *alone])
    thread, talk = heard.thread, heard.talk
    whose_date.look_again(thread.turn, talk, mends)
    if not talk.asked:
        together = not ruled and _only_together(heard, meaning, whole)
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
    return dated[0] if len(dated) == 1 and not _SAID.search(heard.turn.text) else None


def _dated(heard: Heard, dates: Sequence[When]) -> list[tuple[int, int]]:
    """The sentences that hold one of `dates`."""
    spans = sentences(heard.turn.text)
    return [(a, b) for a, b in spans if any(a <= each.first < b for each in dates)]


def _mending(heard: Heard, meaning: MeaningReader, span: tuple[int, int]) -> float:
    """How much a part of the turn puts right by itself, 0..1."""
    return meaning.read(_plainly(heard, *span)).get(Meant.CORRECTS, 0.0)


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
        return any(leaning.near_by(x.edtf, dates[0].edtf) for x in told if _narrow(x.edtf))
    return False


def _leans(heard: Heard, meaning: MeaningReader, shares: Mapping[Meant, float]) -> None:
    """What to make of a date that is told in doubtful words."""
    turn = heard.thread.turn
    if not any(each.edtf for each in turn):
        return
    spans = sentences(heard.turn.text)
    dated = _dated(heard, heard.dates) if len(spans) > 1 else []
    how = leaning.lean([shares, *(meaning.read(_plainly(heard, a, b)) for a, b in dated)])
    if how is Meant.CORRECTS:
        leaning.gives_way(turn, _before_this(heard))
    elif how is not Meant.PLAIN:
        modality = Modality.HEARSAY if how is Meant.HEARSAY else Modality.GUESS
        if modality is Modality.HEARSAY and cues.first_hand(heard.turn.text):
            return
        if shares.get(how, 0.0) >= HEARD:
            _doubts(turn, modality)
        else:
            leaning.stands_back(turn, _before_this(heard), modality)


def _before_this(heard: Heard) -> list[Claim]:
    """What was told before this turn."""
    return [x for x in (*heard.thread.earlier, *heard.thread.told) if _tells(x)]


def _earlier(heard: Heard) -> list[Claim]:
    """What was told with a date before this turn, put right or not asserted left out."""
    return [each for each in _before_this(heard) if each.edtf and not each.corrects]


def _plainly(heard: Heard, first: int, last: int) -> str:
    inside = [moved(each, -first) for each in heard.dates if first <= each.first < last]
    return plainly(heard.turn.text[first:last], inside)


def _takes_back(heard: Heard, meaning: MeaningReader) -> None:
    """What follows a story and says that it was none: it may name it again, or only follow it."""
    turn, spans = heard.thread.turn, sentences(heard.turn.text)
    if not spans or not (turn or heard.thread.before):
        return
    told, first = _begun(turn, spans)
    # told a turn ago: then it is this whole turn that may take it back
    tries = [(heard.thread.before, spans[0][0])] if heard.thread.before else []
    if first < spans[-1][1]:
        tries = [(told, first), *tries]
    for story, begins in tries:
        words = heard.turn.text[begins:]
        if len(words.split()) > TAIL or all(x.modality is Modality.JOKE for x in story):
            continue
        together = _untrue(heard, meaning, 0) if story is told else _after(heard, meaning)
        if together < doubting.TOGETHER:
            continue  # "And that's all." alone may mean anything
        found = terms(words)
        goal = max(reversed(story), key=lambda each: weight(found & terms(each.what)))
        bar = NAMED if _names(found, goal) else BACK if story is told else APART
        alone = _untrue(heard, meaning, begins)
        if story is told:
            alone = max(alone, _untrue(heard, meaning, spans[-1][0]))
        mean = (together + alone) / 2
        if together < WHOLE or mean < bar:
            if mean >= doubting.UNTRUE * bar:
                doubting.story(turn, goal, heard.turn, heard.version, begins, heard.thread.sitting)
                return
            continue
        if story is told:
            turn[:] = [
                replace(each, modality=Modality.JOKE)
                for each in turn
                if each.mentions[0].first < begins
            ]
            return
        retracts = claim(
            (cite(heard.turn, begins, spans[-1][1], Part.WHAT, version=heard.version),),
            heard.turn.said_at,
            polarity=False,
            corrects=Correction(None),
            continues=goal.id,
            sitting=heard.thread.sitting,
        )
        turn[:] = [retracts]
        return


def _untrue(heard: Heard, meaning: MeaningReader, first: int) -> float:
    """How much of what is said from `first` on says that a story was none, 0..1."""
    shares = meaning.read(_plainly(heard, first, len(heard.turn.text.rstrip())))
    return shares.get(Meant.TAKES_BACK, 0.0) + shares.get(Meant.JOKE, 0.0)


def _after(heard: Heard, meaning: MeaningReader) -> float:
    """The same of this turn with the narrator's last one before it."""
    last = heard.thread.last_turn[0] if heard.thread.last_turn else None
    shares = meaning.read(f"{last.text} {heard.turn.text}" if last else heard.turn.text)
    return shares.get(Meant.TAKES_BACK, 0.0) + shares.get(Meant.JOKE, 0.0)


def _names(words: frozenset[str], story: Claim) -> bool:
    """Do the words tell the story again, in short?"""
    shared = words & terms(story.what)
    return weight(shared) >= 1.4 or 2 * len(shared) > len(terms(story.what)) > 0


def _begun(turn: Sequence[Claim], spans: Sequence[tuple[int, int]]) -> tuple[list[Claim], int]:
    """The claims of the first sentence of a turn that tells anything, and where the next begins."""
    if not turn:
        return [], spans[-1][1]
    first = min(each.mentions[0].first for each in turn)
    place = next(n for n, (_, end) in enumerate(spans) if first < end)
    told = [each for each in turn if each.mentions[0].first < spans[place][1]]
    return told, spans[place + 1][0] if place + 1 < len(spans) else spans[-1][1]


def _doubts(turn: list[Claim], how: Modality) -> None:
    turn[:] = [
        replace(each, modality=how) if each.modality is Modality.SAID and each.edtf else each
        for each in turn
    ]


def _tells_of_two(heard: Heard) -> bool:
    """Has a turn that nobody asked for two dates of its own, and none that it quotes?"""
    if heard.thread.asked or _SAID.search(heard.turn.text):
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


def _ties(turn: list[Claim]) -> None:
    """ "It's 1966 on the form, I filled it in wrong. 1963": what is put right is the story, not the form."""
    story = next((x for x in turn if x.edtf and said(x) and _tells(x) and not x.corrects), None)
    right = next((x for x in turn if _mends(x)), None)
    if story is None or right is None or turn.index(right) < turn.index(story) or sort(right):
        return
    about = next((x for x in turn if x.id == right.continues), None)
    if about is None and _near(story.edtf, right.edtf):
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


def _tidies(turn: list[Claim]) -> None:
    """ "It was 1959, I only said 1957 out of habit": what was just denied is quoted, not told."""
    for place, each in enumerate(turn):
        right = next((x for x in turn[:place] if _mends(x) and x.corrects), None)
        if right is None or right.corrects is None or each.corrects or not each.edtf:
            continue
        if each.edtf == right.corrects.denied and not meet(each.edtf, right.edtf):
            turn[place] = replace(each, retold=True)


def _mends(claim: Claim) -> bool:
    return bool(claim.edtf and claim.corrects and claim.corrects.part is Part.WHEN)


def _puts_right(heard: Heard) -> None:
    """Find the right date, the wrong one and whose they are."""
    turn = heard.thread.turn
    if any(
        _mends(each) and _narrow(each.edtf) and not each.anchor and each.continues for each in turn
    ):
        return
    every = sorted({each.first: each for each in (*heard.short, *heard.dates)}.items())
    own = [each for _, each in every if not each.anchor and _narrow(each.edtf)]
    earlier = _earlier(heard)
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


def _narrow(edtf: str) -> bool:
    days = strict_bounds(edtf)
    return days.days <= NARROW


def _tells(claim: Claim) -> bool:
    """Is it something that happened, told as it was?"""
    return claim.polarity and claim.modality not in (Modality.JOKE, Modality.BELIEF)


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
    return right, next((x for x in wrong if _near(x.edtf, right.edtf)), None)


def _quotes(text: str, date: When) -> bool:
    """Is the date said to have been told before, in its own sentence: "1961, I said?"?"""
    sentence = next((text[a:b] for a, b in sentences(text) if a <= date.first < b), text)
    return _SAID.search(sentence) is not None


def _before(date: When, story: Sequence[When]) -> When | None:
    """The last of the dates told with a story that `date` may put right."""
    found = [each for each in story if each.first < date.first and _near(each.edtf, date.edtf)]
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


def _near(one: str, other: str) -> bool:
    """Are two dates apart, and no further than people are out?"""
    a, b = strict_bounds(one), strict_bounds(other)
    return not meet(one, other) and abs(a.earliest.year - b.earliest.year) <= CLOSE


def _goal(heard: Heard, right: When, wrong: When | None, earlier: Sequence[Claim]) -> Claim | None:
    """Return the claim whose date is put right: told with the wrong one, and in this breath, asked about or alike."""
    thread = heard.thread
    here = [x for x in thread.turn if x.edtf and not meet(x.edtf, right.edtf)]
    if wrong:
        here = [x for x in here if meet(x.edtf, wrong.edtf) and not x.retold]
    elif here:
        here = [x for x in here if _near(x.edtf, right.edtf)]
    near = [x for x in earlier if _near(x.edtf, right.edtf)]
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
