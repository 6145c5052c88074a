"""What is said to a wish while nobody has agreed to anything: only going and understanding can be granted. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import voice
from voice_agent.reading.wishes.commands import Command, Wish

_GOES = frozenset({Command.STOP, Command.GOODBYE, Command.NO_RECORDING, Command.NOT_TODAY})

_PHRASES: Mapping[Command, str] = {
    Command.REPEAT: "repeat",
    Command.QUESTION: "repeat",
    Command.PERSON: "not_a_person",
}


def grant(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
    """Let them go, or say it so that it is understood; to anything else leave is asked for again."""
    command, reason = wish.command, f"asked for: {wish.command}"
    if command in _GOES:
        over = replace(progress, stage=Stage.OVER)
        return over, Move(
            Act.CLOSING, rules.words.notice.no, reason=reason, consent=False, ends=True
        )
    if command in voice.MANNERS:
        return voice.as_asked(rules, progress, wish)
    if command is Command.WHO_HAS_LISTENED:
        return progress, Move(Act.ANSWER, rules.words.looked, progress.question.text, reason)
    if command not in _PHRASES:
        return progress, Move(
            Act.CONSENT, rules.words.notice.again, rules.words.notice.ask_again, reason
        )
    said, progress = phrase(rules, progress, _PHRASES[command])
    return progress, Move(Act.ANSWER, said, progress.question.text, reason)
