"""An evaluation that is asked for what there is not says what there is, and does not end well."""

import pytest
from typer.testing import CliRunner

from lab.commands import app
from lab.commands.interview import SYSTEMS
from lab.evaluation.interview.our_interviewer import PARTS


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("shift", "--way", "bogus"), "is no row"),
        (("shift", "--part", "bogus"), "is no part"),
        (("shift", "--table", "bogus"), "is no table"),
        (("topics", "--only", "bogus"), "is no set"),
    ],
)
def test_what_there_is_not_is_answered_with_what_there_is(
    words: tuple[str, ...], says: str
) -> None:
    done = CliRunner().invoke(app, [*words])
    assert done.exit_code != 0
    assert says in f"{done.output} {done.exception}"


def test_every_part_of_the_interviewer_can_be_withheld() -> None:
    assert {each for each in SYSTEMS if each.startswith("without-")} == {
        f"without-{part}" for part in PARTS
    }
