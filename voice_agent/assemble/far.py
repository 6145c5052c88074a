"""How far what is said goes by the settings while we talk: what the narrator is told before the yes."""

from collections.abc import Iterator, Sequence

from voice_agent.addresses import Network, here, in_the_house, tunnels
from voice_agent.interview.leave.reach import Reach
from voice_agent.language import elsewhere
from voice_agent.settings import Settings


def goes(settings: Settings) -> Reach:
    """As far as any engine goes that the settings name, whether it answers today or not.

    A satellite is no such engine: it is the microphone that they see before them, and keeps nothing.
    """
    return max(_each(settings), default=Reach.DEVICE)


def _each(settings: Settings) -> Iterator[Reach]:
    lent = settings.borrowing
    outside = tunnels(lent.outside)
    for address in (*lent.hearing, *lent.speaking, *lent.embedding):
        yield _of(address, outside, may_leave=lent.elsewhere == "yes")
    yield from _of_language(settings, outside)


def _of(address: str, outside: Sequence[Network], *, may_leave: bool) -> Reach:
    if here(address):
        return Reach.DEVICE
    return Reach.BEYOND if may_leave and not in_the_house(address, outside) else Reach.HOUSE


def _of_language(settings: Settings, outside: Sequence[Network]) -> Iterator[Reach]:
    for wanted in elsewhere.each_server(settings.language):
        if elsewhere.leaves(wanted) and not elsewhere.refusal(wanted):
            to = elsewhere.server(wanted)
            yield Reach.BEYOND if here(to) else _of(to, outside, may_leave=True)
