"""Everything that is lent, on its ports, until it is cancelled."""

import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import anyio

from voice_agent.errors import VoiceAgentError
from voice_agent.lending import openai_side, wyoming_side
from voice_agent.lending.engines import Lent
from voice_agent.lending.key import Door, house_key
from voice_agent.lending.turns import Turns
from voice_agent.settings import Settings
from voice_agent.web.certificate import Papers, papers
from voice_agent.web.serving import listen, serve_app
from voice_agent.web.throttle import Throttle

EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"

ARRIVALS = 600
"""Connections of one address a minute."""


NETWORK = 10.0
"""Seconds between two looks whether this computer has an address that it had not."""

Names = Callable[[], Collection[str]]
"""What this computer is called by whoever asks, now."""


@dataclass(slots=True)
class Ports:
    """Ports that are taken already, and who may ask there."""

    state: Path
    line: socket.socket
    wyoming: socket.socket | None
    names: frozenset[str]
    here_too: bool
    """Is the key asked for on this computer?"""

    papers: Papers | None
    """None: this computer alone may ask, without TLS."""

    def says(self) -> Iterator[str]:
        """Where everything is, for whoever set it up."""
        port, safe = self.line.getsockname()[1], self.papers is not None
        at = f"{'https' if safe else 'http'}://localhost:{port}/v1"
        yield f"OpenAI's endpoints are at {at}" + (
            ", and under this computer's other names in the house."
            if safe
            else ", for this computer alone."
        )
        yield (
            "They want the house's key: `voice-agent lend --key` shows it."
            if self.here_too
            else "Every program on this computer may ask without a key."
        )
        if self.wyoming is not None:
            address, number = self.wyoming.getsockname()[:2]
            yield f"Wyoming's services are at tcp://localhost:{number}" + (
                ", for the whole network, without key or encryption."
                if address == EVERYWHERE
                else ", for this computer alone."
            )


def opened(settings: Settings, names: Names, *, lan: bool) -> Ports:
    """Take the ports. `lan`: the house may ask, whatever the settings say.

    Raises AlreadyRunning, StateUnwritable, DiskFull.
    """
    its = settings.lending
    lan = lan or its.reaches == "the house"
    what, off = "What is lent", "or lend nothing with lending.on = false."
    line = listen(
        EVERYWHERE if lan else HERE,
        its.port,
        what=what,
        mend=f"Choose another with the setting lending.port, {off}",
    )
    far = its.wyoming_reaches != "this computer"
    wyoming = its.wyoming_port and listen(
        EVERYWHERE if far else HERE,
        its.wyoming_port,
        what=f"{what} over Wyoming",
        mend="Choose another with the setting lending.wyoming_port; 0: none.",
    )
    house_key(settings.state)
    called = frozenset(names())
    return Ports(
        settings.state,
        line,
        wyoming or None,
        called,
        its.key == "always",
        papers(settings.state, called, datetime.now(UTC)) if lan else None,
    )


async def serve(lent: Lent, ports: Ports, names: Names) -> None:
    """Serve until cancelled."""
    turns = Turns()
    door = Door(lambda: house_key(ports.state), lambda: ports.names, here_too=ports.here_too)
    files = (ports.papers.certificate, ports.papers.key) if ports.papers else None
    arrivals = Throttle(ARRIVALS, 60, time.monotonic)
    async with anyio.create_task_group() as sides:
        if ports.wyoming is not None:
            sides.start_soon(wyoming_side.serve, lent, turns, ports.wyoming)

        def another(take: Callable[[], None]) -> None:
            sides.start_soon(_another_network, ports, names, take)

        await serve_app(
            openai_side.app(lent, door, turns),
            ports.line,
            arrivals,
            lambda: ports.names,
            certificate=files,
            another=another,
        )
        sides.cancel_scope.cancel()


async def _another_network(ports: Ports, names: Names, take: Callable[[], None]) -> None:
    """A network that comes late gives this computer another address: it is taken up, and certified."""
    while True:
        await anyio.sleep(NETWORK)
        called = frozenset(names())
        if called <= ports.names:
            continue
        with suppress(VoiceAgentError):  # what is open stays so, under the names it had
            papers(ports.state, called, datetime.now(UTC))
            take()
            ports.names |= called
