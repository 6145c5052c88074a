"""Asks leave for one thing between two stories, and takes the answer. Pure.

Never at the beginning of a story, never after something heavy, never twice running. Neither a yes nor a no leaves it
open for another talk; a story told instead is listened to.
"""

from collections.abc import Callable
from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.leave.permissions import (
    A_TALK,
    AT_THE_DOOR,
    UNHURRIED,
    Answered,
    Permission,
)
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.by_rules.losses import mourned
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.words.plain_words import at_stops, plain

NextScene = Callable[[Rules, Progress], tuple[Progress, str]]

A_STORY = 9
"""Words of an answer from which, without a yes or a no, it is a story and not an answer. A guess."""

EARLY = 2
"""Sentences of an answer, one of which is the yes or the no. A guess."""

OVERDUE = 3
"""Times `UNHURRIED` questions after which one waits no longer for a pause. A guess."""

LATER = frozenset((Command.LATER, Command.NOT_TODAY, Command.SKIP, Command.CHANGE))
"""Wishes that leave it open."""


_BESIDE = frozenset((Command.REPEAT, Command.QUESTION))
"""Wishes that may stand beside a yes or a no."""


def unhurried(progress: Progress) -> bool:
    """Is there something to ask leave for, and time for it? The planner knows that a story has just ended."""
    if (
        progress.safety.heavy
        or progress.comfort.sad
        or progress.coverage.closing
        or progress.manners.tired
        or not progress.consent.leave
    ):
        return False
    if mourned(progress.comfort.mourned, progress.turns):
        return False  # nobody's dead are left for a form
    # the question of the greeting is not one of those that come first: nothing was told before it
    since = len(progress.coverage.asked) - max(progress.consent.asked, default=1)
    return len(progress.consent.asked) < A_TALK and since >= UNHURRIED


def overdue(progress: Progress) -> bool:
    """Have so many questions gone by that it may come even behind a lively story?"""
    return (
        len(progress.coverage.asked) - max(progress.consent.asked, default=1) >= OVERDUE * UNHURRIED
    )


def ask(rules: Rules, progress: Progress, before: str = "") -> tuple[Progress, Move]:
    """Ask for the first that is due; `before`: a word to the story that has just ended."""
    permission, *rest = progress.consent.leave
    say, question = rules.words.asking.say(permission)
    progress = replace(
        progress,
        consent=replace(
            progress.consent,
            permission=permission,
            leave=tuple(rest),
            asked=(*progress.consent.asked, len(progress.coverage.asked)),
        ),
        question=OpenQuestion(text=question),
    )
    say = f"{before} {say}".strip()
    return progress, Move(Act.QUESTION, say, question, f"asks leave: {permission.kind}")


def answered(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Take the answer and go on; None where it was a story, or a wish of another kind."""
    permission = progress.consent.permission
    if permission is None or (wish is not None and wish.command not in LATER):
        # "Keep it, keep it. Where was I?" has answered all the same
        if permission is None or wish is None or wish.command not in _BESIDE:
            return None
        if heard.telling.agrees is None:
            return None
        wish = None
    if permission.back:
        given = _named(permission, heard.text) if wish is None else None
    else:
        given = _given(heard.text) if wish is None or wish.command is Command.SKIP else None
    if given is None and wish is None and len(heard.text.split()) >= A_STORY:
        return None
    question = progress.question.text
    if given and permission.kind in AT_THE_DOOR and not permission.back:
        sure = replace(permission, back=True)
        say, back = rules.words.asking.say(sure)
        progress = replace(
            progress,
            consent=replace(progress.consent, permission=sure),
            question=replace(progress.question, text=back),
        )
        return progress, Move(Act.QUESTION, say, back, f"reads back: {permission.kind}")
    progress = replace(progress, consent=replace(progress.consent, permission=None))
    said = rules.words.asking.later if given is None else rules.words.asking.said(permission, given)
    progress, next_question = next_scene(rules, progress)
    permits = None if given is None else Answered(permission, given, question)
    reason = (
        f"leave for {permission.kind}: {'left open' if given is None else 'yes' if given else 'no'}"
    )
    return progress, Move(Act.QUESTION, said, next_question, reason, permits=permits)


_ALLOWS = frozenset(
    ["may", "can", "could", "shall", "should", "let", "allow", "allowed", "welcome", "yes", "aye"]
)

_DOUBTS = frozenset(
    [
        "not",
        "t",
        "never",
        "no",
        "nobody",
        "neither",
        "nor",
        "out",
        "away",
        "outside",
        "but",
        "leave",
        "keep",
        "ask",
        "first",
        "rather",
        "anybody",
        "anyone",
        "wait",
        "later",
        "unless",
        "until",
        "if",
        "only",
        "except",
        "without",
        "who",
        "what",
        "why",
        "which",
        "when",
        "where",
        "how",
        "whether",
        "maybe",
        "perhaps",
    ]
)
"""Words by which a sentence that names somebody may say the opposite, ask, or set a condition."""

_ASKS = frozenset(
    ["did", "do", "does", "is", "was", "are", "has", "have", "may", "can", "shall", "could"]
)
"""A sentence that begins so asks; one that holds such a word ("the word is heron") does not."""


def _named(permission: Permission, said: str) -> bool | None:
    """Is it said in so many words who it is and that they may, and nothing else? In doubt neither yes nor no."""
    if _given(said) is False:
        return False
    text = plain(said)
    words = frozenset(text.split())
    asks = "?" in said or (text.split()[:1] and text.split()[0] in _ASKS)
    if asks or words & _DOUBTS or not words & _ALLOWS:
        return None
    if permission.word and permission.word not in words:
        return None
    named = words & frozenset(plain(permission.name).split())
    whose = plain(permission.relation).strip(" .")
    related = bool(whose) and f" my {whose} " in f" {text} "
    return True if named or related else None


def _given(said: str) -> bool | None:
    """A yes or a no, also where more is said after it: "The sound? Yes, keep it. You'll hear how I talk."

    In doubt neither: each of its sentences that is an answer must be the same, and one of them must come early.
    """
    if (whole := yes_no.agrees(said)) is not None:
        return whole
    answers = [yes_no.agrees(each) for each in at_stops(said)]
    given = {each for each in answers if each is not None}
    early = any(each is not None for each in answers[:EARLY])
    return given.pop() if len(given) == 1 and early else None
