"""At which turn it comes back, and at which it first would fit: bars over the turns of a talk."""

from collections import Counter
from collections.abc import Mapping, Sequence

from lab.evaluation.returning.shift_talks import TURNS, Talk, achievement

COLOURS = ("#cfc6b4", "#2f6f8c", "#b8860b", "#8c2f39")
WIDE, HIGH = 760, 360
_LEFT, _TOP, _RIGHT, _LOW = 60, 60, 730, 300


def counts(held: Mapping[str, Sequence[Talk]]) -> dict[str, Counter[int]]:
    """For each system at which turn it went over; first, at which turn a return would first have fitted."""
    some = next(iter(held.values()))
    fits = Counter(
        next(n for n, each in enumerate(talk.exchanges, 1) if each.told.fits)
        for talk in some
        if any(each.told.fits for each in talk.exchanges)
    )
    found = {"a return would fit from here": fits}
    for name, talks in held.items():
        found[name] = Counter(turn for talk in talks if (turn := achievement(talk)[1]))
    return found


def draw(held: Mapping[str, Sequence[Talk]]) -> str:
    """One SVG picture."""
    found = counts(held)
    most = max((max(each.values(), default=0) for each in found.values()), default=1) or 1
    step = (_RIGHT - _LEFT) / TURNS
    bar = step * 0.8 / len(found)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="Georgia, serif" '
        'font-size="13" fill="#333">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fdfbf7"/>',
        f'<text x="{_LEFT}" y="24" font-size="17">When it comes back to another day</text>',
    ]
    for place, name in enumerate(found):
        x = _LEFT + place * 210
        out.append(
            f'<rect x="{x}" y="36" width="12" height="12" fill="{COLOURS[place % len(COLOURS)]}"/>'
            f'<text x="{x + 18}" y="47">{name}</text>'
        )
    for turn in range(1, TURNS + 1):
        left = _LEFT + (turn - 1) * step
        out.append(
            f'<text x="{left + step / 2:.0f}" y="{_LOW + 20}" text-anchor="middle">{turn}</text>'
        )
        for place, each in enumerate(found.values()):
            high = (_LOW - _TOP) * each[turn] / most
            if high:
                out.append(
                    f'<rect x="{left + place * bar + 4:.1f}" y="{_LOW - high:.1f}" width="{bar:.1f}" '
                    f'height="{high:.1f}" fill="{COLOURS[place % len(COLOURS)]}"/>'
                    f'<text x="{left + place * bar + 4 + bar / 2:.1f}" y="{_LOW - high - 4:.1f}" '
                    f'text-anchor="middle" font-size="10">{each[turn]}</text>'
                )
    out.append(
        f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{_LOW}" y2="{_LOW}" stroke="#8a8a8a"/>'
        f'<text x="{(_LEFT + _RIGHT) // 2}" y="{HIGH - 16}" text-anchor="middle">turn of the talk</text></svg>'
    )
    return "\n".join(out) + "\n"
