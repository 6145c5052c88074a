"""The program's tests stand without the lab; that the program does, too, is held by import-linter (pyproject.toml)."""

import ast
from pathlib import Path

import pytest

LAB = Path(__file__).parent
TESTS = Path(__file__).parents[2] / "tests"


def imported(file: Path) -> set[str]:
    """The outermost package of everything that `file` imports, wherever in it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    plain = [n for each in ast.walk(tree) if isinstance(each, ast.Import) for n in each.names]
    parts = [each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return {name.split(".")[0] for name in (*(each.name for each in plain), *parts)}


def test_no_test_of_the_program_needs_the_lab() -> None:
    files = sorted(TESTS.rglob("*.py"))
    assert len(files) > 100
    assert [str(file) for file in files if "lab" in imported(file)] == []


@pytest.mark.parametrize("line", ["import lab.size", "def f():\n    from lab import utterances"])
def test_whoever_asks_for_it_is_found_wherever_that_stands(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(line + "\n")
    assert "lab" in imported(tmp_path / "one.py")


def test_no_two_files_of_tests_have_one_name() -> None:
    """One process could not hold both: which ones run together is a matter of the Makefile alone."""
    names = [file.name for folder in (TESTS, LAB) for file in folder.rglob("test_*.py")]
    assert sorted(names) == sorted({*names})
