"""The season as curves: coverage, events known and questions grown over its rounds, a line for each system."""

from collections.abc import Sequence
from pathlib import Path

from lab.evaluation.interview.interview import Held

COLOURS = ("#8a8a8a", "#b8860b", "#8c2f39", "#2f6f8c", "#6b8e23", "#7a4f8a", "#c9757d", "#3c6e57")
WIDE, HIGH = 760, 420
_LEFT, _TOP, _RIGHT, _LOW = 60, 50, 560, 360


def draw(narrator: str, held: Sequence[Held], folder: Path) -> list[Path]:
    """Write coverage.svg and growth.svg into `folder`; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    years = held[0].verdict.years
    files: list[Path] = []
    if years:
        lines = [(each.season.system, _coverage(each)) for each in held]
        files.append(folder / f"{narrator}-coverage.svg")
        files[-1].write_text(
            curve(f"Years of {narrator}'s life that came up", "share of years", lines, top=1.0),
            encoding="utf-8",
        )
    lines = [
        (f"{each.season.system}: events", [float(r.events) for r in each.season.rounds])
        for each in held
    ]
    for each in held:
        grown = [float(r.said.grown) for r in each.season.rounds]
        if any(grown):
            lines.append((f"{each.season.system}: questions", grown))
    files.append(folder / f"{narrator}-growth.svg")
    files[-1].write_text(
        curve("Events known and questions grown", "count", lines), encoding="utf-8"
    )
    return files


def _coverage(held: Held) -> list[float]:
    """Share of the years after each round; a claim counts from the end of its session on."""
    by_session: dict[int, set[int]] = {}
    for each in held.verdict.judged:
        by_session.setdefault(each.session, set()).update(each.years)
    out: list[float] = []
    known: set[int] = set()
    total = max(len(held.verdict.years), 1)
    for each in held.season.rounds:
        last = max(r.number for r in held.season.rounds if r.session == each.session)
        if each.number == last:
            known |= by_session.get(each.session, set()) & held.verdict.years
        out.append(len(known) / total)
    return out


def curve(
    title: str,
    axis: str,
    lines: Sequence[tuple[str, Sequence[float]]],
    *,
    top: float = 0.0,
    along: str = "rounds",
    marks: Sequence[str] = (),
) -> str:
    """Lines over rounds as one SVG picture, or over what is called `along`, each place with its mark."""
    most = top or max((max(values, default=0.0) for _, values in lines), default=1.0) or 1.0
    longest = max((len(values) for _, values in lines), default=1)

    def x(place: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * place / max(longest - 1, 1)

    def y(value: float) -> float:
        return _LOW - (_LOW - _TOP) * value / most

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="Georgia, serif" '
        'font-size="13" fill="#333">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fdfbf7"/>',
        f'<text x="{_LEFT}" y="28" font-size="17">{title}</text>',
    ]
    for step in range(5):
        value = most * step / 4
        label = f"{value:.2f}" if most <= 1 else f"{value:.0f}"
        out.append(
            f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y(value):.0f}" y2="{y(value):.0f}" stroke="#e4ddd0"/>'
            f'<text x="{_LEFT - 8}" y="{y(value) + 4:.0f}" text-anchor="end">{label}</text>'
        )
    rounds = {n: str(n) for n in range(0, longest + 1, max(longest // 5, 1))}
    for place, mark in (dict(enumerate(marks)) or rounds).items():
        out.append(
            f'<text x="{x(min(place, longest - 1)):.0f}" y="{_LOW + 22}" text-anchor="middle">{mark}</text>'
        )
    ends = sorted(
        (y(values[-1]) if values else _LOW, n, name) for n, (name, values) in enumerate(lines)
    )
    taken = -100.0
    for at, n, name in ends:
        taken = max(at, taken + 17)  # labels keep a line's height between them
        colour = COLOURS[n % len(COLOURS)]
        out.append(f'<text x="{_RIGHT + 10}" y="{taken + 4:.0f}" fill="{colour}">{name}</text>')
    for n, (_, values) in enumerate(lines):
        points = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(values))
        out.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[n % len(COLOURS)]}" stroke-width="2"/>'
        )
    out.append(
        f'<text x="{(_LEFT + _RIGHT) // 2}" y="{HIGH - 14}" text-anchor="middle">{along}</text>'
        f'<text x="{_LEFT}" y="{_TOP - 8}" font-size="11">{axis}</text></svg>'
    )
    return "\n".join(out) + "\n"
