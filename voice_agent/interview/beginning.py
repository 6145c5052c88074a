"""How a talk begins: the notice, last time's thread or what was told then, and the first question. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.asking import asked
from voice_agent.interview.choosing import fresh, scenes
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import ConsentAsked, Coverage, Progress, Stage
from voice_agent.interview.protocol import Topic
from voice_agent.interview.questions import Candidate, Source, State
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.steering.reminding import spoken
from voice_agent.interview.wording.checks import LONGEST_REPLY, asks, parts
from voice_agent.reading.by_rules import expression
from voice_agent.reading.by_rules.particulars import blank
from voice_agent.reading.by_rules.saying_back import QUOTED
from voice_agent.reading.words import novelty


def open_with(rules: Rules, opening: Opening) -> tuple[Progress, Move]:
    notice = rules.words.notice
    past = Progress(
        coverage=Coverage(cache=rules.past.cache, grown=rules.past.grown),
        consent=ConsentAsked(leave=opening.leave),
    )
    if not opening.consented:
        first, ask = notice.renewal if opening.renewing else notice.first, notice.ask
        # who speaks comes before anything else, and how it is set up today after the yes
        say = " ".join((*first[:1], *opening.at_once, *first[1:]))
        return past.asks(ask), Move(Act.CONSENT, say, ask, "no consent yet")
    before = (notice.standing, *opening.at_once, *opening.announcements)
    return _greet(rules, replace(past, stage=Stage.TALK), before, opening)


def recall_last_time(rules: Rules, progress: Progress, opening: Opening) -> tuple[Progress, Move]:
    """What follows the yes of a first session."""
    return _greet(rules, progress, (rules.words.notice.yes, *opening.announcements), opening)


def _greet(
    rules: Rules, progress: Progress, before: tuple[str, ...], opening: Opening
) -> tuple[Progress, Move]:
    if opening.wanted is not None:
        progress = asked(rules, progress, opening.wanted)
        ask = opening.wanted.ask
        return progress, Move(
            Act.GREET, " ".join(before), ask, "what they chose themselves", question=opening.wanted
        )
    if opening.half_told:
        recalled, progress = phrase(rules, progress, "resume_power_cut")
        said_, progress = phrase(rules, progress, "go_on")
        say = " ".join((*before, phrases.fill(recalled, told=opening.half_told)))
        return progress.asks(said_), Move(Act.GREET, say, said_, "an unfinished story")
    if promised := _promised(rules, progress, before):
        return promised
    if thread := _thread(rules, progress):
        lead = " ".join((*before, thread.lead)).strip()
        progress = asked(rules, progress, thread)
        return progress, Move(Act.GREET, lead, thread.ask, "last time's thread", question=thread)
    progress, question = _thought_of(rules, progress) or _open_scene(rules, progress)
    spent = len(" ".join((*before, question)).split())
    room = LONGEST_REPLY - spent
    say = " ".join((*before, _shortened(opening.last_time, opening.told, room))).strip()
    return progress, Move(
        Act.GREET,
        say,
        question,
        "opens the topic",
        question=progress.question.chosen if question else None,
    )


AT_ONCE = 2
"""What is brought up at one opening at most."""


def _promised(
    rules: Rules, progress: Progress, before: tuple[str, ...]
) -> tuple[Progress, Move] | None:
    """What they wanted to be reminded of: said, once, and the floor is theirs; None where there is nothing."""
    wanted = [(each, name) for each in rules.past.reminders if (name := spoken(each.about))]
    progress = replace(
        progress, wishes=replace(progress.wishes, noted=tuple(name for _, name in wanted))
    )
    if not wanted:
        return None
    now = wanted[:AT_ONCE]
    said, progress = phrase(rules, progress, "remind_bring_up")
    said = phrases.fill(said, told=f"{' and about '.join(name for _, name in now)}.")
    numbers = tuple(each.number for each, _ in now)
    progress = replace(
        progress,
        wishes=replace(progress.wishes, reminded=numbers),
        question=replace(progress.question, text=said),
    )
    say = " ".join((*before, said))
    return progress, Move(Act.GREET, say, reason="what they wanted to be reminded of")


def _shortened(last_time: str, told: Sequence[str], room: int) -> str:
    """What was told last time, in at most `room` words: whole sentences, else one thing that happened, or of `told`.

    Nothing where neither fits, or where it would ask something by itself.
    """
    kept: list[str] = []
    for sentence in parts(last_time):
        whole = " ".join((*kept, sentence))
        if len(whole.split()) > room or asks(whole) or blank(sentence.rpartition(": ")[2]):
            break
        kept.append(sentence)
    if kept:
        return " ".join(kept)
    scenes_ = (*expression.scenes(last_time.partition(": ")[2], QUOTED), *told)
    frames = ("Last time you told me how {}.", "You told me how {}.")
    found = (frame.format(one) for frame in frames for one in scenes_)
    return next((one for one in found if len(one.split()) <= room and not asks(one)), "")


def _thread(rules: Rules, progress: Progress) -> Candidate | None:
    """A story broken off last time, to begin with."""
    return next(
        (
            each
            for each in progress.coverage.grown
            if each.kind == "unfinished"
            and progress.coverage.cache.state(each) is State.RIPE
            and fresh(rules, progress, each.ask)
        ),
        None,
    )


def _thought_of(rules: Rules, progress: Progress) -> tuple[Progress, str] | None:
    """What a language model thought of between the talks, about something that was told: rather that than a door that is the same for everybody."""
    for each in progress.coverage.grown:
        if each.source is not Source.MODEL or progress.coverage.cache.state(each) is not State.RIPE:
            continue
        if fresh(rules, progress, each.ask) and not progress.coverage.cache.unwelcome(
            each, rules.past.today
        ):
            return asked(rules, progress, each), each.ask
    return None


def _open_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """The first question: the topic's door; before something heavy, an ordinary one to warm up."""
    ripe = _fresh(rules, progress, rules.topic)
    if rules.topic.heavy or not ripe:
        light = (each for topic in rules.topics for each in _fresh(rules, progress, topic)
                 if not topic.heavy and not topic.future and each.theme in ("play", "home", "friends"))  # fmt: skip
        warm = next(light, None)
        if warm is not None:
            return asked(rules, progress, warm), warm.ask
    if not ripe:
        return progress, ""
    return asked(rules, progress, ripe[0]), ripe[0].ask


def _fresh(rules: Rules, progress: Progress, topic: Topic) -> list[Candidate]:
    """The scenes of a topic that are ripe, new and not about what was refused, in their order."""
    cache, today = progress.coverage.cache, rules.past.today
    return [
        each
        for each in scenes(topic, progress)
        if not cache.unwelcome(each, today)
        and cache.asked_like(each) < novelty.SAME
        and fresh(rules, progress, each.ask)
    ]
