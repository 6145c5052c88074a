"""A language model may vary what is said, and nothing else."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import anyio
import pytest

from lab.training.topic_dialogues import History, Split, build
from lab.training.topic_wording import faults, reworded
from voice_agent.backends import Health, JsonSchema, Message
from voice_agent.errors import EngineUnavailable

HISTORIES = build(0, {Split.TRAIN: 1}).histories


class Paraphraser:
    """A LanguageModel that words each turn as it is told to."""

    name = "a paraphraser"

    def __init__(self, words: Callable[[str], str]) -> None:
        self._words = words

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        yield self._words(messages[-1].text)

    async def read(self, messages: Sequence[Message]) -> None:
        """Nothing is kept."""

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        return {"said": self._words(messages[-1].text)}

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        return [1 / len(choices)] * len(choices)

    async def health(self) -> Health:
        return Health(True, "")


def anew(history: History, words: Callable[[str], str]) -> History:
    return anyio.run(reworded, history, Paraphraser(words))


def test_nearly_every_history_is_sound_as_it_is_made() -> None:
    sound = [each for each in HISTORIES if not faults(each)]
    assert len(sound) > 0.9 * len(HISTORIES)


def test_another_wording_of_the_same_is_taken() -> None:
    history = next(each for each in HISTORIES if not faults(each))
    made = anew(history, lambda text: f"Goodness me. {text}")
    assert made.said[0].text == f"Goodness me. {history.said[0].text}"
    assert made.said[1] == history.said[1]
    assert not faults(made)


@pytest.mark.parametrize("what", ["names the topic", "asks", "brings in family", "other years"])
def test_a_wording_that_changes_what_belongs_is_left(what: str) -> None:
    history = next(each for each in HISTORIES if not faults(each))
    topic = history.topics[history.right]
    wilful = {
        "names the topic": lambda text: f"{text} {topic.line}.",
        "asks": lambda text: f"{text} Do you see?",
        "brings in family": lambda text: f"{text} My stepmother was there.",
        "other years": lambda text: f"{text} It was nineteen eighty-eight.",
    }[what]
    made = anew(history, wilful)
    assert made.said[-1] == history.said[-1]


def test_without_an_answer_the_history_stays() -> None:
    def silent(text: str) -> str:
        raise EngineUnavailable("a paraphraser", "The model is gone.", retryable=False)

    assert anew(HISTORIES[0], silent) == HISTORIES[0]


def test_a_topic_that_is_named_is_a_fault() -> None:
    history = HISTORIES[0]
    said = (replace(history.said[0], text=history.topics[history.right].text), *history.said[1:])
    assert "names its topic" in faults(replace(history, said=said))[0]
