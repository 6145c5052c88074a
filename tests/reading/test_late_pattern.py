"""Tables of patterns are compiled late, and once: by the first text, or beforehand while somebody is greeted."""

import re

import pytest

from voice_agent.reading.words import late_pattern
from voice_agent.reading.words.late_pattern import LatePattern


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The patterns that were compiled, in their order."""
    found = list[str]()
    usual = re.compile

    def noted(text: str) -> re.Pattern[str]:
        found.append(text)
        return usual(text)

    monkeypatch.setattr(late_pattern.re, "compile", noted)
    return found


def test_it_is_compiled_by_the_first_text_and_never_again(compiled: list[str]) -> None:
    late = LatePattern(r"\bwarm (?P<what>\w+)")
    assert compiled == []
    found = late.search("eat the warm bread")
    assert found and found["what"] == "bread"
    assert late.fullmatch("warm bread") and not late.fullmatch("the warm bread")
    assert [each["what"] for each in late.finditer("warm bread, warm milk")] == ["bread", "milk"]
    assert compiled == [r"\bwarm (?P<what>\w+)"]


def test_all_may_be_compiled_before_anybody_speaks(compiled: list[str]) -> None:
    late = LatePattern(r"\bbefore anybody speaks\b")
    late_pattern.make()
    assert late.search("before anybody speaks")
    assert compiled.count(r"\bbefore anybody speaks\b") == 1
    compiled.clear()
    late_pattern.make()
    assert compiled == []
