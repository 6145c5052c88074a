"""What the program says by itself, whoever tells it what: greetings, questions, answers, as it ships with them.

Such words are no trace of a story that happens to hold them too, and no echo of it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from voice_agent.memory.forgetting import bare
from voice_agent.resources import resource

SAID = ("phrases/*.toml", "interview/*.toml", "consent.toml", "invitation*.toml", "safety.toml")
"""Files of config that hold sentences for the narrator."""

SPEAKS = ("conversation", "dialogue", "interview", "reading", "scheduler")
"""Packages in whose code there are some, too."""


def not_ours(phrases: Iterable[str]) -> frozenset[str]:
    """Those of `phrases` (bare) that the program does not say by itself. Its sentences are read once, in a fifth of a second."""
    said = _said()
    return frozenset(each for each in phrases if f" {each} " not in said)


@lru_cache(maxsize=1)
def _said() -> str:
    """Every sentence of ours, bare; strokes part them."""
    return f" {' | '.join(bare(part) for text in _sentences() for part in _GAP.split(text))} "


def _sentences() -> Iterator[str]:
    code, config = Path(__file__).resolve().parents[1], resource("config")
    for path in sorted(path for each in SAID for path in config.glob(each)):
        yield from _QUOTED.findall(_REMARK.sub("", path.read_text(encoding="utf-8")))
    for path in sorted(path for each in SPEAKS for path in (code / each).rglob("*.py")):
        # what stands in a docstring or a comment is not said: it may well be somebody's story
        spoken = _REMARK.sub("", _LONG.sub("", path.read_text(encoding="utf-8")))
        for text in _QUOTED.findall(_GOES_ON.sub("", spoken)):
            if _SENTENCE.search(text) and not _PATTERN.search(text):
                yield text


_GAP = re.compile(r"\{[^}]*\}")
"""Where a name or a topic is put in."""

_SENTENCE = re.compile(r"^[ A-Z]|[.?!{]")
_PATTERN = re.compile(r"[\\|()\[\]^$*]")
"""What we listen for is no sentence of ours: a narrator may well say just that."""

_REMARK = re.compile(r"(?m)^\s*#.*$|  # .*$")
_LONG = re.compile(r'"""(?:.|\n)*?"""')
_GOES_ON = re.compile(r'"\s*\n\s*f?"')
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
