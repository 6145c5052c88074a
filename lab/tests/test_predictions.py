"""Of every labelled set it is kept what rules and readers made of each row, before anything of them goes."""

from pathlib import Path

import pytest

from lab.evaluation import predictions

SETS = sorted(predictions.LABELLED.iterdir())


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_each_row_of_a_set_has_what_was_made_of_it(path: Path) -> None:
    rows = list(predictions.rows(path))
    kept = predictions.kept(path)
    assert rows
    assert [(each["line"], each["label"]) for each in kept] == [
        (row.line, row.label) for row in rows
    ]


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_what_is_kept_holds_no_words_of_a_row(path: Path) -> None:
    text = (predictions.KEPT / f"{path.stem}.jsonl").read_text(encoding="utf-8")
    long = [row.said for row in predictions.rows(path) if len(row.said.split()) > 3]
    assert not [said for said in long if said in text]


def test_the_words_of_a_row_stand_where_its_set_has_them() -> None:
    assert next(predictions.rows(predictions.LABELLED / "hard_moments_open.tsv")).asked.endswith(
        "?"
    )
    assert next(predictions.rows(predictions.LABELLED / "calm_open.txt")).label == ""
    assert "\t" not in next(predictions.rows(predictions.LABELLED / "rated.tsv")).said
