"""What is said in danger reaches the ear: spoken by the real voice into the room, and read back from it.

The gravest answers of the safety page are said by the voice of the starter profile, clause by clause through the loudspeaker.
With --long so are the rest, by the quicker voice, with what came of a message, and every sentence of the page in every country
is spoken and read back alone.
"""

import re
import tomllib

import heard as ears
import pytest
from read_back import come_back, lost_numbers, read_back, spoken, wrong

from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.speech.hibari import Heart
from voice_agent.speech.piper import Piper

pytestmark = [pytest.mark.models, pytest.mark.anyio]

PAGE = resource("config/safety.toml")
NET = safety.read(PAGE, "US")
NUMBERS: dict[str, dict[str, str]] = tomllib.loads(PAGE.read_text(encoding="utf-8"))["numbers"]
GRAVEST = ("3", "2")


async def test_the_gravest_answers_can_be_understood_number_and_all() -> None:
    texts = [NET.say(each) for each in GRAVEST]
    back = read_back(await spoken(Piper(ears.weights("piper-joe")), texts))
    assert wrong(texts, back) <= 0.12, back
    digits = re.sub(r"\D", "", back)
    assert digits.count("911") == 2 and "988" in digits


@pytest.mark.long
async def test_every_other_answer_of_the_page_can_be_understood_too() -> None:
    page = [NET.say(each) for each in ("0", "1", "2-yes", "2-no", "3m", "A", "closing")]
    outcomes = [NET.alerts[key].replace("{who}", "Ann") for key in ("sent", "failed")]
    texts = [*page, *outcomes]
    back = read_back(await spoken(Heart(), texts))
    assert wrong(texts, back) <= 0.12, back


def said_in(country: str) -> list[str]:
    """Every sentence of the page, with the numbers of `country`."""
    net = safety.read(PAGE, country)
    return [*net.says.values(), *(each.replace("{who}", "Mary") for each in net.alerts.values())]


def test_a_number_that_is_lost_is_found() -> None:
    page = "Call 999. That is 999, or the Samaritans on 116 123."
    assert lost_numbers(page, "Call 999. That is 9999 or the Samaritans on 116-123.") == []
    assert lost_numbers(page, "Call 999. That is 99, or the Samaritans on 116 23.") == ["999", "116123"]  # fmt: skip
    lifeline = "Call Lifeline on 13 11 14."
    assert lost_numbers(lifeline, "Call Lifeline on one three, one one, one four.") == []
    assert lost_numbers(lifeline, "Call Lifeline on 13 14.") == ["131114"]


@pytest.mark.long
@pytest.mark.parametrize("country", NUMBERS)
async def test_every_sentence_of_the_page_comes_back_in_every_country(country: str) -> None:
    before = list(NUMBERS)[: list(NUMBERS).index(country)]
    spoken_there = {text for each in before for text in said_in(each)}
    if texts := [each for each in said_in(country) if each not in spoken_there]:
        await come_back(texts)
    else:
        assert any(NUMBERS[country] == NUMBERS[each] for each in before)
