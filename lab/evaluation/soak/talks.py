"""Talks of simulated time in a process of their own, which is followed line by line; every tenth, a new process begins a talk."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.evaluation.soak.home import Home, built, moved
from lab.evaluation.soak.log import Log
from lab.evaluation.soak.typed import begun

EVERY = 10
"""Talks between two starts of a new process."""

Done = Callable[[str], None]
"""Told how far it is."""


def life(
    folder: Path, log: Log, talks: int, seed: int, profile: str, answers: int, done: Done
) -> None:
    """Let the teller live. Raises RuntimeError where it ends early."""
    home = built(folder / "life", profile)

    def more(number: int) -> dict[str, Any]:
        if number % EVERY and number > 1:
            return {}
        return {"start_s": round(_started(home, folder / "copy"), 2)}

    words = (str(talks), str(seed), str(answers))
    _followed(home, folder, log, "talks", ("lab.evaluation.soak.teller", *words), more, done)


def with_model(
    folder: Path, log: Log, talks: int, seed: int, profile: str, model: str, done: Done
) -> None:
    """The built-in language model alone, then talks with it. Raises RuntimeError where they end early."""
    home = built(folder / "model", profile, model=model)
    alone = ("lab.evaluation.soak.bare", str(talks))
    _followed(home, folder, log, "model", alone, lambda number: {}, done, kind="bare")
    words = ("lab.evaluation.soak.model", str(talks), str(seed))
    _followed(home, folder, log, "model", words, lambda number: {}, done)


def _followed(
    home: Home,
    folder: Path,
    log: Log,
    part: str,
    words: Sequence[str],
    more: Callable[[int], dict[str, Any]],
    done: Done,
    *,
    kind: str = "talk",
) -> None:
    """A row for each line the process prints, with `more` of that talk; it waits meanwhile."""
    module, talks, *rest = words
    place = [str(home.folder), str(home.port), talks, *rest]
    complaint, told = folder / f"{part}-{kind}.log", 0
    own = folder / f"{part}-{kind}-tmp"
    own.mkdir()
    with (
        complaint.open("wb") as err,
        subprocess.Popen(
            [sys.executable, "-m", module, *place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=err,
            text=True,
            env=home.environ({"TMPDIR": str(own)}),
        ) as teller,
    ):
        assert teller.stdin is not None and teller.stdout is not None
        try:
            for line in teller.stdout:
                row: dict[str, Any] = json.loads(line)
                told = int(row["number"])
                log.write(part, kind, **row, **more(told))
                done(f"{kind} {told} of {talks}")
                teller.stdin.write("\n")
                teller.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended: what it complained of is said below
        finally:
            teller.terminate()
    if told < int(talks):
        raise RuntimeError(f"it ended after {told} talks: {complaint.read_text()[-2000:]}")


def _started(home: Home, folder: Path) -> float:
    """Seconds from nothing to the first words of `voice-agent talk --text`, on a copy: the life itself is not touched."""
    with begun(moved(home, folder)) as talk:
        took = talk.prompted()
    shutil.rmtree(folder, ignore_errors=True)
    return took
