"""Who may be told in danger: the contacts of the settings, and the advocate whom the narrator has let in."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Keeper
from voice_agent.archive.called import key
from voice_agent.interview.safety.contacts import Contact, Contacts, parse
from voice_agent.settings import Settings


def trusted(settings: Settings, keeper: Keeper | None) -> Contacts:
    """Everybody who may be told, and who is known beside them. Raises SettingsError.

    The advocate is whom the narrator let in last and who can be reached; where nobody is, whom the settings name.
    """
    named = parse(settings.safety.contacts, settings.safety.advocate)
    if keeper is None:
        return named
    chosen = accounts.advocate(keeper)
    known = [
        each
        for each in accounts.everybody(keeper)
        if each.roles - {Role.NARRATOR} and (chosen is None or each.id != chosen.id)
    ]
    # whoever has no household of their own is one: somebody may live with them
    people = tuple(_at_home(each) for each in named.people)
    others = tuple(_at_home(Contact(e.name, e.relation, _home(e, people, known))) for e in known)
    advocate = named.advocate and _at_home(named.advocate)
    if chosen is not None and (address := sendable(settings, chosen.address)):
        home = _home(chosen, people, known)
        advocate = _at_home(Contact(chosen.name, chosen.relation, home, address))
    return Contacts(people, advocate, others)


def sendable(settings: Settings, address: str) -> str:
    """An address as the notifier takes it; "" where nothing can be sent. E-mail goes by the house's own account."""
    if not address or "://" in address:
        return address
    mail = settings.safety.mail
    return f"{mail}{'&' if '?' in mail else '?'}to={quote(address)}" if mail else ""


def _at_home(contact: Contact) -> Contact:
    return replace(contact, household=contact.household or contact.name.lower())


def _home(who: Account, people: Sequence[Contact], known: Sequence[Account]) -> str:
    """The household of `who`, who said with whom they live: a contact, somebody of the pages, or the word of a household."""
    said = who.household
    if not said:
        return ""
    parts = {key(part) for part in said.split()}
    for each in people:
        if each.household.lower() == said or parts & {key(part) for part in each.name.split()}:
            return each.household
    for each in known:
        if each.id != who.id and parts & {key(part) for part in each.name.split()}:
            return each.household or each.name.lower()
    return said
