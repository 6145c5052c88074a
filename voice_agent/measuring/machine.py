"""What a figure was measured on: no figure without its machine."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from voice_agent.resources import resource


def describe() -> dict[str, Any]:
    """Processor, cores, memory, system, Python, load, our version and the git commit."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1),
        "version": version("voice-agent"),
        "commit": _commit(),
    }


def sentence(machine: dict[str, Any]) -> str:
    """The same in a line below a table."""
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB, load "
        f"{machine['load']} when begun; commit {machine['commit']}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _commit() -> str:
    """The checkout's commit, "-" outside of one; "+" where files differ from it."""
    here = ["git", "-C", str(resource("pyproject.toml").parent)]
    try:
        commit = subprocess.run(
            [*here, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
        )
        changed = subprocess.run(
            [*here, "status", "--porcelain", "--untracked-files=no"], capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "-"
    return commit.stdout.strip() + ("+" if changed.stdout.strip() else "")
