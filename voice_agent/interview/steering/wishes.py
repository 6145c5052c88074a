"""What goes before the interview: danger, and what the narrator asks for by voice. Pure.

`first` is asked before anything else is considered. Where it has nothing to say, the planner leads on. Effects
beyond words (labels, hiding, erasing, consents, messages) are named in the move and carried out by the session.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from voice_agent.interview import phrases, reading_back, small_talk, stems
from voice_agent.interview.leave import consent, permitting
from voice_agent.interview.moves import (
    Act,
    Heard,
    Move,
    Progress,
    Rules,
    Stage,
    close,
    ordinary,
    phrase,
)
from voice_agent.interview.particulars import hurts, lately
from voice_agent.interview.phrases import OFTEN
from voice_agent.interview.safety import at_odds, steadying
from voice_agent.interview.safety.cries import GRAVE
from voice_agent.interview.steering import commands, telling_time
from voice_agent.interview.steering.commands import Command, Wish
from voice_agent.interview.steering.quoted import unquoted
from voice_agent.interview.steering.wish_by_meaning import ASKED_BACK
from voice_agent.interview.wording.checks import LONGEST_REPLY, parts
from voice_agent.story import Emotion, Feeling

NextScene = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story of the topic; the question is empty where every one was asked."""

SADNESS = ("0", "0b", "0c", "0d", "0e")
"""Entries of config/safety.toml for level 0: the same words each time would be a formula."""

CHECKS = 2
"""How often in one talk somebody is asked whether they are all right. A guess: oftener, it would be nagging."""

GOING = 16
"""Words of what would be forgotten that are read back."""


_ASIDE = frozenset(
    {Command.REPEAT, Command.QUESTION, Command.SLOWER, Command.FASTER, Command.LOUDER}
    | {Command.QUIETER, Command.PERSON, Command.WHO_HAS_LISTENED, Command.HOW_LONG}
)
"""Wishes after which the same question still stands."""

BY_MEANING = "meaning"
"""How the rule of a cry begins that no words spelt out (cries.py)."""

SILENT = 3
"""So many cues count as given: none follows while somebody makes tea."""

BARE = 3
"""Words of "that's private", which answers a question as well as it labels a story."""


def first(
    rules: Rules, progress: Progress, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Answer danger, what follows it, or a wish; None where it is none of these."""
    cry = rules.net.hear(heard.text)
    level = cry.level if cry else ""
    if level in GRAVE:
        return _grave(rules, progress, level)
    wish = _not_go_on(progress, heard, commands.wish(heard.text))
    if wish and wish.command in (Command.STOP, Command.GOODBYE, Command.NO_RECORDING):
        return grant(rules, progress, wish, heard, next_scene)
    if progress.safety_asked:
        return _after_the_question(rules, replace(progress, safety_asked=False), heard)
    if progress.doubted:
        doubted, progress = progress.doubted, replace(progress, doubted=None)
        if move := _meant_or_not(rules, progress, heard, wish, doubted, next_scene):
            return move
    if progress.wishing:
        return _erase_or_not(rules, progress, heard, wish)
    if (wish is None or wish.command in _ASIDE) and (move := _the_time(rules, progress, heard)):
        return move
    if progress.permission:
        if move := permitting.answered(rules, progress, heard, wish, next_scene):
            return move
        if wish is None or wish.command not in _ASIDE:
            progress = replace(progress, permission=None)
    if progress.reading is not None:
        if move := reading_back.answered(rules, progress, heard, wish):
            return move
        if wish is None or wish.command not in _ASIDE:
            progress = replace(progress, reading=None)
    if wish is None and (move := _steadied(rules, progress, heard, level)):
        return move
    # what follows a question for leave is an answer or a story, and withdraws nothing that was not named
    asked_leave = progress.asked_leave and progress.asked_leave[-1] == len(progress.asked)
    second = None if asked_leave and progress.asking is None else rules.second
    if wish is None and second is not None and progress.stage is Stage.TALK and not level:
        own = unquoted(heard.text)
        wish = second(own) if own else None
        if wish and wish.command.startswith("no ") and consent.answer(own) is True:
            wish = None  # "Keep what you want" allows it
        if wish and wish.command in ASKED_BACK:
            ask, progress = phrase(rules, progress, _WHETHER.get(wish.command, "end_ask"))
            reason = f"asked back: {wish.command}"
            return replace(progress, doubted=wish), Move(Act.ANSWER, ask=ask, reason=reason)
    if wish and wish.command is Command.FORGET and progress.after == "A":
        said = rules.net.say("A-stay")
        return progress, Move(Act.SAFETY, said, reason="safety A-stay", withheld=True)
    if wish:
        return grant(rules, progress, wish, heard, next_scene)
    if progress.stage is not Stage.TALK:
        return None
    if progress.checking and (move := _after_the_check(rules, progress, heard)):
        return move
    # never twice running: whoever goes on telling has answered
    unasked = not progress.checking and progress.checked < CHECKS
    if not level and unasked and (doubt := rules.net.doubts(heard.text)):
        said = rules.net.say("check")
        progress = replace(
            progress,
            checking=doubt,
            checked=progress.checked + 1,
            stayed=progress.turns,  # a few words more of it are not passed over
            beside="acknowledge_sad",
            asking=None,
            last=said,
            told_last=heard.text,
        )
        return progress, Move(Act.SAFETY, said, reason=f"safety check {doubt}")
    # the time, asked where there is no clock, is lost like any other thing
    lost = at_odds.lost(heard.text) or telling_time.asked(heard.text) is not None
    if level == "1" and not (cry and cry.rule.startswith(BY_MEANING) and lost):
        return _distress(rules, progress)
    if progress.after and at_odds.shaken(heard.text):
        said, progress = phrase(rules, progress, "shaken")
        return progress, Move(Act.ANSWER, said, reason="not over yet: no question")
    own = unquoted(heard.text)
    if at_odds.apologises(own) and not progress.after:
        said, progress = phrase(rules, progress, "no_sorry")
        return progress, Move(Act.ANSWER, said, reason="an apology")
    if at_odds.needs(own) or at_odds.needs(_last(own)):
        said, progress = phrase(rules, replace(progress, quiet=SILENT), "needs")
        return progress, Move(Act.ANSWER, said, reason="something else comes first")
    if progress.after:
        return _something_ordinary(rules, replace(progress, after=""))
    if small_talk.thread_lost(own) and not level and (found := steadying.thread(rules, progress)):
        return found
    if (kind := small_talk.kind(own)) and not level:
        if kind == "talk_thread" and (found := steadying.thread(rules, progress)):
            return found
        said, progress = phrase(rules, progress, kind)
        waits = 0 < progress.stayed >= progress.turns - 1 or kind == "talk_offered"
        ask = "" if waits else progress.last
        return progress, Move(Act.ANSWER, said, ask, reason=f"small talk: {kind}")
    if (
        level == "0"
        and rules.net.heard_in(lately(heard.text))
        and _may_be_sad(heard)
        and not progress.sad
        and (said := _slowly(rules, progress))
    ):
        cache = progress.cache.say(said)
        move = Move(Act.ANSWER, said, reason="safety level 0", pace=0.95)
        return replace(
            progress, sad=True, stayed=progress.turns, beside="acknowledge_sad", cache=cache
        ), move
    return steadying.at_sea(rules, progress, heard)


def _last(said: str) -> str:
    """Its last sentence."""
    return re.split(r"(?<=[.!?…])\s+", said.strip())[-1]


def _steadied(
    rules: Rules, progress: Progress, heard: Heard, level: str
) -> tuple[Progress, Move] | None:
    """Somebody frightened or lost is met before any wish is guessed at, but not before danger."""
    if progress.stage is Stage.CONSENT:
        return steadying.before_the_yes(rules, progress, heard)
    if level == "1" or progress.stage is not Stage.TALK:
        return None
    found = steadying.steady(rules, progress, heard)
    asks_first = progress.checking or (progress.checked < CHECKS and rules.net.doubts(heard.text))
    return None if asks_first else found


def _not_go_on(progress: Progress, heard: Heard, wish: Wish | None) -> Wish | None:
    """ "Go on, then" is a yes, or begins; it neither puts a question off nor passes it over."""
    if wish and wish.command is Command.CORRECTION and steadying.stays(progress):
        return None  # "no, there's nobody": nothing is put right by it
    if wish is None or wish.command not in (Command.SKIP, Command.LATER):
        return wish
    asked = progress.stage is Stage.CONSENT and consent.answer(heard.text) is True
    return None if asked or small_talk.kind(heard.text) == "talk_ready" else wish


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


def _may_be_sad(heard: Heard) -> bool:
    """Does how it was told fit the sad word in it, where that was read at all?"""
    feeling = heard.feeling
    if feeling == Feeling():
        return True
    return feeling.category is Emotion.SADNESS or (feeling.valence < 0 and hurts(heard.text))


def _slowly(rules: Rules, progress: Progress) -> str:
    """What is said to sadness, the least said first; "" where all was said three times in a hundred turns."""
    lately = Counter(said for _, said in progress.cache.lately)
    said = min((rules.net.say(key) for key in SADNESS), key=lambda each: lately[each])
    return said if lately[said] < OFTEN else ""


def told(progress: Progress, heard: Heard) -> Progress:
    """Remember what was told last; called where `first` had nothing to say."""
    progress = replace(progress, permission=None, reading=None, checking="", doubted=None)
    return replace(progress, told_last=heard.text) if heard.text.strip() else progress


def _grave(rules: Rules, progress: Progress, level: str) -> tuple[Progress, Move]:
    """Stay, say what the page says, and let the session send what may be sent."""
    progress = replace(
        progress,
        safety_asked=level != "A",
        after=level,
        heavy=True,
        told=frozenset(),
        depth=0,
        told_last="",
        last="" if progress.stage is Stage.TALK else progress.last,  # never asked again
        asking=None,
    )
    return progress, Move(
        Act.SAFETY,
        rules.net.say(level),
        reason=f"safety level {level}",
        withheld=True,
        alert=level,
    )


def _after_the_question(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """What follows a grave moment. To "are you thinking of ending your life?" doubt counts as a yes."""
    if progress.after in ("3", "3m"):
        key = "3-stay"
    else:
        key = "2-no" if consent.answer(heard.text) is False else "2-yes"
    return progress, Move(Act.SAFETY, rules.net.say(key), reason=f"safety {key}", withheld=True)


def _after_the_check(
    rules: Rules, progress: Progress, heard: Heard
) -> tuple[Progress, Move] | None:
    """A plain no is answered as what it may have been, and what was told before is withheld after all."""
    level, answer = progress.checking, consent.answer(heard.text)
    progress = replace(progress, checking="")
    if answer is None:
        return None
    if answer:
        return progress, Move(
            Act.ANSWER, rules.net.say("check-yes"), reason="safety check: all right"
        )
    progress, move = _grave(rules, progress, level)
    return progress, replace(move, wish=Wish(Command.WITHHOLD))


def _distress(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    """Stop the topic at once and let it rest; nothing is asked."""
    asking = progress.asking
    cache = progress.cache
    if asking is not None and asking.topic:
        cache = cache.decline(asking.topic, rules.past.today)
    progress = replace(
        progress,
        cache=cache,
        after="1",
        heavy=True,
        told=frozenset(),
        depth=0,
        asking=None,
        last="",
    )
    return progress, Move(Act.ANSWER, rules.net.say("1"), reason="safety level 1")


def _something_ordinary(rules: Rules, progress: Progress) -> tuple[Progress, Move]:
    said, progress = phrase(rules, progress, "lighter")
    ask, progress = ordinary(rules, progress)
    return progress, Move(Act.QUESTION, said, ask, "after a heavy moment, something ordinary")


def _meant_or_not(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    wish: Wish | None,
    doubted: Wish,
    next_scene: NextScene,
) -> tuple[Progress, Move] | None:
    """The answer to "shall we stop here?": a plain yes, or the same again; None: they went on to something else."""
    answer = consent.answer(heard.text)
    again = rules.second(heard.text) if rules.second and wish is None else None
    if wish is None and (answer is True or (again and again.command is doubted.command)):
        return grant(rules, progress, doubted, heard, next_scene)
    if wish is None and answer is False:
        said, progress = phrase(rules, progress, "we_go_on")
        return progress, Move(Act.ANSWER, said, progress.last, "not meant: the talk goes on")
    return None


def _erase_or_not(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move]:
    """The answer to "shall I erase it for good?". Only a plain yes erases; until then undo works."""
    waiting = progress.wishing
    progress = replace(progress, wishing=None)
    if wish and wish.command is Command.UNDO:
        said, progress = phrase(rules, progress, "back_again")
        return progress, Move(Act.ANSWER, said, progress.last, "undo", wish=wish)
    if waiting and consent.answer(heard.text) is True:
        said, progress = phrase(rules, replace(progress, told_last=""), "erasing")
        move = Move(Act.ANSWER, said, reason="erase: a plain yes", wish=Wish(Command.ERASE))
        return progress, move
    said, progress = phrase(rules, progress, "stays_away")
    return progress, Move(Act.ANSWER, said, progress.last, "not a plain yes: nothing is erased")


def grant(
    rules: Rules, progress: Progress, wish: Wish, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move]:
    """Grant a wish. `next_scene` opens another story where one is not wanted."""
    command, reason = wish.command, f"asked for: {wish.command}"
    if progress.stage is Stage.CONSENT:
        return _before_the_yes(rules, progress, wish)
    match command:
        case Command.STOP | Command.GOODBYE:
            progress, move = close(rules, progress, reason, short=command is Command.STOP)
            if progress.heavy and command is Command.GOODBYE:
                move = replace(move, say=_in_one_breath(move.say, rules.net.say("closing")))
            return progress, move
        case Command.NO_RECORDING:
            said, progress = phrase(rules, progress, "no_recording")
            over = replace(progress, stage=Stage.OVER)
            return over, Move(Act.CLOSING, said, reason=reason, ends=True, deaf=True, wish=wish)
        case Command.SLOWER | Command.FASTER:
            factor = 0.85 if command is Command.SLOWER else 1.15
            said, progress = phrase(rules, progress, str(command))
            return progress, Move(Act.ANSWER, said, progress.last, reason, pace=factor)
        case Command.LOUDER | Command.QUIETER:
            factor = 1.4 if command is Command.LOUDER else 0.7
            said, progress = phrase(rules, progress, str(command))
            return progress, Move(Act.ANSWER, said, progress.last, reason, loudness=factor)
        case Command.SKIP | Command.CHANGE | Command.LATER | Command.NOT_TODAY:
            return _another(rules, progress, wish, next_scene)
        case Command.TIRED:
            if progress.tired:
                return close(rules, progress, "tired, said twice")
            said, progress = phrase(rules, replace(progress, tired=True), "tired")
            return progress, Move(Act.ANSWER, said, reason=reason)
        case Command.FORGET:
            return _forget(rules, progress, wish)
        case Command.READ_BOOK:
            return reading_back.begin(rules, progress)
        case Command.BETWEEN_US if not commands.alone(heard.text):
            # what was told in the same breath is meant; it was an answer, so nothing is asked again
            said, progress = phrase(rules, replace(progress, told_last=heard.text), "between_us")
            return progress, Move(Act.ANSWER, said, reason=reason, wish=wish)
        case Command.BETWEEN_US if len(heard.text.split()) <= BARE:
            # "that's private" keeps what was told from others, and wants nothing more asked of it
            said, progress = phrase(rules, progress, "between_us")
            progress, question = next_scene(rules, progress)
            return progress, Move(Act.QUESTION, said, question, reason, wish=wish)
        case _:
            return _answered(rules, progress, wish, heard)


def _before_the_yes(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """While nobody has agreed to anything, only going and understanding can be granted."""
    reason = f"asked for: {wish.command}"
    match wish.command:
        case Command.STOP | Command.GOODBYE | Command.NO_RECORDING | Command.NOT_TODAY:
            over = replace(progress, stage=Stage.OVER)
            return over, Move(Act.CLOSING, rules.notice.no, reason=reason, consent=False, ends=True)
        case Command.REPEAT | Command.QUESTION:
            said, progress = phrase(rules, progress, "repeat")
        case Command.SLOWER | Command.FASTER | Command.LOUDER | Command.QUIETER:
            said, progress = phrase(rules, progress, str(wish.command))
        case Command.PERSON:
            said, progress = phrase(rules, progress, "not_a_person")
        case Command.WHO_HAS_LISTENED:
            said = rules.looked
        case _:
            return progress, Move(Act.CONSENT, rules.notice.again, rules.notice.ask_again, reason)
    pace = {Command.SLOWER: 0.85, Command.FASTER: 1.15}.get(wish.command, 1.0)
    loudness = {Command.LOUDER: 1.4, Command.QUIETER: 0.7}.get(wish.command, 1.0)
    return progress, Move(Act.ANSWER, said, progress.last, reason, pace=pace, loudness=loudness)


def _in_one_breath(said: str, last: str) -> str:
    """A goodbye that ends in `last`: of the rest as many whole sentences, the latest first, as leave it short enough."""
    kept = [last]
    for sentence in reversed(parts(said)):
        if sum(len(each.split()) for each in (sentence, *kept)) > LONGEST_REPLY:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


_LEAVING = {
    Command.SKIP: "skipped",
    Command.CHANGE: "changed",
    Command.LATER: "later",
    Command.NOT_TODAY: "not_today",
}


def _another(
    rules: Rules, progress: Progress, wish: Wish, next_scene: NextScene
) -> tuple[Progress, Move]:
    """Leave this question for another one; what is not wanted today rests."""
    asking = progress.asking
    if wish.command is Command.NOT_TODAY and asking is not None and asking.topic:
        cache = progress.cache.decline(asking.topic, rules.past.today)
        progress = replace(progress, cache=cache)
    said, progress = phrase(rules, progress, _LEAVING[wish.command])
    progress, question = next_scene(rules, progress)
    return progress, Move(Act.QUESTION, said, question, f"asked for: {wish.command}")


def concerning(about: str, told: Sequence[str]) -> str:
    """The latest of `told` that has a word of `about`; "" where none has."""
    wanted = stems.content(about)
    return next((each for each in reversed(told) if wanted & stems.content(each)), "")


def _forget(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """Hidden at once; what would go is said; erased on a yes."""
    told = progress.told_last
    if wish.about:
        told = concerning(wish.about, (*progress.shifts.said[:-1], told))
        if not told:  # better nothing than another story
            said, progress = phrase(rules, progress, "told_nothing")
            return progress, Move(Act.ANSWER, said, reason="nothing of that to forget")
    words = told.split()
    if not words:
        said, progress = phrase(rules, progress, "nothing_to_forget")
        return progress, Move(Act.ANSWER, said, reason="nothing to forget")
    going = " ".join(words[:GOING]) + (" …" if len(words) > GOING else "")
    said, progress = phrase(rules, progress, "put_away")
    ask, progress = phrase(rules, progress, "erase_ask")
    move = Move(
        Act.ANSWER, phrases.fill(said, told=going), ask, "asked for: forget that", wish=wish
    )
    return replace(progress, wishing=wish), move


_PHRASES = {
    Command.REPEAT: "repeat",
    Command.QUESTION: "repeat",
    Command.PERSON: "not_a_person",
    Command.TALK_ABOUT: "talk_about",
    Command.BETWEEN_US: "between_us",
    Command.ONLY_FOR: "only_for",
    Command.NOT_WHILE_I_LIVE: "not_while",
    Command.UNDO: "back_again",
    Command.CORRECTION: "corrected",
    Command.HOW_LONG: "how_long",
    Command.CANCEL: "nothing_sent",
    Command.NO_AUDIO: "no_audio",
    Command.NO_MEMORY: "no_memory",
    Command.NO_RECIPIENT: "no_recipient",
    Command.NO_PRINT: "no_print",
    Command.NO_AFTER_DEATH: "no_after_death",
    Command.NO_MESSAGE: "no_message",
}

_WHETHER = {Command.NO_RECORDING: "no_recording_ask"}
"""How it is asked whether what ends the talk was meant."""

_EFFECTS = frozenset(_PHRASES) - {
    Command.REPEAT,
    Command.QUESTION,
    Command.PERSON,
    Command.TALK_ABOUT,
    Command.CORRECTION,
    Command.HOW_LONG,
}
"""What the session has to carry out."""


def _answered(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[Progress, Move]:
    command, reason = wish.command, f"asked for: {wish.command}"
    if command is Command.WHO_HAS_LISTENED:
        return progress, Move(Act.ANSWER, rules.looked, progress.last, reason)
    if command is Command.WHAT_DID_I_TELL:
        lines = [each.line for each in heard.recalled[:2] if each.line]
        said, progress = phrase(rules, progress, "told_before" if lines else "told_nothing")
        return progress, Move(Act.ANSWER, phrases.fill(said, told=" … ".join(lines)), reason=reason)
    if command is Command.QUESTION and (found := steadying.asked(rules, progress)):
        return found
    said, progress = phrase(rules, progress, _PHRASES[command])
    about = f"about {max(1, round(heard.minutes))} minutes" if heard.minutes >= 1.5 else "a minute"
    said = phrases.fill(said, name=_called(wish.about), told=about)
    effect = wish if command in _EFFECTS else None
    if command is Command.TALK_ABOUT:
        return replace(progress, last=said, asking=None, depth=0), Move(
            Act.ANSWER, said, reason=reason
        )
    return progress, Move(Act.ANSWER, said, progress.last, reason, wish=effect)


def _called(about: str) -> str:
    """How to speak to the narrator of somebody they named: "ann and my son" -> "Ann and your son"."""
    small = {"my", "our", "and", "only", "daughter", "son", "wife", "husband", "sister", "brother"}
    words = ["your" if w in {"my", "our"} else w for w in re.findall(r"[a-z]+", about)]
    return " ".join(
        w if w in small or w == "your" or w.startswith("grand") else w.title() for w in words
    )
