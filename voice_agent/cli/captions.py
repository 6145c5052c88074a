"""What is shown while a session runs: who holds the floor, whether it records, captions, and timings."""

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from voice_agent.conversation.house import Watch
from voice_agent.conversation.standing import Standing
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.story import Latency, Speaker, TurnId

COLOURS = {
    Speaker.NARRATOR: "bold cyan",
    Speaker.INTERVIEWER: "green",
    Speaker.SOMEONE_ELSE: "dim",
}

STATES = {
    "": "… one moment",
    Standing.LISTENING: "○ listening, nothing is kept yet",
    Standing.RECORDING: "● recording",
    Standing.UNKEPT: "○ listening, nothing more is kept",
    Standing.LOST: "⚠ the microphone went away; what was said is safe, please plug it in again",
    Standing.MUTED: "◌ muted: nothing is heard or kept",
    Standing.STOPPED: "■ stopped",
}

FLOORS = {
    Floor.OPEN: "open",
    Floor.NARRATOR: "the narrator speaks",
    Floor.PENDING: "thinking",
    Floor.INTERVIEWER: "the interviewer speaks",
    Floor.PAUSED: "listening whether you want to speak",
}


class Captions:
    """Live on a terminal; plain lines elsewhere. Captions are shown, never logged."""

    def __init__(self, console: Console, *, keys: str = "") -> None:
        """`keys`: what the keyboard can do, in words."""
        self._console, self._keys = console, keys
        self._state = ""  # the session has not said yet
        self._floor = Floor.OPEN
        self._partial = ("", "")
        self._live = Live(console=console, refresh_per_second=8, transient=True)

    def __enter__(self) -> "Captions":
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def watch(self) -> Watch:
        """What the conversation calls."""
        return Watch(
            floor=self._on_floor,
            words=self._on_words,
            latency=self._on_latency,
            state=self.state,
        )

    def tell(self, says: str) -> None:
        """Show one plain sentence about the machine."""
        self._console.print(Text(says, style="dim"))

    def state(self, state: str) -> None:
        """Show a new state: one of STATES."""
        if state != self._state:
            self._state = state
            self._console.print(Text(STATES[state], style="bold red"))
        self._draw()

    def _on_floor(self, floor: Floor, cue: Cue, at: float) -> None:
        self._floor = floor
        self._draw()

    def _on_words(self, speaker: Speaker, text: str, final: bool) -> None:
        if final:
            self._partial = ("", "")
            line = Text(f"{speaker:>12}  ", style=COLOURS[speaker])
            line.append(text or "(not written down)", style="")
            self._console.print(line)
        else:
            self._partial = (str(speaker), text)
        self._draw()

    def _on_latency(self, turn: TurnId, latency: Latency) -> None:
        self._console.print(Text(f"{'':>12}  {waterfall(latency)}", style="dim"))

    def _draw(self) -> None:
        if not self._console.is_terminal:
            return
        table = Table.grid(padding=(0, 1))
        table.add_row(Text(STATES[self._state], style="bold red"), FLOORS[self._floor], self._keys)
        speaker, text = self._partial
        if text:
            table.add_row(Text(speaker, style="dim"), Text(text, style="dim italic"))
        self._live.update(table)


def waterfall(latency: Latency) -> str:
    """One line: where the time went since the narrator's last sound, in seconds."""
    steps = (
        ("decided", latency.decided),
        ("text", latency.text_ready),
        ("reply", latency.reply_ready),
        ("first sound", latency.first_sound),
        ("first word", latency.first_content),
        ("end", latency.reply_end),
    )
    shown = [f"{name} +{at - latency.speech_end:.2f}" for name, at in steps if at is not None]
    return " · ".join(shown) + (" · interrupted" if latency.barge_in else "")
