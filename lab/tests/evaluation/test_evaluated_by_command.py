"""Whoever asks an evaluation for what there is not hears what there is, and every figure can be read."""

import pytest
from typer.testing import CliRunner

from lab.commands import app
from lab.evaluation.tables import Figures, publish
from voice_agent.errors import SettingsError


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("shift", "--table", "bogus"), "no table"),
        (("shift", "--table", "talks", "--way", "bogus"), "no row"),
        (("shift", "--table", "talks", "--part", "bogus"), "no part"),
        (("topics", "--only", "bogus"), "no set"),
        (("topics", "--only", "next", "--data", "/nowhere"), "LoCoMo is not in"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(words: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, [*words])
    assert isinstance(done.exception, SettingsError)
    assert says in done.exception.what


def test_every_figure_of_a_wide_table_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    row: dict[str, object] = {f"column {n}": n / 16 for n in range(14)}
    rows = [{"system": "never", **row}, {"system": "no counting of turns", **row}]
    publish(Figures("wide", "All of it", rows))
    out = capsys.readouterr().out
    assert "…" not in out and max(map(len, out.splitlines())) <= 100
    for n in range(14):
        assert f"column {n}" in out and f"{n / 16:.3f}" in out
    assert out.count("no counting of turns") > 1
