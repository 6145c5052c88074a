"""Voices are told apart; the weights are read without PyTorch and without trusting the file."""

import pickle
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from heard import STORY, ge2e, joined, moved, recorded, room, said, weights

from voice_agent.dialogue.voiceprint import Verdict, Voiceprint
from voice_agent.errors import EngineUnavailable, ModelDamaged
from voice_agent.sound import RATE, Sound
from voice_agent.speech.checkpoint import read
from voice_agent.speech.speaker import GE2E

OTHER = "My sister baked bread every Saturday, and we ate it warm with butter and honey."


def like(one: Sound, other: Sound) -> float:
    return float(ge2e().embed(one) @ ge2e().embed(other))


@pytest.mark.models
def test_a_voice_is_itself_whatever_it_says_and_however_loud() -> None:
    quiet = Sound(said(OTHER).samples * np.float32(0.03))
    assert like(said(STORY), said(OTHER)) > 0.75
    assert like(said(STORY), quiet) > 0.75


@pytest.mark.models
def test_two_synthetic_people_are_two_people() -> None:
    assert like(said(STORY), said(STORY, "joe")) < 0.62


@pytest.mark.models
def test_pauses_do_not_change_a_voice() -> None:
    parts = [said(STORY), room(6.0), said(OTHER), room(5.0)]
    assert like(joined(*parts), joined(said(STORY), said(OTHER))) > 0.95


@pytest.mark.models
def test_recorded_people_are_themselves_and_nobody_else() -> None:
    """Clips of at least 2.5 s; the print of each voice is its other clip (another day, a cold)."""
    people = {
        "reader": ["LJ001-0004", "LJ001-0013"],
        "novel": ["ss_0870", "ss_0890"],
        "president": ["jfk"],
        "poem": ["sonnet001"],
    }
    prints = {
        who: [ge2e().embed(recorded(clip)) for clip in clips] for who, clips in people.items()
    }
    same = [float(a @ b) for clips in prints.values() for a, b in combinations(clips, 2)]
    apart = [
        float(a @ b) for one, other in combinations(prints.values(), 2) for a in one for b in other
    ]
    assert min(same) > 0.75 and max(apart) < 0.68


@pytest.mark.models
def test_the_narrator_is_known_after_the_first_story_and_a_visitor_is_not_them() -> None:
    voiceprint = Voiceprint()
    for text in (STORY, OTHER, "In the winter the river froze, and the boys went out on the ice."):
        sound = said(text)
        voiceprint = voiceprint.enrol(ge2e().embed(sound), sound.seconds)
    assert voiceprint.known
    later = "Later we moved to the city, because there was more work."
    ours, theirs = said(later), said(later, "joe")
    assert voiceprint.same(ge2e().embed(ours), ours.seconds) is Verdict.NARRATOR
    assert voiceprint.same(ge2e().embed(theirs), theirs.seconds) is Verdict.SOMEONE_ELSE


@pytest.mark.models
def test_looks_say_when_a_voice_was_heard() -> None:
    turn = moved(joined(said(STORY), room(3.0), said(STORY, "joe")), 100 * RATE)
    looks = ge2e().looks(turn)
    assert looks[0].begin >= 100 and looks[-1].end <= 100 + turn.seconds
    begins = [look.begin for look in looks]
    assert begins == sorted(begins)
    narrator = ge2e().embed(said(OTHER))
    early = float(looks[0].embedding @ narrator)
    assert early > float(looks[-1].embedding @ narrator) + 0.2


@pytest.mark.models
def test_the_weights_are_those_pytorch_reads() -> None:
    torch = pytest.importorskip("torch")
    path = weights("ge2e") / "pretrained.pt"
    theirs = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    ours = read(path, "model_state")
    assert set(ours) == set(theirs)
    assert all(np.array_equal(ours[name], theirs[name].numpy()) for name in ours)


class Burglar:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("I am in your house",))


@pytest.mark.parametrize("content", [b"", b"no pickle", pickle.dumps(1), pickle.dumps(Burglar())])
def test_a_damaged_or_hostile_file_is_refused(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pretrained.pt").write_bytes(content)
    with pytest.raises(ModelDamaged):
        read(tmp_path / "pretrained.pt", "model_state")
    with pytest.raises(EngineUnavailable) as failed:
        GE2E(tmp_path)
    assert "models verify" in failed.value.mend and capsys.readouterr().out == ""


@pytest.mark.models
def test_a_file_that_ends_too_early_is_refused(tmp_path: Path) -> None:
    content = (weights("ge2e") / "pretrained.pt").read_bytes()
    (tmp_path / "pretrained.pt").write_bytes(content[:2_000_000])
    with pytest.raises(ModelDamaged):
        read(tmp_path / "pretrained.pt", "model_state")
