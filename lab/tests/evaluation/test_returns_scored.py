"""What counts as a return to the right story, at a moment for it, and why a right story was not shown."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lab.evaluation.seat import lives, returns_scored
from lab.evaluation.seat.returns import SEAT
from voice_agent.errors import SettingsError

LAMP = (
    "I dropped the good lamp. There was glass to the door.",
    "He got the brush. Now we can see better, he said.",
)
PIGEONS = ("We had pigeons in tea chests. They were on the roof of the laundry.",)
LIFE = {
    "name": "Ada Example",
    "birth": 1936,
    "about": "Invented.",
    "earlier": [{"date": "2026-03-02", "turns": [*LAMP, *PIGEONS]}],
    "talks": [
        {"id": "1-1", "fits": True, "story": "the lamp", "where": [0, [0, 1]], "when": [1, 2], "turns": ["a", "b", "c"]},
        {"id": "1-2", "fits": False, "story": None, "where": None, "when": None, "turns": ["d", "e"]},
    ],
}  # fmt: skip


def row(turn: int, *, words: str = "", guard: str = SEAT, **more: object) -> dict[str, Any]:
    shown = more.pop("shown", ())
    called, barred = more.pop("called", ()), more.pop("barred", "")
    seat = {"shown": shown, "called": called, "barred": barred, "reading": {}, "struck": []}
    return {
        "turn": turn, "said": "", "reply": "And the lamp?", "guard": guard, "kind": "return", "asked": True,
        "to": "k-1" if words else "", "words": words, "verdict": "yes" if words else "", "question": [],
        "surest": [], "failed": [], "ended": False, "seat": seat,
    } | more  # fmt: skip


def kept(folder: Path, **talks: Sequence[Mapping[str, Any]]) -> Path:
    (folder / "life.json").write_text(json.dumps(LIFE))
    (folder / "life").mkdir()
    lines = {"k-1": "I dropped the good lamp", "k-2": "We had pigeons in tea chests"}
    (folder / "life/lines.json").write_text(json.dumps(lines))
    for name, rows in talks.items():
        file = folder / "life" / f"{name.replace('_', '-')[1:]}.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)))
    return folder


def share(folder: Path, what: str) -> tuple[int, int]:
    found = next(each for each in returns_scored.figures(folder).rows if what in each["what"])
    return found["n"], found["of"]


LAMPLIGHT, ROOF = " ".join(LAMP), " ".join(PIGEONS)


def test_a_story_is_right_where_most_of_it_was_told_in_the_turns_that_are_meant(
    tmp_path: Path,
) -> None:
    life = lives.read(kept(tmp_path) / "life.json")
    fits, none = life.talks
    assert life.name == "Ada" and life.later.isoformat() == "2026-03-16T09:30:00+00:00"
    assert life.right(fits, LAMPLIGHT) and life.right(fits, LAMP[1])
    assert not life.right(fits, ROOF) and not life.right(none, LAMPLIGHT)
    assert life.right(fits, f"{LAMPLIGHT} {ROOF}")


def test_the_right_story_at_its_moment_is_achieved_and_at_another_it_is_not(tmp_path: Path) -> None:
    early, timely = tmp_path / "early", tmp_path / "timely"
    early.mkdir()
    timely.mkdir()
    kept(early, _1_1=[row(0, words=LAMPLIGHT), row(1), row(2)])
    kept(timely, _1_1=[row(0), row(1, words=LAMPLIGHT, guard="an old story"), row(2)])
    assert share(early, "achieved, of talks") == (0, 1)
    assert share(early, "at another moment only") == (1, 1)
    assert share(early, "unfit") == (0, 3)
    assert share(timely, "achieved, of talks") == (1, 1)
    assert share(timely, "by the model") == (0, 1)


def test_another_story_is_unfit_and_so_is_any_where_none_fits_but_not_a_question_towards_it(
    tmp_path: Path,
) -> None:
    towards = row(0, words=LAMPLIGHT, verdict="lead towards it")
    kept(
        tmp_path, _1_1=[row(0), row(1, words=ROOF), row(2)], _1_2=[towards, row(1, words=LAMPLIGHT)]
    )
    assert share(tmp_path, "unfit, of all") == (2, 5)
    assert share(tmp_path, "in which none fits") == (1, 1)
    judged = (tmp_path / "returns.jsonl").read_text().splitlines()
    assert [json.loads(each)["id"] for each in judged] == ["1-1/1", "1-2/1"]
    assert json.loads(judged[0])["before"] == ["a", "b"] and json.loads(judged[0])["next"] == "c"


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (row(1, called=[{"words": LAMPLIGHT, "veto": "is heavy"}], barred="distress"), "is heavy + distress"),
        (row(1, called=[{"words": ROOF, "veto": ""}]), "not called up"),
        (row(1, guard="danger", asked=False, seat=None, surest=[{"words": LAMPLIGHT}]), "we answer alone: danger"),
    ],
)  # fmt: skip
def test_where_it_was_not_shown_the_first_cause_is_named(
    seen: Mapping[str, Any], why: str, tmp_path: Path
) -> None:
    (talk,) = returns_scored.held(kept(tmp_path, _1_1=[seen]))
    assert talk.places() == [(0, why)]


def test_its_place_among_those_that_were_shown_is_told(tmp_path: Path) -> None:
    shown = [{"topic": "k-2", "words": ROOF}, {"topic": "k-1", "words": LAMPLIGHT}]
    (talk,) = returns_scored.held(kept(tmp_path, _1_1=[row(0), row(1, shown=shown), row(2)]))
    assert talk.places()[0] == (2, "")
    assert share(tmp_path, "shown as 2 of three") == (1, 1)


def test_a_talk_that_is_still_held_is_left_out(tmp_path: Path) -> None:
    kept(tmp_path, _1_1=[row(0), row(1, words=LAMPLIGHT)])
    assert share(tmp_path, "achieved, of talks") == (0, 0)


def test_what_is_no_life_is_named(tmp_path: Path) -> None:
    (tmp_path / "life.json").write_text('{"name": "Ada"}')
    with pytest.raises(SettingsError, match="not the file of a life"):
        lives.read(tmp_path / "life.json")
