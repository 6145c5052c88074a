"""The waiting service as systemd sees it: a real child process and a real notify socket."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from voice_agent.conversation.house import Controls
from voice_agent.errors import EngineUnavailable, VoiceAgentError
from voice_agent.serve.doorbell import NAME, ring
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import Hold, Service

CHILD = """
import os, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
import anyio
from voice_agent.errors import DiskFull, NoMicrophone
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import serve

kind, state = sys.argv[1], Path(sys.argv[2])
held = 0

async def hold(controls):
    global held
    held += 1
    print(f"session {held} begins", flush=True)
    if kind == "broken" and held == 1:
        raise NoMicrophone("There is no microphone.", mend="Plug one in.")
    if kind == "mistaken" and held == 1:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(mistaken)
    while not controls.stopping:
        await anyio.sleep(0.005)
    print(f"session {held} ends", flush=True)

async def mistaken():
    raise ValueError("what she said")

class Calls:
    asked = 0
    planned = datetime.now(UTC) + timedelta(seconds=0.1)

    def next(self):
        if kind == "full":
            raise DiskFull("There is no room left.")
        return self.planned if kind in ("due", "alone", "button") and not self.asked else None

    async def invite(self, controls, beckoned):
        self.asked += 1
        print("knock", flush=True)
        while kind == "button" and not beckoned():
            await anyio.sleep(0.005)
        return kind != "alone"

async def main():
    await serve(hold, state, Notify.of(os.environ, os.getpid()), calls=Calls(),
                tell=lambda says: print(says, flush=True))

anyio.run(main)
"""


class Supervisor:
    """What systemd is to the service: its notify socket, its signals, its log."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder, self.state = folder, folder / "state"
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self._line.settimeout(30)
        self.begin(kind)

    def begin(self, kind: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-c", CHILD, kind, str(self.state)],
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(self.folder / "notify"),
                **({"WATCHDOG_USEC": "500000"} if kind == "watched" else {}),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def told(self, line: str) -> None:
        """Wait until the service has told `line` (signs of life aside)."""
        said = ""
        while not re.fullmatch(line, said):
            try:
                said = self._line.recv(4096).decode().split("\n")[0]
            except TimeoutError:
                self.child.kill()
                raise AssertionError(self.child.communicate()[1]) from None

    def logged(self, line: str) -> None:
        assert self.child.stdout is not None
        for said in self.child.stdout:
            if line in said:
                return
        raise AssertionError(f"it never said: {line}")

    def ask(self, word: str) -> str:
        return ring(self.state, word)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.child.send_signal(number)
        code = self.child.wait(30)
        if number == signal.SIGKILL:
            self.child.communicate()
        return code

    def close(self) -> None:
        self.child.kill()
        self.child.communicate()
        self._line.close()


@contextmanager
def supervised(kind: str = "plain") -> Iterator[Supervisor]:
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are too long for a socket's name
        supervisor = Supervisor(Path(folder), kind)
        try:
            supervisor.told("READY=1")
            yield supervisor
        finally:
            supervisor.close()


@pytest.fixture(scope="module")
def waiting() -> Iterator[Supervisor]:
    """One service for all who change nothing of it."""
    with supervised() as systemd:
        yield systemd


def test_a_service_that_is_ready_says_so_and_that_nobody_is_listened_to() -> None:
    with supervised() as systemd:
        systemd.told("STATUS=Waiting; nobody is being listened to.")
        assert systemd.ask("status") == "Waiting; nobody is being listened to."


def test_a_living_service_gives_signs_of_life() -> None:
    with supervised("watched") as systemd:
        for _ in range(3):
            systemd.told("WATCHDOG=1")


def test_a_supervisor_that_does_not_read_cannot_hold_up_the_service(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind("\0voice-agent-test-" + tmp_path.name)
        notify = Notify("@voice-agent-test-" + tmp_path.name)
        for _ in range(1000):  # many more than the kernel keeps for a reader
            notify.alive()
        assert deaf.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, 0.0),
        ({"WATCHDOG_USEC": "soon"}, 0.0),
    ],
)
def test_the_watchdogs_pause_is_read_as_systemd_means_it(
    environ: dict[str, str], seconds: float
) -> None:
    assert Notify.of(environ, pid=7).watchdog == seconds


def test_the_service_ends_cleanly_when_it_is_told_to() -> None:
    with supervised() as systemd:
        assert systemd.end() == 0
        systemd.told("STOPPING=1")
        assert not (systemd.state / NAME).exists()


def test_a_word_at_the_door_begins_a_session_and_another_ends_it() -> None:
    with supervised() as systemd:
        assert systemd.ask("talk") == "A conversation begins."
        systemd.told("STATUS=In a conversation.")
        assert systemd.ask("status") == "In a conversation."
        assert "nobody is being listened to any more" in systemd.ask("stop")
        systemd.logged("session 1 ends")
        systemd.told("STATUS=Waiting; nobody is being listened to.")


def test_there_is_never_more_than_one_session() -> None:
    with supervised() as systemd:
        systemd.ask("talk")
        systemd.told("STATUS=In a conversation.")
        assert systemd.ask("talk") == "A conversation is under way already."
        systemd.ask("stop")
        systemd.logged("session 1 ends")
        assert systemd.end() == 0
        assert systemd.child.stdout is not None
        assert "session 2" not in systemd.child.stdout.read()


def test_a_signal_begins_a_session_and_another_ends_it() -> None:
    with supervised() as systemd:
        systemd.child.send_signal(signal.SIGUSR1)
        systemd.logged("session 1 begins")
        systemd.child.send_signal(signal.SIGUSR2)
        systemd.logged("session 1 ends")


def test_a_planned_session_knocks_first_and_begins_when_it_is_answered() -> None:
    with supervised("due") as systemd:
        systemd.logged("knock")
        systemd.logged("session 1 begins")


def test_an_invitation_that_nobody_answers_begins_nothing() -> None:
    with supervised("alone") as systemd:
        systemd.logged("knock")
        systemd.told("STATUS=Waiting; nobody is being listened to.")
        assert systemd.end() == 0
        assert systemd.child.stdout is not None
        assert "session" not in systemd.child.stdout.read()


def test_a_hand_on_the_button_answers_an_invitation() -> None:
    with supervised("button") as systemd:
        systemd.told("STATUS=Inviting to a conversation.")
        assert systemd.ask("talk") == "A conversation begins."
        systemd.logged("session 1 begins")


def test_a_session_under_way_says_goodbye_before_the_service_ends() -> None:
    with supervised() as systemd:
        systemd.ask("talk")
        systemd.logged("session 1 begins")
        assert systemd.end() == 0
        systemd.logged("session 1 ends")


def test_a_missing_microphone_today_does_not_end_the_service() -> None:
    with supervised("broken") as systemd:
        systemd.ask("talk")
        systemd.told("STATUS=Waiting.*could not be held: There is no microphone.")
        assert systemd.ask("talk") == "A conversation begins."
        systemd.logged("session 2 begins")


def test_a_mistake_of_ours_ends_one_talk_and_the_log_says_where_without_a_word_of_hers() -> None:
    with supervised("mistaken") as systemd:
        systemd.ask("talk")
        systemd.told("STATUS=Waiting.*could not be held: .*ValueError.*")
        assert systemd.ask("talk") == "A conversation begins."
        systemd.logged("in mistaken")
        systemd.logged("session 2 begins")
        assert systemd.end() == 0
        assert systemd.child.stderr is not None
        assert systemd.child.stderr.read() == ""


@pytest.mark.anyio
async def test_a_mistake_in_a_browsers_talk_is_told_there_and_a_wish_to_end_the_program_ends_it() -> (
    None
):
    service = Service(_raising(KeyError("what she said")), Notify(), lambda says: None)
    with pytest.raises(VoiceAgentError, match="KeyError"):
        await service.hold_elsewhere(_raising(KeyError("what she said")))
    with pytest.raises(KeyboardInterrupt):
        await service.hold_elsewhere(_raising(KeyboardInterrupt()))


def _raising(error: BaseException) -> Hold:
    async def hold(controls: Controls) -> None:
        raise error

    return hold


def test_a_calendar_that_cannot_be_read_does_not_end_the_service() -> None:
    with supervised("full") as systemd:
        systemd.logged("There is no room left. The calendar is looked at again soon.")
        assert systemd.ask("talk") == "A conversation begins."
        systemd.logged("session 1 begins")


@pytest.mark.parametrize("shout", [b"sing\n", b"\n", b"\xff\xfe\n", b"x" * 5000, b""])
def test_nonsense_at_the_door_does_no_harm(shout: bytes, waiting: Supervisor) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.connect(str(waiting.state / NAME))
        caller.sendall(shout)
    assert waiting.ask("status") == "Waiting; nobody is being listened to."


def test_the_door_is_its_owners_alone(waiting: Supervisor) -> None:
    assert (waiting.state / NAME).stat().st_mode & 0o777 == 0o600
    assert waiting.state.stat().st_mode & 0o777 == 0o700


def test_a_second_service_for_the_same_narrator_is_refused(waiting: Supervisor) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "voice_agent", "serve"],
        env={**os.environ, "VOICE_AGENT_STATE_DIRECTORY": str(waiting.state)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert "Another voice-agent service is already waiting" in second.stderr
    assert waiting.ask("status") == "Waiting; nobody is being listened to."


def test_a_door_left_behind_by_a_power_cut_is_no_obstacle() -> None:
    with supervised() as systemd:
        assert systemd.end(signal.SIGKILL) == -signal.SIGKILL
        assert (systemd.state / NAME).exists()
        with pytest.raises(EngineUnavailable, match="nothing answers"):
            systemd.ask("status")
        systemd.begin("plain")
        systemd.told("READY=1")
        assert systemd.ask("status") == "Waiting; nobody is being listened to."
