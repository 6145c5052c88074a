"""The nouns of the planner: where a session stands, what was heard, and the move that answers it.

Also the two things every part of it does: pick a phrase, and close. Pure.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from voice_agent.interview import losses
from voice_agent.interview.coverage import Reason
from voice_agent.interview.endings import Ending, Endings
from voice_agent.interview.fitting import Fits
from voice_agent.interview.following import Follows
from voice_agent.interview.growing import Templates
from voice_agent.interview.hard_moments import Hard, Tells
from voice_agent.interview.inviting import Invitation
from voice_agent.interview.known import Recalled
from voice_agent.interview.leave import consent
from voice_agent.interview.leave.permissions import Answered, Asking, Permission
from voice_agent.interview.phrases import PhraseBook
from voice_agent.interview.protocol import Period, Topic, Wants
from voice_agent.interview.questions import WHILE, Cache, Candidate, Source, State
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.met import Meets, Met
from voice_agent.interview.returning.offers import Offer, PastTopic
from voice_agent.interview.returning.shift import Shifts
from voice_agent.interview.safety.safety import Net
from voice_agent.interview.saying_back import milestone, weighed
from voice_agent.interview.steering.commands import Wish
from voice_agent.interview.wording.checks import LONGEST_REPLY, parts
from voice_agent.story import Bearing, Feeling


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
    READING = "reading"
    SAFETY = "safety"
    CLOSING = "closing"
    NOTHING = "nothing"


class Wary(StrEnum):
    """What was told of abuse, where no message goes because of it."""

    TOLD = "told"
    """It was told beside another danger: whoever it names is passed over from now on."""

    ASKED = "asked"
    """It may have been told, and is asked about: whoever it names is passed over in this talk, until it is denied."""

    DENIED = "denied"
    """What was asked about was denied."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One passage of the narrator's book, to be read back."""

    id: str
    says: str
    """The passage, then each difference: "I wrote ... You said ..."."""


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

    alert: str = ""
    """Safety level for which a message goes to a contact: 2, 3, 3m or A; none: no message."""

    about: str = ""
    """What was said before it and just now, turn by turn: who is named there gets no word of abuse. Written down nowhere."""

    wary: Wary | None = None
    """What was told of abuse in `about`, or denied; None: nothing."""

    wish: Wish | None = None
    """What the narrator asked for beyond words: carried out by the session (conversation/granting.py)."""

    also: tuple["Move", ...] = ()
    """What is answered to each further wish of the same turn, in its order."""

    permits: Answered | None = None
    """What the narrator has just allowed or refused; kept by the session."""

    heeds: bool = False
    """It answers something that was said to us, whether or not anything has to be carried out."""

    question: Candidate | None = None
    """The question as it was chosen, where the move asks one of ours."""

    reasons: tuple[Reason, ...] = ()
    """Why that one; they sum to its score."""

    @property
    def text(self) -> str:
        """All of it: what is said to each wish, and the last question."""
        asks = [each.ask for each in (self, *self.also) if each.ask][-1:]
        return " ".join(part for part in (self.said, *asks) if part)

    @property
    def said(self) -> str:
        """All of it but the question."""
        every = dict.fromkeys(each.say for each in (self, *self.also))
        return " ".join(each for each in every if each)

    @property
    def to_us(self) -> bool:
        """Was what it answers, or a part of that, said to us and not told?"""
        answers = self.permits is not None or self.consent is not None
        return answers or any(each.heeds or each.wish for each in (self, *self.also))

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """All that they asked for."""
        return tuple(each.wish for each in (self, *self.also) if each.wish)

    def worded(self, text: str) -> "Move":
        """The same move in other words; `text` ends in its question, if it asks one."""
        sentences = re.split(r"(?<=[.!?])\s+", text.strip())
        asks = sentences.pop() if sentences[-1].endswith("?") else ""
        return replace(self, say=" ".join(sentences), ask=asks)


@dataclass(frozen=True, slots=True)
class Years:
    """A year that a turn says in place of one told a moment ago."""

    year: str
    """The year said now: "1955"."""

    told: tuple[str, ...]
    """The words of the one told before."""

    settled: bool
    """Both were named: it is put right. Else both stand."""


PutsRight = Callable[[Sequence[str], str, str], Years | None]
"""Given what the narrator told in this talk, the question asked last, and the turn. Never raises."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A finished turn of the narrator."""

    text: str
    seconds: float = 0.0
    """Length of the turn."""

    minutes: float = 0.0
    """Since the session began, on the microphone's clock."""

    feeling: Feeling = field(default_factory=Feeling)
    """How it was told."""

    recalled: tuple[Recalled, ...] = ()
    """What it brings to mind from other talks, best first."""

    grown: tuple[Candidate, ...] | None = None
    """Questions grown from all that memory holds (growing.py); None: as they were."""

    bearing: Bearing = field(default_factory=Bearing)
    """How to carry oneself after it."""

    tiring: bool = False
    """They tell more slowly and answer later than is usual for them."""

    topics: tuple[PastTopic, ...] = ()
    """What was talked about another day and belongs to this, best first (shift.py)."""

    pause: float = 0.0
    """Seconds of the longest silence in the turn after which only few words came."""

    finished: float | None = None
    """0..1: a language model's answer to "is this story finished?"; None: it was not asked."""

    itself: float = 0.0
    """0..1: how likely the narrator has just gone over to something else by themselves."""

    at: datetime | None = None
    """The clock where the narrator is; None: nobody can say what time it is."""

    told: tuple[str, ...] | None = None
    """Tellings of what they ask about ("what did I tell you about ..."), of this talk and of others, whole turns; None:
    nobody looked."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known before the first word."""

    consented: bool = False
    renewing: bool = False
    """There was a yes, ninety days ago or more."""

    leave: tuple[Permission, ...] = ()
    """What leave is to be asked for in this talk, in order."""

    last_time: str = ""
    """A sentence that recalls the last session in the narrator's words, or nothing."""

    told: tuple[str, ...] = ()
    """What happened in it, turned ("you married a photograph"), for where that sentence is too long."""

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

    period: Period = Period.WHOLE
    """The part of life that was last spoken of, as far as it was said or asked for."""

    last: str = ""
    """The question the narrator is answering."""

    unclear: int = 0
    """Answers to the consent question that were neither yes nor no."""

    quiet: int = 0
    """How many of our cues the narrator has let pass since they last spoke."""

    break_offered: bool = False
    safety_asked: bool = False
    """We asked the one question of level 2 and wait for its answer."""

    plainly_asked: bool = True
    """What we asked it after was a plain cry: a denial ends our repeating, and no message."""

    checking: str = ""
    """We asked whether they are all right, because of what may have been this safety level."""

    checked: int = 0
    """How often that was asked in this talk."""

    unanswered: int = 0
    """How often nobody answered it."""

    hints: tuple[int, ...] = ()
    """Turns of theirs since then in which something may have hinted at danger."""

    called_out: bool = False
    """A voice that is not known as theirs called for help in this talk, and whether all is right was asked."""

    after: str = ""
    """Safety level of the heavy moment after which nothing ordinary was spoken of yet."""

    heavy: bool = False
    """There was a heavy moment in this session."""

    sad: bool = False
    """Sadness was named and a pause offered, once a session."""

    wishing: Wish | None = None
    """What was asked for and waits for a yes: "forget that", or "undo" after "keep that between us"."""

    kept_back: bool = False
    """They said who may know of what they told last, and have told nothing since."""

    confided: int = 0
    """The turn in which they last said who may know of something; 0: never."""

    doubted: Wish | None = None
    """What was too unsure to be done, and whether it was meant was asked."""

    end_asked: bool = False
    """Whether to stop here was asked in this talk: the second time it ends."""

    unrecorded: bool = False
    """They said to stop recording in the same breath as danger: we stay, and nothing more is written down."""

    confused: bool = False
    """In this talk they did not know where or when they were, or looked for somebody: no year is asked of them."""

    missed: str = ""
    """Whom they looked for by name in this talk: "Peter"."""

    told_last: str = ""
    """The narrator's last telling, for "forget that"."""

    tired: bool = False
    """The narrator has said that they are tired."""

    permission: Permission | None = None
    """What leave was asked for, while the answer is awaited."""

    leave: tuple[Permission, ...] = ()
    """What there is still to ask leave for in this talk."""

    asked_leave: tuple[int, ...] = ()
    """Questions that had been asked when leave was asked for, each time."""

    used: Mapping[str, int] = field(default_factory=dict[str, int])
    """Phrase -> times said this session."""

    turns: int = 0
    cache: Cache = field(default_factory=Cache)
    """Everything ever asked, answered in passing or declined; kept for the next session."""

    grown: tuple[Candidate, ...] = ()
    """Ripe questions grown from memory."""

    kinds: tuple[str, ...] = ()
    """Source and kind of every question asked this session, in order, in one row."""

    lengths: tuple[int, ...] = ()
    """Words of each answer."""

    said: tuple[str, ...] = ()
    """A clause of each telling, turned ("you built a raft"), for the summary at the end."""

    years: Years | None = None
    """What the turn at hand puts right, or may."""

    closing: bool = False
    """The last, ordinary question was asked."""

    away: int = 0
    """Questions since the last one of the session's own topic."""

    told_before: str = ""
    """The turn before the one that is answered; kept for this talk only."""

    urged: int = 0
    """The turn in which more was last asked for; 0: never."""

    stayed: int = 0
    """The turn in which something hard was met with a quiet word and no question, once in this story; 0: none."""

    mourned: int = 0
    """The turn in which a loss was last told; 0: none."""

    foretold: int = 0
    """The turn in which something to come was last asked about; 0: none."""

    heard: tuple[str, ...] = ()
    """What was told in this talk, the latest last; kept for this talk only."""

    listened: int = 0
    """Replies running in which nothing was asked but to go on (listening.py)."""

    echoed: int = 0
    """The turn in which a clause of theirs was last said back by itself; 0: none."""

    beside: str = "acknowledge_sad"
    """The kind of phrase that stays with it, should the narrator stay with it too."""

    story: str = ""
    """The topic whose scene opened the story now being told; "" where it began in any other way."""

    skipped: tuple[str, ...] = ()
    """Topics of the questions that were not wanted."""

    asking: Candidate | None = None
    """The question the narrator is answering, as it was chosen."""

    reading: int | None = None
    """Which piece of the book was read and waits for an answer; None: none (reading_back.py)."""

    read: int = 0
    """Pieces of the book that were answered in this talk."""

    stands_over: str = ""
    """The interview's question that waits while the book is read."""

    shifts: Shifts = field(default_factory=Shifts)
    """What was thought of coming back to other talks, and what became of it."""

    answered_us: int = 0
    """The turn in which a question to us was last answered; 0: none."""

    asked_about: str = ""
    """Of whom or what they last asked what they had told."""

    told_found: tuple[str, ...] | None = None
    """The tellings that were found then; None: nobody looked."""

    put_away: tuple[str, ...] = ()
    """What was put away in this talk: never said back, though it is still in `heard`."""

    noted: tuple[str, ...] = ()
    """What is to be brought up next time, and what was to be brought up in this talk; as we say it."""

    reminded: tuple[int, ...] = ()
    """The numbers of the reminders that were brought up in this talk."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much when a question is chosen (wanted.py)."""

    fit: float = 1.0
    novelty: float = 0.8
    coverage: float = 0.8
    worth: float = 0.6
    depth: tuple[float, float, float, float] = (0.8, 0.5, 0.1, -0.8)
    """For a question inside the story after 0, 1, 2, 3 and more such questions; a new scene gets minus it."""

    mood: float = 0.8
    tired: float = 0.5
    topic: float = 0.4
    """For the session's own topic: that is how a narrator is led back."""

    years: float = 1.8
    """For asking about a time of life of which nothing was told."""

    undated: float = 1.0
    """For asking when, while the story has no date."""

    fitting: float = 1.5
    """For a question that readers would call good, and minus it for one they would call wrong (fitting.py)."""

    chance: float = 0.05


@dataclass(frozen=True, slots=True)
class Parts:
    """What the planner uses; an evaluation switches one off to see what it is worth."""

    graph: bool = True
    """Questions grown from the story and from memory."""

    following: bool = True
    """Questions that people wrote for answers like the one just given."""

    fitting: bool = True
    """Whether a reply fits, as readers marked such replies."""

    emotion: bool = True
    """How it was told."""

    recall: bool = True
    """What it brings to mind."""

    shift: bool = True
    """Coming back to what was told in another talk."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is to be brought up at the opening, once."""

    number: int
    about: str
    """As the narrator said it: "Mr Pettigrew", "my wedding"."""


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier sessions leave to the planner."""

    cache: Cache = field(default_factory=Cache)
    """What earlier sessions asked, covered and left alone."""

    grown: tuple[Candidate, ...] = ()
    """Questions grown from all that memory holds."""

    today: date = date(2000, 1, 1)
    """For topics that rest; at the narrator's home."""

    offers: tuple[Offer, ...] = ()
    """What earlier talks came back to, and whether it was welcome."""

    reminders: tuple[Reminder, ...] = ()
    """What the narrator wanted to be reminded of, the oldest first."""


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

    book: tuple[Topic, ...] = ()
    """Every topic there is, for when the session's own is told; empty: only that one."""

    past: Past = field(default_factory=Past)
    templates: Templates | None = None
    """Wording of grown questions (growing.py); None: none are asked."""

    invitations: tuple[Invitation, ...] = ()
    """What an answer invites one to ask (inviting.py)."""

    follows: Follows | None = None
    """What people would ask next after such an answer; None: nobody wrote it down for us (following.py)."""

    fits: Fits | None = None
    """How well a reply fits what was just said; None: nobody's marks are known (fitting.py)."""

    heavy: bool = False
    """The narrator has said that heavy topics are welcome."""

    birth: int | None = None
    """The narrator's year of birth, where the settings have it."""

    looked: str = "Nobody has looked at anything."
    """The answer to "who has listened?"."""

    pieces: tuple[Piece, ...] = ()
    """What of the narrator's book waits to be read back, in its order."""

    locks: Callable[[str, str], Wish | None] | None = None
    """Which sentence may ask that something be kept back, and whom "she" is in it; None: the forms of sentences alone."""

    second: Callable[[str], Wish | None] | None = None
    """A second opinion on a short turn that no rule takes for a wish; None: the rules alone decide."""

    puts_right: PutsRight | None = None
    """What year a turn may put right; None: nobody knows, and none is asked back."""

    hard: Tells | None = None
    """What a turn is where it is a hard moment (hard_moments.py); None: only rules of words know any."""

    endings: Endings | None = None
    """Whether last words end a story; None: only rules of words know it."""

    meets: Meets | None = None
    """How an answer meets what was offered of another talk; None: only rules of words know it."""

    asking: Asking = field(default_factory=Asking)
    """In which words leave is asked for."""

    next_time: str = ""
    """Said at the end: "We talk again on Tuesday." Empty: nothing is promised."""

    returning: Returning | None = None
    """How to come back to what was told in another talk; None: never."""

    weights: Weights = field(default_factory=Weights)
    parts: Parts = field(default_factory=Parts)

    def hard_moment(self, said: str) -> Hard | None:
        """What `said` is, where it is surely a hard moment and somebody can tell."""
        return self.hard(said) if self.hard is not None else None

    def ending(self, said: str) -> Ending | None:
        """What the last words of `said` show, where somebody can tell."""
        return self.endings(said) if self.endings is not None else None

    def met(self, said: str) -> Met | None:
        """How `said` meets what was offered, where somebody can tell."""
        return self.meets(said) if self.meets is not None else None

    def perhaps_hard(self, said: str) -> bool:
        """May it be one?"""
        return self.hard is not None and self.hard.perhaps(said)


SUMMED_UP = 16
"""Words of the narrator's that are said back at the end; thanks and goodbye follow in the same breath."""


def phrase(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """Pick a phrase the narrator has not heard lately, in this talk or the one before, and remember it.

    "" where silence will do as well and every phrase was said three times in the last hundred turns.
    """
    lately = Counter(said for _, said in progress.cache.lately)
    said = rules.phrases.pick(kind, seed=rules.seed + progress.turns, used=lately)
    used = Counter(progress.used)
    used[said] += 1
    return said, replace(progress, used=dict(used), cache=progress.cache.say(said))


def ordinary(rules: Rules, progress: Progress) -> tuple[str, Progress]:
    """Pick a question about today, one that was never asked as long as there is one, and remember it."""
    cache, today = progress.cache, rules.past.today
    used = Counter(said for _, said in cache.lately)
    for each in rules.phrases.kinds["ordinary"].say:
        used[each] += 0 if cache.fresh(each, today) else WHILE
    said = rules.phrases.pick("ordinary", seed=rules.seed + progress.turns, used=used)
    question = Candidate(said, Wants.SCENE, Source.PROTOCOL, kind="ordinary")
    cache = cache.mark(question, State.ASKED, today).say(said)
    return said, replace(progress, cache=cache, last=said, asking=question)


def close(
    rules: Rules, progress: Progress, reason: str, *, short: bool = False
) -> tuple[Progress, Move]:
    """End the session for `reason`; `short` where somebody said stop and nothing more is heard.

    Otherwise what was told is said back in a few of the narrator's own words; after something hard the last word is of
    something ordinary.
    """
    said, progress = phrase(rules, progress, "stopped" if short else "thanks")
    cache = replace(progress.cache, sessions=progress.cache.sessions + 1)
    over = replace(progress, stage=Stage.OVER, cache=cache)
    if not short:
        said = " ".join(part for part in (said, rules.next_time) if part)
        # closing with the band would pass over the death told before it
        light = () if progress.mourned or weighed(progress.heard) else progress.said
        summary = _summary(light, LONGEST_REPLY - len(said.split()))
        said = f"{summary} {said}".strip()
        if progress.heavy or progress.sad or losses.mourned(progress.mourned, progress.turns):
            said = _in_one_breath(said, rules.net.say("closing"))
    return over, Move(Act.CLOSING, said, reason=reason, ends=True, deaf=short)


def _in_one_breath(said: str, last: str) -> str:
    """A goodbye that ends in `last`: of the rest as many whole sentences, the latest first, as leave it short enough."""
    kept = [last]
    for sentence in reversed(parts(said)):
        if sum(len(each.split()) for each in (sentence, *kept)) > LONGEST_REPLY:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


def before_the_goodbye(first: str, said: str) -> str:
    """`first`, and of the goodbye `said` as many whole sentences, the last ones, as leave it short enough."""
    room = LONGEST_REPLY - len(first.split())
    kept: list[str] = []
    for sentence in reversed(parts(said)):
        room -= len(sentence.split())
        if kept and room < 0:
            break
        kept.insert(0, sentence)
    return " ".join((first, *kept))


def _summary(told: tuple[str, ...], room: int) -> str:
    """First and last of what was kept, as far as it can be said in one breath and in `room` words.

    A wedding comes before all else, and what they did themselves before what others did.
    """
    great = tuple(each for each in told if milestone(each))
    own = great or tuple(each for each in told if each.startswith("you ")) or told
    chosen = list(dict.fromkeys((own[-1], own[0]))) if own else []
    if sum(len(each.split()) for each in chosen) > SUMMED_UP:
        chosen = chosen[:1]
    chosen.sort(key=told.index)
    said = f"Today you told me how {', and how '.join(chosen)}." if chosen else ""
    return said if len(said.split()) <= room else ""
