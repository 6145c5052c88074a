"""A talk in writing in a process of its own, as somebody at a keyboard holds it."""

import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from lab.evaluation.soak.home import Home

PROMPT = "›".encode()

GOODBYE = "Let's stop for today. Goodbye."

THINKING = 2.0
"""Seconds between what was answered and what is typed next."""

STUCK = 240.0
"""Seconds after which a program that is to end is ended."""


class Typed:
    """A running `voice-agent talk --text`."""

    def __init__(self, program: "subprocess.Popen[bytes]") -> None:
        self.program = program

    def prompted(self) -> float:
        """Seconds until something may be typed, or it has ended."""
        since = time.monotonic()
        heard = b""
        out = self.program.stdout
        assert out is not None
        while PROMPT not in heard and (more := out.read(1)):
            heard += more
        return time.monotonic() - since

    def say(self, line: str) -> float:
        """Seconds until it was answered."""
        typed = self.program.stdin
        assert typed is not None
        typed.write(f"{line}\n".encode())
        typed.flush()
        return self.prompted()


@contextmanager
def begun(home: Home) -> Generator[Typed]:
    """Start one; it is ended where it does not end by itself."""
    with subprocess.Popen(
        home.command("talk", "--text"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=home.environ({}),
    ) as program:
        try:
            yield Typed(program)
        finally:
            program.kill()  # does nothing to one that has ended


def hold(home: Home, lines: Sequence[str]) -> dict[str, object]:
    """Hold a whole talk; returns seconds to the first words, of the answers, and how it ended."""
    since = time.monotonic()
    with begun(home) as talk:
        talk.prompted()
        start, answers = time.monotonic() - since, list[float]()
        for line in lines:
            time.sleep(THINKING)
            answers.append(talk.say(line))
        ended = time.monotonic()
        talk.say(GOODBYE)
        try:
            code = talk.program.wait(STUCK)
        except subprocess.TimeoutExpired:
            code = -1
        over = time.monotonic() - ended
    return {
        "start_s": round(start, 2),
        "answers_s": [round(each, 2) for each in answers],
        "over_s": round(over, 2),
        "code": code,
    }
