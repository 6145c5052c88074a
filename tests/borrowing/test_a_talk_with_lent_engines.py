"""A whole talk whose recogniser and voice are lent by another program that dies in the middle of a turn, and comes back."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import Metronome
from heard import joined, room, said, whisper
from interviews import rules
from kitchen import BEGAN, SESSION, EndsWithStop, Nobody, Talker, in_place
from lender import Asked, Clock, Lender, Reply, hears, lender, speaks, told
from toy_voice import Hummer

from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue
from voice_agent.audio.vad import GatedSilero
from voice_agent.backends import Transcriber
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.hearing import LentEars
from voice_agent.borrowing.voice import AWAY, BorrowedVoice, LentVoice
from voice_agent.conversation.house import Ears, House, Speech
from voice_agent.conversation.session import Conversation
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.endpoints import Endpoints
from voice_agent.interview.planner import Opening
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE, Sound
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.whisper import Whisper
from voice_agent.story import Session, Speaker, Turn

pytestmark = [pytest.mark.anyio, pytest.mark.models]

TOLD = (
    "We lived in a small house near the river.",
    "My brother kept a goat in the yard, and in the winter the ice came up to the door.",
    "My father worked at the mill.",
)


def turns() -> list[Sound]:
    """The second is told with a breath in it, in which its first half is asked about already."""
    first, second, third = (said(each) for each in TOLD)
    goat, ice = (said(each) for each in re.split(r"(?<=yard,) ", TOLD[1]))
    assert goat.seconds + ice.seconds > 0.8 * second.seconds
    return [first, joined(goat, room(1.2), ice), third]


async def talk(
    state: Path,
    ears: Transcriber,
    speech: Speech,
    told_: Sequence[Sound],
    changes: Callable[[], str] = lambda: "",
) -> tuple[Turn, ...]:
    """Hold it on a tape, as fast as the engines work."""
    tape = TapedRoom([Cue(each, AfterReply()) for each in told_], fast=True, quiet=8.0, tone=0.0)
    with Record.open(state) as record:
        house = House(
            session=SESSION,
            ears=Ears(tape.microphone, GatedSilero(), NoEcho(), ears, EndsWithStop(), Nobody()),
            loudspeaker=tape.loudspeaker,
            speech=speech,
            rules=rules(),
            opening=Opening(consented=True),
            notebook=Notebook(record, Session(SESSION, "Margaret", BEGAN), agreed=True),
            labour=in_place,
            patience=Endpoint(),
            now=lambda: BEGAN + timedelta(seconds=tape.clock.now / RATE),
            murmurs=False,
            changes=changes,
        )
        held = Conversation(house, voiceprint=Voiceprint(), pauses=Pauses(), tempo=Tempo())
        return (await held.hold()).turns


class Ticking(Clock):
    """A second goes by whenever somebody looks: a rest is over after a few questions, however fast the talk is held."""

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def asking(study: Lender, house_heard: list[str], clock: Clock, rest: float = 2.0) -> Asking:
    servers = (study.server(),)
    return Asking(
        Endpoints(servers, instead="We go on.", rest=rest, tell=house_heard.append, clock=clock),
        60.0,
    )


async def test_a_recogniser_that_dies_in_mid_turn_and_comes_back_costs_the_narrator_no_word(
    tmp_path: Path,
) -> None:
    well, house_heard = hears(whisper()), list[str]()

    def dies_for_a_while(asked: Asked) -> Reply:
        # the third question is about the whole of the second turn, whose first half was heard
        return Reply(b"", hangs_up=True) if len(study.asked) == 3 else well(asked)

    with lender(dies_for_a_while) as study:
        ears = LentEars(asking(study, house_heard, Ticking()), whisper())
        all_turns = await talk(tmp_path, ears, Talker(), turns())
        asked = len(study.asked)
    heard = " ".join(turn.text for turn in all_turns if turn.speaker is Speaker.NARRATOR)
    assert re.findall(r"\w+", heard.lower()) == re.findall(r"\w+", " ".join(TOLD).lower())
    assert asked > 3, "it was asked again when it was back"
    assert "broke off" in house_heard[0] and house_heard[0].endswith("We go on.")
    assert house_heard[1:] == [f"The server at {study.server().where} answers again."]


async def test_whoever_hears_is_answered_in_the_same_talk_whichever_of_the_two_it_was(
    tmp_path: Path,
) -> None:
    """Our own hears nothing but ticks here: that shows whose words they are."""
    ticks = Whisper("fake", device="cpu", load=lambda *_: Metronome())
    with lender(told({"text": "We lived by the river."})) as study:

        def once(asked: Asked) -> Reply:
            study.answers = told({}, 500)
            return told({"text": "We lived by the river."})(asked)

        study.answers = once
        ears = LentEars(asking(study, [], Clock()), ticks)
        all_turns = await talk(tmp_path, ears, Talker(), turns()[::2])
    told_ = [turn.text for turn in all_turns if turn.speaker is Speaker.NARRATOR]
    assert told_[0] == "We lived by the river." and told_[1].startswith("tick")
    assert all_turns[-1].speaker is Speaker.INTERVIEWER, "and both were answered"


@pytest.mark.long  # test_lent_voice.py has each way in which it dies, outside of a talk
async def test_a_voice_that_dies_in_mid_reply_is_followed_by_ours_which_says_so(
    tmp_path: Path,
) -> None:
    with lender(speaks(Hummer("lent"))) as study:
        lent = LentVoice(asking(study, [], Clock(), rest=60.0), voice="joan")
        voice = BorrowedVoice(lent, Hummer("own"))
        well, spoken = study.answers, list[str]()

        def dies(asked: Asked) -> Reply:
            spoken.append(asked.said["input"])
            return well(asked) if len(spoken) < 2 else Reply(b"{}", 500)

        study.answers = dies
        all_turns = await talk(tmp_path, whisper(), Aloud(voice, None), turns()[::2], voice.changes)
    ours = [turn.text for turn in all_turns if turn.speaker is Speaker.INTERVIEWER]
    said_so = [text for text in ours if text in rules().words.phrases.kinds[AWAY].say]
    assert len(said_so) == 1 and len(spoken) == 2, "and nobody was asked again while it rests"
    heard = [turn.text for turn in all_turns if turn.speaker is Speaker.NARRATOR]
    assert len(heard) == 2 and "mill" in heard[1]
