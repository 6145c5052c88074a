"""Who may have a copy at all is what the narrator last said of them; what was never asked is no yes."""

from datetime import UTC, datetime, timedelta

import pytest

from voice_agent.errors import BookRefused
from voice_agent.story import Consent, ConsentKind, SessionId
from voice_agent.storybook.release import Reader, permitted

NOW = datetime(2026, 11, 22, tzinfo=UTC)
CASES = [
    (ConsentKind.RECIPIENT, "ann", Reader("Ann"), False),
    (ConsentKind.PRINT, "", Reader(), True),
    (ConsentKind.AFTER_DEATH, "", Reader(alive=False), False),
]


def said(kind: ConsentKind, about: str, *given: bool) -> list[Consent]:
    """These answers, one a day."""
    return [
        Consent(kind, each, NOW + timedelta(days=n), SessionId("1"), "", about)
        for n, each in enumerate(given)
    ]


@pytest.mark.parametrize(("kind", "about", "reader", "printed"), CASES)
def test_only_a_yes_lets_a_copy_go_and_a_later_no_takes_it_back(
    kind: ConsentKind, about: str, reader: Reader, printed: bool
) -> None:
    permitted(said(kind, about, True), reader, printed=printed)
    permitted(said(kind, about, False, True), reader, printed=printed)
    for answers in ((), (False,), (True, False)):
        with pytest.raises(BookRefused):
            permitted(said(kind, about, *answers), reader, printed=printed)


def test_a_yes_to_one_reader_is_none_to_another() -> None:
    with pytest.raises(BookRefused, match="Ben"):
        permitted(said(ConsentKind.RECIPIENT, "ann", True), Reader("Ben"))
