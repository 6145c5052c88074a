"""A Ray cluster on this computer alone: a head and two other nodes, small, with everything that it writes in one folder."""

# a checkout has no Ray: it is an extra (pyproject.toml, fleet)
# pyright: reportMissingImports=false, reportUnknownParameterType=false

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import Any, cast

from voice_agent.fleet import cluster, plan  # first: it sets what Ray must find in its environment

# isort: split
import ray
from ray import _raylet
from ray.cluster_utils import Cluster
from ray.core.generated import autoscaler_pb2
from ray.util import list_named_actors

STORE = 80 << 20
"""Bytes of each node's object store."""

NONE: Mapping[str, int] = {}


class Local:
    """The nodes; the cores are only said, there are two in all."""

    def __init__(self, folder: Path, nodes: int = 2) -> None:
        """Begin the head and so many `nodes` more, all of whose files lie below `folder`."""
        self.folder = folder
        (folder / "ray").mkdir(parents=True)
        # what its processes inherit; ours goes back to its own when it ends
        self._before = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = str(folder)
        self._cluster = Cluster(
            initialize_head=True,
            head_node_args={
                "num_cpus": 4,
                "object_store_memory": STORE,
                "include_dashboard": False,
                "temp_dir": str(folder / "ray"),
            },
        )
        self._others = [
            self._cluster.add_node(num_cpus=4, object_store_memory=STORE) for _ in range(nodes)
        ]

    @property
    def address(self) -> str:
        """For `address` under [cluster]."""
        return str(self._cluster.address)

    def add(self) -> None:
        """One node more."""
        self._others.append(self._cluster.add_node(num_cpus=4, object_store_memory=STORE))

    def drain(self, seconds: float) -> None:
        """Tell the last node to let everything move away within so many `seconds`."""
        reason = cast(Any, autoscaler_pb2).DrainNodeReason.Value("DRAIN_NODE_REASON_PREEMPTION")
        until = time_ns() // 1_000_000 + round(seconds * 1000)
        client: Any = cast(Any, _raylet).GcsClient(address=self.address)
        client.drain_node(self._others[-1].node_id, reason, "the drill", until)

    def remove(self) -> None:
        """Take the last node away."""
        self._cluster.remove_node(self._others.pop())

    def end(self) -> None:
        """End every node."""
        cluster.down()
        self._cluster.shutdown()
        os.environ.pop("TMPDIR")
        if self._before is not None:
            os.environ["TMPDIR"] = self._before


def kill(engines: Sequence[str]) -> dict[str, int]:
    """Kill one replica of each of these engines, without warning; returns how many each had."""
    had = {engine: _replicas(engine) for engine in engines}
    for names in had.values():
        for name in names[:1]:
            ray.kill(ray.get_actor(name, namespace="serve"), no_restart=True)
    return {engine: len(names) for engine, names in had.items()}


def _replicas(engine: str) -> list[str]:
    """By name, those that live."""
    found = cast(list[dict[str, str]], list_named_actors(all_namespaces=True))
    return [each["name"] for each in found if f"#{engine}#" in each["name"]]


def whole(had: Mapping[str, int] = NONE, seconds: float = 120.0) -> float:
    """Wait until every engine is healthy, and those that were killed live as many as they `had`.

    Returns the seconds it took, `seconds` at the most. A cluster that has not seen them die yet calls itself healthy.
    """
    began = monotonic()
    while monotonic() - began < seconds:
        stands = cluster.standing()
        if all(len(_replicas(engine)) >= many for engine, many in had.items()) and (
            stands and all(each.state == "HEALTHY" for each in stands)
        ):
            break
        sleep(0.5)
    return monotonic() - began


def environments() -> list[str]:
    """What stands in the environment of every replica and of every node of a cluster on this computer."""
    found = list[str]()
    for folder in Path("/proc").iterdir():
        try:
            title = (folder / "cmdline").read_bytes() if folder.name.isdigit() else b""
            if title.startswith(b"ray::Serve") or b"/raylet/raylet" in title:
                found.append((folder / "environ").read_text())
        except OSError:
            continue  # it has just ended
    return found


@contextmanager
def served(at: plan.Plan, folder: Path, wanted: Sequence[str], nodes: int = 2) -> Generator[Local]:
    """Begin one, serve the plan on it, and end it. `wanted`: the digests of the keys; `nodes`: beside the head."""
    local = Local(folder, nodes)
    try:
        cluster.up(on(at, local), wanted)
        yield local
    finally:
        local.end()


def on(at: plan.Plan, local: Local) -> plan.Plan:
    """The same plan on those nodes."""
    return at.model_copy(
        update={"cluster": at.cluster.model_copy(update={"address": local.address})}
    )
