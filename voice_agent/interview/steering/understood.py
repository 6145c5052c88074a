"""What a turn holds besides its story, understood once before anything is answered. Pure.

Each guard (guarding.py) is handed the same value, and reads none of it again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from voice_agent.interview import which_year
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import steadying
from voice_agent.interview.steering import asides, danger_within, model_reading
from voice_agent.interview.steering.asides import Beside
from voice_agent.interview.steering.replying import NextScene
from voice_agent.reading.danger import living
from voice_agent.reading.danger.cries import Cry
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.heads.offer_response import DEAR, OfferResponse
from voice_agent.reading.wishes import commands, openly, wish_words, within
from voice_agent.reading.wishes.commands import ENDS, KEEPS_BACK, Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.wishes.within import SaidWish, Within


@dataclass(frozen=True, slots=True)
class Understood:
    """What a turn holds besides its story."""

    own: str
    """Their own words: without what stands in quotation marks."""

    said: Within
    """What it asks for by its words. Danger is looked for beside all of that."""

    asks: Within
    """What of that is meant so, where things stand as they do."""

    cry: Cry | None
    """What in it may be danger."""

    beside: Beside
    """The questions to us, the rebuke and the reminder in it."""

    living: str
    """Of whom it speaks as of somebody living, or whom it looks for: "your mother", "Peter"; "" for nobody."""

    wish: Wish | None
    """The first thing that it asks for."""

    silent: Wish | None
    """What a sign in a story may want kept back: it is, and nothing is said of it, for the story is answered."""

    next_scene: NextScene = field(repr=False)
    """Opens another story, for whoever does not want this one."""

    @property
    def level(self) -> str:
        """The safety level of what may be danger; "" for none."""
        return self.cry.level if self.cry else ""

    @property
    def stands(self) -> bool:
        """Does it ask for something after which the same question still stands?"""
        return self.wish is not None and self.wish.command in _ASIDE


def understand(rules: Rules, progress: Progress, heard: Heard, next_scene: NextScene) -> Understood:
    """Read the turn once."""
    said = asked_for(progress, heard, rules)
    meant = _keep(said, lambda each: _means_it(rules, progress, heard, each))
    beside = asides.beside(progress, heard, [each.wish for each in meant.wishes])
    asks = _keep(meant, beside.meant)
    if asks.story and model_reading.hears_none_of(heard, _IN_PASSING):
        asks = _keep(asks, lambda each: each.command not in _IN_PASSING)
    other = model_reading.hears_nothing_kept(heard) and (
        "?" in heard.text or model_reading.wish(heard)
    )
    silent = _silent(heard, asks) if other or wish_words.telling(asks.rest) else None
    if silent is not None:
        asks = _keep(asks, lambda each: not _goes_unsaid(heard, each))
    return Understood(
        own=unquoted(heard.text),
        said=said,
        asks=asks,
        cry=danger_within.cry(rules, heard, said),
        beside=beside,
        living=_living(rules, progress, heard),
        wish=asks.wishes[0].wish if asks.wishes else beside.wish,
        silent=silent,
        next_scene=next_scene,
    )


def _silent(heard: Heard, asks: Within) -> Wish | None:
    """What is kept back without a word beside a story: what is only a sign, or what a language model does not hear at all."""
    every = [each.wish for each in asks.wishes if _goes_unsaid(heard, each.wish)]
    if not asks.wishes and model_reading.keeps_from_nobody_named(heard):
        return PERHAPS
    stories = {each.story for each in every}
    if len(stories) != 1:
        return None  # of several stories it is said who hears of which
    # from everybody: whoever they name is among them, and so is whoever another wish of the turn names
    return replace(PERHAPS, story=stories.pop(), sure=any(each.sure for each in every))


def _goes_unsaid(heard: Heard, wish: Wish) -> bool:
    if wish.command not in KEEPS_BACK:
        return False
    if model_reading.keeps_back(heard):
        # a sign that names nobody is kept without a word where somebody has something to say to the story
        return not wish.sure and model_reading.keeps_from_nobody_named(heard)
    return not wish.sure or model_reading.hears_nothing_kept(heard)


def _living(rules: Rules, progress: Progress, heard: Heard) -> str:
    before = f"{progress.tellings.before} {progress.tellings.last}"
    name = living.spoken_of_as_living(heard.text, progress.question.text)
    name = name or living.asked_for(heard.text, before, progress.safety.missed)
    if not name and rules.readers.hard_moment(heard.text) is Hard.LIVING:
        return living.whom(heard.text, progress.question.text)
    return name


def asked_for(progress: Progress, heard: Heard, rules: Rules | None = None) -> Within:
    """What the turn asks for, be it all of it or a sentence in it, in the order in which it is done: what ends the talk last."""
    locks = rules.readers.locks if rules and progress.stage is Stage.TALK else None
    inside = within.found(heard.text, progress.tellings.heard, locks)
    whole = commands.wish(heard.text)
    open_ = whole and whole.command in KEEPS_BACK and inside.release and not inside.wishes
    if whole and (open_ or not openly.may_be_meant(whole, heard.text)):
        whole = None
    if whole:
        whole = within.meant(whole, within.named((*progress.tellings.heard, heard.text)))
    if whole and not any(each.wish.command in _NAMES_IT for each in inside.wishes):
        others = (each for each in inside.wishes if each.wish.command is not whole.command)
        rest = inside.rest if inside.wishes else within.beside(heard.text)
        inside = Within((SaidWish(whole), *others), rest, whole=not inside.wishes)
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


def _keep(said: Within, meant: Callable[[Wish], object]) -> Within:
    """The same without the wishes for which `meant` says no."""
    return said._replace(wishes=tuple(each for each in said.wishes if meant(each.wish)))


_ASIDE = frozenset(
    {Command.REPEAT, Command.QUESTION, Command.SLOWER, Command.FASTER, Command.LOUDER}
    | {Command.QUIETER, Command.PERSON, Command.WHO_HAS_LISTENED, Command.HOW_LONG}
)

_IN_PASSING = frozenset({Command.LOUDER, Command.SLOWER, Command.TALK_ABOUT})
"""Wishes beside a story that are let pass where a model hears none of them: "turn it up, over, under the heel" was of a sock."""

_NAMES_IT = frozenset(
    {Command.FORGET, Command.NOT_FOR, Command.BETWEEN_US, Command.ONLY_FOR}
    | {Command.NOT_WHILE_I_LIVE, Command.TALK_ABOUT}
)
"""Wishes that a single sentence says more plainly than the turn as a whole."""

_STRENGTH = (Command.NO_RECORDING, Command.STOP, Command.GOODBYE, Command.TIRED)
"""Of several ways to end a talk in one turn the strongest is meant."""

_ONE = ENDS | {Command.TALK_ABOUT, Command.SLOWER, Command.FASTER, Command.LOUDER, Command.QUIETER}
"""Of these the last one counts: "Let's talk about dancing. Ask me about Eddie Wojcik." """


def meets(rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Do they answer what was offered, gladly or with "I'm only halfway up the hill"? Then they wish for nothing else."""
    led = progress.returns.pending is not None
    return led and rules.readers.offer_response(heard.text) in (*DEAR, OfferResponse.UNFINISHED)


_PUTS_OFF = frozenset({Command.SKIP, Command.LATER, Command.SLOWER})


def _means_it(rules: Rules, progress: Progress, heard: Heard, wish: Wish) -> bool:
    """ "Go on, then" is a yes, or begins; it neither puts a question off nor passes it over."""
    led = progress.returns.pending is not None
    if not wish.sure and not (progress.tellings.heard or heard.telling.besides):
        return False  # there is nothing yet that it could be said of
    if wish.command is Command.CORRECTION:
        # "no, there's nobody" puts nothing right, nor does "no, that's not part of it" where we led; and while nobody
        # knows which of two years is right, it is asked
        elsewhere = led and heard.telling.apart
        asks = which_year.open_(progress) and not which_year.both_stay(progress)
        return not (steadying.stays(progress) or asks or elsewhere)
    if wish.command in _PUTS_OFF and meets(rules, progress, heard):
        return False
    if wish.command not in (Command.SKIP, Command.LATER):
        return True
    agreed = progress.stage is Stage.CONSENT and heard.telling.agrees is True
    return not agreed and heard.to_us.small_talk != "talk_ready"


def told(progress: Progress, heard: Heard) -> Progress:
    """Remember what was told last; called where no guard has answered, or what it answers stands in a story."""
    progress = replace(
        progress,
        consent=replace(progress.consent, permission=None),
        book=replace(progress.book, reading=None),
        safety=replace(progress.safety, checking=""),
        wishes=replace(progress.wishes, doubted=None, waiting=None),
    )
    if not heard.text.strip():
        return progress
    return replace(
        progress,
        tellings=replace(progress.tellings, last=heard.text),
        wishes=replace(progress.wishes, kept_back=False),
    )
