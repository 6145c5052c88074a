"""What goes before the interview: danger, and what the narrator asks for by voice. Pure.

`first` is asked before anything else is considered. Where it has nothing to say, the planner leads on.
"""

from collections.abc import Callable
from dataclasses import replace

from voice_agent.interview import commands, consent
from voice_agent.interview.commands import Command
from voice_agent.interview.moves import Act, Heard, Move, Progress, Rules, Stage, close, phrase

NextScene = Callable[[Rules, Progress], tuple[Progress, str]]
"""Opens another story of the topic; the question is empty where every one was asked."""


def first(
    rules: Rules, progress: Progress, heard: Heard, next_scene: NextScene
) -> tuple[Progress, Move] | None:
    """Answer danger, the answer to the one question of level 2, or a wish; None where it is none of these."""
    if level := rules.net.level(heard.text):
        asked = level == "2"
        move = Move(Act.SAFETY, rules.net.say(level), reason=f"safety level {level}", withheld=True)
        return replace(progress, safety_asked=asked, told=frozenset(), depth=0), move
    if progress.safety_asked:
        return _after_the_question(rules, replace(progress, safety_asked=False), heard)
    if wish := commands.understood(heard.text):
        return grant(rules, progress, wish, next_scene)
    return None


def _after_the_question(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move]:
    """The answer to "are you thinking of ending your life?". In doubt it counts as a yes."""
    no = consent.answer(heard.text) is False
    key = "2-no" if no else "2-yes"
    return progress, Move(Act.SAFETY, rules.net.say(key), reason=f"safety {key}", withheld=True)


def grant(
    rules: Rules, progress: Progress, wish: Command, next_scene: NextScene
) -> tuple[Progress, Move]:
    """Grant a wish. `next_scene` opens another story where one is skipped."""
    reason = f"asked for: {wish}"
    match wish:
        case Command.STOP | Command.GOODBYE:
            if progress.stage is Stage.CONSENT:
                over = replace(progress, stage=Stage.OVER)
                return over, Move(
                    Act.CLOSING, rules.notice.no, reason=reason, consent=False, ends=True
                )
            return close(rules, progress, reason, short=wish is Command.STOP)
        case Command.REPEAT:
            said, progress = phrase(rules, progress, "repeat")
            return progress, Move(Act.ANSWER, said, progress.last, reason)
        case Command.SLOWER | Command.FASTER:
            said, progress = phrase(rules, progress, str(wish))
            factor = 0.85 if wish is Command.SLOWER else 1.15
            return progress, Move(Act.ANSWER, said, progress.last, reason, pace=factor)
        case Command.LOUDER | Command.QUIETER:
            said, progress = phrase(rules, progress, str(wish))
            factor = 1.4 if wish is Command.LOUDER else 0.7
            return progress, Move(Act.ANSWER, said, progress.last, reason, loudness=factor)
        case Command.PERSON:
            said, progress = phrase(rules, progress, "not_a_person")
            return progress, Move(Act.ANSWER, said, progress.last, reason)
        case Command.SKIP:
            if progress.stage is Stage.CONSENT:
                return progress, Move(
                    Act.CONSENT, rules.notice.again, rules.notice.ask_again, reason
                )
            said, progress = phrase(rules, progress, "skipped")
            progress, question = next_scene(rules, progress)
            return progress, Move(Act.QUESTION, said, question, reason)
