"""`python -m lab comfort`: sixty hard moments, what was said, which rule chose it, what rule it broke.

Each moment of hard_moments.tsv is played to the real planner in the middle of a talk: what we had asked, what the
narrator says, what they say next. Feelings are read by the shipped reader where its weights are here. A person
should judge the page this writes (lab/reports/comfort.md); the program only checks what can be checked, in both answers: one question at
most, short, last; no question after tears or shame's confession; after these and a fresh loss no other subject and no date; nothing merry; what was
refused not asked again; no praise, advice, therapy or feeling of our own; nobody's death announced or affirmed; no
arguing. The reviewed safety page may be longer.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from lab.evaluation.tables import Figures
from voice_agent.backends import EmotionReader
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage, StoryInHand
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.silence import after_silence
from voice_agent.interview.topic_change import opens
from voice_agent.interview.wording.checks import faults, parts
from voice_agent.reading.words.vocabulary import said
from voice_agent.story import Bearing, Feeling

MOMENTS = Path(__file__).with_name("hard_moments.tsv")
ORDINARY = Path(__file__).with_name("ordinary_moments.tsv")
"""A hundred and fifty answers in which nothing is hard: few words, sideways, or said to us."""

AT = datetime(2026, 11, 22, 10, 9, tzinfo=UTC)
"""The clock of the house in every moment."""

Feel = Callable[[str], tuple[Feeling, Bearing]]
"""How something was told, and how to carry oneself after it, in the mood of what was told before."""

Feels = Callable[[], Feel]
"""Somebody who feels along from the beginning of one moment."""

SILENCES = (12.0, 30.0, 90.0)
"""Seconds, as config/agent.toml has them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One hard moment."""

    kind: str
    asked: str
    words: str
    next: str


@dataclass(frozen=True, slots=True)
class Met:
    """How a moment was met."""

    moment: Moment
    move: Move
    then: Move
    before: Feeling
    after: Feeling
    broken: tuple[str, ...]
    waiting: tuple[Move, ...] = ()
    """What is said while nothing is said, at SILENCES."""

    bearings: tuple[Bearing, ...] = ()
    """How the interviewer carries itself in its two answers."""

    @property
    def texts(self) -> tuple[str, str]:
        """Its two answers."""
        return self.move.text, self.then.text


def read(path: Path = MOMENTS) -> tuple[Moment, ...]:
    """Read kind, tab, what we asked, tab, what they say, tab, what they say next."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(Moment(*line.split("\t")) for line in lines if line and not line.startswith("#"))


def no_feelings() -> Feel:
    """Where there is no reader: everything is told plainly."""
    return lambda words: (Feeling(), Bearing())


def felt_by(reader: EmotionReader) -> Feels:
    """Where `reader` reads what is felt, as a talk uses it: the mood of a moment lasts as long as the moment."""

    def feels() -> Feel:
        sympathy = Sympathy(reader)

        def feel(words: str) -> tuple[Feeling, Bearing]:
            (feeling,) = reader.read([words]) if words else (Feeling(),)
            bearing = sympathy.bearing(feeling)
            sympathy.told(feeling)
            return feeling, bearing

        return feel

    return feels


def meet(rules: Rules, moment: Moment, feels: Feels) -> Met:
    """Play one moment, from the middle of a talk."""
    feel = feels()
    asking = Candidate(moment.asked, Wants.MORE, Source.PROTOCOL, rules.topic.name)
    progress = Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=(moment.asked,)),
        story=StoryInHand(depth=1),
        question=OpenQuestion(text=moment.asked, chosen=asking),
        turns=6,
    )
    opening = Opening(consented=True)
    waiting = _wait(rules, progress) if moment.kind == "silence" else ()
    feeling, bearing = feel(moment.words)
    heard = Heard(moment.words, 6.0, 9.0, feeling, bearing=bearing, at=AT)
    progress, move = planner.reply(rules, progress, heard, opening)
    after, bearing_after = feel(moment.next)
    again = Heard(moment.next, 3.0, 9.5, after, bearing=bearing_after, at=AT)
    then = Move(Act.NOTHING, reason="the talk is over")
    if not move.ends:
        _, then = planner.reply(rules, progress, again, opening)
    wrong = list(broken(moment, move, first=True))
    for each in (*waiting, then):
        wrong += broken(moment, each, first=False)
    bearings = (bearing, bearing_after)
    return Met(moment, move, then, feeling, after, tuple(wrong), waiting, bearings)


def _wait(rules: Rules, progress: Progress) -> tuple[Move, ...]:
    moves: list[Move] = []
    for seconds in SILENCES:
        progress, move = after_silence(rules, progress, seconds, SILENCES)
        moves.append(move)
    return tuple(moves)


_OWN_FEELING = re.compile(
    r"\bI(?:'m| am)? (?:so )?(?:feel|felt|sad|sorry for|happy|proud|love|hope)\b"
)
_ADVICE = re.compile(
    r"\b(?:you should|you must|you need to|try to|have you tried|why don't you)\b", re.I
)
_TALKS_DOWN = re.compile(
    r"\b(?:dear|sweetie|bless you|good (?:girl|boy)|there there|calm down|cheer up)\b", re.I
)
_DEAD = re.compile(
    r"\b(?:dead|died|passed|no longer|late (?:husband|mother)|is coming|will be home|is on (?:his|her) way|is at)\b",
    re.I,
)
_ARGUES = re.compile(r"\b(?:but I|actually|I only|not my fault|calm)\b", re.I)
_PRAISE = re.compile(r"\b(?:well done|amazing|wonderful|fantastic|great job|good for you)\b", re.I)  # fmt: skip

_MERRY = re.compile(
    r"\b(?:lovely|fun|funny|laugh\w*|smil\w+|happy|glad|delight\w*|merry|cheerful|how nice|good to hear|pleasure|joy)\b", re.I
)  # fmt: skip

QUIET = frozenset({"tears", "shame"})
"""Kinds of moment after which nothing is asked at once; the reviewed safety page may ask its one question."""


TENDER = QUIET | {"fresh grief", "old grief", "loneliness", "worry"}
"""Kinds of moment after which nobody is led elsewhere at once, nor asked for a date."""


_OF_TIME = ("asked for: the ", "asked for: how long")
"""Wishes that are answered with a number of ours."""


def broken(moment: Moment, move: Move, *, first: bool) -> tuple[str, ...]:
    """The rules that an answer broke, in words. `first`: to what was hard; else to what was said after it."""
    found: list[str] = []
    if move.act is Act.SAFETY or move.reason.startswith("safety"):
        if move.text.count("?") > 1:
            found.append("more than one question")
    elif move.text and move.act is not Act.CLOSING:  # the phrase book's own, checked with it
        clock = move.text if move.reason.startswith(_OF_TIME) else ""
        # who and what our own question may name is the planner's to know; what is said before it is not
        cue = move.text if move.act is Act.CUE else ""  # reviewed words, which name nobody
        known = said(moment.words, moment.asked, moment.next, move.ask, clock, cue)
        found += [f"{each.rule}" for each in faults(move.text, known)]
    questions = [each for each in parts(move.text) if each.endswith("?")]
    safety = move.reason.startswith("safety")
    if first and moment.kind in QUIET and questions and not safety:
        found.append("a question at once")
    if first and moment.kind in TENDER and _elsewhere(move):
        found.append("another subject at once")
    if first and moment.kind in TENDER and _MERRY.search(move.text):
        found.append("merry while it hurts")
    if moment.kind in TENDER and move.question is not None and move.question.wants is Wants.WHEN:
        found.append("asks for a date while it hurts")
    if moment.kind == "refusal" and moment.asked in move.text:
        found.append("asked again what was not wanted")
    if moment.kind == "the dead as living" and _DEAD.search(move.text):
        found.append("announced or affirmed")
    if moment.kind == "anger at us" and _ARGUES.search(move.text):
        found.append("argued")
    for rule, name in (
        (_OWN_FEELING, "claims a feeling"),
        (_ADVICE, "gives advice"),
        (_TALKS_DOWN, "talks down"),
        (_PRAISE, "praises"),
    ):
        if rule.search(move.text) and not safety:
            found.append(name)
    return tuple(found)


def _meet_all(rules: Rules, feels: Feels, moments: Sequence[Moment]) -> list[Met]:
    """Each with a seed of its own, so that the page shows more than one choice."""
    return [
        meet(replace(rules, seed=rules.seed + n), each, feels) for n, each in enumerate(moments)
    ]


def evaluate(rules: Rules, feels: Feels, moments: Sequence[Moment]) -> tuple[Figures, list[Met]]:
    """Play every moment. The first row, for comparison, is the planner that is told nothing of feelings."""
    deaf = replace(rules, parts=replace(rules.parts, emotion=False))
    met: list[Met] = []
    unfelt: list[Met] = []
    turns: list[dict[str, object]] = []
    rows: list[dict[str, object]] = []
    for name, book, reader in (
        ("deaf to feelings", deaf, no_feelings),
        ("as it is", rules, feels),
    ):
        met = _meet_all(book, reader, moments)
        unfelt = unfelt or met
        turns += [_turn(name, each) for each in met]
        rows.append(
            {
                "interviewer": name,
                "moments": len(met),
                "rules broken": sum(len(each.broken) for each in met),
                "a question at once": sum("?" in each.move.text for each in met),
                "another subject at once": sum(_elsewhere(each.move) for each in met),
                "words of ours": sum(len(each.move.text.split()) for each in met) / len(met),
                "valence next": sum(each.after.valence - each.before.valence for each in met)
                / len(met),
                **_carried(met, unfelt),
            }
        )
    kinds = Counter(each.moment.kind for each in met)
    figures = Figures(
        "comfort",
        f"{len(met)} moments ({', '.join(f'{n} {kind}' for kind, n in kinds.items())}), two answers each",
        rows,
        rules.seed,
        [
            "What the narrator says next is scripted: its valence says how the moments were written, not what "
            "our answer did. Pace, patience and murmurs are of all answers, two a moment; a pace or patience of 1 is "
            "that of every day. Whether an answer comforts is for a person to judge; none has yet."
        ],
        more={
            "broken": [
                {"said": each.moment.words, "answer": each.move.text, "rules": each.broken}
                for each in met
                if each.broken
            ]
        },
        turns=turns,
    )
    return figures, met


def _carried(met: Sequence[Met], unfelt: Sequence[Met]) -> dict[str, object]:
    """What feeling along changes: `unfelt` is the same moments, met by who is told nothing of feelings."""
    answers = [each for one in met for each in zip((one.move, one.then), one.bearings, strict=True)]
    pairs = zip(met, unfelt, strict=True)
    return {
        "answered otherwise than deaf": sum(one.texts != other.texts for one, other in pairs),
        "asks how old or when": sum(
            move.question is not None and move.question.wants is Wants.WHEN for move, _ in answers
        ),
        "pace": sum(move.pace * bearing.pace for move, bearing in answers) / len(answers),
        "patience": sum(bearing.patience for _, bearing in answers) / len(answers),
        "murmurs not plain": sum(bearing.tone != "plain" for _, bearing in answers),
    }


def _turn(name: str, met: Met) -> dict[str, object]:
    """One moment, for the log."""
    return {
        "interviewer": name,
        **asdict(met.moment),
        "before": asdict(met.before) | {"also": sorted(met.before.also)},
        "silence": [each.text for each in met.waiting],
        "answer": met.move.text,
        "because": met.move.reason,
        "after": asdict(met.after) | {"also": sorted(met.after.also)},
        "then": met.then.text,
        "then because": met.then.reason,
        "broken": met.broken,
    }


def _elsewhere(move: Move) -> bool:
    """Does it open another story, though nobody asked for that?"""
    return move.question is not None and opens(move.question) and "asked for" not in move.reason


def page(met: Sequence[Met], *, ordinary: bool = False) -> str:
    """All of it as a page that a person can read and judge."""
    lines = [
        f"# How {'ordinary answers' if ordinary else 'hard moments'} are met",
        "",
        f"Made by `python -m lab comfort {'--ordinary --page lab/reports/ordinary.md' if ordinary else '--page lab/reports/comfort.md'}`.",
        "Every moment is invented and played to the real planner, with its own words and without a language model or a",
        "memory of other talks. After each answer stands the rule that chose it. Whether it listens, and whether it",
        "comforts, is for a person to judge. In brackets after the narrator's words: what feeling is read in them, how strong (0 to",
        "1), and valence (-1 to 1).",
        "",
        "| moments | rules broken | a question at once | another subject at once |",
        "|---|---|---|---|",
        f"| {len(met)} | {sum(len(each.broken) for each in met)} | {sum('?' in each.move.text for each in met)} "
        f"| {sum(_elsewhere(each.move) for each in met)} |",
        "",
    ]
    for kind in dict.fromkeys(each.moment.kind for each in met):
        lines += [f"## {kind[0].upper()}{kind[1:]}", ""]
        for each in met:
            if each.moment.kind == kind:
                lines += _as_lines(each)
    return "\n".join(lines).rstrip() + "\n"


def _as_lines(each: Met) -> list[str]:
    moment = each.moment
    wrong = f" **Broken: {', '.join(each.broken)}.**" if each.broken else ""
    return [
        f"- Asked: {moment.asked}",
        *(
            f"  - ({seconds:.0f} s of silence) **{move.text}**"
            for seconds, move in zip(SILENCES, each.waiting, strict=False)
        ),
        f"  - Narrator: {moment.words or '(says nothing)'} {_felt(each.before)}",
        f"  - **{each.move.text or '(silence)'}** ({each.move.reason}){wrong}",
        f"  - Narrator: {moment.next} {_felt(each.after)}",
        f"  - **{each.then.text or '(silence)'}** ({each.then.reason})",
        "",
    ]


def _felt(feeling: Feeling) -> str:
    return f"({feeling.category} {feeling.intensity:.1f}, {feeling.valence:+.1f})"
