"""A soak as one picture: a small panel for each quantity, its figures as points, its trend as a line, its verdict in words."""

from collections.abc import Iterator, Mapping, Sequence

from lab.evaluation.soak.quantities import Found
from lab.evaluation.soak.trend import Verdict, warm

ACROSS, WIDE, HIGH = 4, 250, 168
"""Panels beside each other, and the room of each."""

LEFT, RIGHT, TOP, LOW = 40, 238, 44, 132
"""Within a panel, where figures are drawn."""

HEAD, BETWEEN = 74, 46

DRAWN = 100
"""So many points of a quantity, about: more make a large file and say no more."""

COLOURS = {
    Verdict.FLAT: "#2f6f8c",
    Verdict.MUST: "#6b8e23",
    Verdict.UNEXPLAINED: "#8c2f39",
    Verdict.LITTLE: "#8a8a8a",
}

PARTS: Mapping[str, tuple[str, str, float]] = {
    "hours": ("The service in real time", "h", 1.0),
    "talks": ("A life of talks, one process, the clock moved on between them", "100 talks", 100.0),
    "model": (
        "The built-in language model: opened and closed alone, then for each talk of a house",
        "100 talks",
        100.0,
    ),
}
"""Title of each part, and for how much a slope is said: after which word, times what."""


def draw(every: Sequence[Found], says: str) -> str:
    """All of it, one part below the other."""
    parts = [(part, [each for each in every if each.quantity.part == part]) for part in PARTS]
    parts = [(part, mine) for part, mine in parts if mine]
    high = HEAD + sum(BETWEEN + -(-len(mine) // ACROSS) * HIGH for _, mine in parts) + 20
    wide = ACROSS * WIDE + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="Georgia, serif" '
        'font-size="11" fill="#333">',
        f'<rect width="{wide}" height="{high}" fill="#fdfbf7"/>',
        '<text x="20" y="34" font-size="20">A house that is lived in: what grows, and what does not</text>',
        f'<text x="20" y="54" fill="#6f675a">{says}</text>',
    ]
    out += _key(wide)
    top = HEAD
    for part, mine in parts:
        title = PARTS[part][0]
        out.append(f'<text x="20" y="{top + 26}" font-size="15">{title}</text>')
        out.append(
            f'<line x1="20" x2="{wide - 20}" y1="{top + 34}" y2="{top + 34}" stroke="#d8cfbd"/>'
        )
        top += BETWEEN
        for number, each in enumerate(mine):
            x, y = 10 + number % ACROSS * WIDE, top + number // ACROSS * HIGH
            out.append(f'<g transform="translate({x} {y})">{"".join(_panel(each))}</g>')
        top += -(-len(mine) // ACROSS) * HIGH
    return "\n".join([*out, "</svg>"]) + "\n"


def _key(wide: int) -> Iterator[str]:
    x = wide - 20
    for verdict in (Verdict.UNEXPLAINED, Verdict.MUST, Verdict.FLAT):
        yield f'<text x="{x}" y="34" text-anchor="end" fill="{COLOURS[verdict]}">{verdict}</text>'
        x -= 14 + 6 * len(verdict)
        yield f'<circle cx="{x + 8}" cy="30" r="3" fill="{COLOURS[verdict]}"/>'
        x -= 12


def _panel(one: Found) -> Iterator[str]:
    quantity, colour = one.quantity, COLOURS[one.verdict]
    shown = [*one.points, *one.pale]
    least, most = _reach([y for _, y in shown])
    first, last = min(x for x, _ in shown), max(x for x, _ in shown)

    def x(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - first) / ((last - first) or 1)

    def y(value: float) -> float:
        return LOW - (LOW - TOP) * (value - least) / (most - least)

    unit = f' <tspan fill="#8a8275">{quantity.unit}</tspan>' if quantity.unit else ""
    yield f'<text x="{LEFT - 30}" y="18" font-size="12.5">{quantity.name}{unit}</text>'
    yield f'<text x="{LEFT - 30}" y="33" font-size="10" fill="{colour}">{_said(one)}</text>'
    for value in (least, (least + most) / 2, most):
        yield (
            f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#e4ddd0"/>'
            f'<text x="{LEFT - 5}" y="{y(value) + 3.5:.1f}" font-size="9.5" text-anchor="end">{_figure(value, most - least)}</text>'
        )
    begun = warm(one.points)[0][0] if warm(one.points) else first
    yield f'<rect x="{LEFT}" y="{TOP}" width="{max(0.0, x(begun) - LEFT):.1f}" height="{LOW - TOP}" fill="#f0e9da" opacity="0.55"/>'
    for points, paint in ((one.pale, "#d3c9b5"), (one.points, colour)):
        for at, value in points[:: max(1, len(points) // DRAWN)]:
            yield f'<circle cx="{x(at):.1f}" cy="{y(value):.1f}" r="1.3" fill="{paint}" opacity="0.6"/>'
    if one.line is not None:
        line = one.line
        ends = [(at, line.at + line.each * (at - line.middle)) for at in (begun, last)]
        (a, c), (b, d) = ((x(at), min(max(y(value), TOP), LOW)) for at, value in ends)
        yield f'<line x1="{a:.1f}" y1="{c:.1f}" x2="{b:.1f}" y2="{d:.1f}" stroke="{colour}" stroke-width="1.8"/>'
    along = "h" if quantity.along == "at" else "talks"
    yield f'<text x="{LEFT}" y="{LOW + 14}" font-size="9.5">{_figure(first, last - first)}</text>'
    yield f'<text x="{RIGHT}" y="{LOW + 14}" font-size="9.5" text-anchor="end">{_figure(last, last - first)} {along}</text>'


def _said(one: Found) -> str:
    if one.line is None:
        return one.verdict
    step, times = PARTS[one.quantity.part][1:]
    unit = f" {one.quantity.unit}" if one.quantity.unit else ""
    along = "an hour" if step == "h" else f"in {step}"
    return f"{one.verdict} · {_signed(one.line.each * times)}{unit} {along}"


def _signed(value: float) -> str:
    size = abs(value)
    text = f"{size:.0f}" if size >= 100 else f"{size:.1f}" if size >= 1 else f"{size:.2f}"
    if not float(text):
        return "0"
    return f"{'−' if value < 0 else '+'}{text}"


def _reach(values: Sequence[float]) -> tuple[float, float]:
    """From where to where figures go: from nothing, unless all are far above it."""
    least, most = min(values), max(values)
    if least > 0 and most - least > 0.35 * most:
        least = 0.0
    room = (most - least) or max(abs(most) * 0.1, 1.0)
    return (least if least == 0 else max(0.0, least - 0.35 * room)), most + 0.1 * room


def _figure(value: float, span: float) -> str:
    if value == 0 or span >= 20:
        return f"{value:,.0f}"
    return f"{value:.1f}" if span >= 1 else f"{value:.2f}"
