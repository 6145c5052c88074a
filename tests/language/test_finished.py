"""A language model may say whether a story sounds finished; nobody waits for it."""

from collections.abc import Sequence

import anyio
import pytest
from anyio import move_on_after

from voice_agent.backends import Message
from voice_agent.errors import EngineUnavailable, SettingsError
from voice_agent.language import finished
from voice_agent.language.scripted import Scripted

pytestmark = pytest.mark.anyio


async def test_what_the_model_thinks_is_one_number() -> None:
    model = Scripted([[3.0, 1.0]])
    found = await finished.finished(model, finished.prompt(), (), "And that was that.", patience=5)
    assert found == pytest.approx(0.75)
    assert model.asked[0][-1].text == "And that was that."


async def test_a_model_that_fails_or_is_slow_says_nothing() -> None:
    failing = Scripted([EngineUnavailable("ollama", "It is gone.", retryable=False)])
    assert await finished.finished(failing, finished.prompt(), (), "Yes.", patience=5) is None

    class Asleep(Scripted):
        async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
            await anyio.sleep_forever()
            return []

    with move_on_after(5) as scope:
        assert await finished.finished(Asleep(), finished.prompt(), (), "Yes.", patience=0) is None
    assert not scope.cancelled_caught


def test_the_examples_come_first_and_half_of_them_are_finished() -> None:
    fixed = finished.prompt()
    answers = [each.text for each in fixed if each.role == "assistant"]
    assert len(answers) == 8 and answers.count("yes") == 4
    assert finished.asked(fixed, ("We had a goat.",), "Yes.")[: len(fixed)] == fixed


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("## narrator\n\nHello.", "must hold one"),
        ("## system\n\nListen.\n\n## narrator\n\nYes.\n\n## answer\n\nperhaps", "neither"),
        ("## system\n\nListen.\n\n## narrator\n\n## answer\n\nyes", "blank"),
    ],
)
def test_a_broken_page_of_examples_is_named(text: str, wrong: str) -> None:
    with pytest.raises(SettingsError) as caught:
        finished.parse(text, "finished.md")
    assert "finished.md" in caught.value.what and wrong in caught.value.what
