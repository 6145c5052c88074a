"""A model may order a summary; every word of it was said, or it is not used."""

import pytest
from evening import BEGAN, session

from voice_agent.errors import EngineError
from voice_agent.language.scripted import Scripted
from voice_agent.memory.told_summary import TOGETHER, condensed, held
from voice_agent.story import Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

TOLD = (
    "My father worked at the glass factory in Toledo for thirty years.",
    "He never learned to drive, so he walked home along the canal every evening.",
    "My sister Rosalind married a butcher in nineteen fifty-two.",
)


def turns(texts: tuple[str, ...] = TOLD) -> list[Turn]:
    """The narrator's."""
    return [
        Turn(TurnId(n), session().id, Speaker.NARRATOR, text, n, n + 1, BEGAN)
        for n, text in enumerate(texts, 1)
    ]


def test_a_sentence_is_held_by_one_turn_or_two_neighbours() -> None:
    assert held("My father worked at the glass factory in Toledo.", TOLD)
    assert held("My father worked at the glass factory and walked home along the canal.", TOLD)
    assert held("He never learned to drive.", TOLD)
    assert not held("My father worked at the steel factory in Toledo.", TOLD)
    assert not held("My father married a butcher in Toledo.", TOLD)
    assert not held("My sister Rosamund married a butcher.", TOLD)
    assert not held("He learned to drive.", TOLD)
    assert not held("My sister Rosalind never married a butcher.", TOLD)
    assert not held("Who married a butcher?", TOLD)


async def test_only_what_was_said_is_kept_of_what_a_model_writes() -> None:
    model = Scripted(
        [
            {
                "sentences": [
                    "My father worked at the glass factory in Toledo",
                    "It was a hard life and he was lonely.",
                    "My sister Rosalind married a butcher.",
                ]
            }
        ]
    )
    assert await condensed(model, turns()) == (
        "My father worked at the glass factory in Toledo. My sister Rosalind married a butcher."
    )


async def test_a_long_evening_is_summed_up_a_few_turns_at_a_time() -> None:
    texts = tuple(f"{text} Number {n}." for n in range(TOGETHER) for text in TOLD[:2])
    first = {"sentences": ["He never learned to drive.", "We were rich."]}
    last = {"sentences": ["He never learned to drive.", "My father worked at the glass factory."]}
    model = Scripted([first, last])
    said = await condensed(model, turns(texts))
    assert said == "He never learned to drive. My father worked at the glass factory."
    assert len(model.asked) == 2
    assert "Before that, in short: He never learned to drive." in model.asked[1][-1].text
    assert "rich" not in model.asked[1][-1].text


@pytest.mark.parametrize(
    "line",
    [
        EngineError("scripted", "It is busy.", retryable=True),
        {"sentences": ["It was all a dream.", "Nobody knows."]},
        {"sentences": ["He never learned to drive."]},
    ],
)
async def test_a_model_that_fails_or_invents_leaves_the_narrators_own_sentences(
    line: object,
) -> None:
    assert await condensed(Scripted([line]), turns()) == ""  # pyright: ignore[reportArgumentType]


async def test_an_evening_without_a_word_needs_no_model() -> None:
    model = Scripted()
    assert await condensed(model, []) == ""
    assert model.asked == []
