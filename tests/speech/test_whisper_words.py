"""The real recogniser on real recorded people, on synthetic ones, and on nobody."""

import csv
import threading
from pathlib import Path

import numpy as np
import often
import pytest
import soundfile
from heard import STORY, frames, joined, moved, recorded, room, said, whisper
from shared import shared

from voice_agent.measuring.wer import Errors, errors
from voice_agent.sound import RATE, Sound
from voice_agent.speech.whisper import archive_pass

pytestmark = pytest.mark.models


def hear(sound: Sound) -> str:
    hearing = whisper().begin()
    for frame in frames(sound):
        hearing.feed(frame)
    return hearing.finish().text


def test_recorded_people_are_understood() -> None:
    """Clips of the shared data, through the microphone's frames; 5.5 % when this was written, 2.9 % of each third clip."""
    with (shared("speech") / "transcripts.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    total = Errors(0, 0)
    for row in often.some(rows):
        total += errors(row["transcript"], hear(recorded(row["id"])))
    assert total.words > (350 if often.long else 100) and total.rate < 0.10


@pytest.mark.long
def test_synthetic_people_are_understood() -> None:
    stories = [STORY, "My sister baked bread every Saturday, and we ate it warm with butter."]
    total = Errors(0, 0)
    for story in stories:
        total += errors(story, hear(joined(room(1.0), said(story), room(1.0))))
    assert total.rate < 0.15


@pytest.mark.long  # test_quiet_house.py hears one as long, with pauses in it
def test_a_story_heard_in_pieces_is_the_same_story() -> None:
    sentences = [
        STORY,
        "My sister baked bread every Saturday, and we ate it warm with butter.",
        "In the winter the river froze, and the boys went out on the ice.",
        "My mother never liked that, and she called us home before dark.",
        "Later we moved to the city, because there was more work.",
        "I remember the first night there, with all the lights.",
        "My brother cried, and I held his hand until he slept.",
    ]
    story = joined(*[joined(said(sentence), room(0.6)) for sentence in sentences])
    hearing = whisper().begin()
    for frame in frames(moved(story, 50 * RATE)):
        hearing.feed(frame)
        if frame.start % (7 * RATE) < 320:
            hearing.peek()
    transcript = hearing.finish()
    assert story.seconds > 24 and errors(" ".join(sentences), transcript.text).rate < 0.12
    starts = [word.start for word in transcript.words]
    assert starts == sorted(starts) and 50 <= starts[0] < 52
    assert transcript.words[-1].end <= 50 + story.seconds + 0.1


def test_word_times_lie_where_the_words_were_said() -> None:
    story = joined(room(4.0), said("Grandmother."), room(5.0), said("Bread."), room(2.0))
    hearing = whisper().begin()
    hearing.feed(story)
    words = hearing.finish().words
    assert [word.text.strip(".,").lower() for word in words] == ["grandmother", "bread"]
    second = 4.0 + said("Grandmother.").seconds + 5.0
    assert abs(words[0].start - 4.0) < 0.25 and abs(words[1].start - second) < 0.25


@pytest.mark.parametrize(
    "sound",
    [
        Sound(np.zeros(20 * RATE, np.float32)),
        room(20.0),
        room(20.0, level=0.03),
        Sound((0.05 * np.sin(np.arange(20 * RATE) * 2 * np.pi * 50 / RATE)).astype(np.float32)),
    ],
    ids=["digital silence", "a quiet room", "a loud fan", "a humming refrigerator"],
)
def test_where_nobody_speaks_nobody_is_quoted(sound: Sound) -> None:
    assert hear(sound) == ""


def test_a_long_pause_in_a_story_fills_with_no_words() -> None:
    before, after = said("My father came home."), said("He was very quiet.")
    story = joined(before, room(12.0), after, room(3.0))
    hearing = whisper().begin()
    hearing.feed(story)
    words = hearing.finish().words
    pause = (before.seconds + 0.7, before.seconds + 11.3)
    assert words and not [w for w in words if pause[0] < (w.start + w.end) / 2 < pause[1]]


def test_a_real_thank_you_is_heard() -> None:
    assert "thank you" in hear(joined(room(1.0), said("Thank you."), room(1.0))).lower()


@pytest.mark.long
def test_two_conversations_share_one_recogniser() -> None:
    texts = dict[int, str]()

    def listen(which: int) -> None:
        texts[which] = hear(said(STORY))

    threads = [threading.Thread(target=listen, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts[0] == texts[1] and errors(STORY, texts[0]).rate < 0.15


def test_the_archive_pass_hears_each_turn_again_at_its_place(tmp_path: Path) -> None:
    first, second = said(STORY), said("And then we moved to the city.")
    tape = joined(room(3.0), first, room(10.0), second, room(2.0))
    soundfile.write(tmp_path / "narrator.wav", tape.samples, RATE, subtype="PCM_16")
    place = 13.0 + first.seconds
    spans = [(2.5, 3.5 + first.seconds), (place - 0.5, place + second.seconds + 0.5)]
    heard = list(archive_pass(whisper(), tmp_path / "narrator.wav", spans))
    assert errors(STORY, heard[0].text).rate < 0.15
    assert errors("And then we moved to the city.", heard[1].text).rate < 0.15
    assert abs(heard[1].words[0].start - place) < 0.7


def test_a_name_that_is_listened_for_is_spelled_as_it_was_given() -> None:
    sound = said("We called on Siobhan every Sunday.")
    hearing = whisper().begin(names=("Siobhan", "Oswald"))
    hearing.feed(sound)
    heard = hearing.finish().text
    assert "Siobhan" in heard and "Oswald" not in heard
    assert "Siobhan" not in hear(sound)


@pytest.mark.long
def test_more_names_than_there_is_room_for_leave_out_the_last() -> None:
    many = ("Siobhan", *(f"Llanfair{n}" for n in range(200)))
    hearing = whisper().begin(names=many)
    hearing.feed(said("We called on Siobhan every Sunday."))
    assert "Siobhan" in hearing.finish().text
    silence = whisper().begin(names=many)
    silence.feed(room(6.0))
    assert silence.finish().text == ""
