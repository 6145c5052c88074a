"""A language model's reading of the labelled sets is drawn blindly, kept, and laid beside rules and heads."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import anyio
import pytest
from ollama_server import MODEL, Emit, Request
from openai_server import openai_server

from lab.evaluation.shadow import asking, drawing, tables, verdicts
from lab.evaluation.shadow.asking import Answer
from lab.evaluation.shadow.drawing import Drawn
from voice_agent.errors import SettingsError
from voice_agent.reading.danger import safety
from voice_agent.reading.evidence import Verdict
from voice_agent.resources import resource
from voice_agent.settings_sections import Language

ROWS = drawing.drawn(0)
CALM = {"danger": "none", "wish": "none", "asks": "none", "about": "", "story": "none", "hook": ""}


def oracle(drawn: Drawn) -> Answer:
    """Reads danger wherever it is labelled, and nothing else."""
    levels = {"2": "wants to die", "3": "may do it now", "3m": "hurt or ill now"}
    danger = {**levels, "A": "is harmed by somebody"}.get(drawn.row.label, "none")
    sum_ = asking.sum_of(asking.messages(asking.prompt(), drawn))
    answer = {**CALM, "danger": danger}
    return Answer(drawn.row.line, drawn.row.label, sum_, "an oracle", "today", "", "", answer)


def test_the_same_rows_are_drawn_each_time_in_an_order_that_tells_nothing() -> None:
    assert drawing.drawn(0) == ROWS
    assert drawing.drawn(1) != ROWS
    sixth = Counter(each.row.label for each in ROWS if each.set == "safety_sixth")
    assert sixth == {"2": 60, "3": 60, "3m": 60, "A": 60, "calm": 60}
    wishes = Counter(each.row.label for each in ROWS if each.set == "wishes_sealed_three")
    assert wishes["story"] == 60
    assert wishes.total() == 120
    assert min(wishes.values()) >= 3
    alike = sum(one.row.label == other.row.label for one, other in pairwise(ROWS))
    assert alike < len(ROWS) / 2


def test_behind_a_cry_of_the_same_talk_no_turn_is_taken_for_calm() -> None:
    talks = [each for each in ROWS if each.set == "danger_talks_sealed"]
    assert any(each.before for each in talks)
    path = next(each.path for each in drawing.SETS if each.path.stem == "danger_talks_sealed")
    lines = path.read_text(encoding="utf-8").splitlines()
    for each in talks:
        if each.row.label == "calm":
            before = lines[: each.row.line - 1]
            begins = max(n for n, line in enumerate(before) if line.startswith("## "))
            assert {line.partition("\t")[0] for line in before[begins + 1 :] if line} <= {"calm"}


def test_a_row_is_asked_about_as_in_the_seat_with_our_question_before_it() -> None:
    drawn = next(each for each in ROWS if each.set == "hard_moments_sealed")
    *fixed, last = asking.messages(asking.prompt(), drawn)
    assert f"Interviewer: {drawn.row.asked}" in last.text
    assert f"THE NARRATOR SAYS NOW\n{drawn.row.said}" in last.text
    assert drawn.row.label not in last.text.removesuffix(drawn.row.said)
    examples = [json.loads(each.text) for each in fixed if each.role == "assistant"]
    assert all(each.keys() == CALM.keys() for each in examples)


def test_a_server_is_asked_and_what_it_wrote_is_kept(tmp_path: Path) -> None:
    def pen(_request: Request, emit: Emit) -> str:
        emit(json.dumps({**CALM, "danger": "hurt or ill now"}), [])
        return "stop"

    net = safety.read(resource("config/safety.toml"), "GB")
    with openai_server(pen=pen) as served:
        language = Language(model="openai", openai_url=served.url, openai_model=MODEL)
        model = asking.server(language, 20)
        told: list[str] = []

        async def go() -> None:
            asking.keep(await asking.ask(model, ROWS[:3], net, "today", tell=told.append), tmp_path)

        anyio.run(go)
    assert told == ["3 rows were asked about."]
    kept = [each for path in tmp_path.iterdir() for each in asking.kept(path.stem, tmp_path)]
    assert {each.line for each in kept} == {each.row.line for each in ROWS[:3]}
    assert all(each.answer["danger"] == "hurt or ill now" for each in kept)


def test_who_names_no_server_is_told_so() -> None:
    with pytest.raises(SettingsError):
        asking.server(Language(model="none"), 20)


def test_what_a_model_alone_reads_is_asked_about_and_never_acted_on(tmp_path: Path) -> None:
    for each in ROWS:
        if each.set == "safety_sixth":
            asking.keep({each.set: [oracle(each)]}, tmp_path)
    shadows, old = tables.gathered(ROWS, tmp_path)
    assert len(shadows) == 300
    assert old == 0
    for shadow in shadows:
        read = verdicts.danger(shadow)
        assert all(each.verdict is Verdict.ASK for each in read["model"])
        assert read["merged"] == (read["rules and heads"] or read["model"])
    danger, none, *_ = tables.measure(ROWS, 0, tmp_path)
    all_merged = next(
        row
        for row in danger.rows
        if row["danger"] == "safety_sixth all" and row["reader"] == "merged"
    )
    assert all_merged["acted or asked"].startswith("1.00 ")
    assert next(r for r in none.rows if r["reader"] == "model")["asked needlessly"] == 0
    page = tables.page((danger, none))
    assert "an upper bound for a small card" in page
    assert not [each for each in shadows if each.row.said in page and each.words > 3]


def test_without_an_answer_there_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        tables.measure(ROWS, 0, tmp_path)
