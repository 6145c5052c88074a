"""Does memory know that it is one event, told again? Does it keep conflicts, and forget what was put right?

Conventions: items are tellings; the reference says of which event each is, memory says in which of its
events it put it. B-cubed precision and recall (Bagga and Baldwin 1998) are means over items, F1 of the
means over all lives; its 95 % interval is a bootstrap over lives. A telling of which memory made no event
is an event of its own. Baselines see the same claims.

Lives, tellings and labels: `retold_lives`, `retold_templates`.
"""

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from lab.evaluation.memory import told_again
from lab.evaluation.memory.retold_lives import NamesakeCase, RetoldLife, Telling, life, namesakes
from lab.evaluation.memory.retold_residue import Residue
from lab.evaluation.memory.retold_templates import Which
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.memory.bubbles import Bubble, bubbles
from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.dates.when import bounds
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import Life, weave
from voice_agent.memory.reading import Reader
from voice_agent.memory.surroundings import understood
from voice_agent.memory.terms import alike, terms
from voice_agent.memory.thread import Setting
from voice_agent.story import Speaker, Turn

TRUSTED = 1000
"""Bootstrap samples."""


class Score(NamedTuple):
    """B-cubed."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def b_cubed(reference: Sequence[Hashable], found: Sequence[Hashable]) -> Score:
    """Return B-cubed precision and recall of the grouping `found` against `reference`, item by item."""
    if not reference:
        return Score(1.0, 1.0)
    precision = recall = 0.0
    for label, group in zip(reference, found, strict=True):
        together = [r for r, f in zip(reference, found, strict=True) if f == group]
        same = [f for r, f in zip(reference, found, strict=True) if r == label]
        precision += together.count(label) / len(together)
        recall += same.count(group) / len(same)
    return Score(precision / len(reference), recall / len(reference))


@dataclass(frozen=True, slots=True)
class Row:
    """One way of putting tellings together."""

    name: str
    precision: float
    recall: float
    f1: float
    low: float
    high: float
    """95 % interval of F1."""


class Opened(NamedTuple):
    """Conflicts that one way of putting together opened."""

    name: str
    found: int
    """Of those that are."""

    opened: int
    false: int
    """Opened, and none."""


class Acted(NamedTuple):
    """What memory did to tellings, rightly and wrongly."""

    asked: int
    """Dates put right that stand beside the right one: the narrator is asked."""

    dates: int
    """Dates told plainly that memory takes for put right."""

    of_dates: int
    stories: int
    """Stories told plainly that memory takes for taken back."""

    of_stories: int


@dataclass(frozen=True, slots=True)
class Retold:
    """What came out."""

    seed: int
    which: Which
    lives: int
    tellings: int
    rows: tuple[Row, ...]
    """Baselines first, ours last."""

    conflicts: int
    opened: tuple[Opened, ...]
    """Conflicts by rules alone, and with embeddings where there were any."""

    corrected: int
    """Dates put right."""

    still_used: int
    """Of those, whose wrong date is still the date of an event: it was put right in words that name no wrong date, or none."""

    banned: int
    """Jokes and stories taken back."""

    banned_in_outputs: int
    acted: Acted
    claims: int
    claims_citing: int
    """Claims of which every value stands in the words cited."""

    dated: int
    dated_right: int
    """Tellings with a date whose claim says the same days."""

    namesakes: int
    namesakes_merged: int
    namesakes_whole: int
    """People among them who stayed one person each."""

    residue: Residue | None = None
    """What was left of erased events; None: not looked for."""

    def figures(self) -> Figures:
        """The table, and in `more` everything for other programs."""
        rows = [
            {
                "tellings put together by": row.name,
                "precision": row.precision,
                "recall": row.recall,
                "B-cubed F1": row.f1,
                "95 %": (row.low, row.high),
            }
            for row in self.rows
        ]
        conflicts = [
            f"Conflicts, {each.name}: {each.found} of {self.conflicts} opened "
            f"(recall {_share(each.found, self.conflicts)}), {each.false} of {each.opened} opened are none "
            f"({_share(each.false, each.opened)})."
            for each in self.opened
        ]
        notes = [
            *conflicts,
            f"Dates put right: {self.corrected}; the wrong one still an event's date: {self.still_used}; beside the right one, and "
            f"asked about: {self.acted.asked}.",
            f"Jokes and stories taken back: {self.banned}; in an output: {self.banned_in_outputs}.",
            f"Dates told plainly: {self.acted.of_dates}; taken for put right: {self.acted.dates}. Stories told plainly: {self.acted.of_stories}; taken "
            f"for taken back: {self.acted.stories}.",
            f"Claims: {self.claims}; whose cited words hold every value: {self.claims_citing}.",
            f"Tellings with a date: {self.dated}; read as it was meant: {self.dated_right}.",
            f"Namesakes: {self.namesakes} pairs; made one: {self.namesakes_merged}; people who stayed one person "
            f"each: {self.namesakes_whole} of {2 * self.namesakes}.",
            *_residue(self.residue),
            "Not measured: speech recognition errors.",
        ]
        about = f"{self.tellings} tellings of the events of {self.lives} invented lives ({self.which} sentences)"
        return Figures("retold", about, rows, self.seed, notes, asdict(self))


def _residue(found: Residue | None) -> list[str]:
    if found is None:
        return ["Not measured: residue after erasing (it needs the weights)."]
    return [
        f"Erased: {found.events} events; of {found.runs} runs of words that went with them {found.before} stood in the "
        f"folder before and {found.after} after; erasing itself found {found.claimed} left."
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


@dataclass(frozen=True, slots=True)
class Remembered:
    """What memory made of one life."""

    told: RetoldLife
    claims: tuple[Claim, ...]
    life: Life
    bubbles: tuple[Bubble, ...]
    with_meaning: Life | None = None


def remember(
    told: RetoldLife,
    reader: Reader,
    again: Embedder | None,
) -> Remembered:
    """Listen to a life, session by session, as memory does; `again` as in archive.memory_engines.MemoryEngines."""
    claims: list[Claim] = []
    for number, turns in enumerate(told.sessions, start=1):
        distiller = Distiller(reader, Setting(birth=told.birth), tuple(claims), number)
        claims += [claim for turn in turns for claim in distiller.hear(turn).claims]
    woven = weave(claims)
    every = [turn for turns in told.sessions for turn in turns]
    said = {(each.session, each.id): each.text for each in every}
    nearer = weave(claims, vectors=understood(claims, said, again)) if again else None
    best = nearer or woven
    return Remembered(told, tuple(claims), woven, bubbles(every, claims, best), nearer)


def drawn(which: Which, seed: int, first: int, count: int) -> list[RetoldLife]:
    """The lives to be told: of templates as many as are wanted, of a hand those there are."""
    if which == "again":
        return told_again.lives(told_again.SEALED, seed)[first : first + count]
    return [life(seed * 1000 + number, which) for number in range(first, first + count)]


def evaluate(
    reader: Reader,
    embedder: Embedder | None = None,
    again: Embedder | None = None,
    *,
    seed: int = 7,
    lives: int = 20,
    first: int = 0,
    which: Which = "open",
    tick: Callable[[], None] = lambda: None,
) -> Retold:
    """Run it all on one set of sentences, from life `first` on; `tick` is called after each life.

    The counts of slices add up to those of a whole run; namesakes are drawn for the first slice alone.
    """
    remembered: list[Remembered] = []
    for told in drawn(which, seed, first, lives):
        remembered.append(remember(told, reader, again))
        tick()
    ways: list[tuple[str, Callable[[Remembered], list[Hashable]]]] = [
        ("each telling its own event", lambda each: list(range(len(each.told.tellings)))),
        ("same year", _by_year),
        ("same words (overlap >= .5)", _by_words),
    ]
    if embedder:
        ways.append(("same meaning (cosine >= .6)", lambda each: _by_meaning(each, embedder)))
    ways.append(("ours, rules alone", lambda each: _by_events(each, each.life)))
    if again:
        ways.append(("ours, rules and meaning", lambda each: _by_events(each, each.with_meaning)))
    rows = tuple(_row(name, [(r, way(r)) for r in remembered], seed) for name, way in ways)
    cases = namesakes(seed, which=which) if not first and which != "again" else ()
    merged, whole = _namesakes(cases, reader)
    opened = [_opened("rules alone", [_conflicts(each, each.life) for each in remembered])]
    if again:
        found = [_conflicts(each, each.with_meaning or each.life) for each in remembered]
        opened.append(_opened("rules and meaning", found))
    dated = [pair for each in remembered for pair in _dated(each)]
    return Retold(
        seed,
        which,
        len(remembered),
        sum(len(each.told.tellings) for each in remembered),
        rows,
        sum(len(each.told.conflicts) for each in remembered),
        tuple(opened),
        sum(len(each.told.wrong) for each in remembered),
        sum(len(set(still_used(each))) for each in remembered),
        sum(len(each.told.banned) for each in remembered),
        sum(len(banned_in_outputs(each)) for each in remembered),
        Acted(*(sum(each) for each in zip(*map(acted, remembered), strict=True))),
        sum(len(each.claims) for each in remembered),
        sum(cites(claim, each.told) for each in remembered for claim in each.claims),
        len(dated),
        sum(dated),
        len(cases),
        merged,
        whole,
    )


def _row(name: str, pairs: Sequence[tuple[Remembered, list[Hashable]]], seed: int) -> Row:
    scores = [
        (b_cubed([t.event for t in r.told.tellings], groups), len(groups)) for r, groups in pairs
    ]
    rng = random.Random(seed)
    samples = sorted(
        _mean([rng.choice(scores) for _ in scores]).f1 for _ in range(TRUSTED if scores else 0)
    )
    mean = _mean(scores)
    return Row(
        name, mean.precision, mean.recall, mean.f1, samples[TRUSTED // 40], samples[-TRUSTED // 40]
    )


def _mean(scores: Sequence[tuple[Score, int]]) -> Score:
    items = sum(count for _, count in scores)
    return Score(
        sum(score.precision * count for score, count in scores) / items,
        sum(score.recall * count for score, count in scores) / items,
    )


def claims_of(telling: Telling, each: Remembered) -> list[Claim]:
    """The claims that were made of one telling, in order."""
    turns = each.told.sessions[telling.session]
    session = turns[0].session
    return [
        claim
        for claim in each.claims
        if claim.session == session
        and claim.turn == telling.turn
        and telling.first <= claim.mentions[0].first < telling.last
    ]


def _by_events(each: Remembered, woven: Life | None) -> list[Hashable]:
    found: list[Hashable] = []
    for number, telling in enumerate(each.told.tellings):
        events = [
            woven.event_of[claim.id]
            for claim in claims_of(telling, each)
            if woven and claim.id in woven.event_of
        ]
        # a telling of two clauses belongs where its last does; a correction stands last
        found.append(events[0] if events else f"alone {number}")
    return found


def _by_year(each: Remembered) -> list[Hashable]:
    found: list[Hashable] = []
    for number, telling in enumerate(each.told.tellings):
        years = [claim.edtf[:4] for claim in claims_of(telling, each) if claim.edtf]
        found.append(years[-1] if years else f"alone {number}")
    return found


def _by_words(each: Remembered) -> list[Hashable]:
    said = [terms(_text(telling, each.told)) for telling in each.told.tellings]
    return _linked(len(said), lambda a, b: alike(said[a], said[b]) >= 0.5)


def _by_meaning(each: Remembered, embedder: Embedder) -> list[Hashable]:
    vectors = embedder.embed([_text(telling, each.told) for telling in each.told.tellings])
    near = vectors @ vectors.T
    return _linked(len(vectors), lambda a, b: bool(near[a, b] >= 0.6))


def _linked(count: int, same: Callable[[int, int], bool]) -> list[Hashable]:
    home = list(range(count))
    for a in range(count):
        for b in range(a + 1, count):
            if home[a] != home[b] and same(a, b):
                home = [home[a] if place == home[b] else place for place in home]
    return list(home)


def _text(telling: Telling, told: RetoldLife) -> str:
    turns = told.sessions[telling.session]
    return turns[telling.turn - 1].text[telling.first : telling.last]


def _opened(name: str, lives: Sequence[Opened]) -> Opened:
    return Opened(
        name,
        sum(each.found for each in lives),
        sum(each.opened for each in lives),
        sum(each.false for each in lives),
    )


def _conflicts(each: Remembered, woven: Life) -> Opened:
    """Count the conflicts that were rightly opened, those that were, and those that should not be."""
    of_claim = {
        claim.id: telling.event
        for telling in each.told.tellings
        for claim in claims_of(telling, each)
    }
    put_right = {wrong.event for wrong in each.told.wrong}
    opened: list[bool] = []
    found: set[str] = set()
    for open_conflict in woven.conflicts:
        told = {of_claim.get(id, "") for side in open_conflict.sides for id in side.claims}
        right = told & each.told.conflicts if len(told) == 1 else set[str]()
        # asked about a date that was put right without the wrong one: rightly
        opened.append(bool(right or (len(told) == 1 and told & put_right)))
        found |= right
    return Opened("", len(found), len(opened), opened.count(False))


def still_used(each: Remembered) -> list[str]:
    """Return the events of which a date that was put right is still the date; what was said stays as it was said."""
    woven = each.with_meaning or each.life
    found: list[str] = []
    by_id = {claim.id: claim for claim in each.claims}
    for wrong in each.told.wrong:
        claims = {
            claim.id
            for telling in each.told.tellings
            if telling.event == wrong.event
            for claim in claims_of(telling, each)
        }
        for event in woven.events:
            # two events made one: the other may rightly be of that year
            rightly = any(by_id[id].edtf == wrong.edtf for id in event.tellings if id not in claims)
            if claims & set(event.tellings) and wrong.edtf == event.when and not rightly:
                found.append(wrong.event)
    return found


def acted(each: Remembered) -> Acted:
    """Count what memory did to the tellings of one life: what is put right or taken back must have been meant so."""
    woven = each.with_meaning or each.life
    nothing: frozenset[Part] = frozenset()
    by_telling = [(telling, claims_of(telling, each)) for telling in each.told.tellings]
    event_of = {claim.id: telling.event for telling, claims in by_telling for claim in claims}
    sides = {
        (event_of.get(id), side.edtf)
        for found in woven.conflicts
        for side in found.sides
        for id in side.claims
    }
    plain = [claims for telling, claims in by_telling if telling.how == "plain" and claims]
    said = [
        [x for x in claims if x.edtf]
        for telling, claims in by_telling
        if telling.how == "plain" and telling.said
    ]

    def gone(claims: Sequence[Claim], part: Part) -> bool:
        return any(part in woven.superseded.get(x.id, nothing) for x in claims)

    return Acted(
        sum((wrong.event, wrong.edtf) in sides for wrong in each.told.wrong),
        sum(gone(claims, Part.WHEN) for claims in said),
        sum(map(bool, said)),
        sum(gone(claims, Part.WHAT) for claims in plain),
        len(plain),
    )


def outputs(woven: Life, told: Iterable[Bubble]) -> list[str]:
    """Every text that memory gives to others."""
    texts = [event.description for event in woven.events]
    texts += [place for event in woven.events for place in event.places]
    return texts + [bubble.summary for bubble in told]


def banned_in_outputs(each: Remembered) -> list[str]:
    """Return the words of jokes and stories taken back that stand in an output."""
    texts = outputs(each.with_meaning or each.life, each.bubbles)
    return [words for words in each.told.banned if any(words in text for text in texts)]


def cites(claim: Claim, told: RetoldLife) -> bool:
    """Do the words cited stand where they are said to, and do the date's words say the date?"""
    turns = {(turn.session, turn.id): turn for session in told.sessions for turn in session}
    for mention in claim.mentions:
        turn: Turn = turns[mention.session, mention.turn]
        if turn.speaker is not Speaker.NARRATOR:
            return False
        if turn.text[mention.first : mention.last] != mention.words:
            return False
    return bool(claim.words(Part.WHEN)) == bool(claim.edtf)


def _dated(each: Remembered) -> list[bool]:
    """For each telling with an exact meaning: does the last date claimed for it mean the same days?"""
    right: list[bool] = []
    for telling in each.told.tellings:
        if not telling.said or telling.how not in {"plain", "drift", "correction"}:
            continue
        dates = [claim.edtf for claim in claims_of(telling, each) if claim.edtf]
        # a birth told to the month makes ages narrower than the label, which knows the year alone
        right.append(bool(dates) and bounds(telling.said).holds(bounds(dates[-1])))
    return right


def _namesakes(cases: Iterable[NamesakeCase], reader: Reader) -> tuple[int, int]:
    """Count cases in which two people became one, and people who stayed one each."""
    merged = whole = 0
    for case in cases:
        claims: list[Claim] = []
        for number, turns in enumerate(case.sessions, start=1):
            distiller = Distiller(reader, Setting(), tuple(claims), number)
            claims += [claim for turn in turns for claim in distiller.hear(turn).claims]
        people = weave(claims).people
        sides: list[set[str]] = []
        for places in (case.first, case.second):
            ids = {
                claim.id
                for claim in claims
                for session, turn in places
                if claim.turn == turn and claim.session.endswith(f"-{session + 1}")
            }
            sides.append({person for (claim, _), person in people.of.items() if claim in ids})
        merged += bool(sides[0] & sides[1])
        whole += sum(len(side) == 1 for side in sides)
    return merged, whole
