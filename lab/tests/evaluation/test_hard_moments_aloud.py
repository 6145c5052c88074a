"""What is said in hard moments reaches the ear: an answer to each kind of them; with --long every answer to all sixty."""

import pytest
from interviews import rules
from read_back import come_back, read_back, spoken, wrong

from lab.evaluation.interview import comfort
from voice_agent.speech.hibari import Heart

pytestmark = [pytest.mark.models, pytest.mark.anyio]


async def test_an_answer_to_every_kind_of_hard_moment_can_be_understood() -> None:
    met = [comfort.meet(rules(), each, comfort.no_feelings) for each in comfort.read()]
    texts = [*{each.moment.kind: each.move.text for each in met if each.move.text}.values()]
    back = read_back(await spoken(Heart(), texts))
    assert wrong(texts, back) <= 0.12, back


@pytest.mark.long
async def test_every_answer_to_the_sixty_moments_comes_back() -> None:
    met = [comfort.meet(rules(), each, comfort.no_feelings) for each in comfort.read()]
    answers = [move.text for each in met for move in (each.move, each.then, *each.waiting)]
    await come_back([each for each in dict.fromkeys(answers) if each])
