"""A device that waits for the next talk lends the engines it has, and takes them back when the talk begins."""

from pathlib import Path

import anyio
import httpx
import pytest
from fakes import Metronome
from lent_house import settings
from toy_voice import Hummer

from voice_agent.archive import lock
from voice_agent.assemble import Engines
from voice_agent.cli.lend import beside_talks
from voice_agent.conversation.house import Controls
from voice_agent.errors import NotLent
from voice_agent.lending import loading
from voice_agent.lending.key import house_key
from voice_agent.measuring import lending_check
from voice_agent.measuring.checkup import State
from voice_agent.serve.notify import Notify
from voice_agent.serve.service import Service
from voice_agent.settings import Settings
from voice_agent.speech.whisper import Whisper


class Corner:
    """Where a device waits, with engines that cost nothing."""

    def __init__(self, its: Settings) -> None:
        self.settings, self.loaded = its, 0
        self._engines: Engines | None = None

    def engines(self) -> Engines:
        if self._engines is None:
            self.loaded += 1
            ears = Whisper("fake", device="cpu", load=lambda *_: Metronome())
            self._engines = Engines(ears, None, None, Hummer(), None, None, None, None)  # type: ignore[arg-type]
        return self._engines


async def nothing(controls: Controls) -> None:
    """A room in which no talk is held."""


@pytest.mark.anyio
async def test_others_are_served_between_talks_and_told_to_wait_during_one(tmp_path: Path) -> None:
    its, told = settings(tmp_path), list[str]()
    corner = Corner(its)
    service = Service(nothing, Notify.of({}, 0), told.append)
    headers = {"Authorization": f"Bearer {house_key(tmp_path)}"}
    run = beside_talks(its, corner, told.append)
    begins, ends = anyio.Event(), anyio.Event()

    async def talk(controls: Controls) -> None:
        begins.set()
        await ends.wait()

    async with anyio.create_task_group() as house:
        house.start_soon(run, service)
        async with httpx.AsyncClient(
            base_url=f"http://localhost:{its.lending.port}", headers=headers, timeout=60
        ) as program:

            async def ask() -> httpx.Response:
                return await program.post("/v1/audio/speech", json={"input": "Hello there."})

            assert (await program.get("/v1/models")).status_code == 200
            assert corner.loaded == 0  # nothing is loaded before somebody needs it
            assert (await ask()).status_code == 200
            async with anyio.create_task_group() as sitting:
                sitting.start_soon(service.hold_elsewhere, talk)
                await begins.wait()
                refused = await ask()
                assert refused.status_code == 503 and "they come first" in refused.text
                ends.set()
            assert (await ask()).status_code == 200
        assert corner.loaded == 1
        house.cancel_scope.cancel()
    assert any(f":{its.lending.port}/v1" in says for says in told)


def test_a_talk_that_another_program_holds_comes_first_as_well(tmp_path: Path) -> None:
    if not lock.LOCKS.exists():
        pytest.skip("this system does not list its locks")
    lent = loading.beside_talks(Corner(settings(tmp_path)), lambda: False)
    talk = lock.Lock(tmp_path)
    try:
        with pytest.raises(NotLent, match="come first"):
            lent.free()
    finally:
        talk.release()
    lent.free()


def test_the_doctor_says_who_may_use_the_engines_and_what_an_open_line_means(
    tmp_path: Path,
) -> None:
    assert list(lending_check.judge(Settings())) == []
    (line,) = lending_check.judge(settings(tmp_path))
    assert line.state is State.WELL and "have the house's key" in line.says
    words = "the whole network, without key or encryption"
    both = list(lending_check.judge(settings(tmp_path, wyoming_reaches=words, reaches="the house")))
    assert [each.state for each in both] == [State.WELL, State.CARE]
    assert "every device and guest" in both[1].says and "this computer" in both[1].do
