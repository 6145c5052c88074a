"""A soak calls a leak a leak, leaves a house alone that is flat, and writes down what it saw as it saw it."""

import json
import random
from pathlib import Path

import pytest

from lab.commands.soak import soak
from lab.evaluation.soak import page, picture, quantities, weighing
from lab.evaluation.soak.log import Log, read
from lab.evaluation.soak.trend import Rule, Verdict, judged, slope


def noisy(seed: int, begin: float, each: float, many: int = 150) -> list[tuple[float, float]]:
    """Figures of `many` talks that grow by `each` a talk, and go up and down beside."""
    dice = random.Random(seed)
    return [(float(n), begin + each * n + dice.gauss(0, begin * 0.01)) for n in range(many)]


MEMORY = Rule(share=0.03, least=15.0)


@pytest.mark.parametrize("seed", range(5))
def test_what_goes_up_and_down_is_flat_and_what_leaks_a_megabyte_a_talk_is_not(seed: int) -> None:
    assert judged(noisy(seed, 1000, 0), MEMORY) is Verdict.FLAT
    assert judged(noisy(seed, 1000, 1), MEMORY) is Verdict.UNEXPLAINED


def test_growth_while_a_house_warms_up_is_none() -> None:
    begun = [(float(n), min(1000.0, 500 + 50.0 * n)) for n in range(100)]
    assert judged(begun, MEMORY) is Verdict.FLAT


def test_a_descriptor_that_is_left_open_in_each_talk_is_seen() -> None:
    kept = Rule(share=0.0, least=1.0)
    assert judged([(float(n), 24.0 + n // 10) for n in range(100)], kept) is Verdict.UNEXPLAINED
    assert judged([(float(n), 24.0 + n % 2) for n in range(100)], kept) is Verdict.FLAT


def test_what_keeps_stories_must_grow_but_no_faster_and_faster() -> None:
    must = Rule(must=True)
    assert judged([(float(n), 3.0 * n) for n in range(60)], must) is Verdict.MUST
    assert judged([(float(n), 1.1**n) for n in range(60)], must) is Verdict.UNEXPLAINED


def test_a_wait_may_grow_with_a_life_as_far_as_it_is_wanted() -> None:
    longer = [(float(n), 20.0 + n) for n in range(100)]
    assert judged(longer, Rule(share=0.5, most=150.0)) is Verdict.MUST
    assert judged(longer, Rule(share=0.5, most=90.0)) is Verdict.UNEXPLAINED


def test_too_few_figures_are_judged_by_nobody() -> None:
    assert judged([(1.0, 5.0), (2.0, 9.0)], MEMORY) is Verdict.LITTLE


def test_the_slope_is_that_of_most_figures_and_not_of_one_that_lies() -> None:
    straight = [(float(n), 2.0 * n) for n in range(20)]
    found = slope([*straight[:-1], (19.0, 1000.0)])
    assert found.each == pytest.approx(2.0) and found.low <= 2.0 <= found.high


def rows(each: float) -> list[dict[str, object]]:
    return [
        {"part": "talks", "kind": "talk", "number": n, "rss_mb": mb, "load": 1.0}
        for n, (_, mb) in enumerate(noisy(3, 1000, each), 1)
    ]


def test_a_planted_leak_is_on_the_page_and_in_the_picture() -> None:
    leak = quantities.found(rows(1))
    flat = quantities.found(rows(0))
    assert "**grows, unexplained**" in page.written(rows(1), leak)
    assert "Nothing grows that should not" in page.written(rows(0), flat)
    assert "grows, unexplained · +" in picture.draw(leak, "")


def test_waits_on_a_machine_that_others_share_are_not_laid_to_the_house() -> None:
    """From the middle on, others work on it: all takes four times as long."""
    told = [
        {
            "part": "talks",
            "kind": "talk",
            "number": n,
            "opening_s": 2.0 * part,
            "load": 999.0 * part,
        }
        for n, part in ((n, 4.0 if n > 50 else 1.0) for n in range(1, 101))
    ]
    (found,) = (one for one in quantities.found(told) if one.quantity.key == "opening_s")
    assert found.verdict is Verdict.FLAT
    alone = [{**row, "load": 1.0} for row in told]
    (found,) = (one for one in quantities.found(alone) if one.quantity.key == "opening_s")
    assert found.verdict is Verdict.UNEXPLAINED


def test_a_process_is_weighed_and_one_that_is_gone_weighs_nothing() -> None:
    import os

    mine = weighing.process(os.getpid())
    assert mine["rss_mb"] > 10 and mine["descriptors"] > 2 and mine["threads"] >= 1
    assert weighing.process(2**22 + 1) == {}


def test_what_a_house_keeps_is_told_apart(tmp_path: Path) -> None:
    for name, size in (("record.db", 1), ("memory/a.lance", 2), ("sessions/x/n.wav", 3), ("backups/r.db", 4), ("reserve", 50), ("sessions/x/journal.jsonl", 5)):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(size * 1_000_000))
    found = weighing.disk(tmp_path)
    sizes = [found[f"{kind}_mb"] for kind in weighing.KINDS]
    assert sizes == [1, 2, 3, 4, 5]


def test_what_was_measured_before_a_torn_line_is_read_and_other_parts_stay(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    Log(file, ["hours"]).write("hours", "sample", at=1)
    Log(file, ["talks"]).write("talks", "talk", number=1)
    with file.open("a") as out:
        out.write('{"part": "talks", "ki')
    assert [row["part"] for row in read(file)] == ["hours", "talks"]
    Log(file, ["hours"])
    assert [row["part"] for row in read(file)] == ["talks"]


@pytest.mark.models
@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_short_soak_lives_through_its_hours_and_its_talks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lab/reports").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    soak(
        hours=0.01,
        talks=2,
        keep=True,
        only="",
        again=False,
        answers=2,
        model="",
        profile="ci",
        seed=7,
    )
    told = [json.loads(line) for line in Path("lab/reports/soak.jsonl").read_text().splitlines()]
    kinds = [(row["part"], row["kind"]) for row in told]
    assert ("hours", "sample") in kinds and kinds.count(("talks", "talk")) == 2
    assert ("hours", "end") in kinds and ("talks", "end") in kinds
    assert not any("refused" in row and row["refused"] for row in told)
    assert Path("lab/reports/soak.svg").read_text().startswith("<svg")
