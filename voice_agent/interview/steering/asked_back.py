"""What was too unsure to be done is asked first, and what the answer makes of it. Pure.

"Shall we stop here?", "Shall I erase it for good?", "May your family hear that after all?": only a plain yes does what
cannot be undone (evidence.py).
"""

from collections.abc import Mapping
from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering.outcome import WHICH
from voice_agent.interview.steering.replying import NextScene, grant
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.evidence import TABLE, Deed, Evidence, Verdict, may
from voice_agent.reading.wishes.called import called
from voice_agent.reading.wishes.commands import Command, Wish

DEEDS: Mapping[Command, Deed] = {
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

WHETHER: Mapping[Command, str] = {
    Command.NO_RECORDING: "no_recording_ask",
    Command.NO_MEMORY: "no_memory_ask",
    Command.NO_AUDIO: "no_audio_ask",
    Command.NO_RECIPIENT: "no_recipient_ask",
    Command.NO_PRINT: "no_print_ask",
    Command.NO_AFTER_DEATH: "no_after_death_ask",
    Command.NO_MESSAGE: "no_message_ask",
}
"""How it is asked whether what takes a consent back was meant."""


def verdict(wish: Wish, evidence: Evidence, progress: Progress) -> Verdict:
    """May it be done, or is it asked first? Whoever was asked whether to stop, and says so again, is let go."""
    deed = DEEDS.get(wish.command)
    if deed is None:
        return Verdict.DO
    again = deed is Deed.END_TALK and progress.wishes.end_asked
    return may(deed, Evidence.AGAIN if again else evidence)


def whether(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """Ask whether it was meant."""
    kind = WHETHER.get(wish.command) or TABLE[DEEDS[wish.command]].question
    ask, progress = phrase(rules, progress, kind)
    ask = phrases.fill(ask, name=called(wish.about))
    ends = DEEDS[wish.command] is Deed.END_TALK
    progress = replace(
        progress,
        wishes=replace(progress.wishes, doubted=wish, end_asked=progress.wishes.end_asked or ends),
    )
    return progress, Move(Act.ANSWER, ask=ask, reason=f"asked back: {wish.command}", heeds=True)


def meant_or_not(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    wish: Wish | None,
    doubted: Wish,
    next_scene: NextScene,
) -> tuple[Progress, Move] | None:
    """The answer to "shall we stop here?": a plain yes, or the same again; None: they went on to something else."""
    answer = heard.telling.agrees
    again = rules.readers.second(heard.text) if rules.readers.second and wish is None else None
    if wish is None and (answer is True or (again and again.command is doubted.command)):
        return grant(rules, progress, doubted, heard, next_scene)
    if wish is None and answer is False:
        # who has said no is asked again before a talk is ended
        progress = replace(progress, wishes=replace(progress.wishes, end_asked=False))
        said, progress = phrase(rules, progress, "we_go_on")
        return progress, Move(
            Act.ANSWER, said, progress.question.text, "not meant: the talk goes on"
        )
    return None


def erase_or_not(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move]:
    """The answer to "shall I erase it for good?". Only a plain yes erases; until then undo works."""
    waiting = progress.wishes.waiting
    progress = progress.awaits(None)
    answer = heard.telling.agrees
    # "No. Leave it." answers what was asked, and brings nothing back
    back = wish is not None and wish.command is Command.UNDO
    if back and (answer is not False or heard.to_us.wants_back):
        away, story = progress.wishes.put_away[:-1], progress.tellings.set_aside
        told = progress.tellings.last or ("" if story in away else story)
        progress = replace(
            progress,
            wishes=replace(progress.wishes, put_away=away),
            tellings=replace(progress.tellings, last=told),
        )
        said, progress = phrase(rules, progress, "back_again")
        return progress, Move(Act.ANSWER, said, progress.question.text, "undo", wish=wish)
    if waiting and waiting.story == WHICH and answer is not False:
        said, progress = phrase(rules, progress, "stays_away")
        meant = Wish(Command.FORGET, heard.text, WHICH)
        return progress, Move(Act.ANSWER, said, progress.question.text, "which of two", wish=meant)
    if waiting and answer is True:
        said, progress = phrase(
            rules,
            replace(progress, tellings=replace(progress.tellings, last="", set_aside="")),
            "erasing",
        )
        move = Move(Act.ANSWER, said, reason="erase: a plain yes", wish=Wish(Command.ERASE))
        return progress, move
    said, progress = phrase(rules, progress, "stays_away")
    return progress, Move(
        Act.ANSWER, said, progress.question.text, "not a plain yes: nothing is erased"
    )


def let_out_or_not(
    rules: Rules, progress: Progress, heard: Heard, wish: Wish | None
) -> tuple[Progress, Move] | None:
    """The answer to "may your family hear that after all?": only a plain yes lets it out; None: they went on."""
    opens = heard.to_us.lets_out
    if not opens and (wish is not None or heard.telling.words > yes_no.FEW):
        return None
    if opens:
        said, progress = phrase(
            rules, replace(progress, wishes=replace(progress.wishes, kept_back=False)), "let_out"
        )
        wish = Wish(Command.LET_OUT)
        return progress, Move(
            Act.ANSWER, said, progress.question.text, "let out: a plain yes", wish=wish
        )
    said, progress = phrase(rules, progress, "stays_back")
    return progress, Move(
        Act.ANSWER, said, progress.question.text, "not a plain yes: it stays kept back"
    )
