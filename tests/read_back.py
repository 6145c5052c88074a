"""Sentences spoken by a real voice into the room and read back from it, and which words and numbers were lost on the way."""

import re
from collections.abc import Sequence

import anyio
import heard as ears
import numpy as np

from voice_agent import assemble
from voice_agent.audio.room import TapedRoom
from voice_agent.backends import Voice
from voice_agent.conversation.mouth import Mouth
from voice_agent.measuring.wer import errors
from voice_agent.sound import RATE, Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.hibari import Heart
from voice_agent.speech.wording import speakable

MISCOUNTED = frozenset({"000"})
"""Said as three zeros and written by the recogniser as two, three or four."""

FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
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


def numbers(text: str) -> list[str]:
    """Every number in `text`, in figures: "116 123", "1-1-6" and "one one, six" are one each."""
    word = rf"(?:{'|'.join(FIGURES)})"
    said = rf"\b{word}(?:[\s,-]+{word}\b){{2,}}"
    text = re.sub(said, lambda number: re.sub(word, _figure, number[0]), text)
    return [re.sub(r"\D", "", each) for each in re.findall(r"\d(?:[\d\s,-]*\d)?", text)]


def _figure(word: re.Match[str]) -> str:
    return str(FIGURES.index(word[0]))


def as_counted(number: str) -> str:
    """A pattern for `number`: what is said several times on end, a recogniser counts wrong by one now and then.

    One too few only in a long number or in `MISCOUNTED`: of 911 or 999 every figure must be there.
    """
    runs = [each[0] for each in re.finditer(r"(\d)\1*", number)]
    doubtful = len(number) > 3 or number in MISCOUNTED
    few = [len(each) - (len(each) > 2 and doubtful) for each in runs]
    return "".join(
        f"{each[0]}{{{least},{len(each) + (len(each) > 1)}}}"
        for each, least in zip(runs, few, strict=True)
    )


def figure_by_figure(text: str) -> str:
    """As what is dialled is said: 911 is "nine one one", and ten o'clock stays ten."""
    return re.sub(r"\d{3,}", lambda all_: " ".join(FIGURES[int(one)] for one in all_[0]), text)


def lost_numbers(text: str, back: str) -> list[str]:
    """The numbers of `text` that did not come back as often as they were said."""
    heard = numbers(back)
    wanted = numbers(text)
    return [
        number
        for number in dict.fromkeys(wanted)
        if sum(bool(re.fullmatch(as_counted(number), each)) for each in heard)
        < wanted.count(number)
    ]


async def come_back(texts: Sequence[str]) -> None:
    """Say and read back each of `texts` alone: every number, and nine words in ten of all."""
    backs = [read_back([sound]) for sound in await spoken(Heart(), texts)]
    pairs = list(zip(texts, backs, strict=True))
    assert [(lost, back) for text, back in pairs if (lost := lost_numbers(text, back))] == []
    counts = [errors(speakable(text), figure_by_figure(back)) for text, back in pairs]
    assert sum(each.wrong for each in counts) <= 0.1 * sum(each.words for each in counts)
    assert [back for back, each in zip(backs, counts, strict=True) if each.rate > 0.4] == []
