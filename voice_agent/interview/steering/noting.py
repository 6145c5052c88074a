"""What is said to "remind me of Mr Pettigrew next time": it is noted, and named as it was said. Pure."""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import reminding
from voice_agent.reading.wishes.commands import Wish


def remind(rules: Rules, progress: Progress, wish: Wish) -> tuple[Progress, Move]:
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
    return phrases.fill(said, told=f"{name}."), replace(
        progress, wishes=replace(progress.wishes, noted=(*progress.wishes.noted, name))
    )
