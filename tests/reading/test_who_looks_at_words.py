"""What is decided is decided from the reading: the modules that decide look at no words of a turn.

A module that is not in the list yet still does; none that is in it may begin to.
"""

import ast
from pathlib import Path

import pytest

import voice_agent

INTERVIEW = Path(voice_agent.__file__).parent / "interview"

DECIDING = (
    "acknowledging",
    "asking",
    "beginning",
    "choosing",
    "closing",
    "fitting",
    "leading",
    "leave/permitting",
    "listening",
    "mood",
    "picking",
    "progress",
    "proposals",
    "returning/deciding",
    "returning/offers",
    "silence",
    "staying",
    "steering/answering_us",
    "steering/first_leave",
    "steering/guarding",
    "steering/guards/waiting",
    "steering/marking",
    "steering/noting",
    "steering/outcome",
    "steering/several",
    "steering/voice",
    "steering/wishes",
    "story_state",
    "straying",
    "unheard",
    "which_year",
)

LOOKS = (
    "voice_agent.reading.by_rules",
    "voice_agent.reading.danger",
    "voice_agent.reading.wishes",
    "voice_agent.reading.words",
)
"""Where functions stand that look at words."""


def looked_at(tree: ast.AST) -> list[str]:
    """The calls by which words of a turn are looked at, and patterns of its own."""
    readers = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(LOOKS)
        for alias in node.names
    }
    found = [
        f"import {alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "re"
    ]
    words = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and "heard.text" in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        given = [ast.unparse(each) for each in node.args]
        if called.split(".")[0] in readers and any(
            "heard.text" in each or each in words for each in given
        ):
            found.append(f"{called}({', '.join(given)})")
    return found


@pytest.mark.parametrize("name", DECIDING)
def test_who_decides_asks_the_reading_and_not_the_words(name: str) -> None:
    path = INTERVIEW / f"{name}.py"
    assert looked_at(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_a_module_that_looks_at_words_is_found_out() -> None:
    code = "import re\nfrom voice_agent.reading.by_rules.losses import loss\nloss(heard.text)\n"
    assert looked_at(ast.parse(code)) == ["import re", "loss(heard.text)"]


def test_neither_another_name_nor_a_wish_hides_it() -> None:
    code = "from voice_agent.reading.wishes.commands import wish\nsaid = heard.text\nwish(said)\n"
    assert looked_at(ast.parse(code)) == ["wish(said)"]
