"""What is said to a wish, and what it changes in the interview. Pure.

Effects beyond words are named in the move, and conversation/granting.py carries them out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from voice_agent.interview import phrases, reading_back, which_year
from voice_agent.interview.closing import close
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import steadying
from voice_agent.interview.steering import (
    first_leave,
    model_reading,
    noting,
    talking_about,
    voice,
)
from voice_agent.interview.steering.outcome import without
from voice_agent.reading.wishes import keeping_back, naming, wish_words
from voice_agent.reading.wishes.called import called
from voice_agent.reading.wishes.commands import KEEPS_BACK, Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.reading.words import stems
from voice_agent.reading.words.plain_words import at_stops

NextScene = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story of the topic; the question is empty where every one was asked."""

Granted = tuple[Progress, Move]


class Request(NamedTuple):
    """What is asked for, in which turn, and how another story opens where this one is not wanted."""

    wish: Wish
    heard: Heard
    next_scene: NextScene

    @property
    def reason(self) -> str:
        """For the journal."""
        return f"asked for: {self.wish.command}"


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

_WORDS_ALONE = frozenset({Command.REPEAT, Command.QUESTION, Command.PERSON, Command.HOW_LONG})
"""What is answered, and leaves the session nothing to carry out."""


def grant(
    rules: Rules, progress: Progress, wish: Wish, heard: Heard, next_scene: NextScene
) -> Granted:
    """Grant a wish. `next_scene` opens another story where one is not wanted."""
    if progress.stage is Stage.CONSENT:
        progress, move = first_leave.grant(rules, progress, wish)
    else:
        progress, move = _GRANTS[wish.command](rules, progress, Request(wish, heard, next_scene))
    # what puts a telling right is told
    return progress, replace(move, heeds=wish.command is not Command.CORRECTION)


def _ends(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """The goodbye; short to whoever says no more than "stop"."""
    short = asked.wish.command is Command.STOP
    return close(rules, progress, asked.reason, short=short)


def _unrecorded(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Capture ends before a word is said."""
    said, progress = phrase(rules, progress, "no_recording")
    move = Move(Act.CLOSING, said, reason=asked.reason, ends=True, deaf=True, wish=asked.wish)
    return replace(progress, stage=Stage.OVER), move


def _as_asked(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Slower, faster, louder or quieter."""
    return voice.as_asked(rules, progress, asked.wish)


def _tired(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """A rest is offered; said twice, it is the end."""
    if progress.manners.tired:
        return close(rules, progress, "tired, said twice")
    said, progress = phrase(
        rules, replace(progress, manners=replace(progress.manners, tired=True)), "tired"
    )
    return progress, Move(Act.ANSWER, said, reason=asked.reason)


def _talk_about(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """What they name is asked about, and no question of ours waits any more."""
    said, progress = talking_about.said_to_it(rules, progress, asked.wish, asked.heard)
    move = Move(Act.ANSWER, reason=asked.reason).worded(said)
    return replace(
        progress,
        question=OpenQuestion(text=move.ask or move.say),
        story=replace(progress.story, depth=0),
    ), move


def _reminded(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """It is noted for next time."""
    return noting.remind(rules, progress, asked.wish)


def _undo(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """What was put away comes back; what was kept back is asked about first."""
    if not progress.wishes.kept_back:
        return _answered(rules, progress, asked)
    # a misheard "undo" must not give a confidence away
    ask, progress = phrase(rules, progress, "let_out_ask")
    move = Move(Act.ANSWER, ask=ask, reason=asked.reason)
    return progress.awaits(asked.wish), move


def _read_book(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """The next passage of their book."""
    return reading_back.begin(rules, progress)


def _another(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Leave this question for another one; what is not wanted today rests."""
    asking = progress.question.chosen
    if asked.wish.command is Command.NOT_TODAY and asking is not None and asking.topic:
        cache = progress.coverage.cache.decline(asking.topic, rules.past.today)
        progress = progress.covering(cache)
    said, progress = phrase(rules, progress, _LEAVING[asked.wish.command])
    progress, question = asked.next_scene(rules, progress)
    return progress, Move(Act.QUESTION, said, question, asked.reason)


def _forget(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Hidden at once; what is put away is named; erased on a yes.

    What was told in an earlier talk is not known here: whoever carries the wish out finds it, and says so instead.
    """
    wish, reason = asked.wish, "asked for: forget that"
    told = _meant(rules, progress, wish, asked.heard)
    about = wish.about or wish.story
    if not told.split():
        kind = "told_nothing" if about else "nothing_to_forget"
        said, progress = phrase(rules, progress, kind)
        reason, effect = "nothing of that to forget", wish if about else None
        return progress, Move(Act.ANSWER, said, reason=reason, wish=effect)
    said, progress = phrase(rules, progress, "put_away")
    ask, progress = phrase(rules, progress, "erase_ask")
    named = naming.story(told, story=about if len(about.split()) <= talking_about.ABOUT else "")
    move = Move(Act.ANSWER, phrases.fill(said, told=f"{named}."), ask, reason, wish=wish)
    away = (*progress.wishes.put_away, told)
    progress = replace(
        progress, wishes=replace(progress.wishes, waiting=wish, kept_back=False, put_away=away)
    )
    return without(progress, (told,)), move


def _meant(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> str:
    """The telling of this talk that a wish is about: the one it names, the one it stands in, or the last."""
    here = "" if wish_words.alone(heard.text, rules.readers.second) else heard.telling.besides
    last = progress.tellings.last or progress.tellings.set_aside
    told = (*progress.tellings.heard, last, here)
    forgets = wish.command is Command.FORGET
    if forgets and heard.telling.forgets_before:
        earlier = [each for each in told if each not in heard.text]
        here, last, told = "", earlier[-1] if earlier else "", earlier
    if about := wish.story or (wish.about if forgets else ""):
        return concerning(about, [each for each in told if each != heard.text])
    return here or last


def _kept_back(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Say who does not hear of which story: it is kept back before this is spoken (outcome.py)."""
    wish, heard, next_scene = asked
    progress = replace(
        progress,
        wishes=replace(
            progress.wishes, kept_back=True, perhaps=not wish.sure, confided=progress.turns
        ),
    )
    here = bool(heard.telling.besides)
    told = _meant(rules, progress, wish, heard)
    # what was just confided is not told back either, whoever has come in since
    away = (told, heard.text)
    progress = replace(
        progress, wishes=replace(progress.wishes, put_away=(*progress.wishes.put_away, *away))
    )
    if here:
        progress = replace(progress, tellings=replace(progress.tellings, last=heard.text))
    progress = without(progress, away)
    if not wish.sure:
        return _perhaps_kept(rules, progress, asked)
    waits = wish.command is Command.NOT_WHILE_I_LIVE and bool(wish.but)
    said, progress = phrase(rules, progress, promise(wish))
    but = f"{wish.about} {wish.but}"
    beside = _beside_the_wish(heard.text)
    named = ""
    if here and not wish.story and wish_words.telling(beside):
        # two things out of what was just told were the wrong two, five times of seven: "Not the cat! The cards."
        named = naming.UNNAMED
    else:
        # a few words beside the wish may be all that is meant: nothing of the turn before is named then
        kept_from = [each.split()[-1] for each in (wish.about, wish.but) if each]
        few = len(wish_words.beside(heard.text, kept_from).split()) < wish_words.TELLS
        meant = (
            told
            if here or few or wish_words.alone(heard.text, rules.readers.second)
            else heard.text
        )
        named = naming.story(meant, story=wish.story, but=but, said=heard.text)
    whom = called(wish.but if waits else wish.about)
    if " and " in whom and said.startswith("{name}"):  # of two "does" would be wrong
        said = rules.words.phrases.kinds[_PHRASES[wish.command]].say[0]
    said = phrases.fill(said, name=whom, told=f"{named}.")
    said = said[:1].upper() + said[1:]
    ask, reason = "", f"asked for: {wish.command}"  # a confidence is not asked on
    if not here and wish.command is Command.BETWEEN_US and len(heard.text.split()) <= BARE:
        # "that's private" keeps what was told from others, and wants nothing more asked of it
        progress, ask = next_scene(rules, progress)
        return progress, Move(Act.QUESTION, said, ask, reason, wish=wish)
    return progress, Move(Act.ANSWER, said, ask, reason, wish=wish)


def _perhaps_kept(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Kept back on a sign alone, from everybody: no yes to a question of ours gives it away."""
    name = model_reading.kept_from(asked.heard)
    said, progress = phrase(rules, progress, "perhaps_kept_from" if name else "perhaps_kept")
    said = phrases.fill(said, name=name)
    said = said[:1].upper() + said[1:]
    # whoever it is kept from, who else may hear it nobody has said for certain
    return progress, Move(Act.ANSWER, said, reason=f"perhaps: {asked.wish.command}", wish=PERHAPS)


def keep_silently(progress: Progress, move: Move, said: str, wish: Wish) -> Granted:
    """Keep back what was told in `said` beside an answer to something else: nothing is said of it, nor told back."""
    put_away = (*progress.wishes.put_away, said)
    kept = replace(progress.wishes, kept_back=True, perhaps=not wish.sure, put_away=put_away)
    asked = progress.question  # it stands: that is being asked now
    progress = replace(without(replace(progress, wishes=kept), (said,)), question=asked)
    if move.wish is None:
        return progress, replace(move, wish=wish)
    beside = Move(Act.ANSWER, reason=f"perhaps: {wish.command}", wish=wish)
    return progress, replace(move, also=(*move.also, beside))


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


def _looked(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Who has listened, from the record."""
    return progress, Move(Act.ANSWER, rules.words.looked, progress.question.text, asked.reason)


def _told_before(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """What they told of it, as memory has it."""
    lines = [each.line for each in asked.heard.recalled[:2] if each.line]
    said, progress = phrase(rules, progress, "told_before" if lines else "not_found")
    told = phrases.fill(said, told=" … ".join(lines))
    return progress, Move(Act.ANSWER, told, reason=asked.reason)


def _put_right(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Thanks for it, and no more is said of what stands now than is true."""
    said, progress = phrase(rules, progress, which_year.met(progress))
    return progress, Move(Act.ANSWER, said, progress.question.text, asked.reason)


def _repeated(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """Our question again."""
    if not progress.question.text:
        return nothing_stands(rules, progress, asked.next_scene)
    return _answered(rules, progress, asked)


def _question(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """The same, with what they were telling where our question says nothing by itself."""
    return steadying.asked(rules, progress) or _repeated(rules, progress, asked)


def nothing_stands(rules: Rules, progress: Progress, next_scene: NextScene) -> Granted:
    """Where nothing of ours stands to be asked again: another question, but none after a hard moment."""
    lately = 0 < progress.comfort.stayed >= progress.turns - 1
    progress, question = (progress, "") if lately else next_scene(rules, progress)
    said, progress = phrase(rules, progress, "we_go_on" if question else "still_here")
    act = Act.QUESTION if question else Act.ANSWER
    return progress, Move(act, said, question, "nothing of ours stands", heeds=True)


def _answered(rules: Rules, progress: Progress, asked: Request) -> Granted:
    """That it is done, or the answer, in a phrase of its own; then what was asked of them stands again."""
    said, progress = phrase(rules, progress, _PHRASES[asked.wish.command])
    minutes = asked.heard.minutes
    about = f"about {max(1, round(minutes))} minutes" if minutes >= 1.5 else "a minute"
    said = phrases.fill(said, name=called(asked.wish.about), told=about)
    effect = None if asked.wish.command in _WORDS_ALONE else asked.wish
    return progress, Move(Act.ANSWER, said, progress.question.text, asked.reason, wish=effect)


_GRANTS: Mapping[Command, Callable[[Rules, Progress, Request], Granted]] = {
    # most need no more than their phrase
    **dict.fromkeys(_PHRASES, _answered),
    Command.STOP: _ends,
    Command.GOODBYE: _ends,
    Command.NO_RECORDING: _unrecorded,
    Command.TIRED: _tired,
    **dict.fromkeys(voice.MANNERS, _as_asked),
    **dict.fromkeys(_LEAVING, _another),
    Command.TALK_ABOUT: _talk_about,
    **dict.fromkeys(KEEPS_BACK, _kept_back),
    Command.FORGET: _forget,
    Command.UNDO: _undo,
    Command.REMIND: _reminded,
    Command.READ_BOOK: _read_book,
    Command.REPEAT: _repeated,
    Command.QUESTION: _question,
    Command.CORRECTION: _put_right,
    Command.WHO_HAS_LISTENED: _looked,
    Command.WHAT_DID_I_TELL: _told_before,
}
"""How each wish is granted, once they have agreed to talk."""
