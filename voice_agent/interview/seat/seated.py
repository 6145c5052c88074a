"""What becomes of a reply that a language model proposed and the fence let through: said in the place of our own words. Pure."""

from dataclasses import replace

from voice_agent.interview import listening
from voice_agent.interview.asking import another_scene, asked
from voice_agent.interview.closing import before_the_goodbye
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import OpenQuestion, Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source, State
from voice_agent.interview.returning import returning
from voice_agent.interview.returning.bridging import Bridge
from voice_agent.interview.returning.offering import bridged, offered
from voice_agent.interview.returning.offers import PastTopic, Thought, Verdict
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat.proposal import Kind, Led, Reply
from voice_agent.interview.steering import model_reading
from voice_agent.interview.topic_change import leaves
from voice_agent.reading.wishes.commands import KEEPS_BACK

LED = frozenset(
    {
        "an old story",
        "a hard moment",
        "hard to tell",
        "perhaps hard",
        "still with it",
        "a loss, a wrong, or something to come",
        "small talk",
        "sadness",
        "our fault",
        "at odds",
        "an apology",
        "cannot know",
        "not understood",
        "nothing wrong",
        "after the check",
        "a rebuke",
        "somebody missing",
    }
)
"""Guards of ours in whose place a model may speak. Every other answers alone: danger, wishes, consent, leave, the end."""

SEAT = "the seat"
"""Whoever reads why something was said finds a model's share by this name."""

WISHED = frozenset({"a wish", "several wishes", "a wish by its meaning", "a refusal"})
IN_WORDS = (
    "asked for: skip",
    "asked for: change",
    "asked for: talk about",
    "asked for: later",
    "asked for: not today",
    "asked for: correction",
)
"""Wishes that are granted by what is said next: of those a model may say it."""

STORY = "story: "
"""How the names of the guards begin that follow a story (leading.follow)."""

OF_ITSELF = (
    "asked us: life",
    "asked us: likes",
    "asked us: advises",
    "asked us: unknowable",
    "asked us: echo",
)
"""Questions to us that a model may answer: of a life that we do not have. Who hears, what is kept, what was told: the program knows."""


RECALLS = "asked us: told"
"""What they told before: a model that was shown it may answer, of that alone."""


def may_read(progress: Progress, move: Move) -> bool:
    """May a model read the turn that `move` answers? Not where danger, a yes, the end or a wish has it; a wish to keep something
    back it may read. `progress`: as `move` leaves it."""
    if progress.stage is not Stage.TALK:
        return False
    if move.unsure:
        return True
    if move.act not in (Act.QUESTION, Act.ANSWER):
        return False
    bound = move.ends or move.withheld or move.alert or move.wary or move.permits
    bound = bound or any(each.command not in KEEPS_BACK for each in move.wishes)
    return not bound and move.consent is None and not progress.coverage.closing


def may_lead(progress: Progress, move: Move, led: Led) -> bool:
    """May what a model makes of the turn be said in the place of `move`?"""
    if not may_read(progress, move) or move.wishes or move.unsure:
        return False
    if move.guard == "a question to us":
        # what we did not find may have been asked in words that only a model understands
        unfound = 0 < progress.to_us.nothing == progress.turns
        recalls = led.told and move.reason.lower().startswith(RECALLS)
        itself = unfound or recalls or model_reading.answers_itself(led.reading, led.covers)
        return itself or move.reason.lower().startswith(OF_ITSELF)
    if move.guard in WISHED:
        return move.reason.lower().startswith(IN_WORDS)
    return move.guard in LED or move.guard.startswith(STORY)


def parts(move: Move) -> bool:
    """Is it our goodbye, and may a model say a word before it to what was told last? Not where the microphone went off at once."""
    bound = move.deaf or move.wishes or move.alert or move.withheld or move.consent is not None
    return move.act is Act.CLOSING and move.ends and not bound


def with_a_word(heard: Heard, move: Move) -> Move:
    """Ours, and a word of a model's to what was told: before our goodbye, and behind the promise to keep a story back.

    It asks nothing: whoever goes is not held, and a confidence is not asked on.
    """
    reply = heard.led.reply if heard.led is not None else None
    if reply is None or reply.ask or reply.kind is Kind.RETURN:
        return move
    if parts(move):
        return replace(move, say=before_the_goodbye(reply.text, move.say))
    keeps = move.wish is not None and move.wish.command in KEEPS_BACK and not move.also
    if keeps and not move.ask and heard.telling.besides and model_reading.keeps_back(heard):
        return replace(move, say=f"{move.say} {reply.text}")
    return move


def counts(progress: Progress, move: Move, led: Led) -> Led:
    """What counts of `led` when the turn is answered once more: where we answer alone, what it reads may still be a wish or danger
    that we had missed. Whether a story stands beside what is kept back, or a doubt is one, that second look says."""
    second = move.wishes or move.unsure or parts(move)
    return led if second or may_lead(progress, move, led) else replace(led, reply=None)


def told_aloud(move: Move) -> bool:
    """May whoever leads on be shown the turn that `move` answers, though it was said to us? It asked for nothing, and nothing came of it."""
    bound = move.wishes or move.withheld or move.permits is not None or move.consent is not None
    of_itself = move.guard == "a question to us" and move.reason.lower().startswith(OF_ITSELF)
    return not bound and (move.guard in LED or move.guard == SEAT or of_itself)


def instead(heard: Heard, move: Move, after: Progress) -> bool:
    """Has a model something to say in the place of `move`, which a guard before the interview has answered?"""
    led = heard.led
    if led is None or led.reply is None or led.reply.kind is Kind.RETURN:
        return False  # an old story answers nothing that was asked or wished for
    return may_lead(after, move, led)


def lead(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Say what a model proposed; None where there is nothing of it."""
    led = heard.led
    if led is None or led.reply is None:
        return None
    progress = _thought(rules, _met(rules, progress, heard), heard, led.reply)
    said = _SAID.get(led.reply.kind, _told_on)(rules, progress, heard, led.reply)
    if said is None:
        return None
    after, move = said
    considered = tuple((kind, text, why) for kind, text, why in led.struck)
    after = replace(after, story=replace(after.story, listened=0))
    return after, replace(
        move,
        guard=SEAT,
        reason=f"{led.reply.kind}, by {led.by}",
        considered=considered,
        heeds=led.reply.kind is Kind.ANSWER_US,
    )


def _met(rules: Rules, progress: Progress, heard: Heard) -> Progress:
    """What was offered of another talk has been answered, whatever is said now."""
    if progress.returns.pending is None:
        return progress
    after, _ = returning.reply(rules, progress, heard, asked, another_scene)
    return replace(progress, returns=replace(after.returns, pending=None))


def _thought(rules: Rules, progress: Progress, heard: Heard, reply: Reply) -> Progress:
    """What the model made of the old stories it was shown is a thought as ours is: it stays with what is told, and with what kind of reply."""
    shown = returning.open_now(rules, progress, heard)
    if not shown or reply.kind is Kind.RETURN:
        return progress
    why = "No: a language model stays with what is told."
    thought = Thought(Verdict.NO, why, shown[0], veto=f"{SEAT}: {reply.kind}")
    return replace(progress, returns=replace(progress.returns, thought=thought))


def _split(reply: Reply) -> tuple[str, str]:
    """Its statements, and its question."""
    return reply.text.removesuffix(reply.ask).strip(), reply.ask


def _told_on(rules: Rules, progress: Progress, heard: Heard, reply: Reply) -> tuple[Progress, Move]:
    """Go on in the story: with a question, or with a few words."""
    say, ask = _split(reply)
    if not ask:
        after, move = listening.go_on_with(progress, say, "")
        stays = after.stays("acknowledge_sad") if reply.kind is Kind.QUIET else after
        return stays, move
    question = Candidate(ask, Wants.MORE, Source.MODEL, kind="seat")
    after = asked(rules, progress, question, another=False)
    if reply.kind is Kind.QUIET:
        after = after.stays("acknowledge_sad")
    return after, Move(Act.QUESTION, say, ask, question=question)


def _answered(
    rules: Rules, progress: Progress, heard: Heard, reply: Reply
) -> tuple[Progress, Move]:
    """What they asked of us is answered; with a question, the talk goes on from there."""
    after, move = _told_on(rules, progress, heard, reply)
    return replace(after, to_us=replace(after.to_us, answered=progress.turns)), move


def _returned(
    rules: Rules, progress: Progress, heard: Heard, reply: Reply
) -> tuple[Progress, Move] | None:
    """Come back to an old story, over the model's own bridge; whether it was welcome is heard next. Of one that may weigh our own
    words ask leave; None where there are none."""
    topic = heard.led.target if heard.led else None
    if not isinstance(topic, PastTopic):
        return _told_on(rules, progress, heard, reply)
    if topic.tender:
        return _leave(rules, progress, heard, topic)
    thought = Thought(Verdict.YES, "Yes: a language model finds that it belongs here.", topic)
    return offered(progress, Bridge(*_split(reply), forms=()), thought, asked, rules)


def _leave(
    rules: Rules, progress: Progress, heard: Heard, topic: PastTopic
) -> tuple[Progress, Move] | None:
    by = rules.returning
    if by is None or not by.leave:
        return None
    thought = Thought(
        Verdict.LEAVE, "Ask leave: a language model finds that it belongs here.", topic
    )
    after, move = bridged(rules, by, progress, heard, thought, asked)
    return (after, move) if move is not None else None


def _of_the_book(
    rules: Rules, progress: Progress, heard: Heard, reply: Reply
) -> tuple[Progress, Move]:
    """One of our own questions, in the model's words: it counts as asked in both."""
    question = heard.led.target if heard.led else None
    if not isinstance(question, Candidate):
        return _told_on(rules, progress, heard, reply)
    say, ask = _split(reply)
    after = asked(rules, progress, question, another=leaves(question, heard))
    worded = Candidate(ask, Wants.MORE, Source.MODEL, kind="seat")
    cache = after.coverage.cache.mark(worded, State.ASKED, rules.past.today)
    coverage = replace(after.coverage, cache=cache, asked=(*after.coverage.asked, ask))
    after = replace(after, coverage=coverage, question=OpenQuestion(ask, question))
    return after, Move(Act.QUESTION, say, ask, question=question)


_SAID = {
    Kind.ANSWER_US: _answered,
    Kind.RETURN: _returned,
    Kind.AGENDA: _of_the_book,
}
"""How each kind is said; every other goes on in the story."""
