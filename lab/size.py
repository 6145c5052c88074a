"""`python -m lab size`: how large the program is, and how much of it is patterns and lists of words.

A line is a line of a file, blank ones and comments with the rest. A call of `re` is a place where one of `CALLS` is called on the
module. A pattern is a text that such a call begins with, or any other text with a sign in it that no sentence has. The words are
those of patterns, of texts that are split where they are written, and of lists, tuples and sets of texts of at most `SHORT` words.
"""

import ast
import re
import statistics
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.cli.options import JsonFile

CALLS = frozenset(
    ("compile", "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)

SHORT = 4
"""Words of a text that still is an entry of a list; longer ones are sentences. A guess."""

_PATTERN = re.compile(r"\\[bwdsBWDS]|\(\?[:!=<P]|\[[a-z^]\S*\]|\w\|\w|[\])]\?(?!$)")
"""What no sentence has: a class, a group, one of several, a group that may be absent."""

_WORD = re.compile(r"(?<![\\\w<])[a-z][a-z']+", re.IGNORECASE)
"""A word of a pattern: two letters and more, no escape and no name of a group."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One folder, or several together."""

    lines: tuple[int, ...]
    """Of each file."""

    calls: int = 0
    patterns: int = 0
    words: int = 0

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(
            self.lines + other.lines,
            self.calls + other.calls,
            self.patterns + other.patterns,
            self.words + other.words,
        )

    def row(self, name: str) -> dict[str, Any]:
        """A line of the table."""
        return {
            "what": name,
            "lines": sum(self.lines),
            "files": len(self.lines),
            "median": round(statistics.median(self.lines)) if self.lines else 0,
            "longest": max(self.lines, default=0),
            "re calls": self.calls,
            "patterns": self.patterns,
            "words in them and in lists": self.words,
        }


def of_module(text: str) -> Counted:
    """Count one Python file. Raises SyntaxError."""
    tree = ast.parse(text)
    every = list(ast.walk(tree))
    calls = [each for each in every if isinstance(each, ast.Call)]
    on_re = [each for each in calls if _called(each) in CALLS and _on(each, "re")]
    said = {id(each.value) for each in every if isinstance(each, ast.Expr)}  # docstrings
    inside = {id(part) for each in every if isinstance(each, ast.JoinedStr) for part in each.values}
    texts = {id(each): _text(each) for each in every if id(each) not in said | inside}
    first = {id(each.args[0]) for each in on_re if each.args}
    patterns = [each for key, each in texts.items() if each and (key in first or _is_pattern(each))]
    lists = [each for each in every if isinstance(each, ast.List | ast.Tuple | ast.Set)]
    split = [_text(_of(each)) for each in calls if _called(each) == "split" and _of(each)]
    words = _listed([[_text(item) for item in each.elts] for each in lists])
    words += _in_patterns(patterns) + sum(len(each.split()) for each in split if each)
    return Counted((len(text.splitlines()),), len(on_re), len(patterns), words)


def of_settings(text: str) -> Counted:
    """Count one TOML file. Raises TOMLDecodeError."""
    every = list(_values(tomllib.loads(text)))
    patterns = [each for each in every if isinstance(each, str) and _is_pattern(each)]
    words = _listed([each for each in every if isinstance(each, list)]) + _in_patterns(patterns)
    return Counted((len(text.splitlines()),), 0, len(patterns), words)


def of_folder(folder: Path, *, without: Path | None = None, ends: str = ".py") -> Counted:
    """Count every file below `folder` whose name ends so, .py or .toml, but for those below `without`."""
    count = of_module if ends == ".py" else of_settings
    files = [
        each
        for each in sorted(folder.rglob(f"*{ends}"))
        if without is None or not each.is_relative_to(without)
    ]
    return sum((count(each.read_text(encoding="utf-8")) for each in files), Counted(()))


def size(json_file: JsonFile = None) -> None:
    """Count lines, files, calls of re, patterns and words in lists: of the program, its settings, its tests and the lab."""
    from lab.evaluation.tables import Figures, publish
    from voice_agent.resources import resource

    program = resource("voice_agent")
    tests, lab = resource("tests"), resource("lab")
    rows = {
        "program": of_folder(program, without=program / "cli"),
        "with cli": of_folder(program),
        "config": of_folder(resource("config"), ends=".toml"),
        "tests": of_folder(tests),
        "lab": of_folder(lab, without=lab / "tests"),
        "lab's tests": of_folder(lab / "tests"),
    }
    about = "The size of the program, and of what is beside it."
    publish(Figures("size", about, [each.row(name) for name, each in rows.items()]), json_file)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _of(call: ast.Call) -> ast.expr | None:
    """What it is a method of."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _on(call: ast.Call, module: str) -> bool:
    of = _of(call)
    return isinstance(of, ast.Name) and of.id == module


def _text(node: ast.AST | None) -> str | None:
    """What is written there; of a text with gaps the text alone."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(each) or " " for each in node.values)
    written = node.value if isinstance(node, ast.Constant) else None
    return written if isinstance(written, str) else None


def _listed(lists: Sequence[Sequence[object]]) -> int:
    """The words of short texts in lists of more than one."""
    texts = [each for some in lists if len(some) > 1 for each in some if isinstance(each, str)]
    counts = [len(each.split()) for each in texts if not _is_pattern(each)]
    return sum(each for each in counts if each <= SHORT)


def _in_patterns(patterns: Sequence[str]) -> int:
    return sum(len(_WORD.findall(each)) for each in patterns)


def _is_pattern(text: str) -> bool:
    return _PATTERN.search(text) is not None


def _values(value: Any) -> Iterator[object]:
    """Everything that a settings file holds, however deep: lists, and what is in them."""
    yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _values(each)
