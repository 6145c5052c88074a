"""What is said in hard moments reaches the ear: spoken by the real voice into the room, and read back from it.

The answers of the safety page, what came of a message, and an answer to each kind of hard moment. The gravest are said by
the voice of the starter profile, the rest by the quicker one; both go clause by clause through the loudspeaker.
"""

import re
from collections.abc import Sequence

import anyio
import heard as ears
import numpy as np
import pytest
from interviews import rules

from voice_agent import assemble
from voice_agent.audio.room import TapedRoom
from voice_agent.backends import Voice
from voice_agent.conversation.mouth import Mouth
from voice_agent.evaluation.interview import comfort
from voice_agent.evaluation.spoken.wer import errors
from voice_agent.interview.safety import safety
from voice_agent.resources import resource
from voice_agent.sound import RATE, Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.hibari import Heart
from voice_agent.speech.piper import Piper
from voice_agent.speech.wording import speakable

pytestmark = [pytest.mark.models, pytest.mark.anyio]

NET = safety.read(resource("config/safety.toml"), "US")
GRAVEST = ("3", "2")
PACE = 140.0
BREATH = round(0.7 * RATE)
"""Samples of silence between two answers."""


async def spoken(voice: Voice, texts: Sequence[str]) -> list[Sound]:
    """What a microphone in front of the loudspeaker would pick up of each."""
    room = TapedRoom((), fast=True, tone=0.0, quiet=600.0)
    mouth = Mouth(Aloud(voice, None), room.loudspeaker, assemble.Threads())
    kept, ends = list[np.ndarray](), list[int]()

    async def nothing() -> None: ...

    async def speak() -> None:
        for text in texts:
            await mouth.speak(await mouth.prepare(text, PACE), nothing)
            assert mouth.heard.complete
            ends.append(len(kept))
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        async for frame in room.microphone:
            kept.append(room.loudspeaker.reference(frame.start, len(frame.samples)))
    whole = [np.concatenate(kept[a:b]) for a, b in zip([0, *ends], ends, strict=False)]
    return [Sound(np.concatenate([piece, np.zeros(BREATH, np.float32)])) for piece in whole]


def read_back(sounds: Sequence[Sound]) -> str:
    """The words a recogniser hears, several answers together as long as they fit into its window."""
    text, waiting = list[str](), list[np.ndarray]()

    def listen() -> None:
        hearing = ears.whisper().begin()
        hearing.feed(Sound(np.concatenate(waiting)))
        text.append(hearing.finish().text)
        waiting.clear()

    for sound in sounds:
        if sum(map(len, waiting)) + len(sound.samples) > 27 * RATE and waiting:
            listen()
        waiting.append(sound.samples)
    listen()
    return " ".join(text)


def wrong(texts: Sequence[str], back: str) -> float:
    """Share of the words that did not come back."""
    return errors(" ".join(map(speakable, texts)), re.sub(r"(?<=\d)-(?=\d)", "", back)).rate


async def test_the_gravest_answers_can_be_understood_number_and_all() -> None:
    texts = [NET.say(each) for each in GRAVEST]
    back = read_back(await spoken(Piper(ears.weights("piper-joe")), texts))
    assert wrong(texts, back) <= 0.12, back
    digits = re.sub(r"\D", "", back)
    assert digits.count("911") == 2 and "988" in digits


async def test_every_other_hard_word_can_be_understood_too() -> None:
    page = [NET.say(each) for each in ("0", "1", "2-yes", "2-no", "3m", "A", "closing")]
    outcomes = [NET.alerts[key].replace("{who}", "Ann") for key in ("sent", "failed")]
    met = [comfort.meet(rules(), each, comfort.no_feelings) for each in comfort.read()]
    comforting = {each.moment.kind: each.move.text for each in met if each.move.text}
    texts = [*page, *outcomes, *comforting.values()]
    back = read_back(await spoken(Heart(), texts))
    assert wrong(texts, back) <= 0.12, back
