"""Margaret sits in where there is no microphone: she must be a narrator worth listening to."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voice_agent import settings, weights
from voice_agent.dialogue.clauses import unfinished
from voice_agent.errors import ModelMissing, SettingsError
from voice_agent.measuring.voices import longest_pause, rate_of, sample_clips
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.danger import safety
from voice_agent.reading.wishes import commands
from voice_agent.resources import resource
from voice_agent.speech.narrator import Line, sample_narrator

MARGARET = sample_narrator()

CHIMES = ("invitation", "start", "muted", "unmuted")
"""Sounds that no voice makes: audio/NAME.flac."""


def test_she_says_yes_first_and_goodbye_last() -> None:
    assert yes_no.agrees(MARGARET.lines[0].text) is True
    assert commands.understood(MARGARET.lines[-1].text) is commands.Command.GOODBYE


def test_nothing_in_between_is_a_wish_or_an_alarm() -> None:
    net = safety.read(resource("config/safety.toml"), "US")
    for line in MARGARET.lines:
        assert not net.level(line.text)
    for line in MARGARET.lines[1:-1]:
        assert commands.understood(line.text) is None


def test_she_answers_at_least_five_times_and_breaks_in_once() -> None:
    times = [line.when for line in MARGARET.lines]
    assert times.count("after reply") >= 7
    assert times.count("during reply") == 1


def test_she_pauses_long_in_the_middle_of_a_story_where_a_clause_is_open() -> None:
    story = max(MARGARET.lines, key=lambda line: line.longest_pause)
    assert story.longest_pause >= 2.5
    place = story.parts.index(story.longest_pause)
    before = " ".join(part for part in story.parts[:place] if isinstance(part, str))
    after = [part for part in story.parts[place:] if isinstance(part, str)]
    assert unfinished(before)
    assert len(" ".join(after).split()) > 15


def test_she_hesitates_and_once_says_little() -> None:
    texts = [line.text for line in MARGARET.lines]
    assert sum("um," in text.lower() for text in texts) >= 3
    assert any(len(text.split()) < 10 for text in texts[1:-1])


@pytest.mark.parametrize("line", MARGARET.lines, ids=lambda line: line.file.stem)
def test_every_clip_is_what_a_microphone_would_hand_over(line: Line) -> None:
    samples, rate = soundfile.read(line.file, dtype="float32")
    assert rate == 16_000
    assert samples.ndim == 1
    assert 0.05 < np.abs(samples).max() <= 1
    assert line.longest_pause <= longest_pause(samples, rate) + 0.02
    assert longest_pause(samples, rate) < line.longest_pause + 0.35
    # a room, not a row of zeros
    quiet = samples[: rate // 10]
    assert 0 < np.sqrt(np.mean(np.square(quiet))) < 0.003


def test_no_clip_lies_about_that_nobody_plays() -> None:
    folder = resource("audio/narrator")
    assert {file.name for file in folder.iterdir()} == {line.file.name for line in MARGARET.lines}


def test_the_sounds_are_small_enough_to_ship() -> None:
    files = [file for file in resource("audio").rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 6_000_000


def test_where_every_sound_comes_from_is_written_down() -> None:
    provenance = resource("audio/README.md").read_text(encoding="utf-8")
    assert "synthetic voice" in provenance
    for name in CHIMES:
        assert f"{name}.flac" in provenance


@pytest.mark.parametrize("name", CHIMES)
def test_a_chime_is_soft_and_does_not_click(name: str) -> None:
    samples, _ = soundfile.read(resource(f"audio/{name}.flac"), dtype="float32")
    assert np.abs(samples).max() < 0.3
    assert max(abs(samples[0]), abs(samples[-1])) < 0.001
    assert np.abs(np.diff(samples)).max() < 0.1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "TOML"),
        ('name = "M"\nborn = 1941\npace = 1', "clip"),
        (
            'name = "M"\nborn = 1941\npace = 1\n[[clip]]\nfile = "a"\nwhen = "later"\nwait = 1\ntext = "x"',
            "later",
        ),
    ],
)
def test_a_broken_narrator_names_file_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "sample_narrator.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        sample_narrator(file)
    assert str(file) in caught.value.what
    if reason != "TOML":
        assert reason in caught.value.what


def test_a_missing_narrator_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="missing"):
        sample_narrator(tmp_path / "none.toml")


@pytest.mark.models
@pytest.mark.long
def test_a_recogniser_understands_her() -> None:
    from voice_agent.speech.whisper import Whisper

    try:
        model = weights.find(settings.load().weights, "whisper-base")
    except ModelMissing as missing:
        pytest.skip(missing.what)
    found = [clip.understood for clip in sample_clips(MARGARET, Whisper(model, device="cpu"))]
    rate, _ = rate_of(found)
    assert rate <= 0.04
    assert all(a.said != b.said for a, b in itertools.pairwise(found))
