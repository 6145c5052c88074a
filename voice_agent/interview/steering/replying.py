"""What is said to a wish, and what it changes in the interview. Pure.

Effects beyond words are named in the move, and conversation/granting.py carries them out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from voice_agent.interview import expression, phrases, reading_back, stems, which_year
from voice_agent.interview.closing import close
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import consent
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.particulars import tells
from voice_agent.interview.picking import phrase
from voice_agent.interview.plain_words import at_stops, plain
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import steadying
from voice_agent.interview.steering import (
    commands,
    keeping_back,
    naming,
    openly,
    reminding,
    wish_words,
)
from voice_agent.interview.steering.commands import KEEPS_BACK, Command, Wish
from voice_agent.interview.steering.outcome import WHICH
from voice_agent.interview.steering.whom import whom
from voice_agent.interview.wording.checks import asks, faults, parts
from voice_agent.interview.wording.vocabulary import said as words_of

NextScene = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story of the topic; the question is empty where every one was asked."""

BARE = 3
"""Words of "that's private", which answers a question as well as it labels a story."""

_LEAVING = {
    Command.SKIP: "skipped",
    Command.CHANGE: "changed",
    Command.LATER: "later",
    Command.NOT_TODAY: "not_today",
}

_PHRASES = {
    Command.REPEAT: "repeat",
    Command.QUESTION: "repeat",
    Command.PERSON: "not_a_person",
    Command.BETWEEN_US: "between_us",
    Command.ONLY_FOR: "only_for",
    Command.NOT_FOR: "not_for",
    Command.NOT_WHILE_I_LIVE: "not_while",
    Command.UNDO: "back_again",
    Command.HOW_LONG: "how_long",
    Command.CANCEL: "nothing_sent",
    Command.NO_AUDIO: "no_audio",
    Command.NO_MEMORY: "no_memory",
    Command.NO_RECIPIENT: "no_recipient",
    Command.NO_PRINT: "no_print",
    Command.NO_AFTER_DEATH: "no_after_death",
    Command.NO_MESSAGE: "no_message",
}

WHETHER = {
    Command.NO_RECORDING: "no_recording_ask",
    Command.NO_MEMORY: "no_memory_ask",
    Command.NO_AUDIO: "no_audio_ask",
    Command.NO_RECIPIENT: "no_recipient_ask",
    Command.NO_PRINT: "no_print_ask",
    Command.NO_AFTER_DEATH: "no_after_death_ask",
    Command.NO_MESSAGE: "no_message_ask",
}
"""How it is asked whether what takes a consent back was meant."""

_EFFECTS = frozenset(_PHRASES) - {
    Command.REPEAT,
    Command.QUESTION,
    Command.PERSON,
    Command.HOW_LONG,
}
"""What the session has to carry out."""


def grant(
    rules: Rules, progress: Progress, wish: Wish, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move]:
    """Grant a wish. `next_scene` opens another story where one is not wanted."""
    progress, move = _grant(rules, progress, wish, heard, next_scene)
    # what puts a telling right is told
    return progress, replace(move, heeds=wish.command is not Command.CORRECTION)


def _grant(
    rules: Rules, progress: Progress, wish: Wish, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move]:
    command, reason = wish.command, f"asked for: {wish.command}"
    if progress.stage is Stage.CONSENT:
        return _before_the_yes(rules, progress, wish)
    if command in KEEPS_BACK:
        progress = replace(progress, kept_back=True, confided=progress.turns)
    match command:
        case Command.STOP | Command.GOODBYE:
            return close(rules, progress, reason, short=command is Command.STOP)
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
        case Command.TALK_ABOUT:
            said, progress = _about(rules, progress, wish, heard)
            move = Move(Act.ANSWER, reason=reason).worded(said)
            return replace(progress, last=move.ask or move.say, asking=None, depth=0), move
        case Command.FORGET:
            return _forget(rules, progress, wish, heard)
        case Command.REMIND:
            return _remind(rules, progress, wish)
        case Command.UNDO if progress.kept_back:
            # a misheard "undo" must not give a confidence away
            ask, progress = phrase(rules, progress, "let_out_ask")
            return replace(progress, wishing=wish), Move(Act.ANSWER, ask=ask, reason=reason)
        case Command.READ_BOOK:
            return reading_back.begin(rules, progress)
        case _ if command in KEEPS_BACK:
            return _kept_back(rules, progress, wish, heard, next_scene)
        case _:
            return _answered(rules, progress, wish, heard)


def meant_or_not(
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


def erase_or_not(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move]:
    """The answer to "shall I erase it for good?". Only a plain yes erases; until then undo works."""
    waiting = progress.wishing
    progress = replace(progress, wishing=None)
    answer = consent.answer(heard.text)
    # "No. Leave it." answers what was asked, and brings nothing back
    back = wish is not None and wish.command is Command.UNDO
    if back and (answer is not False or _BACK.search(plain(heard.text))):
        progress = replace(progress, put_away=progress.put_away[:-1])
        said, progress = phrase(rules, progress, "back_again")
        return progress, Move(Act.ANSWER, said, progress.last, "undo", wish=wish)
    if waiting and waiting.story == WHICH and answer is not False:
        said, progress = phrase(rules, progress, "stays_away")
        meant = Wish(Command.FORGET, heard.text, WHICH)
        return progress, Move(Act.ANSWER, said, progress.last, "which of two", wish=meant)
    if waiting and answer is True:
        said, progress = phrase(rules, replace(progress, told_last=""), "erasing")
        move = Move(Act.ANSWER, said, reason="erase: a plain yes", wish=Wish(Command.ERASE))
        return progress, move
    said, progress = phrase(rules, progress, "stays_away")
    return progress, Move(Act.ANSWER, said, progress.last, "not a plain yes: nothing is erased")


_BACK = re.compile(r"\b(?:back|undo|undone|bring|restore|keep it|i want it|show)\b")
"""Said after "shall I erase it?", wants it kept."""


BRIEF = 8
"""Words of a sentence that begins with a yes and is one; a longer one goes on telling. A guess."""

_YES = re.compile(
    r"(?:(?:oh|ah|well|why|yes|yeah|yep|aye|of course|certainly|surely|sure|please|by all means|all right|okay|do|let them|they (?:may|can)|you (?:may|can)) ?)+"
)
_IT = re.compile(r"\b(?:let|hear|know|tell|may|can|they|them|family|all of (?:it|that))\b")
_KEEPS = re.compile(
    r"\b(?:not|never|no|keep|kept|stays?|private|between us|leave|but|only|about|one)\b"
)


def _lets_it_out(sentence: str) -> bool:
    """A yes and nothing else, or one that speaks of what was asked: "Yes, lovely, two sugars, Joan" answers somebody else."""
    text = plain(sentence).strip(" .")
    if _YES.fullmatch(text):
        return True
    agrees = openly.says(sentence) or (_YES.match(text) is not None and len(text.split()) <= BRIEF)
    if openly.says(sentence):
        return not re.search(r"\babout\b|\bone\b", text)
    return agrees and bool(_IT.search(text)) and not _KEEPS.search(text)


def _but_somebody(said: str) -> bool:
    """Is anybody still kept out: "Yes, the funeral. The money not, Teresa not."?"""
    return any(_NOT.search(plain(each)) and whom(each, refused=True) for each in at_stops(said))


_NOT = re.compile(r"\b(?:not|never|no|except|bar)\b")


def let_out_or_not(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move] | None:
    """The answer to "may your family hear that after all?": only a plain yes lets it out; None: they went on."""
    begins = _SENTENCE.split(heard.text.strip())[:2]  # "What after all? Yes, of course."
    opens = any(map(_lets_it_out, begins)) and not _but_somebody(heard.text)
    if not opens and (wish is not None or len(heard.text.split()) > consent.FEW):
        return None
    if opens:
        said, progress = phrase(rules, replace(progress, kept_back=False), "let_out")
        wish = Wish(Command.LET_OUT)
        return progress, Move(Act.ANSWER, said, progress.last, "let out: a plain yes", wish=wish)
    said, progress = phrase(rules, progress, "stays_back")
    return progress, Move(Act.ANSWER, said, progress.last, "not a plain yes: it stays kept back")


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


def _forget(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[Progress, Move]:
    """Hidden at once; what is put away is named; erased on a yes.

    What was told in an earlier talk is not known here: whoever carries the wish out finds it, and says so instead.
    """
    reason = "asked for: forget that"
    told = _meant(rules, progress, wish, heard)
    about = wish.about or wish.story
    if not told.split():
        kind = "told_nothing" if about else "nothing_to_forget"
        said, progress = phrase(rules, progress, kind)
        effect = wish if about else None
        return progress, Move(Act.ANSWER, said, reason="nothing of that to forget", wish=effect)
    said, progress = phrase(rules, progress, "put_away")
    ask, progress = phrase(rules, progress, "erase_ask")
    named = naming.story(told, story=about if len(about.split()) <= ABOUT else "")
    move = Move(Act.ANSWER, phrases.fill(said, told=f"{named}."), ask, reason, wish=wish)
    away = (*progress.put_away, told)
    return replace(progress, wishing=wish, kept_back=False, put_away=away), move


def _remind(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """Said to be noted; the session keeps it before this is spoken. The floor is theirs."""
    said, after = noted(rules, progress, wish.about)
    if not said:  # what cannot be named rightly is noted as a loose end, by memory
        said, after = phrase(rules, progress, "talk_promised")
        return after, Move(Act.ANSWER, said, reason="asked for: remind, unnamed")
    return after, Move(Act.ANSWER, said, reason="asked for: remind", wish=wish)


def noted(rules: Rules, progress: Progress, about: str) -> tuple[str, Progress]:
    """That a subject is noted for next time; "" where it cannot be said rightly."""
    name = reminding.spoken(about)
    if not name:
        return "", progress
    said, progress = phrase(rules, progress, "remind_noted")
    return phrases.fill(said, told=f"{name}."), replace(progress, noted=(*progress.noted, name))


def _meant(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> str:
    """The telling of this talk that a wish is about: the one it names, the one it stands in, or the last."""
    here = "" if wish_words.alone(heard.text, rules.second) else telling(heard.text)
    told = (*progress.heard, progress.told_last, here)
    if about := wish.story or (wish.about if wish.command is Command.FORGET else ""):
        return concerning(about, [each for each in told if each != heard.text])
    return here or progress.told_last


STORY = 8
"""Words that tell something; a rebuke or a question around a wish names no story. A guess."""


def telling(said: str) -> str:
    """What a turn tells besides its wish, without what is asked of us; "" where that is no telling."""
    left = wish_words.beside(said)
    told = " ".join(each for each in parts(left) if not asks(each))
    return told if len(told.split()) >= STORY and tells(told) else ""


def _kept_back(
    rules: Rules, progress: Progress, wish: Wish, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move]:
    """Say who does not hear of which story: it is kept back before this is spoken (outcome.py)."""
    here = bool(telling(heard.text))
    told = _meant(rules, progress, wish, heard)
    # what was just confided is not told back either, whoever has come in since
    progress = replace(progress, put_away=(*progress.put_away, told, heard.text))
    if here:
        progress = replace(progress, told_last=heard.text)
    waits = wish.command is Command.NOT_WHILE_I_LIVE and bool(wish.but)
    said, progress = phrase(rules, progress, promise(wish))
    but = f"{wish.about} {wish.but}"
    named = naming.story(_beside_the_wish(heard.text), but=but) if here and not wish.story else ""
    if named in ("", naming.UNNAMED):
        # a few words beside the wish may be all that is meant: nothing of the turn before is named then
        kept_from = [each.split()[-1] for each in (wish.about, wish.but) if each]
        few = len(wish_words.beside(heard.text, kept_from).split()) < wish_words.TELLS
        meant = told if here or few or wish_words.alone(heard.text, rules.second) else heard.text
        named = naming.story(meant, story=wish.story, but=but, said=heard.text)
    whom = called(wish.but if waits else wish.about)
    if " and " in whom and said.startswith("{name}"):  # of two "does" would be wrong
        said = rules.phrases.kinds[_PHRASES[wish.command]].say[0]
    said = phrases.fill(said, name=whom, told=f"{named}.")
    said = said[:1].upper() + said[1:]
    ask, reason = "", f"asked for: {wish.command}"  # a confidence is not asked on
    if not here and wish.command is Command.BETWEEN_US and len(heard.text.split()) <= BARE:
        # "that's private" keeps what was told from others, and wants nothing more asked of it
        progress, ask = next_scene(rules, progress)
        return progress, Move(Act.QUESTION, said, ask, reason, wish=wish)
    return progress, Move(Act.ANSWER, said, ask, reason, wish=wish)


def promise(wish: Wish) -> str:
    """The kind of phrase that says who does not hear of what is kept back."""
    waits = wish.command is Command.NOT_WHILE_I_LIVE and bool(wish.but)
    return "not_while_but" if waits else _PHRASES[wish.command]


def _beside_the_wish(said: str) -> str:
    """The two sentences before the one that keeps something back: of a long turn, what it is about."""
    sentences = at_stops(said)
    asked = (n for n, each in enumerate(sentences) if keeping_back.asked(each, "x"))
    place = next(asked, None)
    return "" if place is None else " ".join(sentences[max(place - 2, 0) : place])


def concerning(about: str, told: Sequence[str]) -> str:
    """The latest of `told` that has a word of `about`; "" where none has."""
    wanted = stems.content(about)
    return next((each for each in reversed(told) if wanted & stems.content(each)), "")


ABOUT = 8
"""Words of a subject that can be asked about as it was named. A guess."""

_TELLS = re.compile(r"\b(?:tell|telling|told) you (?!what\b)|\bi was (?:talking|speaking)\b")
"""They begin by themselves, and need no question."""

_MANNERS = re.compile(
    r"(?:\W+(?:please|then|now|today|instead|again|shall we|for a (?:bit|while|change)|if (?:you|i) .+))+$",
    re.IGNORECASE,
)


def _about(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[str, Progress]:
    """What is said, or asked, of what they want to talk about: an open question, in their own words."""
    said, listening = phrase(rules, progress, "talk_about")
    asked_for = ["".join(each) for each in _ASK_ME.findall(heard.text)]
    if not asked_for and (not commands.alone(heard.text) or _TELLS.search(plain(heard.text))):
        return said, listening
    subject = expression.turned(
        _MANNERS.sub("", asked_for[-1] if asked_for else _named(wish, heard))
    )
    way, progress = phrase(rules, progress, "talk_about_ask")
    ask = phrases.fill(way, name=subject)
    if not 0 < len(subject.split()) <= ABOUT or faults(ask, words_of(heard.text, subject)):
        return said, listening
    return ask, progress


_ASK_ME = re.compile(
    r"\bask me(?: something| a question)?,? about (?!something|anything)([^.!?…;,]+)|"
    r"\bask me (?:about )?(?:something|anything)(?: else| different| other)+[,:]? (?:(?:like|about|such as|say|maybe|perhaps),? )?((?:the|my|our) [^.!?…;,]+)",
    re.IGNORECASE,
)
"""What they would be asked about comes before what else they said: "Let's talk about dancing. Ask me about Eddie." """


def _named(wish: Wish, heard: Heard) -> str:
    """What they want to talk about as they said it, no further than its sentence goes."""
    words = re.escape(_MANNERS.sub("", wish.about)).replace(r"\ ", r"\W+")
    named = re.search(rf"\b{words}\b", heard.text, re.IGNORECASE)
    return _SENTENCE.split(named[0])[0] if named else ""


_SENTENCE = re.compile(r"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)[.!?…;]\s")


def _answered(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[Progress, Move]:
    command, reason = wish.command, f"asked for: {wish.command}"
    if command is Command.WHO_HAS_LISTENED:
        return progress, Move(Act.ANSWER, rules.looked, progress.last, reason)
    if command is Command.WHAT_DID_I_TELL:
        lines = [each.line for each in heard.recalled[:2] if each.line]
        said, progress = phrase(rules, progress, "told_before" if lines else "not_found")
        return progress, Move(Act.ANSWER, phrases.fill(said, told=" … ".join(lines)), reason=reason)
    if command is Command.QUESTION and (found := steadying.asked(rules, progress)):
        return found
    if command is Command.CORRECTION:
        said, progress = phrase(rules, progress, which_year.met(progress))
        return progress, Move(Act.ANSWER, said, progress.last, reason)
    said, progress = phrase(rules, progress, _PHRASES[command])
    about = f"about {max(1, round(heard.minutes))} minutes" if heard.minutes >= 1.5 else "a minute"
    said = phrases.fill(said, name=called(wish.about), told=about)
    effect = wish if command in _EFFECTS else None
    return progress, Move(Act.ANSWER, said, progress.last, reason, wish=effect)


_KIN = re.compile(
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|children|mother|father|sisters?|brothers?)|wife|husband|nieces?|nephews?|cousins?|aunts?|"
    r"auntie|uncles?|mum|mam|mom|dad|family|friends?|neighbou?rs?|vicar|priest|doctor|nurse|carer|in|law|and|only|the|eldest|youngest|oldest|other)"
)


def called(about: str) -> str:
    """How to speak to the narrator of somebody they named: "ann and my son" -> "Ann and your son", "our tom" -> "Tom"."""
    people = [_onecalled(each) for each in re.split(r" and ", about) if each.strip()]
    return " and ".join(people)


def _onecalled(about: str) -> str:
    words = re.findall(r"[a-z]+", about)
    kin = any(_KIN.fullmatch(word) for word in words)
    own = [word for word in words if kin or word not in {"my", "our"}]
    turned = ["your" if w in {"my", "our"} else w for w in own]
    said = " ".join(w if w == "your" or _KIN.fullmatch(w) else w.title() for w in turned)
    return re.sub(r"\bin law\b", "in-law", said).replace(" in-law", "-in-law")
