"""Talks with labels are read as they are written, and agreement with them is counted as anywhere."""

import json
from pathlib import Path

import numpy as np
import pytest
from shared import shared
from word_vectors import WordVectors

from lab.evaluation.returning.shift_labels import auc, best, embedded, read, scored
from voice_agent.errors import SettingsError


def test_agreement_is_counted_as_it_is_anywhere() -> None:
    labels = np.array([1, 0, 1, 0])
    likely = np.array([0.9, 0.2, 0.4, 0.4])
    assert auc(labels, likely) == pytest.approx(0.875)
    found = scored(labels, likely >= 0.4)
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), 1.0)
    assert scored(labels, likely >= best(labels, likely)).f1 >= found.f1


def test_talks_with_labels_are_read_as_tiage_writes_them(tmp_path: Path) -> None:
    lines = [["hello", "-1"], ["how are you ?", "0"], ["i like cars", "1"]]
    (tmp_path / "anno_dev.json").write_text(json.dumps({"1": lines}))
    [found] = read(tmp_path, "dev")
    assert [label for _, _, label in found.turns] == [0, 1]
    quick = embedded([found], WordVectors(384))
    assert np.array_equal(quick.embed(["i like cars"]), WordVectors(384).embed(["i like cars"]))
    with pytest.raises(SettingsError):
        read(tmp_path, "test")


def test_the_parts_of_tiage_are_as_its_card_says() -> None:
    folder = shared("dialogue") / "tiage"
    assert [len(read(folder, part)) for part in ("train", "dev", "test")] == [300, 100, 100]
