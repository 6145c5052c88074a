"""A microphone is pulled out in the middle of a story: the talk goes on."""

import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from household import Evening, Household

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.measuring.sound_card import SoundCard, missing, virtual_sound_card
from voice_agent.settings import load
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker

pytestmark = pytest.mark.models


class Talk:
    """A running `voice-agent talk`, followed line by line."""

    def __init__(self, home: Household, *words: str) -> None:
        self.out = list[str]()
        self._more = threading.Condition()  # guards `out`: lines come in a thread of their own
        self._program = home.start("talk", "--profile", "ci", *words)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def wait_for(self, part: str, times: int = 1) -> None:
        """Return when `times` lines that hold `part` were printed."""

        def there() -> bool:
            return sum(part in line for line in self.out) >= times or not self._reader.is_alive()

        with self._more:
            assert self._more.wait_for(there, timeout=150), "".join(self.out)
            assert sum(part in line for line in self.out) >= times, "".join(self.out)

    def end(self, how: signal.Signals | None = signal.SIGTERM) -> Evening:
        """Ask it to stop, or wait until it does."""
        if how is not None:
            self._program.send_signal(how)
        try:
            code = self._program.wait(150)
        except subprocess.TimeoutExpired:
            self._program.kill()
            raise
        finally:
            self._reader.join()
        complaint = self._program.stderr.read() if self._program.stderr else ""
        for pipe in (self._program.stdin, self._program.stdout, self._program.stderr):
            if pipe:
                pipe.close()
        return Evening(code, "".join(self.out), complaint)

    def _read(self) -> None:
        assert self._program.stdout
        for line in self._program.stdout:
            with self._more:
                self.out.append(line)
                self._more.notify_all()
        with self._more:
            self._more.notify_all()


@pytest.fixture
def home(tmp_path: Path) -> Household:
    made = Household(tmp_path)
    made.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(load().weights)
    return made


@pytest.fixture
def card(home: Household) -> Iterator[SoundCard]:
    if program := missing():
        pytest.skip(f"{program} is not installed here, so there is no virtual sound card")
    with virtual_sound_card() as card:
        home.more |= card.environ
        yield card


def agreed(home: Household) -> None:
    """A yes was given on an earlier evening."""
    began, id = datetime(2026, 11, 1, 10, tzinfo=UTC), SessionId("2026-11-01T10-00-00Z-0001")
    with Record.open(home.state) as record:
        record.consent(Consent(ConsentKind.RECORDING, True, began, id, "yes", asked="May I?"))
        record.begin(Session(id, "", began))
        record.finish(id, began, "")


def speaker(home: Household, card: SoundCard) -> Callable[[int], "subprocess.Popen[bytes]"]:
    """Says a line of the sample narrator into the card."""

    def say(number: int) -> "subprocess.Popen[bytes]":
        wav = home.folder / f"{number}.wav"
        files.write(wav, [files.read(sample_narrator().lines[number].file)])
        return card.play(wav)

    return say


def newest(home: Household) -> tuple[Session, str, Path]:
    """The last session, what the narrator said in it, and its folder."""
    with Record.look(home.state) as record:
        session = record.session(record.sessions()[-1].id)
    said = [turn.text for turn in session.turns if turn.speaker is Speaker.NARRATOR]
    return session, " ".join(said), home.state / "sessions" / session.id


@pytest.mark.long
@pytest.mark.sound_card
def test_a_microphone_that_comes_back_loses_nothing_before_or_after(
    home: Household, card: SoundCard
) -> None:
    agreed(home)
    say, talk = speaker(home, card), Talk(home)
    talk.wait_for("interviewer  ")
    say(2).wait()  # "Oh, that was mostly my brother Walter and me."
    talk.wait_for("narrator  ")
    story = say(3)  # "... we built a raft one summer ..."
    with pytest.raises(subprocess.TimeoutExpired):
        story.wait(6)
    card.fall_silent()
    talk.wait_for("the microphone went away")
    card.wake()
    talk.wait_for("● recording")
    story.wait()
    talk.wait_for("narrator  ", times=2)
    evening = talk.end()
    assert evening.code == 0, evening.complaint
    session, said, folder = newest(home)
    assert session.ended is not None
    assert "Walter" in said
    assert "raft" in said, "from before it went away"
    assert "minute" in said, "from after it came back"
    events = journal.read(folder / "journal.jsonl")
    gaps = [e for e in events if e["kind"] == "gap"]
    away = next(n for n, e in enumerate(events) if e["kind"] == "away")
    assert away < events.index(gaps[-1]), "it is noted when it goes, not only when it is back"
    assert gaps and all(gap["seconds"] > 0 for gap in gaps)
    assert {gap["reason"] for gap in gaps} == {"lost"}
