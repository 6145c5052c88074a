"""Reading what happened never fails a talk, and asks about doubtful twins only."""

import pytest

from voice_agent.errors import EngineUnavailable
from voice_agent.interview.known import Event, Known
from voice_agent.language.extracting import extract, prompt
from voice_agent.language.scripted import Scripted

pytestmark = pytest.mark.anyio

TOLD = ("We sold the horse in 1931.", "Then I went to Leeds with my aunt.")
ANSWER = {
    "events": [
        {"what": "We sold the horse", "year": "1931", "who": "", "where": ""},
        {"what": "I went to Leeds with my aunt", "year": "", "who": "my aunt", "where": "Leeds"},
    ]
}


async def test_what_a_model_reads_is_found_and_what_is_known_is_not() -> None:
    known = Known((Event("e1", "we sold the horse", (1931, 1931), "1931"),))
    found = await extract(Scripted([ANSWER]), prompt(), TOLD, known)
    assert [each.line for each in found] == ["I went to Leeds with my aunt"]


async def test_whether_doubtful_ones_are_one_is_asked_of_the_model() -> None:
    known = Known((Event("e1", "my sister went to Leeds by train", None),))
    one = await extract(Scripted([ANSWER, [0.9, 0.1]]), prompt(), TOLD, known)
    other = await extract(Scripted([ANSWER, [0.1, 0.9]]), prompt(), TOLD, known)
    assert [each.line for each in one] == ["We sold the horse"]
    assert [each.line for each in other] == ["We sold the horse", "I went to Leeds with my aunt"]


async def test_a_model_that_is_away_finds_nothing() -> None:
    away = EngineUnavailable("scripted", "It is away.", retryable=True)
    assert await extract(Scripted([away]), prompt(), TOLD, Known()) == ()
