"""The MQTT broker of the house, and the only file that knows aiomqtt. Version 5 of MQTT: Mosquitto has it since 2019.

A broker that is away, slow, strange or full of other people's messages costs a talk nothing: nobody waits for it, it is told to
send no message of more than 4 KB, where it begins one all the same we hang up, and of presses eight wait at most.
"""

import errno
import logging
import os
import secrets
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from aiomqtt import Client, MqttError, ProtocolVersion, Will
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from voice_agent.backends import Health
from voice_agent.errors import BrokerAway
from voice_agent.home_assistant.discovery import OFFLINE, PRESS
from voice_agent.home_assistant.noted import Place

PATIENCE = 5.0
"""Seconds for each answer of the broker's; also paho's own for the line and for its seal."""

LEAVING = 1.5
"""Seconds in which we say that we go."""

ALIVE = 15
"""Seconds between two signs of life; after one and a half of that the broker says for us that we are gone."""

LARGEST = 4096
"""Bytes of a message that the broker may send us."""

WAITING = 8
"""Messages that wait to be looked at; more are dropped."""

SAFE = "Talks are held all the same."


class Line:
    """A line to a broker that lets us in. Every method raises BrokerAway."""

    def __init__(self, client: Client, at: Place) -> None:
        """`client` is connected."""
        self._client, self._at = client, at

    async def say(self, topic: str, payload: str) -> None:
        """Let the broker keep `payload` for whoever asks, in place of what stood there; "": nothing stands there any more."""
        try:
            await self._client.publish(topic, payload, qos=1, retain=True)
        except MqttError as error:
            raise _went(self._at) from error

    async def listen(self, topic: str) -> bool:
        """Hear what is said there from now on, and nothing from before. False: the broker does not let us."""
        fresh = SubscribeOptions(
            qos=1,
            retainAsPublished=True,  # else a kept press that comes while we listen looks like any other
            retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND,
        )
        try:
            codes = await self._client.subscribe(topic, options=fresh)
        except MqttError as error:
            raise _went(self._at) from error
        return all(isinstance(each, ReasonCode) and not each.is_failure for each in codes)

    async def press(self, topic: str) -> None:
        """Return when a hand presses a button there; whatever else comes is passed over."""
        try:
            async for message in self._client.messages:
                mine = message.topic.value == topic and message.payload == PRESS
                if mine and not message.retain:
                    return
        except MqttError as error:
            raise _went(self._at) from error
        raise _went(self._at)


@asynccontextmanager
async def connected(at: Place, called: str, availability: str = "") -> AsyncGenerator[Line]:
    """A line to the broker as its client `called`; on `availability` stands that we are gone as soon as we are, however.

    Raises BrokerAway. What a broker sends instead of an answer is never shown.
    """
    _hush()
    gone = Will(availability, OFFLINE, qos=1, retain=True) if availability else None
    client = _client(at, called, gone)
    try:
        await client.__aenter__()
    except (MqttError, ValueError) as error:
        raise _shut(at, error) from None
    try:
        yield Line(client, at)
    finally:
        with anyio.move_on_after(LEAVING, shield=True):
            if gone is not None:
                with suppress(MqttError):
                    await client.publish(gone.topic, OFFLINE, 1, True, timeout=LEAVING / 2)
            with suppress(MqttError):
                await client.__aexit__(None, None, None)


def reach(at: Place) -> Health:
    """Does it let us in? Tells it nothing. Blocks for some seconds at most; not for a thread that runs a loop."""

    async def knock() -> None:
        async with connected(at, f"doctor-{secrets.token_hex(4)}"):
            pass

    try:
        anyio.run(knock)
    except BrokerAway as error:
        return Health(False, f"{error.what} {error.mend}".strip())
    return Health(True, f"The broker at {at} lets us in.")


def _client(at: Place, called: str, gone: Will | None) -> Client:
    """Raises BrokerAway where password or certificate cannot be read."""
    small = Properties(PacketTypes.CONNECT)
    small.MaximumPacketSize = LARGEST
    client = Client(
        at.host,
        at.port,
        username=at.user or None,
        password=password(at.password_file) if at.password_file else None,
        identifier=called,
        protocol=ProtocolVersion.V5,
        properties=small,
        will=gone,
        tls_context=_sealed(at.tls) if at.tls else None,
        timeout=PATIENCE,
        keepalive=ALIVE,
        max_queued_incoming_messages=WAITING,
    )
    _hang_up_on_more(client)
    return client


def _hang_up_on_more(client: Client) -> None:
    """Lose the line where more than LARGEST is announced."""
    # paho has no limit of its own: it makes room for all that is announced, up to 256 MB, before it has come
    paho = client._client  # pyright: ignore[reportPrivateUsage]
    receive = paho._sock_recv  # pyright: ignore[reportPrivateUsage]

    def within(bufsize: int) -> bytes:
        if bufsize > LARGEST:
            raise ConnectionError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
        return receive(bufsize)

    paho._sock_recv = within  # pyright: ignore[reportPrivateUsage]


def password(file: str, environ: Mapping[str, str] = os.environ) -> str:
    """The first line of a file that nobody else may read. Raises BrokerAway."""
    path = Path(file).expanduser()
    # systemd lends its credentials in a folder of ours, and shows the loan as a right of the group
    lent = (folder := environ.get("CREDENTIALS_DIRECTORY", "")) and path.is_relative_to(folder)
    try:
        if path.stat().st_mode & 0o077 and not lent:
            raise BrokerAway(
                f"Others on this computer may read the broker's password in {path}, so it is not used.",
                safe=SAFE,
                mend=f"Run: chmod 600 {path}",
            )
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise BrokerAway(
            f"The broker's password in {path} cannot be read: {why}.",
            safe=SAFE,
            mend="Look at home_assistant.password_file.",
        ) from None
    return lines[0] if lines else ""


def _sealed(tls: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(
            cafile=None if tls == "system" else str(Path(tls).expanduser())
        )
    except (OSError, ValueError):  # also no certificate in it
        raise BrokerAway(
            f"There is no certificate to be read in {tls}.",
            safe=SAFE,
            mend="Look at home_assistant.tls: “system”, or a file (PEM) of whoever signed the broker's certificate.",
        ) from None


NOBODY = "See that it runs, and that home_assistant.broker and .port are its own."
KEY = "Look at home_assistant.user and the file in home_assistant.password_file."
SEAL = (
    "Put the file of whoever signed it into home_assistant.tls; it must be made for the address in "
    "home_assistant.broker."
)
PLAIN = "Look at home_assistant.tls and home_assistant.port: a sealed line has a port of its own."


def _shut(at: Place, error: Exception) -> BrokerAway:
    """Why there is no line. aiomqtt hands on only what an error said."""
    said = str(error)
    if isinstance(error, MqttConnectError):
        code = getattr(error.rc, "value", error.rc)
        if code in (134, 135):
            return BrokerAway(f"The broker at {at} refuses name or password.", safe=SAFE, mend=KEY)
        if code in (1, 132):
            older = f"The broker at {at} speaks an older MQTT than version 5."
            return BrokerAway(older, safe=SAFE, mend="Mosquitto has it from version 1.6 on.")
        return BrokerAway(f"The broker at {at} does not let us in (it says {code}).", safe=SAFE)
    if "CERTIFICATE_VERIFY_FAILED" in said:
        return BrokerAway(
            f"The certificate of the broker at {at} is not one that is trusted here.",
            safe=SAFE,
            mend=SEAL,
        )
    hung_up = f"[Errno {errno.ECONNRESET}]" in said
    if at.tls and ("SSL" in said or "EOF occurred" in said or hung_up):
        return BrokerAway(
            f"What answers at {at} does not speak over a sealed line.", safe=SAFE, mend=PLAIN
        )
    if said == "Operation timed out":
        return BrokerAway(
            f"What answers at {at} does not speak as an MQTT broker does.", safe=SAFE, mend=PLAIN
        )
    return BrokerAway(f"Nobody answers at {at}.", safe=SAFE, mend=NOBODY)


def _went(at: Place) -> BrokerAway:
    """The line was there, and is not any more."""
    return BrokerAway(f"The broker at {at} went, or does not answer any more.", safe=SAFE)


def _hush() -> None:
    """A broker that is away is nothing for the log of a talk, beyond our own sentence."""
    log = logging.getLogger("mqtt")
    log.propagate = False
    log.handlers = [logging.NullHandler()]
