"""Calm talk is counted turn by turn, and its words are shown to nobody who did not ask."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from lab.evaluation.feeling import calm_talk
from voice_agent.errors import SettingsError
from voice_agent.reading.danger import safety
from voice_agent.reading.danger.cries import Reading
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")


class Jumpy:
    """A Meaning that is afraid of umbrellas and of dying, and unsure of hats."""

    agrees: dict[str, float] = {}  # noqa: RUF012 (a fake without a constructor)

    def read(self, sentences: Sequence[str]) -> list[Reading]:
        sure = {"umbrella": 0.999, "die": 0.9, "hat": 0.97}
        shares = [max((sure[w] for w in sure if w in each), default=0.0) for each in sentences]
        return [{"2": share, "": 1 - share} for share in shares]

    def whole(self, said: str) -> Reading:
        sure = {"umbrella": 0.999, "die": 0.9, "hat": 0.3}
        share = max((sure[w] for w in sure if w in said), default=0.0)
        return {"2": share, "": 1 - share}


def test_a_turn_is_found_in_whatever_form_it_was_written_down(tmp_path) -> None:
    text, table = tmp_path / "talk.txt", tmp_path / "lines.tsv"
    text.write_text(
        "# Ten people\n\n=== 1\nQ: And then?\nA: We went home.\n12. It rained.\nNo more.\n", "utf-8"
    )
    table.write_text(
        "calm\tA fine day.\n2\tI want to die.\nlink\tA chair broke. | I laughed.\tDad was a joiner.\n"
        "joy\t0.8\tIn [W1952], no, [R1954], we sang.\n",
        "utf-8",
    )
    assert calm_talk.turns(text) == ["We went home.", "It rained.", "No more."]
    found = ["A fine day.", "A chair broke.", "I laughed.", "Dad was a joiner."]
    assert calm_talk.turns(table) == [*found, "In 1952, no, 1954, we sang."]
    with pytest.raises(SettingsError, match="cannot be read"):
        calm_talk.turns(tmp_path / "nowhere.txt")


def test_every_false_level_counts_and_every_question_beside_it() -> None:
    talks = {
        "one": ["My umbrella is at the church hall.", "I want to die.", "My hat is green."],
        "two": ["We had rice on Sunday."],
    }
    cries = replace(NET.cries, meaning=Jumpy(), believed={"2": 1.7}, asks=1.3)
    found = calm_talk.evaluate(NET, replace(NET, cries=cries), talks)
    one, two, both, heard = found.rows
    assert (one["turns"], one["rules"], one["false"], one["asked"]) == (3, 1, 2, 1)
    assert (two["words"], two["false"], two["asked"]) == (5, 0, 0)
    assert both["false"] == heard["false"] == 2 and both["words"] == 20
    assert both["in 5 h"] == pytest.approx(2 * 45_000 / 20)
    low, high = both["between"]
    assert 0 < low < both["in 5 h"] < high
    assert found.more == {}


def test_the_words_are_shown_on_request_alone() -> None:
    found = calm_talk.evaluate(NET, NET, {"one": ["I want to die.", "A fine day."]}, show=True)
    assert found.more["taken"][0] == "2\tI want to die."
