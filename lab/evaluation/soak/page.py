"""The page of a soak: what was held, on what, and a table of verdicts; beside it the picture."""

from collections.abc import Sequence

from lab.evaluation.soak.log import Row
from lab.evaluation.soak.picture import PARTS
from lab.evaluation.soak.quantities import Found
from lab.evaluation.soak.trend import PACE, WARM_UP, Verdict
from voice_agent.measuring import machine


def sentence(rows: Sequence[Row]) -> str:
    """What was held, in one line."""
    told = list[str]()
    for part, noun in (("hours", "of the service in real time"), ("talks", ""), ("model", "")):
        mine = [row for row in rows if row["part"] == part]
        if part == "hours" and (last := max((row.get("at", 0) for row in mine), default=0)):
            many = sum(row["kind"] == "evening" for row in mine)
            told.append(f"{last / 3600:.1f} hours {noun} with {many} talks")
        elif many := sum(row["kind"] == "talk" for row in mine):
            told.append(
                f"{many} talks of simulated time"
                if part == "talks"
                else f"{many} talks with the built-in model"
            )
    return "; ".join(told)


def written(rows: Sequence[Row], every: Sequence[Found]) -> str:
    """All of it as Markdown."""
    wrong = [each for each in every if each.verdict is Verdict.UNEXPLAINED]
    lines = [
        "# Soak",
        "",
        "Made by `python -m lab soak --keep`; do not edit. For a day and a night: `--hours 24`.",
        "",
        f"{sentence(rows)}. **{'Nothing grows that should not.' if not wrong else f'{len(wrong)} grow, unexplained.'}**",
        "",
        "![a small panel for each quantity, with its trend](soak.svg)",
        "",
        *_rules(),
    ]
    for part, (title, step, times) in PARTS.items():
        mine = [each for each in every if each.quantity.part == part]
        if not mine:
            continue
        lines += ["", f"## {title}", "", *_how(rows, part), ""]
        lines += [
            f"| | n | first third | last third | growth {'an hour' if step == 'h' else f'in {step}'} (95 %) | verdict |",
            "|---|---:|---:|---:|---:|---|",
        ]
        lines += [_row(each, times) for each in mine]
    return "\n".join(lines) + "\n"


def _rules() -> list[str]:
    return [
        f"How it is judged: the first {WARM_UP:.0%} of a run is warm-up and is not judged. *Flat*: the interval of the slope (Theil and",
        "Sen's) holds no growth, or the median of the last third is above that of the first by no more than 3 % and 15 MB (memory), one",
        "(descriptors, threads, folders), half (waits: others may have worked on the machine; its load is a panel of its own). *Grows as it",
        f"must*: what keeps stories, while its pace in the last third is at most {PACE:g} times that before; or a wait that grows with a life",
        "and stays below what `python -m lab years` wants of it. Everything else is *unexplained*, and the command ends with 1.",
        "A wait is unexplained only where it still grows when it is divided by how many wanted each core at the time.",
        "Memory of the service is judged while nobody talks; what it weighs in a talk is drawn pale.",
    ]


def _how(rows: Sequence[Row], part: str) -> list[str]:
    runs = [row for row in rows if row["part"] == part and row["kind"] == "run"]
    if not runs:
        return []
    run = runs[-1]
    said = f"`{run['command']}`: seed {run['seed']}, profile {run['profile']}; begun {run['begun']}"
    if not any(row["part"] == part and row["kind"] == "end" for row in rows):
        said += "; **broken off**"
    return [f"{said}. {machine.sentence(run['machine'])}."]


def _row(one: Found, times: float) -> str:
    name = f"{one.quantity.name}{f', {one.quantity.unit}' if one.quantity.unit else ''}"
    verdict = f"**{one.verdict}**" if one.verdict is Verdict.UNEXPLAINED else str(one.verdict)
    grown = "–"
    if one.line is not None:
        grown = f"{one.line.each * times:+.3g} ({one.line.low * times:+.3g} to {one.line.high * times:+.3g})"
    return (
        f"| {name} | {len(one.points)} | {one.begins:.4g} | {one.ends:.4g} | {grown} | {verdict} |"
    )
