"""The doctor notices what would spoil a talk, and says what to do."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from collector import collector
from typer.testing import CliRunner

from voice_agent import assemble
from voice_agent.assemble import rules
from voice_agent.cli import app
from voice_agent.measuring import doctor, room_check, speed_check
from voice_agent.measuring.checkup import Finding, State, talk_is_possible
from voice_agent.measuring.room_check import Level, Loop
from voice_agent.measuring.sound_card import SoundCard
from voice_agent.measuring.speed_check import Speed
from voice_agent.settings import Settings, load
from voice_agent.settings_sections import Borrowing
from voice_agent.sound import RATE, Samples

NOBODY = {"XDG_CONFIG_HOME": "/nonexistent"}


def quietly(says: str) -> None:
    """Tell nobody."""


def settings(**variables: str) -> Settings:
    return load(
        environ=NOBODY | {f"VOICE_AGENT_{name}": value for name, value in variables.items()}
    )


def speech(seconds: float, level: float = 0.1, seed: int = 1) -> Samples:
    """Noise that swells and fades as speech does."""
    noise = np.random.default_rng(seed).normal(0, level, round(seconds * RATE))
    swell = 0.5 + 0.5 * np.sin(np.arange(len(noise)) / RATE * 2 * np.pi * 2)
    return (noise * swell).astype(np.float32)


def echo(far: Samples, delay: float, gain: float) -> Samples:
    """What a room makes of it, with a little noise of its own."""
    late = round(delay * RATE)
    back = np.zeros_like(far)
    back[late:] = gain * far[: len(far) - late]
    noise = np.random.default_rng(2).normal(0, 1e-4, len(far))
    return (back + noise).astype(np.float32)


def test_a_muted_microphone_would_spoil_the_talk() -> None:
    found = room_check.judge_level(room_check.level(np.zeros(RATE, np.float32)))
    assert found.state is State.ILL
    assert "muted" in found.do


def test_a_microphone_that_hears_people_is_well() -> None:
    heard = np.concatenate([np.random.default_rng(3).normal(0, 1e-3, RATE), speech(2.0)])
    measured = room_check.level(heard.astype(np.float32))
    assert measured.room < -55 < -30 < measured.speech
    assert room_check.judge_level(measured).state is State.WELL


@pytest.mark.parametrize(
    ("measured", "says"),
    [
        (Level(speech=-60, room=-70, clipped=0), "very quiet"),
        (Level(speech=-1, room=-40, clipped=0.02), "torn"),
    ],
)
def test_speech_too_soft_or_too_loud_is_worth_a_word(measured: Level, says: str) -> None:
    found = room_check.judge_level(measured)
    assert (found.state, bool(found.do)) == (State.CARE, True)
    assert says in found.says


@pytest.mark.parametrize("delay", [0.02, 0.08, 0.25])
def test_the_way_from_loudspeaker_to_microphone_is_measured(delay: float) -> None:
    far = speech(6.0)
    measured = room_check.loop(far, echo(far, delay, 0.1), echo(0 * far, delay, 0.0))
    assert measured.delay == pytest.approx(delay, abs=0.001)
    assert measured.return_loss == pytest.approx(20, abs=1)
    assert measured.cancelled > room_check.ENOUGH_CANCELLED_DB
    assert room_check.judge_loop(measured).state is State.WELL


def test_headphones_are_recognised_as_such() -> None:
    far = speech(6.0)
    found = room_check.judge_loop(room_check.loop(far, echo(far, 0.1, 0.0), echo(far, 0.1, 0.0)))
    assert found.state is State.CARE
    assert "headphones" in found.do


@pytest.mark.parametrize(
    "measured",
    [
        Loop(likeness=0.8, delay=0.6, return_loss=10, cancelled=2),
        Loop(likeness=0.8, delay=0.1, return_loss=-3, cancelled=4),
    ],
)
def test_where_echo_cancelling_fails_half_duplex_is_proposed(measured: Loop) -> None:
    found = room_check.judge_loop(measured)
    assert found.state is State.CARE
    assert "audio.half_duplex = true" in found.do


@pytest.mark.parametrize(
    ("quiet", "busy", "state"),
    [(0.3, 0.6, State.WELL), (0.6, 1.3, State.CARE), (1.2, 2.5, State.ILL)],
)
def test_engines_must_keep_up_with_speech(quiet: float, busy: float, state: State) -> None:
    found = speed_check.judge(Speed(quiet, 0.1), Speed(busy, 0.1))
    assert [finding.state for finding in found] == [state, State.WELL]


def test_the_second_copy_works_on_this_computer_and_borrows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "agent.toml"
    file.write_text('[borrowing]\nhearing = ["http://10.0.0.1/v1"]\n')
    loaded = list[Settings]()
    monkeypatch.setattr(assemble, "engines", loaded.append)
    with Path("/dev/null").open() as closed:
        monkeypatch.setattr(sys, "stdin", closed)
        speed_check.main("ci", str(file))
    assert [each.borrowing for each in loaded] == [Borrowing()]


def test_missing_weights_are_found_with_the_command_that_mends_it(tmp_path: Path) -> None:
    found = doctor.models(settings(MODELS__DIRECTORY=str(tmp_path)))
    assert found.state is State.ILL
    assert found.do == "Run `voice-agent models fetch whisper-base`."


def test_a_state_directory_that_cannot_be_written_would_spoil_the_talk() -> None:
    found = doctor.disk(settings(STATE_DIRECTORY="/dev/null/voice-agent"))
    assert found.state is State.ILL
    assert "state_directory" in found.do


def test_it_is_said_plainly_that_nobody_will_be_alerted(tmp_path: Path) -> None:
    found = doctor.contact(settings(NARRATOR__COUNTRY="GB", STATE_DIRECTORY=str(tmp_path)))
    assert "No contact is configured; nobody will be alerted" in found.says
    assert "999" in found.says


@pytest.mark.anyio
async def test_a_language_server_that_is_down_is_no_reason_not_to_talk() -> None:
    nowhere = "http://127.0.0.1:9"
    wanted = settings(LANGUAGE__MODEL="ollama", LANGUAGE__OLLAMA_HOST=nowhere)
    found = await doctor.language(wanted, quietly)
    assert found.state is State.CARE
    assert nowhere in found.says
    by_chance = settings(LANGUAGE__MODEL="auto", LANGUAGE__OLLAMA_HOST=nowhere)
    assert (await doctor.language(by_chance, quietly)).state is State.NOTE


def test_one_ill_finding_means_that_no_talk_could_be_held() -> None:
    care, ill = (Finding("x", state, "y") for state in (State.CARE, State.ILL))
    assert talk_is_possible([care])
    assert not talk_is_possible([care, ill])


def test_the_command_ends_with_one_when_no_talk_could_be_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_AGENT_MODELS__DIRECTORY", str(tmp_path))
    monkeypatch.setenv("VOICE_AGENT_LANGUAGE__MODEL", "none")
    done = CliRunner().invoke(app, ["doctor", "--no-sound", "--no-speed", "--json"])
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["talk_is_possible"] is False
    assert told["findings"][0]["do"] == "Run `voice-agent models fetch whisper-base`."


def test_it_is_said_whether_the_collector_answers_to_whom_the_device_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICE_AGENT_MODELS__DIRECTORY", str(tmp_path))
    monkeypatch.setenv("VOICE_AGENT_LANGUAGE__MODEL", "none")
    with collector() as told:
        monkeypatch.setenv("VOICE_AGENT_TELEMETRY__ENDPOINT", told.url)
        there = CliRunner().invoke(app, ["doctor", "--no-sound", "--no-speed", "--json"])
    away = CliRunner().invoke(app, ["doctor", "--no-sound", "--no-speed", "--json"])
    states = [
        each["state"]
        for done in (there, away)
        for each in json.loads(done.stdout)["findings"]
        if each["about"] == "telemetry"
    ]
    assert states == ["well", "care"]


@pytest.mark.models
@pytest.mark.long
def test_ears_and_voice_are_tried_alone_and_beside_a_second_copy() -> None:
    wanted = load(profile="ci", environ=NOBODY)
    found = {finding.about: finding for finding in doctor.engines(wanted, None, quietly, times=1)}
    assert set(found) == {"recogniser", "speed of hearing", "speed of speaking"}
    for about in ("speed of hearing", "speed of speaking"):
        assert found[about].figures["real_time_factor"] != 0
        assert found[about].figures["real_time_factor_busy"] != 0


@pytest.mark.models
def test_weights_that_are_whole_are_called_whole() -> None:
    assert doctor.models(load(environ=NOBODY)).state is State.WELL


@pytest.mark.long
@pytest.mark.sound_card
@pytest.mark.anyio
async def test_a_silent_microphone_is_noticed_through_the_real_device(
    sound_card: SoundCard,
) -> None:
    found = await doctor.room(settings(), quietly)
    assert [(finding.about, finding.state) for finding in found] == [
        ("microphone", State.ILL),
        ("loudspeaker to microphone", State.CARE),
    ]


@pytest.mark.sound_card
@pytest.mark.anyio
async def test_our_own_voice_is_heard_coming_back_through_the_real_devices(
    sound_card: SoundCard,
) -> None:
    wire = ("source=mouth.monitor", "sink=ear", "latency_msec=60")
    module = sound_card.control("load-module", "module-loopback", *wire)
    try:
        found = (await doctor.room(settings(), quietly))[1]
    finally:
        sound_card.control("unload-module", module)
    assert found.about == "loudspeaker to microphone"
    # the virtual wire stutters on a busy machine, so only that we are heard, and about how loud
    assert float(found.figures["likeness"]) > room_check.HEARD
    assert float(found.figures["echo_return_loss_db"]) == pytest.approx(0, abs=6)


def test_a_broken_file_of_the_households_is_named_and_the_talk_is_led_all_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / "interview").mkdir()
    (tmp_path / "interview" / "garden.toml").write_text('name = "garden"\ntitle = \n')
    house = settings(STATE_DIRECTORY=str(tmp_path))
    (found,) = doctor.topics(house)
    assert found.state is State.CARE and "garden.toml" in found.says and "line 2" in found.says
    told = list[str]()
    assert rules(house, seed=1, tell=told.append).topics
    assert len(told) == 1 and "All other topics work as before." in told[0]
