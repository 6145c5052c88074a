"""What became of a question of the family's, as far as whoever asked it may know.

The narrator decides: a story that was told as the answer is shown once it is shared with that person, and of one that is
kept from them they do not even learn that it was told.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.archive import family, sharing
from voice_agent.archive.accounts import Account
from voice_agent.archive.book import Keeper
from voice_agent.archive.family import FamilyQuestion
from voice_agent.archive.sharing import Story
from voice_agent.archive.who_sees import may_know, reader
from voice_agent.errors import NoSuchSession


@dataclass(frozen=True, slots=True)
class Answered:
    """One question of somebody's, and what they may know of its answer."""

    question: FamilyQuestion
    state: str
    """As FamilyQuestion's, or "perhaps": it may have been answered unasked."""

    story: Story | None = None
    """The answer, where it is shared with them."""


def asked_by(keeper: Keeper, by: Account, shared: Sequence[Story]) -> list[Answered]:
    """What one person has sent and not taken back, the newest first; `shared`: all that is shared with them."""
    at = {(str(each.session), int(each.turn)): each for each in shared}
    return [
        Answered(each, _state(keeper, by, each), at.get(each.place) if each.place else None)
        for each in family.asked_by(keeper, by)
        if each.state != "withdrawn"
    ]


def _state(keeper: Keeper, by: Account, question: FamilyQuestion) -> str:
    if question.place is None:
        return question.state
    if not _may_know(keeper, by, question.place):
        return "asked" if question.state == "answered" else question.state
    noticed = question.state == "waiting" and question.perhaps
    return "perhaps" if noticed else question.state


def _may_know(keeper: Keeper, by: Account, place: tuple[str, int]) -> bool:
    try:
        told = sharing.story(keeper, *place)
    except NoSuchSession:
        return False
    return not told.hidden and not told.privacy.private and may_know(told.privacy, reader(by))
