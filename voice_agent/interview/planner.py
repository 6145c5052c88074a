"""What the interviewer does next. Pure: where we stand and what was heard in, a move out.

This first version leads one topic in our own words, without a language model: open a scene, stay
two or three questions inside a story, ask for what is missing (when, where, who, what it was like,
why it stayed), never the same question twice, and close on time. Safety and wishes by voice are
asked before anything else.
"""

import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from voice_agent.interview import commands, consent, phrases
from voice_agent.interview.commands import Command
from voice_agent.interview.phrases import PhraseBook
from voice_agent.interview.protocol import Question, Topic, Wants
from voice_agent.interview.safety import Net


class Stage(StrEnum):
    """Where a session stands."""

    CONSENT = "consent"
    TALK = "talk"
    OVER = "over"


class Act(StrEnum):
    """What a move does."""

    NOTICE = "notice"
    CONSENT = "consent"
    GREET = "greeting"
    QUESTION = "question"
    CUE = "cue"
    BREAK = "break"
    ANSWER = "answer"
    SAFETY = "safety"
    CLOSING = "closing"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to say, and what follows from it."""

    act: Act
    say: str = ""
    """Statements first; spoken before `ask`."""

    ask: str = ""
    """At most one question, last."""

    reason: str = ""
    """Which rule chose it; for the journal."""

    consent: bool | None = None
    """The narrator has just said yes (True) or no (False)."""

    ends: bool = False
    """The session is over when this has been said."""

    deaf: bool = False
    """Capture ends before this is said: somebody said stop."""

    pace: float = 1.0
    """Factor asked for by voice, applied from now on."""

    loudness: float = 1.0
    """Factor asked for by voice, applied from now on."""

    withheld: bool = False
    """What the narrator said must not be written down (safety level 2 and above)."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(part for part in (self.say, self.ask) if part)

    def worded(self, text: str) -> "Move":
        """The same move in other words; `text` ends in its question, if it asks one."""
        sentences = re.split(r"(?<=[.!?])\s+", text.strip())
        asks = sentences.pop() if sentences[-1].endswith("?") else ""
        return replace(self, say=" ".join(sentences), ask=asks)


@dataclass(frozen=True, slots=True)
class Heard:
    """A finished turn of the narrator."""

    text: str
    seconds: float = 0.0
    """Length of the turn."""

    minutes: float = 0.0
    """Since the session began, on the microphone's clock."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known before the first word."""

    consented: bool = False
    last_time: str = ""
    """A sentence that recalls the last session in the narrator's words, or nothing."""

    half_told: str = ""
    """What the narrator was saying when the power went, in their own words, or nothing."""

    announcements: tuple[str, ...] = ()
    """Said aloud at the start, e.g. that a slower engine is in use."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a session stands. A value: speculation may throw it away."""

    stage: Stage = Stage.CONSENT
    asked: tuple[str, ...] = ()
    """Every question ever asked in this session, in order."""

    depth: int = 0
    """Questions asked inside the story now being told."""

    told: frozenset[Wants] = frozenset()
    """What the story has already given."""

    last: str = ""
    """The question the narrator is answering."""

    unclear: int = 0
    """Answers to the consent question that were neither yes nor no."""

    quiet: int = 0
    """How many of our cues the narrator has let pass since they last spoke."""

    break_offered: bool = False
    safety_asked: bool = False
    """We asked the one question of level 2 and wait for its answer."""

    used: Mapping[str, int] = field(default_factory=dict[str, int])
    """Phrase -> times said this session."""

    turns: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """What the planner knows but does not change."""

    topic: Topic
    phrases: PhraseBook
    notice: consent.Wording
    net: Net
    name: str = ""
    seed: int = 0
    soft_close: float = 25.0
    """Minutes."""

    break_offer: float = 20.0
    """Minutes."""

    hard_stop: float = 45.0
    """Minutes."""


STAY = 3
"""Questions inside one story before a new scene is opened (the paper's depth, product.md)."""

SHORT = 6
"""An answer of fewer words says little: another way in is offered instead of a third follow-up."""


def open_session(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    """The first thing said."""
    notice = rules.notice
    if not opening.consented:
        say = " ".join((*opening.announcements, *notice.first))
        return Progress(last=notice.ask), Move(Act.CONSENT, say, notice.ask, "no consent yet")
    progress = Progress(stage=Stage.TALK)
    before = (notice.standing, *opening.announcements)
    return _greet(rules, progress, before, opening)


def recall_last_time(rules: Rules, progress: Progress, opening: Opening) -> tuple[Progress, Move]:
    """What follows the yes of a first session."""
    return _greet(rules, progress, (rules.notice.yes,), opening)


def _greet(
    rules: Rules, progress: Progress, before: tuple[str, ...], opening: Opening
) -> tuple[Progress, Move]:
    if opening.half_told:
        recalled, progress = _phrase(rules, progress, "resume_power_cut")
        said, progress = _phrase(rules, progress, "go_on")
        say = " ".join((*before, phrases.fill(recalled, told=opening.half_told)))
        return replace(progress, last=said), Move(Act.GREET, say, said, "an unfinished story")
    say = " ".join((*before, opening.last_time)).strip()
    progress, question = _next_scene(rules, progress)
    return progress, Move(Act.GREET, say, question, "opens the topic")


def reply(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    """Answer a finished turn. Vetoes first: danger, then wishes, then consent, then the interview."""
    progress = replace(progress, quiet=0, turns=progress.turns + 1)
    if level := rules.net.level(heard.text):
        asked = level == "2"
        move = Move(Act.SAFETY, rules.net.say(level), reason=f"safety level {level}", withheld=True)
        return replace(progress, safety_asked=asked, told=frozenset(), depth=0), move
    if progress.safety_asked:
        return _after_the_question(rules, replace(progress, safety_asked=False), heard)
    if wish := commands.understood(heard.text):
        return _grant(rules, progress, wish)
    if progress.stage is Stage.CONSENT:
        return _consent(rules, progress, heard, opening)
    if heard.minutes >= rules.hard_stop:
        return _close(rules, progress, "the hard stop of the session")
    if heard.minutes >= rules.soft_close and progress.depth >= 1:
        return _close(rules, progress, "the session's time is over")
    if heard.minutes >= rules.break_offer and not progress.break_offered:
        said, progress = _phrase(rules, replace(progress, break_offered=True), "break_offer")
        return replace(progress, last=said), Move(Act.BREAK, "", said, "time for a break")
    return _lead(rules, progress, heard)


def after_silence(
    rules: Rules, progress: Progress, quiet: float, waits: tuple[float, float, float]
) -> tuple[Progress, Move]:
    """What to say when nobody has spoken for `quiet` seconds since our last word.

    `waits`: seconds to the gentle cue, to "take your time", to the offer of a rest. Each comes once
    until the narrator speaks.
    """
    kinds = ("gentle_cue", "reassure", "rest_offer")
    if progress.stage is Stage.OVER or progress.quiet >= len(kinds):
        return progress, Move(Act.NOTHING)
    if quiet < waits[progress.quiet]:
        return progress, Move(Act.NOTHING)
    kind = kinds[progress.quiet]
    said, progress = _phrase(rules, progress, kind)
    progress = replace(progress, quiet=progress.quiet + 1)
    return progress, Move(Act.CUE, said, reason=f"{quiet:.0f} s of silence")


def _consent(
    rules: Rules, progress: Progress, heard: Heard, opening: Opening
) -> tuple[Progress, Move]:
    answer = consent.answer(heard.text)
    if answer is True:
        progress, move = recall_last_time(rules, replace(progress, stage=Stage.TALK), opening)
        return progress, replace(move, consent=True)
    if answer is False:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.notice.no, reason="consent refused", consent=False, ends=True
        )
    if progress.unclear >= 1:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.notice.unclear, reason="no clear yes", consent=False, ends=True
        )
    again = replace(progress, unclear=progress.unclear + 1, last=rules.notice.ask_again)
    return again, Move(Act.CONSENT, rules.notice.again, rules.notice.ask_again, "no clear answer")


def _after_the_question(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """The answer to "are you thinking of ending your life?". In doubt it counts as a yes."""
    no = consent.answer(heard.text) is False
    key = "2-no" if no else "2-yes"
    return progress, Move(Act.SAFETY, rules.net.say(key), reason=f"safety {key}", withheld=True)


def _grant(rules: Rules, progress: Progress, wish: Command) -> tuple[Progress, Move]:
    reason = f"asked for: {wish}"
    match wish:
        case Command.STOP | Command.GOODBYE:
            if progress.stage is Stage.CONSENT:
                over = replace(progress, stage=Stage.OVER)
                return over, Move(
                    Act.CLOSING, rules.notice.no, reason=reason, consent=False, ends=True
                )
            return _close(rules, progress, reason, short=wish is Command.STOP)
        case Command.REPEAT:
            said, progress = _phrase(rules, progress, "repeat")
            return progress, Move(Act.ANSWER, said, progress.last, reason)
        case Command.SLOWER | Command.FASTER:
            said, progress = _phrase(rules, progress, str(wish))
            factor = 0.85 if wish is Command.SLOWER else 1.15
            return progress, Move(Act.ANSWER, said, progress.last, reason, pace=factor)
        case Command.LOUDER | Command.QUIETER:
            said, progress = _phrase(rules, progress, str(wish))
            factor = 1.4 if wish is Command.LOUDER else 0.7
            return progress, Move(Act.ANSWER, said, progress.last, reason, loudness=factor)
        case Command.PERSON:
            said, progress = _phrase(rules, progress, "not_a_person")
            return progress, Move(Act.ANSWER, said, progress.last, reason)
        case Command.SKIP:
            if progress.stage is Stage.CONSENT:
                return progress, Move(
                    Act.CONSENT, rules.notice.again, rules.notice.ask_again, reason
                )
            said, progress = _phrase(rules, progress, "skipped")
            progress, question = _next_scene(rules, progress)
            return progress, Move(Act.QUESTION, said, question, reason)


def _close(
    rules: Rules, progress: Progress, reason: str, *, short: bool = False
) -> tuple[Progress, Move]:
    said, progress = _phrase(rules, progress, "stopped" if short else "thanks")
    over = replace(progress, stage=Stage.OVER)
    return over, Move(Act.CLOSING, said, reason=reason, ends=True, deaf=short)


def _lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """Stay inside the story while it gives, then open another."""
    if not heard.text.strip():
        said, progress = _phrase(rules, progress, "did_not_hear")
        return progress, Move(Act.ANSWER, said, reason="nothing was understood")
    told = progress.told | given(heard.text)
    progress = replace(progress, told=told)
    short = len(heard.text.split()) < SHORT
    if progress.depth < STAY and not (short and progress.depth >= 2):
        for wants in (Wants.MORE, Wants.WHEN, Wants.WHERE, Wants.WHO, Wants.LIKE, Wants.WHY):
            # `more` first and only once a story; the rest only where the story left it open
            if wants in told or (wants is Wants.MORE and progress.depth > 0):
                continue
            if question := _fresh(rules, progress, wants):
                said, progress = _phrase(rules, progress, "acknowledge")
                progress = replace(
                    progress,
                    depth=progress.depth + 1,
                    told=told | {wants},
                    asked=(*progress.asked, question.ask),
                    last=question.ask,
                )
                return progress, Move(Act.QUESTION, said, question.ask, f"the story lacks: {wants}")
    said, progress = _phrase(rules, progress, "bridge")
    progress, question = _next_scene(rules, progress)
    if not question:
        return _close(rules, progress, "every question of the topic was asked")
    return progress, Move(Act.QUESTION, said, question, "a new scene")


def _next_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    scene = _fresh(rules, progress, Wants.SCENE)
    if scene is None:
        return progress, ""
    return replace(
        progress, depth=0, told=frozenset(), asked=(*progress.asked, scene.ask), last=scene.ask
    ), scene.ask


def _fresh(rules: Rules, progress: Progress, wants: Wants) -> Question | None:
    open_ones = [q for q in rules.topic.wanting(wants) if q.ask not in progress.asked]
    if not open_ones:
        return None
    if wants is Wants.SCENE and not progress.asked:
        return open_ones[0]  # the first of a topic is written to be its door
    return random.Random(f"{rules.seed} {len(progress.asked)} {wants}").choice(open_ones)


def _phrase(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """Pick a phrase the narrator has not just heard, and remember it."""
    said = rules.phrases.pick(kind, seed=rules.seed + progress.turns, used=progress.used)
    used = Counter(progress.used)
    used[said] += 1
    return said, replace(progress, used=dict(used))


_WHEN = re.compile(
    r"\b(1[89]\d\d|20\d\d|nineteen|eighteen hundred|twenties|thirties|forties|fifties|sixties|"
    r"seventies|eighties|years? old|(?:when|since) i was (?:\w+ )?(?:\w+)|christmas|easter|"
    r"(?:in|that|one) (?:the )?(?:spring|summer|autumn|fall|winter)|during the war|"
    r"january|february|april|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:in|at|near|from|to|outside) (?:the )?(?:village|town|city|farm|kitchen|house|school|"
    r"church|garden|yard|street|river|sea|coast|mill|shop|barn|field|woods|hills|country)\b|"
    r"\b(?:in|at|near|from|outside) [A-Z][a-z]+"
)
_WHO = re.compile(
    r"\b(mother|father|mum|mom|mama|dad|papa|pa|ma|brother|sister|grandmother|grandfather|grandma|"
    r"grandpa|gran|aunt|uncle|cousin|husband|wife|friend|neighbou?rs?|teacher|son|daughter)\b",
    re.IGNORECASE,
)


def given(said: str) -> frozenset[Wants]:
    """Which of when, where and who an answer already holds, so that it is not asked for."""
    found = {
        Wants.WHEN: _WHEN.search(said),
        Wants.WHERE: _WHERE.search(said),
        Wants.WHO: _WHO.search(said),
    }
    return frozenset(wants for wants, match in found.items() if match)
