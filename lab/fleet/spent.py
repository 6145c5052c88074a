"""Seconds of a processor that each engine of the cluster has used, read from the processes themselves."""

import os
from collections import defaultdict
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


class Spent:
    """Looks again and again: a replica that dies takes its figures with it."""

    def __init__(self) -> None:
        self._seen = dict[int, tuple[str, float]]()

    def look(self) -> None:
        """Read every process of the cluster."""
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                name = _engine(
                    (folder / "cmdline")
                    .read_bytes()
                    .replace(b"\0", b" ")
                    .decode("utf-8", "replace")
                )
                if name:
                    self._seen[int(folder.name)] = (name, _seconds(folder))
            except (OSError, ValueError, IndexError):
                continue  # it has just ended

    def by_engine(self) -> dict[str, float]:
        """Seconds of each, over all its replicas, also of those that are gone."""
        sums = defaultdict[str, float](float)
        for name, seconds in self._seen.values():
            sums[name] += seconds
        return dict(sums)


def _engine(title: str) -> str:
    """`ray::ServeReplica:fleet:recognition` and the like; "" for what is no part of the cluster."""
    if title.startswith("ray::ServeReplica:fleet:"):
        return title.split(":")[4].split()[0].split(".")[0]
    if title.startswith("ray::ProxyActor"):
        return "proxy"
    if title.startswith("ray::") or "/raylet/raylet" in title or "/gcs/gcs_server" in title:
        return "Ray itself"
    return "Ray itself" if "ray/dashboard/" in title or "ray/_private/" in title else ""


def _seconds(folder: Path) -> float:
    after = (folder / "stat").read_text().rpartition(")")[2].split()
    return (int(after[11]) + int(after[12])) / TICKS
