"""Nothing in docs/status.toml may be claimed that nobody could look at."""

import ast
import functools
import re
import shlex
from pathlib import Path

import typer
from typer.main import get_command

from lab import commands
from lab.evaluation.status import page, read
from voice_agent import cli

CHECKOUT = Path(__file__).resolve().parents[3]
CHAPTERS = read(CHECKOUT / "docs/status.toml")
COMMANDS = {"voice-agent ": cli.app, "python -m lab ": commands.app}
PROMISES = [promise for chapter in CHAPTERS for promise in chapter.promises]


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


def wrong_with_command(app: typer.Typer, words: list[str]) -> str:
    at = get_command(app)
    for word in words:
        if word.startswith("--"):
            options = {option for parameter in at.params for option in parameter.opts}
            if word not in options:
                return f"{word} is no option of it"
        elif isinstance(at, typer.core.TyperGroup):
            if word not in at.commands:
                return f"{word} is no command"
            at = at.commands[word]
    return ""


def test_every_proof_can_be_looked_at() -> None:
    wrong = {proof: wrong_with(proof) for promise in PROMISES for proof in promise.proof}
    assert not {proof: why for proof, why in wrong.items() if why}


def test_every_promise_has_a_proof_or_admits_its_shortfall() -> None:
    assert not [promise.says for promise in PROMISES if not (promise.proof or promise.shortfall)]


def test_the_check_itself_would_notice() -> None:
    assert wrong_with("tests/nowhere.py") == "no such file"
    assert (
        wrong_with("lab/tests/evaluation/test_status.py::test_none") == "no such test in that file"
    )
    assert wrong_with("voice-agent models sing") == "sing is no command"
    assert wrong_with("voice-agent models list --loudly") == "--loudly is no option of it"
    assert wrong_with("python -m lab guess") == "guess is no command"
    assert wrong_with("make believe") == "no such target"
    assert not wrong_with("voice-agent models fetch whisper-base --json")


def test_the_status_page_is_up_to_date() -> None:
    written = (CHECKOUT / "docs/status.md").read_text(encoding="utf-8")
    assert written == page(CHAPTERS), "run `make status`"
