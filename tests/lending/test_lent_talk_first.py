"""Whoever tells their life to the device comes first: others are told so, and what they had begun ends at the next piece."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from fakes import BagOfWords
from lent_house import Talk, lending, lent, minutes, story, wav, with_talk
from toy_voice import Hummer
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.tts import Synthesize

from voice_agent.archive import lock
from voice_agent.archive.lock import Lock
from voice_agent.backends import Transcript
from voice_agent.errors import NotLent
from voice_agent.lending.engines import Lent
from voice_agent.lending.hearing import Listening, heard
from voice_agent.lending.meaning import vectors
from voice_agent.lending.speaking import spoken
from voice_agent.lending.turns import Turns
from voice_agent.sound import RATE, Clip, Sound


def sounds(many: float) -> Iterator[Sound]:
    samples = minutes(many)
    for start in range(0, len(samples), RATE):
        yield Sound(samples[start : start + RATE], start)


def test_while_somebody_talks_others_are_told_that_they_come_later(tmp_path: Path) -> None:
    talk = Talk(on=True)
    with lending(with_talk(talk), tmp_path) as house, house.client() as program:

        def ask() -> list[httpx.Response]:
            return [
                program.post("/v1/audio/speech", json={"input": "Hello there."}),
                program.post("/v1/embeddings", json={"input": "a horse"}),
                program.post("/v1/audio/transcriptions", files={"file": wav(story())}),
            ]

        for answer in ask():
            assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
            error = answer.json()["error"]
            assert "they come first" in error["message"] and error["code"] == "talk_under_way"
        talk.on = False
        assert [answer.status_code for answer in ask()] == [200] * 3


@pytest.mark.anyio
async def test_a_satellite_is_told_the_same(tmp_path: Path) -> None:
    with lending(with_talk(Talk(on=True)), tmp_path) as house:
        async with AsyncClient.from_uri(house.wyoming) as client:
            await client.write_event(Synthesize("Hello there.").event())
            event = await client.read_event()
            assert event is not None and "they come first" in Error.from_event(event).text
            assert await client.read_event() is None


def test_a_talk_that_begins_ends_what_others_had_begun_at_the_next_piece() -> None:
    talk = Talk()
    engines = with_talk(talk)

    def until_talk(many: int) -> Iterator[Sound]:
        for sound in sounds(3):
            talk.on = sound.start >= many * RATE
            yield sound

    with pytest.raises(NotLent, match="come first"):
        heard(engines, until_talk(50))
    talk.on = False
    clips = spoken(engines, "Tell me about the mill. Who was up first? And then?")
    assert len(next(clips).samples)
    talk.on = True
    with pytest.raises(NotLent, match="come first"):
        next(clips)
    talk.on = False

    class Counts(BagOfWords):
        def embed(self, texts: object) -> np.ndarray:  # type: ignore[override,type-arg]
            talk.on = True
            return super().embed(texts)  # type: ignore[arg-type]

    with pytest.raises(NotLent, match="come first"):
        vectors(Lent(embedder=Counts(), talking=talk), ["a horse"] * 40)


def test_strangers_do_one_piece_of_work_at_a_time_so_a_talk_waits_for_one() -> None:
    class Slow(Hummer):
        at_once = most = 0

        def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            time.sleep(0.01)
            self.at_once -= 1
            return super().say(sentence, pace=pace)

    voice = Slow()
    engines = Lent(voice=voice)
    text = "Tell me about the mill. Who was up first? And then?"
    threads = [threading.Thread(target=lambda: list(spoken(engines, text))) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(30)
    assert voice.most == 1


@pytest.mark.anyio
async def test_only_so_many_are_served_at_once_and_the_next_is_told_to_come_again() -> None:
    turns = Turns(2, patience=0.01)
    async with turns.one(), turns.one():
        with pytest.raises(NotLent) as refused:
            async with turns.one():
                pass
        assert (refused.value.status, refused.value.again) == (429, 5)
    async with turns.one():
        pass


def test_a_file_that_nobody_waits_for_any_more_is_not_heard_to_its_end() -> None:
    wanted = iter([True] * 5 + [False])
    assert heard(lent(), sounds(3), lambda: next(wanted)) is None


def test_what_one_is_heard_to_say_is_in_no_other_ones_words() -> None:
    engines = lent()
    one, other = Listening(engines), Listening(engines)
    one.take(Sound(story()))
    other.take(Sound(np.zeros(RATE, np.float32)))
    assert one.finish().text and other.finish() == Transcript("")


def test_a_talk_that_another_program_holds_is_known_without_disturbing_it(tmp_path: Path) -> None:
    if not lock.LOCKS.exists():
        pytest.skip("this system does not list its locks")
    assert not lock.held(tmp_path)
    talk = Lock(tmp_path)
    try:
        assert lock.held(tmp_path)
    finally:
        talk.release()
    assert not lock.held(tmp_path)
    assert not lock.held(tmp_path / "nowhere")


def test_whoever_only_tidies_up_between_talks_keeps_nobody_waiting(tmp_path: Path) -> None:
    tidying = Lock(tmp_path, gives_way=True)
    try:
        assert not lock.held(tmp_path)
    finally:
        tidying.release()
