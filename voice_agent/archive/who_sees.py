"""Who may see what, and where. The one place that says so: pages, talks, the book and every copy ask here.

An account is what a permission is bound to; a name is asked only of somebody who has no account (a cousin with a printed
book). What the narrator said of a story by voice narrows all of it, whatever was chosen on a page.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Keeper
from voice_agent.archive.passages import Approval
from voice_agent.memory.privacy import Privacy
from voice_agent.story import Consent, ConsentKind

EVERYBODY = ""
"""Instead of an account: the whole family, whoever the narrator has let in as such."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads, or whom a copy is for."""

    name: str = ""
    """As the narrator knows them; "": the narrator."""

    alive: bool = True
    """Does the narrator live?"""

    account: str = ""
    """Theirs; "": they have none."""

    refused: bool = False
    """Has the narrator said no to them? Then they are not meant by "my whole family"."""

    family: bool = True
    """Has the narrator let them in as one of the family? Without an account there is no door to be let in at."""

    @property
    def narrator(self) -> bool:
        """Is it the narrator?"""
        return not self.name


def reader(account: Account, *, alive: bool = True) -> Reader:
    """`account` as a reader."""
    return Reader(
        account.name, alive=alive, account=account.id, family=Role.FAMILY in account.roles
    )


def known(keeper: Keeper, who: Reader) -> Reader:
    """`who`, with the account of that name where there is one: a name never reads past its owner's door."""
    if who.narrator or who.account:
        return who
    if found := accounts.called(keeper, bare(who.name)):
        return replace(reader(found), alive=who.alive)
    shut = accounts.closed_called(keeper, bare(who.name))
    return replace(reader(shut), alive=who.alive, family=False) if shut else who


def may_know(privacy: Privacy, who: Reader) -> bool:
    """Does what was said of something by voice let `who` know it?"""
    return privacy.allows(who.name, alive=who.alive)


def sees_story(audience: Collection[str], privacy: Privacy, hidden: bool, who: Reader) -> bool:
    """May `who` see a story that was given to `audience` (accounts, or EVERYBODY)?"""
    everybody = EVERYBODY in audience and not who.refused
    given = who.family and bool(who.account) and (everybody or who.account in audience)
    return given and not hidden and may_know(privacy, who)


def agreed(consents: Iterable[Consent], kind: ConsentKind, who: Reader = Reader()) -> bool:
    """Is the narrator's last answer of this kind, about `who` where it is about somebody, a yes?"""
    answers = [
        each.given
        for each in consents
        if each.kind is kind and (kind is not ConsentKind.RECIPIENT or is_about(each, who))
    ]
    return bool(answers) and answers[-1]


def refused(consents: Iterable[Consent], who: Reader) -> bool:
    """Is the narrator's last answer about `who` a no? That a door was closed once is none: it holds while it is shut."""
    said = [
        each.given
        for each in consents
        if each.kind is ConsentKind.RECIPIENT and is_about(each, who) and each.words
    ]
    return bool(said) and not said[-1]


def hears(consents: Iterable[Consent], who: Reader) -> bool:
    """May `who` hear the narrator's voice in what they read? So it is until the narrator takes that back."""
    said = [e.given for e in consents if e.kind is ConsentKind.VOICE and is_about(e, who)]
    return who.narrator or not said or said[-1]


def is_about(consent: Consent, who: Reader) -> bool:
    """Is that answer about `who`? One that is bound to an account is about nobody else, whatever they are called."""
    if consent.account or who.account:
        return consent.account == who.account
    return bool(who.name) and bare(consent.about) == bare(who.name)


def reads_book(consents: Iterable[Consent], who: Reader) -> bool:
    """May `who` read any of the book?"""
    return who.narrator or (who.family and agreed(consents, ConsentKind.RECIPIENT, who))


def reads_passage(answer: Approval | None, privacy: Privacy, who: Reader) -> bool:
    """May `who`, who reads the book, read a passage that was answered for like that?"""
    if answer is None or not answer.given or not may_know(privacy, who):
        return False
    meant = {who.account, who.name.lower()} - {""}
    return who.narrator or not answer.readers or not meant.isdisjoint(answer.readers)


def bare(name: str) -> str:
    """A name as consents without an account are told apart: "my Ann" is "ann"."""
    return " ".join(name.split()).lower().removeprefix("my ")
