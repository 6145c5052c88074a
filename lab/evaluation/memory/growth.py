"""How memory behaves as it grows: invented memories by the thousand, one after the other and all at once.

Texts are put together from words of a life by a seeded generator, so that vectors crowd no less than real
ones; embedding them is left out of every figure but recall (a cue is embedded each time).
"""

import resource
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.memory import persona
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.memory.recall import written
from voice_agent.memory.recall.index_rows import Row
from voice_agent.memory.recall.lance import Index
from voice_agent.memory.recall.memories import Memory, MemoryId
from voice_agent.memory.recall.ranking import Cue
from voice_agent.memory.recall.recall import OnePass
from voice_agent.memory.recall.samples import A_MEMORY, unit
from voice_agent.memory.saliency import Saliency

T = TypeVar("T")

SIZES = (1_000, 10_000, 100_000)
SINGLE = 20
"""Memories written one by one, as between turns."""

CUES = 40
"""Recalls measured at each size."""


async def measure(
    embedder: Embedder,
    sizes: Sequence[int] = SIZES,
    *,
    seed: int = 0,
    tell: Callable[[str], None] = lambda says: None,
) -> Figures:
    """Fill an index to each of `sizes`. About 15 s for 10,000 memories, three minutes for 100,000."""
    chance = np.random.default_rng(seed)
    lives = [persona.read(path) for path in sorted(persona.shipped().glob("*.txt"))]
    texts = [entry.text for life in lives for entry in life.entries]
    cues = [remark.text for life in lives for remark in life.remarks]
    base = embedder.embed(texts)
    rows: list[dict[str, Any]] = []
    for size in sizes:
        tell(f"{size:,} memories …")
        with TemporaryDirectory(prefix="voice-agent-bench-") as folder:
            rows.append(
                await _at(size, Path(folder) / "memory", embedder, texts, base, cues, chance)
            )
    return Figures(
        "memory",
        f"memory as it grows: {A_MEMORY} sample memories each, {CUES} recalls",
        rows,
        seed,
        (
            "recall: embedding the cue, the index, the ranking, five memories; wanted: p95 of 150 ms at "
            "10,000 memories.",
            "insert: one memory with its samples, as between turns. rebuild: from rows that are embedded.",
        ),
    )


async def _at(
    size: int,
    folder: Path,
    embedder: Embedder,
    texts: Sequence[str],
    base: NDArray[np.float32],
    cues: Sequence[str],
    chance: np.random.Generator,
) -> dict[str, Any]:
    index = await Index.open(str(folder), embedder.size)
    made = [_row(n, texts, base, chance) for n in range(size)]
    rebuild = await _timed(lambda: index.replace(made))
    singles: list[float] = []
    for n in range(SINGLE):
        row = _row(size + n, texts, base, chance)
        singles.append(await _timed(lambda row=row: index.put([row])))
    optimise = await _timed(index.settle)
    recall = OnePass(index, embedder, _now)
    times: list[float] = []
    for n in range(CUES):
        cue = Cue(cues[n % len(cues)], persona.TODAY)
        times.append(await _timed(lambda cue=cue: recall.recall(cue, 5)))
    made.clear()
    disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    await index.close()
    return {
        "memories": size,
        "recall p50 ms": 1000 * float(np.percentile(times, 50)),
        "recall p95 ms": 1000 * float(np.percentile(times, 95)),
        "insert ms": 1000 * float(np.median(singles)),
        "optimise s": optimise,
        "rebuild s": rebuild,
        "disk MB": disk / 1e6,
        # the largest so far, so sizes are measured in rising order
        "peak RSS MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _row(
    n: int, texts: Sequence[str], base: NDArray[np.float32], chance: np.random.Generator
) -> Row:
    """A memory near one of the journals', with words of two of them."""
    a, b = (int(each) for each in chance.integers(0, len(texts), 2))
    words = [*texts[a].split()[:12], *texts[b].split()[:8]]
    told = persona.TODAY - timedelta(hours=int(chance.integers(1, 8760)))
    memory = Memory(
        MemoryId(f"e-{n:016x}"),
        " ".join(words),
        told,
        saliency=Saliency(int(chance.integers(1, 11)), "invented"),
    )
    size = base.shape[1]
    noise = chance.normal(scale=0.6 / np.sqrt(size), size=(1 + A_MEMORY, size))
    vector = unit(base[a] + 0.5 * base[b] + noise[0])
    samples = tuple((f"s{k}", unit(vector + noise[1 + k])) for k in range(A_MEMORY))
    return Row(memory.id, memory.text, written.body(memory), vector, samples)


async def _timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


async def _now(work: Callable[[], T], /) -> T:
    return work()


def curve(rows: Sequence[dict[str, Any]]) -> str:
    """The figures as one SVG picture: time against memories, both axes logarithmic."""
    wide, high, left, low = 720, 420, 70, 360
    lines = (
        ("recall p95 ms", 1.0, "#8c2f39"),
        ("recall p50 ms", 1.0, "#c9757d"),
        ("insert ms", 1.0, "#2f6f8c"),
        ("optimise s", 1000.0, "#6b8e23"),
        ("rebuild s", 1000.0, "#b8860b"),
    )
    most = max(float(row["memories"]) for row in rows)
    least = min(float(row["memories"]) for row in rows)

    def x(memories: float) -> float:
        span = np.log10(most / least) or 1.0
        return left + 440 * float(np.log10(memories / least) / span)

    def y(milliseconds: float) -> float:
        return low - 310 * float(np.log10(max(milliseconds, 1.0))) / 5.5

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="Georgia, serif" '
        'font-size="14" fill="#333">',
        f'<rect width="{wide}" height="{high}" fill="#fdfbf7"/>',
        f'<text x="{left}" y="28" font-size="18">Memory as it grows</text>',
    ]
    for power in range(6):
        at = y(10**power)
        label = f"{10**power:,} ms" if power < 3 else f"{10 ** (power - 3):,} s"
        out.append(
            f'<line x1="{left}" x2="{left + 440}" y1="{at:.0f}" y2="{at:.0f}" stroke="#e4ddd0"/>'
        )
        out.append(f'<text x="{left - 8}" y="{at + 5:.0f}" text-anchor="end">{label}</text>')
    for row in rows:
        at = x(row["memories"])
        out.append(
            f'<text x="{at:.0f}" y="{low + 26}" text-anchor="middle">{row["memories"]:,}</text>'
        )
    wanted = y(150)
    out.append(
        f'<line x1="{left}" x2="{left + 440}" y1="{wanted:.0f}" y2="{wanted:.0f}" stroke="#8c2f39" '
        'stroke-dasharray="4 4"/>'
    )
    # labels keep a line's height between them
    ends = sorted((y(rows[-1][name] * factor), name, colour) for name, factor, colour in lines)
    taken = -100.0
    for at, name, colour in ends:
        taken = max(at, taken + 18)
        out.append(
            f'<text x="{left + 452}" y="{taken + 5:.0f}" fill="{colour}">{name[:-2].strip()}</text>'
        )
    for name, factor, colour in lines:
        points = " ".join(f"{x(r['memories']):.1f},{y(r[name] * factor):.1f}" for r in rows)
        out.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        )
    out.append(f'<text x="{left + 220}" y="{high - 12}" text-anchor="middle">memories</text></svg>')
    return "\n".join(out) + "\n"
