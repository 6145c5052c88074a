"""Meets somebody who is lost, frightened, looking for a person by name, or has lost the thread. Pure.

Who speaks is said, a fear is met, and what only they see is neither denied nor affirmed; instead of a question about
their life comes whether somebody near could come (product.md). Danger is heard before this (wishes.py).
"""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules import expression
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.wishes import telling_time
from voice_agent.reading.words.asking import asks, parts, points

WITH_YOU = "still_with_you"
"""The kind of phrase that stays with somebody who was lost or frightened."""

AWAY = 3
"""So many cues count as given: none follows while somebody calls for another."""

TOLD = 14
"""Words of theirs that are said back to somebody who has lost the thread."""

TELLS = 7
"""Words below which what was told before is likelier what they were telling ("Oh aye. The machine."). A guess."""


def before_the_yes(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Somebody who asks who is there has agreed to nothing: it is said plainly, and asked again."""
    if heard.telling.agrees is not None:
        return None
    lost = heard.condition.unsettled
    if not lost and not heard.condition.asks_who:
        return None
    said, progress = phrase(rules, progress, lost or "who_first")
    ask = rules.words.notice.ask_again
    progress = replace(
        progress,
        question=replace(progress.question, text=ask),
        safety=replace(progress.safety, confused=True),
    )
    return progress, Move(Act.CONSENT, said, ask, "says who is speaking, and asks again")


def stays(progress: Progress) -> bool:
    """Was somebody lost or frightened a moment ago?"""
    return progress.comfort.beside == WITH_YOU and 0 < progress.comfort.stayed >= progress.turns - 1


def steady(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Meet what unsettles them; None where nothing does."""
    near = stays(progress)
    kind = heard.condition.unsettled
    if near and not kind and (move := _somebody_near(rules, progress, heard)):
        return move
    whom = heard.condition.taken_for
    if not kind and not whom:
        return None
    progress = _beside(progress, WITH_YOU)
    progress = replace(progress, safety=replace(progress.safety, confused=True))
    if not kind:
        said, progress = phrase(rules, progress, "not_a_person")
        if name := heard.condition.called:
            tell, progress = phrase(
                rules,
                replace(progress, comfort=replace(progress.comfort, beside="still_here")),
                "living",
            )
            said = f"{said} {phrases.fill(tell, name=name)}"
        return progress, Move(Act.ANSWER, said, reason="took us for somebody")
    said, progress = phrase(rules, progress, kind)
    said, progress = _with_the_time(rules, progress, said, heard)
    ask = ""
    if not near:  # asked once, it is not asked again in the same breath
        ask, progress = phrase(rules, progress, "with_you_ask")
        progress = progress.asks(ask)
    return progress, Move(Act.ANSWER, said, ask, reason=f"unsettled: {kind}")


def _somebody_near(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """The answer to "could somebody come to you?"."""
    answer = heard.telling.agrees
    if answer is None or not progress.question.text:
        return None
    quiet = AWAY if answer else progress.manners.quiet
    progress = _beside(progress, WITH_YOU)
    progress = replace(
        progress,
        manners=replace(progress.manners, quiet=quiet),
        question=replace(progress.question, text=""),
    )
    said, progress = phrase(rules, progress, "call_them" if answer else "nobody_near")
    said = phrases.fill(said, told=f"{rules.readers.net.emergency}.")
    return progress, Move(Act.ANSWER, said, reason="whether somebody can come")


def _beside(progress: Progress, kind: str) -> Progress:
    return replace(
        progress,
        question=replace(progress.question, chosen=None),
        story=replace(progress.story, depth=0),
        comfort=replace(progress.comfort, stayed=progress.turns, beside=kind),
    )


def _with_the_time(
    rules: Rules, progress: Progress, said: str, heard: Heard
) -> tuple[str, Progress]:
    """Calmed, and told what time or day it is, if they asked for that as well."""
    asked = heard.to_us.asks_time
    if not asked or not heard.at:
        return said, progress
    time, progress = phrase(rules, progress, f"the_{asked}")
    return f"{said} {phrases.fill(time, told=telling_time.told(asked, heard.at))}", progress


def lost(heard: Heard) -> bool:
    """Do they not know what to say to us, or when it is? The time, asked where there is no clock, is lost like any other thing."""
    return heard.condition.lost or heard.to_us.only_time is not None


def owned(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Our own fault is owned in a word, and the floor is theirs: another question would hurry on."""
    how = heard.condition
    kind = "unclear" if how.unclear else "said_so" if how.said_so else ""
    if not kind or heard.telling.sorrow.loss or how.cross:
        return None
    said, progress = phrase(
        rules, replace(progress, question=replace(progress.question, chosen=None)), kind
    )
    return progress, Move(Act.ANSWER, said, reason=kind)


def at_odds_with_us(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Meet anger, a lost question or a confession, and ask nothing."""
    how, hard = heard.condition, rules.readers.hard_moment(heard.text)
    kinds: dict[str, bool] = {  # who is met in this order, and with which kind of phrase
        "cross": how.cross or hard is Hard.CROSS,
        "lost": lost(heard),
        "adrift": hard is Hard.CONFUSION,
        "confided": how.confided or hard is Hard.SHAME,
    }
    kind = next((each for each, so in kinds.items() if so), "")
    if not kind:
        return None
    # nobody whose memory fails them, who is weary of questions or has just confessed is asked for a year
    quiet = _beside(progress, "still_here")
    muddled = kind == "adrift" or how.muddled
    quiet = replace(
        quiet,
        story=replace(quiet.story, given=quiet.story.given | {Wants.WHEN}),
        safety=replace(quiet.safety, confused=quiet.safety.confused or muddled),
    )
    said, progress = phrase(rules, quiet, kind)
    if kind == "lost":
        said, progress = _with_the_time(rules, progress, said, heard)
    return progress, Move(Act.ANSWER, said, reason=kind)


def missing(rules: Rules, progress: Progress, name: str) -> tuple[Progress, Move] | None:
    """Stay with whoever speaks of somebody as living who may have died, or looks for them, and ask nothing. `name`: whom."""
    if not name:
        return None
    stays = replace(
        progress,
        comfort=replace(progress.comfort, stayed=progress.turns, beside="still_here"),
        story=replace(
            progress.story,
            given=progress.story.given | {Wants.WHEN},  # what is now has no year
        ),
        safety=replace(progress.safety, missed=name, confused=True),
    )
    said, progress = phrase(rules, stays, "living")
    return progress, Move(Act.ANSWER, phrases.fill(said, name=name), reason="spoken of as living")


def thread(
    rules: Rules, progress: Progress, *, again: bool = False
) -> tuple[Progress, Move] | None:
    """What they were telling, in their own words, to somebody who has lost the thread; None where nothing was told.

    A question that can be understood by itself stands again after it; `again`: any does, it was asked for.
    """
    told = _in_their_words(progress)
    if not told:
        return None
    said, progress = phrase(rules, progress, "telling")
    ask = "" if points(progress.question.text) and not again else progress.question.text
    said = phrases.fill(said, told=told)
    if not ask:
        go_on, progress = phrase(rules, progress, "still_here")
        said = f"{said} {go_on}"
    return progress, Move(Act.ANSWER, said, ask, reason="said what they were telling")


def asked(rules: Rules, progress: Progress) -> tuple[Progress, Move] | None:
    """The same for "what was the question?", where the question by itself would say nothing to them."""
    return thread(rules, progress, again=True) if points(progress.question.text) else None


def _in_their_words(progress: Progress) -> str:
    """What they told last, or before that, where they have only said a word or two since; "" where they told nothing."""
    told = [
        # what they asked is no telling, and said back it would be a question of ours
        " ".join(each for each in parts(text) if not asks(each)).split()
        for text in (progress.tellings.last, progress.tellings.before)
    ]
    for words in sorted(told, key=lambda each: len(each) < TELLS):
        if len(words) < 3:
            continue
        if found := next(iter(expression.scenes(" ".join(words), TOLD)), ""):
            return f"how {found}."
        return " ".join(words[:TOLD]).strip(" ,;:.!?") + (" …" if len(words) > TOLD else ".")
    return ""
