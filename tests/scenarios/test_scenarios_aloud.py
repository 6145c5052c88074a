"""A scenario held aloud: another voice speaks, the recogniser hears it, and we fall silent when spoken over."""

from pathlib import Path

import pytest
from heard import weights

from voice_agent.scenarios.running import Company, run
from voice_agent.settings import load

pytestmark = pytest.mark.models

TALK = """
title = "Spoken over"
[[line]]
says = "Yes, you may record me."
[[line]]
says = "We lived in a small house near the river. [1.0] My father worked at the mill."
[[line]]
says = "Wait, there was a horse in the kitchen one winter morning."
over_after = 1.2
expect.falls_silent = true
[[line]]
says = "Goodbye."
expect.ends = true
"""


@pytest.mark.long  # her last word comes a moment later on a very busy computer, and is then heard as part of another
def test_she_is_heard_and_we_fall_silent_when_she_breaks_in(tmp_path: Path) -> None:
    for each in ("whisper-tiny-en", "piper-joe", "smart-turn", "ge2e", "minilm-int8", "spacy-en"):
        weights(each)
    file = tmp_path / "mine.toml"
    file.write_text(TALK, encoding="utf-8")
    verdict = run(file, Company(load(profile="ci", environ={}), True, lambda says: None))
    (evening,) = verdict.talks
    assert verdict.failed == (), [(each.expected, each.came) for each in verdict.failed]
    assert "computer program" in evening.opening.text
    assert "mill" in evening.lines[1].heard.lower()
    assert "horse" in evening.lines[2].heard.lower()
    assert evening.lines[2].spoken_over is not None and not evening.lines[2].spoken_over.finished
