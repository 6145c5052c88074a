"""A whole talk, with real engines, whose recogniser and voice are lent by another program that dies in the middle of a turn."""

import threading
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from heard import joined, room, said, whisper
from lender import Asked, Clock, Lender, Reply, hears, lender, speaks, told

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.assemble.sessions import Held
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.endpoints import Endpoints
from voice_agent.borrowing.hearing import LentEars
from voice_agent.borrowing.voice import BorrowedVoice, LentVoice
from voice_agent.measuring.wer import errors
from voice_agent.settings import Settings, load
from voice_agent.sound import Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.whisper import Whisper
from voice_agent.story import Speaker

pytestmark = [pytest.mark.models]

TOLD = (
    "Yes, you may record it.",
    "We lived in a small house near the river, and my father worked at the mill.",
    "In the winter the ice came up to the door, and we skated to school.",
    "My brother kept a goat in the yard behind the kitchen.",
)


class Ticking(Clock):
    """A second goes by whenever somebody looks: a rest is over after a few questions, however fast the talk is held."""

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def turns() -> list[Sound]:
    """The third is told with a breath in it, in which the first half is asked about already."""
    one, two, three, four = (said(each) for each in TOLD)
    half = three.samples
    middle = len(half) // 2
    third = joined(Sound(half[:middle]), room(1.0), Sound(half[middle:]))
    return [one, two, third, four]


def settings() -> Settings:
    whole = load(profile="ci", environ={})
    interview = whole.interview.model_copy(update={"seed": 7})
    return whole.model_copy(update={"interview": interview})


async def talk(record: Record, engines: assemble.Engines) -> Held:
    room_ = TapedRoom([Cue(each, AfterReply()) for each in turns()], fast=True, quiet=8.0)
    return await assemble.hold(settings(), engines, room_, record)


def asking(study: Lender, said_: list[str], clock: Clock) -> Asking:
    return Asking(
        Endpoints((study.server(),), instead="We go on.", tell=said_.append, clock=clock), 60.0
    )


def test_a_recogniser_that_dies_in_mid_turn_and_comes_back_costs_the_narrator_no_word(
    tmp_path: Path,
) -> None:
    """Whether it is one or the other that hears is seen by what was asked; what was told is all there."""
    well = hears(whisper())
    down, failed = threading.Event(), list[int]()

    def dies_for_a_while(asked: Asked) -> Reply:
        # in the breath of the third turn: its first half was heard by the server, the rest is ours
        if 4 <= len(study.asked) <= 5:
            down.set()
            failed.append(len(study.asked))
            return Reply(b"", hangs_up=True)
        return well(asked)

    house_heard = list[str]()
    with lender(dies_for_a_while) as study, Record.open(tmp_path) as record:
        engines = assemble.engines(settings())
        assert isinstance(engines.transcriber, Whisper)
        ears = LentEars(asking(study, house_heard, Ticking()), engines.transcriber)
        held = anyio.run(talk, record, replace(engines, transcriber=ears))
        told_ = [t for t in record.session(held.session).turns if t.speaker is Speaker.NARRATOR]
        asked = len(study.asked)
    assert down.is_set() and asked > max(failed), "it was asked again when it was back"
    assert any("broke off" in each for each in house_heard)
    assert house_heard[-1].endswith("answers again.")
    heard = " ".join(turn.text for turn in told_)
    assert errors(" ".join(TOLD), heard).rate < 0.15
    assert all(turn.words for turn in told_)


def test_a_voice_that_dies_in_mid_reply_is_followed_by_ours_which_says_so(tmp_path: Path) -> None:
    from heard import _heart

    well = speaks(_heart())

    def dies(asked: Asked) -> Reply:
        return well(asked) if len(study.asked) < 60 else told({}, 500)(asked)

    with lender(dies) as study, Record.open(tmp_path) as record:
        engines = assemble.engines(settings())
        lent = LentVoice(asking(study, [], Clock()), voice="heart")
        voice = BorrowedVoice(lent, assemble.load_voice(settings(), "piper-joe"))
        assert not voice.away
        engines = replace(engines, voice=voice, speech=Aloud(voice, None), changes=voice.changes)
        held = anyio.run(talk, record, engines)
        ours = [t for t in record.session(held.session).turns if t.speaker is Speaker.INTERVIEWER]
    said_ = " ".join(turn.text for turn in ours)
    assert ("sounds different for a while" in said_) + ("hear another voice" in said_) == 1
    assert len(ours) > 3
