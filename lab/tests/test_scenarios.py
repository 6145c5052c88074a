"""The twenty talks that ship with the lab go as they should, or fail as somebody has said."""

import pytest
from heard import weights

from lab.commands.scenarios import HERE
from voice_agent.scenarios.running import Company, run
from voice_agent.settings import load


@pytest.mark.long
@pytest.mark.models
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", sorted(each.stem for each in HERE.glob("*.toml")))
def test_a_talk_of_the_twenty_fails_in_nothing_that_was_not_known(name: str) -> None:
    for each in ("minilm-int8", "mpnet-int8", "spacy-en"):
        weights(each)
    verdict = run(HERE / f"{name}.toml", Company(load(environ={}), False, lambda says: None))
    assert not verdict.fails, [(each.where, each.expected, each.came) for each in verdict.failed]
