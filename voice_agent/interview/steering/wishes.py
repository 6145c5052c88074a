"""What goes before the interview: danger, and what the narrator asks for by voice. Pure.

`first` is asked before anything else is considered. Where it has nothing to say, the planner leads on. Effects
beyond words (labels, hiding, erasing, consents, messages) are named in the move and carried out by the session.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from voice_agent.interview import phrases, reading_back, small_talk, which_year
from voice_agent.interview.evidence import TABLE, Deed, Evidence, Verdict, may
from voice_agent.interview.hard_moments import Hard
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import consent, permitting
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.particulars import lately, tells
from voice_agent.interview.picking import phrase
from voice_agent.interview.plain_words import at_stops, plain
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.returning import shift
from voice_agent.interview.returning.met import DEAR, Met
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import answering, at_odds, steadying
from voice_agent.interview.steering import (
    asides,
    commands,
    danger_within,
    openly,
    telling_time,
    within,
)
from voice_agent.interview.steering.commands import ENDS, Command, Wish
from voice_agent.interview.steering.outcome import WHICH
from voice_agent.interview.steering.quoted import unquoted
from voice_agent.interview.steering.replying import (
    WHETHER,
    NextScene,
    called,
    erase_or_not,
    grant,
    let_out_or_not,
    meant_or_not,
    telling,
)
from voice_agent.interview.steering.within import Said, Within

_ASIDE = frozenset(
    {Command.REPEAT, Command.QUESTION, Command.SLOWER, Command.FASTER, Command.LOUDER}
    | {Command.QUIETER, Command.PERSON, Command.WHO_HAS_LISTENED, Command.HOW_LONG}
)
"""Wishes after which the same question still stands."""

_CALLS_BACK = (Command.CANCEL, Command.NO_MESSAGE, Command.BETWEEN_US, Command.NOT_FOR)
"""Wishes that stop a message when one has just spoken of dying."""

BY_MEANING = "meaning"
"""How the rule of a cry begins that no words spelt out (cries.py)."""

TOLD_ON = 8
"""Words of an answer that may be a story. A guess."""

SILENT = 3
"""So many cues count as given: none follows while somebody makes tea."""


def first(
    rules: Rules, progress: Progress, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Answer danger, what follows it, or a wish; None where it is none of these."""
    own = unquoted(heard.text)
    turn = asked_for(progress, heard, rules)
    if progress.safety_asked and answering.denied(rules, progress, heard.text):
        # "call 999 for what?" names what we said, and is no cry
        return answering.after_the_question(rules, replace(progress, safety_asked=False), heard)
    cry = danger_within.cry(rules, heard, turn)
    level = cry.level if cry else ""
    if move := danger_within.met(rules, progress, heard, turn, cry):
        return move  # before any wish is granted
    only_back = all(each.wish.command in _CALLS_BACK for each in turn.wishes)
    if only_back and answering.all_right(rules, progress, heard.text):
        # "I'm all right. No need to call anybody": nobody is being called, and it is answered
        return answering.after_the_check(rules, progress, heard)
    turn = replace_in(turn, lambda each: _not_go_on(rules, progress, heard, each))
    if move := _quiet_together(rules, progress, heard):
        return move
    beside = asides.beside(progress, heard, [each.wish for each in turn.wishes])
    turn = replace_in(turn, beside.meant)
    wish = turn.wishes[0].wish if turn.wishes else beside.wish
    if (
        not progress.wishing
        and not progress.safety_asked
        and (move := _granted(rules, progress, heard, turn, next_scene))
    ):
        return asides.with_it(rules, heard, move, beside)
    if wish and wish.command in (Command.STOP, Command.GOODBYE, Command.NO_RECORDING):
        granted = grant(rules, progress, wish, heard, next_scene)
        return asides.with_it(rules, heard, granted, beside)
    if progress.safety_asked:
        progress, move = answering.after_the_question(
            rules, replace(progress, safety_asked=False), heard
        )
        # a message can be called back at once, and the care goes on all the same
        meant = wish or (rules.second(own) if rules.second and own else None)
        calls_back = meant is not None and meant.command in _CALLS_BACK
        return progress, replace(move, wish=Wish(Command.CANCEL)) if calls_back else move
    if progress.doubted:
        doubted, progress = progress.doubted, replace(progress, doubted=None)
        if move := meant_or_not(rules, progress, heard, wish, doubted, next_scene):
            return _to_us(move)
    if progress.wishing and progress.wishing.command is Command.UNDO:
        progress = replace(progress, wishing=None)
        if move := let_out_or_not(rules, progress, heard, wish):
            return _to_us(move)
    which = progress.wishing is not None and progress.wishing.story == WHICH
    if progress.wishing and not which and wish is None and _tells_on(own):
        # they have gone on telling: that is heard, and what was put away stays so
        progress = replace(progress, wishing=None)
    if progress.wishing:
        return _to_us(erase_or_not(rules, progress, heard, wish))
    only_the_time = len(beside.asks) < 2 and all(each.alone for each in beside.asks)
    time = (wish is None or wish.command in _ASIDE) and only_the_time
    if time and (move := _the_time(rules, progress, heard)):
        return _to_us(move)
    if move := asides.before_the_yes(rules, progress, heard, beside):
        return _to_us(move)
    if progress.permission:
        if move := permitting.answered(rules, progress, heard, wish, next_scene):
            return _to_us(move)
        if not beside.asks and (wish is None or wish.command not in _ASIDE):
            progress = replace(progress, permission=None)
    if progress.reading is not None:
        if move := reading_back.answered(rules, progress, heard, wish):
            return _to_us(move)
        if wish is None or wish.command not in _ASIDE:
            progress = replace(progress, reading=None)
    if wish is None and not beside.plainly and (move := _steadied(rules, progress, heard, level)):
        return move
    if wish is None and turn.opens and (move := _opened(rules, progress, heard, next_scene)):
        return move
    # what follows a question for leave is an answer or a story, and withdraws nothing that was not named
    asked_leave = progress.asked_leave and progress.asked_leave[-1] == len(progress.asked)
    second = None if asked_leave and progress.asking is None else rules.second
    hard = None if wish else _hard(rules, progress, heard, level)
    second = (
        None if hard is Hard.CONFUSION else second
    )  # "it's awful quiet for a ship" asks for nothing
    second = None if beside.surely or turn.opens or _meets(rules, progress, heard) else second
    if wish is None and second is not None and progress.stage is Stage.TALK and not level:
        astray = small_talk.kind(at_stops(own)[-1]) == small_talk.THREAD
        wish = beside.meant(second(own)) if own and not astray else None
        if wish and wish.command.startswith("no ") and consent.answer(own) is True:
            wish = None  # "Keep what you want" allows it
        if wish and hard is Hard.LIVING and _OF.get(wish.command) is not Deed.END_TALK:
            wish = None  # whoever waits for somebody may still say goodbye
        if wish and _verdict(wish, Evidence.ALONE, progress) is Verdict.ASK:
            heard_out = told(progress, heard) if telling(own) else progress
            return _whether(rules, heard_out, wish)
    if wish is None and hard is Hard.REFUSAL and progress.last and not beside.found:
        wish = Wish(Command.SKIP)
    if wish and wish.command is Command.FORGET and progress.after == "A":
        said = rules.net.say("A-stay")
        return progress, Move(Act.SAFETY, said, reason="safety A-stay", withheld=True)
    if wish:
        granted = grant(rules, progress, wish, heard, next_scene)
        return asides.with_it(rules, heard, granted, beside)
    if progress.stage is not Stage.TALK:
        return None
    if progress.checking and (move := answering.after_the_check(rules, progress, heard)):
        return move
    if not level and (doubt := danger_within.doubted(rules, progress, heard)):
        return danger_within.check(rules, progress, heard, doubt)
    # the time, asked where there is no clock, is lost like any other thing
    lost = at_odds.lost(heard.text) or telling_time.asked(heard.text) is not None
    if level == "1" and not (cry and cry.rule.startswith(BY_MEANING) and lost):
        return answering.distress(rules, progress)
    if progress.after and at_odds.shaken(heard.text):
        said, progress = phrase(rules, progress, "shaken")
        return progress, Move(Act.ANSWER, said, reason="not over yet: no question")
    if level in ("", "0") and (move := asides.met(rules, progress, heard, beside, next_scene)):
        return _to_us(move)
    # "sorry, I meant 1952" is met with which of the two it is
    if at_odds.apologises(own) and not progress.after and not which_year.open_(progress):
        said, progress = phrase(rules, progress, "no_sorry")
        return progress, Move(Act.ANSWER, said, reason="an apology")
    if at_odds.needs(own) or at_odds.needs(at_stops(own)[-1]):
        said, progress = phrase(rules, replace(progress, quiet=SILENT), "needs")
        return progress, Move(Act.ANSWER, said, reason="something else comes first")
    if progress.after:
        return answering.something_ordinary(rules, replace(progress, after=""))
    # a longer telling may end in "Where was I?", or in a promise
    kind, *ending = map(small_talk.kind, (own, *at_stops(own)[-2:]))
    astray = small_talk.THREAD in (kind, ending[-1]) and not level
    if astray and (found := steadying.thread(rules, progress)):
        return found
    if small_talk.PROMISED in ending:
        kind = kind or small_talk.PROMISED
    if kind and not level:
        said, progress = phrase(rules, progress, kind)
        unasked = kind in ("talk_offered", small_talk.PROMISED)
        waits = 0 < progress.stayed >= progress.turns - 1 or unasked
        ask = "" if waits else progress.last
        return progress, Move(Act.ANSWER, said, ask, reason=f"small talk: {kind}")
    if (
        level == "0"
        and rules.net.by_rules.hear(lately(heard.text)) is not None
        and answering.may_be_sad(heard)
        and not progress.sad
        and (said := answering.slowly(rules, progress))
    ):
        cache = progress.cache.say(said)
        move = Move(Act.ANSWER, said, reason="safety level 0", pace=0.95)
        return replace(
            progress, sad=True, stayed=progress.turns, beside="acknowledge_sad", cache=cache
        ), move
    return (
        steadying.at_sea(rules, progress, heard)
        or asides.unknowable(rules, progress, heard)
        or asides.not_understood(rules, progress, heard)
    )


def _to_us(found: tuple[Progress, Move]) -> tuple[Progress, Move]:
    """It answers what was said to us."""
    progress, move = found
    return progress, replace(move, heeds=True)


def asked_for(progress: Progress, heard: Heard, rules: Rules | None = None) -> Within:
    """What the turn asks for, be it all of it or a sentence in it, in the order in which it is done: what ends the talk last."""
    locks = rules.locks if rules and progress.stage is Stage.TALK else None
    inside = within.found(heard.text, progress.heard, locks)
    whole = commands.wish(heard.text)
    if whole and not openly.may_be_meant(whole, heard.text):
        whole = None
    if whole:
        whole = within.meant(whole, within.named((*progress.heard, heard.text)))
    if whole and not any(each.wish.command in _NAMES_IT for each in inside.wishes):
        others = (each for each in inside.wishes if each.wish.command is not whole.command)
        rest = inside.rest if inside.wishes else within.beside(heard.text)
        inside = Within((Said(whole), *others), rest, whole=not inside.wishes)
    ends = [each for each in inside.wishes if each.wish.command in ENDS]
    strongest = min(ends, key=lambda each: _STRENGTH.index(each.wish.command), default=None)
    inside = inside._replace(
        wishes=tuple(each for each in inside.wishes if each not in ends or each is strongest)
    )
    last = {each.wish.command: each for each in inside.wishes}
    kept = [
        each
        for each in inside.wishes
        if each.wish.command not in _ONE or each is last[each.wish.command]
    ]
    return inside._replace(wishes=tuple(sorted(kept, key=lambda each: each.wish.command in ENDS)))


def replace_in(said: Within, keep: Callable[[Wish], Wish | None]) -> Within:
    """The same without the wishes that `keep` does not know."""
    return said._replace(wishes=tuple(each for each in said.wishes if keep(each.wish)))


_NAMES_IT = frozenset(
    {Command.FORGET, Command.NOT_FOR, Command.BETWEEN_US, Command.ONLY_FOR}
    | {Command.NOT_WHILE_I_LIVE, Command.TALK_ABOUT}
)
"""Wishes that a single sentence says more plainly than the turn as a whole."""

_STRENGTH = (Command.NO_RECORDING, Command.STOP, Command.GOODBYE, Command.TIRED)
"""Of several ways to end a talk in one turn the strongest is meant."""

_ONE = ENDS | {Command.TALK_ABOUT, Command.SLOWER, Command.FASTER, Command.LOUDER, Command.QUIETER}
"""Of these the last one counts: "Let's talk about dancing. Ask me about Eddie Wojcik." """

_OF = {
    Command.STOP: Deed.END_TALK,
    Command.GOODBYE: Deed.END_TALK,
    Command.NO_RECORDING: Deed.WITHDRAW,
    Command.NO_AUDIO: Deed.WITHDRAW,
    Command.NO_MEMORY: Deed.WITHDRAW,
    Command.NO_RECIPIENT: Deed.WITHDRAW,
    Command.NO_PRINT: Deed.WITHDRAW,
    Command.NO_AFTER_DEATH: Deed.WITHDRAW,
    Command.NO_MESSAGE: Deed.WITHDRAW,
    Command.BETWEEN_US: Deed.KEEP_BACK,
    Command.ONLY_FOR: Deed.KEEP_BACK,
    Command.NOT_FOR: Deed.KEEP_BACK,
    Command.NOT_WHILE_I_LIVE: Deed.KEEP_BACK,
}
"""Which wishes are dear to grant where nobody wished for anything."""


def _granted(
    rules: Rules, progress: Progress, heard: Heard, said: Within, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Do all that a turn asks for besides its story, or where it asks for several things; None: it is one wish, or none."""
    if progress.stage is not Stage.TALK or not said.wishes:
        return None
    last = said.wishes[-1]
    unsure = _verdict(last.wish, last.evidence, progress) is Verdict.ASK
    if len(said.wishes) == 1 and not said.story:
        return None
    if said.story and telling(said.rest):
        progress = replace(
            told(progress, replace(heard, text=said.rest)), told_before=progress.told_last
        )
    done: list[Move] = []
    for each in said.wishes[:-1] if unsure else said.wishes:
        if said.story and each.wish.command in _PACE:
            done.append(_paced(rules, progress, each.wish))
            continue
        progress, move = grant(rules, progress, each.wish, heard, next_scene)
        confided = _OF.get(each.wish.command) is Deed.KEEP_BACK
        done.append(replace(move, ask="") if confided else move)
    if unsure:
        progress, move = _whether(rules, progress, last.wish)
        done.append(move)
    return progress, _together(done, asks=not said.story)


def _together(moves: Sequence[Move], *, asks: bool) -> Move:
    """One move of several: what is said to each wish, so that what came of it can be said instead, and the last question."""
    first, last = moves[0], moves[-1]
    ask = last.ask if asks or last.act is not Act.QUESTION else ""
    return replace(
        last,
        say=first.say,
        ask=ask if first is last else "",
        wish=first.wish,
        also=tuple(replace(each, ask=ask if each is last else "") for each in moves[1:]),
        pace=math.prod(each.pace for each in moves),
        loudness=math.prod(each.loudness for each in moves),
    )


_PACE = {
    Command.SLOWER: (0.85, 1.0),
    Command.FASTER: (1.15, 1.0),
    Command.LOUDER: (1.0, 1.4),
    Command.QUIETER: (1.0, 0.7),
}


def _paced(rules: Rules, progress: Progress, wish: Wish) -> Move:
    """We speak so from now on, and the story goes on: nothing is asked again."""
    said, _ = phrase(rules, progress, str(wish.command))
    pace, loudness = _PACE[wish.command]
    reason = f"asked for: {wish.command}"
    return Move(Act.ANSWER, said, reason=reason, pace=pace, loudness=loudness, heeds=True)


def _verdict(wish: Wish, evidence: Evidence, progress: Progress) -> Verdict:
    """May it be done, or is it asked first? Whoever was asked whether to stop, and says so again, is let go."""
    deed = _OF.get(wish.command)
    if deed is None:
        return Verdict.DO
    again = deed is Deed.END_TALK and progress.end_asked
    return may(deed, Evidence.AGAIN if again else evidence)


def _whether(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """Ask whether it was meant."""
    kind = WHETHER.get(wish.command) or TABLE[_OF[wish.command]].question
    ask, progress = phrase(rules, progress, kind)
    ask = phrases.fill(ask, name=called(wish.about))
    ends = _OF[wish.command] is Deed.END_TALK
    progress = replace(progress, doubted=wish, end_asked=progress.end_asked or ends)
    return progress, Move(Act.ANSWER, ask=ask, reason=f"asked back: {wish.command}", heeds=True)


def _opened(
    rules: Rules, progress: Progress, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Anybody may know it: asked back where it was just kept from somebody; None where it stands in a story."""
    if progress.stage is not Stage.TALK:
        return None
    tells, leaves = telling(heard.text), openly.leaves_things(plain(heard.text))
    just = progress.kept_back and progress.confided >= progress.turns - 1
    if just and not (tells or leaves):  # of another story nothing was kept back
        return grant(rules, progress, Wish(Command.UNDO), heard, next_scene)
    if tells and not leaves:
        return None
    said, progress = phrase(rules, progress, "nothing_kept")
    return progress, Move(Act.ANSWER, said, reason="it is no secret", heeds=True)


def _hard(rules: Rules, progress: Progress, heard: Heard, level: str) -> Hard | None:
    if progress.stage is not Stage.TALK or level:
        return None
    # "No no, there's a good thirty years between, but I liked telling you" refuses nothing that was offered, and worries nobody
    if progress.shifts.pending is not None and rules.met(heard.text) in DEAR:
        return None
    hard = rules.hard_moment(heard.text)
    return None if hard is Hard.REFUSAL and _meets(rules, progress, heard) else hard


def noticed(rules: Rules, progress: Progress, heard: Heard) -> Progress:
    """Remember a turn that may hint at danger, though by itself too little to ask about it."""
    if progress.stage is not Stage.TALK:
        return progress
    said = asked_for(progress, heard)
    text = said.rest if said.wishes else heard.text
    if not text or not rules.net.hint(text):
        return progress
    return replace(progress, hints=(*progress.hints, progress.turns))


def _tells_on(said: str) -> bool:
    """Is it a story, and no answer to "shall I erase it for good?"?"""
    return len(said.split()) >= TOLD_ON and tells(said) and consent.answer(said) is None


def _steadied(
    rules: Rules, progress: Progress, heard: Heard, level: str
) -> tuple[Progress, Move] | None:
    """Somebody frightened or lost is met before any wish is guessed at, but not before danger."""
    if progress.stage is Stage.CONSENT:
        return steadying.before_the_yes(rules, progress, heard)
    if level == "1" or progress.stage is not Stage.TALK:
        return None
    found = steadying.steady(rules, progress, heard)
    asks_first = progress.checking or danger_within.doubted(rules, progress, heard)
    return None if asks_first else found


def _meets(rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Do they answer what was offered, gladly or with "I'm only halfway up the hill"? Then they wish for nothing else."""
    led = progress.shifts.pending is not None
    return led and rules.met(heard.text) in (*DEAR, Met.UNFINISHED)


_PUTS_OFF = frozenset({Command.SKIP, Command.LATER, Command.SLOWER})


def _not_go_on(rules: Rules, progress: Progress, heard: Heard, wish: Wish | None) -> Wish | None:
    """ "Go on, then" is a yes, or begins; it neither puts a question off nor passes it over."""
    if wish and wish.command is Command.CORRECTION and steadying.stays(progress):
        return None  # "no, there's nobody": nothing is put right by it
    asks = which_year.open_(progress) and not which_year.both_stay(progress)
    if wish and wish.command is Command.CORRECTION and asks:
        return None  # nobody knows yet which of two years is right: it is asked
    led = progress.shifts.pending is not None
    if wish and wish.command is Command.CORRECTION and led and shift.apart(heard.text):
        return None  # "no, that's not part of it" answers where we led
    if wish and wish.command in _PUTS_OFF and _meets(rules, progress, heard):
        return None
    if wish is None or wish.command not in (Command.SKIP, Command.LATER):
        return wish
    asked = progress.stage is Stage.CONSENT and consent.answer(heard.text) is True
    return None if asked or small_talk.kind(heard.text) == "talk_ready" else wish


def _quiet_together(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """ "Yes, quiet a little", to somebody who was just offered it, is no wish about our voice."""
    met = 0 < progress.stayed >= progress.turns - 1
    if not met or not _QUIET.fullmatch(plain(heard.text).replace(" . ", " ").strip(" .")):
        return None
    said, progress = phrase(rules, replace(progress, quiet=SILENT, stayed=progress.turns), "shaken")
    return progress, Move(Act.ANSWER, said, reason="quiet, as was offered")


_QUIET = re.compile(
    r"(?:(?:yes|yeah|aye|please|thank you|all right|let us|let me|we can|that would be|be|stay|sit|yes please|i would like that|it is|a|little|bit|for|moment|minute|while|so|then|now|and|okay|good) ?)*"
    r"\bquiet(?:ly)?(?: (?:a|little|bit|for|moment|minute|while|please|then|now|with me|together|and|is|good|better|thank you))*"
)


def _the_time(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """What time or day it is, to somebody who asks no more than that; None where they ask something else.

    What was asked of them stands again, but not for somebody who was lost a moment ago.
    """
    asked = telling_time.asked(unquoted(heard.text))
    if asked is None or heard.at is None or at_odds.lost(heard.text):
        return None
    said, progress = phrase(rules, progress, f"the_{asked}")
    said = phrases.fill(said, told=telling_time.told(asked, heard.at))
    lately = 0 < progress.stayed >= progress.turns - 1
    if lately:  # whoever is still with something may be with it longer
        progress = replace(progress, stayed=progress.turns)
    ask = "" if lately else progress.last
    return progress, Move(Act.ANSWER, said, ask, reason=f"asked for: the {asked}")


def told(progress: Progress, heard: Heard) -> Progress:
    """Remember what was told last; called where `first` had nothing to say."""
    progress = replace(
        progress, permission=None, reading=None, checking="", doubted=None, wishing=None
    )
    if not heard.text.strip():
        return progress
    return replace(progress, told_last=heard.text, kept_back=False)
