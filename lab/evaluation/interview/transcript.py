"""A season for people to read: one page a session, with nothing of the machinery but why a question was asked.

Written by `python -m lab season`; lab/reports/season holds the one of the narrator we wrote.
"""

from collections.abc import Sequence
from pathlib import Path

from lab.evaluation.interview.interview import Held
from lab.evaluation.interview.season import Round, Season

WIDTH = 100
"""Columns of a line of Markdown."""


def write(held: Held, folder: Path, *, narrator: str, titles: dict[str, str]) -> list[Path]:
    """Write one Markdown page a session and a first page that lists them. Returns their paths.

    `titles`: of the topics, by name.
    """
    folder.mkdir(parents=True, exist_ok=True)
    season = held.season
    files: list[Path] = []
    rows: list[str] = []
    for session in range(1, season.sessions + 1):
        rounds = [each for each in season.rounds if each.session == session]
        if not rounds:
            continue
        about = titles.get(rounds[0].said.about, rounds[0].said.about) or "a talk"
        page = folder / f"{session:02}.md"
        page.write_text(_page(season, session, rounds, about, narrator), encoding="utf-8")
        files.append(page)
        words = sum(len(each.answer.text.split()) for each in rounds)
        rows.append(f"| [{session}]({page.name}) | {about} | {len(rounds)} | {words} |")
    index = folder / "README.md"
    index.write_text(_index(held, narrator, rows), encoding="utf-8")
    return [index, *files]


def _index(held: Held, narrator: str, rows: Sequence[str]) -> str:
    ways, figures = held.conduct, held.verdict.count()
    return "\n".join(
        [
            f"# A season with {narrator.capitalize()}",
            "",
            f"{narrator.capitalize()} is a narrator we made up; her life is ours "
            "(`lab/evaluation/interview/narrators`). The interviewer is the planner as it stands, without a language model,",
            "in writing. She answers by rule, in the sentences of that life, and sometimes not to the point: what she lacks of a living",
            "person is plain to see. These pages are written by `python -m lab season` and by nobody else.",
            "",
            "| talk | about | rounds | her words |",
            "|---|---|---|---|",
            *rows,
            "",
            f"Years of her life that came up: {figures.coverage:.0%} of {len(held.verdict.years)}. Valid rounds: "
            f"{ways.validity:.1%} of {ways.rounds - ways.listening}. Questions asked twice: {ways.repeated}. Her share of the words: "
            f"{ways.share:.0%}. Questions of the family asked: {ways.woven} of {ways.given}.",
            "",
        ]
    )


def _page(season: Season, session: int, rounds: Sequence[Round], about: str, narrator: str) -> str:
    name = narrator.capitalize()
    lines = [f"# Talk {session}: {about}", ""]
    for each in rounds:
        lines += [f"**Interviewer:** {each.said.text}", ""]
        if each.said.reason:
            lines += [f"<sub>{each.said.reason}</sub>", ""]
        lines += [f"**{name}:** {each.answer.text}", ""]
    closing = season.closings[session - 1] if session <= len(season.closings) else ""
    if closing:
        lines += [f"**Interviewer:** {closing}", ""]
    return "\n".join(lines)
