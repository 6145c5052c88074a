"""Talks that somebody wrote down are held by the real program; what is not as it should be is said, and ends with 1."""

import json
import re
from pathlib import Path

import pytest
from heard import weights
from household import Household
from ollama_server import MODEL, Emit, Request, rote
from openai_server import openai_server
from typer.testing import CliRunner

from voice_agent.cli.scenario import app
from voice_agent.errors import ScenarioError
from voice_agent.scenarios.running import Company, Verdict, run
from voice_agent.settings import load

pytestmark = pytest.mark.models

TALK = """
title = "The mill"
{top}
[who]
name = "Ida"

[settings.safety]
contacts = ["Joan | daughter | |"]

[[line]]
says = "Yes, you may record me."

[[line]]
says = "My father worked at the mill in Leeds, and the dust was in his bread."
expect.kind = ["question", "answer"]
{mill}

[[line]]
says = "Goodbye."
expect.ends = {ends}
expect.wish = "goodbye"
{more}
"""


@pytest.fixture(scope="module")
def company() -> Company:
    """The readers as they ship, loaded once."""
    for each in ("minilm-int8", "mpnet-int8", "spacy-en"):
        weights(each)
    return Company(load(profile="ci", environ={}), False, lambda says: None)


def held(
    company: Company, tmp_path: Path, text: str = "", *, top: str = "", mill: str = "", ends: str = "true", more: str = ""
) -> Verdict:  # fmt: skip
    """What came of one file."""
    file = tmp_path / "mine.toml"
    written = text or TALK.format(top=top, mill=mill, ends=ends, more=more)
    file.write_text(written, encoding="utf-8")
    return run(file, company)


@pytest.mark.long  # as the example of the page does
def test_a_talk_that_goes_as_it_should_fails_in_nothing(company: Company, tmp_path: Path) -> None:
    verdict = held(company, tmp_path)
    assert verdict.failed == () and not verdict.fails
    assert [each.expected for each in verdict.findings] == [
        "a reply of kind “question” or “answer”", "understood as goodbye", "the talk is over",
    ]  # fmt: skip


def test_the_example_of_the_page_goes_as_it_says(company: Company, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    verdict = held(company, tmp_path, example)
    assert verdict.findings and verdict.failed == ()


def test_what_is_not_so_is_told_with_the_line_and_with_what_came(
    company: Company, tmp_path: Path
) -> None:
    mill = 'expect.holds = "aeroplane"\nexpect.danger = "3"\nexpect.words = 1'
    verdict = held(company, tmp_path, mill=mill, ends="false")
    assert [each.expected for each in verdict.failed] == [
        "holds “aeroplane”", "at most 1 words", "danger: “3”", "the talk goes on",
    ]  # fmt: skip
    first = verdict.failed[0]
    assert first.where == "line 2" and "mill in Leeds" in first.line and first.came.endswith("?")
    assert verdict.fails


@pytest.mark.long
def test_what_is_known_to_fail_fails_nobody_and_is_told_when_it_passes(
    company: Company, tmp_path: Path
) -> None:
    known = 'known = "nobody has mended it"'
    broken = held(company, tmp_path, top=known, mill='expect.holds = "aeroplane"')
    assert broken.failed and not broken.fails
    mended = held(company, tmp_path, top=known)
    assert not mended.failed and not mended.fails and mended.scenario.known


def test_what_is_for_one_alone_reaches_her_and_nobody_else(
    company: Company, tmp_path: Path
) -> None:
    told = (
        'title = "a"\n[settings.safety]\ncontacts = ["Joan | daughter | |"]\n'
        '[[line]]\nsays = "Yes, you may record me."\n'
        '[[line]]\nsays = "My brother Tom drank the rent money at the Black Swan in the winter of 1953."\n'
        '[[line]]\nsays = "That is only for Joan."\nexpect.wish = "only for"\n'
        '[[line]]\nsays = "Goodbye."\n'
    )
    kept = held(company, tmp_path, told + '[[kept_back]]\nwords = "drank the rent money"\nknown_to = "Joan"\n')  # fmt: skip
    assert kept.failed == ()
    assert {each.came for each in kept.findings if not each.where} == {
        "Joan reads “drank the rent money”", "Nora Quill reads none of it",
    }  # fmt: skip
    leaks = held(
        company, tmp_path, told + '[[kept_back]]\nwords = "drank the rent money"\nhidden_from = "Joan"\n'
    )  # fmt: skip
    assert [each.came for each in leaks.failed] == ["Joan reads “drank the rent money”"]


def test_a_power_cut_leaves_an_evening_that_the_next_one_knows(
    company: Company, tmp_path: Path
) -> None:
    told = (
        'title = "a"\n[[evening]]\n'
        '[[evening.line]]\nsays = "Yes, you may record me."\n'
        '[[evening.line]]\nsays = "My father had the bakery on Mill Street in Leeds."\n'
        '[[evening.line]]\npower = "goes"\n'
        '[[evening.line]]\nsays = "Never said."\nexpect.holds = "x"\n'
        "[[evening]]\nafter_days = 1\n"
        '[[evening.line]]\nsays = "What did I tell you about the bakery?"\nexpect.remembers = "Mill Street"\n'
    )
    verdict = held(company, tmp_path, told)
    assert verdict.failed == ()
    (never,) = verdict.skipped
    assert never.came == "The talk was over before this line."


def test_a_judge_is_asked_for_and_missed_aloud_where_there_is_none(
    company: Company, tmp_path: Path
) -> None:
    none = company.here.model_copy(
        update={"language": company.here.language.model_copy(update={"model": "none"})}
    )
    alone = Company(none, False, lambda says: None)
    verdict = held(alone, tmp_path, mill='expect.judge = "Is it about the mill?"')
    (judged,) = verdict.skipped
    assert judged.came == "There is no language model to judge it." and not verdict.fails


def test_a_language_model_in_the_house_judges_what_words_cannot_tell(
    company: Company, tmp_path: Path
) -> None:
    def pen(request: Request, emit: Emit) -> str:
        asked = next((each["content"] for each in request.messages if "The question" in each["content"]), "")  # fmt: skip
        if not asked:
            return rote(request, emit)
        holds = "mill" in asked.partition("The question")[2]
        emit(json.dumps({"holds": holds, "why": "by its words"}), [])
        return "stop"

    with openai_server(pen=pen) as served:
        language = company.here.language.model_copy(
            update={"model": "openai", "openai_url": served.url, "openai_model": MODEL}
        )
        house = Company(
            company.here.model_copy(update={"language": language}), False, lambda says: None
        )
        asks = 'expect.judge = "Is it about the mill?"'
        verdict = held(house, tmp_path, mill=asks, more='expect.judge = "Is it about the sea?"')
        asked = [each for each in served.requests if "You check one reply" in json.dumps(each)]
    judged = [each for each in verdict.findings if each.judge]
    assert [each.holds for each in judged] == [True, False] and verdict.fails
    assert len(asked) == 2, "it is shown nothing else of the talk"


def test_the_command_ends_with_one_and_touches_nothing_of_the_house(tmp_path: Path) -> None:
    weights("minilm-int8")
    home = Household(tmp_path)
    example = tmp_path / "mine.toml"
    assert CliRunner().invoke(app, ["new", str(example)]).exit_code == 0
    with pytest.raises(ScenarioError, match="is there already"):
        CliRunner().invoke(app, ["new", str(example)], catch_exceptions=False)
    assert "It can be held" in CliRunner().invoke(app, ["check", str(example)]).output
    text = example.read_text(encoding="utf-8")
    example.write_text(text.replace("expect.ends = true", "expect.ends = false"), encoding="utf-8")
    evening = home.run("scenario", "run", str(example), "--json")
    assert evening.code == 1, evening.complaint
    (told,) = json.loads(evening.out)
    assert told["verdict"] == "fails"
    assert [each["expected"] for each in told["findings"] if each["holds"] is False] == [
        "the talk goes on"
    ]
    assert not home.state.exists()
