"""The microphone goes away in mid-talk: the narrator is told that nobody heard them, and from when on somebody does."""

from pathlib import Path

import pytest
from kitchen import Line, Rest, Say, Told, hold

from voice_agent.archive import journal
from voice_agent.conversation.house import Controls
from voice_agent.interview import phrases
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio

STORY = "we lived by the river in a small house with my grandmother"
BOOK = phrases.read(resource("config/phrases")).kinds
LOST, BACK = BOOK["microphone_lost"].say, BOOK["microphone_back"].say


async def evening(
    state: Path, lines: list[Line], away: tuple[float, float], *, agreed: bool = True
) -> Told:
    """One whose microphone is `away` from one second to another; it brings silence meanwhile."""
    controls = Controls()

    def each_frame(end: float) -> None:
        controls.away = away[0] < end <= away[1]

    return await hold(state, lines, controls=controls, each_frame=each_frame, agreed=agreed)


async def test_who_tells_on_to_a_dead_microphone_is_told_so_and_asked_for_what_was_missed(
    tmp_path: Path,
) -> None:
    lines = [Rest(16), Say(STORY, 4), Rest(40), Say("so that was the flood", 3), Rest(12)]
    told = await evening(tmp_path, lines, (20.2, 45.0))
    told.record.close()
    said = [text for who, text in told.lines]
    lost, back = (next(n for n, text in enumerate(said) if text in each) for each in (LOST, BACK))
    assert said.index(STORY) < lost < back < said.index("so that was the flood")
    assert lost == said.index(STORY) + 1, "at once, instead of a question that nobody could answer"
    notes = journal.read(next(tmp_path.rglob("journal.jsonl")))
    reasons = [note["reason"] for note in notes if note["kind"] == "move"]
    assert [r for r in reasons if r.startswith("microphone")] == [
        "microphone_lost",
        "microphone_back",
    ]


async def test_who_goes_on_when_it_is_back_is_heard_out_first(tmp_path: Path) -> None:
    lines = [Rest(16), Say(STORY, 4), Rest(30.5), Say("and the goat came too", 4), Rest(25)]
    told = await evening(tmp_path, lines, (20.2, 50.6))
    told.record.close()
    said = [text for who, text in told.lines]
    assert said[said.index("and the goat came too") + 1] in BACK


async def test_a_plug_that_is_only_moved_is_not_spoken_of(tmp_path: Path) -> None:
    lines = [Rest(16), Say(STORY, 4), Rest(4), Say("and it was cold", 2), Rest(12)]
    told = await evening(tmp_path, lines, (20.2, 22.2))
    told.record.close()
    assert not {text for _, text in told.lines} & {*LOST, *BACK}


async def test_before_a_yes_nothing_is_called_kept(tmp_path: Path) -> None:
    told = await evening(tmp_path, [Rest(90)], (50.0, 60.0), agreed=False)
    told.record.close()
    said = " ".join(turn.text for turn in told.outcome.turns)
    assert not any(text in said for text in LOST)
    assert any(text in said for text in BACK)
    assert list(tmp_path.rglob("*")) == []


async def test_who_was_out_of_reach_while_the_clock_stood_still_is_told_so_and_not_hurried(
    tmp_path: Path,
) -> None:
    """A satellite in the bedroom: for twelve seconds nothing came, and then her sentence went on."""
    controls = Controls()

    def each_frame(end: float) -> None:
        if abs(end - 20.2) < 0.01:
            controls.missed = 12.0

    lines = [Rest(16), Say(STORY, 4), Rest(0.3), Say("and the goat came too", 3), Rest(20)]
    told = await hold(tmp_path, lines, controls=controls, each_frame=each_frame)
    told.record.close()
    said = [text for _, text in told.lines]
    assert not {*said} & {*LOST}, "it is said when somebody can hear it again"
    back = next(n for n, text in enumerate(said) if text in BACK)
    assert all(said.index(words) < back for words in said if "goat" in words)
    assert controls.missed == 0.0
