"""Record the golden transcripts, or hold the talks again and show where they differ.

    python -m lab.golden record [NAME ...]
    python -m lab.golden replay [NAME ...]

Ends non-zero where a word differs.
"""

import argparse
import difflib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lab.golden.house import hold, talks

HERE = Path(__file__).parent
SCRIPTS, KEPT = HERE / "scripts", HERE / "kept"


def held(name: str) -> str:
    """The talks of one script as they are held now."""
    with tempfile.TemporaryDirectory() as state:
        script = talks((SCRIPTS / f"{name}.txt").read_text(encoding="utf-8"))
        return "\n\n".join(hold(Path(state), script)) + "\n"


def differences(name: str, now: str) -> list[str]:
    """Where `now` is not what was kept."""
    kept = (KEPT / f"{name}.txt").read_text(encoding="utf-8")
    lines = difflib.unified_diff(
        kept.splitlines(), now.splitlines(), f"{name} kept", f"{name} now", n=1, lineterm=""
    )
    return list(lines)


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lab.golden", description=__doc__)
    parser.add_argument("what", choices=["record", "replay"])
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args(arguments)
    names = asked.names or sorted(each.stem for each in SCRIPTS.glob("*.txt"))
    other = 0
    for name in names:
        now = held(name)
        if asked.what == "record":
            KEPT.mkdir(exist_ok=True)
            (KEPT / f"{name}.txt").write_text(now, encoding="utf-8")
            print(name, now.count("\n"), "lines", flush=True)
        elif lines := differences(name, now):
            other += 1
            print("\n".join(lines), flush=True)
        else:
            print(name, "as it was", flush=True)
    if asked.what == "replay":
        print(f"{other} of {len(names)} narrators' talks differ.")
    return int(other > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
