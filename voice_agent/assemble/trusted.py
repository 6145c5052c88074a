"""Who may be told in danger: the contacts of the settings, and the advocate whom the narrator has let in."""

from voice_agent.archive import accounts
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Keeper
from voice_agent.interview.safety.contacts import Contact, Contacts, parse
from voice_agent.settings import Settings


def trusted(settings: Settings, keeper: Keeper | None) -> Contacts:
    """Everybody who may be told. Raises SettingsError.

    The advocate is whoever the narrator let in last; where nobody was, whom the settings name, if anybody.
    """
    named = parse(settings.safety.contacts, settings.safety.advocate)
    let_in = accounts.let_in(keeper, Role.ADVOCATE) if keeper is not None else ()
    if not let_in:
        return named
    last = let_in[-1]
    return Contacts(named.people, Contact(last.name, last.relation, last.household, last.address))
