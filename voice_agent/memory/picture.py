"""A life as one picture: a time line with its people, and what hangs together, in a single HTML file.

No network, no fonts and no scripts from elsewhere: it can be put on a stick and opened in forty years.
Positions are computed here, so that the same life always looks the same.
"""

import html
import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from voice_agent.memory.dates.when import ALWAYS, FOREVER, strict_bounds
from voice_agent.memory.recall.memories import Kind, Memory

WIDE = 1180
"""Units of the picture's width; it scales to the window."""

LANES = 6


class Placed(NamedTuple):
    """A memory on the time line."""

    memory: Memory
    year: float
    span: float
    """Years that the date leaves open."""


def picture(name: str, memories: Sequence[Memory]) -> str:
    """Return the HTML of a whole life. `name` may be empty. Raises nothing."""
    title = f"The life of {name}" if name else "A life, as it was told"
    told = [each for each in memories if each.kind is not Kind.TOPIC]
    dated = sorted(filter(None, map(_placed, told)), key=lambda each: (each.year, each.memory.id))
    undated = [each for each in told if _placed(each) is None]
    details = {
        each.id: {
            "text": each.text,
            "when": each.when,
            "names": list(each.names),
            "told": each.tellings,
            "weight": each.saliency.reason,
            "links": list(each.links),
        }
        for each in told
    }
    return _PAGE.format(
        title=html.escape(title),
        count=f"{len(told)} memories, {len(_people(told))} people and places",
        timeline=_timeline(dated),
        web=_web(told),
        undated="".join(_card(each) for each in undated),
        undated_hidden="" if undated else "hidden",
        # "</" would end the script in the middle of a sentence
        details=json.dumps(details, ensure_ascii=False).replace("</", "<\\/"),
    )


def _placed(memory: Memory) -> Placed | None:
    if not memory.when:
        return None
    days = strict_bounds(memory.when)
    first, last = days.earliest, days.latest
    if first == ALWAYS:
        first = last
    if last == FOREVER:
        last = first
    begins = first.year + first.timetuple().tm_yday / 366
    ends = last.year + last.timetuple().tm_yday / 366
    return Placed(memory, (begins + ends) / 2, max(0.0, ends - begins))


def _timeline(dated: Sequence[Placed]) -> str:
    if not dated:
        return '<p class="quiet">No telling has named a time yet.</p>'
    first = math.floor(min(each.year for each in dated) / 10) * 10
    last = math.ceil((max(each.year for each in dated) + 0.1) / 10) * 10
    scale = (WIDE - 120) / max(10, last - first)

    def x(year: float) -> float:
        return 60 + (year - first) * scale

    high, base = 420, 330
    out = [f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="Time line">']
    for decade in range(first, last + 1, 10):
        out.append(
            f'<line class="tick" x1="{x(decade):.1f}" x2="{x(decade):.1f}" y1="40" y2="{base + 14}"/>'
            f'<text class="year" x="{x(decade):.1f}" y="{base + 38}">{decade}</text>'
        )
    out.append(f'<line class="axis" x1="40" x2="{WIDE - 40}" y1="{base}" y2="{base}"/>')
    free = [-1e9] * LANES
    for each in dated:
        at = x(each.year)
        label = _short(each.memory.text, 26)
        lane = next(
            (n for n in range(LANES) if free[n] < at - 12), min(range(LANES), key=free.__getitem__)
        )
        room = free[lane] < at - 12
        free[lane] = at + 7.2 * len(label) if room else free[lane]
        y = base - 34 - lane * 44
        radius = 4 + each.memory.saliency.score * 0.9
        half = max(0.0, each.span * scale / 2)
        out.append(
            f'<g class="m" tabindex="0" data-id="{html.escape(each.memory.id)}">'
            f'<line class="stem" x1="{at:.1f}" x2="{at:.1f}" y1="{y}" y2="{base}"/>'
            f'<line class="span" x1="{at - half:.1f}" x2="{at + half:.1f}" y1="{base}" y2="{base}"/>'
            f'<circle cx="{at:.1f}" cy="{y}" r="{radius:.1f}" fill="{_colour(each.memory)}"/>'
            + (
                f'<text x="{at + radius + 5:.1f}" y="{y + 5}">{html.escape(label)}</text>'
                if room and at + 7.2 * len(label) < WIDE
                else ""
            )
            + "</g>"
        )
    out.append("</svg>")
    return "".join(out)


def _web(told: Sequence[Memory]) -> str:
    """People and places in a ring, memories inside near those they name."""
    people = sorted(_people(told).items(), key=lambda pair: (-len(pair[1]), pair[0]))[:28]
    if not people:
        return '<p class="quiet">Nobody has been named yet.</p>'
    middle, high, ring = WIDE / 2, 640, 250
    at: dict[str, tuple[float, float]] = {}
    for n, (name, _) in enumerate(people):
        angle = 2 * math.pi * n / len(people) - math.pi / 2
        at[name] = middle + 1.55 * ring * math.cos(angle), high / 2 + ring * math.sin(angle)
    inside: dict[str, tuple[float, float]] = {}
    for n, each in enumerate(told):
        near = [at[name] for name in each.names if name in at]
        if not near:
            continue
        # a sunflower's turn keeps memories of the same people apart
        turn, far = n * 2.39996, 16 + 5 * math.sqrt(n % 40)
        cx = sum(px for px, _ in near) / len(near)
        cy = sum(py for _, py in near) / len(near)
        pull = 0.62
        inside[each.id] = (
            middle + (cx - middle) * pull + far * math.cos(turn),
            high / 2 + (cy - high / 2) * pull + far * math.sin(turn),
        )
    out = [f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="Who and where">']
    for each in told:
        for name in each.names:
            if each.id in inside and name in at:
                (ax, ay), (bx, by) = inside[each.id], at[name]
                out.append(
                    f'<path class="tie" data-a="{html.escape(each.id)}" '
                    f'd="M{ax:.1f} {ay:.1f}Q{_bent(ax, bx, middle):.1f} {_bent(ay, by, high / 2):.1f} '
                    f'{bx:.1f} {by:.1f}"/>'
                )
    for each in told:
        if each.id in inside:
            cx, cy = inside[each.id]
            out.append(
                f'<g class="m" tabindex="0" data-id="{html.escape(each.id)}"><circle cx="{cx:.1f}" '
                f'cy="{cy:.1f}" r="{3.5 + each.saliency.score * 0.7:.1f}" fill="{_colour(each)}"/></g>'
            )
    for name, memories in people:
        px, py = at[name]
        side = "start" if px > middle + 40 else "end" if px < middle - 40 else "middle"
        dx = 12 if side == "start" else -12 if side == "end" else 0
        dy = 5 if side != "middle" else (-12 if py < high / 2 else 22)
        out.append(
            f'<circle class="who" cx="{px:.1f}" cy="{py:.1f}" r="{4 + math.sqrt(len(memories)) * 2:.1f}"/>'
            f'<text class="name" text-anchor="{side}" x="{px + dx:.1f}" y="{py + dy:.1f}">'
            f"{html.escape(_short(name, 24))}</text>"
        )
    out.append("</svg>")
    return "".join(out)


def _bent(one: float, other: float, centre: float) -> float:
    """A tie bends a little towards the middle."""
    return 0.8 * (one + other) / 2 + 0.2 * centre


def _people(told: Sequence[Memory]) -> Mapping[str, list[Memory]]:
    found: dict[str, list[Memory]] = defaultdict(list)
    for each in told:
        for name in each.names:
            found[name].append(each)
    return found


def _colour(memory: Memory) -> str:
    """From blue for what was told heavily, through sand, to ochre for what was told gladly."""
    # EmoBank's sentences seldom leave -0.3 .. 0.3
    warm = max(-1.0, min(1.0, memory.affect.valence * 4))
    end = _GLAD if warm > 0 else _HEAVY
    mixed = (round(a + (b - a) * abs(warm)) for a, b in zip(_PLAIN, end, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


_PLAIN, _GLAD, _HEAVY = (176, 160, 134), (201, 128, 42), (60, 110, 150)
"""Red, green, blue."""


def _card(memory: Memory) -> str:
    return (
        f'<li class="m" tabindex="0" data-id="{html.escape(memory.id)}">'
        f"<span style='background:{_colour(memory)}'></span>{html.escape(_short(memory.text, 90))}</li>"
    )


def _short(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rsplit(" ", 1)[0] + " …"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ --paper:#fbf8f1; --ink:#2e2a25; --soft:#8a8175; --line:#ddd3c2; --deep:#7a3b2e; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper:#1f1d1a; --ink:#ece5d8; --soft:#a49a8a; --line:#3d3832; --deep:#e0a58f; }} }}
* {{ box-sizing:border-box }}
body {{ margin:0; background:var(--paper); color:var(--ink); font:18px/1.55 Georgia,"Iowan Old Style",serif; }}
main {{ max-width:1240px; margin:0 auto; padding:3rem 1.5rem 8rem; }}
h1 {{ font-weight:400; font-size:2.6rem; margin:0; letter-spacing:.01em }}
h2 {{ font-weight:400; font-size:1.4rem; color:var(--deep); margin:3rem 0 .5rem; border-top:1px solid var(--line); padding-top:1.2rem }}
.quiet {{ color:var(--soft); font-style:italic; margin:.3rem 0 }}
svg {{ width:100%; height:auto; display:block; overflow:visible }}
svg text {{ font-size:14px; fill:var(--ink); paint-order:stroke; stroke:var(--paper); stroke-width:4px; stroke-linejoin:round }}
.year {{ text-anchor:middle; fill:var(--soft) !important; font-size:15px !important }}
.name {{ font-size:16px !important; font-style:italic }}
.tick {{ stroke:var(--line); stroke-dasharray:1 6 }}
.axis {{ stroke:var(--soft); stroke-width:1.2 }}
.stem {{ stroke:var(--line) }}
.span {{ stroke:var(--deep); stroke-width:5; stroke-linecap:round; opacity:.22 }}
.tie {{ fill:none; stroke:var(--line); stroke-width:1.1 }}
.tie.on {{ stroke:var(--deep); stroke-width:1.8 }}
.who {{ fill:var(--paper); stroke:var(--deep); stroke-width:1.6 }}
.m {{ cursor:pointer; outline:none }}
.m circle {{ stroke:var(--paper); stroke-width:1.5; transition:opacity .2s }}
.m:focus circle, .m.on circle {{ stroke:var(--ink); stroke-width:2 }}
.dim .m:not(.on) {{ opacity:.35 }}
ul {{ list-style:none; padding:0; columns:2; column-gap:2.5rem }}
li {{ break-inside:avoid; padding:.25rem 0 }}
li span {{ display:inline-block; width:.7em; height:.7em; border-radius:50%; margin-right:.6em }}
aside {{ position:fixed; left:0; right:0; bottom:0; background:var(--paper); border-top:1px solid var(--line); padding:1rem 1.5rem; transform:translateY(100%); transition:transform .25s }}
aside.on {{ transform:none; box-shadow:0 -8px 30px #0002 }}
aside div {{ max-width:1190px; margin:0 auto }}
aside p {{ margin:.1rem 0 }} #said {{ font-size:1.25rem }} #said::before {{ content:"“" }} #said::after {{ content:"”" }}
@media (max-width:700px) {{ ul {{ columns:1 }} svg text {{ font-size:24px }} }}
@media print {{ aside {{ display:none }} }}
</style></head><body><main>
<h1>{title}</h1><p class="quiet">{count}. A larger dot weighs more; warm colours were told gladly. Touch one to read it.</p>
<h2>In order of time</h2>{timeline}
<h2>Who and where</h2>{web}
<section {undated_hidden}><h2>At some time</h2><ul>{undated}</ul></section>
</main><aside aria-live="polite"><div><p id="said"></p><p class="quiet" id="more"></p></div></aside>
<script>
const details = {details};
const aside = document.querySelector("aside");
function show(id) {{
  const m = details[id];
  if (!m) return;
  const near = new Set([id, ...m.links]);
  document.body.classList.add("dim");
  for (const g of document.querySelectorAll(".m")) g.classList.toggle("on", near.has(g.dataset.id));
  for (const t of document.querySelectorAll(".tie")) t.classList.toggle("on", t.dataset.a === id);
  document.getElementById("said").textContent = m.text;
  document.getElementById("more").textContent = [m.when, m.names.join(", "), m.told > 1 ? "told " + m.told + " times" : "", m.weight].filter(Boolean).join("  ·  ");
  aside.classList.add("on");
}}
function hide() {{ document.body.classList.remove("dim"); aside.classList.remove("on");
  for (const e of document.querySelectorAll(".on")) e.classList.remove("on"); }}
document.addEventListener("click", e => {{ const g = e.target.closest(".m"); g ? show(g.dataset.id) : hide(); }});
document.addEventListener("focusin", e => {{ const g = e.target.closest(".m"); if (g) show(g.dataset.id); }});
document.addEventListener("keydown", e => {{ if (e.key === "Escape") hide(); }});
</script></body></html>
"""
