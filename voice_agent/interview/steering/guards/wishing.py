"""Guards for what somebody asks for, in one turn one thing or several, in plain words or others. Pure."""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import (
    asides,
    asked_back,
    model_reading,
    several,
    understood,
)
from voice_agent.interview.steering.asked_back import DEEDS
from voice_agent.interview.steering.guarding import Answer, Passed
from voice_agent.interview.steering.replying import grant
from voice_agent.interview.steering.understood import Understood
from voice_agent.reading import merge
from voice_agent.reading.by_rules import small_talk
from voice_agent.reading.evidence import Deed, Evidence, Verdict
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.heads.offer_response import DEAR
from voice_agent.reading.wishes import wish_words
from voice_agent.reading.wishes.called import called
from voice_agent.reading.wishes.commands import ENDS, Command, Wish
from voice_agent.reading.wishes.releasing import Release

_LEAVES = frozenset({Command.STOP, Command.GOODBYE, Command.NO_RECORDING})


def many(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever asks for several things, or for one beside a story, has them all."""
    if progress.wishes.waiting or progress.safety.asked:
        return None
    granted = several.granted(rules, progress, heard, turn.asks, turn.next_scene)
    return asides.with_it(rules, heard, granted, turn.beside) if granted else None


def leaving(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever wants to go is let go, whatever we had asked."""
    if turn.wish is None or turn.wish.command not in _LEAVES:
        return None
    return granted(rules, progress, heard, turn)


def granted(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """What is asked for is granted at once, and what was asked of us in the same breath is not passed over."""
    if turn.wish is None:
        return None
    move = grant(rules, progress, turn.wish, heard, turn.next_scene)
    return asides.with_it(rules, heard, move, turn.beside)


def opened(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Anybody may know it, or one more: let out at once where they name it, or it was kept back on a sign alone.

    What they had kept back in plain words is asked back first, and only just after it; None where it stands in a story.
    """
    release = turn.asks.release
    opens = turn.asks.opens or release is not None
    if turn.wish or not opens or progress.stage is not Stage.TALK:
        return None
    tells, leaves = wish_words.telling(turn.asks.rest), heard.to_us.leaves_things
    just = progress.wishes.kept_back and progress.wishes.confided >= progress.turns - 1
    of_it = just and not (tells or leaves)  # of another story nothing was kept back
    named = release is not None and release.now and bool(release.who or release.story)
    if release and not (tells or leaves) and (named or (just and progress.wishes.perhaps)):
        return _let_out(rules, progress, release)
    if of_it:
        return grant(rules, progress, Wish(Command.UNDO), heard, turn.next_scene)
    if tells and not leaves:
        return None
    said, progress = phrase(rules, progress, "nothing_kept")
    return progress, Move(Act.ANSWER, said, reason="it is no secret", heeds=True)


def _let_out(rules: Rules, progress: Progress, release: Release) -> Answer:
    """Carried out before it is said (outcome.py): whoever carries it out knows what is kept back, and says so if it is nothing."""
    said, progress = phrase(rules, progress, "let_in_one" if release.who else "let_out")
    said = phrases.fill(said, name=called(release.who))
    kept = replace(progress.wishes, kept_back=False, perhaps=False)
    wish = Wish(Command.LET_OUT, release.who, release.story, sure=not progress.wishes.perhaps)
    move = Move(Act.ANSWER, said, reason="a plain word lets it out", wish=wish, heeds=True)
    return replace(progress, wishes=kept), move


def meant(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | Passed | None:
    """Whoever asks in words that no rule knows is understood by their meaning; what that would end or take back is asked first."""
    if turn.wish:
        return None
    may = _may_mean_one(rules, progress, heard, turn)
    wish = _by_meaning(rules, progress, heard, turn) if may else None
    if wish is not None and model_reading.knows_better(heard, wish):
        wish = None
    by_meaning = wish is not None
    if wish is None and (wish := _by_model(progress, heard, turn)):
        if not (may or _locks_beside(progress, turn, wish)):
            return None
        wishes = replace(progress.wishes, read=progress.wishes.read + 1)
        progress = replace(progress, wishes=wishes)
    if wish is None:
        return None
    agreed = model_reading.leaves(heard) and wish.command is Command.GOODBYE and by_meaning
    evidence = Evidence.AGREED if agreed else Evidence.ALONE
    if asked_back.verdict(wish, evidence, progress) is Verdict.ASK:
        heard_out = understood.told(progress, heard) if wish_words.telling(turn.own) else progress
        return asked_back.whether(rules, heard_out, wish)
    return Passed(progress, replace(turn, wish=wish))


def refused(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Passed | None:
    """Whoever will not speak of what was asked is asked something else, and gives no reason."""
    if turn.wish or not progress.question.text or turn.beside.found:
        return None
    if _hard(rules, progress, heard, turn) is not Hard.REFUSAL:
        return None
    return Passed(progress, replace(turn, wish=Wish(Command.SKIP)))


def _may_mean_one(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> bool:
    """May it be a wish at all? Not beside danger, nor where it plainly is something else."""
    # what follows a question for leave is an answer or a story, and withdraws nothing that was not named
    asked_leave = progress.consent.asked and progress.consent.asked[-1] == len(
        progress.coverage.asked
    )
    if (
        progress.stage is not Stage.TALK
        or turn.level
        or (asked_leave and progress.question.chosen is None)
    ):
        return False
    if (
        turn.beside.surely
        or turn.asks.opens
        or turn.asks.release
        or turn.silent  # that was its meaning
        or understood.meets(rules, progress, heard)
    ):
        return False
    # "it's awful quiet for a ship" asks for nothing
    return _hard(rules, progress, heard, turn) is not Hard.CONFUSION


def _by_meaning(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Wish | None:
    """The wish that a reader of meanings finds in their own words, if it can be meant."""
    astray = small_talk.THREAD in heard.to_us.ends_in[-1:]
    if rules.readers.second is None or not turn.own or astray:
        return None
    wish = turn.beside.meant(rules.readers.second(turn.own))
    if wish and wish.command.startswith("no ") and heard.telling.agrees is True:
        return None  # "Keep what you want" allows it
    waits = _hard(rules, progress, heard, turn) is Hard.LIVING
    if wish and waits and DEEDS.get(wish.command) is not Deed.END_TALK:
        return None  # whoever waits for somebody may still say goodbye
    return wish


_TO_SAY = frozenset(
    {Command.SKIP, Command.NOT_TODAY, Command.LATER, Command.CHANGE, Command.TALK_ABOUT}
)
"""Wishes that nothing has to be done for: where a model has something to say to them itself, that is said."""


def _locks_beside(progress: Progress, turn: Understood, wish: Wish) -> bool:
    """Is it to keep something back, whatever else the turn asks of us? A lock can be undone, and costs little."""
    keeps = DEEDS.get(wish.command) is Deed.KEEP_BACK and not turn.silent
    return keeps and progress.stage is Stage.TALK and not turn.level


READ = 2
"""Wishes that a language model alone may read in a talk, one that reads them everywhere leads nobody away."""


def _by_model(progress: Progress, heard: Heard, turn: Understood) -> Wish | None:
    """The wish that a language model alone finds, if it can be meant: what would end the talk is asked about, and once."""
    led = heard.led
    wish = turn.beside.meant(led.reading.wish) if led is not None else None
    if wish is None or led is None or not merge.fills_wish(wish.command, led.covers):
        return None
    if led.reply is not None and wish.command in _TO_SAY:
        return None
    if DEEDS.get(wish.command) is Deed.KEEP_BACK:
        return wish  # a story that is kept back for nothing can be let go; one that is not cannot be called back
    ends = wish.command in ENDS
    if progress.wishes.read >= READ or (
        ends and (progress.wishes.end_asked or progress.wishes.read)
    ):
        return None
    if not ends:
        return wish
    return replace(wish, command=Command.GOODBYE) if wish.command is Command.TIRED else wish


def _hard(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Hard | None:
    """The hard moment that the turn is, and no answer to what was offered."""
    if progress.stage is not Stage.TALK or turn.level:
        return None
    # "No no, there's a good thirty years between, but I liked telling you" refuses nothing that was offered, and worries nobody
    if progress.returns.pending is not None and rules.readers.offer_response(heard.text) in DEAR:
        return None
    hard = rules.readers.hard_moment(heard.text)
    meets = hard is Hard.REFUSAL and understood.meets(rules, progress, heard)
    return None if meets else hard
