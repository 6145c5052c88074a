"""What came of the talks that `returns` held: how often the right old story was come back to at a moment for it, and any other.

*Achieved*: a talk in which it was, by a model in the seat or by ourselves, naming it or asking leave. *Unfit*: a reply that comes
back to another story, or to any where none fits. Whether a return was welcome is for readers who know nothing of this
(`for_judges`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.evaluation.seat.lives import LaterTalk, Life, read
from lab.evaluation.seat.returns import LEADS_TO, SEAT, rows
from lab.evaluation.tables import Figures
from voice_agent.interview.questions import Source
from voice_agent.measuring.shares import wilson

BEFORE = 3
"""Answers that a judge is shown before a return."""

EARLIER = (str(Source.GRAPH), str(Source.MEMORY))
"""Where questions come from that grew out of earlier talks."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Held:
    """A talk as it was held."""

    life: Life
    talk: LaterTalk
    rows: Sequence[Row]
    lines: Sequence[str]
    """A line of each old story that may come up at all."""

    @property
    def over(self) -> bool:
        """Was it held to its end?"""
        return len(self.rows) == len(self.talk.turns) or bool(self.rows and self.rows[-1]["ended"])

    @property
    def returns(self) -> list[Row]:
        """Replies that come back to an old story."""
        return [each for each in self.rows if each["to"] and each["verdict"] != LEADS_TO]

    def right(self, row: Row) -> bool:
        """Does it come back to the story that fits here?"""
        return self.life.right(self.talk, row["words"])

    def timely(self, row: Row) -> bool:
        """At a moment for it?"""
        when = self.talk.when
        return when is not None and when[0] <= row["turn"] <= when[1]

    @property
    def achieved(self) -> bool:
        """Was the right story come back to at a moment for it?"""
        return any(self.right(each) and self.timely(each) for each in self.returns)

    @property
    def unfit(self) -> list[Row]:
        """Replies that come back to what does not belong."""
        return [each for each in self.returns if not self.right(each)]

    def places(self) -> list[tuple[int, str]]:
        """At each moment for it: (place of the right story among those that a model was shown, ""), or (0, why it was not shown)."""
        return [self._place(each) for each in self.rows if self.timely(each)]

    def _place(self, row: Row) -> tuple[int, str]:
        seat = row["seat"]
        shown = [each["words"] for each in seat["shown"]] if seat else []
        place = next((n for n, words in enumerate(shown, 1) if self._is_right(words)), 0)
        return place, "" if place else " + ".join(self._why(row))

    def _why(self, row: Row) -> Iterator[str]:
        seat = row["seat"]
        called = seat["called"] if seat else row["surest"]
        mine = [each for each in called if self._is_right(each["words"])]
        if not self._known():
            yield "is no topic that may come up"
        elif not mine:
            yield "not called up"
        if seat is None:
            yield f"we answer alone: {row['guard']}"
            return
        own = next((each["veto"] for each in mine if each["veto"]), "")
        if own:
            yield own
        if seat["barred"] and seat["barred"] != own:
            yield seat["barred"]
        if mine and not own and not seat["barred"]:
            yield "behind three others, or not to be shown"

    def _is_right(self, words: str) -> bool:
        return self.life.right(self.talk, words)

    def _known(self) -> bool:
        where = self.talk.where
        if where is None:
            return False
        turns = self.life.earlier[where[0]][1]
        meant = _plain(" ".join(turns[each] for each in where[1]))
        return any(_plain(line) in meant for line in self.lines)


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def held(folder: Path) -> list[Held]:
    """Every talk of `folder` of which anything was held."""
    found = list[Held]()
    for file in sorted(folder.glob("*.json")):
        life = read(file)
        lines = folder / life.file / "lines.json"
        known = [*json.loads(lines.read_text("utf-8")).values()] if lines.exists() else []
        for talk in life.talks:
            if kept := rows(folder, life, talk):
                found.append(Held(life, talk, kept, known))
    return found


def figures(folder: Path) -> Figures:
    """Score what was held in `folder`, and write there what judges are shown, and where the right stories stood."""
    begun = held(folder)
    talks = [each for each in begun if each.over]
    _write(folder / "returns.jsonl", [each for talk in talks for each in for_judges(talk)])
    _write(folder / "places.jsonl", [each for talk in talks for each in placed(talk)])
    fits = [each for each in talks if each.talk.fits]
    others = [each for each in talks if not each.talk.fits]
    replies = sum(len(each.rows) for each in talks)
    returned = [(talk, each) for talk in talks for each in talk.returns]
    by_seat = sum(each["guard"] == SEAT for _, each in returned)
    best = [min((p for p, _ in each.places() if p), default=0) for each in fits]
    late = sum(any(each.right(row) for row in each.returns) and not each.achieved for each in fits)
    grown = sum(_grown(each) for talk in talks for each in talk.rows)
    asked = [row for talk in talks for row in talk.rows if row["asked"]]
    return Figures(
        "returns",
        f"Old stories come back to in {len(talks)} talks of {len({t.life.file for t in talks})} lives",
        [
            _share("achieved, of talks in which one fits", sum(t.achieved for t in fits), len(fits)),
            _share("the right story at another moment only", late, len(fits)),
            _share("another story, in talks in which one fits", sum(bool(t.unfit) for t in fits), len(fits)),
            _share("any story, in talks in which none fits", sum(bool(t.returns) for t in others), len(others)),
            _share("unfit, of all replies", sum(len(t.unfit) for t in talks), replies),
            _share("returns by the model, of all returns", by_seat, len(returned)),
            *(_share(f"right story shown as {n} of three at best", best.count(n), len(fits)) for n in (1, 2, 3)),
            _share("right story never shown at its moment", best.count(0), len(fits)),
            _share("shown at its moment, and achieved", sum(t.achieved for t, b in zip(fits, best, strict=True) if b), len(fits) - best.count(0)),
        ],
        notes=[
            *_missed(fits),
            f"The model was asked in {len(asked)} of {replies} replies and spoke in {sum(r['guard'] == SEAT for t in talks for r in t.rows)}; nothing was sent or answered in {sum(bool(r['failed']) and r['seat']['reading'] is None for r in asked)}.",
            f"Besides, {grown} replies ask a question that grew out of earlier talks.",
            f"{len(begun) - len(talks)} talks are not held to their end, and are left out.",
            "Welcomed and harmful are for judges: returns.jsonl.",
        ],
    )  # fmt: skip


def for_judges(talk: Held) -> Iterator[dict[str, Any]]:
    """Each return with what was said before and after it, and nothing of whether it was meant."""
    turns = talk.talk.turns
    for each in talk.returns:
        at = each["turn"]
        yield {
            "id": f"{talk.talk.id}/{at}",
            "before": turns[max(0, at + 1 - BEFORE) : at + 1],
            "old story": each["words"],
            "reply": each["reply"],
            "next": turns[at + 1] if at + 1 < len(turns) else "",
        }


def placed(talk: Held) -> Iterator[dict[str, Any]]:
    """At each moment for it, where the right story stood, and what was said."""
    moments = [each for each in talk.rows if talk.timely(each)]
    for row, (place, why) in zip(moments, talk.places(), strict=True):
        yield {
            "id": f"{talk.talk.id}/{row['turn']}",
            "place": place,
            "why": why,
            "guard": row["guard"],
            "kind": row["kind"],
            "right": bool(row["to"]) and talk.right(row),
            "struck": [[kind, why] for kind, _, why in row["seat"]["struck"]]
            if row["seat"]
            else [],
        }


def _grown(row: Row) -> bool:
    return (
        not row["to"]
        and row["guard"] != SEAT
        and row["question"][:1] in ([each] for each in EARLIER)
    )


def _missed(fits: Sequence[Held]) -> Iterator[str]:
    """Why right stories were not shown, by talk: the reasons of each of its moments."""
    why = Counter(
        reason
        for each in fits
        if not any(place for place, _ in each.places())
        for reason in {why for _, why in each.places()}
    )
    for reason, times in why.most_common():
        yield f"Not shown in {times} talks: {reason}."


def _share(what: str, hits: int, n: int) -> dict[str, Any]:
    low, high = wilson(hits, n)
    return {
        "what": what,
        "n": hits,
        "of": n,
        "share": round(hits / n, 3) if n else "-",
        "95 %": f"{low:.3f} to {high:.3f}",
    }


def _write(file: Path, found: Sequence[Mapping[str, Any]]) -> None:
    lines = (json.dumps(each, ensure_ascii=False) for each in found)
    file.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
