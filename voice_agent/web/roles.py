"""What pages call somebody of each role, what they may do, and what they are to the narrator: the one place for it."""

from typing import Protocol

from voice_agent.archive.accounts import Role

CALLED = {
    Role.FAMILY: "one of the family",
    Role.CAREGIVER: "the caregiver",
    Role.ADVOCATE: "the advocate",
}
"""Said to themselves: as what they are invited, and wait."""

MAY = {
    Role.FAMILY: "read what I share",
    Role.CAREGIVER: "plan my talks",
    Role.ADVOCATE: "be my advocate",
}
"""Chosen by the narrator for whom they invite: "they may ..."."""

WOULD = {
    Role.FAMILY: "read what you share with your whole family, and what you share with {name}",
    Role.CAREGIVER: "plan our talks, and never see what was said",
    Role.ADVOCATE: "be told when something is wrong that nobody else may know, and never see what was said",
}
"""Said to the narrator of somebody who waits: "Lucy would ..."."""

CAN = {
    Role.FAMILY: (
        "You can read and hear what is shared with you.",
        "You can send a question, and pictures to talk about.",
        "{narrator} can see when you have looked.",
    ),
    Role.CAREGIVER: (
        "You can plan talks and see that they took place.",
        "You can see whether the device is well.",
        "You will never see what was said.",
    ),
    Role.ADVOCATE: (
        "You are the one person who is told when something is wrong that nobody else may know.",
        "You will not see what was said here.",
    ),
}
"""Said to whoever is invited."""


class Related(Protocol):
    """Whoever is something to the narrator: somebody with an account, or invited."""

    @property
    def relation(self) -> str:
        """To the narrator: daughter, neighbour; "" where nobody has said."""
        ...


def related(who: Related, narrator: str = "") -> str:
    """ "your daughter", said to the narrator, or "Rose’s daughter" to others; "" where nobody has said."""
    whose = f"{narrator}’s" if narrator else "your"
    return f"{whose} {who.relation}" if who.relation else ""


def waiting_for(narrator: str) -> str:
    """ "waiting for Rose": of whoever is not let in yet."""
    return f"waiting for {narrator}"
