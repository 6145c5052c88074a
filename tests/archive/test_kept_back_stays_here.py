"""What the narrator keeps back goes to no lent engine afterwards: neither its names nor its words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes import BagOfWords, Metronome
from heard import STORY, frames, said
from lender import embeds, lender
from lender import told as says
from tellings import NOON, sitting, told

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.assemble import lenders
from voice_agent.assemble.second_hearing import knowing, names_to_hear
from voice_agent.memory.distil import Distiller
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.settings import Settings
from voice_agent.settings_sections import Borrowing
from voice_agent.speech.whisper import Whisper
from voice_agent.story import TO_US

OPEN = ("My sister Rosalind lived in Durham.", "Rosalind married Edwin in 1960.")
SECRET = ("My cousin Gwenllian had a child before she married.", "Then Gwenllian went to Cardiff.")
WISH = "Keep that between us."


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record.open(tmp_path / "state") as house:
        house.begin(sitting())
        for number, words in enumerate((*OPEN, SECRET[0], WISH, SECRET[1], WISH), 1):
            house.turn(told(number, words, kind=TO_US if words == WISH else ""))
        listener = Distiller(PlainReader(), Setting(), (), 1)
        for turn in house.session(sitting().id).turns:
            memory_tables.store(house, listener.hear(turn).claims)
        house.finish(sitting().id, NOON, "")
        yield house


def test_a_name_said_only_in_what_is_kept_back_is_not_sent_with_the_sound(record: Record) -> None:
    with lender(says({"text": "Rosalind."})) as study:
        house = Settings(
            state_directory=str(record.state), borrowing=Borrowing(hearing=[study.url])
        )
        own = Whisper("fake", device="cpu", load=lambda *_: Metronome())
        listening = knowing(house, lenders.ears(house, own, print), record).begin()
        for frame in frames(said(STORY)):
            listening.feed(frame)
        listening.finish()
    assert {*names_to_hear(house, record.read)} == {"Rosalind", "Gwenllian"}
    assert {each.said["prompt"] for each in study.asked} == {"Rosalind"}


def test_what_is_kept_back_is_not_sent_to_be_compared(record: Record) -> None:
    with lender(embeds(BagOfWords())) as study:
        house = Settings(
            state_directory=str(record.state), borrowing=Borrowing(embedding=[study.url])
        )
        mind = lenders.embedder(house, BagOfWords(), record, print)
        in_one_breath = f"He hid the rent in a tin. {WISH}"
        assert len(mind.embed([*SECRET, *OPEN, in_one_breath])) == 5
    sent = [text for each in study.asked for text in each.said["input"]]
    assert {*OPEN} <= {*sent} and not {*SECRET, in_one_breath} & {*sent}
