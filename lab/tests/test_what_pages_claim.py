"""Nothing may be claimed on docs/status.md and docs/evaluation.md that nobody could look at, and no link leads nowhere."""

import ast
import functools
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from lab import commands
from voice_agent import cli

CHECKOUT = Path(__file__).resolve().parents[2]
STATUS = CHECKOUT / "docs/status.md"
EVALUATION = CHECKOUT / "docs/evaluation.md"
COMMANDS = {"voice-agent ": cli.app, "python -m lab ": commands.app}
FOLDERS = ("tests/", "lab/", "docs/", "config/", "models/", "systemd/", "audio/", "voice_agent/")
PAGES = [
    *(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((CHECKOUT / "docs").glob("*.md")),
    *sorted((CHECKOUT / "lab/notes").glob("*.md")),
]


def proofs(page: str) -> list[str]:
    """What stands in code marks and can be looked at or run: tests, files, commands."""
    begins = (*COMMANDS, "python -m lab.", "make ", *FOLDERS)
    return [code for code in re.findall(r"`([^`\n]+)`", page) if code.startswith(begins)]


@functools.cache
def names_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, functions)}


def wrong_with(proof: str) -> str:
    """Why this proof cannot be looked at; empty when it can."""
    for begins, app in COMMANDS.items():
        if proof.startswith(begins):
            return wrong_with_command(app, shlex.split(proof.removeprefix(begins)))
    if proof.startswith("python -m "):
        module, *files = proof.removeprefix("python -m ").split()
        wrong = "" if (CHECKOUT / f"{module.replace('.', '/')}.py").exists() else "no such module"
        return wrong or wrong_with_files(files)
    if proof.startswith("make "):
        target = proof.removeprefix("make ")
        makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
        return "" if re.search(rf"^{target}:", makefile, re.MULTILINE) else "no such target"
    name, _, test = proof.partition("::")
    if not (CHECKOUT / name).exists():
        return "no such file"
    if test and test not in names_in(CHECKOUT / name):
        return "no such test in that file"
    return ""


def wrong_with_files(words: list[str]) -> str:
    lost = [word for word in words if word.startswith(FOLDERS) and not (CHECKOUT / word).exists()]
    return f"no such file: {lost[0]}" if lost else ""


def wrong_with_command(app: typer.Typer, words: list[str]) -> str:
    at = get_command(app)
    for word in words:
        if word.startswith("--"):
            options = {option for parameter in at.params for option in parameter.opts}
            if word not in {*options, "--help"}:
                return f"{word} is no option of it"
        elif isinstance(at, typer.core.TyperGroup) and word != "NAME":
            if word not in at.commands:
                return f"{word} is no command"
            at = at.commands[word]
    return wrong_with_files(words)


def parts(page: str) -> Iterator[tuple[str, str]]:
    """The title and the text of each part."""
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        yield title, text


@pytest.mark.parametrize("page", [STATUS, EVALUATION], ids=lambda page: page.name)
def test_every_proof_can_be_looked_at(page: Path) -> None:
    wrong = {proof: wrong_with(proof) for proof in proofs(page.read_text(encoding="utf-8"))}
    assert wrong and not {proof: why for proof, why in wrong.items() if why}


def test_every_part_of_the_status_has_a_proof_and_admits_what_is_missing() -> None:
    for title, text in parts(STATUS.read_text(encoding="utf-8")):
        assert proofs(text), title
        assert "*Figure.*" in text and "*Not yet.*" in text, title


def test_every_command_of_the_lab_is_on_the_page_that_says_how_we_know() -> None:
    page = EVALUATION.read_text(encoding="utf-8")
    names = get_command(commands.app)
    assert isinstance(names, typer.core.TyperGroup)
    assert not [name for name in names.commands if f"`python -m lab {name}`" not in page]


@pytest.mark.parametrize("page", [STATUS, EVALUATION], ids=lambda page: page.name)
def test_a_stranger_reads_it_in_five_minutes(page: Path) -> None:
    """Two printed pages: what is longer belongs in lab/notes."""
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 110
    assert len(re.findall(r"\S*\w\S*", text)) <= 1150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    here = [link for link in links if "://" not in link]
    assert not [link for link in here if not (page.parent / link).exists()]


def test_the_changelog_begins_with_what_comes_next_and_has_the_version() -> None:
    table = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    titles = [title for title, _ in parts((CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"))]
    assert titles[0] == "Unreleased"
    assert titles[1].startswith(f"{table['project']['version']} - ")


def test_the_check_itself_would_notice() -> None:
    assert wrong_with("tests/nowhere.py") == "no such file"
    assert wrong_with("lab/tests/test_size.py::test_none") == "no such test in that file"
    assert wrong_with("voice-agent models sing") == "sing is no command"
    assert wrong_with("voice-agent models list --loudly") == "--loudly is no option of it"
    assert wrong_with("python -m lab guess") == "guess is no command"
    assert wrong_with("python -m lab safety --data lab/labelled/none.tsv") == (
        "no such file: lab/labelled/none.tsv"
    )
    assert wrong_with("python -m lab.evaluation.guessing") == "no such module"
    assert wrong_with("make believe") == "no such target"
    assert not wrong_with("voice-agent models fetch whisper-base --json")
    assert proofs("`make talk`, `tests/web`, *louder* and `q`") == ["make talk", "tests/web"]
