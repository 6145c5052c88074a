"""What is answered to a question put to us: a sentence from what is true, and the floor goes back. Pure.

Asked twice, it is answered twice. Where it stood behind a story the story is heard; where it stood alone and was about
who speaks and who hears, what we had asked stands again.
"""

from collections.abc import Callable
from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.closing import before_the_goodbye
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import our_life
from voice_agent.interview.wording.checks import LONGEST_REPLY
from voice_agent.reading.wishes import asks_us, telling_time, told_of
from voice_agent.reading.wishes.asks_us import Asked, Kind
from voice_agent.reading.wishes.called import named

Answer = Callable[[Rules, Progress, Heard, Asked], tuple[str, Progress]]
"""What is said to one question; "" where it asks nothing that can be answered."""

_STANDS = frozenset(
    {
        Kind.PERSON,
        Kind.HEARS,
        Kind.HAS_HEARD,
        Kind.KEPT,
        Kind.WRITES,
        Kind.THERE,
        Kind.TIME,
        Kind.HOW_LONG,
    }
)
"""Asked by themselves these only see to it that one can go on: what we had asked stands again."""


def answer(
    rules: Rules, progress: Progress, heard: Heard, asked: tuple[Asked, ...]
) -> tuple[Progress, Move] | None:
    """Answer what is asked; None where nothing of it can be."""
    said, progress_after, done = _said(rules, progress, heard, asked)
    if not said:
        return None
    again = 0 < progress.to_us.answered >= progress.turns - 1
    lately = 0 < progress.comfort.stayed >= progress.turns - 1
    stands = all(each.kind in _STANDS and each.alone for each in done)
    ask = progress.question.text if stands and not again and not lately else ""
    after = replace(progress_after, to_us=replace(progress_after.to_us, answered=progress.turns))
    if not ask:
        after = replace(after, question=replace(after.question, chosen=None))
    if not all(each.alone for each in asked):
        after = _told_before_it(after, heard)
    reason = f"asked us: {', '.join(each.kind for each in done)}"
    return after, Move(Act.ANSWER, said, ask, reason)


def before_the_yes(
    rules: Rules, progress: Progress, heard: Heard, asked: tuple[Asked, ...]
) -> tuple[Progress, Move] | None:
    """The same while nobody has agreed to anything: answered, and then asked for the yes again."""
    said, progress, _ = _said(rules, progress, heard, asked)
    if not said:
        return None
    ask = rules.words.notice.ask_again
    return progress.asks(ask), Move(Act.CONSENT, said, ask, "answered, and asked again")


def in_front(
    rules: Rules, heard: Heard, found: tuple[Progress, Move], asked: tuple[Asked, ...]
) -> tuple[Progress, Move]:
    """The answer in front of what is said to a wish of the same breath, where both are short enough to be heard."""
    progress, move = found
    if move.act not in (Act.ANSWER, Act.CLOSING) or not asked:
        return found
    said, after, _ = _said(rules, progress, heard, asked[:1])
    if asked[0].kind is Kind.UNDERSTOOD and move.wish is not None:
        said, after = "Yes.", progress  # what follows says what was understood
    if move.ends:
        return after, replace(move, say=before_the_goodbye(said, move.say))
    whole = f"{said} {move.say}".strip()
    if not said or len(f"{whole} {move.ask}".split()) > LONGEST_REPLY:
        return found
    return after, replace(move, say=whole)


def _said(
    rules: Rules, progress: Progress, heard: Heard, asked: tuple[Asked, ...]
) -> tuple[str, Progress, list[Asked]]:
    """All the answers that can be heard in one breath."""
    kept: list[str] = []
    done: list[Asked] = []
    for each in asked:
        one, after = _ANSWERS[each.kind](rules, progress, heard, each)
        if one and sum(len(text.split()) for text in (*kept, one)) <= LONGEST_REPLY:
            kept.append(one)
            done.append(each)
            progress = after
    return " ".join(kept), progress, done


def _told_before_it(progress: Progress, heard: Heard) -> Progress:
    """The story in front of the question was told, and is heard."""
    return replace(
        progress,
        tellings=replace(
            progress.tellings,
            before=progress.tellings.last,
            last=heard.text,
            heard=(*progress.tellings.heard, heard.text),
            lengths=(*progress.tellings.lengths, len(heard.text.split())),
        ),
    )


# ---- one answer each


def _phrase(kind: str) -> Answer:
    def say(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
        return phrase(rules, progress, kind)

    return say


def _before_or_after(kind: str) -> Answer:
    """In other words while nothing is kept."""

    def say(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
        first = progress.stage is Stage.CONSENT
        return phrase(rules, progress, f"{kind}_first" if first else kind)

    return say


def _hears(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    first = progress.stage is Stage.CONSENT
    name = "" if first else named(asked.about)
    kind = "asks_hears_one" if name else "asks_hears_first" if first else "asks_hears"
    said, progress = phrase(rules, progress, kind)
    said = phrases.fill(said, name=name)  # "your daughter hears it only ..."
    return said[:1].upper() + said[1:], progress


def _person(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    first = progress.stage is Stage.CONSENT
    return phrase(rules, progress, "asks_person_first" if first else "not_a_person")


def _whence(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    first = progress.stage is Stage.CONSENT
    return phrase(rules, progress, "asks_person_first" if first else "talk_who")


def _looked(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    return rules.words.looked, progress


def _knows(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    first = not rules.past.cache.sessions
    return phrase(rules, progress, "asks_knows_first" if first else "asks_knows")


def _comes_back(
    rules: Rules, progress: Progress, heard: Heard, asked: Asked
) -> tuple[str, Progress]:
    said, progress = phrase(rules, progress, "asks_comes_back")
    return " ".join(each for each in (said, rules.words.next_time) if each), progress


def _time(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    if heard.at is None:
        return "", progress
    kind = telling_time.Asked(asked.about)
    said, progress = phrase(rules, progress, f"the_{kind}")
    return phrases.fill(said, told=telling_time.told(kind, heard.at)), progress


def _how_long(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    about = f"about {max(1, round(heard.minutes))} minutes" if heard.minutes >= 1.5 else "a minute"
    said, progress = phrase(rules, progress, "how_long")
    return phrases.fill(said, told=about), progress


def _told(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    """What they told of it, in their own words; asked twice, told twice."""
    pronoun = asks_us.pronoun(asked.about)
    about = progress.to_us.about if pronoun else asked.about
    if not about:
        return "", progress
    found = progress.to_us.found if pronoun else heard.told
    # whoever looked has left out what was put away, and what others in the room may not hear
    every = progress.tellings.heard if found is None else found
    fine = [each for each in every if each not in progress.wishes.put_away]
    words = told_of.best(about, fine, asked.words)
    said, progress = phrase(rules, progress, "told_before" if words else "not_found")
    nothing = progress.to_us.nothing if words else progress.turns
    to_us = replace(progress.to_us, about=about, found=found, nothing=nothing)
    progress = replace(progress, to_us=to_us)
    return phrases.fill(said, told=words), progress


def _kept(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    """How much is kept back, and nothing of what it is: nobody knows who has come into the room."""
    if progress.stage is Stage.CONSENT:
        return phrase(rules, progress, "asks_keeps_first")
    if heard.kept is None:
        return phrase(rules, progress, "asks_kept_some")
    if not (heard.kept or heard.kept_unsure):
        return phrase(rules, progress, "asks_kept_none")
    parts = list[str]()
    for kind, many in (("asks_kept", heard.kept), ("asks_kept_unsure", heard.kept_unsure)):
        if many:
            said, progress = phrase(rules, progress, kind)
            things = "One thing you told me is" if many == 1 else f"{many} things you told me are"
            parts.append(phrases.fill(said, told=things))
    return " ".join(parts), progress


def _life(rules: Rules, progress: Progress, heard: Heard, asked: Asked) -> tuple[str, Progress]:
    return our_life.answered(rules, progress, heard.text, asked.words)


_ANSWERS: dict[Kind, Answer] = {
    Kind.PERSON: _person,
    Kind.HEARS: _hears,
    Kind.HAS_HEARD: _looked,
    Kind.WRITES: _before_or_after("asks_writes"),
    Kind.UNDERSTOOD: _before_or_after("asks_understood"),
    Kind.SEES: _phrase("asks_sees"),
    Kind.THERE: _phrase("talk_works"),
    Kind.KNOWS_ME: _knows,
    Kind.KEPT: _kept,
    Kind.KEPT_FROM: _phrase("asks_kept_from"),
    Kind.DONE: _phrase("asks_done"),
    Kind.KEEPS: _before_or_after("asks_keeps"),
    Kind.WHENCE: _whence,
    Kind.PURPOSE: _phrase("asks_purpose"),
    Kind.TOLD: _told,
    Kind.HOW_LONG: _how_long,
    Kind.TIME: _time,
    Kind.COMES_BACK: _comes_back,
    Kind.AFTER_DEATH: _phrase("asks_after_death"),
    Kind.ADVISES: _phrase("asks_advises"),
    Kind.ABLE: _phrase("asks_able"),
    Kind.LANGUAGE: _phrase("asks_language"),
    Kind.LIKES: _phrase("asks_likes"),
    Kind.LIFE: _life,
    Kind.ECHO: _phrase("unclear"),
    Kind.UNKNOWABLE: _phrase("asks_unknowable"),
}
"""How each question is answered: one table, and every question has its row."""
