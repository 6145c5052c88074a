"""How exposed the systemd unit is, by systemd's own judgement: 0 not at all, 10 fully.

`make security` prints it and writes systemd/security.json.
"""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Exposure:
    """What `systemd-analyze security` says about a unit file."""

    unit: str
    exposure: float
    """0..10, smaller is better."""

    systemd: str
    """Version that judged; another one may know more to ask."""


def analyse(unit: Path) -> Exposure | None:
    """Judge a unit file without running it; None where systemd-analyze is not installed."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return None
    said = _run(tool, "security", "--offline=true", str(unit))
    level = re.search(r"exposure level for \S+: ([0-9.]+)", said)
    version = re.search(r"systemd (\d+)", _run(tool, "--version"))
    if level is None:
        return None  # a systemd too old to judge a file
    return Exposure(unit.name, float(level[1]), version[1] if version else "")


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main(unit: Path, report: Path) -> int:
    """Print the figure and write it down."""
    judged = analyse(unit)
    if judged is None:
        print("systemd-analyze is not here; it comes with the package systemd.", file=sys.stderr)
        return 1
    report.write_text(json.dumps(asdict(judged), indent=2) + "\n", encoding="utf-8")
    print(f"{judged.unit}: exposure {judged.exposure} of 10, judged by systemd {judged.systemd}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
