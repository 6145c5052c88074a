"""The narrator never waits for a model, and never hears what it should not have written."""

import pytest
from anyio import Event, fail_after
from real_tokens import smollm2

from voice_agent.errors import AnswerUnfit, EngineError, EngineUnavailable
from voice_agent.interview.wording.checks import faults
from voice_agent.language.scripted import Line, Scripted
from voice_agent.language.wording_move import word_move, wording
from voice_agent.reading.words.vocabulary import SayableWords, said

pytestmark = pytest.mark.anyio

HEARD = "My mother baked bread every Saturday, and Tom carried it to the neighbours."
PLAN = "Who else was there?"
KNOWN = said("We lived on Mill Street.", "Ada")
GOOD = "Bread every Saturday. Who else was there with you and Tom?"


async def word(
    *lines: Line, refused: list[str] | None = None, known: SayableWords = KNOWN
) -> str | None:
    notes = refused if refused is not None else []
    return await word_move(
        Scripted(lines), wording(), PLAN, HEARD, known, patience=5, observe=notes.append
    )


async def test_a_good_wording_is_spoken():
    assert await word(GOOD) == GOOD


async def test_a_bad_wording_gets_a_second_try():
    refused: list[str] = []
    assert await word("What a wonderful story! Who was there?", GOOD, refused=refused) == GOOD
    assert len(refused) == 1 and "praises the narrator for answering" in refused[0]


async def test_after_two_bad_wordings_the_interviewer_speaks_for_itself():
    assert await word("Was Margaret there?", "You should eat bread.", GOOD) is None


async def test_what_comes_after_the_question_is_not_waited_for():
    assert await word(f"{GOOD} Let me know in detail!") == GOOD


async def test_a_model_that_asks_something_else_is_not_followed():
    assert await word("Why did the bread burn?", "How was the weather?") is None


@pytest.mark.parametrize(
    "failure",
    [
        EngineUnavailable("x", "Gone.", retryable=True),
        EngineError("x", "Broken.", retryable=True),
    ],
)
async def test_a_model_that_fails_costs_nothing(failure: EngineError):
    refused: list[str] = []
    assert await word(failure, refused=refused) is None
    assert refused == ["no answer"]


async def test_an_empty_answer_is_asked_for_again():
    assert await word(AnswerUnfit("x", "Empty.", retryable=True), GOOD) == GOOD


async def test_notes_for_the_journal_hold_nothing_anybody_said():
    refused: list[str] = []
    await word("Was Margaret at Mill Street with Tom?", "Dear Tom.", refused=refused)
    assert refused and not any(name in " ".join(refused) for name in ("Margaret", "Tom", "Mill"))


class Slow(Scripted):
    async def stream(self, messages, *, limit=120, seed=None, schema=None):
        await Event().wait()
        yield ""


async def test_nobody_waits_longer_than_patience_lasts():
    refused: list[str] = []
    with fail_after(5):
        assert (
            await word_move(
                Slow(), wording(), PLAN, HEARD, KNOWN, patience=0.05, observe=refused.append
            )
            is None
        )
    assert refused == ["out of time"]


@pytest.mark.models
async def test_whatever_a_small_model_writes_only_a_fit_wording_comes_through():
    from voice_agent.language.llamacpp import embedded

    model = embedded(smollm2(), context=2048)
    try:
        text = await word_move(model, wording(), PLAN, HEARD, KNOWN, patience=60, seed=7)
        assert text is None or faults(text, KNOWN | said(HEARD, PLAN)) == ()
    finally:
        model.server.close()  # type: ignore[attr-defined]
