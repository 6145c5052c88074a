"""Whatever goes wrong at home is said in plain sentences, ends with an exit code, and loses nothing."""

import os
import shutil
import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile
from household import Evening, Household, witness
from often import some

from voice_agent import weights
from voice_agent.archive.record import Record
from voice_agent.measuring import recordings
from voice_agent.measuring.sound_card import missing, virtual_sound_card
from voice_agent.story import Speaker

YES = "yes you may record me\n"
STORY = "we lived by the river in a small house with my grandmother\n"


@pytest.fixture
def home(tmp_path: Path) -> Household:
    return Household(tmp_path)


def told(home: Household) -> list[str]:
    """What the narrator said, in the newest session."""
    with Record.look(home.state) as record:
        session = record.session(record.sessions()[-1].id)
    return [turn.text for turn in session.turns if turn.speaker is Speaker.NARRATOR]


# ---- settings and the product's own pages


@pytest.mark.parametrize(
    ("page", "named"),
    some(
        [
            ("[hearing]\nbeem = 3\n", "Did you mean “hearing.beam”?"),
            ("[hearing]\nbeam = 'three'\n", "“hearing.beam” is"),
            ("[hearing\n", "is not valid TOML"),
        ]
    ),
)
def test_a_mistake_in_the_settings_is_named_with_its_file(
    home: Household, page: str, named: str
) -> None:
    file = home.folder / "house.toml"
    file.write_text(page)
    home.run("talk", "--text", "--settings", str(file)).failed_kindly("house.toml", named)
    assert not home.state.exists()


@pytest.mark.parametrize(
    "page",
    some(["config/consent.toml", "config/interview/childhood.toml", "config/phrases/manners.toml"]),
)
def test_a_broken_page_of_the_product_stops_a_talk_before_it_begins(
    home: Household, page: str
) -> None:
    elsewhere = home.folder / "checkout"
    for part in ("voice_agent", "config", "models", "audio"):
        shutil.copytree(home.code / part, elsewhere / part)
    home.code = elsewhere
    elsewhere.joinpath(page).write_text('door = "What is\n')
    home.run("talk", "--text", typed=YES + STORY).failed_kindly(Path(page).name)
    assert not (home.state / "record.db").exists()


# ---- the state directory


def test_a_state_directory_that_cannot_be_written_is_said_before_a_word_is_asked(
    home: Household,
) -> None:
    home.more["VOICE_AGENT_STATE_DIRECTORY"] = "/proc/voice-agent"
    evening = home.run("talk", "--text", typed=YES + STORY)
    evening.failed_kindly("/proc/voice-agent", "cannot be written", "state_directory")
    assert "computer program" not in evening.out


@pytest.mark.long
def test_a_second_interviewer_is_turned_away_and_the_first_goes_on(home: Household) -> None:
    first = home.start("talk", "--text")
    assert first.stdin
    assert first.stdout
    first.stdin.write(YES)
    first.stdin.flush()
    while "recording now" not in (line := first.stdout.readline()):
        assert line, "the first talk ended by itself"
    second = home.run("talk", "--text", typed=YES)
    second.failed_kindly("Another interviewer", "goes on undisturbed")
    with first:
        first.communicate(STORY)
    assert first.returncode == 0
    assert told(home) == [YES.strip(), STORY.strip()]


ALONE = ("unshare", "--mount", *(() if os.geteuid() == 0 else ("--user", "--map-root-user")))


def test_a_disk_that_fills_up_in_mid_talk_keeps_what_was_told(home: Household) -> None:
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], check=False).returncode:
        pytest.skip("this machine does not let us mount a disk of our own")
    disk, copy = home.folder / "state", home.folder / "copy"
    disk.mkdir()
    # a disk which only the program sees; what it holds in the end is copied out
    script = (
        f'mount -t tmpfs -o size=16m tmpfs {disk} && "$@"; code=$?; cp -r {disk} {copy}; exit $code'
    )
    lines = [f"{number} " + "we kept pigeons in the attic. " * 5 for number in range(180)]
    alone = (*ALONE, "sh", "-c", script, "sh")
    with home.start("talk", "--text", alone=alone) as program:
        assert program.stdin
        assert program.stdout
        for line in (YES, f"{lines[0]}\n", f"{lines[1]}\n", ""):
            while (new := program.stdout.read(1)) != "›":
                assert new, "it ended by itself"
            program.stdin.write(line)
            program.stdin.flush()
        fill(Path(f"/proc/{program.pid}/root{disk}"))
        out, complaint = program.communicate("\n".join(lines[2:]) + "\n")
    Evening(program.returncode, out, complaint).failed_kindly("disk", "safe", "space")
    copied = Household(home.folder / "later")
    shutil.copytree(copy, copied.folder / "state")
    with Record.look(copied.state) as record:
        record.check()
    kept = told(copied)
    assert kept[0] == YES.strip()
    assert len(kept) > 2
    assert kept[1:] == lines[: len(kept) - 1]


def fill(disk: Path) -> None:
    """Take all the room that is left there, as another program would."""
    with pytest.raises(OSError), (disk / "of somebody else").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


@pytest.mark.long
def test_a_clock_that_jumps_by_hours_changes_nothing(home: Household) -> None:
    home.more |= witness(home.folder, jumps=True)
    stories = [f"in the year {year} we moved house again\n" for year in range(1931, 1939)]
    evening = home.run("talk", "--text", typed=YES + "".join(stories))
    assert evening.code == 0, evening.complaint
    assert told(home) == [YES.strip(), *(story.strip() for story in stories)]
    with Record.look(home.state) as record:
        turns = record.session(record.sessions()[-1].id).turns
    on_the_wall = [turn.said_at for turn in turns]
    assert on_the_wall != sorted(on_the_wall), "the clock did jump"
    assert [turn.began for turn in turns] == sorted(turn.began for turn in turns)
    assert 0 <= turns[0].began <= turns[-1].ended < 600


# ---- weights and recordings


@pytest.mark.long  # test_fetching.py has the sentence
def test_a_missing_model_is_reported_with_the_command_that_mends_it(home: Household) -> None:
    home.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(home.folder / "models")
    evening = home.run("talk", "--sample", "--fast", "--profile", "ci")
    evening.failed_kindly("whisper-tiny-en", "voice-agent models fetch")
    assert not (home.state / "sample" / "record.db").exists()


def test_a_model_with_a_wrong_checksum_is_not_used(home: Household) -> None:
    models = home.folder / "models"
    home.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(models)
    for file in weights.read().model("whisper-tiny-en").files:
        made = models / "whisper-tiny-en" / file.path
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch()
        os.truncate(made, file.bytes)  # the right length, and nothing in it
    evening = home.run("talk", "--sample", "--fast", "--profile", "ci")
    evening.failed_kindly("whisper-tiny-en", "damaged", "voice-agent models fetch")


def clips(folder: Path) -> Path:
    """A folder of recordings with its table; the clip itself is still to be made."""
    folder.mkdir()
    (folder / "transcripts.tsv").write_text("id\ttranscript\none\thello there\n")
    return folder / "one.wav"


@pytest.mark.long
@pytest.mark.parametrize(
    ("sound", "named"),
    [
        (b"RIFF\x00\x00 not a sound" * 40, "cannot be read as sound"),
        (b"", "is empty"),
        (None, "There is no sound file"),
    ],
)
def test_a_recording_that_cannot_be_read_is_named(
    home: Household, sound: bytes | None, named: str
) -> None:
    clip = clips(home.folder / "clips")
    if sound is not None:
        clip.write_bytes(sound)
    evening = home.run("bench", "latency", "--profile", "ci", "--data", str(clip.parent))
    evening.failed_kindly("one.wav", named)


@pytest.mark.parametrize(
    ("rate", "channels", "seconds"), [(8000, 1, 3), (44100, 2, 3), (16000, 1, 1200)]
)
def test_odd_recordings_are_taken_as_they_are(
    tmp_path: Path, rate: int, channels: int, seconds: int
) -> None:
    clip = clips(tmp_path / "clips")
    tone = np.sin(np.arange(rate * seconds) * 0.05).astype(np.float32) * 0.3
    soundfile.write(clip, np.repeat(tone[:, None], channels, axis=1), rate)
    (recording,) = recordings.load(clip.parent)
    assert len(recording.samples) == pytest.approx(16_000 * seconds, abs=200)
    with wave.open(str(clip)) as file:
        assert (file.getframerate(), file.getnchannels()) == (rate, channels)


# ---- devices


@pytest.mark.long  # test_sound_card.py has the sentence
def test_an_unknown_microphone_is_answered_with_those_there_are(home: Household) -> None:
    if program := missing():
        pytest.skip(f"{program} is not installed here, so there is no virtual sound card")
    home.more["VOICE_AGENT_AUDIO__MICROPHONE"] = "xylophone"
    with virtual_sound_card() as card:
        home.more |= card.environ
        evening = home.run("talk", "--profile", "ci")
    evening.failed_kindly(
        "There is no microphone called “xylophone”", "There is:", "audio.microphone"
    )


def test_without_a_loudspeaker_nobody_is_asked_anything(home: Household) -> None:
    if program := missing():
        pytest.skip(f"{program} is not installed here, so there is no virtual sound card")
    with virtual_sound_card() as card:
        page = home.folder / "ears-only.conf"
        page.write_text(
            "pcm.!default { type asym capture.pcm { type pulse } }\nctl.!default { type pulse }\n"
        )
        home.more |= card.environ | {"ALSA_CONFIG_PATH": str(page)}
        evening = home.run("talk", "--profile", "ci")
    evening.failed_kindly("There is no loudspeaker on this machine")
    assert not (home.state / "record.db").exists()
