"""Where the time went between the narrator's last sound and our answer, as bars."""

from collections.abc import Mapping

from rich.console import Group
from rich.text import Text

from voice_agent.story import Latency, TurnId

WIDTH = 44
"""Characters of the longest bar."""

STEPS = (
    ("decided", "·", "white", "waiting whether more comes"),
    ("text_ready", "░", "blue", "writing down the last words"),
    ("reply_ready", "▒", "magenta", "thinking of a reply"),
    ("first_sound", "▓", "yellow", "starting to speak"),
    ("first_content", "█", "green", "the acknowledgement, until the reply itself"),
)
"""Steps of Latency, each with the mark for the time that led up to it."""


def waterfall(latencies: Mapping[TurnId, Latency]) -> Group:
    """One bar a turn, all to one scale, with the seconds until the first sound and the first word."""
    longest = max((at for each in latencies.values() for _, at in each.steps), default=0.0) or 1.0
    legend = [
        Text("      ").append(mark * 3, colour).append(f"  {meaning}", "dim")
        for _, mark, colour, meaning in STEPS
    ]
    return Group(*legend, *(_bar(turn, latency, longest) for turn, latency in latencies.items()))


def _bar(turn: TurnId, latency: Latency, longest: float) -> Text:
    marks = {name: (mark, colour) for name, mark, colour, _ in STEPS}
    line = Text(f"{turn:>4}  ")
    drawn = 0
    for name, after in latency.steps:
        upto = round(WIDTH * after / longest)
        mark, colour = marks.get(name, (" ", ""))
        line.append(mark * (upto - drawn), colour)
        drawn = upto
    line.append(" " * (WIDTH - drawn))
    line.append(f"  sound {_after(latency, latency.first_sound)}")
    line.append(f"  word {_after(latency, latency.first_content)}")
    line.append("  interrupted" if latency.barge_in else "", "dim")
    return line


def _after(latency: Latency, at: float | None) -> str:
    return "   –  " if at is None else f"{at - latency.speech_end:5.2f}s"
