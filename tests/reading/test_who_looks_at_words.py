"""What is decided is decided from the reading: the modules that decide look at no words of a turn.

Every module of the interview is one, but for those that are named here, each kind with its reason.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

import voice_agent

INTERVIEW = Path(voice_agent.__file__).parent / "interview"

MAY_LOOK: Mapping[str, tuple[str, ...]] = {
    "they make the reading, of what the turn says and where the talk stands": (
        "steering/asides",
        "steering/danger_within",
        "steering/understood",
    ),
    "they look for people who may be meant, before a message goes out": (
        "safety/contacts",
        "safety/passing_over",
    ),
    "they say something back in the narrator's own words, and check that it can be said": (
        "hooking",
        "returning/clause_told",
        "returning/naming",
        "safety/rebuked",
        "steering/our_life",
        "steering/replying",
        "steering/talking_about",
        "vetoes",
        "wording/checks",
        "wording/unsaid",
    ),
    "they read what others wrote: files of ours, the family's questions, a model's answers": (
        "family_questions",
        "growing",
        "moves",
        "phrases",
        "protocol",
        "questions",
        "seat/deeds",
        "seat/fence",
        "seat/proposal",
        "seat/of_itself",
        "seat/own_words",
        "seat/said_back",
        "seat/subjects",
        "seat/today",
        "wording/extraction",
        "wording/extrapolation",
        "wording/prompts",
    ),
}

LOOKING = {name for names in MAY_LOOK.values() for name in names}
DECIDING = sorted(
    name
    for path in INTERVIEW.rglob("*.py")
    if (name := path.relative_to(INTERVIEW).with_suffix("").as_posix()) not in LOOKING
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
        made = called.split(".")[-1][:1].isupper()  # a value is made, and no word looked at
        if (
            not made
            and called.split(".")[0] in readers
            and any("heard.text" in each or each in words for each in given)
        ):
            found.append(f"{called}({', '.join(given)})")
    return found


@pytest.mark.parametrize("name", DECIDING)
def test_who_decides_asks_the_reading_and_not_the_words(name: str) -> None:
    path = INTERVIEW / f"{name}.py"
    assert looked_at(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", sorted(LOOKING))
def test_who_may_look_at_words_still_does(name: str) -> None:
    path = INTERVIEW / f"{name}.py"
    assert looked_at(ast.parse(path.read_text(encoding="utf-8")))


def test_a_module_that_looks_at_words_is_found_out() -> None:
    code = "import re\nfrom voice_agent.reading.by_rules.losses import loss\nloss(heard.text)\n"
    assert looked_at(ast.parse(code)) == ["import re", "loss(heard.text)"]


def test_neither_another_name_nor_a_wish_hides_it() -> None:
    code = "from voice_agent.reading.wishes.commands import wish\nsaid = heard.text\nwish(said)\n"
    assert looked_at(ast.parse(code)) == ["wish(said)"]
