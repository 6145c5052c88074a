"""A model is measured, its verdict is kept, and a talk obeys it."""

import json
import stat
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from anyio import run as anyio_run
from interviews import rules
from ollama_server import MODEL, Emit, Request, rote
from openai_server import openai_server
from seat_answers import chats, does_not_listen, listens, written
from typer.testing import CliRunner

from voice_agent import assemble
from voice_agent.archive import seat_verdicts
from voice_agent.archive.seat_verdicts import FILE, Measured
from voice_agent.cli import app
from voice_agent.errors import EngineUnavailable
from voice_agent.interview.seat.measured import figures
from voice_agent.interview.seat.moments import Moment
from voice_agent.interview.seat.verdict import Figures, Role, judge
from voice_agent.language import seating
from voice_agent.language.fallback import Rung, fallback
from voice_agent.language.gate import Gate
from voice_agent.language.scripted import Line, Scripted
from voice_agent.measuring import doctor, seat_check
from voice_agent.measuring.checkup import State
from voice_agent.measuring.seat import run, shipped, spread
from voice_agent.settings import Settings
from voice_agent.settings_sections import Language

MOMENTS = shipped()
FEW = spread(MOMENTS, 12)
NAME = f"openai {MODEL}"


async def measured(lines: Sequence[Line], asked: tuple[Moment, ...]) -> Figures:
    async def script() -> Scripted:
        return Scripted(lines)

    gate = Gate(fallback([Rung("a script", script)], lambda says: None))
    await gate.settle()
    return figures([each async for each in run(gate, rules(), seating.prompt(), asked)])


def test_a_model_that_listens_may_lead_and_one_that_does_not_may_not() -> None:
    good = anyio_run(measured, [listens(each) for each in MOMENTS], MOMENTS)
    assert judge(good).leads, judge(good).missed
    bad = anyio_run(measured, [does_not_listen(each) for each in FEW], FEW)
    assert judge(bad).role is Role.NEITHER
    assert bad.valid == 1.0 and bad.invented > 0 and bad.said_invented == 0
    loose = anyio_run(measured, [chats(each) for each in FEW], FEW)
    assert loose.valid == 0.0 and judge(loose).role is Role.NEITHER


def test_what_is_cut_off_after_a_whole_reply_counts_and_before_it_does_not() -> None:
    answer = written(listens(MOMENTS[0]))
    long = answer.removesuffix("]}") + ', {"kind": "follow", "say": "' + "and then " * 500
    assert anyio_run(measured, [long], MOMENTS[:1]).valid == 1.0
    assert anyio_run(measured, [long.replace('"follow"', '"sing"')], MOMENTS[:1]).valid == 0.0


def test_a_model_that_goes_away_has_no_verdict() -> None:
    gone = EngineUnavailable("scripted", "Gone.", retryable=True)
    with pytest.raises(EngineUnavailable, match="stopped answering"):
        anyio_run(measured, [gone], MOMENTS[:1])


def test_a_smaller_number_of_moments_comes_from_all_over() -> None:
    assert len({each.kind for each in FEW}) > 6
    assert spread(MOMENTS, 99) == MOMENTS


# ---- a server in the house, the command, and what becomes of it


def pen(request: Request, emit: Emit) -> str:
    """Answers the shipped moments as somebody would who listens; anything else with the least."""
    last = str(request.messages[-1]["content"])
    moment = next((each for each in MOMENTS if f"NOW\n{each.says}" in last), None)
    if moment is None:
        return rote(request, emit)
    for word in written(listens(moment)).split(" "):
        if emit(f"{word} ", []):
            break
    return "stop"


def settings_in(folder: Path, url: str, **language: Any) -> Settings:
    wanted = Language(model="openai", openai_url=url, openai_model=MODEL, **language)
    return Settings(state_directory=str(folder / "state"), language=wanted)


def bench(folder: Path, url: str, *more: str) -> Any:
    file = folder / "house.toml"
    file.write_text(
        f'state_directory = "{folder / "state"}"\n[language]\nmodel = "openai"\nopenai_url = "{url}"\n'
        f'openai_model = "{MODEL}"\n',
        encoding="utf-8",
    )
    return CliRunner().invoke(app, ["bench", "seat", "--settings", str(file), *more])


def test_a_server_in_the_house_is_measured_kept_and_seated(tmp_path: Path) -> None:
    with openai_server(pen=pen) as served:
        done = bench(tmp_path, served.url, "--json", str(tmp_path / "figures.json"))
        assert done.exit_code == 0, done.output
        told = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
        assert told["figures"]["moments"] == len(MOMENTS)
        assert told["figures"]["valid"] == told["figures"]["quoted"] == 1.0
        file = tmp_path / "state" / FILE
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        kept = file.read_text(encoding="utf-8")
        assert not [each for each in MOMENTS if each.says[:20] in kept]
        heard: list[str] = []
        settings = settings_in(tmp_path, served.url)
        assert anyio_run(assemble.wordsmith, settings, heard.append, None) is not None
        found = anyio_run(doctor.language, settings, heard.append)
    # how quick a test is is nobody's verdict: all else is known
    slow = [each for each in told["missed"] if "milliseconds" in each]
    assert told["missed"] == slow
    assert told["verdict"] == str(Role.LEADS if not slow else Role.READS)
    assert ("leads the talk" in heard[0]) == (not slow)
    assert NAME in found.says and told["verdict"] in found.says


def test_a_few_moments_are_asked_and_nothing_is_kept(tmp_path: Path) -> None:
    with openai_server(pen=pen) as served:
        done = bench(tmp_path, served.url, "--limit", "3")
    assert done.exit_code == 0, done.output
    assert "nothing of it is kept" in done.output
    assert not (tmp_path / "state" / FILE).exists()


def test_without_a_model_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    done = bench(tmp_path, "http://127.0.0.1:9/v1")
    assert isinstance(done.exception, EngineUnavailable)
    assert "doctor" in done.exception.mend


# ---- what is kept

GOOD = Figures(
    moments=60,
    valid=1,
    quoted=1,
    hooks=0.9,
    quiet=1,
    danger_read=1,
    wish_read=1,
    hook_read=1,
    returned=1,
    first_ms=800,
    prefill_ms=300,
)


def test_each_model_has_its_own_verdict_and_a_later_one_replaces_it(tmp_path: Path) -> None:
    day = date(2026, 11, 29)
    seat_verdicts.keep(tmp_path, "ollama large", Measured(GOOD, day, "two cores"))
    seat_verdicts.keep(tmp_path, "ollama small", Measured(Figures(moments=60), day, "two cores"))
    found = seat_verdicts.read(tmp_path)
    assert found["ollama large"].verdict.leads
    assert found["ollama small"].verdict.role is Role.NEITHER
    assert found["ollama small"].figures == Figures(moments=60)
    seat_verdicts.keep(tmp_path, "ollama small", Measured(GOOD, day, "two cores"))
    assert seat_verdicts.read(tmp_path)["ollama small"].verdict.leads


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"a": 1}', '{"a": {"figures": {"moments": "many"}, "on": "2026-11-29", "machine": ""}}',
     '{"a": {"figures": {"unknown": 1}, "on": "2026-11-29", "machine": ""}}'],
)  # fmt: skip
def test_what_cannot_be_read_is_as_if_nobody_had_measured(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert not seat_verdicts.read(tmp_path)


def test_the_doctor_says_what_would_help(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, "http://127.0.0.1:9/v1")
    unknown = seat_check.judge("language model", NAME, "It answers.", settings)
    assert unknown.state is State.NOTE and "voice-agent bench seat" in unknown.do
    slow = Measured(Figures(moments=60, valid=1, quoted=1), date(2026, 11, 29), "two cores")
    seat_verdicts.keep(settings.state, NAME, slow)
    found = seat_check.judge("language model", NAME, "It answers.", settings)
    assert "29 November 2026" in found.says and "may only read" in found.says
    assert "graphics card" in found.do
    seat_verdicts.keep(settings.state, NAME, Measured(GOOD, date(2026, 11, 29), "a card"))
    assert seat_check.judge("language model", NAME, "It answers.", settings).state is State.WELL
    quiet = settings_in(tmp_path, "http://127.0.0.1:9/v1", leads="no")
    assert "language.leads" in seat_check.judge("language model", NAME, "It is.", quiet).do
