"""Two real talks at once borrow from one cluster, and parts of it die under them.

The cluster is three nodes of Ray on this computer, its engines are real ones, the houses are the real program in processes
of their own, each behind a network of its own. What happens to the cluster is done in order; what became of the talks is
read from the talks, from the wires and from every file of the cluster.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from lab.evaluation.seat.paced_server import paced_server
from lab.fleet import canary, local, talk
from lab.fleet.spent import Spent
from lab.fleet.wire import Passed, State, Wire
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.fleet import cluster, door, keys, plan
from voice_agent.measuring import machine
from voice_agent.settings import load

HOUSES = 2

SETTLED = 30.0
"""Seconds that are watched after each thing that happens, at the least."""

CACHE = Path(tempfile.gettempdir()) / "voice-agent-fleet-cache"
"""How fast the cluster's voice speaks, and its murmurs: measured and made once, as in a house."""

READS, WRITES = 1500.0, 80.0
"""Tokens a second of the language model's stand-in. What it writes fits any turn; what a model is worth is not measured here."""


@dataclass(slots=True)
class House:
    """One of the talks."""

    number: int
    folder: Path
    wires: tuple[Wire, Wire]
    """Two ways to the cluster; the settings name the first one first."""

    process: subprocess.Popen[str]
    told: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """What it has told, each with its steady time."""

    @property
    def passed(self) -> list[Passed]:
        """Every request, over either way."""
        return [each for wire in self.wires for each in wire.passed]

    def over(self) -> dict[str, Any] | None:
        """What it told last, once it is over."""
        return next((each for each in self.told if each["kind"] == "over"), None)


@dataclass(slots=True)
class Phase:
    """A stretch of the drill."""

    name: str
    began: float
    ended: float = 0.0
    whole_after: float | None = None
    """Seconds until the cluster was whole again."""


def drill(folder: Path, rounds: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Hold it, and return everything seen. `rounds`: how often the narrator tells her stories; three take nine minutes."""
    (folder / "cluster").mkdir(parents=True)
    key = folder / "key"
    keys.new_key(key)
    with ExitStack() as stack:
        model = stack.enter_context(paced_server(reads=READS, writes=WRITES))
        served = small(key, _free_port(), model)
        tell("The cluster begins.")
        began = time.monotonic()
        wanted = door.digests(keys.of_houses(str(key)))
        nodes = stack.enter_context(local.served(served, folder / "cluster", wanted))
        up = time.monotonic() - began
        spent = Spent()
        stack.enter_context(_looking(spent))
        tell(f"It stands after {up:.0f} s; two talks begin.")
        houses = [
            stack.enter_context(_house(number, folder, served.door.port, key, rounds))
            for number in range(1, HOUSES + 1)
        ]
        _until(lambda: all(_told(each, "loaded") for each in houses), 900)
        tell("Both houses have their engines.")
        _until(lambda: all(_told(each, "reply") for each in houses), 240)
        phases = list(_faults(nodes, served, wanted, houses, tell))
        tell("The talks go on to their end.")
        _until(lambda: all(each.over() for each in houses), 900)
        phases[-1].ended = time.monotonic()
        spent.look()
        seen = {
            "machine": machine.describe(),
            "up_s": round(up, 1),
            "rounds": rounds,
            "phases": [_phase(each, houses) for each in phases],
            "talks": [_talk(each, phases) for each in houses],
            "asked": _asked(houses),
            "spent_s": {name: round(s, 1) for name, s in sorted(spent.by_engine().items())},
        }
    seen["canary"] = asdict(_canary(folder, houses))
    return seen


def small(key: Path, port: int, model: str) -> plan.Plan:
    """Real engines, the smallest that there are; recognition twice."""
    few: dict[str, Any] = {"cores": 0.5, "wanted": 2.0}
    return plan.Plan(
        door=plan.Door(port=port, key_file=str(key), cores=0.1, least=1, most=1),
        recognition=plan.Recognition(weights="whisper-tiny-en", least=2, most=2, **few),
        speech=plan.Speech(least=1, most=1, **few),
        embeddings=plan.Embeddings(least=1, most=1, **few),
        writing=plan.Writing(url=model, model="paced", least=1, most=1, cores=0.1),
    )


def _faults(
    nodes: local.Local,
    served: plan.Plan,
    wanted: Sequence[str],
    houses: Sequence[House],
    tell: Callable[[str], None],
) -> Generator[Phase]:
    """Everything that happens to the cluster, in order, each watched for a while."""

    def one_silent() -> None:
        for each in houses:
            each.wires[0].state = State.SILENT

    def cut() -> None:
        for wire in (each for house in houses for each in house.wires):
            wire.state = State.CUT

    def mended() -> None:
        for wire in (each for house in houses for each in house.wires):
            wire.state = State.WELL

    def drained() -> None:
        nodes.drain(20)
        time.sleep(20)
        nodes.remove()

    killed = dict[str, int]()

    def die() -> None:
        killed.update(local.kill(["recognition", "speech", "embeddings"]))

    happens: list[tuple[str, Callable[[], object]]] = [
        ("nothing happens", lambda: None),
        ("replicas killed", die),
        ("a node drained, then removed", drained),
        ("a version rolled", lambda: cluster.up(local.on(served, nodes), wanted)),
        ("the first of two ways silent", one_silent),
        ("both ways cut", cut),
        ("both mended", mended),
    ]
    for name, does in happens:
        if all(each.over() for each in houses):
            return
        phase = Phase(name, time.monotonic())
        tell(f"{name.capitalize()}.")
        does()
        if name in ("replicas killed", "a node drained, then removed", "a version rolled"):
            local.whole(killed)
            killed.clear()
            phase.whole_after = round(time.monotonic() - phase.began, 1)
        rest = SETTLED - (time.monotonic() - phase.began)
        _until(lambda: all(each.over() for each in houses), max(rest, 10.0))
        phase.ended = time.monotonic()
        yield phase


@contextmanager
def _house(number: int, folder: Path, port: int, key: Path, rounds: int) -> Generator[House]:
    """One talk, begun; its process is ended where it does not end by itself."""
    own = folder / f"house-{number}"
    own.mkdir()
    with Wire(port) as first, Wire(port) as second:
        file = own / "settings.toml"
        file.write_text(settings(own, (first.address, second.address), key), encoding="utf-8")
        environ = {name: text for name, text in os.environ.items() if not name.startswith("RAY_")}
        process = subprocess.Popen(
            [sys.executable, "-m", "lab.fleet.talk", str(file), str(rounds)],
            stdout=subprocess.PIPE,
            stderr=(own / "errors").open("w"),
            text=True,
            env=environ | {"XDG_CACHE_HOME": str(CACHE), "TMPDIR": str(own)},
        )
        house = House(number, own, (first, second), process)
        reader = threading.Thread(target=_listen, args=(house,), daemon=True)
        reader.start()
        try:
            yield house
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(30)
            reader.join(5)


def settings(own: Path, ways: tuple[str, str], key: Path) -> str:
    """Of one house: everything that can be borrowed is."""
    both = f'["{ways[0]}", "{ways[1]}"]'
    return f"""\
state_directory = "{own / "state"}"
[narrator]
name = "Margaret"
birth_year = 1941
country = "US"
time_zone = "UTC"
[interview]
seed = {7 + len(own.name)}
length = 60.0
break_offer = 60.0
hard_stop = 90.0
[borrowing]
hearing = {both}
speaking = {both}
speaking_model = "hibari-heart"
speaking_voice = "hibari-heart"
embedding = {both}
key_file = "{key}"
[language]
model = "openai"
openai_url = "{ways[0]}"
openai_model = "paced"
openai_key_file = "{key}"
leads = "yes"
[models]
directory = "{load().weights}"
offline = true
"""


def _listen(house: House) -> None:
    for line in house.process.stdout or ():
        house.told.append(json.loads(line))


@contextmanager
def _looking(spent: Spent) -> Generator[None]:
    over = threading.Event()

    def look() -> None:
        while not over.wait(1.0):
            spent.look()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _until(so: Callable[[], bool], seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if so():
            return True
        time.sleep(0.2)
    return so()


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def _told(house: House, kind: str) -> list[dict[str, Any]]:
    return [each for each in house.told if each["kind"] == kind]


def _within(phase: Phase, at: float) -> bool:
    return phase.began <= at < (phase.ended or float("inf"))


def waits(replies: Iterable[dict[str, Any]]) -> list[float]:
    """Seconds from the narrator's last sound to the reply's first, of those that were not broken into."""
    return [
        round(each["first_content"] - each["speech_end"], 2)
        for each in replies
        if each["first_content"] is not None
    ]


def _phase(phase: Phase, houses: Sequence[House]) -> dict[str, Any]:
    replies = [r for each in houses for r in _told(each, "reply") if _within(phase, r["at"])]
    passed = [p for each in houses for p in each.passed if _within(phase, p.began)]
    said = [t["says"] for each in houses for t in _told(each, "tells") if _within(phase, t["at"])]
    return {
        "name": phase.name,
        "seconds": round(phase.ended - phase.began, 1),
        "whole_after": phase.whole_after,
        "replies": waits(replies),
        "answered": _counted(p for p in passed if p.status == 200),
        "not_answered": _counted(p for p in passed if p.status != 200),
        "said": said,
        "ended": [each.number for each in houses if (o := each.over()) and _within(phase, o["at"])],
    }


def _counted(passed: Iterable[Passed]) -> dict[str, int]:
    counts = dict[str, int]()
    for each in passed:
        name = each.path.removeprefix("/v1/") or "?"
        counts[name] = counts.get(name, 0) + 1
    return counts


def _talk(house: House, phases: Sequence[Phase]) -> dict[str, Any]:
    over = house.over() or {"reason": f"it ended with {house.process.poll()}"}
    return {"house": house.number, **{n: v for n, v in over.items() if n not in ("kind", "at")}}


def _asked(houses: Sequence[House]) -> dict[str, dict[str, float]]:
    """Requests, and bytes each way, of all houses by endpoint; those that were answered."""
    sums = dict[str, dict[str, float]]()
    for each in (p for house in houses for p in house.passed if p.status == 200):
        of = sums.setdefault(each.path, {"requests": 0, "up": 0, "down": 0, "seconds": 0.0})
        of["requests"] += 1
        of["up"] += each.up
        of["down"] += each.down
        of["seconds"] = round(of["seconds"] + each.ended - each.began, 2)
    return sums


def _canary(folder: Path, houses: Sequence[House]) -> canary.Searched:
    texts = [line.text for line in talk.lines(1)]
    for each in houses:
        with Record.look(each.folder / "state") as record:
            texts += [turn.text for of in record.sessions() for turn in record.session(of.id).turns]
    sounds = [files.read(line.file).samples for line in talk.lines(1)]
    return canary.search([folder / "cluster"], texts, sounds)
