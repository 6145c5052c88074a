"""What happened by kind, how often the house held, and how much sound was gone, as one picture."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lab.evaluation.chaos.seen import MOST

LEFT, RIGHT, TOP, STEP = 150, 440, 70, 34
FROM, TO = 500, 680
"""Between these the seconds lie, from none to what may be lost."""


def picture(rows: Sequence[dict[str, Any]]) -> str:
    """SVG."""
    kinds = Counter[str](row["kind"] for row in rows)
    most, under = max(kinds.values(), default=1), TOP + STEP * len(kinds)
    held = sum(not row["wrong"] for row in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {under + 40}" font-family="Georgia, serif" font-size="13" fill="#333">',
        f'<rect width="760" height="{under + 40}" fill="#fdfbf7"/>',
        f'<text x="{LEFT}" y="28" font-size="17">{len(rows)} accidents, of which the house held {held}</text>',
        f'<text x="{LEFT}" y="52" font-size="11">how often; <tspan fill="#6b8e23">held</tspan>, <tspan fill="#8c2f39">did not</tspan></text>',
        f'<text x="{FROM}" y="52" font-size="11">seconds of sound gone: <tspan fill="#2f6f8c">half less</tspan>, <tspan fill="#8c2f39">at most</tspan></text>',
    ]
    for share in (0.0, 0.5, 1.0):
        x = FROM + share * (TO - FROM)
        parts.append(
            f'<line x1="{x}" x2="{x}" y1="{TOP - 6}" y2="{under}" stroke="#e4ddd0"/>'
            f'<text x="{x}" y="{under + 18}" text-anchor="middle" font-size="11">{share * MOST:g}</text>'
        )
    for number, (kind, times) in enumerate(sorted(kinds.items(), key=lambda each: -each[1])):
        of = [row for row in rows if row["kind"] == kind]
        wide = (RIGHT - LEFT) * times / most
        well = wide * sum(not row["wrong"] for row in of) / times
        y = TOP + STEP * number
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 14}" text-anchor="end">{kind}</text>'
            f'<rect x="{LEFT}" y="{y}" width="{wide:.1f}" height="18" fill="#8c2f39"/>'
            f'<rect x="{LEFT}" y="{y}" width="{well:.1f}" height="18" fill="#6b8e23"/>'
            f'<text x="{LEFT + wide + 8:.1f}" y="{y + 14}" font-size="11">{times}</text>'
        )
        lost = sorted(row["lost"] for row in of if row.get("lost") is not None)
        if not lost:
            parts.append(
                f'<text x="{FROM}" y="{y + 14}" font-size="11" fill="#8a8a8a">no sound in it</text>'
            )
            continue
        for value, colour in ((lost[len(lost) // 2], "#2f6f8c"), (lost[-1], "#8c2f39")):
            x = FROM + min(value / MOST, 1.1) * (TO - FROM)
            parts.append(f'<circle cx="{x:.1f}" cy="{y + 9}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{TO + 14}" y="{y + 14}" font-size="11">{lost[-1]:.2f} s</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
